/* Files of the user that are changed on his word. */
#pragma once

#include <glib.h>

/* Replaces the contents of the file in one step, the file itself, not a link to it, and keeps its permissions.  False
 * with AF_ERROR_IO. */
gboolean af_replace_file (const char *path, const char *text, GError **error);
/* Writes what the user wants to have at @path: a file in one step; into a device or a pipe (`/dev/null`,
 * `>(gzip > f)`), which a new file must not take the place of, as it is.  False with an error of GLib's. */
gboolean af_write_wanted (const char *path, const char *text, GError **error);

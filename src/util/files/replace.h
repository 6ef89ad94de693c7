/* Files of the user that are changed on his word. */
#pragma once

#include <glib.h>

/* Replaces the contents of the file in one step, the file itself, not a link to it, and keeps its permissions.  False
 * with AF_ERROR_IO. */
gboolean af_replace_file (const char *path, const char *text, GError **error);

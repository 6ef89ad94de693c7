/* The configuration file `.autofix.conf` (GKeyFile syntax): the nearest one upward from a source file counts. */
#pragma once

#include <glib.h>

/* Empty when there is no such file; null with AF_ERROR_USAGE when it cannot be read.  Sets @path (nullable) to where it is, owned
 * by the caller, or to null. */
GKeyFile *af_config_load (const char *source, char **path, GError **error);

/* Reads a time: 90, 90s, 5m, 1h.  False when it is none. */
gboolean af_config_seconds (const char *text, guint *seconds);

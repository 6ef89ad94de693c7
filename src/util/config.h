/* The configuration file `.autofix.conf` (GKeyFile syntax): the nearest one upward from a source file counts. */
#pragma once

#include <glib.h>

/* Empty when there is no such file; null with AF_ERROR_USAGE when it cannot be read or has a group that nobody knows.
 * Sets @path (nullable) to where it is, owned by the caller, or to null. */
GKeyFile *af_config_load (const char *source, char **path, GError **error);
/* The same without the groups [module NAME], which only nights read: who asks once for each module of thousands must
 * not go through thousands of groups each time. */
GKeyFile *af_config_load_general (const char *source, char **path, GError **error);

/* Reads a list of parts to switch, `fast,-slow`: a minus is off.  @names: null-terminated, of the bits of @parts,
 * lowest first.  False with AF_ERROR_USAGE when there is no such part; @what: what they are parts of. */
gboolean af_config_switch (const char *list, const char *const *names, const char *what, guint *parts, GError **error);

/* Reads a time: 90, 90s, 5m, 1h.  False when it is none. */
gboolean af_config_seconds (const char *text, guint *seconds);

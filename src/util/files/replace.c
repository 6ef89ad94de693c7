/* A file of the user written in one step.
 *
 * In:  its path and new contents.   Out: the file that a link leads to, with its permissions; or a new one. */
#include "util/files/replace.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "util/error.h"

gboolean af_replace_file (const char *path, const char *text, GError **error)
{
  g_autofree char *target = realpath (path, NULL);
  g_autoptr (GError) reason = NULL;
  struct stat status;
  if (!target || stat (target, &status) != 0) {
    af_error (error, AF_ERROR_IO, "%s: no longer exists", path);
    return FALSE;
  }
  if (g_file_set_contents_full (target, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, (int)(status.st_mode & 0777),
                                &reason))
    return TRUE;
  af_error_at (error, AF_ERROR_IO, path, 0, 0, NULL, "cannot be changed: %s", reason->message);
  return FALSE;
}

static gboolean write_into (const char *path, const char *text, GError **error)
{
  FILE *file = fopen (path, "w");
  gboolean is_written = file && fputs (text, file) >= 0;
  if (file && fclose (file) != 0)
    is_written = FALSE;
  if (!is_written)
    g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (errno), "%s: %s", path, g_strerror (errno));
  return is_written;
}

gboolean af_write_wanted (const char *path, const char *text, GError **error)
{
  struct stat status;
  if (stat (path, &status) == 0 && !S_ISREG (status.st_mode) && !S_ISDIR (status.st_mode))
    return write_into (path, text, error);
  return g_file_set_contents (path, text, -1, error);
}

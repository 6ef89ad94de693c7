/* A file of the user replaced in one step.
 *
 * In:  its path and new contents.   Out: the file that a link leads to, with its permissions. */
#include "util/files/replace.h"

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

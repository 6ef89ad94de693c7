/* Temporary folders, and removing a tree.
 *
 * In:  nothing, or a path.   Out: a private folder that is gone with its owner.
 *
 * Removal walks with file descriptors (openat, O_NOFOLLOW, unlinkat): a symbolic link is removed, never followed, even
 * if somebody swaps a folder for a link meanwhile.  A folder without write permission is made writable first, because a
 * subject may have made one. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/error.h"
#include "util/tempdir.h"

struct AfTempDir {
  char *path;
};

AfTempDir *af_temp_dir_new (GError **error)
{
  const char *set = g_getenv ("TMPDIR");
  g_autofree char *parent = g_canonicalize_filename (set && *set ? set : "/tmp", NULL);
  g_autofree char *path = g_build_filename (parent, "autofix-XXXXXX", NULL);
  if (!g_mkdtemp_full (path, 0700)) {
    int code = errno;
    af_error (error, AF_ERROR_IO, "cannot make a temporary folder in '%s': %s", parent, g_strerror (code));
    return NULL;
  }
  AfTempDir *dir = g_new0 (AfTempDir, 1);
  dir->path = g_steal_pointer (&path);
  return dir;
}

const char *af_temp_dir_path (const AfTempDir *dir)
{
  return dir->path;
}

void af_temp_dir_free (AfTempDir *dir)
{
  if (!dir)
    return;
  af_remove_tree (dir->path, NULL); /* nobody is left to tell */
  g_free (dir->path);
  g_free (dir);
}

/* All functions below return 0 or the errno of the first failure, and go on after one. */
static int remove_entry (int parent, const char *name);

static int remove_contents (DIR *folder)
{
  int first = 0;
  const struct dirent *entry;
  while ((entry = readdir (folder))) {
    if (strcmp (entry->d_name, ".") == 0 || strcmp (entry->d_name, "..") == 0)
      continue;
    int code = remove_entry (dirfd (folder), entry->d_name);
    first = first ? first : code;
  }
  return first;
}

static int open_folder (int parent, const char *name)
{
  int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  int fd = openat (parent, name, flags);
  if (fd >= 0 || errno != EACCES)
    return fd;
  /* fchmodat would follow a link, but then O_NOFOLLOW had said ELOOP or ENOTDIR. */
  return fchmodat (parent, name, 0700, 0) == 0 ? openat (parent, name, flags) : -1;
}

static int remove_folder (int parent, const char *name)
{
  int fd = open_folder (parent, name);
  if (fd < 0)
    return errno;
  fchmod (fd, 0700);
  DIR *folder = fdopendir (fd);
  if (!folder) {
    int code = errno;
    close (fd);
    return code;
  }
  int first = remove_contents (folder);
  closedir (folder);
  if (unlinkat (parent, name, AT_REMOVEDIR) != 0 && errno != ENOENT)
    return first ? first : errno;
  return first;
}

static int remove_entry (int parent, const char *name)
{
  struct stat status;
  if (fstatat (parent, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
    return errno == ENOENT ? 0 : errno;
  if (S_ISDIR (status.st_mode))
    return remove_folder (parent, name);
  return unlinkat (parent, name, 0) == 0 || errno == ENOENT ? 0 : errno;
}

gboolean af_remove_tree (const char *path, GError **error)
{
  int code = remove_entry (AT_FDCWD, path);
  if (code == 0)
    return TRUE;
  af_error (error, AF_ERROR_IO, "cannot remove '%s': %s", path, g_strerror (code));
  return FALSE;
}

/* Temporary folders, and removing a tree.
 *
 * In:  nothing, or a path.   Out: a private folder that is gone with its owner.
 *
 * A process that is killed removes nothing.  So each folder holds a file that its process has locked: whoever can take
 * the lock knows that the process is dead, in whatever container it ran, and that no other process has its number.  The
 * lock is removed last, so that a removal that was cut short can be taken up.
 *
 * Removal walks with file descriptors (openat, O_NOFOLLOW, unlinkat): a symbolic link is removed, never followed, even
 * if somebody swaps a folder for a link meanwhile.  A folder without write permission is made writable first, because a
 * subject may have made one. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/error.h"
#include "util/tempdir.h"

#define NAME "autofix-"
#define RANDOM "XXXXXX"
#define LOCK ".lock"
#define NEW "-new"           /* after the name of a lock that is not taken yet */
#define DELETED " (deleted)" /* after the name in /proc of a file that has none any more */
#define BUSY_ROUNDS 50       /* attempts at a folder that somebody still writes to */

struct AfTempDir {
  char *path;
  int lock; /* held as long as the folder is there; -1: the file system has none */
};

static char *parent_folder (void)
{
  const char *set = g_getenv ("TMPDIR");
  return g_canonicalize_filename (set && *set ? set : "/tmp", NULL);
}

/* Under another name first: nobody sees it without its lock. */
static int make_lock (const char *path)
{
  g_autofree char *name = g_build_filename (path, LOCK, NULL);
  g_autofree char *before = g_strconcat (name, NEW, NULL);
  int file = open (before, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file >= 0 && (flock (file, LOCK_EX | LOCK_NB) != 0 || rename (before, name) != 0)) {
    close (file);
    unlink (before);
    return -1;
  }
  return file;
}

AfTempDir *af_temp_dir_new (GError **error)
{
  g_autofree char *parent = parent_folder ();
  return af_temp_dir_new_in (parent, error);
}

AfTempDir *af_temp_dir_new_in (const char *parent, GError **error)
{
  g_autofree char *path = g_build_filename (parent, NAME RANDOM, NULL);
  if (!g_mkdtemp_full (path, 0700)) {
    int code = errno;
    af_error (error, AF_ERROR_IO, "cannot make a temporary folder in '%s': %s", parent, g_strerror (code));
    return NULL;
  }
  AfTempDir *dir = g_new0 (AfTempDir, 1);
  dir->lock = make_lock (path);
  dir->path = g_steal_pointer (&path);
  return dir;
}

/* The name of the lock goes last: until then whoever ends the process removes the folder. */
gboolean af_temp_dir_become (AfTempDir *dir, const char *path, GError **error)
{
  g_autofree char *lock = g_build_filename (path, LOCK, NULL);
  if (rename (dir->path, path) != 0) {
    int code = errno;
    af_error (error, AF_ERROR_IO, "'%s' cannot be renamed to '%s': %s", dir->path, path, g_strerror (code));
    return FALSE;
  }
  unlink (lock);
  g_clear_pointer (&dir->path, g_free);
  return TRUE;
}

const char *af_temp_dir_path (const AfTempDir *dir)
{
  return dir->path;
}

void af_temp_dir_free (AfTempDir *dir)
{
  if (!dir)
    return;
  if (dir->path)
    af_remove_tree (dir->path, NULL); /* nobody is left to tell */
  if (dir->lock >= 0)
    close (dir->lock);
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
    const char *name = entry->d_name;
    if (strcmp (name, ".") == 0 || strcmp (name, "..") == 0 || strcmp (name, LOCK) == 0)
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
  if (!first && unlinkat (dirfd (folder), LOCK, 0) != 0 && errno != ENOENT)
    first = remove_entry (dirfd (folder), LOCK);
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

/* --- folders without an owner --- */

static gboolean is_own (int file, mode_t type)
{
  struct stat status;
  return fstat (file, &status) == 0 && (status.st_mode & S_IFMT) == type && status.st_uid == geteuid ();
}

/* The lock of a folder whose process has ended, now ours; or -1. */
static int take_lock (int parent, const char *name)
{
  int folder = openat (parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), lock = -1;
  if (folder >= 0 && is_own (folder, S_IFDIR))
    lock = openat (folder, LOCK, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (folder >= 0)
    close (folder);
  if (lock >= 0 && (!is_own (lock, S_IFREG) || flock (lock, LOCK_EX | LOCK_NB) != 0)) {
    close (lock);
    return -1;
  }
  return lock;
}

void af_temp_dirs_remove_dead (void)
{
  g_autofree char *parent = parent_folder ();
  DIR *folder = opendir (parent);
  const struct dirent *entry;
  while (folder && (entry = readdir (folder))) {
    gboolean is_named = g_str_has_prefix (entry->d_name, NAME) && strlen (entry->d_name) == strlen (NAME RANDOM);
    int lock = is_named ? take_lock (dirfd (folder), entry->d_name) : -1;
    if (lock < 0)
      continue;
    remove_entry (dirfd (folder), entry->d_name);
    close (lock);
  }
  if (folder)
    closedir (folder);
}

/* A temporary folder of this process, by the descriptor of its lock, which stays open to the end; or null.  The lock's
 * own name may have gone already, or may not have come yet. */
static char *folder_of_lock (int descriptors, const char *descriptor)
{
  static const char *const ends[] = { "/" LOCK, "/" LOCK NEW, "/" LOCK DELETED };
  char path[4096];
  ssize_t n = readlinkat (descriptors, descriptor, path, sizeof path - 1);
  path[MAX (n, 0)] = '\0';
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++) {
    if (!g_str_has_suffix (path, ends[i]))
      continue;
    path[strlen (path) - strlen (ends[i])] = '\0';
    const char *name = strrchr (path, '/');
    return name && g_str_has_prefix (name + 1, NAME) ? g_strdup (path) : NULL;
  }
  return NULL;
}

/* Other threads and processes that still run know the folder by its name: under another one they add nothing to it.  Of
 * what they had opened before, more may come, for a while. */
static void remove_busy (const char *path)
{
  g_autofree char *moved = g_strdup (path);
  memcpy (moved + strlen (moved) - strlen (RANDOM), RANDOM, strlen (RANDOM));
  gboolean is_made = g_mkdtemp_full (moved, 0700) != NULL, is_moved = is_made && rename (path, moved) == 0;
  const char *name = is_moved ? moved : path;
  if (is_made && !is_moved)
    rmdir (moved);
  for (guint i = 0; i < BUSY_ROUNDS && !af_remove_tree (name, NULL); i++)
    g_usleep (1000);
}

static gboolean abandon_all (DIR *descriptors)
{
  gboolean any = FALSE;
  const struct dirent *entry;
  rewinddir (descriptors);
  while ((entry = readdir (descriptors))) {
    g_autofree char *path = folder_of_lock (dirfd (descriptors), entry->d_name);
    if (!path || !g_file_test (path, G_FILE_TEST_IS_DIR))
      continue;
    remove_busy (path);
    any = TRUE;
  }
  return any;
}

/* What this process has locked is among its descriptors.  Meanwhile another thread may be making or removing one. */
void af_temp_dirs_abandon (void)
{
  DIR *descriptors = opendir ("/proc/self/fd");
  for (guint i = 0; i < BUSY_ROUNDS && descriptors && abandon_all (descriptors); i++)
    continue;
  if (descriptors)
    closedir (descriptors);
}

/* Two versions of a project, from its git repository.
 *
 * libgit2 says which files differ and gives their contents; nothing in the repository or the user's folder is
 * written. */
#include "culprit/culprit-internal.h"

#include <errno.h>
#include <fcntl.h>
#include <git2.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/error.h"
#include "util/files/read.h"

G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_repository, git_repository_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_object, git_object_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_blob, git_blob_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_diff, git_diff_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_tree, git_tree_free)

static void changed_free (gpointer data)
{
  AfChangedFile *file = data;
  g_free (file->path);
  g_clear_pointer (&file->before, g_bytes_unref);
  g_clear_pointer (&file->after, g_bytes_unref);
  g_free (file);
}

void af_versions_free (AfVersions *versions)
{
  if (!versions)
    return;
  g_clear_pointer (&versions->changed, g_ptr_array_unref);
  g_free (versions->top);
  g_free (versions->prefix);
  g_free (versions->good);
  g_free (versions->bad);
  g_free (versions);
  git_libgit2_shutdown ();
}

static gboolean no_revision (const char *revision, GError **error)
{
  af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "a commit, a branch, a tag, HEAD~3",
               "no revision '%s' in this repository", revision);
  return FALSE;
}

static git_commit *find_commit (git_repository *repository, const char *revision)
{
  g_autofree char *spec = g_strconcat (revision, "^{commit}", NULL);
  git_object *object = NULL;
  return git_revparse_single (&object, repository, spec) == 0 ? (git_commit *)object : NULL;
}

/* The tree of the revision; @name (nullable) gets "1234567890 Title". */
static git_tree *find_tree (git_repository *repository, const char *revision, char **name, GError **error)
{
  git_commit *commit = find_commit (repository, revision);
  git_tree *tree = NULL;
  if (!commit || git_commit_tree (&tree, commit) != 0) {
    no_revision (revision, error);
    git_commit_free (commit);
    return NULL;
  }
  if (name) {
    g_autofree char *title = g_utf8_make_valid (git_commit_summary (commit) ? git_commit_summary (commit) : "", -1);
    *name = g_strdup_printf ("%.10s %s", git_oid_tostr_s (git_commit_id (commit)), title);
  }
  git_commit_free (commit);
  return tree;
}

/* --- what differs --- */

static GBytes *blob_bytes (git_repository *repository, const git_oid *id)
{
  g_autoptr (git_blob) blob = NULL;
  if (git_blob_lookup (&blob, repository, id) != 0)
    return NULL;
  return g_bytes_new (git_blob_rawcontent (blob), (gsize)git_blob_rawsize (blob));
}

static GBytes *file_bytes (const char *top, const char *path)
{
  g_autofree char *full = g_build_filename (top, path, NULL);
  struct stat info;
  if (lstat (full, &info) != 0)
    return NULL;
  if (S_ISLNK (info.st_mode)) {
    char *target = g_file_read_link (full, NULL);
    return target ? g_bytes_new_take (target, strlen (target)) : NULL;
  }
  gsize length = 0;
  char *text = af_read_file (full, AF_READ_MOST, &length, NULL);
  return text ? g_bytes_new_take (text, length) : NULL;
}

static gboolean is_file (guint mode)
{
  return mode == GIT_FILEMODE_BLOB || mode == GIT_FILEMODE_BLOB_EXECUTABLE || mode == GIT_FILEMODE_LINK;
}

static void add_mode (AfVersions *versions, const git_diff_delta *delta)
{
  AfChangedFile *file = g_new0 (AfChangedFile, 1);
  *file = (AfChangedFile){ .path = g_strdup (delta->new_file.path), .mode = delta->old_file.mode, .is_mode = TRUE };
  file->before = g_bytes_new_take (g_strdup_printf ("%06o", delta->old_file.mode), 6);
  file->after = g_bytes_new_take (g_strdup_printf ("%06o", delta->new_file.mode), 6);
  g_ptr_array_add (versions->changed, file);
}

int af_mode_bits (GBytes *text)
{
  gsize length = 0;
  const char *data = g_bytes_get_data (text, &length);
  return length > 0 && data[length - 1] == '5' ? 0755 : 0644;
}

static void add_changed (AfVersions *versions, git_repository *repository, const git_diff_delta *delta, gboolean tree)
{
  gboolean had = is_file (delta->old_file.mode), has = is_file (delta->new_file.mode);
  AfChangedFile *file = g_new0 (AfChangedFile, 1);
  file->path = g_strdup (has ? delta->new_file.path : delta->old_file.path);
  file->mode = had ? delta->old_file.mode : delta->new_file.mode;
  file->before = had ? blob_bytes (repository, &delta->old_file.id) : NULL;
  file->after = !has   ? NULL
                : tree ? blob_bytes (repository, &delta->new_file.id)
                       : file_bytes (versions->top, delta->new_file.path);
  if ((!file->before && !file->after) || (file->before && file->after && g_bytes_equal (file->before, file->after)))
    changed_free (file);
  else
    g_ptr_array_add (versions->changed, file);
  if (had && has && delta->old_file.mode != delta->new_file.mode)
    add_mode (versions, delta);
}

static gboolean compare (AfVersions *versions, git_repository *repository, const char *good, const char *bad,
                         GError **error)
{
  g_autoptr (git_tree) old_tree = find_tree (repository, good, &versions->good, error), new_tree = NULL;
  g_autoptr (git_diff) diff = NULL;
  git_diff_options options;
  git_diff_options_init (&options, GIT_DIFF_OPTIONS_VERSION);
  options.flags = GIT_DIFF_IGNORE_SUBMODULES;
  if (!old_tree || (bad && !(new_tree = find_tree (repository, bad, &versions->bad, error))))
    return FALSE;
  if (!bad)
    versions->bad = g_strdup ("the working tree");
  int code = bad ? git_diff_tree_to_tree (&diff, repository, old_tree, new_tree, &options)
                 : git_diff_tree_to_workdir_with_index (&diff, repository, old_tree, &options);
  if (code != 0) {
    af_error (error, AF_ERROR_IO, "the versions cannot be compared: %s", git_error_last ()->message);
    return FALSE;
  }
  for (size_t i = 0; i < git_diff_num_deltas (diff); i++)
    add_changed (versions, repository, git_diff_get_delta (diff, i), bad != NULL);
  return TRUE;
}

/* The folder in which the user is, below the top of the repository. */
static char *prefix_of (const char *top)
{
  g_autofree char *here = g_get_current_dir (), *real = realpath (here, NULL), *real_top = realpath (top, NULL);
  if (!real || !real_top || !g_str_has_prefix (real, real_top))
    return g_strdup ("");
  const char *rest = real + strlen (real_top);
  return g_strdup (*rest == '/' ? rest + 1 : rest);
}

AfVersions *af_versions_new (const char *good, const char *bad, GError **error)
{
  AfVersions *versions = g_new0 (AfVersions, 1);
  g_autoptr (AfVersions) owner = versions;
  g_autoptr (git_repository) repository = NULL;
  git_libgit2_init (); /* until the versions are freed */
  versions->changed = g_ptr_array_new_with_free_func (changed_free);
  if (git_repository_open_ext (&repository, ".", 0, NULL) != 0 || !git_repository_workdir (repository)) {
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "run it in a folder of the project, which must be in git",
                 "the current folder is not in a git repository with files");
    return NULL;
  }
  versions->top = g_strdup (git_repository_workdir (repository));
  versions->prefix = prefix_of (versions->top);
  if (!compare (versions, repository, good, bad, error))
    return NULL;
  if (versions->changed->len == 0) {
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "files that git does not track are not compared",
                 "nothing differs between '%s' and %s%s%s", good, bad ? "'" : "", bad ? bad : versions->bad,
                 bad ? "'" : "");
    return NULL;
  }
  return g_steal_pointer (&owner);
}

/* --- written --- */

typedef struct {
  git_repository *repository;
  const char *folder;
  GError **error;
} Writing;

static gboolean write_entry (const Writing *writing, const char *path, const git_tree_entry *entry)
{
  g_autofree char *full = g_build_filename (writing->folder, path, NULL), *folder = g_path_get_dirname (full);
  g_autoptr (GBytes) bytes = blob_bytes (writing->repository, git_tree_entry_id (entry));
  gsize length = 0;
  const char *text = bytes ? g_bytes_get_data (bytes, &length) : NULL;
  if (!bytes || g_mkdir_with_parents (folder, 0755) != 0)
    return FALSE;
  if (git_tree_entry_filemode (entry) == GIT_FILEMODE_LINK) {
    g_autofree char *target = g_strndup (text, length);
    return symlink (target, full) == 0;
  }
  gboolean runs = git_tree_entry_filemode (entry) == GIT_FILEMODE_BLOB_EXECUTABLE;
  return g_file_set_contents_full (full, text ? text : "", (gssize)length, G_FILE_SET_CONTENTS_NONE, runs ? 0755 : 0644,
                                   NULL);
}

static int on_entry (const char *root, const git_tree_entry *entry, void *data)
{
  const Writing *writing = data;
  g_autofree char *path = g_strconcat (root, git_tree_entry_name (entry), NULL);
  if (git_tree_entry_type (entry) != GIT_OBJECT_BLOB || write_entry (writing, path, entry))
    return 0;
  af_error (writing->error, AF_ERROR_IO, "%s: cannot be written below %s: %s", path, writing->folder,
            g_strerror (errno));
  return -1;
}

gboolean af_versions_write (const AfVersions *versions, const char *revision, const char *folder, GError **error)
{
  g_autoptr (git_repository) repository = NULL;
  if (git_repository_open (&repository, versions->top) != 0)
    return no_revision (revision, error);
  g_autoptr (git_tree) tree = find_tree (repository, revision, NULL, error);
  Writing writing = { repository, folder, error };
  return tree && g_mkdir_with_parents (folder, 0755) == 0
         && git_tree_walk (tree, GIT_TREEWALK_PRE, on_entry, &writing) == 0;
}

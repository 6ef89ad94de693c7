/* The files of a commit, as far as a function of it must be read: its headers, and the one source. */
#include "learn/model/scene.h"

#include <errno.h>
#include <git2.h>
#include <glib/gstdio.h>
#include <string.h>

G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_repository, git_repository_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_object, git_object_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_blob, git_blob_free)

/* More folders with headers than this are several programs. */
enum { MOST_FOLDERS = 200 };

static gboolean put_headers (git_repository *repository, const char *commit, const char *folder)
{
  g_autofree char *spec = g_strconcat (commit, "^^{tree}", NULL);
  g_autoptr (git_object) tree = NULL;
  char *patterns[] = { (char *)"*.h", (char *)"*.def", (char *)"*.inc" };
  git_checkout_options options;
  git_checkout_options_init (&options, GIT_CHECKOUT_OPTIONS_VERSION);
  options.checkout_strategy = GIT_CHECKOUT_FORCE | GIT_CHECKOUT_DONT_UPDATE_INDEX | GIT_CHECKOUT_DONT_WRITE_INDEX;
  options.target_directory = folder;
  options.disable_filters = 1;
  options.paths = (git_strarray){ patterns, G_N_ELEMENTS (patterns) };
  return git_revparse_single (&tree, repository, spec) == 0 && git_checkout_tree (repository, tree, &options) == 0;
}

/* What libgit2 says of the last call that failed. */
static char *failure (const char *what, const char *name)
{
  const git_error *error = git_error_last ();
  return g_strdup_printf ("%s '%s': %s", what, name, error && error->message ? error->message : "unknown reason");
}

/* @blob as @path; false with @why. */
static gboolean put_file (const char *path, const git_blob *blob, char **why)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *above = g_path_get_dirname (path);
  if (g_mkdir_with_parents (above, 0700) == 0
      && g_file_set_contents (path, git_blob_rawcontent (blob), (gssize)git_blob_rawsize (blob), &error))
    return TRUE;
  *why = g_strdup_printf ("'%s' cannot be written: %s", path, error ? error->message : g_strerror (errno));
  return FALSE;
}

char *af_scene_put_down (const AfTrainingPair *pair, const char *from, const char *folder, char **why)
{
  g_autoptr (git_repository) repository = NULL;
  g_autoptr (git_blob) blob = NULL;
  git_oid id;
  g_autofree char *path = g_build_filename (folder, pair->path, NULL);
  if (git_repository_open (&repository, from) != 0)
    *why = failure ("repository", from);
  else if (!put_headers (repository, pair->commit, folder))
    *why = failure ("headers of the commit before", pair->commit);
  else if (git_oid_fromstr (&id, pair->before_blob) != 0 || git_blob_lookup (&blob, repository, &id) != 0)
    *why = failure ("the file before, blob", pair->before_blob);
  return blob && put_file (path, blob, why) ? g_steal_pointer (&path) : NULL;
}

int af_scene_by_name (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

static void add_folders (GPtrArray *flags, const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) inner = g_ptr_array_new_with_free_func (g_free);
  gboolean has_header = FALSE;
  for (const char *name = dir ? g_dir_read_name (dir) : NULL; name; name = g_dir_read_name (dir)) {
    g_autofree char *path = g_build_filename (folder, name, NULL);
    has_header = has_header || g_str_has_suffix (name, ".h");
    if (!g_file_test (path, G_FILE_TEST_IS_SYMLINK) && g_file_test (path, G_FILE_TEST_IS_DIR))
      g_ptr_array_add (inner, g_steal_pointer (&path));
  }
  if (has_header && flags->len < MOST_FOLDERS)
    g_ptr_array_add (flags, g_strconcat ("-idirafter", folder, NULL));
  g_ptr_array_sort (inner, af_scene_by_name);
  for (guint i = 0; i < inner->len; i++)
    add_folders (flags, inner->pdata[i]);
}

char *af_scene_find_header (const char *folder, const char *name)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) inner = g_ptr_array_new_with_free_func (g_free);
  for (const char *entry = dir ? g_dir_read_name (dir) : NULL; entry; entry = g_dir_read_name (dir))
    if (!g_str_equal (entry, AF_SCENE_STUBS))
      g_ptr_array_add (inner, g_build_filename (folder, entry, NULL));
  g_ptr_array_sort (inner, af_scene_by_name);
  char *found = NULL;
  for (guint i = 0; i < inner->len && !found; i++) {
    const char *path = inner->pdata[i];
    g_autofree char *base = g_path_get_basename (path);
    if (g_file_test (path, G_FILE_TEST_IS_SYMLINK))
      continue;
    if (g_file_test (path, G_FILE_TEST_IS_DIR))
      found = af_scene_find_header (path, name);
    else if (g_str_equal (base, name))
      found = g_strdup (path);
  }
  return found;
}

/* What a configure script or the headers of a BSD would have said.  Folders of the project come after the system's:
 * some hold headers for systems that lack them. */
char **af_scene_flags (const char *folder, const GPtrArray *further)
{
  static const char *const given[] = { "-std=gnu11", "-D_GNU_SOURCE", "-D__packed=", "-D__dead=",  "-D__unused=",
                                       "-include",   "stdint.h",      "-include",    "sys/types.h" };
  g_autoptr (GPtrArray) flags = g_ptr_array_new ();
  for (guint i = 0; i < G_N_ELEMENTS (given); i++)
    g_ptr_array_add (flags, g_strdup (given[i]));
  g_ptr_array_add (flags, g_strconcat ("-I", folder, NULL));
  add_folders (flags, folder);
  g_ptr_array_add (flags, g_strconcat ("-I", folder, "/" AF_SCENE_STUBS, NULL));
  for (guint i = 0; i < further->len; i++)
    g_ptr_array_add (flags, g_strdup (further->pdata[i]));
  g_ptr_array_add (flags, NULL);
  return (char **)g_ptr_array_free (g_steal_pointer (&flags), FALSE);
}

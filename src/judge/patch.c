/* Patches from anywhere.
 *
 * In:  a unified diff, with or without git's header lines, mail headers or time stamps.   Out: new texts of the
 * module's files.
 *
 * A patch names files as its author saw them.  Which file of the module is meant is told by how many parts at the end
 * of the two paths agree.  The diff is then written anew under plain names, and libgit2 applies it to a tree that holds
 * the files under these names: hunks may have moved, but their context must stand. */
#include "judge/judge.h"

#include <git2.h>
#include <stdio.h>
#include <string.h>

#include "util/error.h"
#include "util/files/read.h"

G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_blob, git_blob_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_diff, git_diff_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_index, git_index_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_repository, git_repository_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_tree, git_tree_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_treebuilder, git_treebuilder_free)

void af_patch_free (AfPatch *patch)
{
  if (!patch)
    return;
  g_free (patch->name);
  g_clear_pointer (&patch->texts, g_hash_table_unref);
  g_free (patch);
}

/* --- which file is meant --- */

static GPtrArray *files_of (const AfModule *module)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < module->sources->len; i++)
    g_ptr_array_add (files, g_canonicalize_filename (((const AfSource *)module->sources->pdata[i])->path, NULL));
  for (guint i = 0; i < module->headers->len; i++)
    g_ptr_array_add (files, g_canonicalize_filename (module->headers->pdata[i], NULL));
  return files;
}

/* How many parts at the end of the paths agree. */
static guint agreement (const char *a, const char *b)
{
  g_auto (GStrv) left = g_strsplit (a, "/", -1), right = g_strsplit (b, "/", -1);
  guint n = g_strv_length (left), m = g_strv_length (right), i = 0;
  while (i < n && i < m && strcmp (left[n - 1 - i], right[m - 1 - i]) == 0)
    i++;
  return i;
}

/* Index in @files, or -1: none, or more than one is meant as well as any other. */
static int find_file (const GPtrArray *files, const char *name)
{
  guint best = 0;
  int found = -1;
  for (guint i = 0; i < files->len; i++) {
    guint n = agreement (files->pdata[i], name);
    if (n > best || (n == best && n > 0)) {
      found = n > best ? (int)i : -1;
      best = n;
    }
  }
  return found;
}

/* --- the diff under plain names --- */

/* The path in "--- a/ring.c\t2014-05-01 ...". */
static char *name_in (const char *line)
{
  const char *start = line + strlen ("+++ ");
  char *name = g_strndup (start, strcspn (start, "\t\r\n"));
  return g_strchomp (name);
}

static guint count_of (const char *text)
{
  const char *comma = strchr (text, ',');
  gsize word = strcspn (text, " ");
  return comma && (gsize)(comma - text) < word ? (guint)g_ascii_strtoull (comma + 1, NULL, 10) : 1;
}

/* Copies the hunk that begins at lines[i]; gives the line after it. */
static guint copy_hunk (char **lines, guint i, GString *out)
{
  const char *plus = strstr (lines[i], " +");
  guint old = count_of (lines[i] + strlen ("@@ -")), new = plus ? count_of (plus + 2) : 0;
  g_string_append_printf (out, "%s\n", lines[i++]);
  while (lines[i] && (old > 0 || new > 0 || lines[i][0] == '\\')) {
    char kind = lines[i][0];
    /* editors strip the blank of an empty context line */
    if (kind != '+' && kind != '-' && kind != ' ' && kind != '\0' && kind != '\\')
      break;
    if ((kind == '-' || kind == ' ' || kind == '\0') && old > 0)
      old--;
    if ((kind == '+' || kind == ' ' || kind == '\0') && new > 0)
      new --;
    g_string_append_printf (out, "%s%s\n", kind == '\0' ? " " : "", lines[i++]);
  }
  return i;
}

/* The hunks of all files that the patch changes, file i of @files called "i"; the indices go to @named. */
static char *plain_diff (const char *path, const char *text, const GPtrArray *files, GArray *named, GError **error)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (GString) out = g_string_new (NULL);
  guint i = 0;
  while (lines[i]) {
    if (!g_str_has_prefix (lines[i], "--- ") || !lines[i + 1] || !g_str_has_prefix (lines[i + 1], "+++ ")) {
      i++;
      continue;
    }
    g_autofree char *old = name_in (lines[i]), *new = name_in (lines[i + 1]);
    int file = find_file (files, new);
    file = file >= 0 ? file : find_file (files, old);
    if (file < 0) {
      af_error_at (error, AF_ERROR_SOURCE, path, i + 1, 0,
                   "a patch may change the module's sources and its own headers", "'%s' is no file of the module", new);
      return NULL;
    }
    g_string_append_printf (out, "diff --git a/%d b/%d\n--- a/%d\n+++ b/%d\n", file, file, file, file);
    g_array_append_val (named, file);
    i += 2;
    while (lines[i] && g_str_has_prefix (lines[i], "@@ -"))
      i = copy_hunk (lines, i, out);
  }
  if (out->len > 0)
    return g_string_free (g_steal_pointer (&out), FALSE);
  af_error_at (error, AF_ERROR_SOURCE, path, 0, 0, "diff -u and git diff write one", "not a unified diff");
  return NULL;
}

/* --- application --- */

/* A tree that holds file i of @files, as it is on disk, under the name "i" for each i of @named. */
static int make_tree (git_repository *store, const GPtrArray *files, const GArray *named, git_tree **tree)
{
  g_autoptr (git_treebuilder) builder = NULL;
  git_oid id;
  int status = git_treebuilder_new (&builder, store, NULL);
  for (guint i = 0; i < named->len && status == 0; i++) {
    int file = g_array_index (named, int, i);
    char name[16];
    gsize length = 0;
    snprintf (name, sizeof name, "%d", file);
    g_autofree char *text = af_read_file (files->pdata[file], AF_READ_MOST, &length, NULL);
    status = git_blob_create_from_buffer (&id, store, text ? text : "", length);
    status = status == 0 ? git_treebuilder_insert (NULL, builder, name, &id, GIT_FILEMODE_BLOB) : status;
  }
  status = status == 0 ? git_treebuilder_write (&id, builder) : status;
  return status == 0 ? git_tree_lookup (tree, store, &id) : status;
}

static int take_texts (git_repository *store, git_index *index, const GPtrArray *files, const GArray *named,
                       GHashTable *texts)
{
  for (guint i = 0; i < named->len; i++) {
    int file = g_array_index (named, int, i);
    g_autoptr (git_blob) blob = NULL;
    char name[16];
    snprintf (name, sizeof name, "%d", file);
    const git_index_entry *entry = git_index_get_bypath (index, name, 0);
    if (!entry || git_blob_lookup (&blob, store, &entry->id) != 0)
      return -1;
    g_hash_table_replace (texts, g_strdup (files->pdata[file]),
                          g_strndup (git_blob_rawcontent (blob), (gsize)git_blob_rawsize (blob)));
  }
  return 0;
}

static int apply_diff (const char *text, const GPtrArray *files, const GArray *named, const char *work_dir,
                       GHashTable *texts)
{
  g_autoptr (git_repository) store = NULL;
  g_autoptr (git_diff) diff = NULL;
  g_autoptr (git_tree) tree = NULL;
  g_autoptr (git_index) index = NULL;
  g_autofree char *folder = g_build_filename (work_dir, "patches.git", NULL);
  int status = git_repository_init (&store, folder, 1);
  status = status == 0 ? git_diff_from_buffer (&diff, text, strlen (text)) : status;
  status = status == 0 ? make_tree (store, files, named, &tree) : status;
  status = status == 0 ? git_apply_to_tree (&index, store, tree, diff, NULL) : status;
  return status == 0 ? take_texts (store, index, files, named, texts) : status;
}

/* A patch that cannot be read is one that cannot be judged: no error of the command. */
static char *read_patch (const char *path, GCancellable *cancel, GError **error)
{
  g_autoptr (GError) reason = NULL;
  char *text = af_read_stream (path, AF_READ_MOST, cancel, NULL, &reason);
  if (g_error_matches (reason, AF_ERROR, AF_ERROR_IO))
    af_error (error, AF_ERROR_SOURCE, "%s", reason->message);
  else if (reason)
    g_propagate_error (error, g_steal_pointer (&reason));
  return text;
}

AfPatch *af_patch_read (const AfModule *module, const char *path, const char *work_dir, GCancellable *cancel,
                        GError **error)
{
  g_autoptr (AfPatch) patch = g_new0 (AfPatch, 1);
  g_autoptr (GPtrArray) files = files_of (module);
  g_autoptr (GArray) named = g_array_new (FALSE, FALSE, sizeof (int));
  patch->name = g_path_get_basename (path);
  patch->texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autofree char *text = read_patch (path, cancel, error);
  g_autofree char *plain = text ? plain_diff (path, text, files, named, error) : NULL;
  if (!plain)
    return NULL;
  git_libgit2_init ();
  int status = apply_diff (plain, files, named, work_dir, patch->texts);
  const git_error *why = status != 0 ? git_error_last () : NULL;
  if (status != 0)
    af_error_at (error, AF_ERROR_SOURCE, path, 0, 0, "it must be made for the files as they are now",
                 "does not apply: %s", why && why->message ? why->message : "unknown reason");
  git_libgit2_shutdown ();
  return status == 0 ? g_steal_pointer (&patch) : NULL;
}

/* --- what it changes --- */

static char *routine_text (const AfModule *module, const AfRoutine *routine)
{
  const AfSource *source = af_module_source (module, routine->definition.file);
  return source ? af_source_slice (source, routine->definition) : NULL;
}

GPtrArray *af_patch_routines (const AfModule *module, const AfModule *changed)
{
  GPtrArray *routines = g_ptr_array_new ();
  for (guint i = 0; i < module->routines->len; i++) {
    AfRoutine *routine = module->routines->pdata[i];
    const AfRoutine *other = af_module_routine (changed, routine->name);
    g_autofree char *before = routine_text (module, routine), *after = other ? routine_text (changed, other) : NULL;
    if (g_strcmp0 (before, after) != 0)
      g_ptr_array_add (routines, routine);
  }
  return routines;
}

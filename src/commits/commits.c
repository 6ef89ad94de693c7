/* What git knows of a module.
 *
 * In:  a module as it was read, a revision.   Out: names of changed routines; the commits that wrote a routine.
 *
 *     --since v1.2: ring.c differs at lines 14 and 40 to 42  ->  ring_put (lines 10 to 18), ring_pop (lines 39 to 44)
 *
 * Files are compared as they lie there, committed or not.  libgit2 compares, blames and walks; nothing is written. */
#include "commits/commits-internal.h"

#include <string.h>

#include "util/error.h"
#include "util/files/read.h"

G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_blame, git_blame_free)

void af_commit_free (AfCommit *commit)
{
  g_free (commit->id);
  g_free (commit->author);
  g_free (commit->title);
  g_free (commit->what);
  g_free (commit);
}

/* --- the repository --- */

git_repository *af_repository_open (const char *path)
{
  g_autofree char *full = g_canonicalize_filename (path, NULL);
  g_autofree char *folder = g_path_get_dirname (full);
  git_repository *repository = NULL;
  return git_repository_open_ext (&repository, folder, 0, NULL) == 0 ? repository : NULL;
}

char *af_repository_path (git_repository *repository, const char *path)
{
  const char *top = git_repository_workdir (repository);
  g_autofree char *full = g_canonicalize_filename (path, NULL);
  g_autofree char *folder = g_path_get_dirname (full), *base = g_path_get_basename (full);
  g_autofree char *real = realpath (folder, NULL), *real_top = top ? realpath (top, NULL) : NULL;
  if (!real || !real_top)
    return NULL;
  if (strcmp (real, real_top) == 0)
    return g_steal_pointer (&base);
  gsize length = strlen (real_top);
  if (!g_str_has_prefix (real, real_top) || real[length] != '/')
    return NULL;
  return g_build_filename (real + length + 1, base, NULL);
}

char *af_commits_head (const char *path)
{
  git_libgit2_init ();
  char text[GIT_OID_HEXSZ + 1] = "";
  {
    g_autoptr (git_repository) repository = af_repository_open (path);
    git_oid id;
    if (repository && git_reference_name_to_id (&id, repository, "HEAD") == 0)
      git_oid_tostr (text, sizeof text, &id);
  }
  git_libgit2_shutdown ();
  return g_strdup (text);
}

/* --- what changed --- */

typedef struct {
  const AfModule *module;
  int file;
  GHashTable *names; /* of changed routines, not owned */
} Marking;

static void mark_lines (Marking *marking, guint first, guint last)
{
  const AfSource *source = af_module_source (marking->module, marking->file);
  for (guint i = 0; i < marking->module->routines->len; i++) {
    const AfRoutine *routine = marking->module->routines->pdata[i];
    guint from, to, column;
    if (routine->definition.file != marking->file)
      continue;
    af_source_position (source, routine->definition.start, &from, &column);
    af_source_position (source, routine->definition.end, &to, &column);
    if (from <= last && first <= to)
      g_hash_table_add (marking->names, routine->name);
  }
}

static int on_changed_hunk (const git_diff_delta *delta G_GNUC_UNUSED, const git_diff_hunk *hunk, void *data)
{
  guint first = (guint)MAX (hunk->new_start, 1);
  /* lines that went away stood after the one that is named */
  mark_lines (data, first, hunk->new_lines > 0 ? first + (guint)hunk->new_lines - 1 : first + 1);
  return 0;
}

static git_blob *old_blob (git_repository *repository, git_object *tree, const char *path)
{
  g_autofree char *inside = af_repository_path (repository, path);
  g_autoptr (git_tree_entry) entry = NULL;
  git_blob *blob = NULL;
  if (!inside || git_tree_entry_bypath (&entry, (git_tree *)tree, inside) != 0)
    return NULL;
  return git_blob_lookup (&blob, repository, git_tree_entry_id (entry)) == 0 ? blob : NULL;
}

static void mark_all (Marking *marking)
{
  for (guint i = 0; i < marking->module->routines->len; i++)
    g_hash_table_add (marking->names, ((const AfRoutine *)marking->module->routines->pdata[i])->name);
}

/* Calls @on_hunk for each place where the text differs from the blob. */
static gboolean compare_texts (const git_blob *blob, const AfSource *source, git_diff_hunk_cb on_hunk, void *data)
{
  git_diff_options options;
  git_diff_options_init (&options, GIT_DIFF_OPTIONS_VERSION);
  options.flags = GIT_DIFF_FORCE_TEXT;
  options.context_lines = 0;
  return git_diff_blob_to_buffer (blob, NULL, source->text, source->length, NULL, &options, NULL, NULL, on_hunk, NULL,
                                  data)
         == 0;
}

static void compare_source (Marking *marking, git_repository *repository, git_object *tree)
{
  const AfSource *source = af_module_source (marking->module, marking->file);
  g_autoptr (git_blob) blob = old_blob (repository, tree, source->path);
  if (!blob || !compare_texts (blob, source, on_changed_hunk, marking))
    mark_lines (marking, 1, G_MAXUINT);
}

static void compare_header (Marking *marking, git_repository *repository, git_object *tree, const char *path)
{
  g_autoptr (git_blob) blob = old_blob (repository, tree, path);
  gsize length = 0;
  g_autofree char *text = blob ? af_read_file (path, AF_READ_MOST, &length, NULL) : NULL;
  gboolean same = text && git_blob_rawsize (blob) == (git_object_size_t)length
                  && memcmp (git_blob_rawcontent (blob), text, length) == 0;
  if (!same)
    mark_all (marking);
}

git_object *af_repository_tree (git_repository *repository, const char *revision)
{
  g_autofree char *spec = g_strconcat (revision, "^{tree}", NULL);
  git_object *tree = NULL;
  return git_revparse_single (&tree, repository, spec) == 0 ? tree : NULL;
}

static const char *path_of (const AfModule *module)
{
  return ((const AfSource *)module->sources->pdata[0])->path;
}

/* @repository is nullable. */
static git_object *need_tree (git_repository *repository, const AfModule *module, const char *revision, GError **error)
{
  git_object *tree = repository ? af_repository_tree (repository, revision) : NULL;
  if (!tree)
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "a commit, a branch, a tag, HEAD~3",
                 repository ? "no revision '%s' in the repository of '%s'"
                            : "no revision '%s', because git does not track '%s'",
                 revision, path_of (module));
  return tree;
}

static gboolean mark_changes (const AfModule *module, const char *revision, GHashTable *names, GError **error)
{
  Marking marking = { module, 0, names };
  g_autoptr (git_repository) repository = af_repository_open (path_of (module));
  g_autoptr (git_object) tree = need_tree (repository, module, revision, error);
  if (!tree)
    return FALSE;
  for (guint i = 0; i < module->headers->len; i++)
    compare_header (&marking, repository, tree, module->headers->pdata[i]);
  for (; marking.file < (int)module->sources->len; marking.file++)
    compare_source (&marking, repository, tree);
  return TRUE;
}

char **af_commits_changed_routines (const AfModule *module, const char *revision, GError **error)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) list = g_ptr_array_new ();
  git_libgit2_init ();
  gboolean ok = mark_changes (module, revision, names, error);
  git_libgit2_shutdown ();
  if (!ok)
    return NULL;
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    if (g_hash_table_contains (names, routine->name))
      g_ptr_array_add (list, g_strdup (routine->name));
  }
  g_ptr_array_add (list, NULL);
  return (char **)g_ptr_array_free (g_steal_pointer (&list), FALSE);
}

/* --- what was --- */

/* Whether it was there. */
static gboolean take_text (git_repository *repository, git_object *tree, const char *path, GHashTable *texts)
{
  g_autoptr (git_blob) blob = old_blob (repository, tree, path);
  if (blob)
    g_hash_table_insert (texts, g_canonicalize_filename (path, NULL),
                         g_strndup (git_blob_rawcontent (blob), (gsize)git_blob_rawsize (blob)));
  return blob != NULL;
}

static gboolean take_texts (const AfModule *module, const char *revision, GHashTable *texts, GError **error)
{
  g_autoptr (git_repository) repository = af_repository_open (path_of (module));
  g_autoptr (git_object) tree = need_tree (repository, module, revision, error);
  if (!tree)
    return FALSE;
  for (guint i = 0; i < module->headers->len; i++)
    take_text (repository, tree, module->headers->pdata[i], texts);
  for (guint i = 0; i < module->sources->len; i++) {
    const char *path = ((const AfSource *)module->sources->pdata[i])->path;
    if (take_text (repository, tree, path, texts))
      continue;
    af_error (error, AF_ERROR_USAGE, "revision '%s' has no '%s'", revision, path);
    return FALSE;
  }
  return TRUE;
}

GHashTable *af_commits_texts (const AfModule *module, const char *revision, GError **error)
{
  g_autoptr (GHashTable) texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  git_libgit2_init ();
  gboolean ok = take_texts (module, revision, texts, error);
  git_libgit2_shutdown ();
  return ok ? g_steal_pointer (&texts) : NULL;
}

char *af_commits_name (const AfModule *module, const char *revision)
{
  char text[GIT_OID_HEXSZ + 1] = "";
  git_libgit2_init ();
  {
    g_autoptr (git_repository) repository = af_repository_open (path_of (module));
    g_autofree char *spec = g_strconcat (revision, "^{commit}", NULL);
    git_object *found = NULL;
    if (repository && git_revparse_single (&found, repository, spec) == 0)
      git_oid_tostr (text, sizeof text, git_object_id (found));
    git_object_free (found);
  }
  git_libgit2_shutdown ();
  return *text ? g_strdup (text) : NULL;
}

/* --- who wrote it --- */

static gboolean is_recent (git_repository *repository, const git_oid *id, const char *before)
{
  git_oid old;
  if (!before || !*before || git_oid_fromstr (&old, before) != 0 || git_oid_equal (id, &old))
    return FALSE;
  return git_graph_descendant_of (repository, &old, id) == 0;
}

AfCommit *af_commit_new (git_repository *repository, const git_oid *id)
{
  AfCommit *commit = g_new0 (AfCommit, 1);
  g_autoptr (git_commit) object = NULL;
  if (id && git_commit_lookup (&object, repository, id) == 0) {
    const git_signature *author = git_commit_author (object);
    commit->id = g_strndup (git_oid_tostr_s (id), 10);
    commit->author = g_utf8_make_valid (author && author->name ? author->name : "", -1);
    commit->title = g_utf8_make_valid (git_commit_summary (object) ? git_commit_summary (object) : "", -1);
    commit->time = git_commit_time (object);
    return commit;
  }
  commit->id = g_strdup ("");
  commit->author = g_strdup ("");
  commit->title = g_strdup ("not committed yet");
  commit->time = G_MAXINT64;
  return commit;
}

static AfCommit *commit_of_hunk (git_repository *repository, const git_blame_hunk *hunk, const char *before)
{
  AfCommit *commit = af_commit_new (repository, &hunk->final_commit_id);
  commit->is_recent = !*commit->id || is_recent (repository, &hunk->final_commit_id, before);
  return commit;
}

static AfCommit *find_commit (GPtrArray *list, const AfCommit *wanted)
{
  for (guint i = 0; i < list->len; i++)
    if (g_str_equal (((AfCommit *)list->pdata[i])->id, wanted->id))
      return list->pdata[i];
  return NULL;
}

static gint by_time (gconstpointer a, gconstpointer b)
{
  const AfCommit *left = *(const AfCommit *const *)a, *right = *(const AfCommit *const *)b;
  if (left->time != right->time)
    return left->time < right->time ? 1 : -1;
  return strcmp (left->id, right->id);
}

/* The lines of the text as it is -> those of the commit; 0: not committed. */
typedef struct {
  GArray *old_lines; /* of guint; [0] is unused */
  guint next_old;    /* the line of the commit after the last hunk */
} LineMap;

static void map_equal (LineMap *map, guint until)
{
  while (map->old_lines->len < until) {
    guint line = map->next_old++;
    g_array_append_val (map->old_lines, line);
  }
}

static int on_mapped_hunk (const git_diff_delta *delta G_GNUC_UNUSED, const git_diff_hunk *hunk, void *data)
{
  LineMap *map = data;
  const guint none = 0;
  /* a side without lines names the line before */
  map_equal (map, (guint)hunk->new_start + (hunk->new_lines == 0));
  for (int i = 0; i < hunk->new_lines; i++)
    g_array_append_val (map->old_lines, none);
  map->next_old = (guint)(hunk->old_start + hunk->old_lines) + (hunk->old_lines == 0);
  return 0;
}

static void add_line (GPtrArray *list, git_repository *repository, git_blame *blame, guint old_line, const char *before)
{
  static const git_blame_hunk uncommitted = { 0 };
  const git_blame_hunk *hunk = old_line > 0 ? git_blame_get_hunk_byline (blame, old_line) : &uncommitted;
  AfCommit *commit = commit_of_hunk (repository, hunk ? hunk : &uncommitted, before),
           *same = find_commit (list, commit);
  if (same)
    g_clear_pointer (&commit, af_commit_free);
  else
    g_ptr_array_add (list, commit);
  (same ? same : commit)->lines++;
}

/* Only the lines that are asked for: the history of a long file takes its time. */
static gboolean blame_range (git_blame **blame, git_repository *repository, const char *path, const LineMap *map,
                             guint first, guint last)
{
  git_blame_options options;
  git_blame_options_init (&options, GIT_BLAME_OPTIONS_VERSION);
  for (guint line = first; line <= last; line++) {
    guint old = g_array_index (map->old_lines, guint, line);
    if (old > 0 && options.min_line <= 1)
      options.min_line = old;
    options.max_line = MAX (options.max_line, old);
  }
  return git_blame_file (blame, repository, path, &options) == 0;
}

static void blame_lines (GPtrArray *list, git_repository *repository, const AfSource *source, guint first, guint last,
                         const char *before)
{
  g_autofree char *inside = af_repository_path (repository, source->path);
  g_autoptr (git_object) tree = af_repository_tree (repository, "HEAD");
  g_autoptr (git_blob) blob = inside && tree ? old_blob (repository, tree, source->path) : NULL;
  g_autoptr (git_blame) blame = NULL;
  g_autoptr (GArray) old_lines = g_array_new (FALSE, TRUE, sizeof (guint));
  LineMap map = { old_lines, 1 };
  g_array_set_size (old_lines, 1);
  /* git_blame_buffer of libgit2 1.5 gets texts wrong from which lines were taken away: the lines are mapped here */
  if (!blob || !compare_texts (blob, source, on_mapped_hunk, &map))
    return;
  map_equal (&map, last + 1);
  if (!blame_range (&blame, repository, inside, &map, first, last))
    return;
  for (guint line = first; line <= last; line++)
    add_line (list, repository, blame, g_array_index (old_lines, guint, line), before);
}

GPtrArray *af_commits_of_routine (const AfModule *module, const AfRoutine *routine, const char *before)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify)af_commit_free);
  const AfSource *source = af_module_source (module, routine->definition.file);
  guint first, last, column;
  if (!source)
    return list;
  af_source_position (source, routine->definition.start, &first, &column);
  af_source_position (source, routine->definition.end, &last, &column);
  git_libgit2_init ();
  {
    g_autoptr (git_repository) repository = af_repository_open (source->path);
    if (repository)
      blame_lines (list, repository, source, first, last, before);
  }
  git_libgit2_shutdown ();
  g_ptr_array_sort (list, by_time);
  return list;
}

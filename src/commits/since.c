/* Which commits changed what a fault's test runs?
 *
 * In:  routines, the revision at which they were right.   Out: the commits whose lines make the difference.
 *
 *     then      f: a b     g: c              a commit added the line x to f,  another changed c of g and a third
 *     now       f: a x b   g: c              took that back                   ->  the first
 *
 * The lines that differ between then and now are looked for in what each commit added and took away.  So a line that
 * went away has an author, too, what was taken back has none, and a commit that a rebase has only written anew is not
 * asked.  Functions are found by name and read without headers (`edits`): no text on the way needs to compile, lines
 * and files may move.  Of each only the tokens count, one line of them for each line of text. */
#include <string.h>

#include "commits/commits-internal.h"
#include "edits/tokens.h"
#include "util/files/read.h"

#define OUTSIDE "" /* name of what stands in no function */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_diff, git_diff_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_revwalk, git_revwalk_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_tree, git_tree_free)

/* A file of the module. */
typedef struct {
  const char *path;          /* as the module names it */
  char *inside, *was_inside; /* as the repository names it now and named it before: null where it is the same */
} File;

typedef struct {
  const AfModule *module;
  git_repository *repository;
  GArray *files;     /* of File */
  GPtrArray *names;  /* of char *, not owned: routines, at the end OUTSIDE */
  GPtrArray *wanted; /* of GHashTable or null, by name: set of changed lines "+ text", "- text" */
  GPtrArray *found;  /* of AfCommit */
} Search;

static void file_clear (gpointer data)
{
  g_free (((File *)data)->inside);
  g_free (((File *)data)->was_inside);
}

/* --- texts by function --- */

static GHashTable *pieces_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

static GString *piece_begin (GHashTable *pieces, const char *name)
{
  return g_string_new (g_hash_table_lookup (pieces, name));
}

static void piece_end (GHashTable *pieces, const char *name, GString *text)
{
  g_hash_table_insert (pieces, g_strdup (name), g_string_free (text, FALSE));
}

/* Appends tokens [@first, @end). */
static void append_tokens (GString *text, const AfTokens *tokens, guint first, guint end)
{
  for (guint i = first; i < end; i++) {
    const AfToken *token = af_token_at (tokens, i);
    gboolean is_same_line = i > first && af_token_at (tokens, i - 1)->line == token->line;
    if (text->len > 0)
      g_string_append_c (text, is_same_line ? ' ' : '\n');
    g_string_append_len (text, tokens->text + token->start, (gssize)(token->end - token->start));
  }
}

/* Adds the functions of a file to @pieces, name -> tokens. */
static void cut (GHashTable *pieces, const char *text, gsize length)
{
  g_autoptr (AfTokens) tokens = af_tokens_read (text, length);
  g_autoptr (GArray) functions = af_tokens_functions (tokens);
  GString *outside = piece_begin (pieces, OUTSIDE);
  guint at = 0;
  for (guint i = 0; i < functions->len; i++) {
    const AfOutline *outline = &g_array_index (functions, AfOutline, i);
    g_autofree char *name = af_token_text (tokens, outline->name);
    GString *piece = piece_begin (pieces, name);
    append_tokens (outside, tokens, at, outline->first);
    append_tokens (piece, tokens, outline->first, outline->end);
    piece_end (pieces, name, piece);
    at = outline->end;
  }
  append_tokens (outside, tokens, at, tokens->tokens->len);
  piece_end (pieces, OUTSIDE, outside);
}

/* The entry of the file in a tree, under its name or the one that it had. */
static git_tree_entry *entry_of (const File *file, const git_tree *tree)
{
  git_tree_entry *entry = NULL;
  if (git_tree_entry_bypath (&entry, tree, file->inside) == 0)
    return entry;
  return file->was_inside && git_tree_entry_bypath (&entry, tree, file->was_inside) == 0 ? entry : NULL;
}

static void cut_entry (const Search *search, GHashTable *pieces, const git_tree_entry *entry)
{
  g_autoptr (git_blob) blob = NULL;
  if (entry && git_blob_lookup (&blob, search->repository, git_tree_entry_id (entry)) == 0)
    cut (pieces, git_blob_rawcontent (blob), (gsize)git_blob_rawsize (blob));
}

/* All files of the module in a tree; with @but those that are the same in that tree are left out. */
static GHashTable *pieces_of_tree (const Search *search, const git_tree *tree, const git_tree *but)
{
  GHashTable *pieces = pieces_new ();
  for (guint i = 0; i < search->files->len; i++) {
    const File *file = &g_array_index (search->files, File, i);
    g_autoptr (git_tree_entry) entry = entry_of (file, tree), other = but ? entry_of (file, but) : NULL;
    if (entry && !(other && git_oid_equal (git_tree_entry_id (entry), git_tree_entry_id (other))))
      cut_entry (search, pieces, entry);
  }
  return pieces;
}

/* As they lie there. */
static GHashTable *pieces_of_files (const Search *search)
{
  GHashTable *pieces = pieces_new ();
  for (guint i = 0; i < search->files->len; i++) {
    gsize length = 0;
    g_autofree char *text = af_read_file (g_array_index (search->files, File, i).path, AF_READ_MOST, &length, NULL);
    if (text)
      cut (pieces, text, length);
  }
  return pieces;
}

/* --- lines --- */

static int on_line (const git_diff_delta *delta G_GNUC_UNUSED, const git_diff_hunk *hunk G_GNUC_UNUSED,
                    const git_diff_line *line, void *data)
{
  gsize length = line->content_len;
  if (line->origin != GIT_DIFF_LINE_ADDITION && line->origin != GIT_DIFF_LINE_DELETION)
    return 0;
  while (length > 0 && line->content[length - 1] == '\n')
    length--;
  g_autofree char *text = g_strndup (line->content, length);
  g_hash_table_add (data, g_strdup_printf ("%c %s", line->origin, text));
  return 0;
}

/* Set of the lines in which two texts (nullable) differ, "+ added" and "- taken away"; null: in none. */
static GHashTable *lines_between (const char *old, const char *new)
{
  g_autoptr (GHashTable) lines = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  /* a last line that does not end is another than the same with an end */
  g_autofree char *from = g_strconcat (old ? old : "", "\n", NULL), *to = g_strconcat (new ? new : "", "\n", NULL);
  git_diff_options options;
  git_diff_options_init (&options, GIT_DIFF_OPTIONS_VERSION);
  options.flags = GIT_DIFF_FORCE_TEXT;
  options.context_lines = 0;
  if (g_strcmp0 (old, new) == 0
      || git_diff_buffers (from, strlen (from), NULL, to, strlen (to), NULL, &options, NULL, NULL, NULL, on_line, lines)
           != 0)
    return NULL;
  g_hash_table_remove (lines, "+ ");
  g_hash_table_remove (lines, "- ");
  return g_hash_table_size (lines) > 0 ? g_steal_pointer (&lines) : NULL;
}

/* Keeps of @lines what is in @others (nullable: nothing), too. */
static void keep_common (GHashTable *lines, GHashTable *others)
{
  GHashTableIter iter;
  gpointer line;
  g_hash_table_iter_init (&iter, lines);
  while (g_hash_table_iter_next (&iter, &line, NULL))
    if (!others || !g_hash_table_contains (others, line))
      g_hash_table_iter_remove (&iter);
}

/* --- commits --- */

/* A commit that has changed @n lines of the routine number @k. */
static void note (AfCommit *commit, const Search *search, guint k, guint n)
{
  const char *name = search->names->pdata[k];
  g_autofree char *before = commit->what;
  commit->lines += n;
  commit->what = g_strdup_printf ("%s%s%u line%s %s%s", before ? before : "", before ? ", " : "", n, n == 1 ? "" : "s",
                                  *name ? "of " : "outside of functions", name);
}

/* Takes the commit if what it changed, between each of @olds (pieces of its parents) and @new, is wanted.  @id null:
 * what is not committed. */
static void take (Search *search, const git_oid *id, const GPtrArray *olds, const GPtrArray *news)
{
  g_autoptr (AfCommit) commit = NULL;
  for (guint k = 0; k < search->names->len; k++) {
    g_autoptr (GHashTable) lines = NULL;
    for (guint i = 0; search->wanted->pdata[k] && i < olds->len && (i == 0 || lines); i++) {
      const char *name = search->names->pdata[k];
      g_autoptr (GHashTable) more =
        lines_between (g_hash_table_lookup (olds->pdata[i], name), g_hash_table_lookup (news->pdata[i], name));
      if (i == 0 && more)
        lines = g_hash_table_ref (more);
      else if (lines)
        keep_common (lines, more);
    }
    if (lines)
      keep_common (lines, search->wanted->pdata[k]);
    if (!lines || g_hash_table_size (lines) == 0)
      continue;
    if (!commit) {
      commit = af_commit_new (search->repository, id);
      commit->is_recent = TRUE;
      commit->nearest = k;
    }
    note (commit, search, k, g_hash_table_size (lines));
  }
  if (commit)
    g_ptr_array_add (search->found, g_steal_pointer (&commit));
}

static GPtrArray *pieces_list (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify)g_hash_table_unref);
}

static git_tree *tree_of (const git_commit *commit)
{
  git_tree *tree = NULL;
  return git_commit_tree (&tree, commit) == 0 ? tree : NULL;
}

static void take_commit (Search *search, const git_oid *id)
{
  g_autoptr (GPtrArray) olds = pieces_list (), news = pieces_list ();
  g_autoptr (git_commit) commit = NULL;
  g_autoptr (git_tree) tree = git_commit_lookup (&commit, search->repository, id) == 0 ? tree_of (commit) : NULL;
  for (guint i = 0; tree && i < git_commit_parentcount (commit); i++) {
    g_autoptr (git_commit) parent = NULL;
    g_autoptr (git_tree) old = git_commit_parent (&parent, commit, i) == 0 ? tree_of (parent) : NULL;
    if (!old)
      return;
    g_ptr_array_add (olds, pieces_of_tree (search, old, tree));
    g_ptr_array_add (news, pieces_of_tree (search, tree, old));
  }
  take (search, id, olds, news);
}

static gint by_nearness (gconstpointer a, gconstpointer b)
{
  const AfCommit *left = *(const AfCommit *const *)a, *right = *(const AfCommit *const *)b;
  if (left->nearest != right->nearest)
    return left->nearest < right->nearest ? -1 : 1;
  if (left->time != right->time)
    return left->time < right->time ? 1 : -1;
  return strcmp (left->id, right->id);
}

/* --- the search --- */

static int on_renamed (const git_diff_delta *delta, float progress G_GNUC_UNUSED, void *data)
{
  const Search *search = data;
  for (guint i = 0; delta->status == GIT_DELTA_RENAMED && i < search->files->len; i++) {
    File *file = &g_array_index (search->files, File, i);
    if (g_str_equal (file->inside, delta->new_file.path) && !file->was_inside)
      file->was_inside = g_strdup (delta->old_file.path);
  }
  return 0;
}

/* What the files were called in @old. */
static void find_renamed (Search *search, git_tree *old, git_tree *new)
{
  g_autoptr (git_diff) diff = NULL;
  if (git_diff_tree_to_tree (&diff, search->repository, old, new, NULL) == 0 && git_diff_find_similar (diff, NULL) == 0)
    git_diff_foreach (diff, on_renamed, NULL, NULL, NULL, search);
}

static void add_file (Search *search, const char *path)
{
  File file = { .path = path, .inside = af_repository_path (search->repository, path) };
  if (file.inside)
    g_array_append_val (search->files, file);
}

static void find_wanted (Search *search, GHashTable *old, GHashTable *new)
{
  for (guint k = 0; k < search->names->len; k++) {
    const char *name = search->names->pdata[k];
    g_ptr_array_add (search->wanted, lines_between (g_hash_table_lookup (old, name), g_hash_table_lookup (new, name)));
  }
}

static void walk (Search *search, const git_oid *from, const git_oid *to)
{
  g_autoptr (git_revwalk) all = NULL;
  git_oid id;
  if (git_revwalk_new (&all, search->repository) != 0 || git_revwalk_push (all, to) != 0
      || git_revwalk_hide (all, from) != 0)
    return;
  while (git_revwalk_next (&id, all) == 0)
    take_commit (search, &id);
}

/* False: git does not know one of the revisions. */
static gboolean look (Search *search, const char *before, const char *until)
{
  g_autoptr (git_object) from = af_repository_tree (search->repository, before);
  g_autoptr (git_object) to = af_repository_tree (search->repository, until ? until : "HEAD");
  git_oid first, last;
  if (!from || !to || git_oid_fromstr (&first, before) != 0)
    return FALSE;
  if (until ? git_oid_fromstr (&last, until) != 0 : git_reference_name_to_id (&last, search->repository, "HEAD") != 0)
    return FALSE;
  find_renamed (search, (git_tree *)from, (git_tree *)to);
  g_autoptr (GPtrArray) olds = pieces_list (), news = pieces_list ();
  GHashTable *head = pieces_of_tree (search, (git_tree *)to, NULL);
  g_ptr_array_add (olds, head);
  g_ptr_array_add (news, until ? g_hash_table_ref (head) : pieces_of_files (search));
  g_autoptr (GHashTable) old = pieces_of_tree (search, (git_tree *)from, NULL);
  find_wanted (search, old, news->pdata[0]);
  take (search, NULL, olds, news);
  walk (search, &first, &last);
  g_ptr_array_sort (search->found, by_nearness);
  return TRUE;
}

static void lines_free (gpointer lines)
{
  g_clear_pointer (&lines, g_hash_table_unref);
}

GPtrArray *af_commits_since (const AfModule *module, const char *const *routines, const char *before, const char *until)
{
  const AfSource *first = module->sources->pdata[0];
  git_libgit2_init ();
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func ((GDestroyNotify)af_commit_free);
  {
    g_autoptr (git_repository) repository = af_repository_open (first->path);
    g_autoptr (GArray) files = g_array_new (FALSE, FALSE, sizeof (File));
    g_autoptr (GPtrArray) names = g_ptr_array_new (), wanted = g_ptr_array_new_with_free_func (lines_free);
    Search search = { module, repository, files, names, wanted, found };
    g_array_set_clear_func (files, file_clear);
    for (guint i = 0; repository && i < module->sources->len; i++)
      add_file (&search, ((const AfSource *)module->sources->pdata[i])->path);
    for (guint i = 0; repository && i < module->headers->len; i++)
      add_file (&search, module->headers->pdata[i]);
    for (guint i = 0; routines[i]; i++)
      g_ptr_array_add (names, (gpointer)routines[i]);
    g_ptr_array_add (names, (gpointer)OUTSIDE);
    if (!repository || !look (&search, before, until))
      g_clear_pointer (&found, g_ptr_array_unref);
  }
  git_libgit2_shutdown ();
  return g_steal_pointer (&found);
}

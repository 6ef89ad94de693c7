/* What one commit changed.
 *
 * In:  a commit.   Out: for each C file that it changes in one function the pair, or why there is none.
 *
 * Trees are compared by the ids of their entries, so a commit of one file costs the reading of a few small objects, and
 * two versions of the file. */
#include "learn/learn-internal.h"

#include <string.h>

G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_commit, git_commit_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_tree, git_tree_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_diff, git_diff_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_blob, git_blob_free)

/* With more files of any kind a commit is about something else than one function. */
enum { MOST_FILES = 20 };

static void found_clear (gpointer data)
{
  AfFound *found = data;
  g_free (found->path);
  af_pair_clear (&found->pair);
}

void af_learn_commit_clear (AfLearnCommit *commit)
{
  g_clear_pointer (&commit->found, g_array_unref);
}

gboolean af_learn_has_word (const char *message, const char *words)
{
  g_autofree char *text = g_ascii_strdown (message, -1), *all = g_ascii_strdown (words, -1);
  g_auto (GStrv) list = g_strsplit (all, ",", -1);
  for (char **word = list; *word; word++) {
    g_strstrip (*word);
    for (const char *at = text; **word && (at = strstr (at, *word)); at++)
      if (at == text || !g_ascii_isalnum (at[-1]))
        return TRUE;
  }
  return FALSE;
}

static gboolean is_c (const char *path)
{
  return g_str_has_suffix (path, ".c") || g_str_has_suffix (path, ".h");
}

/* Copies of other projects, and what programs wrote. */
static gboolean is_foreign (const char *path)
{
  static const char *const parts[] = { "vendor/",   "third_party/", "third-party/", "thirdparty/", "deps/",
                                       "external/", "extern/",      "contrib/",     "generated/",  "amalgamation" };
  static const char *const ends[] = { ".tab.c", ".yy.c", "-amalgamation.c", "_generated.c", "sqlite3.c" };
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    const char *at = strstr (path, parts[i]);
    if (at && (at == path || at[-1] == '/'))
      return TRUE;
  }
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    if (g_str_has_suffix (path, ends[i]))
      return TRUE;
  return FALSE;
}

static int on_hunk (const git_diff_delta *delta G_GNUC_UNUSED, const git_diff_hunk *hunk, void *data)
{
  *(guint *)data += (guint)MAX (hunk->old_lines, hunk->new_lines);
  return 0;
}

static guint count_lines (const git_blob *before, const git_blob *after)
{
  git_diff_options options;
  guint n = 0;
  git_diff_options_init (&options, GIT_DIFF_OPTIONS_VERSION);
  options.flags = GIT_DIFF_FORCE_TEXT;
  options.context_lines = 0;
  return git_diff_blobs (before, NULL, after, NULL, &options, NULL, NULL, on_hunk, NULL, &n) == 0 ? n : G_MAXUINT;
}

static AfText text_of (const git_blob *blob)
{
  return (AfText){ git_blob_rawcontent (blob), (gsize)git_blob_rawsize (blob) };
}

static void read_file (git_repository *repository, const AfLearnFilter *filter, const git_diff_delta *delta,
                       AfLearnCommit *commit)
{
  g_autoptr (git_blob) before = NULL;
  g_autoptr (git_blob) after = NULL;
  AfFound found = { .before = delta->old_file.id, .after = delta->new_file.id };
  AfRefusal refusal = AF_REFUSAL_UNREADABLE;
  if (git_blob_lookup (&before, repository, &found.before) != 0
      || git_blob_lookup (&after, repository, &found.after) != 0) {
    commit->refused[AF_REFUSAL_UNREADABLE]++;
    return;
  }
  found.lines = count_lines (before, after);
  if (found.lines > filter->max_lines) {
    commit->refused[AF_REFUSAL_LINES]++;
    return;
  }
  if (!af_pair_read (text_of (before), text_of (after), &found.pair, &refusal)) {
    commit->refused[refusal]++;
    return;
  }
  found.path = g_utf8_make_valid (delta->new_file.path, -1);
  g_array_append_val (commit->found, found);
}

static void read_diff (git_repository *repository, git_diff *diff, const AfLearnFilter *filter, AfLearnCommit *commit)
{
  gsize n = git_diff_num_deltas (diff);
  guint n_c = 0, n_foreign = 0;
  gboolean comes_or_goes = FALSE;
  for (gsize i = 0; i < n && n <= MOST_FILES; i++) {
    const git_diff_delta *delta = git_diff_get_delta (diff, i);
    if (!is_c (delta->new_file.path))
      continue;
    n_c++;
    n_foreign += is_foreign (delta->new_file.path);
    comes_or_goes = comes_or_goes || delta->status != GIT_DELTA_MODIFIED;
  }
  if (n > MOST_FILES || n_c == 0 || n_c > filter->max_files || comes_or_goes || n_foreign > 0) {
    commit->refused[n_foreign > 0 ? AF_REFUSAL_FOREIGN : AF_REFUSAL_OTHER_FILES]++;
    return;
  }
  for (gsize i = 0; i < n; i++) {
    const git_diff_delta *delta = git_diff_get_delta (diff, i);
    if (g_str_has_suffix (delta->new_file.path, ".c"))
      read_file (repository, filter, delta, commit);
  }
}

static gboolean compare_to_parent (git_repository *repository, git_commit *object, git_diff **diff)
{
  g_autoptr (git_commit) parent = NULL;
  g_autoptr (git_tree) before = NULL;
  g_autoptr (git_tree) after = NULL;
  git_diff_options options;
  git_diff_options_init (&options, GIT_DIFF_OPTIONS_VERSION);
  options.flags = GIT_DIFF_SKIP_BINARY_CHECK | GIT_DIFF_IGNORE_SUBMODULES;
  return git_commit_parent (&parent, object, 0) == 0 && git_commit_tree (&before, parent) == 0
         && git_commit_tree (&after, object) == 0
         && git_diff_tree_to_tree (diff, repository, before, after, &options) == 0;
}

void af_learn_commit_read (git_repository *repository, const AfLearnFilter *filter, AfLearnCommit *commit)
{
  g_autoptr (git_commit) object = NULL;
  g_autoptr (git_diff) diff = NULL;
  commit->found = g_array_new (FALSE, FALSE, sizeof (AfFound));
  g_array_set_clear_func (commit->found, found_clear);
  if (git_commit_lookup (&object, repository, &commit->id) != 0) {
    commit->refused[AF_REFUSAL_UNREADABLE]++;
    return;
  }
  const char *message = git_commit_message (object);
  commit->time = git_commit_time (object);
  commit->fixes = message && af_learn_has_word (message, AF_LEARN_FIX_WORDS);
  if (filter->words && !(message && af_learn_has_word (message, filter->words)))
    commit->refused[AF_REFUSAL_WORDS]++;
  else if (message && g_str_has_prefix (message, "Revert"))
    commit->refused[AF_REFUSAL_REVERT]++;
  else if (!compare_to_parent (repository, object, &diff))
    commit->refused[AF_REFUSAL_UNREADABLE]++;
  else
    read_diff (repository, diff, filter, commit);
}

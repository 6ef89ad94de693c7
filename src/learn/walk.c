/* A history from end to end.
 *
 * In:  a repository.   Out: its changes of one function in the file, and sums.
 *
 * The commits are listed once, oldest first, those left out that an earlier run has looked at.  Slices of them are read
 * on all processors, and added in order, so that the file does not depend on the number of workers. */
#include "learn/learn-internal.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "util/error.h"
#include "util/interrupt.h"
#include "util/jobs.h"

G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_repository, git_repository_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_revwalk, git_revwalk_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (git_commit, git_commit_free)

/* Commits in a transaction: enough for all processors, and little to lose. */
enum { SLICE = 512 };

typedef struct {
  const AfLearnOptions *options;
  const char *folder, *name;
  GCancellable *cancel;
  GPtrArray *repositories; /* of git_repository: one for each worker; owned */
  GArray *ids;             /* of git_oid: what is to be looked at */
  GArray *slice;           /* of AfLearnCommit */
} Walk;

static const char *const meanings[] = {
#define AF_REFUSAL(ID, meaning) meaning,
#include "learn/refusals.def"
#undef AF_REFUSAL
};

const char *af_refusal_meaning (AfRefusal refusal)
{
  return meanings[refusal];
}

/* The folder that is called as the project is: not a clone's `.git` in it, nor its only part `repo`. */
static void strip (char *path)
{
  static const char *const inner[] = { "/.git", "/repo" };
  for (guint i = 0; i < G_N_ELEMENTS (inner); i++)
    if (g_str_has_suffix (path, inner[i]) && strlen (path) > strlen (inner[i]))
      path[strlen (path) - strlen (inner[i])] = '\0';
  if (g_str_has_suffix (path, ".git") && !g_str_has_suffix (path, "/.git"))
    path[strlen (path) - strlen (".git")] = '\0';
}

char *af_learn_project_name (const char *folder)
{
  g_autofree char *full = g_canonicalize_filename (folder, NULL);
  strip (full);
  g_autofree char *base = g_path_get_basename (full), *above = g_path_get_dirname (full),
                  *owner = g_path_get_basename (above);
  const char *plus = strchr (base, '+'); /* no letter of a name at the usual hosts */
  g_autofree char *name = plus && plus > base && plus[1]
                            ? g_strdup_printf ("%.*s/%s", (int)(plus - base), base, plus + 1)
                          : g_str_equal (owner, "/") ? g_strdup (base)
                                                     : g_build_filename (owner, base, NULL);
  return g_utf8_make_valid (name, -1);
}

static git_repository *open_repository (const char *folder, GError **error)
{
  git_repository *repository = NULL;
  if (git_repository_open (&repository, folder) == 0)
    return repository;
  const git_error *why = git_error_last ();
  gboolean is_folder = g_file_test (folder, G_FILE_TEST_IS_DIR);
  af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "wanted are folders that git works in, or bare repositories",
               is_folder ? "no git repository in '%s': %s" : "no folder '%s': %s", folder,
               why && why->message ? why->message : "unknown reason");
  return NULL;
}

static gboolean is_merge_or_first (git_repository *repository, const git_oid *id)
{
  g_autoptr (git_commit) commit = NULL;
  return git_commit_lookup (&commit, repository, id) == 0 && git_commit_parentcount (commit) != 1;
}

static void list_commit (Walk *walk, const git_oid *id, GHashTable *known, AfLearnTotals *totals)
{
  if (g_hash_table_contains (known, id))
    totals->n_earlier++;
  else if (!is_merge_or_first (walk->repositories->pdata[0], id))
    g_array_append_val (walk->ids, *id);
}

/* False when a commit is missing: libgit2 lists the whole history before it gives the first one. */
static gboolean list_in_order (Walk *walk, const git_oid *head, GHashTable *known, AfLearnTotals *totals)
{
  g_autoptr (git_revwalk) revisions = NULL;
  git_oid id;
  if (git_revwalk_new (&revisions, walk->repositories->pdata[0]) != 0)
    return FALSE;
  git_revwalk_sorting (revisions, GIT_SORT_TOPOLOGICAL | GIT_SORT_TIME | GIT_SORT_REVERSE);
  int code = git_revwalk_push (revisions, head);
  while (code == 0 && !g_cancellable_is_cancelled (walk->cancel) && (code = git_revwalk_next (&id, revisions)) == 0)
    list_commit (walk, &id, known, totals);
  return code == 0 || code == GIT_ITEROVER;
}

/* A commit on the way, or one whose parents are listed. */
typedef struct {
  git_oid id;
  gboolean is_left;
} Step;

/* What can be reached without the commits that are missing, parents first. */
static void list_what_is_left (Walk *walk, const git_oid *head, GHashTable *known, AfLearnTotals *totals)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (af_oid_hash, af_oid_equal, g_free, NULL);
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (Step));
  Step first = { *head, FALSE };
  g_array_append_val (steps, first);
  while (steps->len > 0 && !g_cancellable_is_cancelled (walk->cancel)) {
    Step step = g_array_index (steps, Step, steps->len - 1);
    g_autoptr (git_commit) commit = NULL;
    g_array_set_size (steps, steps->len - 1);
    if (step.is_left) {
      list_commit (walk, &step.id, known, totals);
      continue;
    }
    if (!g_hash_table_add (seen, g_memdup2 (&step.id, sizeof step.id)))
      continue;
    if (git_commit_lookup (&commit, walk->repositories->pdata[0], &step.id) != 0) {
      totals->refused[AF_REFUSAL_UNREADABLE]++;
      continue;
    }
    step.is_left = TRUE;
    g_array_append_val (steps, step);
    for (guint i = git_commit_parentcount (commit); i > 0; i--) {
      Step parent = { *git_commit_parent_id (commit, i - 1), FALSE };
      g_array_append_val (steps, parent);
    }
  }
}

static gboolean read_head (git_repository *repository, const char *folder, git_oid *head, GError **error)
{
  if (git_reference_name_to_id (head, repository, "HEAD") == 0)
    return TRUE;
  af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "git log must show commits there", "no history in '%s'", folder);
  return FALSE;
}

gboolean af_learn_check_folders (char **folders, GError **error)
{
  gboolean holds = TRUE;
  git_libgit2_init ();
  for (guint i = 0; folders[i] && holds; i++) {
    git_oid head;
    g_autoptr (git_repository) repository = open_repository (folders[i], error);
    holds = repository && read_head (repository, folders[i], &head, error);
  }
  git_libgit2_shutdown ();
  return holds;
}

/* A history in which a commit is missing ends there, on that way: the rest is listed. */
static gboolean list_commits (Walk *walk, GHashTable *known, AfLearnTotals *totals, GError **error)
{
  git_repository *repository = walk->repositories->pdata[0];
  git_oid head;
  if (!read_head (repository, walk->folder, &head, error))
    return FALSE;
  if (!list_in_order (walk, &head, known, totals)) {
    totals->n_earlier = 0;
    g_array_set_size (walk->ids, 0);
    list_what_is_left (walk, &head, known, totals);
  }
  totals->is_shallow = git_repository_is_shallow (repository) == 1;
  return TRUE;
}

static gboolean read_one (guint index, guint worker, gpointer data, GError **error)
{
  Walk *walk = data;
  if (af_interrupted (walk->cancel, error))
    return FALSE;
  af_learn_commit_read (walk->repositories->pdata[worker], &walk->options->filter,
                        &g_array_index (walk->slice, AfLearnCommit, index));
  return TRUE;
}

static void clear_slice (GArray *slice)
{
  for (guint i = 0; i < slice->len; i++)
    af_learn_commit_clear (&g_array_index (slice, AfLearnCommit, i));
  g_array_set_size (slice, 0);
}

static void show_progress (const Walk *walk, guint done, const AfLearnTotals *totals, gint64 began)
{
  if (walk->options->quiet || !isatty (STDERR_FILENO))
    return;
  double seconds = (double)(g_get_monotonic_time () - began) / G_USEC_PER_SEC;
  fprintf (stderr, "\r\033[K%s: %u of %u commits, %u changes, %.0f commits a second", walk->name, done, walk->ids->len,
           totals->n_pairs, done / MAX (seconds, 0.001));
  if (done == walk->ids->len)
    fputs ("\r\033[K", stderr);
  fflush (stderr);
}

static gboolean read_all (Walk *walk, AfLearnFile *file, gint64 project, AfLearnTotals *totals, GError **error)
{
  gint64 began = g_get_monotonic_time ();
  for (guint from = 0; from < walk->ids->len; from += SLICE) {
    guint n = MIN (SLICE, walk->ids->len - from);
    clear_slice (walk->slice);
    for (guint i = 0; i < n; i++) {
      AfLearnCommit commit = { .id = g_array_index (walk->ids, git_oid, from + i) };
      g_array_append_val (walk->slice, commit);
    }
    if (!af_jobs_map (n, walk->options->jobs, read_one, walk, error)
        || !af_learn_file_add (file, project, walk->slice, totals, error))
      return FALSE;
    show_progress (walk, from + n, totals, began);
  }
  return TRUE;
}

static gboolean walk_open (Walk *walk, AfLearnTotals *totals, GError **error)
{
  for (guint i = 0; i < MAX (walk->options->jobs, 1); i++) {
    git_repository *repository = open_repository (walk->folder, error);
    if (!repository)
      return FALSE;
    g_ptr_array_add (walk->repositories, repository);
  }
  g_autoptr (AfLearnFile) file = af_learn_file_open (walk->options, error);
  gint64 project = file ? af_learn_file_project (file, walk->name, error) : 0;
  g_autoptr (GHashTable) known = project ? af_learn_file_known (file, project, error) : NULL;
  gboolean done = known && list_commits (walk, known, totals, error) && !af_interrupted (walk->cancel, error)
                  && read_all (walk, file, project, totals, error);
  clear_slice (walk->slice);
  return done;
}

gboolean af_learn_from_git (const AfLearnOptions *options, const char *folder, AfLearnTotals *totals,
                            GCancellable *cancel, GError **error)
{
  g_autofree char *name = af_learn_project_name (folder);
  *totals = (AfLearnTotals){ 0 };
  git_libgit2_init ();
  Walk walk = { .options = options, .folder = folder, .name = name, .cancel = cancel };
  walk.repositories = g_ptr_array_new_with_free_func ((GDestroyNotify)git_repository_free);
  walk.ids = g_array_new (FALSE, FALSE, sizeof (git_oid));
  walk.slice = g_array_new (FALSE, FALSE, sizeof (AfLearnCommit));
  gboolean done = walk_open (&walk, totals, error);
  g_ptr_array_unref (walk.repositories);
  g_array_unref (walk.ids);
  g_array_unref (walk.slice);
  git_libgit2_shutdown ();
  return done;
}

/* autofix-bench-history: would our operators have made the fixes that people made, and where do they rank?
 *
 *     autofix-bench-history DIR                 all repositories in DIR, 20 fixes of each
 *     autofix-bench-history DIR --cases 100 --only NAME
 *
 * Exit status: 0 done, 1 usage or a file cannot be read, 130 interrupted. */
#include <git2.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/history/history.h"
#include "learn/model/scene.h"
#include "operators/learnt/patterns.h"
#include "util/error.h"
#include "util/interrupt.h"
#include "util/jobs.h"
#include "util/paths.h"

enum { MOST_LINES = 12 };

typedef struct {
  char *output, *patterns, *shape, **models, **only, **rest;
  int cases, most, lines, jobs;
  gboolean held_out, missing, unranked;
} Options;

static void options_clear (Options *options)
{
  g_free (options->output);
  g_free (options->patterns);
  g_free (options->shape);
  g_strfreev (options->models);
  g_strfreev (options->only);
  g_strfreev (options->rest);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static gboolean read_options (Options *options, int *argc, char ***argv, GError **error)
{
  const GOptionEntry entries[] = {
    { "only", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->only, "Only this repository; may be repeated", "NAME" },
    { "output", 0, 0, G_OPTION_ARG_FILENAME, &options->output, "Folder of the results (bench.history)", "DIR" },
    { "held-out", 0, 0, G_OPTION_ARG_NONE, &options->held_out, "Only what autofix learn --model keeps apart", NULL },
    { "model", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->models,
      "Of natural changes (the one that ships); up to four, each is a row", "FILE" },
    { "patterns", 0, 0, G_OPTION_ARG_FILENAME, &options->patterns, "Try these as well (none)", "FILE" },
    { "most", 0, 0, G_OPTION_ARG_INT, &options->most, "Candidates of each function at most (no limit)", "N" },
    { "cases", 0, 0, G_OPTION_ARG_INT, &options->cases, "Fixes of each repository at most (20)", "N" },
    { "lines", 0, 0, G_OPTION_ARG_INT, &options->lines, "Only fixes of at most so many changed lines", "N" },
    { "shape", 0, 0, G_OPTION_ARG_STRING, &options->shape, "Only fixes whose shape (--missing) has this in it",
      "TEXT" },
    { "missing", 0, 0, G_OPTION_ARG_NONE, &options->missing, "Print what fixes look like that are not made", NULL },
    { "unranked", 0, 0, G_OPTION_ARG_NONE, &options->unranked, "Leave out ranks, which take most of the time", NULL },
    { "jobs", 'j', 0, G_OPTION_ARG_INT, &options->jobs, "Fixes at a time (number of processors)", "N" },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->rest, NULL, "DIR" },
    G_OPTION_ENTRY_NULL
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) cause = NULL;
  g_option_context_add_main_entries (context, entries, NULL);
  gboolean ok = g_option_context_parse (context, argc, argv, &cause);
  if (ok && options->rest && !options->rest[1] && options->cases >= 1 && options->most >= 0 && options->lines >= 1
      && options->jobs >= 1 && options->jobs <= 256
      && (!options->models || g_strv_length (options->models) <= AF_HISTORY_MODELS))
    return TRUE;
  af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0,
               "usage: autofix-bench-history DIR; options: autofix-bench-history --help", "%s",
               cause                                ? cause->message
               : !options->rest || options->rest[1] ? "one folder of repositories is needed"
                                                    : "a number is out of range");
  return FALSE;
}

/* A repository, its fixes, and what became of them. */
typedef struct {
  const char *folder;
  const AfHistoryTools *tools;
  GPtrArray *pairs; /* of AfTrainingPair */
  GArray *cases;    /* of AfHistoryCase */
  guint first;      /* in cases */
  GCancellable *cancel;
} Project;

static gboolean measure (guint index, guint worker G_GNUC_UNUSED, gpointer data, GError **error)
{
  Project *project = data;
  if (af_interrupted (project->cancel, error))
    return FALSE;
  af_history_measure (project->pairs->pdata[index], project->folder, project->tools,
                      &g_array_index (project->cases, AfHistoryCase, project->first + index));
  return TRUE;
}

/* DIR/NAME, DIR/NAME/repo; owned by the caller. */
static char *repository_in (const char *dir, const char *name)
{
  g_autofree char *plain = g_build_filename (dir, name, NULL);
  char *inner = g_build_filename (plain, "repo", NULL);
  if (g_file_test (inner, G_FILE_TEST_IS_DIR))
    return inner;
  g_free (inner);
  return g_steal_pointer (&plain);
}

static gboolean is_repository (const char *folder)
{
  return git_repository_open_ext (NULL, folder, GIT_REPOSITORY_OPEN_NO_SEARCH, NULL) == 0;
}

static gboolean is_wanted (const Options *options, const char *folder, const char *name)
{
  g_autofree char *project = af_learn_project_name (folder), *base = g_path_get_basename (name);
  const char *const *only = (const char *const *)options->only;
  return (!only || g_strv_contains (only, name) || g_strv_contains (only, base))
         && (!options->held_out || af_learn_is_held_out (project));
}

/* The names of repositories in DIR/@under: NAME, or OWNER/NAME where the owner's folder is none itself.  @found:
 * whether there is any, wanted or not. */
static gboolean add_names (const Options *options, const char *under, GPtrArray *names, gboolean *found, GError **error)
{
  g_autofree char *folder = g_build_filename (options->rest[0], under, NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, error);
  for (const char *name = dir ? g_dir_read_name (dir) : NULL; name; name = g_dir_read_name (dir)) {
    g_autofree char *whole = under ? g_build_filename (under, name, NULL) : g_strdup (name);
    g_autofree char *path = g_build_filename (folder, name, NULL), *repository = repository_in (folder, name);
    gboolean is_one = is_repository (repository), has_inner = FALSE;
    if (!g_file_test (path, G_FILE_TEST_IS_DIR) || (under && !is_one))
      continue;
    if (!is_one && !add_names (options, name, names, &has_inner, error))
      return FALSE;
    *found = *found || is_one;
    if (!has_inner && is_wanted (options, repository, whole)) /* one that is none is said so later */
      g_ptr_array_add (names, g_steal_pointer (&whole));
  }
  return dir != NULL;
}

static GPtrArray *list_names (const Options *options, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  gboolean found = FALSE;
  if (!add_names (options, NULL, names, &found, error))
    return NULL;
  g_ptr_array_sort (names, af_scene_by_name);
  return g_steal_pointer (&names);
}

typedef struct {
  const Options *options;
  const char *file; /* of pairs */
  AfHistoryTools tools;
  GPtrArray *pairs; /* of GPtrArray of AfTrainingPair: kept for the cases */
  GArray *cases;
  guint n_projects;
  GCancellable *cancel;
} Bench;

static gboolean is_asked_for (const AfTrainingPair *pair, const Options *options)
{
  if (pair->lines > (guint)options->lines)
    return FALSE;
  g_autofree char *shape = options->shape ? af_history_shape (pair) : NULL;
  return !shape || strstr (shape, options->shape);
}

/* The first ones of those that are asked for. */
static void choose (GPtrArray *pairs, const Options *options)
{
  for (guint i = 0; i < pairs->len && i < (guint)options->cases;)
    if (is_asked_for (pairs->pdata[i], options))
      i++;
    else
      g_ptr_array_remove_index (pairs, i);
  g_ptr_array_set_size (pairs, (int)MIN (pairs->len, (guint)options->cases));
}

static gboolean run_project (Bench *bench, const char *folder, GError **error)
{
  const AfLearnOptions learn = { .filter = { MOST_LINES, 1, NULL },
                                 .jobs = (guint)bench->options->jobs,
                                 .output = bench->file };
  AfLearnTotals totals;
  g_autofree char *name = af_learn_project_name (folder);
  if (!af_learn_from_git (&learn, folder, &totals, bench->cancel, error))
    return FALSE;
  if (totals.refused[AF_REFUSAL_UNREADABLE] > 0)
    fprintf (stderr, "notice: %s: %s\n", name, af_refusal_meaning (AF_REFUSAL_UNREADABLE));
  GPtrArray *pairs = af_learn_pairs (bench->file, name, G_MAXINT, error);
  if (!pairs)
    return FALSE;
  choose (pairs, bench->options);
  g_ptr_array_add (bench->pairs, pairs);
  Project project = { folder, &bench->tools, pairs, bench->cases, bench->cases->len, bench->cancel };
  g_array_set_size (bench->cases, bench->cases->len + pairs->len);
  bench->n_projects += pairs->len > 0;
  return af_jobs_map (pairs->len, (guint)bench->options->jobs, measure, &project, error);
}

/* A line for each fix, for looking at them. */
static gboolean write_cases (const Bench *bench, GError **error)
{
  static const char *const ends[] = { "unread", "skipped", "missing", "found" };
  g_autoptr (GString) out = g_string_new (NULL);
  for (guint i = 0; i < bench->cases->len; i++) {
    const AfHistoryCase *one = &g_array_index (bench->cases, AfHistoryCase, i);
    g_autofree char *why = one->why ? g_strdelimit (g_strdup (one->why), "\n", ' ') : g_strdup ("");
    g_autoptr (GString) natural = g_string_new (NULL);
    for (guint k = 0; k < bench->tools.n_models; k++)
      g_string_append_printf (natural, "%s%u", k > 0 ? "," : "", one->natural_ranks[k]);
    g_string_append_printf (out, "%s\t%s\t%s\t%s\t%s\t%u\t%u\t%s\t%u\t%s\t%s\t%s\n",
                            one->apart ? "apart" : ends[one->end], one->pair->project, one->pair->commit,
                            one->pair->function, one->pair->form, one->pair->lines, one->rank, natural->str,
                            one->n_candidates,
                            one->rule     ? one->rule
                            : one->origin ? one->origin
                                          : "",
                            one->shape ? one->shape : "", why);
  }
  g_autofree char *path = g_build_filename (bench->options->output, "cases.tsv", NULL);
  return g_file_set_contents (path, out->str, (gssize)out->len, error);
}

static gboolean run_all (Bench *bench, GError **error)
{
  g_autoptr (GPtrArray) names = list_names (bench->options, error);
  if (!names)
    return FALSE;
  for (guint i = 0; i < names->len; i++) {
    g_autofree char *folder = repository_in (bench->options->rest[0], names->pdata[i]);
    g_autoptr (GError) inner = NULL;
    if (run_project (bench, folder, &inner))
      continue;
    if (!g_error_matches (inner, AF_ERROR, AF_ERROR_USAGE)) {
      g_propagate_error (error, g_steal_pointer (&inner));
      return FALSE;
    }
    fprintf (stderr, "notice: %s\n", inner->message);
  }
  g_autofree char *text = af_history_text (bench->cases, bench->n_projects, bench->options->models);
  fputs (text, stdout);
  if (bench->options->missing) {
    g_autofree char *missing = af_history_missing (bench->cases);
    fputs (missing, stdout);
  }
  return write_cases (bench, error);
}

static void clear_models (AfHistoryTools *tools)
{
  for (guint i = 0; i < tools->n_models; i++)
    af_natural_free (tools->models[i]);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AfHistoryTools, clear_models)

static gboolean read_models (const Options *options, AfHistoryTools *tools, GError **error)
{
  if (!options->models)
    tools->models[tools->n_models++] = af_natural_new ();
  for (guint i = 0; options->models && options->models[i]; i++) {
    AfNatural *model = af_natural_load (options->models[i], error);
    if (!model)
      return FALSE;
    tools->models[tools->n_models++] = model;
  }
  return TRUE;
}

static gboolean run (Options *options, int *argc, char ***argv, GCancellable *cancel, GError **error)
{
  if (!read_options (options, argc, argv, error))
    return FALSE;
  if (!options->output)
    options->output = g_strdup ("bench.history");
  g_autofree char *program = g_file_read_link ("/proc/self/exe", error);
  g_autofree char *folder = program ? g_path_get_dirname (program) : NULL;
  g_autofree char *tools = folder ? g_build_filename (folder, "..", "src", NULL) : NULL;
  g_autoptr (AfPaths) paths = tools ? af_paths_new_in (tools, error) : NULL;
  if (!paths)
    return FALSE;
  if (g_mkdir_with_parents (options->output, 0777) != 0) {
    af_error_at (error, AF_ERROR_IO, NULL, 0, 0, NULL, "folder '%s' cannot be made", options->output);
    return FALSE;
  }
  g_auto (AfHistoryTools) use = { .include_dir = paths->include_dir, .most = (guint)options->most };
  if (!read_models (options, &use, error))
    return FALSE;
  g_autoptr (AfLearntOperators) learnt = options->patterns ? af_learnt_operators_read (options->patterns, error) : NULL;
  if (options->patterns && !learnt)
    return FALSE;
  g_autofree char *file = g_build_filename (options->output, "pairs.sqlite", NULL);
  g_autoptr (GPtrArray) pairs = g_ptr_array_new_with_free_func ((GDestroyNotify)g_ptr_array_unref);
  g_autoptr (GArray) cases = g_array_new (FALSE, TRUE, sizeof (AfHistoryCase));
  g_array_set_clear_func (cases, (GDestroyNotify)af_history_case_clear);
  use.unranked = options->unranked;
  use.providers = learnt ? af_learnt_operators_providers (learnt) : NULL;
  Bench bench = { options, file, use, pairs, cases, 0, cancel };
  git_libgit2_init ();
  gboolean done = run_all (&bench, error);
  git_libgit2_shutdown ();
  return done;
}

int main (int argc, char **argv)
{
  g_autoptr (AfInterrupt) interrupt = af_interrupt_new ();
  g_auto (Options) options = { .cases = 20, .lines = MOST_LINES, .jobs = (int)g_get_num_processors () };
  g_autoptr (GError) error = NULL;
  if (run (&options, &argc, &argv, af_interrupt_cancellable (interrupt), &error))
    return EXIT_SUCCESS;
  fprintf (stderr, "autofix-bench-history: %s\n", error->message);
  return g_error_matches (error, AF_ERROR, AF_ERROR_INTERRUPTED) ? 130 : 1;
}

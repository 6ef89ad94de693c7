/* autofix-bench: how many planted faults does autofix repair properly?
 *
 *     autofix-bench [OPTION...]                     runs the corpus, prints the tables
 *     autofix-bench --check                         is the corpus as it should be?
 *     autofix-bench why MODULE/NN                   what happened to one fault
 *     autofix-bench --compare A.json B.json         what got better, what worse
 *     autofix-bench --series A.json B.json ...      tables by testing time
 *     autofix-bench --plan DIR                      the sessions as a plan that many machines share
 *     autofix-bench work DIR [N]                    unit N of it, or all that are not done
 *     autofix-bench merge DIR                       the tables of what is there
 *
 * Exit status: 0 done, 1 usage or a file cannot be read, 2 the check found something, 3 units of a plan are missing or
 * have failed, 130 interrupted. */
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "bench/figures/figures.h"
#include "bench/rank/ranking.h"
#include "bench/reading.h"
#include "bench/shared/shared.h"
#include "util/error.h"
#include "util/interrupt.h"

#define MOST_SEEDS 1000
#define MOST_JOBS 256

typedef struct {
  char *corpus, *output, *tool, *plan, **only, **passed, **rest;
  int seeds, jobs, seed, test_seconds, survivors;
  gboolean faithful, both, localize, check, compare, series;
} Options;

static void options_clear (Options *options)
{
  g_free (options->corpus);
  g_free (options->output);
  g_free (options->tool);
  g_free (options->plan);
  g_strfreev (options->only);
  g_strfreev (options->passed);
  g_strfreev (options->rest);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static gboolean fail_usage (GError **error, const char *what)
{
  af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "options: autofix-bench --help", "%s", what);
  return FALSE;
}

/* `rank-train TABLE [OUTPUT...]` */
static gboolean is_training (const Options *options)
{
  return options->rest && strcmp (options->rest[0], "rank-train") == 0;
}

/* Nothing is run: the words are files bench.json. */
static gboolean is_reading (const Options *options)
{
  return options->compare || options->series;
}

/* `work DIR [N]`, `merge DIR` */
static gboolean is_work (const Options *options)
{
  return !is_reading (options) && options->rest && strcmp (options->rest[0], "work") == 0;
}

static gboolean is_shared (const Options *options)
{
  return is_work (options) || (!is_reading (options) && options->rest && strcmp (options->rest[0], "merge") == 0);
}

static gboolean train (const Options *options, GError **error)
{
  const char *output[] = { options->output ? options->output : "bench.out", NULL };
  return af_ranking_train (options->rest[1], options->rest[2] ? (const char *const *)options->rest + 2 : output, error);
}

static gboolean read_options (Options *options, char **argv, GError **error)
{
  const GOptionEntry entries[] = {
    { "corpus", 0, 0, G_OPTION_ARG_FILENAME, &options->corpus, "Folder of the modules (examples/corpus)", "DIR" },
    { "seeds", 0, 0, G_OPTION_ARG_INT, &options->seeds, "Sessions per fault, seeds 1 to N (5)", "N" },
    { "jobs", 'j', 0, G_OPTION_ARG_INT, &options->jobs, "Sessions at a time (1; with more, times get longer)", "N" },
    { "only", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->only, "Only this fault; may be repeated", "MODULE/NN" },
    { "both", 0, 0, G_OPTION_ARG_NONE, &options->both,
      "Run the sessions of --faithful first, and show the share of their repairs, too", NULL },
    { "faithful", 0, 0, G_OPTION_ARG_NONE, &options->faithful, "The tool does only what the 2014 AutoFix paper does",
      NULL },
    { "localize", 0, 0, G_OPTION_ARG_NONE, &options->localize,
      "End after localisation: only the ranks of the repairs' places", NULL },
    { "pass", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->passed,
      "An additional option for `autofix run`; may be repeated", "OPTION" },
    { "survivors", 0, 0, G_OPTION_ARG_INT, &options->survivors,
      "Ask the oracle about N valid candidates per fault, for the ranking", "N" },
    { "output", 0, 0, G_OPTION_ARG_FILENAME, &options->output, "Folder of the results (bench.out)", "DIR" },
    { "tool", 0, 0, G_OPTION_ARG_FILENAME, &options->tool, "The autofix to run (the one built with this program)",
      "PATH" },
    { "plan", 0, 0, G_OPTION_ARG_FILENAME, &options->plan,
      "Only write the sessions into DIR, as units for many machines", "DIR" },
    { "check", 0, 0, G_OPTION_ARG_NONE, &options->check, "Check the form of the corpus instead", NULL },
    { "test-seconds", 0, 0, G_OPTION_ARG_INT, &options->test_seconds,
      "Of --check: random tests per correct module (20)", "N" },
    { "compare", 0, 0, G_OPTION_ARG_NONE, &options->compare, "Compare two bench.json instead", NULL },
    { "series", 0, 0, G_OPTION_ARG_NONE, &options->series,
      "Print tables by testing time from several bench.json instead", NULL },
    { "seed", 0, 0, G_OPTION_ARG_INT, &options->seed, "Of `why` (1)", "N" },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->rest, NULL,
      "[why MODULE/NN | work DIR [N] | merge DIR | rank-train TABLE | A.json B.json...]" },
    G_OPTION_ENTRY_NULL
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) cause = NULL;
  g_auto (GStrv) words = g_strdupv (argv);
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse_strv (context, &words, &cause))
    return fail_usage (error, cause->message);
  if (options->seeds < 1 || options->seeds > MOST_SEEDS || options->seed < 1 || options->jobs < 1
      || options->jobs > MOST_JOBS || options->test_seconds < 1 || options->survivors < 0)
    return fail_usage (error, "a number is out of range");
  guint n = options->rest ? g_strv_length (options->rest) : 0;
  if (options->compare && n != 2)
    return fail_usage (error, "--compare needs two files");
  if (options->series)
    return (n >= 2 && !options->compare) || fail_usage (error, "--series needs two files or more");
  if (is_training (options))
    return n >= 2 || fail_usage (error, "rank-train needs the table of features");
  if (options->plan && (options->both || options->survivors > 0 || options->check || n > 0))
    return fail_usage (error, "--plan goes with neither --both, --survivors nor --check");
  if (is_shared (options))
    return (n == 2 || (n == 3 && is_work (options))) || fail_usage (error, "work DIR [N], merge DIR");
  if (!options->compare && n > 0 && (n != 2 || strcmp (options->rest[0], "why") != 0))
    return fail_usage (error, "unexpected arguments");
  return TRUE;
}

static gboolean set_up (AfBench *bench, const Options *options, GError **error)
{
  const char *compiler = g_getenv ("CC");
  const char *why[] = { NULL, NULL };
  if (options->rest && !options->compare)
    why[0] = options->rest[1];
  bench->compiler = g_strdup (compiler && *compiler ? compiler : "cc");
  bench->output = g_strdup (options->output ? options->output : "bench.out");
  bench->n_seeds = (guint)options->seeds;
  bench->jobs = (guint)options->jobs;
  bench->workers = MAX (1, g_get_num_processors () / bench->jobs);
  bench->test_seconds = (guint)options->test_seconds;
  bench->survivors = (guint)options->survivors;
  bench->faithful = options->faithful && !options->both;
  bench->localize = options->localize;
  bench->passed = g_strdupv (options->passed);
  bench->plants = af_corpus_read (options->corpus ? options->corpus : "examples/corpus",
                                  why[0] ? why : (const char *const *)options->only, options->check, error);
  return bench->plants && af_bench_use_tool (bench, options->tool, error);
}

/* --- the subcommands --- */

static gboolean write_result (const AfBench *bench, const char *name, const char *text, GError **error)
{
  g_autofree char *path = g_build_filename (bench->output, name, NULL);
  return af_write_text (path, text, error);
}

/* The sessions of --faithful first, shown with those of the full tool. */
static gboolean run_faithful (const AfBench *bench, GError **error)
{
  AfBench faithful = *bench;
  faithful.faithful = TRUE;
  g_autoptr (GPtrArray) sessions = af_bench_sessions (&faithful, error);
  return sessions != NULL;
}

static gboolean write_tables (const AfBench *bench, const AfTally *tally, GError **error)
{
  g_autofree char *text = af_tally_text (tally), *json = af_tally_json (tally, bench->tool_key),
                  *html = af_tally_html (tally);
  if (!write_result (bench, "bench.txt", text, error) || !write_result (bench, "bench.json", json, error)
      || !write_result (bench, "bench.html", html, error))
    return FALSE;
  g_print ("%s\nwritten to %s: bench.txt, bench.json, bench.html\n", text, bench->output);
  return TRUE;
}

static gboolean run_all (const AfBench *bench, GError **error)
{
  g_autoptr (GPtrArray) sessions = af_bench_sessions (bench, error);
  if (!sessions)
    return FALSE;
  g_autoptr (AfTally) tally = af_tally_new (bench->plants, sessions, bench->n_seeds, bench->faithful);
  tally->localize = bench->localize;
  g_autoptr (GPtrArray) plants = g_ptr_array_new ();
  g_autoptr (GPtrArray) others = g_ptr_array_new_with_free_func ((GDestroyNotify)af_session_free);
  if (!af_bench_beside (bench, plants, others, error))
    return FALSE;
  g_autoptr (AfTally) beside = plants->len > 0 ? af_tally_new (plants, others, bench->n_seeds, !bench->faithful) : NULL;
  tally->beside = beside;
  return write_tables (bench, tally, error);
}

/* --- many machines --- */

static gboolean plan_all (const AfBench *bench, const char *folder, GError **error)
{
  guint n_units = 0;
  if (!af_bench_plan (bench, folder, &n_units, error))
    return FALSE;
  g_print ("plan: %u unit%s in %s\n", n_units, n_units == 1 ? "" : "s", folder);
  return TRUE;
}

static gboolean merge_all (AfBench *bench, const char *folder, int *status, GError **error)
{
  g_autofree char *gaps = NULL;
  g_autoptr (GPtrArray) sessions = af_bench_gather (bench, folder, &gaps, error);
  if (!sessions)
    return FALSE;
  g_autoptr (AfTally) tally = af_tally_new (bench->plants, sessions, bench->n_seeds, bench->faithful);
  tally->localize = bench->localize;
  *status = *gaps ? 3 : EXIT_SUCCESS;
  if (!write_tables (bench, tally, error))
    return FALSE;
  if (*gaps)
    g_print ("%sfaults without all of their sessions are not in the tables\n", gaps);
  return TRUE;
}

static gboolean share (AfBench *bench, const Options *options, int *status, GError **error)
{
  const char *folder = options->rest[1];
  guint n_failed = 0;
  bench->jobs = 1;
  bench->workers = options->jobs > 1 ? (guint)options->jobs : g_get_num_processors ();
  if (!af_bench_take_plan (bench, folder, options->tool, error))
    return FALSE;
  if (!is_work (options))
    return merge_all (bench, folder, status, error);
  if (!af_bench_work (bench, folder, options->rest[2], &n_failed, error))
    return FALSE;
  *status = n_failed > 0 ? 3 : EXIT_SUCCESS;
  return TRUE;
}

static gboolean read_files (const Options *options, GError **error)
{
  g_autofree char *text = options->series ? af_series ((const char *const *)options->rest, error)
                                          : af_compare (options->rest[0], options->rest[1], error);
  if (text)
    g_print ("%s", text);
  return text != NULL;
}

static gboolean dispatch (const Options *options, GCancellable *cancel, int *status, GError **error)
{
  g_auto (AfBench) bench = { .cancel = cancel };
  gboolean ok = TRUE;
  if (is_reading (options))
    return read_files (options, error);
  if (is_training (options))
    return train (options, error);
  if (is_shared (options))
    return share (&bench, options, status, error);
  if (!set_up (&bench, options, error))
    return FALSE;
  if (options->plan)
    return plan_all (&bench, options->plan, error);
  if (options->rest)
    return af_bench_why (&bench, bench.plants->pdata[0], (guint)options->seed, error);
  if (!options->check && options->both && !run_faithful (&bench, error))
    return FALSE;
  if (!options->check)
    return run_all (&bench, error);
  if (!af_bench_check (&bench, &ok, error))
    return FALSE;
  *status = ok ? EXIT_SUCCESS : 2;
  return TRUE;
}

int main (int argc G_GNUC_UNUSED, char **argv)
{
  g_autoptr (AfInterrupt) interrupt = af_interrupt_new ();
  g_auto (Options) options = { .seeds = 5, .jobs = 1, .seed = 1, .test_seconds = 20 };
  g_autoptr (GError) error = NULL;
  int status = EXIT_SUCCESS;
  if (read_options (&options, argv, &error)
      && dispatch (&options, af_interrupt_cancellable (interrupt), &status, &error))
    return status;
  g_printerr ("autofix-bench: %s\n", error->message);
  return g_error_matches (error, AF_ERROR, AF_ERROR_INTERRUPTED) ? 130 : EXIT_FAILURE;
}

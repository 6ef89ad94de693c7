/* The table of contents: a program with tests goes in, ranked patches come out.
 *
 * In:  options.   Out: the report on standard output, the files of the run, and how it ended.
 *
 *     list        -> AfSuiteTest                                tests/
 *     copy        -> places in which they run                   process/
 *     baseline    -> which tests fail                           baseline.c
 *     search      -> candidates that pass them all              search/, with weave, localize, synthesize
 *     finish      -> fixes, grouped, ranked, confirmed          finish.c, with rank
 *     report      -> text, patches, JSON, history               pipeline's output, report */
#include "suite/suite-internal.h"

#include <stdio.h>
#include <string.h>

#include "contracts/contracts.h"
#include "frontend/frontend.h"
#include "util/error.h"
#include "util/interrupt.h"

gboolean af_suite_is_wanted (const AfOptions *options)
{
  return options->tests || options->test_names || options->build || options->search != AF_SEARCH_OURS;
}

gboolean af_suite_is_late (const AfSuite *suite)
{
  return suite->deadline > 0 && g_get_monotonic_time () >= suite->deadline;
}

void af_suite_notice (AfSuite *suite, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  char *text = g_strdup_vprintf (format, args);
  va_end (args);
  if (!suite->options->quiet)
    g_printerr ("autofix: %s\n", text);
  g_ptr_array_add (suite->corpus->notices, text);
}

void af_suite_note_plausible (const AfSuite *suite, guint number)
{
  g_autoptr (JsonObject) members = json_object_new ();
  json_object_set_int_member (members, "candidate", number);
  af_events_note (suite->events, "plausible", members);
}

void af_suite_stage (const AfSuite *suite, const char *stage)
{
  if (suite->options->verbose)
    g_printerr ("autofix: %s\n", stage);
  af_events_stage_end (suite->events);
  af_events_stage_begin (suite->events, stage);
}

static void plausible_free (gpointer data)
{
  AfPlausible *plausible = data;
  g_array_unref (plausible->ends);
  g_free (plausible);
}

static gboolean check_options (const AfOptions *options, GError **error)
{
  if (!options->tests && !options->test_names) {
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "--tests FILE, or --test-command 'CMD {}' with --test-names",
                 "%s is for a program that is repaired by its tests, and none are named",
                 options->build ? "--build" : "--search");
    return FALSE;
  }
  if (options->tests && options->test_names) {
    af_error (error, AF_ERROR_USAGE, "--tests and --test-names exclude each other");
    return FALSE;
  }
  if (options->test_names && !options->test_command) {
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "for example --test-command './test.sh {}'",
                 "--test-names without --test-command");
    return FALSE;
  }
  return af_output_check (options, error);
}

/* A copy of the folder cannot be inside of it. */
static gboolean check_temp (const AfSuite *suite, GError **error)
{
  g_autofree char *folder = g_get_current_dir ();
  const char *temp = af_temp_dir_path (suite->temp);
  if (!g_str_has_prefix (temp, folder) || temp[strlen (folder)] != '/')
    return TRUE;
  af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "let TMPDIR name a folder outside of it",
               "the folder for temporary files is inside of the one that is copied for the tests, '%s'", folder);
  return FALSE;
}

static gboolean read_tests (AfSuite *suite, GError **error)
{
  const AfOptions *options = suite->options;
  g_autofree char *folder = g_get_current_dir ();
  suite->tests = options->tests ? af_suite_tests_read (options->tests, folder, error)
                                : af_suite_tests_of_command (options->test_command, options->test_names, error);
  return suite->tests != NULL;
}

static gboolean read_program (AfSuite *suite, GError **error)
{
  const AfOptions *options = suite->options;
  AfFrontendOptions frontend = { (const char *const *)options->sources, (const char *const *)options->flags,
                                 suite->paths->include_dir, NULL };
  g_autoptr (AfModule) module = af_frontend_load_as_built (&frontend, error);
  if (!module || !af_contracts_attach (module, error))
    return FALSE;
  for (guint i = 0; i < module->sources->len; i++) {
    g_autofree char *path = af_project_path (&suite->project, af_module_source (module, (int)i)->path, error);
    if (!path)
      return FALSE;
  }
  af_frontend_trust_calls (module);
  suite->results.module = module;
  g_ptr_array_add (suite->versions, af_version_new (g_steal_pointer (&module), NULL, NULL));
  return TRUE;
}

static void tell_what_is_open (AfSuite *suite)
{
  if (af_project_is_open (&suite->project))
    af_suite_notice (suite,
                     "this kernel has no Landlock: tests run in copies of the folder, but nothing keeps them from "
                     "writing elsewhere");
}

static gboolean init (AfSuite *suite, const AfOptions *options, const AfPaths *paths, GCancellable *cancel,
                      GError **error)
{
  suite->options = options;
  suite->paths = paths;
  suite->cancel = cancel;
  suite->deadline = options->budget > 0 ? g_get_monotonic_time () + (gint64)options->budget * G_USEC_PER_SEC : 0;
  suite->corpus = af_corpus_new ();
  suite->solver = af_solver_new (0);
  suite->versions = g_ptr_array_new_with_free_func ((GDestroyNotify)af_version_free);
  suite->plausible = g_ptr_array_new_with_free_func (plausible_free);
  suite->tried = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  suite->results = (AfResults){ .corpus = suite->corpus,
                                .seed = options->seed,
                                .flags = (const char *const *)options->flags,
                                .links = (const char *const *)options->links,
                                .findings = g_ptr_array_new_with_free_func ((GDestroyNotify)af_finding_free) };
  suite->project.cancel = cancel;
  suite->events = af_events_new (g_getenv ("AUTOFIX_TRACE"), error);
  af_temp_dirs_remove_dead ();
  suite->temp = suite->events && check_options (options, error) ? af_temp_dir_new (error) : NULL;
  return suite->temp && check_temp (suite, error) && read_tests (suite, error)
         && af_project_init (&suite->project, options, paths, af_temp_dir_path (suite->temp), error)
         && read_program (suite, error)
         && af_past_recall (options, ((AfVersion *)suite->versions->pdata[0])->module, &suite->past, error);
}

static void suite_clear (AfSuite *suite)
{
  g_clear_pointer (&suite->stored, af_stored_free);
  g_clear_pointer (&suite->results.findings, g_ptr_array_unref);
  g_clear_pointer (&suite->plausible, g_ptr_array_unref);
  for (guint i = suite->versions->len; i > 0; i--) /* a change is its parent's */
    g_ptr_array_remove_index (suite->versions, i - 1);
  g_clear_pointer (&suite->versions, g_ptr_array_unref);
  g_clear_pointer (&suite->past, af_past_free);
  g_clear_pointer (&suite->tried, g_hash_table_unref);
  g_clear_pointer (&suite->peers, af_peers_free);
  g_clear_pointer (&suite->tests, g_ptr_array_unref);
  g_clear_pointer (&suite->corpus, af_corpus_free);
  g_clear_pointer (&suite->solver, af_solver_free);
  af_project_clear (&suite->project);
  g_clear_pointer (&suite->temp, af_temp_dir_free);
  g_clear_pointer (&suite->events, af_events_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AfSuite, suite_clear)

/* --- repair --- */

/* The fault: a test fails; in the routine that is most suspicious, once that is known. */
static void begin_finding (AfSuite *suite)
{
  const AfVersion *user = suite->versions->pdata[0];
  AfClause *clause = (AfClause *)af_version_clause (user);
  const AfRoutine *routine = af_module_routine (user->module, "main");
  g_free (clause->text);
  clause->text = af_suite_test_text (suite->tests->pdata[0]);
  if (!routine)
    routine = user->module->routines->pdata[0];
  AfFault *fault = af_fault_new (user->module, routine, 1, clause);
  for (guint i = 0; i < suite->tests->len; i++)
    g_ptr_array_add (i < suite->n_failing ? fault->failing : fault->passing, af_test_new ());
  g_ptr_array_add (suite->corpus->faults, fault);
  suite->finding = af_finding_new (fault);
  suite->finding->candidates = g_ptr_array_new_with_free_func ((GDestroyNotify)af_candidate_free);
  suite->finding->validation.counts.complete = TRUE;
  g_ptr_array_add (suite->results.findings, suite->finding);
}

/* What passed all tests as one of many in a binary, and does not once it is the program: it hangs on memory that nobody
 * has set, or on the clock. */
static void note_fallen (AfSuite *suite)
{
  AfFinding *finding = suite->finding;
  const AfValidateCounts *counts = &finding->validation.counts;
  if (!finding->trouble && (!finding->fixes || finding->fixes->len == 0) && counts->n_rejected > 0)
    finding->trouble = g_strdup_printf ("%u of %u candidates pass all tests, but none of them does once it is rebuilt",
                                        counts->n_survivors, counts->n_candidates);
}

static gboolean repair (AfSuite *suite, GError **error)
{
  g_autoptr (GError) reason = NULL;
  af_suite_stage (suite, "watch");
  gboolean ok = af_suite_watch (suite, suite->versions->pdata[0], &reason);
  begin_finding (suite);
  gboolean (*search) (AfSuite *, GError **) =
    suite->options->search == AF_SEARCH_OURS ? af_suite_search : af_peers_search;
  if (!ok || !search (suite, &reason) || !af_suite_finish (suite, &reason)) {
    if (!reason || af_error_reach (reason) == AF_REACH_RUN) {
      g_propagate_error (error, g_steal_pointer (&reason));
      return FALSE;
    }
    suite->finding->trouble = g_strdup (reason->message);
  }
  note_fallen (suite);
  suite->finding->validation.counts.complete = !suite->incomplete;
  return TRUE;
}

/* --- report --- */

static gboolean report (AfSuite *suite, GError **error)
{
  const AfOptions *options = suite->options;
  const AfOutput output = { options, &suite->results };
  const AfTextStyle style = af_options_style (options);
  suite->corpus->n_calls = suite->tests->len; /* how many processes ran depends on the clock */
  if (options->verbose)
    g_printerr ("autofix: %u processes\n", suite->n_runs);
  suite->corpus->n_failing = suite->n_failing;
  suite->corpus->n_passing = suite->tests->len - suite->n_failing;
  suite->corpus->complete = !suite->incomplete;
  suite->stored = af_report_store (&suite->results, error);
  if (!suite->stored || af_interrupted (suite->cancel, error) || !af_output_write (&output, suite->stored, error))
    return FALSE;
  g_autofree char *text = af_report_format (suite->stored, MAX (options->format, AF_FORMAT_TEXT), &style);
  fputs (text, stdout);
  if (options->format > AF_FORMAT_TEXT)
    return TRUE;
  guint n_passing = suite->tests->len - suite->n_failing;
  if (suite->n_failing == 0)
    printf (n_passing == 1 ? "%s: the only test passes: there is nothing to repair\n"
                           : "%s: all %u tests pass: there is nothing to repair\n",
            suite->results.module->name, n_passing);
  else
    printf ("%s: %u test%s fail%s, %u pass%s; files in %s\n", suite->results.module->name, suite->n_failing,
            suite->n_failing == 1 ? "" : "s", suite->n_failing == 1 ? "s" : "", n_passing, n_passing == 1 ? "es" : "",
            options->output);
  if (suite->incomplete)
    printf ("the budget ran out before everything was tried: --budget gives more time\n");
  return TRUE;
}

gboolean af_suite_run (const AfOptions *options, const AfPaths *paths, GCancellable *cancel, AfRunEnd *end,
                       GError **error)
{
  g_auto (AfSuite) suite = { .versions = g_ptr_array_new () };
  *end = AF_RUN_CLEAN;
  g_ptr_array_unref (suite.versions);
  if (!init (&suite, options, paths, cancel, error))
    return FALSE;
  tell_what_is_open (&suite);
  if (!af_suite_baseline (&suite, error) || af_interrupted (cancel, error))
    return FALSE;
  if (suite.n_failing > 0 && !repair (&suite, error))
    return FALSE;
  if (!report (&suite, error))
    return FALSE;
  *end = suite.n_failing > 0 ? AF_RUN_FAULTS : AF_RUN_CLEAN;
  return TRUE;
}

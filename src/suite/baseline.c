/* The program as it is, and what each test says of it.
 *
 * In:  the tests as listed.   Out: the same without flaky ones, those that fail first; the program's ends.
 *
 * Each test runs three times, each time in the folder as the build left it; first those that end soon, then the others,
 * with all the time that they may take.  Where two of these do not end, and what passes ends in no time, the rest will
 * not end either: a program that is caught in a loop by each of its tests would take all of the budget.  One that
 * passes at one time and fails at another says nothing and is left out.  One that fails alone and passes after the
 * others needs what they leave: that is said, too, for nobody sees it from a list. */
#include "suite/suite-internal.h"

#include <string.h>

#include "util/error.h"
#include "util/interrupt.h"
#include "util/jobs.h"

enum { TIMES = 3, NAMED = 5, MOST_ALARMED = 20, LEAST_FAILING = 3, ENDLESS = 2 };
#define LEAST_PATIENCE_MS 400u
#define LEAST_WORK_MS 25u
#define PATIENCE 12 /* times as long as the slowest passing test */
#define MOST_WORK 6 /* times the processor time of the one that takes most */

AfSeenEnd af_suite_seen (const AfSuiteTest *test, const AfSuiteEnd *end)
{
  gsize length = 0;
  const guint8 *out = end->out ? g_bytes_get_data (end->out, &length) : NULL;
  /* what is late has ended by the clock or by its use of the processor, which is chance, and what it has written by
   * then is, too */
  guint64 hash =
    G_GUINT64_CONSTANT (0xcbf29ce484222325) ^ (end->timed_out ? G_GUINT64_CONSTANT (1) << 32 : (guint64)end->status);
  for (gsize i = 0; i < length && !end->timed_out; i++)
    hash = (hash ^ out[i]) * G_GUINT64_CONSTANT (0x100000001b3);
  return (AfSeenEnd){ af_suite_test_passes (test, end), end->timed_out, end->status, hash,
                      end->excess == AF_EXCESS_PROCESSES };
}

guint af_suite_patience (const AfSuite *suite, const AfSuiteTest *test)
{
  return suite->timeout_ms > 0 ? MIN (suite->timeout_ms, test->timeout_ms) : test->timeout_ms;
}

typedef struct {
  AfSuite *suite;
  AfSeenEnd (*ends)[TIMES];
  gint64 *slowest;   /* by test */
  guint *work_ms;    /* by test: the most processor time */
  gboolean *company; /* by test: whether it left processes */
  AfExcess *excess;  /* by test: what it took too much of */
  GArray *late;      /* of guint: tests that did not end soon; null: each test runs */
  char **left;       /* by test: what it left */
  GBytes **outs;     /* by test: what it wrote first */
  int *status;
} Baseline;

static gboolean run_one (guint number, guint worker, gpointer data, GError **error)
{
  Baseline *baseline = data;
  guint index = baseline->late ? g_array_index (baseline->late, guint, number) : number;
  const AfSuiteTest *test = baseline->suite->tests->pdata[index];
  AfPlace *place = baseline->suite->project.places->pdata[worker];
  const AfTry how = { .timeout_ms = baseline->late ? test->timeout_ms : MIN (test->timeout_ms, LEAST_PATIENCE_MS),
                      .looks_around = TRUE };
  /* who does not end once will not end twice */
  for (guint i = 0; i < TIMES; i++) {
    g_auto (AfSuiteEnd) end = { 0 };
    g_autofree char *left = NULL;
    gint64 start = g_get_monotonic_time ();
    if (i > 0 && baseline->ends[index][0].timed_out) {
      baseline->ends[index][i] = baseline->ends[index][0];
      continue;
    }
    if (!af_project_try (&baseline->suite->project, place, test, &how, &end, &left, error))
      return FALSE;
    baseline->work_ms[index] = MAX (baseline->work_ms[index], end.work_ms);
    baseline->company[index] |= end.left_running;
    baseline->excess[index] = MAX (baseline->excess[index], end.excess);
    baseline->slowest[index] = MAX (baseline->slowest[index], g_get_monotonic_time () - start);
    baseline->ends[index][i] = af_suite_seen (test, &end);
    baseline->status[index] = end.timed_out ? -1 : end.status;
    if (i == 0) {
      g_clear_pointer (&baseline->outs[index], g_bytes_unref);
      baseline->outs[index] = g_bytes_ref (end.out);
    }
    if (left && !baseline->left[index])
      baseline->left[index] = g_steal_pointer (&left);
  }
  return TRUE;
}

/* Whether the first @from of the tests @late, which had all their time, say that the others will not end either. */
static gboolean has_all_said (const Baseline *baseline, const GArray *late, guint from)
{
  gint64 slowest = -1;
  guint n_late = 0;
  for (guint i = 0; i < baseline->suite->tests->len; i++)
    if (baseline->ends[i][0].passes)
      slowest = MAX (slowest, baseline->slowest[i]);
  for (guint i = 0; i < from; i++)
    n_late += baseline->ends[g_array_index (late, guint, i)][0].timed_out;
  return n_late == from && slowest >= 0 && slowest * PATIENCE <= (gint64)LEAST_PATIENCE_MS * 1000;
}

/* Each test, those that do not end soon once more. */
static gboolean run_all (Baseline *baseline, guint n, GError **error)
{
  guint jobs = baseline->suite->options->jobs;
  g_autoptr (GArray) late = g_array_new (FALSE, FALSE, sizeof (guint));
  if (!af_jobs_map (n, jobs, run_one, baseline, error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (baseline->ends[i][0].timed_out && baseline->excess[i] == AF_EXCESS_NONE
        && ((const AfSuiteTest *)baseline->suite->tests->pdata[i])->timeout_ms > LEAST_PATIENCE_MS)
      g_array_append_val (late, i);
  guint n_first = MIN (late->len, ENDLESS);
  baseline->late = late;
  gboolean ok = n_first == 0 || af_jobs_map (n_first, jobs, run_one, baseline, error);
  if (ok && late->len > n_first && !has_all_said (baseline, late, n_first)) {
    g_array_remove_range (late, 0, n_first);
    ok = af_jobs_map (late->len, jobs, run_one, baseline, error);
  }
  baseline->late = NULL;
  return ok;
}

/* Names of the tests for which @holds, a few of them; owned by the caller; null: none. */
static char *names_of (const Baseline *baseline, gboolean (*holds) (const Baseline *baseline, guint test))
{
  g_autoptr (GString) names = g_string_new (NULL);
  guint n = 0;
  for (guint i = 0; i < baseline->suite->tests->len; i++) {
    if (!holds (baseline, i))
      continue;
    if (n < NAMED)
      g_string_append_printf (names, "%s'%s'", n ? ", " : "", ((AfSuiteTest *)baseline->suite->tests->pdata[i])->name);
    n++;
  }
  if (n > NAMED)
    g_string_append_printf (names, " and %u more", n - NAMED);
  return n ? g_strdup (names->str) : NULL;
}

static gboolean is_flaky (const Baseline *baseline, guint test)
{
  const AfSeenEnd *ends = baseline->ends[test];
  return ends[0].passes != ends[1].passes || ends[0].passes != ends[2].passes;
}

static gboolean has_left (const Baseline *baseline, guint test)
{
  return baseline->left[test] != NULL;
}

static gboolean has_company (const Baseline *baseline, guint test)
{
  return baseline->company[test];
}

static gboolean is_endless (const Baseline *baseline, guint test)
{
  return baseline->ends[test][0].timed_out && baseline->excess[test] == AF_EXCESS_NONE;
}

static gboolean is_hungry (const Baseline *baseline, guint test)
{
  return baseline->excess[test] == AF_EXCESS_MEMORY;
}

static gboolean is_bomb (const Baseline *baseline, guint test)
{
  return baseline->excess[test] == AF_EXCESS_PROCESSES;
}

static gboolean is_missing (const Baseline *baseline, guint test)
{
  return baseline->status[test] == 127 || baseline->status[test] == 126;
}

static void tell (const Baseline *baseline)
{
  AfSuite *suite = baseline->suite;
  g_autofree char *flaky = names_of (baseline, is_flaky), *left = names_of (baseline, has_left),
                  *endless = names_of (baseline, is_endless), *missing = names_of (baseline, is_missing),
                  *company = names_of (baseline, has_company), *hungry = names_of (baseline, is_hungry),
                  *bombs = names_of (baseline, is_bomb);
  if (flaky)
    af_suite_notice (suite, "flaky, left out: %s pass at one time and fail at another", flaky);
  if (left)
    af_suite_notice (suite, "%s change files; each test begins in the folder as the build left it", left);
  if (company)
    af_suite_notice (suite, "%s leave processes running; they end with the test", company);
  if (endless)
    af_suite_notice (suite, "%s did not end in time (timeout=SECONDS in the list gives more)", endless);
  if (hungry)
    af_suite_notice (suite, "%s took too much memory and were ended (memory=MB in the list gives more)", hungry);
  if (bombs)
    af_suite_notice (suite, "%s had too many processes and were ended (processes=N in the list gives more)", bombs);
  if (missing)
    af_suite_notice (suite, "%s ended with exit status 126 or 127: the command cannot be run", missing);
}

/* Failing tests that pass when all run one after the other in one folder. */
static gboolean find_order (AfSuite *suite, GError **error)
{
  AfPlace *place = suite->project.places->pdata[0];
  g_autoptr (GString) names = g_string_new (NULL);
  AfProject project = suite->project;
  for (guint i = suite->n_failing; i < suite->tests->len + suite->n_failing; i++) {
    guint index = i < suite->tests->len ? i : i - suite->tests->len;
    const AfSuiteTest *test = suite->tests->pdata[index];
    const AfVersion *user = suite->versions->pdata[0];
    const AfTry how = { .timeout_ms = af_suite_patience (suite, test), .keep = TRUE };
    g_auto (AfSuiteEnd) end = { 0 };
    if (g_array_index (user->ends, AfSeenEnd, index).timed_out)
      continue;
    if (!af_project_try (&project, place, test, &how, &end, NULL, error))
      return FALSE;
    if (index < suite->n_failing && af_suite_test_passes (test, &end))
      g_string_append_printf (names, "%s'%s'", names->len ? ", " : "", test->name);
  }
  g_free (af_place_restore (&project, place));
  if (names->len > 0)
    af_suite_notice (suite, "%s pass only after other tests have run: give them what they need", names->str);
  return TRUE;
}

/* Failing tests that ask for the network: they end otherwise where asking is the end. */
static gboolean find_network (AfSuite *suite, GError **error)
{
  AfPlace *place = suite->project.places->pdata[0];
  const AfVersion *user = suite->versions->pdata[0];
  g_autoptr (GString) names = g_string_new (NULL);
  for (guint i = 0; suite->project.alarm && i < MIN (suite->n_failing, MOST_ALARMED); i++) {
    const AfSuiteTest *test = suite->tests->pdata[i];
    const AfTry how = { .timeout_ms = af_suite_patience (suite, test), .traps = TRUE };
    const AfSeenEnd *known = &g_array_index (user->ends, AfSeenEnd, i);
    g_auto (AfSuiteEnd) end = { 0 };
    if (known->timed_out)
      continue;
    if (!af_project_try (&suite->project, place, test, &how, &end, NULL, error))
      return FALSE;
    if (!end.timed_out && end.status != known->status)
      g_string_append_printf (names, "%s'%s'", names->len ? ", " : "", test->name);
  }
  if (names->len > 0)
    af_suite_notice (suite,
                     "%s ask for the network, which tests do not have: leave them out, or run it with --no-sandbox",
                     names->str);
  return TRUE;
}

/* Where nothing passes it is more often the surroundings than the program. */
static void tell_if_all_fail (AfSuite *suite)
{
  if (suite->n_failing == suite->tests->len && suite->tests->len >= LEAST_FAILING)
    af_suite_notice (suite, "every test fails: if they pass without autofix, they need what a copy of the folder does "
                            "not have (files outside of it, writing to /tmp, the network; TMPDIR names a folder)");
}

/* Failing tests first, no flaky ones. */
static void sort_tests (const Baseline *baseline)
{
  AfSuite *suite = baseline->suite;
  AfVersion *user = suite->versions->pdata[0];
  GPtrArray *sorted = g_ptr_array_new_with_free_func ((GDestroyNotify)af_suite_test_free);
  gint64 slowest = 0;
  guint work_ms = 0;
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < suite->tests->len; i++) {
      if (is_flaky (baseline, i) || baseline->ends[i][0].passes != (gboolean)pass)
        continue;
      g_ptr_array_add (sorted, g_steal_pointer (&suite->tests->pdata[i]));
      g_array_append_val (user->ends, baseline->ends[i][0]);
      g_ptr_array_add (user->outs, g_bytes_ref (baseline->outs[i]));
      suite->n_failing += pass == 0;
      slowest = pass ? MAX (slowest, baseline->slowest[i]) : slowest;
      work_ms = pass ? MAX (work_ms, baseline->work_ms[i]) : work_ms;
    }
  user->n_failing = suite->n_failing;
  suite->timeout_ms = MAX (LEAST_PATIENCE_MS, (guint)(slowest / 1000) * PATIENCE);
  suite->work_ms = MAX (LEAST_WORK_MS, work_ms * MOST_WORK);
  for (guint i = 0; i < suite->tests->len; i++)
    af_suite_test_free (suite->tests->pdata[i]);
  g_ptr_array_set_free_func (suite->tests, NULL);
  g_ptr_array_unref (suite->tests);
  suite->tests = sorted;
}

/* --- the build --- */

static gboolean fail_build (const AfSuite *suite, const char *messages, GError **error)
{
  g_autoptr (GPtrArray) complaints = af_weave_complaints (messages);
  g_autofree char *last = g_strdup (messages);
  const AfComplaint *first = complaints->len > 0 ? complaints->pdata[0] : NULL;
  if (first) {
    af_error_at (error, AF_ERROR_BUILD, first->file, first->line, 0, NULL, "does not compile: %s", first->text);
    return FALSE;
  }
  g_strchomp (last);
  const char *line = strrchr (last, '\n');
  af_error_at (error, AF_ERROR_BUILD, NULL, 0, 0,
               suite->options->build
                 ? "the command must also work in a copy of the folder, without the network"
                 : "flags stand after --, further sources after --with, or --build COMMAND builds it",
               "the program cannot be built: %s",
               line    ? line + 1
               : *last ? last
                       : "the command failed");
  return FALSE;
}

static gboolean build (AfSuite *suite, GError **error)
{
  const AfProjectBuild plain = { 0 };
  g_autofree char *messages = NULL;
  if (af_project_build (&suite->project, &plain, &messages, error))
    return TRUE;
  return messages ? fail_build (suite, messages, error) : FALSE;
}

/* Runs each test three times. */
static gboolean measure (AfSuite *suite, gboolean quiet, GError **error)
{
  guint n = suite->tests->len;
  g_autofree AfSeenEnd (*ends)[TIMES] = g_malloc0_n (n, sizeof *ends);
  g_autofree gint64 *slowest = g_new0 (gint64, n);
  g_autofree int *status = g_new0 (int, n);
  g_autofree guint *work_ms = g_new0 (guint, n);
  g_autofree gboolean *company = g_new0 (gboolean, n);
  g_autofree AfExcess *excess = g_new0 (AfExcess, n);
  g_autofree char **left = g_new0 (char *, n + 1);
  g_autofree GBytes **outs = g_new0 (GBytes *, n + 1);
  Baseline baseline = { suite, ends, slowest, work_ms, company, excess, NULL, left, outs, status };
  gboolean ok = run_all (&baseline, n, error);
  if (ok) {
    if (!quiet)
      tell (&baseline);
    sort_tests (&baseline);
    suite->n_runs += TIMES * n;
  }
  for (guint i = 0; i < n; i++) {
    g_free (left[i]);
    g_clear_pointer (&outs[i], g_bytes_unref);
  }
  if (!ok || af_interrupted (suite->cancel, error))
    return FALSE;
  if (suite->tests->len == 0) {
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "a test must end the same way each time",
                 "no test is left: all are flaky");
    return FALSE;
  }
  return TRUE;
}

/* The same with another build; what does not build says nothing. */
static gboolean measure_again (AfSuite *suite, GError **error)
{
  AfVersion *user = suite->versions->pdata[0];
  const AfProjectBuild plain = { 0 };
  g_autofree char *messages = NULL;
  if (!af_project_build (&suite->project, &plain, &messages, error))
    return messages != NULL;
  g_array_set_size (user->ends, 0);
  g_ptr_array_set_size (user->outs, 0);
  return measure (suite, TRUE, error);
}

typedef struct {
  AfSuite *suite;
  guint8 *differs; /* by test */
} Trial;

static gboolean try_one (guint index, guint worker, gpointer data, GError **error)
{
  Trial *trial = data;
  AfSuite *suite = trial->suite;
  const AfVersion *user = suite->versions->pdata[0];
  const AfSuiteTest *test = suite->tests->pdata[index];
  gboolean is_late = g_array_index (user->ends, AfSeenEnd, index).timed_out;
  const AfTry how = { .timeout_ms = is_late ? af_suite_patience (suite, test) : test->timeout_ms };
  g_auto (AfSuiteEnd) end = { 0 };
  if (!af_project_try (&suite->project, suite->project.places->pdata[worker], test, &how, &end, NULL, error))
    return FALSE;
  trial->differs[index] = af_suite_seen (test, &end).hash != g_array_index (user->ends, AfSeenEnd, index).hash;
  return TRUE;
}

/* A program that is linked statically starts in half of the time.  It serves if each test ends as with the user's own
 * build: what reads memory that nobody has set finds other things there.  @differs: it can be built, and does not. */
static gboolean try_static (AfSuite *suite, gboolean *differs, GError **error)
{
  guint n = suite->tests->len;
  g_autofree guint8 *other = g_new0 (guint8, n + 1);
  g_autofree char *messages = NULL;
  const AfProjectBuild plain = { 0 };
  Trial trial = { suite, other };
  *differs = FALSE;
  if (!suite->project.program)
    return TRUE;
  suite->project.is_static = TRUE;
  if (af_project_build (&suite->project, &plain, &messages, error)) {
    if (!af_jobs_map (n, suite->options->jobs, try_one, &trial, error))
      return FALSE;
    suite->n_runs += n;
    *differs = memchr (other, 1, n) != NULL;
  } else if (!messages)
    return FALSE;
  if (!messages && !*differs)
    return TRUE;
  suite->project.is_static = FALSE;
  return build (suite, error);
}

/* All tests pass, maybe because of what memory that nobody has set holds: it holds other things in a program that is
 * linked statically, and in locals that begin with a pattern. */
static gboolean measure_otherwise (AfSuite *suite, gboolean static_differs, GError **error)
{
  suite->project.is_static = static_differs;
  suite->project.is_poisoned = !static_differs;
  if (!measure_again (suite, error))
    return FALSE;
  suite->by_chance = suite->n_failing > 0;
  suite->project.is_static &= suite->by_chance;
  suite->project.is_poisoned &= suite->by_chance;
  if (suite->by_chance)
    af_suite_notice (suite, "all tests pass by chance: with other values in locals that were never set, %u of them %s",
                     suite->n_failing, suite->n_failing == 1 ? "fails" : "fail");
  return TRUE;
}

gboolean af_suite_baseline (AfSuite *suite, GError **error)
{
  af_suite_stage (suite, "build");
  gint64 start = g_get_monotonic_time ();
  gboolean static_differs = FALSE;
  if (!build (suite, error))
    return FALSE;
  suite->build_seconds = (double)(g_get_monotonic_time () - start) / G_USEC_PER_SEC;
  af_suite_stage (suite, "tests");
  if (!measure (suite, FALSE, error) || !try_static (suite, &static_differs, error))
    return FALSE;
  if (suite->n_failing == 0 && suite->project.program && !measure_otherwise (suite, static_differs, error))
    return FALSE;
  tell_if_all_fail (suite);
  return find_network (suite, error) && (suite->n_failing == 0 || suite->tests->len < 2 || find_order (suite, error));
}

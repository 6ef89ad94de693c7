/* Running lists of tests.
 *
 * In:  a build and tests.   Out: outcomes in the order of the tests.
 *
 * The order is always failing tests, passing tests, fresh tests: a candidate that repairs nothing ends at the first
 * one. */
#include "testgen/enumerate.h"
#include "validate/validate-internal.h"
#include "weave/driver.h"

#define SCRIPTS_PER_TEST 20 /* made for each fresh test wanted */
#define SMALL_PER_TEST 10   /* enumerated for each small test wanted */
#define NEAR_PER_TEST 4     /* the same for tests near failing ones */
#define PATIENCE 50         /* times the steps of the longest passing test */
#define LEAST_STEPS 20000
#define MOST_STEPS 400000
#define HANG_MS 50 /* of processor time per test, where most candidates are expected to hang */
#define OTHER_MS 500
#define PORTION 500
#define ELSEWHERE 3 /* one third as many fresh tests for each other routine that is repaired */

static void clear_outcome (gpointer outcome)
{
  af_outcome_clear (outcome);
}

GArray *af_outcomes_new (guint n)
{
  GArray *outcomes = g_array_sized_new (FALSE, TRUE, sizeof (AfOutcome), n);
  g_array_set_clear_func (outcomes, clear_outcome);
  g_array_set_size (outcomes, n);
  return outcomes;
}

static void add_tests (GPtrArray *all, const GPtrArray *tests)
{
  for (guint i = 0; tests && i < tests->len; i++)
    g_ptr_array_add (all, tests->pdata[i]);
}

GPtrArray *af_runs_tests (const AfFault *fault, const GPtrArray *fresh)
{
  GPtrArray *all = g_ptr_array_new ();
  add_tests (all, fault->failing);
  add_tests (all, fault->passing);
  add_tests (all, fresh);
  return all;
}

GPtrArray *af_runs_start (const AfSubjectConfig *config, const AfBuild *build, guint jobs, GError **error)
{
  g_autoptr (GPtrArray) subjects = g_ptr_array_new_with_free_func ((GDestroyNotify)af_subject_free);
  for (guint i = 0; i < MAX (jobs, 1); i++) {
    AfSubject *subject = af_subject_start (config, build, error);
    if (!subject)
      return NULL;
    g_ptr_array_add (subjects, subject);
  }
  return g_steal_pointer (&subjects);
}

AfRunRequest af_runs_request (const AfFault *fault, guint candidate, guint first, guint n)
{
  AfRunRequest request = { .candidate = candidate, .first = first, .n = n };
  request.step_budget =
    fault->passing->len == 0 ? MOST_STEPS : CLAMP (fault->most_steps * PATIENCE, LEAST_STEPS, MOST_STEPS);
  /* The clock is the backstop for few steps that take long, e.g. on ever longer strings. */
  request.deadline_ms = fault->clause->kind == AF_CLAUSE_HANG ? HANG_MS : OTHER_MS;
  return request;
}

GArray *af_runs_observe (const AfModule *module, const AfFault *fault, AfSubject *subject, guint candidate,
                         const GPtrArray *tests, GError **error)
{
  g_autoptr (GArray) outcomes = af_outcomes_new (tests->len);
  AfRunRequest request = af_runs_request (fault, candidate, 0, tests->len);
  /* Who has come here seldom hangs, and what passes in the unchanged program may be no measure: where the fault ends
   * everything but the shortest calls, the right repair is the first that goes all the way. */
  request.step_budget = MOST_STEPS;
  request.isolate = module->has_globals;
  request.observe = TRUE;
  if (!af_subject_run (subject, &request, (AfOutcome *)(gpointer)outcomes->data, error))
    return NULL;
  /* Else a fresh test that hangs or crashes as the fault does would count as some other fault and say nothing. */
  for (guint i = 0; i < tests->len; i++)
    af_testgen_blame (module, tests->pdata[i], &g_array_index (outcomes, AfOutcome, i));
  return g_steal_pointer (&outcomes);
}

/* Adds up to @n of @scripts that say something about @fault.  Most scripts have a last call whose precondition does not
 * hold, so they are tried in portions until there are enough. */
static gboolean add_telling (GPtrArray *tests, const AfModule *module, const AfFault *fault, const GPtrArray *scripts,
                             AfSubject *subject, guint n, GError **error)
{
  guint wanted = tests->len + n;
  if (scripts->len > 0 && !af_subject_load (subject, scripts, error))
    return FALSE;
  for (guint first = 0; first < scripts->len && tests->len < wanted; first += PORTION) {
    AfRunRequest request = af_runs_request (fault, 0, first, MIN (PORTION, scripts->len - first));
    g_autoptr (GArray) outcomes = af_outcomes_new (request.n);
    request.isolate = module->has_globals;
    if (!af_subject_run (subject, &request, (AfOutcome *)(gpointer)outcomes->data, error))
      return FALSE;
    for (guint i = 0; i < request.n && tests->len < wanted; i++) {
      af_testgen_blame (module, scripts->pdata[first + i], &g_array_index (outcomes, AfOutcome, i));
      if (af_judge_counts (module, fault, &g_array_index (outcomes, AfOutcome, i)))
        g_ptr_array_add (tests, af_test_copy (scripts->pdata[first + i]));
    }
  }
  return TRUE;
}

static gboolean add_fresh (GPtrArray *tests, const AfModule *module, const AfFault *fault, const AfRoutine *routine,
                           AfSubject *subject, guint n, guint64 seed, GError **error)
{
  g_autoptr (GPtrArray) scripts = af_testgen_held_out (module, routine, n * SCRIPTS_PER_TEST, seed);
  return add_telling (tests, module, fault, scripts, subject, n, error);
}

gboolean af_runs_add_near (GPtrArray *tests, const AfModule *module, const AfFault *fault, AfSubject *subject, guint n,
                           guint64 seed, GError **error)
{
  g_autoptr (GPtrArray) scripts = af_testgen_near (module, fault->routine, fault->failing, n * NEAR_PER_TEST, seed);
  return add_telling (tests, module, fault, scripts, subject, n, error);
}

gboolean af_runs_add_small (GPtrArray *tests, const AfModule *module, const AfFault *fault, AfSubject *subject, guint n,
                            GError **error)
{
  g_autoptr (GPtrArray) scripts = g_ptr_array_new_with_free_func ((GDestroyNotify)af_test_free);
  g_autoptr (AfEnumeration) all = af_enumeration_new (module, fault->routine);
  for (AfTest *test; scripts->len < n * SMALL_PER_TEST && (test = af_enumeration_next (all));)
    g_ptr_array_add (scripts, test);
  return add_telling (tests, module, fault, scripts, subject, n, error);
}

gboolean af_runs_add_module (GPtrArray *tests, const AfModule *module, const AfFault *fault, AfSubject *subject,
                             guint n, guint64 seed, GError **error)
{
  g_autoptr (GPtrArray) others = g_ptr_array_new ();
  for (guint i = 0; i < module->routines->len; i++) {
    AfRoutine *routine = module->routines->pdata[i];
    if (routine != fault->routine && af_driver_callable (routine))
      g_ptr_array_add (others, routine);
  }
  for (guint i = 0; i < others->len; i++)
    if (!add_fresh (tests, module, fault, others->pdata[i], subject, MAX (n / others->len, 1), seed, error))
      return FALSE;
  return TRUE;
}

GPtrArray *af_runs_fresh (const AfModule *module, const AfFault *fault, const GPtrArray *candidates, AfSubject *subject,
                          guint n, guint64 seed, GError **error)
{
  g_autoptr (GPtrArray) tests = g_ptr_array_new_with_free_func ((GDestroyNotify)af_test_free),
                        changed = g_ptr_array_new ();
  if (!add_fresh (tests, module, fault, fault->routine, subject, n, seed, error))
    return NULL;
  /* A repair elsewhere must also please those who call that routine and never the blamed one. */
  for (guint i = 0; i < candidates->len; i++) {
    const AfRoutine *routine = ((const AfCandidate *)candidates->pdata[i])->routine;
    if (!routine || routine == fault->routine || g_ptr_array_find (changed, routine, NULL))
      continue;
    g_ptr_array_add (changed, (gpointer)routine);
    if (!add_fresh (tests, module, fault, routine, subject, n / ELSEWHERE, seed, error))
      return NULL;
  }
  return g_steal_pointer (&tests);
}

gboolean af_runs_late (gint64 deadline)
{
  return deadline > 0 && g_get_monotonic_time () >= deadline;
}

GArray *af_runs_sanitized (const AfModule *module, const AfFault *fault, const GPtrArray *tests,
                           const AfValidateOptions *options, GError **error)
{
  g_autoptr (AfBuild) build = af_subject_build (&options->config, module, NULL, AF_BUILD_SANITIZED, NULL, error);
  g_autoptr (AfSubject) subject = build ? af_subject_start (&options->config, build, error) : NULL;
  if (!subject || !af_subject_load (subject, tests, error))
    return NULL;
  return af_runs_observe (module, fault, subject, 0, tests, error);
}

/* Running lists of tests.
 *
 * In:  a build and tests.   Out: outcomes in the order of the tests.
 *
 * The order is always failing tests, passing tests, held-out tests: a candidate that repairs nothing ends at the first
 * one. */
#include "validate/validate-internal.h"

#define PATIENCE 50 /* times the steps of the longest passing test */
#define LEAST_STEPS 20000
#define MOST_STEPS 400000
#define HANG_MS 50 /* of processor time per test, where most candidates are expected to hang */
#define OTHER_MS 500

static void add_tests (GPtrArray *all, const GPtrArray *tests)
{
  for (guint i = 0; tests && i < tests->len; i++)
    g_ptr_array_add (all, tests->pdata[i]);
}

GPtrArray *af_runs_tests (const AfFault *fault, const GPtrArray *held_out)
{
  GPtrArray *all = g_ptr_array_new ();
  add_tests (all, fault->failing);
  add_tests (all, fault->passing);
  add_tests (all, held_out);
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

GArray *af_runs_observe (const AfRunner *runner, const GPtrArray *tests, GError **error)
{
  g_autoptr (GArray) outcomes = af_outcomes_new (tests->len);
  AfRunRequest request = af_runs_request (runner->fault, runner->candidate, 0, tests->len);
  /* Who has come here seldom hangs, and what passes in the unchanged program may be no measure: where the fault ends
   * everything but the shortest calls, the right repair is the first that goes all the way. */
  request.step_budget = MOST_STEPS;
  request.observe = TRUE;
  request.places = runner->covers;
  if (!af_subject_run (runner->subject, &request, (AfOutcome *)(gpointer)outcomes->data, error))
    return NULL;
  /* Else a held-out test that hangs or crashes as the fault does would count as some other fault and say nothing. */
  for (guint i = 0; i < tests->len; i++)
    af_testgen_blame (runner->module, tests->pdata[i], &g_array_index (outcomes, AfOutcome, i));
  return g_steal_pointer (&outcomes);
}

static GArray *run_sanitized (const AfValidation *validation, const AfModule *module, const GPtrArray *tests,
                              gboolean covers, GError **error)
{
  const AfSubjectConfig *config = &validation->options.config;
  g_autoptr (AfBuild) build = af_subject_build (config, module, NULL, AF_BUILD_SANITIZED, NULL, error);
  g_autoptr (AfSubject) subject = build ? af_subject_start (config, build, error) : NULL;
  if (!subject || !af_subject_load (subject, tests, error))
    return NULL;
  AfRunner runner = { module, validation->fault, subject, 0, covers };
  return af_runs_observe (&runner, tests, error);
}

GArray *af_runs_sanitized (const AfValidation *validation, const AfModule *module, const GPtrArray *tests,
                           GError **error)
{
  return run_sanitized (validation, module, tests, FALSE, error);
}

GArray *af_runs_covered (const AfValidation *validation, const AfModule *module, const GPtrArray *tests, GError **error)
{
  return run_sanitized (validation, module, tests, TRUE, error);
}

const AfTest *af_runs_shortest_difference (const GPtrArray *tests, const GArray *a, const GArray *b)
{
  const AfTest *shortest = NULL;
  guint n = MIN (tests->len, MIN (a->len, b->len));
  for (guint i = 0; i < n; i++) {
    const AfTest *test = tests->pdata[i];
    if (g_array_index (a, guint64, i) != g_array_index (b, guint64, i)
        && (!shortest || test->calls->len < shortest->calls->len))
      shortest = test;
  }
  return shortest;
}

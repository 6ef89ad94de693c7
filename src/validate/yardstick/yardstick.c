/* Measuring any changed version of the module against one fault.
 *
 * In:  T_r of the fault, fresh tests, a changed module.   Out: what it does to the fault, and the shortest test against
 * it.
 *
 * The same tests and the same judgement of outcomes as in confirmation; here the reasons are kept.  Both programs are
 * built with sanitizers, the unchanged one once. */
#include "validate/validate-internal.h"

#include "util/error.h"
#include "util/random.h"

struct AfYardstick {
  const AfModule *module;
  const AfFault *fault;
  const AfValidateOptions *options;
  GPtrArray *fresh; /* of AfTest */
  GPtrArray *tests; /* of AfTest, not owned: T_r, then the fresh ones */
  GArray *before;   /* of AfOutcome */
};

void af_yardstick_free (AfYardstick *yardstick)
{
  if (!yardstick)
    return;
  g_clear_pointer (&yardstick->tests, g_ptr_array_unref);
  g_clear_pointer (&yardstick->fresh, g_ptr_array_unref);
  g_clear_pointer (&yardstick->before, g_array_unref);
  g_free (yardstick);
}

void af_measure_free (AfMeasure *measure)
{
  if (!measure)
    return;
  g_free (measure->violation);
  g_clear_pointer (&measure->observations, g_array_unref);
  g_free (measure);
}

/* Candidates that say no more than which routine they change. */
static GPtrArray *changes_of (const GPtrArray *routines)
{
  GPtrArray *candidates = g_ptr_array_new_with_free_func ((GDestroyNotify)af_candidate_free);
  for (guint i = 0; i < routines->len; i++) {
    AfCandidate *candidate = af_candidate_new (i + 1, NULL, AF_SCHEMA_A, NULL);
    candidate->routine = routines->pdata[i];
    g_ptr_array_add (candidates, candidate);
  }
  return candidates;
}

AfYardstick *af_yardstick_new (const AfModule *module, const AfFault *fault, const GPtrArray *changed,
                               const AfValidateOptions *options, GError **error)
{
  g_autoptr (AfYardstick) yardstick = g_new0 (AfYardstick, 1);
  g_autoptr (GPtrArray) candidates = changes_of (changed);
  g_autoptr (AfBuild) build = af_subject_build (&options->config, module, NULL, AF_BUILD_FAST, NULL, error);
  g_autoptr (AfSubject) subject = build ? af_subject_start (&options->config, build, error) : NULL;
  yardstick->module = module;
  yardstick->fault = fault;
  yardstick->options = options;
  yardstick->fresh = subject ? af_runs_fresh (module, fault, candidates, subject, options->n_fresh,
                                              af_random_derive (options->seed, "judge", fault->clause->id), error)
                             : NULL;
  if (!yardstick->fresh)
    return NULL;
  yardstick->tests = af_runs_tests (fault, yardstick->fresh);
  yardstick->before = af_runs_sanitized (module, fault, yardstick->tests, options, error);
  return yardstick->before ? g_steal_pointer (&yardstick) : NULL;
}

/* What one outcome that falls says. */
static AfMeasured fall_of (const AfYardstick *yardstick, const AfOutcome *before, const AfModule *changed,
                           const AfOutcome *after)
{
  if (before->kind == AF_OUTCOME_PASS)
    return AF_MEASURED_BREAKS;
  return af_judge_is_fault (yardstick->module, yardstick->fault, changed, after) ? AF_MEASURED_KEEPS
                                                                                 : AF_MEASURED_TRADES;
}

static void count_gone (AfMeasure *measure, const AfOutcome *before, const AfOutcome *after)
{
  gboolean is_gone = after->kind == AF_OUTCOME_INVALID;
  if (before->kind == AF_OUTCOME_PASS) {
    measure->n_passing++;
    measure->passing_gone += is_gone;
  } else if (before->kind == AF_OUTCOME_FAIL) {
    measure->n_failing++;
    measure->failing_gone += is_gone;
  }
}

/* Keeps the worst verdict, and of equally bad tests the shortest. */
static void note_fall (const AfYardstick *yardstick, AfMeasure *measure, guint i, AfMeasured verdict,
                       const AfModule *changed, const AfOutcome *after)
{
  const AfTest *test = yardstick->tests->pdata[i];
  gboolean shorter = measure->counterexample && test->calls->len < measure->counterexample->calls->len;
  if (verdict < measure->verdict || (verdict == measure->verdict && measure->counterexample && !shorter))
    return;
  measure->verdict = verdict;
  measure->counterexample = test;
  g_free (measure->violation);
  measure->violation = af_outcome_text (changed, after);
}

AfMeasure *af_yardstick_measure (const AfYardstick *yardstick, const AfModule *changed, GError **error)
{
  g_autoptr (GPtrArray) tests = af_tests_translate (yardstick->tests, yardstick->module, changed, error);
  g_autoptr (GArray) outcomes =
    tests ? af_runs_sanitized (changed, yardstick->fault, tests, yardstick->options, error) : NULL;
  if (!outcomes)
    return NULL;
  const AfFault *fault = yardstick->fault;
  AfMeasure *measure = g_new0 (AfMeasure, 1);
  measure->n_tests = fault->failing->len + fault->passing->len;
  measure->n_fresh = yardstick->fresh->len;
  measure->observations = g_array_new (FALSE, FALSE, sizeof (guint64));
  for (guint i = 0; i < outcomes->len; i++) {
    const AfOutcome *before = &g_array_index (yardstick->before, AfOutcome, i);
    const AfOutcome *after = &g_array_index (outcomes, AfOutcome, i);
    guint64 observation = after->kind == AF_OUTCOME_PASS ? after->observation : 0;
    g_array_append_val (measure->observations, observation);
    if (!af_judge_counts (yardstick->module, fault, before)
        || (i >= measure->n_tests && af_judge_goes_on (fault, before, changed, after)))
      continue;
    count_gone (measure, before, after);
    measure->n_changed += before->kind == AF_OUTCOME_PASS && observation != before->observation;
    if (af_judge (yardstick->module, fault, before, changed, after) == AF_JUDGED_FALLS)
      note_fall (yardstick, measure, i, fall_of (yardstick, before, changed, after), changed, after);
  }
  if (measure->verdict == AF_MEASURED_FIXES
      && (measure->failing_gone == measure->n_failing || measure->passing_gone * 2 > measure->n_passing))
    measure->verdict = AF_MEASURED_SILENCES;
  return measure;
}

const AfTest *af_yardstick_apart (const AfYardstick *yardstick, const AfMeasure *a, const AfMeasure *b)
{
  const AfTest *shortest = NULL;
  for (guint i = 0; i < yardstick->tests->len; i++) {
    const AfTest *test = yardstick->tests->pdata[i];
    if (g_array_index (a->observations, guint64, i) != g_array_index (b->observations, guint64, i)
        && (!shortest || test->calls->len < shortest->calls->len))
      shortest = test;
  }
  return shortest;
}

/* Measuring any changed version of the module against one fault.
 *
 * In:  T_r of the fault, held-out tests, a changed module.   Out: what it does to the fault, and the shortest test
 * against it.
 *
 * The same tests and the same weighing of outcomes as in confirmation; here the reasons are kept.  Both programs are
 * built with sanitizers, the unchanged one once. */
#include "validate/translate.h"
#include "validate/validate-internal.h"

#include "util/error.h"
#include "util/random.h"

struct AfYardstick {
  AfValidation validation; /* its held-out tests are those of the yardstick */
  GPtrArray *tests;        /* of AfTest, not owned: T_r, then the held-out ones */
  GArray *before;          /* of AfOutcome */
  GHashTable *reached;     /* places that they come to */
};

void af_yardstick_free (AfYardstick *yardstick)
{
  if (!yardstick)
    return;
  g_clear_pointer (&yardstick->tests, g_ptr_array_unref);
  g_clear_pointer (&yardstick->before, g_array_unref);
  g_clear_pointer (&yardstick->reached, g_hash_table_unref);
  af_validation_clear (&yardstick->validation);
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

AfYardstick *af_yardstick_new (const AfModule *module, const AfFault *fault, const GPtrArray *changed,
                               const AfValidateOptions *options, GError **error)
{
  g_autoptr (AfYardstick) yardstick = g_new0 (AfYardstick, 1);
  AfValidation *validation = &yardstick->validation;
  af_validation_init (validation, module, fault, options);
  validation->held_out = af_draw_tests_new ();
  g_autoptr (AfBuild) build = af_subject_build (&options->config, module, NULL, AF_BUILD_FAST, NULL, error);
  g_autoptr (AfSubject) subject = build ? af_subject_start (&options->config, build, error) : NULL;
  AfDraw draw = { validation, subject, af_random_derive (options->seed, "judge", fault->clause->id),
                  validation->held_out };
  if (!subject || !af_draw_random (&draw, changed, options->n_held_out, error))
    return NULL;
  yardstick->tests = af_runs_tests (fault, validation->held_out);
  yardstick->before = af_runs_covered (validation, module, yardstick->tests, error);
  if (!yardstick->before)
    return NULL;
  yardstick->reached = af_liveness_of (yardstick->before, ~0u);
  return g_steal_pointer (&yardstick);
}

/* What one outcome that falls says. */
static AfMeasured fall_of (const AfYardstick *yardstick, const AfOutcome *before, const AfModule *changed,
                           const AfOutcome *after)
{
  if (before->kind == AF_OUTCOME_PASS)
    return AF_MEASURED_BREAKS;
  return af_weigh_is_fault (&yardstick->validation, changed, after) ? AF_MEASURED_KEEPS : AF_MEASURED_TRADES;
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

/* The routine that failed is as it was, and is not asked any more to do what it did. */
static gboolean hides (const AfYardstick *yardstick, const AfModule *changed, GArray *outcomes)
{
  const AfValidation *validation = &yardstick->validation;
  const AfRoutine *blamed = validation->fault->routine, *now = af_module_routine (changed, blamed->name);
  if (!now)
    return FALSE;
  g_autofree char *old =
    af_source_slice (af_module_source (validation->module, blamed->definition.file), blamed->definition);
  g_autofree char *fresh = af_source_slice (af_module_source (changed, now->definition.file), now->definition);
  g_autoptr (GHashTable) reached = af_liveness_of (outcomes, ~0u);
  return g_str_equal (old, fresh)
         && af_liveness_is_lost (blamed, validation->fault->location, yardstick->reached, now, reached);
}

AfMeasure *af_yardstick_measure (const AfYardstick *yardstick, const AfModule *changed, GError **error)
{
  const AfValidation *validation = &yardstick->validation;
  g_autoptr (GPtrArray) tests = af_tests_translate (yardstick->tests, validation->module, changed, error);
  g_autoptr (GArray) outcomes = tests ? af_runs_covered (validation, changed, tests, error) : NULL;
  if (!outcomes)
    return NULL;
  AfMeasure *measure = g_new0 (AfMeasure, 1);
  measure->n_tests = validation->fault->failing->len + validation->fault->passing->len;
  measure->n_held_out = validation->held_out->len;
  measure->observations = g_array_new (FALSE, FALSE, sizeof (guint64));
  for (guint i = 0; i < outcomes->len; i++) {
    const AfOutcome *before = &g_array_index (yardstick->before, AfOutcome, i);
    const AfOutcome *after = &g_array_index (outcomes, AfOutcome, i);
    guint64 observation = after->kind == AF_OUTCOME_PASS ? after->observation : 0;
    g_array_append_val (measure->observations, observation);
    if (!af_weigh_counts (validation, before)
        || (i >= measure->n_tests && af_weigh_goes_on (validation, before, changed, after)))
      continue;
    count_gone (measure, before, after);
    measure->n_changed += before->kind == AF_OUTCOME_PASS && observation != before->observation;
    if (af_weigh (validation, before, changed, after) == AF_WEIGHED_FALLS)
      note_fall (yardstick, measure, i, fall_of (yardstick, before, changed, after), changed, after);
  }
  if (measure->verdict == AF_MEASURED_FIXES
      && (measure->failing_gone == measure->n_failing || measure->passing_gone * 2 > measure->n_passing))
    measure->verdict = AF_MEASURED_SILENCES;
  measure->hides = hides (yardstick, changed, outcomes);
  return measure;
}

const AfTest *af_yardstick_distinguish (const AfYardstick *yardstick, const AfMeasure *a, const AfMeasure *b)
{
  return af_runs_shortest_difference (yardstick->tests, a->observations, b->observations);
}

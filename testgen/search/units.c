/* Units: scripts made from one seed and run together, on as many workers as there are.
 *
 * In:  a plan (what to aim at, which label names the seeds), numbers of units.
 * Out: for each unit its scripts with their outcomes, in the order of the units, whoever ran them: the same seed gives
 *      the same result with any number of workers. */
#include <sys/resource.h>

#include "testgen/testgen-internal.h"
#include "util/error.h"
#include "util/jobs.h"

/* Where in a loop the budget ended means nothing: its condition stands for all of it. */
static void blame_loop (const AfModule *module, AfOutcome *outcome)
{
  const AfClause *clause = outcome->clause < module->clauses->len ? module->clauses->pdata[outcome->clause] : NULL;
  const AfLocation *location;

  if (clause == NULL || clause->kind != AF_CLAUSE_HANG || outcome->routine < 0 || outcome->location < 0)
    return;
  location = af_routine_location (module->routines->pdata[outcome->routine], (guint)outcome->location);
  if (location != NULL && location->loop >= 0 && location->kind != AF_LOCATION_WHILE && location->kind != AF_LOCATION_DO
      && location->kind != AF_LOCATION_FOR)
    outcome->location = location->loop;
}

/* The module may have overwritten the outcome: an index that does not exist blames nobody. */
static gboolean is_damaged (const AfModule *module, const AfOutcome *outcome)
{
  if (outcome->clause >= module->clauses->len || outcome->routine >= (int)module->routines->len)
    return TRUE;
  return outcome->routine >= 0
         && outcome->location >= (int)((const AfRoutine *)module->routines->pdata[outcome->routine])->locations->len;
}

void af_testgen_blame (const AfModule *module, const AfTest *test, AfOutcome *outcome)
{
  const AfCall *call;

  if (outcome->kind == AF_OUTCOME_FAIL && is_damaged (module, outcome))
    outcome->kind = AF_OUTCOME_UNKNOWN;
  if (outcome->kind == AF_OUTCOME_FAIL)
    blame_loop (module, outcome);
  if (outcome->kind != AF_OUTCOME_FAIL || outcome->routine >= 0 || outcome->failing_call >= test->calls->len)
    return;
  call = test->calls->pdata[outcome->failing_call];
  if (call->thunk >= module->routines->len)
    return;
  if (((const AfRoutine *)module->routines->pdata[call->thunk])->is_lent) {
    outcome->kind = AF_OUTCOME_INVALID; /* a lent routine was used wrongly, for all that is known */
    return;
  }
  outcome->routine = (int)call->thunk;
  outcome->location = 1;
}

gboolean af_batch_run (AfSubject *subject, const GPtrArray *tests, const AfBatchMode *mode, AfOutcome *outcomes,
                       GError **error)
{
  AfRunRequest request = {
    .n = tests->len,
    .isolate = mode->isolate,
    .observe = mode->observe,
    .reach = mode->reach,
    .cover = mode->cover,
    .step_budget = mode->step_budget,
    .deadline_ms = mode->deadline_ms,
  };

  if (tests->len == 0)
    return TRUE;
  if (!af_subject_load (subject, tests, error) || !af_subject_run (subject, &request, outcomes, error))
    return FALSE;
  for (guint i = 0; i < tests->len; i++)
    af_testgen_blame (mode->module, tests->pdata[i], &outcomes[i]);
  return TRUE;
}

void af_outcomes_free (AfOutcome *outcomes, guint n)
{
  for (guint i = 0; outcomes != NULL && i < n; i++)
    af_outcome_clear (&outcomes[i]);
  g_free (outcomes);
}

gboolean af_outcome_made (const AfOutcome *outcome, guint call)
{
  return call < AF_MAX_CALLS && (outcome->executed >> call & 1) != 0;
}

guint af_outcome_calls (const AfOutcome *outcome)
{
  guint n = 0;

  for (guint i = 0; i < AF_MAX_CALLS; i++)
    n += af_outcome_made (outcome, i);
  return n;
}

gint64 af_testgen_worked (const AfTestgenOptions *options)
{
  static const int who[] = { RUSAGE_SELF, RUSAGE_CHILDREN };
  gint64 worked = 0;

  for (guint i = 0; i < G_N_ELEMENTS (who); i++) {
    struct rusage usage;

    if (getrusage (who[i], &usage) == 0)
      worked += (gint64)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * G_USEC_PER_SEC + usage.ru_utime.tv_usec
                + usage.ru_stime.tv_usec;
  }
  for (guint i = 0; i < options->jobs; i++)
    worked += af_subject_worked (options->subjects[i]);
  return worked;
}

void af_testgen_until (const AfTestgenOptions *options, gint64 deadline, GCancellable *stop)
{
  for (guint i = 0; i < options->jobs; i++)
    af_subject_set_end (options->subjects[i], deadline, stop);
}

gboolean af_testgen_is_cancelled (const AfTestgenOptions *options)
{
  return g_cancellable_is_cancelled (options->cancel);
}

gboolean af_testgen_forgive_cancel (const AfTestgenOptions *options, GError **error)
{
  if (!af_testgen_is_cancelled (options) || !g_error_matches (*error, AF_ERROR, AF_ERROR_INTERRUPTED))
    return FALSE;
  g_clear_error (error);
  return TRUE;
}

gboolean af_testgen_late (const AfTestgenOptions *options)
{
  return af_testgen_is_cancelled (options) || (options->deadline != 0 && g_get_monotonic_time () >= options->deadline);
}

/* A new script; every second time the one of two that is farther from those before it. */
static AfTest *new_script (const AfUnitPlan *plan, guint64 seed, guint i, const AfCallable *aim,
                           const GPtrArray *before)
{
  g_autoptr (AfTest) script = af_script_new (plan->repertoire, af_random_derive (seed, "script", i), aim);
  g_autoptr (AfTest) other = NULL;

  if (script == NULL || i % 2 == 0)
    return g_steal_pointer (&script);
  other = af_script_new (plan->repertoire, af_random_derive (seed, "other", i), aim);
  if (other == NULL || af_test_distance_from (script, before) >= af_test_distance_from (other, before))
    return g_steal_pointer (&script);
  return g_steal_pointer (&other);
}

/* The scripts of unit number @unit. */
static GPtrArray *scripts_of (const AfUnitPlan *plan, guint unit)
{
  GPtrArray *scripts = g_ptr_array_new_with_free_func ((GDestroyNotify)af_test_free);
  guint64 seed = af_random_derive (plan->options->seed, plan->label, unit);

  for (guint i = 0; i < AF_UNIT_SIZE; i++) {
    const AfCallable *aim = plan->aims->pdata[(unit * AF_UNIT_SIZE + i) % plan->aims->len];
    gboolean varies = plan->pool != NULL && plan->pool->tests->len > 0 && (af_random_derive (seed, "kind", i) & 1) != 0;
    AfTest *script = varies ? af_script_vary (plan->repertoire, af_random_derive (seed, "vary", i), plan->pool, aim)
                            : new_script (plan, seed, i, aim, scripts);

    if (script != NULL)
      g_ptr_array_add (scripts, script);
  }
  return scripts;
}

typedef struct {
  const AfUnitPlan *plan;
  AfUnit *units;
  guint first, n;
} UnitsJob;

/* What is listed comes last in the order of the units, and begins first: its repeated calls take longest, and at the
 * end the other workers would wait for them. */
static gboolean run_unit (guint turn, guint worker, gpointer data, GError **error)
{
  UnitsJob *job = data;
  const AfTestgenOptions *options = job->plan->options;
  guint index = job->plan->listed == NULL ? turn : turn == 0 ? job->n : turn - 1;
  AfUnit *unit = &job->units[index];

  if (af_testgen_late (options))
    return TRUE;
  unit->scripts = index < job->n ? scripts_of (job->plan, job->first + index) : g_ptr_array_ref (job->plan->listed);
  unit->outcomes = g_new0 (AfOutcome, unit->scripts->len + 1);
  unit->done = TRUE;
  gboolean ok = af_batch_run (options->subjects[worker], unit->scripts, &job->plan->mode, unit->outcomes, error);
  unit->is_cut = af_testgen_late (options);
  unit->ended = (AfMoment){ g_get_monotonic_time (), af_testgen_worked (options) };
  return ok;
}

AfUnit *af_units_run (const AfUnitPlan *plan, guint first, guint n, GError **error)
{
  guint all = n + (plan->listed != NULL ? 1 : 0);
  AfUnit *units = g_new0 (AfUnit, all);
  UnitsJob job = { plan, units, first, n };

  if (!af_jobs_map (all, plan->options->jobs, run_unit, &job, error)) {
    af_units_free (units, all);
    return NULL;
  }
  return units;
}

void af_units_free (AfUnit *units, guint n)
{
  for (guint i = 0; units != NULL && i < n; i++) {
    if (units[i].scripts == NULL)
      continue;
    af_outcomes_free (units[i].outcomes, units[i].scripts->len);
    g_ptr_array_unref (units[i].scripts);
  }
  g_free (units);
}

/* --- what a run shows --- */

void af_test_set_times (AfTest *test, guint index, guint times)
{
  AfCall **place = (AfCall **)&test->calls->pdata[index];
  AfCall *old = *place;

  old->times = times;
  if (times > 1)
    return;
  *place = af_call_turn (old, 0);
  af_call_free (old);
}

/* The last time that a repeated call is made is a call of its own: it is the one under test. */
static void part_last (AfTest *test)
{
  AfCall *last = test->calls->len > 0 ? test->calls->pdata[test->calls->len - 1] : NULL;

  if (last == NULL || last->times == 1)
    return;
  g_ptr_array_add (test->calls, af_call_turn (last, last->times - 1));
  last->result = -1;
  af_test_set_times (test, test->calls->len - 2, last->times - 1);
}

AfTest *af_script_derive (const AfTest *script, const AfOutcome *outcome)
{
  g_autofree gboolean *keep = g_new0 (gboolean, script->calls->len + 1);
  g_autoptr (AfTest) made = af_test_copy (script);
  AfTest *test;

  for (guint i = 0; i < script->calls->len; i++) {
    AfCall *call = made->calls->pdata[i];
    gboolean fails = outcome->kind == AF_OUTCOME_FAIL && i == outcome->failing_call;

    keep[i] = outcome->kind == AF_OUTCOME_FAIL && i >= outcome->failing_call ? fails : af_outcome_made (outcome, i);
    af_test_set_times (made, i, CLAMP (outcome->turns[i] + (fails ? 1u : 0u), 1u, call->times));
  }
  test = af_test_project (made, keep);
  part_last (test);
  return test;
}

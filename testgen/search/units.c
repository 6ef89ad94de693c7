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

/* What makes an object out of zeros: `void text_init (Text *text, ...)`, `int text_read (const char *from, Text *to)`.
 */
GPtrArray *af_repertoire_initialisers (const AfRepertoire *repertoire, const AfCallable *creator)
{
  GPtrArray *initialisers = g_ptr_array_new ();

  for (guint i = 0; creator->routine == NULL && creator->params->len == 0 && i < repertoire->targets->len; i++) {
    AfCallable *callable = repertoire->targets->pdata[i];

    int place = callable->routine->initialises;

    if (place >= 0 && callable->level > 0 && af_callable_param (callable, (guint)place)->element == creator->made)
      g_ptr_array_add (initialisers, callable);
  }
  return initialisers;
}

/* Whether what @factory gives is a null pointer, or zeros that a call of the module makes an object of. */
static gboolean is_raw (const AfRepertoire *repertoire, const AfCallable *factory)
{
  g_autoptr (GPtrArray) initialisers = af_repertoire_initialisers (repertoire, factory);

  return initialisers->len > 0 || factory->is_place;
}

/* Whether @call finds an object in each storage that it uses, or makes one there, where none is: what it makes goes
 * from @raw to @made. */
static gboolean finds_objects (const AfCallable *callable, const AfCall *call, gboolean *raw, gboolean *made)
{
  int place = callable != NULL && callable->routine != NULL ? callable->routine->initialises : -1;

  for (guint i = 0; i < call->n_args; i++) {
    const AfArg *arg = &call->args[i];
    gboolean is_place = place == (int)i;

    if (arg->kind != AF_ARG_ADDRESS && arg->kind != AF_ARG_VARIABLE)
      continue;
    if (is_place ? made[arg->index] : raw[arg->index] && (callable == NULL || callable->place != (int)i))
      return FALSE;
    made[arg->index] |= is_place;
    raw[arg->index] = FALSE;
  }
  return TRUE;
}

/* Notes on which objects the one made by @call holds, and that those which hold what it ends are none any more. */
static void note_holders (const AfCallable *callable, const AfCall *call, guint64 *held, gboolean *raw, gboolean *made,
                          guint n)
{
  int place = callable != NULL ? af_call_derived_place (callable, call) : -1;
  int ended = callable != NULL && callable->routine != NULL ? callable->routine->consumes : -1;

  if (place >= 0)
    held[place] = 0;
  for (guint i = 0; place >= 0 && i < call->n_args; i++) {
    const AfArg *arg = &call->args[i];
    if ((arg->kind == AF_ARG_ADDRESS || arg->kind == AF_ARG_VARIABLE) && (int)arg->index != place && arg->index < 64)
      held[place] |= G_GUINT64_CONSTANT (1) << arg->index;
  }
  if (ended < 0 || (guint)ended >= call->n_args
      || (call->args[ended].kind != AF_ARG_ADDRESS && call->args[ended].kind != AF_ARG_VARIABLE))
    return;
  made[call->args[ended].index] = FALSE;
  for (guint i = 0; i < n; i++)
    raw[i] |= call->args[ended].index < 64 && (held[i] >> call->args[ended].index & 1) != 0;
}

/* What the call makes a part of another object goes with that one, and is ended alone only by what looks for it there;
 * whether that is kept. */
static gboolean keeps_parts (const AfCallable *callable, const AfCall *call, guint64 *held, gboolean *is_part)
{
  const AfRoutine *routine = callable != NULL ? callable->routine : NULL;

  if (call->result >= 0) {
    guint64 holders = af_call_holders (callable, call);
    held[call->result] |= holders;
    is_part[call->result] = holders != 0;
  }
  return routine == NULL || !routine->ends_root || (guint)routine->consumes >= call->n_args
         || call->args[routine->consumes].kind != AF_ARG_VARIABLE || !is_part[call->args[routine->consumes].index];
}

/* What was given back, by its result, is used under the new name alone. */
static void note_threaded (const AfCallable *callable, const AfCall *call, gboolean *raw)
{
  int threaded = callable != NULL && callable->routine != NULL ? callable->routine->threads : -1;

  if (threaded >= 0 && (guint)threaded < call->n_args && call->args[threaded].kind == AF_ARG_VARIABLE)
    raw[call->args[threaded].index] = TRUE;
}

/* Where an element is: nowhere, in a list that may have refused it, in one. */
typedef enum { PLACE_NONE, PLACE_ASKED, PLACE_LINKED } AfPlace;

static gboolean is_named (const AfArg *arg)
{
  return arg->kind == AF_ARG_ADDRESS || arg->kind == AF_ARG_VARIABLE;
}

/* What a call that is no look may have taken out, under whatever name. */
static void forget_places (const AfRoutine *routine, const AfCall *call, AfPlace *places, guint n)
{
  for (guint i = 0; i < n; i++)
    places[i] = MIN (places[i], PLACE_ASKED);
  for (guint i = 0; i < MIN (call->n_args, 64); i++)
    if ((routine->follows >> i & 1) != 0 && is_named (&call->args[i]))
      places[call->args[i].index] = PLACE_NONE;
}

/* A linked element is kept once: what a call keeps, and what a query finds where it is kept, is given to no other that
 * keeps it; what follows links takes nothing but what a query has found.  Whether that is so. */
static gboolean keeps_once (const AfCallable *callable, const AfCall *call, AfPlace *places, guint n)
{
  const AfRoutine *routine = callable != NULL ? callable->routine : NULL;
  gboolean finds = routine != NULL && (routine->is_query || routine->finds);

  for (guint i = 0; routine != NULL && (routine->keeps | routine->follows) != 0 && i < MIN (call->n_args, 64); i++) {
    const AfArg *arg = &call->args[i];
    if (!is_named (arg))
      continue;
    if ((routine->follows >> i & 1) != 0 && (places[arg->index] != PLACE_LINKED || (call->times > 1 && !finds)))
      return FALSE;
    if ((routine->keeps >> i & 1) == 0)
      continue;
    if (places[arg->index] != PLACE_NONE || call->times > 1)
      return FALSE;
    places[arg->index] = PLACE_ASKED;
  }
  if (routine != NULL && !finds)
    forget_places (routine, call, places, n);
  if (call->result >= 0)
    places[call->result] = finds ? PLACE_LINKED : PLACE_NONE;
  return TRUE;
}

gboolean af_script_is_set_up (const AfRepertoire *repertoire, const AfTest *test)
{
  g_autofree gboolean *raw = g_new0 (gboolean, test->n_variables + 1);
  g_autofree gboolean *made = g_new0 (gboolean, test->n_variables + 1);
  g_autofree gboolean *is_part = g_new0 (gboolean, test->n_variables + 1);
  g_autofree AfPlace *places = g_new0 (AfPlace, test->n_variables + 1);
  g_autofree guint64 *held = g_new0 (guint64, test->n_variables + 1);

  for (guint i = 0; i < test->calls->len; i++) {
    const AfCall *call = test->calls->pdata[i];
    const AfCallable *callable = af_repertoire_callable (repertoire, call->thunk);

    if (!finds_objects (callable, call, raw, made) || !keeps_parts (callable, call, held, is_part)
        || !keeps_once (callable, call, places, test->n_variables))
      return FALSE;
    note_holders (callable, call, held, raw, made, test->n_variables);
    note_threaded (callable, call, raw);
    if (callable != NULL && call->result >= 0 && (guint)call->result < test->n_variables) {
      raw[call->result] = is_raw (repertoire, callable);
      made[call->result] = callable->routine != NULL;
    }
  }
  return TRUE;
}

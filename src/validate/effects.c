/* Effects: what candidates that come near a repair do to the tests one by one.
 *
 * In:  the candidates of a screen with their verdicts.
 * Out: for those that repaired some failing test, or made one fail otherwise, what became of every failing test and of
 * the first passing ones: the same as before, repaired, changed, broken.
 *
 * The screen ends a candidate at its first failure, because most are worth no second look.  Here the few are told apart
 * that are: one that repairs every failing test and breaks passing ones needs a guard, and the broken tests are where
 * it must not act; one that repairs some needs a second change beside it.
 *
 *     `return 0;` before line 12: 60 of 60 failing tests repaired, 31 of 100 passing ones broken */
#include "validate/validate-internal.h"

#include "util/jobs.h"

#define BLOCK 25 /* candidates per unit of work */
#define MAX_FAILING 30
#define MAX_PASSING 60
#define PANEL 3           /* failing tests that every candidate is tried on first */
#define MAX_GUARDABLE 100 /* that repair failing tests or break their earlier calls, and do nothing else to them */
#define MAX_PARTIAL                                                                                                    \
  80 /* other ones that repair some, or move the failure, or make the clause fail later in its queries */

typedef struct {
  const AfValidation *validation;
  GPtrArray *tests;   /* of AfTest: the panel, other failing ones, the first passing ones */
  GArray *places;     /* of guint: their places in T_r */
  GArray *before;     /* of AfOutcome, parallel */
  GPtrArray *results; /* of AfEffects: of the candidates that are run now */
  guint n_run;        /* so many of the tests */
} Observation;

static gboolean is_same_failure (const AfOutcome *before, const AfOutcome *after)
{
  return before->clause == after->clause && before->routine == after->routine && before->location == after->location
         && before->failing_call == after->failing_call;
}

/* The clause fails as before, and the queries in it find fault with something else now: one of two things may be right.
 */
static gboolean is_other_reason (const AfOutcome *before, const AfOutcome *after)
{
  return before->progress != after->progress;
}

/* Where in the text of its routine it failed. */
static guint place_of (const AfModule *module, const AfOutcome *outcome)
{
  const AfRoutine *routine = module->routines->pdata[outcome->routine];
  const AfLocation *location = af_routine_location (routine, (guint)outcome->location);
  return !location || location->kind == AF_LOCATION_EXIT ? G_MAXUINT
         : location->kind == AF_LOCATION_ENTRY           ? 0
                                                         : location->range.start;
}

/* The same call comes less far than it did, and fails at a place that it had passed: that leads nowhere. */
static gboolean fails_earlier (const AfModule *module, const AfOutcome *before, const AfOutcome *after)
{
  if (after->failing_call != before->failing_call)
    return after->failing_call < before->failing_call;
  return after->steps < before->steps && after->routine >= 0 && after->routine == before->routine
         && before->location >= 0 && after->location >= 0 && place_of (module, after) < place_of (module, before);
}

static AfEffect effect_on_failing (const AfModule *module, const AfOutcome *before, const AfOutcome *after)
{
  switch (after->kind) {
  case AF_OUTCOME_PASS:
    return AF_EFFECT_REPAIRED;
  case AF_OUTCOME_FAIL:
    return is_same_failure (before, after) ? (is_other_reason (before, after) ? AF_EFFECT_CHANGED : AF_EFFECT_SAME)
           : fails_earlier (module, before, after) ? AF_EFFECT_BROKEN
                                                   : AF_EFFECT_CHANGED;
  case AF_OUTCOME_INVALID:
    return AF_EFFECT_BROKEN;
  case AF_OUTCOME_UNKNOWN:
    return AF_EFFECT_UNKNOWN;
  }
  return AF_EFFECT_UNKNOWN;
}

/* What happens in an earlier call of the same test says nothing about the last one, which is what was recorded. */
static AfEffect effect_on_passing (const AfTest *test, const AfOutcome *before, const AfOutcome *after)
{
  switch (after->kind) {
  case AF_OUTCOME_PASS:
    return before->observation != after->observation || before->inside != after->inside ? AF_EFFECT_CHANGED
                                                                                        : AF_EFFECT_SAME;
  case AF_OUTCOME_FAIL:
    return after->failing_call + 1 < test->calls->len ? AF_EFFECT_UNKNOWN : AF_EFFECT_BROKEN;
  case AF_OUTCOME_INVALID:
    return AF_EFFECT_UNKNOWN;
  case AF_OUTCOME_UNKNOWN:
    return AF_EFFECT_BROKEN;
  }
  return AF_EFFECT_UNKNOWN;
}

static void note (const Observation *o, AfEffects *effects, guint test, const AfOutcome *after)
{
  const AfOutcome *before = &g_array_index (o->before, AfOutcome, test);
  guint place = g_array_index (o->places, guint, test);
  gboolean fails = place < o->validation->fault->failing->len;
  AfEffect effect = fails ? effect_on_failing (o->validation->module, before, after)
                          : effect_on_passing (o->tests->pdata[test], before, after);
  g_array_index (effects->effects, guint8, place) = (guint8)effect;
  (fails ? effects->n_failing : effects->n_passing)[effect]++;
  gboolean moved = fails && effect == AF_EFFECT_CHANGED && !is_same_failure (before, after);
  if (moved && effects->next_routine < 0) {
    effects->next_routine = after->routine;
    effects->next_location = after->location;
    effects->next_clause = after->clause;
  }
}

/* One block of candidates. */
static gboolean observe_block (guint index, guint worker, gpointer data, GError **error)
{
  const Observation *o = data;
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint));
  guint first = index * BLOCK;
  if (af_validation_is_late (o->validation))
    return TRUE;
  for (guint i = first; i < MIN (first + BLOCK, o->results->len); i++) {
    const AfEffects *effects = o->results->pdata[i];
    g_array_append_val (ids, effects->candidate->id);
  }
  g_autoptr (GArray) outcomes = af_outcomes_new (o->n_run * ids->len);
  AfRunRequest request = af_runs_request (o->validation->fault, 0, 0, o->n_run);
  request.observe = TRUE;
  if (!af_subject_run_each (o->validation->subjects->pdata[worker], &request, ids,
                            (AfOutcome *)(gpointer)outcomes->data, error))
    return FALSE;
  for (guint i = 0; i < outcomes->len; i++)
    note (o, o->results->pdata[first + i / o->n_run], i % o->n_run, &g_array_index (outcomes, AfOutcome, i));
  return TRUE;
}

/* The effects of @candidates on the first @n_run tests: array of AfEffects. */
static GPtrArray *observe (Observation *o, const GPtrArray *candidates, guint n_run, GError **error)
{
  g_autoptr (GPtrArray) results = g_ptr_array_new_with_free_func ((GDestroyNotify)af_effects_free);
  guint n_tests = o->validation->fault->failing->len + o->validation->fault->passing->len;
  for (guint i = 0; i < candidates->len; i++)
    g_ptr_array_add (results, af_effects_new (candidates->pdata[i], n_tests));
  o->results = results;
  o->n_run = n_run;
  return af_jobs_map ((candidates->len + BLOCK - 1) / BLOCK, o->validation->subjects->len, observe_block, o, error)
           ? g_steal_pointer (&results)
           : NULL;
}

static void add_test (Observation *o, guint place)
{
  const GPtrArray *failing = o->validation->fault->failing, *passing = o->validation->fault->passing;
  g_ptr_array_add (o->tests, place < failing->len ? failing->pdata[place] : passing->pdata[place - failing->len]);
  g_array_append_val (o->places, place);
}

/* The panel is spread over the failing tests. */
static gboolean prepare (Observation *o, GError **error)
{
  guint n_failing = o->validation->fault->failing->len, n_panel = MIN (n_failing, PANEL);
  for (guint i = 0; i < n_panel; i++)
    add_test (o, i * n_failing / n_panel);
  for (guint i = 0; i < n_failing && o->tests->len < MAX_FAILING; i++) {
    gboolean is_there = FALSE;
    for (guint k = 0; k < n_panel; k++)
      is_there = is_there || g_array_index (o->places, guint, k) == i;
    if (!is_there)
      add_test (o, i);
  }
  for (guint i = 0; i < MIN (o->validation->fault->passing->len, MAX_PASSING); i++)
    add_test (o, n_failing + i);
  for (guint i = 0; i < o->validation->subjects->len; i++)
    if (!af_subject_load (o->validation->subjects->pdata[i], o->tests, error))
      return FALSE;
  AfRunRequest request = af_runs_request (o->validation->fault, 0, 0, o->tests->len);
  request.observe = TRUE;
  o->before = af_outcomes_new (o->tests->len);
  return af_subject_run (o->validation->subjects->pdata[0], &request, (AfOutcome *)(gpointer)o->before->data, error);
}

static gboolean is_guardable (const AfEffects *effects)
{
  return effects->n_failing[AF_EFFECT_REPAIRED] > 0 && effects->n_failing[AF_EFFECT_SAME] == 0
         && effects->n_failing[AF_EFFECT_CHANGED] == 0;
}

static gboolean is_partial (const AfEffects *effects)
{
  return effects->n_failing[AF_EFFECT_REPAIRED] + effects->n_failing[AF_EFFECT_CHANGED] > 0;
}

static gboolean is_same_change (const AfCandidate *a, const AfCandidate *b)
{
  const AfAction *x = a->action, *y = b->action;
  gboolean same_place =
    a->routine == b->routine && a->snapshot && b->snapshot && a->snapshot->location == b->snapshot->location;
  if (!same_place || !x || !y || x->kind != y->kind || x->where.start != y->where.start || x->where.end != y->where.end
      || !x->target != !y->target || !x->value != !y->value)
    return FALSE;
  return (!x->target || af_expr_equal (x->target, y->target)) && (!x->value || af_expr_equal (x->value, y->value));
}

/* The same change under some guard or without one is to be looked at once. */
static gboolean is_known (const GPtrArray *chosen, const AfCandidate *candidate)
{
  for (guint i = 0; i < chosen->len; i++)
    if (is_same_change (chosen->pdata[i], candidate))
      return TRUE;
  return FALSE;
}

static gboolean needs_guard (const AfValidation *validation, const AfEffects *effects)
{
  const AfTrial *trial = af_validation_trial (validation, effects->candidate);
  gboolean everywhere = effects->candidate->schema == AF_SCHEMA_A;
  if (g_ptr_array_find (validation->survivors, effects->candidate, NULL))
    return everywhere;
  return trial->killed_by >= (int)validation->fault->failing->len || is_guardable (effects);
}

/* Those worth a look at all tests: first what may need a guard, those that act in every state before others; then the
 * partial ones, those that repair something before those that only move the failure. */
static GPtrArray *choose (const AfValidation *validation, const GPtrArray *panel)
{
  GPtrArray *chosen = g_ptr_array_new ();
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < panel->len && chosen->len < MAX_GUARDABLE; i++) {
      const AfEffects *effects = panel->pdata[i];
      const AfCandidate *candidate = effects->candidate;
      if ((candidate->schema == AF_SCHEMA_A) == (pass == 0) && !is_known (chosen, candidate)
          && needs_guard (validation, effects))
        g_ptr_array_add (chosen, (gpointer)candidate);
    }
  guint limit = chosen->len + MAX_PARTIAL;
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < panel->len && chosen->len < limit; i++) {
      const AfEffects *effects = panel->pdata[i];
      gboolean repairs = effects->n_failing[AF_EFFECT_REPAIRED] > 0;
      if (is_partial (effects) && !is_guardable (effects) && repairs == (pass == 0)
          && !g_ptr_array_find (chosen, effects->candidate, NULL))
        g_ptr_array_add (chosen, (gpointer)effects->candidate);
    }
  return chosen;
}

gboolean af_validate_learn (AfValidation *validation, GError **error)
{
  if (!validation->subjects || validation->effects)
    return TRUE;
  g_autoptr (GPtrArray) tests = g_ptr_array_new ();
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (guint));
  Observation o = { .validation = validation, .tests = tests, .places = places };
  gint64 since = g_get_monotonic_time ();
  if (prepare (&o, error)) {
    g_autoptr (GPtrArray) panel =
      observe (&o, validation->compiled, MIN (PANEL, validation->fault->failing->len), error);
    g_autoptr (GPtrArray) chosen = panel ? choose (validation, panel) : NULL;
    validation->effects = chosen ? observe (&o, chosen, tests->len, error) : NULL;
  }
  g_clear_pointer (&o.before, g_array_unref);
  af_events_took (validation->options.config.events, since, "learn", validation->compiled->len);
  return validation->effects != NULL;
}

/* Evidence: what do the survivors of the screen do, on the known tests and on tests never used before?
 *
 * In:  candidates that pass T_r.   Out: fixes with an observation per test; those that a held-out test brings down are
 * left out.
 *
 * The unchanged program runs first: its observation on a passing test is what a careful fix leaves as it was, and a
 * held-out test on which it shows some other fault says nothing.  A test that says nothing is observed as a mark of its
 * own.
 *
 * Where the unchanged program fails, survivors go on, each in its own way.  What one of them violates there is held
 * against it only if another survivor passes the test, and if it is no known fault of the module: else the module, not
 * the repair, is to blame. */
#include "validate/validate-internal.h"

#include "util/jobs.h"
#include "util/random.h"

#define LEAST_RANDOM 100
#define LEAST_NEAR 60
#define FIRST_WAVE 8 /* survivors */

typedef struct {
  const AfValidation *validation;
  GPtrArray *tests; /* failing, passing, held-out */
  GArray *before;   /* of AfOutcome: the unchanged program's */
  AfFix **fixes;    /* per survivor; null: fell */
  GArray **late;    /* per survivor, of guint: tests that it fails where the unchanged program never came; nullable */
  GArray **falls;   /* per survivor, of guint: tests by which it fell; nullable */
  AfRefuters *refuters;
  guint first; /* survivor of the wave */
} Evidence;

/* --- the edit's size and kind --- */

/* `p == NULL || (q = copy (p)) == NULL` for `(q = copy (p)) == NULL`: what the condition does is left out in some
 * state. */
static gboolean skips_effect (const AfAction *action)
{
  const AfExpr *value = action && action->kind == AF_ACTION_REPLACE ? action->value : NULL;
  return value && value->kind == AF_EXPR_BINARY && value->op == AF_OP_OR && af_expr_is_pure (value->args[0])
         && !af_expr_is_pure (value->args[1]);
}

static gboolean discards (const AfCandidate *candidate)
{
  const AfAction *action = candidate->action;
  if (candidate->halves[0])
    return discards (candidate->halves[0]) || discards (candidate->halves[1]);
  if (action && (action->kind == AF_ACTION_LEAVE || af_action_has (action, AF_DISCARDS) || skips_effect (action)))
    return TRUE;
  return af_schema_row (candidate->schema)->skips && !(action && action->kind == AF_ACTION_REPLACE);
}

static guint old_statements (const AfRoutine *routine, const AfLocation *location)
{
  guint n = 0;
  for (guint i = 0; location && i < routine->locations->len; i++) {
    const AfLocation *other = routine->locations->pdata[i];
    n += !af_range_is_none (other->range) && af_range_contains (location->statement, other->range);
  }
  return MAX (n, 1);
}

static guint snippet_statements (const AfAction *action)
{
  if (!action)
    return 0;
  gboolean is_pair = action->kind == AF_ACTION_CALL && action->value && action->value->kind == AF_EXPR_BINARY
                     && action->value->op == AF_OP_COMMA;
  return is_pair ? 2 : 1;
}

/* 5 OS + 2.5 SN + BF, times two: old statements wrapped, statements of the snippet, branches that lead to the old one.
 */
static guint edit_size (const AfRoutine *routine, const AfCandidate *candidate)
{
  if (candidate->halves[0])
    return edit_size (routine, candidate->halves[0]) + edit_size (routine, candidate->halves[1]);
  const AfLocation *location =
    candidate->snapshot ? af_routine_location (routine, candidate->snapshot->location) : NULL;
  const AfSchemaRow *schema = af_schema_row (candidate->schema);
  guint branches = schema->tests && !schema->skips ? 2 : 1;
  return 10 * (schema->skips ? old_statements (routine, location) : 0) + 5 * snippet_statements (candidate->action)
         + 2 * branches;
}

void af_validate_note_change (AfFix *fix, const AfRoutine *blamed)
{
  fix->discards = discards (fix->candidate);
  fix->edit_size = edit_size (fix->candidate->routine ? fix->candidate->routine : blamed, fix->candidate);
}

/* --- one survivor --- */

/* A candidate may turn some passing tests into none (the objects before the last call are others now), but one that
 * does so to most of them has silenced the tests instead of passing them. */
static gboolean is_silencer (const Evidence *evidence, GArray *after)
{
  const AfFault *fault = evidence->validation->fault;
  guint n_failing = fault->failing->len, n_passed = 0;
  for (guint i = n_failing; i < n_failing + fault->passing->len; i++)
    n_passed += g_array_index (after, AfOutcome, i).kind == AF_OUTCOME_PASS;
  return 2 * n_passed < fault->passing->len;
}

/* VALID, or why it falls. */
static AfTrial verdict_of (const Evidence *evidence, GArray *after)
{
  const AfValidation *validation = evidence->validation;
  guint n_known = validation->fault->failing->len + validation->fault->passing->len;
  if (is_silencer (evidence, after))
    return (AfTrial){ .verdict = AF_TRIAL_SILENCER, .killed_by = -1 };
  for (guint i = 0; i < after->len; i++)
    if (af_refuters_is_fall (validation, evidence->before, i, &g_array_index (after, AfOutcome, i)))
      return i < n_known ? (AfTrial){ .verdict = AF_TRIAL_UNSTABLE, .killed_by = (int)i }
                         : (AfTrial){ .verdict = AF_TRIAL_REFUTED, .killed_by = -1 };
  return (AfTrial){ .verdict = AF_TRIAL_VALID, .killed_by = -1 };
}

static guint64 observed (const AfOutcome *outcome)
{
  return outcome->kind == AF_OUTCOME_PASS ? outcome->observation : AF_NO_TEST;
}

static guint64 inside (const AfOutcome *outcome)
{
  return outcome->kind == AF_OUTCOME_PASS ? outcome->inside : AF_NO_TEST;
}

/* Those of the module's other faults that the unchanged program shows here, and the fix does not. */
static void note_others (const Evidence *evidence, AfFix *fix, GArray *after)
{
  const GPtrArray *others = evidence->validation->others;
  guint first = after->len - others->len;
  for (guint i = 0; i < others->len; i++)
    if (af_fault_is (others->pdata[i], &g_array_index (evidence->before, AfOutcome, first + i))
        && g_array_index (after, AfOutcome, first + i).kind == AF_OUTCOME_PASS)
      g_ptr_array_add (fix->also, others->pdata[i]);
}

static AfFix *evidence_of (const Evidence *evidence, AfCandidate *candidate, GArray *after)
{
  const AfFault *fault = evidence->validation->fault;
  AfFix *fix = af_fix_new (candidate);
  guint n_failing = fault->failing->len, n_known = n_failing + fault->passing->len;
  for (guint i = 0; i < after->len; i++) {
    const AfOutcome *before = &g_array_index (evidence->before, AfOutcome, i);
    const AfOutcome *outcome = &g_array_index (after, AfOutcome, i);
    gboolean passes = outcome->kind == AF_OUTCOME_PASS;
    guint64 observation = observed (outcome), data = inside (outcome);
    g_array_append_val (fix->observations, observation);
    g_array_append_val (fix->insides, data);
    if (i < n_failing)
      fix->n_failing += passes;
    else if (i < n_known)
      fix->n_passing += passes;
    else
      fix->n_held_out += passes && af_weigh_counts (evidence->validation, before);
    if (i >= n_known && before->kind == AF_OUTCOME_PASS)
      fix->n_held_out_changed += observation != observed (before);
    if (i >= n_failing && i < n_known) {
      fix->n_changed += observation != observed (before);
      fix->n_disturbed += data != inside (before);
    }
  }
  if (evidence->validation->options.alive)
    fix->reached = af_liveness_of (after, ~0u);
  note_others (evidence, fix, after);
  af_validate_note_change (fix, fault->routine);
  return fix;
}

static gboolean is_known (const Evidence *evidence, const AfOutcome *outcome)
{
  const GPtrArray *known = evidence->validation->options.known;
  for (guint i = 0; known && i < known->len; i++)
    if (af_fault_is (known->pdata[i], outcome))
      return TRUE;
  return FALSE;
}

/* Tests on which the unchanged program showed the fault and this candidate went on and failed, in a way that is new.
 * That a call there runs out of steps or memory says nothing: who repairs most goes on furthest, with the largest
 * objects. */
static GArray *late_failures (const Evidence *evidence, GArray *after)
{
  const AfValidation *validation = evidence->validation;
  GArray *late = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = validation->fault->failing->len + validation->fault->passing->len; i < after->len; i++) {
    const AfOutcome *before = &g_array_index (evidence->before, AfOutcome, i),
                    *outcome = &g_array_index (after, AfOutcome, i);
    if (before->kind == AF_OUTCOME_FAIL && af_weigh_counts (validation, before) && outcome->kind == AF_OUTCOME_FAIL
        && !is_known (evidence, outcome) && !af_weigh_is_long (validation, validation->module, outcome))
      g_array_append_val (late, i);
  }
  return late;
}

static GArray *list_falls (const Evidence *evidence, GArray *after)
{
  GArray *falls = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < after->len; i++)
    if (af_refuters_is_fall (evidence->validation, evidence->before, i, &g_array_index (after, AfOutcome, i)))
      g_array_append_val (falls, i);
  return falls;
}

static gboolean observe_one (guint position, guint worker, gpointer data, GError **error)
{
  Evidence *evidence = data;
  const AfValidation *validation = evidence->validation;
  guint index = evidence->first + position;
  AfCandidate *candidate = validation->survivors->pdata[index];
  AfTrial *trial = af_validation_trial (validation, candidate);
  gboolean is_refuted = FALSE;
  if (af_validation_is_late (validation))
    return TRUE;
  if (!af_refuters_try (evidence->refuters, worker, candidate->id, evidence->before, &is_refuted, error))
    return FALSE;
  if (is_refuted) {
    *trial = (AfTrial){ .verdict = AF_TRIAL_REFUTED, .killed_by = -1 };
    return TRUE;
  }
  AfRunner runner = { validation->module, validation->fault, validation->subjects->pdata[worker], candidate->id,
                      validation->options.alive };
  g_autoptr (GArray) after = af_runs_observe (&runner, evidence->tests, error);
  if (!after)
    return FALSE;
  *trial = verdict_of (evidence, after);
  if (trial->verdict == AF_TRIAL_VALID) {
    evidence->fixes[index] = evidence_of (evidence, candidate, after);
    evidence->late[index] = late_failures (evidence, after);
  } else if (trial->verdict == AF_TRIAL_REFUTED)
    evidence->falls[index] = list_falls (evidence, after);
  return TRUE;
}

static gboolean narrows (const AfCandidate *candidate)
{
  return candidate->halves[0] ? narrows (candidate->halves[0]) || narrows (candidate->halves[1])
                              : af_action_has (candidate->action, AF_STRENGTHENS | AF_WEAKENS);
}

/* Whether tests may end better with it only because something is not done, or not begun: no sign that what they met
 * otherwise was wrong. */
static gboolean does_less (const AfFix *fix)
{
  return fix->discards || fix->lost || narrows (fix->candidate);
}

/* Late failures of each survivor on tests that another one passes, which does not do so by doing less; G_MAXUINT: it
 * fell before. */
static void count_late (const Evidence *evidence, guint *counts)
{
  const GPtrArray *survivors = evidence->validation->survivors;
  g_autofree gboolean *passed = g_new0 (gboolean, evidence->tests->len + 1);
  for (guint i = 0; i < survivors->len; i++)
    for (guint k = 0; evidence->fixes[i] && !does_less (evidence->fixes[i]) && k < evidence->tests->len; k++)
      passed[k] |= g_array_index (evidence->fixes[i]->observations, guint64, k) != AF_NO_TEST;
  for (guint i = 0; i < survivors->len; i++) {
    counts[i] = evidence->fixes[i] ? 0 : G_MAXUINT;
    for (guint k = 0; evidence->fixes[i] && k < evidence->late[i]->len; k++)
      counts[i] += passed[g_array_index (evidence->late[i], guint, k)];
  }
}

/* Those with the fewest late failures stand: none at all, unless each is held against by another.  What they still meet
 * is told. */
static void drop_late (const Evidence *evidence)
{
  const GPtrArray *survivors = evidence->validation->survivors;
  g_autofree guint *counts = g_new0 (guint, survivors->len + 1);
  g_autoptr (GPtrArray) standing = g_ptr_array_new ();
  guint least = G_MAXUINT;
  for (guint i = 0; i < survivors->len; i++)
    if (evidence->fixes[i])
      g_ptr_array_add (standing, evidence->fixes[i]);
  af_validate_note_losses (evidence->validation, standing);
  count_late (evidence, counts);
  for (guint i = 0; i < survivors->len; i++)
    least = MIN (least, counts[i]);
  for (guint i = 0; i < survivors->len; i++) {
    if (evidence->fixes[i] && counts[i] == least)
      evidence->fixes[i]->n_further = evidence->late[i]->len;
    if (!evidence->fixes[i] || counts[i] == least)
      continue;
    g_clear_pointer (&evidence->fixes[i], af_fix_free);
    *af_validation_trial (evidence->validation, survivors->pdata[i]) =
      (AfTrial){ .verdict = AF_TRIAL_REFUTED, .killed_by = -1 };
  }
}

/* Each wave is twice as long as the one before, and knows which tests those before have fallen on. */
static gboolean observe_waves (Evidence *evidence, GError **error)
{
  const AfValidation *validation = evidence->validation;
  guint n = 0;
  for (evidence->first = 0; evidence->first < validation->survivors->len; evidence->first += n) {
    n = MIN (MAX (evidence->first, FIRST_WAVE), validation->survivors->len - evidence->first);
    if (!af_refuters_choose (evidence->refuters, error)
        || !af_jobs_map (n, validation->subjects->len, observe_one, evidence, error))
      return FALSE;
    for (guint i = evidence->first; i < evidence->first + n; i++)
      for (guint k = 0; evidence->falls[i] && k < evidence->falls[i]->len; k++)
        af_refuters_note (evidence->refuters, g_array_index (evidence->falls[i], guint, k));
  }
  return TRUE;
}

static gboolean observe_all (Evidence *evidence, GError **error)
{
  const AfValidation *validation = evidence->validation;
  for (guint i = 0; i < validation->subjects->len; i++)
    if (!af_subject_load (validation->subjects->pdata[i], evidence->tests, error))
      return FALSE;
  AfRunner unchanged = { validation->module, validation->fault, validation->subjects->pdata[0], 0,
                         validation->options.alive };
  evidence->before = af_runs_observe (&unchanged, evidence->tests, error);
  return evidence->before && observe_waves (evidence, error);
}

/* The held-out tests of all rounds. */
static gboolean draw_held_out (AfValidation *validation, GError **error)
{
  const AfValidateOptions *options = &validation->options;
  guint32 clause = validation->fault->clause->id;
  guint n_random = af_draw_count (options->n_held_out, validation->survivors->len, LEAST_RANDOM);
  guint n_near = af_draw_count (options->n_near, validation->survivors->len, LEAST_NEAR);
  g_autoptr (GPtrArray) tests = af_draw_tests_new ();
  g_autoptr (GPtrArray) routines = af_draw_routines_of (validation->survivors);
  /* the label is a part of the seed: with another one, other tests would be drawn */
  AfDraw draw = { validation, validation->subjects->pdata[0], af_random_derive (options->seed, "fresh", clause),
                  tests };
  if (!af_draw_random (&draw, routines, n_random, error))
    return FALSE;
  draw.seed = af_random_derive (options->seed, "near", clause);
  if (!af_draw_near (&draw, n_near, error))
    return FALSE;
  af_draw_others (validation, tests);
  validation->held_out = g_steal_pointer (&tests);
  return TRUE;
}

static void note_unchanged (AfValidation *validation, GArray *before)
{
  validation->observations = g_array_new (FALSE, FALSE, sizeof (guint64));
  validation->insides = g_array_new (FALSE, FALSE, sizeof (guint64));
  for (guint i = 0; i < before->len; i++) {
    const AfOutcome *outcome = &g_array_index (before, AfOutcome, i);
    guint64 observation = observed (outcome), data = inside (outcome);
    g_array_append_val (validation->observations, observation);
    g_array_append_val (validation->insides, data);
  }
  if (!validation->options.alive)
    return;
  validation->reached = af_liveness_of (before, 1u << AF_OUTCOME_PASS);
  validation->reached_failing = af_liveness_of (before, 1u << AF_OUTCOME_FAIL);
}

GPtrArray *af_survivors_observe (AfValidation *validation, GError **error)
{
  g_autoptr (GPtrArray) fixes = g_ptr_array_new_with_free_func ((GDestroyNotify)af_fix_free);
  guint n = validation->survivors->len;
  if (n == 0)
    return g_steal_pointer (&fixes);
  AfEvents *events = validation->options.config.events;
  gint64 since = g_get_monotonic_time ();
  if (!validation->held_out && !draw_held_out (validation, error))
    return NULL;
  af_events_took (events, since, "draw", validation->held_out->len);
  since = g_get_monotonic_time ();
  g_autoptr (GPtrArray) tests = af_runs_tests (validation->fault, validation->held_out);
  g_autofree AfFix **found = g_new0 (AfFix *, n);
  g_autofree GArray **late = g_new0 (GArray *, n);
  g_autofree GArray **falls = g_new0 (GArray *, n);
  g_autoptr (AfRefuters) refuters = af_refuters_new (validation, tests);
  Evidence evidence = {
    .validation = validation, .tests = tests, .fixes = found, .late = late, .falls = falls, .refuters = refuters
  };
  gboolean ok = observe_all (&evidence, error);
  af_events_took (events, since, "observe", n);
  if (ok && !validation->observations)
    note_unchanged (validation, evidence.before);
  if (ok)
    drop_late (&evidence);
  for (guint i = 0; i < n; i++) {
    if (found[i])
      g_ptr_array_add (fixes, found[i]);
    g_clear_pointer (&late[i], g_array_unref);
    g_clear_pointer (&falls[i], g_array_unref);
  }
  g_clear_pointer (&evidence.before, g_array_unref);
  return ok ? g_steal_pointer (&fixes) : NULL;
}

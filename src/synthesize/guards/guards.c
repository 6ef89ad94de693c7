/* A second round: actions that repair every failing test and break passing ones get guards.  Beyond the paper.
 *
 * In:  candidates with their effects on the tests, and what was recorded.
 * Out: further candidates: the same action under a condition that holds in the failing tests and in none that it broke.
 *
 * What an action does in every state is the angelic answer to "could it help here at all?": where it does not repair
 * the failing tests, no guard will make it, and there are no examples.  Where it does, the broken tests are those in
 * which it must not happen:
 *
 *     an assignment, a call, an exit in every state         if (g) { snippet } old
 *     another expression in the statement                   if (g) { old' } else { old }
 *     the statement left out                                if (!g) { old }
 *     the condition forced to false, to true                !g && cond, g || cond
 *
 * Of each (location, action) the best guard comes first, then the second best of each. */
#include "synthesize/guards/guards-internal.h"

enum { MAX_GUARDS = 5, MAX_SUBJECTS = 120 };

typedef struct {
  AfQuestion question; /* without snapshot, location and fail */
  const AfFault *fault;
  AfLocalization *localization;
  AfStates *states;
  GPtrArray *literals; /* of AfLiteral */
  AfStyle style;
  GHashTable *texts; /* set of texts of the routine, owned */
  GPtrArray *found;  /* of Found */
  double scale;
} Round;

/* What is to be put under a guard. */
typedef struct {
  AfSchema schema;
  AfAction *action; /* owned; null for schema (c); for a condition: without the guard */
  gboolean strengthens, weakens;
  guint location;
  guint seen_at; /* location whose states are those before the code that is put in */
  const AfEffects *effects;
} Subject;

typedef struct {
  AfCandidate *candidate;
  guint key, place;
} Found;

static void subject_free (gpointer data)
{
  Subject *subject = data;
  af_action_free (subject->action);
  g_free (subject);
}

static void found_free (gpointer data)
{
  Found *found = data;
  af_candidate_free (found->candidate);
  g_free (found);
}

/* --- what to guard --- */

/* What is put before a `for` comes before its initialiser, not before each look at its condition. */
static guint before_loop (const AfRoutine *routine, const AfLocation *location)
{
  for (guint i = 0; location->kind == AF_LOCATION_FOR && i < routine->locations->len; i++) {
    const AfLocation *other = g_ptr_array_index (routine->locations, i);
    if (other->kind == AF_LOCATION_FOR_INIT && af_range_contains (location->statement, other->range)
        && other->range.start < location->range.start)
      return other->id;
  }
  return location->id;
}

/* The candidate's change without its own guard; null where there is none to be had. */
static Subject *subject_of (const AfRoutine *routine, const AfEffects *effects)
{
  const AfCandidate *candidate = effects->candidate;
  const AfAction *action = candidate->action;
  const AfLocation *location = af_routine_location (routine, candidate->snapshot->location);
  Subject subject = { .location = location->id, .effects = effects, .schema = candidate->schema };
  gboolean forced = af_action_has (action, AF_ANGELIC);
  subject.strengthens = (forced && action->value->value == 0) || af_action_has (action, AF_STRENGTHENS);
  subject.weakens = (forced && action->value->value != 0) || af_action_has (action, AF_WEAKENS);
  if (subject.strengthens || subject.weakens)
    subject.schema = AF_SCHEMA_A;
  else if (candidate->schema == AF_SCHEMA_C || af_action_has (action, AF_OMITS))
    subject.schema = AF_SCHEMA_C;
  else if (!action || action->kind == AF_ACTION_MOVE || action->kind == AF_ACTION_REWRITE || action->after
           || (action->kind == AF_ACTION_REPLACE && af_location_is_condition (location)))
    return NULL;
  else if (candidate->schema == AF_SCHEMA_A)
    subject.schema = action->kind == AF_ACTION_REPLACE ? AF_SCHEMA_D : AF_SCHEMA_B;
  subject.action = subject.schema == AF_SCHEMA_C ? NULL : af_action_copy (action);
  subject.seen_at = subject.schema == AF_SCHEMA_A ? subject.location : before_loop (routine, location);
  return g_memdup2 (&subject, sizeof subject);
}

static gboolean is_same_subject (const Subject *a, const Subject *b)
{
  if (a->schema != b->schema || a->location != b->location || a->strengthens != b->strengthens
      || a->weakens != b->weakens)
    return FALSE;
  if (a->strengthens || a->weakens || !a->action)
    return TRUE;
  return a->action->kind == b->action->kind && a->action->where.start == b->action->where.start
         && a->action->where.end == b->action->where.end && (!a->action->value) == (!b->action->value)
         && (!a->action->value || af_expr_equal (a->action->value, b->action->value))
         && (!a->action->target) == (!b->action->target)
         && (!a->action->target || af_expr_equal (a->action->target, b->action->target));
}

static void add_subject (GPtrArray *subjects, Subject *subject)
{
  for (guint i = 0; i < subjects->len; i++)
    if (is_same_subject (subjects->pdata[i], subject)) {
      subject_free (subject);
      return;
    }
  g_ptr_array_add (subjects, subject);
}

/* Repairs failing tests, or breaks earlier calls of them, and does not leave one as it was; and does something to
 * passing ones. */
static gboolean is_guardable (const AfEffects *effects)
{
  return effects->n_failing[AF_EFFECT_REPAIRED] > 0 && effects->n_failing[AF_EFFECT_SAME] == 0
         && effects->n_failing[AF_EFFECT_CHANGED] == 0
         && effects->n_passing[AF_EFFECT_BROKEN] + effects->n_passing[AF_EFFECT_CHANGED]
                + effects->n_failing[AF_EFFECT_BROKEN]
              > 0;
}

/* Those that act in every state come first: they know most. */
static GPtrArray *subjects_of (const Round *round, const GPtrArray *effects)
{
  GPtrArray *subjects = g_ptr_array_new_with_free_func (subject_free);
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < effects->len && subjects->len < MAX_SUBJECTS; i++) {
      const AfEffects *one = effects->pdata[i];
      const AfCandidate *candidate = one->candidate;
      gboolean everywhere =
        candidate->schema == AF_SCHEMA_A && !af_action_has (candidate->action, AF_STRENGTHENS | AF_WEAKENS);
      if (candidate->routine != round->question.routine || !candidate->snapshot || everywhere != (pass == 0)
          || !is_guardable (one))
        continue;
      Subject *subject = subject_of (round->question.routine, one);
      if (subject)
        add_subject (subjects, subject);
    }
  return subjects;
}

/* --- examples --- */

typedef struct {
  AfExamples examples;
  guint64 *needed, *banned, *dear;
  AfVector *relevant;
} Sets;

static void sets_clear (Sets *sets)
{
  g_free (sets->needed);
  g_free (sets->banned);
  g_free (sets->dear);
  af_vector_free (sets->relevant);
}

static void sets_init (Sets *sets, const Round *round, const Subject *subject)
{
  const AfStates *states = round->states;
  const GArray *tests = round->localization->tests;
  *sets = (Sets){ .needed = g_new0 (guint64, states->test_words),
                  .banned = g_new0 (guint64, states->test_words),
                  .dear = g_new0 (guint64, states->test_words) };
  for (guint i = 0; i < tests->len; i++) {
    AfEffect effect = af_effects_at (subject->effects, g_array_index (tests, guint, i));
    /* What was recorded is the last call: a failing test that was broken earlier shows there what was to be repaired,
     * too. */
    gboolean fails = i < states->n_failing;
    guint64 *set = fails ? (effect == AF_EFFECT_REPAIRED || effect == AF_EFFECT_BROKEN ? sets->needed : NULL)
                   : effect == AF_EFFECT_BROKEN  ? sets->banned
                   : effect == AF_EFFECT_CHANGED ? sets->dear
                                                 : NULL;
    if (set)
      set[i >> 6] |= G_GUINT64_CONSTANT (1) << (i & 63);
  }
  /* A guard beside a condition matters where that alone would not decide the same: where it cannot be evaluated, too.
   */
  AfExpr *condition = af_routine_location (round->question.routine, subject->location)->expr;
  if ((subject->strengthens || subject->weakens) && condition)
    sets->relevant = af_states_evaluate (states, condition);
  for (guint w = 0; sets->relevant && w < states->n_words; w++)
    sets->relevant->truth[w] =
      (subject->weakens ? ~sets->relevant->truth[w] : sets->relevant->truth[w]) | ~sets->relevant->defined[w];
  sets->examples = (AfExamples){ states,       subject->seen_at, sets->needed,
                                 sets->banned, sets->dear,       sets->relevant ? sets->relevant->truth : NULL };
}

/* --- candidates --- */

typedef struct {
  const AfRoutine *routine;
  const AfLocation *location, *seen_at;
} Place;

static gboolean is_usable (AfExpr *expr, gpointer data)
{
  const Place *place = data;
  return af_operators_writable (place->routine, place->location, expr)
         && af_operators_visible (place->routine, place->seen_at, expr);
}

static AfAction *guarded_action (const Subject *subject, const AfLocation *location, AfExpr *guard)
{
  if (!subject->strengthens && !subject->weakens)
    return af_action_copy (subject->action);
  AfExpr *condition = location->expr;
  g_autoptr (AfExpr) good = af_expr_contrary (guard);
  if (af_expr_equal (condition, guard) || af_expr_equal (condition, good))
    return NULL;
  return subject->strengthens ? af_operators_join (af_operator (AF_OPERATOR_STRENGTHEN), condition, AF_OP_AND, good)
                              : af_operators_join (af_operator (AF_OPERATOR_WEAKEN), condition, AF_OP_OR, guard);
}

static void add_candidate (Round *round, const Subject *subject, const AfGuard *guard, guint place)
{
  AfQuestion question = round->question;
  question.location = af_routine_location (question.routine, subject->location);
  question.fail = guard->expr;
  AfAction *action = guarded_action (subject, question.location, guard->expr);
  if (!action && subject->schema != AF_SCHEMA_C)
    return;
  AfLateGuard late = { subject->seen_at, guard->expr, guard->vector };
  question.snapshot =
    af_localization_add (round->localization, question.module, round->fault, round->states, &late, round->scale);
  AfCandidate *candidate = af_candidate_new (0, question.snapshot, subject->schema, action);
  candidate->routine = question.routine;
  g_autofree char *text = question.snapshot && af_schema_apply (&round->style, &question, candidate)
                            ? af_candidate_text (&round->style, question.routine, candidate)
                            : NULL;
  if (!text || !g_hash_table_add (round->texts, g_strdup (text))) {
    af_candidate_free (candidate);
    return;
  }
  candidate->summary = af_candidate_summary (&round->style, &question, candidate);
  Found *found = g_new0 (Found, 1);
  *found = (Found){ candidate, 10 * place + af_prior_of (action), round->found->len };
  g_ptr_array_add (round->found, found);
}

static void guard_subject (Round *round, const Subject *subject)
{
  Sets sets;
  sets_init (&sets, round, subject);
  Place place = { round->question.routine, af_routine_location (round->question.routine, subject->location),
                  af_routine_location (round->question.routine, subject->seen_at) };
  g_autoptr (GPtrArray) guards = af_guards_search (&sets.examples, round->literals, MAX_GUARDS, is_usable, &place);
  for (guint i = 0; i < guards->len; i++)
    add_candidate (round, subject, guards->pdata[i], i);
  sets_clear (&sets);
}

static int by_key (gconstpointer a, gconstpointer b)
{
  const Found *x = *(Found *const *)a, *y = *(Found *const *)b;
  if (x->key != y->key)
    return x->key < y->key ? -1 : 1;
  return x->place < y->place ? -1 : x->place > y->place;
}

static void round_init (Round *round, const GPtrArray *candidates)
{
  const AfRoutine *routine = round->question.routine;
  af_style_init (&round->style, round->question.module, routine);
  round->states = af_states_of (round->localization, routine);
  round->literals = af_literals_new (round->localization, round->states);
  round->found = g_ptr_array_new_with_free_func (found_free);
  round->texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_hash_table_add (round->texts, af_source_slice (round->style.source, routine->definition));
  for (guint i = 0; i < candidates->len; i++) {
    const AfCandidate *candidate = candidates->pdata[i];
    if (candidate->routine == routine)
      g_hash_table_add (round->texts, af_candidate_text (&round->style, routine, candidate));
  }
}

static void round_clear (Round *round)
{
  af_style_clear (&round->style);
  af_states_free (round->states);
  g_ptr_array_unref (round->literals);
  g_ptr_array_unref (round->found);
  g_hash_table_unref (round->texts);
}

GPtrArray *af_synthesize_guarded (const AfSynthesisTask *task, AfLocalization *localization, const AfTried *tried,
                                  double scale, guint limit)
{
  const AfFault *fault = task->fault;
  GPtrArray *more = g_ptr_array_new_with_free_func ((GDestroyNotify)af_candidate_free);
  Round round = { .question = { .module = task->module, .routine = fault->routine, .clause = fault->condition },
                  .fault = fault,
                  .localization = localization,
                  .scale = scale };
  round_init (&round, tried->candidates);
  g_autoptr (GPtrArray) subjects = subjects_of (&round, tried->effects);
  for (guint i = 0; i < subjects->len; i++)
    guard_subject (&round, subjects->pdata[i]);
  g_ptr_array_sort (round.found, by_key);
  for (guint i = 0; i < round.found->len && more->len < limit; i++)
    g_ptr_array_add (more, g_steal_pointer (&((Found *)round.found->pdata[i])->candidate));
  round_clear (&round);
  return more;
}

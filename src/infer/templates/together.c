/* Preconditions that keep objects whole: a call without them harms an object in silence, and another call fails.
 *
 * In:  arguments of calls, the state of their objects before and after, and what failed.
 * Out: relations of an argument, or of the state before the call, each with what it keeps, a relation of the parts of
 * an object:
 *
 *     int gap_delete (Gap *g, int n)   after n = -3 start > end; a later gap_text (g) fails now and then
 *                                      keeps start <= end by n >= 0
 *     int ring_pop (Ring *r)           of an empty ring leaves count = -1; keeps 0 <= count by ring_count (r) > 0
 *
 * What is kept must matter: calls on objects without it failed more often than others, and no precondition of the call
 * that failed explains that.  It must be possible to keep: each routine that breaks it has an argument that tells the
 * calls that did so from the others, or callers can see the state that does, and nearly all calls that would be refused
 * for it did harm.  What a routine breaks without either is not kept, and the rest is asked again, until all that is
 * left can be kept together. */
#include "infer/infer-internal.h"

enum { LEAST_PASSED = 10, LEAST_FAILED = 2, LEAST_HARM = 4, MOST_OBJECTS = 4, LIFT = 2 };

static const AfFact no_fact = { AF_SHAPE_NONE, -1, -1, -1, 0 };

/* The objects of one type in one routine, and where their parts are in its tables. */
typedef struct {
  const AfSeenRoutine *seen;
  guint n;
  int *before[MOST_OBJECTS]; /* in `passed` and `failed`; null: a result */
  int *old[MOST_OBJECTS];    /* in `left`, before the call */
  int *after[MOST_OBJECTS];  /* in `left` */
  guint8 *explained;         /* by row of `failed`: a precondition of the routine itself would keep it away */
} Holder;

typedef struct {
  const AfObservation *observation;
  const AfType *record;
  GPtrArray *terms;   /* of AfTerm: the parts of `it` */
  GPtrArray *holders; /* of Holder */
  GArray *kept;       /* of AfFact over @terms */
} Keeping;

static void holder_free (gpointer data)
{
  Holder *holder = data;
  for (guint i = 0; i < holder->n; i++) {
    g_free (holder->before[i]);
    g_free (holder->old[i]);
    g_free (holder->after[i]);
  }
  g_free (holder->explained);
  g_free (holder);
}

/* --- where parts are --- */

static int *places_of (const GPtrArray *parts, const GPtrArray *terms, int object, gboolean is_after)
{
  int *places = g_new (int, parts->len + 1);
  for (guint k = 0; k < parts->len; k++) {
    places[k] = -1;
    for (guint i = 0; i < terms->len && places[k] < 0; i++) {
      const AfTerm *term = terms->pdata[i];
      if (term->object == object && term->is_after == is_after && af_terms_alike (term, parts->pdata[k]))
        places[k] = (int)i;
    }
  }
  return places;
}

/* -1: one of its parts is not there. */
static int holds_at (const AfFact *fact, const int *places, const AfTable *table, guint row)
{
  AfFact here = *fact;
  here.a = places[fact->a];
  here.b = fact->b >= 0 ? places[fact->b] : -1;
  return here.a < 0 || (fact->b >= 0 && here.b < 0) ? -1 : af_fact_holds (&here, table, row);
}

/* What callers can do something about: an argument, a query, a field that they see. */
static gboolean is_callers (const AfRelation *relation, const GPtrArray *terms, const AfType *record)
{
  int used[9];
  guint n = af_relation_terms (relation, used);
  for (guint i = 0; i < n; i++) {
    const AfTerm *term = terms->pdata[used[i]];
    if (term->is_param || term->is_call || record->is_public)
      return TRUE;
  }
  return FALSE;
}

/* Whether it only says of the object what might be kept of it: that tells of harm done before, and asks nothing of who
 * calls. */
static gboolean restates_harm (const AfFact *fact, const GPtrArray *terms)
{
  gboolean is_kept_shape = (fact->shape == AF_SHAPE_LEAST && fact->k == 0) || fact->shape == AF_SHAPE_UP_TO;
  return is_kept_shape && ((const AfTerm *)terms->pdata[fact->a])->is_part
         && (fact->b < 0 || ((const AfTerm *)terms->pdata[fact->b])->is_part);
}

static void explain (const Keeping *keeping, Holder *holder)
{
  const AfTable *failed = holder->seen->failed;
  g_autoptr (GArray) found = af_find_before (keeping->observation, holder->seen);
  holder->explained = g_malloc0 (failed->n + 1);
  for (guint i = 0; i < found->len; i++) {
    const AfRelation *relation = &g_array_index (found, AfRelation, i);
    gboolean explains =
      is_callers (relation, failed->terms, keeping->record) && !restates_harm (&relation->fact, failed->terms);
    for (guint row = 0; row < failed->n && explains; row++)
      holder->explained[row] |= af_fact_holds (&relation->fact, failed, row) == 0;
  }
}

static void add_holder (Keeping *keeping, const AfSeenRoutine *seen)
{
  const AfRoutine *routine = seen->terms->routine;
  Holder *holder = g_new0 (Holder, 1);
  holder->seen = seen;
  for (guint i = 0; i < routine->n_params && holder->n + 1 < MOST_OBJECTS; i++) {
    const AfType *type = ((const AfVariable *)routine->variables->pdata[i])->type;
    if (!af_type_is_record_pointer (type) || type->target != keeping->record || (int)i == routine->consumes)
      continue;
    holder->before[holder->n] = places_of (keeping->terms, seen->terms->entry, (int)i, FALSE);
    holder->old[holder->n] = places_of (keeping->terms, seen->terms->exit, (int)i, FALSE);
    holder->after[holder->n++] = places_of (keeping->terms, seen->terms->exit, (int)i, TRUE);
  }
  if (routine->result && af_type_is_record_pointer (routine->result) && routine->result->target == keeping->record) {
    holder->old[holder->n] = places_of (keeping->terms, seen->terms->exit, AF_OBJECT_RESULT, FALSE);
    holder->after[holder->n++] = places_of (keeping->terms, seen->terms->exit, AF_OBJECT_RESULT, TRUE);
  }
  explain (keeping, holder);
  g_ptr_array_add (keeping->holders, holder);
}

/* --- what is worth keeping --- */

/* Calls on objects that keep the fact (1) and that do not (0). */
typedef struct {
  guint passed[2], failed[2];
} Tally;

static void count_calls (const Holder *holder, const AfFact *fact, Tally *tally)
{
  const AfTable *passed = holder->seen->passed, *failed = holder->seen->failed;
  for (guint i = 0; i < holder->n && holder->before[i]; i++) {
    for (guint row = 0; row < passed->n; row++) {
      int holds = holds_at (fact, holder->before[i], passed, row);
      if (holds >= 0)
        tally->passed[holds]++;
    }
    for (guint row = 0; row < failed->n; row++) {
      int holds = holder->explained[row] ? -1 : holds_at (fact, holder->before[i], failed, row);
      if (holds >= 0)
        tally->failed[holds]++;
    }
  }
}

static void consider (Keeping *keeping, AfFact fact)
{
  Tally tally = { { 0, 0 }, { 0, 0 } };
  for (guint i = 0; i < keeping->holders->len; i++)
    count_calls (keeping->holders->pdata[i], &fact, &tally);
  guint64 without = (guint64)tally.passed[0] + tally.failed[0], with = (guint64)tally.passed[1] + tally.failed[1];
  if (tally.failed[0] >= LEAST_FAILED && with >= LEAST_PASSED && tally.passed[1] > tally.passed[0]
      && tally.failed[0] * with > LIFT * tally.failed[1] * without)
    g_array_append_val (keeping->kept, fact);
}

static void consider_all (Keeping *keeping)
{
  for (guint a = 0; a < keeping->terms->len; a++) {
    const AfTerm *term = keeping->terms->pdata[a];
    if (term->kind != AF_TERM_NUMBER || term->expr->type->is_char || term->expr->type->kind == AF_TYPE_ENUM)
      continue;
    if (term->expr->type->is_signed)
      consider (keeping, (AfFact){ AF_SHAPE_LEAST, (int)a, -1, -1, 0 });
    for (guint b = 0; b < keeping->terms->len; b++)
      if (a != b && af_terms_match (term, keeping->terms->pdata[b]))
        consider (keeping, (AfFact){ AF_SHAPE_UP_TO, (int)a, (int)b, -1, 0 });
  }
}

/* --- what can be kept --- */

/* Whether the call was given whole objects. */
static gboolean is_whole_before (const Keeping *keeping, const Holder *holder, guint row)
{
  for (guint i = 0; i < holder->n; i++)
    for (guint k = 0; k < keeping->kept->len; k++)
      if (holds_at (&g_array_index (keeping->kept, AfFact, k), holder->old[i], holder->seen->left, row) == 0)
        return FALSE;
  return TRUE;
}

/* The first of what is kept that the call broke; -1: none. */
static int broken_by (const Keeping *keeping, const Holder *holder, guint row)
{
  for (guint i = 0; i < holder->n; i++)
    for (guint k = 0; k < keeping->kept->len; k++)
      if (holds_at (&g_array_index (keeping->kept, AfFact, k), holder->after[i], holder->seen->left, row) == 0)
        return (int)k;
  return -1;
}

/* Whether no call that did harm keeps to @fact, and enough others do. */
static gboolean tells (const AfFact *fact, const AfTable *left, const int *harm)
{
  guint n_passed = 0;
  for (guint row = 0; row < left->n; row++) {
    gboolean holds = af_fact_holds (fact, left, row) == 1;
    if (holds && harm[row] >= 0)
      return FALSE;
    n_passed += holds;
  }
  return n_passed >= LEAST_PASSED;
}

/* The weakest relation of one argument that tells. */
static gboolean find_teller (const AfTable *left, const int *harm, AfFact *teller)
{
  for (gint64 k = 0; k <= 1; k++)
    for (guint a = 0; a < left->terms->len; a++) {
      const AfTerm *term = left->terms->pdata[a];
      const AfType *type = term->expr->type;
      if (!term->is_param || term->kind != AF_TERM_NUMBER || type->is_char || type->kind == AF_TYPE_ENUM
          || !type->is_signed)
        continue;
      *teller = (AfFact){ AF_SHAPE_LEAST, (int)a, -1, -1, k };
      if (tells (teller, left, harm))
        return TRUE;
    }
  return FALSE;
}

/* --- states that tell --- */

/* The entry term that the exit term number @i is at the entry; null: none. */
static int entry_of (const AfSeenRoutine *seen, int i)
{
  const AfTerm *term = seen->left->terms->pdata[i];
  const AfExpr *expr = term->expr->kind == AF_EXPR_OLD ? term->expr->args[0] : term->expr;
  for (guint k = 0; !term->is_after && k < seen->terms->entry->len; k++)
    if (af_expr_equal (((const AfTerm *)seen->terms->entry->pdata[k])->expr, expr))
      return (int)k;
  return -1;
}

/* What a caller can see before the call: an argument, a query of an object alone, a field that is shown. */
static gboolean is_visible (const Keeping *keeping, const AfTerm *term)
{
  return !term->is_after && !term->is_result && !term->is_whole && !term->is_asked
         && (term->is_param || term->is_call || (term->is_part && keeping->record->is_public))
         && !(term->kind == AF_TERM_NUMBER && (term->expr->type->is_char || term->expr->type->kind == AF_TYPE_ENUM));
}

/* How many calls keep to the fact, if it tells and nine of ten that it refuses did harm; else 0. */
static guint count_kept (const AfFact *fact, const AfTable *left, const int *harm)
{
  guint n_kept = 0, n_refused = 0, n_harm = 0;
  for (guint row = 0; row < left->n; row++) {
    int holds = af_fact_holds (fact, left, row);
    if (holds == 1 && harm[row] >= 0)
      return 0;
    n_kept += holds == 1;
    n_refused += holds == 0;
    n_harm += holds == 0 && harm[row] >= 0;
  }
  return n_kept >= LEAST_PASSED && n_harm >= LEAST_HARM && n_harm * 10 >= n_refused * 9 ? n_kept : 0;
}

typedef struct {
  const AfTable *left;
  const int *harm;
  guint most; /* calls that keep to the best so far */
  AfFact best;
} Telling;

static void try_teller (Telling *telling, AfFact fact)
{
  guint n = count_kept (&fact, telling->left, telling->harm);
  if (n <= telling->most)
    return;
  telling->most = n;
  telling->best = fact;
}

static void try_numbers (const Keeping *keeping, Telling *telling, int a)
{
  const AfTerm *left = telling->left->terms->pdata[a];
  try_teller (telling, left->expr->type->is_signed ? (AfFact){ AF_SHAPE_LEAST, a, -1, -1, 1 }
                                                   : (AfFact){ AF_SHAPE_NOT, a, -1, -1, 0 });
  for (guint b = 0; b < telling->left->terms->len; b++) {
    const AfTerm *right = telling->left->terms->pdata[b];
    if (a == (int)b || !is_visible (keeping, right) || !af_terms_match (left, right))
      continue;
    try_teller (telling, (AfFact){ AF_SHAPE_UP_TO, a, (int)b, -1, 0 });
    try_teller (telling, (AfFact){ AF_SHAPE_LESS, a, (int)b, -1, 0 });
  }
}

/* The weakest relation of arguments and what callers see of the state before the call; over entry terms. */
static gboolean find_state (const Keeping *keeping, const AfSeenRoutine *seen, const int *harm, AfFact *teller)
{
  const AfTable *left = seen->left;
  Telling telling = { left, harm, 0, no_fact };
  for (guint i = 0; i < left->terms->len; i++) {
    const AfTerm *term = left->terms->pdata[i];
    if (!is_visible (keeping, term))
      continue;
    if (term->kind == AF_TERM_TRUTH) {
      try_teller (&telling, (AfFact){ AF_SHAPE_TRUE, (int)i, -1, -1, 0 });
      try_teller (&telling, (AfFact){ AF_SHAPE_FALSE, (int)i, -1, -1, 0 });
    } else if (term->kind == AF_TERM_NUMBER)
      try_numbers (keeping, &telling, (int)i);
  }
  if (telling.most == 0)
    return FALSE;
  *teller = telling.best;
  teller->a = entry_of (seen, telling.best.a);
  teller->b = telling.best.b >= 0 ? entry_of (seen, telling.best.b) : -1;
  return teller->a >= 0 && (telling.best.b < 0 || teller->b >= 0);
}

/* By row of `left` what it broke, -1: nothing; how many did. */
static guint list_harm (const Keeping *keeping, const Holder *holder, int *harm)
{
  guint n = 0;
  for (guint row = 0; row < holder->seen->left->n; row++) {
    harm[row] = is_whole_before (keeping, holder, row) ? broken_by (keeping, holder, row) : -1;
    n += harm[row] >= 0;
  }
  return n;
}

/* Adds the guard of one routine, or takes out of what is kept what the routine breaks; whether all of it stays. */
static gboolean guard_routine (Keeping *keeping, const Holder *holder, GArray *guards)
{
  const AfTable *left = holder->seen->left;
  if (holder->seen->terms->routine->is_query)
    return TRUE; /* it changes nothing, so that the state before the call was not looked at */
  g_autofree int *harm = g_new (int, left->n + 1);
  guint n = list_harm (keeping, holder, harm);
  if (n == 0)
    return TRUE;
  AfGuard guard = { .seen = holder->seen, .record = keeping->record };
  AfFact teller = no_fact;
  gboolean is_told =
    n >= LEAST_FAILED && (find_teller (left, harm, &teller) || find_state (keeping, holder->seen, harm, &teller));
  guint first = 0;
  while (harm[first] < 0)
    first++;
  guard.kept = g_array_index (keeping->kept, AfFact, harm[first]);
  guard.relation = (AfRelation){ .guard = no_fact, .fact = teller, .other = no_fact };
  if (is_told)
    g_array_append_val (guards, guard);
  else
    g_array_remove_index (keeping->kept, (guint)harm[first]);
  return is_told;
}

static void guard_record (Keeping *keeping, GArray *guards)
{
  guint n_before = guards->len;
  gboolean is_settled = FALSE;
  while (!is_settled && keeping->kept->len > 0) {
    g_array_set_size (guards, n_before);
    is_settled = TRUE;
    for (guint i = 0; i < keeping->holders->len && is_settled; i++)
      is_settled = guard_routine (keeping, keeping->holders->pdata[i], guards);
  }
  if (!is_settled)
    g_array_set_size (guards, n_before);
}

GArray *af_find_together (const AfObservation *observation)
{
  GArray *guards = g_array_new (FALSE, FALSE, sizeof (AfGuard));
  for (guint i = 0; i < observation->module->types->len; i++) {
    const AfType *record = observation->module->types->pdata[i];
    if (record->kind != AF_TYPE_RECORD)
      continue;
    g_autoptr (GPtrArray) terms = af_between_terms (observation, record);
    g_autoptr (GPtrArray) holders = g_ptr_array_new_with_free_func (holder_free);
    g_autoptr (GArray) kept = g_array_new (FALSE, FALSE, sizeof (AfFact));
    Keeping keeping = { observation, record, terms, holders, kept };
    for (guint r = 0; r < observation->routines->len && terms->len > 0; r++)
      add_holder (&keeping, observation->routines->pdata[r]);
    consider_all (&keeping);
    guard_record (&keeping, guards);
  }
  return guards;
}

gboolean af_guard_keeps (const AfObservation *observation, const AfGuard *guard)
{
  g_autoptr (GPtrArray) terms = af_between_terms (observation, guard->record);
  AfTable *table = af_between_table (observation, guard->record, terms);
  gboolean keeps = table->n > 0;
  for (guint row = 0; row < table->n && keeps; row++)
    keeps = af_fact_holds (&guard->kept, table, row) != 0;
  af_table_free (table);
  return keeps;
}

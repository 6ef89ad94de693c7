/* Postconditions: what of a call's outcome follows from its arguments and the state before.
 *
 * In:  the table of a routine's exits.
 * Out: relations that say something about RESULT or the state after the call, without a guard and under each: the
 * result is true, null, negative; a query was true before; an argument is null. */
#include "infer/infer-internal.h"

enum { LEAST_ROWS = 10, LEAST_GUARDED = 8, MOST_GUARDS = 14, MOST_SUMS = 14 };

static const AfFact no_fact = { AF_SHAPE_NONE, -1, -1, -1, 0 };

static const AfTerm *term_of (const AfSearch *search, int i)
{
  return search->table->terms->pdata[i];
}

/* --- guards --- */

static void add_guard (const AfTable *table, AfFact guard, GArray *guards)
{
  guint n = 0;
  for (guint row = 0; row < table->n; row++)
    n += af_fact_holds (&guard, table, row) == 1;
  if (n >= LEAST_GUARDED && n < table->n && guards->len < MOST_GUARDS)
    g_array_append_val (guards, guard);
}

static void add_number_guards (const AfTable *table, int a, GArray *guards)
{
  const AfTerm *term = table->terms->pdata[a];
  gint64 low = G_MAXINT64;
  for (guint row = 0; row < table->n; row++)
    low = MIN (low, af_table_value (table, row, a));
  if (low < 0 && term->expr->type->is_signed) {
    add_guard (table, (AfFact){ AF_SHAPE_LEAST, a, -1, -1, 0 }, guards);
    add_guard (table, (AfFact){ AF_SHAPE_MOST, a, -1, -1, -1 }, guards);
    return;
  }
  add_guard (table, (AfFact){ AF_SHAPE_IS, a, -1, -1, 0 }, guards);
  add_guard (table, (AfFact){ AF_SHAPE_NOT, a, -1, -1, 0 }, guards);
}

static GArray *list_guards (const AfTable *table)
{
  GArray *guards = g_array_new (FALSE, FALSE, sizeof (AfFact));
  for (guint i = 0; i < table->terms->len; i++) {
    const AfTerm *term = table->terms->pdata[i];
    int a = (int)i;
    if (term->is_whole)
      continue;
    if (term->kind == AF_TERM_NUMBER && term->is_result)
      add_number_guards (table, a, guards);
    else if (term->kind == AF_TERM_TRUTH && (term->is_result || !term->is_after)) {
      add_guard (table, (AfFact){ AF_SHAPE_TRUE, a, -1, -1, 0 }, guards);
      add_guard (table, (AfFact){ AF_SHAPE_FALSE, a, -1, -1, 0 }, guards);
    } else if (term->kind == AF_TERM_POINTER
               && (term->is_result || (term->is_param && af_type_is_record_pointer (term->expr->type)))) {
      add_guard (table, (AfFact){ AF_SHAPE_SET, a, -1, -1, 0 }, guards);
      add_guard (table, (AfFact){ AF_SHAPE_NULL, a, -1, -1, 0 }, guards);
    }
  }
  return guards;
}

/* --- candidates --- */

/* As an int: another way to say what the length itself says, but to hold against an int. */
static gboolean is_cast_length (const AfTerm *term)
{
  const AfExpr *expr = term->expr->kind == AF_EXPR_OLD ? term->expr->args[0] : term->expr;
  return term->is_length && expr->kind == AF_EXPR_CAST;
}

/* Of what a state says by itself invariants speak. */
static gboolean is_pair (const AfSearch *search, const AfRoutine *routine, const AfTerm *a, const AfTerm *b)
{
  if (a->is_whole || b->is_whole || (is_cast_length (a) && is_cast_length (b)) || !af_terms_match (a, b))
    return FALSE;
  /* two truths agree by accident too easily */
  if (a->kind == AF_TERM_TRUTH && !a->is_result && !b->is_result && a->old < 0)
    return FALSE;
  if (a->kind == AF_TERM_TRUTH && !a->is_result && !b->is_result)
    return search->table->terms->pdata[a->old] == b;
  if (a->is_result)
    return TRUE;
  /* a query finds what it returns, and compares objects */
  if (routine->is_query)
    return (a->asks_result && !b->is_part)
           || (search->guard.shape != AF_SHAPE_NONE && term_of (search, search->guard.a)->is_result && a->is_part
               && af_terms_alike (a, b) && a->object < b->object);
  if (b->is_result)
    return FALSE;
  return a->is_after && (!b->is_after || (a->object != b->object && b->object >= 0));
}

static void search_pairs (AfSearch *search, const AfRoutine *routine)
{
  guint n = search->table->terms->len;
  for (guint a = 0; a < n; a++)
    for (guint b = 0; b < n; b++)
      if (a != b && is_pair (search, routine, term_of (search, (int)a), term_of (search, (int)b))) {
        af_search_pair (search, (int)a, (int)b);
        if (!search->is_narrow && term_of (search, (int)a)->kind == AF_TERM_NUMBER)
          af_search_times (search, (int)a, (int)b);
      }
}

static void search_constants (AfSearch *search, const AfRoutine *routine)
{
  for (guint a = 0; a < search->table->terms->len; a++) {
    const AfTerm *term = term_of (search, (int)a);
    if (!term->is_whole && (term->is_result || (term->is_after && !routine->is_query)))
      af_search_constant (search, (int)a);
  }
}

/* RESULT <-> fact, for a result that is a truth value. */
static void search_equivalences (AfSearch *search, const AfRoutine *routine)
{
  guint n = search->table->terms->len;
  int result = -1;
  for (guint i = 0; i < n; i++)
    result = term_of (search, (int)i)->is_result && term_of (search, (int)i)->kind == AF_TERM_TRUTH ? (int)i : result;
  if (result < 0)
    return;
  AfFact truth = { AF_SHAPE_TRUE, result, -1, -1, 0 };
  for (guint a = 0; a < n; a++) {
    const AfTerm *left = term_of (search, (int)a);
    if (left->is_whole || (left->is_after && !routine->is_query))
      continue;
    if (left->kind == AF_TERM_NUMBER) {
      af_search_try (search, truth, (AfFact){ AF_SHAPE_IS, (int)a, -1, -1, 0 });
      af_search_try (search, truth, (AfFact){ AF_SHAPE_NOT, (int)a, -1, -1, 0 });
    } else if (left->kind == AF_TERM_POINTER) {
      af_search_try (search, truth, (AfFact){ AF_SHAPE_NULL, (int)a, -1, -1, 0 });
      af_search_try (search, truth, (AfFact){ AF_SHAPE_SET, (int)a, -1, -1, 0 });
    }
    for (guint b = 0; b < n && left->kind == AF_TERM_NUMBER; b++) {
      const AfTerm *right = term_of (search, (int)b);
      if (a == b || right->is_whole || (right->is_after && !routine->is_query) || !af_terms_match (left, right))
        continue;
      af_search_try (search, truth, (AfFact){ AF_SHAPE_LESS, (int)a, (int)b, -1, 0 });
      af_search_try (search, truth, (AfFact){ AF_SHAPE_UP_TO, (int)a, (int)b, -1, 0 });
      if (a < b)
        af_search_try (search, truth, (AfFact){ AF_SHAPE_SAME, (int)a, (int)b, -1, 0 });
    }
  }
}

/* a == b + c: one of them is of the state after the call, and they are not all of one state. */
static gboolean is_sum (const AfTerm *a, const AfTerm *b, const AfTerm *c)
{
  guint n_after = a->is_after + b->is_after + c->is_after;
  gboolean has_value = a->is_result || b->is_result || c->is_result || a->is_param || b->is_param || c->is_param
                       || a->object != b->object || a->object != c->object;
  return n_after > 0 && has_value && af_terms_match (a, b) && af_terms_match (a, c);
}

/* Whether C computes with both in one type, as they are. */
static gboolean is_alike (const AfTerm *a, const AfTerm *b)
{
  return a->expr->type->is_signed == b->expr->type->is_signed && a->expr->type->bits == b->expr->type->bits;
}

/* a == b * c: what kin a product is of nobody says, but what comes of the call has to be it. */
static gboolean is_product (const AfTerm *a, const AfTerm *b, const AfTerm *c)
{
  gboolean is_given = (!b->is_after || b->is_part) && (!c->is_after || c->is_part);
  return (a->is_result || (a->is_after && a->is_part)) && is_given && is_alike (a, b) && is_alike (a, c);
}

static gboolean is_plain_number (const AfTerm *term)
{
  return term->kind == AF_TERM_NUMBER && !term->expr->type->is_char && term->expr->type->kind != AF_TYPE_ENUM
         && !(term->is_call && !term->is_result) && !term->is_whole;
}

static void search_sums (AfSearch *search, const AfRoutine *routine)
{
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (int));
  for (guint i = 0; i < search->table->terms->len; i++) {
    const AfTerm *term = term_of (search, (int)i);
    int a = (int)i;
    if (term->kind == AF_TERM_NUMBER && term->unit >= 0 && !term->expr->type->is_char && numbers->len < MOST_SUMS
        && !(term->is_call && !term->is_result) && !term->is_whole)
      g_array_append_val (numbers, a);
  }
  for (guint i = 0; i < numbers->len; i++)
    for (guint j = 0; j < numbers->len; j++)
      for (guint k = j + 1; k < numbers->len; k++) {
        int a = g_array_index (numbers, int, i), b = g_array_index (numbers, int, j),
            c = g_array_index (numbers, int, k);
        gboolean is_new = a != b && a != c && is_sum (term_of (search, a), term_of (search, b), term_of (search, c));
        gboolean says_enough = !routine->is_query || term_of (search, a)->is_result;
        if (is_new && says_enough)
          af_search_sum (search, a, b, c);
        if (search->is_narrow || a == b || a == c || !says_enough)
          continue;
        if (is_product (term_of (search, a), term_of (search, b), term_of (search, c)))
          af_search_product (search, a, b, c);
        if (is_new || is_product (term_of (search, a), term_of (search, b), term_of (search, c)))
          af_search_plane (search, a, b, c, is_new);
      }
}

/* a == b * q + k: what comes of the call, of what was there before it. */
static void search_lines (AfSearch *search, const AfRoutine *routine)
{
  guint n = search->table->terms->len;
  for (guint i = 0; i < n && !search->is_narrow; i++) {
    const AfTerm *a = term_of (search, (int)i);
    gboolean is_told = a->is_result || (a->is_after && a->is_part && !routine->is_query);
    if (!is_told || !is_plain_number (a))
      continue;
    for (guint k = 0; k < n; k++) {
      const AfTerm *b = term_of (search, (int)k);
      gboolean is_given = !b->is_after || (b->is_part && (a->is_result || b->object != a->object));
      if (i != k && is_given && is_plain_number (b) && is_alike (a, b))
        af_search_line (search, (int)i, (int)k, af_terms_match (a, b));
    }
  }
}

static void search_values (AfSearch *search, const AfRoutine *routine)
{
  for (guint i = 0; i < search->table->terms->len; i++)
    if (term_of (search, (int)i)->is_result && !search->is_narrow && search->guard.shape == AF_SHAPE_NONE)
      af_search_values (search, routine, (int)i);
}

static void search_all (AfSearch *search, const AfRoutine *routine)
{
  search_constants (search, routine);
  search_pairs (search, routine);
  search_sums (search, routine);
  search_lines (search, routine);
  search_values (search, routine);
  search_equivalences (search, routine);
  af_search_algebra (search);
}

/* --- what is worth saying --- */

/* Whether another command was seen to change such a part. */
static gboolean changes_elsewhere (const AfObservation *observation, const AfSeenRoutine *here, const AfTerm *part)
{
  for (guint r = 0; r < observation->routines->len; r++) {
    const AfSeenRoutine *seen = observation->routines->pdata[r];
    for (guint i = 0; seen != here && i < seen->after->terms->len; i++) {
      const AfTerm *term = seen->after->terms->pdata[i];
      if (!term->is_after || term->old < 0 || !af_terms_alike (term, part))
        continue;
      for (guint row = 0; row < seen->after->n; row++)
        if (af_table_defined (seen->after, row, (int)i) && af_table_defined (seen->after, row, term->old)
            && af_table_value (seen->after, row, (int)i) != af_table_value (seen->after, row, term->old))
          return TRUE;
    }
  }
  return FALSE;
}

/* Whether the text has a `return` of a constant with which the fact about RESULT would not hold: no test came there. */
static gboolean has_other_return (const AfRoutine *routine, const AfFact *fact)
{
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = routine->locations->pdata[i];
    const AfExpr *expr = location->kind == AF_LOCATION_RETURN ? location->expr : NULL;
    while (expr && (expr->kind == AF_EXPR_CAST || (expr->kind == AF_EXPR_UNARY && expr->op == AF_OP_PLUS)))
      expr = expr->args[0];
    gint64 sign = expr && expr->kind == AF_EXPR_UNARY && expr->op == AF_OP_NEG ? -1 : 1;
    expr = sign < 0 ? expr->args[0] : expr;
    if (!expr || (expr->kind != AF_EXPR_INT && expr->kind != AF_EXPR_BOOL && expr->kind != AF_EXPR_NULL))
      continue;
    gint64 value = expr->kind == AF_EXPR_NULL ? 0 : sign * expr->value;
    gboolean holds = fact->shape == AF_SHAPE_TRUE || fact->shape == AF_SHAPE_SET     ? value != 0
                     : fact->shape == AF_SHAPE_FALSE || fact->shape == AF_SHAPE_NULL ? value == 0
                     : fact->shape == AF_SHAPE_IS                                    ? value == fact->k
                     : fact->shape == AF_SHAPE_NOT                                   ? value != fact->k
                     : fact->shape == AF_SHAPE_LEAST                                 ? value >= fact->k
                     : fact->shape == AF_SHAPE_MOST                                  ? value <= fact->k
                                                                                     : TRUE;
    if (!holds)
      return TRUE;
  }
  return FALSE;
}

/* Whether a call of the routine may run out of memory, which tests do not see. */
static gboolean may_lack_memory (const AfModule *module, const AfRoutine *routine, guint depth)
{
  static const char *const names[] = { "malloc",        "calloc", "realloc", "reallocarray",
                                       "aligned_alloc", "strdup", "strndup", NULL };
  for (guint i = 0; i < routine->callees->len && depth > 0; i++) {
    const char *name = routine->callees->pdata[i];
    const AfRoutine *callee = af_module_routine (module, name);
    if (g_strv_contains (names, name) || (callee && callee != routine && may_lack_memory (module, callee, depth - 1)))
      return TRUE;
  }
  return FALSE;
}

/* That it succeeded: true, not null, a status that never varied. */
static gboolean says_success (const AfFact *fact, const AfTerm *term)
{
  return term->is_result && fact->b < 0
         && (fact->shape == AF_SHAPE_TRUE || fact->shape == AF_SHAPE_SET || fact->shape == AF_SHAPE_IS
             || fact->shape == AF_SHAPE_NOT || fact->shape == AF_SHAPE_LEAST);
}

/* Under a condition on the state before, an order and what is asked about RESULT hold by accident too easily. */
static gboolean is_far_fetched (const AfTable *table, const AfRelation *relation)
{
  const AfFact *fact = &relation->fact;
  const AfTerm *a = table->terms->pdata[fact->a], *b = fact->b >= 0 ? table->terms->pdata[fact->b] : NULL;
  const AfTerm *guard = relation->guard.shape != AF_SHAPE_NONE ? table->terms->pdata[relation->guard.a] : NULL;
  gboolean is_order = fact->shape == AF_SHAPE_LESS || fact->shape == AF_SHAPE_UP_TO;
  gboolean is_own_guard = !guard || guard->is_result || guard->kind == AF_TERM_POINTER;
  /* two different parts are what invariants speak of */
  if (is_order && b && a->is_part && b->is_part && a->old != fact->b && b->old != fact->a)
    return TRUE;
  if (is_order && (a->is_asked || (b && b->is_asked) || !is_own_guard))
    return TRUE;
  return !is_own_guard && (a->asks_result || (b && b->asks_result));
}

/* Whether @a is what it was, so that its being the same as another old value says the same in a roundabout way. */
static gboolean is_roundabout (const AfSearch *search, const AfRelation *relation)
{
  const AfFact *fact = &relation->fact;
  const AfTerm *a = search->table->terms->pdata[fact->a];
  const AfTerm *b = fact->b >= 0 ? search->table->terms->pdata[fact->b] : NULL;
  if (fact->shape != AF_SHAPE_SAME || !a->is_part || !b || !b->is_part || a->old < 0 || a->old == fact->b
      || b->object != a->object)
    return FALSE;
  AfRelation plain = *relation, always = *relation;
  plain.fact.b = always.fact.b = a->old;
  always.guard = no_fact;
  for (guint i = 0; i < search->found->len; i++) {
    const AfRelation *other = &g_array_index (search->found, AfRelation, i);
    if (af_relation_equal (other, &plain) || af_relation_equal (other, &always))
      return TRUE;
  }
  return FALSE;
}

/* That the guard's own term has the value that the guard says, or that nothing changed that never does. */
static gboolean is_empty_talk (const AfObservation *observation, const AfSeenRoutine *seen, const AfRelation *relation)
{
  const AfFact *fact = &relation->fact;
  const AfTerm *a = seen->after->terms->pdata[fact->a];
  if (relation->guard.shape != AF_SHAPE_NONE && relation->guard.a == fact->a && fact->b < 0)
    return TRUE;
  if (fact->shape == AF_SHAPE_SAME && a->old == fact->b)
    return !changes_elsewhere (observation, seen, a);
  if (a->is_result && fact->b < 0 && relation->other.shape == AF_SHAPE_NONE
      && has_other_return (seen->terms->routine, fact)
      && (relation->guard.shape == AF_SHAPE_NONE
          || !((const AfTerm *)seen->after->terms->pdata[relation->guard.a])->is_result))
    return TRUE;
  /* the address of something fresh is different from all others */
  return is_far_fetched (seen->after, relation) || (a->kind == AF_TERM_POINTER && fact->shape == AF_SHAPE_OTHER);
}

/* What a routine that may run out of memory keeps: success is not promised, and an object that it returns may be null,
 * which the relation then says.  False: nothing is left of it. */
static gboolean allow_for_failure (const AfTable *table, AfRelation *relation)
{
  int used[9];
  guint n = af_relation_terms (relation, used);
  if (says_success (&relation->fact, table->terms->pdata[relation->fact.a]))
    return FALSE;
  for (guint i = 0; i < n; i++) {
    const AfTerm *term = table->terms->pdata[used[i]];
    if (term->object != AF_OBJECT_RESULT)
      continue;
    if (relation->guard.shape != AF_SHAPE_NONE)
      return ((const AfTerm *)table->terms->pdata[relation->guard.a])->is_result;
    for (guint k = 0; k < table->terms->len; k++)
      if (((const AfTerm *)table->terms->pdata[k])->is_result)
        relation->guard = (AfFact){ AF_SHAPE_SET, (int)k, -1, -1, 0 };
  }
  return TRUE;
}

GArray *af_find_after (const AfObservation *observation, const AfSeenRoutine *seen, guint *n_tried)
{
  const AfTable *table = seen->after;
  g_autofree guint8 *rows = g_malloc (table->n + 1);
  GArray *found = g_array_new (FALSE, FALSE, sizeof (AfRelation));
  AfSearch search = { observation->module, table, rows, no_fact, found, 0, observation->options->is_narrow };
  if (table->n < LEAST_ROWS)
    return found;
  g_autoptr (GArray) guards = list_guards (table);
  for (guint g = 0; g <= guards->len; g++) {
    search.guard = g == 0 ? no_fact : g_array_index (guards, AfFact, g - 1);
    for (guint row = 0; row < table->n; row++)
      rows[row] = af_fact_holds (&search.guard, table, row) != 0;
    search_all (&search, seen->terms->routine);
  }
  g_autoptr (GArray) kept = g_array_new (FALSE, FALSE, sizeof (AfRelation));
  gboolean may_fail = may_lack_memory (observation->module, seen->terms->routine, 6);
  for (guint i = 0; i < found->len; i++) {
    AfRelation relation = g_array_index (found, AfRelation, i);
    if (!is_empty_talk (observation, seen, &relation) && !is_roundabout (&search, &relation)
        && (!may_fail || allow_for_failure (table, &relation)))
      g_array_append_val (kept, relation);
  }
  g_array_unref (found);
  found = g_steal_pointer (&kept);
  *n_tried = search.n_tried;
  return found;
}

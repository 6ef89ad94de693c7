/* What is worth saying of a call, and what is not.
 *
 * In:  a relation that held after all calls of a routine.
 * Out: whether it says anything of that routine: not what tests happened to pass to it, what never changes anywhere, or
 * what is no news under its own guard. */
#include "infer/infer-internal.h"

enum { LEAST_ROWS = 10, LEAST_STATES = 3 };

static const AfFact no_fact = { AF_SHAPE_NONE, -1, -1, -1, 0 };

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
gboolean af_may_lack_memory (const AfModule *module, const AfRoutine *routine, guint depth)
{
  static const char *const names[] = { "malloc",        "calloc", "realloc", "reallocarray",
                                       "aligned_alloc", "strdup", "strndup", NULL };
  for (guint i = 0; i < routine->callees->len && depth > 0; i++) {
    const char *name = routine->callees->pdata[i];
    const AfRoutine *callee = af_module_routine (module, name);
    if (g_strv_contains (names, name)
        || (callee && callee != routine && af_may_lack_memory (module, callee, depth - 1)))
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
  gboolean is_own_guard = !guard || guard->is_result || guard->kind == AF_TERM_POINTER
                          || guard->expr->kind == AF_EXPR_DEREF || (guard->is_param && a->is_written);
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

/* An order of two terms, or a bound. */
static gboolean is_limit (AfShape shape)
{
  return shape == AF_SHAPE_LEAST || shape == AF_SHAPE_MOST || shape == AF_SHAPE_NOT || shape == AF_SHAPE_LESS
         || shape == AF_SHAPE_UP_TO || shape == AF_SHAPE_OTHER || shape == AF_SHAPE_LIMIT;
}

/* Whether the term is what the caller gave, and was the same after all calls. */
static gboolean is_untouched (const AfTable *table, int i)
{
  const AfTerm *term = table->terms->pdata[i];
  if (term->is_result || (term->is_after && term->old < 0))
    return FALSE;
  for (guint row = 0; term->is_after && row < table->n; row++)
    if (af_table_defined (table, row, i) && af_table_defined (table, row, term->old)
        && af_table_value (table, row, i) != af_table_value (table, row, term->old))
      return FALSE;
  return TRUE;
}

/* Whether a limit is only about what the call was given: what tests gave it is no merit of the routine, and of what
 * holds of all objects invariants speak. */
static gboolean is_about_the_given (const AfSearch *search, const AfRelation *relation)
{
  const AfTable *table = search->table;
  const AfFact *fact = &relation->fact;
  gboolean is_told =
    relation->guard.shape != AF_SHAPE_NONE && ((const AfTerm *)table->terms->pdata[relation->guard.a])->is_result;
  return !search->is_narrow && !is_told && relation->other.shape == AF_SHAPE_NONE && is_limit (fact->shape)
         && is_untouched (table, fact->a) && (fact->b < 0 || is_untouched (table, fact->b))
         && (fact->c < 0 || is_untouched (table, fact->c));
}

/* Whether a bound of a query's value holds of whatever the query returned: then it is the query that says so. */
static gboolean is_of_the_query (const AfObservation *observation, const AfSeenRoutine *here, const AfFact *fact)
{
  const AfTerm *term = here->after->terms->pdata[fact->a];
  if (observation->options->is_narrow || !term->is_call || term->is_result || term->expr->kind != AF_EXPR_CALL
      || fact->b >= 0 || !is_limit (fact->shape))
    return FALSE;
  for (guint r = 0; r < observation->routines->len; r++) {
    const AfSeenRoutine *seen = observation->routines->pdata[r];
    const GPtrArray *terms = seen->after->terms;
    guint least = seen->terms->routine->n_params > 0 ? LEAST_ROWS : LEAST_STATES;
    if (seen == here || seen->after->n < least || !g_str_equal (seen->terms->routine->name, term->expr->name))
      continue;
    for (guint i = 0; i < terms->len; i++) {
      AfFact own = *fact;
      gboolean holds = ((const AfTerm *)terms->pdata[i])->is_result;
      own.a = (int)i;
      for (guint row = 0; row < seen->after->n && holds; row++)
        holds = af_fact_holds (&own, seen->after, row) != 0;
      if (holds)
        return TRUE;
    }
  }
  return FALSE;
}

/* A constant that the sanitizer fills new blocks with, in all bytes: nobody has put it there. */
static gboolean is_fill (const AfFact *fact, const AfTerm *term)
{
  guint bits = fact->b < 0 && fact->shape == AF_SHAPE_IS ? term->expr->type->bits : 0;
  guint64 fill = G_GUINT64_CONSTANT (0xbebebebebebebebe) << (64 - CLAMP (bits, 1, 64));
  return bits >= 8 && (guint64)fact->k << (64 - bits) == fill;
}

/* Whether a call returned something for which the fact does not hold: tests came to the other return. */
static gboolean was_other (const AfTable *table, const AfFact *fact)
{
  for (guint row = 0; row < table->n; row++)
    if (af_fact_holds (fact, table, row) == 0)
      return TRUE;
  return FALSE;
}

/* That the guard's own term has the value that the guard says, or that nothing changed that never does. */
static gboolean is_empty_talk (const AfObservation *observation, const AfSeenRoutine *seen, const AfRelation *relation)
{
  const AfFact *fact = &relation->fact;
  const AfTerm *a = seen->after->terms->pdata[fact->a];
  if ((relation->guard.shape != AF_SHAPE_NONE && relation->guard.a == fact->a && fact->b < 0) || is_fill (fact, a))
    return TRUE;
  if (fact->shape == AF_SHAPE_SAME && a->old == fact->b)
    return !changes_elsewhere (observation, seen, a);
  if (a->is_result && fact->b < 0 && relation->other.shape == AF_SHAPE_NONE
      && has_other_return (seen->terms->routine, fact)
      && (observation->options->is_narrow || !was_other (seen->after, fact))
      && (relation->guard.shape == AF_SHAPE_NONE
          || !((const AfTerm *)seen->after->terms->pdata[relation->guard.a])->is_result))
    return TRUE;
  /* the address of something fresh is different from all others */
  return is_far_fetched (seen->after, relation) || (a->kind == AF_TERM_POINTER && fact->shape == AF_SHAPE_OTHER);
}

/* A status that was the same after all calls, where the text has another that it returns: what else was seen follows
 * success alone.  AF_SHAPE_NONE: none. */
static AfFact status_of (const AfTable *table, const AfRoutine *routine)
{
  for (guint i = 0; i < table->terms->len; i++) {
    const AfTerm *term = table->terms->pdata[i];
    if (!term->is_result || term->kind == AF_TERM_POINTER || table->n == 0)
      continue;
    gint64 value = af_table_value (table, 0, (int)i);
    AfFact status = term->kind == AF_TERM_NUMBER
                      ? (AfFact){ AF_SHAPE_IS, (int)i, -1, -1, value }
                      : (AfFact){ value ? AF_SHAPE_TRUE : AF_SHAPE_FALSE, (int)i, -1, -1, 0 };
    gboolean is_same = TRUE;
    for (guint row = 0; row < table->n && is_same; row++)
      is_same = af_fact_holds (&status, table, row) == 1;
    return is_same && has_other_return (routine, &status) ? status : no_fact;
  }
  return no_fact;
}

/* That a part is as it was: so it is after a failure, too. */
static gboolean is_unchanged (const AfFact *fact, const AfTable *table)
{
  return fact->shape == AF_SHAPE_SAME && ((const AfTerm *)table->terms->pdata[fact->a])->old == fact->b;
}

/* Puts the relation under what the routine returns when it succeeds; whether that is possible. */
static gboolean say_of_success (AfRelation *relation, const AfTable *table, const AfFact *success)
{
  if (relation->guard.shape != AF_SHAPE_NONE)
    return ((const AfTerm *)table->terms->pdata[relation->guard.a])->is_result;
  relation->guard = *success;
  return TRUE;
}

/* What a routine that may run out of memory keeps: success is not promised, and an object that it returns may be null,
 * which the relation then says.  False: nothing is left of it. */
static gboolean allow_for_failure (const AfTable *table, const AfRoutine *routine, AfRelation *relation)
{
  int used[9];
  guint n = af_relation_terms (relation, used);
  AfFact success = status_of (table, routine);
  if (says_success (&relation->fact, table->terms->pdata[relation->fact.a]))
    return FALSE;
  if (success.shape != AF_SHAPE_NONE && !is_unchanged (&relation->fact, table))
    return say_of_success (relation, table, &success);
  for (guint i = 0; i < n; i++) {
    const AfTerm *term = table->terms->pdata[used[i]];
    if (term->object != AF_OBJECT_RESULT)
      continue;
    for (guint k = 0; k < table->terms->len; k++)
      if (((const AfTerm *)table->terms->pdata[k])->is_result)
        success = (AfFact){ AF_SHAPE_SET, (int)k, -1, -1, 0 };
    return say_of_success (relation, table, &success);
  }
  return TRUE;
}

/* That a truth is another one: the ranking, whose weight was measured without it, does not ask. */
static gboolean is_wide (const AfTable *table, const AfFact *fact)
{
  const AfTerm *a = table->terms->pdata[fact->a];
  return fact->shape == AF_SHAPE_SAME && a->kind == AF_TERM_TRUTH && a->old != fact->b;
}

gboolean af_worth_saying (const AfObservation *observation, const AfSeenRoutine *seen, const AfSearch *search,
                          gboolean may_fail, AfRelation *relation)
{
  return !(search->is_narrow && is_wide (seen->after, &relation->fact)) && !is_empty_talk (observation, seen, relation)
         && !is_roundabout (search, relation) && !is_about_the_given (search, relation)
         && !is_of_the_query (observation, seen, &relation->fact)
         && (!may_fail || allow_for_failure (seen->after, seen->terms->routine, relation));
}

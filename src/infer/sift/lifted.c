/* Lifted: preconditions that belong to who sets a number of an object, not to all who use it.
 *
 * In:  preconditions of routines about a number of an object, `lru_capacity (c) != 0` of put and of add.
 * Out: one about the argument that others make that number of, in place of them:
 *
 *     Lru *lru_create (int capacity)    REQUIRE (capacity != 0)
 *
 * Two routines that an object is of no use to say that it should not be there.  All that create an object of the type
 * without being given one, and all that were seen to change the number, must have an argument that it is after all
 * calls.  Where they require it already, such objects come from elsewhere, and the preconditions stay. */
#include "infer/infer-internal.h"

enum { LEAST_ROUTINES = 2, LEAST_VALUES = 3 };

static const AfFact no_fact = { AF_SHAPE_NONE, -1, -1, -1, 0 };

/* What is lifted: a fact about a part of an object. */
typedef struct {
  const AfObservation *observation;
  const GPtrArray *pending;
  const AfType *record;
  const AfTerm *part;
  AfFact fact;
} Lifting;

/* A precondition that says that a number of an object is not 0, or not negative. */
static gboolean read_pending (const AfObservation *observation, const GPtrArray *pending, guint i, Lifting *lifting)
{
  const AfPending *one = pending->pdata[i];
  const AfFact *fact = &one->relation.fact;
  gboolean is_shape = (fact->shape == AF_SHAPE_NOT && fact->k == 0) || (fact->shape == AF_SHAPE_LEAST && fact->k <= 1);
  if (one->proposal->is_read || one->proposal->kind != AF_CLAUSE_PRECONDITION || !one->terms || !is_shape)
    return FALSE;
  const AfTerm *part = one->terms->pdata[fact->a];
  const AfRoutine *routine = one->proposal->routine;
  if (!part->is_part || part->object < 0 || (guint)part->object >= routine->n_params)
    return FALSE;
  const AfType *type = ((const AfVariable *)routine->variables->pdata[part->object])->type;
  *lifting = (Lifting){ observation, pending, type->target, part, *fact };
  return af_type_is_record_pointer (type);
}

static gboolean is_same (const Lifting *lifting, guint i)
{
  Lifting other = { 0 };
  return read_pending (lifting->observation, lifting->pending, i, &other) && other.record == lifting->record
         && other.fact.shape == lifting->fact.shape && other.fact.k == lifting->fact.k
         && af_terms_alike (other.part, lifting->part);
}

/* Whether a routine is given an object of the type, number @param. */
static gboolean takes_object (const Lifting *lifting, const AfRoutine *routine, int param)
{
  if (param < 0 || (guint)param >= routine->n_params)
    return FALSE;
  const AfType *type = ((const AfVariable *)routine->variables->pdata[param])->type;
  return type->kind == AF_TYPE_POINTER && type->target == lifting->record;
}

/* Whether the number of the object that exit term @i speaks of comes of the call: that of a new object, or one that a
 * call has changed. */
static gboolean is_set (const Lifting *lifting, const AfSeenRoutine *seen, guint i)
{
  const AfRoutine *routine = seen->terms->routine;
  const AfTerm *term = seen->terms->exit->pdata[i];
  const AfTable *table = seen->after;
  if (!term->is_after || !af_terms_alike (term, lifting->part))
    return FALSE;
  for (guint k = 0; term->object == AF_OBJECT_RESULT && k < routine->n_params; k++)
    if (takes_object (lifting, routine, (int)k))
      return FALSE;
  if (term->object == AF_OBJECT_RESULT)
    return routine->result->target == lifting->record;
  for (guint row = 0; takes_object (lifting, routine, term->object) && term->old >= 0 && row < table->n; row++)
    if (af_table_defined (table, row, (int)i) && af_table_defined (table, row, term->old)
        && af_table_value (table, row, (int)i) != af_table_value (table, row, term->old))
      return TRUE;
  return FALSE;
}

/* Whether the two are the same in all rows, and many. */
static gboolean is_made_of (const AfTable *table, int result, int param)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_int64_hash, g_int64_equal);
  for (guint row = 0; row < table->n; row++) {
    if (!af_table_defined (table, row, result))
      continue;
    if (!af_table_defined (table, row, param)
        || af_table_value (table, row, result) != af_table_value (table, row, param))
      return FALSE;
    g_hash_table_add (seen, &g_array_index (table->values, gint64, row * table->terms->len + (guint)param));
  }
  return g_hash_table_size (seen) >= LEAST_VALUES;
}

/* The entry term that exit term number @set is always equal to; -1: none. */
static int argument_of (const AfSeenRoutine *seen, guint set)
{
  const GPtrArray *exit = seen->terms->exit, *entry = seen->terms->entry;
  for (guint i = 0; i < exit->len; i++) {
    const AfTerm *term = exit->pdata[i];
    if (!term->is_param || term->kind != AF_TERM_NUMBER || !is_made_of (seen->after, (int)set, (int)i))
      continue;
    for (guint k = 0; k < entry->len; k++)
      if (af_expr_equal (((const AfTerm *)entry->pdata[k])->expr, term->expr))
        return (int)k;
  }
  return -1;
}

static gboolean is_required (const GPtrArray *pending, const AfSeenRoutine *creator, const AfFact *fact)
{
  for (guint i = 0; i < pending->len; i++) {
    const AfPending *one = pending->pdata[i];
    if (one->proposal->routine == creator->terms->routine && one->terms == creator->terms->entry
        && one->relation.fact.a == fact->a)
      return TRUE;
  }
  return FALSE;
}

/* Adds what the routine has to require, if it sets the number; whether it can. */
static gboolean ask_setter (const Lifting *lifting, const AfSeenRoutine *seen, GArray *lifted)
{
  for (guint i = 0; i < seen->terms->exit->len; i++) {
    AfFact fact = lifting->fact;
    if (!is_set (lifting, seen, i))
      continue;
    fact.a = argument_of (seen, i);
    if (fact.a < 0)
      return FALSE;
    AfGuard guard = { .seen = seen, .relation = { .guard = no_fact, .fact = fact, .other = no_fact } };
    if (!is_required (lifting->pending, seen, &fact))
      g_array_append_val (lifted, guard);
  }
  return TRUE;
}

/* Adds what all that set the number have to require; whether all of them can, and one does not yet. */
static gboolean ask_setters (const Lifting *lifting, GArray *lifted)
{
  guint n_before = lifted->len;
  for (guint i = 0; i < lifting->observation->routines->len; i++)
    if (!ask_setter (lifting, lifting->observation->routines->pdata[i], lifted)) {
      g_array_set_size (lifted, n_before);
      return FALSE;
    }
  return lifted->len > n_before;
}

static guint count_same (const Lifting *lifting)
{
  guint n = 0;
  for (guint i = 0; i < lifting->pending->len; i++)
    n += is_same (lifting, i);
  return n;
}

/* The first precondition that is lifted; what setters require is added to @lifted. */
static gboolean lift_next (const AfObservation *observation, const GPtrArray *pending, Lifting *lifting, GArray *lifted)
{
  for (guint i = 0; i < pending->len; i++)
    if (read_pending (observation, pending, i, lifting) && count_same (lifting) >= LEAST_ROUTINES
        && ask_setters (lifting, lifted))
      return TRUE;
  return FALSE;
}

GArray *af_lift_preconditions (const AfObservation *observation, GPtrArray *pending)
{
  GArray *lifted = g_array_new (FALSE, FALSE, sizeof (AfGuard));
  Lifting lifting = { 0 };
  while (lift_next (observation, pending, &lifting, lifted))
    for (guint i = pending->len; i-- > 0;)
      if (is_same (&lifting, i))
        g_ptr_array_remove_index (pending, i);
  return lifted;
}

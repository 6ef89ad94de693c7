/* Copies that have become old: beyond the paper.
 *
 * In:  a location that reads a local whose value was taken before, in its declaration or by an assignment.
 * Out: the value taken once more, in front of the statement, or in place of the local:
 *
 *     const char *text = b->data;                text = b->data;
 *     grow (b);                                  memcpy (p, text, n);         or  memcpy (p, b->data, n);
 *     memcpy (p, text, n);
 *
 * Whether anything has changed in between is left to the tests. */
#include "operators/operators-internal.h"

enum { MAX_STALE = 6 };

/* Something that a call or an assignment elsewhere may change is read. */
static gboolean check_state (AfExpr *node, gpointer data)
{
  gboolean *reads = data;
  *reads = *reads || node->kind == AF_EXPR_FIELD || node->kind == AF_EXPR_INDEX || node->kind == AF_EXPR_DEREF
           || node->kind == AF_EXPR_CALL;
  return !*reads;
}

static gboolean reads_state (AfExpr *expr)
{
  gboolean reads = FALSE;
  af_expr_walk (expr, check_state, &reads);
  return reads;
}

/* Nothing but one declaration or assignment gives the local its value. */
static gboolean is_set_once (const AfRoutine *routine, const AfExpr *local)
{
  guint n = 0;
  for (guint i = 2; i < routine->locations->len; i++) {
    const AfLocation *location = g_ptr_array_index (routine->locations, i);
    g_autoptr (GArray) occurrences = af_operators_occurrences (location);
    for (guint k = 0; k < occurrences->len; k++) {
      const AfOccurrence *o = &g_array_index (occurrences, AfOccurrence, k);
      n += o->is_target && af_expr_equal (o->node, local);
    }
    n += location->declared && location->declared->id == local->variable_id && location->expr;
  }
  return n == 1;
}

/* The local, and what it is a copy of; nothing where the location does not take one. */
static gboolean is_copy (const AfQuestion *question, const AfLocation *location, AfExpr **local, AfExpr **origin)
{
  AfExpr *expr = location->expr;
  const AfVariable *declared = location->declared;
  if (!expr || location == question->location || location->range.end > question->location->range.start)
    return FALSE;
  if (location->kind == AF_LOCATION_DECLARATION && declared && !declared->is_const && !declared->is_static) {
    *local = af_expr_var (declared->type, declared->name, declared->id);
    *origin = af_expr_ref (expr);
  } else if (location->kind == AF_LOCATION_STATEMENT && expr->kind == AF_EXPR_ASSIGN && expr->op == AF_OP_NONE
             && expr->args[0]->kind == AF_EXPR_VAR && expr->args[0]->variable_id > 0) {
    *local = af_expr_ref (expr->args[0]);
    *origin = af_expr_ref (expr->args[1]);
  } else {
    return FALSE;
  }
  return TRUE;
}

static void replace_by (AfMaker *m, AfExpr *local, AfExpr *origin)
{
  g_autoptr (GArray) occurrences = af_operators_occurrences (m->question->location);
  for (guint i = 0; i < occurrences->len; i++) {
    const AfOccurrence *o = &g_array_index (occurrences, AfOccurrence, i);
    if (o->is_target || !af_expr_equal (o->node, local))
      continue;
    g_autoptr (AfExpr) parent = o->parent ? af_expr_substitute (o->parent, o->node, origin) : NULL;
    if (!parent || !af_operators_warns (parent))
      af_maker_add (m, af_action_new (AF_ACTION_REPLACE, ROW (REFRESH), o->node, origin, o->node->range));
  }
}

/* The latest copies first: they are what is read here. */
void af_produce_fresh_copies (AfMaker *m)
{
  const AfQuestion *question = m->question;
  const AfLocation *location = question->location;
  for (guint i = question->routine->locations->len; location->expr && i > 2 && m->actions->len < MAX_STALE; i--) {
    g_autoptr (AfExpr) local = NULL, origin = NULL;
    if (!is_copy (question, af_routine_location (question->routine, i - 1), &local, &origin)
        || !af_expr_mentions (location->expr, local->name) || af_expr_mentions (origin, local->name)
        || !af_expr_is_pure (origin) || origin->in_macro || !reads_state (origin)
        || !is_set_once (question->routine, local) || !af_operators_visible (question->routine, location, origin)
        || !af_operators_visible (question->routine, location, local))
      continue;
    af_maker_set (m, ROW (REFRESH), local, origin);
    replace_by (m, local, origin);
  }
}

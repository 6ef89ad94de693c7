/* Memory whose size the object knows: what a routine reads or writes at a pointer of its caller for as many bytes as a
 * field of another argument says.
 *
 * In:  a module with its implicit clauses.   Out: for each routine those that its caller alone can meet.
 *
 *     int list_add (List *l, void *data) { ... memcpy (node->data, data, l->item_size); ... }
 *
 * READABLE (data, l->item_size), and the same of a routine that hands `l` and `data` on to it: no test can know it, and
 * a test that breaks it says nothing about the module. */
#include "contracts/assumed/assumed-internal.h"

typedef struct {
  const AfPointerUses *uses;
  const AfRoutine *routine;
  guint location;
  gboolean is_stated, has_field; /* by parameters alone; by a field of one */
} AfSizeWalk;

/* The parameter that @expr is, while it has the value that the caller gave; -1: none. */
static int given_param (const AfSizeWalk *walk, const AfExpr *expr)
{
  int param = af_routine_param (walk->routine, af_expr_uncast (expr));

  return param >= 0 && af_pointer_use (walk->uses, walk->routine, (guint)param)->unchanged[walk->location] ? param : -1;
}

static gboolean visit_size (AfExpr *node, gpointer data)
{
  AfSizeWalk *walk = data;

  if (node->kind == AF_EXPR_FIELD && node->arrow && given_param (walk, node->args[0]) >= 0) {
    walk->has_field = TRUE;
    return FALSE;
  }
  if (node->kind == AF_EXPR_VAR)
    walk->is_stated &= given_param (walk, node) >= 0;
  else
    walk->is_stated &= node->kind == AF_EXPR_INT || node->kind == AF_EXPR_CAST || node->kind == AF_EXPR_BINARY;
  return walk->is_stated;
}

static gboolean is_sized_by_field (const AfPointerUses *uses, const AfRoutine *routine, const AfClause *clause)
{
  AfSizeWalk walk = { uses, routine, clause->location < 0 ? 0 : (guint)clause->location, TRUE, FALSE };
  const AfExpr *expr = clause->expr;
  int param;

  if (!expr || !af_clause_is_implicit (clause) || (expr->kind != AF_EXPR_READABLE && expr->kind != AF_EXPR_WRITABLE)
      || walk.location >= routine->locations->len)
    return FALSE;
  param = given_param (&walk, expr->args[0]);
  if (param < 0 || af_pointer_use (uses, routine, (guint)param)->tests)
    return FALSE;
  af_expr_walk (expr->args[1], visit_size, &walk);
  return walk.is_stated && walk.has_field;
}

static gboolean add (GPtrArray *sizes, AfExpr *expr)
{
  for (guint i = 0; i < sizes->len; i++)
    if (af_expr_equal (sizes->pdata[i], expr))
      return FALSE;
  g_ptr_array_add (sizes, af_expr_ref (expr));
  return TRUE;
}

/* --- through routines that hand all of it on --- */

typedef struct {
  AfSizeWalk walk;
  GPtrArray *sizes; /* of GPtrArray of AfExpr, by routine */
  gboolean changed;
} AfHandWalk;

static gboolean visit_call (AfExpr *node, gpointer data)
{
  AfHandWalk *hand = data;
  const AfRoutine *routine = hand->walk.routine;
  const AfRoutine *callee = node->kind == AF_EXPR_CALL ? af_module_routine (hand->walk.uses->module, node->name) : NULL;
  const GPtrArray *theirs = callee && callee->n_params == node->n_args ? hand->sizes->pdata[callee->id] : NULL;
  g_autoptr (GPtrArray) params = NULL;

  if (!theirs || theirs->len == 0)
    return TRUE;
  params = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  for (guint i = 0; i < callee->n_params; i++) {
    const AfVariable *param = callee->variables->pdata[i];
    g_ptr_array_add (params, af_expr_var (param->type, param->name, param->id));
  }
  for (guint i = 0; i < theirs->len; i++) {
    g_autoptr (AfExpr) ours =
      af_expr_substitute_all (theirs->pdata[i], (AfExpr *const *)params->pdata, node->args, params->len);
    int param = given_param (&hand->walk, ours->args[0]);
    hand->walk.is_stated = param >= 0 && !af_pointer_use (hand->walk.uses, routine, (guint)param)->tests;
    hand->walk.has_field = FALSE;
    if (hand->walk.is_stated)
      af_expr_walk (ours->args[1], visit_size, &hand->walk);
    if (hand->walk.is_stated && hand->walk.has_field)
      hand->changed |= add (hand->sizes->pdata[routine->id], ours);
  }
  return TRUE;
}

static gboolean hand_on (const AfPointerUses *uses, const AfRoutine *routine, GPtrArray *sizes)
{
  AfHandWalk hand = { { uses, routine, 0, TRUE, FALSE }, sizes, FALSE };

  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = routine->locations->pdata[i];
    hand.walk.location = i;
    if (location->expr && location->kind != AF_LOCATION_CHECK)
      af_expr_walk (location->expr, visit_call, &hand);
  }
  return hand.changed;
}

static void unref_array (gpointer array)
{
  g_ptr_array_unref (array);
}

GPtrArray *af_sizes_of_callers (const AfPointerUses *uses)
{
  const GPtrArray *routines = uses->module->routines;
  GPtrArray *sizes = g_ptr_array_new_with_free_func (unref_array);

  for (guint i = 0; i < routines->len; i++) {
    const AfRoutine *routine = routines->pdata[i];
    GPtrArray *own = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
    g_ptr_array_add (sizes, own);
    for (guint k = 0; k < routine->clauses->len; k++) {
      const AfClause *clause = routine->clauses->pdata[k];
      if (is_sized_by_field (uses, routine, clause))
        add (own, clause->expr);
    }
  }
  for (gboolean changed = TRUE; changed;) {
    changed = FALSE;
    for (guint i = 0; i < routines->len; i++)
      changed |= hand_on (uses, routines->pdata[i], sizes);
  }
  return sizes;
}

/* What preconditions need to have a value.
 *
 * In:  a routine with its written preconditions.
 * Out: that the objects are there whose parts they name: a call for which one cannot be evaluated may not be made.
 *
 *     void grid_put (Grid *g, int row, int v) { REQUIRE (row < g->rows); ... }        g != NULL
 *     int queue_take (Queue *q) { REQUIRE (!queue_is_empty (q)); ... }                q != NULL, as the query requires
 */
#include "infer/infer-internal.h"

/* Whether a written precondition of the function says that parameter @param is there. */
static gboolean requires_object (const AfRoutine *routine, guint param)
{
  for (guint i = 0; i < routine->clauses->len; i++) {
    const AfClause *clause = routine->clauses->pdata[i];
    const AfExpr *expr = clause->expr;
    if (clause->kind == AF_CLAUSE_PRECONDITION && !clause->is_assumed && expr->kind == AF_EXPR_BINARY
        && expr->op == AF_OP_NE && af_expr_is_null (expr->args[1])
        && af_routine_param (routine, expr->args[0]) == (int)param)
      return TRUE;
  }
  return FALSE;
}

static void add_present (AfExpr *pointer, GPtrArray *needed)
{
  g_autoptr (AfExpr) null = af_expr_new (AF_EXPR_NULL, pointer->type, NULL, NULL, 0);
  g_ptr_array_add (needed, af_expr_binary (AF_OP_NE, pointer, null));
}

/* Only what is evaluated whenever @expr is. */
static void add_needed (const AfModule *module, AfExpr *expr, GPtrArray *needed)
{
  gboolean is_lazy = expr->kind == AF_EXPR_IMPLIES || expr->kind == AF_EXPR_CONDITIONAL
                     || (expr->kind == AF_EXPR_BINARY && (expr->op == AF_OP_AND || expr->op == AF_OP_OR));
  gboolean is_bound = expr->kind == AF_EXPR_FORALL || expr->kind == AF_EXPR_EXISTS || expr->kind == AF_EXPR_OTHER;
  const AfRoutine *query = expr->kind == AF_EXPR_CALL ? af_module_routine (module, expr->name) : NULL;
  if (expr->kind == AF_EXPR_FIELD && expr->arrow && expr->args[0]->kind == AF_EXPR_VAR)
    add_present (expr->args[0], needed);
  for (guint i = 0; query && i < MIN (expr->n_args, query->n_params); i++)
    if (expr->args[i]->kind == AF_EXPR_VAR && requires_object (query, i))
      add_present (expr->args[i], needed);
  for (guint i = 0; i < (is_bound ? 0 : is_lazy ? 1 : expr->n_args); i++)
    add_needed (module, expr->args[i], needed);
}

GPtrArray *af_needed_before (const AfModule *module, const AfRoutine *routine, const AfClause *but)
{
  GPtrArray *needed = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  for (guint i = 0; i < routine->clauses->len; i++) {
    const AfClause *clause = routine->clauses->pdata[i];
    if (clause != but && clause->kind == AF_CLAUSE_PRECONDITION && !clause->is_assumed)
      add_needed (module, clause->expr, needed);
  }
  return needed;
}

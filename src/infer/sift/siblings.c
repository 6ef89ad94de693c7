/* Siblings: what the routines of a module require of records of one type.
 *
 * In:  a module with its written preconditions.
 * Out: the same ones of those few arguments of which nobody has written them:
 *
 *     int day_of_year (Day day)             REQUIRE (day_is_valid (day))
 *     int week (Day day)                    REQUIRE (day_is_valid (day))
 *     int days_between (Day a, Day b)       REQUIRE (day_is_valid (a))      day_is_valid (b)
 *
 * Not asked of other predicates, of what changes its copy, which may be there to repair it, nor of what the predicate
 * calls.  A test that hands over a record of which nothing holds often comes to no harm, so that calls alone do not
 * tell. */
#include "infer/infer-internal.h"

enum { LEAST_SIBLINGS = 3, SHARE = 5, DEPTH = 6 };

/* Whether a written precondition of @routine is a call of @predicate about parameter @param. */
static gboolean requires (const AfRoutine *routine, guint param, const char *predicate)
{
  for (guint i = 0; i < routine->clauses->len; i++) {
    const AfClause *clause = routine->clauses->pdata[i];
    const AfExpr *expr = clause->expr;
    if (clause->kind == AF_CLAUSE_PRECONDITION && !clause->is_assumed && expr->kind == AF_EXPR_CALL && expr->n_args == 1
        && g_str_equal (expr->name, predicate) && af_routine_param (routine, expr->args[0]) == (int)param)
      return TRUE;
  }
  return FALSE;
}

/* Whether calls of @routine may lead to @wanted, through @depth callees. */
static gboolean leads_to (const AfModule *module, const AfRoutine *routine, const AfRoutine *wanted, guint depth)
{
  for (guint i = 0; i < routine->callees->len && depth > 0; i++) {
    const AfRoutine *callee = af_module_routine (module, routine->callees->pdata[i]);
    if (callee && (callee == wanted || (callee != routine && leads_to (module, callee, wanted, depth - 1))))
      return TRUE;
  }
  return FALSE;
}

static gboolean visit_change (AfExpr *node, gpointer data)
{
  const AfExpr **param = data;
  const AfExpr *place = node->kind == AF_EXPR_ASSIGN || node->kind == AF_EXPR_STEP ? node->args[0] : NULL;
  while (place && place->kind == AF_EXPR_FIELD && !place->arrow)
    place = place->args[0];
  if (place && *param && af_expr_equal (place, *param))
    *param = NULL;
  return *param != NULL;
}

/* What changes its copy may be there to make it right. */
static gboolean changes_copy (const AfRoutine *routine, guint param)
{
  g_autoptr (AfExpr) copy = af_param_expr (routine, param);
  const AfExpr *left = copy;
  af_routine_walk (routine, visit_change, &left);
  return left == NULL;
}

/* Whether it requires nothing of such records and tells whether something is so: another predicate. */
static gboolean is_other_predicate (const AfRoutine *routine)
{
  return routine->result && routine->result->kind == AF_TYPE_BOOL && routine->n_params == 1;
}

static gboolean is_asked_of (const AfRoutine *routine, guint param, const AfRoutine *predicate)
{
  const AfType *type = ((const AfVariable *)routine->variables->pdata[param])->type;
  return routine != predicate && routine->is_public && !routine->skipped && routine->is_read && !routine->invariant_of
         && type == ((const AfVariable *)predicate->variables->pdata[0])->type;
}

static gboolean is_predicate (const AfRoutine *routine)
{
  const AfVariable *param = routine->n_params == 1 ? routine->variables->pdata[0] : NULL;
  return param && param->type->kind == AF_TYPE_RECORD && routine->is_query && !routine->skipped && routine->result
         && routine->result->kind == AF_TYPE_BOOL;
}

/* Whether nearly all arguments of that type, by far, meet the predicate. */
static gboolean is_custom (const AfModule *module, const AfRoutine *predicate)
{
  guint n = 0, n_others = 0;
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    for (guint k = 0; k < routine->n_params; k++)
      if (is_asked_of (routine, k, predicate)) {
        gboolean is_met = requires (routine, k, predicate->name);
        n += is_met;
        n_others += !is_met;
      }
  }
  return n >= LEAST_SIBLINGS && n >= n_others * SHARE;
}

GPtrArray *af_find_siblings (const AfModule *module)
{
  GPtrArray *found = g_ptr_array_new_with_free_func ((GDestroyNotify)af_clause_free);
  for (guint p = 0; p < module->routines->len; p++) {
    const AfRoutine *predicate = module->routines->pdata[p];
    if (!is_predicate (predicate) || !is_custom (module, predicate))
      continue;
    for (guint i = 0; i < module->routines->len; i++) {
      const AfRoutine *routine = module->routines->pdata[i];
      for (guint k = 0; k < routine->n_params; k++) {
        if (!is_asked_of (routine, k, predicate) || requires (routine, k, predicate->name)
            || is_other_predicate (routine) || changes_copy (routine, k)
            || leads_to (module, predicate, routine, DEPTH))
          continue;
        AfExpr *param = af_param_expr (routine, k);
        g_autoptr (AfExpr) call = af_expr_call (predicate->result, predicate->name, &param, 1, TRUE);
        g_ptr_array_add (found,
                         af_clause_new (AF_CLAUSE_PRECONDITION, call, (int)routine->id, -1, routine->name_range));
        af_expr_unref (param);
      }
    }
  }
  return found;
}

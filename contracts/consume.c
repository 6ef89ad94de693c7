/* Which parameter a call takes ownership of.
 *
 * In:  CONSUME (p), or the body.
 * Out: routine->consumes.  A body consumes p if every path from entry to exit frees p, by free () or by a routine that
 * consumes it, or by a function of the caller's or of another module whose name says so (`m->funcs.free (m)`,
 * `pool_free (pool, m)`), where p is not null; also under the name of a local that holds p and nothing else.  For
 * example
 *
 *          if (m == NULL) return;   the path for null has nothing to free
 *          free (m->cells);
 *          free (m);                 all others come by here */
#include "contracts/contracts-internal.h"

/* A parameter, and the locals that hold it and nothing else. */
typedef struct {
  const AfRoutine *routine;
  const AfVariable *param;
  const int *copies; /* see af_copies_in */
} AfHeld;

static gboolean is_param (const AfExpr *expr, const AfVariable *param)
{
  expr = af_expr_uncast (expr);
  return expr->kind == AF_EXPR_VAR && expr->variable_id == param->id;
}

static gboolean is_held (const AfExpr *expr, const AfHeld *held)
{
  expr = af_expr_uncast (expr);
  if (!af_copy_is_local (held->routine, expr))
    return is_param (expr, held->param);
  int param = held->copies[expr->variable_id];
  return param >= 0 && held->routine->variables->pdata[param] == held->param;
}

typedef struct {
  const AfModule *module;
  const AfHeld *held;
  gboolean frees;
  gboolean assigns;
} AfFrees;

/* Of a function of another module that ends something: the last pointer, since what it belongs to comes first. */
static const AfExpr *ended_elsewhere (const AfModule *module, const AfExpr *call)
{
  if (call->kind != AF_EXPR_CALL || af_module_routine (module, call->name) || !af_name_ends_object (call->name))
    return NULL;
  for (guint i = call->n_args; i-- > 0;)
    if (af_type_is_pointer (af_expr_uncast (call->args[i])->type))
      return call->args[i];
  return NULL;
}

static gboolean visit_frees (AfExpr *node, gpointer data)
{
  AfFrees *frees = data;

  if (node->kind == AF_EXPR_ASSIGN && is_param (node->args[0], frees->held->param))
    frees->assigns = TRUE;
  for (guint i = 1; af_call_ends_object (node) && i < node->n_args; i++)
    frees->frees |= is_held (node->args[i], frees->held);
  if (node->kind != AF_EXPR_CALL)
    return TRUE;
  const AfExpr *ended = ended_elsewhere (frees->module, node);
  frees->frees |= ended && is_held (ended, frees->held);
  const AfRoutine *callee = af_module_routine (frees->module, node->name);
  int consumed = callee ? callee->consumes : -1;
  if (consumed >= 0 && (guint)consumed < node->n_args && is_held (node->args[consumed], frees->held))
    frees->frees = TRUE;
  return TRUE;
}

/* Which successor of a condition is taken only with a null parameter; -1 none. */
static int null_branch (const AfLocation *location, const AfHeld *held)
{
  const AfExpr *expr = location->expr;

  if (!expr || !af_location_is_condition (location) || location->kind == AF_LOCATION_SWITCH)
    return -1;
  if (is_held (expr, held))
    return 1;
  if (expr->kind == AF_EXPR_UNARY && expr->op == AF_OP_NOT)
    return is_held (expr->args[0], held) ? 0 : -1;
  if (expr->kind == AF_EXPR_BINARY && (expr->op == AF_OP_EQ || expr->op == AF_OP_NE) && is_held (expr->args[0], held)
      && (expr->args[1]->kind == AF_EXPR_NULL || (expr->args[1]->kind == AF_EXPR_INT && expr->args[1]->value == 0)))
    return expr->op == AF_OP_EQ ? 0 : 1;
  return -1;
}

/* Whether a path leads from @id to the exit on which a parameter that is not null stays alive. */
static gboolean escapes (const AfHeld *held, const gboolean *freeing, gboolean *seen, guint id)
{
  const AfLocation *location = g_ptr_array_index (held->routine->locations, id);
  int is_null = null_branch (location, held);

  if (seen[id] || freeing[id])
    return FALSE;
  seen[id] = TRUE;
  if (location->kind == AF_LOCATION_EXIT)
    return TRUE;
  for (guint i = 0; i < location->next->len; i++)
    if ((int)i != is_null && escapes (held, freeing, seen, g_array_index (location->next, guint, i)))
      return TRUE;
  return FALSE;
}

static gboolean is_consumed (const AfModule *module, const AfHeld *held)
{
  const AfRoutine *routine = held->routine;
  guint n = routine->locations->len;
  g_autofree gboolean *freeing = g_new0 (gboolean, n);
  g_autofree gboolean *seen = g_new0 (gboolean, n);
  gboolean any = FALSE;

  if (routine->skipped || !held->param->type || held->param->type->kind != AF_TYPE_POINTER)
    return FALSE;
  for (guint i = 0; i < n; i++) {
    const AfLocation *location = g_ptr_array_index (routine->locations, i);
    AfFrees frees = { module, held, FALSE, FALSE };
    af_location_walk (location, visit_frees, &frees);
    if (frees.assigns)
      return FALSE;
    freeing[i] = frees.frees;
    any |= frees.frees;
  }
  return any && !escapes (held, freeing, seen, 0);
}

static int consumed_param (const AfModule *module, const AfRoutine *routine)
{
  g_autofree int *copies = NULL;

  for (guint i = 0; i < routine->contracts->len; i++) {
    const AfContractCall *call = g_ptr_array_index (routine->contracts, i);
    for (guint j = 0; call->expr && g_str_equal (call->macro, "CONSUME") && j < routine->n_params; j++)
      if (is_param (call->expr, g_ptr_array_index (routine->variables, j)))
        return (int)j;
  }
  copies = af_copies_in (routine);
  for (guint j = 0; j < routine->n_params; j++) {
    AfHeld held = { routine, g_ptr_array_index (routine->variables, j), copies };
    if (is_consumed (module, &held))
      return (int)j;
  }
  return -1;
}

void af_consume_infer (AfModule *module)
{
  for (gboolean changed = TRUE; changed;) {
    changed = FALSE;
    for (guint i = 0; i < module->routines->len; i++) {
      AfRoutine *routine = g_ptr_array_index (module->routines, i);
      int consumes = routine->consumes >= 0 ? routine->consumes : consumed_param (module, routine);
      changed |= consumes != routine->consumes;
      routine->consumes = consumes;
    }
  }
}

/* Effects of one expression.
 *
 * In:  an expression of a routine.
 * Out: where its assignments go, and those of what it calls; which node of it has an effect at all.  What matters for a
 * query is not whether it assigns but whether anybody outside can see it:
 *
 *          n = n->next       a local variable: nobody sees it
 *          read (s, &n)      the same, if `read` writes only to what its second parameter points to
 *          copy->count = 0   through a local pointer: perhaps an object of its own
 *          s->count--        through a parameter: seen from outside
 *
 * Calls are judged by their is_pure flag, which purity.c sets. */
#include "contracts/contracts-internal.h"

static const AfVariable *variable_of (const AfRoutine *routine, guint id)
{
  for (guint i = 0; id != 0 && i < routine->variables->len; i++) {
    const AfVariable *variable = g_ptr_array_index (routine->variables, i);
    if (variable->id == id)
      return variable;
  }
  return NULL;
}

/* The object or pointer that a path such as `s->items[i].next` starts from; counts the pointers followed. */
static const AfExpr *path_root (const AfExpr *path, guint *n_pointers)
{
  while (path->n_args > 0) {
    const AfExpr *base = path->args[0];
    switch (path->kind) {
    case AF_EXPR_FIELD:
      *n_pointers += path->arrow ? 1 : 0;
      break;
    case AF_EXPR_INDEX:
      *n_pointers += base->type && base->type->kind == AF_TYPE_ARRAY ? 0 : 1;
      break;
    case AF_EXPR_DEREF:
      *n_pointers += 1;
      break;
    case AF_EXPR_ADDRESS:
      *n_pointers -= *n_pointers > 0 ? 1 : 0;
      break;
    case AF_EXPR_BINARY:
      if (base->type && base->type->kind != AF_TYPE_POINTER && base->type->kind != AF_TYPE_ARRAY)
        base = path->args[1];
      break;
    case AF_EXPR_CAST:
    case AF_EXPR_STEP:
    case AF_EXPR_ASSIGN:
      break;
    case AF_EXPR_INT:
    case AF_EXPR_BOOL:
    case AF_EXPR_NULL:
    case AF_EXPR_FLOAT:
    case AF_EXPR_STRING:
    case AF_EXPR_VAR:
    case AF_EXPR_FUNCTION:
    case AF_EXPR_RESULT:
    case AF_EXPR_OLD:
    case AF_EXPR_UNARY:
    case AF_EXPR_CONDITIONAL:
    case AF_EXPR_CALL:
    case AF_EXPR_CALL_POINTER:
    case AF_EXPR_IMPLIES:
    case AF_EXPR_IFF:
    case AF_EXPR_FORALL:
    case AF_EXPR_EXISTS:
    case AF_EXPR_READABLE:
    case AF_EXPR_WRITABLE:
    case AF_EXPR_NODES:
    case AF_EXPR_REACHES:
    case AF_EXPR_FITS:
    case AF_EXPR_OTHER:
      return path;
    }
    path = base;
  }
  return path;
}

typedef struct {
  guint variable_id;
  gboolean found;
} AfAssigned;

static gboolean visit_assigned (AfExpr *node, gpointer data)
{
  AfAssigned *assigned = data;

  if ((node->kind == AF_EXPR_ASSIGN || node->kind == AF_EXPR_ADDRESS) && node->args[0]->kind == AF_EXPR_VAR
      && node->args[0]->variable_id == assigned->variable_id)
    assigned->found = TRUE;
  return !assigned->found;
}

/* A parameter that is given another value may point to an object of the routine's own. */
static gboolean is_reassigned (const AfRoutine *routine, guint variable_id)
{
  AfAssigned assigned = { variable_id, FALSE };

  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = g_ptr_array_index (routine->locations, i);
    af_location_walk (location, visit_assigned, &assigned);
  }
  return assigned.found;
}

AfWriteKind af_write_kind (const AfRoutine *routine, const AfExpr *target)
{
  guint n_pointers = 0;
  const AfExpr *root = path_root (target, &n_pointers);
  const AfVariable *variable = root->kind == AF_EXPR_VAR ? variable_of (routine, root->variable_id) : NULL;

  if (root->kind == AF_EXPR_VAR && root->variable_id == 0)
    return AF_WRITE_FOREIGN;
  if (!variable || variable->is_static)
    return AF_WRITE_POINTER;
  if (n_pointers == 0)
    return AF_WRITE_LOCAL;
  return variable->is_param && !is_reassigned (routine, variable->id) ? AF_WRITE_FOREIGN : AF_WRITE_POINTER;
}

int af_write_param (const AfRoutine *routine, const AfExpr *target)
{
  guint n_pointers = 0;
  const AfExpr *root = path_root (target, &n_pointers);

  return root->kind == AF_EXPR_VAR && root->variable_id > 0 && root->variable_id <= routine->n_params
           ? (int)root->variable_id - 1
           : -1;
}

static AfPlace place_of (const AfRoutine *routine, const AfExpr *root, guint n_pointers)
{
  const AfVariable *variable = root->kind == AF_EXPR_VAR ? variable_of (routine, root->variable_id) : NULL;
  guint param = root->variable_id - 1;

  if (!variable || variable->is_static)
    return (AfPlace){ .kind = AF_PLACE_OTHER };
  if (n_pointers == 0)
    return (AfPlace){ .kind = AF_PLACE_OWN };
  if (!variable->is_param || param >= 64 || is_reassigned (routine, variable->id))
    return (AfPlace){ .kind = AF_PLACE_OTHER };
  return (AfPlace){ .kind = n_pointers == 1 ? AF_PLACE_PARAM : AF_PLACE_BEYOND, .param = param };
}

AfPlace af_place_written (const AfRoutine *routine, const AfExpr *target)
{
  guint n_pointers = 0;
  const AfExpr *root = path_root (target, &n_pointers);

  return place_of (routine, root, n_pointers);
}

/* The pointer or array that `(char *)p`, `p + n` and `n + p` are made of. */
static const AfExpr *pointer_in (const AfExpr *expr)
{
  for (;;) {
    gboolean is_sum = expr->kind == AF_EXPR_BINARY && (expr->op == AF_OP_ADD || expr->op == AF_OP_SUB);
    if (expr->kind != AF_EXPR_CAST && !is_sum)
      return expr;
    const AfType *first = expr->args[0]->type;
    gboolean is_second = is_sum && first && first->kind != AF_TYPE_POINTER && first->kind != AF_TYPE_ARRAY;
    expr = expr->args[is_second ? 1 : 0];
  }
}

AfPlace af_place_pointed_to (const AfRoutine *routine, const AfExpr *argument)
{
  const AfExpr *itself = af_expr_uncast (argument), *pointer = pointer_in (argument);
  guint n_pointers = pointer->type && pointer->type->kind == AF_TYPE_ARRAY ? 0 : 1;

  if (itself->kind == AF_EXPR_NULL)
    return (AfPlace){ .kind = AF_PLACE_NOWHERE };
  const AfExpr *root = path_root (pointer, &n_pointers);
  AfPlace place = place_of (routine, root, n_pointers);
  place.is_itself = place.kind == AF_PLACE_PARAM && itself->kind == AF_EXPR_VAR;
  return place;
}

/* Those that are not null where @condition is true. */
static guint64 params_tested (const AfRoutine *routine, const AfExpr *condition)
{
  if (condition->kind == AF_EXPR_BINARY && condition->op == AF_OP_AND)
    return params_tested (routine, condition->args[0]) | params_tested (routine, condition->args[1]);
  if (condition->kind == AF_EXPR_BINARY && condition->op == AF_OP_NE && condition->args[1]->kind == AF_EXPR_NULL)
    condition = condition->args[0];
  if (condition->kind != AF_EXPR_VAR || !condition->type || condition->type->kind != AF_TYPE_POINTER)
    return 0;
  AfPlace place = af_place_pointed_to (routine, condition);
  return place.is_itself ? (guint64)1 << place.param : 0;
}

guint64 af_params_given (const AfRoutine *routine, const AfLocation *location)
{
  guint64 params = 0;

  /* a label may lead into the body from elsewhere */
  if (routine->labels->len > 0 || af_range_is_none (location->range))
    return 0;
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *other = g_ptr_array_index (routine->locations, i);
    if (other->kind == AF_LOCATION_IF && other->expr && !af_range_is_none (other->body)
        && af_range_contains (other->body, location->range))
      params |= params_tested (routine, other->expr);
  }
  return params;
}

gboolean af_pointer_call_is_pure (const AfExpr *call)
{
  const AfType *function = call->n_args > 0 ? call->args[0]->type : NULL;

  if (function && function->kind == AF_TYPE_POINTER)
    function = function->target;
  if (!function || function->kind != AF_TYPE_FUNCTION || !function->params || function->is_variadic)
    return FALSE;
  if (!function->target || function->target->kind == AF_TYPE_VOID)
    return FALSE;
  for (guint i = 0; i < function->params->len; i++) {
    const AfType *param = g_ptr_array_index (function->params, i);
    if (!af_type_is_scalar (param) || (param->kind == AF_TYPE_POINTER && !param->is_const))
      return FALSE;
  }
  return TRUE;
}

static gboolean visit_effect (AfExpr *node, gpointer data)
{
  AfExpr **found = data;
  gboolean has_effect = FALSE;

  switch (node->kind) {
  case AF_EXPR_ASSIGN:
  case AF_EXPR_STEP:
    has_effect = TRUE;
    break;
  case AF_EXPR_CALL:
    has_effect = !node->is_pure;
    break;
  case AF_EXPR_CALL_POINTER:
    has_effect = !node->is_pure && !af_pointer_call_is_pure (node);
    break;
  case AF_EXPR_OTHER:
    has_effect = !node->is_pure && node->writes;
    break;
  case AF_EXPR_INT:
  case AF_EXPR_BOOL:
  case AF_EXPR_NULL:
  case AF_EXPR_FLOAT:
  case AF_EXPR_STRING:
  case AF_EXPR_VAR:
  case AF_EXPR_FUNCTION:
  case AF_EXPR_RESULT:
  case AF_EXPR_OLD:
  case AF_EXPR_FIELD:
  case AF_EXPR_INDEX:
  case AF_EXPR_DEREF:
  case AF_EXPR_ADDRESS:
  case AF_EXPR_UNARY:
  case AF_EXPR_BINARY:
  case AF_EXPR_CONDITIONAL:
  case AF_EXPR_CAST:
  case AF_EXPR_IMPLIES:
  case AF_EXPR_IFF:
  case AF_EXPR_FORALL:
  case AF_EXPR_EXISTS:
  case AF_EXPR_READABLE:
  case AF_EXPR_WRITABLE:
  case AF_EXPR_NODES:
  case AF_EXPR_REACHES:
  case AF_EXPR_FITS:
    break;
  }
  if (has_effect && !*found)
    *found = node;
  return !*found;
}

AfExpr *af_effect_find (AfExpr *expr)
{
  AfExpr *found = NULL;

  af_expr_walk (expr, visit_effect, &found);
  return found;
}

AfExpr *af_effect_before (AfExpr *expr)
{
  if (expr->kind == AF_EXPR_ASSIGN && expr->op == AF_OP_NONE)
    return af_effect_before (expr->args[1]);
  if (expr->kind == AF_EXPR_STEP || expr->kind == AF_EXPR_ASSIGN) {
    g_autoptr (AfExpr) target = af_effect_before (expr->args[0]);
    if (expr->kind == AF_EXPR_ASSIGN) {
      g_autoptr (AfExpr) value = af_effect_before (expr->args[1]);
      return af_expr_binary (expr->op, target, value);
    }
    if (!expr->is_prefix)
      return g_steal_pointer (&target);
    g_autoptr (AfExpr) one = af_expr_int (af_type_is_integer (expr->type) ? expr->type : NULL, 1);
    return af_expr_binary (expr->op, target, one);
  }
  for (guint i = 0; i < expr->n_args; i++) {
    g_autoptr (AfExpr) before = af_effect_before (expr->args[i]);
    if (!af_expr_equal (before, expr->args[i])) {
      g_autoptr (AfExpr) changed = af_expr_substitute (expr, expr->args[i], before);
      return af_effect_before (changed);
    }
  }
  return af_expr_ref (expr);
}

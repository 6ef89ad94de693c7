/* A condition with one test more, where a programmer puts it.
 *
 * In:  a condition, a test, `&&` or `||`.
 * Out: which part of the condition becomes what:
 *
 *     a && b            and c          a && b && c                  at the end,
 *     p->x > 0          and p          p && p->x > 0                but before what it protects,
 *     n && f (p->x)     and p          n && p && f (p->x)           and not earlier
 *
 * What is called, indexed or divided stays behind the test, whatever that is about: it may hold for a reason that is
 * not written in it. */
#include "operators/operators-internal.h"

gboolean af_operators_decides (const AfLocation *location, const AfOccurrence *o)
{
  const AfExpr *node = o->node, *parent = o->parent;
  if (location->kind == AF_LOCATION_SWITCH || o->is_target)
    return FALSE;
  if (!parent && af_location_is_condition (location))
    return TRUE;
  if (parent && parent->kind == AF_EXPR_CONDITIONAL)
    return o->index == 0;
  gboolean is_value = parent ? parent->kind == AF_EXPR_ASSIGN && parent->op == AF_OP_NONE && o->index == 1
                             : location->kind == AF_LOCATION_RETURN || location->kind == AF_LOCATION_DECLARATION;
  return is_value && af_operators_is_truth (node) && !af_expr_is_constant (node);
}

/* --- where --- */

typedef struct {
  AfExpr *test;
  gboolean found;
} Needs;

static gboolean find_need (AfExpr *node, gpointer data)
{
  Needs *needs = data;
  gboolean may_fail = node->kind == AF_EXPR_INDEX || node->kind == AF_EXPR_DEREF || node->kind == AF_EXPR_CALL_POINTER
                      || (node->kind == AF_EXPR_BINARY && (node->op == AF_OP_DIV || node->op == AF_OP_MOD))
                      || (node->kind == AF_EXPR_CALL && !node->is_pure);
  needs->found |= may_fail;
  if ((node->kind == AF_EXPR_FIELD && node->arrow) || node->kind == AF_EXPR_CALL)
    for (guint i = 0; i < node->n_args; i++)
      needs->found |= af_expr_shares_variable (node->args[i], needs->test);
  return !needs->found;
}

/* Evaluating @operand may have to wait for the test. */
static gboolean needs_test (AfExpr *operand, AfExpr *test)
{
  Needs needs = { test, FALSE };
  af_expr_walk (operand, find_need, &needs);
  return needs.found;
}

static gboolean is_chain (const AfExpr *expr, AfOp op)
{
  return expr->kind == AF_EXPR_BINARY && expr->op == op && !af_range_is_none (expr->args[0]->range)
         && !expr->args[0]->in_macro;
}

/* The longest front part of @condition that does not need the test; null where its first operand does. */
static AfExpr *front_of (AfExpr *condition, AfOp op, AfExpr *test)
{
  AfExpr *front = condition;
  for (AfExpr *at = condition; is_chain (at, op); at = at->args[0])
    if (needs_test (at->args[1], test))
      front = at->args[0];
  AfExpr *first = front;
  while (is_chain (first, op))
    first = first->args[0];
  return needs_test (first, test) ? NULL : front;
}

AfAction *af_operators_join (const AfOperator *row, AfExpr *condition, AfOp op, AfExpr *test)
{
  AfExpr *front = front_of (condition, op, test), *target = front ? front : condition;
  g_autoptr (AfExpr) value = front ? af_expr_binary (op, front, test) : af_expr_binary (op, test, condition);
  return af_action_new (AF_ACTION_REPLACE, row, target, value, target->range);
}

AfAction *af_operators_join_behind (const AfOperator *row, AfExpr *condition, AfOp op, AfExpr *test)
{
  if (af_expr_is_pure (condition) || front_of (condition, op, test) == condition)
    return NULL;
  g_autoptr (AfExpr) value = af_expr_binary (op, condition, test);
  return af_action_new (AF_ACTION_REPLACE, row, condition, value, condition->range);
}

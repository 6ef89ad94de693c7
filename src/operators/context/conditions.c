/* Conditions that can be written down.
 *
 * In:  a snapshot's state.   Out: the same in plain C, and whether product code at a location can test it.
 *
 * What holds otherwise is written without more negations than it needs: `a || b` is the contrary of `!a && !b`. IMPLIES
 * (a, b) is `!a || b`, and what a contract alone can say (OLD, RESULT, FORALL) is left to contracts. */
#include "operators/operators-internal.h"

/* IMPLIES and IFF as plain C. */
static AfExpr *plain (AfExpr *expr)
{
  if (expr->kind != AF_EXPR_IMPLIES && expr->kind != AF_EXPR_IFF)
    return af_expr_ref (expr);
  g_autoptr (AfExpr) left = plain (expr->args[0]);
  g_autoptr (AfExpr) right = plain (expr->args[1]);
  if (expr->kind == AF_EXPR_IFF)
    return af_expr_binary (AF_OP_EQ, left, right);
  g_autoptr (AfExpr) not = af_expr_contrary (left);
  return af_expr_binary (AF_OP_OR, not, right);
}

static guint count_nots (const char *text)
{
  guint n = 0;
  for (const char *c = text; *c; c++)
    n += c[0] == '!' && c[1] != '=';
  return n;
}

AfExpr *af_plain_not (AfExpr *expr)
{
  AfExpr *whole = af_expr_contrary (expr);
  if (!af_operators_is_logic (expr))
    return whole;
  g_autoptr (AfExpr) left = af_plain_not (expr->args[0]);
  g_autoptr (AfExpr) right = af_plain_not (expr->args[1]);
  AfExpr *parts = af_expr_binary (expr->op == AF_OP_AND ? AF_OP_OR : AF_OP_AND, left, right);
  gboolean shorter = count_nots (parts->text) <= count_nots (whole->text);
  af_expr_unref (shorter ? whole : parts);
  return shorter ? parts : whole;
}

AfExpr *af_plain_condition (const AfSnapshot *snapshot)
{
  g_autoptr (AfExpr) raw = af_snapshot_condition (snapshot);
  AfExpr *inner = raw->kind == AF_EXPR_UNARY && raw->op == AF_OP_NOT ? raw->args[0] : NULL;
  if (!inner || (inner->kind != AF_EXPR_IMPLIES && inner->kind != AF_EXPR_IFF))
    return plain (raw);
  g_autoptr (AfExpr) left = plain (inner->args[0]);
  g_autoptr (AfExpr) right = plain (inner->args[1]);
  if (inner->kind == AF_EXPR_IFF)
    return af_expr_binary (AF_OP_NE, left, right);
  g_autoptr (AfExpr) not = af_expr_contrary (right);
  return af_expr_binary (AF_OP_AND, left, not );
}

static gboolean check_macro (AfExpr *node, gpointer data)
{
  gboolean *found = data;
  *found = *found || node->kind == AF_EXPR_IMPLIES || node->kind == AF_EXPR_IFF;
  return !*found;
}

gboolean af_operators_writable (const AfRoutine *routine, const AfLocation *location, AfExpr *condition)
{
  gboolean has_macro = FALSE;
  af_expr_walk (condition, check_macro, &has_macro);
  return !has_macro && af_expr_is_pure (condition) && !af_operators_warns (condition)
         && af_operators_visible (routine, location, condition);
}

/* Operands: which part of an expression's text is which of them.
 *
 * In:  an expression with the place of its operator (AfExpr.op_range).
 * Out: ranges; parentheses and comments around an operand belong to it. */
#include "weave/checks/checks-internal.h"

gboolean af_operand_range (const AfExpr *expr, guint i, AfRange *range)
{
  AfRange op = expr->op_range;
  gboolean is_call = expr->kind == AF_EXPR_CALL || expr->kind == AF_EXPR_CALL_POINTER;
  gboolean has_left = expr->kind == AF_EXPR_FIELD || expr->kind == AF_EXPR_INDEX || expr->kind == AF_EXPR_BINARY
                      || expr->kind == AF_EXPR_ASSIGN || (expr->kind == AF_EXPR_STEP && !expr->is_prefix);

  *range = is_call ? (i < expr->n_args ? expr->args[i]->range : AF_RANGE_NONE) : expr->range;
  if (is_call || af_range_is_none (op))
    return is_call && !af_range_is_none (*range);
  if (has_left && i == 0)
    range->end = op.start;
  else
    range->start = op.end;
  if (expr->kind == AF_EXPR_INDEX && i == 1)
    range->end--;
  return range->start < range->end;
}

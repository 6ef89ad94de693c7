/* Terms: what is compared lacks a part.
 *
 *     if (used > room)   ->  if (used + size > room)
 *     if (x > gap)       ->  if (x - last > gap)
 *
 * A variable or field of the operand's type is added or subtracted that the comparison does not speak of yet. */
#include "suite/patterns/patterns.h"

enum { MOST_TERMS = 6 };

static gboolean is_comparison (const AfExpr *expr)
{
  return expr->kind == AF_EXPR_BINARY
         && (expr->op == AF_OP_LT || expr->op == AF_OP_LE || expr->op == AF_OP_GT || expr->op == AF_OP_GE
             || expr->op == AF_OP_EQ || expr->op == AF_OP_NE);
}

void af_pattern_terms (AfMaker *maker, const AfOccurrence *occurrence)
{
  AfExpr *node = occurrence->node;
  if (!occurrence->parent || !is_comparison (occurrence->parent) || !node->type || !af_operators_is_integer (node)
      || af_expr_is_constant (node) || !af_expr_is_pure (node))
    return;
  g_autoptr (GPtrArray) pool = af_operators_pool (maker->question, node->type);
  for (guint i = 0, n = 0; i < pool->len && n < MOST_TERMS; i++) {
    AfExpr *term = pool->pdata[i];
    if (af_expr_contains (occurrence->parent, term))
      continue;
    g_autoptr (AfExpr) more = af_expr_binary (AF_OP_ADD, node, term);
    g_autoptr (AfExpr) less = af_expr_binary (AF_OP_SUB, node, term);
    af_maker_replace (maker, occurrence, maker->row, more);
    af_maker_replace (maker, occurrence, maker->row, less);
    n++;
  }
}

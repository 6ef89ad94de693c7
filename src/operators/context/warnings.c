/* What compilers warn about: candidates compile as cleanly as the user's own code.
 *
 * In:  an expression of generated code.   Out: whether gcc or clang would complain of it under -Wall -Wextra: operands
 * that the operator is not for, mixed signs, comparisons that are always the same, divisions by zero, constants that do
 * not fit, one object changed and read in one expression; and what clang-tidy calls a redundant expression: `n - n`,
 * `n / n`, `(n + 1) - 1`, which nobody writes for 0, 1 and n. */
#include "operators/operators-internal.h"

static gboolean is_unsigned (const AfExpr *expr)
{
  return expr->type && af_type_is_integer (expr->type) && !expr->type->is_signed;
}

static gboolean is_zero (const AfExpr *expr)
{
  return expr->kind == AF_EXPR_INT && expr->value == 0;
}

/* The same, whichever way a sum or product is written and whatever name a number has. */
static gboolean is_same (const AfExpr *a, const AfExpr *b)
{
  if (af_expr_equal (a, b))
    return TRUE;
  if (a->kind != b->kind || a->op != b->op)
    return FALSE;
  if (a->kind == AF_EXPR_INT)
    return a->value == b->value;
  if (a->kind != AF_EXPR_BINARY)
    return FALSE;
  gboolean turns = a->op == AF_OP_ADD || a->op == AF_OP_MUL;
  return (is_same (a->args[0], b->args[0]) && is_same (a->args[1], b->args[1]))
         || (turns && is_same (a->args[0], b->args[1]) && is_same (a->args[1], b->args[0]));
}

/* A number that the smaller type of what it is assigned to cannot hold. */
static gboolean overflows (const AfExpr *place, const AfExpr *value)
{
  if (!place->type || !af_type_is_integer (place->type) || place->type->bits >= 32 || value->kind != AF_EXPR_INT)
    return FALSE;
  return value->value < af_type_min (place->type) || value->value >= (gint64)1 << place->type->bits;
}

static gboolean comparison_warns (const AfExpr *node)
{
  const AfExpr *a = node->args[0], *b = node->args[1];
  if (is_same (a, b))
    return TRUE;
  if (!a->type || !b->type)
    return FALSE;
  if (is_unsigned (a) && is_zero (b))
    return node->op == AF_OP_LT || node->op == AF_OP_GE;
  if (is_unsigned (b) && is_zero (a))
    return node->op == AF_OP_GT || node->op == AF_OP_LE;
  if (a->type->kind == AF_TYPE_POINTER && b->type->kind == AF_TYPE_POINTER && a->kind != AF_EXPR_NULL
      && b->kind != AF_EXPR_NULL)
    return a->type->target != b->type->target;
  if (af_type_is_integer (a->type) && af_type_is_integer (b->type)) {
    gboolean wide_a = is_unsigned (a) && a->type->bits >= 32, wide_b = is_unsigned (b) && b->type->bits >= 32;
    if (wide_a != wide_b) {
      const AfExpr *other = wide_a ? b : a, *wide = wide_a ? a : b;
      gboolean harmless = is_unsigned (other) || (other->kind == AF_EXPR_INT && other->value >= 0)
                          || (other->type->is_signed && other->type->bits > wide->type->bits);
      return !harmless;
    }
  }
  return FALSE;
}

/* p of `p + i`. */
static const AfExpr *base_of (const AfExpr *expr)
{
  while (expr->kind == AF_EXPR_BINARY && (expr->op == AF_OP_ADD || expr->op == AF_OP_SUB))
    expr = expr->args[0];
  return expr;
}

static gboolean is_address (const AfExpr *expr)
{
  return expr->type && (expr->type->kind == AF_TYPE_POINTER || expr->type->kind == AF_TYPE_ARRAY);
}

/* Neither a whole number nor unknown. */
static gboolean is_unfit_for_bits (const AfExpr *expr)
{
  return is_address (expr) || expr->kind == AF_EXPR_FLOAT
         || (expr->type && (expr->type->kind == AF_TYPE_FLOAT || expr->type->kind == AF_TYPE_RECORD));
}

static gboolean is_whole (const AfExpr *expr)
{
  return expr->type && af_type_is_integer (expr->type);
}

/* An operator on two operands, or an assignment with one. */
static gboolean operator_is_unfit (const AfExpr *node)
{
  const AfExpr *a = node->args[0], *b = node->args[1];
  switch (node->op) {
  case AF_OP_MOD:
  case AF_OP_SHL:
  case AF_OP_SHR:
  case AF_OP_BIT_AND:
  case AF_OP_BIT_XOR:
  case AF_OP_BIT_OR:
    return is_unfit_for_bits (a) || is_unfit_for_bits (b);
  case AF_OP_MUL:
  case AF_OP_DIV:
    return is_address (a) || is_address (b);
  case AF_OP_ADD:
    return is_address (b) && (is_address (a) || node->kind == AF_EXPR_ASSIGN);
  case AF_OP_SUB:
    return is_address (b) && (is_whole (a) || node->kind == AF_EXPR_ASSIGN);
  case AF_OP_NONE:
    return is_whole (a) && is_address (b);
  case AF_OP_LT:
  case AF_OP_LE:
  case AF_OP_GT:
  case AF_OP_GE:
  case AF_OP_EQ:
  case AF_OP_NE:
  case AF_OP_AND:
  case AF_OP_OR:
  case AF_OP_COMMA:
  case AF_OP_NEG:
  case AF_OP_NOT:
  case AF_OP_COMPL:
  case AF_OP_PLUS:
    return FALSE;
  }
  return FALSE;
}

/* What is no C at all: names that stand for something else elsewhere lead to it. */
static gboolean is_ill_typed (const AfExpr *node)
{
  if ((node->kind == AF_EXPR_BINARY || node->kind == AF_EXPR_ASSIGN) && node->n_args == 2)
    return operator_is_unfit (node);
  if (node->kind == AF_EXPR_INDEX)
    return is_whole (node->args[0]) && is_whole (node->args[1]);
  return node->kind == AF_EXPR_DEREF && is_whole (node->args[0]);
}

/* `(n + k) - k`. */
static gboolean goes_back (const AfExpr *node)
{
  if (node->kind != AF_EXPR_BINARY || (node->op != AF_OP_ADD && node->op != AF_OP_SUB))
    return FALSE;
  const AfExpr *first = af_expr_uncast (node->args[0]);
  return first->kind == AF_EXPR_BINARY && first->op == (node->op == AF_OP_ADD ? AF_OP_SUB : AF_OP_ADD)
         && is_same (first->args[1], node->args[1]);
}

static gboolean check_warning (AfExpr *node, gpointer data)
{
  gboolean *warns = data;
  *warns = *warns || is_ill_typed (node) || goes_back (node);
  if (node->kind == AF_EXPR_BINARY && node->n_args == 2
      && (node->op == AF_OP_LT || node->op == AF_OP_LE || node->op == AF_OP_GT || node->op == AF_OP_GE
          || node->op == AF_OP_EQ || node->op == AF_OP_NE))
    *warns = *warns || comparison_warns (node);
  if ((node->kind == AF_EXPR_BINARY || node->kind == AF_EXPR_ASSIGN) && node->n_args == 2
      && (node->op == AF_OP_DIV || node->op == AF_OP_MOD) && is_zero (node->args[1]))
    *warns = TRUE;
  if ((node->kind == AF_EXPR_BINARY || node->kind == AF_EXPR_ASSIGN) && node->n_args == 2
      && (node->op == AF_OP_SUB || node->op == AF_OP_DIV || node->op == AF_OP_MOD) && node->args[0]->kind != AF_EXPR_INT
      && is_same (node->args[0], node->args[1]))
    *warns = TRUE;
  if (node->kind == AF_EXPR_ASSIGN && node->op == AF_OP_NONE && af_expr_equal (node->args[0], node->args[1]))
    *warns = TRUE;
  if (node->kind == AF_EXPR_ASSIGN && (!node->args[0]->is_lvalue || overflows (node->args[0], node->args[1])))
    *warns = TRUE;
  /* memcpy (p, p + i, n): what is restrict must not be in the same object. */
  if (node->kind == AF_EXPR_CALL && node->n_args >= 2
      && (g_str_has_prefix (node->name, "mem") || g_str_has_prefix (node->name, "str"))
      && !g_str_equal (node->name, "memmove") && af_expr_equal (base_of (node->args[0]), base_of (node->args[1])))
    *warns = TRUE;
  return !*warns;
}

gboolean af_operators_warns (AfExpr *expr)
{
  gboolean warns = FALSE;
  af_expr_walk (expr, check_warning, &warns);
  return warns;
}

/* --- one object changed and read --- */

typedef struct {
  AfExpr *whole;
  const AfExpr *sought;
  guint count;
  gboolean ordered; /* parts of it come before others */
  gboolean found;
} Tangle;

static gboolean count_sought (AfExpr *node, gpointer data)
{
  Tangle *tangle = data;
  tangle->count += af_expr_equal (node, tangle->sought);
  return TRUE;
}

static guint occurrences (AfExpr *whole, const AfExpr *part)
{
  Tangle tangle = { .sought = part };
  af_expr_walk (whole, count_sought, &tangle);
  return tangle.count;
}

static gboolean find_tangle (AfExpr *node, gpointer data)
{
  Tangle *tangle = data;
  tangle->ordered =
    tangle->ordered || node->kind == AF_EXPR_CONDITIONAL
    || (node->kind == AF_EXPR_BINARY && (node->op == AF_OP_AND || node->op == AF_OP_OR || node->op == AF_OP_COMMA));
  if (node != tangle->whole && (node->kind == AF_EXPR_STEP || node->kind == AF_EXPR_ASSIGN))
    tangle->found = tangle->found || occurrences (tangle->whole, node->args[0]) > occurrences (node, node->args[0]);
  return TRUE;
}

gboolean af_operators_tangles (AfExpr *whole)
{
  Tangle tangle = { .whole = whole };
  af_expr_walk (whole, find_tangle, &tangle);
  return tangle.found && !tangle.ordered;
}

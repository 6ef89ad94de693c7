/* Linear forms over expressions: k1 * e1 + ... + kn * en + k.
 *
 * In:  an integer expression.   Out: its form; what is not +, -, or * by a constant is a term.
 * The form only proposes bounds; Z3 decides on them with the exact meaning, so that unsigned wrap-around is no concern
 * here.
 *
 * Example: `2 * i - (n - 1)` is 2 * i + (-1) * n + 1. */
#include "solver/solver-internal.h"

AfLinear *af_linear_new (void)
{
  AfLinear *linear = g_new0 (AfLinear, 1);
  linear->terms = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  linear->coefficients = g_array_new (FALSE, FALSE, sizeof (gint64));
  return linear;
}

void af_linear_free (AfLinear *linear)
{
  if (linear == NULL)
    return;
  g_ptr_array_unref (linear->terms);
  g_array_unref (linear->coefficients);
  g_free (linear);
}

static int term_index (const AfLinear *linear, const AfExpr *e)
{
  for (guint i = 0; i < linear->terms->len; i++)
    if (af_expr_equal (linear->terms->pdata[i], e))
      return (int)i;
  return -1;
}

static void add_term (AfLinear *linear, AfExpr *e, gint64 scale)
{
  int i = term_index (linear, e);
  if (i < 0) {
    g_ptr_array_add (linear->terms, af_expr_ref (e));
    g_array_append_val (linear->coefficients, scale);
    return;
  }
  gint64 *k = &g_array_index (linear->coefficients, gint64, i);
  if (__builtin_add_overflow (*k, scale, k))
    linear->overflow = TRUE;
  if (*k == 0) {
    g_ptr_array_remove_index (linear->terms, (guint)i);
    g_array_remove_index (linear->coefficients, (guint)i);
  }
}

static void add_constant (AfLinear *linear, gint64 value, gint64 scale)
{
  gint64 product;
  if (__builtin_mul_overflow (value, scale, &product)
      || __builtin_add_overflow (linear->constant, product, &linear->constant))
    linear->overflow = TRUE;
}

/* The factor of a product with a constant, and the other operand. */
static gboolean constant_factor (AfExpr *e, gint64 *factor, AfExpr **rest)
{
  for (guint i = 0; i < 2; i++)
    if (e->args[i]->kind == AF_EXPR_INT) {
      *factor = e->args[i]->value;
      *rest = e->args[1 - i];
      return TRUE;
    }
  return FALSE;
}

static void add_binary (AfLinear *linear, AfExpr *e, gint64 scale, const AfExpr *whole)
{
  gint64 factor, product;
  AfExpr *rest;
  gboolean is_pointer = e->type != NULL && e->type->kind == AF_TYPE_POINTER;
  if ((e->op == AF_OP_ADD || e->op == AF_OP_SUB) && !is_pointer) {
    af_linear_add (linear, e->args[0], scale, whole);
    af_linear_add (linear, e->args[1], e->op == AF_OP_ADD ? scale : -scale, whole);
  } else if (e->op == AF_OP_MUL && constant_factor (e, &factor, &rest)) {
    if (__builtin_mul_overflow (factor, scale, &product) || product == G_MININT64)
      linear->overflow = TRUE;
    else
      af_linear_add (linear, rest, product, whole);
  } else {
    add_term (linear, e, scale);
  }
}

void af_linear_add (AfLinear *linear, AfExpr *e, gint64 scale, const AfExpr *whole)
{
  if (scale == 0)
    return;
  if (whole != NULL && af_expr_equal (e, whole))
    add_term (linear, e, scale);
  else if (e->kind == AF_EXPR_INT)
    add_constant (linear, e->value, scale);
  else if (e->kind == AF_EXPR_UNARY && e->op == AF_OP_NEG)
    af_linear_add (linear, e->args[0], -scale, whole);
  else if (e->kind == AF_EXPR_UNARY && e->op == AF_OP_PLUS)
    af_linear_add (linear, e->args[0], scale, whole);
  else if (e->kind == AF_EXPR_BINARY)
    add_binary (linear, e, scale, whole);
  else
    add_term (linear, e, scale);
}

gint64 af_linear_take (AfLinear *linear, const AfExpr *e)
{
  int i = term_index (linear, e);
  if (i < 0)
    return 0;
  gint64 k = g_array_index (linear->coefficients, gint64, i);
  g_ptr_array_remove_index (linear->terms, (guint)i);
  g_array_remove_index (linear->coefficients, (guint)i);
  return k;
}

void af_linear_scale (AfLinear *linear, gint64 factor)
{
  if (linear->constant == G_MININT64)
    linear->overflow = TRUE;
  else
    linear->constant *= factor;
  for (guint i = 0; i < linear->coefficients->len; i++)
    g_array_index (linear->coefficients, gint64, i) *= factor;
}

/* |k| * term. */
static AfExpr *scaled (AfExpr *term, gint64 k, AfType *type)
{
  if (k == 1 || k == -1)
    return af_expr_ref (term);
  g_autoptr (AfExpr) factor = af_expr_int (type, ABS (k));
  return af_expr_binary (AF_OP_MUL, factor, term);
}

/* *sum +- part, by the sign of @k; the first part with a minus sign is negated. */
static void join (AfExpr **sum, AfExpr *part, gint64 k)
{
  AfExpr *joined;
  if (*sum == NULL)
    joined = k > 0 ? af_expr_ref (part) : af_expr_unary (AF_OP_NEG, part);
  else
    joined = af_expr_binary (k > 0 ? AF_OP_ADD : AF_OP_SUB, *sum, part);
  g_clear_pointer (sum, af_expr_unref);
  *sum = joined;
}

AfExpr *af_linear_expr (const AfLinear *linear, AfType *type)
{
  g_autoptr (AfExpr) sum = NULL;
  for (int sign = 1; sign >= -1; sign -= 2) {
    /* A positive constant stands before the terms that are subtracted, if there is nothing else: 10 - n. */
    if (sign < 0 && sum == NULL && linear->constant > 0 && linear->terms->len > 0)
      sum = af_expr_int (type, linear->constant);
    for (guint i = 0; i < linear->terms->len; i++) {
      gint64 k = g_array_index (linear->coefficients, gint64, i);
      if ((k > 0) != (sign > 0))
        continue;
      g_autoptr (AfExpr) part = scaled (linear->terms->pdata[i], k, type);
      join (&sum, part, k);
    }
  }
  if (sum == NULL)
    return af_expr_int (type, linear->constant);
  gboolean used = sum->kind == AF_EXPR_BINARY && linear->constant > 0;
  for (guint i = 0; used && i < linear->coefficients->len; i++)
    used = g_array_index (linear->coefficients, gint64, i) < 0;
  if (linear->constant != 0 && !used) {
    g_autoptr (AfExpr) part = af_expr_int (type, ABS (linear->constant));
    join (&sum, part, linear->constant);
  }
  return g_steal_pointer (&sum);
}

/* Values for an expression: set() and replace() of the paper's section 4.3 put the same ones in.
 *
 * In:  an expression e of truth, integer or pointer type, and the question (location, state, clause).
 * Out: truth: true, false, !e.  Integer: e - 1, e + 1, extremal values, 0, 1, -1.  Pointer: NULL.
 *      Beyond the paper: other expressions of the same type in scope, constants of an enumeration.
 *
 * Each row of operators.def with the shape VALUE has one function here; what an earlier one gave is not given again.
 *
 * Extremal values come from linear assertions that e occurs in (constraints.c): from `0 <= i && i <= s->count + 1` 0
 * and s->count + 1. */
#include "operators/operators-internal.h"

enum { MAX_COPIES = 8 };

AfExpr *af_operators_shift (AfExpr *expr, AfOp op)
{
  gboolean has_offset = expr->kind == AF_EXPR_BINARY && (expr->op == AF_OP_ADD || expr->op == AF_OP_SUB)
                        && expr->args[1]->kind == AF_EXPR_INT && !expr->args[1]->name
                        && ABS (expr->args[1]->value) < G_MAXINT32;
  gint64 offset = !has_offset ? 0 : expr->op == AF_OP_ADD ? expr->args[1]->value : -expr->args[1]->value;
  AfExpr *base = has_offset ? expr->args[0] : expr;
  offset += op == AF_OP_ADD ? 1 : -1;
  if (offset == 0)
    return af_expr_ref (base);
  g_autoptr (AfExpr) distance = af_expr_int (has_offset ? expr->args[1]->type : expr->type, ABS (offset));
  return af_expr_binary (offset > 0 ? AF_OP_ADD : AF_OP_SUB, base, distance);
}

/* Constants of an enumeration go by their names; in the paper there are none. */
static gboolean is_named (const AfMaker *m, const AfExpr *target)
{
  return af_operators_is_integer (target) && target->type->kind == AF_TYPE_ENUM && !m->question->faithful;
}

static gboolean is_number (const AfMaker *m, const AfExpr *target)
{
  return af_operators_is_integer (target) && !is_named (m, target);
}

static gboolean is_pointer (const AfExpr *target)
{
  return !af_operators_is_truth (target) && !af_operators_is_integer (target) && af_operators_is_pointer (target);
}

/* Whether the state has it that @fact is true: `x && n > 0` says so of x. */
static gboolean tells (const AfExpr *state, const AfExpr *fact)
{
  if (state->kind == AF_EXPR_BINARY && state->op == AF_OP_AND)
    return tells (state->args[0], fact) || tells (state->args[1], fact);
  return af_expr_equal (state, fact);
}

/* What is set to the contrary of what the state tells is set to a constant. */
void af_produce_truth_values (AfMaker *m, AfExpr *target)
{
  if (!af_operators_is_truth (target))
    return;
  g_autoptr (AfExpr) yes = af_operators_truth (m->question, target->type, TRUE);
  g_autoptr (AfExpr) no = af_operators_truth (m->question, target->type, FALSE);
  g_autoptr (AfExpr) not = af_expr_not (target);
  af_maker_value (m, target, yes);
  af_maker_value (m, target, no);
  const AfExpr *state = m->question->fail;
  gboolean is_constant = m->row == ROW (SET_TRUTH) && (tells (state, target) || tells (state, not ));
  if (m->question->faithful || !is_constant)
    af_maker_value (m, target, not );
}

void af_produce_shifted_values (AfMaker *m, AfExpr *target)
{
  if (!is_number (m, target))
    return;
  g_autoptr (AfExpr) less = af_operators_shift (target, AF_OP_SUB);
  g_autoptr (AfExpr) more = af_operators_shift (target, AF_OP_ADD);
  af_maker_value (m, target, less);
  af_maker_value (m, target, more);
}

void af_produce_extreme_values (AfMaker *m, AfExpr *target)
{
  if (!is_number (m, target))
    return;
  g_autoptr (GPtrArray) extremes = af_constraint_extremes (m->question, target);
  for (guint i = 0; i < extremes->len; i++)
    af_maker_value (m, target, g_ptr_array_index (extremes, i));
}

void af_produce_enumerators (AfMaker *m, AfExpr *target)
{
  const AfType *type = target->type;
  for (guint i = 0; is_named (m, target) && type->enumerators && i < type->enumerators->len; i++) {
    g_autoptr (AfExpr) value =
      af_expr_new (AF_EXPR_INT, target->type, g_ptr_array_index (type->enumerators, i), NULL, 0);
    value->value = g_array_index (type->enum_values, gint64, i);
    af_expr_finish (value);
    af_maker_value (m, target, value);
  }
}

void af_produce_copied_values (AfMaker *m, AfExpr *target)
{
  if (!af_operators_is_integer (target) && !is_pointer (target) && !af_expr_is_float (target))
    return;
  g_autoptr (GPtrArray) pool = af_operators_pool (m->question, target->type);
  guint n = 0;
  for (guint i = 0; i < pool->len && n < MAX_COPIES; i++) {
    AfExpr *value = g_ptr_array_index (pool, i);
    if (af_expr_equal (value, target))
      continue;
    af_maker_value (m, target, value);
    n++;
  }
}

void af_produce_wrapped_values (AfMaker *m, AfExpr *target)
{
  const GPtrArray *moduli = is_number (m, target) ? af_maker_moduli (m) : NULL;
  for (guint i = 0; moduli && i < moduli->len; i++) {
    AfExpr *modulus = g_ptr_array_index (moduli, i);
    g_autoptr (AfExpr) more = af_expr_binary (AF_OP_ADD, target, modulus);
    g_autoptr (AfExpr) less = af_expr_binary (AF_OP_SUB, target, modulus);
    if (af_expr_equal (modulus, target))
      continue;
    af_maker_value (m, target, more);
    af_maker_value (m, target, less);
  }
}

void af_produce_turned_signs (AfMaker *m, AfExpr *target)
{
  if (!(af_expr_is_float (target) || is_number (m, target)) || !target->type->is_signed || af_expr_is_constant (target))
    return;
  g_autoptr (AfExpr) other = af_expr_unary (AF_OP_NEG, target);
  af_maker_value (m, target, other);
}

void af_produce_sibling_values (AfMaker *m, AfExpr *target)
{
  if (!is_number (m, target) && !is_pointer (target))
    return;
  g_autoptr (GPtrArray) siblings = af_operators_siblings (m->question, target->type);
  for (guint i = 0; i < siblings->len; i++)
    af_maker_value (m, target, g_ptr_array_index (siblings, i));
}

void af_produce_constants (AfMaker *m, AfExpr *target)
{
  static const gint64 constants[] = { 0, 1, -1 };
  for (guint i = 0; is_number (m, target) && i < G_N_ELEMENTS (constants); i++) {
    g_autoptr (AfExpr) value = af_expr_int (target->type, constants[i]);
    if (constants[i] >= 0 || target->type->is_signed)
      af_maker_value (m, target, value);
  }
}

void af_produce_nulls (AfMaker *m, AfExpr *target)
{
  if (!is_pointer (target))
    return;
  g_autoptr (AfExpr) null = af_operators_null (target->type);
  af_maker_value (m, target, null);
}

static void value_free (gpointer data)
{
  AfValue *value = data;
  af_expr_unref (value->value);
  g_free (value);
}

GPtrArray *af_values_of (AfMaker *m, const GPtrArray *providers, AfExpr *target)
{
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (value_free);
  m->values = values;
  for (guint i = 0; i < providers->len; i++) {
    const AfProvider *provider = g_ptr_array_index (providers, i);
    m->row = provider->row;
    m->data = provider->data;
    if (provider->shape == AF_SHAPE_VALUE)
      provider->function.value (m, target);
  }
  m->values = NULL;
  return g_steal_pointer (&values);
}

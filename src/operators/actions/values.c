/* Values for an expression: set() and replace() of the paper's section 4.3 put the same ones in.
 *
 * In:  an expression e of truth, integer or pointer type, and the question (location, state, clause).
 * Out: truth: true, false, !e.  Integer: e - 1, e + 1, extremal values, 0, 1, -1.  Pointer: NULL.
 *      Beyond the paper: other expressions of the same type in scope, constants of an enumeration.
 *
 * Extremal values come from linear assertions that e occurs in (constraints.c): from `0 <= i && i <= s->count + 1` 0
 * and s->count + 1. */
#include "operators/operators.h"

enum { MAX_COPIES = 8 };

static const struct {
  const char *name;
  guint prior;
  gboolean in_paper;
} rules[] = {
#define AF_RULE(id, name, prior, in_paper, classes, meaning) [AF_RULE_##id] = { name, prior, in_paper },
#include "operators/operators.def"
#undef AF_RULE
};

const char *af_rule_name (AfRule rule)
{
  return rules[rule].name;
}

guint af_rule_prior (AfRule rule)
{
  return rules[rule].prior;
}

gboolean af_rule_in_paper (AfRule rule)
{
  return rules[rule].in_paper;
}

AfRule af_rule_parse (const char *name)
{
  for (guint i = 0; i < AF_N_RULES; i++)
    if (g_strcmp0 (rules[i].name, name) == 0)
      return (AfRule)i;
  return AF_N_RULES;
}

guint af_operators_prior (const char *rule)
{
  AfRule row = af_rule_parse (rule);
  return row < AF_N_RULES ? rules[row].prior : 9;
}

AfAction *af_rule_action (AfActionKind kind, AfRule rule, AfExpr *target, AfExpr *value, AfRange where)
{
  return af_action_new (kind, af_rule_name (rule), target, value, where);
}

static void value_free (gpointer data)
{
  AfValue *value = data;
  af_expr_unref (value->value);
  g_free (value);
}

static void add (GPtrArray *values, AfExpr *target, AfExpr *value, AfRule set, AfRule replace)
{
  gboolean known = af_expr_equal (value, target);
  for (guint i = 0; i < values->len && !known; i++)
    known = af_expr_equal (((AfValue *)g_ptr_array_index (values, i))->value, value);
  if (known)
    return;
  AfValue *entry = g_new (AfValue, 1);
  *entry = (AfValue){ af_expr_ref (value), set, replace };
  g_ptr_array_add (values, entry);
}

static void add_constant (GPtrArray *values, AfExpr *target, gint64 constant)
{
  if (constant < 0 && !target->type->is_signed)
    return;
  g_autoptr (AfExpr) value = af_expr_int (target->type, constant);
  add (values, target, value, AF_RULE_SET_CONSTANT, AF_RULE_REPLACE_CONSTANT);
}

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

static void add_shift (GPtrArray *values, AfExpr *target, AfOp op)
{
  g_autoptr (AfExpr) value = af_operators_shift (target, op);
  add (values, target, value, AF_RULE_SET_SHIFT, AF_RULE_REPLACE_SHIFT);
}

static void add_extremes (GPtrArray *values, const AfQuestion *question, AfExpr *target)
{
  g_autoptr (GPtrArray) extremes = af_constraint_extremes (question, target);
  for (guint i = 0; i < extremes->len; i++)
    add (values, target, g_ptr_array_index (extremes, i), AF_RULE_SET_EXTREME, AF_RULE_REPLACE_EXTREME);
}

static void add_copies (GPtrArray *values, const AfQuestion *question, AfExpr *target)
{
  g_autoptr (GPtrArray) pool = af_operators_pool (question, target->type);
  guint n = 0;
  for (guint i = 0; i < pool->len && n < MAX_COPIES; i++) {
    AfExpr *value = g_ptr_array_index (pool, i);
    if (af_expr_equal (value, target))
      continue;
    add (values, target, value, AF_RULE_SET_COPY, AF_RULE_REPLACE_COPY);
    n++;
  }
}

static void add_siblings (GPtrArray *values, const AfQuestion *question, AfExpr *target)
{
  g_autoptr (GPtrArray) siblings = af_operators_siblings (question, target->type);
  for (guint i = 0; i < siblings->len; i++)
    add (values, target, g_ptr_array_index (siblings, i), AF_RULE_SIBLING_VALUE, AF_RULE_SIBLING_VALUE);
}

static void add_wraps (GPtrArray *values, const AfQuestion *question, AfExpr *target)
{
  g_autoptr (GPtrArray) moduli = af_operators_moduli (question);
  for (guint i = 0; i < moduli->len; i++) {
    AfExpr *modulus = g_ptr_array_index (moduli, i);
    g_autoptr (AfExpr) more = af_expr_binary (AF_OP_ADD, target, modulus);
    g_autoptr (AfExpr) less = af_expr_binary (AF_OP_SUB, target, modulus);
    if (af_expr_equal (modulus, target))
      continue;
    add (values, target, more, AF_RULE_SET_WRAP, AF_RULE_WRAP);
    add (values, target, less, AF_RULE_SET_WRAP, AF_RULE_WRAP);
  }
}

static void add_sign (GPtrArray *values, AfExpr *target)
{
  g_autoptr (AfExpr) other = af_expr_unary (AF_OP_NEG, target);
  if (target->type->is_signed && !af_expr_is_constant (target))
    add (values, target, other, AF_RULE_SET_SIGN, AF_RULE_SET_SIGN);
}

static void add_enumerators (GPtrArray *values, AfExpr *target)
{
  const AfType *type = target->type;
  for (guint i = 0; type->enumerators && i < type->enumerators->len; i++) {
    g_autoptr (AfExpr) value =
      af_expr_new (AF_EXPR_INT, target->type, g_ptr_array_index (type->enumerators, i), NULL, 0);
    value->value = g_array_index (type->enum_values, gint64, i);
    af_expr_finish (value);
    add (values, target, value, AF_RULE_SET_CONSTANT, AF_RULE_REPLACE_CONSTANT);
  }
}

static void integer_values (GPtrArray *values, const AfQuestion *question, AfExpr *target)
{
  if (target->type->kind == AF_TYPE_ENUM && !question->faithful) {
    add_enumerators (values, target);
    add_copies (values, question, target);
    return;
  }
  add_shift (values, target, AF_OP_SUB);
  add_shift (values, target, AF_OP_ADD);
  add_extremes (values, question, target);
  if (!question->faithful)
    add_copies (values, question, target);
  if (!question->faithful)
    add_wraps (values, question, target);
  if (!question->faithful)
    add_sign (values, target);
  if (!question->faithful)
    add_siblings (values, question, target);
  add_constant (values, target, 0);
  add_constant (values, target, 1);
  add_constant (values, target, -1);
}

static void truth_values (GPtrArray *values, const AfQuestion *question, AfExpr *target)
{
  (void)question;
  g_autoptr (AfExpr) yes = af_expr_new (AF_EXPR_BOOL, target->type, NULL, NULL, 0);
  yes->value = 1;
  af_expr_finish (yes);
  g_autoptr (AfExpr) no = af_expr_new (AF_EXPR_BOOL, target->type, NULL, NULL, 0);
  g_autoptr (AfExpr) not = af_expr_not (target);
  add (values, target, yes, AF_RULE_SET_TRUTH, AF_RULE_REPLACE_TRUTH);
  add (values, target, no, AF_RULE_SET_TRUTH, AF_RULE_REPLACE_TRUTH);
  add (values, target, not, AF_RULE_SET_TRUTH, AF_RULE_REPLACE_TRUTH);
}

static void pointer_values (GPtrArray *values, const AfQuestion *question, AfExpr *target)
{
  if (question->faithful)
    return;
  add_copies (values, question, target);
  add_siblings (values, question, target);
  g_autoptr (AfExpr) null = af_expr_new (AF_EXPR_NULL, target->type, NULL, NULL, 0);
  add (values, target, null, AF_RULE_SET_NULL, AF_RULE_REPLACE_CONSTANT);
}

GPtrArray *af_operators_values (const AfQuestion *question, AfExpr *target)
{
  GPtrArray *values = g_ptr_array_new_with_free_func (value_free);
  if (af_operators_is_truth (target))
    truth_values (values, question, target);
  else if (af_operators_is_integer (target))
    integer_values (values, question, target);
  else if (target->type && target->type->kind == AF_TYPE_POINTER)
    pointer_values (values, question, target);
  return values;
}

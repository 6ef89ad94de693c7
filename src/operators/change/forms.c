/* Other forms of one expression: wrap-around, arithmetic that cannot overflow, a missing or superfluous operand. Beyond
 * the paper.
 *
 * In:  a location.  Out: the location's expression with one sub-expression in another form:
 *
 *     i + 1            (i + 1) % n         where n is a modulus or an array length of the module
 *     (a + b) / 2      a + (b - a) / 2
 *     a + b <= c       a <= c - b          likewise a * b <= c as a <= c / b
 *     return a - b     return (a > b) - (a < b)
 *     a + b / c        (a + b) / c
 *     a && b           a, and b
 *     a - b            b - a
 *     memcmp (p, q, n) memcmp (p, q, n * sizeof *p)
 *     e++, e += x      e--, e -= x
 *     a[n--]           a[--n] */
#include "operators/operators-internal.h"

/* --- wrap-around --- */

void af_produce_wrapped_indices (AfMaker *m, const AfOccurrence *o)
{
  const AfExpr *parent = o->parent;
  gboolean is_place = !parent ? m->question->location->kind == AF_LOCATION_RETURN
                                  || m->question->location->kind == AF_LOCATION_DECLARATION
                              : (parent->kind == AF_EXPR_INDEX && o->index == 1)
                                  || (parent->kind == AF_EXPR_ASSIGN && o->index == 1 && parent->op == AF_OP_NONE);
  if (!is_place || !af_operators_is_integer (o->node) || af_expr_is_constant (o->node) || !af_expr_is_pure (o->node))
    return;
  const GPtrArray *moduli = af_maker_moduli (m);
  for (guint i = 0; i < moduli->len; i++) {
    AfExpr *modulus = g_ptr_array_index (moduli, i);
    gboolean subtracts = o->node->kind == AF_EXPR_BINARY && o->node->op == AF_OP_SUB;
    g_autoptr (AfExpr) lifted = subtracts ? af_expr_binary (AF_OP_ADD, o->node, modulus) : af_expr_ref (o->node);
    g_autoptr (AfExpr) value = af_expr_binary (AF_OP_MOD, lifted, modulus);
    if (!af_expr_equal (o->node, modulus))
      af_maker_replace (m, o, ROW (WRAP), value);
  }
}

/* --- arithmetic that cannot overflow --- */

static gboolean is_number (const AfExpr *expr, gint64 value)
{
  return expr->kind == AF_EXPR_INT && expr->value == value;
}

void af_produce_safe_middles (AfMaker *m, const AfOccurrence *o)
{
  const AfExpr *node = o->node, *sum = node->n_args ? node->args[0] : NULL;
  if (node->kind != AF_EXPR_BINARY
      || !((node->op == AF_OP_DIV && is_number (node->args[1], 2))
           || (node->op == AF_OP_SHR && is_number (node->args[1], 1)))
      || sum->kind != AF_EXPR_BINARY || sum->op != AF_OP_ADD)
    return;
  g_autoptr (AfExpr) distance = af_expr_binary (AF_OP_SUB, sum->args[1], sum->args[0]);
  g_autoptr (AfExpr) half = af_expr_binary (node->op, distance, node->args[1]);
  g_autoptr (AfExpr) value = af_expr_binary (AF_OP_ADD, sum->args[0], half);
  af_maker_replace (m, o, ROW (SAFE_FORM), value);
}

static gboolean is_comparison (const AfExpr *node)
{
  return node->kind == AF_EXPR_BINARY && node->op >= AF_OP_LT && node->op <= AF_OP_GE;
}

/* The operand goes to the other side: nothing is added or multiplied beyond the bound. */
void af_produce_safe_bounds (AfMaker *m, const AfOccurrence *o)
{
  const AfExpr *node = o->node;
  if (!is_comparison (node))
    return;
  for (guint side = 0; side < 2; side++) {
    const AfExpr *term = node->args[side];
    if (term->kind != AF_EXPR_BINARY || (term->op != AF_OP_ADD && term->op != AF_OP_SUB && term->op != AF_OP_MUL)
        || !af_operators_is_integer (term))
      continue;
    for (guint stays = 0; stays < (term->op == AF_OP_SUB ? 1u : 2u); stays++) {
      AfOp inverse = term->op == AF_OP_ADD ? AF_OP_SUB : term->op == AF_OP_SUB ? AF_OP_ADD : AF_OP_DIV;
      g_autoptr (AfExpr) other = af_expr_binary (inverse, node->args[1 - side], term->args[1 - stays]);
      g_autoptr (AfExpr) value = side == 0 ? af_expr_binary (node->op, term->args[stays], other)
                                           : af_expr_binary (node->op, other, term->args[stays]);
      af_maker_replace (m, o, ROW (SAFE_FORM), value);
    }
  }
}

/* `return a - b` as the sign of a comparison. */
void af_produce_safe_comparisons (AfMaker *m, const AfOccurrence *o)
{
  const AfExpr *node = o->node;
  if (o->parent || m->question->location->kind != AF_LOCATION_RETURN || node->kind != AF_EXPR_BINARY
      || node->op != AF_OP_SUB || !af_operators_is_integer (node))
    return;
  g_autoptr (AfExpr) more = af_expr_binary (AF_OP_GT, node->args[0], node->args[1]);
  g_autoptr (AfExpr) less = af_expr_binary (AF_OP_LT, node->args[0], node->args[1]);
  g_autoptr (AfExpr) value = af_expr_binary (AF_OP_SUB, more, less);
  af_maker_replace (m, o, ROW (SAFE_FORM), value);
}

/* --- other parentheses --- */

typedef enum { OTHER, SUM, COMPARISON, BITS, LOGIC } Group;

static Group group_of (AfOp op)
{
  return op >= AF_OP_MUL && op <= AF_OP_SHR          ? SUM
         : op >= AF_OP_LT && op <= AF_OP_NE          ? COMPARISON
         : op >= AF_OP_BIT_AND && op <= AF_OP_BIT_OR ? BITS
         : op == AF_OP_AND || op == AF_OP_OR         ? LOGIC
                                                     : OTHER;
}

/* Whether it matters which of the two is computed first, and either order makes sense. */
static gboolean matters (AfOp outer, AfOp inner)
{
  Group a = group_of (outer), b = group_of (inner);
  if (a == OTHER || b == OTHER || (outer == inner && outer != AF_OP_SUB && outer != AF_OP_DIV && outer != AF_OP_MOD))
    return FALSE;
  return a == b ? a != COMPARISON : (a == BITS && b != LOGIC) || (b == BITS && a != LOGIC);
}

static gboolean is_number_or_truth (const AfExpr *expr)
{
  return expr->type && (af_type_is_number (expr->type) || af_expr_is_float (expr));
}

/* a op (b with c) as (a op b) with c; the same the other way round. */
static void regroup (AfMaker *m, const AfOccurrence *o, guint side)
{
  const AfExpr *node = o->node, *inner = node->args[side];
  if (inner->kind != AF_EXPR_BINARY || !matters (node->op, inner->op) || !is_number_or_truth (inner->args[0])
      || !is_number_or_truth (inner->args[1]) || !is_number_or_truth (node->args[1 - side]))
    return;
  /* the same whatever is computed first */
  if ((side == 1 && node->op == AF_OP_ADD && inner->op == AF_OP_SUB)
      || (side == 0 && node->op == AF_OP_SUB && inner->op == AF_OP_ADD))
    return;
  g_autoptr (AfExpr) first = side == 1 ? af_expr_binary (node->op, node->args[0], inner->args[0])
                                       : af_expr_binary (node->op, inner->args[1], node->args[1]);
  g_autoptr (AfExpr) value =
    side == 1 ? af_expr_binary (inner->op, first, inner->args[1]) : af_expr_binary (inner->op, inner->args[0], first);
  af_maker_replace (m, o, ROW (REGROUP), value);
}

/* Those who forget parentheses, or put them around too much, have written each operand and operator that they meant. */
void af_produce_regrouped (AfMaker *m, const AfOccurrence *o)
{
  const AfExpr *node = o->node;
  gboolean denies = node->kind == AF_EXPR_UNARY && node->op == AF_OP_NOT;
  if (denies && node->args[0]->kind == AF_EXPR_BINARY && group_of (node->args[0]->op) != SUM) {
    const AfExpr *inner = node->args[0];
    g_autoptr (AfExpr) first = af_expr_unary (AF_OP_NOT, inner->args[0]);
    g_autoptr (AfExpr) value = af_expr_binary (inner->op, first, inner->args[1]);
    af_maker_replace (m, o, ROW (REGROUP), value);
  }
  if (node->kind != AF_EXPR_BINARY)
    return;
  regroup (m, o, 0);
  regroup (m, o, 1);
  if (group_of (node->op) != SUM && group_of (node->op) != OTHER && node->args[0]->kind == AF_EXPR_UNARY
      && node->args[0]->op == AF_OP_NOT && is_number_or_truth (node->args[1])) {
    g_autoptr (AfExpr) inner = af_expr_binary (node->op, node->args[0]->args[0], node->args[1]);
    g_autoptr (AfExpr) value = af_expr_unary (AF_OP_NOT, inner);
    af_maker_replace (m, o, ROW (REGROUP), value);
  }
}

/* --- operands and operators --- */

void af_produce_dropped_operands (AfMaker *m, const AfOccurrence *o)
{
  const AfExpr *node = o->node;
  gboolean is_logic = af_operators_is_logic (node);
  gboolean is_sum = node->kind == AF_EXPR_BINARY && (node->op == AF_OP_ADD || node->op == AF_OP_SUB)
                    && af_operators_is_integer (node)
                    && af_operators_is_integer (node->args[0]); /* else it is a difference of pointers */
  if (!is_logic && !is_sum)
    return;
  if (!af_operators_is_last_use (m->question, node->args[1]))
    af_maker_replace (m, o, ROW (DROP_OPERAND), node->args[0]);
  if (is_logic && !af_operators_is_last_use (m->question, node->args[0]))
    af_maker_replace (m, o, ROW (DROP_OPERAND), node->args[1]);
}

/* `a - b` → `b - a`; comparisons have their own rule. */
void af_produce_swapped_operands (AfMaker *m, const AfOccurrence *o)
{
  const AfExpr *node = o->node;
  if (node->kind != AF_EXPR_BINARY
      || (node->op != AF_OP_SUB && node->op != AF_OP_DIV && node->op != AF_OP_MOD && node->op != AF_OP_SHL)
      || node->args[0]->type != node->args[1]->type || af_expr_is_constant (node->args[1]))
    return;
  g_autoptr (AfExpr) value = af_expr_binary (node->op, node->args[1], node->args[0]);
  af_maker_replace (m, o, ROW (SWAP_OPERANDS), value);
}

static gboolean find_access (AfExpr *node, gpointer data)
{
  gboolean *found = data;
  *found |= node->kind == AF_EXPR_DEREF || node->kind == AF_EXPR_INDEX || (node->kind == AF_EXPR_FIELD && node->arrow)
            || (node->kind == AF_EXPR_CALL && node->n_args > 0)
            || (node->kind == AF_EXPR_BINARY && (node->op == AF_OP_DIV || node->op == AF_OP_MOD));
  return !*found;
}

/* Whether @first needs something to hold that @second, which comes after it, may ask for. */
static gboolean may_come_too_early (AfExpr *first, AfExpr *second)
{
  gboolean accesses = FALSE;
  af_expr_walk (first, find_access, &accesses);
  return accesses && af_expr_shares_variable (first, second) && af_expr_is_pure (first) && af_expr_is_pure (second);
}

/* `text[i] != 0 && i < n` → `i < n && text[i] != 0`, of two neighbours in a chain, or of the last one and all others.
 */
void af_produce_swapped_tests (AfMaker *m, const AfOccurrence *o)
{
  const AfExpr *node = o->node;
  if (!af_operators_is_logic (node))
    return;
  AfExpr *left = node->args[0], *right = node->args[1];
  if (may_come_too_early (left, right)) {
    g_autoptr (AfExpr) value = af_expr_binary (node->op, right, left);
    af_maker_replace (m, o, ROW (SWAP_OPERANDS), value);
  }
  if (left->kind == AF_EXPR_BINARY && left->op == node->op && may_come_too_early (left->args[1], right)) {
    g_autoptr (AfExpr) before = af_expr_binary (node->op, left->args[0], right);
    g_autoptr (AfExpr) value = af_expr_binary (node->op, before, left->args[1]);
    af_maker_replace (m, o, ROW (SWAP_OPERANDS), value);
  }
}

/* What @number is compared with in @condition; null: it is not. */
static AfExpr *bound_of (const AfExpr *condition, const AfExpr *number)
{
  if (!condition || !is_comparison (condition))
    return NULL;
  return af_expr_equal (condition->args[0], number)   ? condition->args[1]
         : af_expr_equal (condition->args[1], number) ? condition->args[0]
                                                      : NULL;
}

/* `if (x > e) x = k;` with e for k; of `x >= e` also the number before e, of `x <= e` the one after it. */
void af_produce_met_bounds (AfMaker *m, const AfOccurrence *o)
{
  const AfExpr *assignment = o->parent;
  const AfLocation *around = af_block_around (m->question->routine, m->question->location);
  if (!assignment || assignment->kind != AF_EXPR_ASSIGN || assignment->op != AF_OP_NONE || o->index != 1 || !around
      || around->kind != AF_LOCATION_IF || !af_range_contains (around->body, m->question->location->range))
    return;
  AfExpr *number = assignment->args[0], *bound = bound_of (around->expr, number);
  if (!bound || !af_operators_is_integer (number) || !af_expr_is_pure (bound) || af_expr_contains (bound, number))
    return;
  af_maker_replace (m, o, ROW (MEET_BOUND), bound);
  AfOp op = around->expr->op;
  gboolean is_left = bound == around->expr->args[1];
  if (op != AF_OP_GE && op != AF_OP_LE)
    return;
  g_autoptr (AfExpr) next = af_operators_shift (bound, (op == AF_OP_GE) == is_left ? AF_OP_SUB : AF_OP_ADD);
  af_maker_replace (m, o, ROW (MEET_BOUND), next);
}

/* A number of elements where bytes are counted: `n * sizeof *p` beside an argument p, and back. */
void af_produce_scaled_arguments (AfMaker *m, const AfOccurrence *o)
{
  const AfExpr *call = o->parent;
  if (!call || call->kind != AF_EXPR_CALL || !af_operators_is_integer (o->node) || af_expr_is_constant (o->node)
      || af_module_routine (m->question->module, call->name))
    return;
  for (guint i = 0; i < call->n_args; i++) {
    const AfExpr *pointer = call->args[i];
    const AfType *target = pointer->type && pointer->type->kind == AF_TYPE_POINTER ? pointer->type->target : NULL;
    if (i == o->index || !af_type_has_size (target) || target->is_char || pointer->kind == AF_EXPR_CAST
        || !af_expr_is_pure ((AfExpr *)pointer))
      continue;
    g_autoptr (AfExpr) element = af_expr_new (AF_EXPR_DEREF, NULL, NULL, &call->args[i], 1);
    g_autoptr (AfExpr) size = af_expr_sizeof (o->node->type, element);
    g_autoptr (AfExpr) value = af_expr_binary (AF_OP_MUL, o->node, size);
    af_maker_replace (m, o, ROW (SCALE), value);
    return;
  }
}

/* e++ by e--, += by -=, = by +=, and back. */
void af_produce_other_updates (AfMaker *m, const AfOccurrence *o)
{
  static const AfOp others[][2] = { { AF_OP_ADD, AF_OP_SUB },        { AF_OP_SUB, AF_OP_ADD },
                                    { AF_OP_MUL, AF_OP_DIV },        { AF_OP_DIV, AF_OP_MUL },
                                    { AF_OP_BIT_AND, AF_OP_BIT_OR }, { AF_OP_BIT_OR, AF_OP_BIT_AND },
                                    { AF_OP_BIT_OR, AF_OP_BIT_XOR }, { AF_OP_BIT_XOR, AF_OP_BIT_OR },
                                    { AF_OP_SHL, AF_OP_SHR },        { AF_OP_SHR, AF_OP_SHL },
                                    { AF_OP_ADD, AF_OP_NONE },       { AF_OP_SUB, AF_OP_NONE },
                                    { AF_OP_BIT_OR, AF_OP_NONE },    { AF_OP_NONE, AF_OP_ADD },
                                    { AF_OP_NONE, AF_OP_SUB },       { AF_OP_NONE, AF_OP_BIT_OR } };
  const AfExpr *node = o->node;
  gboolean assigns =
    node->kind == AF_EXPR_ASSIGN && af_operators_is_integer (node->args[0]) && af_operators_is_integer (node->args[1]);
  if (o->parent || (!assigns && node->kind != AF_EXPR_STEP))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (others); i++) {
    if (others[i][0] != node->op || (others[i][1] == AF_OP_NONE && node->kind == AF_EXPR_STEP))
      continue;
    g_autoptr (AfExpr) value = af_expr_new (node->kind, node->type, NULL, node->args, node->n_args);
    value->op = others[i][1];
    value->is_prefix = node->is_prefix;
    af_expr_finish (value);
    af_maker_replace (m, o, ROW (CHANGE_UPDATE), value);
  }
}

/* `a[n--]` → `a[--n]`, and back: the value before or after the step. */
void af_produce_turned_steps (AfMaker *m, const AfOccurrence *o)
{
  const AfExpr *node = o->node;
  if (node->kind != AF_EXPR_STEP || !o->parent)
    return;
  g_autoptr (AfExpr) value = af_expr_new (AF_EXPR_STEP, node->type, NULL, node->args, node->n_args);
  value->op = node->op;
  value->is_prefix = !node->is_prefix;
  af_expr_finish (value);
  af_maker_replace (m, o, ROW (TURN_STEP), value);
}

static gboolean is_of_bits (AfOp op)
{
  return op == AF_OP_BIT_AND || op == AF_OP_BIT_OR || op == AF_OP_BIT_XOR;
}

/* `a & !b` → `a & ~b`; `~a` → `!a`. */
void af_produce_other_complements (AfMaker *m, const AfOccurrence *o)
{
  const AfExpr *node = o->node;
  gboolean is_not = node->kind == AF_EXPR_UNARY && node->op == AF_OP_NOT,
           is_of_mask = o->parent && is_of_bits (o->parent->op);
  if (!(is_not && is_of_mask) && !(node->kind == AF_EXPR_UNARY && node->op == AF_OP_COMPL))
    return;
  g_autoptr (AfExpr) value = af_expr_unary (is_not ? AF_OP_COMPL : AF_OP_NOT, node->args[0]);
  af_maker_replace (m, o, ROW (CHANGE_BITS), value);
}

/* Operators on bits, and shifts. */
void af_produce_other_bits (AfMaker *m, const AfOccurrence *o)
{
  static const AfOp others[][2] = { { AF_OP_BIT_AND, AF_OP_BIT_OR },  { AF_OP_BIT_OR, AF_OP_BIT_AND },
                                    { AF_OP_BIT_OR, AF_OP_BIT_XOR },  { AF_OP_BIT_XOR, AF_OP_BIT_OR },
                                    { AF_OP_BIT_XOR, AF_OP_BIT_AND }, { AF_OP_BIT_AND, AF_OP_BIT_XOR },
                                    { AF_OP_SHL, AF_OP_SHR },         { AF_OP_SHR, AF_OP_SHL } };
  const AfExpr *node = o->node;
  if (node->kind != AF_EXPR_BINARY)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (others); i++) {
    if (others[i][0] != node->op)
      continue;
    g_autoptr (AfExpr) value = af_expr_binary (others[i][1], node->args[0], node->args[1]);
    af_maker_replace (m, o, ROW (CHANGE_BITS), value);
  }
  if (node->op != AF_OP_BIT_AND)
    return;
  /* `a & b` → `a & ~b`, and back */
  gboolean has = node->args[1]->kind == AF_EXPR_UNARY && node->args[1]->op == AF_OP_COMPL;
  g_autoptr (AfExpr) mask = has ? af_expr_ref (node->args[1]->args[0]) : af_expr_unary (AF_OP_COMPL, node->args[1]);
  g_autoptr (AfExpr) value = af_expr_binary (AF_OP_BIT_AND, node->args[0], mask);
  af_maker_replace (m, o, ROW (CHANGE_BITS), value);
}

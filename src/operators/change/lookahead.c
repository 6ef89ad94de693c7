/* Tests that there is as much as a branch looks ahead: beyond the paper.
 *
 * In:  a condition that governs accesses at a constant distance.
 * Out: the condition with a further conjunct, one comparison or two:
 *
 *     if (*p == '%') ... p[1] ... p[2]     *p == '%' && n > 2
 *                                          *p == '%' && (n < 0 || n > 2)     where n below 0 means no limit
 *                                          *p == '%' && end - p > 2
 *     if (s[i + 3] == '<')                 i + 3 < n && s[i + 3] == '<'
 *
 * A state of the failure alone does not tell how far a branch looks ahead. */
#include "operators/operators-internal.h"

enum { MAX_NUMBERS = 6, MAX_ENDS = 2, MAX_DISTANCE = 64 };

/* The farthest access. */
typedef struct {
  AfExpr *base;  /* the pointer or array; null: there is none */
  AfExpr *index; /* what the distance is added to; null: nothing */
  AfExpr *farthest;
  gboolean early; /* the condition itself looks so far: the test has to come first */
} Ahead;

static gboolean is_path (const AfExpr *expr)
{
  return expr->kind == AF_EXPR_VAR || (expr->kind == AF_EXPR_FIELD && is_path (expr->args[0]));
}

static void note_access (Ahead *ahead, AfExpr *base, AfExpr *index)
{
  gboolean is_sum = index->kind == AF_EXPR_BINARY && index->op == AF_OP_ADD;
  AfExpr *distance = is_sum ? index->args[1] : index;
  if (distance->kind != AF_EXPR_INT || distance->value < 1 || distance->value > MAX_DISTANCE || !is_path (base)
      || (is_sum && !is_path (index->args[0])) || (ahead->farthest && ahead->farthest->value >= distance->value))
    return;
  *ahead = (Ahead){ base, is_sum ? index->args[0] : NULL, distance, FALSE };
}

static gboolean find_access (AfExpr *node, gpointer data)
{
  if (node->kind == AF_EXPR_INDEX)
    note_access (data, node->args[0], node->args[1]);
  else if (node->kind == AF_EXPR_DEREF && node->args[0]->kind == AF_EXPR_BINARY && node->args[0]->op == AF_OP_ADD)
    note_access (data, node->args[0]->args[0], node->args[0]->args[1]);
  return TRUE;
}

/* In the condition and what it governs. */
static Ahead farthest_of (const AfRoutine *routine, const AfLocation *condition)
{
  Ahead ahead = { NULL, NULL, NULL, FALSE };
  af_expr_walk (condition->expr, find_access, &ahead);
  ahead.early = ahead.farthest != NULL;
  for (guint i = 2; i < routine->locations->len; i++) {
    const AfLocation *inner = af_routine_location (routine, i);
    if (inner->expr && !af_range_is_none (inner->range) && !af_range_is_none (condition->body)
        && af_range_contains (condition->body, inner->range))
      af_expr_walk (inner->expr, find_access, &ahead);
  }
  return ahead;
}

typedef struct {
  const AfExpr *number;
  gboolean found;
} Sign;

/* `n < 0`, `n > 0`, `n >= 0`, `n == -1`, and the other way round. */
static gboolean find_sign (AfExpr *node, gpointer data)
{
  Sign *sign = data;
  for (guint i = 0; node->kind == AF_EXPR_BINARY && node->op >= AF_OP_LT && node->op <= AF_OP_NE && i < 2; i++)
    sign->found |= af_expr_equal (node->args[i], sign->number) && node->args[1 - i]->kind == AF_EXPR_INT
                   && node->args[1 - i]->value <= 0;
  return !sign->found;
}

/* Whether the routine asks for the sign of @number: below 0 it may mean that there is no limit. */
static gboolean may_be_unlimited (const AfRoutine *routine, const AfExpr *number)
{
  Sign sign = { number, FALSE };
  for (guint i = 2; i < routine->locations->len && number->type->is_signed; i++) {
    AfExpr *expr = af_routine_location (routine, i)->expr;
    if (expr)
      af_expr_walk (expr, find_sign, &sign);
  }
  return sign.found;
}

static void add (AfMaker *m, const Ahead *ahead, AfExpr *test)
{
  AfExpr *condition = m->question->location->expr;
  if (af_operators_warns (test) || af_expr_contains (condition, test))
    return;
  g_autoptr (AfExpr) value =
    ahead->early ? af_expr_binary (AF_OP_AND, test, condition) : af_expr_binary (AF_OP_AND, condition, test);
  af_maker_add (m, af_action_new (AF_ACTION_REPLACE, ROW (LOOK_AHEAD), condition, value, condition->range));
}

static void add_number (AfMaker *m, const Ahead *ahead, AfExpr *number)
{
  g_autoptr (AfExpr) reached =
    ahead->index ? af_expr_binary (AF_OP_ADD, ahead->index, ahead->farthest) : af_expr_ref (ahead->farthest);
  g_autoptr (AfExpr) enough =
    ahead->index ? af_expr_binary (AF_OP_LT, reached, number) : af_expr_binary (AF_OP_GT, number, reached);
  add (m, ahead, enough);
  if (!may_be_unlimited (m->question->routine, number))
    return;
  g_autoptr (AfExpr) zero = af_expr_int (number->type, 0);
  g_autoptr (AfExpr) unlimited = af_expr_binary (AF_OP_LT, number, zero);
  g_autoptr (AfExpr) either = af_expr_binary (AF_OP_OR, unlimited, enough);
  add (m, ahead, either);
}

/* `end - p > k`. */
static void add_end (AfMaker *m, const Ahead *ahead, AfExpr *end)
{
  g_autoptr (AfExpr) left = af_expr_binary (AF_OP_SUB, end, ahead->base);
  g_autoptr (AfExpr) enough = af_expr_binary (AF_OP_GT, left, ahead->farthest);
  add (m, ahead, enough);
}

void af_produce_looks_ahead (AfMaker *m)
{
  const AfQuestion *question = m->question;
  const AfLocation *location = question->location;
  if (!location->editable || !location->expr || location->expr->in_macro || af_range_is_none (location->expr->range)
      || !af_location_is_condition (location) || location->kind == AF_LOCATION_SWITCH)
    return;
  Ahead ahead = farthest_of (question->routine, location);
  if (!ahead.base || !ahead.base->type)
    return;
  for (guint t = 0, n = 0; t < question->module->types->len; t++) {
    const AfType *type = g_ptr_array_index (question->module->types, t);
    gboolean counts = type->kind == AF_TYPE_INT && !type->is_char && type->bits >= 32;
    g_autoptr (GPtrArray) pool = counts ? af_operators_pool (question, type) : NULL;
    for (guint i = 0; pool && i < pool->len && n < MAX_NUMBERS; i++, n++)
      if (!ahead.index || !af_expr_equal (pool->pdata[i], ahead.index))
        add_number (m, &ahead, pool->pdata[i]);
  }
  g_autoptr (GPtrArray) ends =
    ahead.base->type->kind == AF_TYPE_POINTER && !ahead.index ? af_operators_pool (question, ahead.base->type) : NULL;
  for (guint i = 0, n = 0; ends && i < ends->len && n < MAX_ENDS; i++)
    if (!af_expr_equal (ends->pdata[i], ahead.base)) {
      add_end (m, &ahead, ends->pdata[i]);
      n++;
    }
}

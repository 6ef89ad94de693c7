/* Truth: comparisons, logic, quantifiers.
 *
 * In:  a frame and an expression.   Out: a term of truth. *
 * `a && b` and the like are one term where b can be evaluated without deciding anything, with a as the guard of what b
 * demands; else it is decided whether a holds.
 *
 *      i < n && a[i] == x       (and (bvslt i n) (= a[i] x)), the access demanded only where i < n */
#include "prove/prove-internal.h"

enum { MAX_CONSTANT_ROUNDS = 64 };

/* Whether @expr could be evaluated under @guard without a decision; its truth value is *@result. */
static gboolean merged (AfProver *prover, AfFrame *frame, AfExpr *expr, Z3_ast guard, Z3_ast *result)
{
  Z3_ast outer = prover->guard;
  if (prover->stop != AF_STOP_NO || !af_expr_is_pure (expr))
    return FALSE;
  prover->guard = outer ? af_term_and (prover, outer, guard) : guard;
  prover->merging++;
  *result = af_prove_truth (prover, frame, expr);
  prover->merging--;
  prover->guard = outer;
  if (prover->stop != AF_STOP_MERGE || prover->merging > 0)
    return TRUE;
  prover->stop = AF_STOP_NO;
  return FALSE;
}

/* Evaluates @expr only where @guard holds; elsewhere it is @otherwise. */
static Z3_ast truth_where (AfProver *prover, AfFrame *frame, AfExpr *expr, Z3_ast guard, gboolean otherwise)
{
  Z3_ast result = NULL;
  int constant = af_prover_constant (prover, &guard);
  Z3_ast rest = otherwise ? af_term_true (prover) : af_term_false (prover);
  if (constant == 0)
    return rest;
  if (constant == 1)
    return af_prove_truth (prover, frame, expr);
  if (merged (prover, frame, expr, guard, &result))
    return Z3_mk_ite (prover->context, guard, result, rest);
  return af_prover_decide (prover, guard) ? af_prove_truth (prover, frame, expr) : rest;
}

static Z3_ast compared (AfProver *prover, AfFrame *frame, AfExpr *expr)
{
  AfValue a = af_prove_value (prover, frame, expr->args[0]);
  AfValue b = af_prove_value (prover, frame, expr->args[1]);
  if (prover->stop != AF_STOP_NO)
    return af_term_false (prover);
  if (a.kind == AF_VALUE_INT && b.kind == AF_VALUE_INT)
    return af_term_compare (prover, expr->op, a, b);
  if (a.kind == AF_VALUE_INT && expr->args[1]->type)
    a = af_value_as (prover, a, expr->args[1]->type);
  if (b.kind == AF_VALUE_INT && expr->args[0]->type)
    b = af_value_as (prover, b, expr->args[0]->type);
  if (prover->stop != AF_STOP_NO)
    return af_term_false (prover);
  if (expr->op == AF_OP_EQ || expr->op == AF_OP_NE) {
    Z3_ast same = af_pointer_equal (prover, a, b);
    return expr->op == AF_OP_EQ ? same : af_term_not (prover, same);
  }
  a = af_pointer_resolve (prover, a);
  b = af_pointer_resolve (prover, b);
  if (a.block && a.block == b.block)
    return af_term_compare (prover, expr->op, af_value_int (a.index, 64, TRUE), af_value_int (b.index, 64, TRUE));
  af_prover_give_up (prover, "the order of pointers to different objects");
  return af_term_false (prover);
}

static Z3_ast quantified (AfProver *prover, AfFrame *frame, AfExpr *expr)
{
  gboolean is_forall = expr->kind == AF_EXPR_FORALL;
  AfValue low = af_prove_value (prover, frame, expr->args[0]);
  AfValue high = af_prove_value (prover, frame, expr->args[1]);
  Z3_ast result = is_forall ? af_term_true (prover) : af_term_false (prover);
  if (prover->stop != AF_STOP_NO)
    return result;
  if (low.kind != AF_VALUE_INT || high.kind != AF_VALUE_INT) {
    af_prover_give_up (prover, "a range of what is no integer");
    return result;
  }
  /* the variable has the type of lo + hi */
  af_value_meet (prover, &low, &high);
  AfBound bound = { expr->name, low, frame->bounds };
  for (guint round = 0; prover->stop == AF_STOP_NO; round++) {
    AfValue step = af_value_int (af_term_number (prover, round, low.bits), low.bits, low.is_signed);
    AfMode mode = prover->mode;
    prover->mode = mode == AF_MODE_PROGRAM ? AF_MODE_CLAUSE : mode;
    bound.value = af_term_arithmetic (prover, AF_OP_ADD, low, step, expr->text);
    prover->mode = mode;
    Z3_ast within = af_term_compare (prover, AF_OP_LT, bound.value, high);
    int constant = af_prover_constant (prover, &within);
    if (constant == 0)
      break;
    if (constant < 0 && round >= prover->bound) {
      af_prover_restrict (prover, af_term_not (prover, within));
      break;
    }
    if (round >= MAX_CONSTANT_ROUNDS) {
      af_prover_give_up (prover, "a range of more than %d numbers", MAX_CONSTANT_ROUNDS);
      break;
    }
    frame->bounds = &bound;
    Z3_ast each = truth_where (prover, frame, expr->args[2], within, is_forall);
    frame->bounds = bound.outer;
    result = is_forall ? af_term_and (prover, result, each) : af_term_or (prover, result, each);
  }
  return result;
}

static Z3_ast truth_of_value (AfProver *prover, AfValue value)
{
  if (prover->stop != AF_STOP_NO)
    return af_term_false (prover);
  if (value.kind == AF_VALUE_POINTER)
    return af_term_not (prover, af_pointer_equal (prover, value, af_value_null ()));
  if (value.kind == AF_VALUE_INT)
    return af_term_not (prover, af_term_equal (prover, value.term, af_term_number (prover, 0, value.bits)));
  af_prover_give_up (prover, "the truth of an unsupported value");
  return af_term_false (prover);
}

static Z3_ast truth_of_binary (AfProver *prover, AfFrame *frame, AfExpr *expr)
{
  switch ((int)expr->op) {
  case AF_OP_AND: {
    Z3_ast left = af_prove_truth (prover, frame, expr->args[0]);
    return prover->stop == AF_STOP_NO ? truth_where (prover, frame, expr->args[1], left, FALSE) : left;
  }
  case AF_OP_OR: {
    Z3_ast left = af_prove_truth (prover, frame, expr->args[0]);
    return prover->stop == AF_STOP_NO ? truth_where (prover, frame, expr->args[1], af_term_not (prover, left), TRUE)
                                      : left;
  }
  case AF_OP_LT:
  case AF_OP_LE:
  case AF_OP_GT:
  case AF_OP_GE:
  case AF_OP_EQ:
  case AF_OP_NE:
    return compared (prover, frame, expr);
  default:
    return truth_of_value (prover, af_prove_value (prover, frame, expr));
  }
}

gboolean af_expr_is_logic (const AfExpr *expr)
{
  switch ((int)expr->kind) {
  case AF_EXPR_BINARY:
    return expr->op == AF_OP_AND || expr->op == AF_OP_OR || (expr->op >= AF_OP_LT && expr->op <= AF_OP_NE);
  case AF_EXPR_UNARY:
    return expr->op == AF_OP_NOT;
  case AF_EXPR_IMPLIES:
  case AF_EXPR_IFF:
  case AF_EXPR_FORALL:
  case AF_EXPR_EXISTS:
  case AF_EXPR_READABLE:
  case AF_EXPR_WRITABLE:
    return TRUE;
  default:
    return FALSE;
  }
}

Z3_ast af_prove_truth (AfProver *prover, AfFrame *frame, AfExpr *expr)
{
  if (prover->stop != AF_STOP_NO)
    return af_term_false (prover);
  if (!af_expr_is_logic (expr))
    return truth_of_value (prover, af_prove_value (prover, frame, expr));
  switch ((int)expr->kind) {
  case AF_EXPR_UNARY:
    return af_term_not (prover, af_prove_truth (prover, frame, expr->args[0]));
  case AF_EXPR_IMPLIES: {
    Z3_ast left = af_prove_truth (prover, frame, expr->args[0]);
    return prover->stop == AF_STOP_NO ? truth_where (prover, frame, expr->args[1], left, TRUE) : left;
  }
  case AF_EXPR_IFF: {
    Z3_ast left = af_prove_truth (prover, frame, expr->args[0]);
    return Z3_mk_iff (prover->context, left, af_prove_truth (prover, frame, expr->args[1]));
  }
  case AF_EXPR_FORALL:
  case AF_EXPR_EXISTS:
    return quantified (prover, frame, expr);
  case AF_EXPR_READABLE:
  case AF_EXPR_WRITABLE: {
    AfValue pointer = af_prove_value (prover, frame, expr->args[0]);
    AfValue n = af_prove_value (prover, frame, expr->args[1]);
    return prover->stop == AF_STOP_NO ? af_pointer_readable (prover, pointer, n) : af_term_false (prover);
  }
  default:
    return truth_of_binary (prover, frame, expr);
  }
}

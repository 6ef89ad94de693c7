/* Expressions: symbolic values of what the model's trees say.
 *
 * In:  a frame and an expression.   Out: its value; its effects on memory; demands at what C leaves undefined.
 */
#include "prove/prove-internal.h"

#include <string.h>

static AfLvalue lvalue_of (AfProver *prover, AfFrame *frame, AfExpr *expr);

static AfValue void_value (void)
{
  return (AfValue){ .kind = AF_VALUE_VOID };
}

/* --- names --- */

static const AfBound *bound_variable (const AfFrame *frame, const char *name)
{
  const AfBound *bound = frame->bounds;
  while (bound && strcmp (bound->name, name) != 0)
    bound = bound->outer;
  return bound;
}

/* @key: the name of a global variable, or the AfVariable of one that is static in a routine. */
static AfCell *global_cell (AfProver *prover, GHashTable *table, gconstpointer key, const AfType *type)
{
  AfCell *cell = g_hash_table_lookup (table, key);
  if (!cell) {
    cell = af_cell_new (prover, type, TRUE);
    g_hash_table_insert (table, (gpointer)key, cell);
  }
  return cell;
}

static AfCell *variable_cell (AfProver *prover, AfFrame *frame, const AfExpr *expr)
{
  guint id = expr->variable_id;
  for (guint i = 0; id == 0 && i < frame->routine->n_params; i++)
    if (g_strcmp0 (((const AfVariable *)frame->routine->variables->pdata[i])->name, expr->name) == 0)
      id = i + 1;
  if (id == 0 || id > frame->routine->variables->len)
    return global_cell (prover, prover->globals, expr->name, expr->type);
  const AfVariable *variable = frame->routine->variables->pdata[id - 1];
  if (variable->is_static)
    return global_cell (prover, prover->statics, variable, variable->type);
  if (!frame->cells[id])
    frame->cells[id] = af_cell_new (prover, variable->type, FALSE);
  return frame->cells[id];
}

/* --- places --- */

static AfLvalue element_of (AfProver *prover, AfFrame *frame, AfExpr *expr)
{
  AfLvalue none = { NULL, NULL, NULL };
  AfValue base = af_prove_value (prover, frame, expr->args[0]);
  AfValue index = af_prove_value (prover, frame, expr->args[1]);
  if (base.kind == AF_VALUE_INT) {
    AfValue swapped = base;
    base = index;
    index = swapped;
  }
  if (prover->stop != AF_STOP_NO)
    return none;
  AfAccess access = { expr->type, expr->text, frame->is_old };
  return af_pointer_target (prover, base, af_value_wide (prover, index), &access);
}

static AfLvalue field_of (AfProver *prover, AfFrame *frame, AfExpr *expr)
{
  AfLvalue none = { NULL, NULL, NULL };
  AfExpr *base = expr->args[0];
  AfLvalue record = none;
  if (expr->arrow) {
    AfValue pointer = af_prove_value (prover, frame, base);
    AfAccess access = { base->type->target, expr->text, frame->is_old };
    if (prover->stop == AF_STOP_NO)
      record = af_pointer_target (prover, pointer, af_term_number (prover, 0, 64), &access);
  } else
    record = lvalue_of (prover, frame, base);
  if (prover->stop != AF_STOP_NO || !record.cell)
    return none;
  return (AfLvalue){ af_cell_field (prover, record.cell, expr->name), NULL, NULL };
}

/* The place of a value that has none of its own: of a call's result. */
static AfLvalue temporary (AfProver *prover, AfFrame *frame, AfExpr *expr)
{
  AfValue value = af_prove_value (prover, frame, expr);
  if (value.kind != AF_VALUE_RECORD)
    af_prover_give_up (prover, "'%s' as a place", expr->text);
  return (AfLvalue){ value.cell, NULL, NULL };
}

static AfLvalue lvalue_of (AfProver *prover, AfFrame *frame, AfExpr *expr)
{
  AfLvalue none = { NULL, NULL, NULL };
  if (prover->stop != AF_STOP_NO)
    return none;
  switch ((int)expr->kind) {
  case AF_EXPR_VAR:
    return (AfLvalue){ variable_cell (prover, frame, expr), NULL, NULL };
  case AF_EXPR_FIELD:
    return field_of (prover, frame, expr);
  case AF_EXPR_INDEX:
    return element_of (prover, frame, expr);
  case AF_EXPR_DEREF: {
    AfValue pointer = af_prove_value (prover, frame, expr->args[0]);
    AfAccess access = { expr->type, expr->text, frame->is_old };
    return prover->stop == AF_STOP_NO ? af_pointer_target (prover, pointer, af_term_number (prover, 0, 64), &access)
                                      : none;
  }
  case AF_EXPR_CAST:
    return expr->args[0]->type == expr->type ? lvalue_of (prover, frame, expr->args[0])
                                             : temporary (prover, frame, expr);
  default:
    return temporary (prover, frame, expr);
  }
}

/* The value as one of the type of @expr: through `*(unsigned *)p` an int is read without its sign. */
static AfValue read_as (AfProver *prover, AfFrame *frame, AfLvalue place, const AfExpr *expr)
{
  AfValue value = af_lvalue_read (prover, place, frame->is_old);
  gboolean is_number = prover->stop == AF_STOP_NO && value.kind == AF_VALUE_INT && expr->type;
  return is_number && af_type_is_bit_vector (expr->type) ? af_value_convert (prover, value, expr->type) : value;
}

static AfValue read_place (AfProver *prover, AfFrame *frame, AfExpr *expr)
{
  const AfBound *bound =
    expr->kind == AF_EXPR_VAR && expr->variable_id == 0 ? bound_variable (frame, expr->name) : NULL;
  if (bound)
    return bound->value;
  AfLvalue place = lvalue_of (prover, frame, expr);
  return prover->stop == AF_STOP_NO ? read_as (prover, frame, place, expr) : void_value ();
}

static AfValue address_of (AfProver *prover, AfFrame *frame, AfExpr *expr)
{
  AfExpr *of = expr->args[0];
  if (of->kind == AF_EXPR_INDEX) {
    AfValue base = af_prove_value (prover, frame, of->args[0]);
    AfValue index = af_prove_value (prover, frame, of->args[1]);
    return prover->stop == AF_STOP_NO && base.kind == AF_VALUE_POINTER
             ? af_pointer_add (prover, base, af_value_wide (prover, index), of->type)
             : void_value ();
  }
  if (of->kind == AF_EXPR_DEREF)
    return af_prove_value (prover, frame, of->args[0]);
  AfLvalue place = lvalue_of (prover, frame, of);
  if (prover->stop != AF_STOP_NO || !place.cell)
    return void_value ();
  if (place.cell->elements)
    return af_value_of_block (prover, place.cell->elements);
  return (AfValue){ .kind = AF_VALUE_POINTER, .cell = place.cell };
}

/* --- values --- */

/* What the pointer in `p + i`, `i + p`, `p - q`, `p += i`, `p++` points to. */
static const AfType *target_in (const AfExpr *expr)
{
  for (guint i = 0; i < expr->n_args; i++) {
    const AfType *type = expr->args[i]->type;
    if (type && (type->kind == AF_TYPE_POINTER || type->kind == AF_TYPE_ARRAY))
      return type->target;
  }
  return NULL;
}

static AfValue pointer_arithmetic (AfProver *prover, AfExpr *expr, AfValue a, AfValue b)
{
  const AfType *target = target_in (expr);
  AfOp op = expr->op;
  if (!target) {
    af_prover_give_up (prover, "arithmetic on a value that is not a number");
    return void_value ();
  }
  if (a.kind == AF_VALUE_POINTER && b.kind == AF_VALUE_POINTER) {
    a = af_pointer_resolve (prover, a);
    b = af_pointer_resolve (prover, b);
    if (prover->stop == AF_STOP_NO && (op != AF_OP_SUB || !a.block || a.block != b.block))
      af_prover_give_up (prover, "the difference of pointers to different objects");
    return prover->stop == AF_STOP_NO && af_pointer_counts (prover, a, target)
             ? af_value_int (Z3_mk_bvsub (prover->context, a.index, b.index), 64, TRUE)
             : void_value ();
  }
  AfValue pointer = a.kind == AF_VALUE_POINTER ? a : b;
  AfValue offset = a.kind == AF_VALUE_POINTER ? b : a;
  if (pointer.kind != AF_VALUE_POINTER || offset.kind != AF_VALUE_INT) {
    af_prover_give_up (prover, "arithmetic on a value that is not a number");
    return void_value ();
  }
  Z3_ast wide = af_value_wide (prover, offset);
  return af_pointer_add (prover, pointer, op == AF_OP_SUB ? Z3_mk_bvneg (prover->context, wide) : wide, target);
}

/* @expr: of the operator, which it may assign with. */
static AfValue combine (AfProver *prover, AfExpr *expr, AfValue a, AfValue b)
{
  if (prover->stop != AF_STOP_NO)
    return void_value ();
  if (a.kind == AF_VALUE_INT && b.kind == AF_VALUE_INT)
    return af_term_arithmetic (prover, expr->op, a, b, expr->text);
  return pointer_arithmetic (prover, expr, a, b);
}

static AfValue assigned (AfProver *prover, AfFrame *frame, AfExpr *expr)
{
  AfLvalue place = lvalue_of (prover, frame, expr->args[0]);
  AfValue value = af_prove_value (prover, frame, expr->args[1]);
  if (prover->stop == AF_STOP_NO && expr->op != AF_OP_NONE)
    value = combine (prover, expr, read_as (prover, frame, place, expr->args[0]), value);
  if (prover->stop != AF_STOP_NO)
    return void_value ();
  value = af_value_as (prover, value, expr->args[0]->type);
  af_lvalue_write (prover, place, value);
  return value;
}

static AfValue stepped (AfProver *prover, AfFrame *frame, AfExpr *expr)
{
  AfLvalue place = lvalue_of (prover, frame, expr->args[0]);
  AfValue old = prover->stop == AF_STOP_NO ? read_as (prover, frame, place, expr->args[0]) : void_value ();
  AfValue value = combine (prover, expr, old, af_value_number (prover, 1, NULL));
  if (prover->stop != AF_STOP_NO)
    return void_value ();
  value = af_value_as (prover, value, expr->args[0]->type);
  af_lvalue_write (prover, place, value);
  return expr->is_prefix ? value : old;
}

static AfValue conditional (AfProver *prover, AfFrame *frame, AfExpr *expr)
{
  Z3_ast condition = af_prove_truth (prover, frame, expr->args[0]);
  AfValue value = void_value ();
  if (prover->stop == AF_STOP_NO)
    value = af_prove_value (prover, frame, expr->args[af_prover_decide (prover, condition) ? 1 : 2]);
  return prover->stop == AF_STOP_NO && value.kind == AF_VALUE_INT && expr->type
           ? af_value_as (prover, value, expr->type)
           : value;
}

static AfValue binary (AfProver *prover, AfFrame *frame, AfExpr *expr)
{
  AfValue a = af_prove_value (prover, frame, expr->args[0]);
  AfValue b = af_prove_value (prover, frame, expr->args[1]);
  return expr->op == AF_OP_COMMA ? b : combine (prover, expr, a, b);
}

static AfValue unary (AfProver *prover, AfFrame *frame, AfExpr *expr)
{
  AfValue value = af_prove_value (prover, frame, expr->args[0]);
  if (prover->stop == AF_STOP_NO && value.kind != AF_VALUE_INT)
    af_prover_give_up (prover, "arithmetic on a value that is not a number");
  return prover->stop == AF_STOP_NO ? af_term_unary (prover, expr->op, value, expr->text) : void_value ();
}

static AfValue old_value (AfProver *prover, AfFrame *frame, AfExpr *expr)
{
  gboolean outer = frame->is_old;
  frame->is_old = TRUE;
  AfValue value = af_prove_value (prover, frame, expr->args[0]);
  frame->is_old = outer;
  return value;
}

AfValue af_prove_value (AfProver *prover, AfFrame *frame, AfExpr *expr)
{
  if (prover->stop != AF_STOP_NO)
    return void_value ();
  if (af_expr_is_logic (expr))
    return af_value_truth (prover, af_prove_truth (prover, frame, expr));
  switch (expr->kind) {
  case AF_EXPR_INT:
  case AF_EXPR_BOOL:
    return af_value_number (prover, expr->value, expr->type);
  case AF_EXPR_NULL:
    return af_value_null ();
  case AF_EXPR_VAR:
  case AF_EXPR_FIELD:
  case AF_EXPR_INDEX:
  case AF_EXPR_DEREF:
    return read_place (prover, frame, expr);
  case AF_EXPR_RESULT:
    if (frame->result.kind == AF_VALUE_VOID)
      af_prover_give_up (prover, "the result of a routine that returns none");
    return frame->result;
  case AF_EXPR_OLD:
    return old_value (prover, frame, expr);
  case AF_EXPR_ADDRESS:
    return address_of (prover, frame, expr);
  case AF_EXPR_UNARY:
    return unary (prover, frame, expr);
  case AF_EXPR_BINARY:
    return binary (prover, frame, expr);
  case AF_EXPR_ASSIGN:
    return assigned (prover, frame, expr);
  case AF_EXPR_STEP:
    return stepped (prover, frame, expr);
  case AF_EXPR_CONDITIONAL:
    return conditional (prover, frame, expr);
  case AF_EXPR_CALL:
    return af_prove_call (prover, frame, expr);
  case AF_EXPR_CAST: {
    AfValue value = af_prove_value (prover, frame, expr->args[0]);
    return prover->stop == AF_STOP_NO ? af_value_as (prover, value, expr->type) : value;
  }
  case AF_EXPR_OTHER:
  case AF_EXPR_STRING:
    return af_prove_literal (prover, frame, expr);
  case AF_EXPR_FLOAT:
  case AF_EXPR_FUNCTION:
  case AF_EXPR_CALL_POINTER:
  case AF_EXPR_FITS:
  case AF_EXPR_IMPLIES:
  case AF_EXPR_IFF:
  case AF_EXPR_FORALL:
  case AF_EXPR_EXISTS:
  case AF_EXPR_READABLE:
  case AF_EXPR_WRITABLE:
  case AF_EXPR_NODES:
  case AF_EXPR_REACHES:
    break;
  }
  gboolean is_chain = expr->kind == AF_EXPR_NODES || expr->kind == AF_EXPR_REACHES;
  af_prover_give_up (prover, expr->kind == AF_EXPR_FLOAT ? "floating point"
                             : is_chain                  ? "a chain of any length"
                                                         : "a call through a pointer, or a function as a value");
  return void_value ();
}

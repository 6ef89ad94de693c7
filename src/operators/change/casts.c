/* Operands in another type: beyond the paper.
 *
 * In:  a location.  Out: its expression with one operand converted:
 *
 *     a * b            (long long)a * b    in int; (double)a / b in a floating context
 *     x                (unsigned char)x    where x is a char
 *     i < n            (size_t)i < n       where one side is signed and the other one is not; i < (int)n
 *     1 << n           (unsigned int)1 << n
 *     x                (T)x                where the module converts other operands to T
 *     (T)a << 8 | b    (T)(a << 8) | b     and back, (T)(a << 8 | b): the conversion reaches further, or less far
 *
 * A quotient of integers that becomes an integer again is no place for a floating type: what is asked for is the same
 * number, and where the divisor is zero, a conversion that has no value hides the mistake. */
#include "operators/operators-internal.h"

#include <string.h>

enum { MAX_TYPES = 3 };

/* @arg converted; the type goes by its name, as the module need not know it otherwise. */
static AfExpr *converted (AfExpr *arg, const char *type)
{
  AfExpr *cast = af_expr_new (AF_EXPR_CAST, arg->type, type, &arg, 1);
  cast->is_pure = TRUE;
  af_expr_finish (cast);
  return cast;
}

/* Whether @parent takes only integers as its operand number @index. */
static gboolean wants_integer (const AfExpr *parent, guint index)
{
  gboolean is_operation =
    parent->kind == AF_EXPR_BINARY || parent->kind == AF_EXPR_UNARY || parent->kind == AF_EXPR_ASSIGN;
  gboolean is_sum = is_operation && (parent->op == AF_OP_ADD || parent->op == AF_OP_SUB);
  const AfType *other = is_sum && parent->n_args == 2 ? parent->args[1 - index]->type : NULL;

  return (parent->kind == AF_EXPR_INDEX && index == 1) || af_type_is_pointer (other)
         || (other && other->kind == AF_TYPE_ARRAY)
         || (is_operation
             && (parent->op == AF_OP_MOD || parent->op == AF_OP_SHL || parent->op == AF_OP_SHR
                 || parent->op == AF_OP_BIT_AND || parent->op == AF_OP_BIT_OR || parent->op == AF_OP_BIT_XOR
                 || parent->op == AF_OP_COMPL));
}

/* Whether the value of @node, somewhere in @expr, gets to such an operand as it is; @wanted: that of @expr does. */
static gboolean ends_as_integer (const AfExpr *expr, const AfExpr *node, gboolean wanted)
{
  if (expr == node)
    return wanted;
  /* what else is made of it has a type of its own */
  gboolean passes = expr->kind == AF_EXPR_CONDITIONAL
                    || (expr->kind == AF_EXPR_BINARY && expr->op >= AF_OP_MUL && expr->op <= AF_OP_SUB)
                    || (expr->kind == AF_EXPR_UNARY && expr->op == AF_OP_NEG);
  for (guint i = 0; i < expr->n_args; i++)
    if (ends_as_integer (expr->args[i], node, (wanted && passes) || wants_integer (expr, i)))
      return TRUE;
  return FALSE;
}

/* The type that operand number @index of @expr is converted to; null where that is not known. */
static const AfType *type_taken (const AfModule *module, const AfExpr *expr, guint index)
{
  if (expr->kind == AF_EXPR_ASSIGN)
    return index == 1 ? expr->args[0]->type : NULL;
  if (expr->kind == AF_EXPR_CAST)
    return expr->type;
  const AfRoutine *callee = expr->kind == AF_EXPR_CALL ? af_module_routine (module, expr->name) : NULL;
  const AfVariable *param = callee && index < callee->n_params ? g_ptr_array_index (callee->variables, index) : NULL;
  return param ? param->type : NULL;
}

/* Whether the quotient @node, as a floating number, would be converted back to an integer: in its fraction at most,
 * which is lost, would it be another one.  @scales: a product counts, too. */
static gboolean comes_back (const AfModule *module, const AfExpr *expr, const AfExpr *node, gboolean back,
                            gboolean scales)
{
  if (expr == node)
    return back;
  gboolean is_sum = expr->kind == AF_EXPR_BINARY && (expr->op == AF_OP_ADD || expr->op == AF_OP_SUB);
  gboolean is_product = expr->kind == AF_EXPR_BINARY && (expr->op == AF_OP_MUL || expr->op == AF_OP_DIV);
  gboolean keeps = is_sum || expr->kind == AF_EXPR_CONDITIONAL || (scales && is_product)
                   || (expr->kind == AF_EXPR_UNARY && expr->op == AF_OP_NEG);
  for (guint i = 0; i < expr->n_args; i++) {
    const AfType *taken = type_taken (module, expr, i);
    if (comes_back (module, expr->args[i], node, taken ? af_type_is_integer (taken) : back && keeps, scales))
      return TRUE;
  }
  return FALSE;
}

/* A conversion to a floating type and back makes nothing better. */
static gboolean is_vacuous (const AfQuestion *question, const AfExpr *quotient)
{
  const AfLocation *location = question->location;
  const AfClause *clause = question->fault ? question->fault->clause : NULL;
  gboolean divides =
    clause && clause->row && (clause->row->guard == AF_GUARD_DIVISOR || clause->row->guard == AF_GUARD_QUOTIENT);
  const AfType *type = location->kind == AF_LOCATION_RETURN                              ? question->routine->result
                       : location->kind == AF_LOCATION_DECLARATION && location->declared ? location->declared->type
                                                                                         : NULL;
  return comes_back (question->module, location->expr, quotient, type && af_type_is_integer (type), divides);
}

void af_produce_widened_terms (AfMaker *m, const AfOccurrence *o)
{
  const AfExpr *node = o->node;
  const AfLocation *location = m->question->location;
  gboolean is_term = node->kind == AF_EXPR_BINARY
                     && (node->op == AF_OP_ADD || node->op == AF_OP_SUB || node->op == AF_OP_MUL
                         || node->op == AF_OP_DIV || node->op == AF_OP_SHL);
  if (!is_term || !af_operators_is_integer (node) || node->type->bits > 32 || af_expr_is_constant (node)
      || !af_operators_is_integer (node->args[0]))
    return;
  if (node->op == AF_OP_DIV
      && (ends_as_integer (location->expr, node, location->kind == AF_LOCATION_SWITCH)
          || is_vacuous (m->question, node)))
    return;
  g_autoptr (AfExpr) wide = converted (node->args[0], node->op == AF_OP_DIV   ? "double"
                                                      : node->type->is_signed ? "long long"
                                                                              : "unsigned long long");
  g_autoptr (AfExpr) value = af_expr_binary (node->op, wide, node->args[1]);
  af_maker_replace (m, o, ROW (CONVERT), value);
}

void af_produce_unsigned_chars (AfMaker *m, const AfOccurrence *o)
{
  const AfExpr *node = o->node;
  if (!node->type || node->type->kind != AF_TYPE_INT || !node->type->is_char || !node->type->is_signed || o->is_target
      || af_expr_is_constant (node) || (o->parent && o->parent->kind == AF_EXPR_CAST))
    return;
  g_autoptr (AfExpr) value = converted (o->node, "unsigned char");
  af_maker_replace (m, o, ROW (CONVERT), value);
}

/* --- conversions that the place or the module suggests --- */

/* With its type, so that what compilers say of mixed signs is known. */
static AfExpr *cast_by_name (AfExpr *arg, AfType *type, const char *name)
{
  AfExpr *cast = af_expr_new (AF_EXPR_CAST, type, name, &arg, 1);
  cast->is_pure = arg->is_pure;
  af_expr_finish (cast);
  return cast;
}

/* `(size_t)x` */
static AfExpr *cast_to (AfExpr *arg, AfType *type)
{
  return cast_by_name (arg, type, g_str_equal (type->spelling, "unsigned long") ? "size_t" : type->spelling);
}

static gboolean is_plain_integer (const AfExpr *expr)
{
  return expr->type && expr->type->kind == AF_TYPE_INT && expr->type->spelling;
}

/* Both sides of a comparison of mixed signs, one after the other in the type of the other one. */
static void add_matched (AfMaker *m, const AfOccurrence *o, guint side)
{
  AfExpr *node = o->node, *operand = node->args[side];
  AfType *type = node->args[1 - side]->type;
  if (operand->kind == AF_EXPR_CAST || af_expr_is_constant (operand))
    return;
  g_autoptr (AfExpr) cast = cast_to (operand, type);
  g_autoptr (AfExpr) value =
    side == 0 ? af_expr_binary (node->op, cast, node->args[1]) : af_expr_binary (node->op, node->args[0], cast);
  af_maker_replace (m, o, ROW (CONVERT), value);
}

/* `i < n` → `(size_t)i < n`, and `i < (int)n`. */
void af_produce_matched_signs (AfMaker *m, const AfOccurrence *o)
{
  const AfExpr *node = o->node;
  if (node->kind != AF_EXPR_BINARY || node->op < AF_OP_LT || node->op > AF_OP_NE || !is_plain_integer (node->args[0])
      || !is_plain_integer (node->args[1]) || node->args[0]->type->is_signed == node->args[1]->type->is_signed)
    return;
  for (guint side = 2; side-- > 0;)
    add_matched (m, o, side);
}

/* `1 << n` without a sign, in its own width. */
void af_produce_unsigned_shifts (AfMaker *m, const AfOccurrence *o)
{
  const AfExpr *node = o->node;
  if (node->kind != AF_EXPR_BINARY || node->op != AF_OP_SHL || !is_plain_integer (node->args[0])
      || !node->args[0]->type->is_signed || af_expr_is_constant (node))
    return;
  g_autoptr (AfExpr) wide = converted (node->args[0], node->type->bits > 32 ? "unsigned long long" : "unsigned int");
  g_autoptr (AfExpr) value = af_expr_binary (AF_OP_SHL, wide, node->args[1]);
  af_maker_replace (m, o, ROW (CONVERT), value);
}

/* Conversions of integers to integers that the module makes, each type once: array of AfExpr. */
static gboolean note_cast (AfExpr *node, gpointer data)
{
  GPtrArray *casts = data;
  if (node->kind != AF_EXPR_CAST || node->in_macro || !is_plain_integer (node) || !is_plain_integer (node->args[0])
      || casts->len >= MAX_TYPES)
    return casts->len < MAX_TYPES;
  for (guint i = 0; i < casts->len; i++)
    if (((const AfExpr *)g_ptr_array_index (casts, i))->type == node->type)
      return TRUE;
  g_ptr_array_add (casts, node);
  return TRUE;
}

static GPtrArray *casts_of (const AfModule *module, const AfRoutine *own)
{
  GPtrArray *casts = g_ptr_array_new ();
  for (guint pass = 0; pass < 2; pass++)
    for (guint r = 0; r < module->routines->len; r++) {
      const AfRoutine *routine = g_ptr_array_index (module->routines, r);
      for (guint i = 0; (routine == own) == (pass == 0) && i < routine->locations->len; i++) {
        AfExpr *expr = af_routine_location (routine, i)->expr;
        if (expr)
          af_expr_walk (expr, note_cast, casts);
      }
    }
  return casts;
}

/* An operand, an argument or an assigned value: what stands there as a whole. */
static gboolean is_operand (const AfOccurrence *o)
{
  const AfExpr *parent = o->parent, *node = o->node;
  gboolean is_value = node->kind == AF_EXPR_VAR || node->kind == AF_EXPR_FIELD || node->kind == AF_EXPR_INDEX
                      || node->kind == AF_EXPR_DEREF || node->kind == AF_EXPR_CALL;
  return is_value && !o->is_target && parent
         && (parent->kind == AF_EXPR_CALL || (parent->kind == AF_EXPR_INDEX && o->index == 1)
             || (parent->kind == AF_EXPR_BINARY && parent->op < AF_OP_AND)
             || (parent->kind == AF_EXPR_ASSIGN && o->index == 1));
}

void af_produce_known_casts (AfMaker *m, const AfOccurrence *o)
{
  if (!is_operand (o) || !is_plain_integer (o->node))
    return;
  g_autoptr (GPtrArray) casts = casts_of (m->question->module, m->question->routine);
  for (guint i = 0; i < casts->len; i++) {
    const AfExpr *known = g_ptr_array_index (casts, i);
    if (known->type == o->node->type)
      continue;
    g_autoptr (AfExpr) value = cast_to (o->node, known->type);
    af_maker_replace (m, o, ROW (CONVERT), value);
  }
}

static gboolean is_term (const AfExpr *expr)
{
  return expr->kind == AF_EXPR_BINARY && expr->op >= AF_OP_MUL && expr->op <= AF_OP_BIT_OR
         && (expr->op <= AF_OP_SHR || expr->op >= AF_OP_BIT_AND);
}

/* `(T)a + b` → `(T)(a + b)`, and back: a conversion binds more than people think it does. */
void af_produce_reaching_casts (AfMaker *m, const AfOccurrence *o)
{
  const AfExpr *node = o->node;
  const AfExpr *cast = is_term (node) ? node->args[0] : node, *term = is_term (node) ? node : node->args[0];

  if (cast->kind != AF_EXPR_CAST || cast->in_macro || !is_term (term) || !is_plain_integer (cast)
      || !is_plain_integer (cast->args[0]) || !is_plain_integer (term->args[1]))
    return;
  AfExpr *inner = is_term (node) ? cast->args[0] : term->args[0];
  g_autoptr (AfExpr) plain = is_term (node) ? af_expr_binary (term->op, inner, term->args[1]) : NULL;
  g_autoptr (AfExpr) first = is_term (node) ? NULL : cast_by_name (inner, cast->type, cast->name);
  g_autoptr (AfExpr) value =
    is_term (node) ? cast_by_name (plain, cast->type, cast->name) : af_expr_binary (term->op, first, term->args[1]);
  af_maker_replace (m, o, ROW (CONVERT), value);
}

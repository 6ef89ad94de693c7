/* Translation of expressions into Z3 terms, with the meaning that C gives them.
 *
 * In:  a pure expression.   Out: a term over mathematical integers and truth values.
 *
 * Signed arithmetic is exact, since overflow is undefined and taken not to happen.  Unsigned arithmetic, conversions
 * and comparisons of mixed signedness are exact too: they wrap around (n - 1 of an unsigned n is 4294967295 for n = 0),
 * so what is proved holds in C.  Division and remainder by a constant truncate towards zero.  A product of two
 * variables, a shift or a bit operation becomes an atom, a term without meaning that is the same wherever the
 * same text stands; so do variables, fields, elements and calls.  A comparison of floating numbers is a truth-valued
 * atom.
 *
 * Example: `i <= s->count + 1` becomes (<= i:i (+ i:s->count 1)), with -2^31 <= i:i < 2^31 as background. */
#include "solver/solver-internal.h"

/* An integer type after promotion. */
typedef struct {
  guint bits;
  gboolean is_signed;
  gboolean is_pointer;
} AfWidth;

typedef struct {
  Z3_ast ast; /* null: no integer and no pointer */
  AfWidth width;
} AfTerm;

static const AfWidth int_width = { 32, TRUE, FALSE };
static const AfWidth pointer_width = { 64, FALSE, TRUE };
static const AfTerm no_term = { NULL, { 0, FALSE, FALSE } };

static AfTerm term_of (AfTranslator *t, AfExpr *e);

static Z3_ast numeral (const AfTranslator *t, gint64 value)
{
  return Z3_mk_int64 (t->context, value, t->integers);
}

/* 2 to the power of @bits, at most 64. */
static Z3_ast power (const AfTranslator *t, guint bits)
{
  return bits < 64 ? Z3_mk_unsigned_int64 (t->context, G_GUINT64_CONSTANT (1) << bits, t->integers)
                   : Z3_mk_numeral (t->context, "18446744073709551616", t->integers);
}

static Z3_ast add (const AfTranslator *t, Z3_ast a, Z3_ast b)
{
  return Z3_mk_add (t->context, 2, (Z3_ast[]){ a, b });
}
static Z3_ast subtract (const AfTranslator *t, Z3_ast a, Z3_ast b)
{
  return Z3_mk_sub (t->context, 2, (Z3_ast[]){ a, b });
}
static Z3_ast multiply (const AfTranslator *t, Z3_ast a, Z3_ast b)
{
  return Z3_mk_mul (t->context, 2, (Z3_ast[]){ a, b });
}
static Z3_ast both (const AfTranslator *t, Z3_ast a, Z3_ast b)
{
  return Z3_mk_and (t->context, 2, (Z3_ast[]){ a, b });
}

/* Width of a value of @type once it is an operand.  A hand-made expression without a type counts as a wide signed one.
 */
static gboolean promoted (const AfType *type, AfWidth *width)
{
  if (type == NULL) {
    *width = (AfWidth){ 64, TRUE, FALSE };
    return TRUE;
  }
  switch (type->kind) {
  case AF_TYPE_BOOL:
    *width = int_width;
    return TRUE;
  case AF_TYPE_INT:
  case AF_TYPE_ENUM:
    if (type->bits == 0 || type->bits > 64)
      return FALSE;
    *width = type->bits < 32 ? int_width : (AfWidth){ type->bits, type->is_signed, FALSE };
    return TRUE;
  case AF_TYPE_POINTER:
  case AF_TYPE_ARRAY:
    *width = pointer_width;
    return TRUE;
  case AF_TYPE_VOID:
  case AF_TYPE_FLOAT:
  case AF_TYPE_RECORD:
  case AF_TYPE_FUNCTION:
  case AF_TYPE_OTHER:
    return FALSE;
  }
  return FALSE;
}

/* min <= term <= max of an integer type of this many bits. */
static Z3_ast within (const AfTranslator *t, Z3_ast term, guint bits, gboolean is_signed)
{
  Z3_ast size = power (t, is_signed ? bits - 1 : bits);
  Z3_ast low = is_signed ? Z3_mk_unary_minus (t->context, size) : numeral (t, 0);
  return both (t, Z3_mk_le (t->context, low, term), Z3_mk_lt (t->context, term, size));
}

/* What the C type says about an atom of it. */
static Z3_ast range_of (const AfTranslator *t, Z3_ast term, const AfType *type)
{
  AfWidth width;
  if (type == NULL || !promoted (type, &width))
    return NULL;
  if (width.is_pointer)
    return Z3_mk_ge (t->context, term, numeral (t, 0));
  if (type->kind == AF_TYPE_BOOL)
    return within (t, term, 1, FALSE);
  return within (t, term, type->bits, type->is_signed);
}

static Z3_ast atom_of (AfTranslator *t, const AfExpr *e, gboolean is_boolean)
{
  gboolean is_new = FALSE;
  AfAtom *atom = af_translator_atom (t, e, is_boolean, &is_new);
  if (is_new && !is_boolean)
    atom->range = range_of (t, atom->term, e->type);
  return atom->term;
}

static AfTerm atom_term (AfTranslator *t, const AfExpr *e)
{
  AfTerm term = no_term;
  if (promoted (e->type, &term.width))
    term.ast = atom_of (t, e, FALSE);
  return term;
}

/* The value of @term as the type @to: unchanged where it fits, else modulo 2^bits as gcc and clang define it. */
static Z3_ast converted (const AfTranslator *t, AfTerm term, AfWidth to)
{
  if (to.is_pointer || term.width.is_pointer)
    return term.ast;
  gboolean fits = term.width.is_signed == to.is_signed ? term.width.bits <= to.bits
                                                       : !term.width.is_signed && term.width.bits < to.bits;
  gint64 value;
  if (!fits && Z3_get_ast_kind (t->context, term.ast) == Z3_NUMERAL_AST
      && Z3_get_numeral_int64 (t->context, term.ast, &value))
    fits = value >= 0 && (to.bits >= 63 || value < G_GINT64_CONSTANT (1) << (to.bits - 1));
  if (fits)
    return term.ast;
  Z3_ast size = power (t, to.bits);
  if (!to.is_signed)
    return Z3_mk_mod (t->context, term.ast, size);
  Z3_ast half = power (t, to.bits - 1);
  return subtract (t, Z3_mk_mod (t->context, add (t, term.ast, half), size), half);
}

/* The type in which two operands meet. */
static AfWidth common_width (AfWidth a, AfWidth b)
{
  if (a.is_signed == b.is_signed)
    return a.bits >= b.bits ? a : b;
  AfWidth with_sign = a.is_signed ? a : b;
  AfWidth without = a.is_signed ? b : a;
  return without.bits >= with_sign.bits ? without : with_sign;
}

static Z3_ast wrapped (const AfTranslator *t, Z3_ast term, AfWidth width)
{
  if (width.is_signed)
    return term;
  return Z3_mk_mod (t->context, term, power (t, width.bits));
}

/* a + b or a - b of an unsigned type leaves the range by less than one turn. */
static Z3_ast wrapped_once (const AfTranslator *t, Z3_ast term, AfWidth width)
{
  if (width.is_signed)
    return term;
  Z3_ast size = power (t, width.bits);
  Z3_ast low = Z3_mk_ite (t->context, Z3_mk_lt (t->context, term, numeral (t, 0)), add (t, term, size), term);
  return Z3_mk_ite (t->context, Z3_mk_ge (t->context, term, size), subtract (t, term, size), low);
}

static gboolean is_numeral (const AfTranslator *t, Z3_ast term, gint64 *value)
{
  Z3_ast simple = Z3_simplify (t->context, term);
  return Z3_get_ast_kind (t->context, simple) == Z3_NUMERAL_AST && Z3_get_numeral_int64 (t->context, simple, value);
}

/* Quotient truncated towards zero; Z3's is such that the remainder is not negative. */
static Z3_ast quotient (const AfTranslator *t, Z3_ast a, gint64 divisor)
{
  Z3_ast by = numeral (t, ABS (divisor));
  Z3_ast minus = Z3_mk_unary_minus (t->context, Z3_mk_div (t->context, Z3_mk_unary_minus (t->context, a), by));
  Z3_ast result =
    Z3_mk_ite (t->context, Z3_mk_ge (t->context, a, numeral (t, 0)), Z3_mk_div (t->context, a, by), minus);
  return divisor > 0 ? result : Z3_mk_unary_minus (t->context, result);
}

static AfTerm noted (AfTranslator *t, AfTerm result)
{
  if (t->collect_fits && result.width.is_signed) {
    Z3_ast fact = within (t, result.ast, result.width.bits, TRUE);
    g_array_append_val (t->fits, fact);
  }
  return result;
}

static AfTerm arithmetic (AfTranslator *t, AfExpr *e)
{
  AfTerm left = term_of (t, e->args[0]);
  AfTerm right = term_of (t, e->args[1]);
  gint64 value = 0;
  if (left.ast == NULL || right.ast == NULL || left.width.is_pointer || right.width.is_pointer)
    return atom_term (t, e);
  AfTerm result = { NULL, common_width (left.width, right.width) };
  Z3_ast a = converted (t, left, result.width);
  Z3_ast b = converted (t, right, result.width);
  if (e->op == AF_OP_ADD)
    result.ast = wrapped_once (t, add (t, a, b), result.width);
  else if (e->op == AF_OP_SUB)
    result.ast = wrapped_once (t, subtract (t, a, b), result.width);
  else if (e->op == AF_OP_MUL && (is_numeral (t, a, &value) || is_numeral (t, b, &value)))
    result.ast = wrapped (t, multiply (t, a, b), result.width);
  else if ((e->op == AF_OP_DIV || e->op == AF_OP_MOD) && is_numeral (t, b, &value) && value != 0
           && value != G_MININT64) {
    Z3_ast q = quotient (t, a, value);
    result.ast = e->op == AF_OP_DIV ? q : subtract (t, a, multiply (t, b, q));
  }
  return result.ast != NULL ? noted (t, result) : atom_term (t, e);
}

static AfTerm unary_term (AfTranslator *t, AfExpr *e)
{
  AfTerm arg = term_of (t, e->args[0]);
  if (arg.ast == NULL || arg.width.is_pointer)
    return atom_term (t, e);
  Z3_ast minus = Z3_mk_unary_minus (t->context, arg.ast);
  if (e->op == AF_OP_NEG)
    arg.ast = wrapped (t, minus, arg.width);
  else if (e->op == AF_OP_COMPL)
    arg.ast = wrapped (t, subtract (t, minus, numeral (t, 1)), arg.width);
  return e->op == AF_OP_NEG ? noted (t, arg) : arg;
}

static AfTerm cast_term (AfTranslator *t, AfExpr *e)
{
  AfTerm arg = term_of (t, e->args[0]);
  AfTerm result = no_term;
  if (arg.ast == NULL || e->type == NULL || !promoted (e->type, &result.width)
      || arg.width.is_pointer != result.width.is_pointer)
    return atom_term (t, e);
  AfWidth to = result.width.is_pointer ? pointer_width : (AfWidth){ e->type->bits, e->type->is_signed, FALSE };
  result.ast = converted (t, arg, to);
  return result;
}

static AfTerm conditional_term (AfTranslator *t, AfExpr *e)
{
  AfTerm yes = term_of (t, e->args[1]);
  AfTerm no = term_of (t, e->args[2]);
  if (yes.ast == NULL || no.ast == NULL)
    return atom_term (t, e);
  AfTerm result = { NULL,
                    yes.width.is_pointer || no.width.is_pointer ? pointer_width : common_width (yes.width, no.width) };
  result.ast = Z3_mk_ite (t->context, af_translate_truth (t, e->args[0]), converted (t, yes, result.width),
                          converted (t, no, result.width));
  return result;
}

static AfTerm constant_term (const AfTranslator *t, const AfExpr *e)
{
  AfTerm term = { NULL, int_width };
  if (e->kind == AF_EXPR_NULL) {
    term.width = pointer_width;
    term.ast = numeral (t, 0);
    return term;
  }
  if (e->kind == AF_EXPR_INT && !promoted (e->type, &term.width))
    return no_term;
  term.ast = term.width.bits == 64 && !term.width.is_signed
               ? Z3_mk_unsigned_int64 (t->context, (guint64)e->value, t->integers)
               : numeral (t, e->value);
  return term;
}

static AfTerm term_of (AfTranslator *t, AfExpr *e)
{
  if (e->kind == AF_EXPR_INT || e->kind == AF_EXPR_BOOL || e->kind == AF_EXPR_NULL)
    return constant_term (t, e);
  if (af_expr_is_boolean (e))
    return (AfTerm){ Z3_mk_ite (t->context, af_translate_truth (t, e), numeral (t, 1), numeral (t, 0)), int_width };
  if (e->kind == AF_EXPR_UNARY)
    return unary_term (t, e);
  if (e->kind == AF_EXPR_CAST)
    return cast_term (t, e);
  if (e->kind == AF_EXPR_CONDITIONAL)
    return conditional_term (t, e);
  if (e->kind == AF_EXPR_BINARY && e->op >= AF_OP_MUL && e->op <= AF_OP_SUB)
    return arithmetic (t, e);
  return atom_term (t, e);
}

static Z3_ast comparison (AfTranslator *t, AfExpr *e)
{
  AfExpr *l = e->args[0], *r = e->args[1];
  if ((e->op == AF_OP_EQ || e->op == AF_OP_NE) && af_expr_is_boolean (l) && af_expr_is_boolean (r)) {
    Z3_ast same = Z3_mk_iff (t->context, af_translate_truth (t, l), af_translate_truth (t, r));
    return e->op == AF_OP_EQ ? same : Z3_mk_not (t->context, same);
  }
  AfTerm left = term_of (t, l);
  AfTerm right = term_of (t, r);
  if (left.ast == NULL || right.ast == NULL)
    return atom_of (t, e, TRUE);
  AfWidth width =
    left.width.is_pointer || right.width.is_pointer ? pointer_width : common_width (left.width, right.width);
  Z3_ast a = converted (t, left, width);
  Z3_ast b = converted (t, right, width);
  if (e->op == AF_OP_LT)
    return Z3_mk_lt (t->context, a, b);
  if (e->op == AF_OP_LE)
    return Z3_mk_le (t->context, a, b);
  if (e->op == AF_OP_GT)
    return Z3_mk_gt (t->context, a, b);
  if (e->op == AF_OP_GE)
    return Z3_mk_ge (t->context, a, b);
  Z3_ast same = Z3_mk_eq (t->context, a, b);
  return e->op == AF_OP_EQ ? same : Z3_mk_not (t->context, same);
}

static Z3_ast junction (AfTranslator *t, AfExpr *e)
{
  Z3_ast args[2] = { af_translate_truth (t, e->args[0]), af_translate_truth (t, e->args[1]) };
  return e->op == AF_OP_AND ? Z3_mk_and (t->context, 2, args) : Z3_mk_or (t->context, 2, args);
}

Z3_ast af_translate_in_range (AfTranslator *t, AfExpr *e, const AfType *like)
{
  AfTerm term = term_of (t, e);
  return term.ast != NULL && like != NULL ? range_of (t, term.ast, like) : NULL;
}

/* FITS (a + b): the exact result lies within the type.  An unsigned one always fits. */
static Z3_ast fits (AfTranslator *t, AfExpr *e)
{
  AfExpr *arg = e->args[0];
  AfTerm term = term_of (t, arg);
  if (term.ast == NULL || term.width.is_pointer || arg->type == NULL)
    return atom_of (t, e, TRUE);
  return within (t, term.ast, term.width.bits, term.width.is_signed);
}

Z3_ast af_translate_truth (AfTranslator *t, AfExpr *e)
{
  if (e->kind == AF_EXPR_INT || e->kind == AF_EXPR_BOOL)
    return e->value != 0 ? Z3_mk_true (t->context) : Z3_mk_false (t->context);
  if (e->kind == AF_EXPR_NULL)
    return Z3_mk_false (t->context);
  if (e->kind == AF_EXPR_UNARY && e->op == AF_OP_NOT)
    return Z3_mk_not (t->context, af_translate_truth (t, e->args[0]));
  if (e->kind == AF_EXPR_BINARY && e->op >= AF_OP_LT && e->op <= AF_OP_NE)
    return comparison (t, e);
  if (e->kind == AF_EXPR_BINARY && (e->op == AF_OP_AND || e->op == AF_OP_OR))
    return junction (t, e);
  if (e->kind == AF_EXPR_IMPLIES)
    return Z3_mk_implies (t->context, af_translate_truth (t, e->args[0]), af_translate_truth (t, e->args[1]));
  if (e->kind == AF_EXPR_IFF)
    return Z3_mk_iff (t->context, af_translate_truth (t, e->args[0]), af_translate_truth (t, e->args[1]));
  if (e->kind == AF_EXPR_CONDITIONAL)
    return Z3_mk_ite (t->context, af_translate_truth (t, e->args[0]), af_translate_truth (t, e->args[1]),
                      af_translate_truth (t, e->args[2]));
  if (e->kind == AF_EXPR_CAST && e->type != NULL && e->type->kind == AF_TYPE_BOOL)
    return af_translate_truth (t, e->args[0]);
  if (e->kind == AF_EXPR_FITS)
    return fits (t, e);
  if (af_expr_is_boolean (e) || (e->type != NULL && e->type->kind == AF_TYPE_BOOL))
    return atom_of (t, e, TRUE);
  AfTerm term = term_of (t, e);
  return term.ast == NULL ? atom_of (t, e, TRUE)
                          : Z3_mk_not (t->context, Z3_mk_eq (t->context, term.ast, numeral (t, 0)));
}

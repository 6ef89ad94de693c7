/* Bit-vectors with the meaning of C.
 *
 * In:  values with their widths and signs.   Out: terms, and demands where C leaves the result undefined.
 *
 * Operands are promoted to int and meet in their common type; a conversion cuts bits off or repeats the sign, as gcc
 * and clang do.  Signed overflow, division by zero and shifts out of range are violations in the program, and nothing
 * special in a clause, where only a division by zero cannot be evaluated. */
#include "prove/prove-internal.h"

Z3_ast af_term_number (AfProver *prover, gint64 value, guint bits)
{
  return Z3_mk_int64 (prover->context, value, Z3_mk_bv_sort (prover->context, bits));
}

Z3_ast af_term_true (AfProver *prover)
{
  return Z3_mk_true (prover->context);
}
Z3_ast af_term_false (AfProver *prover)
{
  return Z3_mk_false (prover->context);
}
Z3_ast af_term_not (AfProver *prover, Z3_ast a)
{
  return Z3_mk_not (prover->context, a);
}
Z3_ast af_term_and (AfProver *prover, Z3_ast a, Z3_ast b)
{
  return Z3_mk_and (prover->context, 2, (Z3_ast[]){ a, b });
}
Z3_ast af_term_or (AfProver *prover, Z3_ast a, Z3_ast b)
{
  return Z3_mk_or (prover->context, 2, (Z3_ast[]){ a, b });
}
Z3_ast af_term_equal (AfProver *prover, Z3_ast a, Z3_ast b)
{
  return Z3_mk_eq (prover->context, a, b);
}

/* Numbered anew on each path: what is the same on two paths has the same name. */
Z3_ast af_term_symbol (AfProver *prover, guint bits)
{
  g_autofree char *name = g_strdup_printf ("v%u:%u", prover->n_symbols++, bits);
  return Z3_mk_const (prover->context, Z3_mk_string_symbol (prover->context, name),
                      Z3_mk_bv_sort (prover->context, bits));
}

/* --- values --- */

AfValue af_value_int (Z3_ast term, guint bits, gboolean is_signed)
{
  return (AfValue){ .kind = AF_VALUE_INT, .term = term, .bits = bits, .is_signed = is_signed };
}

static gboolean type_is_signed (const AfType *type)
{
  return type->kind != AF_TYPE_BOOL && type->is_signed;
}

AfValue af_value_number (AfProver *prover, gint64 value, const AfType *type)
{
  guint bits = type && type->bits > 0 && type->bits <= 64 ? type->bits : 32;
  return af_value_int (af_term_number (prover, value, bits), bits, type ? type_is_signed (type) : TRUE);
}

AfValue af_value_truth (AfProver *prover, Z3_ast condition)
{
  Z3_ast term = Z3_mk_ite (prover->context, condition, af_term_number (prover, 1, 32), af_term_number (prover, 0, 32));
  return af_value_int (af_prover_simple (prover, term), 32, TRUE);
}

static Z3_ast resized (AfProver *prover, AfValue value, guint bits)
{
  Z3_context z = prover->context;
  if (value.bits == bits)
    return value.term;
  if (value.bits > bits)
    return Z3_mk_extract (z, bits - 1, 0, value.term);
  return value.is_signed ? Z3_mk_sign_ext (z, bits - value.bits, value.term)
                         : Z3_mk_zero_ext (z, bits - value.bits, value.term);
}

Z3_ast af_value_wide (AfProver *prover, AfValue value)
{
  return value.kind == AF_VALUE_INT ? resized (prover, value, 64) : af_term_number (prover, 0, 64);
}

AfValue af_value_convert (AfProver *prover, AfValue value, const AfType *type)
{
  if (type->kind == AF_TYPE_BOOL) {
    Z3_ast is_zero = af_term_equal (prover, value.term, af_term_number (prover, 0, value.bits));
    Z3_ast term = Z3_mk_ite (prover->context, is_zero, af_term_number (prover, 0, type->bits),
                             af_term_number (prover, 1, type->bits));
    return af_value_int (af_prover_simple (prover, term), type->bits, FALSE);
  }
  return af_value_int (af_prover_simple (prover, resized (prover, value, type->bits)), type->bits, type->is_signed);
}

AfValue af_value_resize (AfProver *prover, AfValue value, guint bits, gboolean is_signed)
{
  return af_value_int (af_prover_simple (prover, resized (prover, value, bits)), bits, is_signed);
}

AfValue af_value_promote (AfProver *prover, AfValue value)
{
  /* where the prover has given up a value has no term */
  gboolean is_known = prover->stop == AF_STOP_NO && value.kind == AF_VALUE_INT;
  return is_known && value.bits < 32 ? af_value_int (resized (prover, value, 32), 32, TRUE) : value;
}

void af_value_meet (AfProver *prover, AfValue *a, AfValue *b)
{
  *a = af_value_promote (prover, *a);
  *b = af_value_promote (prover, *b);
  guint bits = MAX (a->bits, b->bits);
  gboolean is_signed = (a->is_signed || a->bits < bits) && (b->is_signed || b->bits < bits);
  *a = af_value_int (resized (prover, *a, bits), bits, is_signed);
  *b = af_value_int (resized (prover, *b, bits), bits, is_signed);
}

Z3_ast af_term_compare (AfProver *prover, AfOp op, AfValue a, AfValue b)
{
  Z3_context z = prover->context;
  af_value_meet (prover, &a, &b);
  gboolean is_signed = a.is_signed;
  switch ((int)op) {
  case AF_OP_LT:
    return is_signed ? Z3_mk_bvslt (z, a.term, b.term) : Z3_mk_bvult (z, a.term, b.term);
  case AF_OP_LE:
    return is_signed ? Z3_mk_bvsle (z, a.term, b.term) : Z3_mk_bvule (z, a.term, b.term);
  case AF_OP_GT:
    return is_signed ? Z3_mk_bvsgt (z, a.term, b.term) : Z3_mk_bvugt (z, a.term, b.term);
  case AF_OP_GE:
    return is_signed ? Z3_mk_bvsge (z, a.term, b.term) : Z3_mk_bvuge (z, a.term, b.term);
  case AF_OP_NE:
    return af_term_not (prover, af_term_equal (prover, a.term, b.term));
  default:
    return af_term_equal (prover, a.term, b.term);
  }
}

/* --- arithmetic --- */

static void demand_fits (AfProver *prover, Z3_ast condition, const char *text)
{
  if (prover->mode != AF_MODE_PROGRAM || prover->wraps)
    return;
  g_autofree char *clause = g_strdup_printf ("FITS (%s)", text);
  af_prover_demand (prover, condition, AF_CLAUSE_ARITH, clause);
}

static Z3_ast combined (AfProver *prover, AfOp op, AfValue a, AfValue b);

/* The exact result, in as many more bits as it may need, lies in the type.  Z3's own predicates are not used: that for
 * products (4.8.12) finds an overflow in 2177 * -1. */
static void demand_no_overflow (AfProver *prover, AfOp op, AfValue a, AfValue b, const char *text)
{
  Z3_context z = prover->context;
  if (!a.is_signed || prover->mode != AF_MODE_PROGRAM || prover->wraps)
    return;
  if (op == AF_OP_DIV || op == AF_OP_MOD) {
    Z3_ast lowest = Z3_mk_bvshl (z, af_term_number (prover, 1, a.bits), af_term_number (prover, a.bits - 1, a.bits));
    Z3_ast both = af_term_and (prover, af_term_equal (prover, a.term, lowest),
                               af_term_equal (prover, b.term, af_term_number (prover, -1, b.bits)));
    demand_fits (prover, af_term_not (prover, both), text);
  } else if (op == AF_OP_ADD || op == AF_OP_SUB || op == AF_OP_MUL) {
    guint more = op == AF_OP_MUL ? a.bits : 1;
    AfValue wide_a = af_value_int (Z3_mk_sign_ext (z, more, a.term), a.bits + more, TRUE);
    AfValue wide_b = af_value_int (Z3_mk_sign_ext (z, more, b.term), b.bits + more, TRUE);
    Z3_ast exact = combined (prover, op, wide_a, wide_b);
    Z3_ast kept = Z3_mk_sign_ext (z, more, Z3_mk_extract (z, a.bits - 1, 0, exact));
    demand_fits (prover, af_term_equal (prover, kept, exact), text);
  }
}

static AfValue shift (AfProver *prover, AfOp op, AfValue a, AfValue b, const char *text)
{
  Z3_context z = prover->context;
  a = af_value_promote (prover, a);
  b = af_value_promote (prover, b);
  g_autofree char *clause = g_strdup_printf ("shift in range: %s", text);
  Z3_ast in_range = Z3_mk_bvult (z, b.term, af_term_number (prover, a.bits, b.bits));
  af_prover_demand (prover, in_range, AF_CLAUSE_ARITH, clause);
  Z3_ast count = resized (prover, b, a.bits);
  if (op == AF_OP_SHR)
    return af_value_int (a.is_signed ? Z3_mk_bvashr (z, a.term, count) : Z3_mk_bvlshr (z, a.term, count), a.bits,
                         a.is_signed);
  Z3_ast term = Z3_mk_bvshl (z, a.term, count);
  if (a.is_signed) {
    Z3_ast not_negative = Z3_mk_bvsge (z, a.term, af_term_number (prover, 0, a.bits));
    Z3_ast nothing_lost = af_term_equal (prover, Z3_mk_bvashr (z, term, count), a.term);
    demand_fits (prover, af_term_and (prover, not_negative, nothing_lost), text);
  }
  return af_value_int (term, a.bits, a.is_signed);
}

static Z3_ast combined (AfProver *prover, AfOp op, AfValue a, AfValue b)
{
  Z3_context z = prover->context;
  switch ((int)op) {
  case AF_OP_ADD:
    return Z3_mk_bvadd (z, a.term, b.term);
  case AF_OP_SUB:
    return Z3_mk_bvsub (z, a.term, b.term);
  case AF_OP_MUL:
    return Z3_mk_bvmul (z, a.term, b.term);
  case AF_OP_DIV:
    return a.is_signed ? Z3_mk_bvsdiv (z, a.term, b.term) : Z3_mk_bvudiv (z, a.term, b.term);
  case AF_OP_MOD:
    return a.is_signed ? Z3_mk_bvsrem (z, a.term, b.term) : Z3_mk_bvurem (z, a.term, b.term);
  case AF_OP_BIT_AND:
    return Z3_mk_bvand (z, a.term, b.term);
  case AF_OP_BIT_OR:
    return Z3_mk_bvor (z, a.term, b.term);
  default:
    return Z3_mk_bvxor (z, a.term, b.term);
  }
}

AfValue af_term_arithmetic (AfProver *prover, AfOp op, AfValue a, AfValue b, const char *text)
{
  if (op == AF_OP_SHL || op == AF_OP_SHR)
    return shift (prover, op, a, b, text);
  af_value_meet (prover, &a, &b);
  if (op == AF_OP_DIV || op == AF_OP_MOD) {
    g_autofree char *clause = g_strdup_printf ("divisor != 0 in %s", text);
    af_prover_demand (prover, af_term_not (prover, af_term_equal (prover, b.term, af_term_number (prover, 0, b.bits))),
                      AF_CLAUSE_ARITH, clause);
  }
  demand_no_overflow (prover, op, a, b, text);
  return af_value_int (af_prover_simple (prover, combined (prover, op, a, b)), a.bits, a.is_signed);
}

AfValue af_term_unary (AfProver *prover, AfOp op, AfValue a, const char *text)
{
  a = af_value_promote (prover, a);
  if (op == AF_OP_NEG && a.is_signed)
    demand_fits (prover, Z3_mk_bvneg_no_overflow (prover->context, a.term), text);
  if (op == AF_OP_NEG)
    a.term = Z3_mk_bvneg (prover->context, a.term);
  else if (op == AF_OP_COMPL)
    a.term = Z3_mk_bvnot (prover->context, a.term);
  a.term = af_prover_simple (prover, a.term);
  return a;
}

gint64 af_term_evaluate (AfProver *prover, Z3_ast term, guint bits, gboolean is_signed)
{
  Z3_ast value = NULL;
  guint64 number = 0;
  if (!prover->model || !Z3_model_eval (prover->context, prover->model, term, true, &value)
      || !Z3_get_numeral_uint64 (prover->context, value, &number))
    return 0;
  if (is_signed && bits < 64 && number >> (bits - 1))
    number |= G_MAXUINT64 << bits;
  return (gint64)number;
}

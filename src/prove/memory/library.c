/* Functions of the C library, as far as they are followed: memory, and the simplest of text.
 *
 * In:  a call.   Out: its result and its effect.  An allocation succeeds; what it gives is a new block, of the type of
 * the pointer that it is assigned to. */
#include "prove/prove-internal.h"

#include <string.h>

static AfValue number (Z3_ast term)
{
  return af_value_int (term, 64, FALSE);
}

static AfValue allocated (AfProver *prover, Z3_ast bytes, gboolean is_zero)
{
  AfBlock *block = af_block_new (prover, NULL, NULL, 0, FALSE);
  block->bytes = bytes;
  block->is_heap = TRUE;
  block->is_zero = is_zero;
  block->is_measured = TRUE;
  return af_value_of_block (prover, block);
}

static AfValue call_malloc (AfProver *prover, const AfValue *args)
{
  return allocated (prover, af_value_wide (prover, args[0]), FALSE);
}

static AfValue call_calloc (AfProver *prover, const AfValue *args)
{
  Z3_ast bytes = Z3_mk_bvmul (prover->context, af_value_wide (prover, args[0]), af_value_wide (prover, args[1]));
  return allocated (prover, bytes, TRUE);
}

static AfValue call_free (AfProver *prover, const AfValue *args)
{
  AfValue pointer = af_pointer_resolve (prover, args[0]);
  AfValue none = { .kind = AF_VALUE_VOID };
  if (prover->stop != AF_STOP_NO || (!pointer.block && !pointer.cell))
    return none;
  Z3_ast is_start = pointer.block && pointer.block->is_heap && !pointer.block->is_dead
                      ? af_term_equal (prover, pointer.index, af_term_number (prover, 0, 64))
                      : af_term_false (prover);
  af_prover_demand (prover, is_start, AF_CLAUSE_HEAP, "free of a live block");
  if (prover->stop == AF_STOP_NO && pointer.block)
    pointer.block->is_dead = TRUE;
  return none;
}

/* A new block with the elements of the old one, as far as there are. */
static AfValue call_realloc (AfProver *prover, const AfValue *args)
{
  AfValue old = af_pointer_resolve (prover, args[0]);
  AfValue block = call_malloc (prover, args + 1);
  if (prover->stop != AF_STOP_NO || !old.block)
    return block;
  if (!old.block->element || !af_type_is_bit_vector (old.block->element) || old.block->is_dead) {
    af_prover_give_up (prover, "realloc of memory that is not an array of numbers");
    return block;
  }
  af_block_shape (prover, block.block, old.block->element);
  if (prover->stop != AF_STOP_NO)
    return block;
  for (guint i = 0; i < block.block->room && i < old.block->room; i++)
    af_block_terms (prover, block.block, FALSE)[i] = af_block_terms (prover, old.block, FALSE)[i];
  call_free (prover, args);
  return block;
}

/* --- rows of numbers --- */

/* The row that a pointer leads to, when it is one of numbers. */
static AfBlock *row (AfProver *prover, AfValue *pointer)
{
  *pointer = af_pointer_resolve (prover, *pointer);
  if (prover->stop != AF_STOP_NO)
    return NULL;
  if (!pointer->block || !pointer->block->element || !af_type_is_bit_vector (pointer->block->element)
      || pointer->block->is_dead) {
    af_prover_give_up (prover, "a library function on memory that is not an array of numbers");
    return NULL;
  }
  return pointer->block;
}

/* @bytes as elements of @block, which must lie in it from @index on. */
static Z3_ast elements_in (AfProver *prover, AfValue pointer, Z3_ast bytes, const char *text)
{
  Z3_context z = prover->context;
  Z3_ast size = af_term_number (prover, pointer.block->element->bits / 8, 64);
  Z3_ast is_whole = af_term_equal (prover, Z3_mk_bvurem (z, bytes, size), af_term_number (prover, 0, 64));
  Z3_ast n = af_prover_simple (prover, Z3_mk_bvudiv (z, bytes, size));
  if (!af_prover_decide (prover, is_whole))
    af_prover_give_up (prover, "a part of an element");
  Z3_ast readable = af_pointer_readable (prover, pointer, af_value_int (n, 64, TRUE));
  af_prover_demand (prover, readable, AF_CLAUSE_HEAP, text);
  return n;
}

static Z3_ast element (AfProver *prover, AfValue pointer, guint i)
{
  AfLvalue place = { NULL, pointer.block,
                     Z3_mk_bvadd (prover->context, pointer.index, af_term_number (prover, i, 64)) };
  return af_lvalue_read (prover, place, FALSE).term;
}

/* Writes @terms to the first n elements from @to on. */
static void fill (AfProver *prover, AfValue to, Z3_ast n, Z3_ast *terms, guint n_terms)
{
  Z3_context z = prover->context;
  Z3_ast *into = af_block_terms (prover, to.block, FALSE);
  af_prover_restrict (prover, Z3_mk_bvule (z, n, af_term_number (prover, n_terms, 64)));
  for (guint i = 0; i < to.block->room; i++) {
    Z3_ast offset = Z3_mk_bvsub (z, af_term_number (prover, i, 64), to.index);
    Z3_ast value = into[i];
    for (guint j = 0; j < n_terms; j++) {
      Z3_ast is_it = af_term_and (prover, af_term_equal (prover, offset, af_term_number (prover, j, 64)),
                                  Z3_mk_bvult (z, af_term_number (prover, j, 64), n));
      value = Z3_mk_ite (z, is_it, terms[j], value);
    }
    into[i] = af_prover_simple (prover, value);
  }
}

static AfValue call_memmove (AfProver *prover, const AfValue *args)
{
  AfValue to = args[0], from = args[1];
  Z3_ast bytes = af_value_wide (prover, args[2]);
  if (prover->merging > 0)
    af_prover_give_up (prover, "memmove");
  AfBlock *into = row (prover, &to), *out_of = row (prover, &from);
  if (prover->stop != AF_STOP_NO)
    return to;
  if (into->element->bits != out_of->element->bits) {
    af_prover_give_up (prover, "a copy between arrays of different types");
    return to;
  }
  Z3_ast n = elements_in (prover, from, bytes, "READABLE (source, n)");
  elements_in (prover, to, bytes, "WRITABLE (destination, n)");
  if (prover->stop != AF_STOP_NO)
    return to;
  g_autofree Z3_ast *terms = g_new (Z3_ast, out_of->room);
  for (guint i = 0; i < out_of->room; i++)
    terms[i] = element (prover, from, i);
  fill (prover, to, n, terms, out_of->room);
  return to;
}

static AfValue call_memset (AfProver *prover, const AfValue *args)
{
  AfValue to = args[0];
  Z3_ast bytes = af_value_wide (prover, args[2]);
  AfBlock *into = row (prover, &to);
  if (prover->stop != AF_STOP_NO)
    return to;
  guint size = into->element->bits / 8;
  Z3_ast byte = Z3_mk_extract (prover->context, 7, 0, args[1].term);
  Z3_ast value = byte;
  for (guint i = 1; i < size; i++)
    value = Z3_mk_concat (prover->context, value, byte);
  Z3_ast n = elements_in (prover, to, bytes, "WRITABLE (destination, n)");
  g_autofree Z3_ast *terms = g_new (Z3_ast, into->room);
  for (guint i = 0; i < into->room; i++)
    terms[i] = value;
  fill (prover, to, n, terms, into->room);
  return to;
}

static AfValue call_strlen (AfProver *prover, const AfValue *args)
{
  Z3_context z = prover->context;
  AfValue text = args[0];
  AfBlock *block = row (prover, &text);
  if (prover->stop != AF_STOP_NO || block->element->bits != 8)
    return number (af_term_number (prover, 0, 64));
  Z3_ast zero = af_term_number (prover, 0, 8), length = af_term_number (prover, -1, 64);
  for (guint i = block->room; i > 0; i--) {
    Z3_ast within = Z3_mk_bvult (z, Z3_mk_bvadd (z, text.index, af_term_number (prover, i - 1, 64)), block->length);
    Z3_ast ends = af_term_and (prover, within, af_term_equal (prover, element (prover, text, i - 1), zero));
    length = Z3_mk_ite (z, ends, af_term_number (prover, i - 1, 64), length);
  }
  length = af_prover_simple (prover, length);
  Z3_ast ends = af_term_not (prover, af_term_equal (prover, length, af_term_number (prover, -1, 64)));
  if (block->is_measured)
    af_prover_demand (prover, ends, AF_CLAUSE_HEAP, "the string ends within its block");
  else
    af_prover_assume (prover, ends);
  return number (length);
}

/* @number is first converted to the parameter's type, of so many bits. */
static AfValue magnitude (AfProver *prover, AfValue number, guint bits)
{
  AfValue value = af_value_resize (prover, number, bits, TRUE);
  AfValue negative = af_term_unary (prover, AF_OP_NEG, value, "abs");
  Z3_ast is_negative = Z3_mk_bvslt (prover->context, value.term, af_term_number (prover, 0, bits));
  return af_value_int (Z3_mk_ite (prover->context, is_negative, negative.term, value.term), bits, TRUE);
}

static AfValue call_abs (AfProver *prover, const AfValue *args)
{
  return magnitude (prover, args[0], 32);
}

static AfValue call_labs (AfProver *prover, const AfValue *args)
{
  return magnitude (prover, args[0], 64);
}

gboolean af_library_call (AfProver *prover, AfFrame *frame, AfExpr *call, AfValue *result)
{
  static const struct {
    const char *name;
    guint n_args;
    AfValue (*function) (AfProver *prover, const AfValue *args);
  } functions[] = {
    { "malloc", 1, call_malloc }, { "calloc", 2, call_calloc },  { "realloc", 2, call_realloc },
    { "free", 1, call_free },     { "memcpy", 3, call_memmove }, { "memmove", 3, call_memmove },
    { "memset", 3, call_memset }, { "strlen", 1, call_strlen },  { "abs", 1, call_abs },
    { "labs", 1, call_labs },     { "llabs", 1, call_labs },
  };
  AfValue args[3] = { { .kind = AF_VALUE_VOID } };
  for (guint i = 0; i < G_N_ELEMENTS (functions); i++) {
    if (strcmp (functions[i].name, call->name) != 0 || functions[i].n_args != call->n_args)
      continue;
    for (guint j = 0; j < call->n_args && prover->stop == AF_STOP_NO; j++)
      args[j] = af_prove_value (prover, frame, call->args[j]);
    if (prover->stop == AF_STOP_NO)
      *result = functions[i].function (prover, args);
    return TRUE;
  }
  return FALSE;
}

/* Pointers: what they may point to, and what must hold where they are followed.
 *
 * In:  pointers of the state at entry about which nothing is known, and ones that the program made.   Out: places in
 * memory.
 *
 * *Lazy initialisation.*  When the program first looks at an unknown pointer, it is decided what it is: null, a new
 * block, or any block of the same type that another such pointer led to before.  So all shapes of at most k blocks of a
 * type are met, lists, trees, rings and shared parts among them, and only those that the program can tell apart.
 *
 * The length of a block is checked where the program can know it: an array, allocated memory, a text, or what READABLE
 * and WRITABLE say.  Elsewhere an access is taken to be within the block. */
#include "prove/prove-internal.h"

AfValue af_value_null (void)
{
  return (AfValue){ .kind = AF_VALUE_POINTER };
}

AfValue af_value_of_block (AfProver *prover, AfBlock *block)
{
  return (AfValue){ .kind = AF_VALUE_POINTER, .block = block, .index = af_term_number (prover, 0, 64) };
}

/* A text ends in its last element and not before: what comes after the end is of no interest. */
static void end_text (AfProver *prover, AfBlock *block)
{
  Z3_ast *terms = af_block_terms (prover, block, FALSE);
  Z3_ast zero = af_term_number (prover, 0, block->element->bits);
  block->is_measured = TRUE;
  for (guint i = 0; i < block->room; i++) {
    Z3_ast is_last = af_term_equal (prover, block->length, af_term_number (prover, i + 1, 64));
    Z3_ast in_front = Z3_mk_bvugt (prover->context, block->length, af_term_number (prover, i + 1, 64));
    Z3_ast is_zero = af_term_equal (prover, terms[i], zero);
    af_prover_assume (prover, Z3_mk_implies (prover->context, is_last, is_zero));
    af_prover_assume (prover, Z3_mk_implies (prover->context, in_front, af_term_not (prover, is_zero)));
  }
}

static AfBlock *new_input (AfProver *prover, const AfUnknown *unknown)
{
  AfBlock *block = af_block_new (prover, unknown->target, af_term_symbol (prover, 64), prover->bound, TRUE);
  block->is_heap = TRUE;
  af_block_limit (prover, block, 1);
  if (unknown->is_text)
    end_text (prover, block);
  g_ptr_array_add (prover->blocks, block);
  return block;
}

/* The alternatives: null, a new block, and each known one of the type. */
static void decide_unknown (AfProver *prover, AfUnknown *unknown)
{
  g_autoptr (GPtrArray) known = g_ptr_array_new ();
  for (guint i = 0; i < prover->blocks->len; i++)
    if (((AfBlock *)prover->blocks->pdata[i])->element == unknown->target)
      g_ptr_array_add (known, prover->blocks->pdata[i]);
  gboolean is_full = known->len >= prover->bound;
  guint n_new = is_full ? 0 : 1;
  prover->is_cut |= is_full;
  guint chosen = af_prover_choose (prover, 1 + n_new + known->len, NULL);
  if (prover->stop != AF_STOP_NO)
    return;
  unknown->is_decided = TRUE;
  if (chosen > 0)
    unknown->block = chosen <= n_new ? new_input (prover, unknown) : known->pdata[chosen - 1 - n_new];
}

AfValue af_pointer_resolve (AfProver *prover, AfValue pointer)
{
  if (!pointer.unknown || prover->stop != AF_STOP_NO)
    return pointer.unknown ? af_value_null () : pointer;
  if (pointer.unknown->target->kind == AF_TYPE_FUNCTION)
    af_prover_give_up (prover, "a pointer to a function");
  else if (!pointer.unknown->is_decided)
    decide_unknown (prover, pointer.unknown);
  return pointer.unknown->is_decided && pointer.unknown->block ? af_value_of_block (prover, pointer.unknown->block)
                                                               : af_value_null ();
}

Z3_ast af_pointer_equal (AfProver *prover, AfValue a, AfValue b)
{
  a = af_pointer_resolve (prover, a);
  b = af_pointer_resolve (prover, b);
  if (a.block && a.block == b.block)
    return af_term_equal (prover, a.index, b.index);
  return a.block == b.block && a.cell == b.cell ? af_term_true (prover) : af_term_false (prover);
}

/* Signed and unsigned alike; a bool holds less than other bytes. */
static gboolean fits_type (const AfType *has, const AfType *wants)
{
  return has == wants
         || (af_type_is_bit_vector (has) && af_type_is_bit_vector (wants) && has->bits == wants->bits
             && (has->kind == AF_TYPE_BOOL) == (wants->kind == AF_TYPE_BOOL));
}

gboolean af_pointer_counts (AfProver *prover, AfValue pointer, const AfType *target)
{
  gboolean fits = !pointer.block || (pointer.block->element && fits_type (pointer.block->element, target));
  if (!fits)
    af_prover_give_up (prover, "arithmetic on a pointer to memory of another type");
  return fits;
}

AfValue af_pointer_add (AfProver *prover, AfValue pointer, Z3_ast offset, const AfType *target)
{
  pointer = af_pointer_resolve (prover, pointer);
  if (!af_pointer_counts (prover, pointer, target))
    return pointer;
  if (pointer.block)
    pointer.index = af_prover_simple (prover, Z3_mk_bvadd (prover->context, pointer.index, offset));
  else if (pointer.cell)
    af_prover_give_up (prover, "arithmetic on the address of a variable");
  else
    af_prover_demand (prover, af_term_equal (prover, offset, af_term_number (prover, 0, 64)), AF_CLAUSE_NULL,
                      "arithmetic on null");
  return pointer;
}

static Z3_ast below (AfProver *prover, Z3_ast index, Z3_ast length)
{
  return Z3_mk_bvult (prover->context, index, length);
}

static AfLvalue target_in_block (AfProver *prover, AfBlock *block, Z3_ast index, const AfAccess *access)
{
  AfLvalue none = { NULL, NULL, NULL };
  g_autofree char *clause = g_strdup_printf ("READABLE (&%s, 1)", access->text);
  if (block->is_dead && !(access->is_old && block->is_input))
    af_prover_demand (prover, af_term_false (prover), AF_CLAUSE_HEAP, clause);
  af_block_shape (prover, block, access->type);
  if (prover->stop != AF_STOP_NO)
    return none;
  if (!fits_type (block->element, access->type)) {
    af_prover_give_up (prover, "memory of one type read as another");
    return none;
  }
  Z3_ast in_block = below (prover, index, block->length);
  if (block->is_measured || !block->is_input)
    af_prover_demand (prover, in_block, AF_CLAUSE_HEAP, clause);
  else
    af_prover_assume (prover, in_block);
  if (prover->stop != AF_STOP_NO)
    return none;
  if (af_type_is_bit_vector (block->element))
    return (AfLvalue){ NULL, block, index };
  return (AfLvalue){ af_block_cell (prover, block, index), NULL, NULL };
}

AfLvalue af_pointer_target (AfProver *prover, AfValue pointer, Z3_ast offset, const AfAccess *access)
{
  AfLvalue none = { NULL, NULL, NULL };
  if (pointer.kind != AF_VALUE_POINTER)
    af_prover_give_up (prover, "an uninitialised pointer, or one made from a number");
  pointer = af_pointer_resolve (prover, pointer);
  if (prover->stop != AF_STOP_NO)
    return none;
  if (!pointer.block && !pointer.cell) {
    g_autofree char *clause = g_strdup_printf ("not null in %s", access->text);
    af_prover_demand (prover, af_term_false (prover), AF_CLAUSE_NULL, clause);
    /* Under a guard that cannot hold the value is of no interest. */
    if (prover->stop == AF_STOP_NO)
      prover->stop = prover->merging > 0 ? AF_STOP_MERGE : AF_STOP_DEAD;
    return none;
  }
  if (pointer.block)
    return target_in_block (prover, pointer.block,
                            af_prover_simple (prover, Z3_mk_bvadd (prover->context, pointer.index, offset)), access);
  g_autofree char *clause = g_strdup_printf ("within the variable: %s", access->text);
  af_prover_demand (prover, af_term_equal (prover, offset, af_term_number (prover, 0, 64)), AF_CLAUSE_HEAP, clause);
  if (!fits_type (pointer.cell->type, access->type))
    af_prover_give_up (prover, "memory of one type read as another");
  return (AfLvalue){ pointer.cell, NULL, NULL };
}

/* As the runtime decides it: what is below zero as a long long is never there, and zero elements always are. */
Z3_ast af_pointer_readable (AfProver *prover, AfValue pointer, AfValue n)
{
  Z3_context z = prover->context;
  Z3_ast count = af_value_wide (prover, n), zero = af_term_number (prover, 0, 64);
  Z3_ast is_none = af_term_equal (prover, count, zero), is_some = Z3_mk_bvsgt (z, count, zero);
  pointer = af_pointer_resolve (prover, pointer);
  if (pointer.cell && !pointer.block)
    return af_term_or (prover, is_none, af_term_equal (prover, count, af_term_number (prover, 1, 64)));
  AfBlock *block = pointer.block;
  if (block && !block->element)
    af_prover_give_up (prover, "READABLE of memory without a type");
  if (!block || block->is_dead || !block->element)
    return is_none;
  Z3_ast is_within = af_term_and (prover, Z3_mk_bvule (z, pointer.index, block->length),
                                  Z3_mk_bvule (z, count, Z3_mk_bvsub (z, block->length, pointer.index)));
  Z3_ast readable = af_term_or (prover, is_none, af_term_and (prover, is_some, is_within));
  if (block->is_measured || !block->is_input)
    return readable;
  if (prover->mode == AF_MODE_ASSUME) {
    block->is_measured = TRUE;
    return readable;
  }
  af_prover_assume (prover, Z3_mk_implies (z, is_some, is_within));
  return af_term_or (prover, is_none, is_some);
}

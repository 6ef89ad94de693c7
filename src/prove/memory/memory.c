/* Memory: cells and blocks.
 *
 * In:  types.   Out: what holds values of them, for the program to read and write.
 *
 * Integers of a block are terms, one per element, and an access at a symbolic index is a chain of conditions over them;
 * the index of any other element is decided.  What belongs to the state at entry has two values: now, and before, for
 * OLD (e). */
#include "prove/prove-internal.h"

enum { MAX_ROOM = 64 };

/* --- sizes --- */

/* Whether each part of a value can have a cell or a block of its own. */
static gboolean has_parts (const AfType *type)
{
  if (type->kind == AF_TYPE_ARRAY)
    return has_parts (type->target);
  if (type->kind != AF_TYPE_RECORD)
    return af_type_size (type) > 0;
  if (!type->is_complete || type->is_union || !type->fields)
    return FALSE;
  for (guint i = 0; i < type->fields->len; i++) {
    const AfField *field = type->fields->pdata[i];
    if (field->is_bitfield || !has_parts (field->type) || af_type_size (field->type) == 0)
      return FALSE;
  }
  return TRUE;
}

gboolean af_type_is_bit_vector (const AfType *type)
{
  return (type->kind == AF_TYPE_BOOL || af_type_is_integer (type)) && type->bits > 0 && type->bits <= 64;
}

/* --- making --- */

/* Any number of the type: of a bool 0 or 1. */
static Z3_ast any_number (AfProver *prover, const AfType *type)
{
  if (type->kind == AF_TYPE_BOOL)
    return Z3_mk_zero_ext (prover->context, type->bits - 1, af_term_symbol (prover, 1));
  return af_term_symbol (prover, type->bits);
}

static AfValue any_value (AfProver *prover, const AfType *type, gboolean is_input)
{
  if (af_type_is_bit_vector (type))
    return af_value_int (any_number (prover, type), type->bits, type->kind != AF_TYPE_BOOL && type->is_signed);
  AfValue value = { .kind = AF_VALUE_VOID };
  if (type->kind == AF_TYPE_POINTER && is_input) {
    value.kind = AF_VALUE_POINTER;
    value.unknown = af_prover_alloc (prover, sizeof *value.unknown);
    value.unknown->target = type->target;
    value.unknown->is_text = type->is_const && type->target->is_char;
  }
  return value;
}

AfCell *af_cell_new (AfProver *prover, const AfType *type, gboolean is_input)
{
  AfCell *cell = af_prover_alloc (prover, sizeof *cell);
  cell->type = type;
  cell->is_input = is_input;
  if (type->kind == AF_TYPE_RECORD && type->is_complete && !type->is_union) {
    cell->fields = af_prover_alloc (prover, type->fields->len * sizeof *cell->fields);
    for (guint i = 0; i < type->fields->len; i++) {
      const AfField *field = type->fields->pdata[i];
      if (!field->is_bitfield)
        cell->fields[i] = af_cell_new (prover, field->type, is_input);
    }
  } else if (type->kind == AF_TYPE_ARRAY && type->length >= 0 && type->length <= MAX_ROOM) {
    cell->elements =
      af_block_new (prover, type->target, af_term_number (prover, type->length, 64), (guint)type->length, is_input);
    cell->elements->is_measured = type->length > 1;
  } else
    cell->now = cell->before = any_value (prover, type, is_input);
  return cell;
}

AfBlock *af_block_new (AfProver *prover, const AfType *element, Z3_ast length, guint room, gboolean is_input)
{
  AfBlock *block = af_prover_alloc (prover, sizeof *block);
  block->number = prover->n_blocks++;
  block->element = element;
  block->length = length;
  block->room = room;
  block->is_input = is_input;
  return block;
}

/* At least one element and at most k of them. */
void af_block_limit (AfProver *prover, AfBlock *block, guint least)
{
  AfValue length = af_value_int (block->length, 64, FALSE);
  AfValue low = af_value_int (af_term_number (prover, least, 64), 64, FALSE);
  AfValue high = af_value_int (af_term_number (prover, block->room, 64), 64, FALSE);
  af_prover_assume (prover, af_term_compare (prover, AF_OP_GE, length, low));
  af_prover_restrict (prover, af_term_compare (prover, AF_OP_LE, length, high));
}

void af_block_shape (AfProver *prover, AfBlock *block, const AfType *element)
{
  guint64 size = has_parts (element) ? af_type_size (element) : 0;
  guint64 bytes;
  if (block->element || element->kind == AF_TYPE_VOID)
    return;
  if (size == 0) {
    af_prover_give_up (prover, "memory for a type of unknown size");
    return;
  }
  Z3_context z = prover->context;
  block->element = element;
  block->bytes = af_prover_simple (prover, block->bytes);
  if (Z3_get_numeral_uint64 (z, block->bytes, &bytes) && bytes / size <= MAX_ROOM) {
    block->room = (guint)(bytes / size);
    block->length = af_term_number (prover, block->room, 64);
    return;
  }
  block->room = prover->bound;
  block->length = af_prover_simple (prover, Z3_mk_bvudiv (z, block->bytes, af_term_number (prover, (gint64)size, 64)));
  af_block_limit (prover, block, 0);
}

Z3_ast *af_block_terms (AfProver *prover, AfBlock *block, gboolean before)
{
  if (!block->now) {
    block->now = af_prover_alloc (prover, block->room * sizeof (Z3_ast));
    block->before = af_prover_alloc (prover, block->room * sizeof (Z3_ast));
    for (guint i = 0; i < block->room; i++)
      block->now[i] = block->before[i] =
        block->is_zero ? af_term_number (prover, 0, block->element->bits) : any_number (prover, block->element);
  }
  return before && block->is_input ? block->before : block->now;
}

/* The element of a block that is no number; decides which. */
AfCell *af_block_cell (AfProver *prover, AfBlock *block, Z3_ast index)
{
  g_autofree Z3_ast *conditions = g_new (Z3_ast, block->room + 1);
  guint64 at = 0;
  index = af_prover_simple (prover, index);
  if (!Z3_get_numeral_uint64 (prover->context, index, &at)) {
    Z3_ast others = af_term_true (prover);
    for (guint i = 0; i < block->room; i++) {
      conditions[i] = af_term_equal (prover, index, af_term_number (prover, i, 64));
      others = af_term_and (prover, others, af_term_not (prover, conditions[i]));
    }
    conditions[block->room] = others;
    at = af_prover_choose (prover, block->room + 1, conditions);
  }
  if (at >= block->room)
    af_prover_cut (prover);
  if (prover->stop != AF_STOP_NO)
    return NULL;
  if (!block->cells)
    block->cells = af_prover_alloc (prover, block->room * sizeof *block->cells);
  if (!block->cells[at]) {
    block->cells[at] = af_cell_new (prover, block->element, block->is_input);
    if (block->is_zero)
      af_cell_clear (prover, block->cells[at]);
  }
  return block->cells[at];
}

void af_cell_clear (AfProver *prover, AfCell *cell)
{
  for (guint i = 0; cell->fields && i < cell->type->fields->len; i++)
    if (cell->fields[i])
      af_cell_clear (prover, cell->fields[i]);
  if (cell->elements) {
    AfBlock *block = cell->elements;
    for (guint i = 0; i < block->room; i++) {
      AfCell *inner =
        af_type_is_bit_vector (block->element) ? NULL : af_block_cell (prover, block, af_term_number (prover, i, 64));
      if (inner)
        af_cell_clear (prover, inner);
      else if (prover->stop == AF_STOP_NO)
        af_block_terms (prover, block, FALSE)[i] = af_term_number (prover, 0, block->element->bits);
    }
  } else if (af_type_is_bit_vector (cell->type))
    cell->now = af_value_number (prover, 0, cell->type);
  else if (cell->type->kind == AF_TYPE_POINTER)
    cell->now = af_value_null ();
}

/* --- reading and writing --- */

AfCell *af_cell_field (AfProver *prover, AfCell *record, const char *name)
{
  const AfType *type = record->type;
  for (guint i = 0; record->fields && i < type->fields->len; i++)
    if (g_strcmp0 (((const AfField *)type->fields->pdata[i])->name, name) == 0 && record->fields[i])
      return record->fields[i];
  af_prover_give_up (prover, type->is_union ? "a union" : "a bit-field, or a field of an unnamed record");
  return NULL;
}

static AfCell *copied (AfProver *prover, const AfCell *from, gboolean is_old);

static AfBlock *copied_block (AfProver *prover, AfBlock *from, gboolean is_old)
{
  AfBlock *copy = af_block_new (prover, from->element, from->length, from->room, FALSE);
  copy->is_measured = from->is_measured;
  if (af_type_is_bit_vector (from->element)) {
    Z3_ast *terms = af_block_terms (prover, from, is_old);
    Z3_ast *into = af_block_terms (prover, copy, FALSE);
    for (guint i = 0; i < from->room; i++)
      into[i] = terms[i];
    return copy;
  }
  copy->cells = af_prover_alloc (prover, copy->room * sizeof *copy->cells);
  for (guint i = 0; i < from->room; i++) {
    AfCell *cell = af_block_cell (prover, from, af_term_number (prover, i, 64));
    if (cell)
      copy->cells[i] = copied (prover, cell, is_old);
  }
  return copy;
}

static AfCell *copied (AfProver *prover, const AfCell *from, gboolean is_old)
{
  AfCell *copy = af_prover_alloc (prover, sizeof *copy);
  *copy = *from;
  copy->is_input = FALSE;
  copy->now = copy->before = is_old && from->is_input ? from->before : from->now;
  if (from->fields) {
    copy->fields = af_prover_alloc (prover, from->type->fields->len * sizeof *copy->fields);
    for (guint i = 0; i < from->type->fields->len; i++)
      if (from->fields[i])
        copy->fields[i] = copied (prover, from->fields[i], is_old);
  }
  if (from->elements)
    copy->elements = copied_block (prover, from->elements, is_old);
  return copy;
}

static AfValue read_element (AfProver *prover, AfLvalue place, gboolean is_old)
{
  AfBlock *block = place.block;
  Z3_ast *terms = af_block_terms (prover, block, is_old);
  Z3_ast value = block->room > 0 ? terms[block->room - 1] : any_number (prover, block->element);
  for (guint i = block->room; i > 1; i--)
    value = Z3_mk_ite (prover->context, af_term_equal (prover, place.index, af_term_number (prover, i - 2, 64)),
                       terms[i - 2], value);
  return af_value_int (af_prover_simple (prover, value), block->element->bits,
                       block->element->kind != AF_TYPE_BOOL && block->element->is_signed);
}

AfValue af_lvalue_read (AfProver *prover, AfLvalue place, gboolean is_old)
{
  AfValue none = { .kind = AF_VALUE_VOID };
  if (prover->stop != AF_STOP_NO)
    return none;
  if (place.block)
    return read_element (prover, place, is_old);
  AfCell *cell = place.cell;
  if (cell->fields)
    return (AfValue){ .kind = AF_VALUE_RECORD, .cell = copied (prover, cell, is_old) };
  if (cell->elements)
    return af_value_of_block (prover, cell->elements);
  AfValue value = is_old && cell->is_input ? cell->before : cell->now;
  if (value.kind == AF_VALUE_VOID)
    af_prover_give_up (prover, cell->type->kind == AF_TYPE_FLOAT     ? "floating point"
                               : cell->type->kind == AF_TYPE_POINTER ? "an uninitialised pointer"
                               : cell->type->is_union                ? "a union"
                                                                     : "a value of an unsupported type");
  return value;
}

AfValue af_value_as (AfProver *prover, AfValue value, const AfType *type)
{
  if (prover->stop != AF_STOP_NO || type->kind == AF_TYPE_VOID)
    return value;
  if (value.kind == AF_VALUE_INT && af_type_is_bit_vector (type))
    return af_value_convert (prover, value, type);
  if (value.kind == AF_VALUE_POINTER && type->kind == AF_TYPE_POINTER) {
    if (value.block && !value.block->element && type->target->kind != AF_TYPE_VOID)
      af_block_shape (prover, value.block, type->target);
    return value;
  }
  if (value.kind == AF_VALUE_POINTER && type->kind == AF_TYPE_BOOL) {
    Z3_ast is_null = af_pointer_equal (prover, value, af_value_null ());
    return af_value_convert (prover, af_value_truth (prover, af_term_not (prover, is_null)), type);
  }
  if (value.kind == AF_VALUE_INT && type->kind == AF_TYPE_POINTER) {
    Z3_ast is_zero = af_term_equal (prover, value.term, af_term_number (prover, 0, value.bits));
    if (af_prover_constant (prover, &is_zero) == 1)
      return af_value_null ();
  }
  if (value.kind == AF_VALUE_RECORD && type->kind == AF_TYPE_RECORD)
    return value;
  af_prover_give_up (prover, type->kind == AF_TYPE_FLOAT ? "floating point" : "a cast between a pointer and a number");
  return value;
}

static void write_cell (AfProver *prover, AfCell *cell, const AfCell *from);

static void write_block (AfProver *prover, AfBlock *block, AfBlock *from)
{
  for (guint i = 0; i < block->room && i < from->room; i++) {
    if (af_type_is_bit_vector (block->element))
      af_block_terms (prover, block, FALSE)[i] = af_block_terms (prover, from, FALSE)[i];
    else if (from->cells && from->cells[i]) {
      AfCell *cell = af_block_cell (prover, block, af_term_number (prover, i, 64));
      if (cell)
        write_cell (prover, cell, from->cells[i]);
    }
  }
}

static void write_cell (AfProver *prover, AfCell *cell, const AfCell *from)
{
  for (guint i = 0; cell->fields && i < cell->type->fields->len; i++)
    if (cell->fields[i] && from->fields[i])
      write_cell (prover, cell->fields[i], from->fields[i]);
  if (cell->elements && from->elements)
    write_block (prover, cell->elements, from->elements);
  cell->now = from->now;
}

void af_lvalue_write (AfProver *prover, AfLvalue place, AfValue value)
{
  if (prover->stop != AF_STOP_NO)
    return;
  const AfType *type = place.block ? place.block->element : place.cell->type;
  value = af_value_as (prover, value, type);
  if (prover->stop != AF_STOP_NO)
    return;
  if (place.cell && value.kind == AF_VALUE_RECORD) {
    if (place.cell->fields)
      write_cell (prover, place.cell, value.cell);
    else
      af_prover_give_up (prover, "a union");
  } else if (place.cell)
    place.cell->now = value;
  else {
    Z3_ast *terms = af_block_terms (prover, place.block, FALSE);
    for (guint i = 0; i < place.block->room; i++) {
      Z3_ast is_here = af_term_equal (prover, place.index, af_term_number (prover, i, 64));
      terms[i] = af_prover_simple (prover, Z3_mk_ite (prover->context, is_here, value.term, terms[i]));
    }
  }
}

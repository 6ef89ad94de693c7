/* The model of a violation, as arguments and the memory that they lead to.
 *
 * In:  cells of the state at entry and Z3's model.   Out: trees of numbers, nulls, blocks and records; as text: `n = 5,
 * s->count = -1`. */
#include "prove/prove-internal.h"

enum { MAX_TEXT = 12, MAX_TEXT_DEPTH = 4 };

void af_witness_free (AfWitness *witness)
{
  if (!witness)
    return;
  g_clear_pointer (&witness->parts, g_ptr_array_unref);
  g_free (witness);
}

static AfWitness *witness_new (AfWitnessKind kind, const AfType *type)
{
  AfWitness *witness = g_new0 (AfWitness, 1);
  witness->kind = kind;
  witness->type = type;
  return witness;
}

static void begin_parts (AfWitness *witness)
{
  witness->parts = g_ptr_array_new_with_free_func ((GDestroyNotify)af_witness_free);
}

static AfWitness *of_number (AfProver *prover, Z3_ast term, const AfType *type)
{
  AfWitness *witness = witness_new (AF_WITNESS_INT, type);
  witness->value = af_term_evaluate (prover, term, type->bits, type->kind != AF_TYPE_BOOL && type->is_signed);
  return witness;
}

static AfWitness *of_block (AfProver *prover, AfBlock *block, GHashTable *seen)
{
  AfWitness *witness = witness_new (AF_WITNESS_BLOCK, block->element);
  witness->block = block->number;
  if (!g_hash_table_add (seen, block))
    return witness;
  guint64 length = (guint64)af_term_evaluate (prover, block->length, 64, FALSE);
  begin_parts (witness);
  for (guint i = 0; i < block->room && i < length; i++) {
    if (af_type_is_bit_vector (block->element)) {
      Z3_ast *terms = af_block_terms (prover, block, TRUE);
      g_ptr_array_add (witness->parts, of_number (prover, terms[i], block->element));
    } else if (block->cells && block->cells[i])
      g_ptr_array_add (witness->parts, af_witness_of_cell (prover, block->cells[i], seen));
    else
      g_ptr_array_add (witness->parts, witness_new (AF_WITNESS_ANY, block->element));
  }
  return witness;
}

AfWitness *af_witness_of_cell (AfProver *prover, AfCell *cell, GHashTable *seen)
{
  if (cell->fields) {
    AfWitness *witness = witness_new (AF_WITNESS_RECORD, cell->type);
    begin_parts (witness);
    for (guint i = 0; i < cell->type->fields->len; i++)
      g_ptr_array_add (witness->parts, cell->fields[i] ? af_witness_of_cell (prover, cell->fields[i], seen)
                                                       : witness_new (AF_WITNESS_ANY, NULL));
    return witness;
  }
  if (cell->elements) {
    AfWitness *witness = of_block (prover, cell->elements, seen);
    return witness;
  }
  AfValue value = cell->before;
  if (value.kind == AF_VALUE_INT)
    return of_number (prover, value.term, cell->type);
  if (value.kind != AF_VALUE_POINTER || !value.unknown || !value.unknown->is_decided)
    return witness_new (AF_WITNESS_ANY, cell->type);
  return value.unknown->block ? of_block (prover, value.unknown->block, seen)
                              : witness_new (AF_WITNESS_NULL, cell->type);
}

/* --- text --- */

typedef struct {
  GString *text;
  guint n;           /* items so far */
  GHashTable *names; /* block number -> name */
} Text;

static void put (Text *text, const char *name, const char *value)
{
  if (text->n++ < MAX_TEXT)
    g_string_append_printf (text->text, "%s%s = %s", text->text->len > 0 ? ", " : "", name, value);
}

static void describe (Text *text, const AfWitness *witness, const char *name, guint depth);

static void describe_fields (Text *text, const AfWitness *record, const char *name, const char *joint, guint depth)
{
  for (guint i = 0; i < record->parts->len; i++) {
    const AfField *field = record->type->fields->pdata[i];
    g_autofree char *inner = g_strconcat (name, joint, field->name, NULL);
    describe (text, record->parts->pdata[i], inner, depth + 1);
  }
}

static void describe_numbers (Text *text, const AfWitness *block, const char *name)
{
  g_autoptr (GString) list = g_string_new ("{");
  for (guint i = 0; i < block->parts->len; i++)
    g_string_append_printf (list, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : " ",
                            ((const AfWitness *)block->parts->pdata[i])->value);
  g_string_append (list, " }");
  put (text, name, list->str);
}

static void describe_block (Text *text, const AfWitness *block, const char *name, guint depth)
{
  gpointer key = GUINT_TO_POINTER (block->block + 1);
  const char *other = g_hash_table_lookup (text->names, key);
  if (other) {
    put (text, name, other);
    return;
  }
  g_hash_table_insert (text->names, key, g_strdup (name));
  const AfWitness *first = block->parts && block->parts->len > 0 ? block->parts->pdata[0] : NULL;
  if (first && first->kind == AF_WITNESS_INT)
    describe_numbers (text, block, name);
  else if (first && first->kind == AF_WITNESS_RECORD)
    describe_fields (text, first, name, "->", depth);
  else
    put (text, name, "not NULL");
}

static void describe (Text *text, const AfWitness *witness, const char *name, guint depth)
{
  if (depth > MAX_TEXT_DEPTH)
    return;
  switch (witness->kind) {
  case AF_WITNESS_ANY:
    break;
  case AF_WITNESS_INT: {
    g_autofree char *value = g_strdup_printf ("%" G_GINT64_FORMAT, witness->value);
    put (text, name, value);
    break;
  }
  case AF_WITNESS_NULL:
    put (text, name, "NULL");
    break;
  case AF_WITNESS_BLOCK:
    describe_block (text, witness, name, depth);
    break;
  case AF_WITNESS_RECORD:
    describe_fields (text, witness, name, ".", depth);
    break;
  }
}

char *af_proof_describe (const AfProof *proof, const AfRoutine *routine)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  Text text = { g_string_new (NULL), 0, names };
  for (guint i = 0; proof->arguments && i < proof->arguments->len; i++)
    describe (&text, proof->arguments->pdata[i], ((const AfVariable *)routine->variables->pdata[i])->name, 0);
  if (text.n > MAX_TEXT)
    g_string_append (text.text, ", ...");
  return g_string_free (text.text, FALSE);
}

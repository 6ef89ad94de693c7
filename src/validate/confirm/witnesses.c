/* Tests that may show what a bounded check found.
 *
 * In:  the arguments and the state of a violation.   Out: tests.
 *
 * The arguments become a test where values of their kind can be written: numbers, texts, rows of numbers, records that
 * a factory makes.  They are also put into the last calls of known tests, so that objects come from commands. */
#include "validate/witnesses.h"

#include <string.h>

#include "weave/driver.h"

enum { MAX_VARIANTS = 30 };

typedef struct {
  const AfModule *module;
  const AfRoutine *routine;
  const GPtrArray *arguments; /* of AfWitness */
  AfTest *test;
  GHashTable *variables; /* block number + 1 -> test variable + 1 */
} Writer;

/* --- values --- */

static void put_number (GByteArray *bytes, gint64 value, guint bits)
{
  guint8 raw[8] = { 0 };
  memcpy (raw, &value, sizeof raw);
  g_byte_array_append (bytes, raw, MAX (1, bits / 8));
}

/* A text ends at its first zero, which is not part of the argument. */
static gboolean write_row (const AfWitness *block, const AfType *pointer, AfArg *arg)
{
  gboolean is_text = pointer->is_const && pointer->target->is_char;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  for (guint i = 0; i < block->parts->len; i++) {
    const AfWitness *element = block->parts->pdata[i];
    if (element->kind != AF_WITNESS_INT)
      return FALSE;
    if (is_text && element->value == 0)
      break;
    put_number (bytes, element->value, block->type->bits);
  }
  arg->kind = is_text ? AF_ARG_STRING : AF_ARG_BUFFER;
  arg->bytes = g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
  return TRUE;
}

/* The numbers of a record in order, as its factory takes them. */
static gboolean flatten (const AfWitness *record, GArray *numbers)
{
  for (guint i = 0; i < record->parts->len; i++) {
    const AfWitness *part = record->parts->pdata[i];
    if (part->kind == AF_WITNESS_RECORD) {
      if (!flatten (part, numbers))
        return FALSE;
    } else if (part->kind == AF_WITNESS_INT)
      g_array_append_val (numbers, part->value);
    else
      return FALSE;
  }
  return TRUE;
}

/* A call of the factory; gives the test variable that holds the record, or -1. */
static int write_record (Writer *writer, const AfWitness *record)
{
  g_autoptr (GPtrArray) factories = af_driver_factories (writer->module);
  g_autoptr (GPtrArray) params = af_driver_factory_params (writer->module, record->type);
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (gint64));
  guint index;
  if (!g_ptr_array_find (factories, record->type, &index) || !flatten (record, numbers) || numbers->len != params->len)
    return -1;
  AfCall *call = af_call_new (writer->module->routines->len + index, (int)writer->test->n_variables++, params->len);
  for (guint i = 0; i < params->len; i++)
    call->args[i].integer = g_array_index (numbers, gint64, i);
  g_ptr_array_add (writer->test->calls, call);
  return call->result;
}

static gboolean write_block (Writer *writer, const AfWitness *block, const AfType *pointer, AfArg *arg)
{
  gpointer key = GUINT_TO_POINTER (block->block + 1);
  int known = GPOINTER_TO_INT (g_hash_table_lookup (writer->variables, key)) - 1;
  const AfWitness *first = block->parts && block->parts->len > 0 ? block->parts->pdata[0] : NULL;
  if (known < 0 && first && first->kind == AF_WITNESS_INT)
    return write_row (block, pointer, arg);
  if (known < 0 && first && first->kind == AF_WITNESS_RECORD) {
    known = write_record (writer, first);
    g_hash_table_insert (writer->variables, key, GINT_TO_POINTER (known + 1));
  }
  arg->kind = AF_ARG_ADDRESS;
  arg->index = (guint)MAX (known, 0);
  return known >= 0;
}

static gboolean write_argument (Writer *writer, const AfWitness *witness, const AfType *type, AfArg *arg)
{
  switch (witness->kind) {
  case AF_WITNESS_ANY:
    arg->kind = type->kind == AF_TYPE_POINTER ? AF_ARG_NULL : AF_ARG_INT;
    return type->kind == AF_TYPE_POINTER || af_type_is_integer (type) || type->kind == AF_TYPE_BOOL;
  case AF_WITNESS_INT:
    arg->kind = AF_ARG_INT;
    arg->integer = witness->value;
    return TRUE;
  case AF_WITNESS_NULL:
    arg->kind = AF_ARG_NULL;
    return TRUE;
  case AF_WITNESS_BLOCK:
    return type->kind == AF_TYPE_POINTER && write_block (writer, witness, type, arg);
  case AF_WITNESS_RECORD: {
    int variable = write_record (writer, witness);
    arg->kind = AF_ARG_VARIABLE;
    arg->index = (guint)MAX (variable, 0);
    return variable >= 0;
  }
  }
  return FALSE;
}

static const AfType *param_type (const Writer *writer, guint index)
{
  return ((const AfVariable *)writer->routine->variables->pdata[index])->type;
}

/* --- tests --- */

/* One call with just these arguments, or null. */
static AfTest *write_test (Writer *writer)
{
  g_autoptr (AfTest) test = af_test_new ();
  AfCall *call = af_call_new (writer->routine->id, -1, writer->routine->n_params);
  gboolean is_whole = TRUE;
  writer->test = test;
  for (guint i = 0; is_whole && i < writer->arguments->len; i++)
    is_whole = write_argument (writer, writer->arguments->pdata[i], param_type (writer, i), &call->args[i]);
  g_ptr_array_add (test->calls, call);
  return is_whole ? g_steal_pointer (&test) : NULL;
}

/* @known with the numbers, texts and rows of the witness in its last call; null where that changes nothing. */
static AfTest *vary_test (const Writer *writer, const AfTest *known)
{
  g_autoptr (AfTest) test = af_test_copy (known);
  AfCall *call = test->calls->pdata[test->calls->len - 1];
  for (guint i = 0; i < writer->arguments->len; i++) {
    const AfWitness *witness = writer->arguments->pdata[i];
    AfArg *arg = &call->args[i];
    if (witness->kind == AF_WITNESS_INT && arg->kind == AF_ARG_INT)
      arg->integer = witness->value;
  }
  return af_test_equal (test, known) ? NULL : g_steal_pointer (&test);
}

static void add_variants (const Writer *writer, const GPtrArray *known, GPtrArray *tests)
{
  g_autoptr (GHashTable) seen = g_hash_table_new ((GHashFunc)af_test_hash, (GEqualFunc)af_test_equal);
  for (guint i = 0; i < known->len && tests->len < MAX_VARIANTS; i++) {
    const AfTest *test = known->pdata[i];
    if (af_test_target (test) != writer->routine->id)
      continue;
    AfTest *varied = vary_test (writer, test);
    /* adding one that equals another would put it in the other's place */
    if (!varied || g_hash_table_contains (seen, varied)) {
      af_test_free (varied);
      continue;
    }
    g_hash_table_add (seen, varied);
    g_ptr_array_add (tests, varied);
  }
}

GPtrArray *af_witness_tests (const AfModule *module, const AfRoutine *routine, const GPtrArray *arguments,
                             const GPtrArray *first, const GPtrArray *second)
{
  GPtrArray *tests = g_ptr_array_new_with_free_func ((GDestroyNotify)af_test_free);
  g_autoptr (GHashTable) variables = g_hash_table_new (NULL, NULL);
  Writer writer = { .module = module, .routine = routine, .arguments = arguments, .variables = variables };
  if (!af_driver_callable (routine))
    return tests;
  AfTest *direct = write_test (&writer);
  if (direct)
    g_ptr_array_add (tests, direct);
  add_variants (&writer, first, tests);
  if (second)
    add_variants (&writer, second, tests);
  return tests;
}

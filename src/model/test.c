/* Tests, outcomes and traces as data.
 *
 * In:  calls of thunks with literal arguments and test variables.
 * Out: tests that can be compared, hashed, copied and cut down.
 *
 * Cutting down (af_test_project) is what minimisation and "leave out the invalid calls" are made of:
 *
 *     v0 = new ();  v1 = new ();  put (v1, 7);  go (v1, 2)       keep calls 1, 3:
 *     v0 = new ();  go (v0, 2)
 *
 * A call whose argument is a variable that no kept call defines any more is dropped with it; arguments that are
 * addresses of variables held by value need no defining call. */
#include <string.h>

#include "model/test.h"

AfCall *af_call_new (guint thunk, int result, guint n_args)
{
  AfCall *call = g_new0 (AfCall, 1);
  call->thunk = thunk;
  call->result = result;
  call->times = 1;
  call->n_args = n_args;
  call->args = g_new0 (AfArg, n_args + 1);
  return call;
}

AfCall *af_call_copy (const AfCall *call)
{
  AfCall *copy = af_call_new (call->thunk, call->result, call->n_args);
  copy->times = call->times;
  for (guint i = 0; i < call->n_args; i++) {
    copy->args[i] = call->args[i];
    if (copy->args[i].bytes)
      g_bytes_ref (copy->args[i].bytes);
  }
  return copy;
}

AfCall *af_call_turn (const AfCall *call, guint turn)
{
  AfCall *one = af_call_copy (call);
  one->times = 1;
  for (guint i = 0; i < one->n_args; i++) {
    AfArg *arg = &one->args[i];
    gint64 step = arg->step;
    arg->step = 0;
    if (step == 0)
      continue;
    if (arg->kind == AF_ARG_INT)
      arg->integer = (gint64)((guint64)arg->integer + (guint64)step * turn);
    if (arg->kind == AF_ARG_STRING && arg->bytes) {
      gsize size;
      const char *text = g_bytes_get_data (arg->bytes, &size);
      char *numbered = g_strdup_printf ("%.*s%u", (int)size, text ? text : "", turn);
      g_bytes_unref (arg->bytes);
      arg->bytes = g_bytes_new_take (numbered, strlen (numbered));
    }
  }
  return one;
}

void af_call_free (AfCall *call)
{
  if (!call)
    return;
  for (guint i = 0; i < call->n_args; i++)
    if (call->args[i].bytes)
      g_bytes_unref (call->args[i].bytes);
  g_free (call->args);
  g_free (call);
}

AfTest *af_test_new (void)
{
  AfTest *test = g_new0 (AfTest, 1);
  test->calls = g_ptr_array_new_with_free_func ((GDestroyNotify)af_call_free);
  return test;
}

AfTest *af_test_copy (const AfTest *test)
{
  AfTest *copy = af_test_new ();
  copy->n_variables = test->n_variables;
  for (guint i = 0; i < test->calls->len; i++)
    g_ptr_array_add (copy->calls, af_call_copy (test->calls->pdata[i]));
  return copy;
}

void af_test_free (AfTest *test)
{
  if (!test)
    return;
  g_ptr_array_unref (test->calls);
  g_free (test);
}

guint af_test_target (const AfTest *test)
{
  g_assert (test->calls->len > 0);
  return ((const AfCall *)test->calls->pdata[test->calls->len - 1])->thunk;
}

gboolean af_arg_is_variable (const AfArg *arg)
{
  return arg->kind == AF_ARG_VARIABLE || arg->kind == AF_ARG_ADDRESS;
}

static gboolean args_equal (const AfArg *a, const AfArg *b)
{
  if (a->kind != b->kind || a->step != b->step)
    return FALSE;
  switch (a->kind) {
  case AF_ARG_INT:
    return a->integer == b->integer;
  case AF_ARG_FLOAT:
    return memcmp (&a->real, &b->real, sizeof a->real) == 0; /* NaN equals itself, -0.0 is not 0.0 */
  case AF_ARG_NULL:
    return TRUE;
  case AF_ARG_VARIABLE:
  case AF_ARG_ADDRESS:
  case AF_ARG_FUNCTION:
    return a->index == b->index;
  case AF_ARG_END:
    return a->index == b->index && a->integer == b->integer;
  case AF_ARG_STRING:
  case AF_ARG_BUFFER:
  case AF_ARG_STREAM:
  case AF_ARG_TEXTS:
    return a->bytes && b->bytes ? g_bytes_equal (a->bytes, b->bytes) : a->bytes == b->bytes;
  }
  return FALSE;
}

gboolean af_test_equal (const AfTest *a, const AfTest *b)
{
  if (a->n_variables != b->n_variables || a->calls->len != b->calls->len)
    return FALSE;
  for (guint i = 0; i < a->calls->len; i++) {
    const AfCall *left = a->calls->pdata[i], *right = b->calls->pdata[i];
    if (left->thunk != right->thunk || left->result != right->result || left->n_args != right->n_args
        || left->times != right->times)
      return FALSE;
    for (guint k = 0; k < left->n_args; k++)
      if (!args_equal (&left->args[k], &right->args[k]))
        return FALSE;
  }
  return TRUE;
}

static guint mix (guint hash, guint64 value)
{
  return (hash ^ (guint)(value ^ (value >> 32))) * 16777619u;
}

static guint hash_arg (guint hash, const AfArg *arg)
{
  guint64 bits = 0;
  hash = mix (hash, arg->kind);
  if (arg->step != 0)
    hash = mix (hash, (guint64)arg->step);
  switch (arg->kind) {
  case AF_ARG_INT:
    return mix (hash, (guint64)arg->integer);
  case AF_ARG_FLOAT:
    memcpy (&bits, &arg->real, sizeof bits);
    return mix (hash, bits);
  case AF_ARG_NULL:
    return hash;
  case AF_ARG_VARIABLE:
  case AF_ARG_ADDRESS:
  case AF_ARG_FUNCTION:
    return mix (hash, arg->index);
  case AF_ARG_END:
    return mix (mix (hash, arg->index), (guint64)arg->integer);
  case AF_ARG_STRING:
  case AF_ARG_BUFFER:
  case AF_ARG_STREAM:
  case AF_ARG_TEXTS:
    return mix (hash, arg->bytes ? g_bytes_hash (arg->bytes) : 0);
  }
  return hash;
}

guint af_test_hash (const AfTest *test)
{
  guint hash = mix (2166136261u, test->n_variables);
  for (guint i = 0; i < test->calls->len; i++) {
    const AfCall *call = test->calls->pdata[i];
    hash = mix (mix (hash, call->thunk), (guint64)(gint64)call->result);
    if (call->times != 1)
      hash = mix (hash, call->times);
    for (guint k = 0; k < call->n_args; k++)
      hash = hash_arg (hash, &call->args[k]);
  }
  return hash;
}

/* --- projection --- */

#define UNNUMBERED G_MAXUINT

/* Whether some call of @test gives @variable its value. */
static gboolean is_result (const AfTest *test, guint variable)
{
  for (guint i = 0; i < test->calls->len; i++)
    if (((const AfCall *)test->calls->pdata[i])->result == (int)variable)
      return TRUE;
  return FALSE;
}

/* Whether all that @call uses is there: results of kept calls, or variables that are no results at all. */
static gboolean is_supplied (const AfTest *test, const AfCall *call, const guint *number)
{
  for (guint i = 0; i < call->n_args; i++) {
    const AfArg *arg = &call->args[i];
    if (!af_arg_is_variable (arg))
      continue;
    if (arg->index >= test->n_variables || (number[arg->index] == UNNUMBERED && is_result (test, arg->index)))
      return FALSE;
  }
  return TRUE;
}

static guint renumber (guint *number, guint variable, AfTest *copy)
{
  if (number[variable] == UNNUMBERED)
    number[variable] = copy->n_variables++;
  return number[variable];
}

AfTest *af_test_project (const AfTest *test, const gboolean *keep)
{
  AfTest *copy = af_test_new ();
  g_autofree guint *number = g_new (guint, test->n_variables + 1);
  for (guint i = 0; i < test->n_variables; i++)
    number[i] = UNNUMBERED;
  for (guint i = 0; i < test->calls->len; i++) {
    const AfCall *call = test->calls->pdata[i];
    if (!keep[i] || !is_supplied (test, call, number))
      continue;
    AfCall *kept = af_call_copy (call);
    for (guint k = 0; k < kept->n_args; k++)
      if (af_arg_is_variable (&kept->args[k]))
        kept->args[k].index = renumber (number, kept->args[k].index, copy);
    if (kept->result >= 0 && (guint)kept->result < test->n_variables)
      kept->result = (int)renumber (number, (guint)kept->result, copy);
    g_ptr_array_add (copy->calls, kept);
  }
  return copy;
}

void af_outcome_clear (AfOutcome *outcome)
{
  if (outcome->reached)
    g_array_unref (outcome->reached);
  if (outcome->covered)
    g_array_unref (outcome->covered);
  if (outcome->compared)
    g_array_unref (outcome->compared);
  memset (outcome, 0, sizeof *outcome);
  outcome->kind = AF_OUTCOME_UNKNOWN;
}

static void clear_outcome (gpointer outcome)
{
  af_outcome_clear (outcome);
}

GArray *af_outcomes_new (guint n)
{
  GArray *outcomes = g_array_sized_new (FALSE, TRUE, sizeof (AfOutcome), n);
  g_array_set_clear_func (outcomes, clear_outcome);
  g_array_set_size (outcomes, n);
  return outcomes;
}

/* --- traces --- */

AfTrace *af_trace_new (guint n_columns)
{
  AfTrace *trace = g_new0 (AfTrace, 1);
  trace->n_columns = n_columns;
  trace->location = g_array_new (FALSE, FALSE, sizeof (guint));
  trace->test = g_array_new (FALSE, FALSE, sizeof (guint));
  trace->values = g_array_new (FALSE, FALSE, sizeof (gint64));
  trace->defined = g_array_new (FALSE, FALSE, sizeof (guint8));
  return trace;
}

void af_trace_free (AfTrace *trace)
{
  if (!trace)
    return;
  g_array_unref (trace->location);
  g_array_unref (trace->test);
  g_array_unref (trace->values);
  g_array_unref (trace->defined);
  g_free (trace);
}

void af_trace_add (AfTrace *trace, guint location, guint test, const gint64 *values, const guint8 *defined)
{
  g_array_append_val (trace->location, location);
  g_array_append_val (trace->test, test);
  if (trace->n_columns == 0)
    return;
  g_array_append_vals (trace->values, values, trace->n_columns);
  g_array_append_vals (trace->defined, defined, trace->n_columns);
}

char *af_trace_dump (const AfTrace *trace, const char *const *notes)
{
  GString *text = g_string_new (NULL);
  for (guint row = 0; row < trace->location->len; row++) {
    g_string_append_printf (text, "test %u location %u:", g_array_index (trace->test, guint, row),
                            g_array_index (trace->location, guint, row));
    for (guint column = 0; column < trace->n_columns; column++) {
      guint cell = row * trace->n_columns + column;
      if (g_array_index (trace->defined, guint8, cell))
        g_string_append_printf (text, " %" G_GINT64_FORMAT, g_array_index (trace->values, gint64, cell));
      else
        g_string_append (text, " ?");
    }
    if (notes)
      g_string_append_printf (text, " | %s", notes[row]);
    g_string_append_c (text, '\n');
  }
  if (trace->truncated)
    g_string_append (text, "truncated\n");
  return g_string_free (text, FALSE);
}

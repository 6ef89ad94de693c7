/* Simpler tests: the single changes that the minimiser tries.
 *
 * In:  a test, one of its calls, one of its arguments.
 * Out: variants of the test, simpler in a well-founded order: shorter, nearer to 0, an earlier variable, fewer
 * repetitions.  Of set_add (s, 9) for example
 *
 *     set_add (s, 0)      set_add (s, 1)      set_add (s, 2)      set_add (s, 4)      set_add (s, 7)      set_add (s,
 * 8) */
#include <math.h>
#include <string.h>

#include "testgen/testgen-internal.h"

enum { MAX_PARTS = 32 };

static void variant_clear (gpointer data)
{
  af_test_free (((AfVariant *)data)->test);
}

GArray *af_variants_new (void)
{
  GArray *variants = g_array_new (FALSE, TRUE, sizeof (AfVariant));

  g_array_set_clear_func (variants, variant_clear);
  return variants;
}

static void set_bytes (AfArg *arg, gconstpointer bytes, gsize size)
{
  g_clear_pointer (&arg->bytes, g_bytes_unref);
  arg->bytes = g_bytes_new (bytes, size);
}

static AfArg *copy_for_change (const AfTest *test, guint call, guint arg, GArray *variants)
{
  AfVariant variant = { af_test_copy (test), call, arg };
  AfCall *changed = variant.test->calls->pdata[call];

  g_array_append_val (variants, variant);
  return &changed->args[arg];
}

static void add_integer_variants (const AfTest *test, guint call, guint arg, GArray *variants)
{
  gint64 value = ((AfCall *)test->calls->pdata[call])->args[arg].integer;
  /* ever smaller steps, so that a bound in the middle of nowhere is found, too */
  gint64 steps[] = {
    0, 1, 2, value / 2, value - value / 4, value - value / 16, value - value / 256, value > 0 ? value - 1 : value + 1,
    -1
  };

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++) {
    gint64 step = steps[i];

    if (step == value || (value >= 0 && (step < 0 || step > value))
        || (value < 0 && (step < value || value == -1) && step != 0))
      continue;
    copy_for_change (test, call, arg, variants)->integer = step;
  }
}

/* Towards 0, and to whole numbers first. */
static void add_real_variants (const AfTest *test, guint call, guint arg, GArray *variants)
{
  double value = ((AfCall *)test->calls->pdata[call])->args[arg].real;
  double steps[] = { 0, value > 0 ? 1 : -1, trunc (value / 2), trunc (value) };

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    if (fabs (steps[i]) < fabs (value))
      copy_for_change (test, call, arg, variants)->real = steps[i];
}

/* An enumerator that is declared before; false for true. */
static void add_named_variants (const AfTest *test, guint call, guint arg, const AfType *type, GArray *variants)
{
  gint64 value = ((AfCall *)test->calls->pdata[call])->args[arg].integer;

  if (type->kind == AF_TYPE_BOOL && value != 0)
    copy_for_change (test, call, arg, variants)->integer = 0;
  for (guint i = 0; type->kind == AF_TYPE_ENUM && type->enum_values && i < type->enum_values->len; i++) {
    gint64 other = g_array_index (type->enum_values, gint64, i);

    if (other == value)
      break;
    copy_for_change (test, call, arg, variants)->integer = other;
  }
}

/* A function that stands before it among those that fit. */
static void add_function_variants (const AfTest *test, guint call, guint arg, const AfParam *param, GArray *variants)
{
  guint index = ((AfCall *)test->calls->pdata[call])->args[arg].index;

  for (guint i = 0; param->callbacks && i < param->callbacks->len; i++) {
    guint other = g_array_index (param->callbacks, guint, i);

    if (other == index)
      break;
    copy_for_change (test, call, arg, variants)->index = other;
  }
}

/* @text without @length bytes from @from on; owned by the caller. */
static char *without_part (const char *text, gsize size, gsize from, gsize length)
{
  char *rest = g_malloc (size - length + 1);

  memcpy (rest, text, from);
  memcpy (rest + from, text + from + length, size - from - length);
  return rest;
}

/* How much is cut out of the middle of a text at a time. */
static gsize part_of (gsize size)
{
  return MAX (size / MAX_PARTS, 1);
}

/* Each element of a short text or array alone, @size bytes set to @byte. */
static void set_parts (const AfTest *test, guint call, guint arg, char byte, gsize size, GArray *variants)
{
  gsize length;
  const char *bytes = g_bytes_get_data (((AfCall *)test->calls->pdata[call])->args[arg].bytes, &length);
  g_autofree char *wanted = g_malloc (size);

  memset (wanted, byte, size);
  for (gsize from = 0; length <= MAX_PARTS * size && from + size <= length; from += size) {
    g_autofree char *changed = g_memdup2 (bytes, length);

    if (memcmp (bytes + from, wanted, size) == 0)
      continue;
    memcpy (changed + from, wanted, size);
    set_bytes (copy_for_change (test, call, arg, variants), changed, length);
  }
}

static void add_string_variants (const AfTest *test, guint call, guint arg, GArray *variants)
{
  gsize size;
  const char *text = g_bytes_get_data (((AfCall *)test->calls->pdata[call])->args[arg].bytes, &size);
  g_autofree char *plain = g_strnfill (size, 'a');

  if (size == 0)
    return;
  set_bytes (copy_for_change (test, call, arg, variants), "", 0);
  if (size > 1)
    set_bytes (copy_for_change (test, call, arg, variants), text, 1);
  if (size > 3)
    set_bytes (copy_for_change (test, call, arg, variants), text, size / 2);
  if (size > 2)
    set_bytes (copy_for_change (test, call, arg, variants), text, size - 1);
  for (gsize part = part_of (size), from = 0; from + part < size; from += part) {
    g_autofree char *rest = without_part (text, size, from, part);

    set_bytes (copy_for_change (test, call, arg, variants), rest, size - part);
  }
  if (memcmp (plain, text, size) != 0)
    set_bytes (copy_for_change (test, call, arg, variants), plain, size);
  set_parts (test, call, arg, 'a', 1, variants);
}

/* The first bytes, the last element of them zero. */
static void set_ended (AfArg *arg, const char *bytes, gsize size, gsize element)
{
  g_autofree char *ended = g_memdup2 (bytes, size);

  memset (ended + size - element, 0, element);
  set_bytes (arg, ended, size);
}

static void shrink_buffer (const AfTest *test, guint call, guint arg, const AfParam *param, gboolean is_exact,
                           gsize elements, GArray *variants)
{
  const AfArg *old = &((AfCall *)test->calls->pdata[call])->args[arg];
  gsize element = af_values_element_size (param->element);
  const char *bytes = g_bytes_get_data (old->bytes, NULL);
  AfArg *changed = copy_for_change (test, call, arg, variants);
  gboolean is_ended = param->is_guessed && !is_exact;
  gint64 n;

  set_bytes (changed, bytes, elements * element);
  if (is_ended)
    set_ended (changed, bytes, elements * element, element);
  if (!af_arg_count (param, changed - arg, &n))
    return;
  /* the last one is the zero after the end */
  af_arg_put_count (param, changed - arg,
                    MIN (n, is_ended ? MAX ((gint64)elements - 1, 0) : (gint64)elements - param->is_last));
}

/* A text that is counted, without a part in the middle of it. */
static void shrink_text (const AfTest *test, guint call, guint arg, const AfParam *param, GArray *variants)
{
  const AfCall *old = test->calls->pdata[call];
  gsize size;
  gint64 n;
  const char *text = g_bytes_get_data (old->args[arg].bytes, &size);

  if (!af_arg_count (param, old->args, &n) || n > (gint64)size)
    return;
  for (gsize part = part_of (size), from = 0; from + part < size; from += part) {
    g_autofree char *rest = without_part (text, size, from, part);
    AfArg *changed = copy_for_change (test, call, arg, variants);

    set_bytes (changed, rest, size - part);
    af_arg_put_count (param, changed - arg, MAX (n - (gint64)part, 0));
  }
}

/* The same with a zero after its end. */
static void set_end (const AfTest *test, guint call, guint arg, const char *bytes, gsize size, GArray *variants)
{
  g_autofree char *ended = g_malloc0 (size + 1);

  if (size > 0)
    memcpy (ended, bytes, size);
  set_bytes (copy_for_change (test, call, arg, variants), ended, size + 1);
}

static void add_buffer_variants (const AfTest *test, guint call, guint arg, const AfParam *param, gboolean is_exact,
                                 GArray *variants)
{
  const AfArg *old = &((AfCall *)test->calls->pdata[call])->args[arg];
  gsize size;
  const char *bytes = g_bytes_get_data (old->bytes, &size);
  g_autofree char *zeros = g_malloc0 (size + 1);
  gsize element = param->element != NULL ? af_values_element_size (param->element) : 0;

  if (is_exact)
    set_end (test, call, arg, bytes, size, variants);
  if (size > 0 && memcmp (zeros, bytes, size) != 0)
    set_bytes (copy_for_change (test, call, arg, variants), zeros, size);
  if (element > 0)
    set_parts (test, call, arg, '\0', element, variants);
  if (param->kind != AF_PARAM_BUFFER || size < ((param->is_guessed && !is_exact) || param->is_last ? 2 : 1) * element)
    return;
  shrink_buffer (test, call, arg, param, is_exact, size / element - 1, variants);
  if (size / element > 3)
    shrink_buffer (test, call, arg, param, is_exact, size / element / 2, variants);
  if (param->element->is_char)
    shrink_text (test, call, arg, param, variants);
}

/* Fewer texts, where the parameter that counts them is a number; simpler ones. */
static void add_texts_variants (const AfTest *test, guint call, guint arg, const AfParam *param, GArray *variants)
{
  const AfCall *old = test->calls->pdata[call];
  guint n = af_texts_count (&old->args[arg]), kept[] = { 0, n / 2, n - 1 };
  gboolean is_counted = param->kind == AF_PARAM_BUFFER && old->args[param->length].kind == AF_ARG_INT
                        && old->args[param->length].integer == n;

  for (guint i = 0; i < G_N_ELEMENTS (kept) && n > 0 && is_counted; i++)
    if (i == 0 || kept[i] > kept[i - 1]) {
      AfArg *changed = copy_for_change (test, call, arg, variants);

      af_texts_keep (&old->args[arg], kept[i], changed);
      changed[param->length - (int)arg].integer = kept[i];
    }
  if (n > 0 && !af_texts_are_small (&old->args[arg], 2)) {
    af_texts_small (n, 2, af_texts_are_ended (&old->args[arg]), copy_for_change (test, call, arg, variants));
    if (!af_texts_are_small (&old->args[arg], 0))
      af_texts_small (n, 0, af_texts_are_ended (&old->args[arg]), copy_for_change (test, call, arg, variants));
  }
}

/* The type of a test variable: the result of the call that sets it. */
static const AfType *variable_type (const AfRepertoire *repertoire, const AfTest *test, guint variable)
{
  for (guint i = 0; i < test->calls->len; i++) {
    const AfCall *call = test->calls->pdata[i];
    const AfCallable *callable = af_repertoire_callable (repertoire, call->thunk);

    if (call->result == (int)variable)
      return callable != NULL ? callable->result : NULL;
  }
  return NULL;
}

/* An earlier variable of the same type, so that one object may do for two; a number instead of a result. */
static void add_variable_variants (const AfRepertoire *repertoire, const AfTest *test, guint call, guint arg,
                                   GArray *variants)
{
  const AfArg *old = &((AfCall *)test->calls->pdata[call])->args[arg];
  const AfType *type = variable_type (repertoire, test, old->index);

  for (guint variable = 0; variable < old->index && type != NULL; variable++)
    if (variable_type (repertoire, test, variable) == type) {
      copy_for_change (test, call, arg, variants)->index = variable;
      /* not one that a call has ended or given back since */
      if (!af_script_is_set_up (repertoire, g_array_index (variants, AfVariant, variants->len - 1).test))
        g_array_remove_index (variants, variants->len - 1);
    }
  if (type == NULL || type->kind != AF_TYPE_INT || old->kind != AF_ARG_VARIABLE)
    return;
  for (gint64 value = 0; value < 3; value++) {
    AfArg *changed = copy_for_change (test, call, arg, variants);

    changed->kind = AF_ARG_INT;
    changed->integer = value;
  }
}

/* Fewer repetitions, and the same arguments in each. */
void af_variants_of_times (const AfTest *test, guint index, GArray *variants)
{
  const AfCall *call = test->calls->pdata[index];
  guint times = call->times;
  guint steps[] = { 1, times / 2, times - times / 4, times - times / 16, times - 1 };

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++) {
    AfVariant variant = { af_test_copy (test), index, 0 };

    af_test_set_times (variant.test, index, MAX (steps[i], 1));
    if (steps[i] < times)
      g_array_append_val (variants, variant);
    else
      variant_clear (&variant);
  }
  for (guint i = 0; i < call->n_args; i++)
    if (call->args[i].step != 0)
      copy_for_change (test, index, i, variants)->step = 0;
}

void af_variants_of_arg (const AfRepertoire *repertoire, const AfTest *test, guint call, guint arg, GArray *variants)
{
  const AfCall *old = test->calls->pdata[call];
  const AfCallable *callable = af_repertoire_callable (repertoire, old->thunk);
  const AfParam *param = callable != NULL && arg < callable->params->len ? af_callable_param (callable, arg) : NULL;

  if (param == NULL)
    return;
  switch (old->args[arg].kind) {
  case AF_ARG_INT:
    if (param->type->kind != AF_TYPE_ENUM && param->type->kind != AF_TYPE_BOOL)
      add_integer_variants (test, call, arg, variants);
    else
      add_named_variants (test, call, arg, param->type, variants);
    break;
  case AF_ARG_FLOAT:
    add_real_variants (test, call, arg, variants);
    break;
  case AF_ARG_VARIABLE:
  case AF_ARG_ADDRESS:
    add_variable_variants (repertoire, test, call, arg, variants);
    break;
  case AF_ARG_STRING:
  case AF_ARG_STREAM:
    add_string_variants (test, call, arg, variants);
    break;
  case AF_ARG_BUFFER:
    add_buffer_variants (test, call, arg, param, af_args_are_exact (callable, old->args, arg), variants);
    break;
  case AF_ARG_TEXTS:
    add_texts_variants (test, call, arg, param, variants);
    break;
  case AF_ARG_FUNCTION:
    add_function_variants (test, call, arg, param, variants);
    break;
  case AF_ARG_END: /* goes with what it ends */
  case AF_ARG_NULL:
    break;
  }
}

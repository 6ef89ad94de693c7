/* The minimiser: a smaller test that still shows the same fault.
 *
 * In:  a failing test, an oracle that says for many variants at once whether each still fails in the same way.
 * Out: a test in which no single call can be left out and no argument made simpler.  Example:
 *
 *     s = set_new (); set_add (s, 9731); set_add (s, 4); set_remove (s, 9731)
 *     s = set_new (); set_add (s, 0); set_remove (s, 0)
 *
 * Greedy: all single changes are tried in one batch; then those that worked are tried together, and if that does not
 * work, the first one alone.  Simplifications come from a well-founded order (shorter, nearer to 0, earlier variable),
 * and the number of batches is bounded. */
#include <string.h>

#include "testgen/testgen-internal.h"

enum { MAX_BATCHES = 60, MAX_PARTS = 32 };

typedef struct {
  const AfRepertoire *repertoire;
  AfOracle oracle;
  gpointer data;
  guint batches;
  gboolean failed; /* the oracle reported an error */
} Minimizer;

/* One change of one test: the whole test that results, and what to call it when several are put together. */
typedef struct {
  AfTest *test;
  guint call, arg; /* of the simplified argument */
} Variant;

static void variant_clear (gpointer data)
{
  af_test_free (((Variant *)data)->test);
}

static GArray *variants_new (void)
{
  GArray *variants = g_array_new (FALSE, TRUE, sizeof (Variant));

  g_array_set_clear_func (variants, variant_clear);
  return variants;
}

static gboolean ask (Minimizer *minimizer, const GArray *variants, gboolean *shows, GError **error)
{
  g_autoptr (GPtrArray) tests = g_ptr_array_new ();

  for (guint i = 0; i < variants->len; i++)
    g_ptr_array_add (tests, g_array_index (variants, Variant, i).test);
  minimizer->batches++;
  if (tests->len > 0 && !minimizer->oracle (tests, shows, minimizer->data, error)) {
    minimizer->failed = TRUE;
    return FALSE;
  }
  return TRUE;
}

/* Whether one test passes the oracle. */
static gboolean ask_one (Minimizer *minimizer, AfTest *test, GError **error)
{
  g_autoptr (GPtrArray) tests = g_ptr_array_new ();
  gboolean shows = FALSE;

  g_ptr_array_add (tests, test);
  minimizer->batches++;
  if (!minimizer->oracle (tests, &shows, minimizer->data, error))
    minimizer->failed = TRUE;
  return shows && !minimizer->failed;
}

/* --- fewer calls --- */

/* @test without the marked calls and what depends on them; null if that takes away the last call. */
static AfTest *without (const AfTest *test, const gboolean *drop)
{
  guint n = test->calls->len;
  g_autofree gboolean *keep = g_new (gboolean, n);
  g_autoptr (AfTest) rest = NULL;
  const AfCall *last = test->calls->pdata[n - 1];
  const AfCall *rest_last;

  for (guint i = 0; i < n; i++)
    keep[i] = !drop[i];
  rest = af_test_project (test, keep);
  if (rest->calls->len == 0 || rest->calls->len >= n)
    return NULL;
  rest_last = rest->calls->pdata[rest->calls->len - 1];
  /* The last call fails; it must not have gone with its arguments, which another call of the routine could hide. */
  if (rest_last->thunk != last->thunk || rest_last->n_args != last->n_args)
    return NULL;
  return g_steal_pointer (&rest);
}

/* One variant for each call from the end; the indices go to @which. */
static GArray *drop_variants (const AfTest *test, GArray *which)
{
  GArray *variants = variants_new ();
  guint n = test->calls->len;

  for (guint i = n - 1; i-- > 0;) {
    g_autofree gboolean *drop = g_new0 (gboolean, n);
    Variant variant = { .call = i };

    drop[i] = TRUE;
    variant.test = without (test, drop);
    if (variant.test == NULL)
      continue;
    g_array_append_val (variants, variant);
    g_array_append_val (which, i);
  }
  return variants;
}

/* True with *@test replaced when something could be left out. */
static gboolean drop_calls (Minimizer *minimizer, AfTest **test, GError **error)
{
  g_autoptr (GArray) which = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) variants = drop_variants (*test, which);
  g_autofree gboolean *shows = g_new0 (gboolean, variants->len + 1);
  g_autofree gboolean *drop = g_new0 (gboolean, (*test)->calls->len);
  g_autoptr (AfTest) together = NULL;
  AfTest *first = NULL;
  guint n = 0;

  if (!ask (minimizer, variants, shows, error))
    return FALSE;
  for (guint i = 0; i < variants->len; i++) {
    if (!shows[i])
      continue;
    if (n++ == 0)
      first = g_array_index (variants, Variant, i).test;
    drop[g_array_index (which, guint, i)] = TRUE;
  }
  if (n == 0)
    return FALSE;
  together = n > 1 ? without (*test, drop) : NULL;
  if (together == NULL || !ask_one (minimizer, together, error)) {
    g_clear_pointer (&together, af_test_free);
    together = af_test_copy (first);
  }
  af_test_free (*test);
  *test = g_steal_pointer (&together);
  return !minimizer->failed;
}

/* --- simpler arguments --- */

static void set_bytes (AfArg *arg, gconstpointer bytes, gsize size)
{
  g_clear_pointer (&arg->bytes, g_bytes_unref);
  arg->bytes = g_bytes_new (bytes, size);
}

static AfArg *copy_for_change (const AfTest *test, guint call, guint arg, GArray *variants)
{
  Variant variant = { af_test_copy (test), call, arg };
  AfCall *changed = variant.test->calls->pdata[call];

  g_array_append_val (variants, variant);
  return &changed->args[arg];
}

static void add_integer_variants (const AfTest *test, guint call, guint arg, GArray *variants)
{
  gint64 value = ((AfCall *)test->calls->pdata[call])->args[arg].integer;
  gint64 steps[] = { 0, 1, 2, value / 2, value > 0 ? value - 1 : value + 1, -1 };

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++) {
    gint64 step = steps[i];

    if (step == value || (value >= 0 && (step < 0 || step > value))
        || (value < 0 && (step < value || value == -1) && step != 0))
      continue;
    copy_for_change (test, call, arg, variants)->integer = step;
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
}

/* The first bytes, the last element of them zero. */
static void set_ended (AfArg *arg, const char *bytes, gsize size, gsize element)
{
  g_autofree char *ended = g_memdup2 (bytes, size);

  memset (ended + size - element, 0, element);
  set_bytes (arg, ended, size);
}

static void shrink_buffer (const AfTest *test, guint call, guint arg, const AfParam *param, gsize elements,
                           GArray *variants)
{
  const AfArg *old = &((AfCall *)test->calls->pdata[call])->args[arg];
  gsize element = af_values_element_size (param->element);
  const char *bytes = g_bytes_get_data (old->bytes, NULL);
  AfArg *changed = copy_for_change (test, call, arg, variants);
  AfArg *length = changed - arg + param->length;

  set_bytes (changed, bytes, elements * element);
  if (param->is_guessed)
    set_ended (changed, bytes, elements * element, element);
  if (length->kind == AF_ARG_INT && param->is_guessed)
    length->integer = MIN (length->integer, MAX ((gint64)elements - 1, 0)); /* the last one is the zero after the end */
  else if (length->kind == AF_ARG_INT)
    length->integer = MIN (length->integer, (gint64)elements);
}

/* A text that is counted, without a part in the middle of it. */
static void shrink_text (const AfTest *test, guint call, guint arg, const AfParam *param, GArray *variants)
{
  const AfCall *old = test->calls->pdata[call];
  gsize size;
  const char *text = g_bytes_get_data (old->args[arg].bytes, &size);

  if (old->args[param->length].kind != AF_ARG_INT || old->args[param->length].integer > (gint64)size)
    return;
  for (gsize part = part_of (size), from = 0; from + part < size; from += part) {
    g_autofree char *rest = without_part (text, size, from, part);
    AfArg *changed = copy_for_change (test, call, arg, variants);

    set_bytes (changed, rest, size - part);
    changed[param->length - (int)arg].integer = MAX (old->args[param->length].integer - (gint64)part, 0);
  }
}

static void add_buffer_variants (const AfTest *test, guint call, guint arg, const AfParam *param, GArray *variants)
{
  const AfArg *old = &((AfCall *)test->calls->pdata[call])->args[arg];
  gsize size;
  const char *bytes = g_bytes_get_data (old->bytes, &size);
  g_autofree char *zeros = g_malloc0 (size + 1);
  gsize element = param->element != NULL ? af_values_element_size (param->element) : 0;

  if (size > 0 && memcmp (zeros, bytes, size) != 0)
    set_bytes (copy_for_change (test, call, arg, variants), zeros, size);
  if (param->kind != AF_PARAM_BUFFER || size < (param->is_guessed ? 2 : 1) * element)
    return;
  shrink_buffer (test, call, arg, param, size / element - 1, variants);
  if (size / element > 3)
    shrink_buffer (test, call, arg, param, size / element / 2, variants);
  if (param->element->is_char)
    shrink_text (test, call, arg, param, variants);
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
    if (variable_type (repertoire, test, variable) == type)
      copy_for_change (test, call, arg, variants)->index = variable;
  if (type == NULL || type->kind != AF_TYPE_INT || old->kind != AF_ARG_VARIABLE)
    return;
  for (gint64 value = 0; value < 3; value++) {
    AfArg *changed = copy_for_change (test, call, arg, variants);

    changed->kind = AF_ARG_INT;
    changed->integer = value;
  }
}

static void add_arg_variants (const AfRepertoire *repertoire, const AfTest *test, guint call, guint arg,
                              GArray *variants)
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
    break;
  case AF_ARG_FLOAT:
    if (old->args[arg].real != 0)
      copy_for_change (test, call, arg, variants)->real = 0;
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
    add_buffer_variants (test, call, arg, param, variants);
    break;
  case AF_ARG_NULL:
  case AF_ARG_FUNCTION:
    break;
  }
}

static void swap_call (AfTest *test, guint index, const AfTest *from)
{
  AfCall **place = (AfCall **)&test->calls->pdata[index];

  af_call_free (*place);
  *place = af_call_copy (from->calls->pdata[index]);
}

/* The variants that worked put together, the first for each call; null if they all change one call. */
static AfTest *combine (const AfTest *test, const GArray *variants, const gboolean *shows)
{
  g_autoptr (AfTest) together = af_test_copy (test);
  int last = -1;
  guint n = 0;

  for (guint i = 0; i < variants->len; i++) {
    const Variant *variant = &g_array_index (variants, Variant, i);

    if (!shows[i] || (int)variant->call == last)
      continue;
    swap_call (together, variant->call, variant->test);
    last = (int)variant->call;
    n++;
  }
  return n > 1 ? g_steal_pointer (&together) : NULL;
}

static gboolean simplify (Minimizer *minimizer, AfTest **test, GError **error)
{
  g_autoptr (GArray) variants = variants_new ();
  g_autofree gboolean *shows = NULL;
  g_autoptr (AfTest) better = NULL;

  for (guint i = 0; i < (*test)->calls->len; i++)
    for (guint j = 0; j < ((AfCall *)(*test)->calls->pdata[i])->n_args; j++)
      add_arg_variants (minimizer->repertoire, *test, i, j, variants);
  shows = g_new0 (gboolean, variants->len + 1);
  if (!ask (minimizer, variants, shows, error))
    return FALSE;
  better = combine (*test, variants, shows);
  if (better != NULL && !ask_one (minimizer, better, error))
    g_clear_pointer (&better, af_test_free);
  for (guint i = 0; i < variants->len && better == NULL && !minimizer->failed; i++)
    if (shows[i])
      better = af_test_copy (g_array_index (variants, Variant, i).test);
  if (better == NULL)
    return FALSE;
  af_test_free (*test);
  *test = g_steal_pointer (&better);
  return !minimizer->failed;
}

static guint64 arg_weight (const AfArg *arg)
{
  switch (arg->kind) {
  case AF_ARG_INT:
    return g_bit_storage ((gulong)ABS (arg->integer / 2)) + (arg->integer < 0 ? 2 : 0) + (arg->integer != 0);
  case AF_ARG_FLOAT:
    return arg->real == 0 ? 0 : 4;
  case AF_ARG_STRING:
  case AF_ARG_BUFFER:
  case AF_ARG_STREAM:
    return 1 + g_bytes_get_size (arg->bytes);
  case AF_ARG_VARIABLE:
  case AF_ARG_ADDRESS:
    return 1;
  case AF_ARG_NULL:
  case AF_ARG_FUNCTION:
    break;
  }
  return 0;
}

guint64 af_test_weight (const AfTest *test)
{
  guint64 weight = 0;

  for (guint i = 0; i < test->calls->len; i++) {
    const AfCall *call = test->calls->pdata[i];

    for (guint j = 0; j < call->n_args; j++)
      weight += arg_weight (&call->args[j]);
  }
  return weight;
}

AfTest *af_minimize (const AfRepertoire *repertoire, const AfTest *test, AfOracle oracle, gpointer data, GError **error)
{
  Minimizer minimizer = { repertoire, oracle, data, 0, FALSE };
  g_autoptr (AfTest) smallest = af_test_copy (test);
  gboolean changed = TRUE;

  while (changed && !minimizer.failed && minimizer.batches < MAX_BATCHES) {
    changed = FALSE;
    while (!minimizer.failed && minimizer.batches < MAX_BATCHES && drop_calls (&minimizer, &smallest, error))
      changed = TRUE;
    while (!minimizer.failed && minimizer.batches < MAX_BATCHES && simplify (&minimizer, &smallest, error))
      changed = TRUE;
  }
  return minimizer.failed ? NULL : g_steal_pointer (&smallest);
}

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
 * and the number of batches is bounded: of one test, and, where a library shows a hundred faults, of each the less. */
#include <string.h>

#include "testgen/testgen-internal.h"

/* Of one test, and of all tests of a module together. */
enum { MAX_BATCHES = 90, LEAST_BATCHES = 8, ALL_BATCHES = 1800 };

typedef struct {
  const AfRepertoire *repertoire;
  AfOracle oracle;
  gpointer data;
  guint batches;
  gboolean failed; /* the oracle reported an error */
} Minimizer;

static gboolean ask (Minimizer *minimizer, const GArray *variants, gboolean *shows, GError **error)
{
  g_autoptr (GPtrArray) tests = g_ptr_array_new ();

  for (guint i = 0; i < variants->len; i++)
    g_ptr_array_add (tests, g_array_index (variants, AfVariant, i).test);
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

/* Where a call that goes would give an object back under a new name, the old one stands. */
static void bypass (const AfRepertoire *repertoire, AfTest *test, guint index)
{
  const AfCall *call = test->calls->pdata[index];
  const AfCallable *callable = af_repertoire_callable (repertoire, call->thunk);
  int threaded = callable != NULL && callable->routine != NULL ? callable->routine->threads : -1;

  if (threaded < 0 || call->result < 0 || (guint)threaded >= call->n_args
      || call->args[threaded].kind != AF_ARG_VARIABLE)
    return;
  for (guint i = index + 1; i < test->calls->len; i++) {
    AfCall *later = test->calls->pdata[i];

    for (guint k = 0; k < later->n_args; k++)
      if (later->args[k].kind == AF_ARG_VARIABLE && later->args[k].index == (guint)call->result)
        later->args[k].index = call->args[threaded].index;
  }
}

/* @test without the marked calls and what depends on them; null if that takes away the last call, or what makes an
 * object that is used. */
static AfTest *without (const AfRepertoire *repertoire, const AfTest *test, const gboolean *drop)
{
  guint n = test->calls->len;
  g_autofree gboolean *keep = g_new (gboolean, n);
  g_autoptr (AfTest) renamed = af_test_copy (test), rest = NULL;
  const AfCall *last = test->calls->pdata[n - 1];
  const AfCall *rest_last;

  for (guint i = 0; i < n; i++)
    keep[i] = !drop[i];
  for (guint i = 0; i < n; i++)
    if (drop[i])
      bypass (repertoire, renamed, i);
  rest = af_test_project (renamed, keep);
  if (rest->calls->len == 0 || rest->calls->len >= n)
    return NULL;
  rest_last = rest->calls->pdata[rest->calls->len - 1];
  /* The last call fails; it must not have gone with its arguments, which another call of the routine could hide. */
  if (rest_last->thunk != last->thunk || rest_last->n_args != last->n_args || !af_script_is_set_up (repertoire, rest))
    return NULL;
  return g_steal_pointer (&rest);
}

/* One variant for each call from the end; the indices go to @which. */
static GArray *drop_variants (const AfRepertoire *repertoire, const AfTest *test, GArray *which)
{
  GArray *variants = af_variants_new ();
  guint n = test->calls->len;

  for (guint i = n - 1; i-- > 0;) {
    g_autofree gboolean *drop = g_new0 (gboolean, n);
    AfVariant variant = { .call = i };

    drop[i] = TRUE;
    variant.test = without (repertoire, test, drop);
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
  g_autoptr (GArray) variants = drop_variants (minimizer->repertoire, *test, which);
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
      first = g_array_index (variants, AfVariant, i).test;
    drop[g_array_index (which, guint, i)] = TRUE;
  }
  if (n == 0)
    return FALSE;
  together = n > 1 ? without (minimizer->repertoire, *test, drop) : NULL;
  if (together == NULL || !ask_one (minimizer, together, error)) {
    g_clear_pointer (&together, af_test_free);
    together = af_test_copy (first);
  }
  af_test_free (*test);
  *test = g_steal_pointer (&together);
  return !minimizer->failed;
}

/* --- simpler arguments --- */

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
    const AfVariant *variant = &g_array_index (variants, AfVariant, i);

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
  g_autoptr (GArray) variants = af_variants_new ();
  g_autofree gboolean *shows = NULL;
  g_autoptr (AfTest) better = NULL;

  for (guint i = 0; i < (*test)->calls->len; i++) {
    if (((const AfCall *)(*test)->calls->pdata[i])->times > 1)
      af_variants_of_times (*test, i, variants);
    for (guint j = 0; j < ((AfCall *)(*test)->calls->pdata[i])->n_args; j++)
      af_variants_of_arg (minimizer->repertoire, *test, i, j, variants);
  }
  shows = g_new0 (gboolean, variants->len + 1);
  if (!ask (minimizer, variants, shows, error))
    return FALSE;
  better = combine (*test, variants, shows);
  if (better != NULL && !ask_one (minimizer, better, error))
    g_clear_pointer (&better, af_test_free);
  for (guint i = 0; i < variants->len && better == NULL && !minimizer->failed; i++)
    if (shows[i])
      better = af_test_copy (g_array_index (variants, AfVariant, i).test);
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
  case AF_ARG_TEXTS:
    return 1 + g_bytes_get_size (arg->bytes);
  case AF_ARG_VARIABLE:
  case AF_ARG_ADDRESS:
  case AF_ARG_END:
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

    weight += g_bit_storage (call->times / 2);
    for (guint j = 0; j < call->n_args; j++)
      weight += arg_weight (&call->args[j]);
  }
  return weight;
}

guint af_minimize_share (guint n_tests)
{
  return n_tests > 0 ? CLAMP (ALL_BATCHES / n_tests, LEAST_BATCHES, MAX_BATCHES) : MAX_BATCHES;
}

AfTest *af_minimize_within (const AfRepertoire *repertoire, const AfTest *test, AfOracle oracle, gpointer data,
                            guint most, GError **error)
{
  Minimizer minimizer = { repertoire, oracle, data, 0, FALSE };
  g_autoptr (AfTest) smallest = af_test_copy (test);
  gboolean changed = TRUE;

  while (changed && !minimizer.failed && minimizer.batches < most) {
    changed = FALSE;
    while (!minimizer.failed && minimizer.batches < most && drop_calls (&minimizer, &smallest, error))
      changed = TRUE;
    while (!minimizer.failed && minimizer.batches < most && simplify (&minimizer, &smallest, error))
      changed = TRUE;
  }
  return minimizer.failed ? NULL : g_steal_pointer (&smallest);
}

AfTest *af_minimize (const AfRepertoire *repertoire, const AfTest *test, AfOracle oracle, gpointer data, GError **error)
{
  return af_minimize_within (repertoire, test, oracle, data, MAX_BATCHES, error);
}

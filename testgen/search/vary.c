/* The pool of tests worth varying, and their variations.
 *
 * In:  tests that were the first to reach a place or a state.
 * Out: scripts that get there again and then do something else.  Of
 *
 *     s = set_new (); set_add (s, 4); set_add (s, 9); set_remove (s, 4)
 *
 * a variation, aimed at `set_first`, is
 *
 *     s = set_new (); set_add (s, 4); set_add (s, 8); set_add (s, 8); set_first (s)
 *
 * Calls are left out, repeated and put in, numbers and strings change a little, another object is taken, a second test
 * is appended so that its objects meet those of the first.  The old variables are mapped to the new ones; what has no
 * new one is chosen or made as for any call. */
#include "testgen/testgen-internal.h"

enum { MAX_POOL = 2000, YOUNG = 32 };

/* --- the pool --- */

static void unref_array (gpointer array)
{
  if (array != NULL)
    g_array_unref (array);
}

AfPool *af_pool_new (void)
{
  AfPool *pool = g_new0 (AfPool, 1);

  pool->tests = g_ptr_array_new_with_free_func ((GDestroyNotify)af_test_free);
  pool->steps = g_array_new (FALSE, FALSE, sizeof (guint));
  pool->compared = g_ptr_array_new_with_free_func (unref_array);
  pool->texts = g_ptr_array_new_with_free_func ((GDestroyNotify)g_bytes_unref);
  return pool;
}

void af_pool_free (AfPool *pool)
{
  if (pool == NULL)
    return;
  g_ptr_array_unref (pool->tests);
  g_array_unref (pool->steps);
  g_ptr_array_unref (pool->compared);
  g_ptr_array_unref (pool->texts);
  g_free (pool);
}

void af_pool_keep (const AfPool *pool, AfCorpus *corpus)
{
  for (guint i = 0; i < corpus->faults->len; i++)
    g_ptr_array_add (corpus->kept, af_test_copy (((const AfFault *)corpus->faults->pdata[i])->test));
  for (guint i = 0; i < pool->tests->len; i++)
    g_ptr_array_add (corpus->kept, af_test_copy (pool->tests->pdata[i]));
}

void af_pool_add (AfPool *pool, AfTest *test, AfNews news, GArray *compared)
{
  if (pool->tests->len >= MAX_POOL || test->calls->len == 0) {
    af_test_free (test);
    return;
  }
  g_ptr_array_add (pool->tests, test);
  g_array_append_val (pool->steps, news.steps);
  g_ptr_array_add (pool->compared, compared != NULL ? g_array_ref (compared) : NULL);
}

/* A test, young ones and those with new steps more often, and what it compared; null: the pool is empty. */
static const AfTest *pool_pick (const AfPool *pool, AfRandom *random, const GArray **compared)
{
  guint n = pool->tests->len, first = 0, chosen = 0;

  if (n == 0)
    return NULL;
  if (n > YOUNG && af_random_chance (random, 1, 3))
    first = n - YOUNG;
  /* new steps are worth a second look, not a search */
  for (guint attempt = 0; attempt < 2; attempt++) {
    chosen = first + af_random_below (random, n - first);
    if (g_array_index (pool->steps, guint, chosen) > 0)
      break;
  }
  *compared = pool->compared->pdata[chosen];
  return pool->tests->pdata[chosen];
}

/* --- variations --- */

/* A test that is being written again. */
typedef struct {
  AfWriter *writer;
  const AfTest *test;
  int *map; /* old variable -> new one, or -1 */
} Rewriting;

static gint64 nudge (AfRandom *random, gint64 value)
{
  guint choice = af_random_below (random, 6);

  if (choice < 2)
    return value < G_MAXINT64 ? value + 1 : value;
  if (choice < 4)
    return value > G_MININT64 ? value - 1 : value;
  if (choice == 4 && value > G_MININT64 / 2 && value < G_MAXINT64 / 2)
    return 2 * value;
  return value > G_MININT64 ? -value : value;
}

static gint64 fit (const AfType *type, gint64 value)
{
  return af_type_is_integer (type) ? CLAMP (value, af_type_min (type), af_type_max (type)) : value;
}

/* Another number or text of about the same kind. */
static void change_arg (AfWriter *writer, const AfCallable *callable, AfArg *args, guint index)
{
  const AfParam *param = af_callable_param (callable, index);
  AfArg *arg = &args[index];
  gboolean is_number = param->kind == AF_PARAM_SCALAR && param->type->kind == AF_TYPE_INT;
  gint64 operand;

  if (af_param_is_text (param) && !af_random_chance (&writer->random, 1, 4)
      && af_text_vary (&writer->values, callable, args, index))
    return;
  if (arg->kind == AF_ARG_INT && is_number && af_operand_of_number (&writer->values, arg->integer, &operand))
    arg->integer = fit (param->type, operand);
  else if (arg->kind == AF_ARG_INT && is_number && af_random_chance (&writer->random, 1, 2))
    arg->integer = fit (param->type, nudge (&writer->random, arg->integer));
  else if (arg->kind == AF_ARG_TEXTS)
    af_values_texts (&writer->values, param->element, af_texts_count (arg), af_texts_are_ended (arg), arg);
  else if (param->values != NULL
           && (param->kind == AF_PARAM_SCALAR || arg->kind == AF_ARG_STRING || arg->kind == AF_ARG_STREAM)) {
    g_clear_pointer (&arg->bytes, g_bytes_unref);
    param->values->write (&writer->values, param, arg);
  }
}

/* About as often again: the length at which something breaks is one more than the one at which nothing does. */
static void change_times (AfWriter *writer, AfCall *call)
{
  gint64 times =
    call->times > 1 && af_random_chance (&writer->random, 1, 2) ? nudge (&writer->random, call->times) : call->times;

  call->times = (guint)CLAMP (times, 1, AF_MAX_TIMES);
}

/* The new variable for an old one; another one that fits where there is none. */
static int new_variable (const Rewriting *rewriting, const AfParam *param, const AfArg *old)
{
  AfWriter *writer = rewriting->writer;
  int variable = rewriting->map[old->index];
  gboolean is_object = param->kind == AF_PARAM_OBJECT;

  if (variable >= 0 && !af_writer_entry (writer, (guint)variable)->gone && !af_random_chance (&writer->random, 1, 12))
    return variable;
  if (is_object || param->kind == AF_PARAM_RECORD)
    return af_writer_pick (writer, af_param_fit (param), is_object ? param->element : param->type);
  return variable >= 0 && !af_writer_entry (writer, (guint)variable)->gone ? variable : -1;
}

/* The storage in which the call makes its object: what took the place of the old one's; -1: that is none. */
static int new_place (const Rewriting *rewriting, const AfArg *old)
{
  int variable = rewriting->map[old->index];

  return variable >= 0 && af_writer_entry (rewriting->writer, (guint)variable)->is_raw ? variable : -1;
}

/* False: nothing takes the place of what the argument was. */
static gboolean rewrite_arg (const Rewriting *rewriting, const AfCallable *callable, guint index, AfArg *args)
{
  const AfParam *param = af_callable_param (callable, index);
  AfArg *arg = &args[index];
  gboolean is_text = arg->bytes != NULL && af_param_is_text (param);
  AfWriter *writer = rewriting->writer;

  if (af_arg_is_variable (arg)) {
    gboolean makes = af_callable_makes_at (callable, index);
    int variable = makes ? new_place (rewriting, arg) : -1;

    if (variable < 0 && (!makes || param->is_threaded))
      variable = new_variable (rewriting, param, arg);
    if (variable < 0)
      return FALSE;
    arg->index = (guint)variable;
    if (param->kind == AF_PARAM_OBJECT)
      arg->kind = af_writer_entry (writer, (guint)variable)->by_value ? AF_ARG_ADDRESS : AF_ARG_VARIABLE;
    return TRUE;
  }
  if (!af_callable_counts (callable, index) && af_random_chance (&writer->random, 1, is_text ? 2 : 6))
    change_arg (writer, callable, args, index);
  return TRUE;
}

/* The variable to which the new call gives an object stands for the one of the old call. */
static void map_given (const Rewriting *rewriting, const AfCallable *callable, const AfCall *old)
{
  const GPtrArray *calls = rewriting->writer->test->calls;
  const AfCall *last = calls->len > 0 ? calls->pdata[calls->len - 1] : NULL;

  for (guint i = 0; last != NULL && last->thunk == old->thunk && i < old->n_args; i++)
    if (af_callable_makes_at (callable, i) && last->args[i].kind == AF_ARG_ADDRESS
        && old->args[i].kind == AF_ARG_ADDRESS)
      rewriting->map[old->args[i].index] = (int)last->args[i].index;
}

/* The old call again; where that cannot be, a new one of the same routine. */
static void rewrite_call (const Rewriting *rewriting, const AfCall *old)
{
  AfWriter *writer = rewriting->writer;
  const AfCallable *callable = af_repertoire_callable (writer->repertoire, old->thunk);
  guint n_before = writer->test->n_variables;
  AfCall *call;
  gboolean complete = callable != NULL && !af_writer_is_full (writer) && !af_random_chance (&writer->random, 1, 16);

  if (callable == NULL)
    return;
  call = af_call_copy (old);
  call->result = -1;
  change_times (writer, call);
  for (guint i = 0; i < call->n_args && complete; i++)
    complete = rewrite_arg (rewriting, callable, i, call->args);
  complete = complete && af_writer_choose_elements (writer, callable, call);
  if (complete) {
    af_writer_append (writer, callable, call);
  } else {
    af_call_free (call);
    af_writer_call (writer, callable, 0);
  }
  map_given (rewriting, callable, old);
  if (old->result >= 0 && writer->test->n_variables > n_before)
    rewriting->map[old->result] = (int)writer->test->n_variables - 1;
}

/* A string that is appended to itself doubles: variation upon variation repeats that until nothing else is done. */
static gboolean is_aliased (const AfCall *call)
{
  for (guint i = 1; i < call->n_args; i++)
    for (guint j = 0; j < i; j++)
      if (call->args[i].kind == call->args[j].kind && call->args[i].index == call->args[j].index
          && af_arg_is_variable (&call->args[i]))
        return TRUE;
  return FALSE;
}

static gboolean makes_object (const AfWriter *writer, const AfCall *call)
{
  const AfCallable *callable = af_repertoire_callable (writer->repertoire, call->thunk);

  return callable != NULL && callable->routine != NULL && callable->routine->initialises >= 0;
}

static void rewrite (AfWriter *writer, const AfTest *test, const AfCallable *target)
{
  g_autofree int *map = g_new (int, test->n_variables + 1);
  Rewriting rewriting = { writer, test, map };

  for (guint i = 0; i < test->n_variables; i++)
    map[i] = -1;
  for (guint i = 0; i < test->calls->len; i++) {
    const AfCall *call = test->calls->pdata[i];
    guint times = af_random_chance (&writer->random, 1, 12) ? 2 + af_random_below (&writer->random, 6) : 1;

    if (call->result < 0 && !makes_object (writer, call) && af_random_chance (&writer->random, 1, 10))
      continue;
    if (call->result >= 0 || is_aliased (call) || makes_object (writer, call))
      times = 1;
    while (times-- > 0)
      rewrite_call (&rewriting, call);
    if (af_random_chance (&writer->random, 1, 12)) {
      const AfCallable *other = af_writer_any (writer, target);

      if (other != NULL)
        af_writer_call (writer, other, 0);
    }
  }
}

AfTest *af_script_vary (const AfRepertoire *repertoire, guint64 seed, const AfPool *pool, const AfCallable *target)
{
  AfWriter writer;
  const AfTest *first, *second;

  af_writer_init (&writer, repertoire, seed);
  writer.values.texts = pool->texts;
  first = pool_pick (pool, &writer.random, &writer.values.compared);
  rewrite (&writer, first, target);
  second = af_random_chance (&writer.random, 1, 6) ? pool_pick (pool, &writer.random, &writer.values.compared) : NULL;
  if (second != NULL)
    rewrite (&writer, second, target);
  for (guint times = 1 + af_random_below (&writer.random, 2); times > 0; times--) {
    const AfCallable *last = target != NULL ? target : af_writer_any (&writer, NULL);

    if (last != NULL)
      af_writer_call (&writer, last, 0);
  }
  return af_writer_finish (&writer);
}

AfTest *af_script_near (const AfRepertoire *repertoire, guint64 seed, const AfPool *pool, const AfCallable *target)
{
  enum { MORE = 4 };
  AfWriter writer;
  const AfTest *first;

  af_writer_init (&writer, repertoire, seed);
  writer.values.texts = pool->texts;
  first = pool_pick (pool, &writer.random, &writer.values.compared);
  rewrite (&writer, first, target);
  for (guint times = af_random_below (&writer.random, MORE + 1); times > 0; times--) {
    const AfCallable *next = af_random_chance (&writer.random, 1, 4) ? target : af_writer_any (&writer, target);

    if (next != NULL)
      af_writer_call (&writer, next, 0);
  }
  return af_writer_finish (&writer);
}

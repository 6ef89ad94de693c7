/* Deep scripts: the same call a hundred times.
 *
 * In:  the repertoire, a seed, the routine to aim at.
 * Out: an AfTest with calls that are repeated, each as often as it says or until its precondition does not hold:
 *
 *     r = ring_new (8); for (turn = 0; turn < 400; turn++) ring_push (r, turn); for (...) ring_pop (r); ring_push (r,
 * 3)
 *
 * What fills, grows, wraps or runs out does so only after many calls: a table that doubles at its 65th entry, a counter
 * of one byte.  A repeated call is one call of the test with a number, so that such a test is small to keep, to make
 * smaller and to read. */
#include "testgen/testgen-internal.h"

/* Any order of magnitude is equally likely; often near a constant of the module, which may be a limit. */
static guint any_times (AfWriter *writer)
{
  guint most = 16u << af_random_below (&writer->random, 7);
  guint times = af_random_chance (&writer->random, 1, 2)
                  ? af_sentence_length (writer->repertoire, &writer->random, AF_MAX_TIMES)
                  : 1 + af_random_below (&writer->random, most);

  times += af_random_below (&writer->random, 2);
  return CLAMP (times, 1, AF_MAX_TIMES);
}

/* A command on an object that it leaves there; creators, what ends an object and what links an element are called once.
 */
static gboolean is_repeatable (const AfCallable *callable)
{
  gboolean takes_object = FALSE;

  if (callable->routine == NULL || callable->routine->is_query || callable->routine->consumes >= 0
      || callable->routine->initialises >= 0 || callable->made != NULL
      || (callable->routine->keeps | callable->routine->follows) != 0)
    return FALSE;
  for (guint i = 0; i < callable->params->len; i++)
    takes_object |= af_callable_param (callable, i)->kind == AF_PARAM_OBJECT || callable->place == (int)i;
  return takes_object;
}

/* Keys differ from one repetition to the next in every second row. */
static void write_repeated (AfWriter *writer, const AfCallable *callable, guint times)
{
  AfCall *call = af_call_new (callable->thunk, -1, callable->params->len);
  gboolean differ = af_random_chance (&writer->random, 1, 2);

  if (af_writer_is_full (writer) || !af_writer_fill (writer, callable, call, 0)) {
    af_call_free (call);
    return;
  }
  call->times = times;
  for (guint i = 0; differ && i < call->n_args; i++) {
    const AfParam *param = af_callable_param (callable, i);
    gboolean is_number = call->args[i].kind == AF_ARG_INT && param->type->kind == AF_TYPE_INT;

    if (call->args[i].kind == AF_ARG_STRING || (is_number && !af_callable_counts (callable, i)))
      call->args[i].step = is_number && af_random_chance (&writer->random, 1, 4) ? -1 : 1;
  }
  af_writer_append (writer, callable, call);
}

/* A command on what @target takes, if there is one; else any. */
static const AfCallable *pick_repeatable (AfWriter *writer, const AfCallable *target)
{
  const GPtrArray *callables = writer->repertoire->callables;
  const AfCallable *chosen = NULL;
  guint total = 0;

  for (guint i = 0; i < callables->len; i++) {
    const AfCallable *callable = callables->pdata[i];
    guint weight;

    if (callable == NULL || callable->level == 0 || !is_repeatable (callable))
      continue;
    weight = af_callable_is_related (callable, target) ? 16 : 1;
    total += weight;
    if (af_random_below (&writer->random, total) < weight)
      chosen = callable;
  }
  return chosen;
}

AfTest *af_script_deep (const AfRepertoire *repertoire, guint64 seed, const AfCallable *target)
{
  AfWriter writer;

  af_writer_init (&writer, repertoire, seed);
  af_writer_objects (&writer, target);
  for (guint rows = 1 + af_random_below (&writer.random, 3); rows > 0; rows--) {
    gboolean is_target = is_repeatable (target) && af_random_chance (&writer.random, 1, 3);
    const AfCallable *callable = is_target ? target : pick_repeatable (&writer, target);

    if (callable != NULL)
      write_repeated (&writer, callable, any_times (&writer));
  }
  af_writer_call (&writer, target, 0);
  return af_writer_finish (&writer);
}

gboolean af_test_repeats (const AfTest *test)
{
  for (guint i = 0; i < test->calls->len; i++)
    if (((const AfCall *)test->calls->pdata[i])->times > 1)
      return TRUE;
  return FALSE;
}

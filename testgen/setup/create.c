/* Objects for a script: storage, and the calls that make an object in it or give one.
 *
 * In:  the type of an object that a call needs, the writer.
 * Out: the script has a call of a creator more, chosen at random, and those that the creator needs. */
#include "testgen/testgen-internal.h"

gboolean af_writer_raw (AfWriter *writer, const AfCallable *callable, guint index, AfArg *arg)
{
  const AfType *place = af_callable_param (callable, index)->element;

  if (!af_callable_makes_at (callable, index) || af_writer_is_full (writer))
    return FALSE;
  for (guint i = 0; i < writer->repertoire->callables->len; i++) {
    const AfCallable *creator = writer->repertoire->callables->pdata[i];

    if (creator == NULL || creator->routine != NULL || creator->result != place || creator->params->len > 0)
      continue;
    arg->kind = AF_ARG_ADDRESS;
    arg->index = writer->test->n_variables;
    af_writer_append (writer, creator, af_call_new (creator->thunk, -1, 0));
    return TRUE;
  }
  return FALSE;
}

/* Every second time only what the user has named. */
static void prefer_factories (AfWriter *writer, GPtrArray *creators)
{
  guint n = 0;

  for (guint i = 0; i < creators->len; i++)
    n += ((AfCallable *)creators->pdata[i])->routine != NULL && ((AfCallable *)creators->pdata[i])->routine->is_factory;
  if (n == 0 || af_random_chance (&writer->random, 1, 2))
    return;
  for (guint i = creators->len; i-- > 0;)
    if (((AfCallable *)creators->pdata[i])->routine == NULL || !((AfCallable *)creators->pdata[i])->routine->is_factory)
      g_ptr_array_remove_index (creators, i);
}

void af_writer_create (AfWriter *writer, const AfType *record, gboolean by_value, guint depth)
{
  g_autoptr (GPtrArray) creators = g_ptr_array_new ();

  for (guint i = 0; i < writer->repertoire->callables->len; i++) {
    AfCallable *callable = writer->repertoire->callables->pdata[i];

    if (callable != NULL && af_callable_creates (callable, record, by_value))
      g_ptr_array_add (creators, callable);
  }
  prefer_factories (writer, creators);
  if (creators->len > 0 && depth < AF_MAX_DEPTH && !af_writer_is_full (writer)) {
    const AfCallable *creator = creators->pdata[af_random_below (&writer->random, creators->len)];
    g_autoptr (GPtrArray) initialisers = af_repertoire_initialisers (writer->repertoire, creator);

    if (initialisers->len > 0)
      creator = initialisers->pdata[af_random_below (&writer->random, initialisers->len)];
    af_writer_call (writer, creator, depth + 1);
  }
}

/* Elements that callers make and lists keep by their links: where each of them is, in the course of a script.
 *
 * In:  the calls of a script in their order; what each routine does with elements (AfRoutine: keeps, follows, finds).
 * Out: whether a call may be made: a linked element is kept once, and what follows links takes what is linked; an
 *      object that was handed over is handed over once, and not ended by the test.  The writer asks before it writes
 *      a call, and hands in another element, or makes one:
 *
 *          a = node_new (1); list_add (l, a); list_add (l, a)     becomes
 *          a = node_new (1); list_add (l, a); b = node_new (4); list_add (l, b)
 *
 * Without that nearly all longer scripts would hand an element in twice: what they show is no fault, and lists of three
 * would be rare. */
#include "testgen/testgen-internal.h"

/* One call in so many is written as it came: a list may refuse what it has. */
enum { AS_IT_CAME = 40 };

static gboolean is_bit (guint64 bits, guint i)
{
  return (bits >> i & 1) != 0;
}

/* Whether the routine leaves elements where they are. */
static gboolean only_looks (const AfRoutine *routine)
{
  return routine->is_query || routine->finds;
}

/* What nothing else may hold: it is kept, or ends. */
static guint64 wants_free (const AfRoutine *routine)
{
  return routine->keeps | routine->releases;
}

/* Another argument of the call is the same object. */
static gboolean is_in_itself (const AfCall *call, guint index)
{
  for (guint i = 0; i < call->n_args; i++)
    if (i != index && af_arg_is_variable (&call->args[i]) && call->args[i].index == call->args[index].index)
      return TRUE;
  return FALSE;
}

/* The first argument from @from on that is not where the call may take it; -1: all are. */
static int misfit (const AfRoutine *routine, const AfCall *call, const AfElementAt *places, guint from)
{
  for (guint i = from; i < MIN (call->n_args, 64); i++) {
    if (!af_arg_is_variable (&call->args[i]))
      continue;
    if (is_bit (routine->follows, i)
        && (places[call->args[i].index] != AF_ELEMENT_LINKED || (call->times > 1 && !only_looks (routine))))
      return (int)i;
    if (is_bit (wants_free (routine), i)
        && (places[call->args[i].index] != AF_ELEMENT_FREE || call->times > 1 || is_in_itself (call, i)))
      return (int)i;
  }
  return -1;
}

/* A call that is no look may have taken elements out, under whatever name. */
static void forget (const AfRoutine *routine, const AfCall *call, AfElementAt *places, guint n)
{
  for (guint i = 0; i < n; i++)
    places[i] = MIN (places[i], AF_ELEMENT_ASKED);
  for (guint i = 0; i < MIN (call->n_args, 64); i++)
    if (is_bit (routine->follows | routine->takes_out, i) && af_arg_is_variable (&call->args[i]))
      places[call->args[i].index] = AF_ELEMENT_FREE;
}

gboolean af_elements_take (const AfCallable *callable, const AfCall *call, AfElementAt *places, guint n)
{
  const AfRoutine *routine = callable != NULL ? callable->routine : NULL;
  gboolean may =
    routine == NULL || (wants_free (routine) | routine->follows) == 0 || misfit (routine, call, places, 0) < 0;

  for (guint i = 0; routine != NULL && i < MIN (call->n_args, 64); i++)
    if (is_bit (routine->keeps, i) && af_arg_is_variable (&call->args[i]))
      places[call->args[i].index] = AF_ELEMENT_ASKED;
  if (routine != NULL && !only_looks (routine))
    forget (routine, call, places, n);
  if (call->result >= 0)
    places[call->result] = routine != NULL && only_looks (routine) ? AF_ELEMENT_LINKED : AF_ELEMENT_FREE;
  return may;
}

/* A variable that fits @param, is at @place, and that no argument of @call names; -1: there is none. */
static int pick_at (AfWriter *writer, const AfParam *param, const AfCall *call, AfElementAt place)
{
  guint n = 0;
  int chosen = -1;

  for (guint i = 0; i < writer->pool->len; i++) {
    const AfPoolEntry *entry = af_writer_entry (writer, i);
    gboolean is_free =
      !entry->gone && writer->elements[i] == place && af_entry_fits (entry, af_param_fit (param), param->element);

    for (guint j = 0; j < call->n_args && is_free; j++)
      is_free = !af_arg_is_variable (&call->args[j]) || call->args[j].index != i;
    if (is_free && af_random_below (&writer->random, ++n) == 0)
      chosen = (int)i;
  }
  return chosen;
}

/* A routine that gives an element of the type that @param takes, and needs none. */
static const AfCallable *any_finder (AfWriter *writer, const AfParam *param)
{
  const AfCallable *chosen = NULL;
  guint n = 0;

  for (guint i = 0; i < writer->repertoire->targets->len; i++) {
    const AfCallable *callable = writer->repertoire->targets->pdata[i];

    if (only_looks (callable->routine) && callable->level > 0 && callable->made == param->element
        && !af_callable_takes (callable, param->element) && af_random_below (&writer->random, ++n) == 0)
      chosen = callable;
  }
  return chosen;
}

/* Looks for one in a list. */
static void find_one (AfWriter *writer, const AfParam *param)
{
  const AfCallable *finder = any_finder (writer, param);

  if (finder != NULL)
    af_writer_call (writer, finder, AF_MAX_DEPTH);
}

/* The same; where there is none, it is made or looked for. */
static int take_at (AfWriter *writer, const AfParam *param, const AfCall *call, AfElementAt place)
{
  int variable = pick_at (writer, param, call, place);

  if (variable >= 0 || param->kind != AF_PARAM_OBJECT || af_writer_is_full (writer))
    return variable;
  if (place == AF_ELEMENT_LINKED)
    find_one (writer, param);
  else
    af_writer_create (writer, param->element, FALSE, 0);
  return pick_at (writer, param, call, place);
}

gboolean af_elements_fit (const AfCallable *callable, const AfCall *call, const AfElementAt *places)
{
  return callable->routine == NULL || misfit (callable->routine, call, places, 0) < 0;
}

gboolean af_writer_choose_elements (AfWriter *writer, const AfCallable *callable, AfCall *call)
{
  const AfRoutine *routine = callable->routine;

  if (routine == NULL || (wants_free (routine) | routine->follows) == 0
      || misfit (routine, call, writer->elements, 0) < 0 || af_random_chance (&writer->random, 1, AS_IT_CAME))
    return TRUE;
  if (wants_free (routine) != 0 || !only_looks (routine))
    call->times = 1;
  for (int i = misfit (routine, call, writer->elements, 0); i >= 0;
       i = misfit (routine, call, writer->elements, (guint)i + 1)) {
    const AfParam *param = af_callable_param (callable, (guint)i);
    AfElementAt place = is_bit (routine->follows, (guint)i) ? AF_ELEMENT_LINKED : AF_ELEMENT_FREE;
    int variable = take_at (writer, param, call, place);

    if (variable < 0)
      return FALSE;
    call->args[i].index = (guint)variable;
    call->args[i].kind = af_writer_entry (writer, (guint)variable)->by_value ? AF_ARG_ADDRESS : AF_ARG_VARIABLE;
  }
  for (guint i = 0; i < call->n_args; i++)
    if (af_arg_is_variable (&call->args[i]) && !af_callable_makes_at (callable, i)
        && af_writer_entry (writer, call->args[i].index)->gone)
      return FALSE;
  return !af_writer_is_full (writer);
}

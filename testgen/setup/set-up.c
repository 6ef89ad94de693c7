/* Whether a script uses objects that its calls have made, each as whoever owns it may.
 *
 * In:  a script, or the test that its run has shown.
 * Out: whether what it shows may be a fault.  `text_add (&t, 'x')` on a `Text t` that no call has set up, an object
 * that is set up twice, one that goes on after what it holds has ended, an element that two lists hold: what such a
 * test shows is that its caller did wrong. */
#include "testgen/testgen-internal.h"

/* What makes an object out of zeros: `void text_init (Text *text, ...)`, `int text_read (const char *from, Text *to)`.
 */
GPtrArray *af_repertoire_initialisers (const AfRepertoire *repertoire, const AfCallable *creator)
{
  GPtrArray *initialisers = g_ptr_array_new ();

  for (guint i = 0; creator->routine == NULL && creator->params->len == 0 && i < repertoire->targets->len; i++) {
    AfCallable *callable = repertoire->targets->pdata[i];

    int place = callable->routine->initialises;

    if (place >= 0 && callable->level > 0 && af_callable_param (callable, (guint)place)->element == creator->made)
      g_ptr_array_add (initialisers, callable);
  }
  return initialisers;
}

void af_repertoire_find_raw (AfRepertoire *repertoire)
{
  for (guint i = 0; i < repertoire->callables->len; i++) {
    AfCallable *callable = repertoire->callables->pdata[i];

    if (callable == NULL || callable->routine != NULL)
      continue;
    g_autoptr (GPtrArray) initialisers = af_repertoire_initialisers (repertoire, callable);
    callable->is_raw = initialisers->len > 0 || callable->is_place;
  }
}

gboolean af_callable_makes_at (const AfCallable *callable, guint index)
{
  return callable->routine != NULL && (callable->routine->initialises == (int)index || callable->place == (int)index);
}

/* Whether the call looks for an object where argument @index is: also where it makes one in the place of what it
 * found. */
static gboolean looks_at (const AfCallable *callable, guint index, gboolean is_ended)
{
  return callable == NULL || callable->place != (int)index
         || (is_ended && af_callable_param (callable, index)->is_threaded);
}

/* Whether @call finds an object in each storage that it uses, or makes one there, where none is: what it makes goes
 * from @raw to @made. */
static gboolean finds_objects (const AfCallable *callable, const AfCall *call, gboolean *raw, gboolean *made,
                               gboolean *ended)
{
  int place = callable != NULL && callable->routine != NULL ? callable->routine->initialises : -1;

  for (guint i = 0; i < call->n_args; i++) {
    const AfArg *arg = &call->args[i];
    gboolean is_place = place == (int)i;

    if (!af_arg_is_variable (arg))
      continue;
    if (is_place ? made[arg->index]
                 : (raw[arg->index] || ended[arg->index]) && looks_at (callable, i, ended[arg->index]))
      return FALSE;
    made[arg->index] |= is_place;
    raw[arg->index] = ended[arg->index] = FALSE;
  }
  return TRUE;
}

/* Notes on which objects the one made by @call holds, and that those which hold what it ends are none any more. */
static void note_holders (const AfCallable *callable, const AfCall *call, guint64 *held, gboolean *raw, gboolean *made,
                          gboolean *gone, guint n)
{
  int place = callable != NULL ? af_call_derived_place (callable, call) : -1;
  int ended = callable != NULL && callable->routine != NULL ? callable->routine->consumes : -1;

  if (place >= 0)
    held[place] = 0;
  for (guint i = 0; place >= 0 && i < call->n_args; i++) {
    const AfArg *arg = &call->args[i];
    if (af_arg_is_variable (arg) && (int)arg->index != place && arg->index < 64)
      held[place] |= G_GUINT64_CONSTANT (1) << arg->index;
  }
  if (ended < 0 || (guint)ended >= call->n_args || !af_arg_is_variable (&call->args[ended]))
    return;
  made[call->args[ended].index] = FALSE;
  gone[call->args[ended].index] = TRUE;
  for (guint i = 0; i < n; i++)
    raw[i] |= call->args[ended].index < 64 && (held[i] >> call->args[ended].index & 1) != 0;
}

/* What the call makes a part of another object goes with that one, and is ended alone only by what looks for it there;
 * whether that is kept. */
static gboolean keeps_parts (const AfCallable *callable, const AfCall *call, guint64 *held, gboolean *is_part)
{
  const AfRoutine *routine = callable != NULL ? callable->routine : NULL;

  if (call->result >= 0) {
    guint64 holders = af_call_holders (callable, call);
    held[call->result] |= holders;
    is_part[call->result] = holders != 0;
  }
  return routine == NULL || !routine->ends_root || (guint)routine->consumes >= call->n_args
         || call->args[routine->consumes].kind != AF_ARG_VARIABLE || !is_part[call->args[routine->consumes].index];
}

/* What was given back, by its result, is used under the new name alone. */
static void note_threaded (const AfCallable *callable, const AfCall *call, gboolean *raw)
{
  int threaded = callable != NULL && callable->routine != NULL ? callable->routine->threads : -1;

  if (threaded >= 0 && (guint)threaded < call->n_args && call->args[threaded].kind == AF_ARG_VARIABLE)
    raw[call->args[threaded].index] = TRUE;
}

gboolean af_script_is_set_up (const AfRepertoire *repertoire, const AfTest *test)
{
  g_autofree gboolean *raw = g_new0 (gboolean, test->n_variables + 1);
  g_autofree gboolean *made = g_new0 (gboolean, test->n_variables + 1);
  g_autofree gboolean *ended = g_new0 (gboolean, test->n_variables + 1);
  g_autofree gboolean *is_part = g_new0 (gboolean, test->n_variables + 1);
  g_autofree AfElementAt *places = g_new0 (AfElementAt, test->n_variables + 1);
  g_autofree guint64 *held = g_new0 (guint64, test->n_variables + 1);

  for (guint i = 0; i < test->calls->len; i++) {
    const AfCall *call = test->calls->pdata[i];
    const AfCallable *callable = af_repertoire_callable (repertoire, call->thunk);

    if (!finds_objects (callable, call, raw, made, ended) || !keeps_parts (callable, call, held, is_part)
        || !af_elements_take (callable, call, places, test->n_variables))
      return FALSE;
    note_holders (callable, call, held, raw, made, ended, test->n_variables);
    note_threaded (callable, call, raw);
    if (callable != NULL && call->result >= 0 && (guint)call->result < test->n_variables) {
      raw[call->result] = callable->is_raw;
      made[call->result] = callable->routine != NULL;
      ended[call->result] = FALSE;
    }
  }
  return TRUE;
}

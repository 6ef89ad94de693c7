/* The writer of scripts: random sequences of calls on a pool of variables.
 *
 * In:  the repertoire, a seed, the routine to aim at.
 * Out: an AfTest that has not been run.  Example, aimed at `set_remove`:
 *
 *     s = set_new (); set_add (s, 1); set_add (s, 1); set_add (s, 4); n = set_find (s, 4); set_remove (s, n)
 *
 * It is written blindly: nothing is run meanwhile, and the runtime skips calls whose precondition does not hold.
 * The writer therefore tracks only what the runtime cannot: a value *derived* from an object (an iterator
 * held by value, a string that a query returned) is no longer used once a command was called on that object. */
#include <string.h>

#include "testgen/testgen-internal.h"

enum { TYPICAL_BODY = 10 };

AfPoolEntry *af_writer_entry (const AfWriter *writer, guint variable)
{
  return &g_array_index (writer->pool, AfPoolEntry, variable);
}

gboolean af_writer_is_full (const AfWriter *writer)
{
  return writer->test->calls->len >= AF_MAX_CALLS - 4 || writer->test->n_variables >= 60;
}

/* --- choosing variables --- */

AfFit af_param_fit (const AfParam *param)
{
  return param->kind == AF_PARAM_RECORD ? AF_FITS_RECORD
         : param->type->is_const        ? AF_FITS_OBJECT
         : param->needs_root            ? AF_FITS_ROOT
                                        : AF_FITS_OWN;
}

gboolean af_entry_fits (const AfPoolEntry *entry, AfFit fit, const AfType *type)
{
  switch (fit) {
  case AF_FITS_OBJECT:
    return entry->record == type;
  case AF_FITS_OWN:
    return entry->record == type && (entry->by_value || !entry->type->is_const);
  case AF_FITS_ROOT:
    return entry->record == type && entry->is_root && (entry->by_value || !entry->type->is_const);
  case AF_FITS_RECORD:
    return entry->record == type && entry->by_value;
  case AF_FITS_TYPE:
    return entry->type == type;
  case AF_FITS_PLACE:
    return entry->type == type && entry->is_root;
  }
  return FALSE;
}

int af_writer_pick (AfWriter *writer, AfFit fit, const AfType *type)
{
  guint n = 0;
  int chosen = -1;

  for (guint i = 0; i < writer->pool->len; i++)
    if (!af_writer_entry (writer, i)->gone && af_entry_fits (af_writer_entry (writer, i), fit, type)) {
      n++;
      if (af_random_below (&writer->random, n) == 0)
        chosen = (int)i;
    }
  return chosen;
}

guint af_writer_count (const AfWriter *writer, AfFit fit, const AfType *type)
{
  guint n = 0;

  for (guint i = 0; i < writer->pool->len; i++)
    n += !af_writer_entry (writer, i)->gone && af_entry_fits (af_writer_entry (writer, i), fit, type);
  return n;
}

/* --- adding a call --- */

static guint64 sources_of (const AfWriter *writer, const AfCallable *callable, const AfCall *call)
{
  guint64 sources = 0;

  for (guint i = 0; i < call->n_args; i++)
    if (af_arg_is_variable (&call->args[i])) {
      const AfParam *param = af_callable_param (callable, i);
      const AfPoolEntry *entry = af_writer_entry (writer, call->args[i].index);

      if (param->kind == AF_PARAM_OBJECT && (!entry->by_value || call->args[i].kind == AF_ARG_ADDRESS))
        sources |= G_GUINT64_CONSTANT (1) << call->args[i].index;
      sources |= entry->sources;
    }
  return sources;
}

guint64 af_call_holders (const AfCallable *callable, const AfCall *call)
{
  guint64 holders = 0;

  for (guint i = 0; callable != NULL && callable->routine != NULL && i < call->n_args; i++)
    if (af_routine_is_optional (callable->routine, i) && call->args[i].kind == AF_ARG_VARIABLE
        && call->args[i].index < 64)
      holders |= G_GUINT64_CONSTANT (1) << call->args[i].index;
  return holders;
}

/* The same, and those of which they are parts. */
static guint64 all_holders (const AfWriter *writer, const AfCallable *callable, const AfCall *call)
{
  guint64 direct = af_call_holders (callable, call), all = direct;

  for (guint i = 0; i < writer->pool->len && i < 64; i++)
    if ((direct >> i & 1) != 0)
      all |= af_writer_entry (writer, i)->holders;
  return all;
}

static void end_object (AfWriter *writer, guint ended)
{
  for (guint i = 0; i < writer->pool->len; i++)
    af_writer_entry (writer, i)->gone |= i == ended || (af_writer_entry (writer, i)->holders >> ended & 1) != 0;
}

/* A command on an object makes stale what was derived from it, but for a record of the caller's that it is given, too
 * (`list_next (l, &iter)`); a consumed object is gone.  A command on something derived (an iterator) leaves only this
 * one usable. */
static void retire (AfWriter *writer, const AfCallable *callable, const AfCall *call)
{
  const AfRoutine *routine = callable->routine;
  guint64 passed = 0, direct = 0, indirect = 0;

  if (routine == NULL || routine->is_query)
    return;
  for (guint i = 0; i < call->n_args; i++) {
    const AfParam *param = af_callable_param (callable, i);

    if ((param->kind != AF_PARAM_OBJECT && af_callable_ends (callable, i) == NULL && !param->is_threaded)
        || param->type->is_const || !af_arg_is_variable (&call->args[i]))
      continue;
    passed |= G_GUINT64_CONSTANT (1) << call->args[i].index;
    direct |= G_GUINT64_CONSTANT (1) << call->args[i].index;
    indirect |= af_writer_entry (writer, call->args[i].index)->sources;
  }
  for (guint i = 0; i < writer->pool->len; i++) {
    AfPoolEntry *entry = af_writer_entry (writer, i);

    gboolean is_passed = (passed >> i & 1) != 0;

    if (((entry->sources & direct) != 0 && !(is_passed && entry->by_value))
        || ((entry->sources & indirect) != 0 && !is_passed))
      entry->gone = TRUE;
  }
  int made = routine->initialises >= 0 ? routine->initialises : callable->place;
  if (made >= 0 && call->args[made].kind == AF_ARG_ADDRESS) {
    AfPoolEntry *entry = af_writer_entry (writer, call->args[made].index);
    entry->gone = entry->is_raw = FALSE;
  }
  if (routine->consumes >= 0 && (guint)routine->consumes < call->n_args
      && af_arg_is_variable (&call->args[routine->consumes]))
    end_object (writer, call->args[routine->consumes].index);
  if (routine->threads >= 0 && call->args[routine->threads].kind == AF_ARG_VARIABLE)
    af_writer_entry (writer, call->args[routine->threads].index)->gone = TRUE;
}

/* A pointer to storage that has a name. */
static gboolean is_second_name (const AfCallable *callable)
{
  const AfRoutine *routine = callable->routine;
  int place = routine != NULL ? routine->initialises : -1;

  return place >= 0
         && (routine->returns_it
             || (af_type_is_record_pointer (callable->result)
                 && callable->result->target == af_callable_param (callable, (guint)place)->element));
}

void af_writer_append (AfWriter *writer, const AfCallable *callable, AfCall *call)
{
  af_writer_keep_owners (writer, callable, call->args);
  guint64 sources = af_callable_is_derived (callable) ? sources_of (writer, callable, call) : 0;
  guint64 holders = all_holders (writer, callable, call);
  int place = af_call_derived_place (callable, call);

  retire (writer, callable, call);
  if (place >= 0)
    af_writer_entry (writer, (guint)place)->sources =
      sources_of (writer, callable, call) & ~(G_GUINT64_CONSTANT (1) << place);
  if (callable->result->kind != AF_TYPE_VOID) {
    /* no text: what ends where a pointer says has no zero there */
    gboolean is_no_text = FALSE;
    for (guint i = 0; i < callable->params->len; i++)
      is_no_text |= af_callable_param (callable, i)->is_returned;
    AfPoolEntry entry = { .type = callable->result,
                          .record = callable->made,
                          .by_value = callable->made_by_value,
                          .is_root =
                            callable->routine == NULL || (!callable->routine->is_query && !sources && !holders),
                          /* raw: until the call that makes it has been written */
                          .gone = is_no_text || is_second_name (callable) || callable->is_raw,
                          .is_raw = callable->is_raw,
                          .sources = sources,
                          .holders = holders };

    if (callable->result->kind == AF_TYPE_POINTER && af_type_is_record_pointer (callable->result))
      entry.record = callable->result->target;
    call->result = (int)writer->test->n_variables++;
    g_array_append_val (writer->pool, entry);
  }
  g_ptr_array_add (writer->test->calls, call);
  af_elements_take (callable, call, writer->elements, writer->test->n_variables);
}

/* For one more call: what its arguments needed has been written meanwhile. */
static gboolean has_room (const AfWriter *writer)
{
  return writer->test->calls->len < AF_MAX_CALLS && writer->test->n_variables < AF_MAX_CALLS;
}

gboolean af_writer_call (AfWriter *writer, const AfCallable *callable, guint depth)
{
  AfCall *call = af_call_new (callable->thunk, -1, callable->params->len);

  if (af_writer_is_full (writer) || !af_writer_fill (writer, callable, call, depth)
      || !af_writer_choose_elements (writer, callable, call) || !has_room (writer)) {
    af_call_free (call);
    return FALSE;
  }
  af_writer_append (writer, callable, call);
  return TRUE;
}

/* --- the body --- */

gboolean af_callable_is_related (const AfCallable *callable, const AfCallable *target)
{
  for (guint i = 0; i < target->params->len; i++) {
    const AfParam *param = af_callable_param (target, i);
    const AfType *record = param->kind == AF_PARAM_RECORD ? param->type : af_param_object (param);

    if (record != NULL
        && (af_callable_takes (callable, record) || callable->made == record || callable->given == record))
      return TRUE;
  }
  return FALSE;
}

static guint weight (const AfCallable *callable, const AfCallable *target)
{
  guint base = 4;

  if (callable->is_dear)
    return 1;
  if (callable->routine == NULL)
    base = 1;
  else if (callable->routine->consumes >= 0)
    base = 1;
  else if (callable->routine->is_query)
    base = 2;
  else if (((callable->made == NULL && callable->given == NULL) || !callable->is_creator)
           && callable->routine->initialises < 0)
    base = 8;
  return target == NULL || target->params->len == 0 || af_callable_is_related (callable, target) ? base * 6 : base;
}

/* The weight of each callable besides @target; 0: cannot be called. */
static guint *weigh (const GPtrArray *callables, const AfCallable *target)
{
  guint *weights = g_new0 (guint, callables->len + 1);

  for (guint i = 0; i < callables->len; i++) {
    const AfCallable *callable = callables->pdata[i];

    if (callable != NULL && callable->level > 0 && !callable->is_raw)
      weights[i] = weight (callable, target);
  }
  return weights;
}

static const AfCallable *pick_callable (AfWriter *writer, const guint *weights)
{
  const GPtrArray *callables = writer->repertoire->callables;
  const AfCallable *chosen = NULL;
  guint total = 0;

  for (guint i = 0; i < callables->len; i++) {
    if (weights[i] == 0)
      continue;
    total += weights[i];
    if (af_random_below (&writer->random, total) < weights[i])
      chosen = callables->pdata[i];
  }
  return chosen;
}

const AfCallable *af_writer_any (AfWriter *writer, const AfCallable *target)
{
  g_autofree guint *weights = weigh (writer->repertoire->callables, target);

  return pick_callable (writer, weights);
}

/* One or two objects of each type that @target takes, as far as they are missing. */
void af_writer_objects (AfWriter *writer, const AfCallable *target)
{
  for (guint i = 0; i < target->params->len; i++) {
    const AfParam *param = af_callable_param (target, i);
    gboolean by_value = param->kind == AF_PARAM_RECORD;
    const AfType *record = by_value ? param->type : param->element;

    if (param->kind != AF_PARAM_OBJECT && !by_value)
      continue;
    if (af_writer_count (writer, af_param_fit (param), record) == 0 || af_random_chance (&writer->random, 1, 2))
      af_writer_create (writer, record, by_value, 0);
  }
}

/* The same call @times; every third longer row has a different key each time. */
static void write_row (AfWriter *writer, const AfCallable *callable, guint times)
{
  gboolean differ = times > 3 && af_random_chance (&writer->random, 1, 3);

  writer->values.first = differ ? af_random_below (&writer->random, 6) : 0;
  for (guint i = 0; i < times && !af_writer_is_full (writer); i++) {
    writer->values.series = differ ? i + 1 : 0;
    af_writer_call (writer, callable, 0);
  }
  writer->values.series = 0;
}

/* Single calls, and now and then a run of the same one, which is what makes objects grow. */
static void write_body (AfWriter *writer, const AfCallable *target, guint length)
{
  guint end = MIN (writer->test->calls->len + length, AF_MAX_CALLS - 16);
  guint attempts = 2 * length + 4;
  /* Once for all picks: in a module of a thousand routines the weights cost more than the calls. */
  g_autofree guint *weights = weigh (writer->repertoire->callables, target);

  while (writer->test->calls->len < end && attempts-- > 0) {
    const AfCallable *callable = pick_callable (writer, weights);
    guint most = af_random_chance (&writer->random, 1, 4) ? 18 : 7;
    guint times = af_random_chance (&writer->random, 1, 4) ? 2 + af_random_below (&writer->random, most) : 1;

    if (callable == NULL)
      return;
    if (callable->routine == NULL || callable->routine->is_query || callable->routine->consumes >= 0)
      times = 1;
    write_row (writer, callable, MIN (times, end - writer->test->calls->len));
  }
}

/* Where its precondition hardly ever holds, a command that leads to where it does. */
static void write_lead (AfWriter *writer, const AfCallable *target)
{
  guint n = target->leads != NULL ? target->leads->len : 0;

  if (n > 0 && af_random_chance (&writer->random, 2, 3)) {
    guint thunk = g_array_index (target->leads, guint, af_random_below (&writer->random, n));

    af_writer_call (writer, af_repertoire_callable (writer->repertoire, thunk), 0);
  }
}

static void write_aimed (AfWriter *writer, const AfCallable *target)
{
  guint length = af_random_chance (&writer->random, 1, 6) ? 0 : af_random_below (&writer->random, 2 * TYPICAL_BODY);
  guint times = 1 + (af_random_chance (&writer->random, 1, 2) ? af_random_below (&writer->random, 3) : 0);

  af_writer_objects (writer, target);
  write_body (writer, target, length);
  while (times-- > 0) {
    write_lead (writer, target);
    af_writer_call (writer, target, 0);
  }
}

void af_writer_init (AfWriter *writer, const AfRepertoire *repertoire, guint64 seed)
{
  *writer = (AfWriter){ .repertoire = repertoire, .test = af_test_new () };
  af_random_init (&writer->random, seed);
  af_values_init (&writer->values, repertoire, &writer->random);
  writer->pool = g_array_new (FALSE, TRUE, sizeof (AfPoolEntry));
}

AfTest *af_writer_finish (AfWriter *writer)
{
  AfTest *test = g_steal_pointer (&writer->test);
  g_array_unref (writer->pool);
  af_values_clear (&writer->values);
  if (test->calls->len == 0)
    g_clear_pointer (&test, af_test_free);
  return test;
}

AfTest *af_script_new (const AfRepertoire *repertoire, guint64 seed, const AfCallable *target)
{
  AfWriter writer;

  af_writer_init (&writer, repertoire, seed);
  if (target != NULL)
    write_aimed (&writer, target);
  else
    write_body (&writer, NULL, 4 + af_random_below (&writer.random, 3 * TYPICAL_BODY));
  return af_writer_finish (&writer);
}

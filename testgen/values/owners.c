/* Owners: what comes of an object belongs to it.
 *
 * In:  a call that is complete.
 * Out: whether what it gives can point into its objects; arguments that belong together.
 *
 *     n = list_add (l, 1); m = list_new (); list_remove (m, n)      becomes list_remove (l, n)
 *
 * A node that one list has given is none of another list's, which knows nothing of it: no routine can tell, and what
 * comes of it says nothing about the module. */
#include "testgen/testgen-internal.h"

static gboolean has_pointer (const AfType *record)
{
  for (guint i = 0; record->fields != NULL && i < record->fields->len; i++) {
    const AfField *field = record->fields->pdata[i];

    if (field->type->kind == AF_TYPE_POINTER || (field->type->kind == AF_TYPE_RECORD && has_pointer (field->type))
        || (field->type->kind == AF_TYPE_ARRAY && field->type->target->kind == AF_TYPE_POINTER))
      return TRUE;
  }
  return FALSE;
}

/* Whether it takes a @record, or (@others) an object of another type. */
static gboolean takes (const AfCallable *callable, const AfType *record, gboolean others)
{
  for (guint i = 0; i < callable->params->len; i++) {
    const AfParam *param = af_callable_param (callable, i);

    if (others ? param->kind == AF_PARAM_OBJECT && param->element != record : param->element == record)
      return TRUE;
  }
  return FALSE;
}

gboolean af_callable_is_derived (const AfCallable *callable)
{
  const AfType *type = callable->result;

  if (type->kind == AF_TYPE_RECORD)
    return has_pointer (type);
  if (type->kind != AF_TYPE_POINTER)
    return FALSE;
  return callable->made == NULL || (callable->routine != NULL && callable->routine->is_query)
         || takes (callable, callable->made, TRUE) || !takes (callable, callable->made, FALSE);
}

/* Whether a routine makes such records out of nothing. */
static gboolean is_made (const AfRepertoire *repertoire, const AfType *record)
{
  for (guint i = 0; i < repertoire->targets->len; i++) {
    const AfCallable *callable = repertoire->targets->pdata[i];
    int place = callable->routine->initialises;

    if (callable->made == record || callable->given == record
        || (place >= 0 && af_callable_param (callable, (guint)place)->element == record))
      return TRUE;
  }
  return FALSE;
}

void af_repertoire_find_led (AfRepertoire *repertoire)
{
  for (guint i = 0; i < repertoire->targets->len; i++) {
    const AfCallable *callable = repertoire->targets->pdata[i];

    for (guint k = 0; k < callable->params->len; k++) {
      AfParam *param = &g_array_index (callable->params, AfParam, k);

      param->is_led = param->kind == AF_PARAM_OBJECT && !param->type->is_const && has_pointer (param->element)
                      && callable->routine->consumes != (int)k && takes (callable, param->element, TRUE)
                      && !is_made (repertoire, param->element);
    }
  }
}

/* The iterator that a call moves: `list_first (l, &iter)`; -1: none, or several. */
static int led_place (const AfCallable *callable, const AfCall *call)
{
  int place = -1;

  for (guint i = 0; i < callable->params->len; i++)
    if (af_callable_param (callable, i)->is_led && call->args[i].kind == AF_ARG_ADDRESS)
      place = place < 0 ? (int)i : (int)callable->params->len;
  return place < (int)callable->params->len ? place : -1;
}

int af_call_derived_place (const AfCallable *callable, const AfCall *call)
{
  int place = callable->routine != NULL ? callable->routine->initialises : -1;
  const AfType *made;

  if (place < 0)
    place = led_place (callable, call);
  if (place < 0 || call->args[place].kind != AF_ARG_ADDRESS)
    return -1;
  made = callable->given != NULL ? callable->given : af_callable_param (callable, (guint)place)->element;
  for (guint i = 0; i < callable->params->len; i++)
    if (i != (guint)place && af_callable_param (callable, i)->element == made)
      return -1;
  return callable->given != NULL || has_pointer (made) ? (int)call->args[place].index : -1;
}

/* --- what belongs together --- */

static gboolean is_object (const AfParam *param, const AfArg *arg)
{
  return param->kind == AF_PARAM_OBJECT && af_arg_is_variable (arg);
}

/* One of the set of variables @owners that @param can take; -1: none. */
static int find_owner (const AfWriter *writer, const AfParam *param, guint64 owners)
{
  for (guint i = 0; i < MIN (writer->pool->len, 64); i++)
    if ((owners >> i & 1) != 0 && !af_writer_entry (writer, i)->gone
        && af_entry_fits (af_writer_entry (writer, i), af_param_fit (param), param->element))
      return (int)i;
  return -1;
}

/* Whether the call links the argument, or follows its links: it is the one that was chosen for where it is. */
static gboolean is_element (const AfCallable *callable, guint index)
{
  return callable->routine != NULL && index < 64
         && ((callable->routine->keeps | callable->routine->follows) >> index & 1) != 0;
}

void af_writer_keep_owners (const AfWriter *writer, const AfCallable *callable, AfArg *args)
{
  for (guint i = 0; i < callable->params->len; i++) {
    const AfParam *given = af_callable_param (callable, i);
    guint64 owners = is_object (given, &args[i]) ? af_writer_entry (writer, args[i].index)->sources : 0;
    int owner = -1;
    guint place = 0, n = 0;

    for (guint j = 0; j < callable->params->len && owners != 0; j++) {
      const AfParam *param = af_callable_param (callable, j);
      int found = param->element != given->element && is_object (param, &args[j]) && !is_element (callable, j)
                    ? find_owner (writer, param, owners)
                    : -1;
      if (found < 0)
        continue;
      owner = found;
      place = j;
      n++;
    }
    if (n != 1 || (owners >> args[place].index & 1) != 0)
      continue;
    args[place].kind = af_writer_entry (writer, (guint)owner)->by_value ? AF_ARG_ADDRESS : AF_ARG_VARIABLE;
    args[place].index = (guint)owner;
  }
}

/* --- what is threaded through calls --- */

gboolean af_type_is_threaded (const AfModule *module, const AfType *type)
{
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    const AfVariable *variable = routine->threads >= 0 ? routine->variables->pdata[routine->threads] : NULL;

    if (variable != NULL && (variable->type == type || variable->type->target == type))
      return TRUE;
  }
  return FALSE;
}

const AfType *af_param_object (const AfParam *param)
{
  return param->kind == AF_PARAM_OBJECT                      ? param->element
         : param->kind == AF_PARAM_OUT && param->is_threaded ? param->element->target
                                                             : NULL;
}

/* The repertoire: what tests can call, and which values each parameter can take.
 *
 * In:  an AfModule with clauses.
 * Out: one AfCallable per thunk, and notices for the routines that cannot be tested.
 *
 * A parameter is filled by its type: a `const char *` by a string, a pointer with a counting parameter (READABLE (p,
 * n)) by a buffer, a pointer to a record by an object.  Objects come from creators: routines that return T * or T, and
 * the driver's factories.  Some creators need objects themselves (an iterator needs its list), so creation goes by
 * levels: level 1 needs no object; level n needs only types that a creator of a lower level makes.  A routine that
 * never gets a level is left out with a notice:
 *
 *     routine 'log_to' is not tested: no routine creates a 'struct sink' (parameter 2); ...
 *
 * Integers get the bounds that `REQUIRE (month >= 1 && month <= 12)` states, fields of factories those of any
 * comparison in the module, as in `date.year <= 9999`. */
#include <string.h>

#include "contracts/contracts.h"
#include "testgen/testgen-internal.h"

/* --- callables --- */

/* In a module without contracts, that null is not forbidden means little, and failures with null hide the others. */
enum { NULL_ODDS = 24, NULL_ODDS_UNSAID = 240 };

static void param_clear (gpointer data)
{
  AfParam *param = data;

  g_clear_pointer (&param->callbacks, g_array_unref);
}

static void callable_free (gpointer data)
{
  AfCallable *callable = data;

  if (callable == NULL)
    return;
  g_array_unref (callable->params);
  g_clear_pointer (&callable->solutions, g_array_unref);
  g_clear_pointer (&callable->leads, g_array_unref);
  g_clear_pointer (&callable->breaks, g_array_unref);
  g_clear_pointer (&callable->breaks_speak_of, g_array_unref);
  g_free (callable->solved);
  g_free (callable);
}

/* The T ** through which the routine gives an object; -1: none. */
static int place_of (const AfRoutine *routine)
{
  int place = routine == NULL             ? -1
              : routine->initialises >= 0 ? routine->initialises
                                          : af_routine_threads_place (routine);
  gboolean gives =
    place >= 0 && ((const AfVariable *)routine->variables->pdata[place])->type->target->kind == AF_TYPE_POINTER;

  return gives && (place == routine->initialises || routine->starts) ? place : -1;
}

static AfCallable *callable_new (guint thunk, const AfRoutine *routine, const AfType *result)
{
  AfCallable *callable = g_new0 (AfCallable, 1);

  callable->thunk = thunk;
  callable->routine = routine;
  callable->result = result;
  callable->params = g_array_new (FALSE, TRUE, sizeof (AfParam));
  g_array_set_clear_func (callable->params, param_clear);
  callable->place = place_of (routine);
  if (callable->place >= 0)
    callable->given = ((const AfVariable *)routine->variables->pdata[callable->place])->type->target->target;
  callable->is_place = routine == NULL && result->kind == AF_TYPE_POINTER;
  if (result->kind == AF_TYPE_RECORD) {
    callable->made = result;
    callable->made_by_value = TRUE;
  } else if (af_type_is_record_pointer (result) && !result->is_const) {
    callable->made = result->target;
  }
  return callable;
}

const AfParam *af_callable_param (const AfCallable *callable, guint index)
{
  return &g_array_index (callable->params, AfParam, index);
}

gboolean af_callable_counts (const AfCallable *callable, guint index)
{
  for (guint i = 0; i < callable->params->len; i++)
    if (af_callable_param (callable, i)->kind == AF_PARAM_BUFFER
        && af_callable_param (callable, i)->length == (int)index)
      return TRUE;
  return FALSE;
}

gboolean af_callable_takes (const AfCallable *callable, const AfType *record)
{
  for (guint i = 0; i < callable->params->len; i++) {
    const AfParam *param = af_callable_param (callable, i);

    if (af_param_object (param) == record || (param->kind == AF_PARAM_RECORD && param->type == record)
        || af_callable_ends (callable, i) == record)
      return TRUE;
  }
  return FALSE;
}

const AfType *af_callable_ends (const AfCallable *callable, guint index)
{
  const AfParam *param = af_callable_param (callable, index);

  if (callable->routine == NULL || callable->routine->consumes != (int)index || param->kind != AF_PARAM_OUT
      || !af_type_is_record_pointer (param->element))
    return NULL;
  return param->element->target;
}

gboolean af_callable_creates (const AfCallable *callable, const AfType *record, gboolean by_value)
{
  return callable->is_creator
         && ((callable->made == record && !callable->is_place && (!by_value || callable->made_by_value))
             || (callable->given == record && !by_value));
}

static gboolean is_scalar_value (const AfType *type)
{
  return type->kind == AF_TYPE_BOOL || type->kind == AF_TYPE_INT || type->kind == AF_TYPE_ENUM
         || type->kind == AF_TYPE_FLOAT;
}

/* What stands for the elements of a counted `void *`. */
static const AfType *byte_type (const AfModule *module)
{
  for (guint i = 0; i < module->types->len; i++) {
    const AfType *type = module->types->pdata[i];

    if (type->kind == AF_TYPE_INT && type->is_char)
      return type;
  }
  return NULL;
}

/* FILE, which modules do not create themselves. */
static gboolean is_stream (const AfType *target)
{
  return target->kind == AF_TYPE_RECORD && !target->is_public
         && (g_strcmp0 (target->spelling, "FILE") == 0 || g_strcmp0 (target->tag, "struct _IO_FILE") == 0
             || g_strcmp0 (target->tag, "_IO_FILE") == 0);
}

static AfParamKind pointer_kind (const AfType *type, const AfType *target, int length)
{

  if (target->kind == AF_TYPE_FUNCTION)
    return AF_PARAM_CALLBACK;
  if (is_stream (target))
    return AF_PARAM_STREAM;
  if (target->kind == AF_TYPE_RECORD)
    return length >= 0 ? AF_PARAM_BUFFER : AF_PARAM_OBJECT;
  if (target->kind == AF_TYPE_VOID)
    return AF_PARAM_OPAQUE;
  if (length >= 0 && af_values_element_size (target) > 0)
    return AF_PARAM_BUFFER;
  if (target->kind == AF_TYPE_INT && target->is_char && (type->is_const || strcmp (target->spelling, "char") == 0))
    return AF_PARAM_STRING;
  return af_values_element_size (target) > 0 ? AF_PARAM_OUT : AF_PARAM_IMPOSSIBLE;
}

static void param_init (const AfModule *module, AfParam *param, const AfType *type, int length)
{
  param->type = type;
  param->length = -1;
  if (is_scalar_value (type)) {
    param->kind = AF_PARAM_SCALAR;
  } else if (type->kind == AF_TYPE_RECORD) {
    param->kind = AF_PARAM_RECORD;
  } else if (type->kind == AF_TYPE_POINTER && type->target != NULL) {
    param->element = type->target;
    if (param->element->kind == AF_TYPE_VOID && length >= 0 && byte_type (module) != NULL)
      param->element = byte_type (module);
    param->kind = pointer_kind (type, param->element, length);
    if (param->kind == AF_PARAM_BUFFER)
      param->length = length;
  } else {
    param->kind = AF_PARAM_IMPOSSIBLE;
  }
}

static void find_callbacks (const AfRepertoire *repertoire, AfParam *param)
{
  if (param->kind != AF_PARAM_CALLBACK)
    return;
  param->callbacks = af_param_callbacks (repertoire->callbacks, param);
  if (param->callbacks->len == 0)
    param->kind = AF_PARAM_IMPOSSIBLE;
}

/* What the user gives for it, where that are values of its type. */
static void find_given (const AfModule *module, const char *owner, AfParam *param)
{
  const AfGivenItem *wrong;

  for (guint i = 0; module->given && i < module->given->len && !param->given; i++) {
    const AfGiven *given = module->given->pdata[i];
    gboolean takes = param->kind == AF_PARAM_SCALAR || param->kind == AF_PARAM_STRING;
    if (takes && af_given_is_for (given, owner, param->name)
        && af_given_fits (given, param->type, param->kind == AF_PARAM_STRING, &wrong))
      param->given = given;
  }
}

static AfCallable *routine_callable (const AfRepertoire *repertoire, const AfRoutine *routine)
{
  AfCallable *callable = callable_new (routine->id, routine, af_routine_gives (routine));
  g_autofree AfPair *pairs = af_param_pairs (repertoire->module, routine);

  for (guint i = 0; i < routine->n_params; i++) {
    const AfVariable *variable = routine->variables->pdata[i];
    const AfType *type = af_variable_takes (variable);
    AfParam param = { .name = variable->name != NULL ? variable->name : "" };
    gboolean is_counted =
      !variable->seen_as && type->kind == AF_TYPE_POINTER && !(param.is_fronted = af_reading_is_fronted (routine, i));
    int length = is_counted ? af_reading_length (repertoire->module, routine, i, &param.is_guessed) : -1;

    if (length < 0 && is_counted)
      length = af_pair_apply (&pairs[i], &param);
    if (length < 0 && is_counted)
      length = af_noted_apply (repertoire->module, routine, i, &param);
    param_init (repertoire->module, &param, type, length);
    param.noted_size = param.kind == AF_PARAM_BUFFER ? param.noted_size : 0;
    if (pairs[i].is_end || (i > 0 && af_callable_param (callable, i - 1)->noted_size > 0))
      param.kind = AF_PARAM_END, param.noted_size = 0, param.length = -1;
    if (param.kind == AF_PARAM_STRING && af_param_is_bytes (repertoire->module, routine, i))
      param.kind = AF_PARAM_OUT;
    param.is_hinted = param.kind == AF_PARAM_BUFFER && !param.is_ended && param.noted_size == 0
                      && af_reading_is_hint (repertoire->module, routine, i, length);
    param.is_writable = param.kind == AF_PARAM_STRING && !type->is_const;
    if (param.kind == AF_PARAM_STRING || param.kind == AF_PARAM_OUT)
      param.room = af_contracts_room (repertoire->module, routine, i);
    if (param.kind == AF_PARAM_OUT || param.is_writable)
      param.spare = af_spare_elements (repertoire->module, routine, i);
    param.is_threaded = routine->threads == (int)i;
    param.may_start = (param.is_threaded && routine->starts) || af_routine_is_optional (routine, i);
    param.needs_root =
      param.kind == AF_PARAM_OBJECT
      && (param.is_threaded
          || (routine->consumes == (int)i && (routine->ends_root || af_type_is_threaded (repertoire->module, type))));
    param.is_cursor = af_param_is_cursor (&param) && af_contracts_reads_pointee (routine, i);
    find_callbacks (repertoire, &param);
    param.is_item = param.kind == AF_PARAM_OPAQUE && af_param_is_item (repertoire->callbacks, routine, i);
    if (af_type_is_integer (type))
      af_reading_param_bounds (routine, i, &param);
    param.is_size = (callable->made != NULL && !callable->made_by_value)
                    || (af_type_is_integer (type) && af_param_is_capacity (repertoire->module, routine, i));
    find_given (repertoire->module, routine->name, &param);
    param.values = af_test_value_of (&param);
    g_array_append_val (callable->params, param);
  }
  return callable;
}

/* The fields in the order of af_driver_factory_params, nested records flattened. */
static void add_field_params (const AfRepertoire *repertoire, const AfType *record, GArray *params)
{
  const AfModule *module = repertoire->module;

  for (guint i = 0; i < record->fields->len; i++) {
    const AfField *field = record->fields->pdata[i];
    AfParam param = { .name = field->name != NULL ? field->name : "" };

    if (!af_driver_gives (record, field))
      continue;
    if (field->type->kind == AF_TYPE_RECORD) {
      add_field_params (repertoire, field->type, params);
      continue;
    }
    param_init (module, &param, field->type, -1);
    if (af_type_is_integer (field->type))
      af_reading_field_bounds (module, record, field->name, &param);
    af_reading_time_bounds (&param);
    find_callbacks (repertoire, &param);
    param.is_optional = param.kind == AF_PARAM_CALLBACK && af_reading_asks_for (module, field->name);
    param.is_field = TRUE;
    param.is_item = record->from_callers && param.kind == AF_PARAM_OPAQUE
                    && af_field_is_item (module, repertoire->callbacks, record, param.name);
    find_given (module, record->spelling, &param);
    param.values = af_test_value_of (&param);
    g_array_append_val (params, param);
  }
}

static gboolean is_made (const AfRepertoire *repertoire, const AfType *record, gboolean by_value, guint below)
{
  for (guint i = 0; i < repertoire->callables->len; i++) {
    const AfCallable *callable = repertoire->callables->pdata[i];

    if (callable == NULL || callable->level == 0 || callable->level >= below)
      continue;
    if ((callable->made == record && !callable->is_place && (!by_value || callable->made_by_value))
        || (callable->given == record && !by_value))
      return TRUE;
  }
  return FALSE;
}

static gboolean needs_unmade (const AfRepertoire *repertoire, const AfCallable *callable, guint below, guint *which)
{
  for (guint i = 0; i < callable->params->len; i++) {
    const AfParam *param = af_callable_param (callable, i);

    *which = i;
    if (param->kind == AF_PARAM_IMPOSSIBLE
        || (param->kind == AF_PARAM_OBJECT && !param->may_start && !is_made (repertoire, param->element, FALSE, below))
        || (af_callable_ends (callable, i) != NULL && !is_made (repertoire, param->element->target, FALSE, below))
        || (param->kind == AF_PARAM_RECORD && !is_made (repertoire, param->type, TRUE, below)))
      return TRUE;
  }
  return FALSE;
}

static gboolean is_factory (const AfCallable *callable)
{
  return callable->routine != NULL && callable->routine->is_factory && callable->made != NULL;
}

static void assign_levels (AfRepertoire *repertoire)
{
  gboolean changed = TRUE;
  guint which;

  for (guint level = 1; changed; level++) {
    changed = FALSE;
    for (guint i = 0; i < repertoire->callables->len; i++) {
      AfCallable *callable = repertoire->callables->pdata[i];

      if (callable == NULL || callable->level != 0 || needs_unmade (repertoire, callable, level, &which))
        continue;
      callable->level = level;
      callable->is_creator =
        is_factory (callable)
        || (callable->made != NULL && !is_made (repertoire, callable->made, callable->made_by_value, level))
        || (callable->given != NULL && !is_made (repertoire, callable->given, FALSE, level));
      changed = TRUE;
    }
  }
}

static void notice_untested (AfRepertoire *repertoire, const AfCallable *callable)
{
  guint which = 0;
  const AfParam *param;
  const AfType *record;
  char *notice;

  needs_unmade (repertoire, callable, G_MAXUINT, &which);
  param = af_callable_param (callable, which);
  record = param->kind == AF_PARAM_OBJECT ? param->element
           : param->kind == AF_PARAM_OUT  ? param->element->target
                                          : param->type;
  if (param->kind == AF_PARAM_IMPOSSIBLE)
    notice = g_strdup_printf ("routine '%s' is not tested: no value can be made for parameter %u of type '%s'",
                              callable->routine->name, which + 1, param->type->spelling);
  else
    notice = g_strdup_printf ("routine '%s' is not tested: no routine creates a '%s' (parameter %u); --factory "
                              "names one that does",
                              callable->routine->name, record->tag != NULL ? record->tag : record->spelling, which + 1);
  g_ptr_array_add (repertoire->notices, notice);
}

static void notice_skipped (AfRepertoire *repertoire, const AfRoutine *routine)
{
  if (routine->is_public && routine->invariant_of == NULL)
    g_ptr_array_add (repertoire->notices, g_strdup_printf ("routine '%s' is not tested: %s", routine->name,
                                                           routine->skipped != NULL ? routine->skipped
                                                           : routine->is_variadic   ? "variadic"
                                                                                    : "not callable by tests"));
}

static void list_targets (AfRepertoire *repertoire)
{
  for (guint i = 0; i < repertoire->module->routines->len; i++) {
    AfCallable *callable = repertoire->callables->pdata[i];

    if (callable == NULL)
      notice_skipped (repertoire, repertoire->module->routines->pdata[i]);
    else if (callable->level == 0 && !(callable->routine && callable->routine->is_lent))
      notice_untested (repertoire, callable);
    else if (!is_factory (callable) && !callable->routine->is_lent)
      g_ptr_array_add (repertoire->targets, callable);
  }
  char *outside = af_outside_notice (repertoire->module);
  if (outside != NULL)
    g_ptr_array_add (repertoire->notices, outside);
}

AfRepertoire *af_repertoire_new (const AfModule *module)
{
  AfRepertoire *repertoire = g_new0 (AfRepertoire, 1);
  g_autoptr (GPtrArray) factories = af_driver_factories (module);

  repertoire->module = module;
  repertoire->callables = g_ptr_array_new_with_free_func (callable_free);
  repertoire->targets = g_ptr_array_new ();
  repertoire->callbacks = af_driver_callbacks (module);
  repertoire->words = af_reading_words (module);
  repertoire->reals = af_reading_reals (module);
  repertoire->null_odds = af_contracts_any (module) ? NULL_ODDS : NULL_ODDS_UNSAID;
  repertoire->letters = af_sentence_letters (module);
  repertoire->notices = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];

    g_ptr_array_add (repertoire->callables,
                     af_driver_callable (routine) ? routine_callable (repertoire, routine) : NULL);
  }
  for (guint i = 0; i < factories->len; i++) {
    AfCallable *callable = callable_new (module->routines->len + i, NULL, factories->pdata[i]);

    g_autoptr (GPtrArray) fields = af_driver_factory_params (module, factories->pdata[i]);

    if (fields->len > 0)
      add_field_params (repertoire, factories->pdata[i], callable->params);
    g_ptr_array_add (repertoire->callables, callable);
  }
  assign_levels (repertoire);
  list_targets (repertoire);
  af_repertoire_find_led (repertoire);
  af_repertoire_find_raw (repertoire);
  return repertoire;
}

void af_repertoire_free (AfRepertoire *repertoire)
{
  if (repertoire == NULL)
    return;
  g_ptr_array_unref (repertoire->callables);
  g_ptr_array_unref (repertoire->targets);
  g_ptr_array_unref (repertoire->callbacks);
  g_ptr_array_unref (repertoire->words);
  g_array_unref (repertoire->reals);
  g_free (repertoire->letters);
  g_ptr_array_unref (repertoire->notices);
  g_free (repertoire);
}

const AfCallable *af_repertoire_callable (const AfRepertoire *repertoire, guint thunk)
{
  return thunk < repertoire->callables->len ? repertoire->callables->pdata[thunk] : NULL;
}

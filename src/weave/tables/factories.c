/* Which records tests can have without a routine that makes them, and which fields they set.
 *
 * In:  routines and record types of the module.
 * Out: the types with a factory, in the order of their thunks, and the fields that are its parameters. For example
 *
 *     struct date { int year, month; }                          both
 *     struct handlers { bool (*wants) (int); void *user; }      the function; the rest is zero
 *     struct list { struct node *first; size_t n; }             none: zeros, which an initialiser makes a list */
#include "weave/weave-internal.h"

/* Collects the scalar fields of @record; false if it holds anything else. */
static gboolean flatten (const AfType *record, GPtrArray *fields)
{
  if (!record->is_complete || record->is_union || !record->fields || record->fields->len == 0)
    return FALSE;
  for (guint i = 0; i < record->fields->len; i++) {
    const AfField *field = g_ptr_array_index (record->fields, i);
    AfType *type = field->type;
    if (field->is_const || !type || !field->name || !*field->name)
      return FALSE;
    if (type->kind == AF_TYPE_RECORD) {
      if (!flatten (type, fields))
        return FALSE;
    } else if (af_type_is_scalar (type) && type->kind != AF_TYPE_POINTER)
      g_ptr_array_add (fields, type);
    else
      return FALSE;
  }
  return TRUE;
}

gboolean af_driver_is_plain (const AfType *record)
{
  g_autoptr (GPtrArray) fields = g_ptr_array_new ();

  return record->kind == AF_TYPE_RECORD && flatten (record, fields);
}

gboolean af_driver_is_text (const AfType *type)
{
  return type->kind == AF_TYPE_POINTER && type->is_const && type->target && type->target->kind == AF_TYPE_INT
         && type->target->is_char;
}

/* Whether it holds data that a test cannot make up: pointers to anything but functions, texts and `void`. */
static gboolean has_data (const AfType *record)
{
  for (guint i = 0; i < record->fields->len; i++) {
    const AfType *type = ((const AfField *)g_ptr_array_index (record->fields, i))->type;
    gboolean is_known = af_type_is_scalar (type) && type->kind != AF_TYPE_POINTER;
    if (!is_known && !af_driver_function_of (type) && !af_driver_is_text (type)
        && (type->kind != AF_TYPE_POINTER || !type->target || type->target->kind != AF_TYPE_VOID))
      return TRUE;
  }
  return FALSE;
}

gboolean af_driver_gives (const AfType *record, const AfField *field)
{
  if (af_driver_is_plain (record) || af_driver_function_of (field->type))
    return TRUE;
  return (record->from_callers ? !field->is_const && !field->is_bitfield : !has_data (record))
         && (af_driver_is_text (field->type)
             || (record->from_callers && field->type->kind == AF_TYPE_POINTER && field->type->target
                 && field->type->target->kind == AF_TYPE_VOID)
             || (af_type_is_scalar (field->type) && field->type->kind != AF_TYPE_POINTER));
}

static gboolean is_made_by_routine (const AfModule *module, const AfType *record)
{
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = g_ptr_array_index (module->routines, i);
    if (af_driver_callable (routine) && af_routine_makes (routine, record))
      return TRUE;
  }
  return FALSE;
}

static gboolean is_taken_by_routine (const AfModule *module, const AfType *record)
{
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = g_ptr_array_index (module->routines, i);
    for (guint j = 0; af_driver_callable (routine) && j < routine->n_params; j++) {
      const AfType *type = af_variable_takes (g_ptr_array_index (routine->variables, j));
      if (type == record || (type->kind == AF_TYPE_POINTER && type->target == record))
        return TRUE;
    }
  }
  return FALSE;
}

/* Whether the routine makes such a record in storage of its caller. */
static gboolean initialises (const AfRoutine *routine, const AfType *record)
{
  return routine->initialises >= 0
         && ((const AfVariable *)routine->variables->pdata[routine->initialises])->type->target == record;
}

/* Whether the record holds callbacks that tests may set. */
static gboolean has_callbacks (const AfModule *module, const AfType *record)
{
  gboolean any = FALSE;

  for (guint i = 0; record->is_public && record->is_complete && record->fields && i < record->fields->len; i++)
    any |= af_driver_function_of (((const AfField *)g_ptr_array_index (record->fields, i))->type) != NULL;
  for (guint i = 0; any && i < record->fields->len; i++) {
    const AfField *field = g_ptr_array_index (record->fields, i);
    any = !field->is_const && !field->is_bitfield && field->type && field->name && *field->name;
  }
  for (guint i = 0; any && i < module->routines->len; i++)
    any = !initialises (g_ptr_array_index (module->routines, i), record);
  return any && !record->is_union && is_taken_by_routine (module, record) && !is_made_by_routine (module, record);
}

/* A record of the system's headers by which routines are told a time. */
static gboolean is_time (const AfModule *module, const AfType *type)
{
  static const char *const tags[] = { "struct timeval", "struct timespec", "struct tm" };

  for (guint i = 0; type->kind == AF_TYPE_RECORD && type->is_complete && i < G_N_ELEMENTS (tags); i++)
    if (g_strcmp0 (type->tag, tags[i]) == 0)
      return is_taken_by_routine (module, type);
  return FALSE;
}

GPtrArray *af_driver_factory_params (const AfModule *module, const AfType *record)
{
  g_autoptr (GPtrArray) types = g_ptr_array_new ();

  if (record->kind != AF_TYPE_RECORD || flatten (record, types))
    return g_steal_pointer (&types);
  g_ptr_array_set_size (types, 0);
  gboolean is_made = record->from_callers || has_callbacks (module, record) || is_time (module, record);
  for (guint i = 0; is_made && i < record->fields->len; i++) {
    const AfField *field = g_ptr_array_index (record->fields, i);
    if (af_driver_gives (record, field))
      g_ptr_array_add (types, field->type);
  }
  return g_steal_pointer (&types);
}

/* Whether the record can be had as zeros, and not otherwise. */
static gboolean is_blank (const AfModule *module, const AfType *type)
{
  return type->is_complete && !type->is_union && type->fields && type->fields->len > 0
         && is_taken_by_routine (module, type)
         && (!is_made_by_routine (module, type) || af_driver_initialised (module, type));
}

/* Whether an enumeration says that success is something else than 0: `enum { FAILED, OK }`. */
static gboolean is_truth (const AfType *status)
{
  static const char *const words[] = { "OK", "SUCCESS", "TRUE", NULL };

  for (guint i = 0; status->enumerators && i < status->enumerators->len; i++) {
    const char *name = g_ptr_array_index (status->enumerators, i);
    for (guint j = 0; words[j]; j++)
      if (g_str_has_suffix (name, words[j]))
        return g_array_index (status->enum_values, gint64, i) != 0;
  }
  return FALSE;
}

/* Whether a number that is returned is a truth value: 0 and 1 are returned and no other constant, and the last
 * `return` of the text is the one of 1, to which no error jumps. */
static gboolean returns_truth (const AfRoutine *routine)
{
  gint64 last = 0;
  gboolean has_zero = FALSE;

  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = g_ptr_array_index (routine->locations, i);
    if (location->kind == AF_LOCATION_JUMP && location->label)
      return FALSE;
    if (location->kind != AF_LOCATION_RETURN || !location->expr)
      continue;
    if (location->expr->kind != AF_EXPR_INT || location->expr->value < 0 || location->expr->value > 1)
      return FALSE;
    last = location->expr->value;
    has_zero |= last == 0;
  }
  return has_zero && last == 1;
}

AfMakes af_driver_makes (const AfRoutine *routine)
{
  const AfType *result = routine->result;
  const AfVariable *object =
    routine->initialises >= 0 ? g_ptr_array_index (routine->variables, routine->initialises) : NULL;
  gboolean is_place = object && !af_type_is_record_pointer (object->type);

  if (!result || (is_place && result->kind == AF_TYPE_POINTER))
    return AF_MAKES_ALWAYS;
  if (result->kind == AF_TYPE_BOOL || result->kind == AF_TYPE_POINTER)
    return AF_MAKES_WHERE_TRUE;
  if (!af_type_is_integer (result))
    return AF_MAKES_ALWAYS;
  return is_truth (result) || returns_truth (routine) ? AF_MAKES_WHERE_TRUE : AF_MAKES_WHERE_ZERO;
}

/* What every test can give. */
static gboolean is_easy (const AfModule *module, const AfType *type)
{
  g_autoptr (GPtrArray) callbacks = NULL;

  if (type->kind != AF_TYPE_POINTER)
    return af_type_is_scalar (type);
  if (!type->target || type->target->kind == AF_TYPE_VOID || type->target->kind == AF_TYPE_FLOAT
      || af_type_is_number (type->target))
    return TRUE;
  if (type->target->kind == AF_TYPE_RECORD)
    return af_driver_is_plain (type->target) || has_callbacks (module, type->target) || is_time (module, type->target)
           || is_made_by_routine (module, type->target);
  callbacks = af_driver_callbacks (module);
  for (guint i = 0; i < callbacks->len; i++)
    if (((const AfCallback *)callbacks->pdata[i])->type == type->target)
      return TRUE;
  return FALSE;
}

gboolean af_driver_initialised (const AfModule *module, const AfType *record)
{
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = g_ptr_array_index (module->routines, i);
    gboolean is_known = af_driver_callable (routine) && initialises (routine, record);
    for (guint j = 0; is_known && j < routine->n_params; j++)
      is_known =
        (int)j == routine->initialises || is_easy (module, ((const AfVariable *)routine->variables->pdata[j])->type);
    if (is_known)
      return TRUE;
  }
  return FALSE;
}

/* The types of the pointers that routines give through a parameter, or thread in its place. */
static void add_places (const AfModule *module, GPtrArray *types)
{
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = g_ptr_array_index (module->routines, i);
    int place = routine->initialises >= 0 ? routine->initialises : af_routine_threads_place (routine);
    const AfType *type;
    if (place < 0 || !af_driver_callable (routine))
      continue;
    type = ((const AfVariable *)g_ptr_array_index (routine->variables, place))->type->target;
    if (af_type_is_record_pointer (type) && !g_ptr_array_find (types, type, NULL))
      g_ptr_array_add (types, (gpointer)type);
  }
}

/* Whether a routine gives pointers to such records and another one frees them: then what is behind one that a test
 * makes up is not there. */
static gboolean is_owned (const AfModule *module, const AfType *record)
{
  gboolean gives = FALSE, ends = FALSE;

  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = g_ptr_array_index (module->routines, i);
    const AfType *result = af_routine_gives (routine);
    const AfVariable *ended = routine->consumes >= 0 ? g_ptr_array_index (routine->variables, routine->consumes) : NULL;
    gives |= af_driver_callable (routine) && result && result->kind == AF_TYPE_POINTER && result->target == record
             && !routine->is_query;
    ends |= ended && ended->type->kind == AF_TYPE_POINTER && ended->type->target == record;
  }
  return gives && ends;
}

GPtrArray *af_driver_factories (const AfModule *module)
{
  GPtrArray *records = g_ptr_array_new ();

  for (guint i = 0; i < module->types->len; i++) {
    AfType *type = g_ptr_array_index (module->types, i);
    g_autoptr (GPtrArray) fields = g_ptr_array_new ();
    if (type->kind == AF_TYPE_RECORD
        && ((type->is_public && ((flatten (type, fields) && !is_owned (module, type)) || is_blank (module, type)))
            || is_time (module, type)))
      g_ptr_array_add (records, type);
  }
  add_places (module, records);
  return records;
}

static gboolean mentions (const AfType *type, const AfType *record)
{
  while (type && (type->kind == AF_TYPE_POINTER || type->kind == AF_TYPE_ARRAY))
    type = type->target;
  return type == record;
}

int af_driver_file_of (const AfModule *module, const AfType *record)
{
  while (record->kind == AF_TYPE_POINTER)
    record = record->target;
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = g_ptr_array_index (module->routines, i);
    if (mentions (af_routine_gives (routine), record))
      return routine->definition.file;
    for (guint j = 0; j < routine->variables->len; j++) {
      if (mentions (af_variable_takes (g_ptr_array_index (routine->variables, j)), record))
        return routine->definition.file;
    }
  }
  return 0;
}

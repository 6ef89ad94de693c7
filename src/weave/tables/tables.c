/* Thunks, factories and observers: how the interpreter of tests reaches the module.
 *
 * In:  routines and record types of the module.
 * Out: at the end of the woven file that defines the routine, where its types are known,
 *
 *     static void afx_call_3 (void *const *afx_args, void *afx_result) { ... f (*(T0 *)afx_args[0], ...) ... }
 *     const struct afrt_thunk afx_thunk_3 = { "f", afx_call_3, 2, ... };
 *     long long afx_observe_0 (const void *afx_it) { return (long long)ring_count (afx_it); }
 *     long long afx_observe_1 (const void *afx_it) { ... all fields of a record of numbers, hashed ... }
 *
 * A factory makes a record of numbers from its fields: the interpreter's way to a value that no routine returns.  A
 * record with pointers or arrays that no routine makes is made of zeros, as a static one would be: what initialises it
 * can then be called. */
#include "weave/weave-internal.h"

static void append_fields (const AfType *record, const char *path, guint *n, GString *out)
{
  for (guint i = 0; i < record->fields->len; i++) {
    const AfField *field = g_ptr_array_index (record->fields, i);
    g_autofree char *place = g_strdup_printf ("%s.%s", path, field->name);
    if (!af_driver_gives (record, field))
      continue;
    if (field->type->kind == AF_TYPE_RECORD)
      append_fields (field->type, place, n, out);
    else
      g_string_append_printf (out, " %s = *(__typeof__ (%s) *)afx_args[%u];", place, field->type->spelling, (*n)++);
  }
}

/* --- thunks --- */

static const char *value_name (const AfType *type)
{
  switch (type->kind) {
  case AF_TYPE_BOOL:
  case AF_TYPE_INT:
  case AF_TYPE_ENUM:
    return "AFRT_VALUE_INTEGER";
  case AF_TYPE_FLOAT:
    return "AFRT_VALUE_FLOAT";
  case AF_TYPE_POINTER:
  case AF_TYPE_ARRAY:
  case AF_TYPE_FUNCTION:
    return "AFRT_VALUE_POINTER";
  case AF_TYPE_RECORD:
    return "AFRT_VALUE_RECORD";
  case AF_TYPE_VOID:
  case AF_TYPE_OTHER:
    break;
  }
  return "AFRT_VALUE_NONE";
}

static int result_record (const AfType *type)
{
  if (type && type->kind == AF_TYPE_POINTER)
    type = type->target;
  return type && type->kind == AF_TYPE_RECORD ? (int)type->id : -1;
}

/* Whether the factory's variable holds no object yet. */
static gboolean is_raw (const AfModule *module, const AfType *made, const GPtrArray *params)
{
  return made->kind == AF_TYPE_POINTER || (params->len == 0 && af_driver_initialised (module, made));
}

/* The tables of thunk @n and the struct itself; @objects: its members consumed, initialised, initialised_if, is_raw. */
static void append_thunk (GString *out, guint n, const char *name, const GPtrArray *params, const AfType *result,
                          const char *objects)
{
  gboolean is_void = !result || result->kind == AF_TYPE_VOID;

  g_string_append_printf (out, "static const unsigned afx_sizes_%u[] = {", n);
  for (guint i = 0; i < params->len; i++)
    g_string_append_printf (out, " sizeof (__typeof__ (%s)),",
                            ((const AfType *)g_ptr_array_index (params, i))->spelling);
  g_string_append_printf (out, " 0 };\nstatic const unsigned char afx_values_%u[] = {", n);
  for (guint i = 0; i < params->len; i++)
    g_string_append_printf (out, " %s,", value_name (g_ptr_array_index (params, i)));
  g_string_append_printf (out,
                          " 0 };\nconst struct afrt_thunk afx_thunk_%u = { \"%s\", afx_call_%u, %u, afx_sizes_%u, ", n,
                          name, n, params->len, n);
  g_string_append_printf (out, "afx_values_%u, ", n);
  if (is_void)
    g_string_append_printf (out, "0, AFRT_VALUE_NONE, -1, %s };\n", objects);
  else
    g_string_append_printf (out, "sizeof (__typeof__ (%s)), %s, %d, %s };\n", result->spelling, value_name (result),
                            result_record (result), objects);
}

static void append_routine_thunk (const AfRoutine *routine, GString *out)
{
  g_autoptr (GPtrArray) params = g_ptr_array_new ();
  gboolean is_void = !routine->result || routine->result->kind == AF_TYPE_VOID;

  g_string_append_printf (out,
                          "AFRT_GUARDED static void afx_call_%u (void *const *afx_args, void *afx_result)\n{ %s%s (",
                          routine->id, is_void ? "" : "__auto_type afx_value = ", routine->name);
  for (guint i = 0; i < routine->n_params; i++) {
    const AfVariable *param = g_ptr_array_index (routine->variables, i);
    g_string_append_printf (out, "%s*(__typeof__ (%s) *)afx_args[%u]", i ? ", " : "", param->type->spelling, i);
    g_ptr_array_add (params, param->type);
  }
  g_string_append_printf (out, ");%s }\n",
                          is_void ? "" : " __builtin_memcpy (afx_result, &afx_value, sizeof afx_value);");
  g_autofree char *objects = g_strdup_printf (
    "%d, %d, %d, 0, %d", routine->consumes + 1, routine->initialises + 1, (int)af_driver_makes (routine),
    af_routine_threads_place (routine) >= 0 || routine->returns_it ? routine->threads + 1 : 0);
  append_thunk (out, routine->id, routine->name, params, af_routine_gives (routine), objects);
}

static void append_factory (const AfModule *module, const AfType *record, guint n, GString *out)
{
  g_autoptr (GPtrArray) params = af_driver_factory_params (module, record);
  guint n_fields = 0;

  g_string_append_printf (out,
                          "static void afx_call_%u (void *const *afx_args, void *afx_result)\n"
                          "{ __typeof__ (%s) afx_value; __builtin_memset (&afx_value, 0, sizeof afx_value);",
                          n, record->spelling);
  if (params->len > 0)
    append_fields (record, "afx_value", &n_fields, out);
  g_string_append (out, " __builtin_memcpy (afx_result, &afx_value, sizeof afx_value); }\n");
  append_thunk (out, n, record->tag ? record->tag : "record", params, record,
                is_raw (module, record, params) ? "0, 0, 0, 1, 0" : "0, 0, 0, 0, 0");
}

/* --- observers --- */

static void append_observer (const AfRoutine *routine, guint n, GString *out)
{
  const AfVariable *object = g_ptr_array_index (routine->variables, 0);
  gboolean is_string = routine->result->kind == AF_TYPE_POINTER;

  g_string_append_printf (out, "%s afx_observe_%u (const void *afx_it)\n{ return (%s)%s ((__typeof__ (%s))afx_it); }\n",
                          is_string ? "const char *" : "long long", n, is_string ? "const char *" : "long long",
                          routine->name, object->type->spelling);
}

static void append_hashes (const AfType *record, const char *path, GString *out)
{
  for (guint i = 0; i < record->fields->len; i++) {
    const AfField *field = g_ptr_array_index (record->fields, i);
    g_autofree char *place = g_strdup_printf ("%s.%s", path, field->name);
    if (field->type->kind == AF_TYPE_RECORD)
      append_hashes (field->type, place, out);
    else if (field->type->kind == AF_TYPE_FLOAT)
      g_string_append_printf (out,
                              " afx_number = (double)%s; __builtin_memcpy (&afx_bits, &afx_number, sizeof afx_bits);"
                              " afx_hash = (afx_hash ^ afx_bits) * 0x100000001b3ull;",
                              place);
    else
      g_string_append_printf (out, " afx_hash = (afx_hash ^ (unsigned long long)%s) * 0x100000001b3ull;", place);
  }
}

/* The fields of a record that holds only numbers; a hash, because observers give one number. */
static void append_content (const AfType *record, guint n, GString *out)
{
  g_string_append_printf (
    out,
    "long long afx_observe_%u (const void *afx_it)\n{ unsigned long long afx_hash = 0xcbf29ce484222325ull,"
    " afx_bits; double afx_number; (void)afx_bits; (void)afx_number;",
    n);
  g_autofree char *path = g_strdup_printf ("(*(const __typeof__ (%s) *)afx_it)", record->spelling);
  append_hashes (record, path, out);
  g_string_append (out, " return (long long)afx_hash; }\n");
}

/* One bit for each test of a field, as a number. */
static void append_state (const AfType *record, const GPtrArray *fields, GString *out)
{
  g_string_append_printf (
    out,
    "unsigned long long afx_state_%u (const void *afx_object)\n{ __typeof__ (%s) const *afx_it = afx_object; return 0",
    record->id, record->spelling);
  for (guint i = 0; i < fields->len; i++) {
    const AfField *field = g_ptr_array_index (fields, i);
    g_string_append_printf (out, " | (unsigned long long)(afx_it->%s %s 0) << %u", field->name,
                            field->type->kind == AF_TYPE_BOOL ? "!=" : "==", i);
  }
  g_string_append (out, "; }\n");
}

void af_weave_tables (const AfWeaver *weaver, GString *out)
{
  const AfModule *module = weaver->module;
  g_autoptr (GPtrArray) factories = af_driver_factories (module);
  g_autofree char *name = g_strdup_printf ("afx-tables-%d", weaver->file);

  af_append_line_directive (out, 1, name);
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = g_ptr_array_index (module->routines, i);
    if (routine->definition.file == weaver->file && af_driver_callable (routine))
      append_routine_thunk (routine, out);
  }
  for (guint i = 0; i < factories->len; i++) {
    const AfType *record = g_ptr_array_index (factories, i);
    if (af_driver_file_of (module, record) != weaver->file)
      continue;
    append_factory (module, record, module->routines->len + i, out);
    if (af_driver_is_plain (record))
      append_content (record, module->observers->len + i, out);
  }
  for (guint i = 0; i < module->observers->len; i++) {
    const AfRoutine *routine = g_ptr_array_index (module->observers, i);
    if (routine->definition.file == weaver->file)
      append_observer (routine, i, out);
  }
  for (guint i = 0; i < module->types->len; i++) {
    const AfType *record = g_ptr_array_index (module->types, i);
    g_autoptr (GPtrArray) fields = af_driver_state_fields (module, record);
    if (fields->len > 0 && af_driver_file_of (module, record) == weaver->file)
      append_state (record, fields, out);
  }
  af_weave_fields (weaver, out);
  af_weave_callbacks (weaver, out);
}

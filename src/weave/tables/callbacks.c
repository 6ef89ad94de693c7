/* Functions that a test can pass for a function pointer.
 *
 * In:  the types of function pointers among the parameters of callable routines.
 * Out: a table of functions: for each such type the module's own public routines of that type, and generated functions
 *      that depend on their arguments in a simple, repeatable way:
 *
 *          int (*) (int, int)                      afx_callback_2 (a, b): -1, 0 or 1 as a is less, equal, greater; _3:
 * the reverse _Bool (*) (const char *, int, void *)   afx_callback_4: whether the sum of its numbers is odd; _5: false;
 * _6: true
 *
 *                                                  _7, _8: true or false the first two times only; _9: asks the object
 * meanwhile void (*) (char *)                       afx_callback_10: takes the block, which the module has not lost by
 * that
 *
 * A generated function looks at numbers only, never behind a pointer, but for a hash function of texts: where the name
 * of a parameter or field says `hash`, there is one that spreads, one that sums and one for which all keys collide. */
#include <string.h>

#include "weave/weave-internal.h"

void af_callback_free (AfCallback *callback)
{
  g_free (callback->symbol);
  g_free (callback);
}

static gboolean is_number (const AfType *type)
{
  return type && (type->kind == AF_TYPE_BOOL || af_type_is_integer (type) || type->kind == AF_TYPE_FLOAT);
}

const AfType *af_driver_function_of (const AfType *type)
{
  const AfType *target = type && type->kind == AF_TYPE_POINTER ? type->target : NULL;

  return target && target->kind == AF_TYPE_FUNCTION && target->params && !target->is_variadic ? target : NULL;
}

static gboolean has_type (const AfRoutine *routine, const AfType *type)
{
  if (routine->result != type->target || routine->n_params != type->params->len)
    return FALSE;
  for (guint i = 0; i < routine->n_params; i++) {
    const AfVariable *param = g_ptr_array_index (routine->variables, i);
    if (param->type != g_ptr_array_index (type->params, i))
      return FALSE;
  }
  return TRUE;
}

/* Function types that callable routines take, in order of appearance; array of AfType. */
static GPtrArray *wanted_types (const AfModule *module)
{
  GPtrArray *types = g_ptr_array_new ();

  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = g_ptr_array_index (module->routines, i);
    for (guint j = 0; af_driver_callable (routine) && j < routine->n_params; j++) {
      const AfVariable *param = g_ptr_array_index (routine->variables, j);
      const AfType *type = af_driver_function_of (param->type);
      if (type && !g_ptr_array_find (types, type, NULL))
        g_ptr_array_add (types, (gpointer)type);
    }
  }
  return types;
}

/* Those of the fields of @record that tests set. */
static void add_field_types (const AfModule *module, const AfType *record, GPtrArray *types)
{
  g_autoptr (GPtrArray) params = af_driver_factory_params (module, record);

  for (guint i = 0; i < params->len; i++) {
    const AfType *type = af_driver_function_of (g_ptr_array_index (params, i));
    if (type && !g_ptr_array_find (types, type, NULL))
      g_ptr_array_add (types, (gpointer)type);
  }
}

static void add_callback (GPtrArray *callbacks, char *symbol, AfType *type, AfCallbackKind kind)
{
  AfCallback *callback = g_new0 (AfCallback, 1);

  callback->symbol = symbol;
  callback->type = type;
  callback->kind = kind;
  g_ptr_array_add (callbacks, callback);
}

/* Whether the function tells the order of two things. */
static gboolean is_comparison (const AfType *type)
{
  return type->params->len == 2 && type->params->pdata[0] == type->params->pdata[1] && type->target
         && type->target->is_signed && af_type_is_integer (type->target);
}

/* Whether the function is shown things and gives nothing back; one that takes a single pointer rather frees it. */
static gboolean is_visitor (const AfType *type)
{
  gboolean frees = type->params->len == 1 && ((const AfType *)type->params->pdata[0])->kind == AF_TYPE_POINTER;

  return (!type->target || type->target->kind == AF_TYPE_VOID) && type->params->len > 0 && !frees;
}

static gboolean is_named_hash (const char *name, const AfType *type, const AfType *wanted)
{
  g_autofree char *lower = name ? g_ascii_strdown (name, -1) : NULL;

  return lower && strstr (lower, "hash") && af_driver_function_of (type) == wanted;
}

/* Whether the name of a parameter or field says that functions of the type are hash functions: equal keys must have
 * equal hashes, so that nothing that changes from call to call will do. */
static gboolean is_hash (const AfModule *module, const AfType *type)
{
  gboolean is_one = FALSE;

  if (!af_type_is_integer (type->target))
    return FALSE;
  for (guint i = 0; i < module->routines->len && !is_one; i++) {
    const AfRoutine *routine = g_ptr_array_index (module->routines, i);
    for (guint j = 0; j < routine->n_params; j++) {
      const AfVariable *param = g_ptr_array_index (routine->variables, j);
      is_one |= is_named_hash (param->name, param->type, type);
    }
  }
  for (guint i = 0; i < module->types->len && !is_one; i++) {
    const AfType *record = g_ptr_array_index (module->types, i);
    for (guint j = 0; record->fields && j < record->fields->len; j++) {
      const AfField *field = g_ptr_array_index (record->fields, j);
      is_one |= is_named_hash (field->name, field->type, type);
    }
  }
  return is_one;
}

/* What a function of the type can do that tells its users apart; a comparison must be one. */
static void add_generated (const AfModule *module, GPtrArray *callbacks, AfType *type)
{
  AfCallbackKind kinds[] = { AF_CALLBACK_SUM, AF_CALLBACK_ZERO, AF_CALLBACK_ONE,
                             AF_CALLBACK_FEW, AF_CALLBACK_LATE, AF_CALLBACK_ASK };
  guint n = is_number (type->target) ? G_N_ELEMENTS (kinds) : 1;

  if (is_comparison (type) && is_number (type->params->pdata[0])) {
    kinds[0] = AF_CALLBACK_ORDER;
    kinds[1] = AF_CALLBACK_REVERSE;
    n = 2;
  } else if (is_comparison (type)) {
    kinds[0] = AF_CALLBACK_ZERO;
    n = 1;
  }
  if (is_hash (module, type)) {
    kinds[0] = AF_CALLBACK_HASH;
    kinds[1] = AF_CALLBACK_SUM;
    kinds[2] = AF_CALLBACK_ZERO;
    n = 3;
  }
  if (is_visitor (type)) {
    kinds[1] = AF_CALLBACK_ASK;
    n = 2;
  }
  for (guint i = 0; i < n; i++)
    add_callback (callbacks, g_strdup_printf ("afx_callback_%u", callbacks->len), type, kinds[i]);
}

GPtrArray *af_driver_callbacks (const AfModule *module)
{
  g_autoptr (GPtrArray) types = wanted_types (module);
  for (guint i = 0; i < module->types->len; i++)
    add_field_types (module, g_ptr_array_index (module->types, i), types);
  GPtrArray *callbacks = g_ptr_array_new_with_free_func ((GDestroyNotify)af_callback_free);

  for (guint i = 0; i < types->len; i++)
    for (guint j = 0; j < module->routines->len; j++) {
      const AfRoutine *routine = g_ptr_array_index (module->routines, j);
      if (routine->is_public && af_driver_callable (routine) && has_type (routine, g_ptr_array_index (types, i)))
        add_callback (callbacks, g_strdup (routine->name), g_ptr_array_index (types, i), AF_CALLBACK_OF_MODULE);
    }
  for (guint i = 0; i < types->len; i++)
    add_generated (module, callbacks, g_ptr_array_index (types, i));
  return callbacks;
}

/* The first file with a routine that takes a function of that type, or a record with one: there its types are known. */
static int file_of_type (const AfModule *module, const AfType *type)
{
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = g_ptr_array_index (module->routines, i);
    for (guint j = 0; af_driver_callable (routine) && j < routine->n_params; j++) {
      const AfVariable *param = g_ptr_array_index (routine->variables, j);
      if (af_driver_function_of (param->type) == type)
        return routine->definition.file;
    }
  }
  for (guint i = 0; i < module->types->len; i++) {
    const AfType *record = g_ptr_array_index (module->types, i);
    g_autoptr (GPtrArray) params = af_driver_factory_params (module, record);
    for (guint j = 0; j < params->len; j++)
      if (af_driver_function_of (g_ptr_array_index (params, j)) == type)
        return af_driver_file_of (module, record);
  }
  return 0;
}

static void append_sum (const AfType *type, GString *out)
{
  g_string_append (out, " unsigned long long sum = 0;");
  for (guint i = 0; i < type->params->len; i++)
    if (is_number (g_ptr_array_index (type->params, i)))
      g_string_append_printf (out, " sum += (unsigned long long)(long long)a%u;", i);
  g_string_append_printf (out, " return sum %% %u;", type->target->kind == AF_TYPE_BOOL ? 2u : 100u);
}

static void append_hash (const AfType *type, GString *out)
{
  g_string_append (out, " unsigned long long hash = 5381;");
  for (guint i = 0; i < type->params->len; i++) {
    const AfType *param = g_ptr_array_index (type->params, i);
    if (is_number (param))
      g_string_append_printf (out, " hash = (hash ^ (unsigned long long)(long long)a%u) * 0x9e3779b97f4a7c15ull;", i);
    else if (af_driver_is_text (param))
      g_string_append_printf (
        out, " for (const char *s%u = (const char *)a%u; s%u && *s%u; s%u++) hash = hash * 33 ^ (unsigned char)*s%u;",
        i, i, i, i, i, i);
  }
  g_string_append (out, " return (hash ^ hash >> 32);");
}

static void append_body (const AfCallback *callback, GString *out)
{
  const AfType *type = callback->type, *result = type->target;

  if (!result || result->kind == AF_TYPE_VOID) {
    /* what frees an element, most likely: ours does not, and the module has lost nothing by that */
    if (type->params->len == 1 && ((const AfType *)type->params->pdata[0])->kind == AF_TYPE_POINTER)
      g_string_append (out, " afrt_given ((const volatile void *)a0);");
    if (callback->kind == AF_CALLBACK_ASK)
      g_string_append (out, " afrt_ask ();");
    return;
  }
  if (!is_number (result)) {
    g_string_append_printf (out, " __typeof__ (%s) none; __builtin_memset (&none, 0, sizeof none); return none;",
                            result->spelling);
    return;
  }
  switch (callback->kind) {
  case AF_CALLBACK_ORDER:
    g_string_append (out, " return (a0 > a1) - (a0 < a1);");
    break;
  case AF_CALLBACK_REVERSE:
    g_string_append (out, " return (a0 < a1) - (a0 > a1);");
    break;
  case AF_CALLBACK_SUM:
    append_sum (type, out);
    break;
  case AF_CALLBACK_HASH:
    append_hash (type, out);
    break;
  case AF_CALLBACK_ZERO:
    g_string_append (out, " return 0;");
    break;
  case AF_CALLBACK_ONE:
    g_string_append (out, " return 1;");
    break;
  case AF_CALLBACK_FEW:
    g_string_append (out, " return afrt_turn () < 2;");
    break;
  case AF_CALLBACK_LATE:
    g_string_append (out, " return afrt_turn () >= 2;");
    break;
  case AF_CALLBACK_ASK:
    g_string_append (out, " afrt_ask (); return 1;");
    break;
  case AF_CALLBACK_OF_MODULE:
    break;
  }
}

void af_weave_callbacks (const AfWeaver *weaver, GString *out)
{
  g_autoptr (GPtrArray) callbacks = af_driver_callbacks (weaver->module);

  for (guint i = 0; i < callbacks->len; i++) {
    const AfCallback *callback = g_ptr_array_index (callbacks, i);
    if (callback->kind == AF_CALLBACK_OF_MODULE || file_of_type (weaver->module, callback->type) != weaver->file)
      continue;
    g_string_append_printf (out, "__typeof__ (%s) %s (", callback->type->target->spelling, callback->symbol);
    for (guint j = 0; j < callback->type->params->len; j++) {
      const AfType *param = g_ptr_array_index (callback->type->params, j);
      g_string_append_printf (out, "%s__typeof__ (%s) a%u", j ? ", " : "", param->spelling, j);
    }
    g_string_append (out, callback->type->params->len ? ")\n{" : "void)\n{");
    append_body (callback, out);
    g_string_append (out, " }\n");
  }
}

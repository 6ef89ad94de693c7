/* Functions that a test can pass for a function pointer.
 *
 * In:  the types of function pointers among the parameters of callable routines.
 * Out: a table of functions: for each such type the module's own public routines of that type, and one generated function
 *      that depends on its arguments in a simple, repeatable way:
 *
 *          int (*) (int, int)                      afx_callback_2 (a, b): -1, 0 or 1 as a is less, equal, greater: a total order
 *          _Bool (*) (const char *, int, void *)   afx_callback_3: whether the sum of its numbers is odd
 *
 *          void (*) (char *)                       afx_callback_4: takes the block, which the module has not lost by that
 *
 * A generated function looks at numbers only, never behind a pointer. */
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

static const AfType *function_of (const AfType *type)
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
      const AfType *type = function_of (param->type);
      if (type && !g_ptr_array_find (types, type, NULL))
        g_ptr_array_add (types, (gpointer)type);
    }
  }
  return types;
}

static void add_callback (GPtrArray *callbacks, char *symbol, AfType *type, gboolean is_generated)
{
  AfCallback *callback = g_new0 (AfCallback, 1);

  callback->symbol = symbol;
  callback->type = type;
  callback->is_generated = is_generated;
  g_ptr_array_add (callbacks, callback);
}

GPtrArray *af_driver_callbacks (const AfModule *module)
{
  g_autoptr (GPtrArray) types = wanted_types (module);
  GPtrArray *callbacks = g_ptr_array_new_with_free_func ((GDestroyNotify)af_callback_free);

  for (guint i = 0; i < types->len; i++)
    for (guint j = 0; j < module->routines->len; j++) {
      const AfRoutine *routine = g_ptr_array_index (module->routines, j);
      if (routine->is_public && af_driver_callable (routine) && has_type (routine, g_ptr_array_index (types, i)))
        add_callback (callbacks, g_strdup (routine->name), g_ptr_array_index (types, i), FALSE);
    }
  for (guint i = 0; i < types->len; i++)
    add_callback (callbacks, g_strdup_printf ("afx_callback_%u", callbacks->len), g_ptr_array_index (types, i), TRUE);
  return callbacks;
}

/* The first file with a routine that takes a function of that type: there its types are known. */
static int file_of_type (const AfModule *module, const AfType *type)
{
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = g_ptr_array_index (module->routines, i);
    for (guint j = 0; af_driver_callable (routine) && j < routine->n_params; j++) {
      const AfVariable *param = g_ptr_array_index (routine->variables, j);
      if (function_of (param->type) == type)
        return routine->definition.file;
    }
  }
  return 0;
}

static void append_body (const AfType *type, GString *out)
{
  const AfType *result = type->target;
  gboolean is_order = type->params->len == 2 && is_number (type->params->pdata[0]) && is_number (type->params->pdata[1]);

  if (!result || result->kind == AF_TYPE_VOID) {
    /* what frees an element, most likely: ours does not, and the module has lost nothing by that */
    if (type->params->len == 1 && ((const AfType *)type->params->pdata[0])->kind == AF_TYPE_POINTER)
      g_string_append (out, " afrt_given ((const volatile void *)a0);");
    return;
  }
  if (!is_number (result)) {
    g_string_append_printf (out, " __typeof__ (%s) none; __builtin_memset (&none, 0, sizeof none); return none;",
                            result->spelling);
    return;
  }
  if (is_order && result->is_signed && af_type_is_integer (result)) {
    g_string_append (out, " return (a0 > a1) - (a0 < a1);");
    return;
  }
  g_string_append (out, " unsigned long long sum = 0;");
  for (guint i = 0; i < type->params->len; i++)
    if (is_number (g_ptr_array_index (type->params, i)))
      g_string_append_printf (out, " sum += (unsigned long long)(long long)a%u;", i);
  g_string_append_printf (out, " return sum %% %u;", result->kind == AF_TYPE_BOOL ? 2u : 100u);
}

void af_weave_callbacks (const AfWeaver *weaver, GString *out)
{
  g_autoptr (GPtrArray) callbacks = af_driver_callbacks (weaver->module);

  for (guint i = 0; i < callbacks->len; i++) {
    const AfCallback *callback = g_ptr_array_index (callbacks, i);
    if (!callback->is_generated || file_of_type (weaver->module, callback->type) != weaver->file)
      continue;
    g_string_append_printf (out, "__typeof__ (%s) %s (", callback->type->target->spelling, callback->symbol);
    for (guint j = 0; j < callback->type->params->len; j++) {
      const AfType *param = g_ptr_array_index (callback->type->params, j);
      g_string_append_printf (out, "%s__typeof__ (%s) a%u", j ? ", " : "", param->spelling, j);
    }
    g_string_append (out, callback->type->params->len ? ")\n{" : "void)\n{");
    append_body (callback->type, out);
    g_string_append (out, " }\n");
  }
}

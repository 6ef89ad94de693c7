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
 * What compares two things is one order, and its reverse, of numbers, texts or items (the first byte of what `void *`
 * leads to): one that says this now and that then is no comparison, and what a module does with it no fault.  Names
 * tell it where the type does not: `less`, `cmp`, `equal`.  A hash function (`hash` in the name) sees the same: one
 * spreads, one sums, for one all keys collide.  Others look at numbers only, never behind a pointer. */
#include <string.h>

#include "contracts/contracts.h"
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

/* What takes any `void *` for a record of the module (`seen_as`) fits no caller that hands it other things. */
static gboolean has_type (const AfRoutine *routine, const AfType *type)
{
  if (routine->result != type->target || routine->n_params != type->params->len)
    return FALSE;
  for (guint i = 0; i < routine->n_params; i++) {
    const AfVariable *param = g_ptr_array_index (routine->variables, i);
    if (param->type != g_ptr_array_index (type->params, i) || param->seen_as)
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

static AfCallback *add_callback (GPtrArray *callbacks, char *symbol, AfType *type, AfCallbackKind kind)
{
  AfCallback *callback = g_new0 (AfCallback, 1);

  callback->symbol = symbol;
  callback->type = type;
  callback->kind = kind;
  callback->block = callback->size = callback->count = -1;
  g_ptr_array_add (callbacks, callback);
  return callback;
}

AfBehind af_callback_behind (const AfType *type)
{
  const AfType *target = type->kind == AF_TYPE_POINTER ? type->target : NULL;
  const AfField *first = target && target->kind == AF_TYPE_RECORD && target->fields && target->fields->len > 0
                           ? target->fields->pdata[0]
                           : NULL;

  if (af_driver_is_text (type))
    return AF_BEHIND_TEXT;
  return target && (target->kind == AF_TYPE_VOID || is_number (first ? first->type : target)) ? AF_BEHIND_ITEM
                                                                                              : AF_BEHIND_UNKNOWN;
}

static gboolean gives_nothing (const AfType *type)
{
  return !type->target || type->target->kind == AF_TYPE_VOID;
}

/* What gives nothing back for a single pointer rather frees it. */
static gboolean takes_pointer (const AfType *type)
{
  return gives_nothing (type) && type->params->len == 1
         && ((const AfType *)type->params->pdata[0])->kind == AF_TYPE_POINTER;
}

/* Whether the function is shown things and gives nothing back. */
static gboolean is_visitor (const AfType *type)
{
  return gives_nothing (type) && type->params->len > 0 && !takes_pointer (type);
}

/* --- what names say of a type of functions --- */

static const char *const hash_words[] = { "hash", NULL };
static const char *const order_words[] = { "cmp", "compar", "order", "less", "sort", "greater", NULL };
static const char *const equal_words[] = { "equal", "eq_", "_eq", NULL };

static gboolean is_named (const char *name, const char *const *words)
{
  g_autofree char *lower = name ? g_ascii_strdown (name, -1) : NULL;

  for (guint i = 0; lower && words[i]; i++)
    if (strstr (lower, words[i]))
      return TRUE;
  return FALSE;
}

/* Whether a parameter or field for functions of the type has a name of which @says is true; @words: for that. */
static gboolean some_name (const AfModule *module, const AfType *type,
                           gboolean (*says) (const char *name, const char *const *words), const char *const *words)
{
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = g_ptr_array_index (module->routines, i);
    for (guint j = 0; j < routine->n_params; j++) {
      const AfVariable *param = g_ptr_array_index (routine->variables, j);
      if (af_driver_function_of (param->type) == type && says (param->name, words))
        return TRUE;
    }
  }
  for (guint i = 0; i < module->types->len; i++) {
    const AfType *record = g_ptr_array_index (module->types, i);
    for (guint j = 0; record->fields && j < record->fields->len; j++) {
      const AfField *field = g_ptr_array_index (record->fields, j);
      if (af_driver_function_of (field->type) == type && says (field->name, words))
        return TRUE;
    }
  }
  return FALSE;
}

gboolean af_callback_names_say (const AfModule *module, const AfType *type, const char *const *words)
{
  return some_name (module, type, is_named, words);
}

static gboolean ends_objects (const char *name, const char *const *words G_GNUC_UNUSED)
{
  return name && af_name_ends_object (name);
}

/* Whether it takes a block, gives nothing back, and some name says that it frees. */
static gboolean sets_release (const AfModule *module, AfCallback *callback)
{
  const AfType *type = callback->type;

  callback->block = gives_nothing (type) && some_name (module, type, ends_objects, NULL)
                      ? af_callback_freed (module, type, &callback->is_allocated)
                      : -1;
  return callback->block >= 0 && ((const AfType *)type->params->pdata[callback->block])->kind == AF_TYPE_POINTER;
}

/* What compares two things, perhaps with data of the user: the kinds of such functions, and how many; 0: it does not.
 */
static guint comparisons (const AfModule *module, const AfType *type, AfCallbackKind *kinds)
{
  const AfType *first = type->params->len > 1 ? type->params->pdata[0] : NULL;
  const AfType *third = type->params->len > 2 ? type->params->pdata[2] : NULL;
  gboolean is_truth = type->target && type->target->kind == AF_TYPE_BOOL;
  gboolean is_signed = type->target && type->target->is_signed && af_type_is_integer (type->target);
  gboolean is_pair = first && first == type->params->pdata[1] && type->params->len <= 3
                     && (!third || (third->kind == AF_TYPE_POINTER && third->target->kind == AF_TYPE_VOID));

  if (!is_pair || !(is_truth || is_signed))
    return 0;
  if (!is_number (first) && af_callback_behind (first) == AF_BEHIND_UNKNOWN) {
    kinds[0] = AF_CALLBACK_ZERO;
    return is_signed && !third;
  }
  kinds[0] = AF_CALLBACK_EQUAL;
  if (af_callback_names_say (module, type, equal_words))
    return 1;
  kinds[0] = is_truth ? AF_CALLBACK_LESS : AF_CALLBACK_ORDER;
  kinds[1] = is_truth ? AF_CALLBACK_GREATER : AF_CALLBACK_REVERSE;
  return (is_signed && !third) || af_callback_names_say (module, type, order_words) ? 2 : 0;
}

/* What a function of the type can do that tells its users apart; a comparison must be one. */
static void add_generated (const AfModule *module, GPtrArray *callbacks, AfType *type)
{
  AfCallbackKind kinds[] = { AF_CALLBACK_SUM, AF_CALLBACK_ZERO, AF_CALLBACK_ONE,
                             AF_CALLBACK_FEW, AF_CALLBACK_LATE, AF_CALLBACK_ASK };
  guint n = is_number (type->target) ? G_N_ELEMENTS (kinds) : 1;
  AfCallbackKind comparing[2];
  AfCallback like = { .type = type };
  guint n_comparing = comparisons (module, type, comparing);

  if (n_comparing > 0) {
    memcpy (kinds, comparing, n_comparing * sizeof kinds[0]);
    n = n_comparing;
  }
  /* equal keys must have equal hashes: nothing that changes from call to call will do */
  if (af_type_is_integer (type->target) && af_callback_names_say (module, type, hash_words)) {
    kinds[0] = AF_CALLBACK_HASH;
    kinds[1] = AF_CALLBACK_SUM;
    kinds[2] = AF_CALLBACK_ZERO;
    n = 3;
  }
  if (af_callback_set_allocator (module, &like)) {
    kinds[0] = AF_CALLBACK_ALLOCATE;
    n = 1;
  } else if (sets_release (module, &like)) {
    kinds[1] = AF_CALLBACK_RELEASE;
    n = 2;
  } else if (is_visitor (type)) {
    kinds[1] = AF_CALLBACK_ASK;
    n = 2;
  }
  for (guint i = 0; i < n; i++) {
    AfCallback *callback =
      add_callback (callbacks, g_strdup_printf ("afx_callback_%u", callbacks->len), type, kinds[i]);
    if (kinds[i] == AF_CALLBACK_ALLOCATE || kinds[i] == AF_CALLBACK_RELEASE) {
      callback->block = like.block;
      callback->size = like.size;
      callback->count = like.count;
      callback->is_allocated = like.is_allocated;
    }
  }
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
    else if (af_callback_behind (param) == AF_BEHIND_ITEM)
      g_string_append_printf (out, " hash = (hash ^ (afrt_readable (a%u, 1) ? *(const unsigned char *)a%u : 0)) * 33;",
                              i, i);
  }
  g_string_append (out, " return (hash ^ hash >> 32);");
}

/* How the first two compare: `order` is -1, 0 or 1. */
static void append_order (const AfType *type, GString *out)
{
  const AfType *first = type->params->pdata[0];

  if (is_number (first))
    g_string_append (out, " int order = (a0 > a1) - (a0 < a1);");
  else if (af_callback_behind (first) == AF_BEHIND_TEXT)
    g_string_append (out, " const unsigned char *s = (const unsigned char *)a0, *t = (const unsigned char *)a1;"
                          " while (s && t && *s && *s == *t) s++, t++;"
                          " int order = s && t ? (*s > *t) - (*s < *t) : !!s - !!t;");
  else
    g_string_append (out, " int x = afrt_readable (a0, 1) ? *(const unsigned char *)a0 : 0,"
                          " y = afrt_readable (a1, 1) ? *(const unsigned char *)a1 : 0, order = (x > y) - (x < y);");
}

const char *af_callback_of_order (AfCallbackKind kind)
{
  static const char *const results[] = {
    [AF_CALLBACK_ORDER] = "order",       [AF_CALLBACK_REVERSE] = "-order",   [AF_CALLBACK_LESS] = "order < 0",
    [AF_CALLBACK_GREATER] = "order > 0", [AF_CALLBACK_EQUAL] = "order == 0",
  };

  return (guint)kind < G_N_ELEMENTS (results) ? results[kind] : NULL;
}

static void append_body (const AfCallback *callback, GString *out)
{
  const AfType *type = callback->type, *result = type->target;

  if (gives_nothing (type)) {
    /* what frees an element, most likely: the module has lost nothing by that */
    if (callback->kind == AF_CALLBACK_RELEASE)
      g_string_append_printf (out, " afrt_released ((const volatile void *)a%d, %d);", callback->block,
                              callback->is_allocated);
    else if (takes_pointer (type))
      g_string_append (out, " afrt_given ((const volatile void *)a0);");
    if (callback->kind == AF_CALLBACK_ASK)
      g_string_append (out, " afrt_ask ();");
    return;
  }
  if (callback->kind == AF_CALLBACK_ALLOCATE) {
    g_autofree char *call = af_callback_allocation (callback, "__builtin_");
    g_string_append_printf (out, " return %s;", call);
    return;
  }
  if (!is_number (result)) {
    g_string_append_printf (out, " __typeof__ (%s) none; __builtin_memset (&none, 0, sizeof none); return none;",
                            result->spelling);
    return;
  }
  switch (callback->kind) {
  case AF_CALLBACK_ORDER:
  case AF_CALLBACK_REVERSE:
  case AF_CALLBACK_LESS:
  case AF_CALLBACK_GREATER:
  case AF_CALLBACK_EQUAL:
    append_order (type, out);
    g_string_append_printf (out, " return %s;", af_callback_of_order (callback->kind));
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
  case AF_CALLBACK_RELEASE:
  case AF_CALLBACK_ALLOCATE:
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

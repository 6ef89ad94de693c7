/* What tests may call of the files that a module is linked with.
 *
 * In:  the module's own routines; the sources that it is linked with, and what its headers declare of them.
 * Out: lent routines, which make objects that the module takes and does not make.
 *
 *     struct json_object *json_object_new_int (int i);                                   json_object.h, json_object.c
 *     int json_pointer_get (struct json_object *obj, const char *path, ...)              json_pointer.c
 *
 * Which of the functions that a header declares are there the linked sources say: they are parsed, but only where an
 * object is wanted (with bodies: without, libclang tells no definition from a declaration).  Like what is `static
 * inline` in a header these are neither instrumented nor repaired, and what fails in them is no fault of the module. */
#include "frontend/frontend-internal.h"

static const AfType *param_type (const AfRoutine *routine, guint i)
{
  return ((const AfVariable *)routine->variables->pdata[i])->type;
}

static gboolean takes (const AfRoutine *routine, const AfType *record)
{
  for (guint i = 0; i < routine->n_params; i++)
    if (af_type_leads_to (param_type (routine, i), record))
      return TRUE;
  return FALSE;
}

static gboolean sets_up (const char *name, const AfType *result, const AfType *first)
{
  return first && af_type_is_record_pointer (first) && !first->is_const && !(result && result->kind == AF_TYPE_POINTER)
         && af_name_sets_up (name);
}

/* Whether tests need such an object, and nothing of the module makes it. */
static gboolean is_wanted (const AfModule *module, const AfType *record)
{
  gboolean is_taken = FALSE, is_made = FALSE;

  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    gboolean is_open = routine->is_public && !routine->is_static;
    is_taken |= (is_open || routine->is_lent) && takes (routine, record);
    is_made |= is_open
               && ((af_type_leads_to (routine->result, record) && !takes (routine, record))
                   || (routine->n_params > 0 && af_type_leads_to (param_type (routine, 0), record)
                       && sets_up (routine->name, routine->result, param_type (routine, 0))));
  }
  return is_taken && !is_made;
}

static gboolean wants_any (const AfModule *module)
{
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    for (guint k = 0; routine->is_public && k < routine->n_params; k++) {
      const AfType *type = param_type (routine, k);
      if (af_type_is_record_pointer (type) && is_wanted (module, type->target))
        return TRUE;
    }
  }
  return FALSE;
}

/* `FILE *`: the system makes them. */
static gboolean is_of_system (CXType pointer)
{
  CXCursor record = clang_getTypeDeclaration (clang_getCanonicalType (clang_getPointeeType (pointer)));
  return clang_Location_isInSystemHeader (clang_getCursorLocation (record)) != 0;
}

/* Whether the declared function gives such an object, or sets one up in storage of its caller, from others. */
static gboolean makes_wanted (const AfUnit *unit, CXCursor function)
{
  g_autofree char *name = af_clang_name (function);
  const AfType *result = af_frontend_type (unit->loader, clang_getCursorResultType (function)), *first = NULL;
  gboolean is_maker =
    result && af_type_is_record_pointer (result) && !is_of_system (clang_getCursorResultType (function));

  for (int i = 0; i < clang_Cursor_getNumArguments (function); i++) {
    const AfType *type =
      af_frontend_type (unit->loader, clang_getCursorType (clang_Cursor_getArgument (function, (unsigned)i)));
    first = i == 0 ? type : first;
    is_maker = is_maker && !af_type_leads_to (type, result->target);
  }
  if (is_maker)
    return is_wanted (unit->loader->module, result->target);
  return sets_up (name, result, first) && is_wanted (unit->loader->module, first->target);
}

/* Null if libclang gives up. */
static CXTranslationUnit parse (CXIndex index, const char *path, const GPtrArray *args)
{
  const char *hooks = NULL;
  CXTranslationUnit tu = NULL;

  for (guint i = 0; i + 1 < args->len; i++)
    if (g_str_equal (args->pdata[i], "-include") && g_str_has_suffix (args->pdata[i + 1], "hooks-in-memory.h"))
      hooks = args->pdata[i + 1];
  struct CXUnsavedFile none = { hooks, "", 0 };
  enum CXErrorCode code = clang_parseTranslationUnit2 (index, path, (const char *const *)args->pdata, (int)args->len,
                                                       &none, hooks ? 1 : 0, CXTranslationUnit_KeepGoing, &tu);
  return code == CXError_Success ? tu : NULL;
}

/* Names of functions that the linked sources define for others, or that the original of a copy has lent; set of char *,
 * owned by the caller. */
static GHashTable *defined_there (const AfLoader *loader, const GPtrArray *args)
{
  GHashTable *names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_auto (CXIndex) index = clang_createIndex (0, 0);

  for (guint i = 0; loader->original && i < loader->original->routines->len; i++) {
    const AfRoutine *routine = loader->original->routines->pdata[i];
    if (routine->is_lent)
      g_hash_table_add (names, g_strdup (routine->name));
  }
  for (guint i = 0; loader->options->with && loader->options->with[i]; i++) {
    g_auto (CXTranslationUnit) tu =
      g_str_has_suffix (loader->options->with[i], ".c") ? parse (index, loader->options->with[i], args) : NULL;
    if (!tu)
      continue; /* the compiler will say what is wrong with it */
    g_autoptr (GArray) declarations = af_clang_children (clang_getTranslationUnitCursor (tu));
    for (guint k = 0; k < declarations->len; k++) {
      CXCursor cursor = g_array_index (declarations, CXCursor, k);
      if (clang_getCursorKind (cursor) == CXCursor_FunctionDecl && clang_isCursorDefinition (cursor)
          && clang_getCursorLinkage (cursor) == CXLinkage_External)
        g_hash_table_add (names, af_clang_name (cursor));
    }
  }
  return names;
}

static gboolean is_offered (const AfUnit *unit, CXCursor cursor, GHashTable *names)
{
  g_autofree char *name = clang_getCursorKind (cursor) == CXCursor_FunctionDecl ? af_clang_name (cursor) : NULL;

  return name && !af_unit_is_main_file (unit, clang_getCursorLocation (cursor)) && g_hash_table_contains (names, name)
         && !clang_isFunctionTypeVariadic (clang_getCursorType (cursor))
         && !g_hash_table_contains (unit->loader->module->by_name, name);
}

/* Reads what of the unit's declarations makes an object that is wanted by now. */
static void lend (AfUnit *unit, GHashTable *names)
{
  g_autoptr (GArray) declarations = af_clang_children (clang_getTranslationUnitCursor (unit->tu));
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (CXCursor));

  for (guint i = 0; i < declarations->len; i++) {
    CXCursor cursor = g_array_index (declarations, CXCursor, i);
    if (is_offered (unit, cursor, names) && makes_wanted (unit, cursor))
      g_array_append_val (found, cursor);
  }
  for (guint i = 0; i < found->len; i++)
    af_frontend_read_lent (unit, g_array_index (found, CXCursor, i), "defined in another file");
}

void af_frontend_lend_elsewhere (const AfLoader *loader, const GPtrArray *units, const GPtrArray *args)
{
  g_autoptr (GHashTable) names = NULL;

  if (loader->as_built || !(loader->options->with || loader->original) || !wants_any (loader->module))
    return;
  names = defined_there (loader, args);
  for (guint before = 0; before != loader->module->routines->len;) {
    before = loader->module->routines->len;
    for (guint i = 0; i < units->len; i++)
      lend (units->pdata[i], names);
  }
}

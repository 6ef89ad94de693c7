/* Routines: the functions that a source file defines.
 *
 * In:  a parsed unit.
 * Out: the instrumented text for the second pass; the routines.
 *      A function that cannot be handled keeps its name and signature, and says in `skipped` why. */
#include "frontend/frontend-internal.h"

#include <string.h>

static CXCursor body_of (CXCursor function)
{
  g_autoptr (GArray) children = af_clang_children (function);
  for (guint i = children->len; i > 0; i--) {
    CXCursor child = g_array_index (children, CXCursor, i - 1);
    if (clang_getCursorKind (child) == CXCursor_CompoundStmt)
      return child;
  }
  return clang_getNullCursor ();
}

static gboolean is_definition_here (const AfUnit *unit, CXCursor cursor)
{
  return clang_getCursorKind (cursor) == CXCursor_FunctionDecl && clang_isCursorDefinition (cursor)
         && af_unit_is_main_file (unit, clang_getCursorLocation (cursor));
}

/* Such a type cannot be written down a second time. */
static gboolean has_no_name (CXType type)
{
  g_autofree char *text = af_clang_string (clang_getTypeSpelling (type));
  return strstr (text, "(unnamed") || strstr (text, "(anonymous");
}

/* --- first pass: where the result variable goes --- */

/* Where the first statement after the brace can be put: declarations `__label__ a, b;`, which have no cursor, come
 * before all others. */
static guint first_place (const AfSource *source, guint brace)
{
  guint length = (guint)source->length;
  for (;;) {
    guint next = af_text_skip_blanks (source->text, brace + 1, length);
    if (strncmp (source->text + next, "__label__", strlen ("__label__")) != 0)
      return brace + 1;
    brace = af_text_find (source->text, next, length - 1, ";");
  }
}

static void plan_result (const AfUnit *unit, CXCursor function, guint brace, GArray *inserts, GPtrArray *texts)
{
  CXType result = clang_getCursorResultType (function);
  if (clang_getCanonicalType (result).kind == CXType_Void || has_no_name (result))
    return;
  g_autofree char *type = af_clang_string (clang_getTypeSpelling (result));
  char *text = g_strdup_printf (" __typeof__ (%s) afx__result __attribute__ ((unused));", type);
  AfInsert insert = { first_place (unit->source, brace), (guint)strlen (text), 0 };
  g_array_append_val (inserts, insert);
  g_ptr_array_add (texts, text);
}

/* The number of hooks. */
static guint plan_inserts (AfUnit *unit, CXCursor function, GArray *inserts, GPtrArray *texts)
{
  CXCursor body = body_of (function);
  guint brace, end;
  if (clang_Cursor_isNull (body))
    return 0;
  CXSourceLocation start = clang_getRangeStart (clang_getCursorExtent (body));
  CXSourceLocation last = clang_getRangeEnd (clang_getCursorExtent (body));
  if (af_place_from_body (start) || !af_place_offset (unit, start, &brace) || unit->source->text[brace] != '{')
    return 0;
  plan_result (unit, function, brace, inserts, texts);
  guint n = inserts->len;
  if (af_place_offset (unit, last, &end))
    af_hooks_find (unit, brace + 1, end, inserts, texts);
  return inserts->len - n;
}

char *af_frontend_instrument (AfUnit *unit, GArray *inserts, gboolean *has_hooks)
{
  g_autoptr (GArray) declarations = af_clang_children (clang_getTranslationUnitCursor (unit->tu));
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) out = g_string_new (NULL);
  guint copied = 0, before = 0, n_hooks = 0;
  for (guint i = 0; i < declarations->len; i++) {
    CXCursor cursor = g_array_index (declarations, CXCursor, i);
    if (is_definition_here (unit, cursor))
      n_hooks += plan_inserts (unit, cursor, inserts, texts);
  }
  /* Definitions come in the order of the text, and hooks after the brace of theirs. */
  for (guint i = 0; i < inserts->len; i++) {
    AfInsert *insert = &g_array_index (inserts, AfInsert, i);
    guint offset = insert->offset;
    insert->before = before;
    before += insert->length;
    g_string_append_len (out, unit->source->text + copied, offset - copied);
    g_string_append (out, g_ptr_array_index (texts, i));
    copied = offset;
  }
  g_string_append_len (out, unit->source->text + copied, (gssize)(unit->source->length - copied));
  *has_hooks = n_hooks > 0;
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* --- routines --- */

typedef struct {
  GHashTable *names;    /* of what is called */
  GHashTable *external; /* symbols of that which the unit does not define */
} Callees;

static void add_callee (Callees *callees, CXCursor callee)
{
  g_hash_table_add (callees->names, af_clang_name (callee));
  if (clang_getCursorKind (callee) != CXCursor_FunctionDecl || clang_getCursorLinkage (callee) != CXLinkage_External
      || !clang_Cursor_isNull (clang_getCursorDefinition (callee)))
    return;
  g_autofree char *symbol = af_clang_string (clang_Cursor_getMangling (callee));
  if (!g_str_has_prefix (symbol, "__builtin_"))
    g_hash_table_add (callees->external, g_steal_pointer (&symbol));
}

static enum CXChildVisitResult collect_callee (CXCursor cursor, CXCursor parent, CXClientData data)
{
  gboolean is_hook = FALSE;
  (void)parent;
  if (af_frontend_contract_macro (cursor, &is_hook))
    return is_hook ? CXChildVisit_Recurse : CXChildVisit_Continue;
  if (clang_getCursorKind (cursor) == CXCursor_CallExpr) {
    CXCursor callee = af_clang_callee (cursor);
    if (!clang_Cursor_isNull (callee))
      add_callee (data, callee);
  }
  return CXChildVisit_Recurse;
}

static int by_name (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

static void read_callees (AfModule *module, AfRoutine *routine, CXCursor body)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Callees callees = { names, module->external };
  clang_visitChildren (body, collect_callee, &callees);
  GHashTableIter iter;
  gpointer name;
  g_hash_table_iter_init (&iter, names);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    g_ptr_array_add (routine->callees, g_strdup (name));
  g_ptr_array_sort (routine->callees, by_name);
}

/* A parameter declared as an array or a function is a pointer: `int a[4]` is `int *a`. */
static CXType param_type (CXCursor function, unsigned i)
{
  CXType declared = clang_getCursorType (clang_Cursor_getArgument (function, i));
  CXType adjusted = clang_getArgType (clang_getCanonicalType (clang_getCursorType (function)), i);
  CXType plain = clang_getCanonicalType (declared);
  gboolean is_adjusted =
    clang_getArrayElementType (plain).kind != CXType_Invalid || clang_getResultType (plain).kind != CXType_Invalid;
  return is_adjusted && adjusted.kind != CXType_Invalid ? adjusted : declared;
}

/* The length of the array that it is declared as; 0: it is declared otherwise. */
static guint declared_length (CXCursor param)
{
  CXType declared = clang_getCanonicalType (clang_getCursorType (param));
  long long length = declared.kind == CXType_ConstantArray ? clang_getArraySize (declared) : 0;
  return length > 0 && length <= G_MAXINT ? (guint)length : 0;
}

static void read_params (AfUnit *unit, CXCursor function)
{
  AfRoutine *routine = unit->routine;
  int n = clang_Cursor_getNumArguments (function);
  for (int i = 0; i < n; i++) {
    CXCursor param = clang_Cursor_getArgument (function, (unsigned)i);
    CXType type = param_type (function, (unsigned)i);
    g_autofree char *name = af_clang_name (param);
    AfVariable *variable = af_variable_new ((guint)i + 1, name, af_frontend_type (unit->loader, type));
    variable->is_param = TRUE;
    variable->declared = declared_length (param);
    variable->is_array = clang_getArrayElementType (clang_getCursorType (param)).kind != CXType_Invalid;
    variable->name_range = af_place_of_word (unit, clang_getCursorLocation (param), name);
    variable->is_const = clang_isConstQualifiedType (clang_getCanonicalType (type)) != 0;
    variable->is_volatile = clang_isVolatileQualifiedType (clang_getCanonicalType (type)) != 0;
    variable->scope = routine->body;
    g_ptr_array_add (routine->variables, variable);
    g_hash_table_insert (unit->variables, g_memdup2 (&param, sizeof param), variable);
    if (*name == '\0' && !routine->skipped)
      routine->skipped = g_strdup ("a parameter has no name");
  }
  routine->n_params = (guint)MAX (n, 0);
}

/* int f (a, b) int a, b; { ... } after int f (int, int); */
static gboolean has_prototype (CXCursor function)
{
  CXCursor first = clang_getCanonicalCursor (function);
  return !clang_equalCursors (first, function)
         && clang_getCanonicalType (clang_getCursorType (first)).kind == CXType_FunctionProto
         && clang_getCursorKind (clang_getCursorLexicalParent (first)) == CXCursor_TranslationUnit;
}

/* From brace to brace, however balanced the text between them is: `#else` may begin what `#if` began, too.  None where
 * they are not in the file, so that nothing can be put after the first. */
static AfRange body_range (const AfUnit *unit, CXCursor body)
{
  CXSourceRange extent = clang_getCursorExtent (body);
  AfRange range = { unit->source_index, 0, 0 };
  if (clang_Cursor_isNull (body) || af_place_from_body (clang_getRangeStart (extent))
      || af_place_from_body (clang_getRangeEnd (extent))
      || !af_place_offset (unit, clang_getRangeStart (extent), &range.start)
      || !af_place_offset (unit, clang_getRangeEnd (extent), &range.end) || range.end < range.start + 2
      || af_place_inside_macro (unit, range))
    return AF_RANGE_NONE;
  const char *text = unit->source->text;
  return text[range.start] == '{' && text[range.end - 1] == '}' ? range : AF_RANGE_NONE;
}

GArray *af_frontend_bodies (AfUnit *unit)
{
  g_autoptr (GArray) declarations = af_clang_children (clang_getTranslationUnitCursor (unit->tu));
  GArray *bodies = g_array_new (FALSE, FALSE, sizeof (AfRange));
  for (guint i = 0; i < declarations->len; i++) {
    CXCursor cursor = g_array_index (declarations, CXCursor, i);
    AfRange body = is_definition_here (unit, cursor) ? body_range (unit, body_of (cursor)) : AF_RANGE_NONE;
    if (!af_range_is_none (body))
      g_array_append_val (bodies, body);
  }
  return bodies;
}

/* Where the text goes on after the macro call at @start, if that ends with an opening brace: the statements of the
 * innermost block must begin there.  0 if not. */
static guint after_brace (const AfUnit *unit, CXCursor body, guint start)
{
  guint end = af_place_expansion_end (unit, start), first;
  CXCursor block = body;
  while (end > 0 && clang_getCursorKind (block) == CXCursor_CompoundStmt) {
    g_autoptr (GArray) children = af_clang_children (block);
    for (guint i = 0; i < children->len; i++)
      if (af_place_offset (unit, clang_getRangeStart (clang_getCursorExtent (af_clang_child (children, i))), &first)
          && first >= end)
        return af_text_skip_blanks (unit->source->text, end, first) == first ? end : 0;
    block = af_clang_last (children);
  }
  return 0;
}

/* The text between two braces of which a macro brought one or both, from one character before it to one after it:
 *
 *     #define BEGIN_TEST(name) static void name (void) { set_up (); {
 *     BEGIN_TEST (empty) check (count () == 0); END_TEST                  body: `) check (count () == 0); E` */
static AfRange macro_body_range (const AfUnit *unit, CXCursor body)
{
  AfRange range = { unit->source_index, 0, 0 };
  CXSourceRange extent = clang_getCursorExtent (body);
  guint start, end, after;
  if (clang_Cursor_isNull (body) || !af_place_offset (unit, clang_getRangeStart (extent), &start)
      || !af_place_offset (unit, clang_getRangeEnd (extent), &end) || end <= start + 1)
    return AF_RANGE_NONE;
  gboolean is_call = af_place_from_body (clang_getRangeStart (extent));
  if (!is_call && unit->source->text[start] != '{')
    return AF_RANGE_NONE;
  after = is_call ? after_brace (unit, body, start) : start + 1;
  range.start = after > 0 ? after - 1 : 0;
  range.end = unit->source->text[end - 1] == '}' ? end : af_place_expansion_start (unit, end) + 1;
  return after > 0 && range.end >= range.start + 2 && !af_place_inside_macro (unit, range) ? range : AF_RANGE_NONE;
}

/* Back to the name of the macro call whose argument @start stands in, when more parentheses close before @end than
 * open: libclang begins `API(char *) name (int n)` at `char` when the expansion adds nothing before it. */
static guint macro_call_start (const char *text, guint start, guint end)
{
  guint open = 0, unmatched = 0;
  for (guint at = af_text_skip_blanks (text, start, end); at < end; at = af_text_skip_blanks (text, at + 1, end)) {
    if (text[at] == '(')
      open++;
    else if (text[at] == ')' && open > 0)
      open--;
    else if (text[at] == ')')
      unmatched++;
  }
  for (; unmatched > 0 && start > 0; unmatched--) {
    while (start > 0 && text[start] != '(')
      start--;
    while (start > 0 && g_ascii_isspace (text[start - 1]))
      start--;
    while (start > 0 && (g_ascii_isalnum (text[start - 1]) || text[start - 1] == '_'))
      start--;
  }
  return start;
}

/* Up to the end of the body; from the expansion on if the first specifier is a macro, or stands in the arguments of
 * one: API(const char *) name (int n) { ... } */
static AfRange definition_range (const AfUnit *unit, CXCursor function, AfRange body)
{
  AfRange range = { unit->source_index, 0, 0 };
  CXSourceLocation start = clang_getRangeStart (clang_getCursorExtent (function));
  CXFile file, expansion_file;
  unsigned expansion;
  guint name;
  if (!af_place_offset (unit, start, &range.start))
    return AF_RANGE_NONE;
  clang_getFileLocation (start, &file, NULL, NULL, NULL);
  clang_getExpansionLocation (start, &expansion_file, NULL, NULL, &expansion);
  if (file && expansion_file && clang_File_isEqual (file, expansion_file))
    range.start = MIN (range.start, expansion);
  if (af_place_offset (unit, clang_getCursorLocation (function), &name))
    range.start = macro_call_start (unit->source->text, range.start, name);
  range.end = body.end;
  return range.start <= body.start ? range : AF_RANGE_NONE;
}

/* Why the weaver could not give this function a wrapper, or null. */
static const char *obstacle (const AfUnit *unit, CXCursor function)
{
  CXType type = clang_getCanonicalType (clang_getCursorType (function));
  AfPlace place = af_place_of (unit, function);
  if (af_place_from_body (clang_getCursorLocation (function)) || af_place_inside_macro (unit, place.range))
    return "defined by a macro";
  if (clang_isFunctionTypeVariadic (type) && type.kind == CXType_FunctionProto)
    return "variadic";
  if (af_place_is_old_style (unit, function) && !has_prototype (function))
    return "parameters without a prototype";
  if (has_no_name (clang_getCursorResultType (function)))
    return "it returns a type without a name";
  return NULL;
}

static void read_places (AfUnit *unit, CXCursor function, CXCursor body)
{
  AfRoutine *routine = unit->routine;
  routine->body = body_range (unit, body);
  unit->has_macro_braces = af_range_is_none (routine->body);
  if (unit->has_macro_braces)
    routine->body = macro_body_range (unit, body);
  if (!af_range_is_none (routine->body))
    routine->inside = first_place (unit->source, routine->body.start);
  routine->definition = af_range_is_none (routine->body) ? af_place_of (unit, function).range
                                                         : definition_range (unit, function, routine->body);
  guint start, column, length = (guint)strlen (routine->name);
  /* A name that a macro put together is not in the file. */
  if (af_place_offset (unit, clang_getCursorLocation (function), &start)
      && strncmp (unit->source->text + start, routine->name, length) == 0)
    routine->name_range = (AfRange){ unit->source_index, start, start + length };
  else
    routine->name_range = AF_RANGE_NONE;
  if (!af_range_is_none (routine->name_range))
    af_source_position (unit->source, routine->name_range.start, &routine->line, &column);
  else if (!af_range_is_none (routine->definition))
    af_source_position (unit->source, routine->definition.start, &routine->line, &column);
}

static void read_attributes (AfUnit *unit, CXCursor function)
{
  AfLoader *loader = unit->loader;
  AfRoutine *routine = unit->routine;
  gboolean is_invariant = g_hash_table_contains (loader->invariants, routine->name);
  routine->is_static = clang_getCursorLinkage (function) == CXLinkage_Internal;
  routine->is_extern = clang_Cursor_getStorageClass (function) == CX_SC_Extern;
  routine->is_public = !routine->is_static && g_hash_table_contains (loader->declared_in_header, routine->name);
  CXType type = clang_getCanonicalType (clang_getCursorType (function));
  /* f () has no prototype, which libclang calls variadic */
  routine->is_variadic = type.kind == CXType_FunctionProto && clang_isFunctionTypeVariadic (type) != 0;
  af_frontend_attributes (function, routine);
  routine->is_marked_invariant = is_invariant;
  routine->is_marked_query = is_invariant || g_hash_table_contains (loader->queries, routine->name);
  routine->is_query = routine->is_marked_query;
  if (routine->is_public)
    af_loader_add_header (loader, g_hash_table_lookup (loader->declared_in_header, routine->name));
  if (is_invariant && routine->n_params == 1) {
    const AfVariable *param = g_ptr_array_index (routine->variables, 0);
    if (af_type_is_record_pointer (param->type))
      routine->invariant_of = param->type->target;
  }
}

static void read_routine (AfUnit *unit, CXCursor function)
{
  AfModule *module = unit->loader->module;
  g_autofree char *name = af_clang_name (function);
  AfRoutine *routine = af_routine_new (module->routines->len, name);
  g_ptr_array_add (module->routines, routine);
  unit->routine = routine;
  CXCursor body = body_of (function);
  read_places (unit, function, body);
  gboolean is_ours = !af_range_is_none (routine->definition) && !af_range_is_none (routine->body);
  routine->skipped = g_strdup (is_ours && !unit->has_macro_braces ? obstacle (unit, function) : "defined by a macro");
  if (!g_hash_table_contains (module->by_name, name))
    g_hash_table_insert (module->by_name, routine->name, routine);
  else if (!routine->skipped)
    routine->skipped = g_strdup ("another file of the module has a function of this name");
  routine->result = af_frontend_type (unit->loader, clang_getCursorResultType (function));
  read_params (unit, function);
  read_attributes (unit, function);
  if (!is_ours)
    return;
  read_callees (module, routine, body);
  af_nonnull_add (unit);
  g_autoptr (AfStmt) tree = af_frontend_body (unit, body);
  if (!tree)
    return;
  af_frontend_cfg (routine, tree);
  af_frontend_scopes (routine, FALSE);
  g_autofree char *why = af_module_verify_routine (module, routine->id);
  if (why) {
    g_debug ("%s: %s", routine->name, why);
    af_frontend_forget (routine, "its text cannot be followed");
  }
}

void af_frontend_read_lent (AfUnit *unit, CXCursor function, const char *why)
{
  AfModule *module = unit->loader->module;
  g_autofree char *name = af_clang_name (function);
  if (g_hash_table_contains (module->by_name, name) || has_no_name (clang_getCursorResultType (function)))
    return;
  AfRoutine *routine = af_routine_new (module->routines->len, name);
  g_ptr_array_add (module->routines, routine);
  g_hash_table_insert (module->by_name, routine->name, routine);
  unit->routine = routine;
  routine->is_lent = routine->is_static = TRUE;
  routine->skipped = g_strdup (why);
  routine->definition = (AfRange){ unit->source_index, 0, 0 };
  routine->body = routine->name_range = AF_RANGE_NONE;
  routine->result = af_frontend_type (unit->loader, clang_getCursorResultType (function));
  read_params (unit, function);
  read_callees (module, routine, body_of (function));
}

void af_frontend_routines (AfUnit *unit)
{
  g_autoptr (GArray) declarations = af_clang_children (clang_getTranslationUnitCursor (unit->tu));
  for (guint i = 0; i < declarations->len; i++) {
    CXCursor cursor = g_array_index (declarations, CXCursor, i);
    if (is_definition_here (unit, cursor))
      read_routine (unit, cursor);
  }
  for (guint i = 0; i < declarations->len; i++) {
    CXCursor cursor = g_array_index (declarations, CXCursor, i);
    if (af_frontend_lends (unit, cursor))
      af_frontend_read_lent (unit, cursor, "defined in a header");
    af_frontend_variable (unit, cursor);
  }
}

/* Macro calls of the user's text: where they are, and which of them turn an argument into text.
 *
 * In:  a parsed unit with its preprocessing record.
 * Out: unit->expansions, unit->voided, hooks of the module's own, and in AfModule.quoted the calls whose arguments are
 * stringised, by the macro itself or by one that it uses:
 *
 *     #define CHECKED(e) do { if (!(e)) fail (#e); } while (0)
 *     CHECKED (p->n > 0);           what is put into `p->n` would show in the message
 *
 * libclang knows of the calls that stand in the text alone.  A name that stands for that of another macro has its
 * arguments after it:
 *
 *     #define set_new set_checked
 *     set_new (p, 1);               the call is `set_new (p, 1)`, and one of set_checked () */
#include "frontend/frontend-internal.h"

#include <string.h>

typedef struct {
  AfUnit *unit;
  AfMacroTable table;
  GHashTable *quoting; /* name -> TRUE or FALSE, as far as known */
  GArray *quoted;      /* of AfRange; null: not asked for */
} Macros;

static gboolean is_quoting (Macros *macros, const char *name);

static gboolean token_quotes (Macros *macros, CXTranslationUnit tu, CXToken token)
{
  g_autofree char *text = af_clang_string (clang_getTokenSpelling (tu, token));
  switch ((int)clang_getTokenKind (token)) {
  case CXToken_Punctuation:
    return strcmp (text, "#") == 0;
  case CXToken_Identifier:
    return is_quoting (macros, text);
  default:
    return FALSE;
  }
}

/* A macro that is being looked at does not quote by using itself. */
static gboolean is_quoting (Macros *macros, const char *name)
{
  gpointer known = NULL;
  CXCursor *definition = g_hash_table_lookup (macros->table.with_params, name);
  if (!definition || g_hash_table_lookup_extended (macros->quoting, name, NULL, &known))
    return GPOINTER_TO_INT (known);
  g_hash_table_insert (macros->quoting, g_strdup (name), GINT_TO_POINTER (FALSE));
  CXTranslationUnit tu = macros->unit->tu;
  CXToken *tokens = NULL;
  unsigned n = 0;
  gboolean found = FALSE;
  clang_tokenize (tu, clang_getCursorExtent (*definition), &tokens, &n);
  for (unsigned i = 1; i < n && !found; i++)
    found = token_quotes (macros, tu, tokens[i]);
  clang_disposeTokens (tu, tokens, n);
  g_hash_table_insert (macros->quoting, g_strdup (name), GINT_TO_POINTER (found));
  return found;
}

void af_macro_note (const AfMacroTable *table, CXCursor definition)
{
  GHashTable *kind = af_macro_takes_arguments (table->tu, definition) ? table->with_params : table->without;
  g_hash_table_insert (kind, af_clang_name (definition), g_memdup2 (&definition, sizeof definition));
}

const CXCursor *af_macro_named (const AfMacroTable *table, const char *name)
{
  const CXCursor *definition = g_hash_table_lookup (table->with_params, name);
  return definition ? definition : g_hash_table_lookup (table->without, name);
}

/* The last word of a macro, if that is a name; owned by the caller. */
static char *last_name (const Macros *macros, CXCursor definition)
{
  CXTranslationUnit tu = macros->unit->tu;
  CXToken *tokens = NULL;
  unsigned n = 0;
  clang_tokenize (tu, clang_getCursorExtent (definition), &tokens, &n);
  char *name = n > 1 && clang_getTokenKind (tokens[n - 1]) == CXToken_Identifier
                 ? af_clang_string (clang_getTokenSpelling (tu, tokens[n - 1]))
                 : NULL;
  clang_disposeTokens (tu, tokens, n);
  return name;
}

/* The macro with parameters that the arguments after @call go to, if what @macro stands for ends with its name; owned
 * by the caller.
 * @call then grows over them. */
static char *grow_over_arguments (const Macros *macros, const char *macro, AfRange *call)
{
  enum { MAX_STEPS = 20 }; /* a name may stand for itself */
  const char *text = macros->unit->source->text;
  guint length = (guint)macros->unit->source->length;
  guint open = af_text_skip_blanks (text, call->end, length);
  const CXCursor *definition = g_hash_table_lookup (macros->table.without, macro);
  g_autofree char *name = NULL;
  if (!definition)
    definition = g_hash_table_lookup (macros->table.with_params, macro);
  if (open >= length || text[open] != '(')
    return NULL;
  for (int i = 0; definition && i < MAX_STEPS; i++) {
    char *next = last_name (macros, *definition);
    g_free (name);
    name = next;
    definition = name ? g_hash_table_lookup (macros->table.without, name) : NULL;
  }
  guint close = name && g_hash_table_contains (macros->table.with_params, name)
                  ? af_text_find (text, open + 1, length, ")")
                  : length;
  if (close >= length)
    return NULL;
  call->end = close + 1;
  return g_steal_pointer (&name);
}

/* Whether a macro with parameters uses none of them, like assert () under NDEBUG. */
static gboolean is_void (const Macros *macros, CXCursor definition)
{
  CXTranslationUnit tu = macros->unit->tu;
  CXToken *tokens = NULL;
  unsigned n = 0;
  gboolean in_body = FALSE, found = FALSE;
  if (clang_getCursorKind (definition) != CXCursor_MacroDefinition || !af_macro_takes_arguments (tu, definition))
    return FALSE;
  g_autoptr (GHashTable) params = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_hash_table_add (params, g_strdup ("__VA_ARGS__"));
  clang_tokenize (tu, clang_getCursorExtent (definition), &tokens, &n);
  for (unsigned i = 1; i < n && !found; i++) {
    g_autofree char *text = af_clang_string (clang_getTokenSpelling (tu, tokens[i]));
    if (in_body)
      found = g_hash_table_contains (params, text);
    else if (strcmp (text, ")") == 0)
      in_body = TRUE;
    else if (clang_getTokenKind (tokens[i]) == CXToken_Identifier)
      g_hash_table_add (params, g_steal_pointer (&text));
  }
  clang_disposeTokens (tu, tokens, n);
  return in_body && !found;
}

static void note_expansion (Macros *macros, CXCursor cursor)
{
  AfUnit *unit = macros->unit;
  CXSourceRange extent = clang_getCursorExtent (cursor);
  AfRange range = { unit->source_index, 0, 0 };
  if (!af_place_offset (unit, clang_getRangeStart (extent), &range.start)
      || !af_place_offset (unit, clang_getRangeEnd (extent), &range.end) || range.start >= range.end)
    return;
  g_autofree char *name = af_clang_name (cursor);
  g_autofree char *meant = grow_over_arguments (macros, name, &range);
  g_array_append_val (unit->expansions, range);
  if (g_hash_table_contains (unit->loader->hooks, name) && is_void (macros, clang_getCursorReferenced (cursor)))
    g_hash_table_add (unit->voided, GUINT_TO_POINTER (range.start));
  if (af_macro_is_closed (&macros->table, clang_getCursorReferenced (cursor)))
    g_hash_table_add (unit->closed, GUINT_TO_POINTER (range.start));
  int openness = af_macro_openness (&macros->table, clang_getCursorReferenced (cursor));
  if (openness > 0)
    g_hash_table_insert (unit->open, GUINT_TO_POINTER (range.start), GINT_TO_POINTER (openness));
  if (!macros->quoted)
    return;
  /* A failure hook is for the program what it is without the prefix. */
  if (is_quoting (macros, g_str_has_prefix (name, AF_HOOK_PREFIX) ? name + strlen (AF_HOOK_PREFIX) : name)
      || (meant && is_quoting (macros, meant)))
    g_array_append_val (macros->quoted, range);
}

/* Headers that nothing but the compiler's own text before the file includes are its affair. */
static void note_inclusion (AfUnit *unit, CXCursor cursor)
{
  CXFile file, included = clang_getIncludedFile (cursor);
  clang_getFileLocation (clang_getCursorLocation (cursor), &file, NULL, NULL, NULL);
  gboolean is_system =
    included && clang_Location_isInSystemHeader (clang_getLocationForOffset (unit->tu, included, 0)) != 0;
  g_autofree char *name = af_clang_name (cursor);
  if (file)
    af_source_add_include (af_unit_source (unit), name, clang_File_isEqual (file, unit->file) != 0, is_system);
}

static enum CXChildVisitResult note_macro (CXCursor cursor, CXCursor parent, CXClientData data)
{
  Macros *macros = data;
  (void)parent;
  if (clang_getCursorKind (cursor) == CXCursor_MacroDefinition)
    af_macro_note (&macros->table, cursor);
  else if (clang_getCursorKind (cursor) == CXCursor_MacroExpansion)
    note_expansion (macros, cursor);
  else if (clang_getCursorKind (cursor) == CXCursor_InclusionDirective)
    note_inclusion (macros->unit, cursor);
  return CXChildVisit_Continue;
}

static int by_start (gconstpointer a, gconstpointer b)
{
  const AfRange *left = a, *right = b;
  if (left->start != right->start)
    return left->start < right->start ? -1 : 1;
  return left->end < right->end ? 1 : left->end > right->end ? -1 : 0;
}

/* The tokens of a macro's definition with a blank between them, without comments; owned by the caller. */
static char *definition_text (const Macros *macros, CXCursor definition)
{
  CXTranslationUnit tu = macros->unit->tu;
  CXToken *tokens = NULL;
  unsigned n = 0;
  GString *out = g_string_new (NULL);
  clang_tokenize (tu, clang_getCursorExtent (definition), &tokens, &n);
  for (unsigned i = 0; i < n; i++) {
    g_autofree char *text = af_clang_string (clang_getTokenSpelling (tu, tokens[i]));
    if (clang_getTokenKind (tokens[i]) != CXToken_Comment)
      g_string_append_printf (out, "%s%s", i > 0 ? " " : "", text);
  }
  clang_disposeTokens (tu, tokens, n);
  return g_string_free (out, FALSE);
}

/* The module's own macros that do nothing but state by a hook: `#define CHECK(x) assert (x)`. */
static void learn_hooks (const Macros *macros)
{
  AfLoader *loader = macros->unit->loader;
  GHashTableIter each;
  gpointer name, value;
  af_hooks_forget (loader, NULL);
  g_hash_table_iter_init (&each, macros->table.with_params);
  while (g_hash_table_iter_next (&each, &name, &value)) {
    const CXCursor *definition = value;
    if (clang_Location_isInSystemHeader (clang_getCursorLocation (*definition)))
      continue;
    g_autofree char *text = definition_text (macros, *definition);
    const char *by = af_hooks_learn (loader, text);
    const CXCursor *inner = by ? g_hash_table_lookup (macros->table.with_params, by) : NULL;
    if (inner && is_void (macros, *inner))
      af_hooks_forget (loader, name);
  }
}

void af_unit_read_macros (AfUnit *unit, GArray *quoted)
{
  g_autoptr (GHashTable) definitions = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GHashTable) quoting = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Macros macros = { unit, { unit->tu, definitions, names, unit->loader->hooks }, quoting, quoted };
  g_array_set_size (unit->expansions, 0);
  clang_visitChildren (clang_getTranslationUnitCursor (unit->tu), note_macro, &macros);
  if (!quoted)
    learn_hooks (&macros);
  g_array_sort (unit->expansions, by_start);
  g_array_set_size (unit->reach, 0);
  for (guint i = 0, reach = 0; i < unit->expansions->len; i++) {
    reach = MAX (reach, g_array_index (unit->expansions, AfRange, i).end);
    g_array_append_val (unit->reach, reach);
  }
}

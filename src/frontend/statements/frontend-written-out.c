/* Macro calls that stand for statements, written out in the text, so that the statements are read like any others.
 *
 * In:  a parsed unit with its macros.
 * Out: for the calls in its functions what stands in their place; null: none is left.
 *
 *     #define NEED(p, end) do { if ((p) == (end)) return -1; } while (0)
 *     NEED (at, b->end);       do { if ((at) == (b->end)) return - 1; } while (0);
 *
 * Names of macros in what is written out stay, and are written out in the next round where they stand for statements.
 * Left as they are: calls in arguments of others (they come with these), macros that make text or names of an argument
 * or, by whatever way, name themselves, those of the system and of contract.h, and failure hooks. */
#include <string.h>

#include "frontend/expressions/frontend-exprs-internal.h"

enum {
  MAX_REACH = 64,          /* macros that one uses */
  MAX_WRITTEN = 16 * 1024, /* bytes for a call */
  MAX_TEXT = 1024 * 1024,  /* bytes for all calls of a round */
  MAX_ARGUMENTS = 32
};

typedef struct {
  AfUnit *unit;
  AfMacroTable table;
  GHashTable *verdicts; /* CXCursor of a definition, owned -> AfBody or null */
  GArray *bodies;       /* of AfRange: of the functions, by place */
  GArray *writings;     /* of AfWriting */
  guint end;            /* of the last call that was looked at */
  gsize n_bytes;
} Writer;

/* --- definitions --- */

typedef struct {
  GPtrArray *tokens; /* of char *: of the body */
  GPtrArray *params; /* of char * */
  gboolean takes_arguments, takes_rest;
} AfBody;

static void body_free (gpointer data)
{
  AfBody *body = data;
  if (!body)
    return;
  g_ptr_array_unref (body->tokens);
  g_ptr_array_unref (body->params);
  g_free (body);
}

static gboolean is_one_of (const char *token, const char *const *words)
{
  return g_strv_contains (words, token);
}

/* Whether the tokens stand for statements, whole ones, and can be written where a call of them is. */
static gboolean is_writable (const GPtrArray *tokens)
{
  static const char *const statements[] = { ";",      "{",      "if",    "while", "for",      "do",
                                            "switch", "return", "break", "goto",  "continue", NULL };
  static const char *const foreign[] = { "#", "##", "asm", "__asm__", "__asm", "__VA_OPT__", "_Pragma", NULL };
  int depth = 0;
  gboolean has_statement = FALSE;
  for (guint i = 0; i < tokens->len && depth >= 0; i++) {
    const char *token = tokens->pdata[i];
    gboolean is_in_parentheses = i > 0 && strcmp (tokens->pdata[i - 1], "(") == 0 && strcmp (token, "{") == 0;
    if (is_in_parentheses || is_one_of (token, foreign) || g_str_has_prefix (token, "afx__"))
      return FALSE;
    has_statement |= is_one_of (token, statements);
    depth += strchr ("([{", *token) ? 1 : strchr (")]}", *token) ? -1 : 0;
  }
  return has_statement && depth == 0;
}

/* Whether the macro @own is among what @tokens stand for. */
static gboolean reaches (const Writer *writer, const GPtrArray *tokens, const char *own, GHashTable *seen)
{
  for (guint i = 0; i < tokens->len; i++) {
    const char *token = tokens->pdata[i];
    const CXCursor *inner = af_macro_named (&writer->table, token);
    if (strcmp (token, own) == 0 || g_hash_table_size (seen) > MAX_REACH)
      return TRUE;
    if (!inner || !g_hash_table_add (seen, g_strdup (token)))
      continue;
    g_autoptr (GPtrArray) more = af_macro_tokens (writer->unit->tu, *inner, NULL);
    if (reaches (writer, more, own, seen))
      return TRUE;
  }
  return FALSE;
}

/* Names between the parentheses; false: it takes a rest under a name of its own, `args...`. */
static gboolean read_params (CXTranslationUnit tu, CXCursor definition, AfBody *body)
{
  CXToken *tokens = NULL;
  unsigned n = 0;
  gboolean is_over = FALSE, is_plain = TRUE;
  clang_tokenize (tu, clang_getCursorExtent (definition), &tokens, &n);
  for (unsigned i = 2; i < n && !is_over; i++) {
    g_autofree char *text = af_clang_string (clang_getTokenSpelling (tu, tokens[i]));
    is_over = strcmp (text, ")") == 0;
    if (strcmp (text, "...") == 0) {
      g_autofree char *before = af_clang_string (clang_getTokenSpelling (tu, tokens[i - 1]));
      is_plain = strcmp (before, ",") == 0 || strcmp (before, "(") == 0;
      body->takes_rest = TRUE;
    } else if (clang_getTokenKind (tokens[i]) == CXToken_Identifier)
      g_ptr_array_add (body->params, g_steal_pointer (&text));
  }
  clang_disposeTokens (tu, tokens, n);
  return is_plain;
}

static gboolean may_be_written (const Writer *writer, CXCursor definition, const char *name)
{
  return clang_getCursorKind (definition) == CXCursor_MacroDefinition && !clang_Cursor_isMacroBuiltin (definition)
         && !clang_Location_isInSystemHeader (clang_getCursorLocation (definition))
         && !g_hash_table_contains (writer->unit->loader->hooks, name) && !g_str_has_prefix (name, AF_HOOK_PREFIX);
}

/* What calls of the macro are written out as; null: they stay. */
static const AfBody *body_of (Writer *writer, CXCursor definition, const char *name)
{
  gpointer known = NULL;
  if (g_hash_table_lookup_extended (writer->verdicts, &definition, NULL, &known))
    return known;
  AfBody *body = NULL;
  if (may_be_written (writer, definition, name)) {
    g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
    body = g_new0 (AfBody, 1);
    body->tokens = af_macro_tokens (writer->unit->tu, definition, NULL);
    body->params = g_ptr_array_new_with_free_func (g_free);
    body->takes_arguments = af_macro_takes_arguments (writer->unit->tu, definition);
    if (!is_writable (body->tokens) || (body->takes_arguments && !read_params (writer->unit->tu, definition, body))
        || reaches (writer, body->tokens, name, seen))
      g_clear_pointer (&body, body_free);
  }
  g_hash_table_insert (writer->verdicts, g_memdup2 (&definition, sizeof definition), body);
  return body;
}

/* --- calls --- */

/* The text from @start to @end on one line, without comments; null: a directive stands in it.  Owned by the caller. */
static char *on_one_line (const char *text, guint start, guint end)
{
  g_autoptr (GString) out = g_string_new (NULL);
  for (guint at = af_text_skip_blanks (text, start, end); at < end;) {
    guint after = af_text_skip_token (text, at, end), next = af_text_skip_blanks (text, after, end);
    if (text[at] == '#')
      return NULL;
    g_string_append_len (out, text + at, (gssize)(after - at));
    if (next > after && next < end)
      g_string_append_c (out, ' ');
    at = next;
  }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* Next comma outside of parentheses, or @end; brackets and braces protect none. */
static guint argument_end (const char *text, guint at, guint end)
{
  guint depth = 0;
  for (; at < end; at = af_text_skip_token (text, at, end)) {
    if (text[at] == ',' && depth == 0)
      return at;
    depth += text[at] == '(';
    depth -= text[at] == ')' && depth > 0;
  }
  return end;
}

/* The arguments between the parentheses of the call: array of char *, owned by the caller; null: they are others than
 * the parameters. */
static GPtrArray *read_arguments (const char *text, AfRange call, const AfBody *body)
{
  g_autoptr (GPtrArray) arguments = g_ptr_array_new_with_free_func (g_free);
  guint open = af_text_find (text, call.start, call.end, "("), close = call.end - 1;
  if (open >= close || text[close] != ')' || body->params->len > MAX_ARGUMENTS)
    return NULL;
  for (guint at = open + 1; at <= close;) {
    gboolean is_rest = body->takes_rest && arguments->len == body->params->len;
    guint end = is_rest ? close : argument_end (text, at, close);
    char *argument = on_one_line (text, at, end);
    if (!argument)
      return NULL;
    g_ptr_array_add (arguments, argument);
    at = end + 1;
  }
  guint wanted = body->params->len + (body->takes_rest ? 1 : 0);
  gboolean is_empty = wanted == 0 && arguments->len == 1 && *(char *)arguments->pdata[0] == '\0';
  return arguments->len == wanted || is_empty ? g_steal_pointer (&arguments) : NULL;
}

static const char *argument_for (const AfBody *body, const GPtrArray *arguments, const char *token)
{
  for (guint i = 0; i < body->params->len; i++)
    if (strcmp (body->params->pdata[i], token) == 0)
      return arguments->pdata[i];
  return body->takes_rest && strcmp (token, "__VA_ARGS__") == 0 ? arguments->pdata[body->params->len] : NULL;
}

/* Null: the call stays. */
static char *written (const char *text, AfRange call, const AfBody *body)
{
  g_autoptr (GPtrArray) arguments = body->takes_arguments ? read_arguments (text, call, body) : NULL;
  g_autoptr (GString) out = g_string_new (NULL);
  if (body->takes_arguments && !arguments)
    return NULL;
  for (guint i = 0; i < body->tokens->len; i++) {
    const char *token = body->tokens->pdata[i], *argument = argument_for (body, arguments, token);
    g_string_append_printf (out, "%s%s", i > 0 ? " " : "", argument ? argument : token);
  }
  for (guint at = call.start; at < call.end; at++)
    if (text[at] == '\n')
      g_string_append_c (out, '\n');
  return out->len <= MAX_WRITTEN ? g_string_free (g_steal_pointer (&out), FALSE) : NULL;
}

/* Whether the line, with those that it goes on from, is a directive of the preprocessor. */
static gboolean is_in_directive (const char *text, guint offset)
{
  guint start = offset;
  for (;;) {
    while (start > 0 && text[start - 1] != '\n')
      start--;
    guint back = start > 0 ? start - 1 : 0;
    back -= back > 0 && text[back - 1] == '\r';
    if (back == 0 || text[back - 1] != '\\')
      break;
    start--;
  }
  while (text[start] == ' ' || text[start] == '\t')
    start++;
  return text[start] == '#';
}

static gboolean is_in_function (const Writer *writer, AfRange call)
{
  for (guint i = 0; i < writer->bodies->len; i++) {
    AfRange body = g_array_index (writer->bodies, AfRange, i);
    if (body.start < call.start && call.end < body.end)
      return TRUE;
  }
  return FALSE;
}

/* Expansions come in the order of the text, an outer one before those in its arguments. */
static void look_at_call (Writer *writer, CXCursor expansion)
{
  AfUnit *unit = writer->unit;
  CXSourceRange extent = clang_getCursorExtent (expansion);
  AfWriting writing = { { unit->source_index, 0, 0 }, NULL };
  if (!af_place_offset (unit, clang_getRangeStart (extent), &writing.call.start)
      || !af_place_offset (unit, clang_getRangeEnd (extent), &writing.call.end)
      || writing.call.start >= writing.call.end || writing.call.start < writer->end)
    return;
  writer->end = writing.call.end;
  g_autofree char *name = af_clang_name (expansion);
  const AfBody *body = body_of (writer, clang_getCursorReferenced (expansion), name);
  const char *text = unit->source->text;
  if (!body || writer->n_bytes > MAX_TEXT || !is_in_function (writer, writing.call)
      || is_in_directive (text, writing.call.start))
    return;
  writing.text = written (text, writing.call, body);
  if (!writing.text)
    return;
  writer->n_bytes += strlen (writing.text);
  g_array_append_val (writer->writings, writing);
}

static enum CXChildVisitResult note_definition (CXCursor cursor, CXCursor parent, CXClientData data)
{
  (void)parent;
  if (clang_getCursorKind (cursor) == CXCursor_MacroDefinition)
    af_macro_note (&((Writer *)data)->table, cursor);
  return CXChildVisit_Continue;
}

static enum CXChildVisitResult note_call (CXCursor cursor, CXCursor parent, CXClientData data)
{
  (void)parent;
  if (clang_getCursorKind (cursor) == CXCursor_MacroExpansion)
    look_at_call (data, cursor);
  return CXChildVisit_Continue;
}

static void clear_writing (gpointer data)
{
  g_free (((AfWriting *)data)->text);
}

GArray *af_frontend_writings (AfUnit *unit)
{
  g_autoptr (GHashTable) with_params = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GHashTable) without = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GHashTable) verdicts = g_hash_table_new_full (af_clang_hash, af_clang_same, g_free, body_free);
  g_autoptr (GArray) bodies = af_frontend_bodies (unit);
  g_autoptr (GArray) writings = g_array_new (FALSE, FALSE, sizeof (AfWriting));
  AfMacroTable table = { unit->tu, with_params, without, unit->loader->hooks };
  Writer writer = { unit, table, verdicts, bodies, writings, 0, 0 };
  CXCursor all = clang_getTranslationUnitCursor (unit->tu);
  g_array_set_clear_func (writings, clear_writing);
  clang_visitChildren (all, note_definition, &writer);
  clang_visitChildren (all, note_call, &writer);
  return writings->len > 0 ? g_steal_pointer (&writings) : NULL;
}

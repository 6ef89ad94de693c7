/* Failure hooks, assert () and its like, and the attributes nonnull and returns_nonnull, seen as contracts.
 *
 * In:  the table hooks.def, and the user's own in group [contracts] of .autofix.conf:
 *          checks = MY_ASSERT; MY_SAME(a, b) (a) == (b)     preconditions = MY_DEMAND     failures = die
 *      and macros of the module that state by one of these: #define CHECK(x) assert (x)
 * Out: a header for the parser, and prefixes for the second pass's text (frontend.h), so that the hook is a marker's
 * call: assert (n > 0);       afx__fe_assert (n > 0);       #define afx__fe_assert(...) afx__fe_hook_check
 * ((__VA_ARGS__))
 *
 * The condition is thus read as typed expression with its own places, whatever the real macro makes of it.  Names are
 * looked for in the text of function bodies, since a hook may be a macro or a function; preprocessor lines are left
 * alone.
 *
 * libclang does not show the attributes that a macro brings along, so they are read from the text of declarations: any
 * name in front of the function's or after its parameters that says "nonnull", with the numbers after it. */
#include "frontend/frontend-internal.h"

#include <string.h>

#include "util/config.h"
#include "util/error.h"

typedef struct {
  AfHookKind kind;
  char *params, *condition;
  char
    *by; /* of a macro of the module's own: the hook that it uses, which the condition is the arguments of; or null */
} Hook;

static const struct {
  const char *name;
  AfHookKind kind;
  const char *params, *condition;
} known_hooks[] = {
#define AF_HOOK(name, kind, params, condition) { name, AF_HOOK_##kind, params, condition },
#include "frontend/hooks/hooks.def"
#undef AF_HOOK
};

/* Keys of group [contracts]; also the first word of a row of AfModule.hooks. */
static const char *const hook_keys[] = {
  [AF_HOOK_CHECK] = "checks", [AF_HOOK_PRECONDITION] = "preconditions", [AF_HOOK_FAILURE] = "failures"
};

static void hook_free (gpointer data)
{
  Hook *hook = data;
  g_free (hook->params);
  g_free (hook->condition);
  g_free (hook->by);
  g_free (hook);
}

static void add_hook (GHashTable *hooks, const char *name, AfHookKind kind, const char *params, const char *condition)
{
  Hook *hook = g_new0 (Hook, 1);
  hook->kind = kind;
  hook->params = g_strdup (params);
  hook->condition = g_strdup (condition);
  g_hash_table_replace (hooks, g_strdup (name), hook);
}

static guint identifier_length (const char *text)
{
  guint length = 0;
  while (g_ascii_isalnum (text[length]) || text[length] == '_')
    length++;
  return g_ascii_isdigit (text[0]) ? 0 : length;
}

/* "NAME", "NAME(a, b)" or "NAME(a, b) condition"; without a condition the first argument is it. */
static gboolean add_row (GHashTable *hooks, AfHookKind kind, const char *row)
{
  guint length = identifier_length (row);
  g_autofree char *name = g_strndup (row, length);
  const char *rest = row + length + strspn (row + length, " \t");
  const char *close = *rest == '(' ? strchr (rest, ')') : NULL;
  if (length == 0 || (*rest != '\0' && !close))
    return FALSE;
  g_autofree char *params = close ? g_strndup (rest, (gsize)(close - rest) + 1) : g_strdup ("(e, ...)");
  const char *condition = close ? close + 1 + strspn (close + 1, " \t") : "";
  g_autofree char *first = g_strndup (params + 1, identifier_length (params + 1));
  if (*condition == '\0' && *first == '\0' && kind != AF_HOOK_FAILURE)
    return FALSE;
  g_autofree char *whole = g_strdup_printf ("(%s)", *condition ? condition : first);
  if (!af_text_is_complete (whole, 0, (guint)strlen (whole)))
    return FALSE;
  add_hook (hooks, name, kind, params, whole);
  return TRUE;
}

/* --- the user's own --- */

static gboolean read_key (AfLoader *loader, GKeyFile *config, const char *path, const char *key, GError **error)
{
  g_auto (GStrv) rows = g_key_file_get_string_list (config, "contracts", key, NULL, NULL);
  guint kind = 0;
  while (kind < G_N_ELEMENTS (hook_keys) && strcmp (hook_keys[kind], key) != 0)
    kind++;
  if (kind == G_N_ELEMENTS (hook_keys)) {
    af_error_at (error, AF_ERROR_USAGE, path, 0, 0, "checks, preconditions or failures",
                 "group [contracts]: no key '%s'", key);
    return FALSE;
  }
  for (guint i = 0; rows && rows[i]; i++) {
    g_strstrip (rows[i]);
    if (*rows[i] == '\0')
      continue;
    if (!add_row (loader->hooks, (AfHookKind)kind, rows[i])) {
      af_error_at (error, AF_ERROR_USAGE, path, 0, 0, "write NAME; or NAME(a, b) condition",
                   "group [contracts], %s: '%s' is not a hook", key, rows[i]);
      return FALSE;
    }
    g_ptr_array_add (loader->module->hooks, g_strdup_printf ("%s %s", key, rows[i]));
  }
  return TRUE;
}

static gboolean read_config (AfLoader *loader, GError **error)
{
  g_autofree char *path = NULL;
  g_autoptr (GKeyFile) config = af_config_load_general (loader->options->sources[0], &path, error);
  if (!config)
    return FALSE;
  g_auto (GStrv) keys = g_key_file_get_keys (config, "contracts", NULL, NULL);
  for (guint i = 0; keys && keys[i]; i++)
    if (!read_key (loader, config, path, keys[i], error))
      return FALSE;
  return TRUE;
}

/* As another module had them. */
static void take_rows (AfLoader *loader, const GPtrArray *rows)
{
  for (guint i = 0; i < rows->len; i++) {
    const char *row = g_ptr_array_index (rows, i);
    for (guint kind = 0; kind < G_N_ELEMENTS (hook_keys); kind++)
      if (g_str_has_prefix (row, hook_keys[kind]) && row[strlen (hook_keys[kind])] == ' ')
        add_row (loader->hooks, (AfHookKind)kind, row + strlen (hook_keys[kind]) + 1);
    g_ptr_array_add (loader->module->hooks, g_strdup (row));
  }
}

gboolean af_hooks_init (AfLoader *loader, const GPtrArray *rows, GError **error)
{
  loader->hooks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, hook_free);
  if (loader->as_built)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (known_hooks); i++)
    add_hook (loader->hooks, known_hooks[i].name, known_hooks[i].kind, known_hooks[i].params, known_hooks[i].condition);
  if (!rows)
    return read_config (loader, error);
  take_rows (loader, rows);
  return TRUE;
}

char *af_hooks_header (const AfLoader *loader)
{
  GString *out =
    g_string_new ("void " AF_HOOK_PREFIX "hook_check (_Bool);\nvoid " AF_HOOK_PREFIX "hook_require (_Bool);\n");
  GHashTableIter iter;
  gpointer name, value;
  g_hash_table_iter_init (&iter, loader->hooks);
  while (g_hash_table_iter_next (&iter, &name, &value)) {
    const Hook *hook = value;
    if (hook->by)
      g_string_append_printf (out, "#define " AF_HOOK_PREFIX "%s%s " AF_HOOK_PREFIX "%s %s\n", (char *)name,
                              hook->params, hook->by, hook->condition);
    else if (hook->kind != AF_HOOK_FAILURE)
      g_string_append_printf (out, "#define " AF_HOOK_PREFIX "%s%s " AF_HOOK_PREFIX "hook_%s ((%s))\n", (char *)name,
                              hook->params, hook->kind == AF_HOOK_CHECK ? "check" : "require", hook->condition);
  }
  return g_string_free (out, FALSE);
}

/* --- macros of the module's own that state by one of them --- */

/* What `do { @body ; } while ( 0 )` does, or @body itself. */
static char *plain_body (const char *body)
{
  static const char before[] = "do {", after[] = "} while ( 0 )";
  gboolean is_wrapped = g_str_has_prefix (body, before) && g_str_has_suffix (body, after);
  g_autofree char *inside =
    is_wrapped ? g_strndup (body + strlen (before), strlen (body) - strlen (before) - strlen (after)) : g_strdup (body);
  g_strstrip (inside);
  if (g_str_has_suffix (inside, ";"))
    inside[strlen (inside) - 1] = '\0';
  return g_strdup (g_strstrip (inside));
}

/* The parts of `NAME ( params ) hook ( arguments )`: true if it is that. */
static gboolean split_definition (const AfLoader *loader, const char *definition, char **name, Hook *parts)
{
  guint length = identifier_length (definition), end = (guint)strlen (definition);
  guint open = length + 1,
        close = open < end && definition[open] == '(' ? af_text_find (definition, open + 1, end, ")") : end;
  if (length == 0 || close >= end)
    return FALSE;
  g_autofree char *body = plain_body (definition + close + 1 + strspn (definition + close + 1, " "));
  guint word = identifier_length (body), last = (guint)strlen (body);
  guint start = af_text_skip_blanks (body, word, last);
  g_autofree char *by = g_strndup (body, word);
  const Hook *hook = g_hash_table_lookup (loader->hooks, by);
  if (!hook || hook->by || hook->kind == AF_HOOK_FAILURE || start >= last || body[start] != '('
      || af_text_find (body, start + 1, last, ")") + 1 != last)
    return FALSE;
  *name = g_strndup (definition, length);
  *parts = (Hook){ hook->kind, g_strndup (definition + open, close + 1 - open), g_strdup (body + start),
                   g_steal_pointer (&by) };
  return TRUE;
}

const char *af_hooks_learn (AfLoader *loader, const char *definition)
{
  char *name = NULL;
  Hook *hook = g_new0 (Hook, 1);
  if (split_definition (loader, definition, &name, hook) && !g_hash_table_contains (loader->hooks, name)) {
    g_hash_table_insert (loader->hooks, name, hook);
    return hook->by;
  }
  g_free (name);
  hook_free (hook);
  return NULL;
}

static gboolean is_learnt (gpointer name, gpointer hook, gpointer only)
{
  return ((const Hook *)hook)->by && (!only || g_str_equal (name, only));
}

void af_hooks_forget (AfLoader *loader, const char *name)
{
  g_hash_table_foreach_remove (loader->hooks, is_learnt, (gpointer)name);
}

/* --- where they are called --- */

static const Hook *hook_at (const AfUnit *unit, guint offset)
{
  const char *text = unit->source->text + offset;
  g_autofree char *name = g_strndup (text, identifier_length (text));
  return g_hash_table_lookup (unit->loader->hooks, name);
}

static gboolean is_name_character (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* After a preprocessor line and its continuations. */
static guint skip_directive (const char *text, guint offset, guint end)
{
  while (offset < end && text[offset] != '\n')
    offset += text[offset] == '\\' ? 2 : 1;
  return offset;
}

void af_hooks_find (const AfUnit *unit, guint start, guint end, GArray *inserts, GPtrArray *texts)
{
  const char *text = unit->source->text;
  gboolean at_line_start = FALSE;
  for (guint offset = start; offset < end;) {
    guint after = af_text_skip_token (text, offset, end);
    if (text[offset] == '#' && at_line_start)
      after = skip_directive (text, offset, end);
    at_line_start = text[offset] == '\n' || (at_line_start && g_ascii_isspace (text[offset]));
    gboolean is_voided = g_hash_table_contains (unit->voided, GUINT_TO_POINTER (offset));
    const Hook *hook = is_name_character (text[offset]) && !is_voided ? hook_at (unit, offset) : NULL;
    guint open = af_text_skip_blanks (text, after, end);
    if (hook && hook->kind != AF_HOOK_FAILURE && open < end && text[open] == '(' && text[offset - 1] != '.'
        && text[offset - 1] != '>') {
      AfInsert insert = { offset, (guint)strlen (AF_HOOK_PREFIX), 0 };
      g_array_append_val (inserts, insert);
      g_ptr_array_add (texts, g_strdup (AF_HOOK_PREFIX));
    }
    offset = after;
  }
}

/* --- conditions in front of a failure --- */

static gboolean is_failure (const AfUnit *unit, CXCursor statement)
{
  AfPlace place = af_place_of (unit, statement);
  const Hook *hook = af_range_is_none (place.range) ? NULL : hook_at (unit, place.range.start);
  return hook && hook->kind == AF_HOOK_FAILURE;
}

gboolean af_hooks_always_fails (const AfUnit *unit, CXCursor statement)
{
  if (clang_getCursorKind (statement) != CXCursor_CompoundStmt)
    return is_failure (unit, statement);
  g_autoptr (GArray) children = af_clang_children (statement);
  for (guint i = 0; i + 1 < children->len; i++)
    if (clang_getCursorKind (af_frontend_strip (af_clang_child (children, i))) != CXCursor_CallExpr)
      return FALSE;
  return children->len > 0 && is_failure (unit, af_clang_last (children));
}

/* --- nonnull, returns_nonnull --- */

enum { RESULT_BIT = 63 };

/* The numbers in the parentheses after @offset, as bits; none: all. */
static guint64 read_numbers (const char *text, guint offset, guint end)
{
  guint64 bits = 0;
  guint open = af_text_skip_blanks (text, offset, end);
  guint close = open < end && text[open] == '(' ? af_text_find (text, open + 1, end, ")") : open;
  for (guint at = open; at < close; at++) {
    if (!g_ascii_isdigit (text[at]))
      continue;
    guint64 number = g_ascii_strtoull (text + at, NULL, 10);
    bits |= number > 0 && number < RESULT_BIT ? (guint64)1 << (number - 1) : 0;
    while (at + 1 < close && g_ascii_isdigit (text[at + 1]))
      at++;
  }
  return bits ? bits : ((guint64)1 << RESULT_BIT) - 1;
}

/* What the attributes in a piece of a declaration say. */
static guint64 read_attributes (const char *text, guint start, guint end)
{
  guint64 bits = 0;
  for (guint offset = start; offset < end && text[offset] != '{';) {
    guint after = af_text_skip_token (text, offset, end);
    g_autofree char *word = g_ascii_strdown (text + offset, (gssize)(after - offset));
    if (is_name_character (*word) && strstr (word, "nonnull"))
      bits |= strstr (word, "return") ? (guint64)1 << RESULT_BIT : read_numbers (text, after, end);
    offset = after;
  }
  return bits;
}

/* nonnull at the parameter itself. */
static guint64 read_param (CXCursor param, const char *text, guint i)
{
  g_autoptr (GArray) children = af_clang_children (param);
  for (guint j = 0; j < children->len; j++) {
    CXCursor child = af_clang_child (children, j);
    unsigned offset;
    clang_getFileLocation (clang_getRangeStart (clang_getCursorExtent (child)), NULL, NULL, NULL, &offset);
    if (clang_isAttribute (clang_getCursorKind (child))
        && g_str_has_prefix (text + offset + strspn (text + offset, "_"), "nonnull"))
      return (guint64)1 << i;
  }
  return 0;
}

void af_nonnull_learn (AfUnit *unit, CXCursor function)
{
  CXSourceRange extent = clang_getCursorExtent (function);
  CXFile file, end_file;
  unsigned start, name, end;
  size_t length;
  guint64 bits = 0;
  clang_getFileLocation (clang_getRangeStart (extent), &file, NULL, NULL, &start);
  clang_getFileLocation (clang_getCursorLocation (function), NULL, NULL, NULL, &name);
  clang_getFileLocation (clang_getRangeEnd (extent), &end_file, NULL, NULL, &end);
  const char *text =
    file && clang_File_isEqual (file, end_file) ? clang_getFileContents (unit->tu, file, &length) : NULL;
  if (!text || end > length || name > end || start > name)
    return;
  guint open = af_text_find (text, name, end, "(");
  guint close = open < end ? af_text_find (text, open + 1, end, ")") : end;
  bits = read_attributes (text, start, name) | read_attributes (text, close, end);
  for (int i = 0; i < clang_Cursor_getNumArguments (function) && i < RESULT_BIT; i++)
    bits |= read_param (clang_Cursor_getArgument (function, (unsigned)i), text, (guint)i);
  g_autofree char *key = af_clang_name (function);
  const guint64 *known = g_hash_table_lookup (unit->loader->nonnull, key);
  bits |= known ? *known : 0;
  if (bits)
    g_hash_table_replace (unit->loader->nonnull, g_steal_pointer (&key), g_memdup2 (&bits, sizeof bits));
}

static void add_not_null (AfRoutine *routine, const char *macro, AfExpr *pointer)
{
  g_autoptr (AfExpr) null = af_expr_new (AF_EXPR_NULL, pointer->type, NULL, NULL, 0);
  g_autoptr (AfExpr) holds = af_expr_binary (AF_OP_NE, pointer, null);
  g_ptr_array_add (routine->contracts, af_contract_call_new (macro, holds, routine->name_range, -1));
}

void af_nonnull_add (AfUnit *unit)
{
  AfRoutine *routine = unit->routine;
  const guint64 *bits = g_hash_table_lookup (unit->loader->nonnull, routine->name);
  for (guint i = 0; bits && i < routine->n_params && i < RESULT_BIT; i++) {
    const AfVariable *param = g_ptr_array_index (routine->variables, i);
    g_autoptr (AfExpr) pointer = af_expr_var (param->type, param->name, param->id);
    if ((*bits >> i & 1) && param->type->kind == AF_TYPE_POINTER)
      add_not_null (routine, "REQUIRE", pointer);
  }
  if (bits && (*bits >> RESULT_BIT & 1) && routine->result->kind == AF_TYPE_POINTER) {
    g_autoptr (AfExpr) result = af_expr_new (AF_EXPR_RESULT, routine->result, NULL, NULL, 0);
    add_not_null (routine, "ENSURE", result);
  }
}

/* Failure hooks: assert () and its like, seen as contracts.
 *
 * In:  the table hooks.def, and the user's own in group [contracts] of .autofix.conf:
 *          checks = MY_ASSERT; MY_SAME(a, b) (a) == (b)     preconditions = MY_DEMAND     failures = die
 * Out: a header for the parser, and prefixes for the second pass's text (frontend.h), so that the hook is a marker's call:
 *          assert (n > 0);       afx__fe_assert (n > 0);       #define afx__fe_assert(...) afx__fe_hook_check ((__VA_ARGS__))
 *
 * The condition is thus read as typed expression with its own places, whatever the real macro makes of it.  Names are looked for
 * in the text of function bodies, since a hook may be a macro or a function; preprocessor lines are left alone. */
#include "frontend/frontend-internal.h"

#include <string.h>

#include "util/config.h"
#include "util/error.h"

#define PREFIX "afx__fe_"

typedef struct {
  AfHookKind kind;
  char *params, *condition;
} Hook;

static const struct {
  const char *name;
  AfHookKind kind;
  const char *params, *condition;
} known_hooks[] = {
#define AF_HOOK(name, kind, params, condition) { name, AF_HOOK_##kind, params, condition },
#include "frontend/hooks.def"
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
    af_error_at (error, AF_ERROR_USAGE, path, 0, 0, "checks, preconditions or failures", "group [contracts]: no key '%s'", key);
    return FALSE;
  }
  for (guint i = 0; rows && rows[i]; i++) {
    g_strstrip (rows[i]);
    if (*rows[i] == '\0')
      continue;
    if (!add_row (loader->hooks, (AfHookKind)kind, rows[i])) {
      af_error_at (error, AF_ERROR_USAGE, path, 0, 0, "write NAME; or NAME(a, b) condition", "group [contracts], %s: '%s' is no hook",
                   key, rows[i]);
      return FALSE;
    }
    g_ptr_array_add (loader->module->hooks, g_strdup_printf ("%s %s", key, rows[i]));
  }
  return TRUE;
}

static gboolean read_config (AfLoader *loader, GError **error)
{
  g_autofree char *path = NULL;
  g_autoptr (GKeyFile) config = af_config_load (loader->options->sources[0], &path, error);
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
  for (guint i = 0; i < G_N_ELEMENTS (known_hooks); i++)
    add_hook (loader->hooks, known_hooks[i].name, known_hooks[i].kind, known_hooks[i].params, known_hooks[i].condition);
  if (!rows)
    return read_config (loader, error);
  take_rows (loader, rows);
  return TRUE;
}

char *af_hooks_header (const AfLoader *loader)
{
  GString *out = g_string_new ("void " PREFIX "hook_check (_Bool);\nvoid " PREFIX "hook_require (_Bool);\n");
  GHashTableIter iter;
  gpointer name, value;
  g_hash_table_iter_init (&iter, loader->hooks);
  while (g_hash_table_iter_next (&iter, &name, &value)) {
    const Hook *hook = value;
    if (hook->kind != AF_HOOK_FAILURE)
      g_string_append_printf (out, "#define " PREFIX "%s%s " PREFIX "hook_%s ((%s))\n", (char *)name, hook->params,
                              hook->kind == AF_HOOK_CHECK ? "check" : "require", hook->condition);
  }
  return g_string_free (out, FALSE);
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

/* Behind a preprocessor line and its continuations. */
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
    guint behind = af_text_skip_token (text, offset, end);
    if (text[offset] == '#' && at_line_start)
      behind = skip_directive (text, offset, end);
    at_line_start = text[offset] == '\n' || (at_line_start && g_ascii_isspace (text[offset]));
    const Hook *hook = is_name_character (text[offset]) ? hook_at (unit, offset) : NULL;
    guint open = af_text_skip_blanks (text, behind, end);
    if (hook && hook->kind != AF_HOOK_FAILURE && open < end && text[open] == '(' && text[offset - 1] != '.'
        && text[offset - 1] != '>') {
      AfInsert insert = { offset, (guint)strlen (PREFIX) };
      g_array_append_val (inserts, insert);
      g_ptr_array_add (texts, g_strdup (PREFIX));
    }
    offset = behind;
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

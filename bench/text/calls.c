/* Who calls whom, read from the text alone.
 *
 * In:  a module's source and header.   Out: whether one routine reaches another through private ones.
 *
 * A routine is an identifier at the outermost level before `( ... ) {`; its body names another when one of its tokens
 * is that routine's name, so that a comparison function handed to a sort counts as called.  Contracts stand in bodies
 * and count too. */
#include "bench/text/text.h"

#include <string.h>

static gboolean is_name (const char *token)
{
  return g_ascii_isalpha (*token) || *token == '_';
}

static gboolean is (const char *token, char c)
{
  return token[0] == c && token[1] == '\0';
}

/* The position after the bracket that closes the one at @i. */
static guint skip_brackets (char **tokens, guint i, char open, char close)
{
  guint depth = 0;
  for (; tokens[i]; i++) {
    depth += is (tokens[i], open);
    if (is (tokens[i], close) && --depth == 0)
      return i + 1;
  }
  return i;
}

/* Whether a routine begins at @i: `name (...) {`.  @body: its opening brace. */
static gboolean begins_routine (char **tokens, guint i, guint *body)
{
  if (!is_name (tokens[i]) || !tokens[i + 1] || !is (tokens[i + 1], '('))
    return FALSE;
  *body = skip_brackets (tokens, i + 1, '(', ')');
  return tokens[*body] && is (tokens[*body], '{');
}

/* Name of routine -> set of the names in its body; names point into @tokens. */
static GHashTable *bodies (char **tokens)
{
  GHashTable *routines = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_hash_table_unref);
  guint i = 0, body = 0;
  while (tokens[i]) {
    if (is (tokens[i], '{')) {
      i = skip_brackets (tokens, i, '{', '}');
      continue;
    }
    if (!begins_routine (tokens, i, &body)) {
      i++;
      continue;
    }
    guint end = skip_brackets (tokens, body, '{', '}');
    GHashTable *names = g_hash_table_new (g_str_hash, g_str_equal);
    for (guint k = body; k < end; k++)
      if (is_name (tokens[k]))
        g_hash_table_add (names, tokens[k]);
    g_hash_table_replace (routines, tokens[i], names);
    i = end;
  }
  return routines;
}

static gboolean is_declared (char **header, const char *name)
{
  for (guint i = 0; header[i]; i++)
    if (strcmp (header[i], name) == 0 && header[i + 1] && is (header[i + 1], '('))
      return TRUE;
  return FALSE;
}

gboolean af_calls_reach (const char *source, const char *header, const char *routine, const char *called)
{
  g_autofree char *source_text = af_tokens (source), *header_text = af_tokens (header);
  g_auto (GStrv) tokens = g_strsplit (source_text, "\n", -1);
  g_auto (GStrv) declared = g_strsplit (header_text, "\n", -1);
  g_autoptr (GHashTable) routines = bodies (tokens);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) todo = g_ptr_array_new ();
  if (strcmp (routine, called) == 0)
    return TRUE;
  g_ptr_array_add (todo, (gpointer)routine);
  while (todo->len > 0) {
    GHashTable *names = g_hash_table_lookup (routines, g_ptr_array_steal_index (todo, todo->len - 1));
    if (names && g_hash_table_contains (names, called))
      return TRUE;
    GHashTableIter iter;
    gpointer name;
    if (names)
      g_hash_table_iter_init (&iter, names);
    while (names && g_hash_table_iter_next (&iter, &name, NULL))
      if (g_hash_table_contains (routines, name) && !is_declared (declared, name) && g_hash_table_add (seen, name))
        g_ptr_array_add (todo, name);
  }
  return FALSE;
}

gboolean af_has_routine (const char *source, const char *routine)
{
  gsize at;
  return af_body_of (source, routine, &at);
}

/* The text is cut before the line: the routine is the one whose body does not end. */
char *af_routine_at (const char *source, guint line)
{
  g_auto (GStrv) lines = g_strsplit (source, "\n", -1);
  if (line == 0 || line > g_strv_length (lines))
    return NULL;
  g_autoptr (GString) head = g_string_new (NULL);
  for (guint i = 0; i + 1 < line; i++)
    g_string_append_printf (head, "%s\n", lines[i]);
  g_autofree char *text = af_tokens (head->str);
  g_auto (GStrv) tokens = g_strsplit (text, "\n", -1);
  guint i = 0, body = 0;
  while (tokens[i]) {
    gboolean begins = begins_routine (tokens, i, &body);
    if (!begins && !is (tokens[i], '{')) {
      i++;
      continue;
    }
    guint end = skip_brackets (tokens, begins ? body : i, '{', '}');
    if (!tokens[end] && begins && (end == 0 || !is (tokens[end - 1], '}') || !*tokens[end - 1]))
      return g_strdup (tokens[i]);
    i = end;
  }
  return NULL;
}

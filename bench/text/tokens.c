/* Tokens of C, bodies of routines, and edits of its text.
 *
 * In:  source text.   Out: "if\n(\nx\n>=\n0\n)\n..." for `if (x >= 0) ...`, whatever the white space and comments were.
 *
 * Operators are taken as long as possible, so that `a++ + b` and `a + ++b` differ. */
#include "bench/text/text.h"

#include <string.h>

static const char *const operators[] = { "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=",
                                         "&&",  "||",  "*=",  "/=", "%=", "+=", "-=", "&=", "^=", "|=", "##" };

static const char *skip_comment (const char *c)
{
  if (c[1] == '/') {
    while (*c && *c != '\n')
      c += c[0] == '\\' && c[1] ? 2 : 1;
    return c;
  }
  const char *end = strstr (c + 2, "*/");
  return end ? end + 2 : c + strlen (c);
}

static const char *skip_quoted (const char *c)
{
  char quote = *c++;
  while (*c && *c != quote && *c != '\n')
    c += c[0] == '\\' && c[1] ? 2 : 1;
  return *c == quote ? c + 1 : c;
}

/* The position after the token that begins at @c. */
static const char *skip_token (const char *c)
{
  if (*c == '"' || *c == '\'')
    return skip_quoted (c);
  if (g_ascii_isalnum (*c) || *c == '_' || (*c == '.' && g_ascii_isdigit (c[1]))) {
    gboolean number = g_ascii_isdigit (*c) || *c == '.';
    while (g_ascii_isalnum (*c) || *c == '_'
           || (number && (*c == '.' || (strchr ("+-", *c) && strchr ("eEpP", c[-1])))))
      if (!*c++)
        break;
    return c;
  }
  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    if (g_str_has_prefix (c, operators[i]))
      return c + strlen (operators[i]);
  return c + 1;
}

/* The position of the next token from @c on; comments, white space and lines of the preprocessor are no tokens. */
static const char *to_token (const char *c)
{
  while (*c) {
    if (g_ascii_isspace (*c))
      c++;
    else if (c[0] == '/' && (c[1] == '/' || c[1] == '*'))
      c = skip_comment (c);
    else if (*c == '#')
      while (*c && *c != '\n')
        c += c[0] == '\\' && c[1] ? 2 : 1;
    else
      break;
  }
  return c;
}

/* The position after the bracket that closes the one at @c. */
static const char *skip_nested (const char *c, char open, char close)
{
  guint depth = 0;
  do {
    depth += *c == open;
    depth -= *c == close;
    c = to_token (skip_token (c));
  } while (*c && depth > 0);
  return c;
}

/* After the parameters: the brace that opens the body, perhaps after old declarations; null for all that is no body. */
static const char *body_after (const char *c)
{
  gboolean declares = g_ascii_isalpha (*c) || *c == '_';
  while (declares && *c && *c != '{' && !strchr ("=})", *c))
    c = *c == '(' ? skip_nested (c, '(', ')') : to_token (skip_token (c));
  return *c == '{' ? c : NULL;
}

gboolean af_body_of (const char *source, const char *routine, gsize *at)
{
  gsize length = strlen (routine);
  for (const char *c = to_token (source); *c;) {
    const char *end = skip_token (c), *next = to_token (end);
    gboolean named = (gsize)(end - c) == length && strncmp (c, routine, length) == 0 && *next == '(';
    const char *body = named ? body_after (skip_nested (next, '(', ')')) : NULL;
    if (body) {
      *at = (gsize)(body + 1 - source);
      return TRUE;
    }
    c = *c == '{' ? skip_nested (c, '{', '}') : next;
  }
  return FALSE;
}

char *af_tokens (const char *source)
{
  GString *tokens = g_string_sized_new (strlen (source));
  gboolean line_start = TRUE, directive = FALSE;
  const char *c = source;
  while (*c) {
    if (*c == '\n') {
      if (directive)
        g_string_append (tokens, "\\n\n");
      directive = FALSE;
      line_start = TRUE;
      c++;
    } else if (g_ascii_isspace (*c) || (c[0] == '\\' && c[1] == '\n')) {
      c += *c == '\\' ? 2 : 1;
    } else if (c[0] == '/' && (c[1] == '/' || c[1] == '*')) {
      c = skip_comment (c);
    } else {
      const char *end = skip_token (c);
      directive |= line_start && *c == '#';
      line_start = FALSE;
      g_string_append_len (tokens, c, end - c);
      g_string_append_c (tokens, '\n');
      c = end;
    }
  }
  return g_string_free (tokens, FALSE);
}

/* --- edits --- */

void af_text_edit_free (AfTextEdit *edit)
{
  if (!edit)
    return;
  g_free (edit->text);
  g_free (edit);
}

/* By place; insertions before replacements that start there, larger ones of these first; by order. */
static int by_place (gconstpointer a, gconstpointer b)
{
  const AfTextEdit *x = *(const AfTextEdit *const *)a, *y = *(const AfTextEdit *const *)b;
  gboolean x_replaces = x->end > x->start, y_replaces = y->end > y->start;
  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  if (x_replaces != y_replaces)
    return x_replaces - y_replaces;
  if (x->end != y->end)
    return x->end > y->end ? -1 : 1;
  return (x->order > y->order) - (x->order < y->order);
}

char *af_text_apply (const char *source, const GPtrArray *edits)
{
  gsize length = strlen (source), done = 0;
  g_autoptr (GPtrArray) sorted = g_ptr_array_new ();
  for (guint i = 0; i < edits->len; i++)
    g_ptr_array_add (sorted, edits->pdata[i]);
  g_ptr_array_sort (sorted, by_place);
  g_autoptr (GString) text = g_string_sized_new (length + 256);
  for (guint i = 0; i < sorted->len; i++) {
    const AfTextEdit *edit = sorted->pdata[i];
    if (edit->end < edit->start || edit->end > length)
      return NULL;
    if (edit->start < done) /* inside a replaced range: the larger replacement wins */
      continue;
    g_string_append_len (text, source + done, (gssize)(edit->start - done));
    g_string_append (text, edit->text);
    done = edit->end;
  }
  g_string_append (text, source + done);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

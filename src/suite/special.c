/* Fixes that know the failing tests by heart.
 *
 * In:  the program before and after a fix, what the failing tests read.   Out: whether the fix asks for one of their
 * values.
 *
 *     if (a == 4711) return 12;           a failing test reads 4711, and nothing in the program speaks of that number
 *     if (big + 57 == n) ...              the same of 57
 *
 * What is natural is not meant: 0, 1 and -1, characters that are no letters or digits, literals that the program has,
 * and one more case of a list (`c == 'a' || c == 'e'`). */
#include "suite/suite-internal.h"

#include <string.h>

/* What a text compares and names. */
typedef struct {
  GHashTable *comparisons; /* set of char *: "c==4711" */
  GHashTable *subjects;    /* char * -> how often it stands on the left of a comparison */
  GHashTable *literals;    /* set of char *: "4711", "'a'" */
} Uses;

static void uses_init (Uses *uses)
{
  uses->comparisons = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  uses->subjects = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  uses->literals = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

static void uses_clear (Uses *uses)
{
  g_hash_table_unref (uses->comparisons);
  g_hash_table_unref (uses->subjects);
  g_hash_table_unref (uses->literals);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Uses, uses_clear)

/* --- reading C as far as this needs it --- */

/* Bytes of the literal at @text in quotes. */
static gsize quoted_length (const char *text)
{
  gsize n = 1;
  while (text[n] && text[n] != *text)
    n += text[n] == '\\' && text[n + 1] ? 2 : 1;
  return text[n] ? n + 1 : n;
}

/* Bytes of the comment at @text, or 0. */
static gsize comment_length (const char *text)
{
  if (text[0] != '/' || (text[1] != '*' && text[1] != '/'))
    return 0;
  const char *end = text[1] == '*' ? strstr (text + 2, "*/") : strchr (text, '\n');
  return end ? (gsize)(end - text) + (text[1] == '*' ? 2 : 0) : strlen (text);
}

static gboolean is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* Bytes of a literal at @text, a sign included: a number, a character; or 0. */
static gsize literal_length (const char *text)
{
  gsize sign = *text == '-', n = sign;
  if (*text == '\'')
    return quoted_length (text);
  if (!g_ascii_isdigit (text[n]))
    return 0;
  while (is_word (text[n]) || text[n] == '.')
    n++;
  return n;
}

/* Where the operand that ends before @end begins. */
static const char *operand_start (const char *start, const char *end)
{
  int depth = 0;
  for (; end > start; end--) {
    char c = end[-1];
    depth += c == ')' || c == ']' ? 1 : c == '(' || c == '[' ? -1 : 0;
    gboolean is_set = c == '=' && *end != '=' && end - start > 1 && !strchr ("=!<>", end[-2]);
    if (depth < 0 || (depth == 0 && (is_set || strchr ("&|;,?{}\n", c))))
      break;
  }
  end += strspn (end, " \t");
  return strncmp (end, "return", 6) == 0 && !is_word (end[6]) ? end + 6 : end;
}

/* Where the operand that begins at @text ends. */
static const char *operand_end (const char *text)
{
  int depth = 0;
  for (; *text; text++) {
    gsize literal = *text == '\'' ? quoted_length (text) : 0;
    if (literal > 0) {
      text += literal - 1;
      continue;
    }
    depth += *text == '(' || *text == '[' ? 1 : *text == ')' || *text == ']' ? -1 : 0;
    if (depth < 0 || (depth == 0 && strchr ("&|;,?:{}\n", *text)))
      break;
  }
  return text;
}

/* Without blanks, owned by the caller. */
static char *squeezed (const char *from, const char *to)
{
  GString *text = g_string_new (NULL);
  for (; from < to; from++)
    if (!g_ascii_isspace (*from))
      g_string_append_c (text, *from);
  return g_string_free (text, FALSE);
}

static void note_comparison (Uses *uses, const char *start, const char *sign)
{
  g_autofree char *left = squeezed (operand_start (start, sign), sign),
                  *right = squeezed (sign + 2, operand_end (sign + 2));
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (uses->subjects, left));
  g_hash_table_add (uses->comparisons, g_strconcat (left, "==", right, NULL));
  g_hash_table_replace (uses->subjects, g_steal_pointer (&left), GUINT_TO_POINTER (n + 1));
}

static void read_uses (const char *text, Uses *uses)
{
  for (const char *at = text; *at;) {
    gsize comment = comment_length (at), literal = *at == '-' ? 0 : literal_length (at);
    if (comment > 0)
      at += comment;
    else if (*at == '"')
      at += quoted_length (at);
    else if (literal > 0) {
      g_hash_table_add (uses->literals, g_strndup (at, literal));
      at += literal;
    } else if (is_word (*at))
      while (is_word (*at))
        at++;
    else {
      if ((*at == '=' || *at == '!') && at[1] == '=')
        note_comparison (uses, text, at);
      at += (*at == '=' || *at == '!') && at[1] == '=' ? 2 : 1;
    }
  }
}

/* --- values --- */

/* Whether the text of a test has the number by itself. */
static gboolean has_number (const char *input, const char *number)
{
  gsize length = strlen (number);
  for (const char *at = input; (at = strstr (at, number)) != NULL; at++)
    if ((at == input || !(is_word (at[-1]) || at[-1] == '.')) && !is_word (at[length])
        && !(at[length] == '.' && is_word (at[length + 1])))
      return TRUE;
  return FALSE;
}

static gboolean is_of_input (const char *literal, const char *input)
{
  if (*literal == '\'')
    return g_ascii_isalnum (literal[1]) && literal[2] == '\'' && strchr (input, literal[1]);
  return strcmp (literal, "0") != 0 && strcmp (literal, "1") != 0 && strcmp (literal, "-1") != 0
         && has_number (input, literal);
}

/* Whether a literal of the comparison is one of the input, and none of the program before. */
static gboolean asks (const char *comparison, const Uses *old, const char *input)
{
  for (const char *at = comparison; *at;) {
    gboolean is_sign = *at == '-' && at > comparison && (is_word (at[-1]) || strchr (")]", at[-1]));
    gsize length = is_sign ? 0 : literal_length (at);
    g_autofree char *literal = g_strndup (at, length);
    if (length > 0 && !g_hash_table_contains (old->literals, *literal == '-' ? literal + 1 : literal)
        && is_of_input (literal, input))
      return TRUE;
    if (length == 0 && is_word (*at))
      while (is_word (at[length]))
        length++;
    at += MAX (length, 1);
  }
  return FALSE;
}

gboolean af_suite_is_special (const char *before, const char *after, const char *input)
{
  g_auto (Uses) old = { 0 }, new = { 0 };
  GHashTableIter iter;
  gpointer key;
  uses_init (&old);
  uses_init (&new);
  read_uses (before, &old);
  read_uses (after, &new);
  g_hash_table_iter_init (&iter, new.comparisons);
  while (g_hash_table_iter_next (&iter, &key, NULL)) {
    g_autofree char *subject = g_strndup (key, (gsize)(strstr (key, "==") - (const char *)key));
    if (!g_hash_table_contains (old.comparisons, key)
        && GPOINTER_TO_UINT (g_hash_table_lookup (old.subjects, subject)) < 2 && asks (key, &old, input))
      return TRUE;
  }
  return FALSE;
}

/* --- fixes --- */

/* What the failing tests are given; owned by the caller. */
static char *inputs_of (const AfSuite *suite)
{
  g_autoptr (GString) all = g_string_new (NULL);
  for (guint i = 0; i < suite->n_failing; i++) {
    const AfSuiteTest *test = suite->tests->pdata[i];
    g_autofree char *path = test->input ? g_build_filename (suite->project.folder, test->input, NULL) : NULL;
    g_autofree char *text = NULL;
    if (path && g_file_get_contents (path, &text, NULL, NULL))
      g_string_append_printf (all, "%s\n", text);
    g_string_append_printf (all, "%s\n", test->command);
  }
  return g_string_free (g_steal_pointer (&all), FALSE);
}

void af_suite_note_special (const AfSuite *suite, GPtrArray *fixes)
{
  const AfVersion *user = suite->versions->pdata[0];
  g_autofree char *input = inputs_of (suite);
  for (guint i = 0; i < fixes->len; i++) {
    AfFix *fix = fixes->pdata[i];
    const AfSource *source = af_module_source (user->module, fix->candidate->file);
    g_autofree char *after = af_edits_apply (source, fix->candidate->edits);
    if (!fix->last_resort && af_suite_is_special (source->text, after, input))
      fix->last_resort = "asks for a value that a failing test happens to have";
  }
}

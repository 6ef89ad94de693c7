/* Response files: `cc @objects.txt`.
 *
 * In:  a file's text.   Out: its words.
 *
 * The rules are gcc's: blanks part words, quotes of either kind keep them together, a backslash keeps the next
 * character. */
#include "cc/cc-internal.h"
#include "util/files/read.h"

static gboolean is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

/* Reads one word from *text. */
static char *next_word (const char **text)
{
  GString *word = g_string_new (NULL);
  char quote = '\0';
  const char *at = *text;
  for (; *at && (quote || !is_blank (*at)); at++) {
    if (*at == '\\' && at[1])
      g_string_append_c (word, *++at);
    else if (quote && *at == quote)
      quote = '\0';
    else if (!quote && (*at == '"' || *at == '\''))
      quote = *at;
    else
      g_string_append_c (word, *at);
  }
  *text = at;
  return g_string_free (word, FALSE);
}

char **af_cc_response_words (const char *path)
{
  g_autofree char *text = af_read_file (path, AF_READ_MOST, NULL, NULL);
  if (!text)
    return NULL;
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  const char *at = text;
  for (;;) {
    while (is_blank (*at))
      at++;
    if (!*at)
      break;
    g_ptr_array_add (words, next_word (&at));
  }
  g_ptr_array_add (words, NULL);
  return (char **)g_ptr_array_free (g_steal_pointer (&words), FALSE);
}

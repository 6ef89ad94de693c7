/* Reads dictionaries: lines, quotes, escapes. */
#include "util/files/dictionary.h"

#include <string.h>

#include "util/error.h"
#include "util/files/read.h"

/* The byte that the escape after the backslash @at stands for, and what comes after it; 0: none. */
static char unescape (const char *at, const char **after)
{
  *after = at + 2;
  if (at[1] == '\\' || at[1] == '"')
    return at[1];
  if (at[1] != 'x' || !g_ascii_isxdigit (at[2]) || !g_ascii_isxdigit (at[3]))
    return 0;
  *after = at + 4;
  return (char)(16 * g_ascii_xdigit_value (at[2]) + g_ascii_xdigit_value (at[3]));
}

/* What stands between the quotes of a line without blanks around it; null, and why. */
static char *word_of_line (const char *line, const char **why)
{
  const char *at = strchr (line, '"');
  g_autoptr (GString) word = g_string_new (NULL);
  *why = "a word stands in quotes: name=\"word\"";
  for (const char *p = line; at && p < at; p++)
    if (!g_ascii_isalnum (*p) && !strchr ("_@=-. \t", *p))
      return NULL;
  if (!at)
    return NULL;
  for (at++; *at && *at != '"';) {
    char byte = *at;
    const char *after = at + 1;
    if (byte == '\\' && (byte = unescape (at, &after)) == 0) {
      *why = "an escape is \\\\, \\\" or \\xNN, and not \\x00";
      return NULL;
    }
    g_string_append_c (word, byte);
    at = after;
  }
  if (strcmp (at, "\"") != 0)
    return NULL;
  *why = "a word has 1 to 128 bytes";
  return word->len >= 1 && word->len <= AF_DICTIONARY_WORD ? g_strdup (word->str) : NULL;
}

GPtrArray *af_dictionary_read (const char *path, GError **error)
{
  g_autofree char *text = af_read_file (path, AF_READ_MOST, NULL, error);
  g_auto (GStrv) lines = text ? g_strsplit (text, "\n", -1) : NULL;
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; lines && lines[i]; i++) {
    const char *line = g_strstrip (lines[i]), *why = NULL;
    if (!*line || *line == '#')
      continue;
    char *word = word_of_line (line, &why);
    if (!word) {
      af_error_at (error, AF_ERROR_USAGE, path, i + 1, 0, why, "this is no word of a dictionary");
      return NULL;
    }
    if (words->len >= AF_DICTIONARY_MOST || g_ptr_array_find_with_equal_func (words, word, g_str_equal, NULL))
      g_free (word);
    else
      g_ptr_array_add (words, word);
  }
  return lines ? g_steal_pointer (&words) : NULL;
}

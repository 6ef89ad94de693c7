/* Which lines of the faulty file a repair has to touch.
 *
 * In:  the patch that planted the fault, and the faulty file.   Out: line numbers in the faulty file.
 *
 *     -	if (n == 0)                 only taken away: the repair puts something back before the next statement,
 *     -		return;             so that statement's line is the place
 *      	n %= r->count;      <-
 *
 *     -	r->count--;
 *     +	return b;           <-  added by the plant: the repair replaces or removes it
 */
#include "bench/text/text.h"

#include <stdlib.h>
#include <string.h>

/* The line without white space and comments, as tokens. */
static char *line_tokens (const char *line)
{
  const char *c = line;
  while (g_ascii_isspace (*c))
    c++;
  return *c == '*' && (c[1] == ' ' || c[1] == '/' || !c[1]) ? g_strdup ("") : af_tokens (line);
}

static gboolean ends_statement (const char *line)
{
  g_autofree char *tokens = line_tokens (line);
  gsize length = strlen (tokens);
  return length == 0 || *tokens == '#' || strchr (";{}:", tokens[length - 2]) != NULL;
}

static gboolean is_blank_or_brace (const char *line)
{
  g_autofree char *tokens = line_tokens (line);
  return strspn (tokens, "{}\n") == strlen (tokens);
}

static void add_line (GArray *lines, guint line)
{
  for (guint i = 0; i < lines->len; i++)
    if (g_array_index (lines, guint, i) == line)
      return;
  g_array_append_val (lines, line);
}

/* @line and those before it in its statement. */
static void add_statement (GArray *lines, char **text, guint n, guint line)
{
  add_line (lines, line);
  while (line > 1 && line <= n && !is_blank_or_brace (text[line - 1]) && !ends_statement (text[line - 2]))
    add_line (lines, --line);
}

/* What follows a place where lines were only taken away. */
static void add_next (GArray *lines, char **text, guint n, guint line)
{
  while (line <= n && is_blank_or_brace (text[line - 1]))
    add_line (lines, line++);
  if (line <= n)
    add_line (lines, line);
}

static int by_number (gconstpointer a, gconstpointer b)
{
  guint x = *(const guint *)a, y = *(const guint *)b;
  return (x > y) - (x < y);
}

static gboolean speaks_of (const char *header, const char *file)
{
  g_auto (GStrv) words = g_strsplit_set (header + 4, " \t", 2);
  g_autofree char *base = g_path_get_basename (words[0]);
  return strcmp (base, file) == 0;
}

/* The first line of the new file in "@@ -a,b +c,d @@"; 0 when it is none. */
static guint hunk_start (const char *header)
{
  const char *plus = strstr (header, " +");
  return plus ? (guint)strtoul (plus + 2, NULL, 10) : 0;
}

GArray *af_patch_lines (const char *patch, const char *file, const char *source)
{
  g_auto (GStrv) rows = g_strsplit (patch, "\n", -1);
  g_auto (GStrv) text = g_strsplit (source, "\n", -1);
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (guint));
  guint n = g_strv_length (text), line = 0;
  gboolean ours = FALSE, removed = FALSE, added = FALSE;
  for (guint i = 0; rows[i]; i++) {
    const char *row = rows[i];
    if (g_str_has_prefix (row, "--- ") || g_str_has_prefix (row, "+++ ")) {
      ours = speaks_of (row, file);
      continue;
    }
    gboolean changes = *row == '-' || *row == '+';
    if (ours && !changes && removed && !added && line > 0)
      add_next (lines, text, n, line);
    removed = changes && (removed || *row == '-');
    added = changes && (added || *row == '+');
    if (*row == '@')
      line = hunk_start (row);
    else if (ours && *row == '+')
      add_statement (lines, text, n, line++);
    else if (ours && *row == ' ')
      line++;
  }
  g_array_sort (lines, by_number);
  return lines;
}

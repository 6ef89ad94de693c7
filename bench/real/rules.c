/* Contracts as insertion rules.
 *
 *     @@ ring.c after                      the file, and on which side of the lines below
 *     int ring_pop (Ring *ring)
 *     {
 *     @@ insert
 *       REQUIRE (ring != NULL && ring->count > 0);
 *     @@ ring.h before
 *     ...
 *
 * A rule ends where the next one begins.  Lines are found by their text, so that the same rules serve a file before and
 * after a fix; what stands before the first rule is a remark. */
#include <string.h>

#include "bench/reading.h"
#include "bench/real/real.h"
#include "util/error.h"

static void rule_free (gpointer data)
{
  AfRealRule *rule = data;
  g_free (rule->file);
  g_strfreev (rule->anchor);
  g_free (rule->text);
  g_free (rule);
}

/* "@@ FILE before" or "@@ FILE after"; null with @error set when it is neither. */
static AfRealRule *begin_rule (const char *path, guint line, const char *head, GError **error)
{
  g_auto (GStrv) words = g_strsplit (head, " ", -1);
  guint n = g_strv_length (words);
  gboolean after = n == 3 && strcmp (words[2], "after") == 0;
  if (!after && !(n == 3 && strcmp (words[2], "before") == 0)) {
    af_error_at (error, AF_ERROR_USAGE, path, line, 0, "a rule begins with '@@ FILE before' or '@@ FILE after'",
                 "'%s' begins no rule", head);
    return NULL;
  }
  AfRealRule *rule = g_new0 (AfRealRule, 1);
  rule->file = g_strdup (words[1]);
  rule->after = after;
  rule->line = line;
  return rule;
}

/* The line of @lines from @i on that begins with "@@ ", or the end. */
static guint next_mark (char **lines, guint i)
{
  while (lines[i] && !g_str_has_prefix (lines[i], "@@ "))
    i++;
  return i;
}

static char **slice (char **lines, guint begin, guint end)
{
  g_autoptr (GPtrArray) part = g_ptr_array_new ();
  for (guint i = begin; i < end; i++)
    g_ptr_array_add (part, g_strdup (lines[i]));
  g_ptr_array_add (part, NULL);
  return (char **)g_ptr_array_free (g_steal_pointer (&part), FALSE);
}

GPtrArray *af_real_rules_read (const char *path, GError **error)
{
  g_autofree char *text = af_read_text (path, error);
  g_autoptr (GPtrArray) rules = g_ptr_array_new_with_free_func (rule_free);
  if (!text)
    return NULL;
  if (g_str_has_suffix (text, "\n"))
    text[strlen (text) - 1] = '\0';
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (guint i = next_mark (lines, 0); lines[i];) {
    AfRealRule *rule = begin_rule (path, i + 1, lines[i], error);
    if (!rule)
      return NULL;
    g_ptr_array_add (rules, rule);
    guint insert = next_mark (lines, i + 1);
    if (!lines[insert] || strcmp (lines[insert], "@@ insert") != 0 || insert == i + 1) {
      af_error_at (error, AF_ERROR_USAGE, path, i + 1, 0, "lines of the file, then '@@ insert', then what to insert",
                   "the rule says not where to insert what");
      return NULL;
    }
    guint end = next_mark (lines, insert + 1);
    rule->anchor = slice (lines, i + 1, insert);
    g_auto (GStrv) inserted = slice (lines, insert + 1, end);
    g_autofree char *joined = g_strjoinv ("\n", inserted);
    rule->text = g_strconcat (joined, "\n", NULL);
    i = end;
  }
  return g_steal_pointer (&rules);
}

static gboolean same_line (const char *a, const char *b)
{
  g_autofree char *left = g_strchomp (g_strdup (a)), *right = g_strchomp (g_strdup (b));
  return strcmp (left, right) == 0;
}

static gboolean stands_at (char **anchor, char **lines)
{
  for (; *anchor; anchor++, lines++)
    if (!*lines || !same_line (*anchor, *lines))
      return FALSE;
  return TRUE;
}

char *af_real_rule_apply (const AfRealRule *rule, const char *path, const char *text, GError **error)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint n = 0, place = 0;
  for (guint i = 0; lines[i]; i++)
    if (stands_at (rule->anchor, lines + i)) {
      place = i;
      n++;
    }
  if (n != 1) {
    af_error_at (error, AF_ERROR_USAGE, path, rule->line, 0, "more lines make the place unique",
                 "%s has the lines of the rule %u times", rule->file, n);
    return NULL;
  }
  if (rule->after)
    place += g_strv_length (rule->anchor);
  GString *out = g_string_new (NULL);
  for (guint i = 0; lines[i]; i++) {
    if (i == place)
      g_string_append (out, rule->text);
    g_string_append (out, lines[i]);
    if (lines[i + 1])
      g_string_append_c (out, '\n');
  }
  return g_string_free (out, FALSE);
}

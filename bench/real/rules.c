/* Contracts as insertion rules.
 *
 *     @@ ring.c after                      the file, and on which side of the lines below
 *     int ring_pop (Ring *ring)
 *     {
 *     @@ insert
 *       REQUIRE (ring != NULL && ring->count > 0);
 *     @@ ring.h before
 *     ...
 *     @@ ring.c in ring_push               at the beginning of its body; without lines
 *     @@ insert
 *     ...
 *     @@ ring.c top                        before everything; without lines
 *
 * A rule ends where the next one begins.  Lines are found by their text, so that the same rules serve a file before and
 * after a fix; what stands before the first rule is a remark. */
#include <string.h>

#include "bench/reading.h"
#include "bench/real/real.h"
#include "bench/text/text.h"
#include "util/error.h"

static void rule_free (gpointer data)
{
  AfRealRule *rule = data;
  g_free (rule->file);
  g_free (rule->routine);
  g_strfreev (rule->anchor);
  g_free (rule->text);
  g_free (rule);
}

/* "@@ FILE before", "after", "top" or "in ROUTINE"; null with @error set when it is none of these. */
static AfRealRule *begin_rule (const char *path, guint line, const char *head, GError **error)
{
  static const char *const places[] = { "before", "after", "top", "in", NULL };
  g_auto (GStrv) words = g_strsplit (head, " ", -1);
  guint n = g_strv_length (words), place = 0;
  while (n > 2 && places[place] && strcmp (words[2], places[place]) != 0)
    place++;
  if (n < 3 || !places[place] || n != (place == AF_REAL_IN ? 4 : 3)) {
    af_error_at (error, AF_ERROR_USAGE, path, line, 0,
                 "a rule begins with '@@ FILE before', '@@ FILE after', '@@ FILE top' or '@@ FILE in ROUTINE'",
                 "'%s' begins no rule", head);
    return NULL;
  }
  AfRealRule *rule = g_new0 (AfRealRule, 1);
  rule->file = g_strdup (words[1]);
  rule->place = (AfRealPlace)place;
  rule->routine = g_strdup (words[3]);
  rule->line = line;
  return rule;
}

static gboolean has_lines (const AfRealRule *rule)
{
  return rule->place == AF_REAL_BEFORE || rule->place == AF_REAL_AFTER;
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
    if (!lines[insert] || strcmp (lines[insert], "@@ insert") != 0 || has_lines (rule) != (insert > i + 1)) {
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

/* The number of the line of @text to insert before for the lines of @rule, of which @n is set to how many there are. */
static guint beside_lines (const AfRealRule *rule, char **lines, guint *n)
{
  guint place = 0;
  *n = 0;
  for (guint i = 0; lines[i]; i++)
    if (stands_at (rule->anchor, lines + i)) {
      place = i;
      ++*n;
    }
  return rule->place == AF_REAL_AFTER ? place + g_strv_length (rule->anchor) : place;
}

/* Where @text goes on after the lines of @rule or the brace of its routine; G_MAXSIZE with @error set when that is
 * nowhere, or lines stand more than once. */
static gsize place_of (const AfRealRule *rule, const char *path, const char *text, GError **error)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint n = 0;
  gsize at = 0;
  if (rule->place == AF_REAL_TOP)
    return 0;
  if (rule->place == AF_REAL_IN) {
    if (!af_body_of (text, rule->routine, &at)) {
      af_error_at (error, AF_ERROR_USAGE, path, rule->line, 0, NULL, "%s defines no '%s'", rule->file, rule->routine);
      return G_MAXSIZE;
    }
    return at;
  }
  guint place = beside_lines (rule, lines, &n);
  if (n != 1) {
    af_error_at (error, AF_ERROR_USAGE, path, rule->line, 0, "more lines make the place unique",
                 "%s has the lines of the rule %u times", rule->file, n);
    return G_MAXSIZE;
  }
  for (guint i = 0; i < place && lines[i]; i++)
    at += strlen (lines[i]) + 1;
  return MIN (at, strlen (text));
}

char *af_real_rule_apply (const AfRealRule *rule, const char *path, const char *text, GError **error)
{
  gsize at = place_of (rule, path, text, error);
  if (at == G_MAXSIZE)
    return NULL;
  gboolean in_line = at > 0 && text[at - 1] != '\n';
  return g_strdup_printf ("%.*s%s%s%s", (int)at, text, in_line ? "\n" : "", rule->text, text + at);
}

/* TAP: a test for each line `ok 3 - adds two`.
 *
 * In:  what a program has printed, and the command that runs it.   Out: tests that run it and look for their line.
 *
 * A number that the plan (`1..5`) has and no line, because the program crashed, is a test, too: it fails. */
#include "suite/origins/origins.h"

#include <stdlib.h>
#include <string.h>

#include "util/error.h"

#define MOST_POINTS 100000u

typedef struct {
  AfListing *listing;
  const char *path, *command;
  guint plan;       /* 0: none so far */
  guint next;       /* the number of a line that has none */
  GHashTable *seen; /* set of numbers */
} Tap;

static gboolean add (Tap *tap, guint number, gboolean is_numbered, const char *words, GError **error)
{
  g_autofree char *escaped = g_regex_escape_string (words, -1);
  g_autofree char *name = g_strdup_printf ("%u%s%s", number, *words ? " " : "", words);
  g_autofree char *fields = is_numbered ? g_strdup_printf ("match=(?m)^ok +%u\\b", number)
                                        : g_strdup_printf ("match=(?m)^ok\\b[ -]*%s *(#|\\r?$)", escaped);
  const AfListed test = { name, tap->command, fields };
  return af_listing_add (tap->listing, tap->path, &test, error);
}

/* After `ok` or `not ok`. */
static gboolean take_point (Tap *tap, const char *rest, GError **error)
{
  char *end = NULL;
  rest += strspn (rest, " ");
  guint64 given = g_ascii_isdigit (*rest) ? g_ascii_strtoull (rest, &end, 10) : 0;
  guint number = given > 0 && given <= MOST_POINTS ? (guint)given : tap->next;
  rest = given > 0 ? end : rest;
  g_autofree char *words = g_strdup (rest + strspn (rest, " -"));
  char *directive = strchr (words, '#');
  gboolean is_out = directive
                    && (g_ascii_strncasecmp (directive + 1 + strspn (directive + 1, " "), "skip", 4) == 0
                        || g_ascii_strncasecmp (directive + 1 + strspn (directive + 1, " "), "todo", 4) == 0);
  if (directive)
    *directive = '\0';
  g_strstrip (words);
  tap->next = number + 1;
  g_hash_table_add (tap->seen, GUINT_TO_POINTER (number));
  if (is_out) {
    tap->listing->n_left_out++;
    return TRUE;
  }
  if (given == 0 && !*words) {
    af_error_at (error, AF_ERROR_USAGE, tap->path, 0, 0, "a line of TAP is `ok 3 - NAME`",
                 "test %u has neither a number nor a name", number);
    return FALSE;
  }
  return add (tap, number, given > 0, words, error);
}

static gboolean is_word (const char *line, const char *word)
{
  gsize length = strlen (word);
  return strncmp (line, word, length) == 0 && (line[length] == '\0' || line[length] == ' ');
}

static gboolean take_line (Tap *tap, const char *line, GError **error)
{
  if (is_word (line, "ok"))
    return take_point (tap, line + 2, error);
  if (is_word (line, "not ok"))
    return take_point (tap, line + 6, error);
  if (strncmp (line, "1..", 3) == 0 && g_ascii_isdigit (line[3]))
    tap->plan = (guint)MIN (g_ascii_strtoull (line + 3, NULL, 10), MOST_POINTS);
  return TRUE;
}

gboolean af_listing_tap (AfListing *listing, const char *path, const char *text, const char *command, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  Tap tap = { listing, path, command, 0, 1, seen };
  for (guint i = 0; lines[i]; i++)
    if (!take_line (&tap, g_strchomp (lines[i]), error))
      return FALSE;
  for (guint number = 1; number <= tap.plan; number++)
    if (!g_hash_table_contains (seen, GUINT_TO_POINTER (number)) && !add (&tap, number, TRUE, "", error))
      return FALSE;
  if (g_hash_table_size (seen) == 0 && tap.plan == 0) {
    af_error_at (error, AF_ERROR_USAGE, path, 0, 0, "lines `ok 1 - NAME` and `not ok 2 - NAME`, and `1..2`",
                 "there is no TAP in it");
    return FALSE;
  }
  return TRUE;
}

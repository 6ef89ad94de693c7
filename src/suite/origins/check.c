/* Check: a test for each test function.
 *
 * In:  what a program of libcheck has written as TAP (CK_TAP_LOG_FILE_NAME), and the command that runs it.
 *
 *     not ok 2 - check_money.c:Core:test_add: Assertion 'sum == 3' failed: sum == 4, 3 == 3
 *
 * Out: tests that run the program with nothing but its case (CK_RUN_CASE) and look at their lines.
 *
 * A loop test has a line for each round; all of them must pass, and one at least must be there. */
#include "suite/origins/origins.h"

#include <string.h>

#include "util/error.h"

static GRegex *line_pattern (void)
{
  return g_regex_new ("^(?:not )?ok \\d+ - ([^:\\r\\n]*):([^:\\r\\n]*):([^:\\r\\n]*): ", G_REGEX_MULTILINE, 0, NULL);
}

static gboolean add (AfListing *listing, const char *path, const char *command, const GMatchInfo *match, GError **error)
{
  g_autofree char *suite = g_match_info_fetch (match, 2), *test = g_match_info_fetch (match, 3);
  g_autofree char *case_word = af_listing_quote (suite);
  g_autofree char *escaped_suite = g_regex_escape_string (suite, -1), *escaped = g_regex_escape_string (test, -1);
  g_autofree char *name = g_strdup_printf ("%s:%s", suite, test);
  g_autofree char *whole = g_strdup_printf ("CK_TAP_LOG_FILE_NAME=- CK_RUN_CASE=%s %s", case_word, command);
  g_autofree char *fields =
    g_strdup_printf ("match=(?m)^ok \\d+ - [^:\\n]*:%s:%s:\treject=(?m)^not ok \\d+ - [^:\\n]*:%s:%s:", escaped_suite,
                     escaped, escaped_suite, escaped);
  const AfListed line = { name, whole, fields };
  /* a further round of a loop test */
  return g_hash_table_contains (listing->names, name) || af_listing_add (listing, path, &line, error);
}

gboolean af_listing_check (AfListing *listing, const char *path, const char *text, const char *command, GError **error)
{
  g_autoptr (GRegex) pattern = line_pattern ();
  g_autoptr (GMatchInfo) match = NULL;
  for (g_regex_match (pattern, text, 0, &match); g_match_info_matches (match); g_match_info_next (match, NULL))
    if (!add (listing, path, command, match, error))
      return FALSE;
  if (listing->n_tests > 0)
    return TRUE;
  af_error_at (error, AF_ERROR_USAGE, path, 0, 0,
               "CK_TAP_LOG_FILE_NAME=FILE in the environment of the program writes it",
               "there is no line of Check in it, as in `ok 1 - FILE:CASE:TEST: Passed`");
  return FALSE;
}

/* What passing means.
 *
 * In:  a test of IntroClass with its right output.   Out: patterns that say what its official script asks: only the
 * answer counts, not how it is introduced.
 *
 * For programs of other names, as in Codeflaws, outputs are compared, blanks aside. */
#include <string.h>

#include "bench/programs/programs.h"
#include "util/process.h"

#define TEST_MS 2000u

/* The first group of @pattern in @text; null: not found; owned by the caller. */
static char *find (const char *pattern, const char *text)
{
  g_autoptr (GRegex) regex = g_regex_new (pattern, G_REGEX_RAW | G_REGEX_DOTALL, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  return g_regex_match (regex, text, 0, &match) ? g_match_info_fetch (match, 1) : NULL;
}

static char *escaped (const char *text)
{
  g_autofree char *plain = g_regex_escape_string (text, -1);
  g_auto (GStrv) lines = g_strsplit (plain, "\n", -1);
  return g_strjoinv ("\\n", lines);
}

static void rule_checksum (AfProgramTest *test, const char *output)
{
  g_autofree char *answer = find ("(?i)Check ?sum +is +(.)", output), *quoted = escaped (answer ? answer : "");
  test->match = g_strdup_printf ("(?i)Check ?sum is %s", quoted);
  test->reject = g_strdup_printf ("(?i)Check ?sum is (?!%s)[\\s\\S]", quoted);
}

/* All lines that end in a single digit, in order, and no others. */
static void rule_digits (AfProgramTest *test, const char *output)
{
  static const char skip[] = "(?:(?!-?\\d\\n)[\\s\\S])*";
  g_autoptr (GRegex) regex = g_regex_new ("-?\\d\\n", G_REGEX_RAW, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  g_autoptr (GString) pattern = g_string_new ("\\A");
  for (g_regex_match (regex, output, 0, &match); g_match_info_matches (match); g_match_info_next (match, NULL)) {
    g_autofree char *line = g_match_info_fetch (match, 0), *quoted = escaped (line);
    g_string_append_printf (pattern, "%s%s", skip, quoted);
  }
  g_string_append_printf (pattern, "%s\\z", skip);
  test->match = g_strdup (pattern->str);
}

static void rule_grade (AfProgramTest *test, const char *output)
{
  g_autofree char *answer = find ("(?i)Student has an ([A-D]) grade", output);
  test->match =
    answer ? g_strdup_printf ("(?i)Student has an %s grade", answer) : g_strdup ("(?i)Student has failed the course");
  test->reject = answer ? g_strdup_printf ("(?i)Student has an (?!%s)[A-D] grade", answer)
                        : g_strdup ("(?i)Student has an [A-D] grade");
}

/* The first number that is said to be it; of the median no other number of the input may be said to be it, too. */
static void rule_number (AfProgramTest *test, const char *program, const char *input, const char *output)
{
  g_autofree char *question = g_strdup_printf ("(-?\\d+) is the %s", program), *answer = find (question, output);
  g_autofree char *quoted = escaped (answer ? answer : "");
  gboolean is_median = g_str_equal (program, "median");
  test->match = g_strdup_printf ("%s\\A(?:(?!-?\\d+ is the %s)[\\s\\S])*%s is the %s", is_median ? "" : "(?i)", program,
                                 quoted, program);
  g_auto (GStrv) words = g_strsplit (input, " ", -1);
  g_autoptr (GString) others = g_string_new (NULL);
  for (guint i = 0; is_median && words[i]; i++) {
    g_autofree char *word = escaped (words[i]);
    if (*word && g_strcmp0 (words[i], answer) != 0)
      g_string_append_printf (others, "%s%s", others->len ? "|" : "", word);
  }
  test->reject = others->len ? g_strdup_printf ("(?:%s) is the median", others->str) : NULL;
}

static void rule_syllables (AfProgramTest *test, const char *output)
{
  g_autofree char *answer = find ("(?i)syllables is (\\d+)", output);
  test->match = g_strdup_printf ("(?i)syllables is %s", answer ? answer : "");
  test->reject = g_strdup_printf ("syllables is [^%s]", answer ? answer : "0");
}

void af_program_rules (AfProgramTest *test, const char *program, const char *input, const char *output)
{
  if (g_str_equal (program, "checksum"))
    rule_checksum (test, output);
  else if (g_str_equal (program, "digits"))
    rule_digits (test, output);
  else if (g_str_equal (program, "grade"))
    rule_grade (test, output);
  else if (g_str_equal (program, "median") || g_str_equal (program, "smallest"))
    rule_number (test, program, input, output);
  else if (g_str_equal (program, "syllables"))
    rule_syllables (test, output);
}

/* --- the verdict --- */

static gboolean matches (const char *pattern, const char *text)
{
  g_autoptr (GRegex) regex = g_regex_new (pattern, G_REGEX_RAW, 0, NULL);
  return regex && g_regex_match (regex, text, 0, NULL);
}

static char *words_of (const char *text)
{
  g_auto (GStrv) words = g_strsplit_set (text, " \t\r\n", -1);
  g_autoptr (GString) joined = g_string_new (NULL);
  for (guint i = 0; words[i]; i++)
    if (*words[i])
      g_string_append_printf (joined, "%s ", words[i]);
  return g_strdup (joined->str);
}

static gboolean same_words (const char *path, const char *out)
{
  g_autofree char *wanted = NULL;
  if (!g_file_get_contents (path, &wanted, NULL, NULL))
    return FALSE;
  g_autofree char *left = words_of (wanted), *right = words_of (out);
  return g_str_equal (left, right);
}

gboolean af_program_passes (const char *exe, const AfProgramTest *test, gboolean *passes, GCancellable *cancel,
                            GError **error)
{
  const char *const argv[] = { exe, NULL };
  g_auto (AfProcessResult) result = { 0 };
  *passes = FALSE;
  if (!af_process_run_on (argv, test->input, TEST_MS, cancel, &result, error))
    return FALSE;
  if (result.end == AF_PROCESS_TIMED_OUT)
    return TRUE;
  const char *out = result.out ? result.out : "";
  *passes = test->match ? matches (test->match, out) && !(test->reject && matches (test->reject, out))
                        : same_words (test->sample, out);
  return TRUE;
}

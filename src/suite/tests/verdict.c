/* Whether a test passes.
 *
 * In:  a test, how its process ended, what it wrote.   Out: whether that is what the test expects; the same in words.
 */
#include "suite/tests/list.h"

#include <string.h>

void af_suite_end_clear (AfSuiteEnd *end)
{
  g_clear_pointer (&end->out, g_bytes_unref);
}

/* Words with one blank between each two; owned by the caller. */
static char *words_of (const char *text, gsize length, gsize *n)
{
  GString *words = g_string_sized_new (length);
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isspace (text[i])) {
      if (words->len > 0 && g_ascii_isspace (text[i - 1]))
        g_string_append_c (words, ' ');
      g_string_append_c (words, text[i]);
    }
  *n = words->len;
  return g_string_free (words, FALSE);
}

static gboolean same_but_blanks (const char *a, gsize n, const char *b, gsize m)
{
  g_autofree char *left = words_of (a, n, &n), *right = words_of (b, m, &m);
  return n == m && memcmp (left, right, n) == 0;
}

gboolean af_suite_test_passes (const AfSuiteTest *test, const AfSuiteEnd *end)
{
  gsize length = 0, wanted_length = 0;
  const char *out = end->out ? g_bytes_get_data (end->out, &length) : NULL;
  out = out ? out : "";
  if (end->timed_out || (test->status >= 0 && end->status != test->status))
    return FALSE;
  gboolean compares = test->output && !test->is_sample;
  const char *wanted = compares ? g_bytes_get_data (test->output, &wanted_length) : NULL;
  if (compares && test->blanks && !same_but_blanks (out, length, wanted ? wanted : "", wanted_length))
    return FALSE;
  if (compares && !test->blanks && (length != wanted_length || memcmp (out, wanted ? wanted : "", length) != 0))
    return FALSE;
  if (test->match && !g_regex_match_full (test->match, out, (gssize)length, 0, 0, NULL, NULL))
    return FALSE;
  return !test->reject || !g_regex_match_full (test->reject, out, (gssize)length, 0, 0, NULL, NULL);
}

char *af_suite_test_text (const AfSuiteTest *test)
{
  GString *text = g_string_new (NULL);
  g_string_append_printf (text, "test '%s': `%s%s%s` ", test->name, test->command,
                          test->input && !strchr (test->command, '<') ? " < " : "",
                          test->input && !strchr (test->command, '<') ? test->input : "");
  if (test->output && !test->is_sample)
    g_string_append (text, "prints what is expected");
  else if (test->match || test->reject)
    g_string_append (text, "prints what matches");
  else
    g_string_append_printf (text, "ends with exit status %d", test->status);
  return g_string_free (text, FALSE);
}

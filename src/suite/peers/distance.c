/* How far what a test saw is from passing.
 *
 * In:  a test, how a process ended.   Out: 0 where it passes, else above 0 and at most 1.
 *
 *     it shall print "3 is the least"; it printed "5 is the least"     1 of 4 words differs, and 5 is 2 away from 3
 *
 * Words are compared one by one: numbers differ by w (|x - y|) with w (d) = d / (d + 1), other words by 1, what is
 * missing or too much by 1; their sum s counts w (s).  Where nothing says what is right but the exit status or a
 * pattern, failing is 1: there is nothing to go by. */
#include <math.h>
#include <string.h>

#include "suite/peers/peers.h"

#define LEAST 0.001 /* of what fails, whatever it looks like */

static double normalised (double distance)
{
  return distance / (distance + 1);
}

static gboolean is_number (const char *word, double *number)
{
  char *end = NULL;
  *number = g_ascii_strtod (word, &end);
  return end != word && *end == '\0' && isfinite (*number);
}

static double between (const char *a, const char *b)
{
  double x, y;
  if (strcmp (a, b) == 0)
    return 0;
  if (is_number (a, &x) && is_number (b, &y))
    return normalised (fabs (x - y));
  return 1;
}

static GPtrArray *words_of (GBytes *bytes)
{
  gsize length = 0;
  const char *text = bytes ? g_bytes_get_data (bytes, &length) : NULL;
  g_autofree char *all = g_strndup (text ? text : "", length);
  g_auto (GStrv) parts = g_strsplit_set (all, " \t\r\n", -1);
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; parts[i]; i++)
    if (*parts[i])
      g_ptr_array_add (words, g_strdup (parts[i]));
  return words;
}

double af_peers_distance (const AfSuiteTest *test, const AfSuiteEnd *end)
{
  if (af_suite_test_passes (test, end))
    return 0;
  if (!test->output || end->timed_out)
    return 1;
  g_autoptr (GPtrArray) wanted = words_of (test->output), seen = words_of (end->out);
  double sum = 0;
  for (guint i = 0; i < MAX (wanted->len, seen->len); i++)
    sum += i < wanted->len && i < seen->len ? between (wanted->pdata[i], seen->pdata[i]) : 1;
  return MAX (normalised (sum), LEAST);
}

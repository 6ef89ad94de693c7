/* How far an end is from passing: 0 only where the test passes, and nearer where more is right. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "suite/peers/peers.h"

static const struct {
  const char *wanted; /* null: only the exit status counts */
  const char *seen;
  int status;
  gboolean timed_out;
  double distance;
} rows[] = {
  { "3 4\n", "3 4\n", 0, FALSE, 0 },
  { "3 4\n", "3 5\n", 0, FALSE, 1.0 / 3 },     /* w (w (1)) = 0.5 / 1.5 */
  { "3 4\n", "3 7\n", 0, FALSE, 3.0 / 7 },     /* w (3) = 3/4; 0.75 / 1.75 */
  { "3 4\n", "3 x\n", 0, FALSE, 0.5 },         /* w (1) */
  { "3 4\n", "3\n", 0, FALSE, 0.5 },           /* one word is missing */
  { "3 4\n", "", 0, FALSE, 2.0 / 3 },          /* two are */
  { "3 4\n", "3 4 5 6\n", 0, FALSE, 2.0 / 3 }, /* two too much */
  { "3 4\n", "3  4\n", 0, FALSE, 0.001 },      /* the words are right */
  { "1.5\n", "1.0\n", 0, FALSE, 0.25 },        /* w (0.5) = 1/3; w (1/3) = 1/4 */
  { "nan\n", "inf\n", 0, FALSE, 0.5 },         /* no numbers to be compared */
  { "3 4\n", "3 4\n", 0, TRUE, 1 },
  { NULL, "whatever", 0, FALSE, 0 },
  { NULL, "whatever", 1, FALSE, 1 },
};

START_TEST (test_distance)
{
  g_autoptr (GBytes) wanted = rows[_i].wanted ? g_bytes_new_static (rows[_i].wanted, strlen (rows[_i].wanted)) : NULL;
  g_autoptr (GBytes) seen = g_bytes_new_static (rows[_i].seen, strlen (rows[_i].seen));
  const AfSuiteTest test = { .output = wanted, .status = wanted ? -1 : 0 };
  const AfSuiteEnd end = { .status = rows[_i].status, .timed_out = rows[_i].timed_out, .out = seen };
  double distance = af_peers_distance (&test, &end);
  ck_assert_msg (fabs (distance - rows[_i].distance) < 1e-9, "%g, not %g", distance, rows[_i].distance);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("distance");
  TCase *all = tcase_create ("all");
  tcase_add_loop_test (all, test_distance, 0, G_N_ELEMENTS (rows));
  suite_add_tcase (suite, all);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

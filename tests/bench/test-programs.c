/* Searches beside each other: which programs count for which, and how sure that is. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/programs/programs.h"

/* Per program a letter for each search: '-' nothing, 'p' plausible, 'c' clean. */
static const struct {
  const char *ours, *theirs;
  gboolean clean;
  guint better, worse;
  double p;
} rows[] = {
  { "", "", FALSE, 0, 0, 1 },
  { "cp-", "cp-", FALSE, 0, 0, 1 },
  { "ccc", "ppp", FALSE, 0, 0, 1 },
  { "ccc", "ppp", TRUE, 3, 0, 0.25 },              /* 2 / 8 */
  { "pppppp-", "------p", FALSE, 6, 1, 0.125 },    /* 2 * (1 + 7) / 128 */
  { "pppppp-", "------p", TRUE, 0, 0, 1 },         /* neither is clean */
  { "ccccc-pp", "-----cpp", TRUE, 5, 1, 0.21875 }, /* 2 * (1 + 6) / 64 */
  { "-c", "c-", TRUE, 1, 1, 1 },
};

static AfProgramsColumn column_of (const char *letters)
{
  AfProgramsColumn column = { "a search", g_array_new (FALSE, FALSE, sizeof (AfProgramResult)) };
  for (; *letters; letters++) {
    AfProgramResult result = { .n_failing = 1, .plausible = *letters != '-', .clean = *letters == 'c' };
    g_array_append_val (column.results, result);
  }
  return column;
}

START_TEST (test_sign)
{
  AfProgramsColumn ours = column_of (rows[_i].ours), theirs = column_of (rows[_i].theirs);
  AfProgramsSign sign = af_programs_sign (&ours, &theirs, rows[_i].clean),
                 other = af_programs_sign (&theirs, &ours, rows[_i].clean);
  ck_assert_uint_eq (sign.better, rows[_i].better);
  ck_assert_uint_eq (sign.worse, rows[_i].worse);
  ck_assert (fabs (sign.p - rows[_i].p) < 1e-9);
  ck_assert_uint_eq (other.better, sign.worse);
  ck_assert (fabs (other.p - sign.p) < 1e-9);
  g_array_unref (ours.results);
  g_array_unref (theirs.results);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("programs");
  TCase *all = tcase_create ("all");
  tcase_add_loop_test (all, test_sign, 0, G_N_ELEMENTS (rows));
  suite_add_tcase (suite, all);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

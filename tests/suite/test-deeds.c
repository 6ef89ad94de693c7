/* Statements of candidates taken apart: what they would do, without doing it. */
#include <check.h>
#include <stdlib.h>

#include "suite/search/deed.h"

static const struct {
  const char *text, *guard, *target, *value, *action;
  gboolean returns, is_name, skips, opens;
} right[] = {
  { "x = 1;", NULL, "x", "1", "x = 1;", FALSE, TRUE, FALSE, FALSE },
  { "if (a < b)\n    x--;\n", "a < b", "x", "(x) - 1", "x--;", FALSE, TRUE, FALSE, FALSE },
  { "++p->n;", NULL, "p->n", "(p->n) + 1", "++p->n;", FALSE, FALSE, FALSE, FALSE },
  { "a[i] <<= b == 2;", NULL, "a[i]", "(a[i]) << (b == 2)", "a[i] <<= b == 2;", FALSE, FALSE, FALSE, FALSE },
  { "if (n > 0)\n{\n    n = 0;\n}\nelse\n{\n", "n > 0", "n", "0", "n = 0;", FALSE, TRUE, TRUE, TRUE },
  { "if (strlen (s) > 2) return -1;\nelse\n", "strlen (s) > 2", NULL, "-1", "return -1;", TRUE, FALSE, TRUE, FALSE },
  { "return;", NULL, NULL, NULL, "return;", FALSE, FALSE, FALSE, FALSE },
  { "printf (\"a;b\", x);", NULL, NULL, NULL, "printf (\"a;b\", x);", FALSE, FALSE, FALSE, FALSE },
  { "a[i++] = 1;", NULL, NULL, NULL, "a[i++] = 1;", FALSE, FALSE, FALSE, FALSE },
  { "x = y = 1;", NULL, NULL, NULL, "x = y = 1;", FALSE, FALSE, FALSE, FALSE },
  { "x = next ();", NULL, NULL, NULL, "x = next ();", FALSE, FALSE, FALSE, FALSE },
  { "x = 1, y = 2;", NULL, NULL, NULL, "x = 1, y = 2;", FALSE, FALSE, FALSE, FALSE },
};

START_TEST (test_right)
{
  g_autoptr (AfDeed) deed = af_deed_read (right[_i].text);
  ck_assert_ptr_nonnull (deed);
  ck_assert_pstr_eq (deed->guard, right[_i].guard);
  ck_assert_pstr_eq (deed->target, right[_i].target);
  ck_assert_pstr_eq (deed->value, right[_i].value);
  ck_assert_pstr_eq (deed->action, right[_i].action);
  ck_assert_int_eq (deed->returns, right[_i].returns);
  ck_assert_int_eq (deed->is_name, right[_i].is_name);
  ck_assert_int_eq (deed->skips, right[_i].skips);
  ck_assert_int_eq (deed->opens, right[_i].opens);
}
END_TEST

/* What is more than one statement, declares something, or does something when it is looked at. */
static const char *const texts[] = { "",
                                     "x",
                                     "x = 1; y = 2;",
                                     "int n = 0;",
                                     "size_t n = 0;",
                                     "Node *p = q;",
                                     "{",
                                     "if (a) ",
                                     "if (next ()) x = 1;",
                                     "if (i++) x = 1;",
                                     "while (a) x = 1;",
                                     "else x = 1;",
                                     "if (a) x = 1; else x = 2;",
                                     "if (a) { x = 1;",
                                     "out: x = 1;",
                                     "x = 1;\n#define y 2\n",
                                     "if (a) { x = 1; y = 2; }" };

START_TEST (test_wrong)
{
  ck_assert_msg (!af_deed_read (texts[_i]), "%s", texts[_i]);
}
END_TEST

START_TEST (test_conditions)
{
  g_autoptr (AfDeed) deed = af_deed_condition ("a == b && c[1] <= 'x'");
  ck_assert_ptr_nonnull (deed);
  ck_assert_str_eq (deed->value, "a == b && c[1] <= 'x'");
  ck_assert_ptr_null (af_deed_condition ("a = b"));
  ck_assert_ptr_null (af_deed_condition ("getchar () == 3"));
  ck_assert_ptr_null (af_deed_condition (" "));
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("deeds");
  TCase *tcase = tcase_create ("deeds");
  tcase_add_loop_test (tcase, test_right, 0, G_N_ELEMENTS (right));
  tcase_add_loop_test (tcase, test_wrong, 0, G_N_ELEMENTS (texts));
  tcase_add_test (tcase, test_conditions);
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_ENV);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

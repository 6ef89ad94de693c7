/* Rules of insertion: where text goes, and rules that are refused; names of fixes. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "bench/reading.h"
#include "bench/real/real.h"
#include "util/error.h"
#include "util/tempdir.h"

#define FILE_TEXT "int a;\nint f(void)\n{\n\treturn a;\n}\nint g(void)\n{\n\treturn a;\n}\n"

/* The rules of @text, or null and the message of the error; both owned by the caller. */
static GPtrArray *read_rules (const char *text, char **message)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AfTempDir) temp = af_temp_dir_new (&error);
  ck_assert_ptr_nonnull (temp);
  g_autofree char *path = g_build_filename (af_temp_dir_path (temp), "contracts.txt", NULL);
  ck_assert (af_write_text (path, text, &error));
  GPtrArray *rules = af_real_rules_read (path, &error);
  ck_assert (rules || g_error_matches (error, AF_ERROR, AF_ERROR_USAGE));
  *message = error ? g_strdup (error->message) : NULL;
  return rules;
}

START_TEST (test_insert)
{
  static const struct {
    const char *rule, *expected; /* null: the place is not unique */
  } table[] = {
    { "@@ x.c after\nint f(void)\n{\n@@ insert\n\tREQUIRE(a);\n",
      "int a;\nint f(void)\n{\n\tREQUIRE(a);\n\treturn a;\n}\nint g(void)\n{\n\treturn a;\n}\n" },
    { "@@ x.c before\nint a;  \n@@ insert\n#include <b.h>\n\n", "#include <b.h>\n\n" FILE_TEXT },
    { "remark\n@@ x.c after\n\treturn a;\n}\nint g(void)\n@@ insert\n/* g */\n",
      "int a;\nint f(void)\n{\n\treturn a;\n}\nint g(void)\n/* g */\n{\n\treturn a;\n}\n" },
    { "@@ x.c in g\n@@ insert\n\tREQUIRE(a);\n",
      "int a;\nint f(void)\n{\n\treturn a;\n}\nint g(void)\n{\n\tREQUIRE(a);\n\n\treturn a;\n}\n" },
    { "@@ x.c top\n@@ insert\n#include <b.h>\n", "#include <b.h>\n" FILE_TEXT },
    { "@@ x.c in a\n@@ insert\n\tREQUIRE(a);\n", NULL },
    { "@@ x.c after\n{\n@@ insert\n\tREQUIRE(a);\n", NULL },
    { "@@ x.c after\nint h(void)\n@@ insert\n\tREQUIRE(a);\n", NULL },
    { "@@ x.c after\n}\nint h(void)\n@@ insert\n\tREQUIRE(a);\n", NULL },
  };
  g_autofree char *message = NULL;
  g_autoptr (GPtrArray) rules = read_rules (table[_i].rule, &message);
  g_autoptr (GError) error = NULL;
  ck_assert_msg (rules && rules->len == 1, "%s", message);
  g_autofree char *text = af_real_rule_apply (rules->pdata[0], "contracts.txt", FILE_TEXT, &error);
  ck_assert_pstr_eq (text, table[_i].expected);
  ck_assert (text || g_error_matches (error, AF_ERROR, AF_ERROR_USAGE));
}
END_TEST

START_TEST (test_several)
{
  g_autofree char *message = NULL;
  g_autoptr (GPtrArray) rules =
    read_rules ("@@ x.c after\na\n@@ insert\nb\n@@ sub/y.h before\nc\nd\n@@ insert\ne\n\n", &message);
  ck_assert_msg (rules && rules->len == 2, "%s", message);
  const AfRealRule *first = rules->pdata[0], *second = rules->pdata[1];
  ck_assert_str_eq (first->file, "x.c");
  ck_assert (first->place == AF_REAL_AFTER && second->place == AF_REAL_BEFORE);
  ck_assert_str_eq (first->text, "b\n");
  ck_assert_str_eq (second->file, "sub/y.h");
  ck_assert_uint_eq (g_strv_length (second->anchor), 2);
  ck_assert_str_eq (second->text, "e\n\n");
  ck_assert_uint_eq (second->line, 5);
}
END_TEST

START_TEST (test_refused)
{
  static const char *const table[] = { "@@ x.c beside\na\n@@ insert\nb\n",   "@@ x.c\na\n@@ insert\nb\n",
                                       "@@ x.c after\n@@ insert\nb\n",       "@@ x.c after\na\n",
                                       "@@ x.c after\na\n@@ y.c after\nb\n", "@@ x.c in\n@@ insert\nb\n",
                                       "@@ x.c in f g\n@@ insert\nb\n",      "@@ x.c in f\na\n@@ insert\nb\n",
                                       "@@ x.c top\na\n@@ insert\nb\n" };
  g_autofree char *message = NULL;
  g_autoptr (GPtrArray) rules = read_rules (table[_i], &message);
  ck_assert_ptr_null (rules);
  ck_assert_ptr_nonnull (message);
}
END_TEST

/* Where a change stands and what surrounds it does not matter; what it changes does. */
START_TEST (test_fix_name)
{
  g_autofree char *here =
    af_real_fix_name ("From x\n---\n--- a/x.c\n+++ b/x.c\n@@ -1,3 +1,3 @@\n a\n-b\n+c\n-- \n2.1\n");
  g_autofree char *there = af_real_fix_name ("--- x.c\n+++ x.c\n@@ -91,2 +91,2 @@ f (void)\n-b\n+c\n z\n");
  g_autofree char *other = af_real_fix_name ("--- a/x.c\n+++ b/x.c\n@@ -1,3 +1,3 @@\n a\n-b\n+d\n");
  ck_assert_str_eq (here, there);
  ck_assert_str_ne (here, other);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("real");
  TCase *tests = tcase_create ("real");
  tcase_add_loop_test (tests, test_insert, 0, 9);
  tcase_add_test (tests, test_several);
  tcase_add_loop_test (tests, test_refused, 0, 9);
  tcase_add_test (tests, test_fix_name);
  suite_add_tcase (suite, tests);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_ENV);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

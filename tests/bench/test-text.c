/* Tokens, edits, calls and the lines of a repair. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "bench/text/text.h"

/* --- tokens --- */

static const struct {
  const char *a, *b;
  gboolean same;
} pairs[] = {
  { "int f(void) { return 1; }", "int\nf ( void )\n{\n\treturn 1 ;\n}\n", TRUE },
  { "x = 1; /* one */", "x = 1; // eins", TRUE },
  { "x = 1; /* a */ y = 2;", "x = 1; y = 2;", TRUE },
  { "x = 1; // a \\\n still\ny = 2;", "x = 1; y = 2;", TRUE },
  { "\"/* no comment */\"", "\"\"", FALSE },
  { "\"a b\"", "\"ab\"", FALSE },
  { "'\\''+1", "'\\'' + 1", TRUE },
  { "\"\\\"//\" x", "\"\\\"//\"", FALSE },
  { "a++ + b", "a + ++b", FALSE },
  { "a+++b", "a++ + b", TRUE },
  { "a >= b", "a > = b", FALSE },
  { "a - -b", "a--b", FALSE },
  { "ab", "a b", FALSE },
  { "1.5e+3", "1.5e + 3", FALSE },
  { "0x1F", "0x1f", FALSE },
  { "if (x) y ();", "if (x) { y (); }", FALSE },
  { "#define A 1\nb", "#define A 1 b", FALSE },
  { "#define A \\\n 1\nb", "#define A 1\nb", TRUE },
  { "", " /* nothing */ \n", TRUE },
  { "p->x", "p - > x", FALSE },
};

START_TEST (test_tokens)
{
  g_autofree char *a = af_tokens (pairs[_i].a), *b = af_tokens (pairs[_i].b);
  ck_assert_msg ((strcmp (a, b) == 0) == pairs[_i].same, "%s | %s", pairs[_i].a, pairs[_i].b);
}
END_TEST

START_TEST (test_token_text)
{
  g_autofree char *tokens = af_tokens ("if (x>=0.5) s = \"a;\"; /* end */");
  ck_assert_str_eq (tokens, "if\n(\nx\n>=\n0.5\n)\ns\n=\n\"a;\"\n;\n");
  g_autofree char *open_comment = af_tokens ("a /* never closed"), *open_string = af_tokens ("\"never closed\nb");
  ck_assert_str_eq (open_comment, "a\n");
  ck_assert_str_eq (open_string, "\"never closed\nb\n");
}
END_TEST

/* --- edits --- */

static const struct {
  const char *source;
  AfTextEdit edits[3];  /* up to one without text */
  const char *expected; /* null: they do not fit */
} edit_rows[] = {
  { "abc", { { 1, 2, (char *)"X", 0 } }, "aXc" },
  { "abc", { { 3, 3, (char *)"!", 0 }, { 0, 0, (char *)"<", 0 } }, "<abc!" },
  { "abc", { { 1, 1, (char *)"2", 2 }, { 1, 1, (char *)"1", 1 } }, "a12bc" },
  { "abc", { { 1, 2, (char *)"X", -5 }, { 1, 1, (char *)"(", 3 }, { 2, 2, (char *)")", 0 } }, "a(X)c" },
  { "abcdef", { { 1, 5, (char *)"X", 0 }, { 2, 3, (char *)"Y", 0 }, { 4, 4, (char *)"Z", 0 } }, "aXf" },
  { "abcdef", { { 1, 2, (char *)"Y", 0 }, { 1, 5, (char *)"X", 1 } }, "aXf" },
  { "abc", { { 2, 9, (char *)"X", 0 } }, NULL },
  { "abc", { { 2, 1, (char *)"X", 0 } }, NULL },
};

START_TEST (test_edits)
{
  g_autoptr (GPtrArray) edits = g_ptr_array_new ();
  for (guint i = 0; i < 3 && edit_rows[_i].edits[i].text; i++)
    g_ptr_array_add (edits, (gpointer)&edit_rows[_i].edits[i]);
  g_autofree char *text = af_text_apply (edit_rows[_i].source, edits);
  ck_assert_pstr_eq (text, edit_rows[_i].expected);
}
END_TEST

/* --- calls --- */

static const char header[] = "int put (int k);\nint get (int k);\nint both (int k);\nvoid sort_all (void);\n";
static const char source[] = "static int find (int k)\n{\n  return k ? k : 1;\n}\n"
                             "static int grow (int n)\n{\n  return find (n) + 1;\n}\n"
                             "int put (int k)\n{\n  REQUIRE (k > 0);\n  if (k) {\n    grow (k);\n  }\n  return 0;\n}\n"
                             "int get (int k)\n{\n  /* put (k) */ return find (k);\n}\n"
                             "int both (int k)\n{\n  return put (k);\n}\n"
                             "static int less (int a, int b)\n{\n  return a < b;\n}\n"
                             "struct table { int (*compare) (int, int); } table = { less };\n"
                             "void sort_all (void)\n{\n  sort (less);\n}\n";

static const struct {
  const char *routine, *planted;
  gboolean reaches;
} call_rows[] = {
  { "find", "find", TRUE },                                /* itself */
  { "get", "find", TRUE },                                 /* calls it */
  { "put", "find", TRUE },                                 /* through a private routine */
  { "both", "put", TRUE },      { "both", "find", FALSE }, /* only through a public one */
  { "find", "put", FALSE },                                /* the other way round */
  { "get", "put", FALSE },                                 /* named in a comment only */
  { "sort_all", "less", TRUE },                            /* handed on */
  { "both", "nothing", FALSE }, { "nothing", "put", FALSE },
};

START_TEST (test_calls)
{
  ck_assert_msg (af_calls_reach (source, header, call_rows[_i].routine, call_rows[_i].planted) == call_rows[_i].reaches,
                 "%s %s", call_rows[_i].routine, call_rows[_i].planted);
}
END_TEST

START_TEST (test_routine_at)
{
  static const struct {
    guint line;
    const char *routine;
  } rows[] = {
    { 1, NULL },   { 3, "find" }, { 4, "find" }, { 5, NULL },        { 7, "grow" }, { 13, "put" },
    { 15, "put" }, { 19, "get" }, { 29, NULL },  { 32, "sort_all" }, { 0, NULL },   { 999, NULL },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *routine = af_routine_at (source, rows[i].line);
    ck_assert_msg (g_strcmp0 (routine, rows[i].routine) == 0, "line %u: %s", rows[i].line, routine);
  }
  ck_assert (af_has_routine (source, "grow"));
  ck_assert (!af_has_routine (source, "sort"));
}
END_TEST

START_TEST (test_body)
{
  static const struct {
    const char *text, *rest; /* after the brace of f; null: no f */
  } rows[] = {
    { "int f(void) {A", "A" },
    { "int f(void);\nint g(void) { f(); }\nint f(a, b)\n  int a;\n  char **b; /* { */\n{A", "A" },
    { "#define f(x) {\nint g(int f) { if (f (1)) {} }", NULL },
    { "EXPORT int f(int (*g)(int)) ATTR(1)\n{A", "A" },
    { "int f(void) = { 1 };", NULL },
    { "int x = f(1);\nstruct t { int f(void) {B", NULL },
    { "// int f(void) {B\nchar c[] = \"f() {\"; int f(void)\n{A", "A" },
    { "int f(", NULL },
    { "", NULL },
  };
  gsize at = 0;
  gboolean found = af_body_of (rows[_i].text, "f", &at);
  ck_assert_int_eq (found, rows[_i].rest != NULL);
  if (found)
    ck_assert_str_eq (rows[_i].text + at, rows[_i].rest);
}
END_TEST

/* --- the lines of a repair --- */

static const char faulty[] = "int f(int n)\n" /* 1 */
                             "{\n"
                             "\tint k = n;\n"
                             "\n"
                             "\tif (n > 0 &&\n" /* 5 */
                             "\t    k < n)\n"
                             "\t\tk++;\n"
                             "\t/* a note */\n"
                             "\tif (k) {\n"
                             "\t\tk--;\n" /* 10 */
                             "\t}\n"
                             "\treturn k;\n"
                             "}\n";

static const struct {
  const char *patch, *expected;
} patch_rows[] = {
  /* a changed line */
  { "--- a/f.c\n+++ b/f.c\n@@ -2,3 +2,3 @@\n {\n-\tint k = n + 1;\n+\tint k = n;\n \n", "3" },
  /* the second line of a statement brings the first */
  { "--- a/f.c\n+++ b/f.c\n@@ -5,2 +5,2 @@\n \tif (n > 0 &&\n-\t    k <= n)\n+\t    k < n)\n", "5 6" },
  /* only taken away: the statement that follows */
  { "--- a/f.c\n+++ b/f.c\n@@ -3,3 +3,2 @@\n \tint k = n;\n-\tk *= 2;\n \n", "4 5" },
  /* the end of a block, and on to the next statement */
  { "--- a/f.c\n+++ b/f.c\n@@ -10,3 +10,2 @@\n \t\tk--;\n-\t\tk /= 2;\n \t}\n", "11 12" },
  /* a comment is passed over */
  { "--- a/f.c\n+++ b/f.c\n@@ -7,2 +7,1 @@\n \t\tk++;\n-\tk = 0;\n \t/* a note */\n", "8 9" },
  /* only added */
  { "--- a/f.c\n+++ b/f.c\n@@ -9,2 +9,3 @@\n \tif (k) {\n+\t\tk--;\n \t}\n", "10" },
  /* two hunks; the last line of the patch has no context after it */
  { "--- a/f.c\n+++ b/f.c\n@@ -3,1 +3,1 @@\n-\tint k = 0;\n+\tint k = n;\n@@ -11,2 +11,1 @@\n \t}\n-\tk++;\n", "3 12" },
  /* another file */
  { "--- a/g.c\n+++ b/g.c\n@@ -3,1 +3,1 @@\n-\tint k = 0;\n+\tint k = n;\n", "" },
  { "", "" },
};

START_TEST (test_patch_lines)
{
  g_autoptr (GArray) lines = af_patch_lines (patch_rows[_i].patch, "f.c", faulty);
  g_autoptr (GString) found = g_string_new (NULL);
  for (guint i = 0; i < lines->len; i++)
    g_string_append_printf (found, "%s%u", i > 0 ? " " : "", g_array_index (lines, guint, i));
  ck_assert_str_eq (found->str, patch_rows[_i].expected);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("text");
  TCase *all = tcase_create ("all");
  tcase_add_loop_test (all, test_tokens, 0, G_N_ELEMENTS (pairs));
  tcase_add_test (all, test_token_text);
  tcase_add_loop_test (all, test_edits, 0, G_N_ELEMENTS (edit_rows));
  tcase_add_loop_test (all, test_calls, 0, G_N_ELEMENTS (call_rows));
  tcase_add_test (all, test_routine_at);
  tcase_add_loop_test (all, test_body, 0, 9);
  tcase_add_loop_test (all, test_patch_lines, 0, G_N_ELEMENTS (patch_rows));
  suite_add_tcase (suite, all);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

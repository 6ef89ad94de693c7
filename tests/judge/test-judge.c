/* Reading patches: forms that people and programs write, and what must be refused. */
#include <check.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/judge.h"
#include "util/error.h"
#include "util/tempdir.h"

static const char before[] = "int one = 1;\n\nint two = 2;\nint three = 3;\nint four = 4;\n";
static const char after[] = "int one = 1;\n\nint two = 22;\nint three = 3;\nint four = 4;\n";

#define HUNK "@@ -1,5 +1,5 @@\n int one = 1;\n \n-int two = 2;\n+int two = 22;\n int three = 3;\n int four = 4;\n"

typedef struct {
  AfTempDir *temp;
  AfModule *module;
  char *source, *header, *patch;
} Desk;

static char *put (const Desk *desk, const char *name, const char *text)
{
  char *path = g_build_filename (af_temp_dir_path (desk->temp), name, NULL);
  g_autofree char *folder = g_path_get_dirname (path);
  ck_assert_int_eq (g_mkdir_with_parents (folder, 0700), 0);
  ck_assert (g_file_set_contents (path, text, -1, NULL));
  return path;
}

static Desk desk_new (void)
{
  Desk desk = { .temp = af_temp_dir_new (NULL), .module = af_module_new ("numbers") };
  ck_assert_ptr_nonnull (desk.temp);
  desk.source = put (&desk, "lib/numbers.c", before);
  desk.header = put (&desk, "lib/numbers.h", before);
  AfSource *source = af_source_load (desk.source, NULL);
  ck_assert_ptr_nonnull (source);
  g_ptr_array_add (desk.module->sources, source);
  g_ptr_array_add (desk.module->headers, g_strdup (desk.header));
  return desk;
}

static void desk_clear (Desk *desk)
{
  g_free (desk->source);
  g_free (desk->header);
  g_free (desk->patch);
  af_module_free (desk->module);
  af_temp_dir_free (desk->temp);
}

static AfPatch *read_text (Desk *desk, const char *text, GError **error)
{
  g_free (desk->patch);
  desk->patch = put (desk, "a.patch", text);
  return af_patch_read (desk->module, desk->patch, af_temp_dir_path (desk->temp), NULL, error);
}

static const struct {
  const char *form, *text;
  gboolean header;
} readable[] = {
  { "git",
    "diff --git a/lib/numbers.c b/lib/numbers.c\nindex 1..2 100644\n--- a/lib/numbers.c\n+++ b/lib/numbers.c\n" HUNK,
    FALSE },
  { "no git lines", "--- a/numbers.c\n+++ b/numbers.c\n" HUNK, FALSE },
  { "mail",
    "From: me\nSubject: [PATCH] two\n\n--- \n why\n---\n lib/numbers.c | 2 +-\n\n--- a/lib/numbers.c\n+++ "
    "b/lib/numbers.c\n" HUNK "-- \n2.39\n",
    FALSE },
  { "time stamps", "--- numbers.c.orig\t2014-05-01 10:00:00\n+++ numbers.c\t2014-05-01 10:00:01\n" HUNK, FALSE },
  { "deeper path", "--- a/project/src/lib/numbers.c\n+++ b/project/src/lib/numbers.c\n" HUNK, FALSE },
  { "a header", "--- a/lib/numbers.h\n+++ b/lib/numbers.h\n" HUNK, TRUE },
  { "blank of an empty line lost",
    "--- a/numbers.c\n+++ b/numbers.c\n"
    "@@ -1,5 +1,5 @@\n int one = 1;\n\n-int two = 2;\n+int two = 22;\n int three = 3;\n int four = 4;\n",
    FALSE },
  { "counts of one left out", "--- a/numbers.c\n+++ b/numbers.c\n@@ -3 +3 @@\n-int two = 2;\n+int two = 22;\n", FALSE },
  { "line ends of other systems in the names", "--- a/numbers.c\r\n+++ b/numbers.c\r\n" HUNK, FALSE },
};

START_TEST (reads)
{
  Desk desk = desk_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (AfPatch) patch = read_text (&desk, readable[_i].text, &error);
  ck_assert_msg (patch != NULL, "%s: %s", readable[_i].form, error ? error->message : "?");
  ck_assert_uint_eq (g_hash_table_size (patch->texts), 1);
  ck_assert_str_eq (g_hash_table_lookup (patch->texts, readable[_i].header ? desk.header : desk.source), after);
  ck_assert_str_eq (patch->name, "a.patch");
  desk_clear (&desk);
}
END_TEST

START_TEST (both_files)
{
  Desk desk = desk_new ();
  g_autoptr (AfPatch) patch =
    read_text (&desk, "--- a/numbers.c\n+++ b/numbers.c\n" HUNK "--- a/numbers.h\n+++ b/numbers.h\n" HUNK, NULL);
  ck_assert_ptr_nonnull (patch);
  ck_assert_uint_eq (g_hash_table_size (patch->texts), 2);
  desk_clear (&desk);
}
END_TEST

static const struct {
  const char *text;
  const char *word;
} refused[] = {
  { "", "not a unified diff" },
  { "hello\n--- nothing\n", "not a unified diff" },
  { "--- a/other.c\n+++ b/other.c\n" HUNK, "'b/other.c' is no file of the module" },
  { "--- a/numbers.c\n+++ b/numbers.c\n@@ -1,3 +1,3 @@\n int one = 1;\n \n-int two = 3;\n+int two = 22;\n",
    "does not apply" },
  { "--- a/numbers.c\n+++ b/numbers.c\n@@ -1,9 +1,9 @@\n int one = 1;\n", "does not apply" },
  { "--- a/numbers.c\n+++ b/numbers.c\n@@ nonsense\n", "does not apply" },
};

START_TEST (refuses)
{
  Desk desk = desk_new ();
  g_autoptr (GError) error = NULL;
  AfPatch *patch = read_text (&desk, refused[_i].text, &error);
  ck_assert_ptr_null (patch);
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_SOURCE));
  ck_assert_msg (strstr (error->message, refused[_i].word) != NULL, "%s", error->message);
  desk_clear (&desk);
}
END_TEST

START_TEST (missing_file)
{
  Desk desk = desk_new ();
  g_autoptr (GError) error = NULL;
  ck_assert_ptr_null (af_patch_read (desk.module, "no-such.patch", af_temp_dir_path (desk.temp), NULL, &error));
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_SOURCE));
  desk_clear (&desk);
}
END_TEST

/* --- the worst ruling --- */

static const struct {
  AfRulingKind kinds[3];
  AfRulingKind worst;
} rows[] = {
  { { AF_RULING_VALID, AF_RULING_VALID, AF_RULING_VALID }, AF_RULING_VALID },
  { { AF_RULING_VALID, AF_RULING_UNCLEAR, AF_RULING_VALID }, AF_RULING_UNCLEAR },
  { { AF_RULING_UNCLEAR, AF_RULING_VALID, AF_RULING_WRONG }, AF_RULING_WRONG },
  { { AF_RULING_VALID, AF_RULING_USELESS, AF_RULING_UNCLEAR }, AF_RULING_USELESS },
};

START_TEST (worst)
{
  AfRuling rulings[3] = { 0 };
  g_autoptr (GPtrArray) list = g_ptr_array_new ();
  for (guint i = 0; i < 3; i++) {
    rulings[i].kind = rows[_i].kinds[i];
    g_ptr_array_add (list, &rulings[i]);
  }
  AfRulings all = { list, NULL };
  ck_assert_int_eq (af_rulings_worst (&all), rows[_i].worst);
}
END_TEST

/* A routine that demands 0 <= n and n < 146097; what else might it have been meant to demand? */
START_TEST (advice)
{
  static const struct {
    AfOp op;
    gint64 number;
    gboolean is_advice;
  } asked[] = {
    { AF_OP_NE, 146096, FALSE }, { AF_OP_LT, 146096, FALSE },    { AF_OP_LE, 146095, FALSE },
    { AF_OP_LT, 146000, TRUE },  { AF_OP_NE, 0, TRUE },          { AF_OP_GT, 0, TRUE },
    { AF_OP_GE, 1, TRUE },       { AF_OP_NE, G_MININT32, TRUE }, { AF_OP_NE, 7, FALSE },
  };
  g_autoptr (AfType) type = af_type_new (AF_TYPE_INT, "int");
  g_autoptr (AfModule) module = af_module_new ("days");
  AfRoutine *routine = af_routine_new (0, "century");
  type->bits = 32;
  type->is_signed = TRUE;
  af_module_add_routine (module, routine);
  g_autoptr (AfExpr) n = af_expr_var (type, "n", 1);
  for (guint i = 0; i < 2; i++) {
    g_autoptr (AfExpr) bound = af_expr_int (type, i == 0 ? 0 : 146097);
    g_autoptr (AfExpr) demanded = af_expr_binary (i == 0 ? AF_OP_GE : AF_OP_LT, n, bound);
    af_module_add_clause (module, af_clause_new (AF_CLAUSE_PRECONDITION, demanded, 0, -1, AF_RANGE_NONE));
  }
  g_autoptr (AfExpr) number = af_expr_int (type, asked[_i].number);
  g_autoptr (AfExpr) requirement = af_expr_binary (asked[_i].op, n, number);
  ck_assert_msg (af_contract_is_advice (routine, requirement) == asked[_i].is_advice, "%s", requirement->text);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("judge");
  TCase *tests = tcase_create ("judge");
  tcase_add_loop_test (tests, reads, 0, G_N_ELEMENTS (readable));
  tcase_add_test (tests, both_files);
  tcase_add_loop_test (tests, refuses, 0, G_N_ELEMENTS (refused));
  tcase_add_test (tests, missing_file);
  tcase_add_loop_test (tests, worst, 0, G_N_ELEMENTS (rows));
  tcase_add_loop_test (tests, advice, 0, 9);
  suite_add_tcase (suite, tests);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_ENV);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

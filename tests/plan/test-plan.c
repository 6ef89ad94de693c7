/* Plans: units in order, results that are whole or missing, tries that are counted, folders that are refused. */
#include <check.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "plan/plan.h"
#include "util/error.h"
#include "util/tempdir.h"

typedef struct {
  AfTempDir *temp;
  char *folder;
  AfPlan *plan;
} Fixture;

static JsonObject *named (const char *name)
{
  JsonObject *object = json_object_new ();
  json_object_set_string_member (object, "name", name);
  return object;
}

static const char *name_of (const AfPlan *plan, guint number)
{
  const AfPlanUnit *unit = plan->units->pdata[number - 1];
  return json_object_get_string_member (unit->what, "name");
}

static void set_up (Fixture *fixture)
{
  GError *error = NULL;
  fixture->temp = af_temp_dir_new (&error);
  fixture->folder = g_build_filename (af_temp_dir_path (fixture->temp), "plan", NULL);
  AfPlan *plan = af_plan_new ("night", named ("head"));
  af_plan_add (plan, 2, named ("short"));
  af_plan_add (plan, 30, named ("long"));
  af_plan_add (plan, 2, named ("short, too"));
  ck_assert (af_plan_make_folder (fixture->folder, &error));
  ck_assert (af_plan_write (plan, fixture->folder, &error));
  af_plan_free (plan);
  fixture->plan = af_plan_load (fixture->folder, "night", TRUE, &error);
  ck_assert_msg (fixture->plan != NULL, "%s", error ? error->message : "");
}

static void tear_down (Fixture *fixture)
{
  af_plan_free (fixture->plan);
  af_temp_dir_free (fixture->temp);
  g_free (fixture->folder);
}

static char *read_file (const Fixture *fixture, const char *name)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  char *text = NULL;
  ck_assert (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

static void write_file (const Fixture *fixture, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  /* g_file_set_contents () would wait for the disk each time */
  FILE *file = fopen (path, "w");
  ck_assert (file && fputs (text, file) >= 0 && fclose (file) == 0);
}

/* --- plan.json --- */

START_TEST (longest_first)
{
  Fixture fixture;
  set_up (&fixture);
  g_autofree char *text = read_file (&fixture, "plan.json");
  ck_assert_uint_eq (fixture.plan->units->len, 3);
  ck_assert_str_eq (name_of (fixture.plan, 1), "long");
  ck_assert_str_eq (name_of (fixture.plan, 2), "short");
  ck_assert_str_eq (name_of (fixture.plan, 3), "short, too");
  ck_assert_ptr_nonnull (strstr (text, "\n{\"unit\":1,\"seconds\":30.0,\"what\":{\"name\":\"long\"}},\n{\"unit\":2,"));
  ck_assert_str_eq (json_object_get_string_member (fixture.plan->head, "name"), "head");
  tear_down (&fixture);
}
END_TEST

static char *replaced (const char *text, const char *from, const char *to)
{
  g_auto (GStrv) parts = g_strsplit (text, from, 2);
  ck_assert_msg (parts[1] != NULL, "no %s in the plan", from);
  return g_strjoinv (to, parts);
}

START_TEST (refused_plans)
{
  static const struct {
    const char *from, *to, *kind, *message;
    int code;
  } rows[] = {
    { "\"format\":1", "\"format\":2", "night", "(format 2), this is autofix", AF_ERROR_USAGE },
    { "\"tool\":\"autofix ", "\"tool\":\"autofix 9", "night", "was made by autofix 9", AF_ERROR_USAGE },
    { "\"build\":\"", "\"build\":\"0", "night", "another build", AF_ERROR_USAGE },
    { "\"kind\"", "\"kind\"", "benchmark", "is the plan of a night, not of a benchmark", AF_ERROR_USAGE },
    { "\"unit\":2", "\"unit\":3", "night", "unit 2 is broken", AF_ERROR_IO },
    { "\"what\":{\"name\":\"short\"}", "\"what\":7", "night", "unit 2 is broken", AF_ERROR_IO },
    { "\"head\":{", "\"tail\":{", "night", "members are missing", AF_ERROR_IO },
    { "]}\n", "", "night", "is no plan", AF_ERROR_IO },
  };
  Fixture fixture;
  set_up (&fixture);
  g_autofree char *good = read_file (&fixture, "plan.json");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GError) error = NULL;
    g_autofree char *bad = replaced (good, rows[i].from, rows[i].to);
    write_file (&fixture, "plan.json", bad);
    ck_assert_ptr_null (af_plan_load (fixture.folder, rows[i].kind, TRUE, &error));
    ck_assert_msg (g_error_matches (error, AF_ERROR, rows[i].code) && strstr (error->message, rows[i].message),
                   "row %u: %s", i, error->message);
  }
  g_autofree char *other = replaced (good, "\"build\":\"", "\"build\":\"0");
  write_file (&fixture, "plan.json", other);
  g_autoptr (AfPlan) plan = af_plan_load (fixture.folder, "night", FALSE, NULL);
  ck_assert_ptr_nonnull (plan);
  tear_down (&fixture);
}
END_TEST

START_TEST (refused_folders)
{
  Fixture fixture;
  set_up (&fixture);
  g_autoptr (GError) full = NULL, none = NULL, file = NULL;
  g_autofree char *empty = g_build_filename (fixture.folder, "units", NULL);
  g_autofree char *below = g_build_filename (fixture.folder, "plan.json", "new", NULL);
  ck_assert (!af_plan_make_folder (fixture.folder, &full));
  ck_assert_ptr_nonnull (strstr (full->message, "is not empty"));
  ck_assert_ptr_null (af_plan_load (empty, "night", TRUE, &none));
  ck_assert_ptr_nonnull (strstr (none->message, "no plan in"));
  ck_assert (!af_plan_make_folder (below, &file));
  ck_assert_ptr_nonnull (strstr (file->message, "cannot be written to"));
  tear_down (&fixture);
}
END_TEST

START_TEST (numbers)
{
  static const struct {
    const char *word;
    guint number;
  } rows[] = { { "1", 1 }, { "3", 3 }, { "0", 0 }, { "4", 0 }, { "-1", 0 }, { "", 0 }, { "x", 0 }, { "2x", 0 } };
  Fixture fixture;
  set_up (&fixture);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GError) error = NULL;
    ck_assert_uint_eq (af_plan_number (fixture.plan, rows[i].word, &error), rows[i].number);
    ck_assert (rows[i].number > 0 || strstr (error->message, "its units are 1 to 3"));
  }
  tear_down (&fixture);
}
END_TEST

/* --- work --- */

/* Fails so many times, as it is told; then gives the number of the try. */
typedef struct {
  guint failures, calls;
  int code;
} Play;

static JsonObject *play (const AfPlan *plan G_GNUC_UNUSED, const AfPlanUnit *unit, guint try, gpointer data,
                         GError **error)
{
  Play *told = data;
  if (told->calls++ < told->failures) {
    af_error (error, told->code, "line one\ntry two\nof unit %u", unit->number);
    return NULL;
  }
  JsonObject *object = named ("played");
  json_object_set_int_member (object, "try", try);
  return object;
}

START_TEST (tries)
{
  static const struct {
    guint failures;
    int code;
    gboolean ok;
    AfPlanEnd end;
    guint calls;
    gint64 try;
  } rows[] = {
    { 0, AF_ERROR_IO, TRUE, AF_PLAN_DONE, 1, 1 },
    { 1, AF_ERROR_IO, TRUE, AF_PLAN_DONE, 2, 2 },
    { 2, AF_ERROR_SUBJECT, TRUE, AF_PLAN_DONE, 3, 3 },
    { 3, AF_ERROR_IO, TRUE, AF_PLAN_FAILED, 3, 0 },
    { 1, AF_ERROR_INTERRUPTED, FALSE, AF_PLAN_FAILED, 1, 0 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    Fixture fixture;
    Play told = { rows[i].failures, 0, rows[i].code };
    AfPlanEnd end = AF_PLAN_DONE;
    AfPlanState state = AF_PLAN_THERE;
    set_up (&fixture);
    ck_assert_msg (af_plan_work (fixture.plan, 2, play, &told, &end, NULL) == rows[i].ok, "row %u", i);
    ck_assert_msg ((!rows[i].ok || end == rows[i].end) && told.calls == rows[i].calls, "row %u: %u calls", i,
                   told.calls);
    g_autoptr (JsonObject) result = af_plan_result (fixture.plan, 2, &state, NULL);
    ck_assert_msg ((result ? json_object_get_int_member (result, "try") : 0) == rows[i].try, "row %u", i);
    ck_assert_int_eq (state, result ? AF_PLAN_THERE : rows[i].ok ? AF_PLAN_GIVEN_UP : AF_PLAN_MISSING);
    tear_down (&fixture);
  }
}
END_TEST

/* Three that were killed without a word count, one that was interrupted does not; what has a result is left alone. */
START_TEST (killed_tries)
{
  static const struct {
    const char *log;
    guint calls;
  } rows[] = {
    { "try on a (process 1)\ntry on b (process 2)\ntry on c (process 3)\n", 0 },
    { "try on a (process 1)\ntry on b (process 2)\n", 1 },
    { "try on a (process 1)\ninterrupted\ntry on b (process 2)\ntry on c (process 3)\n", 1 },
    { "try on a (process 1)\nfailed: x\n  try on this\n", 1 },
    { "try on a (process 1)\ntry on b (process 2)\ntry on c (process 3)\ndone\n", 1 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    Fixture fixture;
    Play told = { 0 };
    AfPlanEnd end = AF_PLAN_DONE;
    set_up (&fixture);
    write_file (&fixture, "units/1.log", rows[i].log);
    ck_assert (af_plan_work (fixture.plan, 1, play, &told, &end, NULL));
    ck_assert_msg (told.calls == rows[i].calls, "row %u: %u calls", i, told.calls);
    ck_assert_int_eq (end, rows[i].calls > 0 ? AF_PLAN_DONE : AF_PLAN_FAILED);
    ck_assert (af_plan_work (fixture.plan, 1, play, &told, &end, NULL));
    ck_assert_uint_eq (told.calls, rows[i].calls);
    ck_assert_int_eq (end, rows[i].calls > 0 ? AF_PLAN_BEFORE : AF_PLAN_FAILED);
    tear_down (&fixture);
  }
}
END_TEST

/* Every file that is cut off or has one other byte is missing, and is done again. */
START_TEST (damaged_results)
{
  Fixture fixture;
  Play told = { 0 };
  AfPlanEnd end = AF_PLAN_DONE;
  AfPlanState state = AF_PLAN_THERE;
  set_up (&fixture);
  ck_assert (af_plan_work (fixture.plan, 3, play, &told, &end, NULL));
  g_autofree char *good = read_file (&fixture, "units/3.json");
  for (guint i = 0; good[i]; i++) {
    g_autofree char *cut = g_strndup (good, i), *other = g_strdup (good);
    other[i] ^= 1;
    write_file (&fixture, "units/3.json", cut);
    ck_assert_msg (!af_plan_result (fixture.plan, 3, &state, NULL) && state == AF_PLAN_DAMAGED, "cut at %u", i);
    write_file (&fixture, "units/3.json", other);
    g_autoptr (JsonObject) result = af_plan_result (fixture.plan, 3, &state, NULL);
    /* the seconds may be others, and names of members that are not asked for */
    ck_assert_msg (!result || i < (guint)(strchr (good, '\n') - good), "changed at %u", i);
  }
  /* that of another unit */
  write_file (&fixture, "units/2.json", good);
  ck_assert (!af_plan_result (fixture.plan, 2, &state, NULL) && state == AF_PLAN_DAMAGED);
  ck_assert (af_plan_work (fixture.plan, 2, play, &told, &end, NULL) && end == AF_PLAN_DONE);
  tear_down (&fixture);
}
END_TEST

START_TEST (gaps)
{
  Fixture fixture;
  Play told = { 3, 0, AF_ERROR_IO };
  AfPlanEnd end = AF_PLAN_DONE;
  const AfPlanGap two[] = { { 1, AF_PLAN_GIVEN_UP }, { 3, AF_PLAN_DAMAGED } };
  set_up (&fixture);
  ck_assert (af_plan_work (fixture.plan, 1, play, &told, &end, NULL) && end == AF_PLAN_FAILED);
  g_autoptr (GArray) none = g_array_new (FALSE, FALSE, sizeof (AfPlanGap));
  g_autofree char *nothing = af_plan_gaps_text (fixture.plan, none);
  g_array_append_vals (none, two, 2);
  g_autofree char *text = af_plan_gaps_text (fixture.plan, none);
  ck_assert_str_eq (nothing, "");
  ck_assert_msg (g_str_has_prefix (text, "missing: 2 of 3 units (1 failed, 3 damaged)\nunit 1 failed 3 times: "), "%s",
                 text);
  ck_assert_msg (g_str_has_suffix (text, "; failed: line one; try two; of unit 1\n"), "%s", text);
  tear_down (&fixture);
}
END_TEST

/* Nobody may write to the folder any more; root may. */
START_TEST (read_only)
{
  Fixture fixture;
  Play told = { 0 };
  AfPlanEnd end = AF_PLAN_DONE;
  g_autoptr (GError) error = NULL;
  set_up (&fixture);
  g_autofree char *units = g_build_filename (fixture.folder, "units", NULL), *moved = g_strconcat (units, "-", NULL);
  ck_assert_int_eq (g_rename (units, moved), 0);
  ck_assert (!af_plan_work (fixture.plan, 1, play, &told, &end, &error));
  ck_assert_msg (told.calls == 0 && strstr (error->message, "must be able to write to its folder"), "%s",
                 error->message);
  tear_down (&fixture);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("plan");
  TCase *tcase = tcase_create ("plan");
  tcase_add_test (tcase, longest_first);
  tcase_add_test (tcase, refused_plans);
  tcase_add_test (tcase, refused_folders);
  tcase_add_test (tcase, numbers);
  tcase_add_test (tcase, tries);
  tcase_add_test (tcase, killed_tries);
  tcase_add_test (tcase, damaged_results);
  tcase_add_test (tcase, gaps);
  tcase_add_test (tcase, read_only);
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

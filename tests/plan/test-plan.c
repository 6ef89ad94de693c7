/* Plans: units in order, results that are whole or missing, tries that are counted, folders that are refused. */
#include <check.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
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
    { "\"seconds\":30.0", "\"seconds\":31.0", "night", "has been changed since", AF_ERROR_IO },
    { "{\"name\":\"head\"}", "{\"name\":\"heap\"}", "night", "has been changed since", AF_ERROR_IO },
    { "\"name\":\"short\"", "\"name\":\"shirt\"", "night", "has been changed since", AF_ERROR_IO },
    { "\"key\":\"", "\"key\":\"0", "night", "has been changed since", AF_ERROR_IO },
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
  tear_down (&fixture);
}
END_TEST

/* That of a build which differs is read by who only merges: its text is whole, for its key is over its own build. */
START_TEST (other_build)
{
  Fixture fixture;
  set_up (&fixture);
  g_autofree char *good = read_file (&fixture, "plan.json");
  const char *build = strstr (good, "\"build\":\"") + strlen ("\"build\":\""),
             *head = strstr (good, "{\"name\":\"head\"}");
  const char *units = strstr (good, "[\n") + 2, *end = strstr (good, "]}\n");
  g_autofree char *own = g_strndup (build, strcspn (build, "\"")), *other = g_strconcat ("0", own, NULL);
  g_autofree char *body = g_strndup (units, (gsize)(end - units));
  g_autofree char *all = g_strconcat (other, "{\"name\":\"head\"}", body, NULL);
  g_autofree char *key = g_compute_checksum_for_string (G_CHECKSUM_SHA256, all, -1);
  g_autofree char *built = replaced (good, own, other), *text = replaced (built, fixture.plan->key, key);
  g_autoptr (GError) error = NULL;
  ck_assert (head != NULL);
  write_file (&fixture, "plan.json", text);
  g_autoptr (AfPlan) plan = af_plan_load (fixture.folder, "night", FALSE, &error);
  ck_assert_msg (plan != NULL, "%s", error ? error->message : "");
  ck_assert_ptr_null (af_plan_load (fixture.folder, "night", TRUE, &error));
  ck_assert_ptr_nonnull (strstr (error->message, "another build"));
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

/* A whole file, but of the same unit of another plan: what it gave is not taken. */
START_TEST (foreign_results)
{
  Fixture fixture, other;
  Play told = { 0 };
  AfPlanEnd end = AF_PLAN_DONE;
  AfPlanState state = AF_PLAN_THERE;
  set_up (&fixture);
  set_up (&other);
  g_autoptr (AfPlan) longer = af_plan_new ("night", named ("another head"));
  af_plan_add (longer, 1, named ("short"));
  ck_assert (af_plan_write (longer, other.folder, NULL));
  ck_assert (af_plan_work (longer, 1, play, &told, &end, NULL) && end == AF_PLAN_DONE);
  g_autofree char *text = read_file (&other, "units/1.json");
  write_file (&fixture, "units/1.json", text);
  ck_assert (!af_plan_result (fixture.plan, 1, &state, NULL) && state == AF_PLAN_DAMAGED);
  ck_assert (af_plan_work (fixture.plan, 1, play, &told, &end, NULL) && end == AF_PLAN_DONE);
  g_autoptr (JsonObject) result = af_plan_result (fixture.plan, 1, &state, NULL);
  ck_assert (result && state == AF_PLAN_THERE);
  tear_down (&other);
  tear_down (&fixture);
}
END_TEST

static JsonObject *note_order (const AfPlan *plan G_GNUC_UNUSED, const AfPlanUnit *unit, guint try G_GNUC_UNUSED,
                               gpointer data, GError **error)
{
  g_string_append_printf (data, "%u ", unit->number);
  if (unit->number == 3)
    af_error (error, AF_ERROR_SUBJECT, "it broke");
  return unit->number == 3 ? NULL : named ("done");
}

/* Of all units, those come last that somebody has begun; a number is one unit, and what has failed is counted. */
START_TEST (all_units)
{
  static const struct {
    const char *number, *log, *order;
    guint n_failed;
    gboolean ok;
  } rows[] = {
    { NULL, "", "2 3 3 3 1 ", 1, TRUE }, { NULL, "try on a (process 1)\n", "2 3 3 3 1 ", 1, TRUE },
    { "2", "", "2 ", 0, TRUE },          { "3", "", "3 3 3 ", 1, TRUE },
    { "4", "", "", 0, FALSE },
  };
  ck_assert (freopen ("/dev/null", "w", stdout) && freopen ("/dev/null", "w", stderr));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    Fixture fixture;
    g_autoptr (GString) order = g_string_new (NULL);
    guint n_failed = 9;
    set_up (&fixture);
    write_file (&fixture, "units/1.log", rows[i].log);
    gboolean ok = af_plan_work_on (fixture.plan, rows[i].number, note_order, order, &n_failed, NULL);
    ck_assert_msg (ok == rows[i].ok && n_failed == rows[i].n_failed && strcmp (order->str, rows[i].order) == 0,
                   "row %u: %s, %u failed", i, order->str, n_failed);
    tear_down (&fixture);
  }
}
END_TEST

static guint count_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;
  while (dir && g_dir_read_name (dir))
    n++;
  return n;
}

static JsonObject *give_much (const AfPlan *plan G_GNUC_UNUSED, const AfPlanUnit *unit G_GNUC_UNUSED,
                              guint try G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED, GError **error G_GNUC_UNUSED)
{
  g_autofree char *much = g_strnfill (1 << 20, 'x');
  return named (much);
}

/* No room for the result: three tries, as long as there is room for the log; nothing is left that is cut off.  No room
 * for the log either: the user must act. */
START_TEST (full_disk)
{
  Fixture fixture;
  Play told = { 0 };
  AfPlanEnd end = AF_PLAN_DONE;
  AfPlanState state = AF_PLAN_THERE;
  const struct rlimit little = { 1 << 16, RLIM_INFINITY };
  struct rlimit before;
  g_autoptr (GError) error = NULL;
  set_up (&fixture);
  g_autofree char *units = g_build_filename (fixture.folder, "units", NULL);
  g_autofree char *log = g_build_filename (units, "2.log", NULL);
  ck_assert (signal (SIGXFSZ, SIG_IGN) != SIG_ERR && getrlimit (RLIMIT_FSIZE, &before) == 0);
  ck_assert_int_eq (setrlimit (RLIMIT_FSIZE, &little), 0);
  ck_assert (af_plan_work (fixture.plan, 1, give_much, NULL, &end, &error));
  ck_assert_int_eq (setrlimit (RLIMIT_FSIZE, &before), 0);
  ck_assert (end == AF_PLAN_FAILED && !af_plan_result (fixture.plan, 1, &state, NULL) && state == AF_PLAN_GIVEN_UP);
  g_autofree char *words = af_plan_last_words (fixture.plan, 1);
  ck_assert_msg (strstr (words, "File too large") != NULL, "%s", words);
  ck_assert_uint_eq (count_files (units), 1);

  ck_assert_int_eq (symlink ("/dev/full", log), 0);
  ck_assert (!af_plan_work (fixture.plan, 2, play, &told, &end, &error));
  ck_assert_msg (g_error_matches (error, AF_ERROR, AF_ERROR_IO) && strstr (error->message, "No space left"), "%s",
                 error->message);
  ck_assert_uint_eq (told.calls, 0);
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
  tcase_add_test (tcase, other_build);
  tcase_add_test (tcase, refused_folders);
  tcase_add_test (tcase, numbers);
  tcase_add_test (tcase, tries);
  tcase_add_test (tcase, killed_tries);
  tcase_add_test (tcase, damaged_results);
  tcase_add_test (tcase, foreign_results);
  tcase_add_test (tcase, all_units);
  tcase_add_test (tcase, full_disk);
  tcase_add_test (tcase, gaps);
  tcase_add_test (tcase, read_only);
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

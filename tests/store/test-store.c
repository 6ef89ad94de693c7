/* The history: rows come back, a second run adds to the first, a file of an older layout is brought up to date,
 * unusable files are refused with a message; a night that was killed keeps what it saw. */
#include <check.h>
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <stdlib.h>

#include "store/nights.h"
#include "util/error.h"
#include "util/tempdir.h"

typedef struct {
  AfModule *module;
  AfFault *fault;
  AfCandidate *candidate;
  AfFix *fix;
} Sample;

static Sample sample_new (void)
{
  Sample sample = { .module = af_module_new ("stack") };
  AfRoutine *routine = af_routine_new (0, "stack_pop");
  AfClause *clause = af_clause_new (AF_CLAUSE_CRASH, NULL, 0, 1, AF_RANGE_NONE);

  g_ptr_array_add (sample.module->routines, routine);
  g_ptr_array_add (sample.module->clauses, clause);
  sample.fault = af_fault_new (sample.module, routine, 1, clause);
  sample.candidate = af_candidate_new (1, NULL, AF_SCHEMA_C, NULL);
  sample.candidate->summary = g_strdup ("skip it");
  sample.fix = af_fix_new (sample.candidate);
  sample.fix->id = g_strdup ("X-000001-1");
  sample.fix->rank = 1;
  return sample;
}

static void sample_clear (Sample *sample)
{
  af_fix_free (sample->fix);
  af_candidate_free (sample->candidate);
  af_fault_free (sample->fault);
  af_module_free (sample->module);
}

START_TEST (test_two_runs)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AfTempDir) dir = af_temp_dir_new (&error);
  g_autofree char *path = g_build_filename (af_temp_dir_path (dir), "history.sqlite", NULL);
  Sample sample = sample_new ();

  for (guint round = 1; round <= 2; round++) {
    g_autoptr (AfStore) store = af_store_open (path, &error);
    ck_assert_ptr_nonnull (store);
    ck_assert_uint_eq (af_store_sightings (store, sample.fault->id), round - 1);
    gint64 run = af_store_begin_run (store, "stack", G_MAXUINT64, "0", &error);
    ck_assert_int_eq (run, round);
    ck_assert (af_store_add_fault (store, run, sample.fault, "'stack_pop' crashes", &error));
    ck_assert (af_store_add_fix (store, run, sample.fault, sample.fix, "patch", &error));
    ck_assert_uint_eq (af_store_sightings (store, sample.fault->id), round);
    ck_assert_uint_eq (af_store_sightings (store, "F-nothing"), 0);
    /* The same fault twice in one run is our own mistake, and said. */
    ck_assert (!af_store_add_fault (store, run, sample.fault, "again", &error));
    ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_IO));
    g_clear_error (&error);
    ck_assert (af_store_end_run (store, &error));
    /* A run that was begun and not ended leaves no trace. */
    ck_assert_int_eq (af_store_begin_run (store, "stack", 1, "0", &error), round + 1);
    ck_assert (af_store_add_fault (store, round + 1, sample.fault, "lost", &error));
  }
  sample_clear (&sample);
}
END_TEST

START_TEST (test_unusable_files)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AfTempDir) dir = af_temp_dir_new (&error);
  g_autofree char *garbage = g_build_filename (af_temp_dir_path (dir), "garbage", NULL);
  g_autofree char *newer = g_build_filename (af_temp_dir_path (dir), "newer", NULL);
  g_autofree char *missing = g_build_filename (af_temp_dir_path (dir), "no", "such", "folder", NULL);
  sqlite3 *db = NULL;

  ck_assert (g_file_set_contents (garbage, "this is no database, only a long enough text to be looked at", -1, NULL));
  ck_assert_int_eq (sqlite3_open (newer, &db), SQLITE_OK);
  ck_assert_int_eq (sqlite3_exec (db, "PRAGMA user_version = 99", NULL, NULL, NULL), SQLITE_OK);
  sqlite3_close (db);
  const char *paths[] = { garbage, newer, missing };
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++) {
    g_autoptr (AfStore) store = af_store_open (paths[i], &error);
    ck_assert_msg (store == NULL, "%s was opened", paths[i]);
    ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_IO));
    ck_assert_ptr_nonnull (strstr (error->message, paths[i]));
    g_clear_error (&error);
  }
}
END_TEST

/* A file as layout 1 had it, written with that layout's own words. */
static void write_layout_1 (const char *path)
{
  sqlite3 *db = NULL;
  ck_assert_int_eq (sqlite3_open (path, &db), SQLITE_OK);
  int code = sqlite3_exec (
    db,
    "CREATE TABLE run (id INTEGER PRIMARY KEY, module TEXT NOT NULL, seed TEXT NOT NULL, version TEXT NOT NULL,"
    "                  began TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP);"
    "CREATE TABLE sighting (run INTEGER NOT NULL REFERENCES run, fault TEXT NOT NULL, title TEXT NOT NULL, routine "
    "TEXT NOT NULL,"
    "                       clause TEXT NOT NULL, failing INTEGER NOT NULL, passing INTEGER NOT NULL, PRIMARY KEY "
    "(run, fault));"
    "CREATE TABLE offer (run INTEGER NOT NULL REFERENCES run, fault TEXT NOT NULL, fix TEXT NOT NULL, rank INTEGER NOT "
    "NULL,"
    "                    confidence TEXT NOT NULL, summary TEXT NOT NULL, patch TEXT NOT NULL, PRIMARY KEY (run, fix));"
    "CREATE INDEX sighting_fault ON sighting (fault);"
    "INSERT INTO run (module, seed, version) VALUES ('stack', '7', '0.1.0');"
    "INSERT INTO sighting VALUES (1, 'F-000001', 'old', 'stack_pop', 'n > 0', 3, 4);"
    "INSERT INTO offer VALUES (1, 'F-000001', 'X-000001-1', 1, 'high', 'skip it', '--- a/s.c\n+++ b/s.c\n@@ -1 +1 "
    "@@\n-a\n+b\n');"
    "PRAGMA user_version = 1;",
    NULL, NULL, NULL);
  ck_assert_int_eq (code, SQLITE_OK);
  sqlite3_close (db);
}

static char *text_of (const char *path, const char *sql)
{
  sqlite3 *db = NULL;
  sqlite3_stmt *query = NULL;
  ck_assert_int_eq (sqlite3_open (path, &db), SQLITE_OK);
  ck_assert_int_eq (sqlite3_prepare_v2 (db, sql, -1, &query, NULL), SQLITE_OK);
  ck_assert_int_eq (sqlite3_step (query), SQLITE_ROW);
  char *text = g_strdup ((const char *)sqlite3_column_text (query, 0));
  sqlite3_finalize (query);
  sqlite3_close (db);
  return text;
}

START_TEST (test_older_layout)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AfTempDir) dir = af_temp_dir_new (&error);
  g_autofree char *path = g_build_filename (af_temp_dir_path (dir), "old", NULL);
  g_autofree char *fresh = g_build_filename (af_temp_dir_path (dir), "fresh", NULL);
  static const char tables[] =
    "SELECT group_concat (name || ' ' || sql, x'0a') FROM (SELECT * FROM sqlite_master ORDER BY name)";
  write_layout_1 (path);
  {
    g_autoptr (AfStore) old = af_store_open_live (path, &error), new = af_store_open (fresh, &error);
    ck_assert_msg (old && new, "%s", error ? error->message : "");
    /* what was in it is still there, and has what is new */
    ck_assert_uint_eq (af_store_sightings (old, "F-000001"), 1);
    g_autoptr (GPtrArray) known = af_store_history (old, "stack", &error);
    ck_assert_uint_eq (known->len, 1);
    const AfHistory *history = known->pdata[0];
    ck_assert_str_eq (history->last.title, "old");
    ck_assert_int_eq (history->state, AF_STATE_NONE);
    ck_assert_str_eq (history->last.record, "");
    ck_assert (af_store_mark (old, "X-000001-1", AF_MARK_INVALID, NULL, &error));
    g_autoptr (GHashTable) rejected = af_store_rejected (old, "F-000001");
    ck_assert_uint_eq (g_hash_table_size (rejected), 1);
  }
  g_autofree char *old_tables = text_of (path, tables), *new_tables = text_of (fresh, tables);
  ck_assert_str_eq (old_tables, new_tables);
  g_autofree char *version = text_of (path, "PRAGMA user_version");
  ck_assert_str_eq (version, "3");
}
END_TEST

/* --- nights --- */

static void see (AfStore *store, gint64 night, const char *fault, const char *digest, gboolean ends)
{
  g_autoptr (GError) error = NULL;
  AfSighting sighting = { .fault = (char *)fault,
                          .module = (char *)"stack",
                          .title = (char *)"t",
                          .routine = (char *)"r",
                          .clause = (char *)"c",
                          .position = (char *)"s.c:1:1",
                          .record = (char *)"{}" };
  gint64 run = af_store_begin_night_run (store, &(AfNightRun){ night, "stack", "0", 5, digest, FALSE, 1.5 }, &error);
  ck_assert_int_gt (run, 0);
  ck_assert (af_store_add_sighting (store, run, &sighting, &error));
  ck_assert (af_store_end_run (store, &error));
  if (!ends)
    return;
  ck_assert (af_store_begin_decisions (store, &error));
  ck_assert (af_store_decide (store, night, &(AfDecision){ fault, AF_STATE_NEW, "", digest }, &error));
  ck_assert (af_store_end_night (store, night, &error));
}

START_TEST (test_nights)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AfTempDir) dir = af_temp_dir_new (&error);
  g_autofree char *path = g_build_filename (af_temp_dir_path (dir), "history.sqlite", NULL);
  g_autofree char *other = NULL;
  {
    g_autoptr (AfStore) store = af_store_open_live (path, &error);
    ck_assert_int_eq (af_store_begin_night (store, 0, "0", "abc", &error), 1);
    see (store, 1, "F-000001", "d1", TRUE);
    /* a night that is killed: its sightings stay, its decisions are none */
    ck_assert_int_eq (af_store_begin_night (store, 9, "0", "def", &error), 2);
    see (store, 2, "F-000002", "d2", FALSE);
    ck_assert (af_store_begin_decisions (store, &error));
    ck_assert (af_store_decide (store, 2, &(AfDecision){ "F-000002", AF_STATE_NEW, "", "d2" }, &error));
  }
  g_autoptr (AfStore) store = af_store_open_live (path, &error);
  ck_assert_int_eq (af_store_begin_night (store, 0, "0", "ghi", &error), 3);
  g_auto (AfArrival) late = { 0 }, unknown = { 0 }, early = { 0 };
  af_store_arrival (store, 3, "stack", "F-000002", &late);
  ck_assert_int_eq (late.without, 1);
  ck_assert_str_eq (late.from, "abc");
  ck_assert_str_eq (late.digest, "d1");
  ck_assert_int_eq (late.first, 2);
  ck_assert_str_eq (late.until, "def");
  af_store_arrival (store, 3, "queue", "F-000002", &unknown);
  ck_assert_int_eq (unknown.without, 0);
  af_store_arrival (store, 2, "stack", "F-000001", &early); /* there from the first night on */
  ck_assert_int_eq (early.without, 0);
  ck_assert_uint_eq (af_store_nights_cut (store, 3), 1);
  g_autoptr (GPtrArray) known = af_store_history (store, "stack", &error);
  ck_assert_uint_eq (known->len, 2);
  const AfHistory *first = known->pdata[0], *second = known->pdata[1];
  ck_assert_int_eq (first->state, AF_STATE_NEW);
  ck_assert_str_eq (first->state_digest, "d1");
  ck_assert_int_eq (first->last_night, 1);
  ck_assert_str_eq (second->last.fault, "F-000002");
  ck_assert_int_eq (second->state, AF_STATE_NONE);
  ck_assert_str_eq (second->last_digest, "d2");
  ck_assert (af_store_mark (store, "F-000002", AF_MARK_DUP, "F-000001", &error));
  ck_assert_int_eq (af_store_verdict (store, "F-000002", &other), AF_MARK_DUP);
  ck_assert_str_eq (other, "F-000001");
  ck_assert (!af_store_mark (store, "F-000003", AF_MARK_INVALID, NULL, &error));
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_USAGE));
}
END_TEST

/* A plan that is merged again is the same night, with what is there by then; all of a merge is there or nothing. */
START_TEST (test_plans)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AfTempDir) dir = af_temp_dir_new (&error);
  g_autofree char *path = g_build_filename (af_temp_dir_path (dir), "history.sqlite", NULL);
  g_autofree char *none = g_build_filename (af_temp_dir_path (dir), "none.sqlite", NULL);
  g_autofree char *copy = g_build_filename (af_temp_dir_path (dir), "copy.sqlite", NULL);
  g_autofree char *empty = g_build_filename (af_temp_dir_path (dir), "empty.sqlite", NULL);
  for (guint merge = 0; merge < 3; merge++) {
    g_autoptr (AfStore) store = af_store_open_live (path, &error);
    ck_assert (af_store_begin_whole (store, &error));
    gint64 night = af_store_begin_night (store, 4, "0", "abc", &error);
    ck_assert_int_eq (af_store_take_plan (store, night, "key", &error), 1);
    see (store, 1, "F-000001", "d1", merge != 1);
    /* the second one is killed */
    ck_assert (merge == 1 || af_store_end_whole (store, &error));
  }
  {
    g_autoptr (AfStore) store = af_store_open_live (path, &error);
    ck_assert_uint_eq (af_store_sightings (store, "F-000001"), 1);
    ck_assert_int_eq (af_store_next_night (store), 2);
    ck_assert (af_store_seconds (store, "stack") == 1.5);
    ck_assert (af_store_seconds (store, "other") == 0);
    ck_assert_int_eq (af_store_take_plan (store, af_store_begin_night (store, 4, "0", "", &error), "key 2", &error), 2);
    see (store, 2, "F-000002", "d1", TRUE);
  }
  ck_assert (af_store_copy (path, copy, &error));
  ck_assert (af_store_copy (none, empty, &error));
  g_autoptr (AfStore) store = af_store_open_live (copy, &error), nothing = af_store_open_live (empty, &error);
  g_autoptr (GPtrArray) known = af_store_history (store, "stack", &error);
  ck_assert_uint_eq (known->len, 2);
  ck_assert_int_eq (af_store_next_night (nothing), 1);
  ck_assert (!af_store_copy (path, copy, &error));
}
END_TEST

START_TEST (test_patch_keys)
{
  static const struct {
    const char *a, *b;
    gboolean same;
  } rows[] = {
    { "title one\n\n--- a/s.c\n+++ b/s.c\n@@ -1,3 +1,3 @@\n x\n-a\n+b\n y\n",
      "--- a/s.c\n+++ b/s.c\n@@ -91,2 +93,2 @@ f\n-a\n+b\n z\n", TRUE },
    { "@@ -1 +1 @@\n-a\n+b\n", "@@ -1 +1 @@\n-a\n+c\n", FALSE },
    { "@@ -1 +1 @@\n-a\n", "@@ -1 +1 @@\n+a\n", FALSE },
    { "- a list in a message\n@@ -1 +1 @@\n+a\n", "@@ -1 +1 @@\n+a\n", TRUE },
    { "@@ -1 +1 @@\n---i;\n+++i;\n", "@@ -1 +1 @@\n+i;\n", FALSE },
    { "@@ -1 +1,3 @@\n+if (a) {\n+    i--;\n+}\n x\n", "@@ -1 +1,4 @@\n+\tif( a )\n+\t{\n+\t\ti--;\n+\t}\n x\n", TRUE },
    { "@@ -1,3 +1,5 @@\n+a\n x\n+b\n", "@@ -1,3 +1,5 @@\n+a\n+b\n x\n", FALSE },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *a = af_store_patch_key (rows[i].a), *b = af_store_patch_key (rows[i].b);
    ck_assert_msg (g_str_equal (a, b) == rows[i].same, "row %u", i);
  }
}
END_TEST

START_TEST (test_names)
{
  for (guint i = 0; i <= AF_STATE_FLAKY; i++)
    ck_assert_int_eq (af_state_parse (af_state_name (i)), (int)i);
  for (guint i = 0; i <= AF_MARK_DUP; i++)
    ck_assert_int_eq (af_mark_parse (af_mark_name (i)), (int)i);
  ck_assert_int_eq (af_mark_parse ("no such"), AF_MARK_NONE);
  ck_assert_int_eq (af_state_parse (NULL), AF_STATE_NONE);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("store");
  TCase *tcase = tcase_create ("store");
  tcase_add_test (tcase, test_two_runs);
  tcase_add_test (tcase, test_unusable_files);
  tcase_add_test (tcase, test_older_layout);
  tcase_add_test (tcase, test_nights);
  tcase_add_test (tcase, test_plans);
  tcase_add_test (tcase, test_patch_keys);
  tcase_add_test (tcase, test_names);
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

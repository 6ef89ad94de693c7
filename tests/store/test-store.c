/* The history: rows come back, a second run adds to the first, unusable files are refused with a message. */
#include <check.h>
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <stdlib.h>

#include "store/store.h"
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

int main (void)
{
  Suite *suite = suite_create ("store");
  TCase *tcase = tcase_create ("store");
  tcase_add_test (tcase, test_two_runs);
  tcase_add_test (tcase, test_unusable_files);
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

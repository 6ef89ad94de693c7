/* What is gathered for a model comes back from its file as it went in, and what is wrong there is told. */
#include <check.h>
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "learn/model/kept.h"
#include "util/error.h"
#include "util/tempdir.h"

typedef struct {
  AfTempDir *dir;
  char *path;
} Folder;

static Folder folder_new (void)
{
  Folder folder = { .dir = af_temp_dir_new (NULL) };
  folder.path = g_build_filename (af_temp_dir_path (folder.dir), "kept", NULL);
  return folder;
}

static void folder_clear (Folder *folder)
{
  af_temp_dir_free (folder->dir);
  g_free (folder->path);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Folder, folder_clear)

static AfKept *open_kept (const Folder *folder)
{
  g_autoptr (GError) error = NULL;
  AfKept *kept = af_kept_open (folder->path, &error);
  ck_assert_msg (kept != NULL, "%s", error ? error->message : "");
  return kept;
}

/* A fix with three rows, the second empty, whose first feature is @id; then one that gave nothing. */
static GArray *gathered_new (guint32 id)
{
  GArray *gathered = g_array_new (FALSE, TRUE, sizeof (AfGathered));
  const AfNaturalFeature features[] = { { id, 1 }, { 7, 0.5f } };
  const guint ends[] = { 1, 1, 2 };
  AfContrast *contrast = g_new0 (AfContrast, 1);
  *contrast = (AfContrast){ g_memdup2 (features, sizeof features), g_memdup2 (ends, sizeof ends), 3, 1, TRUE, 0 };
  const AfGathered rows[] = { { contrast, AF_DROP_ALONE, NULL }, { NULL, AF_DROP_UNREAD, g_strdup ("no header") } };
  g_array_set_clear_func (gathered, (GDestroyNotify)af_gathered_clear);
  g_array_append_vals (gathered, rows, G_N_ELEMENTS (rows));
  return gathered;
}

static void add (AfKept *kept, const char *project, const char *key, guint32 id, const char *name)
{
  g_autoptr (GArray) gathered = gathered_new (id);
  g_autoptr (GHashTable) names = g_hash_table_new (NULL, NULL);
  g_autoptr (GError) error = NULL;
  g_hash_table_insert (names, GUINT_TO_POINTER (id), (gpointer)name);
  ck_assert_msg (af_kept_add (kept, project, key, gathered, names, &error), "%s", error ? error->message : "");
}

static void compare (guint index, AfGathered *gathered, gpointer data)
{
  guint *n = data;
  ck_assert_uint_eq (index, *n);
  ++*n;
  if (index == 1) {
    ck_assert_ptr_null (gathered->contrast);
    ck_assert_str_eq (gathered->why, "no header");
    ck_assert_int_eq (gathered->drop, AF_DROP_UNREAD);
    return;
  }
  const AfContrast *contrast = gathered->contrast;
  ck_assert_uint_eq (contrast->n_rows, 3);
  ck_assert_uint_eq (contrast->n_fixes, 1);
  ck_assert (contrast->in_space);
  ck_assert_uint_eq (contrast->ends[1], 1);
  ck_assert_uint_eq (contrast->features[0].id, 9);
  ck_assert (contrast->features[1].value == 0.5f);
}

START_TEST (project_comes_back)
{
  g_auto (Folder) folder = folder_new ();
  AfKept *kept = open_kept (&folder);
  add (kept, "a/b", "old", 3, "number by 3");
  add (kept, "a/b", "new", 9, "number by 9");
  add (kept, "a/c", "new", 9, "number by 1");
  af_kept_close (kept);
  kept = open_kept (&folder);
  ck_assert (!af_kept_has (kept, "a/b", "old") && af_kept_has (kept, "a/b", "new"));
  ck_assert (!af_kept_has (kept, "a/d", "new"));
  guint n = 0;
  ck_assert (af_kept_each (kept, "a/b", compare, &n, NULL));
  ck_assert_uint_eq (n, 2);
  /* of two names with one id the first of the alphabet */
  g_autoptr (GHashTable) names = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  ck_assert (af_kept_names (kept, "a/b", names, NULL) && af_kept_names (kept, "a/c", names, NULL));
  ck_assert_uint_eq (g_hash_table_size (names), 1);
  ck_assert_str_eq (g_hash_table_lookup (names, GUINT_TO_POINTER (9)), "number by 1");
  af_kept_remove (kept);
  ck_assert (!g_file_test (folder.path, G_FILE_TEST_EXISTS));
}
END_TEST

START_TEST (one_run_at_a_time)
{
  g_auto (Folder) folder = folder_new ();
  g_autoptr (AfKept) kept = open_kept (&folder);
  g_autoptr (GError) error = NULL;
  ck_assert_ptr_nonnull (kept);
  ck_assert_ptr_null (af_kept_open (folder.path, &error));
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_IO));
  ck_assert_msg (strstr (error->message, "another run writes the same model") != NULL, "%s", error->message);
}
END_TEST

static const char *const damages[] = {
  "UPDATE fix SET reason = 99",
  "UPDATE fix SET n_fixes = 3 WHERE number = 0",
  "UPDATE fix SET ends = x'0100' WHERE number = 0",
  "UPDATE fix SET features = x'00' WHERE number = 0",
  "UPDATE fix SET ends = x'020000000100000002000000' WHERE number = 0",
};

START_TEST (damage_is_told)
{
  g_auto (Folder) folder = folder_new ();
  AfKept *kept = open_kept (&folder);
  add (kept, "a/b", "key", 9, "number by 9");
  af_kept_close (kept);
  sqlite3 *db = NULL;
  ck_assert_int_eq (sqlite3_open (folder.path, &db), SQLITE_OK);
  ck_assert_int_eq (sqlite3_exec (db, damages[_i], NULL, NULL, NULL), SQLITE_OK);
  sqlite3_close (db);
  kept = open_kept (&folder);
  g_autoptr (GError) error = NULL;
  guint n = 0;
  ck_assert (!af_kept_each (kept, "a/b", compare, &n, &error));
  ck_assert_msg (g_error_matches (error, AF_ERROR, AF_ERROR_IO) && strstr (error->message, "is damaged") != NULL, "%s",
                 error->message);
  af_kept_close (kept);
}
END_TEST

static guint n_numbered (guint n_functions, guint32 id)
{
  g_autoptr (AfNumbering) numbering = af_numbering_new ();
  g_autoptr (GHashTable) names = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) gathered = gathered_new (id);
  AfContrast *contrast = g_array_index (gathered, AfGathered, 0).contrast;
  for (guint i = 0; i < n_functions; i++)
    af_numbering_count (numbering, contrast);
  g_autoptr (GPtrArray) numbered = af_numbering_close (numbering, names);
  af_numbering_apply (numbering, contrast);
  ck_assert_uint_eq (af_contrast_n_features (contrast), n_functions < 3 ? 0 : 2);
  if (n_functions >= 3) {
    ck_assert_uint_eq (contrast->features[0].id, 1); /* 7 has number 0 */
    ck_assert_uint_eq (contrast->ends[0], 1);
  }
  return numbered->len;
}

START_TEST (rare_features_go)
{
  ck_assert_uint_eq (n_numbered (2, 9), 0);
  ck_assert_uint_eq (n_numbered (3, 9), 2);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("kept");
  TCase *cases = tcase_create ("kept");
  tcase_add_test (cases, project_comes_back);
  tcase_add_test (cases, one_run_at_a_time);
  tcase_add_loop_test (cases, damage_is_told, 0, G_N_ELEMENTS (damages));
  tcase_add_test (cases, rare_features_go);
  suite_add_tcase (suite, cases);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

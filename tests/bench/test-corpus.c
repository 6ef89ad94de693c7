/* Descriptions of planted faults, and folders of them. */
#include <check.h>
#include <glib/gstdio.h>
#include <stdlib.h>

#include "bench/corpus.h"
#include "util/error.h"
#include "util/tempdir.h"

#define NEEDED "routine: f\nkind: invariant\nclass: missing wrap\nfix: Wrap it: i = 0.\n"

static const struct {
  const char *text;
  gboolean strict;
  const char *message; /* null: it is accepted */
} rows[] = {
  { NEEDED, TRUE, NULL },
  { "\n" NEEDED "\n", TRUE, NULL },
  { NEEDED "taxonomy: 28\ncontracts: weak\n", TRUE, NULL },
  { NEEDED "colour: red\n", FALSE, NULL },
  { NEEDED "colour: red\n", TRUE,
    "f.txt:5: 'colour' is not a known key\n  hint: known keys: routine, kind, class, fix, taxonomy, contracts" },
  { "routine: f\nkind: invariant\nclass: x\n", FALSE, "f.txt:3: 'fix' is missing" },
  { "", FALSE, "f.txt:1: 'routine' is missing" },
  { "routine f\n", FALSE, "f.txt:1: 'routine f' has no key\n  hint: each line is `key: value`" },
  { ": f\n", FALSE, "f.txt:1: ': f' has no key\n  hint: each line is `key: value`" },
  { "routine:\n", FALSE, "f.txt:1: 'routine' has no value" },
  { "routine: f\nroutine: g\n", FALSE, "f.txt:2: 'routine' is given twice" },
  { NEEDED "taxonomy: 47\n", FALSE,
    "f.txt:5: '47' is not a class of the taxonomy\n  hint: a row of bench/taxonomy.def: 1 to 46" },
  { NEEDED "taxonomy: 0\n", FALSE,
    "f.txt:5: '0' is not a class of the taxonomy\n  hint: a row of bench/taxonomy.def: 1 to 46" },
  { NEEDED "taxonomy: x\n", FALSE,
    "f.txt:5: 'x' is not a class of the taxonomy\n  hint: a row of bench/taxonomy.def: 1 to 46" },
  { NEEDED "taxonomy: 1\ntaxonomy: 1\n", FALSE, "f.txt:6: 'taxonomy' is given twice" },
  { NEEDED "contracts: good\n", FALSE, "f.txt:5: 'good' is not a strength of contracts\n  hint: strong or weak" },
};

START_TEST (test_parse)
{
  g_autoptr (AfPlant) plant = g_new0 (AfPlant, 1);
  g_autoptr (GError) error = NULL;
  gboolean ok = af_plant_parse (plant, "f.txt", rows[_i].text, rows[_i].strict, &error);
  ck_assert_int_eq (ok, error == NULL);
  ck_assert_pstr_eq (error ? error->message : NULL, rows[_i].message);
  if (!ok) {
    ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_USAGE));
    return;
  }
  ck_assert_str_eq (plant->routine, "f");
  ck_assert_str_eq (plant->repair, "Wrap it: i = 0.");
}
END_TEST

START_TEST (test_class)
{
  g_autoptr (AfPlant) plant = g_new0 (AfPlant, 1);
  ck_assert (af_plant_parse (plant, "f.txt", NEEDED "taxonomy: 28\ncontracts: weak\n", TRUE, NULL));
  g_autofree char *numbered = af_plant_class (plant);
  ck_assert_str_eq (numbered, "28 wrap missing");
  ck_assert_str_eq (plant->contracts, "weak");
  plant->taxonomy = 0;
  g_autofree char *free_words = af_plant_class (plant);
  ck_assert_str_eq (free_words, "missing wrap");
}
END_TEST

static void put (const char *top, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (top, name, NULL), *folder = g_path_get_dirname (path);
  ck_assert_int_eq (g_mkdir_with_parents (folder, 0700), 0);
  ck_assert (g_file_set_contents (path, text, -1, NULL));
}

START_TEST (test_folders)
{
  g_autoptr (AfTempDir) temp = af_temp_dir_new (NULL);
  const char *top = af_temp_dir_path (temp);
  g_autoptr (GError) error = NULL;
  put (top, "README.md", "words");
  put (top, "notes/todo", "words");
  ck_assert_ptr_null (af_corpus_read (top, NULL, FALSE, &error));
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_USAGE));
  g_clear_error (&error);

  put (top, "zoo/oracle.c", "");
  put (top, "zoo/faults/02-second.patch", "");
  put (top, "zoo/faults/02-second.txt", NEEDED);
  put (top, "zoo/faults/01-first-one.patch", "");
  put (top, "zoo/faults/01-first-one.txt", NEEDED);
  put (top, "ant/oracle.c", "");
  put (top, "ant/faults/01-x.patch", "");
  put (top, "ant/faults/01-x.txt", NEEDED "seen: once\n");
  g_autoptr (GPtrArray) plants = af_corpus_read (top, NULL, FALSE, &error);
  ck_assert_ptr_nonnull (plants);
  static const char *const names[] = { "ant/01", "zoo/01", "zoo/02" };
  ck_assert_uint_eq (plants->len, 3);
  for (guint i = 0; i < 3; i++)
    ck_assert_str_eq (((AfPlant *)plants->pdata[i])->name, names[i]);
  ck_assert_str_eq (((AfPlant *)plants->pdata[1])->title, "first-one");

  const char *only[] = { "zoo/02", NULL }, *unknown[] = { "zoo/03", NULL };
  g_autoptr (GPtrArray) one = af_corpus_read (top, only, FALSE, &error);
  ck_assert_uint_eq (one->len, 1);
  ck_assert_ptr_null (af_corpus_read (top, unknown, FALSE, &error));
  ck_assert (g_str_has_prefix (error->message, "no fault 'zoo/03' in the corpus"));
  g_clear_error (&error);
  ck_assert_ptr_null (af_corpus_read (top, NULL, TRUE, &error));
  g_clear_error (&error);
  ck_assert_ptr_null (af_corpus_read ("/nonexistent", NULL, FALSE, &error));
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_IO));
  g_clear_error (&error);
  put (top, "ant/faults/02-y.patch", "");
  ck_assert_ptr_null (af_corpus_read (top, NULL, FALSE, &error));
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_IO));
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("corpus");
  TCase *all = tcase_create ("all");
  tcase_add_loop_test (all, test_parse, 0, G_N_ELEMENTS (rows));
  tcase_add_test (all, test_class);
  tcase_add_test (all, test_folders);
  suite_add_tcase (suite, all);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

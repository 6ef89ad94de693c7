/* Files without their build: headers that are missing, and one function of a file that is wrong elsewhere. */
#include <check.h>
#include <glib/gstdio.h>
#include <string.h>

#include "frontend/frontend.h"
#include "util/error.h"

/* Each once, those that headers include as well, whatever else is wrong; bodies are not looked at. */
START_TEST (missing_headers)
{
  g_autofree char *folder = g_dir_make_tmp ("autofix-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "m.c", NULL), *header = g_build_filename (folder, "here.h", NULL);
  ck_assert (g_file_set_contents (header, "#include <far/off.h>\n", -1, NULL));
  ck_assert (g_file_set_contents (path,
                                  "#include \"gone.h\"\n#include \"here.h\"\n#include \"gone.h\"\n#include <stddef.h>\n"
                                  "unknown x;\nint f (void) { return nowhere; }\n",
                                  -1, NULL));
  const char *sources[] = { path, NULL };
  const AfFrontendOptions options = { .sources = sources };
  g_autoptr (GPtrArray) missing = af_frontend_missing_headers (&options, NULL);
  g_unlink (path);
  g_unlink (header);
  g_rmdir (folder);
  ck_assert_ptr_nonnull (missing);
  ck_assert_uint_eq (missing->len, 2);
  ck_assert_str_eq (missing->pdata[0], "gone.h");
  ck_assert_str_eq (missing->pdata[1], "far/off.h");
  g_autoptr (GError) error = NULL;
  ck_assert_ptr_null (af_frontend_missing_headers (&options, &error));
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_IO));
}
END_TEST

/* One function of a file that is wrong elsewhere. */
START_TEST (part_of_a_wrong_file)
{
  static const char text[] = "unknown x;\nextern unknown *y;\nint f (int i) { return i + 1; }\n"
                             "int g (int i) { return i + nowhere; }\n"
                             "int h (int i) { return i + call (i); }\n";
  static const struct {
    const char *from, *to; /* null: all of the file */
    gboolean is_read;
  } rows[] = {
    { "int f", "\nint g", TRUE }, { "int g", "}\n", FALSE }, { "int h", "}\n", TRUE }, { NULL, NULL, FALSE }
  };
  g_autofree char *folder = g_dir_make_tmp ("autofix-XXXXXX", NULL), *path = g_build_filename (folder, "m.c", NULL);
  ck_assert (g_file_set_contents (path, text, -1, NULL));
  const char *sources[] = { path, NULL };
  const AfFrontendOptions options = { .sources = sources };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    const char *from = rows[i].from ? strstr (text, rows[i].from) : text,
               *to = rows[i].to ? strstr (from, rows[i].to) : text;
    g_autoptr (GError) error = NULL;
    g_autoptr (AfModule) module =
      af_frontend_load_part (&options, (AfRange){ 0, (guint)(from - text), (guint)(to - text) }, &error);
    ck_assert_int_eq (module != NULL, rows[i].is_read);
    ck_assert (module || g_error_matches (error, AF_ERROR, AF_ERROR_SOURCE));
    ck_assert (!module || af_module_routine (module, "f"));
  }
  g_unlink (path);
  g_rmdir (folder);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("missing");
  TCase *tcase = tcase_create ("missing");
  tcase_set_timeout (tcase, 60);
  tcase_add_test (tcase, missing_headers);
  tcase_add_test (tcase, part_of_a_wrong_file);
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? 1 : 0;
}

/* JSON of anybody's: read as far as the stack reaches. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "util/error.h"
#include "util/json.h"

/* So many brackets, opened and closed, with @inside in the middle. */
static char *nest (guint depth, const char *inside)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < depth; i++)
    g_string_append (text, i % 2 ? "{\"a\":" : "[");
  g_string_append (text, inside);
  for (guint i = depth; i-- > 0;)
    g_string_append_c (text, i % 2 ? '}' : ']');
  return g_string_free (text, FALSE);
}

START_TEST (nesting_has_an_end)
{
  static const struct {
    guint depth;
    const char *inside;
    gboolean is_read;
  } rows[] = {
    { 1, "1", TRUE },
    { AF_JSON_DEPTH, "1", TRUE },
    { AF_JSON_DEPTH, "\"[[[\\\"[[[\"", TRUE },
    { AF_JSON_DEPTH, "[], []", FALSE },
    { AF_JSON_DEPTH + 1, "1", FALSE },
    { 200000, "1", FALSE },
    { 200000, "", FALSE },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *text = nest (rows[i].depth, rows[i].inside);
    g_autoptr (GError) error = NULL;
    g_autoptr (JsonNode) root = af_json_parse (text, strlen (text), &error);
    ck_assert_msg ((root != NULL) == rows[i].is_read, "row %u: %s", i, error ? error->message : "read");
    ck_assert (root || g_error_matches (error, AF_ERROR, AF_ERROR_IO));
  }
}
END_TEST

START_TEST (what_is_no_tree)
{
  static const char *const bad[] = { "", "  \n", "{", "\"", "'", "/*", "//", "[1", "nul" };
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++) {
    g_autoptr (GError) error = NULL;
    ck_assert_ptr_null (af_json_parse (bad[i], strlen (bad[i]), &error));
    ck_assert_msg (error && *error->message, "row %u", i);
  }
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("json");
  TCase *tests = tcase_create ("json");
  tcase_add_test (tests, nesting_has_an_end);
  tcase_add_test (tests, what_is_no_tree);
  suite_add_tcase (suite, tests);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* Features of changes, by name; files of models. */
#include <check.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#include "natural/natural.h"
#include "util/error.h"
#include "util/tempdir.h"

#define F(body) "static int f (struct s *p, int i, int n)\n{\n" body "\n}\n"
#define OTHERS                                                                                                         \
  "int g (struct s *q)\n{\n  if (!q)\n    return -1;\n  use (q, 7);\n  return q->n + 1;\n}\n"                          \
  "int h (struct s *q)\n{\n  use (q, 7);\n  return 0;\n}\n"

/* A change, a feature that it has, one that it has not. */
static const struct {
  const char *before, *after, *has, *lacks;
} changes[] = {
  { F ("return i + 1;"), F ("return i + 2;"), "number by 1", "number by 2" },
  { F ("return i + 1;"), F ("return i + 2;"), "shape number 1 > number 2 in binary", "shape label alone" },
  { F ("if (i < n) return 1; return 0;"), F ("if (i <= n) return 1; return 0;"), "shape label alone", "size come 0" },
  { F ("if (i < n) return 1; return 0;"), F ("if (i > n) return 1; return 0;"), "shape swapped", "shape label alone" },
  { F ("return p->a [i];"), F ("if (!p) return -1; return p->a [i];"), "shape - > if return in block",
    "shape - > if return in if" },
  { F ("return p->a [i];"), F ("if (!p) return -1; return p->a [i];"), "guard asks unary !,name", "idle both sides" },
  { F ("return p->a [i];"), F ("if (!p) return -1; return p->a [i];"), "exit guarded known",
    "exit guarded known inside" },
  { F ("return p->a [i];"), F ("if (!p) return -1; return p->a [i];"), "pair after dereferenced > denied",
    "pair before dereferenced > denied" },
  { F ("i = 0; i = 0; i = 0; i = 0; return p->n;"), F ("if (!p) return 1; i = 0; i = 0; i = 0; i = 0; return p->n;"),
    "pair below dereferenced > denied", "pair after dereferenced > denied" },
  { F ("p->n++; return 0;"), F ("if (p) p->n++; return 0;"), "shape expression assign > if expression wraps",
    "guard does expression" },
  { F ("if (p) { p->n++; } return 0;"), F ("p->n++; return 0;"), "shape if expression > expression assign unwraps",
    "guard new" },
  { F ("if (p) p->n++; return 0;"), F ("if (p) { p->n++; i++; } return 0;"), "shape - > expression assign",
    "shape expression assign > block wraps" },
  { F ("i++; use (p, 8); return 0;"), F ("i++; return 0;"), "size statements gone 1", "size statements gone 2" },
  { F ("use (p, 8); return 0;"), F ("use (p, 7); return 0;"), "file argument known, was single",
    "file argument new, was single" },
  { F ("use (p, i); return 0;"), F ("use (i, i); return 0;"), "value same as another argument", "idle both sides" },
  { F ("if (i < n) return 1; return 0;"), F ("if (i < i) return 1; return 0;"), "idle both sides", "idle numbers" },
  { F ("if (i) i++; return 0;"), F ("if (i && n) i++; return 0;"), "guard joins && after", "guard joins && before" },
  { F ("if (i) i++; return 0;"), F ("if (n && i) i++; return 0;"), "guard joins && before", "guard joins && after" },
  { F ("if (p) { i++; } return 0;"), F ("if (p) { if (p) return 1; i++; } return 0;"), "guard asked before",
    "guard mends" },
  { F ("p->n++; return 0;"), F ("if (i > n) i = n; p->n++; return 0;"), "guard mends", "guard else" },
  { F ("int left_count = 0, right_count = 0; return left_count;"),
    F ("int left_count = 0, right_count = 0; return right_count;"), "renamed local alike", "renamed local other" },
};

static GHashTable *names_of (const char *before, const char *after, guint *n_places)
{
  g_autofree char *file = g_strconcat (before, OTHERS, NULL);
  g_autoptr (AfSurroundings) surroundings = af_surroundings_new (file, strlen (file), before);
  GHashTable *names = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (GArray) places = af_natural_places (surroundings, after, names);
  ck_assert_ptr_nonnull (places);
  *n_places = places->len;
  return names;
}

static gboolean has (GHashTable *names, const char *name)
{
  return g_strcmp0 (g_hash_table_lookup (names, GUINT_TO_POINTER (af_natural_id (name))), name) == 0;
}

START_TEST (feature_is_told)
{
  guint n = 0;
  g_autoptr (GHashTable) names = names_of (changes[_i].before, changes[_i].after, &n);
  ck_assert_uint_eq (n, 1);
  ck_assert_msg (has (names, changes[_i].has), "row %d lacks '%s'", _i, changes[_i].has);
  ck_assert_msg (!has (names, changes[_i].lacks), "row %d has '%s'", _i, changes[_i].lacks);
}
END_TEST

START_TEST (what_is_no_change)
{
  guint n = 9;
  g_autoptr (GHashTable) names =
    names_of (F ("if (p != NULL) { i++; } return i;"), F ("if (p)\n i += 1; return (i);"), &n);
  ck_assert_uint_eq (n, 0);
  ck_assert_uint_eq (g_hash_table_size (names), 0);
  g_autoptr (AfSurroundings) surroundings = af_surroundings_new ("int x;", 6, F ("return 0;"));
  ck_assert_ptr_null (af_natural_places (surroundings, "int x;", NULL));
  g_autoptr (AfSurroundings) none = af_surroundings_new ("", 0, "");
  ck_assert_ptr_null (af_natural_places (none, F ("return 0;"), NULL));
}
END_TEST

START_TEST (two_places)
{
  guint n = 0;
  g_autoptr (GHashTable) names = names_of (F ("i = 1; use (p, i); i = 3; use (p, i); return i;"),
                                           F ("i = 2; use (p, i); i = 3; use (p, n); return i;"), &n);
  ck_assert_uint_eq (n, 2);
  ck_assert (has (names, "number by 1"));
  ck_assert (has (names, "renamed parameter > parameter"));
}
END_TEST

START_TEST (scores_are_of_two_parts)
{
  const char *before = F ("return i + 1;"), *after = F ("return i + 2;");
  g_autoptr (AfSurroundings) surroundings = af_surroundings_new (before, strlen (before), before);
  g_autoptr (AfNatural) model = af_natural_new_empty ();
  af_natural_set (model, "at return binary", 0.5);
  af_natural_set (model, "number by 1", -2);
  af_natural_set (model, "number by 3", 9);
  AfNaturalScore score = af_natural_score (model, surroundings, after);
  ck_assert_double_eq (score.place, 0.5);
  ck_assert_double_eq (score.edit, -2);
  score = af_natural_score (model, surroundings, "no function");
  ck_assert_double_eq (score.edit + score.place, 0);
}
END_TEST

static const struct {
  const char *text, *problem; /* null: it is one */
} files[] = {
  { "AF_NATURAL (1, \"none\")\n", NULL },
  { "/* why\n */\nAF_NATURAL (1, \"1 fix\")\nAF_WEIGHT (-0.5, \"a, (b)\")\n", NULL },
  { "", "no model" },
  { "int main (void) { return 0; }\n", "no model" },
  { "/* AF_NATURAL (1, \"\")\n", "no model" },
  { "AF_WEIGHT (1, \"a\")\n", "no model" },
  { "AF_NATURAL (2, \"later\")\n", "a model of version 2, and this autofix reads 1" },
  { "AF_NATURAL (1, \"x\")\nAF_WEIGHT (one, \"a\")\n", ":2: no weight" },
  { "AF_NATURAL (1, \"x\")\nAF_WEIGHT (nan, \"a\")\n", ":2: no weight" },
  { "AF_NATURAL (1, \"x\")\nAF_WEIGHT (1, \"a\n", ":2: no weight" },
  { "AF_NATURAL (1, \"x\")\n\nAF_WEIGHT (1, \"a\")\nAF_NATURAL (1, \"x\")\n", ":4: no weight" },
};

START_TEST (files_are_read)
{
  AfTempDir *dir = af_temp_dir_new (NULL);
  g_autofree char *path = g_build_filename (af_temp_dir_path (dir), "model", NULL);
  g_autoptr (GError) error = NULL;
  ck_assert (g_file_set_contents (path, files[_i].text, -1, NULL));
  g_autoptr (AfNatural) model = af_natural_load (path, &error);
  ck_assert_msg ((model != NULL) == (files[_i].problem == NULL), "row %d: %s", _i, error ? error->message : "read");
  if (error) {
    ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_IO));
    ck_assert_msg (strstr (error->message, files[_i].problem) != NULL, "row %d: %s", _i, error->message);
  }
  af_temp_dir_free (dir);
}
END_TEST

START_TEST (saved_and_read_again)
{
  AfTempDir *dir = af_temp_dir_new (NULL);
  g_autofree char *path = g_build_filename (af_temp_dir_path (dir), "model", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (AfNatural) model = af_natural_new_empty ();
  af_natural_set (model, "number by 1", 0.25);
  af_natural_set (model, "at end", -1);
  ck_assert (af_natural_save (model, "2 fixes", path, &error));
  g_autoptr (AfNatural) again = af_natural_load (path, &error);
  ck_assert_ptr_nonnull (again);
  ck_assert_uint_eq (af_natural_size (again), 2);
  g_autofree char *first = NULL, *second = NULL;
  ck_assert (g_file_get_contents (path, &first, NULL, NULL));
  ck_assert (af_natural_save (again, "2 fixes", path, &error));
  ck_assert (g_file_get_contents (path, &second, NULL, NULL));
  ck_assert_str_eq (first, second);
  ck_assert (!af_natural_save (again, "", "/nowhere/model", &error));
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_IO));
  af_temp_dir_free (dir);
}
END_TEST

/* What anybody would write before what nobody would. */
START_TEST (shipped_model_orders)
{
  const char *before = F ("int sum = 0;\n  for (i = 0; i <= n; i++)\n    sum += p->a [i];\n  return sum;");
  const char *natural = F ("int sum = 0;\n  for (i = 0; i < n; i++)\n    sum += p->a [i];\n  return sum;");
  const char *odd = F ("int sum = 0;\n  for (i = 0; i <= n; i++)\n    if (sum - 3 > n && n <= sum)\n      sum = -1;\n"
                       "    else\n      sum += p->a [i];\n  return sum;");
  g_autofree char *file = g_strconcat (before, OTHERS, NULL);
  g_autoptr (AfSurroundings) surroundings = af_surroundings_new (file, strlen (file), before);
  g_autoptr (AfNatural) model = af_natural_new ();
  ck_assert_double_gt (af_natural_score (model, surroundings, natural).edit,
                       af_natural_score (model, surroundings, odd).edit);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("natural");
  TCase *tcase = tcase_create ("natural");
  tcase_add_loop_test (tcase, feature_is_told, 0, (int)G_N_ELEMENTS (changes));
  tcase_add_test (tcase, what_is_no_change);
  tcase_add_test (tcase, two_places);
  tcase_add_test (tcase, scores_are_of_two_parts);
  tcase_add_loop_test (tcase, files_are_read, 0, (int)G_N_ELEMENTS (files));
  tcase_add_test (tcase, saved_and_read_again);
  tcase_add_test (tcase, shipped_model_orders);
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? 1 : 0;
}

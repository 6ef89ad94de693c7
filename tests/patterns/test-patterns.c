/* Patterns: the worked examples of Getafix (Scott et al. 2019), and what has to hold for any edits. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "patterns/cluster.h"

static AfPattern *read_pattern (const char *text)
{
  AfPattern *pattern = af_pattern_from_text (text);
  ck_assert_msg (pattern != NULL, "no pattern: %s", text);
  return pattern;
}

/* --- example 3.1: a pattern matches a tree when anti-unification with it changes nothing --- */

static const char *const trees[] = { "binary\"+\"(name\"x\", number\"42\")", "binary\"+\"(name\"x\", name\"y\")",
                                     "binary\"+\"(name\"x\", name\"x\")" };
static const struct {
  const char *pattern;
  gboolean matches[3];
} matches[] = {
  { "binary\"+\"(h0:name, h1:number)", { TRUE, FALSE, FALSE } },
  { "h0:binary", { TRUE, TRUE, TRUE } },
  { "binary\"+\"(h0:name, h1:?)", { TRUE, TRUE, TRUE } },
  { "binary\"+\"(h0:?, h0:?)", { FALSE, FALSE, TRUE } },
};

START_TEST (example_3_1)
{
  g_autoptr (AfPattern) pattern = read_pattern (matches[_i].pattern);
  for (guint i = 0; i < G_N_ELEMENTS (trees); i++) {
    g_autoptr (AfPattern) tree = read_pattern (trees[i]);
    g_autoptr (AfPattern) both = af_anti_unify (pattern, tree);
    ck_assert_msg (af_pattern_equal (both, pattern) == matches[_i].matches[i], "%s", trees[i]);
  }
}
END_TEST

/* --- edits anti-unified --- */

/* In the examples an expression stands for the paper's call statement. */
#define FIRST                                                                                                          \
  "block@0(=expression\"f\"@1, expression\"g\"@2, =assign@3(name\"x\"@4, number\"1\"@5)) -> "                          \
  "block@0(=expression\"f\"@1, =assign@3(name\"x\"@4, number\"1\"@5), if(name\"c\", expression\"g\"@2))"
#define SECOND                                                                                                         \
  "block@6(return, =assign@7(name\"y\"@8, number\"2\"@9)) -> "                                                         \
  "block@6(=assign@7(name\"y\"@8, number\"2\"@9), if(name\"c\", expression\"onResult\"))"
#define CHECKS(name, jump)                                                                                             \
  "block@0(=expression@1(0.call@2(0.name\"" name "\"@3))) -> "                                                         \
  "block@0(if(0.unary\"!\"(0.name\"" name "\"), " jump "), =expression@1(0.call@2(0.name\"" name "\"@3)))"

static const struct {
  const char *a, *b, *common;
} unified[] = {
  /* example 3.7, step by step: without what is left alone, and with it */
  { "block@0(expression\"g\"@1) -> block@0(if(name\"c\", expression\"g\"@1))",
    "block@6(return) -> block@6(if(name\"c\", expression\"onResult\"))",
    "block@10(h0:?) -> block@10(if(name\"c\", h1:expression))" },
  { FIRST, SECOND,
    "block@10(h0:?, =assign@11(h2:name@12, h3:number@13)) -> "
    "block@10(=assign@11(h2:name@12, h3:number@13), if(name\"c\", h1:expression))" },
  /* the same subtree is the same hole, before and after, changed or left alone */
  { CHECKS ("p", "return"), CHECKS ("q", "return"),
    "block@0(=expression@1(0.call@2(0.h0:name@3))) -> "
    "block@0(if(0.unary\"!\"(0.h0:name), return), =expression@1(0.call@2(0.h0:name@3)))" },
  { CHECKS ("p", "return"), CHECKS ("q", "break"),
    "block@0(=expression@1(0.call@2(0.h0:name@3))) -> "
    "block@0(if(0.unary\"!\"(0.h0:name), h1:?), =expression@1(0.call@2(0.h0:name@3)))" },
  /* another operator: the kind stays; another number of children: too */
  { "return@0(binary\"<\"@1(name\"i\", name\"n\")) -> return@0(binary\"<=\"@1(name\"i\", name\"n\"))",
    "return@0(binary\">\"@1(name\"i\", name\"n\")) -> return@0(binary\">=\"@1(name\"i\", name\"n\"))",
    "return@0(h0:binary@1) -> return@0(h1:binary@1)" },
  { "block(empty, empty) -> block", "block(empty) -> block", "h0:block -> block" },
  /* a child that is left alone stands between others than its like */
  { "block@0(=empty@1, break) -> block@0(=empty@1)", "block@0(break, =empty@1) -> block@0(=empty@1)",
    "block@0(break) -> block@0" },
  /* nothing in common */
  { "break -> empty", "return -> block", "h0:? -> h1:?" },
};

/* Without the numbers of partners, which a merge chooses. */
static void check_equal (const AfPattern *made, const char *expected)
{
  g_autoptr (AfPattern) wanted = read_pattern (expected);
  g_autofree char *text = af_pattern_text (made);
  ck_assert_msg (af_pattern_equal (made, wanted), "%s\ninstead of\n%s", text, expected);
}

START_TEST (edits_are_unified)
{
  g_autoptr (AfPattern) a = read_pattern (unified[_i].a), b = read_pattern (unified[_i].b);
  g_autoptr (AfPattern) common = af_anti_unify (a, b), turned = af_anti_unify (b, a);
  check_equal (common, unified[_i].common);
  ck_assert (af_pattern_equal (common, turned));
  /* a join: what is in both is not less than itself, and both are instances of it */
  g_autoptr (AfPattern) again = af_anti_unify (common, common), with_a = af_anti_unify (common, a),
                        with_b = af_anti_unify (b, common);
  ck_assert (af_pattern_equal (again, common));
  ck_assert (af_pattern_equal (with_a, common));
  ck_assert (af_pattern_equal (with_b, common));
  g_autofree char *text = af_pattern_text (common);
  check_equal (common, text);
}
END_TEST

static const char *const no_patterns[] = { "",
                                           "block(",
                                           "block)",
                                           "blocks",
                                           "h0",
                                           "name\"x",
                                           "h:name",
                                           "block -> ",
                                           "name\"x\" y",
                                           "block@ -> block",
                                           "block@1 -> block@2",
                                           "h99999999999:name" };

START_TEST (bad_text_is_refused)
{
  g_autoptr (AfPattern) pattern = af_pattern_from_text (no_patterns[_i]);
  ck_assert_msg (pattern == NULL, "%s", no_patterns[_i]);
}
END_TEST

START_TEST (merges_are_ordered)
{
  static const struct {
    AfMerge better, worse;
  } rows[] = {
    { { TRUE, TRUE, 1, 9, 9, 0, 0 }, { TRUE, FALSE, 9, 1, 1, 9, 9 } },
    { { TRUE, TRUE, 2, 9, 9, 0, 0 }, { TRUE, TRUE, 1, 0, 0, 9, 9 } },
    { { TRUE, TRUE, 1, 1, 9, 0, 0 }, { TRUE, TRUE, 1, 2, 2, 9, 9 } },
    { { TRUE, TRUE, 1, 1, 2, 0, 0 }, { TRUE, TRUE, 1, 1, 3, 9, 9 } },
    { { TRUE, TRUE, 1, 1, 2, 1, 1 }, { TRUE, TRUE, 1, 1, 2, 0, 9 } },
    { { TRUE, TRUE, 1, 1, 2, 1, 2 }, { TRUE, TRUE, 1, 1, 2, 1, 1 } },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    ck_assert_int_gt (af_merge_compare (&rows[i].better, &rows[i].worse), 0);
    ck_assert_int_lt (af_merge_compare (&rows[i].worse, &rows[i].better), 0);
    ck_assert_int_eq (af_merge_compare (&rows[i].better, &rows[i].better), 0);
  }
}
END_TEST

/* --- example 4.2 --- */

START_TEST (example_4_2)
{
  static const AfLineDistances six_above = { .above = 1, .mean_above = 6 };
  const AfPatternUse fresh = { 0.9, 0.05 * 0.1, six_above }, enhanced = { 0.1, 0.05 * 0.1 * 0.12, six_above };
  for (gint z = 0; z > -10; z--) {
    /* the paper prints 26 and 238; its own figures, 0.1 / 0.0006 / 7, give 23.8 for the second */
    ck_assert_double_eq_tol (af_pattern_likelihood (&fresh, z), 25.714 * pow (6.0 / 7, -z), 0.01);
    ck_assert_double_eq_tol (af_pattern_likelihood (&enhanced, z), 23.810 * pow (6.0 / 7, -z), 0.01);
  }
  ck_assert_double_eq_tol (af_pattern_likelihood (&fresh, 1), 0, 1e-12);
}
END_TEST

/* --- concrete edits --- */

static AfTree *tree_of (const char *body)
{
  g_autofree char *text = g_strdup_printf ("int f (struct s *p)\n{\n%s\n}\n", body);
  g_autoptr (AfTokens) tokens = af_tokens_read (text, strlen (text));
  g_autoptr (GArray) functions = af_tokens_functions (tokens);
  ck_assert_uint_eq (functions->len, 1);
  return af_tree_parse (tokens, &g_array_index (functions, AfOutline, 0));
}

static GPtrArray *edits_of (const char *before, const char *after)
{
  g_autoptr (AfTree) old_tree = tree_of (before), new_tree = tree_of (after);
  g_autoptr (AfMapping) mapping = af_mapping_new (old_tree, new_tree);
  g_autoptr (AfTreeEdit) script = af_tree_edit_new (mapping);
  return af_concrete_edits (mapping, script);
}

static const struct {
  const char *before, *after;
  const char *codes; /* of the edits, with newlines between */
} changes[] = {
  { "a (); p->n = 0; b ();", "a (); if (p) p->n = 0; b ();",
    "{ a ( ) ; p -> n = 0 ; b ( ) ; } -> { a ( ) ; if ( p ) p -> n = 0 ; b ( ) ; }" },
  { "a (); b (); c (); d (); return x < y;", "a (); b (); c (); d (); return x <= y;",
    "return x < y ; -> return x <= y ;" },
  { "a (1); b (); c (1);", "a (2); b (); c (2);",
    "a ( 1 ) -> a ( 2 )\nc ( 1 ) -> c ( 2 )\n{ a ( 1 ) ; b ( ) ; c ( 1 ) ; } -> { a ( 2 ) ; b ( ) ; c ( 2 ) ; }" },
  { "a ();", "a ();", "" },
};

/* Definition 2.2: partners are so for each other; what is left alone has a partner that is the same, below partners. */
static void check_edit (const AfPattern *edit)
{
  for (guint i = 0; i < edit->n; i++) {
    const AfPatternNode *node = &edit->nodes[i];
    ck_assert_int_eq (node->hole, -1);
    ck_assert (!node->is_kept || node->partner >= 0);
    if (node->partner < 0)
      continue;
    const AfPatternNode *partner = &edit->nodes[node->partner];
    ck_assert_int_eq (partner->partner, (gint)i);
    ck_assert ((i < edit->n_before) != ((guint)node->partner < edit->n_before));
    ck_assert_int_eq (node->is_kept, partner->is_kept);
    ck_assert (!node->is_kept || (node->size == partner->size && node->hash == partner->hash));
  }
}

START_TEST (changes_become_edits)
{
  g_autoptr (GPtrArray) edits = edits_of (changes[_i].before, changes[_i].after);
  g_autoptr (GString) codes = g_string_new (NULL);
  for (guint i = 0; i < edits->len; i++) {
    g_autofree char *code = af_pattern_code (edits->pdata[i]), *text = af_pattern_text (edits->pdata[i]);
    g_string_append_printf (codes, "%s%s", codes->len > 0 ? "\n" : "", code);
    check_edit (edits->pdata[i]);
    check_equal (edits->pdata[i], text);
  }
  ck_assert_str_eq (codes->str, changes[_i].codes);
}
END_TEST

START_TEST (names_become_holes)
{
  g_autoptr (GPtrArray) edits = edits_of ("store (buffer, strlen (buffer), \"x\", 0x12345, '\\0');",
                                          "store (buffer, strlen (buffer) + 1, \"x\", 0x12345, '\\0');");
  ck_assert_uint_ge (edits->len, 1);
  g_autoptr (AfPattern) pattern = af_pattern_without_names (edits->pdata[0]);
  g_autofree char *code = af_pattern_code (pattern);
  ck_assert_str_eq (code,
                    "h0 ( h1 strlen ( h1 ) h2:string h3:number ) -> h0 ( h1 strlen ( h1 ) + 1 h2:string h3:number )");
  ck_assert (af_pattern_is_closed (pattern));
}
END_TEST

/* --- clusters --- */

static AfDendrogram *cluster (const char *const *texts, guint n, guint jobs)
{
  GPtrArray *edits = g_ptr_array_new_with_free_func ((GDestroyNotify)af_pattern_free);
  g_autoptr (GArray) sources = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < n; i++) {
    g_ptr_array_add (edits, read_pattern (texts[i]));
    g_array_append_val (sources, i);
  }
  g_autoptr (GError) error = NULL;
  AfDendrogram *dendrogram = af_dendrogram_new (edits, sources, jobs, NULL, &error);
  ck_assert_ptr_nonnull (dendrogram);
  return dendrogram;
}

START_TEST (like_goes_with_like)
{
  static const char *const texts[] = { CHECKS ("p", "return"),
                                       CHECKS ("q", "break"),
                                       CHECKS ("r", "return"),
                                       CHECKS ("p", "return"),
                                       "return@0(name\"x\") -> return@0",
                                       "return@0(name\"y\") -> return@0",
                                       "break -> empty" };
  g_autoptr (AfDendrogram) d = cluster (texts, G_N_ELEMENTS (texts), 1);
  g_autoptr (GString) made = g_string_new (NULL);
  for (guint i = 0; i < d->clusters->len; i++) {
    const AfCluster *node = d->clusters->pdata[i];
    if (node->sources)
      continue;
    g_autoptr (GArray) sources = af_cluster_sources (d, i);
    g_autofree char *code = af_pattern_code (node->pattern);
    g_string_append_printf (made, "%u: %s\n", sources->len, code);
  }
  ck_assert_str_eq (made->str, "3: { h0 ( ) ; } -> { if ( ! h0 ) return ; h0 ( ) ; }\n"
                               "2: return h0 ; -> return ;\n"
                               "4: { h0 ( ) ; } -> { if ( ! h0 ) h1 h0 ( ) ; }\n");
  ck_assert_uint_eq (d->roots->len, 3);
}
END_TEST

START_TEST (workers_change_nothing)
{
  static const char *const texts[] = { FIRST,
                                       SECOND,
                                       CHECKS ("p", "return"),
                                       CHECKS ("q", "break"),
                                       CHECKS ("q", "continue"),
                                       "return@0(name\"x\") -> return@0",
                                       "return@0(number\"1\") -> return@0" };
  g_autoptr (AfDendrogram) one = cluster (texts, G_N_ELEMENTS (texts), 1),
                           many = cluster (texts, G_N_ELEMENTS (texts), 3);
  ck_assert_uint_eq (one->clusters->len, many->clusters->len);
  for (guint i = 0; i < one->clusters->len; i++) {
    const AfCluster *a = one->clusters->pdata[i], *b = many->clusters->pdata[i];
    ck_assert (af_pattern_equal (a->pattern, b->pattern) && a->left == b->left && a->right == b->right);
  }
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("patterns");
  TCase *cases = tcase_create ("patterns");
  tcase_add_loop_test (cases, example_3_1, 0, G_N_ELEMENTS (matches));
  tcase_add_loop_test (cases, edits_are_unified, 0, G_N_ELEMENTS (unified));
  tcase_add_loop_test (cases, bad_text_is_refused, 0, G_N_ELEMENTS (no_patterns));
  tcase_add_test (cases, merges_are_ordered);
  tcase_add_test (cases, example_4_2);
  tcase_add_loop_test (cases, changes_become_edits, 0, G_N_ELEMENTS (changes));
  tcase_add_test (cases, names_become_holes);
  tcase_add_test (cases, like_goes_with_like);
  tcase_add_test (cases, workers_change_nothing);
  suite_add_tcase (suite, cases);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

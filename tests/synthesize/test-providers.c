/* A provider that a caller brings: its actions are drafted like those of the table, ranked and shown with its name. */
#include "model/written-out.h"
#include "support.h"

#include <string.h>

#include "rank/rank.h"
#include "util/tempdir.h"

/* A pattern as it could stand in a file: the operator of this text by another one. */
typedef struct {
  const char *from;
  AfOp to;
} Pattern;

static void apply_pattern (AfMaker *maker, const AfOccurrence *occurrence)
{
  const Pattern *pattern = maker->data;
  if (g_strcmp0 (occurrence->node->text, pattern->from) != 0)
    return;
  g_autoptr (AfExpr) value = af_expr_binary (pattern->to, occurrence->node->args[0], occurrence->node->args[1]);
  af_maker_replace (maker, occurrence, maker->row, value);
}

static const Pattern pattern = { "n + 1", AF_OP_SHL };
static const AfOperator row = {
  .id = "pattern-17", .prior = 2, .traits = AF_SLIP, .classes = "a power of two forgotten", .meaning = "n + 1 by n << 1"
};
static const AfFamily family = { .meaning = "patterns", .place = 6000, .start = 1, .step = 1 };
static const AfProvider provider = {
  .row = &row, .family = &family, .shape = AF_SHAPE_READ, .function = { .read = apply_pattern }, .data = &pattern
};

typedef struct {
  AfModule *module;
  AfLocalization *localization;
  AfFault *fault;
  GPtrArray *providers, *candidates;
} World;

static void world_init (World *w, gboolean faithful)
{
  static const char source[] = "int f (int n)\n{\n  int a = 0;\n  a = n + 1;\n  return a + n;\n}\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (AfTempDir) dir = af_temp_dir_new (&error);
  ck_assert_ptr_nonnull (dir);
  g_autofree char *path = g_build_filename (af_temp_dir_path (dir), "pattern.c", NULL);
  ck_assert (g_file_set_contents (path, source, -1, NULL));
  w->module = support_load (path);
  const AfRoutine *routine = af_module_routine (w->module, "f");
  g_autoptr (AfExpr) n = support_var (routine, "n"), zero = af_expr_int (n->type, 0);
  g_autoptr (AfExpr) state = af_expr_binary (AF_OP_GT, n, zero);
  const AfLocation *location = support_find (w->module, routine, "a = n + 1");
  ck_assert_ptr_nonnull (location);
  w->localization = support_localization (state, location->id);
  w->fault = support_fault (w->module, routine, location->id);
  w->providers = g_ptr_array_new ();
  g_ptr_array_add (w->providers, (gpointer)&provider);
  AfSynthesizeOptions options;
  af_synthesize_options_init (&options, faithful);
  options.providers = w->providers;
  w->candidates =
    af_synthesize (&(AfSynthesisTask){ w->module, w->fault, NULL, NULL, NULL }, w->localization, &options);
}

static void world_clear (World *w)
{
  g_ptr_array_unref (w->candidates);
  g_ptr_array_unref (w->providers);
  af_fault_free (w->fault);
  af_localization_free (w->localization);
  af_module_free (w->module);
}

static AfCandidate *candidate_of (const GPtrArray *candidates, const AfOperator *wanted)
{
  for (guint i = 0; i < candidates->len; i++) {
    AfCandidate *candidate = g_ptr_array_index (candidates, i);
    if (candidate->action && candidate->action->row == wanted)
      return candidate;
  }
  return NULL;
}

START_TEST (is_drafted_and_shown)
{
  World w;
  world_init (&w, FALSE);
  AfCandidate *candidate = candidate_of (w.candidates, &row);
  ck_assert_ptr_nonnull (candidate);
  g_autofree char *text = af_edits_apply_to_user (af_module_source (w.module, candidate->file), candidate->edits);
  ck_assert_ptr_nonnull (strstr (text, "a = n << 1;"));
  g_autofree char *dump = af_candidates_dump (w.candidates);
  ck_assert_ptr_nonnull (strstr (dump, "replace pattern-17 `n + 1` := `n << 1`"));
  /* its family comes after those of the table */
  const AfCandidate *other = candidate_of (w.candidates, af_operator (AF_OPERATOR_CHANGE_SHIFT));
  ck_assert_ptr_nonnull (other);
  ck_assert_uint_gt (candidate->id, other->id);
  world_clear (&w);
}
END_TEST

START_TEST (is_not_of_the_paper)
{
  World w;
  world_init (&w, TRUE);
  ck_assert_uint_gt (w.candidates->len, 0);
  ck_assert_ptr_null (candidate_of (w.candidates, &row));
  world_clear (&w);
}
END_TEST

/* As natural as its row says. */
START_TEST (is_ranked)
{
  World w;
  world_init (&w, FALSE);
  AfCandidate *halves[] = { candidate_of (w.candidates, &row),
                            candidate_of (w.candidates, af_operator (AF_OPERATOR_CHANGE_VARIABLE)) };
  g_autoptr (GPtrArray) fixes = g_ptr_array_new_with_free_func ((GDestroyNotify)af_fix_free);
  for (guint i = 0; i < G_N_ELEMENTS (halves); i++) {
    ck_assert_ptr_nonnull (halves[i]);
    g_ptr_array_add (fixes, af_fix_new (halves[i]));
  }
  af_rank_fixes (fixes, w.fault, FALSE);
  for (guint i = 0; i < fixes->len; i++) {
    const AfFix *fix = g_ptr_array_index (fixes, i);
    for (guint k = 0; k < fix->features->len; k++)
      if (strcmp (af_rank_feature_name (k), "unnatural") == 0)
        ck_assert_double_eq (g_array_index (fix->features, double, k), fix->candidate->action->row->prior / 9.0);
      else if (strcmp (af_rank_feature_name (k), "slip") == 0)
        ck_assert_double_eq (g_array_index (fix->features, double, k), 1);
  }
  ck_assert_ptr_eq (((const AfFix *)g_ptr_array_index (fixes, 0))->candidate, halves[0]);
  world_clear (&w);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("providers");
  TCase *tcase = tcase_create ("providers");
  tcase_add_test (tcase, is_drafted_and_shown);
  tcase_add_test (tcase, is_not_of_the_paper);
  tcase_add_test (tcase, is_ranked);
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? 1 : 0;
}

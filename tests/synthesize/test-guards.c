/* The search for guards on hand-made values: the smallest condition that holds in the tests that need it and in no
 * broken one. */
#include "synthesize/guards/guards-internal.h"

#include <check.h>
#include <stdlib.h>

enum { N_FAILING = 2, N_PASSING = 3 };

/* One state per test at the only location; the first two tests fail. */
typedef struct {
  const char *name;
  gint64 x[N_FAILING + N_PASSING], y[N_FAILING + N_PASSING];
  const char *expected; /* the best guard, or null */
} Row;

static AfType int_type = { .kind = AF_TYPE_INT, .spelling = (char *)"int", .bits = 32, .is_signed = TRUE };

static void add_predicate (AfLocalization *localization, AfOp op, AfExpr *a, AfExpr *b)
{
  g_autoptr (AfExpr) expr = af_expr_binary (op, a, b);
  g_ptr_array_add (localization->predicates, af_predicate_new (localization->predicates->len, expr, "integer"));
}

static AfLocalization *localization_of (const Row *row, AfExpr *x, AfExpr *y)
{
  AfLocalization *localization = af_localization_new ();
  g_autoptr (AfExpr) zero = af_expr_int (&int_type, 0);
  const guint8 defined[] = { 1, 1 };
  localization->trace = af_trace_new (2);
  localization->n_failing = N_FAILING;
  localization->n_passing = N_PASSING;
  g_ptr_array_add (localization->columns, af_expr_ref (x));
  g_ptr_array_add (localization->columns, af_expr_ref (y));
  for (guint test = 0; test < N_FAILING + N_PASSING; test++) {
    const gint64 values[] = { row->x[test], row->y[test] };
    af_trace_add (localization->trace, 0, test, values, defined);
  }
  add_predicate (localization, AF_OP_EQ, x, zero);
  add_predicate (localization, AF_OP_EQ, y, zero);
  add_predicate (localization, AF_OP_LT, x, y);
  return localization;
}

static gboolean anything (AfExpr *expr G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED)
{
  return TRUE;
}

static const Row rows[] = { { "single", { 0, 0, 1, 2, 3 }, { 5, 0, 0, 5, 4 }, "x == 0" },
                            { "complement", { 4, 7, 0, 0, 0 }, { 5, 0, 0, 5, 4 }, "x != 0" },
                            { "conjunction", { 0, 0, 0, 3, 9 }, { 0, 0, -5, 0, 5 }, "x == 0 && y == 0" },
                            { "disjunction", { 0, 3, 2, 3, 9 }, { 5, 0, 5, 4, 10 }, "x == 0 || y == 0" },
                            { "linear", { 9, 8, 5, 6, 4 }, { 2, 2, 2, 1, 1 }, "x > 6" },
                            { "linear, two", { 12, 3, 11, 9, 2 }, { 10, 1, 10, 8, 1 }, "x > y + 1" },
                            { "nothing", { 3, 4, 3, 4, 5 }, { 2, 2, 2, 2, 2 }, NULL } };

START_TEST (test_search)
{
  const Row *row = &rows[_i];
  g_autoptr (AfExpr) x = af_expr_var (&int_type, "x", 1), y = af_expr_var (&int_type, "y", 2);
  g_autoptr (AfLocalization) localization = localization_of (row, x, y);
  g_autoptr (AfStates) states = af_states_new (localization->trace, localization->columns, 1, N_FAILING, N_PASSING);
  af_states_fill_tests (states);
  g_autoptr (GPtrArray) literals = af_literals_new (localization, states);
  const guint64 needed = 0x3, banned = 0x1c, dear = 0;
  AfExamples examples = { states, 0, &needed, &banned, &dear, NULL };
  g_autoptr (GPtrArray) guards = af_guards_search (&examples, literals, 5, anything, NULL);
  const char *best = guards->len > 0 ? ((const AfGuard *)guards->pdata[0])->expr->text : NULL;
  ck_assert_msg (g_strcmp0 (best, row->expected) == 0, "%s: %s", row->name, best ? best : "nothing");
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("guards");
  TCase *tcase = tcase_create ("search");
  tcase_add_loop_test (tcase, test_search, 0, G_N_ELEMENTS (rows));
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

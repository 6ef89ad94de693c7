/* cdep, edep, dyn and susp: the numbers of the AutoFix paper, and by hand. */
#include <math.h>

#include "subject.h"

/* entry 0 -> 2 -> 3 -> 4 -> exit 1; 4 -> 2 is a loop back, 5 hangs off 3 and only returns. */
static AfRoutine *loop_routine (AfModule *module)
{
  AfRoutine *r = make_routine (module, "r");
  for (guint i = 0; i < 4; i++)
    make_location (r, AF_LOCATION_STATEMENT, NULL);
  const guint edges[][2] = { { 0, 2 }, { 2, 3 }, { 3, 4 }, { 4, 1 }, { 4, 2 }, { 3, 5 }, { 5, 1 } };
  for (guint i = 0; i < G_N_ELEMENTS (edges); i++)
    make_edge (r, edges[i][0], edges[i][1]);
  return r;
}

START_TEST (test_cdep)
{
  g_autoptr (AfModule) module = af_module_new ("m");
  AfRoutine *r = loop_routine (module);
  ck_assert_double_eq (af_cdep (r, 4, 4), 1);
  ck_assert_double_eq_tol (af_cdep (r, 3, 4), 1 - 1 / 3.0, 1e-14);
  ck_assert_double_eq_tol (af_cdep (r, 2, 4), 1 - 2 / 3.0, 1e-14);
  /* The farthest location has 0 in the paper's formula, one that does not reach the fault too. */
  ck_assert_double_eq (af_cdep (r, 0, 4), 0);
  ck_assert_double_eq (af_cdep (r, 5, 4), 0);
  /* The way back around the loop counts: 4 -> 2 -> 3. */
  ck_assert_uint_eq (af_routine_cdist (r, 4, 3), 2);
  ck_assert_double_eq (af_cdep (r, 4, 3), 0);
  g_autoptr (GArray) smooth = af_cdeps (r, 4, 0.05);
  ck_assert_double_eq (g_array_index (smooth, double, 0), 0.05);
  ck_assert_double_eq (g_array_index (smooth, double, 5), 0);
  ck_assert_double_eq (g_array_index (smooth, double, 4), 1);
  /* Nothing but the fault itself: 0/0 is taken as near. */
  ck_assert_double_eq (af_cdep (r, 0, 0), 1);
}
END_TEST

START_TEST (test_edep)
{
  AfExpr *index = af_expr_var (NULL, "index", 1);
  g_autoptr (AfExpr) clause = bin (af_expr_ref (index), AF_OP_EQ, af_expr_int (NULL, 0));
  g_autoptr (AfExpr) above = bin (af_expr_ref (index), AF_OP_GT, af_expr_int (NULL, 1));
  g_autoptr (GPtrArray) forms = g_ptr_array_new ();
  g_ptr_array_add (forms, clause);
  g_auto (AfProximity) proximity;
  af_proximity_init (&proximity, forms);
  ck_assert_uint_eq (af_proximity_of (&proximity, clause), 3);
  ck_assert_double_eq_tol (af_edep (af_proximity_of (&proximity, index), 3), 1 / 3.0, 1e-14);
  ck_assert_double_eq_tol (af_edep (af_proximity_of (&proximity, above), 3), 1 / 3.0, 1e-14);
  ck_assert_double_eq (af_edep (0, 3), 0);
  ck_assert_double_eq (af_edep (0, 0), 1);
  /* Twice the same part counts once, as in af_expr_eprox. */
  g_autoptr (AfExpr) twice =
    bin (af_expr_ref (index), AF_OP_LT, bin (af_expr_ref (index), AF_OP_ADD, af_expr_int (NULL, 0)));
  ck_assert_uint_eq (af_proximity_of (&proximity, twice), af_expr_eprox (twice, clause));
  ck_assert_uint_eq (af_proximity_of (&proximity, twice), 2);
  af_expr_unref (index);
}
END_TEST

/* A predicate is there for its complement, too, and for the other way to write it: what counts is the spelling that the
 * clause has. */
START_TEST (test_edep_complement)
{
  g_autoptr (AfModule) module = af_module_new ("m");
  AfType *boolean = make_number (module, AF_TYPE_BOOL, "_Bool", 1, FALSE),
         *integer = make_number (module, AF_TYPE_INT, "int", 32, TRUE);
  g_autoptr (AfExpr) s = af_expr_var (NULL, "s", 1);
  g_autoptr (AfExpr) before = call1 (boolean, "before", af_expr_ref (s));
  g_autoptr (AfExpr) not_before = af_expr_not (before);
  g_autoptr (AfExpr) count = field (af_expr_ref (s), "count", integer);
  g_autoptr (AfExpr) i = af_expr_var (integer, "i", 2);
  g_autoptr (AfExpr) up = af_expr_binary (AF_OP_LE, i, count);
  g_autoptr (AfExpr) down = af_expr_binary (AF_OP_GE, count, i);
  g_autoptr (AfExpr) above = af_expr_binary (AF_OP_GT, i, count);
  const struct {
    AfExpr *clause, *predicate;
    guint eprox;
  } rows[] = {
    { not_before, not_before, 3 },
    { not_before, before, 3 },
    { not_before, s, 1 },
    { not_before, count, 1 },
    { before, before, 2 },
    { before, not_before, 2 },
    { up, up, 4 },
    { up, down, 4 },
    { up, above, 4 },
    { down, up, 4 },
    { up, count, 2 },
    { up, before, 1 },
  };
  for (guint r = 0; r < G_N_ELEMENTS (rows); r++) {
    g_autoptr (GPtrArray) forms = g_ptr_array_new ();
    g_ptr_array_add (forms, rows[r].clause);
    g_auto (AfProximity) proximity;
    af_proximity_init (&proximity, forms);
    guint eprox = af_proximity_of_predicate (&proximity, rows[r].predicate);
    ck_assert_msg (eprox == rows[r].eprox, "%s for %s: %u", rows[r].predicate->text, rows[r].clause->text, eprox);
  }
}
END_TEST

/* gamma + (alpha + ... + alpha^f) - beta (alpha + ... + alpha^p). */
static double sums (guint p, guint f, double alpha, double beta, double gamma)
{
  long double dyn = 0;
  for (guint i = MAX (f, p); i >= 1; i--) {
    long double power = powl (alpha, i);
    dyn += (i <= f ? power : 0) - (i <= p ? beta * power : 0);
  }
  return (double)(gamma + dyn);
}

START_TEST (test_dyn)
{
  AfLocalizeOptions o;
  af_localize_options_init (&o);
  for (guint p = 0; p < 40; p++)
    for (guint f = 0; f < 40; f++) {
      double dyn = af_dyn (p, f, o.alpha, o.beta, o.gamma);
      ck_assert_double_eq_tol (dyn, sums (p, f, o.alpha, o.beta, o.gamma), 4.5e-16);
      ck_assert_double_gt (dyn, 2 / 3.0 - 1e-14);
      ck_assert_double_le (dyn, 1.5);
      /* One failing test outweighs any number of passing ones, by 3^-(p + 1) at least. */
      if (f > 0)
        ck_assert (p < 30 ? dyn > 1 : dyn >= 1);
    }
  ck_assert_double_eq (af_dyn (0, 0, o.alpha, o.beta, o.gamma), 1);
  ck_assert_double_eq_tol (af_dyn (3, 2, 0.5, 0.25, 2), sums (3, 2, 0.5, 0.25, 2), 1e-14);
}
END_TEST

START_TEST (test_susp)
{
  /* Worked out with fractions. */
  static const struct {
    double edep, cdep;
    guint p, f;
    double dyn, susp;
  } table[] = {
    { 1.0 / 3, 1, 0, 1, 4.0 / 3, 12.0 / 19 }, { 1.0 / 3, 1, 1, 1, 10.0 / 9, 30.0 / 49 },
    { 1, 1, 0, 2, 13.0 / 9, 39.0 / 35 },      { 0.5, 0.75, 2, 3, 32.0 / 27, 288.0 / 401 },
    { 1, 1, 1, 0, 7.0 / 9, 21.0 / 23 },       { 0, 1, 0, 5, 364.0 / 243, 0 },
    { 1, 0, 0, 5, 364.0 / 243, 0 },
  };
  AfLocalizeOptions o;
  af_localize_options_init (&o);
  for (guint i = 0; i < G_N_ELEMENTS (table); i++) {
    double dyn = af_dyn (table[i].p, table[i].f, o.alpha, o.beta, o.gamma);
    if (table[i].susp > 0)
      ck_assert_double_eq_tol (dyn, table[i].dyn, 1e-12);
    ck_assert_double_eq_tol (af_susp (table[i].edep, table[i].cdep, dyn), table[i].susp, 1e-12);
  }
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("scores");
  TCase *tests = tcase_create ("scores");
  tcase_add_test (tests, test_cdep);
  tcase_add_test (tests, test_edep);
  tcase_add_test (tests, test_edep_complement);
  tcase_add_test (tests, test_dyn);
  tcase_add_test (tests, test_susp);
  suite_add_tcase (suite, tests);
  return run_suite (suite);
}

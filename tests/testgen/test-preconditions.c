/* Preconditions: rows of numbers that satisfy a clause, rows that break what C demands, and the calls that lead to
 * where a precondition holds. */
#include <check.h>
#include <stdlib.h>

#include "module.h"

/* int between (int low, int width, int high)   REQUIRE (low + width == high); REQUIRE (width > 40);
 * int quotient (int a, int b)                  a / b
 * int shifted (int a, int n)                   REQUIRE (a >= 0); a << n */
static AfModule *number_module (void)
{
  AfModule *module = box_module ();
  AfType *number = af_module_int_type (module);

  number->bits = 32;
  number->is_signed = TRUE;
  add_routine (module, "between", number, TRUE, 3, "low", number, "width", number, "high", number);
  add_routine (module, "quotient", number, TRUE, 2, "a", number, "b", number);
  add_routine (module, "shifted", number, TRUE, 2, "a", number, "n", number);
  return module;
}

static AfExpr *var (const AfModule *module, const char *name, guint id)
{
  return af_expr_var (af_module_int_type ((AfModule *)module), name, id);
}

static void add_sum (AfModule *module)
{
  g_autoptr (AfExpr) low = var (module, "low", 1), width = var (module, "width", 2), high = var (module, "high", 3);
  g_autoptr (AfExpr) sum = af_expr_binary (AF_OP_ADD, low, width);
  AfRoutine *between = (AfRoutine *)af_module_routine (module, "between");

  add_precondition (module, between, af_expr_binary (AF_OP_EQ, sum, high));
  add_bound (module, between, AF_OP_GT, "width", af_module_int_type (module), 40);
}

/* The implicit clauses of `a op b`: that it fits, and for a division that b is not zero. */
static void add_demands (AfModule *module, const char *routine, AfOp op, const char *left, const char *right)
{
  AfRoutine *owner = (AfRoutine *)af_module_routine (module, routine);
  g_autoptr (AfExpr) a = var (module, left, 1), b = var (module, right, 2), zero = af_expr_int (b->type, 0);
  g_autoptr (AfExpr) operation = af_expr_binary (op, a, b);
  AfExpr *args[] = { operation };

  add_precondition (module, owner, af_expr_new (AF_EXPR_FITS, af_module_bool_type (module), NULL, args, 1));
  ((AfClause *)module->clauses->pdata[module->clauses->len - 1])->kind = AF_CLAUSE_ARITH;
  if (op != AF_OP_DIV)
    return;
  add_precondition (module, owner, af_expr_binary (AF_OP_NE, b, zero));
  ((AfClause *)module->clauses->pdata[module->clauses->len - 1])->kind = AF_CLAUSE_ARITH;
}

typedef struct {
  AfModule *module;
  AfRepertoire *repertoire;
  AfSchedule schedule;
  AfPreconditions preconditions;
} Fixture;

static void set_up (Fixture *fixture, AfModule *module)
{
  fixture->module = module;
  fixture->repertoire = af_repertoire_new (module);
  af_schedule_init (&fixture->schedule, fixture->repertoire, fixture->repertoire->targets, TRUE);
  af_preconditions_init (&fixture->preconditions, fixture->repertoire);
}

static void fixture_clear (Fixture *fixture)
{
  af_preconditions_clear (&fixture->preconditions);
  af_schedule_clear (&fixture->schedule);
  af_repertoire_free (fixture->repertoire);
  af_module_free (fixture->module);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fixture, fixture_clear)

static const AfCallable *callable_of (const Fixture *fixture, const char *name)
{
  return af_repertoire_callable (fixture->repertoire, thunk_of (fixture->module, name));
}

/* As if @tried calls had been tried and @made of them made. */
static const AfCallable *improve (Fixture *fixture, const char *name, guint tried, guint made)
{
  g_array_index (fixture->schedule.tried, guint, thunk_of (fixture->module, name)) = tried;
  g_array_index (fixture->schedule.made, guint, thunk_of (fixture->module, name)) = made;
  af_preconditions_improve (&fixture->preconditions, &fixture->schedule);
  return callable_of (fixture, name);
}

static gint64 cell (const GArray *rows, guint width, guint row, guint column)
{
  return g_array_index (rows, gint64, row * width + column);
}

START_TEST (solved_rows_satisfy_the_clauses)
{
  g_auto (Fixture) fixture = { 0 };
  AfModule *module = number_module ();
  const AfCallable *between;

  add_sum (module);
  set_up (&fixture, module);
  between = improve (&fixture, "between", 100, 10);
  ck_assert_ptr_nonnull (between->solutions);
  ck_assert_uint_ge (between->solutions->len, 3 * 16);
  for (guint i = 0; i < between->solutions->len / 3; i++) {
    ck_assert_int_eq (cell (between->solutions, 3, i, 0) + cell (between->solutions, 3, i, 1),
                      cell (between->solutions, 3, i, 2));
    ck_assert_int_gt (cell (between->solutions, 3, i, 1), 40);
  }
  for (guint i = 0; i < 3; i++)
    ck_assert (between->solved[i]);
}
END_TEST

START_TEST (nothing_is_solved_while_trying_is_enough)
{
  static const struct {
    guint tried, made;
  } cases[] = { { 100, 60 }, { 8, 0 }, { 0, 0 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (Fixture) fixture = { 0 };
    AfModule *module = number_module ();

    add_sum (module);
    set_up (&fixture, module);
    ck_assert_ptr_null (improve (&fixture, "between", cases[i].tried, cases[i].made)->solutions);
  }
}
END_TEST

/* Whether a row of @callable is this pair. */
static gboolean has_break (const AfCallable *callable, gint64 a, gint64 b)
{
  for (guint i = 0; i < callable->n_breaks; i++)
    if (cell (callable->breaks, 2, i, 0) == a && cell (callable->breaks, 2, i, 1) == b)
      return TRUE;
  return FALSE;
}

START_TEST (division_breaks_by_zero_and_by_the_smallest_number)
{
  g_auto (Fixture) fixture = { 0 };
  AfModule *module = number_module ();
  const AfCallable *quotient;
  guint by_zero = 0;

  add_demands (module, "quotient", AF_OP_DIV, "a", "b");
  set_up (&fixture, module);
  quotient = improve (&fixture, "quotient", 100, 100);
  ck_assert (has_break (quotient, G_MININT32, -1));
  for (guint i = 0; i < quotient->n_breaks; i++) {
    gboolean is_zero = cell (quotient->breaks, 2, i, 1) == 0;

    by_zero += is_zero;
    ck_assert (is_zero || (cell (quotient->breaks, 2, i, 0) == G_MININT32 && cell (quotient->breaks, 2, i, 1) == -1));
    ck_assert_uint_eq (g_array_index (quotient->breaks_speak_of, guint64, i), is_zero ? 2 : 3);
  }
  ck_assert_uint_ge (by_zero, 1);
}
END_TEST

START_TEST (breaking_rows_keep_the_precondition)
{
  g_auto (Fixture) fixture = { 0 };
  AfModule *module = number_module ();
  const AfCallable *shifted;

  add_bound (module, (AfRoutine *)af_module_routine (module, "shifted"), AF_OP_GE, "a", af_module_int_type (module), 0);
  add_demands (module, "shifted", AF_OP_SHL, "a", "n");
  set_up (&fixture, module);
  shifted = improve (&fixture, "shifted", 100, 100);
  ck_assert_uint_ge (shifted->n_breaks, 2);
  ck_assert (has_break (shifted, 1, 31));
  for (guint i = 0; i < shifted->n_breaks; i++)
    ck_assert_int_ge (cell (shifted->breaks, 2, i, 0), 0);
}
END_TEST

/* b = box_new (); box_rename (b, ...); box_put (b, ...), of which the last is made only after a rename. */
static AfTest *script_of (const AfModule *module, const char *command)
{
  AfTest *test = af_test_new ();

  add_call (test, thunk_of (module, "box_new"), TRUE, 0);
  set_variable (add_call (test, thunk_of (module, command), FALSE, 2), 0, 0);
  set_variable (add_call (test, thunk_of (module, "box_put"), FALSE, 2), 0, 0);
  return test;
}

START_TEST (the_command_that_leads_there_is_learnt)
{
  g_auto (Fixture) fixture = { 0 };
  const AfCallable *put;

  set_up (&fixture, number_module ());
  improve (&fixture, "box_put", 100, 5);
  for (guint i = 0; i < 40; i++) {
    g_autoptr (AfTest) good = script_of (fixture.module, "box_rename"), bad = script_of (fixture.module, "box_merge");
    AfOutcome made = { .kind = AF_OUTCOME_PASS, .executed = 7 },
              left_out = { .kind = AF_OUTCOME_INVALID, .executed = 3 };

    af_preconditions_note (&fixture.preconditions, i < 4 ? good : bad, i < 4 ? &made : &left_out);
  }
  put = improve (&fixture, "box_put", 140, 9);
  ck_assert_ptr_nonnull (put->leads);
  ck_assert_uint_eq (put->leads->len, 1);
  ck_assert_uint_eq (g_array_index (put->leads, guint, 0), thunk_of (fixture.module, "box_rename"));
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("preconditions");
  TCase *tcase = tcase_create ("preconditions");
  SRunner *runner = srunner_create (suite);
  int failed;

  tcase_set_timeout (tcase, 60);
  tcase_add_test (tcase, solved_rows_satisfy_the_clauses);
  tcase_add_test (tcase, nothing_is_solved_while_trying_is_enough);
  tcase_add_test (tcase, division_breaks_by_zero_and_by_the_smallest_number);
  tcase_add_test (tcase, breaking_rows_keep_the_precondition);
  tcase_add_test (tcase, the_command_that_leads_there_is_learnt);
  suite_add_tcase (suite, tcase);
  srunner_run_all (runner, CK_NORMAL);
  failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

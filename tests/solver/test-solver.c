/* The solver room: verdicts under the semantics of C, resource limits, extremal values. */
#include <check.h>
#include <stdlib.h>

#include "solver/solver.h"

typedef struct {
  AfType *integer, *uint, *u64, *uchar, *boolean, *pointer, *real;
} Types;

static Types types;

static AfType *number (AfTypeKind kind, const char *spelling, guint bits, gboolean is_signed)
{
  AfType *type = af_type_new (kind, spelling);
  type->bits = bits;
  type->is_signed = is_signed;
  return type;
}

static void setup (void)
{
  types.integer = number (AF_TYPE_INT, "int", 32, TRUE);
  types.uint = number (AF_TYPE_INT, "unsigned int", 32, FALSE);
  types.u64 = number (AF_TYPE_INT, "unsigned long", 64, FALSE);
  types.uchar = number (AF_TYPE_INT, "unsigned char", 8, FALSE);
  types.boolean = number (AF_TYPE_BOOL, "_Bool", 1, FALSE);
  types.pointer = af_type_new (AF_TYPE_POINTER, "int *");
  types.pointer->target = types.integer;
  types.real = number (AF_TYPE_FLOAT, "double", 64, TRUE);
}

static void teardown (void)
{
  AfType *all[] = { types.pointer, types.integer, types.uint, types.u64, types.uchar, types.boolean, types.real };
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    af_type_free (all[i]);
}

/* Builders that take over their arguments keep the tables below short. */
static AfExpr *var (AfType *type, const char *name)
{
  return af_expr_var (type, name, 1);
}
static AfExpr *num (gint64 value)
{
  return af_expr_int (types.integer, value);
}

static AfExpr *bin (AfExpr *left, AfOp op, AfExpr *right)
{
  AfExpr *e = af_expr_binary (op, left, right);
  af_expr_unref (left);
  af_expr_unref (right);
  return e;
}

static AfExpr *un (AfOp op, AfExpr *arg)
{
  AfExpr *e = af_expr_unary (op, arg);
  af_expr_unref (arg);
  return e;
}

static AfExpr *implies (AfExpr *a, AfExpr *b)
{
  AfExpr *args[2] = { a, b };
  AfExpr *e = af_expr_new (AF_EXPR_IMPLIES, types.integer, NULL, args, 2);
  af_expr_unref (a);
  af_expr_unref (b);
  return e;
}

static void check_equivalent (const char *what, AfExpr *a, AfExpr *b, AfVerdict expected)
{
  g_autoptr (AfSolver) solver = af_solver_new (0);
  AfVerdict verdict = af_solver_equivalent (solver, a, b);
  ck_assert_msg (verdict == expected, "%s: verdict %d instead of %d for %s <=> %s", what, verdict, expected, a->text,
                 b->text);
  af_expr_unref (a);
  af_expr_unref (b);
}

static void check_valid (const char *what, AfExpr *e, AfVerdict expected)
{
  g_autoptr (AfSolver) solver = af_solver_new (0);
  AfVerdict verdict = af_solver_valid (solver, e);
  ck_assert_msg (verdict == expected, "%s: verdict %d instead of %d for %s", what, verdict, expected, e->text);
  af_expr_unref (e);
}

#define I(name) var (types.integer, name)
#define U(name) var (types.uint, name)
#define L(name) var (types.u64, name)
#define B(name) var (types.boolean, name)
#define P(name) var (types.pointer, name)
#define D(name) var (types.real, name)
#define NIL() af_expr_new (AF_EXPR_NULL, types.pointer, NULL, NULL, 0)

START_TEST (test_equivalent)
{
  check_equivalent ("complement", bin (I ("a"), AF_OP_LT, I ("b")), un (AF_OP_NOT, bin (I ("a"), AF_OP_GE, I ("b"))),
                    AF_PROVED);
  check_equivalent ("integers are discrete", bin (I ("a"), AF_OP_LT, I ("b")),
                    bin (bin (I ("a"), AF_OP_ADD, num (1)), AF_OP_LE, I ("b")), AF_PROVED);
  check_equivalent ("strictness", bin (I ("a"), AF_OP_LT, I ("b")), bin (I ("a"), AF_OP_LE, I ("b")), AF_REFUTED);
  check_equivalent ("contraposition", implies (B ("p"), B ("q")),
                    implies (un (AF_OP_NOT, B ("q")), un (AF_OP_NOT, B ("p"))), AF_PROVED);
  check_equivalent ("converse", implies (B ("p"), B ("q")), implies (B ("q"), B ("p")), AF_REFUTED);
  check_equivalent ("pointer as condition", un (AF_OP_NOT, P ("p")), bin (P ("p"), AF_OP_EQ, NIL ()), AF_PROVED);
  check_equivalent ("integer as condition", un (AF_OP_NOT, I ("n")), bin (I ("n"), AF_OP_EQ, num (0)), AF_PROVED);
  check_equivalent ("truth compared", bin (B ("p"), AF_OP_EQ, num (0)), un (AF_OP_NOT, B ("p")), AF_PROVED);
  check_equivalent ("NaN", bin (D ("x"), AF_OP_LT, D ("y")), un (AF_OP_NOT, bin (D ("x"), AF_OP_GE, D ("y"))),
                    AF_UNKNOWN);
}
END_TEST

/* Everything that wraps around in C, so that what holds in mathematics does not. */
START_TEST (test_unsigned)
{
  check_valid ("unsigned n - 1 < n", bin (bin (U ("n"), AF_OP_SUB, num (1)), AF_OP_LT, U ("n")), AF_REFUTED);
  check_valid ("signed n - 1 < n", bin (bin (I ("n"), AF_OP_SUB, num (1)), AF_OP_LT, I ("n")), AF_PROVED);
  check_valid ("unsigned n + 1 > n", bin (bin (L ("n"), AF_OP_ADD, num (1)), AF_OP_GT, L ("n")), AF_REFUTED);
  check_valid ("unsigned a - b <= a", bin (bin (U ("a"), AF_OP_SUB, U ("b")), AF_OP_LE, U ("a")), AF_REFUTED);
  check_valid ("unsigned difference is never negative", bin (bin (U ("a"), AF_OP_SUB, U ("b")), AF_OP_GE, num (0)),
               AF_PROVED);
  check_valid ("promoted: a char plus 1 does not wrap",
               bin (bin (var (types.uchar, "c"), AF_OP_ADD, num (1)), AF_OP_GT, var (types.uchar, "c")), AF_PROVED);
  check_valid ("range of a char", bin (var (types.uchar, "c"), AF_OP_LE, num (255)), AF_PROVED);
  check_valid ("unsigned >= 0", bin (L ("n"), AF_OP_GE, num (0)), AF_PROVED);
  check_valid ("mixed: i < 0 implies i < n",
               implies (bin (I ("i"), AF_OP_LT, num (0)), bin (I ("i"), AF_OP_LT, U ("n"))), AF_REFUTED);
  check_valid ("mixed: n == i implies n >= i",
               implies (bin (U ("n"), AF_OP_EQ, I ("i")), bin (U ("n"), AF_OP_GE, I ("i"))), AF_PROVED);
  check_equivalent ("unsigned n > 0", bin (U ("n"), AF_OP_GT, num (0)), bin (U ("n"), AF_OP_NE, num (0)), AF_PROVED);
}
END_TEST

START_TEST (test_arithmetic)
{
  check_valid ("truncation", bin (bin (num (-7), AF_OP_DIV, num (2)), AF_OP_EQ, num (-3)), AF_PROVED);
  check_valid ("sign of the remainder", bin (bin (num (-7), AF_OP_MOD, num (2)), AF_OP_EQ, num (-1)), AF_PROVED);
  check_valid ("negative divisor", bin (bin (num (7), AF_OP_DIV, num (-2)), AF_OP_EQ, num (-3)), AF_PROVED);
  check_valid ("x % 2 may be -1", bin (bin (I ("x"), AF_OP_MOD, num (2)), AF_OP_GE, num (0)), AF_REFUTED);
  check_valid ("quotient and remainder",
               bin (bin (bin (bin (I ("x"), AF_OP_DIV, num (3)), AF_OP_MUL, num (3)), AF_OP_ADD,
                         bin (I ("x"), AF_OP_MOD, num (3))),
                    AF_OP_EQ, I ("x")),
               AF_PROVED);
  check_valid ("a product is an atom: no refutation from it",
               bin (bin (I ("x"), AF_OP_MUL, I ("y")), AF_OP_EQ, bin (I ("y"), AF_OP_MUL, I ("x"))), AF_UNKNOWN);
  check_valid ("the same product", bin (bin (I ("x"), AF_OP_MUL, I ("y")), AF_OP_EQ, bin (I ("x"), AF_OP_MUL, I ("y"))),
               AF_PROVED);
  check_valid ("complement",
               bin (un (AF_OP_COMPL, I ("x")), AF_OP_EQ, bin (un (AF_OP_NEG, I ("x")), AF_OP_SUB, num (1))), AF_PROVED);
  AfExpr *sum = bin (I ("x"), AF_OP_ADD, I ("y"));
  AfExpr *fits = af_expr_new (AF_EXPR_FITS, types.integer, NULL, &sum, 1);
  af_expr_unref (sum);
  check_valid (
    "FITS",
    implies (bin (bin (I ("x"), AF_OP_LT, num (10)), AF_OP_AND, bin (I ("y"), AF_OP_LT, num (0))), af_expr_ref (fits)),
    AF_REFUTED);
  check_valid ("FITS in range",
               implies (bin (bin (I ("x"), AF_OP_GE, num (0)), AF_OP_AND, bin (I ("y"), AF_OP_LT, num (0))), fits),
               AF_PROVED);
}
END_TEST

START_TEST (test_background)
{
  g_autoptr (AfSolver) solver = af_solver_new (0);
  g_autoptr (GPtrArray) facts = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  g_ptr_array_add (facts, bin (bin (P ("first"), AF_OP_EQ, NIL ()), AF_OP_EQ, bin (I ("count"), AF_OP_EQ, num (0))));
  g_autoptr (AfExpr) empty = bin (I ("count"), AF_OP_EQ, num (0));
  g_autoptr (AfExpr) null = bin (P ("first"), AF_OP_EQ, NIL ());
  ck_assert_int_eq (af_solver_equivalent (solver, empty, null), AF_REFUTED);
  af_solver_set_background (solver, facts);
  ck_assert_int_eq (af_solver_equivalent (solver, empty, null), AF_PROVED);
  ck_assert_int_eq (af_solver_implies (solver, empty, null), AF_PROVED);
  af_solver_set_background (solver, NULL);
  ck_assert_int_eq (af_solver_equivalent (solver, empty, null), AF_REFUTED);
}
END_TEST

/* Out of resources is an answer of its own, and so is a question that has an effect. */
START_TEST (test_unknown)
{
  g_autoptr (AfSolver) solver = af_solver_new (1);
  g_autoptr (AfExpr) a = bin (bin (I ("a"), AF_OP_ADD, I ("b")), AF_OP_LT, bin (I ("c"), AF_OP_MUL, num (3)));
  g_autoptr (AfExpr) b =
    bin (bin (bin (I ("a"), AF_OP_ADD, I ("b")), AF_OP_ADD, num (1)), AF_OP_LE, bin (num (3), AF_OP_MUL, I ("c")));
  ck_assert_int_eq (af_solver_equivalent (solver, a, b), AF_UNKNOWN);
  g_autoptr (AfSolver) patient = af_solver_new (0);
  ck_assert_int_eq (af_solver_equivalent (patient, a, b), AF_PROVED);
  g_autoptr (AfExpr) i = I ("i");
  g_autoptr (GPtrArray) none = af_solver_extremes (solver, a, i);
  ck_assert_uint_eq (none->len, 0);

  g_autoptr (AfExpr) five = num (5);
  g_autoptr (AfExpr) assignment = af_expr_assign (i, five);
  ck_assert_int_eq (af_solver_valid (patient, assignment), AF_UNKNOWN);
  ck_assert_int_eq (af_solver_equivalent (patient, a, b), AF_PROVED);
}
END_TEST

static char *extremes (AfExpr *lambda, AfExpr *j, AfExpr *fact)
{
  g_autoptr (AfSolver) solver = af_solver_new (0);
  g_autoptr (GPtrArray) facts = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  if (fact != NULL)
    g_ptr_array_add (facts, fact);
  af_solver_set_background (solver, facts);
  g_autoptr (GPtrArray) found = af_solver_extremes (solver, lambda, j);
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < found->len; i++)
    g_string_append_printf (text, "%s%s", i ? ", " : "", ((AfExpr *)found->pdata[i])->text);
  af_expr_unref (lambda);
  af_expr_unref (j);
  return g_string_free (text, FALSE);
}

static void check_extremes (const char *what, AfExpr *lambda, AfExpr *j, AfExpr *fact, const char *expected)
{
  g_autofree char *found = extremes (lambda, j, fact);
  ck_assert_msg (g_str_equal (found, expected), "%s: {%s} instead of {%s}", what, found, expected);
}

static AfExpr *between (AfExpr *low, AfExpr *j, AfOp op, AfExpr *high)
{
  AfExpr *again = af_expr_ref (j);
  return bin (bin (low, AF_OP_LE, j), AF_OP_AND, bin (again, op, high));
}

START_TEST (test_extremes)
{
  AfExpr *room = bin (I ("count"), AF_OP_GE, num (0));
  check_extremes ("the paper's example", between (num (0), I ("i"), AF_OP_LE, bin (I ("count"), AF_OP_ADD, num (1))),
                  I ("i"), af_expr_ref (room), "0, count + 1");
  check_extremes ("feasible wherever anything is",
                  between (num (0), I ("i"), AF_OP_LE, bin (I ("count"), AF_OP_ADD, num (1))), I ("i"), NULL,
                  "0, count + 1");
  check_extremes ("strict", between (num (0), I ("i"), AF_OP_LT, I ("n")), I ("i"), NULL, "0, n - 1");
  check_extremes ("coefficient", bin (bin (num (2), AF_OP_MUL, I ("i")), AF_OP_LT, num (7)), I ("i"), NULL, "3");
  check_extremes ("negative", bin (bin (num (10), AF_OP_SUB, I ("i")), AF_OP_GE, I ("n")), I ("i"),
                  bin (I ("n"), AF_OP_GT, num (0)), "10 - n");
  check_extremes ("two upper bounds, neither is always the least",
                  bin (bin (I ("i"), AF_OP_LT, I ("n")), AF_OP_AND, bin (I ("i"), AF_OP_LT, I ("m"))), I ("i"), NULL,
                  "");
  check_extremes ("the tighter of two",
                  bin (bin (I ("i"), AF_OP_LE, I ("n")), AF_OP_AND, bin (I ("i"), AF_OP_LT, I ("n"))), I ("i"), NULL,
                  "n - 1");
  check_extremes ("equality", bin (I ("i"), AF_OP_EQ, bin (I ("n"), AF_OP_ADD, num (2))), I ("i"), NULL, "n + 2");
  check_extremes ("no solution", bin (bin (I ("i"), AF_OP_LT, I ("n")), AF_OP_AND, bin (I ("n"), AF_OP_LT, I ("i"))),
                  I ("i"), NULL, "");
  check_extremes ("from the background", bin (I ("i"), AF_OP_GE, num (1)), I ("i"), bin (I ("i"), AF_OP_LE, I ("n")),
                  "1, n");
  check_extremes ("unsigned: 0 and the bound", bin (U ("i"), AF_OP_LE, U ("n")), U ("i"), NULL, "0, n");
  check_extremes ("not linear in j", bin (bin (I ("i"), AF_OP_MUL, I ("i")), AF_OP_LT, I ("n")), I ("i"), NULL, "");
  check_extremes ("disjunction", bin (bin (I ("i"), AF_OP_LE, num (3)), AF_OP_OR, bin (I ("i"), AF_OP_LE, num (5))),
                  I ("i"), NULL, "5");
  af_expr_unref (room);
}
END_TEST

/* With n = 0 the bound n - 1 of an unsigned i < n would be huge: it is not a solution, but then nothing is. */
START_TEST (test_extremes_unsigned)
{
  check_extremes ("i < n", bin (U ("i"), AF_OP_LT, U ("n")), U ("i"), NULL, "0, n - 1");
  check_extremes ("i <= n - 1 with n = 0 allows every i", bin (U ("i"), AF_OP_LE, bin (U ("n"), AF_OP_SUB, num (1))),
                  U ("i"), NULL, "0, n - 1");
  check_extremes ("i + 1 <= n wraps for the largest i, and no bound holds",
                  bin (bin (U ("i"), AF_OP_ADD, num (1)), AF_OP_LE, U ("n")), U ("i"), bin (U ("n"), AF_OP_GT, num (0)),
                  "0");
}
END_TEST

/* A question has the same answer whatever was asked before. */
START_TEST (test_repeatable)
{
  g_autoptr (AfSolver) solver = af_solver_new (3000);
  g_autoptr (AfExpr) a =
    implies (bin (I ("a"), AF_OP_LT, I ("b")), bin (I ("c"), AF_OP_LT, bin (I ("a"), AF_OP_ADD, I ("d"))));
  g_autoptr (AfExpr) b =
    bin (bin (I ("b"), AF_OP_LE, I ("a")), AF_OP_OR, bin (I ("c"), AF_OP_LT, bin (I ("d"), AF_OP_ADD, I ("a"))));
  AfVerdict first = af_solver_equivalent (solver, a, b);
  for (guint i = 0; i < 200; i++) {
    g_autofree char *name = g_strdup_printf ("v%u", i);
    g_autoptr (AfExpr) other = bin (I (name), AF_OP_LT, I ("b"));
    ck_assert_int_eq (af_solver_equivalent (solver, a, other), AF_REFUTED);
    ck_assert_int_eq (af_solver_equivalent (solver, a, b), first);
  }
}
END_TEST

/* low < high, high <= 9, low + high == 8: the rows differ and keep to it; 4 of low there are. */
START_TEST (test_solutions)
{
  static const char *const names[] = { "low", "high", "other" };
  g_autoptr (AfSolver) solver = af_solver_new (0);
  g_autoptr (GPtrArray) conditions = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  g_autoptr (GArray) rows = NULL;

  g_ptr_array_add (conditions, bin (I ("low"), AF_OP_LT, I ("high")));
  g_ptr_array_add (conditions, bin (I ("high"), AF_OP_LE, num (7)));
  g_ptr_array_add (conditions, bin (bin (I ("low"), AF_OP_ADD, I ("high")), AF_OP_EQ, num (8)));
  rows = af_solver_solutions (solver, conditions, names, 3, 20);
  ck_assert_uint_eq (rows->len, 3 * 3);
  for (guint i = 0; i < rows->len; i += 3) {
    const gint64 *row = &g_array_index (rows, gint64, i);
    ck_assert (row[0] < row[1] && row[1] <= 7 && row[0] + row[1] == 8);
    ck_assert_int_eq (row[2], 0);
    for (guint j = 0; j < i; j += 3)
      ck_assert_int_ne (row[0], g_array_index (rows, gint64, j));
  }
}
END_TEST

START_TEST (test_no_solutions)
{
  static const char *const names[] = { "low" };
  g_autoptr (AfSolver) solver = af_solver_new (0);
  AfExpr *rows[] = { bin (I ("low"), AF_OP_LT, I ("count")),
                     bin (bin (I ("low"), AF_OP_MUL, I ("low")), AF_OP_EQ, num (4)),
                     bin (I ("low"), AF_OP_GT, num (G_MAXINT32)) };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GPtrArray) conditions = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
    g_ptr_array_add (conditions, rows[i]);
    g_autoptr (GArray) none = af_solver_solutions (solver, conditions, names, 1, 4);
    ck_assert_uint_eq (none->len, 0);
  }
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("solver");
  TCase *verdicts = tcase_create ("solver");
  tcase_add_checked_fixture (verdicts, setup, teardown);
  tcase_add_test (verdicts, test_equivalent);
  tcase_add_test (verdicts, test_unsigned);
  tcase_add_test (verdicts, test_arithmetic);
  tcase_add_test (verdicts, test_background);
  tcase_add_test (verdicts, test_unknown);
  tcase_add_test (verdicts, test_extremes);
  tcase_add_test (verdicts, test_extremes_unsigned);
  tcase_add_test (verdicts, test_repeatable);
  tcase_add_test (verdicts, test_solutions);
  tcase_add_test (verdicts, test_no_solutions);
  tcase_set_timeout (verdicts, 30);
  suite_add_tcase (suite, verdicts);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

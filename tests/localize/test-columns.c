/* Columns against a reference: random traces and random predicates, evaluated row by row as C would. */
#include <string.h>

#include "subject.h"
#include "util/random.h"

#define N_COLUMNS 5
#define N_LOCATIONS 6

typedef enum { VALUE_FALSE, VALUE_TRUE, VALUE_UNDEFINED } Value;

typedef struct {
  AfModule *module;
  GPtrArray *columns;
  AfTrace *trace;
  guint n_failing, n_passing;
} Data;

static void data_make (Data *d, AfRandom *random, guint n_rows)
{
  static const char *const names[N_COLUMNS] = { "a", "b", "c", "p", "q" };
  d->module = af_module_new ("m");
  AfType *integer = make_number (d->module, AF_TYPE_INT, "int", 32, TRUE);
  AfType *pointer = make_pointer (d->module, "int *", integer);
  d->columns = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  for (guint i = 0; i < N_COLUMNS; i++)
    g_ptr_array_add (d->columns, af_expr_var (i < 3 ? integer : pointer, names[i], i + 1));
  d->trace = af_trace_new (N_COLUMNS);
  d->n_failing = 1 + af_random_below (random, 70);
  d->n_passing = af_random_below (random, 70);
  for (guint row = 0; row < n_rows; row++) {
    gint64 values[N_COLUMNS];
    guint8 defined[N_COLUMNS];
    for (guint i = 0; i < N_COLUMNS; i++) {
      values[i] = i < 3 ? af_random_between (random, -2, 2) : 0x7f0000000000 * af_random_between (random, 0, 2);
      defined[i] = (guint8)af_random_chance (random, 4, 5);
    }
    af_trace_add (d->trace, af_random_below (random, N_LOCATIONS),
                  af_random_below (random, d->n_failing + d->n_passing), values, defined);
  }
}

static void data_clear (Data *d)
{
  af_trace_free (d->trace);
  g_ptr_array_unref (d->columns);
  af_module_free (d->module);
}

static AfExpr *random_operand (const Data *d, AfRandom *random)
{
  if (af_random_chance (random, 1, 4))
    return af_expr_int (NULL, af_random_between (random, -1, 1));
  return af_expr_ref (d->columns->pdata[af_random_below (random, 3)]);
}

static AfExpr *random_predicate (const Data *d, AfRandom *random, guint depth)
{
  guint pick = af_random_below (random, depth == 0 ? 2 : 6);
  if (pick == 0)
    return bin (af_expr_ref (d->columns->pdata[3]), AF_OP_EQ,
                af_random_chance (random, 1, 2) ? af_expr_ref (d->columns->pdata[4])
                                                : af_expr_new (AF_EXPR_NULL, NULL, NULL, NULL, 0));
  if (pick == 1) {
    AfOp op = AF_OP_LT + af_random_below (random, 6);
    AfExpr *left = random_operand (d, random);
    return bin (left, op, random_operand (d, random));
  }
  AfExpr *a = random_predicate (d, random, depth - 1);
  if (pick == 2)
    return un (AF_OP_NOT, a);
  AfExpr *b = random_predicate (d, random, depth - 1);
  if (pick == 3)
    return implies (NULL, a, b);
  return bin (a, pick == 4 ? AF_OP_AND : AF_OP_OR, b);
}

/* --- the reference --- */

static gboolean number_at (const Data *d, guint row, const AfExpr *e, gint64 *value)
{
  *value = e->value;
  for (guint i = 0; i < d->columns->len; i++)
    if (af_expr_equal (d->columns->pdata[i], e)) {
      *value = g_array_index (d->trace->values, gint64, row * N_COLUMNS + i);
      return g_array_index (d->trace->defined, guint8, row * N_COLUMNS + i);
    }
  return TRUE;
}

static Value value_at (const Data *d, guint row, const AfExpr *e)
{
  if (e->kind == AF_EXPR_UNARY) {
    Value v = value_at (d, row, e->args[0]);
    return v == VALUE_UNDEFINED ? v : v == VALUE_TRUE ? VALUE_FALSE : VALUE_TRUE;
  }
  if (e->kind == AF_EXPR_IMPLIES || e->op == AF_OP_AND || e->op == AF_OP_OR) {
    Value a = value_at (d, row, e->args[0]);
    if (a == VALUE_UNDEFINED)
      return a;
    if (e->kind == AF_EXPR_IMPLIES)
      return a == VALUE_FALSE ? VALUE_TRUE : value_at (d, row, e->args[1]);
    gboolean decided = e->op == AF_OP_AND ? a == VALUE_FALSE : a == VALUE_TRUE;
    return decided ? a : value_at (d, row, e->args[1]);
  }
  gint64 x, y;
  if (!number_at (d, row, e->args[0], &x) || !number_at (d, row, e->args[1], &y))
    return VALUE_UNDEFINED;
  gboolean holds = e->op == AF_OP_LT   ? x < y
                   : e->op == AF_OP_LE ? x <= y
                   : e->op == AF_OP_GT ? x > y
                   : e->op == AF_OP_GE ? x >= y
                   : e->op == AF_OP_EQ ? x == y
                                       : x != y;
  return holds ? VALUE_TRUE : VALUE_FALSE;
}

/* Tests in which @e has @value at @location at least once. */
static void count_reference (const Data *d, guint location, const AfExpr *e, gboolean value, guint *passing,
                             guint *failing)
{
  g_autofree gboolean *seen = g_new0 (gboolean, d->n_failing + d->n_passing);
  for (guint row = 0; row < d->trace->location->len; row++)
    if (g_array_index (d->trace->location, guint, row) == location
        && value_at (d, row, e) == (value ? VALUE_TRUE : VALUE_FALSE))
      seen[g_array_index (d->trace->test, guint, row)] = TRUE;
  *passing = *failing = 0;
  for (guint test = 0; test < d->n_failing + d->n_passing; test++)
    *(test < d->n_failing ? failing : passing) += (guint)seen[test];
}

START_TEST (test_against_reference)
{
  for (guint round = 0; round < 12; round++) {
    AfRandom random;
    Data d;
    af_random_init (&random, 1000 + round);
    data_make (&d, &random, 20 + 60 * round);
    af_trace_normalise (d.trace, d.columns);
    g_autoptr (AfStates) states = af_states_new (d.trace, d.columns, N_LOCATIONS, d.n_failing, d.n_passing);
    ck_assert_uint_le (states->n, d.trace->location->len);
    for (guint i = 0; i < 40; i++) {
      g_autoptr (AfExpr) e = random_predicate (&d, &random, 3);
      g_autoptr (AfVector) vector = af_states_evaluate (states, e);
      ck_assert_msg (vector != NULL, "%s was not evaluated", e->text);
      for (guint location = 0; location < N_LOCATIONS; location++)
        for (guint value = 0; value < 2; value++) {
          guint expected_passing, expected_failing;
          AfTestCounts counts = af_count_tests (states, location, vector, (gboolean)value, NULL, FALSE);
          count_reference (&d, location, e, (gboolean)value, &expected_passing, &expected_failing);
          ck_assert_msg (counts.passing == expected_passing && counts.failing == expected_failing,
                         "%s at %u: %u+%u instead of %u+%u", e->text, location, counts.passing, counts.failing,
                         expected_passing, expected_failing);
        }
    }
    data_clear (&d);
  }
}
END_TEST

/* What is not made of columns, or is not what the numbers say, has no values. */
START_TEST (test_not_evaluable)
{
  AfRandom random;
  Data d;
  af_random_init (&random, 5);
  data_make (&d, &random, 10);
  AfType *uint = make_number (d.module, AF_TYPE_INT, "unsigned int", 32, FALSE);
  g_ptr_array_add (d.columns, af_expr_var (uint, "u", 9));
  AfTrace *wider = af_trace_new (N_COLUMNS + 1);
  gint64 values[N_COLUMNS + 1] = { -1, 0, 0, 0, 0, 1 };
  guint8 defined[N_COLUMNS + 1] = { 1, 1, 1, 1, 1, 1 };
  af_trace_add (wider, 2, 0, values, defined);
  g_autoptr (AfStates) states = af_states_new (wider, d.columns, N_LOCATIONS, 1, 0);
  g_autoptr (AfExpr) unknown = bin (af_expr_var (NULL, "z", 0), AF_OP_EQ, af_expr_int (NULL, 0));
  ck_assert_ptr_null (af_states_evaluate (states, unknown));
  /* In C, -1 < 1u is false. */
  g_autoptr (AfExpr) mixed = bin (af_expr_ref (d.columns->pdata[0]), AF_OP_LT, af_expr_ref (d.columns->pdata[5]));
  ck_assert_ptr_null (af_states_evaluate (states, mixed));
  g_autoptr (AfExpr) within =
    bin (af_expr_ref (d.columns->pdata[5]), AF_OP_LT, af_expr_int (d.module->types->pdata[0], 2));
  g_autoptr (AfVector) vector = af_states_evaluate (states, within);
  ck_assert_uint_eq (vector->truth[0], 1);
  af_trace_free (wider);
  data_clear (&d);
}
END_TEST

/* An unsigned char becomes int and may stand beside a size; an int may not. */
START_TEST (test_widths)
{
  g_autoptr (AfModule) module = af_module_new ("m");
  AfType *narrow = make_number (module, AF_TYPE_INT, "unsigned char", 8, FALSE);
  AfType *wide = make_number (module, AF_TYPE_INT, "size_t", 64, FALSE),
         *integer = make_number (module, AF_TYPE_INT, "int", 32, TRUE);
  g_autoptr (GPtrArray) columns = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  g_ptr_array_add (columns, af_expr_var (narrow, "n", 1));
  g_ptr_array_add (columns, af_expr_var (wide, "w", 2));
  g_ptr_array_add (columns, af_expr_var (integer, "i", 3));
  g_autoptr (AfTrace) trace = af_trace_new (3);
  static const gint64 rows[][3] = { { 200, 7, 7 }, { 7, -1 /* the largest size */, -1 } };
  static const guint8 defined[3] = { 1, 1, 1 };
  for (guint test = 0; test < G_N_ELEMENTS (rows); test++)
    af_trace_add (trace, 2, test, rows[test], defined);
  g_autoptr (AfStates) states = af_states_new (trace, columns, 3, 1, 1);
  g_autoptr (AfExpr) less = af_expr_binary (AF_OP_LT, columns->pdata[0], columns->pdata[1]);
  g_autoptr (AfVector) vector = af_states_evaluate (states, less);
  ck_assert_ptr_nonnull (vector);
  ck_assert_uint_eq (vector->truth[0], 2);
  g_autoptr (AfExpr) mixed = af_expr_binary (AF_OP_LT, columns->pdata[2], columns->pdata[1]);
  ck_assert_ptr_null (af_states_evaluate (states, mixed));
}
END_TEST

/* A loop that runs a hundred times counts once, and its equal visits are one state. */
START_TEST (test_tests_not_visits)
{
  g_autoptr (GPtrArray) columns = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  g_ptr_array_add (columns, af_expr_var (NULL, "i", 1));
  g_autoptr (AfTrace) trace = af_trace_new (1);
  for (gint64 i = 0; i < 100; i++) {
    gint64 value = i % 3;
    guint8 defined = 1;
    af_trace_add (trace, 2, 0, &value, &defined);
  }
  g_autoptr (AfStates) states = af_states_new (trace, columns, 3, 1, 0);
  ck_assert_uint_eq (states->n, 3);
  g_autoptr (AfExpr) e = bin (af_expr_var (NULL, "i", 1), AF_OP_EQ, af_expr_int (NULL, 1));
  g_autoptr (AfVector) vector = af_states_evaluate (states, e);
  AfTestCounts counts = af_count_tests (states, 2, vector, TRUE, NULL, FALSE);
  ck_assert_uint_eq (counts.passing, 0);
  ck_assert_uint_eq (counts.failing, 1);
}
END_TEST

/* What the trace has of a floating-point number (runtime/afrt-trace.c). */
static gint64 traced (double number)
{
  gint64 bits;
  memcpy (&bits, &number, sizeof bits);
  return bits < 0 ? -(bits & G_MAXINT64) : bits;
}

typedef struct {
  const char *literal; /* null: the whole number 0; else compared with x, column 0 */
  AfOp op;
  const char *holds; /* by row: yes, no, or ? for a value that is not known */
} FloatRow;

static const FloatRow float_rows[] = {
  { NULL, AF_OP_LT, "ynnn?" },    { NULL, AF_OP_LE, "yyyn?" },      { NULL, AF_OP_GE, "nyyy?" },
  { NULL, AF_OP_EQ, "nyyn?" },    { "2.5", AF_OP_EQ, "nnny?" },     { "2.4999999999999996", AF_OP_GT, "nnny?" },
  { "1e300", AF_OP_LT, "yyyy?" }, { "-1e-300", AF_OP_LT, "ynnn?" }, { "2.5f", AF_OP_GE, "nnny?" },
};

START_TEST (test_floats)
{
  static const double rows[] = { -1e10, 0.0, -0.0, 2.5, 7 };
  const FloatRow *row = &float_rows[_i];
  g_autoptr (AfModule) module = af_module_new ("m");
  AfType *real = make_number (module, AF_TYPE_FLOAT, "double", 64, TRUE);
  g_autoptr (GPtrArray) columns = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  g_ptr_array_add (columns, af_expr_var (real, "x", 1));
  g_autoptr (AfTrace) trace = af_trace_new (1);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    gint64 value = traced (rows[i]);
    guint8 defined = i + 1 < G_N_ELEMENTS (rows);
    af_trace_add (trace, i, 0, &value, &defined);
  }
  g_autoptr (AfStates) states = af_states_new (trace, columns, G_N_ELEMENTS (rows), 1, 0);
  AfExpr *other = row->literal ? af_expr_new (AF_EXPR_FLOAT, real, row->literal, NULL, 0) : af_expr_int (NULL, 0);
  af_expr_finish (other);
  g_autoptr (AfExpr) e = bin (af_expr_ref (columns->pdata[0]), row->op, other);
  g_autoptr (AfVector) vector = af_states_evaluate (states, e);
  ck_assert_ptr_nonnull (vector);
  for (guint s = 0; s < states->n; s++) {
    char seen = !(vector->defined[0] >> s & 1) ? '?' : vector->truth[0] >> s & 1 ? 'y' : 'n';
    ck_assert_msg (seen == row->holds[s], "%s for %g: %c", e->text, rows[s], seen);
  }
}
END_TEST

/* A whole number beside a floating-point one would be converted first: not known. */
START_TEST (test_float_beside_whole)
{
  g_autoptr (AfModule) module = af_module_new ("m");
  AfType *real = make_number (module, AF_TYPE_FLOAT, "double", 64, TRUE);
  AfType *integer = make_number (module, AF_TYPE_INT, "int", 32, TRUE);
  g_autoptr (GPtrArray) columns = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  g_ptr_array_add (columns, af_expr_var (real, "x", 1));
  g_ptr_array_add (columns, af_expr_var (integer, "n", 2));
  g_autoptr (AfTrace) trace = af_trace_new (2);
  g_autoptr (AfStates) states = af_states_new (trace, columns, 1, 1, 0);
  g_autoptr (AfExpr) e = bin (af_expr_ref (columns->pdata[0]), AF_OP_LT, af_expr_ref (columns->pdata[1]));
  ck_assert_ptr_null (af_states_evaluate (states, e));
}
END_TEST

/* 120 columns, about 18,000 predicates, 40,000 visits. */
START_TEST (test_speed)
{
  AfRandom random;
  af_random_init (&random, 3);
  g_autoptr (GPtrArray) columns = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  for (guint i = 0; i < 110; i++) {
    g_autofree char *name = g_strdup_printf ("v%u", i);
    g_ptr_array_add (columns, af_expr_var (NULL, name, i + 1));
  }
  g_autoptr (AfTrace) trace = af_trace_new (columns->len);
  for (guint row = 0; row < 40000; row++) {
    gint64 values[110];
    guint8 defined[110];
    for (guint i = 0; i < 110; i++) {
      values[i] = af_random_between (&random, 0, 1) + (i == 0 ? (gint64)(row / 8) : 0);
      defined[i] = 1;
    }
    af_trace_add (trace, row % 30, row % 200, values, defined);
  }
  gint64 start = g_get_monotonic_time ();
  g_autoptr (AfStates) states = af_states_new (trace, columns, 30, 100, 100);
  guint n = 0;
  for (guint i = 0; i < columns->len; i++)
    for (guint k = i + 1; k < columns->len && n < 3000; k++) {
      g_autoptr (AfExpr) e = af_expr_binary (AF_OP_LT, columns->pdata[i], columns->pdata[k]);
      g_autoptr (AfVector) vector = af_states_evaluate (states, e);
      for (guint l = 0; l < 30; l++)
        af_count_tests (states, l, vector, TRUE, NULL, FALSE);
      n++;
    }
  double seconds = (double)(g_get_monotonic_time () - start) / G_USEC_PER_SEC;
  g_print ("%u predicates over %u states: %.2f s\n", n, states->n, seconds);
  ck_assert_double_lt (seconds, 40);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("columns");
  TCase *tests = tcase_create ("columns");
  tcase_set_timeout (tests, 120);
  tcase_add_test (tests, test_against_reference);
  tcase_add_test (tests, test_not_evaluable);
  tcase_add_test (tests, test_widths);
  tcase_add_test (tests, test_tests_not_visits);
  tcase_add_loop_test (tests, test_floats, 0, G_N_ELEMENTS (float_rows));
  tcase_add_test (tests, test_float_beside_whole);
  tcase_add_test (tests, test_speed);
  suite_add_tcase (suite, tests);
  return run_suite (suite);
}

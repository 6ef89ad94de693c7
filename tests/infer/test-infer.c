/* The infer room: shapes on rows, and the chance that a relation held by accident. */
#include <check.h>
#include <stdlib.h>

#include "infer/infer-internal.h"

enum { N_ROWS = 40 };

/* Three numbers a, b, c in each row; `a` after the call. */
static GPtrArray *terms_new (AfType *type)
{
  static const char *const names[] = { "a", "b", "c" };
  GPtrArray *terms = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    AfTerm *term = g_new0 (AfTerm, 1);
    term->expr = af_expr_var (type, names[i], i + 1);
    term->kind = AF_TERM_NUMBER;
    term->is_after = i == 0;
    term->object = term->old = -1;
    g_ptr_array_add (terms, term);
  }
  return terms;
}

typedef struct {
  AfFact fact;
  gint64 values[3];
  gboolean undefined; /* b cannot be evaluated */
  int expected;
} HoldsRow;

START_TEST (facts_hold)
{
  static const HoldsRow rows[] = {
    { { AF_SHAPE_SAME, 0, 1, -1, 0 }, { 3, 3, 0 }, FALSE, 1 },
    { { AF_SHAPE_SAME, 0, 1, -1, 0 }, { 3, 4, 0 }, FALSE, 0 },
    { { AF_SHAPE_SAME, 0, 1, -1, 0 }, { 3, 3, 0 }, TRUE, -1 },
    { { AF_SHAPE_AWAY, 0, 1, -1, -1 }, { 3, 4, 0 }, FALSE, 1 },
    { { AF_SHAPE_AWAY, 0, 1, -1, 1 }, { G_MININT64, G_MAXINT64, 0 }, FALSE, 0 },
    { { AF_SHAPE_SUM, 0, 1, 2, 0 }, { 7, 3, 4 }, FALSE, 1 },
    { { AF_SHAPE_SUM, 0, 1, 2, 0 }, { 7, 3, 5 }, FALSE, 0 },
    { { AF_SHAPE_OFFSET, 0, 1, 2, -1 }, { 6, 3, 4 }, FALSE, 1 },
    { { AF_SHAPE_OFFSET, 0, 1, 2, 1 }, { G_MININT64, G_MAXINT64, 0 }, FALSE, 0 },
    { { AF_SHAPE_TIMES, 0, 1, -1, 3 }, { 12, 4, 0 }, FALSE, 1 },
    { { AF_SHAPE_TIMES, 0, 1, -1, 3 }, { 13, 4, 0 }, FALSE, 0 },
    { { AF_SHAPE_PRODUCT, 0, 1, 2, 0 }, { 12, 3, 4 }, FALSE, 1 },
    { { AF_SHAPE_PRODUCT, 0, 1, 2, 0 }, { 0, G_MAXINT64, 2 }, FALSE, 0 },
    { { AF_SHAPE_QUOTIENT, 0, 1, 2, 0 }, { 3, 13, 4 }, FALSE, 1 },
    { { AF_SHAPE_QUOTIENT, 0, 1, 2, 0 }, { 0, 13, 0 }, FALSE, 0 },
    { { AF_SHAPE_QUOTIENT, 0, 1, 2, 0 }, { 0, G_MININT64, -1 }, FALSE, 0 },
    { { AF_SHAPE_LIMIT, 0, 1, 2, 0 }, { 7, 3, 4 }, FALSE, 1 },
    { { AF_SHAPE_LIMIT, 0, 1, 2, 0 }, { 6, 3, 4 }, FALSE, 0 },
    { { AF_SHAPE_LESS, 0, 1, -1, 0 }, { 4, 4, 0 }, FALSE, 0 },
    { { AF_SHAPE_UP_TO, 0, 1, -1, 0 }, { 4, 4, 0 }, FALSE, 1 },
    { { AF_SHAPE_LEAST, 0, -1, -1, 4 }, { 4, 0, 0 }, TRUE, 1 },
    { { AF_SHAPE_MOST, 0, -1, -1, 3 }, { 4, 0, 0 }, FALSE, 0 },
    { { AF_SHAPE_NOT, 0, -1, -1, 0 }, { 4, 0, 0 }, FALSE, 1 },
  };
  AfType *type = af_type_new (AF_TYPE_INT, "int");
  GPtrArray *terms = terms_new (type);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    const guint8 defined[] = { 1, !rows[i].undefined, 1 };
    AfTable *table = af_table_new (terms);
    af_table_add (table, rows[i].values, defined, FALSE);
    af_table_add (table, rows[i].values, defined, FALSE);
    ck_assert_msg (table->n == 1, "row %u: equal rows are one", i);
    ck_assert_msg (af_fact_holds (&rows[i].fact, table, 0) == rows[i].expected, "row %u", i);
    af_table_free (table);
  }
  for (guint i = 0; i < terms->len; i++)
    af_expr_unref (((AfTerm *)terms->pdata[i])->expr);
  g_ptr_array_unref (terms);
  af_type_free (type);
}
END_TEST

typedef struct {
  const char *what;
  AfFact fact;
  gint64 slope, offset; /* a = slope * b + offset, b = row % period, c = row */
  guint period;
  gboolean is_chance;
} ChanceRow;

START_TEST (chances)
{
  static const ChanceRow rows[] = {
    { "equal in forty values", { AF_SHAPE_SAME, 0, 1, -1, 0 }, 1, 0, 40, FALSE },
    { "equal in two values", { AF_SHAPE_SAME, 0, 1, -1, 0 }, 1, 0, 2, TRUE },
    { "one more", { AF_SHAPE_AWAY, 0, 1, -1, 1 }, 1, 1, 40, FALSE },
    { "one more, once", { AF_SHAPE_AWAY, 0, 1, -1, 1 }, 1, 1, 1, TRUE },
    { "less, many times", { AF_SHAPE_LESS, 0, 1, -1, 0 }, 1, -5, 40, FALSE },
    { "less, three times", { AF_SHAPE_LESS, 0, 1, -1, 0 }, 1, -5, 3, TRUE },
    { "at most, never equal", { AF_SHAPE_UP_TO, 0, 1, -1, 0 }, 1, -5, 40, TRUE },
    { "three times", { AF_SHAPE_TIMES, 0, 1, -1, 3 }, 3, 0, 40, FALSE },
    { "three times, once", { AF_SHAPE_TIMES, 0, 1, -1, 3 }, 3, 0, 1, TRUE },
    { "a sum with a constant", { AF_SHAPE_SUM, 0, 1, 2, 0 }, 1, 0, 1, TRUE },
    { "a product", { AF_SHAPE_PRODUCT, 0, 1, 2, 0 }, 3, 0, 40, FALSE },
    { "a product of nothing", { AF_SHAPE_PRODUCT, 0, 1, 2, 0 }, 0, 0, 40, TRUE },
    { "a quotient", { AF_SHAPE_QUOTIENT, 0, 1, 2, 0 }, 3, 0, 40, FALSE },
    { "a quotient that is always 0", { AF_SHAPE_QUOTIENT, 0, 1, 2, 0 }, 0, 0, 40, TRUE },
    { "a quotient that is always 1", { AF_SHAPE_QUOTIENT, 0, 1, 2, 0 }, 0, 1, 40, TRUE },
    { "within a limit that is never met", { AF_SHAPE_LIMIT, 0, 1, 2, 0 }, 1, 90, 40, TRUE },
    { "always the same, as it ever was", { AF_SHAPE_IS, 0, -1, -1, 7 }, 0, 7, 40, TRUE },
  };
  static const guint8 defined[] = { 1, 1, 1 };
  AfType *type = af_type_new (AF_TYPE_INT, "int");
  GPtrArray *terms = terms_new (type);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    AfTable *table = af_table_new (terms);
    for (guint row = 0; row < N_ROWS; row++) {
      gint64 b = row % rows[i].period;
      const gint64 values[] = { rows[i].slope * b + rows[i].offset, b, row };
      af_table_add (table, values, defined, FALSE);
    }
    AfRelation relation = { .fact = rows[i].fact };
    gboolean is_chance = af_relation_chance (&relation, table) > 1e-4;
    ck_assert_msg (is_chance == rows[i].is_chance, "%s", rows[i].what);
    af_table_free (table);
  }
  for (guint i = 0; i < terms->len; i++)
    af_expr_unref (((AfTerm *)terms->pdata[i])->expr);
  g_ptr_array_unref (terms);
  af_type_free (type);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("infer");
  TCase *tcase = tcase_create ("relations");
  tcase_add_test (tcase, facts_hold);
  tcase_add_test (tcase, chances);
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* Preconditions found in rows of calls that returned and calls that failed; and what is worth saying of rows after. */
#include <check.h>
#include <stdlib.h>

#include "infer/infer-internal.h"

static const AfFact no_fact = { AF_SHAPE_NONE, -1, -1, -1, 0 };
static const guint8 defined[] = { 1, 1, 1, 1 };

static AfTerm *add_term (GPtrArray *terms, AfType *type, const char *name)
{
  AfTerm *term = g_new0 (AfTerm, 1);
  term->expr = af_expr_var (type, name, terms->len + 1);
  term->kind = type->kind == AF_TYPE_BOOL ? AF_TERM_TRUTH : AF_TERM_NUMBER;
  term->object = term->old = -1;
  g_ptr_array_add (terms, term);
  return term;
}

static void terms_free (GPtrArray *terms)
{
  for (guint i = 0; i < terms->len; i++)
    af_expr_unref (((AfTerm *)terms->pdata[i])->expr);
  g_ptr_array_unref (terms);
}

static void add_location (AfRoutine *routine, AfLocation *location, AfLocationKind kind, AfExpr *expr)
{
  *location = (AfLocation){ .kind = kind, .expr = expr };
  g_ptr_array_add (routine->locations, location);
}

/* --- before --- */

/* Calls with i from @first to @last, each with objects of @states different states; n is 5 to 9, room 10 to 14. */
typedef struct {
  gint64 first, last;
  guint states;
} Calls;

/* `i < 3` stands in its text; int *a is another parameter. */
typedef enum { PLAIN, LOOKS, TAKES_MEMORY } Routine;

typedef struct {
  const char *what;
  Calls passed[3], failed[2];
  Routine routine;
  AfFact expected[2];
} BeforeRow;

enum { I, N, ROOM };
#define NONE                                                                                                           \
  {                                                                                                                    \
    AF_SHAPE_NONE, -1, -1, -1, 0                                                                                       \
  }
#define LEAST(k)                                                                                                       \
  {                                                                                                                    \
    AF_SHAPE_LEAST, I, -1, -1, k                                                                                       \
  }
#define MOST(k)                                                                                                        \
  {                                                                                                                    \
    AF_SHAPE_MOST, I, -1, -1, k                                                                                        \
  }

static void add_calls (AfTable *table, const Calls *calls)
{
  for (gint64 i = calls->first; i <= calls->last; i++)
    for (guint s = 0; s < calls->states; s++) {
      const gint64 values[] = { i, 5 + s % 5, 10 + s % 5 };
      af_table_add (table, values, defined, FALSE);
    }
}

static const BeforeRow before_rows[] = {
  { "negative ones fail", { { 0, 15, 3 } }, { { -20, -1, 2 } }, PLAIN, { LEAST (0), NONE } },
  { "one state that fails twice", { { 0, 15, 3 } }, { { -5, -5, 1 }, { -5, -5, 1 } }, PLAIN, { LEAST (0), NONE } },
  { "one that fails once", { { 0, 15, 3 } }, { { -5, -5, 1 } }, PLAIN, { NONE, NONE } },
  { "nothing fails", { { -15, 15, 3 } }, { { 0, -1, 0 } }, PLAIN, { NONE, NONE } },
  { "two return by luck", { { 0, 15, 3 }, { -2, -1, 3 } }, { { -40, -3, 2 } }, PLAIN, { LEAST (0), NONE } },
  { "as many return as fail", { { 0, 15, 3 }, { -20, -1, 3 } }, { { -40, -20, 2 } }, PLAIN, { NONE, NONE } },
  { "few values, more rows", { { 0, 15, 3 }, { -2, -1, 5 } }, { { -5, -2, 5 } }, PLAIN, { NONE, NONE } },
  { "some values more, of an index", { { 0, 15, 3 }, { -2, -1, 5 } }, { { -8, -3, 5 } }, PLAIN, { LEAST (0), NONE } },
  { "luck, but the text has plans", { { 0, 15, 3 }, { -2, -1, 3 } }, { { -40, -4, 2 } }, LOOKS, { NONE, NONE } },
  { "beyond the room, the first two by luck",
    { { 0, 11, 5 } },
    { { 11, 60, 2 } },
    PLAIN,
    { { AF_SHAPE_LESS, I, ROOM, -1, 0 }, NONE } },
  { "beyond the room, not with as many",
    { { 0, 12, 5 } },
    { { 15, 60, 2 } },
    PLAIN,
    { { AF_SHAPE_UP_TO, I, ROOM, -1, 0 }, NONE } },
  { "next to a constant", { { 1, 12, 5 } }, { { 13, 20, 2 }, { -20, 0, 2 } }, PLAIN, { LEAST (1), MOST (12) } },
  { "next to the size of what tests hand over",
    { { 1, 12, 5 } },
    { { 13, 20, 2 }, { -20, 0, 2 } },
    TAKES_MEMORY,
    { LEAST (1), NONE } },
  { "far from any constant", { { 1, 12, 5 } }, { { 40, 44, 2 }, { 6, 6, 1 } }, LOOKS, { NONE, NONE } },
  { "the smallest alone",
    { { G_MININT32 + 1, G_MININT32 + 1, 5 }, { -3, 3, 5 } },
    { { G_MININT32, G_MININT32, 5 } },
    LOOKS,
    { LEAST (G_MININT32 + 1), NONE } },
};

START_TEST (before)
{
  AfType *type = af_type_new (AF_TYPE_INT, "int");
  type->bits = 32;
  type->is_signed = TRUE;
  GPtrArray *terms = g_ptr_array_new_with_free_func (g_free);
  add_term (terms, type, "i")->is_param = TRUE;
  add_term (terms, type, "n")->is_part = TRUE;
  add_term (terms, type, "room")->is_part = TRUE;
  AfExpr *bound = af_expr_int (type, 3);
  AfExpr *look = af_expr_binary (AF_OP_LT, ((AfTerm *)terms->pdata[I])->expr, bound);
  AfType *memory = af_type_new (AF_TYPE_POINTER, "int *");
  memory->target = type;
  AfVariable param = { .type = memory };
  g_autoptr (GPtrArray) variables = g_ptr_array_new ();
  g_ptr_array_add (variables, &param);
  const AfInferOptions options = { .seed = 1 };
  const AfObservation observation = { .options = &options };
  for (guint r = 0; r < G_N_ELEMENTS (before_rows); r++) {
    const BeforeRow *row = &before_rows[r];
    AfRoutine routine = { .name = (char *)"f",
                          .locations = g_ptr_array_new (),
                          .variables = variables,
                          .n_params = row->routine == TAKES_MEMORY ? variables->len : 0 };
    AfLocation location;
    AfTerms watched = { &routine, terms, NULL };
    AfSeenRoutine seen = { .terms = &watched, .passed = af_table_new (terms), .failed = af_table_new (terms) };
    if (row->routine == LOOKS)
      add_location (&routine, &location, AF_LOCATION_IF, look);
    for (guint i = 0; i < G_N_ELEMENTS (row->passed); i++)
      add_calls (seen.passed, &row->passed[i]);
    for (guint i = 0; i < G_N_ELEMENTS (row->failed); i++)
      add_calls (seen.failed, &row->failed[i]);
    GArray *found = af_find_before (&observation, &seen);
    guint n = (row->expected[0].shape != AF_SHAPE_NONE) + (row->expected[1].shape != AF_SHAPE_NONE);
    ck_assert_msg (found->len == n, "%s: %u found", row->what, found->len);
    for (guint i = 0; i < n; i++) {
      AfRelation expected = { .guard = no_fact, .fact = row->expected[i], .other = no_fact };
      gboolean is_there = FALSE;
      for (guint k = 0; k < found->len; k++)
        is_there |= af_relation_equal (&g_array_index (found, AfRelation, k), &expected);
      ck_assert_msg (is_there, "%s: %u", row->what, i);
    }
    g_array_unref (found);
    af_table_free (seen.passed);
    af_table_free (seen.failed);
    g_ptr_array_unref (routine.locations);
  }
  af_expr_unref (look);
  af_expr_unref (bound);
  terms_free (terms);
  af_type_free (memory);
  af_type_free (type);
}
END_TEST

/* --- worth --- */

enum { RESULT, A, BYTE };

typedef struct {
  const char *what;
  AfFact fact, guard;
  gboolean may_fail, has_failure; /* it may run out of memory; the text has `return false` */
  gboolean is_worth;
  AfFact said_under;
} WorthRow;

#define IS(a, k)                                                                                                       \
  {                                                                                                                    \
    AF_SHAPE_IS, a, -1, -1, k                                                                                          \
  }
#define TRUTH                                                                                                          \
  {                                                                                                                    \
    AF_SHAPE_TRUE, RESULT, -1, -1, 0                                                                                   \
  }

static const WorthRow worth_rows[] = {
  { "a constant", IS (A, 5), NONE, FALSE, TRUE, TRUE, NONE },
  { "after success alone", IS (A, 5), NONE, TRUE, TRUE, TRUE, TRUTH },
  { "after success, as it says", IS (A, 5), TRUTH, TRUE, TRUE, TRUE, TRUTH },
  { "after success, and more", IS (A, 5), IS (BYTE, 3), TRUE, TRUE, FALSE, IS (BYTE, 3) },
  { "where no failure is told", IS (A, 5), NONE, TRUE, FALSE, TRUE, NONE },
  { "success itself", TRUTH, NONE, TRUE, TRUE, FALSE, NONE },
  { "nobody has set it", IS (A, -1094795586), NONE, FALSE, TRUE, FALSE, NONE },
  { "nobody has set the byte", IS (BYTE, 0xbe), NONE, FALSE, TRUE, FALSE, NONE },
  { "a number that a byte might be", IS (A, 0xbe), NONE, FALSE, TRUE, TRUE, NONE },
};

START_TEST (worth)
{
  AfType *number = af_type_new (AF_TYPE_INT, "int"), *byte = af_type_new (AF_TYPE_INT, "unsigned char");
  AfType *truth = af_type_new (AF_TYPE_BOOL, "bool");
  number->bits = 32;
  number->is_signed = TRUE;
  byte->bits = 8;
  GPtrArray *terms = g_ptr_array_new_with_free_func (g_free), *others = g_ptr_array_new ();
  add_term (terms, truth, "result")->is_result = TRUE;
  add_term (terms, number, "a")->is_after = TRUE;
  add_term (terms, byte, "b")->is_after = TRUE;
  AfExpr *zero = af_expr_int (number, 0);
  const AfInferOptions options = { .seed = 1 };
  const AfObservation observation = { .options = &options, .routines = others };
  static const gint64 values[] = { 1, 5, 3 };
  for (guint r = 0; r < G_N_ELEMENTS (worth_rows); r++) {
    const WorthRow *row = &worth_rows[r];
    AfRoutine routine = { .name = (char *)"f", .locations = g_ptr_array_new () };
    AfLocation location;
    AfTerms watched = { &routine, NULL, terms };
    AfSeenRoutine seen = { .terms = &watched, .after = af_table_new (terms) };
    GArray *found = g_array_new (FALSE, FALSE, sizeof (AfRelation));
    const AfSearch search = { .table = seen.after, .guard = no_fact, .found = found };
    AfRelation relation = { .guard = row->guard, .fact = row->fact, .other = no_fact };
    if (row->has_failure)
      add_location (&routine, &location, AF_LOCATION_RETURN, zero);
    af_table_add (seen.after, values, defined, FALSE);
    gboolean is_worth = af_worth_saying (&observation, &seen, &search, row->may_fail, &relation);
    const AfRelation expected = { .guard = row->said_under, .fact = row->fact, .other = no_fact };
    ck_assert_msg (is_worth == row->is_worth, "%s", row->what);
    ck_assert_msg (!is_worth || af_relation_equal (&relation, &expected), "%s: under what", row->what);
    g_array_unref (found);
    af_table_free (seen.after);
    g_ptr_array_unref (routine.locations);
  }
  af_expr_unref (zero);
  terms_free (terms);
  g_ptr_array_unref (others);
  af_type_free (number);
  af_type_free (byte);
  af_type_free (truth);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("sift");
  TCase *tcase = tcase_create ("relations");
  tcase_add_test (tcase, before);
  tcase_add_test (tcase, worth);
  suite_add_tcase (suite, tcase);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

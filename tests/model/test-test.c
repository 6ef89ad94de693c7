/* Tests as data, outcomes, traces. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "model/test.h"

static AfCall *add (AfTest *test, guint thunk, int result, guint n_args)
{
  AfCall *call = af_call_new (thunk, result, n_args);
  g_ptr_array_add (test->calls, call);
  return call;
}

static void use (AfCall *call, guint i, AfArgKind kind, guint index)
{
  call->args[i].kind = kind;
  call->args[i].index = index;
}

/* v0 = 0 ();  v1 = 0 ();  1 (v1, "x");  2 (v1, &v2);  3 (v0) */
static AfTest *sample (void)
{
  AfTest *test = af_test_new ();
  test->n_variables = 3;
  add (test, 0, 0, 0);
  add (test, 0, 1, 0);
  AfCall *put = add (test, 1, -1, 2);
  use (put, 0, AF_ARG_VARIABLE, 1);
  put->args[1].kind = AF_ARG_STRING;
  put->args[1].bytes = g_bytes_new ("x", 1);
  AfCall *get = add (test, 2, -1, 2);
  use (get, 0, AF_ARG_VARIABLE, 1);
  use (get, 1, AF_ARG_ADDRESS, 2);
  use (add (test, 3, -1, 1), 0, AF_ARG_VARIABLE, 0);
  return test;
}

START_TEST (test_copy)
{
  g_autoptr (AfTest) test = sample ();
  g_autoptr (AfTest) copy = af_test_copy (test);
  ck_assert (af_test_equal (test, copy));
  ck_assert_uint_eq (af_test_hash (test), af_test_hash (copy));
  ck_assert_uint_eq (af_test_target (copy), 3);
  AfCall *put = copy->calls->pdata[2];
  g_bytes_unref (put->args[1].bytes);
  put->args[1].bytes = g_bytes_new ("y", 1);
  ck_assert (!af_test_equal (test, copy));
  ck_assert_uint_ne (af_test_hash (test), af_test_hash (copy));
}
END_TEST

START_TEST (test_different)
{
  g_autoptr (AfTest) a = af_test_new ();
  g_autoptr (AfTest) b = af_test_new ();
  ck_assert (af_test_equal (a, b));
  AfCall *left = add (a, 1, -1, 1), *right = add (b, 1, -1, 1);
  ck_assert (af_test_equal (a, b));
  right->args[0].integer = 5;
  ck_assert (!af_test_equal (a, b));
  right->args[0].kind = AF_ARG_NULL;
  ck_assert (!af_test_equal (a, b));
  left->args[0].kind = AF_ARG_NULL;
  ck_assert (af_test_equal (a, b));
  left->args[0].kind = right->args[0].kind = AF_ARG_FLOAT;
  left->args[0].real = right->args[0].real = NAN;
  ck_assert (af_test_equal (a, b));
  left->args[0].real = 0.0;
  right->args[0].real = -0.0;
  ck_assert (!af_test_equal (a, b));
}
END_TEST

static const struct {
  gboolean keep[5];
  guint n_calls, n_variables;
  guint thunks[5];
} projections[] = {
  { { 1, 1, 1, 1, 1 }, 5, 3, { 0, 0, 1, 2, 3 } },
  { { 1, 0, 1, 1, 1 }, 2, 1, { 0, 3 } }, /* what needs v1 goes with it */
  { { 0, 1, 0, 1, 1 }, 2, 2, { 0, 2 } }, /* &v2 needs no call */
  { { 0, 1, 1, 0, 0 }, 2, 1, { 0, 1 } },
  { { 0, 0, 0, 0, 1 }, 0, 0, { 0 } },
};

START_TEST (test_project)
{
  g_autoptr (AfTest) test = sample ();
  g_autoptr (AfTest) cut = af_test_project (test, projections[_i].keep);
  ck_assert_uint_eq (cut->calls->len, projections[_i].n_calls);
  ck_assert_uint_eq (cut->n_variables, projections[_i].n_variables);
  for (guint i = 0; i < cut->calls->len; i++) {
    const AfCall *call = cut->calls->pdata[i];
    ck_assert_uint_eq (call->thunk, projections[_i].thunks[i]);
    ck_assert_int_lt (call->result, (int)cut->n_variables);
    for (guint k = 0; k < call->n_args; k++)
      if (call->args[k].kind == AF_ARG_VARIABLE || call->args[k].kind == AF_ARG_ADDRESS)
        ck_assert_uint_lt (call->args[k].index, cut->n_variables);
  }
}
END_TEST

START_TEST (test_outcome)
{
  AfOutcome outcome = { .kind = AF_OUTCOME_PASS, .reached = g_array_new (FALSE, FALSE, sizeof (guint)) };
  af_outcome_clear (&outcome);
  ck_assert_ptr_null (outcome.reached);
  ck_assert_int_eq (outcome.kind, AF_OUTCOME_UNKNOWN);
}
END_TEST

START_TEST (test_trace)
{
  g_autoptr (AfTrace) trace = af_trace_new (2);
  af_trace_add (trace, 3, 0, (gint64[]){ 7, 8 }, (guint8[]){ 1, 0 });
  af_trace_add (trace, 4, 1, (gint64[]){ G_MININT64, 9 }, (guint8[]){ 1, 1 });
  trace->truncated = TRUE;
  g_autofree char *dump = af_trace_dump (trace, NULL);
  ck_assert_str_eq (dump, "test 0 location 3: 7 ?\ntest 1 location 4: -9223372036854775808 9\ntruncated\n");
  g_autofree char *noted = af_trace_dump (trace, (const char *const[]){ "T?", "F" });
  ck_assert_str_eq (noted, "test 0 location 3: 7 ? | T?\ntest 1 location 4: -9223372036854775808 9 | F\ntruncated\n");
  g_autoptr (AfTrace) narrow = af_trace_new (0);
  af_trace_add (narrow, 2, 0, NULL, NULL);
  ck_assert_uint_eq (narrow->location->len, 1);
}
END_TEST

START_TEST (test_type_limits)
{
  struct {
    AfTypeKind kind;
    guint bits;
    gboolean is_signed;
    gint64 min, max;
  } table[] = { { AF_TYPE_BOOL, 8, FALSE, 0, 1 },
                { AF_TYPE_INT, 8, TRUE, -128, 127 },
                { AF_TYPE_INT, 8, FALSE, 0, 255 },
                { AF_TYPE_INT, 32, TRUE, G_MININT32, G_MAXINT32 },
                { AF_TYPE_ENUM, 32, FALSE, 0, G_MAXUINT32 },
                { AF_TYPE_INT, 64, TRUE, G_MININT64, G_MAXINT64 },
                { AF_TYPE_INT, 64, FALSE, 0, G_MAXINT64 } };
  for (guint i = 0; i < G_N_ELEMENTS (table); i++) {
    g_autoptr (AfType) type = af_type_new (table[i].kind, "t");
    type->bits = table[i].bits;
    type->is_signed = table[i].is_signed;
    ck_assert_int_eq (af_type_min (type), table[i].min);
    ck_assert_int_eq (af_type_max (type), table[i].max);
    ck_assert (af_type_is_scalar (type));
    ck_assert_int_eq (af_type_is_integer (type), table[i].kind != AF_TYPE_BOOL);
  }
  ck_assert (!af_type_is_scalar (NULL));
  ck_assert (!af_type_is_record_pointer (NULL));
  ck_assert_ptr_null (af_type_field (NULL, "x"));
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("test");
  TCase *tests = tcase_create ("test");
  tcase_add_test (tests, test_copy);
  tcase_add_test (tests, test_different);
  tcase_add_loop_test (tests, test_project, 0, G_N_ELEMENTS (projections));
  tcase_add_test (tests, test_outcome);
  tcase_add_test (tests, test_trace);
  tcase_add_test (tests, test_type_limits);
  suite_add_tcase (suite, tests);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

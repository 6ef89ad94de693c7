/* Enumeration: each test once, small ones first, always in the same order, every value of the small scope. */
#include <check.h>
#include <stdlib.h>

#include "chain.h"
#include "module.h"
#include "testgen/enumerate.h"

static void test_free (gpointer test)
{
  af_test_free (test);
}

/* The first @n tests of @routine. */
static GPtrArray *first_tests (const AfModule *module, const char *routine, guint n)
{
  g_autoptr (AfEnumeration) all = af_enumeration_new (module, af_module_routine (module, routine));
  GPtrArray *tests = g_ptr_array_new_with_free_func (test_free);
  AfTest *test;

  while (tests->len < n && (test = af_enumeration_next (all)) != NULL)
    g_ptr_array_add (tests, test);
  return tests;
}

START_TEST (always_in_the_same_order)
{
  g_autoptr (AfModule) module = box_module ();
  g_autoptr (GPtrArray) once = first_tests (module, "box_put", 500), again = first_tests (module, "box_put", 500);

  ck_assert_uint_eq (once->len, 500);
  for (guint i = 0; i < once->len; i++)
    ck_assert (af_test_equal (once->pdata[i], again->pdata[i]));
}
END_TEST

static guint hash_test (gconstpointer test)
{
  return af_test_hash (test);
}

static gboolean equal_tests (gconstpointer a, gconstpointer b)
{
  return af_test_equal (a, b);
}

START_TEST (each_test_once_and_small_ones_first)
{
  g_autoptr (AfModule) module = box_module ();
  g_autoptr (GPtrArray) tests = first_tests (module, "box_merge", 3000);
  g_autoptr (GHashTable) seen = g_hash_table_new (hash_test, equal_tests);

  for (guint i = 0; i < tests->len; i++) {
    const AfTest *test = tests->pdata[i];

    ck_assert_uint_eq (af_test_target (test), thunk_of (module, "box_merge"));
    ck_assert (g_hash_table_add (seen, tests->pdata[i]));
  }
  ck_assert_uint_lt (((AfTest *)tests->pdata[0])->calls->len, ((AfTest *)tests->pdata[tests->len - 1])->calls->len);
}
END_TEST

START_TEST (every_small_integer)
{
  g_autoptr (AfModule) module = box_module ();
  g_autoptr (GPtrArray) tests = first_tests (module, "box_put", 7);

  for (guint i = 0; i < 7; i++) {
    const AfTest *test = tests->pdata[i];
    const AfCall *last = test->calls->pdata[test->calls->len - 1];

    ck_assert_uint_eq (test->calls->len, 2);
    ck_assert_int_eq (last->args[1].integer, (gint64)i - 1);
  }
}
END_TEST

START_TEST (two_objects_may_be_one)
{
  g_autoptr (AfModule) module = box_module ();
  g_autoptr (GPtrArray) tests = first_tests (module, "box_merge", 4);
  guint aliased = 0;

  for (guint i = 0; i < tests->len; i++) {
    const AfTest *test = tests->pdata[i];
    const AfCall *last = test->calls->pdata[test->calls->len - 1];

    aliased += last->args[0].index == last->args[1].index;
  }
  ck_assert_uint_eq (tests->len, 4);
  ck_assert_uint_eq (aliased, 2);
}
END_TEST

/* A routine about a part of an object, which no command leaves as it was: longer tests of it are millions of attempts.
 */
START_TEST (what_leads_nowhere_ends)
{
  g_auto (Chain) chain = { 0 };
  g_autoptr (GError) error = NULL;
  g_autofree char *source = g_build_filename (chain_srcdir (), "examples", "corpus", "bst", "bst.c", NULL);

  ck_assert_msg (chain_folder (&chain, &error) && chain_read (&chain, source, &error), "%s",
                 error ? error->message : "");
  g_autoptr (GPtrArray) tests = first_tests (chain.module, "bst_erase", 20000);
  ck_assert_uint_lt (tests->len, 20000);
}
END_TEST

START_TEST (nothing_for_what_cannot_be_called)
{
  g_autoptr (AfModule) module = box_module ();
  g_autoptr (GPtrArray) tests = first_tests (module, "box_log", 4);

  ck_assert_uint_eq (tests->len, 0);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("enumerate");
  TCase *tests = tcase_create ("enumerate");
  SRunner *runner;
  int failed;

  tcase_add_test (tests, always_in_the_same_order);
  tcase_add_test (tests, each_test_once_and_small_ones_first);
  tcase_add_test (tests, every_small_integer);
  tcase_add_test (tests, two_objects_may_be_one);
  tcase_add_test (tests, what_leads_nowhere_ends);
  tcase_set_timeout (tests, 60);
  tcase_add_test (tests, nothing_for_what_cannot_be_called);
  suite_add_tcase (suite, tests);
  runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* The minimiser against scripted oracles: it finds the smallest test that still satisfies them, and bears their errors.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "module.h"
#include "util/error.h"

typedef struct {
  const AfModule *module;
  guint n_asked;
  gboolean breaks;
} OracleData;

/* "Fails" when a box got a value of at least 5 and later, as the last call, is merged with something. */
static gboolean put_then_merge (const GPtrArray *variants, gboolean *shows, gpointer user_data, GError **error)
{
  OracleData *data = user_data;

  if (data->breaks) {
    af_error (error, AF_ERROR_SUBJECT, "no answer");
    return FALSE;
  }
  for (guint i = 0; i < variants->len; i++) {
    const AfTest *test = variants->pdata[i];
    gboolean was_put = FALSE;

    data->n_asked++;
    for (guint j = 0; j < test->calls->len; j++) {
      const AfCall *call = test->calls->pdata[j];

      was_put |= call->thunk == thunk_of (data->module, "box_put") && call->args[1].integer >= 5;
    }
    shows[i] = was_put && af_test_target (test) == thunk_of (data->module, "box_merge");
  }
  return TRUE;
}

/* "Fails" when the last call fills with at least two elements. */
static gboolean long_fill (const GPtrArray *variants, gboolean *shows, gpointer user_data, GError **error)
{
  OracleData *data = user_data;

  (void)error;
  for (guint i = 0; i < variants->len; i++) {
    const AfTest *test = variants->pdata[i];
    const AfCall *last = test->calls->pdata[test->calls->len - 1];

    shows[i] = last->thunk == thunk_of (data->module, "box_fill") && last->args[2].integer >= 2
               && g_bytes_get_size (last->args[1].bytes) == 4 * (gsize)last->args[2].integer;
  }
  return TRUE;
}

/* "Fails" when the last call renames to something with a blank in it. */
static gboolean blank_name (const GPtrArray *variants, gboolean *shows, gpointer user_data, GError **error)
{
  OracleData *data = user_data;

  (void)error;
  for (guint i = 0; i < variants->len; i++) {
    const AfTest *test = variants->pdata[i];
    const AfCall *last = test->calls->pdata[test->calls->len - 1];
    gsize size = 0;
    const char *text = last->args[1].bytes != NULL ? g_bytes_get_data (last->args[1].bytes, &size) : NULL;

    shows[i] = last->thunk == thunk_of (data->module, "box_rename") && size > 0 && memchr (text, ' ', size) != NULL;
  }
  return TRUE;
}

/* An oracle by the last call of a test alone. */
typedef struct {
  gboolean (*fails) (const AfCall *call);
} LastCall;

static gboolean judge_last (const GPtrArray *variants, gboolean *shows, gpointer user_data, GError **error)
{
  const LastCall *rule = user_data;

  (void)error;
  for (guint i = 0; i < variants->len; i++) {
    const AfTest *test = variants->pdata[i];

    shows[i] = rule->fails (test->calls->pdata[test->calls->len - 1]);
  }
  return TRUE;
}

static gconstpointer bytes_of (const AfArg *arg, gsize *size)
{
  *size = 0;
  return arg->bytes ? g_bytes_get_data (arg->bytes, size) : NULL;
}

/* "Fails" when the last call puts at most -1371: a bound that no halving comes to. */
static gboolean is_far_below (const AfCall *call)
{
  return call->n_args == 2 && call->args[1].kind == AF_ARG_INT && call->args[1].integer <= -1371;
}

/* "Fails" when the third of five letters is a z. */
static gboolean has_third_z (const AfCall *call)
{
  gsize size;
  const char *text = call->n_args == 2 ? bytes_of (&call->args[1], &size) : NULL;

  return text && size == 5 && text[2] == 'z';
}

/* "Fails" when the second of three elements is not 0. */
static gboolean has_second_set (const AfCall *call)
{
  gsize size;
  const gint32 *numbers = call->n_args == 3 ? bytes_of (&call->args[1], &size) : NULL;

  return numbers && size == 12 && numbers[1] != 0 && call->args[2].integer == 3;
}

static AfTest *long_test (const AfModule *module)
{
  AfTest *test = af_test_new ();

  add_call (test, thunk_of (module, "box_new"), TRUE, 0);
  add_call (test, thunk_of (module, "box_new"), TRUE, 0);
  for (gint64 i = 0; i < 6; i++) {
    AfCall *call = add_call (test, thunk_of (module, "box_put"), FALSE, 2);

    set_variable (call, 0, (guint)(i % 2));
    call->args[1].integer = i == 3 ? 9731 : i;
  }
  set_variable (add_call (test, thunk_of (module, "box_name"), TRUE, 1), 0, 1);
  {
    AfCall *call = add_call (test, thunk_of (module, "box_merge"), FALSE, 2);

    set_variable (call, 0, 1);
    set_variable (call, 1, 0);
  }
  return test;
}

START_TEST (drops_calls_and_simplifies_numbers)
{
  g_autoptr (AfModule) module = box_module ();
  g_autoptr (AfRepertoire) repertoire = af_repertoire_new (module);
  g_autoptr (AfTest) test = long_test (module);
  OracleData data = { module, 0, FALSE };
  g_autoptr (GError) error = NULL;
  g_autoptr (AfTest) smallest = af_minimize (repertoire, test, put_then_merge, &data, &error);
  g_autofree char *text = NULL;

  ck_assert_ptr_nonnull (smallest);
  text = af_testgen_describe (module, smallest);
  ck_assert_str_eq (text, "b = box_new(); box_put(b, 5); box_merge(b, b)");
  ck_assert_uint_lt (data.n_asked, 400);
}
END_TEST

START_TEST (shrinks_a_buffer_with_its_length)
{
  g_autoptr (AfModule) module = box_module ();
  g_autoptr (AfRepertoire) repertoire = af_repertoire_new (module);
  g_autoptr (AfTest) test = af_test_new ();
  OracleData data = { module, 0, FALSE };
  g_autoptr (AfTest) smallest = NULL;
  g_autofree char *text = NULL;
  static const gint32 numbers[] = { 7, -3, 12, 4, 4, 1, 0 };
  AfCall *call;

  add_call (test, thunk_of (module, "box_new"), TRUE, 0);
  call = add_call (test, thunk_of (module, "box_fill"), TRUE, 3);
  set_variable (call, 0, 0);
  call->args[1].kind = AF_ARG_BUFFER;
  call->args[1].bytes = g_bytes_new (numbers, sizeof numbers);
  call->args[2].integer = G_N_ELEMENTS (numbers);
  smallest = af_minimize (repertoire, test, long_fill, &data, NULL);
  text = af_testgen_describe (module, smallest);
  ck_assert_str_eq (text, "b = box_new(); box_fill(b, {0, 0}, 2)");
}
END_TEST

START_TEST (shortens_strings)
{
  g_autoptr (AfModule) module = box_module ();
  g_autoptr (AfRepertoire) repertoire = af_repertoire_new (module);
  g_autoptr (AfTest) test = af_test_new ();
  OracleData data = { module, 0, FALSE };
  g_autoptr (AfTest) smallest = NULL;
  g_autofree char *text = NULL;
  AfCall *call;

  add_call (test, thunk_of (module, "box_new"), TRUE, 0);
  call = add_call (test, thunk_of (module, "box_rename"), FALSE, 2);
  set_variable (call, 0, 0);
  call->args[1].kind = AF_ARG_STRING;
  call->args[1].bytes = g_bytes_new_static ("abc def\tghi", 11);
  smallest = af_minimize (repertoire, test, blank_name, &data, NULL);
  text = af_testgen_describe (module, smallest);
  ck_assert_str_eq (text, "b = box_new(); box_rename(b, \" \")");
}
END_TEST

/* What no halving, cutting or clearing of the whole reaches: the nearest number, one letter, one element. */
START_TEST (comes_to_a_local_minimum)
{
  static const gint32 numbers[] = { 7, 12, 4 };
  const struct {
    LastCall rule;
    const char *routine, *says;
  } rows[] = { { { is_far_below }, "box_put", "b = box_new(); box_put(b, -1371)" },
               { { has_third_z }, "box_rename", "b = box_new(); box_rename(b, \"aazaa\")" },
               { { has_second_set }, "box_fill", "b = box_new(); box_fill(b, {0, 12, 0}, 3)" } };
  g_autoptr (AfModule) module = box_module ();
  g_autoptr (AfRepertoire) repertoire = af_repertoire_new (module);
  g_autoptr (AfTest) test = af_test_new ();
  LastCall rule = rows[_i].rule;

  add_call (test, thunk_of (module, "box_new"), TRUE, 0);
  AfCall *call = add_call (test, thunk_of (module, rows[_i].routine), FALSE, _i == 2 ? 3 : 2);
  set_variable (call, 0, 0);
  call->args[1].kind = _i == 0 ? AF_ARG_INT : _i == 1 ? AF_ARG_STRING : AF_ARG_BUFFER;
  call->args[1].integer = -99964;
  if (_i == 1)
    call->args[1].bytes = g_bytes_new_static ("xyz!?", 5);
  if (_i == 2) {
    call->args[1].bytes = g_bytes_new_static (numbers, sizeof numbers);
    call->args[2].integer = G_N_ELEMENTS (numbers);
  }
  g_autoptr (AfTest) smallest = af_minimize (repertoire, test, judge_last, &rule, NULL);
  g_autofree char *text = af_testgen_describe (module, smallest);
  ck_assert_str_eq (text, rows[_i].says);
}
END_TEST

/* Of tests with as many calls those with the least in them stay: a text that is put for itself, and not the one that
 * grows. */
START_TEST (a_sighting_keeps_the_smallest)
{
  static const char *const texts[] = { "grows and grows", "aaaa", "a", "bbb", "bb", "ccccc" };
  g_autoptr (AfModule) module = box_module ();
  AfOutcome outcome = { .kind = AF_OUTCOME_FAIL, .routine = 0, .location = 1, .clause = 0 };
  AfSighting *sighting = af_sighting_new (module, &outcome);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    AfTest *test = af_test_new ();
    AfCall *call = add_call (test, thunk_of (module, "box_rename"), FALSE, 2);

    call->args[1].kind = AF_ARG_STRING;
    call->args[1].bytes = g_bytes_new_static (texts[i], strlen (texts[i]));
    af_sighting_add (sighting->tests, test);
  }
  ck_assert_uint_eq (sighting->tests->len, 4);
  for (guint i = 0; i < sighting->tests->len; i++) {
    const AfCall *call = ((const AfTest *)sighting->tests->pdata[i])->calls->pdata[0];

    ck_assert_uint_eq (g_bytes_get_size (call->args[1].bytes), i + 1);
  }
  af_sighting_free (sighting);
}
END_TEST

START_TEST (keeps_what_cannot_be_reduced)
{
  g_autoptr (AfModule) module = box_module ();
  g_autoptr (AfRepertoire) repertoire = af_repertoire_new (module);
  g_autoptr (AfTest) test = af_test_new ();
  OracleData data = { module, 0, FALSE };
  g_autoptr (AfTest) smallest = NULL;

  add_call (test, thunk_of (module, "box_new"), TRUE, 0);
  smallest = af_minimize (repertoire, test, put_then_merge, &data, NULL);
  ck_assert (af_test_equal (smallest, test));
}
END_TEST

START_TEST (passes_errors_on)
{
  g_autoptr (AfModule) module = box_module ();
  g_autoptr (AfRepertoire) repertoire = af_repertoire_new (module);
  g_autoptr (AfTest) test = long_test (module);
  OracleData data = { module, 0, TRUE };
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (af_minimize (repertoire, test, put_then_merge, &data, &error));
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_SUBJECT));
}
END_TEST

static guint scripts_of (guint n_targets)
{
  g_autoptr (GPtrArray) targets = g_ptr_array_new ();
  g_ptr_array_set_size (targets, (gint)n_targets);
  return af_schedule_scripts (&(AfSchedule){ .targets = targets });
}

static gboolean is_spent (guint n_targets, guint64 cost, guint n_notices)
{
  g_autoptr (GPtrArray) targets = g_ptr_array_new ();
  g_autoptr (AfCorpus) corpus = af_corpus_new ();
  g_ptr_array_set_size (targets, (gint)n_targets);
  gboolean is = af_schedule_is_spent (&(AfSchedule){ .targets = targets }, cost, corpus);
  ck_assert_uint_eq (corpus->notices->len, n_notices);
  return is;
}

/* A library of hundreds of routines that shows a hundred faults gets an answer, too; what is small gets all. */
START_TEST (much_is_bounded)
{
  ck_assert_uint_eq (scripts_of (1), 300);
  ck_assert_uint_eq (scripts_of (50), 15000);
  ck_assert_uint_eq (scripts_of (150), 22500);
  ck_assert (!is_spent (50, G_MAXUINT64, 0));
  ck_assert (!is_spent (151, 799999999, 0));
  ck_assert (is_spent (151, 800000000, 1));
  ck_assert_uint_eq (af_minimize_share (0), 90);
  ck_assert_uint_eq (af_minimize_share (30), 60);
  ck_assert_uint_eq (af_minimize_share (60), 30);
  ck_assert_uint_eq (af_minimize_share (20), 90);
  ck_assert_uint_eq (af_minimize_share (1000), 8);
}
END_TEST

START_TEST (stops_in_time)
{
  g_autoptr (AfModule) module = box_module ();
  g_autoptr (AfRepertoire) repertoire = af_repertoire_new (module);
  g_autoptr (AfTest) test = long_test (module);
  OracleData data = { module, 0, FALSE };
  g_autoptr (AfTest) all = af_minimize (repertoire, test, put_then_merge, &data, NULL);
  guint n_all = data.n_asked;

  data.n_asked = 0;
  g_autoptr (AfTest) part = af_minimize_within (repertoire, test, put_then_merge, &data, 1, NULL);
  ck_assert_uint_lt (data.n_asked, n_all);
  ck_assert_uint_le (all->calls->len, part->calls->len);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("minimize");
  TCase *tcase = tcase_create ("minimize");
  SRunner *runner = srunner_create (suite);
  int failed;

  tcase_add_test (tcase, drops_calls_and_simplifies_numbers);
  tcase_add_test (tcase, shrinks_a_buffer_with_its_length);
  tcase_add_test (tcase, shortens_strings);
  tcase_add_loop_test (tcase, comes_to_a_local_minimum, 0, 3);
  tcase_add_test (tcase, a_sighting_keeps_the_smallest);
  tcase_add_test (tcase, keeps_what_cannot_be_reduced);
  tcase_add_test (tcase, passes_errors_on);
  tcase_add_test (tcase, much_is_bounded);
  tcase_add_test (tcase, stops_in_time);
  suite_add_tcase (suite, tcase);
  srunner_run_all (runner, CK_NORMAL);
  failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

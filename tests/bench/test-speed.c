/* The measuring of speed without measuring: fits, medians, generated modules, the two forms of the results. */
#include <check.h>
#include <json-glib/json-glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/speed/module.h"
#include "bench/speed/speed.h"
#include "contracts/contracts.h"
#include "frontend/frontend.h"
#include "util/tempdir.h"

static gboolean is_near (double a, double b)
{
  return fabs (a - b) < 1e-6;
}

START_TEST (fits)
{
  static const struct {
    double x[4], y[4];
    guint n;
    double exponent, factor;
  } rows[] = {
    { { 10, 100, 1000 }, { 1, 10, 100 }, 3, 1, 0.1 }, { { 10, 100 }, { 1, 100 }, 2, 2, 0.01 },
    { { 1, 2, 4, 8 }, { 7, 7, 7, 7 }, 4, 0, 7 },      { { 1, 4, 16 }, { 3, 6, 12 }, 3, 0.5, 3 },
    { { 0, 1, 4, 16 }, { 9, 3, 6, 12 }, 4, 0.5, 3 }, /* no logarithm: left out */
    { { 1, 1, 10, 10 }, { 1, 4, 10, 40 }, 4, 1, 2 }, /* between the points */
  };
  static const struct {
    double x[3], y[3];
    guint n;
  } nothing[] = {
    { { 1 }, { 1 }, 0 },         { { 5 }, { 1 }, 1 }, { { 5, 5, 5 }, { 1, 2, 3 }, 3 }, { { -1, 5, 0 }, { 1, 2, 3 }, 3 },
    { { NAN, 5 }, { 1, 2 }, 2 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    AfSpeedFit fit = af_speed_fit (rows[i].x, rows[i].y, rows[i].n);
    ck_assert_msg (is_near (fit.exponent, rows[i].exponent) && is_near (fit.factor, rows[i].factor), "row %u: %f, %f",
                   i, fit.exponent, fit.factor);
  }
  for (guint i = 0; i < G_N_ELEMENTS (nothing); i++)
    ck_assert_msg (isnan (af_speed_fit (nothing[i].x, nothing[i].y, nothing[i].n).exponent), "row %u", i);
}
END_TEST

START_TEST (medians)
{
  static const struct {
    double values[5];
    guint n;
    double expected;
  } rows[] = {
    { { 3 }, 1, 3 }, { { 9, 1 }, 2, 5 }, { { 9, 1, 2 }, 3, 2 }, { { 4, 1, 3, 2 }, 4, 2.5 }, { { 5, 5, 1, 1, 5 }, 5, 5 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    ck_assert_msg (is_near (af_speed_median (rows[i].values, rows[i].n), rows[i].expected), "row %u", i);
  ck_assert (isnan (af_speed_median (NULL, 0)));
}
END_TEST

START_TEST (modules_are_repeatable)
{
  g_autoptr (AfSpeedModule) module = af_speed_module_new ("m", 30, 1), again = af_speed_module_new ("m", 30, 1);
  g_autoptr (AfSpeedModule) other = af_speed_module_new ("m", 30, 2);
  ck_assert_str_eq (module->header, again->header);
  ck_assert_str_eq (module->source, again->source);
  ck_assert_str_eq (module->faulty, "tank1_pour");
  ck_assert_str_ne (module->source, other->source);
}
END_TEST

/* The text is read by the tool without a complaint and has the routines that were asked for. */
START_TEST (modules_can_be_read)
{
  static const guint sizes[] = { 10, 17, 40 };
  g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
  const char *top = g_getenv ("AUTOFIX_SRCDIR");
  g_autofree char *include_dir = g_build_filename (top ? top : ".", "contracts", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    g_autoptr (AfSpeedModule) text = af_speed_module_new ("plant", sizes[i], 1);
    g_autofree char *path = af_speed_module_write (text, "plant", af_temp_dir_path (dir), NULL);
    const char *const sources[] = { path, NULL }, *const flags[] = { NULL };
    AfFrontendOptions options = { sources, flags, include_dir, NULL };
    g_autoptr (GError) error = NULL;
    g_autoptr (AfModule) module = af_frontend_load (&options, &error);
    ck_assert_msg (module && af_contracts_attach (module, &error), "%s", error ? error->message : "");
    ck_assert_uint_eq (module->routines->len, sizes[i]);
    ck_assert_ptr_nonnull (af_module_routine (module, text->faulty));
    for (guint k = 0; k < module->routines->len; k++)
      ck_assert_ptr_null (((const AfRoutine *)module->routines->pdata[k])->skipped);
  }
  g_autoptr (AfSpeedModule) nowhere = af_speed_module_new ("plant", 10, 1);
  g_autoptr (GError) error = NULL;
  ck_assert_ptr_null (af_speed_module_write (nowhere, "plant", "/proc/no-such-folder", &error));
  ck_assert_ptr_nonnull (error);
}
END_TEST

static AfSpeedResults *make_results (void)
{
  static const double fast[] = { 0.001, 0.002, 0.001 }, slow[] = { 0.05, 0.4, 0.1 }, rates[] = { 3e5, 1e5, 2e5 };
  static const AfSpeedPoint points[] = { { 10, 1, 2, 8 }, { 100, 10, 20, 8 }, { 1000, 100, 200, 8 } };
  AfSpeedResults *results = af_speed_results_new ();
  AfSpeedPair *pair = af_speed_add_pair (results, "validation", "ring");
  pair->first = "switched";
  pair->second = "rebuilt";
  pair->unit = "candidate";
  pair->n_tests = 7;
  pair->n_candidates = 50;
  pair->n_sampled = pair->n_equal = 4;
  g_array_append_vals (pair->first_seconds, fast, 3);
  g_array_append_vals (pair->second_seconds, slow, 3);
  static const double builds[] = { 0.5, 0.25, 0.75 };
  g_array_append_vals (pair->run_rates, rates, 3);
  g_array_append_vals (pair->build_seconds, builds, 3);
  pair = af_speed_add_pair (results, "validation", "bst");
  pair->first = "switched";
  pair->second = "rebuilt";
  pair->unit = "candidate";
  pair->n_sampled = pair->n_equal = 1;
  g_array_append_vals (pair->first_seconds, fast, 1);
  g_array_append_vals (pair->second_seconds, slow + 1, 1);
  g_array_append_vals (pair->run_rates, rates, 1);
  AfSpeedRate *rate = af_speed_add_rate (results, "ring");
  rate->n_calls = 99;
  g_array_append_vals (rate->rates, rates, 3);
  g_array_append_vals (af_speed_add_series (results, "number of tests", "tests")->points, points, 3);
  af_speed_add_series (results, "nothing", "things")->end = g_strdup ("ended before 10: no disk");
  af_speed_conclude (results);
  return results;
}

START_TEST (results_as_text)
{
  static const char expected[] =
    "validation ring         ratio 100.00: switched 1.00 ms, rebuilt 100.00 ms per candidate; 7 tests; 50 candidates, "
    "verdicts equal 4 of 4; build 500.00 ms, 200000 runs per second\n"
    "validation bst          ratio 400.00: switched 1.00 ms, rebuilt 400.00 ms per candidate; 0 tests; 0 candidates, "
    "verdicts equal 1 of 1; build -, 300000 runs per second\n"
    "validation, median of 2 modules: ratio 250, 250000 runs per second\n"
    "calls      ring         200000 per second (99 calls)\n"
    "\n"
    "number of tests: time exponent 1.00, memory exponent 0.00\n"
    "      10 tests          1.00 s  (100.00 ms each; on the wall 2.00 s)       8 MiB\n"
    "     100 tests         10.00 s  (100.00 ms each; on the wall 20.00 s)       8 MiB\n"
    "    1000 tests        100.00 s  (100.00 ms each; on the wall 200.00 s)       8 MiB\n"
    "\n"
    "nothing: time exponent nan, memory exponent nan\n"
    "  ended before 10: no disk\n";
  g_autoptr (AfSpeedResults) results = make_results ();
  g_autofree char *text = af_speed_text (results);
  ck_assert_str_eq (text, expected);
}
END_TEST

START_TEST (results_as_json)
{
  g_autoptr (AfSpeedResults) results = make_results ();
  g_autofree char *json = af_speed_json (results);
  g_autoptr (JsonParser) parser = json_parser_new ();
  ck_assert (json_parser_load_from_data (parser, json, -1, NULL));
  JsonObject *root = json_node_get_object (json_parser_get_root (parser));
  JsonObject *pair = json_array_get_object_element (json_object_get_array_member (root, "pairs"), 0);
  ck_assert (is_near (json_object_get_double_member (pair, "ratio"), 100));
  ck_assert_int_eq (json_object_get_int_member (pair, "equal_verdicts"), 4);
  JsonArray *series = json_object_get_array_member (root, "series");
  ck_assert (is_near (json_object_get_double_member (json_array_get_object_element (series, 0), "time_exponent"), 1));
  ck_assert (json_object_get_null_member (json_array_get_object_element (series, 1), "time_exponent"));
}
END_TEST

/* What is measured is time that was worked: sleeping is none. */
START_TEST (clock_counts_work)
{
  AfSpeedTime start = af_speed_now ();
  g_usleep (20000);
  AfSpeedTime time = af_speed_since (start);
  ck_assert (time.wall >= 0.02 && time.cpu >= 0 && time.cpu < time.wall);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("speed");
  TCase *all = tcase_create ("all");
  tcase_add_test (all, fits);
  tcase_add_test (all, medians);
  tcase_add_test (all, modules_are_repeatable);
  tcase_add_test (all, modules_can_be_read);
  tcase_add_test (all, results_as_text);
  tcase_add_test (all, results_as_json);
  tcase_add_test (all, clock_counts_work);
  suite_add_tcase (suite, all);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

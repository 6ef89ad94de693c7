/* Statistics, tables, comparison, the page. */
#include <check.h>
#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/figures/figures.h"
#include "util/error.h"
#include "util/tempdir.h"

/* --- statistics: expected values by hand --- */

static const struct {
  guint n;
  double x[8];
  double min, q1, median, q3, max, mean, stdev, skew;
} spread_rows[] = {
  { 0, { 0 }, 0, 0, 0, 0, 0, 0, 0, 0 },
  { 1, { 3 }, 3, 3, 3, 3, 3, 3, 0, 0 },
  { 2, { 5, 1 }, 1, 2, 3, 4, 5, 3, 2.8284271, 0 },
  { 4, { 4, 2, 1, 3 }, 1, 1.75, 2.5, 3.25, 4, 2.5, 1.2909944, 0 },
  { 5, { 2, 2, 2, 2, 2 }, 2, 2, 2, 2, 2, 2, 0, 0 },
  { 8, { 2, 4, 4, 4, 5, 5, 7, 9 }, 2, 4, 4.5, 5.5, 9, 5, 2.1380899, 0.65625 },
  { 3, { 0, 0, 3 }, 0, 0, 0, 1.5, 3, 1, 1.7320508, 0.7071068 },
};

static void near (double got, double expected)
{
  ck_assert_msg (fabs (got - expected) < 1e-6, "%.9f is not %.9f", got, expected);
}

START_TEST (test_spread)
{
  g_autoptr (GArray) samples = g_array_new (FALSE, FALSE, sizeof (double));
  g_array_append_vals (samples, spread_rows[_i].x, spread_rows[_i].n);
  AfSpread spread = af_spread (samples);
  ck_assert_uint_eq (spread.n, spread_rows[_i].n);
  near (spread.min, spread_rows[_i].min);
  near (spread.q1, spread_rows[_i].q1);
  near (spread.median, spread_rows[_i].median);
  near (spread.q3, spread_rows[_i].q3);
  near (spread.max, spread_rows[_i].max);
  near (spread.mean, spread_rows[_i].mean);
  near (spread.stdev, spread_rows[_i].stdev);
  near (spread.skew, spread_rows[_i].skew);
}
END_TEST

static const struct {
  guint better, worse;
  double p;
} sign_rows[] = {
  { 0, 0, 1 },
  { 1, 0, 1 },
  { 1, 1, 1 },
  { 5, 0, 0.0625 },        /* 2 / 32 */
  { 0, 6, 0.03125 },       /* 2 / 64 */
  { 7, 1, 0.0703125 },     /* 2 * 9 / 256 */
  { 8, 2, 0.109375 },      /* 2 * (1 + 10 + 45) / 1024 */
  { 3, 9, 0.14599609375 }, /* 2 * (1 + 12 + 66 + 220) / 4096 */
  { 200, 200, 1 },
};

START_TEST (test_sign)
{
  near (af_sign_test (sign_rows[_i].better, sign_rows[_i].worse), sign_rows[_i].p);
  near (af_sign_test (sign_rows[_i].worse, sign_rows[_i].better), sign_rows[_i].p);
}
END_TEST

/* --- tables --- */

static AfPlant *plant_new (const char *name, const char *kind)
{
  AfPlant *plant = g_new0 (AfPlant, 1);
  plant->name = g_strdup (name);
  plant->title = g_strdup ("a<b");
  plant->module = g_strdup ("m");
  plant->routine = g_strdup ("f");
  plant->kind = g_strdup (kind);
  plant->words = g_strdup ("a class");
  plant->repair = g_strdup ("Compare with <=.");
  return plant;
}

/* @rank 0: found without a fix; -1: not found.  The fix is of schema b, high, accepted when @proper. */
static AfSession *session_new (const char *name, guint seed, int rank, gboolean proper, double seconds)
{
  AfSession *session = af_session_new ();
  session->plant = g_strdup (name);
  session->seed = seed;
  session->seconds = seconds;
  session->place = rank > 0 ? 5 * rank - 4 : rank; /* 1, 6, 11, ... */
  session->reason = proper && rank <= 10 ? AF_REASON_FIXED : rank < 0 ? AF_REASON_NOT_FOUND : AF_REASON_SCREENED;
  if (rank < 0)
    return session;
  AfShownFault *fault = af_shown_fault_new ();
  fault->belongs = TRUE;
  fault->title = g_strdup ("postcondition of <f>");
  fault->made = 100;
  g_ptr_array_add (session->faults, fault);
  session->space = rank == 0 ? -1 : proper;
  if (rank == 0)
    return session;
  fault->valid = 8;
  fault->groups = 2 * seed;
  AfShownFix *fix = af_shown_fix_new ();
  fix->rank = (guint)rank;
  fix->schema = g_strdup ("b");
  fix->confidence = g_strdup ("high");
  fix->ruling = proper ? AF_RULING_ACCEPTED : AF_RULING_REFUSED;
  fix->diff = g_strdup ("-  if (a && b < c) puts (\"<script>\");\n");
  g_ptr_array_add (fault->fixes, fix);
  return session;
}

typedef struct {
  GPtrArray *plants, *sessions;
  AfTally *tally;
} Fixture;

/* Three faults of two kinds, three seeds each: proper at 1 in two of three; found once of three; valid always, never
 * proper. */
static void fixture_init (Fixture *fixture, gboolean improved)
{
  fixture->plants = g_ptr_array_new_with_free_func ((GDestroyNotify)af_plant_free);
  fixture->sessions = g_ptr_array_new_with_free_func ((GDestroyNotify)af_session_free);
  g_ptr_array_add (fixture->plants, plant_new ("m/01", "invariant"));
  g_ptr_array_add (fixture->plants, plant_new ("m/02", "invariant"));
  g_ptr_array_add (fixture->plants, plant_new ("m/03", "check"));
  g_ptr_array_add (fixture->sessions, session_new ("m/01", 1, 1, TRUE, 10));
  g_ptr_array_add (fixture->sessions, session_new ("m/01", 2, 1, TRUE, 20));
  g_ptr_array_add (fixture->sessions, session_new ("m/01", 3, 2, FALSE, 30));
  g_ptr_array_add (fixture->sessions, session_new ("m/02", 1, 0, FALSE, 1));
  g_ptr_array_add (fixture->sessions, session_new ("m/02", 2, -1, FALSE, 2));
  g_ptr_array_add (fixture->sessions, session_new ("m/02", 3, -1, FALSE, 3));
  for (guint seed = 1; seed <= 3; seed++)
    g_ptr_array_add (fixture->sessions, session_new ("m/03", seed, 3, improved, 8));
  fixture->tally = af_tally_new (fixture->plants, fixture->sessions, 3, FALSE);
}

static void fixture_clear (Fixture *fixture)
{
  af_tally_free (fixture->tally);
  g_ptr_array_unref (fixture->sessions);
  g_ptr_array_unref (fixture->plants);
}

static void check_row (const AfRow *row, const char *label, guint faults, const guint count[AF_N_OUTCOMES])
{
  ck_assert_str_eq (row->label, label);
  ck_assert_uint_eq (row->faults, faults);
  for (guint i = 0; i < AF_N_OUTCOMES; i++)
    ck_assert_uint_eq (row->count[i], count[i]);
}

START_TEST (test_tally)
{
  Fixture fixture;
  fixture_init (&fixture, FALSE);
  const AfTally *tally = fixture.tally;
  ck_assert_uint_eq (tally->kinds->len, 2);
  check_row (tally->kinds->pdata[0], "check", 1, (const guint[]){ 1, 1, 0, 0 });
  check_row (tally->kinds->pdata[1], "invariant", 2, (const guint[]){ 1, 1, 1, 1 });
  check_row (tally->total, "all", 3, (const guint[]){ 2, 2, 1, 1 });
  check_row (tally->strengths->pdata[0], "not stated", 3, (const guint[]){ 2, 2, 1, 1 });
  ck_assert_uint_eq (tally->total->high, 6);
  ck_assert_uint_eq (tally->total->high_right, 2);
  near (tally->total->seconds, 8);
  near (tally->total->first_fix, -1);
  /* 90 seconds, six valid fixes, two proper ones */
  near (tally->average_valid, 15);
  near (tally->average_proper, 45);
  const AfSchemaRow *schema = tally->schemas->pdata[0];
  ck_assert_uint_eq (schema->valid, 2);
  ck_assert_uint_eq (schema->proper, 1);
  ck_assert_uint_eq (schema->first, 2);
  ck_assert_uint_eq (tally->reason[AF_REASON_FIXED], 1);
  ck_assert_uint_eq (tally->reason[AF_REASON_NOT_FOUND], 1);
  ck_assert_uint_eq (tally->reason[AF_REASON_SCREENED], 1);
  ck_assert_uint_eq (tally->elsewhere, 1);
  /* 50, 80, 90, 95 per cent: two of three seeds are enough for the first level only */
  ck_assert_uint_eq (tally->level[0][AF_OUTCOME_PROPER_10], 1);
  ck_assert_uint_eq (tally->level[1][AF_OUTCOME_PROPER_10], 0);
  ck_assert_uint_eq (tally->level[3][AF_OUTCOME_VALID], 2);
  ck_assert_uint_eq (tally->made, 700);
  /* of 8 valid fixes each, with the seeds 1 to 3 twice: not of what was not found, nor of what has none */
  ck_assert_uint_eq (tally->groups.n, 6);
  near (tally->groups.median, 0.5);
  /* places 1, 1, 6; none, unknown, unknown; 11 thrice */
  const int places[] = { 1, -1, 11 };
  for (guint i = 0; i < 3; i++)
    ck_assert_int_eq (af_case_place (tally->cases->pdata[i]), places[i]);
  ck_assert_uint_eq (tally->total->near[0], 1);
  ck_assert_uint_eq (tally->total->near[1], 2);
  ck_assert_uint_eq (tally->total->in_space, 1);
  ck_assert_uint_eq (tally->total->asked, 2);
  Fixture other;
  fixture_init (&other, TRUE);
  fixture.tally->beside = other.tally;
  other.tally->faithful = TRUE;
  g_autofree char *text = af_tally_text (tally);
  fixture_clear (&other);
  fixture.tally->beside = NULL;
  ck_assert_ptr_nonnull (strstr (text, "all                                 2     1 (50%)           2\n"
                                       "all (faithful)                      2    2 (100%)           2\n"));
  ck_assert_ptr_nonnull (strstr (text, "\ngroups of fixes that behave alike, per valid fix: median 0."));
  ck_assert_ptr_nonnull (strstr (text, "m/01 a<b"));
  ck_assert_ptr_nonnull (strstr (text, "all                                 2     1 (50%)    2 (100%)\n"));
  ck_assert_ptr_nonnull (strstr (text, "15.0 s per valid fix, 45.0 s per proper fix"));
  fixture_clear (&fixture);
}
END_TEST

START_TEST (test_tie)
{
  /* half of the sessions is not more than half */
  Fixture fixture = { 0 };
  fixture.plants = g_ptr_array_new_with_free_func ((GDestroyNotify)af_plant_free);
  fixture.sessions = g_ptr_array_new_with_free_func ((GDestroyNotify)af_session_free);
  g_ptr_array_add (fixture.plants, plant_new ("m/01", "check"));
  g_ptr_array_add (fixture.sessions, session_new ("m/01", 1, 1, TRUE, 1));
  g_ptr_array_add (fixture.sessions, session_new ("m/01", 2, -1, FALSE, 1));
  fixture.tally = af_tally_new (fixture.plants, fixture.sessions, 2, FALSE);
  check_row (fixture.tally->total, "all", 1, (const guint[]){ 0, 0, 0, 0 });
  ck_assert_uint_eq (fixture.tally->reason[AF_REASON_NOT_FOUND], 1);
  ck_assert_uint_eq (fixture.tally->level[0][AF_OUTCOME_PROPER_1], 1);
  fixture_clear (&fixture);
}
END_TEST

/* --- comparison --- */

static char *write_json (const AfTempDir *temp, const char *name, gboolean improved)
{
  Fixture fixture;
  fixture_init (&fixture, improved);
  g_autofree char *json = af_tally_json (fixture.tally, "key");
  char *path = g_build_filename (af_temp_dir_path (temp), name, NULL);
  ck_assert (g_file_set_contents (path, json, -1, NULL));
  fixture_clear (&fixture);
  return path;
}

START_TEST (test_compare)
{
  g_autoptr (AfTempDir) temp = af_temp_dir_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *before = write_json (temp, "a.json", FALSE), *after = write_json (temp, "b.json", TRUE);
  g_autofree char *text = af_compare (before, after, &error), *back = af_compare (after, before, &error);
  ck_assert_ptr_nonnull (strstr (text, "3 faults in both"));
  ck_assert_ptr_nonnull (
    strstr (text, "proper@10   22.2% ->  55.6%   1 better, 0 worse   p = 1.000\n  better: m/03\n"));
  ck_assert_ptr_nonnull (strstr (text, "found       77.8% ->  77.8%   0 better, 0 worse"));
  ck_assert_ptr_nonnull (strstr (text, "place@3     22.2% ->  22.2%   0 better, 0 worse"));
  ck_assert_ptr_nonnull (strstr (back, "  worse: m/03\n"));
  g_autofree char *empty = g_build_filename (af_temp_dir_path (temp), "c.json", NULL);
  ck_assert (g_file_set_contents (empty, "{}", -1, NULL));
  ck_assert_ptr_null (af_compare (before, empty, &error));
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_USAGE));
  g_clear_error (&error);
  ck_assert (g_file_set_contents (empty, "[", -1, NULL));
  ck_assert_ptr_null (af_compare (before, empty, &error));
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_IO));
  g_clear_error (&error);
  ck_assert_ptr_null (af_compare ("/nonexistent", after, &error));
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_IO));
}
END_TEST

/* --- why there is none --- */

static const struct {
  AfReason reason;
  const char *patch; /* null: none is at hand */
  AfScenario scenario;
} scenario_rows[] = {
  { AF_REASON_FIXED, NULL, AF_SCENARIO_FIXED },
  { AF_REASON_NOT_FOUND, "+++ b/m.h\n", AF_SCENARIO_NO_FAIL },
  { AF_REASON_NO_SNAPSHOT, NULL, AF_SCENARIO_COMPLEX },
  { AF_REASON_NO_CANDIDATE, "--- a/m.h\n+++ b/m.c\n+m.h\n", AF_SCENARIO_COMPLEX },
  { AF_REASON_NO_CANDIDATE, "+++ b/m.c\n+++ b/m.h\n", AF_SCENARIO_DESIGN },
  { AF_REASON_BELOW_TEN, "+++ b/m.h\n", AF_SCENARIO_DESIGN },
  { AF_REASON_BELOW_TEN, "+++ b/m.c\n", AF_SCENARIO_CONTRACT },
  { AF_REASON_SCREENED, NULL, AF_SCENARIO_NONE },
  { AF_REASON_NOT_CONFIRMED, NULL, AF_SCENARIO_NONE },
  { AF_REASON_UNKNOWN, NULL, AF_SCENARIO_NONE },
};

START_TEST (test_scenario)
{
  g_autoptr (AfTempDir) temp = af_temp_dir_new (NULL);
  g_autoptr (AfPlant) plant = plant_new ("m/01", "check");
  g_autoptr (AfSession) session = session_new ("m/01", 1, 0, FALSE, 1);
  AfSession *sessions[] = { session };
  const AfCase one = { .plant = plant, .sessions = sessions, .n = 1 };
  if (scenario_rows[_i].patch) {
    plant->patch = g_build_filename (af_temp_dir_path (temp), "01.patch", NULL);
    ck_assert (g_file_set_contents (plant->patch, scenario_rows[_i].patch, -1, NULL));
  }
  session->reason = scenario_rows[_i].reason;
  ck_assert_str_eq (af_scenario_name (af_case_scenario (&one)), af_scenario_name (scenario_rows[_i].scenario));
}
END_TEST

START_TEST (test_scenarios)
{
  Fixture fixture;
  fixture_init (&fixture, FALSE);
  g_autofree char *text = af_tally_text (fixture.tally), *json = af_tally_json (fixture.tally, "key");
  ck_assert_ptr_nonnull (strstr (text, "  not found (NoFail)\n"));
  ck_assert_ptr_nonnull (strstr (text, "  screened out (none of them)\n"));
  ck_assert_ptr_nonnull (strstr (text, "\nNoFail                               1         1\n"));
  /* m/03 has a valid fix in each session, and no proper one */
  ck_assert_ptr_nonnull (strstr (text, "\nnone of them                         0         1\n"));
  ck_assert_ptr_nonnull (strstr (json, "\"scenario\" : \"NoFail\""));
  fixture_clear (&fixture);
}
END_TEST

/* --- by testing time --- */

/* One benchmark of two faults with two sessions each, as in session_new. */
typedef struct {
  const char *folder;
  double testing;
  struct {
    int rank;
    gboolean proper;
    double seconds;
  } sessions[4];
} Amount;

static const Amount amounts[] = {
  { "four", 20, { { 1, TRUE, 10 }, { 1, TRUE, 10 }, { 0, FALSE, 5 }, { 0, FALSE, 5 } } },
  { "one", 5, { { 1, TRUE, 10 }, { 2, FALSE, 20 }, { -1, FALSE, 1 }, { -1, FALSE, 1 } } },
  { "two", 10, { { 0, FALSE, 4 }, { 0, FALSE, 4 }, { 1, TRUE, 10 }, { -1, FALSE, 2 } } },
};

static char *write_amount (const AfTempDir *temp, const Amount *amount)
{
  static const char *const names[] = { "m/01", "m/02" };
  Fixture fixture = { g_ptr_array_new_with_free_func ((GDestroyNotify)af_plant_free),
                      g_ptr_array_new_with_free_func ((GDestroyNotify)af_session_free), NULL };
  for (guint i = 0; i < 4; i++) {
    AfSession *session = session_new (names[i / 2], i % 2 + 1, amount->sessions[i].rank, amount->sessions[i].proper,
                                      amount->sessions[i].seconds);
    session->testing = amount->testing;
    g_ptr_array_add (fixture.sessions, session);
    if (i % 2 == 0)
      g_ptr_array_add (fixture.plants, plant_new (names[i / 2], "check"));
  }
  fixture.tally = af_tally_new (fixture.plants, fixture.sessions, 2, FALSE);
  g_autofree char *json = af_tally_json (fixture.tally, "key");
  g_autofree char *folder = g_build_filename (af_temp_dir_path (temp), amount->folder, NULL);
  char *path = g_build_filename (folder, "bench.json", NULL);
  ck_assert_int_eq (g_mkdir (folder, 0700), 0);
  ck_assert (g_file_set_contents (path, json, -1, NULL));
  fixture_clear (&fixture);
  return path;
}

START_TEST (test_series)
{
  static const char *const expected =
    "2 faults, by the median time that a session has tested\n"
    "\n"
    "fixed at least once            testing s sessions   non-empty       valid      proper\n"
    "one                                  5.0        4     1 (50%)     1 (50%)     1 (50%)\n"
    "two                                 10.0        4    2 (100%)     1 (50%)     1 (50%)\n"
    "four                                20.0        4    2 (100%)     1 (50%)     1 (50%)\n"
    "any                                                              2 (100%)    2 (100%)\n"
    "\n"
    /* 32 s, two valid fixes, one proper; 20, one; 30, two */
    "seconds per fix                testing s       valid      proper\n"
    "one                                  5.0        16.0        32.0\n"
    "two                                 10.0        20.0        20.0\n"
    "four                                20.0        15.0        15.0\n"
    "all                                             16.4        20.5\n"
    "\n";
  g_autoptr (AfTempDir) temp = af_temp_dir_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *a = write_amount (temp, &amounts[0]), *b = write_amount (temp, &amounts[1]),
                  *c = write_amount (temp, &amounts[2]);
  const char *paths[] = { a, b, c, NULL };
  g_autofree char *text = af_series (paths, &error);
  ck_assert_ptr_nonnull (text);
  ck_assert_msg (g_str_has_prefix (text, expected), "%s", text);
  /* m/02 has a failing test in one of its two sessions with "two", and is repaired in that one */
  ck_assert_msg (strstr (text, "\ntwo                                 10.0     1 (50%)     1 (50%)     1 (50%)      0 "
                               "(0%)     1 (50%)      0 (0%)     1 (50%)      0 (0%)\n")
                   != NULL,
                 "%s", text);
  ck_assert_ptr_nonnull (
    strstr (text, "\nvalid fixes lost by more testing: m/01 (one, not two), m/02 (two, not four)"));
  ck_assert_ptr_nonnull (
    strstr (text, "\nproper fixes lost by more testing: m/01 (one, not two), m/02 (two, not four)"));
  const char *same[] = { a, a, NULL };
  g_autofree char *none = af_series (same, &error);
  ck_assert_ptr_nonnull (strstr (none, "\nvalid fixes lost by more testing: none\n"));
  g_autofree char *empty = g_build_filename (af_temp_dir_path (temp), "c.json", NULL);
  ck_assert (g_file_set_contents (empty, "{}", -1, NULL));
  ck_assert_ptr_null (af_series ((const char *[]){ a, empty, NULL }, &error));
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_USAGE));
  g_clear_error (&error);
  ck_assert_ptr_null (af_series ((const char *[]){ a, "/nonexistent", NULL }, &error));
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_IO));
}
END_TEST

/* --- the page --- */

START_TEST (test_escape)
{
  static const char *const rows[][2] = {
    { "a < b && c > \"d\" '", "a &lt; b &amp;&amp; c &gt; &quot;d&quot; &apos;" },
    { "<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;" },
    { "&lt;", "&amp;lt;" },
    { "line\n\tnext\x01\x1b[0m", "line\n\tnext[0m" },
    { "gr\xc3\xbcn", "gr\xc3\xbcn" },
    { "broken \xff", "broken \xef\xbf\xbd" },
    { "", "" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *escaped = af_html_escape (rows[i][0]);
    ck_assert_str_eq (escaped, rows[i][1]);
  }
}
END_TEST

START_TEST (test_page)
{
  Fixture fixture;
  fixture_init (&fixture, FALSE);
  g_autofree char *page = af_tally_html (fixture.tally);
  ck_assert_ptr_null (strstr (page, "<script"));
  ck_assert_ptr_null (strstr (page, "http"));
  ck_assert_ptr_null (strstr (page, "a<b"));
  ck_assert_ptr_null (strstr (page, "<f>"));
  ck_assert_ptr_nonnull (strstr (page, "href=\"#m-01-s1\""));
  ck_assert_ptr_nonnull (strstr (page, "<section id=\"m-01-s1\">"));
  ck_assert_ptr_nonnull (strstr (page, "puts (&quot;&lt;script&gt;&quot;);"));
  ck_assert_ptr_nonnull (strstr (page, "<b class=good>accepted</b>"));
  ck_assert_ptr_nonnull (strstr (page, "<b class=bad>refused</b>"));
  fixture_clear (&fixture);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("figures");
  TCase *all = tcase_create ("all");
  tcase_add_loop_test (all, test_spread, 0, G_N_ELEMENTS (spread_rows));
  tcase_add_loop_test (all, test_sign, 0, G_N_ELEMENTS (sign_rows));
  tcase_add_test (all, test_tally);
  tcase_add_test (all, test_tie);
  tcase_add_test (all, test_compare);
  tcase_add_loop_test (all, test_scenario, 0, G_N_ELEMENTS (scenario_rows));
  tcase_add_test (all, test_scenarios);
  tcase_add_test (all, test_series);
  tcase_add_test (all, test_escape);
  tcase_add_test (all, test_page);
  suite_add_tcase (suite, all);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* Validation without a subject: outcomes weighed, groups of observations. */
#include <check.h>
#include <signal.h>
#include <stdlib.h>

#include "util/tempdir.h"
#include "validate/validate-internal.h"

typedef struct {
  AfModule *module;
  AfFault *fault;
  AfValidation validation;
} Bench;

static AfModule *make_module (void)
{
  AfModule *module = af_module_new ("bench");
  af_module_add_routine (module, af_routine_new (0, "f"));
  af_module_add_routine (module, af_routine_new (1, "g"));
  for (guint i = 0; i < 2; i++) {
    g_autoptr (AfExpr) one = af_expr_int (NULL, (gint64)i + 1);
    af_module_add_clause (module, af_clause_new (AF_CLAUSE_PRECONDITION, one, 1, -1, AF_RANGE_NONE));
  }
  af_module_add_clause (module, af_clause_new (AF_CLAUSE_HANG, NULL, 0, -1, AF_RANGE_NONE));
  af_module_add_clause (module, af_clause_new (AF_CLAUSE_CRASH, NULL, 0, -1, AF_RANGE_NONE));
  return module;
}

static Bench bench_new (void)
{
  const AfValidateOptions options = { .jobs = 1 };
  Bench bench = { .module = make_module () };
  bench.fault = af_fault_new (bench.module, bench.module->routines->pdata[0], 0, bench.module->clauses->pdata[0]);
  af_validation_init (&bench.validation, bench.module, bench.fault, &options);
  return bench;
}

static void bench_clear (Bench *bench)
{
  af_validation_clear (&bench->validation);
  af_fault_free (bench->fault);
  af_module_free (bench->module);
}

static AfOutcome fails (guint clause, guint call)
{
  return (AfOutcome){ .kind = AF_OUTCOME_FAIL, .clause = clause, .routine = 0, .location = 0, .failing_call = call };
}

START_TEST (weighed_outcomes)
{
  const AfOutcome pass = { .kind = AF_OUTCOME_PASS }, invalid = { .kind = AF_OUTCOME_INVALID };
  const AfOutcome unknown = { .kind = AF_OUTCOME_UNKNOWN };
  const struct {
    AfOutcome before, after;
    AfWeighed expected;
  } rows[] = {
    { pass, pass, AF_WEIGHED_PASSES },
    { pass, fails (0, 3), AF_WEIGHED_FALLS }, /* breaks what worked */
    { pass, fails (1, 3), AF_WEIGHED_FALLS },
    { pass, unknown, AF_WEIGHED_FALLS }, /* unknown is never success */
    { pass, invalid, AF_WEIGHED_CHANGED },
    { fails (0, 3), pass, AF_WEIGHED_PASSES },
    { fails (0, 3), fails (0, 3), AF_WEIGHED_FALLS }, /* the very fault */
    { fails (0, 3), fails (0, 5), AF_WEIGHED_FALLS }, /* the very fault, later */
    { fails (0, 3), fails (1, 3), AF_WEIGHED_FALLS }, /* one violation traded for another */
    { fails (0, 3), fails (1, 2), AF_WEIGHED_FALLS },
    { fails (0, 3), fails (1, 5), AF_WEIGHED_CHANGED }, /* another fault, where the unchanged program never came */
    { fails (0, 3), fails (2, 3), AF_WEIGHED_FALLS },   /* a violation traded for a loop without end */
    { pass, fails (2, 3), AF_WEIGHED_FALLS },
    { fails (0, 3), unknown, AF_WEIGHED_FALLS },
    { unknown, unknown, AF_WEIGHED_CHANGED },
    { unknown, pass, AF_WEIGHED_PASSES },
    { invalid, fails (0, 3), AF_WEIGHED_FALLS },
    { invalid, fails (1, 3), AF_WEIGHED_CHANGED },
  };
  Bench bench = bench_new ();
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    ck_assert_msg (af_weigh (&bench.validation, &rows[i].before, bench.module, &rows[i].after) == rows[i].expected,
                   "row %u", i);
  bench_clear (&bench);
}
END_TEST

START_TEST (calls_that_go_on)
{
  const AfOutcome pass = { .kind = AF_OUTCOME_PASS };
  const struct {
    AfOutcome before, after;
    gboolean goes_on;
  } rows[] = {
    { fails (0, 3), fails (2, 3), TRUE },  { fails (0, 3), fails (2, 2), FALSE }, /* this call ended before */
    { fails (0, 3), fails (2, 4), FALSE }, { fails (0, 3), fails (1, 3), FALSE },
    { pass, fails (2, 3), FALSE },         { fails (0, 3), pass, FALSE },
  };
  Bench bench = bench_new ();
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    ck_assert_msg (af_weigh_goes_on (&bench.validation, &rows[i].before, bench.module, &rows[i].after)
                     == rows[i].goes_on,
                   "row %u", i);
  bench_clear (&bench);
}
END_TEST

/* Of a fault that is no hang: steps or memory have run out. */
START_TEST (calls_that_are_long)
{
  const AfOutcome pass = { .kind = AF_OUTCOME_PASS };
  AfOutcome killed = fails (3, 3), crashed = fails (3, 3);
  killed.detail = SIGKILL;
  crashed.detail = SIGSEGV;
  const struct {
    AfOutcome after;
    gboolean is_long;
  } rows[] = {
    { fails (2, 3), TRUE },  { killed, TRUE },        { crashed, FALSE },
    { fails (1, 3), FALSE }, { fails (9, 3), FALSE }, { pass, FALSE },
  };
  Bench bench = bench_new ();
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    ck_assert_msg (af_weigh_is_long (&bench.validation, bench.module, &rows[i].after) == rows[i].is_long, "row %u", i);
  bench.fault->clause = bench.module->clauses->pdata[2];
  ck_assert (!af_weigh_is_long (&bench.validation, bench.module, &rows[0].after));
  bench_clear (&bench);
}
END_TEST

START_TEST (weighed_across_modules)
{
  Bench bench = bench_new ();
  g_autoptr (AfModule) patched = af_module_new ("bench");
  /* the patched module numbers its clauses otherwise */
  af_module_add_routine (patched, af_routine_new (0, "f"));
  af_module_add_routine (patched, af_routine_new (1, "g"));
  for (guint i = 2; i > 0; i--) {
    g_autoptr (AfExpr) number = af_expr_int (NULL, i);
    af_module_add_clause (patched, af_clause_new (AF_CLAUSE_PRECONDITION, number, 1, -1, AF_RANGE_NONE));
  }
  AfOutcome same = fails (1, 0), other = fails (0, 0);
  same.location = other.location = 4;
  ck_assert (af_weigh_is_fault (&bench.validation, patched, &same));
  ck_assert (!af_weigh_is_fault (&bench.validation, patched, &other));
  other.clause = 99;
  ck_assert (!af_weigh_is_fault (&bench.validation, patched, &other));
  bench_clear (&bench);
}
END_TEST

START_TEST (telling_tests)
{
  Bench bench = bench_new ();
  const AfOutcome pass = { .kind = AF_OUTCOME_PASS }, invalid = { .kind = AF_OUTCOME_INVALID },
                  unknown = { .kind = AF_OUTCOME_UNKNOWN };
  const AfOutcome own = fails (0, 1), other = fails (1, 1);
  ck_assert (af_weigh_counts (&bench.validation, &pass));
  ck_assert (af_weigh_counts (&bench.validation, &own));
  ck_assert (!af_weigh_counts (&bench.validation, &other));
  ck_assert (!af_weigh_counts (&bench.validation, &invalid));
  ck_assert (!af_weigh_counts (&bench.validation, &unknown));
  bench_clear (&bench);
}
END_TEST

/* A held-out test that hangs in the fault's loop, wherever in it the budget ended, shows the fault; so does a crash out
 * of sight. */
START_TEST (raw_outcomes)
{
  Bench bench = bench_new ();
  AfRoutine *f = bench.module->routines->pdata[0];
  AfLocation *head = af_location_new (f->locations->len, AF_LOCATION_WHILE);
  g_ptr_array_add (f->locations, head);
  AfLocation *inside = af_location_new (f->locations->len, AF_LOCATION_STATEMENT);
  g_ptr_array_add (f->locations, inside);
  inside->loop = (int)head->id;
  guint hang = bench.module->clauses->len;
  af_module_add_clause (bench.module, af_clause_new (AF_CLAUSE_HANG, NULL, -1, -1, AF_RANGE_NONE));
  g_autoptr (AfFault) loops = af_fault_new (bench.module, f, head->id, bench.module->clauses->pdata[hang]);
  g_autoptr (AfTest) test = af_test_new ();
  AfOutcome outcome = { .kind = AF_OUTCOME_FAIL, .clause = hang, .routine = 0, .location = (int)inside->id };
  const AfValidation validation = { .module = bench.module, .fault = loops };
  ck_assert (!af_weigh_counts (&validation, &outcome));
  af_testgen_blame (bench.module, test, &outcome);
  ck_assert (af_weigh_counts (&validation, &outcome));
  /* What the module wrote over says nothing. */
  const AfOutcome damaged[] = { { .kind = AF_OUTCOME_FAIL, .clause = 1000 },
                                { .kind = AF_OUTCOME_FAIL, .routine = 1000 },
                                { .kind = AF_OUTCOME_FAIL, .clause = hang, .location = 1000 } };
  for (guint i = 0; i < G_N_ELEMENTS (damaged); i++) {
    AfOutcome copy = damaged[i];
    af_testgen_blame (bench.module, test, &copy);
    ck_assert_int_eq (copy.kind, AF_OUTCOME_UNKNOWN);
  }
  bench_clear (&bench);
}
END_TEST

START_TEST (groups)
{
  static const guint64 seen[][3] = { { 3, 8, 8 }, { 3, 8, 9 }, { 3, 8, 8 }, { 4, 8, 8 }, { 3, 8, 9 } };
  static const guint expected[] = { 1, 2, 1, 3, 2 };
  static const gboolean first[] = { TRUE, TRUE, FALSE, TRUE, FALSE };
  g_autoptr (GPtrArray) fixes = g_ptr_array_new_with_free_func ((GDestroyNotify)af_fix_free);
  for (guint i = 0; i < G_N_ELEMENTS (seen); i++) {
    AfFix *fix = af_fix_new (NULL);
    g_array_append_vals (fix->observations, seen[i], 3);
    g_ptr_array_add (fixes, fix);
  }
  af_validate_group (fixes);
  for (guint i = 0; i < fixes->len; i++) {
    const AfFix *fix = fixes->pdata[i];
    ck_assert_uint_eq (fix->group, expected[i]);
    ck_assert_int_eq (fix->representative, first[i]);
  }
}
END_TEST

START_TEST (nothing_to_screen)
{
  Bench bench = bench_new ();
  g_autoptr (GPtrArray) candidates = g_ptr_array_new ();
  ck_assert (af_validate_screen (&bench.validation, candidates, NULL));
  ck_assert (af_validate_learn (&bench.validation, NULL));
  ck_assert_ptr_null (bench.validation.effects);
  g_autoptr (GPtrArray) fixes = af_validate_observe (&bench.validation, NULL);
  ck_assert_ptr_nonnull (fixes);
  ck_assert_uint_eq (fixes->len, 0);
  ck_assert (bench.validation.counts.complete);
  ck_assert (af_validate_draw_confirming (&bench.validation, fixes, NULL));
  ck_assert (af_validate_confirm (&bench.validation, fixes, 5, NULL));
  bench_clear (&bench);
}
END_TEST

/* The more survivors there are, the fewer tests each runs. */
START_TEST (drawn_counts)
{
  static const guint rows[][4] = { { 300, 1, 100, 300 },   { 300, 133, 100, 300 }, { 300, 200, 100, 200 },
                                   { 300, 900, 100, 100 }, { 0, 1, 100, 0 },       { 40, 900, 100, 40 } };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    ck_assert_uint_eq (af_draw_count (rows[i][0], rows[i][1], rows[i][2]), rows[i][3]);
}
END_TEST

/* Those on which most survivors have fallen, and not more of them than are soon run. */
START_TEST (worst_refuters)
{
  static const struct {
    guint n_tests, falls[6], n_worst, worst[4];
  } rows[] = {
    { 9, { 0 }, 0, { 0 } },
    { 9, { 7, 7, 2 }, 2, { 7, 2 } },
    { 9, { 2, 7, 7, 4, 4, 8 }, 4, { 4, 7, 2, 8 } },
  };
  Bench bench = bench_new ();
  for (guint row = 0; row < G_N_ELEMENTS (rows); row++) {
    g_autoptr (GPtrArray) tests = g_ptr_array_new ();
    g_ptr_array_set_size (tests, (gint)rows[row].n_tests);
    g_autoptr (AfRefuters) refuters = af_refuters_new (&bench.validation, tests);
    for (guint i = 0; i < 6 && rows[row].falls[i] > 0; i++)
      af_refuters_note (refuters, rows[row].falls[i]);
    const GArray *worst = af_refuters_worst (refuters);
    ck_assert_uint_eq (worst->len, rows[row].n_worst);
    for (guint i = 0; i < worst->len; i++)
      ck_assert_uint_eq (g_array_index (worst, guint, i), rows[row].worst[i]);
  }
  g_autoptr (GPtrArray) many = g_ptr_array_new ();
  g_ptr_array_set_size (many, 1000);
  g_autoptr (AfRefuters) refuters = af_refuters_new (&bench.validation, many);
  for (guint i = 0; i < many->len; i++)
    af_refuters_note (refuters, i);
  ck_assert_uint_lt (af_refuters_worst (refuters)->len, 50);
  bench_clear (&bench);
}
END_TEST

/* Between equally short tests on which two differ the first one counts. */
START_TEST (shortest_differences)
{
  static const guint n_calls[] = { 3, 2, 1, 2 };
  static const guint64 seen[][4] = { { 7, 7, 7, 7 }, { 8, 8, 7, 8 }, { 7, 7, 7, 9 } };
  static const struct {
    guint a, b;
    int shortest;
  } rows[] = { { 0, 1, 1 }, { 1, 0, 1 }, { 0, 2, 3 }, { 1, 2, 1 }, { 2, 2, -1 } };
  g_autoptr (GPtrArray) tests = af_draw_tests_new ();
  GArray *arrays[G_N_ELEMENTS (seen)];
  for (guint i = 0; i < G_N_ELEMENTS (n_calls); i++) {
    AfTest *test = af_test_new ();
    for (guint k = 0; k < n_calls[i]; k++)
      g_ptr_array_add (test->calls, af_call_new (0, -1, 0));
    g_ptr_array_add (tests, test);
  }
  for (guint i = 0; i < G_N_ELEMENTS (seen); i++) {
    arrays[i] = g_array_new (FALSE, FALSE, sizeof (guint64));
    g_array_append_vals (arrays[i], seen[i], G_N_ELEMENTS (seen[i]));
  }
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    const AfTest *expected = rows[i].shortest < 0 ? NULL : tests->pdata[rows[i].shortest];
    ck_assert_msg (af_runs_shortest_difference (tests, arrays[rows[i].a], arrays[rows[i].b]) == expected, "row %u", i);
  }
  for (guint i = 0; i < G_N_ELEMENTS (seen); i++)
    g_array_unref (arrays[i]);
}
END_TEST

/* The command sees the patched text, in a copy. */
START_TEST (test_commands)
{
  static const struct {
    const char *command;
    gboolean patched, passes;
  } rows[] = {
    { "grep -q two sub/a.c", TRUE, TRUE },  { "grep -q two sub/a.c", FALSE, FALSE },
    { "grep -q one sub/a.c", FALSE, TRUE }, { "touch made && test ! -e .git && test -e .hidden", TRUE, TRUE },
    { "kill -9 $$", TRUE, FALSE },          { "no-such-command", TRUE, FALSE },
  };
  g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
  g_autofree char *script = g_strdup_printf (
    "sh -c 'cd %s && mkdir -p p/sub p/.git && echo one > p/sub/a.c && touch p/.hidden'", af_temp_dir_path (dir));
  g_autofree char *project = g_build_filename (af_temp_dir_path (dir), "p", NULL);
  g_autofree char *source = g_build_filename (project, "sub", "a.c", NULL),
                  *made = g_build_filename (project, "made", NULL);
  g_autofree char *copy = g_build_filename (af_temp_dir_path (dir), "copy", NULL);
  ck_assert (g_spawn_command_line_sync (script, NULL, NULL, NULL, NULL));
  g_autoptr (AfModule) module = af_module_new ("p");
  g_ptr_array_add (module->sources, af_source_new (source, "one\n", 4));
  AfCandidate *candidate = af_candidate_new (1, NULL, AF_SCHEMA_A, NULL);
  if (!candidate->edits)
    candidate->edits = af_edits_new ();
  af_edits_replace (candidate->edits, (AfRange){ 0, 0, 3 }, "two");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    const AfValidation validation = { .module = module,
                                      .options = { .test_command = rows[i].command, .project = project } };
    gboolean passes = !rows[i].passes;
    ck_assert (af_validate_command (&validation, rows[i].patched ? candidate : NULL, copy, &passes, NULL));
    ck_assert_msg (passes == rows[i].passes, "row %u", i);
    ck_assert (!g_file_test (copy, G_FILE_TEST_EXISTS) && !g_file_test (made, G_FILE_TEST_EXISTS));
  }
  g_autoptr (GError) error = NULL;
  gboolean passes = TRUE;
  const AfValidation elsewhere = { .module = module,
                                   .options = { .test_command = "true", .project = "/usr/share/doc/libc6" } };
  ck_assert (!af_validate_command (&elsewhere, candidate, copy, &passes, &error) && !passes);
  ck_assert (error != NULL);
  af_candidate_free (candidate);
}
END_TEST

START_TEST (verdicts_have_names)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = AF_TRIAL_UNTRIED; i <= AF_TRIAL_CONFIRMED; i++)
    ck_assert_msg (g_hash_table_add (names, (gpointer)af_trial_verdict_name (i)), "verdict %u", i);
  ck_assert_str_eq (af_trial_verdict_name (AF_TRIAL_KILLED), "killed");
}
END_TEST

START_TEST (trials)
{
  static const guint order[] = { 3, 1 };
  g_auto (AfValidation) validation = { 0 };
  af_validation_extend (&validation, 3);
  g_autoptr (GPtrArray) candidates = g_ptr_array_new_with_free_func ((GDestroyNotify)af_candidate_free);
  g_autoptr (GPtrArray) fixes = g_ptr_array_new_with_free_func ((GDestroyNotify)af_fix_free);
  for (guint i = 1; i <= 3; i++) {
    g_ptr_array_add (candidates, af_candidate_new (i, NULL, AF_SCHEMA_C, NULL));
    const AfTrial *trial = af_validation_trial (&validation, candidates->pdata[i - 1]);
    ck_assert (trial->verdict == AF_TRIAL_UNTRIED && trial->killed_by == -1 && trial->rank == 0
               && trial->confirmed_at == 0);
  }
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    g_ptr_array_add (fixes, af_fix_new (candidates->pdata[order[i] - 1]));
  af_validate_note_ranks (&validation, fixes);
  ck_assert_uint_eq (af_validation_trial (&validation, candidates->pdata[0])->rank, 2);
  ck_assert_uint_eq (af_validation_trial (&validation, candidates->pdata[1])->rank, 0);
  ck_assert_uint_eq (af_validation_trial (&validation, candidates->pdata[2])->rank, 1);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("validate");
  TCase *all = tcase_create ("all");
  tcase_add_test (all, weighed_outcomes);
  tcase_add_test (all, calls_that_go_on);
  tcase_add_test (all, calls_that_are_long);
  tcase_add_test (all, weighed_across_modules);
  tcase_add_test (all, telling_tests);
  tcase_add_test (all, raw_outcomes);
  tcase_add_test (all, groups);
  tcase_add_test (all, nothing_to_screen);
  tcase_add_test (all, drawn_counts);
  tcase_add_test (all, worst_refuters);
  tcase_add_test (all, shortest_differences);
  tcase_add_test (all, test_commands);
  tcase_add_test (all, verdicts_have_names);
  tcase_add_test (all, trials);
  suite_add_tcase (suite, all);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

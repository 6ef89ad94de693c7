/* How far an error reaches in confirmation: a patch that does not parse falls and is counted, a copy that cannot be
 * written ends the work on the fault, an interruption ends the run. */
#include <check.h>
#include <stdlib.h>

#include "tests/testgen/chain.h"
#include "util/error.h"
#include "validate/validate-internal.h"

static const char text[] = "#include <autofix/contract.h>\nint half (int n)\n{\n  REQUIRE (n >= 0 && n <= 1000);\n"
                           "  ENSURE (RESULT >= 0);\n  if (n == 1)\n    return -1;\n  return n / 2;\n}\n";

typedef struct {
  Chain chain;
  AfFault *fault;
  AfCandidate *candidate; /* `-1` becomes something else */
  AfValidation validation;
  GPtrArray *fixes;
} Bench;

static AfTest *half_of (const AfModule *module, gint64 n)
{
  AfTest *test = af_test_new ();
  AfCall *call = af_call_new (af_module_routine (module, "half")->id, -1, 1);
  call->args[0].integer = n;
  g_ptr_array_add (test->calls, call);
  return test;
}

static void bench_init (Bench *bench, const char *instead, GCancellable *cancel)
{
  g_autoptr (GError) error = NULL;
  guint start = (guint)(strstr (text, "-1;") - text);
  *bench = (Bench){ 0 };
  ck_assert_msg (chain_read_text (&bench->chain, text, &error), "%s", error ? error->message : "");
  AfModule *module = bench->chain.module;
  AfRoutine *half = af_module_routine (module, "half");
  bench->fault = af_fault_new (module, half, 1, half->clauses->pdata[half->clauses->len - 1]);
  g_ptr_array_add (bench->fault->failing, half_of (module, 1));
  g_ptr_array_add (bench->fault->passing, half_of (module, 4));
  bench->candidate = af_candidate_new (1, NULL, AF_SCHEMA_A, NULL);
  if (!bench->candidate->edits)
    bench->candidate->edits = af_edits_new ();
  af_edits_replace (bench->candidate->edits, (AfRange){ 0, start, start + 2 }, instead);
  bench->candidate->routine = half;
  AfValidateOptions options = {
    .seed = 1, .jobs = 1, .config = bench->chain.config, .include_dir = bench->chain.paths.include_dir
  };
  options.config.cancel = cancel;
  af_validation_init (&bench->validation, module, bench->fault, &options);
  af_validation_extend (&bench->validation, 1);
  bench->fixes = g_ptr_array_new_with_free_func ((GDestroyNotify)af_fix_free);
  g_ptr_array_add (bench->fixes, af_fix_new (bench->candidate));
}

static void bench_clear (Bench *bench)
{
  g_ptr_array_unref (bench->fixes);
  af_validation_clear (&bench->validation);
  af_candidate_free (bench->candidate);
  af_fault_free (bench->fault);
  chain_clear (&bench->chain);
}

static AfTrialVerdict verdict (const Bench *bench)
{
  return af_validation_trial (&bench->validation, bench->candidate)->verdict;
}

START_TEST (a_candidate_falls)
{
  static const struct {
    const char *instead;
    AfTrialVerdict verdict;
  } rows[] = {
    { "0", AF_TRIAL_CONFIRMED },
    { "nonsense", AF_TRIAL_REJECTED }, /* does not parse */
    { "-1", AF_TRIAL_REJECTED },       /* keeps the fault */
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    Bench bench;
    g_autoptr (GError) error = NULL;
    gboolean stands = rows[i].verdict == AF_TRIAL_CONFIRMED;
    bench_init (&bench, rows[i].instead, NULL);
    ck_assert_msg (af_validate_confirm (&bench.validation, bench.fixes, 1, &error), "%s", error ? error->message : "");
    ck_assert_msg (verdict (&bench) == rows[i].verdict, "row %u: %s", i, af_trial_verdict_name (verdict (&bench)));
    ck_assert_uint_eq (bench.validation.counts.n_confirmed, stands);
    ck_assert_uint_eq (bench.validation.counts.n_rejected, !stands);
    ck_assert_uint_eq (bench.fixes->len, stands);
    bench_clear (&bench);
  }
}
END_TEST

/* A file stands where the copy shall go. */
START_TEST (the_fault_ends)
{
  Bench bench;
  g_autoptr (GError) error = NULL;
  bench_init (&bench, "0", NULL);
  g_autofree char *name = g_strdup_printf ("patched-%s-1", bench.fault->id);
  g_autofree char *path = g_build_filename (bench.chain.config.work_dir, name, NULL);
  ck_assert (g_file_set_contents (path, "", 0, NULL));
  ck_assert (!af_validate_confirm (&bench.validation, bench.fixes, 1, &error));
  ck_assert_msg (g_error_matches (error, AF_ERROR, AF_ERROR_IO), "%s", error->message);
  ck_assert (af_error_reach (error) == AF_REACH_FAULT);
  ck_assert_uint_eq (bench.validation.counts.n_rejected, 0);
  ck_assert (verdict (&bench) == AF_TRIAL_UNTRIED);
  bench_clear (&bench);
}
END_TEST

START_TEST (the_run_ends)
{
  Bench bench;
  g_autoptr (GError) error = NULL;
  g_autoptr (GCancellable) cancel = g_cancellable_new ();
  bench_init (&bench, "0", cancel);
  g_cancellable_cancel (cancel);
  ck_assert (!af_validate_confirm (&bench.validation, bench.fixes, 1, &error));
  ck_assert_msg (g_error_matches (error, AF_ERROR, AF_ERROR_INTERRUPTED), "%s", error->message);
  ck_assert (af_error_reach (error) == AF_REACH_RUN);
  ck_assert_uint_eq (bench.validation.counts.n_rejected, 0);
  bench_clear (&bench);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("errors");
  TCase *all = tcase_create ("all");
  tcase_set_timeout (all, 120);
  tcase_add_test (all, a_candidate_falls);
  tcase_add_test (all, the_fault_ends);
  tcase_add_test (all, the_run_ends);
  suite_add_tcase (suite, all);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

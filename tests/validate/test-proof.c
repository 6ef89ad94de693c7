/* A bounded check of a fix, from its violation to a test that was run: a fix falls only when the test confirms it. */
#include <check.h>
#include <stdlib.h>

#include "tests/testgen/chain.h"
#include "validate/validate-internal.h"

/* The fault: 1 gives -1. */
#define HEAD                                                                                                           \
  "#include <autofix/contract.h>\nint half (int n)\n{\n  REQUIRE (n >= 0 && n <= 1000000);\n  ENSURE (RESULT >= 0 && " \
  "RESULT <= n);\n"
#define BODY "  return n / 2;\n}\n"

static void read_text (Chain *chain, const char *text)
{
  g_autoptr (GError) error = NULL;

  ck_assert_msg (chain_read_text (chain, text, &error), "%s", error ? error->message : "no error");
}

START_TEST (falls_by_a_test_only)
{
  static const struct {
    const char *body;
    gboolean stands;
    AfProofOutcome outcome;
    const char *test;
  } rows[] = {
    { HEAD BODY, TRUE, AF_PROOF_BOUNDED, NULL },
    /* what no test of a few hundred comes to */
    { HEAD "  if (n * 3 + 5 == 434465)\n    return -1;\n" BODY, FALSE, AF_PROOF_VIOLATED, "half(144820): RESULT >= 0" },
  };
  g_auto (Chain) chain = { 0 };
  read_text (&chain, HEAD "  if (n == 1)\n    return -1;\n" BODY);
  AfModule *module = chain.module;
  AfRoutine *half = af_module_routine (module, "half");
  const AfClause *promise = NULL;
  for (guint i = 0; i < module->clauses->len && !promise; i++)
    if (((const AfClause *)module->clauses->pdata[i])->kind == AF_CLAUSE_POSTCONDITION)
      promise = module->clauses->pdata[i];
  ck_assert_ptr_nonnull (promise);
  g_autoptr (AfFault) fault = af_fault_new (module, half, 1, promise);
  const AfProveOptions usual_bounds = { 0 };
  const AfValidateOptions options = {
    .seed = 1, .jobs = 1, .config = chain.config, .include_dir = chain.paths.include_dir, .proof = &usual_bounds
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_auto (Chain) patched = { 0 };
    g_autoptr (GError) error = NULL;
    read_text (&patched, rows[i].body);
    AfCandidate *candidate = af_candidate_new (1, NULL, AF_SCHEMA_C, NULL);
    candidate->routine = half;
    AfFix *fix = af_fix_new (candidate);
    g_auto (AfValidation) validation = { 0 };
    af_validation_init (&validation, module, fault, &options);
    af_validation_extend (&validation, 1);
    g_autoptr (AfProof) proof = af_fix_prove (fix, patched.module, &usual_bounds);
    gboolean stands = !proof || af_fix_stands_proof (&validation, fix, proof, patched.module, NULL, &error);
    ck_assert_msg (!error, "%s", error ? error->message : "");
    ck_assert_msg (stands == rows[i].stands, "%u: %s: %s", i, af_proof_outcome_name (fix->proof), fix->proof_reason);
    ck_assert_msg (fix->proof == rows[i].outcome, "%s: %s", af_proof_outcome_name (fix->proof), fix->proof_reason);
    ck_assert_pstr_eq (af_validation_trial (&validation, candidate)->counterexample, rows[i].test);
    af_fix_free (fix);
    af_candidate_free (candidate);
  }
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("proof");
  TCase *all = tcase_create ("all");
  tcase_set_timeout (all, 120);
  tcase_add_test (all, falls_by_a_test_only);
  suite_add_tcase (suite, all);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* Bounded checks of confirmed fixes, and what becomes of a violation that they find.
 *
 * In:  a fix and the patched copy of the module.   Out: its proof; or, when a test that was really run confirms the
 * violation, its fall.
 *
 * A violation becomes tests (witnesses.c).  A fix falls as it does by any held-out test: the unchanged program must
 * pass the test, or show the fault there.  What no test confirms is held against nobody. */
#include "validate/validate-internal.h"

#include "prove/prove.h"
#include "validate/witnesses.h"

/* The first of @tests that speaks against the patched program, or null. */
static const AfTest *first_fall (const AfValidation *validation, const AfModule *patched, const GPtrArray *tests,
                                 GError **error)
{
  g_autoptr (GArray) before = af_runs_sanitized (validation, validation->module, tests, error);
  g_autoptr (GArray) after = before ? af_runs_sanitized (validation, patched, tests, error) : NULL;
  for (guint i = 0; after && i < tests->len; i++) {
    const AfOutcome *was = &g_array_index (before, AfOutcome, i), *is = &g_array_index (after, AfOutcome, i);
    gboolean is_other = validation->fault->aside->len > 0 && af_weigh_goes_on (validation, was, patched, is);
    if (af_weigh_counts (validation, was) && !is_other && af_weigh (validation, was, patched, is) == AF_WEIGHED_FALLS)
      return tests->pdata[i];
  }
  return NULL;
}

gboolean af_fix_prove (const AfValidation *validation, AfFix *fix, const AfModule *patched, GError **error)
{
  const AfRoutine *routine = af_module_routine (patched, fix->candidate->routine->name);
  g_autoptr (AfProof) proof = af_prove_routine (patched, routine, validation->options.proof);
  fix->proof = proof->outcome;
  fix->proof_bound = proof->bound;
  fix->proof_complete = proof->is_complete;
  g_free (fix->proof_reason);
  fix->proof_reason = g_strdup (proof->reason);
  if (proof->outcome != AF_PROOF_VIOLATED)
    return TRUE;
  g_autoptr (GError) reason = NULL;
  g_autofree char *values = af_proof_describe (proof, routine);
  g_autoptr (GPtrArray) tests = af_witness_tests (validation->module, fix->candidate->routine, proof->arguments,
                                                  validation->fault->failing, validation->fault->passing);
  const AfTest *fall = tests->len > 0 ? first_fall (validation, patched, tests, &reason) : NULL;
  if (reason) {
    g_propagate_error (error, g_steal_pointer (&reason));
    return FALSE;
  }
  if (fall) {
    g_autofree char *calls = af_testgen_describe (validation->module, fall);
    af_validation_trial (validation, fix->candidate)->counterexample = g_strdup_printf ("%s: %s", calls, proof->clause);
    return FALSE;
  }
  fix->proof = AF_PROOF_UNKNOWN;
  g_free (fix->proof_reason);
  fix->proof_reason =
    g_strdup_printf ("no test confirms that %s fails where %s", proof->clause, *values ? values : "it is called");
  return TRUE;
}

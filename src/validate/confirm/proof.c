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

/* What @tests do in the unchanged and in the patched program. */
static gboolean run_both (const AfValidation *validation, const AfModule *patched, const AfRunner *const programs[2],
                          const GPtrArray *tests, GArray *outcomes[2], GError **error)
{
  if (!programs) {
    outcomes[0] = af_runs_sanitized (validation, validation->module, tests, error);
    outcomes[1] = outcomes[0] ? af_runs_sanitized (validation, patched, tests, error) : NULL;
    return outcomes[1] != NULL;
  }
  for (guint i = 0; i < 2; i++)
    if (!af_subject_load (programs[i]->subject, tests, error)
        || !(outcomes[i] = af_runs_observe (programs[i], tests, error)))
      return FALSE;
  return TRUE;
}

/* The first of @tests that speaks against the patched program, or null. */
static const AfTest *first_fall (const AfValidation *validation, const AfModule *patched, const GPtrArray *tests,
                                 GArray *outcomes[2])
{
  for (guint i = 0; i < tests->len; i++) {
    const AfOutcome *was = &g_array_index (outcomes[0], AfOutcome, i), *is = &g_array_index (outcomes[1], AfOutcome, i);
    gboolean is_other = validation->fault->aside->len > 0 && af_weigh_goes_on (validation, was, patched, is);
    if (af_weigh_counts (validation, was) && !is_other && af_weigh (validation, was, patched, is) == AF_WEIGHED_FALLS)
      return tests->pdata[i];
  }
  return NULL;
}

AfProof *af_fix_prove (AfFix *fix, const AfModule *patched, const AfProveOptions *limits)
{
  const AfRoutine *routine = af_module_routine (patched, fix->candidate->routine->name);
  g_autoptr (AfProof) proof = af_prove_routine (patched, routine, limits);
  fix->proof = proof->outcome;
  fix->proof_bound = proof->bound;
  fix->proof_complete = proof->is_complete;
  g_free (fix->proof_reason);
  fix->proof_reason = g_strdup (proof->reason);
  return proof->outcome == AF_PROOF_VIOLATED ? g_steal_pointer (&proof) : NULL;
}

gboolean af_fix_stands_proof (const AfValidation *validation, AfFix *fix, const AfProof *proof, const AfModule *patched,
                              const AfRunner *const programs[2], GError **error)
{
  const AfRoutine *routine = af_module_routine (patched, fix->candidate->routine->name);
  g_autofree char *values = af_proof_describe (proof, routine);
  g_autoptr (GPtrArray) tests = af_witness_tests (validation->module, fix->candidate->routine, proof->arguments,
                                                  validation->fault->failing, validation->fault->passing);
  GArray *outcomes[2] = { NULL, NULL };
  gboolean is_run = tests->len == 0 || run_both (validation, patched, programs, tests, outcomes, error);
  const AfTest *fall =
    outcomes[1] ? first_fall (validation, programs ? validation->module : patched, tests, outcomes) : NULL;
  for (guint i = 0; i < 2; i++)
    g_clear_pointer (&outcomes[i], g_array_unref);
  if (!is_run)
    return FALSE;
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

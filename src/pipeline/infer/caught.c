/* What each proposal would have caught: changes of the code, as programmers err, that it is the first to notice.
 *
 * In:  a run with its module, what was inferred of it.   Out: the counts and an example in the proposals.
 *
 * The changes and tests are those of `autofix contracts --strength`, fewer of both.  A change counts for the clause
 * that the first test violates; what is written is checked before what is proposed, so that it counts for what nobody
 * has written down yet. */
#include "pipeline/infer/infer-internal.h"
#include "pipeline/strength/strength-internal.h"

enum { CHANGES_PER_ROUTINE = 10, TESTS = 600 };

static void note (const AfStrength *strength, const GArray *owners, guint first, AfInference *inference)
{
  inference->n_changes = strength->tests->len > 0 ? strength->mutants->len : 0;
  for (guint i = 0; i < strength->mutants->len; i++) {
    const AfMutant *mutant = strength->mutants->pdata[i];
    if (mutant->fate != AF_FATE_KILLED || mutant->clause < first || mutant->clause - first >= owners->len)
      continue;
    AfProposal *proposal = inference->proposals->pdata[g_array_index (owners, guint, mutant->clause - first)];
    if (proposal->n_caught++ == 0)
      proposal->caught = g_strdup (mutant->candidate->summary);
  }
}

gboolean af_infer_catch (AfRun *run, AfInference *inference, GError **error)
{
  g_autoptr (AfStrength) strength = af_strength_new ();
  g_autoptr (GArray) owners = g_array_new (FALSE, FALSE, sizeof (guint));
  strength->per_routine = CHANGES_PER_ROUTINE;
  strength->most_tests = TESTS;
  guint first = af_infer_state (inference, run->module, owners);
  gboolean runs = af_strength_make (strength, run, error) && af_strength_draw (strength, run, error)
                  && af_strength_judge (strength, run, error);
  if (runs)
    note (strength, owners, first, inference);
  af_infer_retract (run->module, first);
  return runs;
}

/* Verdicts: what became of each candidate.
 *
 * In:  what the steps find out, in any order of the workers.   Out: one AfTrial per candidate, in candidate order.
 *
 * A trial is written by the one worker that has the candidate, so that no lock is needed.
 *
 *     untried -> uncompilable | killed | unstable | silencer | refuted | valid -> unconfirmed | rejected | confirmed */
#include "validate/validate-internal.h"

const char *af_trial_verdict_name (AfTrialVerdict verdict)
{
  static const char *const names[] = {
    [AF_TRIAL_UNTRIED] = "untried",    [AF_TRIAL_UNCOMPILABLE] = "uncompilable", [AF_TRIAL_KILLED] = "killed",
    [AF_TRIAL_UNSTABLE] = "unstable",  [AF_TRIAL_SILENCER] = "silencer",         [AF_TRIAL_REFUTED] = "refuted",
    [AF_TRIAL_VALID] = "valid",        [AF_TRIAL_UNCONFIRMED] = "unconfirmed",   [AF_TRIAL_REJECTED] = "rejected",
    [AF_TRIAL_CONFIRMED] = "confirmed"
  };
  return names[verdict];
}

static void clear_trial (gpointer trial)
{
  g_clear_pointer (&((AfTrial *)trial)->features, g_array_unref);
  g_clear_pointer (&((AfTrial *)trial)->counterexample, g_free);
}

void af_trials_extend (AfValidateCounts *counts, guint n)
{
  if (!counts->trials) {
    counts->trials = g_array_sized_new (FALSE, FALSE, sizeof (AfTrial), n);
    g_array_set_clear_func (counts->trials, clear_trial);
  }
  while (counts->trials->len < n) {
    AfTrial trial = { .verdict = AF_TRIAL_UNTRIED, .killed_by = -1 };
    g_array_append_val (counts->trials, trial);
  }
}

void af_validate_counts_clear (AfValidateCounts *counts)
{
  g_clear_pointer (&counts->trials, g_array_unref);
  g_clear_pointer (&counts->effects, g_ptr_array_unref);
  g_clear_pointer (&counts->fresh, g_ptr_array_unref);
}

AfTrial *af_validate_trial (const AfValidateCounts *counts, const AfCandidate *candidate)
{
  g_assert (counts->trials && candidate->id >= 1 && candidate->id <= counts->trials->len);
  return &g_array_index (counts->trials, AfTrial, candidate->id - 1);
}

void af_validate_note_ranks (const GPtrArray *fixes, AfValidateCounts *counts)
{
  for (guint i = 0; i < fixes->len; i++) {
    const AfFix *fix = fixes->pdata[i];
    AfTrial *trial = af_validate_trial (counts, fix->candidate);
    trial->rank = i + 1;
    trial->group = fix->group;
    trial->group_size = fix->group_size;
    g_clear_pointer (&trial->features, g_array_unref);
    trial->features = fix->features ? g_array_ref (fix->features) : NULL;
  }
}

/* The state of a validation: its life, and what became of each candidate.
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

void af_validation_init (AfValidation *validation, const AfModule *module, const AfFault *fault,
                         const AfValidateOptions *options)
{
  *validation = (AfValidation){ .module = module, .fault = fault, .options = *options, .counts = { .complete = TRUE } };
}

void af_validation_clear (AfValidation *validation)
{
  g_clear_pointer (&validation->survivors, g_ptr_array_unref);
  g_clear_pointer (&validation->compiled, g_ptr_array_unref);
  g_clear_pointer (&validation->subjects, g_ptr_array_unref);
  g_clear_pointer (&validation->build, af_build_free);
  g_clear_pointer (&validation->observations, g_array_unref);
  g_clear_pointer (&validation->insides, g_array_unref);
  g_clear_pointer (&validation->reached, g_hash_table_unref);
  g_clear_pointer (&validation->reached_failing, g_hash_table_unref);
  g_clear_pointer (&validation->confirming, g_ptr_array_unref);
  g_clear_pointer (&validation->others, g_ptr_array_unref);
  g_clear_pointer (&validation->held_out, g_ptr_array_unref);
  g_clear_pointer (&validation->effects, g_ptr_array_unref);
  g_clear_pointer (&validation->trials, g_array_unref);
}

GPtrArray *af_validation_tests (const AfValidation *validation)
{
  return af_runs_tests (validation->fault, validation->held_out);
}

gboolean af_validation_is_late (const AfValidation *validation)
{
  gint64 deadline = validation->options.deadline;
  return deadline > 0 && g_get_monotonic_time () >= deadline;
}

static void clear_trial (gpointer trial)
{
  g_clear_pointer (&((AfTrial *)trial)->features, g_array_unref);
  g_clear_pointer (&((AfTrial *)trial)->counterexample, g_free);
}

void af_validation_extend (AfValidation *validation, guint n)
{
  if (!validation->trials) {
    validation->trials = g_array_sized_new (FALSE, FALSE, sizeof (AfTrial), n);
    g_array_set_clear_func (validation->trials, clear_trial);
  }
  while (validation->trials->len < n) {
    AfTrial trial = { .verdict = AF_TRIAL_UNTRIED, .killed_by = -1 };
    g_array_append_val (validation->trials, trial);
  }
}

AfTrial *af_validation_trial (const AfValidation *validation, const AfCandidate *candidate)
{
  const GArray *trials = validation->trials;
  g_assert (trials && candidate->id >= 1 && candidate->id <= trials->len);
  return &g_array_index (trials, AfTrial, candidate->id - 1);
}

void af_validate_note_ranks (AfValidation *validation, const GPtrArray *fixes)
{
  for (guint i = 0; i < fixes->len; i++) {
    const AfFix *fix = fixes->pdata[i];
    AfTrial *trial = af_validation_trial (validation, fix->candidate);
    trial->rank = i + 1;
    trial->group = fix->group;
    trial->group_size = fix->group_size;
    g_clear_pointer (&trial->features, g_array_unref);
    trial->features = fix->features ? g_array_ref (fix->features) : NULL;
  }
}

/* `autofix contracts --strength`: would anybody notice if the code were wrong?
 *
 * In:  options.   Out: on standard output what each routine's contracts notice, and how many changes none does.
 *
 * As mutation testing does it (DeMillo, Lipton, Sayward: Hints on Test Data Selection, 1978), with contracts as the
 * judge: a change of the code that random tests show and no contract forbids is a promise that nobody has written
 * down. */
#include "pipeline/strength/strength-internal.h"

#include <stdio.h>

gboolean af_pipeline_strength (const AfOptions *options, const AfPaths *paths, GCancellable *cancel,
                               AfStrengthCounts *counts, GError **error)
{
  g_auto (AfRun) run = { 0 };
  AfOptions own = *options;
  own.stop_after = AF_STAGE_MODULE; /* nothing is written */
  g_autoptr (AfStrength) strength = af_strength_new ();
  if (!af_run_init (&run, &own, paths, cancel, error) || !af_run_read_module (&run, error)
      || !af_strength_make (strength, &run, error) || !af_strength_draw (strength, &run, error)
      || !af_strength_judge (strength, &run, error) || !af_strength_tell_survivors (strength, &run, error))
    return FALSE;
  af_run_stages_end (&run);
  g_autofree char *text = options->format > AF_FORMAT_TEXT ? af_strength_json (strength, run.module, options->seed)
                                                           : af_strength_text (strength, run.module, options->seed);
  fputs (text, stdout);
  *counts = (AfStrengthCounts){ .n_mutants = strength->mutants->len, .n_tests = strength->tests->len };
  for (guint i = 0; i < strength->mutants->len; i++)
    counts->n_survived += ((const AfMutant *)strength->mutants->pdata[i])->fate == AF_FATE_SURVIVED;
  return TRUE;
}

/* A second round of candidates for one fault, made from what the first one did to the tests.
 *
 * In:  a finding whose candidates have been screened.   Out: the same with further candidates, and the fixes among
 * them.
 *
 * Nothing is traced again: guards are looked for on the recorded values, and two changes are combined where each does a
 * part.  The round is part of the stage `screen`.  Routines that were called earlier in the tests are changed in this
 * round only, and only where the first one brought nothing. */
#include "pipeline/pipeline-internal.h"

#define MAX_GUARDED 240     /* candidates in the routine to blame */
#define MAX_GUARDED_VIEW 80 /* in each other one */
#define MAX_PAIRS 400       /* changes in two places, where no single one was valid */
#define FEW_PAIRS 60        /* and where some were */
#define MAX_PAIRS_VIEW 60
#define MAX_EVERYWHERE 60 /* one change at several places, where no single one was valid */
#define FEW_EVERYWHERE 12 /* and where some were */

static void take (AfFinding *finding, GPtrArray *more)
{
  g_ptr_array_set_free_func (more, NULL);
  for (guint i = 0; i < more->len; i++) {
    AfCandidate *candidate = more->pdata[i];
    candidate->id = finding->candidates->len + 1;
    g_ptr_array_add (finding->candidates, candidate);
  }
  g_ptr_array_unref (more);
}

AfSynthesisTask af_run_synthesis_task (const AfRun *run, const AfFault *fault)
{
  return (AfSynthesisTask){ .module = run->module,
                            .fault = fault,
                            .transitions = run->corpus->transitions,
                            .solver = run->solver,
                            .cancel = run->config.cancel };
}

void af_run_synthesize_view (AfRun *run, AfFinding *finding, const AfView *view)
{
  AfSynthesisTask task = af_run_synthesis_task (run, view->fault);
  AfSynthesizeOptions options;
  af_synthesize_options_init (&options, FALSE);
  af_synthesize_options_narrow (&options);
  options.providers = run->learnt ? af_learnt_operators_providers (run->learnt) : NULL;
  take (finding, af_synthesize (&task, view->localization, &options));
}

gboolean af_run_second_round (AfRun *run, AfFinding *finding, GError **error)
{
  const GPtrArray *effects = finding->validation.effects;
  guint n_old = finding->candidates->len;
  g_autoptr (GPtrArray) singles = g_ptr_array_new ();
  gboolean is_fixed = finding->fixes->len > 0;
  if (!effects || !finding->validation.counts.complete)
    return TRUE;
  g_ptr_array_extend (singles, finding->candidates, NULL, NULL);
  AfSynthesisTask task = af_run_synthesis_task (run, finding->fault);
  AfTried first = { singles, effects, NULL }, all = { finding->candidates, effects, NULL };
  first.beyond = finding->beyond = af_synthesize_beyond (&task, &first);
  take (finding, af_synthesize_guarded (&task, finding->localization, &all, 1, MAX_GUARDED));
  take (finding, af_synthesize_pairs (&task, &first, is_fixed, is_fixed ? FEW_PAIRS : MAX_PAIRS));
  take (finding, af_synthesize_everywhere (&task, &first, is_fixed ? FEW_EVERYWHERE : MAX_EVERYWHERE));
  for (guint v = 0; finding->views && v < finding->views->len; v++) {
    AfView *view = finding->views->pdata[v];
    if (view->is_earlier) {
      /* what goes wrong earlier is looked for where nothing else helps */
      if (!is_fixed)
        af_run_synthesize_view (run, finding, view);
      continue;
    }
    AfSynthesisTask around = af_run_synthesis_task (run, view->fault);
    take (finding, af_synthesize_guarded (&around, view->localization, &all, view->share, MAX_GUARDED_VIEW));
    take (finding, af_synthesize_pairs (&around, &first, is_fixed, MAX_PAIRS_VIEW));
    take (finding, af_synthesize_everywhere (&around, &first, FEW_EVERYWHERE));
  }
  if (finding->candidates->len == n_old)
    return TRUE;
  g_autoptr (GPtrArray) fixes = af_validate_screen (&finding->validation, finding->candidates, error)
                                  ? af_validate_observe (&finding->validation, error)
                                  : NULL;
  if (!fixes)
    return FALSE;
  g_ptr_array_extend_and_steal (finding->fixes, g_steal_pointer (&fixes));
  return TRUE;
}

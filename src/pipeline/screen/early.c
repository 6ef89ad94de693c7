/* The first fix, told while the search for better ones goes on.
 *
 * In:  the fixes of the first round.   Out: a line on standard error for the best of them, when it stands.
 *
 * A second round, reduction and the last criteria of the order take as long as all before.  So the fix that is the best
 * by then is built with sanitizers and tested beside all that.  It is a fix, and may not be the first one in the end;
 * nothing else depends on it, nor waits for it: when confirmation begins, which changes what is looked at here and
 * names its first fix soon, the look is given up.  One is told in a run, since it costs half a second of a processor,
 * and none with a single worker. */
#include "pipeline/pipeline-internal.h"

#include "rank/rank.h"

struct AfEarly {
  AfRun *run;
  AfValidation *validation;
  AfFix *fix; /* a copy without evidence; owned */
  GCancellable *cancel;
  GThread *thread;
};

/* The best fix that may be shown; the order of @fixes stays. */
static const AfFix *best_of (const AfRun *run, const AfFinding *finding)
{
  g_autoptr (GPtrArray) ranked = g_ptr_array_new ();
  g_ptr_array_extend (ranked, finding->fixes, NULL, NULL);
  af_validate_note_losses (&finding->validation, ranked);
  if (af_options_has (run->options, AF_PART_resorts))
    af_rank_note_resorts (ranked, run->module);
  af_validate_group (ranked);
  af_rank_fixes (ranked, finding->fault, !af_options_has (run->options, AF_PART_features));
  const AfFix *best = ranked->len > 0 ? ranked->pdata[0] : NULL;
  return best && !best->last_resort ? best : NULL;
}

static gpointer look (gpointer data)
{
  AfEarly *early = data;
  gboolean stands = FALSE;
  if (af_validate_stands (early->validation, early->fix->candidate, early->cancel, &stands, NULL) && stands)
    af_run_tell_first (early->validation->fault, early->fix, early->run);
  return NULL;
}

AfEarly *af_early_begin (AfRun *run, AfFinding *finding)
{
  const AfOptions *options = run->options;
  gboolean is_wanted = !run->told && options->jobs > 1 && !options->quiet && !options->test_command
                       && options->stop_after > AF_STAGE_SCREEN && !af_run_has_rejected (run, finding->fault);
  const AfFix *best = is_wanted ? best_of (run, finding) : NULL;
  if (!best)
    return NULL;
  AfEarly *early = g_new0 (AfEarly, 1);
  early->run = run;
  early->validation = &finding->validation;
  early->fix = af_fix_new (best->candidate);
  early->cancel = g_cancellable_new ();
  early->thread = g_thread_new ("af-early", look, early);
  return early;
}

void af_early_end (AfEarly *early)
{
  if (!early)
    return;
  g_cancellable_cancel (early->cancel);
  g_thread_join (early->thread);
  g_object_unref (early->cancel);
  af_fix_free (early->fix);
  g_free (early);
}

/* `autofix judge`: the faults and tests of a run made again, and patches measured by them.
 *
 * In:  options with the sources, flags and seed of the last run; patches; the fixes that it showed.   Out: rulings on
 * standard output.
 *
 * The same seed makes the same faults and tests, so nothing but the seed has to be kept.  Where no patch applies none
 * are made. */
#include "pipeline/pipeline-internal.h"

#include <stdio.h>
#include <string.h>

#include "util/interrupt.h"

/* T_r of every fault, or of the one that is asked for; those that no test shows again are left out. */
static GPtrArray *focus_all (AfRun *run, GError **error)
{
  g_autoptr (GPtrArray) faults = g_ptr_array_new ();
  AfTestgenOptions testgen;
  af_run_tell_faults (run);
  af_run_testgen_options (run, run->deadline, &testgen);
  for (guint i = 0; i < run->corpus->faults->len; i++) {
    AfFault *fault = run->corpus->faults->pdata[i];
    if (run->options->fault && strcmp (run->options->fault, fault->id) != 0)
      continue;
    af_run_stage (run, "focus", fault->id);
    if (!af_testgen_focus (run->module, fault, AF_RUN_FAILING, AF_RUN_PASSING, &testgen, error)
        || af_interrupted (run->cancel, error))
      return NULL;
    if (fault->failing->len > 0)
      g_ptr_array_add (faults, fault);
    else
      af_run_notice (run, "%s: no test shows it again; patches are not judged by it", fault->id);
  }
  return g_steal_pointer (&faults);
}

/* Whether a patch can be held against anything; it takes no tests to say that none can. */
static gboolean any_applies (const AfRun *run, const AfJudgeRequest *request)
{
  for (guint i = 0; request->patches[i]; i++) {
    g_autoptr (AfPatch) patch =
      af_patch_read (run->module, request->patches[i], run->config.work_dir, run->config.cancel, NULL);
    if (patch)
      return TRUE;
  }
  return FALSE;
}

/* Without a corpus, since no patch applies, by no fault. */
static gboolean judge (AfRun *run, const AfJudgeRequest *request, AfRulingKind *worst, GError **error)
{
  g_autoptr (GPtrArray) faults = run->corpus ? focus_all (run, error) : g_ptr_array_new ();
  if (!faults)
    return FALSE;
  AfValidateOptions validate = { .seed = run->options->seed,
                                 .jobs = run->options->jobs,
                                 .n_held_out = run->options->held_out > 0 ? run->options->held_out : AF_RUN_HELD_OUT,
                                 .deadline = run->deadline,
                                 .config = run->config,
                                 .include_dir = run->paths->include_dir };
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  AfJudgeOptions options = { run->module, faults, run->corpus ? request->known : none, &validate };
  af_run_stage (run, "judge", NULL);
  g_autoptr (AfRulings) rulings = af_judge_patches (&options, request->patches, error);
  if (!rulings)
    return FALSE;
  af_run_stages_end (run);
  g_autofree char *text = run->options->format == AF_FORMAT_JSON ? af_rulings_json (run->module, rulings)
                                                                 : af_rulings_text (run->module, rulings);
  fputs (text, stdout);
  if (run->corpus && faults->len == 0 && run->options->format != AF_FORMAT_JSON)
    printf ("the module as it is has no known fault\n");
  *worst = af_rulings_worst (rulings);
  return TRUE;
}

gboolean af_pipeline_judge (const AfOptions *options, const AfPaths *paths, const AfJudgeRequest *request,
                            GCancellable *cancel, AfRulingKind *worst, GError **error)
{
  g_auto (AfRun) run = { 0 };
  *worst = AF_RULING_UNCLEAR;
  return (af_run_init (&run, options, paths, cancel, error) && af_run_read_module (&run, error)
          && !af_interrupted (cancel, error) && (!any_applies (&run, request) || af_run_find_faults (&run, error))
          && !af_interrupted (cancel, error) && judge (&run, request, worst, error))
         || af_run_tell_late (&run, error);
}

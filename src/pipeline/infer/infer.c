/* `autofix infer`: from options to contracts on the terminal and patches in a folder.
 *
 *     ring.c: 31 contracts proposed for 12 routines (seed 1); patches in autofix.infer
 *
 *     ring_pop (line 140)
 *        3  ENSURE (r->count == OLD (r->count) - 1)            212 states, 4012 tests
 */
#include "pipeline/infer/infer-internal.h"

#include <stdio.h>
#include <string.h>

#include "contracts/contracts.h"
#include "util/error.h"

enum { INFERRING_PERCENT = 75 }; /* of the budget */

/* Takes out what the module cannot be read with. */
static void drop_unreadable (AfRun *run, AfInference *inference)
{
  guint n_before = inference->proposals->len;
  guint n = af_infer_drop_unreadable (run->module, inference, af_temp_dir_path (run->temp), run->paths->include_dir);
  if (n > 0)
    af_run_notice (run, "%u of %u proposals are left out: the module cannot be read with them", n, n_before);
}

/* --- on the terminal --- */

static void print_line (const char *text)
{
  g_autofree char *shown = af_printable (text);
  printf ("       %s\n", shown);
}

static void print_proposal (const AfInference *inference, const AfProposal *proposal, guint number)
{
  g_autofree char *text = af_proposal_text (proposal), *shown = af_printable (text);
  g_autofree char *evidence = af_infer_evidence (proposal), *catches = af_infer_catches (inference, proposal);
  printf ("  %3u  %s\n", number, shown);
  print_line (evidence);
  if (catches)
    print_line (catches);
}

static void print_text (const AfRun *run, const AfInference *inference)
{
  const AfProposal *last = NULL;
  const GPtrArray *all = inference->proposals;
  for (guint i = 0; i < all->len; i++) {
    const AfProposal *proposal = all->pdata[i];
    g_autofree char *heading = af_infer_heading (run->module, proposal);
    if (!last || last->routine != proposal->routine || last->record != proposal->record)
      printf ("\n%s\n", heading);
    print_proposal (inference, proposal, i + 1);
    last = proposal;
  }
  printf ("%s%s: %u contract%s proposed; %u more implied, %u broken by attacks, %u refuted by proof; %u calls (seed "
          "%" G_GUINT64_FORMAT ")",
          all->len > 0 ? "\n" : "", run->module->name, all->len, all->len == 1 ? "" : "s", inference->n_implied,
          inference->n_broken, inference->n_refuted, inference->n_calls, run->options->seed);
  if (inference->is_late)
    printf ("; the budget ended first: --budget gives more time");
  else if (inference->is_cut)
    printf ("; attacks ended before nothing broke any more");
  printf (all->len > 0 ? "; patches in %s\n" : "\n", run->options->output);
}

/* "attack 1: 32 proposals": a stage, and what it is at. */
static void tell_progress (const char *text, gpointer data)
{
  gsize length = strcspn (text, " :");
  g_autofree char *stage = g_strndup (text, length);
  const char *subject = text + length + strspn (text + length, " :");
  af_run_stage (data, stage, *subject ? subject : NULL);
}

/* What is left is for changes of the code, and for writing. */
static gint64 share_of_budget (const AfRun *run)
{
  gint64 now = g_get_monotonic_time ();
  return run->deadline > 0 ? MAX (now + (run->deadline - now) * INFERRING_PERCENT / 100, 1) : 0;
}

static AfInference *infer (AfRun *run, GError **error)
{
  AfInferOptions options = { .config = &run->config,
                             .solver = run->solver,
                             .seed = run->options->seed,
                             .jobs = run->options->jobs,
                             .effort = run->options->effort,
                             .proves = TRUE,
                             .deadline = share_of_budget (run),
                             .progress = tell_progress,
                             .progress_data = run };
  return af_infer (run->module, &options, error);
}

/* Without it proposals are as good; so a budget that ends meanwhile ends nothing else. */
static gboolean catch_in_time (AfRun *run, AfInference *inference, GError **error)
{
  g_autoptr (GError) reason = NULL;
  if (inference->is_late || af_infer_catch (run, inference, &reason))
    return TRUE;
  if (af_run_forgive_end (run, &reason)) {
    inference->is_late = TRUE;
    return TRUE;
  }
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

gboolean af_pipeline_infer (const AfOptions *options, const AfPaths *paths, gboolean apply, GCancellable *cancel,
                            guint *n_proposed, GError **error)
{
  g_auto (AfRun) run = { 0 };
  AfOptions own = *options;
  own.stop_after = AF_STAGE_MODULE; /* the folder of a run is none of ours */
  g_autoptr (GPtrArray) none = options->take ? af_infer_taken (options, NULL, error) : NULL;
  if ((options->take && !none) || !af_infer_check_output (options, error)
      || !af_run_init (&run, &own, paths, cancel, error) || !af_run_read_module (&run, error))
    return FALSE;
  g_autoptr (AfInference) inference = infer (&run, error);
  if (!inference)
    return af_run_tell_late (&run, error);
  drop_unreadable (&run, inference);
  if (inference->proposals->len > 0 && !catch_in_time (&run, inference, error))
    return FALSE;
  g_clear_pointer (&run.limit, af_limit_free); /* what there is by now is written */
  *n_proposed = inference->proposals->len;
  af_run_stages_end (&run);
  if (!af_infer_write (options, run.module, inference, error)
      || (apply && !af_infer_apply (options, run.module, inference, error)))
    return FALSE;
  if (options->format > AF_FORMAT_TEXT) {
    g_autofree char *json = af_infer_json (run.module, inference, options->seed);
    fputs (json, stdout);
  } else
    print_text (&run, inference);
  return TRUE;
}

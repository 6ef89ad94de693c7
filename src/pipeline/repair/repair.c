/* The stages for one fault, from its tests to its ranked fixes.
 *
 * In:  a finding with its fault.   Out: the same with localization, candidates, fixes and counts; or only whether a fix
 * of another fault repairs it.
 *
 * What reaches no further than this fault (no test fails again, the trace build does not compile, a file cannot be
 * written) is noted in the finding and the run goes on with the next one; util/README.md has the policy.  After
 * each stage its result is printed if --dump asks for it, and --stop-after may end the work on the fault. */
#include "pipeline/pipeline-internal.h"

#include <stdio.h>

#include "infer/kept.h"
#include "localize/localize.h"
#include "pipeline/minimal/undo.h"
#include "rank/rank.h"
#include "util/error.h"
#include "util/jobs.h"

#define WANTED 10     /* confirmed fixes per fault */
#define FOCUS_SHARE 4 /* one so many of the time for a fault goes into its tests */
#define LOOK_SHARE 3  /* and of what is left into where it goes wrong, before other routines are left alone */

typedef AfRepair Repair;

/* One thing done for the fault; whether the next shall be. */
typedef gboolean (*Step) (Repair *repair, GError **error);

static gboolean has (const AfRun *run, AfPart part)
{
  return af_options_has (run->options, part);
}

static gboolean goes_on (const Repair *repair, AfStage after)
{
  return repair->run->options->stop_after > after;
}

static void dump (const Repair *repair, AfStage stage, char *text)
{
  if (repair->run->options->dump == (int)stage)
    fputs (text, stdout);
  g_free (text);
}

static gboolean wants_dump (const Repair *repair, AfStage stage)
{
  return repair->run->options->dump == (int)stage;
}

static gboolean is_late (const Repair *repair)
{
  return af_run_is_interrupted (repair->run) || (repair->deadline > 0 && g_get_monotonic_time () >= repair->deadline);
}

/* Of slow calls there are fewer tests, and fewer are looked at, so that what is left is enough to repair: when one
 * @share-th of the time that is left will have passed; 0: never. */
static gint64 end_of (const Repair *repair, gint64 share)
{
  gint64 now = g_get_monotonic_time ();
  return repair->deadline > 0 ? MIN (now + (repair->deadline - now) / share, repair->deadline) : 0;
}

static gboolean focus (Repair *repair, GError **error)
{
  AfRun *run = repair->run;
  AfFault *fault = repair->finding->fault;
  AfTestgenOptions testgen;
  if (repair->finding->is_focused)
    return TRUE;
  af_run_stage (run, "focus", fault->id);
  af_run_testgen_options (run, end_of (repair, FOCUS_SHARE), &testgen);
  if (!af_testgen_focus (run->module, fault, AF_RUN_FAILING, AF_RUN_PASSING, &testgen, error))
    return FALSE;
  if (is_late (repair))
    return FALSE;
  repair->finding->is_focused = TRUE;
  if (fault->failing->len == 0)
    repair->finding->trouble = g_strdup ("no test shows the fault again");
  else if (fault->routine->skipped)
    repair->finding->trouble =
      g_strdup_printf ("'%s' cannot be changed: %s", fault->routine->name, fault->routine->skipped);
  return !repair->finding->trouble;
}

static gboolean seek_cause (Repair *repair, GError **error)
{
  return af_finding_seek_cause (repair->finding, repair->before, error);
}

typedef struct {
  const AfRun *run;
  GPtrArray *faults; /* of AfFault */
} Preparation;

static gboolean prepare_one (guint index, guint worker G_GNUC_UNUSED, gpointer data, GError **error G_GNUC_UNUSED)
{
  const Preparation *preparation = data;
  const AfRun *run = preparation->run;
  /* What goes wrong here goes wrong again where the build is needed. */
  (void)af_localize_prepare (run->module, preparation->faults->pdata[index], &run->config, NULL);
  return TRUE;
}

/* The trace builds of the fault and of its views, beside each other: compiling is most of this stage. */
static gboolean prepare_builds (const Repair *repair, const GPtrArray *views, GError **error)
{
  g_autoptr (GPtrArray) faults = g_ptr_array_new ();
  Preparation preparation = { .run = repair->run, .faults = faults };
  g_ptr_array_add (faults, repair->finding->fault);
  g_ptr_array_extend (faults, (GPtrArray *)views, NULL, NULL);
  return af_jobs_map (faults->len, repair->run->options->jobs, prepare_one, &preparation, error);
}

/* The fault as it looks in the routines that take part in it: array of AfFault. */
static GPtrArray *related_views (const Repair *repair, gboolean wanted)
{
  const AfRun *run = repair->run;
  g_autoptr (GPtrArray) related = af_localize_related (run->module, repair->finding->fault);
  GPtrArray *views = g_ptr_array_new_with_free_func ((GDestroyNotify)af_fault_free);
  for (guint i = 0; wanted && i < related->len; i++)
    g_ptr_array_add (views, af_fault_view (run->module, repair->finding->fault, related->pdata[i]));
  return views;
}

static gboolean localize_views (Repair *repair, const AfLocalizeOptions *options, gint64 deadline, GError **error)
{
  AfFinding *finding = repair->finding;
  AfRun *run = repair->run;
  g_autoptr (GPtrArray) notices = g_ptr_array_new_with_free_func (g_free);
  AfLocalizeContext context = { run->module, &run->config, run->solver, options, deadline };
  finding->views = af_localize_views (&context, finding->fault, finding->localization, notices, error);
  for (guint i = 0; i < notices->len; i++)
    af_run_notice (run, "%s", (const char *)notices->pdata[i]);
  return finding->views != NULL;
}

static gboolean localize (Repair *repair, GError **error)
{
  AfRun *run = repair->run;
  const AfLocalizeOptions *options = &run->options->localize;
  gint64 deadline = end_of (repair, LOOK_SHARE);
  af_run_stage (run, "localize", repair->finding->fault->id);
  g_autoptr (GPtrArray) related = related_views (repair, af_localize_has (options, AF_EXTENSION_views));
  if (!prepare_builds (repair, related, error))
    return FALSE;
  AfLocalization *found = af_localize (run->module, repair->finding->fault, &run->config, run->solver, options, error);
  repair->finding->localization = found;
  if (!found || !localize_views (repair, options, deadline, error))
    return FALSE;
  if (wants_dump (repair, AF_STAGE_TRACE))
    dump (repair, AF_STAGE_TRACE, af_localization_trace (run->module, repair->finding->fault, found));
  if (run->options->dump_predicates) {
    g_autofree char *text = af_predicates_dump (run->module, repair->finding->fault, found);
    fputs (text, stdout);
  }
  if (wants_dump (repair, AF_STAGE_LOCALIZE))
    dump (repair, AF_STAGE_LOCALIZE, af_localization_dump (run->module, repair->finding->fault, found));
  return goes_on (repair, AF_STAGE_LOCALIZE);
}

static void set_limit (guint *limit, guint wanted)
{
  if (wanted > 0)
    *limit = wanted;
}

static gboolean synthesize (Repair *repair, GError **error G_GNUC_UNUSED)
{
  AfRun *run = repair->run;
  AfSynthesizeOptions options;
  af_run_stage (run, "synthesize", repair->finding->fault->id);
  af_synthesize_options_init (&options, run->options->faithful);
  set_limit (&options.max_snapshots, run->options->max_snapshots);
  set_limit (&options.max_per_snapshot, run->options->max_per_snapshot);
  set_limit (&options.max_candidates, run->options->max_candidates);
  options.providers = run->learnt ? af_learnt_operators_providers (run->learnt) : NULL;
  AfSynthesisTask task = af_run_synthesis_task (run, repair->finding->fault);
  repair->finding->candidates = af_synthesize (&task, repair->finding->localization, &options);
  for (guint i = 0; repair->finding->views && i < repair->finding->views->len; i++)
    if (!((const AfView *)repair->finding->views->pdata[i])->is_earlier)
      af_run_synthesize_view (run, repair->finding, repair->finding->views->pdata[i]);
  af_past_add_to_finding (run->past, run->module, repair->finding);
  if (wants_dump (repair, AF_STAGE_SYNTHESIZE))
    dump (repair, AF_STAGE_SYNTHESIZE, af_synthesize_weights_dump (run->module, repair->finding->fault));
  if (wants_dump (repair, AF_STAGE_SYNTHESIZE))
    dump (repair, AF_STAGE_SYNTHESIZE, af_candidates_dump (repair->finding->candidates));
  return goes_on (repair, AF_STAGE_SYNTHESIZE);
}

/* --- confirm --- */

/* A test command that fails without any change says nothing about one. */
static gboolean try_command (Repair *repair, GError **error)
{
  AfRun *run = repair->run;
  AfValidation *validation = &repair->finding->validation;
  g_autofree char *dir = g_build_filename (af_temp_dir_path (run->temp), "project", NULL);
  if (!validation->options.test_command)
    return TRUE;
  if (!run->command_tried) {
    if (!af_validate_command (validation, NULL, dir, &run->command_passes, error))
      return FALSE;
    run->command_tried = TRUE;
    if (!run->command_passes)
      af_run_notice (run, "the test command fails without any change: fixes are shown without it");
  }
  if (!run->command_passes)
    validation->options.test_command = NULL;
  return TRUE;
}

static gboolean confirm_fixes (Repair *repair, GError **error)
{
  AfFinding *finding = repair->finding;
  AfValidation *validation = &finding->validation;
  af_run_stage (repair->run, "confirm", finding->fault->id);
  if (!try_command (repair, error) || !af_validate_confirm (validation, finding->fixes, WANTED, error))
    return FALSE;
  gint64 since = g_get_monotonic_time ();
  gboolean is_done = af_validate_distinguish (validation, finding->fixes, error);
  af_events_took (repair->run->events, since, "distinguish", finding->fixes->len);
  return is_done;
}

static gboolean confirm (Repair *repair, GError **error)
{
  AfFinding *finding = repair->finding;
  if (goes_on (repair, AF_STAGE_SCREEN) && !confirm_fixes (repair, error))
    return FALSE;
  af_rank_number (finding->fixes, finding->fault);
  if (has (repair->run, AF_PART_causes))
    af_finding_note_sibling (finding, repair->run->results.findings);
  if (wants_dump (repair, AF_STAGE_CONFIRM))
    dump (repair, AF_STAGE_CONFIRM, af_run_fixes_dump (finding->fixes));
  return TRUE;
}

/* --- suspect --- */

/* A contract that may be wrong changes nothing of the fixes that there are. */
static gboolean suspect (Repair *repair, GError **error)
{
  AfFinding *finding = repair->finding;
  g_autoptr (GError) reason = NULL;
  if (repair->run->options->faithful || !goes_on (repair, AF_STAGE_CONFIRM) || !finding->validation.counts.complete)
    return TRUE;
  finding->contract = af_contract_suspect (repair->run->module, finding->fault, finding->localization, finding->fixes,
                                           &finding->validation.options, &reason);
  if (!reason)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

/* --- the stages --- */

/* Takes the steps until one says that it was the last.  False with @error when the run cannot go on. */
static gboolean carry (Repair *repair, const Step *steps, guint n_steps, GError **error)
{
  AfFinding *finding = repair->finding;
  AfRun *run = repair->run;
  g_autoptr (GError) reason = NULL;
  af_run_init_validation (repair);
  for (guint i = 0; i < n_steps; i++) {
    finding->validation.counts.complete &= !is_late (repair);
    if (is_late (repair) || !steps[i](repair, &reason))
      break;
  }
  if (reason && af_run_forgive_end (run, &reason)) {
    finding->validation.counts.complete = FALSE;
    if (finding->fixes)
      af_validate_keep_best (finding->fixes, WANTED);
  }
  run->incomplete |= !finding->validation.counts.complete;
  if (reason && af_error_reach (reason) == AF_REACH_RUN) {
    g_propagate_error (error, g_steal_pointer (&reason));
    return FALSE;
  }
  if (reason)
    finding->trouble = g_strdup (reason->message);
  finding->is_done = finding->trouble || !finding->validation.counts.complete;
  return TRUE;
}

gboolean af_run_repair (AfRun *run, AfFinding *finding, gint64 deadline, GError **error)
{
  static const Step stages[] = { focus, localize, synthesize, af_run_screen, confirm, suspect };
  Repair repair = { .run = run, .finding = finding, .deadline = deadline };
  if (!carry (&repair, stages, G_N_ELEMENTS (stages), error))
    return FALSE;
  if (finding->fixes && finding->fixes->len > 0 && !((const AfFix *)finding->fixes->pdata[0])->id)
    af_rank_number (finding->fixes, finding->fault);
  finding->is_done = TRUE;
  af_run_note_fixes (run, finding);
  af_run_tell_repair (run, finding);
  return TRUE;
}

gboolean af_run_seek_cause (AfRun *run, AfFinding *finding, const AfFinding *before, gint64 deadline, GError **error)
{
  static const Step steps[] = { focus, seek_cause };
  Repair repair = { .run = run, .finding = finding, .before = before, .deadline = deadline };
  return carry (&repair, steps, G_N_ELEMENTS (steps), error);
}

/* The screen of one fault: from its candidates to valid fixes in their order.
 *
 * In:  a finding with its candidates.   Out: the same with fixes, ranked and grouped.
 *
 * Each step is noted in the event log with the time that it took. */
#include "pipeline/pipeline-internal.h"

#include <stdio.h>

#include "infer/kept.h"
#include "pipeline/minimal/undo.h"
#include "rank/rank.h"
#include "util/error.h"
#include "util/jobs.h"

#define N_NEAR 400

typedef AfRepair Repair;

/* One thing done for the fault; whether the next shall be. */
typedef gboolean (*Step) (Repair *repair, GError **error);

static gboolean has (const AfRun *run, AfPart part)
{
  return af_options_has (run->options, part);
}

void af_run_init_validation (const Repair *repair)
{
  static const AfProveOptions usual_bounds = { .resources = 1000000 };
  AfRun *run = repair->run;
  const AfValidateOptions options = {
    .seed = run->options->seed,
    .jobs = run->options->jobs,
    .n_held_out = has (run, AF_PART_held_out) ? AF_RUN_HELD_OUT : 0,
    .n_near = has (run, AF_PART_near) ? N_NEAR : 0,
    .known = run->corpus->faults,
    .alive = has (run, AF_PART_alive),
    .also = has (run, AF_PART_also),
    .deadline = repair->deadline,
    .config = run->config,
    .include_dir = run->paths->include_dir,
    .test_command = run->options->test_command,
    .project = run->options->project ? run->options->project : ".",
    .proof = has (run, AF_PART_proof) ? &usual_bounds : NULL,
    .layout = { run->formatter, af_temp_dir_path (run->temp), run->config.cancel, 0 },
    .progress = af_run_screening,
    .stands = af_run_tell_first,
    .progress_data = run,
    .shares = has (run, AF_PART_shared),
    .sorts = has (run, AF_PART_ordered),
  };
  af_validation_init (&repair->finding->validation, run->module, repair->finding->fault, &options);
}

static gboolean first_round (Repair *repair, GError **error)
{
  AfFinding *finding = repair->finding;
  AfValidation *validation = &finding->validation;
  if (!af_validate_screen (validation, finding->candidates, error))
    return FALSE;
  finding->fixes = af_validate_watch (validation, error);
  if (!finding->fixes)
    return FALSE;
  repair->early = af_early_begin (repair->run, finding);
  if (has (repair->run, AF_PART_second) && !af_validate_learn (validation, error))
    return FALSE;
  af_validate_end_round (validation);
  return TRUE;
}

/* Confirmation changes what it looks at. */
static gboolean end_early (Repair *repair, GError **error G_GNUC_UNUSED)
{
  g_clear_pointer (&repair->early, af_early_end);
  return TRUE;
}

static gboolean second_round (Repair *repair, GError **error)
{
  return !has (repair->run, AF_PART_second) || af_run_second_round (repair->run, repair->finding, error);
}

/* Nothing passes everything, perhaps because there are two mistakes: the candidates are tried on the tests of one. */
static gboolean one_of_two (Repair *repair, GError **error)
{
  AfFinding *finding = repair->finding;
  if (!has (repair->run, AF_PART_clusters) || finding->fixes->len > 0 || !finding->validation.counts.complete
      || !af_finding_split (finding))
    return TRUE;
  af_validation_clear (&finding->validation);
  af_run_init_validation (repair);
  g_clear_pointer (&finding->fixes, g_ptr_array_unref);
  if (!af_validate_screen (&finding->validation, finding->candidates, error))
    return FALSE;
  finding->fixes = af_validate_observe (&finding->validation, error);
  return finding->fixes != NULL;
}

static gboolean drop_rejected (Repair *repair, GError **error)
{
  return af_run_drop_rejected (repair->run, repair->finding, error);
}

static gboolean minimise (Repair *repair, GError **error)
{
  return !has (repair->run, AF_PART_minimal) || af_run_minimise (repair->run, repair->finding, repair->deadline, error);
}

static gboolean note_natural (Repair *repair, GError **error G_GNUC_UNUSED)
{
  if (has (repair->run, AF_PART_features))
    af_rank_note_natural (repair->finding->fixes, repair->run->module);
  return TRUE;
}

static gboolean group (Repair *repair, GError **error G_GNUC_UNUSED)
{
  af_validate_group (repair->finding->fixes);
  return TRUE;
}

static gboolean rank (Repair *repair, GError **error G_GNUC_UNUSED)
{
  af_rank_fixes (repair->finding->fixes, repair->finding->fault, !has (repair->run, AF_PART_features));
  return TRUE;
}

static gboolean note_losses (Repair *repair, GError **error G_GNUC_UNUSED)
{
  af_validate_note_losses (&repair->finding->validation, repair->finding->fixes);
  return TRUE;
}

static gboolean note_resorts (Repair *repair, GError **error G_GNUC_UNUSED)
{
  if (has (repair->run, AF_PART_resorts))
    af_rank_note_resorts (repair->finding->fixes, repair->run->module);
  return TRUE;
}

/* What cannot be watched is ranked without. */
static gboolean weigh_kept (Repair *repair, GError **error)
{
  g_autoptr (GError) reason = NULL;
  if (!has (repair->run, AF_PART_kept)
      || af_kept_weigh (&repair->finding->validation, repair->run->module, repair->finding->fixes, &reason)
      || g_error_matches (reason, AF_ERROR, AF_ERROR_BUILD))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

/* Confirmation's tests are drawn beside: what they are depends on which fixes there are, and not on their order. */
enum { WEIGH_KEPT, DRAW, N_BESIDE };

static gboolean do_beside (guint index, guint worker G_GNUC_UNUSED, gpointer data, GError **error)
{
  Repair *repair = data;
  gboolean is_wanted = has (repair->run, AF_PART_wider) && repair->run->options->stop_after > AF_STAGE_SCREEN;
  if (index == WEIGH_KEPT)
    return weigh_kept (repair, error);
  return !is_wanted || af_validate_draw_confirming (&repair->finding->validation, repair->finding->fixes, error);
}

static gboolean weigh_and_draw (Repair *repair, GError **error)
{
  /* the types of what is kept, which the module may lack: added while nobody reads it */
  af_module_int_type (repair->run->module);
  af_module_bool_type (repair->run->module);
  return af_jobs_map (N_BESIDE, repair->run->options->jobs, do_beside, repair, error);
}

static gboolean spread (Repair *repair, GError **error G_GNUC_UNUSED)
{
  if (has (repair->run, AF_PART_features))
    af_rank_spread (repair->finding->fixes, repair->finding->fault);
  return TRUE;
}

static gboolean follow_sibling (Repair *repair, GError **error G_GNUC_UNUSED)
{
  if (has (repair->run, AF_PART_causes))
    af_finding_follow_sibling (repair->finding, repair->run->results.findings);
  return TRUE;
}

static gboolean note_ranks (Repair *repair, GError **error G_GNUC_UNUSED)
{
  af_validate_note_ranks (&repair->finding->validation, repair->finding->fixes);
  return TRUE;
}

char *af_run_fixes_dump (const GPtrArray *fixes)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < fixes->len; i++) {
    const AfFix *fix = fixes->pdata[i];
    g_string_append_printf (
      text,
      "fix %s candidate %u: %u failing, %u passing, %u held-out, %u changed, group %u%s%s, "
      "size %u, score %.6f, %s: %s\n",
      fix->id ? fix->id : "-", fix->candidate->id, fix->n_failing, fix->n_passing, fix->n_held_out, fix->n_changed,
      fix->group, fix->representative ? " representative" : "", fix->confirmed ? " confirmed" : "", fix->edit_size,
      fix->score, af_confidence_name (fix->confidence), fix->candidate->summary ? fix->candidate->summary : "");
  }
  return g_string_free (text, FALSE);
}

/* Groups come twice: each better fix of the same group costs a fix in the order; then they are numbered anew, so that
 * the best ranked of each represents it and spreading can tell them by their numbers. */
gboolean af_run_screen (Repair *repair, GError **error)
{
  static const struct {
    Step step;
    const char *name; /* in the event log; null: none, it takes no time */
  } steps[] = { { first_round, "first round" },
                { second_round, "second round" },
                { one_of_two, "one of two" },
                { drop_rejected, NULL },
                { minimise, "minimise" },
                { note_losses, NULL },
                { note_resorts, NULL },
                { note_natural, NULL },
                { group, NULL },
                { rank, "rank" },
                { group, NULL },
                { weigh_and_draw, "kept" },
                { end_early, "early" },
                { rank, NULL },
                { group, NULL },
                { spread, NULL },
                { follow_sibling, NULL },
                { note_ranks, NULL } };
  af_run_stage (repair->run, "screen", repair->finding->fault->id);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++) {
    gint64 since = g_get_monotonic_time ();
    if (!steps[i].step (repair, error)) {
      g_clear_pointer (&repair->early, af_early_end);
      return FALSE;
    }
    if (steps[i].name)
      af_events_took (repair->run->events, since, steps[i].name, repair->finding->fixes->len);
  }
  if (repair->run->options->dump == AF_STAGE_SCREEN) {
    g_autofree char *fixes = af_run_fixes_dump (repair->finding->fixes);
    fputs (fixes, stdout);
  }
  return TRUE;
}

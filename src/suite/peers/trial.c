/* Programs that are tried: built together, run on tests, reduced, handed over.
 *
 * As in search/screen.c, all programs of a round are compiled once, the environment of a test's process says which one
 * it is, and a test that comes to nothing that a program changes is not run for it.  A program that changes several
 * routines is a candidate in each of them, all with its number. */
#include <string.h>

#include "suite/peers/peers.h"
#include "util/ddmin/ddmin.h"
#include "util/error.h"
#include "util/jobs.h"

AfPeerProgram *af_peer_program_new (const GArray *edits)
{
  AfPeerProgram *program = g_new0 (AfPeerProgram, 1);
  program->edits = g_array_new (FALSE, FALSE, sizeof (AfPeerEdit));
  if (edits)
    g_array_append_vals (program->edits, edits->data, edits->len);
  program->ends = g_array_new (FALSE, TRUE, sizeof (AfSeenEnd));
  program->distances = g_array_new (FALSE, TRUE, sizeof (double));
  program->killer = -1;
  return program;
}

void af_peer_program_free (AfPeerProgram *program)
{
  if (!program)
    return;
  g_array_unref (program->edits);
  g_array_unref (program->ends);
  g_array_unref (program->distances);
  g_free (program);
}

gboolean af_peers_is_over (const AfPeers *peers)
{
  return af_suite_is_late (peers->suite) || peers->suite->plausible->len > 0
         || (peers->most > 0 && peers->n_tried >= peers->most);
}

GArray *af_peers_order (const AfPeers *peers)
{
  GArray *order = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < peers->suite->tests->len; i++)
    g_array_append_val (order, i);
  return order;
}

/* --- the build --- */

gboolean af_peers_build (AfPeers *peers, const GPtrArray *programs, GError **error)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify)af_candidate_free);
  g_autoptr (GHashTable) dropped = g_hash_table_new (NULL, NULL);
  AfValidateCounts *counts = &peers->suite->finding->validation.counts;
  for (guint i = 0; i < programs->len; i++) {
    AfPeerProgram *program = programs->pdata[i];
    program->number = i + 1;
    g_ptr_array_extend_and_steal (all, af_peers_candidates (peers, program->edits, program->number));
  }
  const AfWoven woven = { .candidates = all };
  if (!af_suite_build_switched (peers->suite, peers->version, &woven, dropped, error))
    return FALSE;
  for (guint i = 0; i < programs->len; i++) {
    AfPeerProgram *program = programs->pdata[i];
    program->compiles = !g_hash_table_contains (dropped, GUINT_TO_POINTER (program->number));
    counts->n_uncompilable += !program->compiles;
  }
  counts->n_candidates += programs->len;
  peers->n_uncompilable += g_hash_table_size (dropped);
  peers->n_tried += programs->len;
  return TRUE;
}

/* --- the runs --- */

typedef struct {
  AfPeers *peers;
  const GPtrArray *programs;
  const AfPeerRun *run;
} Runs;

static gboolean may_reach (const AfPeers *peers, const AfPeerProgram *program, guint test)
{
  for (guint i = 0; i < program->edits->len; i++)
    if (af_peers_statement (peers, g_array_index (program->edits, AfPeerEdit, i).target)->reached[test])
      return TRUE;
  return FALSE;
}

static void note_distance (const AfPeers *peers, const AfPeerProgram *program, guint test, const AfSuiteEnd *end)
{
  if (peers->distance)
    g_array_index (program->distances, double, test) = peers->distance (peers->suite->tests->pdata[test], end);
}

static gboolean run_test (AfPeers *peers, const AfPeerProgram *program, guint worker, guint test, AfSeenEnd *seen,
                          GError **error)
{
  AfSuite *suite = peers->suite;
  const AfSuiteTest *what = suite->tests->pdata[test];
  const AfTry how = { .candidate = program->number,
                      .timeout_ms = af_suite_patience (suite, what),
                      .work_ms = suite->work_ms };
  g_auto (AfSuiteEnd) end = { 0 };
  *seen = g_array_index (peers->version->ends, AfSeenEnd, test);
  if (!may_reach (peers, program, test)) {
    const AfSuiteEnd before = { .status = seen->status,
                                .timed_out = seen->timed_out,
                                .out = peers->version->outs->pdata[test] };
    note_distance (peers, program, test, &before);
    return TRUE;
  }
  g_atomic_int_inc (&peers->n_runs);
  if (!af_project_try (&suite->project, suite->project.places->pdata[worker], what, &how, &end, NULL, error))
    return FALSE;
  *seen = af_suite_seen (what, &end);
  note_distance (peers, program, test, &end);
  return TRUE;
}

static gboolean run_one (guint index, guint worker, gpointer data, GError **error)
{
  const Runs *runs = data;
  AfPeerProgram *program = runs->programs->pdata[runs->run->first + index];
  const GArray *order = runs->run->order;
  g_array_set_size (program->ends, 0);
  g_array_set_size (program->ends, runs->peers->suite->tests->len);
  g_array_set_size (program->distances, runs->peers->suite->tests->len);
  program->killer = -1;
  program->passes = FALSE;
  if (!program->compiles)
    return TRUE;
  for (guint i = 0; i < order->len; i++) {
    guint test = g_array_index (order, guint, i);
    AfSeenEnd *seen = &g_array_index (program->ends, AfSeenEnd, test);
    if (af_suite_is_late (runs->peers->suite))
      return TRUE;
    if (!run_test (runs->peers, program, worker, test, seen, error))
      return FALSE;
    if (!seen->passes && program->killer < 0)
      program->killer = (int)test;
    if (!seen->passes && runs->run->stop)
      return TRUE;
  }
  program->passes = program->killer < 0;
  if (program->passes)
    af_suite_note_plausible (runs->peers->suite, program->number);
  return TRUE;
}

gboolean af_peers_run (AfPeers *peers, const GPtrArray *programs, const AfPeerRun *run, GError **error)
{
  AfValidateCounts *counts = &peers->suite->finding->validation.counts;
  Runs runs = { peers, programs, run };
  int before = peers->n_runs;
  if (!af_jobs_map (run->n, peers->suite->options->jobs, run_one, &runs, error))
    return FALSE;
  peers->suite->n_runs += (guint)(peers->n_runs - before);
  for (guint i = run->first; i < run->first + run->n; i++)
    counts->n_screened += ((const AfPeerProgram *)programs->pdata[i])->compiles;
  return TRUE;
}

/* --- what passes --- */

typedef struct {
  AfPeers *peers;
  const AfPeerProgram *program;
  GArray *ends; /* of the last part that passes */
} Reduction;

static gboolean ask (const GArray *kept, gpointer data, gboolean *holds, GError **error)
{
  Reduction *reduction = data;
  AfPeers *peers = reduction->peers;
  g_autoptr (GPtrArray) programs = g_ptr_array_new_with_free_func ((GDestroyNotify)af_peer_program_free);
  g_autoptr (GArray) order = af_peers_order (peers);
  const AfPeerRun run = { order, TRUE, 0, 1 };
  AfPeerProgram *program = af_peer_program_new (NULL);
  g_ptr_array_add (programs, program);
  for (guint i = 0; i < kept->len; i++)
    g_array_append_val (program->edits,
                        g_array_index (reduction->program->edits, AfPeerEdit, g_array_index (kept, guint, i)));
  if (af_suite_is_late (peers->suite))
    return TRUE;
  if (!af_peers_build (peers, programs, error) || !af_peers_run (peers, programs, &run, error))
    return FALSE;
  *holds = program->passes;
  if (program->passes) {
    g_array_unref (reduction->ends);
    reduction->ends = g_array_ref (program->ends);
  }
  return TRUE;
}

AfPeerProgram *af_peers_minimise (AfPeers *peers, const AfPeerProgram *program, GError **error)
{
  Reduction reduction = { peers, program, g_array_ref (program->ends) };
  g_autoptr (GArray) kept = af_ddmin_list (program->edits->len, ask, &reduction, error);
  AfPeerProgram *least = kept ? af_peer_program_new (NULL) : NULL;
  for (guint i = 0; kept && i < kept->len; i++)
    g_array_append_val (least->edits, g_array_index (program->edits, AfPeerEdit, g_array_index (kept, guint, i)));
  if (least) {
    g_array_append_vals (least->ends, reduction.ends->data, reduction.ends->len);
    least->passes = TRUE;
  }
  g_array_unref (reduction.ends);
  return least;
}

void af_peers_take (AfPeers *peers, const AfPeerProgram *program)
{
  AfSuite *suite = peers->suite;
  AfCandidate *patch = af_peers_patch (peers, program->edits);
  if (!patch) {
    af_suite_notice (suite, "a repair in several files was found, which a patch of one file cannot be");
    return;
  }
  AfPlausible *plausible = g_new0 (AfPlausible, 1);
  patch->id = suite->finding->candidates->len + 1;
  g_ptr_array_add (suite->finding->candidates, patch);
  *plausible = (AfPlausible){ peers->version, patch, g_array_ref (program->ends) };
  g_ptr_array_add (suite->plausible, plausible);
  suite->finding->fault->routine = patch->routine;
  suite->finding->validation.counts.n_survivors++;
  suite->finding->validation.counts.n_repairing++;
}

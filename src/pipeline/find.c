/* The stages for the whole module, from its sources to the faults in it.
 *
 * In:  options.   Out: the module with its clauses, read anew; a corpus of tests, and a finding for each fault.
 *
 * Tests of an earlier run (--corpus) are run before new ones are made, and those of this run are kept beside them. */
#include "pipeline/pipeline-internal.h"

#include <stdio.h>

#include "contracts/contracts.h"
#include "frontend/frontend.h"
#include "report/kept.h"
#include "testgen/behaviour.h"

#define SETTLE_MS 350 /* after Ctrl-C: for confirming what tests have shown */

/* A run goes on with a contract that does not mean what it says; `lint` refuses it. */
static void tell_doubts (AfRun *run)
{
  g_autoptr (GPtrArray) doubts = af_contracts_doubts (run->module);
  for (guint i = 0; i < doubts->len; i++)
    af_run_notice (run, "%s", ((const GError *)doubts->pdata[i])->message);
}

gboolean af_run_read_module (AfRun *run, GError **error)
{
  const AfOptions *options = run->options;
  AfFrontendOptions frontend = { (const char *const *)options->sources, (const char *const *)options->flags,
                                 run->paths->include_dir, (const char *const *)options->links };
  af_run_stage (run, "module", NULL);
  run->module = af_frontend_load (&frontend, error);
  if (!run->module || !af_contracts_attach (run->module, error))
    return FALSE;
  run->results.module = run->module;
  if (!af_run_choose_routines (run, error) || !af_run_mark_factories (run, error)
      || !af_run_read_dictionary (run, error) || !af_run_read_values (run, error))
    return FALSE;
  if (af_contracts_ndebug (run->module))
    af_run_notice (run, "NDEBUG is left out of the flags, because asserts are contracts");
  if (!af_contracts_any (run->module))
    af_run_notice (run, "no contracts found in %s: only implicit contracts (null, bounds, arithmetic, ...) are checked",
                   options->sources[0]);
  tell_doubts (run);
  if (!options->strict)
    af_contracts_assume (run->module);
  if (options->dump == AF_STAGE_MODULE) {
    g_autofree char *dump = af_module_dump (run->module);
    fputs (dump, stdout);
  }
  return TRUE;
}

/* The tests of an earlier run; null and no error: there is none. */
static gboolean read_kept (AfRun *run, const char *path, GPtrArray **known, GError **error)
{
  guint n_stale = 0;
  if (!path)
    return TRUE;
  *known = af_kept_read (run->module, path, &n_stale, error);
  if (*known && n_stale > 0)
    af_run_notice (run, "%u of %u tests in %s do not fit the module any more and are not run", n_stale,
                   n_stale + (*known)->len, path);
  return *known != NULL;
}

static void tell_what_is_left (AfRun *run)
{
  g_autoptr (GPtrArray) notices = af_weave_left_notices (af_build_left (run->build), run->module);
  for (guint i = 0; i < notices->len; i++) {
    const AfWeaveNotice *notice = notices->pdata[i];
    af_run_notice (run, "%s:%u: %s", notice->path, notice->line, notice->message);
  }
}

gboolean af_run_find_faults (AfRun *run, GError **error)
{
  AfTestgenOptions testgen;
  g_autofree char *kept = run->options->corpus ? af_kept_path (run->options->corpus, run->module) : NULL;
  g_autoptr (GPtrArray) known = NULL;
  if (!read_kept (run, kept, &known, error))
    return FALSE;
  /* not when contracts are inferred: these failures tell which are missing */
  if (!run->options->strict)
    af_contracts_find_gaps (run->module);
  af_run_stage (run, "build", NULL);
  run->build = af_subject_build (&run->config, run->module, NULL, AF_BUILD_FAST, NULL, error);
  if (!run->build || !af_run_start_subjects (run, error))
    return FALSE;
  tell_what_is_left (run);
  af_run_stage (run, "test", NULL);
  gint64 now = g_get_monotonic_time ();
  /* repair needs more of a budget than finding does; where nothing is repaired a tenth is left for settling what was
   * found */
  gint64 left = MAX (run->deadline - now, 0);
  gint64 share = run->options->stop_after > AF_STAGE_TEST ? left * 2 / 5 : left * 9 / 10;
  af_run_testgen_options (run, run->deadline > 0 ? now + share : 0, &testgen);
  if (run->deadline > 0 && run->options->stop_after > AF_STAGE_TEST)
    testgen.end = now + left * 3 / 5; /* what is not minimised by then is repaired by the test that it has */
  testgen.progress = af_run_testing;
  testgen.progress_data = run;
  testgen.known = known;
  testgen.work = run->options->processor_time ? (gint64)run->options->budget * G_USEC_PER_SEC : 0;
  af_limit_set_moment (run->limit, SETTLE_MS);
  run->corpus = af_testgen_explore (run->module, &testgen, error);
  af_limit_set_moment (run->limit, 0);
  if (!run->corpus || (kept && !af_kept_merge (run->module, kept, run->corpus->kept, error)))
    return FALSE;
  run->results.corpus = run->corpus;
  g_autoptr (JsonObject) members = json_object_new ();
  json_object_set_double_member (members, "seconds", (double)run->corpus->worked / G_USEC_PER_SEC);
  af_events_note (run->events, "worked", members);
  run->incomplete |= !run->corpus->complete;
  for (guint i = 0; i < run->corpus->notices->len; i++)
    af_run_notice (run, "%s", (const char *)run->corpus->notices->pdata[i]);
  for (guint i = 0; i < run->corpus->faults->len; i++)
    g_ptr_array_add (run->results.findings, af_finding_new (run->corpus->faults->pdata[i]));
  af_findings_sort (run->results.findings);
  af_run_note_faults (run);
  if (run->options->dump == AF_STAGE_TEST) {
    g_autofree char *dump = af_corpus_dump (run->module, run->corpus);
    fputs (dump, stdout);
  }
  if (run->options->dump_model) {
    g_autoptr (GPtrArray) behaviours = af_behaviours (run->module, run->corpus->transitions);
    g_autofree char *dot = af_behaviours_dot (run->module, behaviours);
    fputs (dot, stdout);
  }
  return TRUE;
}

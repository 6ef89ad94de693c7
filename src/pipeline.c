/* The table of contents of autofix: a C module goes in, ranked patches come out.
 *
 * In:  options.   Out: the report on standard output, the files of the run, and how it ended.
 *
 *     read        sources -> AfModule with clauses             frontend, contracts
 *     test        -> AfCorpus: faults with their tests         weave, subject, testgen
 *     repair      per fault, in order of discovery:            pipeline-repair.c
 *                 focus -> T_r; localize -> snapshots; synthesize -> candidates;
 *                 screen, rank, group, confirm, number -> fixes
 *     report      -> text, patches, tests, JSON, history       report, store
 *
 * Each stage can be looked at (--dump) and be the last one (--stop-after).  An ended budget is no error: what there is
 * by then is reported. */
#include "pipeline-internal.h"

#include <stdio.h>

#include "contracts/contracts.h"
#include "frontend/frontend.h"
#include "report/kept.h"
#include "testgen/behaviour.h"
#include "util/interrupt.h"

gboolean af_run_read_module (AfRun *run, GError **error)
{
  const AfOptions *options = run->options;
  AfFrontendOptions frontend = { (const char *const *)options->sources, (const char *const *)options->flags,
                                 run->paths->include_dir };
  af_run_stage (run, "module", NULL);
  run->module = af_frontend_load (&frontend, error);
  if (!run->module || !af_contracts_attach (run->module, error))
    return FALSE;
  run->results.module = run->module;
  if (!af_run_choose_routines (run, error) || !af_run_mark_factories (run, error))
    return FALSE;
  if (af_contracts_ndebug (run->module))
    af_run_notice (run, "NDEBUG is left out of the flags, because asserts are contracts");
  if (!af_contracts_any (run->module))
    af_run_notice (run, "no contracts found in %s: only implicit contracts (null, bounds, arithmetic, ...) are checked",
                   options->sources[0]);
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

gboolean af_run_find_faults (AfRun *run, GError **error)
{
  AfTestgenOptions testgen;
  g_autofree char *kept = run->options->corpus ? af_kept_path (run->options->corpus, run->module) : NULL;
  g_autoptr (GPtrArray) known = NULL;
  if (!read_kept (run, kept, &known, error))
    return FALSE;
  af_run_stage (run, "build", NULL);
  run->build = af_subject_build (&run->config, run->module, NULL, AF_BUILD_FAST, NULL, error);
  if (!run->build || !af_run_start_subjects (run, error))
    return FALSE;
  af_run_stage (run, "test", NULL);
  gint64 now = g_get_monotonic_time ();
  /* repair needs more of a budget than finding does; where nothing is repaired a tenth is left for settling what was
   * found */
  gint64 left = MAX (run->deadline - now, 0);
  gint64 share = run->options->stop_after > AF_STAGE_TEST ? left * 2 / 5 : left * 9 / 10;
  af_run_testgen_options (run, run->deadline > 0 ? now + share : 0, &testgen);
  testgen.progress = af_run_testing;
  testgen.progress_data = run;
  testgen.known = known;
  testgen.work = run->options->processor_time ? (gint64)run->options->budget * G_USEC_PER_SEC : 0;
  run->corpus = af_testgen_explore (run->module, &testgen, error);
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

static gboolean repair_faults (AfRun *run, GError **error)
{
  guint n = run->results.findings->len;
  for (guint i = 0; i < n; i++) {
    gint64 now = g_get_monotonic_time ();
    gint64 deadline = run->deadline > 0 ? now + MAX (run->deadline - now, 0) / (n - i) : 0;
    if (!af_run_repair (run, run->results.findings->pdata[i], deadline, error) || af_interrupted (run->cancel, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean report (AfRun *run, GError **error)
{
  af_run_stage (run, "report", NULL);
  if (!af_run_write_output (run, error))
    return FALSE;
  af_run_stages_end (run);
  const AfTextStyle style = af_options_style (run->options);
  g_autofree char *text = af_report_format (run->stored, MAX (run->options->format, AF_FORMAT_TEXT), &style);
  fputs (text, stdout);
  if (run->options->format > AF_FORMAT_TEXT)
    return TRUE;
  for (guint i = 0; run->options->stop_after == AF_STAGE_LOCALIZE && i < run->results.findings->len; i++) {
    g_autofree char *map = af_report_localization (&run->results, run->results.findings->pdata[i], &style);
    printf ("%s\n", map);
  }
  if (run->options->coverage) {
    g_autofree char *coverage = af_testgen_coverage_text (run->module, run->corpus);
    printf ("%s\n", coverage);
  }
  printf ("%s: %u fault%s found by %u calls (seed %" G_GUINT64_FORMAT "); files in %s\n", run->module->name,
          run->results.findings->len, run->results.findings->len == 1 ? "" : "s", run->corpus->n_calls,
          run->options->seed, run->options->output);
  if (run->incomplete)
    printf ("the budget ended before the plan: --budget gives more time\n");
  return TRUE;
}

gboolean af_pipeline_run (const AfOptions *options, const AfPaths *paths, GCancellable *cancel, AfRunEnd *end,
                          GError **error)
{
  g_auto (AfRun) run = { 0 };
  *end = AF_RUN_CLEAN;
  if (!af_run_init (&run, options, paths, cancel, error) || !af_run_read_module (&run, error)
      || af_interrupted (cancel, error))
    return FALSE;
  if (options->stop_after == AF_STAGE_MODULE)
    return TRUE;
  if (!af_run_find_faults (&run, error) || af_interrupted (cancel, error))
    return FALSE;
  if (options->stop_after > AF_STAGE_TEST && !repair_faults (&run, error))
    return FALSE;
  if (!report (&run, error))
    return FALSE;
  *end = run.incomplete ? AF_RUN_INCOMPLETE : run.results.findings->len > 0 ? AF_RUN_FAULTS : AF_RUN_CLEAN;
  return TRUE;
}

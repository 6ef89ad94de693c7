/* The table of contents of autofix: a C module goes in, ranked patches come out.
 *
 * In:  options.   Out: the report on standard output, the files of the run, and how it ended.
 *
 *     read        sources -> AfModule with clauses             find.c, with frontend, contracts
 *     against     clauses that it kept at a revision           against/, with commits, infer
 *     test        -> AfCorpus: faults with their tests         find.c, with weave, subject, testgen
 *     silence     what nobody wants to hear of goes            silence/, with store
 *     repair      per fault, likely and severe ones first,     repair/
 *                 but what a fix of another one repairs:
 *                 focus -> T_r; localize -> snapshots; synthesize -> candidates, among them
 *                 parts of the change since a good revision taken back (minimal/);
 *                 screen, rank, group, confirm, number -> fixes
 *     report      -> text, patches, tests, JSON, history       blocks.c, report, store
 *
 * Each stage can be looked at (--dump) and be the last one (--stop-after).  An ended budget is no error, nor is Ctrl-C
 * once something is known: what there is by then is reported. */
#include "pipeline/pipeline-internal.h"

#include <stdio.h>

#include "pipeline/against/against.h"
#include "pipeline/minimal/undo.h"
#include "pipeline/silence/silence.h"
#include "util/interrupt.h"

/* The names of the routines that no test came to, and of how many contracts that says nothing. */
static void print_uncalled (const AfCorpus *corpus)
{
  guint n = 0;
  for (guint i = 0; i < corpus->uncalled->len; i++)
    printf ("%s%s", i == 0 ? "never called: " : ", ", g_array_index (corpus->uncalled, AfUncalled, i).routine->name);
  if (corpus->uncalled->len > 0)
    putchar ('\n');
  for (guint i = 0; i < corpus->uncalled->len; i++) {
    const AfRoutine *routine = g_array_index (corpus->uncalled, AfUncalled, i).routine;
    for (guint k = 0; k < routine->clauses->len; k++) {
      AfClauseKind kind = ((const AfClause *)routine->clauses->pdata[k])->kind;
      n += kind > AF_CLAUSE_PRECONDITION && kind <= AF_CLAUSE_LOOP_VARIANT;
    }
  }
  if (n > 0)
    printf ("never evaluated: %u contract%s of %s\n", n, n == 1 ? "" : "s", corpus->uncalled->len == 1 ? "it" : "them");
}

/* What the files would hold, and no file can be written: the reason in @unwritten.  An interrupted run that has found
 * nothing leaves those of the one before. */
static gboolean write_files (AfRun *run, GError **unwritten)
{
  gboolean knows = run->results.findings->len > 0 || run->corpus->undecided->len > 0;
  const AfOutput output = { run->options, &run->results };
  return (knows || !run->results.interrupted) && af_output_write (&output, run->stored, unwritten);
}

/* ", 3 silenced (1 by mark, 2 by baseline)", or nothing. */
static char *silenced_text (const GPtrArray *silenced)
{
  static const char *const by[] = { "mark", "comment", "pattern", "baseline" };
  g_autoptr (GString) parts = g_string_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (by); i++) {
    guint n = 0;
    for (guint j = 0; j < silenced->len; j++)
      n += g_str_equal (((const AfSilenced *)silenced->pdata[j])->by, by[i]);
    if (n > 0)
      g_string_append_printf (parts, "%s%u by %s", parts->len > 0 ? ", " : "", n, by[i]);
  }
  return silenced->len > 0 ? g_strdup_printf (", %u silenced (%s)", silenced->len, parts->str) : g_strdup ("");
}

static void print_summary (const AfRun *run, gboolean has_files)
{
  guint n = af_findings_count (run->results.findings), n_places = run->results.findings->len;
  guint n_undecided = run->corpus->undecided->len;
  g_autofree char *places = n_places > n ? g_strdup_printf (" in %u places", n_places) : NULL;
  g_autofree char *undecided = n_undecided > 0 ? g_strdup_printf (", %u undecided", n_undecided) : NULL;
  g_autofree char *silenced = silenced_text (run->results.silenced);
  printf ("%s: %u fault%s%s found by %u calls%s%s (seed %" G_GUINT64_FORMAT "); %s%s\n", run->module->name, n,
          n == 1 ? "" : "s", places ? places : "", run->corpus->n_calls, undecided ? undecided : "", silenced,
          run->options->seed, has_files ? "files in " : "no files were written", has_files ? run->options->output : "");
  if (run->results.interrupted)
    printf ("interrupted: this is what was known by then\n");
  else if (run->incomplete)
    printf ("the budget ran out before everything was tested: --budget gives more time\n");
}

/* The text is printed although the files could not be written. */
static gboolean report (AfRun *run, GError **error)
{
  g_autoptr (GError) unwritten = NULL;
  run->results.interrupted = af_run_is_interrupted (run);
  g_clear_pointer (&run->limit, af_limit_free); /* what there is by now is reported */
  af_run_stage (run, "report", NULL);
  af_findings_gather (run->results.findings);
  run->stored = af_report_store (&run->results, error);
  if (!run->stored)
    return FALSE;
  gboolean has_files = write_files (run, &unwritten);
  af_run_stages_end (run);
  const AfTextStyle style = af_options_style (run->options);
  gboolean is_text = run->options->format <= AF_FORMAT_TEXT;
  g_autofree char *text = af_report_format (run->stored, MAX (run->options->format, AF_FORMAT_TEXT), &style);
  af_run_print_rest (run, text);
  for (guint i = 0; is_text && run->options->stop_after == AF_STAGE_LOCALIZE && i < run->results.findings->len; i++) {
    g_autofree char *map = af_report_localization (&run->results, run->results.findings->pdata[i], &style);
    printf ("%s\n", map);
  }
  if (is_text && run->options->coverage) {
    g_autofree char *coverage = af_testgen_coverage_text (run->module, run->corpus);
    printf ("%s\n", coverage);
  }
  if (is_text) {
    print_uncalled (run->corpus);
    print_summary (run, has_files);
  }
  if (!unwritten)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&unwritten));
  return FALSE;
}

static AfRunEnd end_of (const AfRun *run)
{
  const AfCorpus *corpus = run->corpus;
  if (run->results.interrupted || run->incomplete)
    return run->results.interrupted ? AF_RUN_INTERRUPTED : AF_RUN_INCOMPLETE;
  if (run->results.findings->len > 0)
    return AF_RUN_FAULTS;
  return corpus->undecided->len > 0 || af_corpus_is_blind (corpus) ? AF_RUN_INCOMPLETE : AF_RUN_CLEAN;
}

gboolean af_pipeline_run (const AfOptions *options, const AfPaths *paths, GCancellable *cancel, AfRunEnd *end,
                          GError **error)
{
  g_auto (AfRun) run = { 0 };
  g_autoptr (AfAgainst) against = NULL;
  *end = AF_RUN_CLEAN;
  if (!af_run_init (&run, options, paths, cancel, error) || !af_run_read_module (&run, error)
      || af_interrupted (cancel, error))
    return af_run_tell_late (&run, error);
  if (options->stop_after == AF_STAGE_MODULE)
    return TRUE;
  if (!af_past_recall (options, run.module, &run.past, error) || !af_run_begin_against (&run, &against, error)
      || !af_run_find_faults (&run, error) || !af_run_end_against (&run, against, error))
    return af_run_tell_late (&run, error);
  if (!af_run_silence (&run, error))
    return FALSE;
  af_findings_relate (run.results.findings, run.module);
  af_run_note_changes (&run, against);
  if (options->stop_after > AF_STAGE_TEST)
    af_run_tell_faults (&run);
  if (options->stop_after > AF_STAGE_TEST && !af_run_repair_all (&run, error))
    return FALSE;
  if (!report (&run, error))
    return FALSE;
  *end = end_of (&run);
  return TRUE;
}

/* The text on standard output, while the run goes on.
 *
 * In:  findings, some of them done.   Out: the blocks that nothing can change any more, in the order of the report; at
 * the end what is left of the text.
 *
 * A fault's block also tells of its parts.  So it is final when these are done, too, and nothing that is to be repaired
 * yet may become one: no change of a sibling routine may turn out to be the same.  (What a fix of this report repairs
 * is a part by then: it was looked for at once.)  What the budget or the user has cut short waits for the end, because
 * the block tells which of the two it was. */
#include "pipeline/pipeline-internal.h"

#include <stdio.h>
#include <string.h>

/* Whether the text is all that comes. */
static gboolean is_wanted (const AfOptions *options)
{
  return options->format <= AF_FORMAT_TEXT && options->dump < 0 && !options->dump_predicates && !options->dump_model
         && options->stop_after >= AF_STAGE_CONFIRM;
}

static gboolean is_whole (const AfFinding *finding)
{
  return finding->is_done && finding->validation.counts.complete;
}

/* @whole has a report of its own. */
static gboolean is_final (const AfRun *run, const AfFinding *whole)
{
  const GPtrArray *findings = run->results.findings;
  for (guint i = 0; i < findings->len; i++) {
    const AfFinding *part = findings->pdata[i];
    if (part != whole && af_finding_part_of (part, findings) != whole->fault)
      continue;
    if (!is_whole (part))
      return FALSE;
    for (guint k = 0; k < findings->len; k++) {
      const AfFinding *other = findings->pdata[k];
      if (!other->is_done && af_finding_may_follow (other, part))
        return FALSE;
    }
  }
  return TRUE;
}

static void print_block (AfRun *run, const AfFinding *finding)
{
  const AfTextStyle style = af_options_style (run->options);
  g_autofree char *text = af_report_block (&run->results, finding, &style);
  g_autofree char *block = g_strconcat (text, "\n", NULL);
  af_run_clear_status (run);
  fputs (block, stdout);
  fflush (stdout);
  g_string_append (run->printed, block);
  run->n_printed++;
}

void af_run_print_blocks (AfRun *run)
{
  const GPtrArray *findings = run->results.findings;
  guint n = 0;
  for (guint i = 0; is_wanted (run->options) && i < findings->len; i++) {
    const AfFinding *finding = findings->pdata[i];
    if (af_finding_part_of (finding, findings) || n++ < run->n_printed)
      continue;
    if (!is_final (run, finding))
      return;
    print_block (run, finding);
  }
}

void af_run_print_rest (const AfRun *run, const char *text)
{
  gboolean is_begun = g_str_has_prefix (text, run->printed->str);
  g_warn_if_fail (is_begun);
  fputs (is_begun ? text + run->printed->len : text, stdout);
}

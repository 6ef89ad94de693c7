/* Which fault is repaired next, and which need no repair of their own.
 *
 * In:  findings in the order of the report.   Out: each of them repaired, or with the fix of another one that repairs
 * it, too.
 *
 * As soon as a fault has fixes, the tests of all that are left are run with them: what they repair is a part of its
 * report from there on, and is repaired itself only if another look at the cause is worth while, at once and from
 * another routine if there is one.  So a report is complete early, and can be shown.
 *
 * Of what is left of a budget the next of n faults gets 1 / (1 + 1/2 + ... + 1/n). */
#include "pipeline/pipeline-internal.h"

/* As the first of @n is the likeliest to matter, the k-th is worth 1/k of it.  One that needs less leaves more for the
 * others. */
static double worth_of_next (guint n)
{
  double all = 0;
  for (guint k = 1; k <= n; k++)
    all += 1.0 / k;
  return 1 / all;
}

/* When the work on the next one has to end; 0: never. */
static gint64 end_of_turn (const AfRun *run)
{
  gint64 now = g_get_monotonic_time ();
  guint n = 0;
  for (guint i = 0; i < run->results.findings->len; i++)
    n += !((const AfFinding *)run->results.findings->pdata[i])->is_done;
  double left = (double)MAX (run->deadline - now, 0);
  return run->deadline > 0 ? now + (gint64)(left * worth_of_next (n)) : 0;
}

/* Whether a fault of the routine has been localised that has a cause with this one. */
static gboolean is_looked_at (const AfRun *run, const AfFinding *finding)
{
  for (guint i = 0; i < run->results.findings->len; i++) {
    const AfFinding *other = run->results.findings->pdata[i];
    if (other->localization && other->fault->routine == finding->fault->routine
        && (other->fault == finding->cause || other->cause == finding->cause))
      return TRUE;
  }
  return FALSE;
}

typedef enum { SEEN_ELSEWHERE, SEEN_HERE, OTHER, LATE, N_TURNS } Turn;

/* Where time is short, those that stand in another's report come after all others: what is repaired there is likely to
 * repair them, and nobody misses their repair as much. */
static Turn turn_of (const AfRun *run, const AfFinding *finding)
{
  if (run->deadline > 0)
    return finding->alike || finding->cause ? LATE : OTHER;
  if (!finding->cause)
    return OTHER;
  return is_looked_at (run, finding) ? SEEN_HERE : SEEN_ELSEWHERE;
}

/* Null: all are done. */
static AfFinding *next_one (const AfRun *run)
{
  for (Turn turn = 0; turn < N_TURNS; turn++)
    for (guint i = 0; i < run->results.findings->len; i++) {
      AfFinding *finding = run->results.findings->pdata[i];
      if (!finding->is_done && turn_of (run, finding) == turn)
        return finding;
    }
  return NULL;
}

/* What the fixes of @repaired do to those that are left. */
static gboolean spread_cause (AfRun *run, const AfFinding *repaired, GError **error)
{
  const GPtrArray *findings = run->results.findings;
  for (guint i = 0; i < findings->len && !af_run_is_interrupted (run); i++) {
    AfFinding *finding = findings->pdata[i];
    if (finding->is_done)
      continue;
    if (!finding->cause && af_finding_may_have_cause (finding, repaired)
        && !af_run_seek_cause (run, finding, repaired, end_of_turn (run), error))
      return FALSE;
    finding->is_done |= af_finding_is_settled (finding, findings);
    if (finding->is_done)
      af_run_tell_repair (run, finding);
  }
  return TRUE;
}

gboolean af_run_repair_all (AfRun *run, GError **error)
{
  for (AfFinding *next; !af_run_is_interrupted (run) && (next = next_one (run));) {
    if (!af_run_repair (run, next, end_of_turn (run), error))
      return FALSE;
    if (af_options_has (run->options, AF_PART_causes) && !spread_cause (run, next, error))
      return FALSE;
    af_run_print_blocks (run);
  }
  return TRUE;
}

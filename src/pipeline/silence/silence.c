/* Which faults are not reported.
 *
 * In:  the findings of a run, the history, comments in the sources, patterns, a baseline.
 * Out: the findings that are left, which alone are repaired, printed and count for the exit status; the others with the
 *      reason, for a count at the end and results.json.
 *
 * The first that applies gives the reason: a verdict (`autofix mark`), a comment, a pattern, the baseline.  What only
 * the baseline silences is known and may be repaired some day; the others are settled, and are not written to it. */
#include "pipeline/silence/silence.h"

#include <string.h>

#include "store/marks.h"
#include "util/error.h"

/* --- verdicts --- */

static gboolean is_dismissed (AfMark verdict)
{
  return verdict != AF_MARK_NONE && verdict != AF_MARK_FIXED;
}

static AfStore *open_history (const AfRun *run, GError **error)
{
  g_autofree char *own = g_build_filename (run->options->output, "history.sqlite", NULL);
  const char *path = run->options->history ? run->options->history : own;
  return g_file_test (path, G_FILE_TEST_IS_REGULAR) ? af_store_open_live (path, error) : NULL;
}

/* --- patterns --- */

/* Matched with the ID, the routine, the path and its last part. */
static gboolean matches (const AfRun *run, const AfFault *fault, const char *pattern)
{
  const char *path = "";
  guint line = 0, column = 0;
  af_fault_position (run->module, fault, &path, &line, &column);
  g_autofree char *base = g_path_get_basename (path ? path : "");
  const char *const names[] = { fault->id, fault->routine->name, path ? path : "", base };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_pattern_match_simple (pattern, names[i]))
      return TRUE;
  return FALSE;
}

static const char *matching_pattern (const AfRun *run, const AfFault *fault)
{
  for (guint i = 0; run->options->ignore && run->options->ignore[i]; i++)
    if (matches (run, fault, run->options->ignore[i]))
      return run->options->ignore[i];
  return NULL;
}

/* --- all --- */

static AfSilenced *silenced_new (const AfFault *fault, const char *by, const char *why)
{
  AfSilenced *silenced = g_new0 (AfSilenced, 1);
  silenced->fault = fault;
  silenced->by = by;
  silenced->why = g_strdup (why);
  return silenced;
}

/* The verdict on a fault, which is one on what was reported with it, too; null: there is none. */
static const char *verdict_on (const AfRun *run, AfStore *history, const AfFinding *finding)
{
  AfMark verdict = history ? af_store_verdict (history, finding->fault->id, NULL) : AF_MARK_NONE;
  for (guint i = 0; verdict == AF_MARK_NONE && finding->alike && i < run->results.silenced->len; i++) {
    const AfSilenced *silenced = run->results.silenced->pdata[i];
    if (silenced->fault == finding->alike && strcmp (silenced->by, "mark") == 0)
      return silenced->why;
  }
  return is_dismissed (verdict) ? af_mark_name (verdict) : NULL;
}

/* Null: reported, as far as the baseline does not know it. */
static AfSilenced *settled (const AfRun *run, AfStore *history, const AfFinding *finding)
{
  const AfFault *fault = finding->fault;
  const char *verdict = verdict_on (run, history, finding);
  if (verdict)
    return silenced_new (fault, "mark", verdict);
  g_autofree char *reason = af_comment_ignores (run->module, fault);
  if (reason)
    return silenced_new (fault, "comment", reason);
  const char *pattern = matching_pattern (run, fault);
  return pattern ? silenced_new (fault, "pattern", pattern) : NULL;
}

/* Moves the findings for which @known has the ID, or of which something else is said where it is null. */
static void move (AfRun *run, AfStore *history, GHashTable *known)
{
  GPtrArray *findings = run->results.findings;
  for (guint i = 0; i < findings->len;) {
    const AfFinding *finding = findings->pdata[i];
    AfSilenced *silenced = !known ? settled (run, history, finding)
                           : g_hash_table_contains (known, finding->fault->id)
                             ? silenced_new (finding->fault, "baseline", run->options->baseline)
                             : NULL;
    if (silenced) {
      g_ptr_array_add (run->results.silenced, silenced);
      g_ptr_array_remove_index (findings, i);
    }
    i += !silenced;
  }
}

gboolean af_run_silence (AfRun *run, GError **error)
{
  g_autoptr (GError) reason = NULL;
  g_autoptr (AfStore) history = open_history (run, &reason);
  if (reason) {
    g_propagate_error (error, g_steal_pointer (&reason));
    return FALSE;
  }
  af_comments_check (run);
  af_findings_relate (run->results.findings, run->module);
  move (run, history, NULL);
  if (!run->options->baseline)
    return TRUE;
  g_autoptr (GHashTable) known = af_baseline_read (run->options, error);
  gboolean is_all = !run->only && run->corpus->complete && !af_run_is_interrupted (run);
  if (!known
      || (run->options->update_baseline && !af_baseline_write (run, known, run->results.findings, is_all, error)))
    return FALSE;
  move (run, history, known);
  return TRUE;
}

gboolean af_run_check_baseline (const AfOptions *options, GError **error)
{
  if (!options->baseline && options->update_baseline)
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "--baseline FILE, or `baseline = FILE` in .autofix.conf, names it",
                 "option --update-baseline: no baseline is given");
  if (!options->baseline)
    return !options->update_baseline;
  g_autoptr (GHashTable) known = af_baseline_read (options, error);
  return known != NULL;
}

/* What a run says while it works: on standard error, never on standard output, because it holds times.
 *
 * In:  beginnings of stages, notices.   Out: on a terminal one live line, otherwise a line per stage, those of a repair
 * with its fault; a line for each fault when it is found, and for what came of its repair when that is over; at the end
 * the table `stages: module 0.1 s, build 0.9 s, test 4.2 s`.  Into the event log: stages,
 * faults, fixes. */
#include "pipeline/pipeline-internal.h"

#include <stdarg.h>
#include <stdio.h>

#include "util/error.h"

#define CLEAR_LINE "\r\033[K"

static gboolean is_new (const AfRun *run, const char *stage)
{
  const GPtrArray *stages = af_events_stages (run->events);
  for (guint i = 0; i < stages->len; i++)
    if (g_strcmp0 (stages->pdata[i], stage) == 0)
      return FALSE;
  return TRUE;
}

static void put_plural (GString *line, guint n, const char *what)
{
  if (n > 0)
    g_string_append_printf (line, ", %u %s%s", n, what, n == 1 ? "" : "s");
}

/* The live line: @format, then calls and faults so far and the time left.  It is cut to the terminal's width, because a
 * line that has run over cannot be taken back. */
static void G_GNUC_PRINTF (2, 3) put_status (const AfRun *run, const char *format, ...)
{
  g_autoptr (GString) line = g_string_new (NULL);
  gint64 left = run->deadline > 0 ? MAX (run->deadline - g_get_monotonic_time (), 0) / G_USEC_PER_SEC : 0;
  va_list args;
  va_start (args, format);
  g_string_append_printf (line, "[%3.0f s] ", af_events_elapsed (run->events));
  g_string_append_vprintf (line, format, args);
  va_end (args);
  put_plural (line, run->corpus ? run->corpus->n_calls : run->n_calls, "call");
  put_plural (line, run->results.findings->len, "fault");
  if (run->deadline > 0)
    g_string_append_printf (line, ", %u s left", (guint)left);
  guint width = run->options->status_width > 0 ? run->options->status_width : 80;
  g_string_truncate (line, MIN (line->len, width - 1));
  fprintf (stderr, CLEAR_LINE "%s", line->str);
  fflush (stderr);
}

void af_run_stage (AfRun *run, const char *stage, const char *subject)
{
  gboolean first = is_new (run, stage);
  af_events_stage_end (run->events);
  af_events_stage_begin (run->events, stage);
  if (run->options->quiet)
    return;
  if (run->options->verbose)
    fprintf (stderr, "[%3.0f s] %s%s%s; %u calls, %u fault%s so far\n", af_events_elapsed (run->events), stage,
             subject ? " " : "", subject ? subject : "", run->corpus ? run->corpus->n_calls : run->n_calls,
             run->results.findings->len, run->results.findings->len == 1 ? "" : "s");
  else if (run->options->status)
    put_status (run, "%s%s%s", stage, subject ? " " : "", subject ? subject : "");
  else if (subject || first)
    fprintf (stderr, "%s%s%s\n", stage, subject ? " " : "", subject ? subject : "");
  fflush (stderr);
}

void af_run_testing (const AfTestgenProgress *progress, gpointer user_data)
{
  AfRun *run = user_data;
  double seconds = af_events_stage_seconds (run->events, "test");
  double tried = (double)progress->calls + progress->invalid;
  run->n_calls = progress->calls;
  if (run->options->quiet || !run->options->status)
    return;
  put_status (run, "test: %.0f calls/s, %.0f%% valid, routines %u/%u, branches %u/%u, %u failure%s",
              seconds > 0 ? progress->calls / seconds : 0.0, tried > 0 ? 100 * progress->calls / tried : 100.0,
              progress->routines, progress->all_routines, progress->branches, progress->all_branches,
              progress->failures, progress->failures == 1 ? "" : "s");
}

void af_run_screening (guint n_screened, guint n_all, gpointer user_data)
{
  AfRun *run = user_data;
  if (!run->options->quiet && run->options->status)
    put_status (run, "screen: %u of %u candidates", n_screened, n_all);
}

void af_run_clear_status (const AfRun *run)
{
  if (run->options->status && !run->options->quiet) {
    fputs (CLEAR_LINE, stderr);
    fflush (stderr);
  }
}

void af_run_stages_end (AfRun *run)
{
  af_events_stage_end (run->events);
  if (run->options->quiet)
    return;
  const GPtrArray *stages = af_events_stages (run->events);
  fprintf (stderr, "%sstages:", run->options->status ? CLEAR_LINE : "");
  for (guint i = 0; i < stages->len; i++)
    fprintf (stderr, "%s %s %.1f s", i > 0 ? "," : "", (const char *)stages->pdata[i],
             af_events_stage_seconds (run->events, stages->pdata[i]));
  fprintf (stderr, "; all %.1f s\n", af_events_elapsed (run->events));
}

void af_run_note_faults (AfRun *run)
{
  for (guint i = 0; i < run->corpus->faults->len; i++) {
    const AfFault *fault = run->corpus->faults->pdata[i];
    g_autoptr (JsonObject) members = json_object_new ();
    json_object_set_string_member (members, "id", fault->id);
    af_events_note_at (run->events, fault->found.at, "fault", members);
  }
}

void af_run_note_fixes (AfRun *run, const AfFinding *finding)
{
  for (guint i = 0; finding->fixes && i < finding->fixes->len; i++) {
    const AfFix *fix = finding->fixes->pdata[i];
    const AfTrial *trial = af_validation_trial (&finding->validation, fix->candidate);
    if (!fix->confirmed)
      continue;
    g_autoptr (JsonObject) members = json_object_new ();
    json_object_set_string_member (members, "id", fix->id);
    json_object_set_int_member (members, "candidate", fix->candidate->id);
    af_events_note_at (run->events, trial->confirmed_at, "fix", members);
  }
}

/* Takes a live line back first. */
static void G_GNUC_PRINTF (3, 0) put_line (const AfRun *run, const char *word, const char *format, va_list args)
{
  g_autofree char *raw = g_strdup_vprintf (format, args);
  g_autofree char *text = af_printable (raw);
  fprintf (stderr, "%s%s%s\n", run->options->status && !run->options->quiet ? CLEAR_LINE : "", word, text);
  fflush (stderr);
}

static void G_GNUC_PRINTF (2, 3) tell (const AfRun *run, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  if (!run->options->quiet)
    put_line (run, "", format, args);
  va_end (args);
}

void af_run_tell_faults (const AfRun *run)
{
  for (guint i = 0; i < run->results.findings->len; i++) {
    const AfFault *fault = ((const AfFinding *)run->results.findings->pdata[i])->fault;
    g_autofree char *title = af_fault_title (run->module, fault);
    const char *path = NULL;
    guint line = 0, column = 0;
    af_fault_position (run->module, fault, &path, &line, &column);
    tell (run, "found %s, line %u: %s", fault->id, line, title);
  }
}

void af_run_tell_first (const AfFault *fault, const AfFix *fix, gpointer user_data)
{
  AfRun *run = user_data;
  if (fix->last_resort || fix->candidate == run->told)
    return;
  run->told = fix->candidate;
  tell (run, "a fix for %s: %s", fault->id, fix->candidate->summary ? fix->candidate->summary : "a change");
}

void af_run_tell_repair (const AfRun *run, const AfFinding *finding)
{
  const AfFix *first = finding->fixes && finding->fixes->len > 0 ? finding->fixes->pdata[0] : NULL;
  if (first && !first->last_resort)
    tell (run, "repaired %s: %s, %s confidence, %s", finding->fault->id, first->id,
          af_confidence_name (first->confidence), first->candidate->summary ? first->candidate->summary : "a change");
  else if (finding->repaired_by)
    tell (run, "repaired %s: %s repairs this fault, too", finding->fault->id, finding->repaired_by->id);
  else
    tell (run, "no fix for %s", finding->fault->id);
}

void af_run_notice (AfRun *run, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  put_line (run, "notice: ", format, args);
  va_end (args);
}

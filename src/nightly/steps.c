/* The steps that take time: each is a program of its own, with a deadline.
 *
 * In:  a module or a fault, a share of the time.   Out: findings in the history, ends of replays, or why there are
 * none.
 *
 * The steps are `autofix test`, `run` and `replay`, started anew: what one module does to the tool cannot end the
 * night, and a step that does not keep to its budget is ended from outside.  It first gets the chance to tidy up. */
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#include "nightly/nightly-internal.h"
#include "util/error.h"
#include "util/interrupt.h"
#include "util/process.h"

#define GRACE_MS 600       /* for tidying up, when a step is ended; less than what an interrupted night has */
#define LEAST_MS 1000      /* no step is begun with less */
#define MOST_OUTPUT 262144 /* bytes that are kept of what the project's tests write */

static gint64 left_ms (const AfNight *night)
{
  return MAX ((night->deadline - g_get_monotonic_time ()) / 1000, 0);
}

static void add (GPtrArray *words, const char *first, const char *second)
{
  g_ptr_array_add (words, g_strdup (first));
  if (second)
    g_ptr_array_add (words, g_strdup (second));
}

static void add_all (GPtrArray *words, const char *option, char **values)
{
  for (guint i = 0; values && values[i]; i++) {
    if (option)
      add (words, option, NULL);
    add (words, values[i], NULL);
  }
}

static void add_number (GPtrArray *words, const char *option, guint64 number)
{
  add (words, option, NULL);
  g_ptr_array_add (words, g_strdup_printf ("%" G_GUINT64_FORMAT, number));
}

static GPtrArray *words_new (const AfNight *night, const char *command, const char *output)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);
  add (words, "/proc/self/exe", command);
  add (words, "--output", output);
  if (night->settings->cc)
    add (words, "--cc", night->settings->cc);
  if (!night->settings->sandbox)
    add (words, "--no-sandbox", NULL);
  return words;
}

gboolean af_step_start (const AfNight *night, GPtrArray *words, gint64 ms, AfProcessResult *result, GError **error)
{
  g_ptr_array_add (words, NULL);
  gint64 most = CLAMP (ms, 1, MAX (left_ms (night) - GRACE_MS, 1));
  g_autoptr (GError) reason = NULL;
  const AfProcessTime time = { (guint)MIN (most, G_MAXINT), GRACE_MS };
  if (af_process_run_gently ((const char *const *)words->pdata, NULL, &time, night->cancel, result, &reason)) {
    /* a batch system interrupts all processes at once, and the step may be the first to know */
    if (night->store || result->end != AF_PROCESS_EXITED || result->exit_status != 130)
      return TRUE;
    af_error (error, AF_ERROR_INTERRUPTED, "interrupted");
    return FALSE;
  }
  if (!af_interrupted (night->cancel, error))
    g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

/* The first line of what a program complained about, without its name. */
static char *complaint (const AfProcessResult *result)
{
  g_auto (GStrv) lines = g_strsplit (result->err, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    if (g_str_has_prefix (lines[i], "autofix: "))
      return g_utf8_make_valid (lines[i] + strlen ("autofix: "), -1);
  if (result->end == AF_PROCESS_SIGNALED)
    return g_strdup_printf ("ended by signal %d", result->term_signal);
  return g_strdup_printf ("ended with status %d", result->exit_status);
}

/* Runs `autofix test` or `autofix run` on the module and takes what it found. */
static gboolean run_module (AfNight *night, AfUnit *unit, const char *command, gint64 share, GError **error)
{
  gboolean repair = strcmp (command, "run") == 0;
  const AfNightSettings *settings = night->settings;
  g_autofree char *folder = g_build_filename (settings->state, unit->settings->name, command, NULL);
  g_autofree char *parent = g_path_get_dirname (folder);
  g_auto (AfProcessResult) result = { 0 };
  gint64 ms = MIN (share, left_ms (night));
  if (unit->settings->budget > 0)
    ms = MIN (ms, (gint64)unit->settings->budget * 1000);
  if (ms < LEAST_MS) {
    unit->is_complete = FALSE;
    return TRUE;
  }
  g_mkdir_with_parents (parent, 0755);
  g_autoptr (GPtrArray) words = words_new (night, command, folder);
  add (words, "--quiet", NULL);
  add (words, "--history", night->history);
  /* what is not done after four fifths has the last one to come to its end */
  add_number (words, "--budget", (guint64)MAX (ms * 4 / 5000, 1));
  g_autofree char *seed = g_strdup_printf ("--seed=%" G_GINT64_FORMAT, (gint64)night->seed);
  add (words, seed, NULL);
  add_number (words, "--effort", settings->effort);
  if (settings->jobs > 0)
    add_number (words, "--jobs", settings->jobs);
  if (unit->routines)
    add_all (words, "--routine", unit->routines);
  else if (settings->since)
    add (words, "--since", settings->since);
  if (repair && unit->good)
    add (words, "--good", unit->good);
  if (settings->against)
    add (words, "--against", settings->against);
  add_all (words, "--with", unit->settings->with);
  add_all (words, "--link", unit->settings->link);
  add_all (words, NULL, unit->settings->sources);
  add (words, "--", NULL);
  add_all (words, NULL, unit->settings->flags);
  gint64 began = g_get_monotonic_time ();
  if (!af_step_start (night, words, ms, &result, error))
    return FALSE;
  *(repair ? &unit->run_seconds : &unit->test_seconds) = (double)(g_get_monotonic_time () - began) / G_USEC_PER_SEC;
  gboolean has_results =
    result.end == AF_PROCESS_EXITED && (result.exit_status == 0 || result.exit_status == 2 || result.exit_status == 3);
  if (has_results && !af_findings_take (night, unit, folder, repair, error))
    return FALSE;
  unit->is_complete &= has_results && (result.exit_status != 3 || unit->n_undecided + unit->n_uncalled > 0);
  if (has_results)
    return TRUE;
  if (result.end == AF_PROCESS_TIMED_OUT)
    return TRUE;
  if (!repair)
    unit->trouble = complaint (&result);
  if (result.end != AF_PROCESS_EXITED || result.exit_status != 4) {
    g_autofree char *why = complaint (&result);
    g_free (unit->failure);
    unit->failure = g_strdup_printf ("autofix %s: %s", command, why);
  }
  return TRUE;
}

gboolean af_step_test (AfNight *night, AfUnit *unit, gint64 share, GError **error)
{
  if (!run_module (night, unit, "test", share, error))
    return FALSE;
  unit->is_tested = !unit->trouble;
  return TRUE;
}

gboolean af_step_repair (AfNight *night, AfUnit *unit, gint64 share, GError **error)
{
  return run_module (night, unit, "run", share, error);
}

/* What it violates is written nowhere: a replay of its test, without that, would say nothing. */
static gboolean is_change (const AfCase *item)
{
  g_autoptr (JsonNode) root = json_from_string (item->record, NULL);
  JsonObject *results = root && JSON_NODE_HOLDS_OBJECT (root) ? json_node_get_object (root) : NULL;
  JsonArray *faults =
    results && json_object_has_member (results, "faults") ? json_object_get_array_member (results, "faults") : NULL;
  return faults && json_array_get_length (faults) == 1
         && *af_findings_text (json_array_get_object_element (faults, 0), "changed_since");
}

gboolean af_step_replay (AfNight *night, AfUnit *unit, AfCase *item, gint64 share, GError **error)
{
  g_autofree char *folder = g_build_filename (af_temp_dir_path (night->temp), item->id, NULL);
  g_autofree char *path = g_build_filename (folder, "results.json", NULL);
  g_auto (AfProcessResult) result = { 0 };
  gint64 ms = MIN (share, left_ms (night));
  if (!*item->record || is_change (item))
    return TRUE;
  if (ms < LEAST_MS) {
    unit->is_complete = FALSE;
    return TRUE;
  }
  if (g_mkdir_with_parents (folder, 0700) != 0 || !g_file_set_contents (path, item->record, -1, error))
    return FALSE;
  g_autoptr (GPtrArray) words = words_new (night, "replay", folder);
  add (words, "--allow-outside", NULL); /* the record is our own, and its sources are those of the settings */
  add_number (words, "--times", night->settings->replays);
  add (words, item->id, NULL);
  if (!af_step_start (night, words, ms, &result, error))
    return FALSE;
  unit->is_complete &= result.end != AF_PROCESS_TIMED_OUT;
  const char *counts = strstr (result.out, " runs: ");
  const char *line = counts ? strstr (result.out, ": ") : NULL;
  if (line && sscanf (line, ": %u runs: %u pass, %u fail", &item->runs, &item->passed, &item->failed) == 3)
    return TRUE;
  /* a single run has no line of counts */
  item->runs = night->settings->replays == 1 && result.end == AF_PROCESS_EXITED;
  item->passed = item->runs && result.exit_status == 0;
  item->failed = item->runs && result.exit_status == 2;
  return TRUE;
}

/* The end of what they wrote, fit to be shown; from the beginning of a line. */
static char *end_of_output (const char *text)
{
  gsize length = strlen (text);
  const char *from = length > MOST_OUTPUT ? text + length - MOST_OUTPUT : text;
  const char *line = from > text ? strchr (from, '\n') : NULL;
  return length > 0 ? af_printable (line ? line + 1 : from) : NULL;
}

gboolean af_step_project (AfNight *night, gint64 share, GError **error)
{
  /* errors between the lines that they belong to */
  g_autofree char *command = g_strconcat ("exec 2>&1\n", night->settings->test, NULL);
  const char *words[] = { "/bin/sh", "-c", command, NULL };
  g_auto (AfProcessResult) result = { 0 };
  gint64 ms = MIN (share, left_ms (night) - GRACE_MS);
  if (!night->settings->test)
    return TRUE;
  night->is_test_short = ms < LEAST_MS;
  if (night->is_test_short) {
    night->test_trouble = g_strdup ("not run: too little time was left");
    return TRUE;
  }
  const AfProcessTime time = { (guint)MIN (ms, G_MAXINT), GRACE_MS };
  af_night_tell (night, "project's tests: %s", night->settings->test);
  if (!af_process_run_gently (words, NULL, &time, night->cancel, &result, error))
    return FALSE;
  night->is_test_short = result.end == AF_PROCESS_TIMED_OUT;
  if (result.end == AF_PROCESS_TIMED_OUT)
    night->test_trouble = g_strdup ("stopped: they took too long");
  else if (result.end == AF_PROCESS_SIGNALED)
    night->test_trouble = g_strdup_printf ("ended by signal %d", result.term_signal);
  else if (result.exit_status != 0)
    night->test_trouble = g_strdup_printf ("fail with status %d", result.exit_status);
  if (night->test_trouble)
    night->test_output = end_of_output (result.out);
  return TRUE;
}

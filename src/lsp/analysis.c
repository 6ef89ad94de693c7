/* The runs on one document.
 *
 * In:  options, a file.   Out: results, twice: when the tests are over, and when the repairs are.
 *
 * Each is a process of its own, `autofix test` and `autofix run`, which holds the same limits as at the desk and can
 * be ended at any time.  Tests that were kept are given to the next run, so that a fault that is still there is found
 * at once. */
#include "lsp/lsp-internal.h"

#include <signal.h>
#include <sys/prctl.h>

#include "util/error.h"

/* From SIGTERM to SIGKILL: a run needs less than a second to leave nothing behind. */
#define GRACE_MS 3000
#define EXIT_STATUS_FAULTS 2
#define EXIT_STATUS_INCOMPLETE 3

struct AfLspAnalysis {
  const AfLspOptions *options;
  char *path, *folder;
  gboolean repairs; /* the second run is on */
  GSubprocess *process;
  GCancellable *cancel;
  AfLspReport report;
  gpointer data;
};

static void end_with_parent (gpointer data G_GNUC_UNUSED)
{
  prctl (PR_SET_PDEATHSIG, SIGTERM);
}

/* The words of the run that is due; null-terminated. */
static GPtrArray *words_of (const AfLspAnalysis *analysis)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (words, g_strdup ("/proc/self/exe"));
  g_ptr_array_add (words, g_strdup (analysis->repairs ? "run" : "test"));
  for (guint i = 0; analysis->options->options[i]; i++)
    g_ptr_array_add (words, g_strdup (analysis->options->options[i]));
  g_ptr_array_add (words, g_strdup ("--quiet"));
  g_ptr_array_add (words, g_strdup_printf ("--output=%s/out", analysis->folder));
  g_ptr_array_add (words, g_strdup_printf ("--corpus=%s/kept", analysis->folder));
  g_ptr_array_add (words, g_strdup (analysis->path));
  if (analysis->options->flags)
    g_ptr_array_add (words, g_strdup ("--"));
  for (guint i = 0; analysis->options->flags && analysis->options->flags[i]; i++)
    g_ptr_array_add (words, g_strdup (analysis->options->flags[i]));
  g_ptr_array_add (words, NULL);
  return words;
}

static gboolean begin (AfLspAnalysis *analysis, GError **error);

static gboolean has_results (GSubprocess *process)
{
  int status = g_subprocess_get_if_exited (process) ? g_subprocess_get_exit_status (process) : -1;
  return status == 0 || status == EXIT_STATUS_FAULTS || status == EXIT_STATUS_INCOMPLETE;
}

static void fail (AfLspAnalysis *analysis, const char *message)
{
  analysis->report (AF_LSP_FAILED, NULL, message, analysis->data);
}

/* The process has ended. */
static void take_results (AfLspAnalysis *analysis, const char *messages)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *out = g_build_filename (analysis->folder, "out", NULL);
  if (!has_results (analysis->process)) {
    fail (analysis, messages && *messages ? messages : "autofix ended without a message");
    return;
  }
  g_autoptr (AfStored) stored = af_stored_load (out, &error);
  if (!stored) {
    fail (analysis, error->message);
    return;
  }
  gboolean is_last = analysis->repairs || json_array_get_length (af_stored_faults (stored)) == 0;
  AfLspStep step = analysis->repairs ? AF_LSP_REPAIRED : AF_LSP_TESTED;
  if (!is_last) {
    analysis->repairs = TRUE;
    if (!begin (analysis, &error)) {
      fail (analysis, error->message);
      return;
    }
  }
  analysis->report (step, g_steal_pointer (&stored), NULL, analysis->data);
}

static void on_end (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *messages = NULL;
  g_autoptr (GSubprocess) process = G_SUBPROCESS (object);
  gboolean is_over = g_subprocess_communicate_utf8_finish (process, result, NULL, &messages, &error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return; /* and @data is gone */
  AfLspAnalysis *analysis = data;
  if (is_over)
    take_results (analysis, messages);
  else
    fail (analysis, error->message);
}

static gboolean begin (AfLspAnalysis *analysis, GError **error)
{
  g_autoptr (GPtrArray) words = words_of (analysis);
  g_autoptr (GSubprocessLauncher) launcher =
    g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autoptr (GError) reason = NULL;
  g_subprocess_launcher_set_child_setup (launcher, end_with_parent, NULL, NULL);
  g_clear_object (&analysis->process);
  analysis->process = g_subprocess_launcher_spawnv (launcher, (const char *const *)words->pdata, &reason);
  if (!analysis->process) {
    af_error (error, AF_ERROR_IO, "autofix cannot be started: %s", reason->message);
    return FALSE;
  }
  g_subprocess_communicate_utf8_async (g_object_ref (analysis->process), NULL, analysis->cancel, on_end, analysis);
  return TRUE;
}

AfLspAnalysis *af_lsp_analysis_new (const AfLspOptions *options, const char *path, const char *folder,
                                    AfLspReport report, gpointer data, GError **error)
{
  g_autoptr (AfLspAnalysis) analysis = g_new0 (AfLspAnalysis, 1);
  *analysis = (AfLspAnalysis){ .options = options,
                               .path = g_strdup (path),
                               .folder = g_strdup (folder),
                               .cancel = g_cancellable_new (),
                               .report = report,
                               .data = data };
  return begin (analysis, error) ? g_steal_pointer (&analysis) : NULL;
}

/* Asks the process to end, and waits. */
static void end_process (GSubprocess *process)
{
  gint64 late = g_get_monotonic_time () + GRACE_MS * G_TIME_SPAN_MILLISECOND;
  g_subprocess_send_signal (process, SIGTERM);
  while (g_subprocess_get_identifier (process)) {
    if (g_get_monotonic_time () > late)
      g_subprocess_force_exit (process);
    g_usleep (5000);
  }
}

void af_lsp_analysis_free (AfLspAnalysis *analysis)
{
  if (!analysis)
    return;
  g_cancellable_cancel (analysis->cancel);
  if (analysis->process)
    end_process (analysis->process);
  g_clear_object (&analysis->process);
  g_object_unref (analysis->cancel);
  g_free (analysis->path);
  g_free (analysis->folder);
  g_free (analysis);
}

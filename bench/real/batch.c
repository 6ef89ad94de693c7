/* All sessions.
 *
 *     OUTPUT/sessions/CASE-plain.json, CASE-contracts.json
 *
 * A file with the key of the tool, the case and the options as they are is reused: what was interrupted goes on. */
#include <glib/gstdio.h>
#include <string.h>

#include "bench/real/real.h"
#include "util/error.h"
#include "util/interrupt.h"
#include "util/jobs.h"

#define FORMAT "1" /* to be counted up when a session file of before must not be taken any more */

typedef struct {
  const AfReal *real;
  GPtrArray *sessions; /* of AfRealSession: the case and the way at first, the session when it is made */
  GMutex lock;         /* of what follows */
  guint n_done;
} Batch;

static char *session_key (const AfReal *real, const AfRealSession *what, GError **error)
{
  g_autofree char *files = af_real_key (what->real, real->bench.cancel, error);
  g_autofree char *passed = real->bench.passed ? g_strjoinv (" ", real->bench.passed) : g_strdup ("");
  if (!files)
    return NULL;
  g_autofree char *all = g_strdup_printf ("%s %s %s %s %u %s", FORMAT, real->bench.tool_key, real->bench.compiler,
                                          files, real->seconds, passed);
  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, all, -1);
}

static char *session_path (const AfReal *real, const AfRealSession *what)
{
  g_autofree char *name = g_strdup_printf ("%s-%s.json", what->real->name, what->contracted ? "contracts" : "plain");
  return g_build_filename (real->bench.output, "sessions", name, NULL);
}

static void say (Batch *batch, const AfRealSession *done)
{
  AfRealFigures figures = af_real_figures (done);
  const AfSession *session = done->session;
  g_autoptr (GString) line = g_string_new (NULL);
  if (session->trouble)
    g_string_append (line, session->trouble);
  else if (!figures.found)
    g_string_append_printf (line, "not found, %u faults", figures.faults);
  else if (figures.proper > 0)
    g_string_append_printf (line, "found at %u of %u, proper at %u", figures.place, figures.faults, figures.proper);
  else
    g_string_append_printf (line, "found at %u of %u, %s", figures.place, figures.faults,
                            figures.valid ? "valid, none proper" : "no fix");
  g_mutex_lock (&batch->lock);
  batch->n_done++;
  g_printerr ("[%u/%u] %s %s: %s, %.1f s\n", batch->n_done, batch->sessions->len, done->real->name,
              done->contracted ? "with contracts" : "as it is", line->str, session->seconds);
  g_mutex_unlock (&batch->lock);
}

static gboolean do_session (guint index, guint worker G_GNUC_UNUSED, gpointer data, GError **error)
{
  Batch *batch = data;
  AfRealSession *what = batch->sessions->pdata[index];
  g_autofree char *key = session_key (batch->real, what, error), *path = session_path (batch->real, what);
  if (!key || af_interrupted (batch->real->bench.cancel, error))
    return FALSE;
  what->session = af_session_load (path, key);
  if (!what->session) {
    g_autoptr (AfRealSession) made = af_real_run (batch->real, what->real, what->contracted, error);
    if (!made || !af_bench_same_tool (&batch->real->bench, error))
      return FALSE;
    made->session->key = g_steal_pointer (&key);
    if (!af_session_save (made->session, path, error))
      return FALSE;
    what->session = g_steal_pointer (&made->session);
  }
  if (!af_real_take_verdicts (what, error))
    return FALSE;
  say (batch, what);
  return TRUE;
}

static void add_session (GPtrArray *sessions, const AfRealCase *which, gboolean contracted)
{
  AfRealSession *session = g_new0 (AfRealSession, 1);
  session->real = which;
  session->contracted = contracted;
  g_ptr_array_add (sessions, session);
}

GPtrArray *af_real_sessions (const AfReal *real, GError **error)
{
  g_autofree char *folder = g_build_filename (real->bench.output, "sessions", NULL);
  g_autoptr (GPtrArray) sessions = g_ptr_array_new_with_free_func ((GDestroyNotify)af_real_session_free);
  if (g_mkdir_with_parents (folder, 0755) != 0) {
    af_error (error, AF_ERROR_IO, "cannot make the folder '%s'", folder);
    return NULL;
  }
  for (guint i = 0; i < real->cases->len; i++) {
    add_session (sessions, real->cases->pdata[i], FALSE);
    if (af_real_has_contracts (real->cases->pdata[i]))
      add_session (sessions, real->cases->pdata[i], TRUE);
  }
  Batch batch = { .real = real, .sessions = sessions };
  g_mutex_init (&batch.lock);
  gboolean ok = af_jobs_map (sessions->len, real->bench.jobs, do_session, &batch, error);
  g_mutex_clear (&batch.lock);
  return ok ? g_steal_pointer (&sessions) : NULL;
}

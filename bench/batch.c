/* All sessions of a benchmark.
 *
 * In:  plants and seeds.   Out: one AfSession for each pair, in order.
 *
 *     OUTPUT/sessions/ring-03-s1-full.json      written when a session is over, with the key of all it depends on
 *
 * A file whose key is still valid is reused, so that a benchmark that was interrupted, or is run with more seeds,
 * continues; another tool or a changed corpus gives another key. */
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "bench/bench.h"
#include "bench/rank/ranking.h"
#include "bench/reading.h"
#include "bench/records.h"
#include "bench/text/text.h"
#include "util/error.h"
#include "util/interrupt.h"
#include "util/jobs.h"

#define FORMAT "3" /* to be counted up when a session file of before must not be taken any more */

void af_bench_clear (AfBench *bench)
{
  g_clear_pointer (&bench->tool, g_free);
  g_clear_pointer (&bench->tool_files, g_strfreev);
  g_clear_pointer (&bench->tool_key, g_free);
  g_clear_pointer (&bench->contract_key, g_free);
  g_clear_pointer (&bench->compiler, g_free);
  g_clear_pointer (&bench->paths, af_paths_free);
  g_clear_pointer (&bench->output, g_free);
  g_clear_pointer (&bench->plants, g_ptr_array_unref);
  g_clear_pointer (&bench->passed, g_strfreev);
}

/* --- one session --- */

/* The correct source of @plant's module. */
static char *correct_source (const AfPlant *plant, GError **error)
{
  g_autofree char *file = g_strconcat (plant->module, ".c", NULL);
  g_autofree char *path = g_build_filename (plant->folder, file, NULL);
  return af_read_text (path, error);
}

static gboolean find_reason (const AfPlant *plant, const AfRun *run, AfSession *session, GError **error)
{
  g_autofree char *correct = correct_source (plant, error), *patch = af_read_text (plant->patch, error);
  g_autofree char *file = g_strconcat (plant->module, ".c", NULL);
  g_autoptr (GPtrArray) trails = g_ptr_array_new_with_free_func ((GDestroyNotify)af_trail_free);
  if (!correct || !patch)
    return FALSE;
  g_autoptr (GArray) lines = af_patch_lines (patch, file, af_run_source (run));
  AfReference reference = { file, af_run_source (run), correct, lines };
  for (guint i = 0; i < session->faults->len; i++) {
    const AfShownFault *fault = session->faults->pdata[i];
    g_autofree char *path = fault->id && fault->belongs ? af_run_file (run, "records", fault->id, ".json") : NULL;
    g_autoptr (JsonParser) parser = path ? af_read_json (path, NULL) : NULL;
    if (path)
      g_ptr_array_add (trails, parser ? af_trail_read (af_root (parser), fault, &reference) : NULL);
  }
  session->reason = af_session_reason (session, trails);
  session->place = af_trails_place (trails);
  return TRUE;
}

/* One session from the plant to the reason; owned by the caller. */
static AfSession *run_session (const AfBench *bench, const AfPlant *plant, guint seed, GError **error)
{
  g_autoptr (AfSession) session = NULL;
  if (bench->sessions)
    return bench->sessions->make (bench, plant, seed, bench->sessions->data, error);
  g_autoptr (AfRun) run = af_run_new (bench, plant, seed, &session, error);
  if (!run)
    return NULL;
  if (af_session_found (session) && !bench->localize) {
    g_autoptr (AfBenchOracle) oracle = af_oracle_new (bench, plant, af_run_header (run), error);
    if (!oracle || !af_oracle_rule (oracle, run, session, FALSE, error)
        || (!af_session_proper (session) && !af_oracle_rule (oracle, run, session, TRUE, error))
        || (bench->survivors > 0 && !af_ranking_gather (bench, oracle, plant, run, session, error)))
      return NULL;
    if (af_session_accepted (session))
      session->space = 1;
  }
  return find_reason (plant, run, session, error) ? g_steal_pointer (&session) : NULL;
}

/* --- what a session depends on --- */

static gboolean add_file (GChecksum *sum, const char *folder, const char *name, GError **error)
{
  g_autofree char *path = folder ? g_build_filename (folder, name, NULL) : g_strdup (name);
  g_autofree char *data = NULL;
  g_autoptr (GError) cause = NULL;
  gsize length = 0;
  if (!g_file_get_contents (path, &data, &length, &cause)) {
    af_error (error, AF_ERROR_IO, "%s", cause->message);
    return FALSE;
  }
  g_autofree char *size = g_strdup_printf ("%" G_GSIZE_FORMAT ":", length);
  g_checksum_update (sum, (const guchar *)size, -1);
  g_checksum_update (sum, (const guchar *)data, (gssize)length);
  return TRUE;
}

char *af_bench_file_key (const char *const *paths, GError **error)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  for (guint i = 0; paths[i]; i++)
    if (!add_file (sum, NULL, paths[i], error))
      return NULL;
  return g_strdup (g_checksum_get_string (sum));
}

static char *session_key (const AfBench *bench, const AfPlant *plant, guint seed, GError **error)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  const char *kind = bench->sessions ? bench->sessions->name : "";
  g_autofree char *head =
    g_strdup_printf ("%s %s %s %s %s %u %d %u %s ", FORMAT, kind, bench->tool_key, bench->compiler, plant->name, seed,
                     bench->faithful, bench->survivors, plant->routine);
  g_autofree char *source = g_strconcat (plant->module, ".c", NULL), *header = g_strconcat (plant->module, ".h", NULL);
  g_autofree char *passed = bench->passed ? g_strjoinv (" ", bench->passed) : g_strdup ("");
  g_checksum_update (sum, (const guchar *)head, -1);
  g_checksum_update (sum, (const guchar *)passed, -1);
  if (!add_file (sum, plant->folder, source, error) || !add_file (sum, plant->folder, header, error)
      || !add_file (sum, plant->folder, "oracle.c", error)
      || (plant->patch && !add_file (sum, NULL, plant->patch, error)))
    return NULL;
  return g_strdup (g_checksum_get_string (sum));
}

static char *session_path (const AfBench *bench, const AfPlant *plant, guint seed)
{
  g_autofree char *name = g_strdup_printf ("%s-s%u-%s%s.json", plant->name, seed,
                                           bench->sessions   ? bench->sessions->name
                                           : bench->faithful ? "faithful"
                                                             : "full",
                                           bench->localize ? "-localize" : "");
  g_strdelimit (name, "/", '-');
  return g_build_filename (bench->output, "sessions", name, NULL);
}

gboolean af_bench_beside (const AfBench *bench, GPtrArray *plants, GPtrArray *sessions, GError **error)
{
  AfBench other = *bench;
  other.faithful = !bench->faithful;
  for (guint p = 0; p < bench->plants->len; p++) {
    const AfPlant *plant = bench->plants->pdata[p];
    guint n = sessions->len;
    for (guint seed = 1; seed <= bench->n_seeds; seed++) {
      g_autofree char *key = session_key (&other, plant, seed, error), *path = session_path (&other, plant, seed);
      if (!key)
        return FALSE;
      AfSession *session = af_session_load (path, key);
      if (session)
        g_ptr_array_add (sessions, session);
    }
    if (sessions->len == n + bench->n_seeds)
      g_ptr_array_add (plants, (gpointer)plant);
    else
      g_ptr_array_set_size (sessions, (gint)n);
  }
  return TRUE;
}

/* --- all of them --- */

typedef struct {
  const AfBench *bench;
  GPtrArray *sessions; /* of AfSession; each index written by one worker */
  GMutex lock;         /* of what follows */
  guint n_done;
  gboolean tty;
} Batch;

static void say (Batch *batch, const AfSession *session, gboolean again)
{
  const AfShownFix *proper = af_session_proper (session);
  g_autoptr (GString) line = g_string_new (NULL);
  guint n = batch->sessions->len;
  if (session->trouble)
    g_string_append_printf (line, "the tool failed: %s", session->trouble);
  else if (batch->bench->sessions)
    batch->bench->sessions->say (session, line);
  else if (!af_session_found (session))
    g_string_append (line, session->faults->len > 0 ? "not found, only faults elsewhere" : "not found");
  else if (batch->bench->localize && session->place > 0)
    g_string_append_printf (line, "found, the repair's place is snapshot %d", session->place);
  else if (batch->bench->localize)
    g_string_append (line, "found, no snapshot at the repair's place");
  else if (proper)
    g_string_append_printf (line, "found, proper at %u", proper->rank);
  else
    g_string_append_printf (line, "found, %s, %s", af_session_valid (session) ? "valid, none proper" : "no fix",
                            af_reason_name ((AfReason)session->reason));
  g_mutex_lock (&batch->lock);
  batch->n_done++;
  g_printerr ("%s[%u/%u] %s seed %u: %s, %.1f s%s%s", batch->tty ? "\r\033[K" : "", batch->n_done, n, session->plant,
              session->seed, line->str, session->seconds, again ? " (from before)" : "",
              batch->tty && batch->n_done < n && !session->trouble ? "" : "\n");
  g_mutex_unlock (&batch->lock);
}

static void say_begin (Batch *batch, const AfPlant *plant, guint seed)
{
  if (!batch->tty)
    return;
  g_mutex_lock (&batch->lock);
  g_printerr ("\r\033[K[%u/%u] %s seed %u ...", batch->n_done + 1, batch->sessions->len, plant->name, seed);
  g_mutex_unlock (&batch->lock);
}

gboolean af_bench_same_tool (const AfBench *bench, GError **error)
{
  g_autofree char *key = af_bench_file_key ((const char *const *)bench->tool_files, error);
  if (!key || strcmp (key, bench->tool_key) == 0)
    return key != NULL;
  af_error_at (error, AF_ERROR_IO, NULL, 0, 0, "start the benchmark again: sessions of the earlier tool are not used",
               "'%s' has changed while the benchmark ran", bench->tool);
  return FALSE;
}

AfSession *af_bench_session (const AfBench *bench, const AfPlant *plant, guint seed, GError **error)
{
  g_autofree char *key = session_key (bench, plant, seed, error);
  g_autoptr (AfSession) session = key ? run_session (bench, plant, seed, error) : NULL;
  if (!session || !af_bench_same_tool (bench, error))
    return NULL;
  session->key = g_steal_pointer (&key);
  return g_steal_pointer (&session);
}

double af_bench_seconds (const AfBench *bench, const AfPlant *plant, guint seed)
{
  g_autofree char *path = session_path (bench, plant, seed);
  g_autoptr (JsonParser) parser = af_read_json (path, NULL);
  return parser ? af_member_real (af_root (parser), "seconds") : 0;
}

static gboolean do_session (guint index, guint worker G_GNUC_UNUSED, gpointer data, GError **error)
{
  Batch *batch = data;
  const AfBench *bench = batch->bench;
  const AfPlant *plant = bench->plants->pdata[index / bench->n_seeds];
  guint seed = index % bench->n_seeds + 1;
  if (af_interrupted (bench->cancel, error))
    return FALSE;
  g_autofree char *key = session_key (bench, plant, seed, error), *path = session_path (bench, plant, seed);
  g_autoptr (AfSession) session = key ? af_session_load (path, key) : NULL;
  gboolean again = session != NULL;
  if (!key)
    return FALSE;
  if (!again) {
    say_begin (batch, plant, seed);
    session = af_bench_session (bench, plant, seed, error);
    if (!session)
      return FALSE;
    if (!af_session_save (session, path, error))
      return FALSE;
  }
  say (batch, session, again);
  batch->sessions->pdata[index] = g_steal_pointer (&session);
  return TRUE;
}

GPtrArray *af_bench_sessions (const AfBench *bench, GError **error)
{
  g_autofree char *folder = g_build_filename (bench->output, "sessions", NULL);
  g_autoptr (GPtrArray) sessions = g_ptr_array_new_with_free_func ((GDestroyNotify)af_session_free);
  if (g_mkdir_with_parents (folder, 0755) != 0) {
    af_error (error, AF_ERROR_IO, "cannot make the folder '%s'", folder);
    return NULL;
  }
  g_ptr_array_set_size (sessions, (gint)(bench->plants->len * bench->n_seeds));
  Batch batch = { .bench = bench, .sessions = sessions, .tty = isatty (STDERR_FILENO) };
  g_mutex_init (&batch.lock);
  gboolean ok = af_jobs_map (sessions->len, bench->jobs, do_session, &batch, error);
  g_mutex_clear (&batch.lock);
  return ok ? g_steal_pointer (&sessions) : NULL;
}

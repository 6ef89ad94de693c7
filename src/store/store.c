/* History of runs in SQLite.
 *
 * In:  the faults and fixes of a run.   Out: rows that outlive the output folder's other contents, so that a later run
 * can tell what is new, what was seen before, and what was offered.
 *
 * Three tables: a run, a fault seen in a run, a fix offered in a run; layout.c holds them and those of the nights.  A
 * fault's ID holds no line number, so sightings of the same fault in different versions of the module count together.
 */
#include "store/store-internal.h"

#include "util/error.h"

gboolean af_store_trouble (AfStore *store, GError **error)
{
  int code = sqlite3_errcode (store->db);
  const char *hint =
    code == SQLITE_NOTADB || code == SQLITE_CORRUPT ? "move the file away to begin a new history" : NULL;
  af_error_at (error, AF_ERROR_IO, NULL, 0, 0, hint, "history '%s': %s", store->path, sqlite3_errmsg (store->db));
  return FALSE;
}

gboolean af_store_execute (AfStore *store, const char *sql, GError **error)
{
  return sqlite3_exec (store->db, sql, NULL, NULL, NULL) == SQLITE_OK || af_store_trouble (store, error);
}

gboolean af_store_begin (AfStore *store, GError **error)
{
  return store->is_whole || af_store_execute (store, "BEGIN IMMEDIATE", error);
}

gboolean af_store_commit (AfStore *store, GError **error)
{
  return store->is_whole || af_store_execute (store, "COMMIT", error);
}

sqlite3_stmt *af_store_prepare (AfStore *store, const char *sql, const AfBound *values, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = NULL;
  int parameter = 1;
  if (sqlite3_prepare_v2 (store->db, sql, -1, &statement, NULL) != SQLITE_OK) {
    af_store_trouble (store, error);
    return NULL;
  }
  for (guint i = 0; i < values->n_numbers; i++)
    sqlite3_bind_int64 (statement, parameter++, values->numbers[i]);
  for (guint i = 0; i < values->n_texts; i++)
    sqlite3_bind_text (statement, parameter++, values->texts[i], -1, SQLITE_TRANSIENT);
  return g_steal_pointer (&statement);
}

gboolean af_store_change (AfStore *store, const char *sql, const AfBound *values, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = af_store_prepare (store, sql, values, error);
  return statement && (sqlite3_step (statement) == SQLITE_DONE || af_store_trouble (store, error));
}

char *af_store_text (sqlite3_stmt *row, int column)
{
  const char *text = (const char *)sqlite3_column_text (row, column);
  return g_strdup (text ? text : "");
}

static AfStore *open_store (const char *path, const char *pragmas, GError **error)
{
  g_autoptr (AfStore) store = g_new0 (AfStore, 1);

  store->path = g_strdup (path);
  if (sqlite3_open (path, &store->db) != SQLITE_OK) {
    af_store_trouble (store, error);
    return NULL;
  }
  /* Nightly runs of several modules may share a file for a moment. */
  sqlite3_busy_timeout (store->db, 5000);
  sqlite3_exec (store->db, pragmas, NULL, NULL, NULL);
  if (!af_store_prepare_layout (store, error))
    return NULL;
  return g_steal_pointer (&store);
}

AfStore *af_store_open (const char *path, GError **error)
{
  /* The file is a copy that is swapped in when it is whole: what safety from power loss there is comes from that. */
  return open_store (path, "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY", error);
}

AfStore *af_store_open_live (const char *path, GError **error)
{
  return open_store (path, "PRAGMA synchronous = FULL; PRAGMA journal_mode = DELETE", error);
}

void af_store_free (AfStore *store)
{
  if (store == NULL)
    return;
  sqlite3_close (store->db);
  g_free (store->path);
  g_free (store);
}

gint64 af_store_begin_run (AfStore *store, const char *module, guint64 seed, const char *version, GError **error)
{
  g_autofree char *seed_text = g_strdup_printf ("%" G_GUINT64_FORMAT, seed);
  const char *texts[] = { module, seed_text, version };

  if (!af_store_begin (store, error)
      || !af_store_change (store, "INSERT INTO run (module, seed, version) VALUES (?, ?, ?)", AF_BOUND_TEXTS (texts),
                           error))
    return 0;
  return sqlite3_last_insert_rowid (store->db);
}

gboolean af_store_end_run (AfStore *store, GError **error)
{
  return af_store_commit (store, error);
}

gboolean af_store_add_fault (AfStore *store, gint64 run, const AfFault *fault, const char *title, GError **error)
{
  const gint64 numbers[] = { run, fault->failing->len, fault->passing->len };
  const char *texts[] = { fault->id, title, fault->routine->name, fault->clause->text };

  return af_store_change (
    store, "INSERT INTO sighting (run, failing, passing, fault, title, routine, clause) VALUES (?, ?, ?, ?, ?, ?, ?)",
    AF_BOUND (numbers, texts), error);
}

gboolean af_store_add_offer (AfStore *store, gint64 run, const AfOffer *offer, GError **error)
{
  const gint64 numbers[] = { run, offer->rank };
  const char *texts[] = { offer->fault, offer->fix, offer->confidence, offer->summary, offer->patch };

  return af_store_change (
    store, "INSERT INTO offer (run, rank, fault, fix, confidence, summary, patch) VALUES (?, ?, ?, ?, ?, ?, ?)",
    AF_BOUND (numbers, texts), error);
}

gboolean af_store_add_fix (AfStore *store, gint64 run, const AfFault *fault, const AfFix *fix, const char *patch,
                           GError **error)
{
  const AfOffer offer = {
    .fault = fault->id,
    .fix = fix->id,
    .rank = fix->rank,
    .confidence = af_confidence_name (fix->confidence),
    .summary = fix->candidate->summary,
    .patch = patch,
  };
  return af_store_add_offer (store, run, &offer, error);
}

guint af_store_sightings (AfStore *store, const char *fault_id)
{
  g_autoptr (sqlite3_stmt) query =
    af_store_prepare (store, "SELECT count(*) FROM sighting WHERE fault = ?", AF_BOUND_TEXT (fault_id), NULL);
  return query && sqlite3_step (query) == SQLITE_ROW ? (guint)sqlite3_column_int (query, 0) : 0;
}

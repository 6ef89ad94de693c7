/* History of runs in SQLite.
 *
 * In:  the faults and fixes of a run.   Out: rows that outlive the output folder's other contents, so that a later run
 * can tell what is new, what was seen before, and what was offered.
 *
 * Three tables: a run, a fault seen in a run, a fix offered in a run.  A fault's ID holds no line number, so sightings of
 * the same fault in different versions of the module count together.  PRAGMA user_version says which layout the file has;
 * a newer layout than ours is refused rather than damaged. */
#include "store/store.h"

#include <sqlite3.h>

#include "util/error.h"

enum { LAYOUT = 1 };

struct AfStore {
  sqlite3 *db;
  char *path;
};

G_DEFINE_AUTOPTR_CLEANUP_FUNC (sqlite3_stmt, sqlite3_finalize)

static const char layout[] =
  "CREATE TABLE run (id INTEGER PRIMARY KEY, module TEXT NOT NULL, seed TEXT NOT NULL, version TEXT NOT NULL,"
  "                  began TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP);"
  "CREATE TABLE sighting (run INTEGER NOT NULL REFERENCES run, fault TEXT NOT NULL, title TEXT NOT NULL, routine TEXT NOT NULL,"
  "                       clause TEXT NOT NULL, failing INTEGER NOT NULL, passing INTEGER NOT NULL, PRIMARY KEY (run, fault));"
  "CREATE TABLE offer (run INTEGER NOT NULL REFERENCES run, fault TEXT NOT NULL, fix TEXT NOT NULL, rank INTEGER NOT NULL,"
  "                    confidence TEXT NOT NULL, summary TEXT NOT NULL, patch TEXT NOT NULL, PRIMARY KEY (run, fix));"
  "CREATE INDEX sighting_fault ON sighting (fault);"
  "PRAGMA user_version = 1;";

static gboolean trouble (AfStore *store, GError **error)
{
  af_error (error, AF_ERROR_IO, "history '%s': %s", store->path, sqlite3_errmsg (store->db));
  return FALSE;
}

static gboolean execute (AfStore *store, const char *sql, GError **error)
{
  return sqlite3_exec (store->db, sql, NULL, NULL, NULL) == SQLITE_OK || trouble (store, error);
}

static gboolean prepare_layout (AfStore *store, GError **error)
{
  int version = -1;
  {
    g_autoptr (sqlite3_stmt) query = NULL;
    if (sqlite3_prepare_v2 (store->db, "PRAGMA user_version", -1, &query, NULL) != SQLITE_OK
        || sqlite3_step (query) != SQLITE_ROW)
      return trouble (store, error);
    version = sqlite3_column_int (query, 0);
  }
  if (version == LAYOUT)
    return TRUE;
  if (version != 0) {
    af_error (error, AF_ERROR_IO, "history '%s' has layout %d, this autofix knows %d", store->path, version, LAYOUT);
    return FALSE;
  }
  return execute (store, layout, error);
}

AfStore *af_store_open (const char *path, GError **error)
{
  g_autoptr (AfStore) store = g_new0 (AfStore, 1);

  store->path = g_strdup (path);
  if (sqlite3_open (path, &store->db) != SQLITE_OK) {
    trouble (store, error);
    return NULL;
  }
  /* Nightly runs of several modules may share a file for a moment. */
  sqlite3_busy_timeout (store->db, 5000);
  /* The file is a copy that is swapped in when it is whole: what safety from power loss there is comes from that. */
  sqlite3_exec (store->db, "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY", NULL, NULL, NULL);
  if (!prepare_layout (store, error))
    return NULL;
  return g_steal_pointer (&store);
}

void af_store_free (AfStore *store)
{
  if (store == NULL)
    return;
  sqlite3_close (store->db);
  g_free (store->path);
  g_free (store);
}

/* Binds @texts (null-terminated) from parameter 1 on and steps an INSERT. */
static gboolean insert (AfStore *store, const char *sql, gint64 run, const gint64 *numbers, guint n_numbers,
                        const char *const *texts, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = NULL;
  int parameter = 1;

  if (sqlite3_prepare_v2 (store->db, sql, -1, &statement, NULL) != SQLITE_OK)
    return trouble (store, error);
  if (run != 0)
    sqlite3_bind_int64 (statement, parameter++, run);
  for (guint i = 0; i < n_numbers; i++)
    sqlite3_bind_int64 (statement, parameter++, numbers[i]);
  for (; *texts != NULL; texts++)
    sqlite3_bind_text (statement, parameter++, *texts, -1, SQLITE_STATIC);
  return sqlite3_step (statement) == SQLITE_DONE || trouble (store, error);
}

gint64 af_store_begin_run (AfStore *store, const char *module, guint64 seed, const char *version, GError **error)
{
  g_autofree char *seed_text = g_strdup_printf ("%" G_GUINT64_FORMAT, seed);
  const char *texts[] = { module, seed_text, version, NULL };

  if (!execute (store, "BEGIN IMMEDIATE", error)
      || !insert (store, "INSERT INTO run (module, seed, version) VALUES (?, ?, ?)", 0, NULL, 0, texts, error))
    return 0;
  return sqlite3_last_insert_rowid (store->db);
}

gboolean af_store_end_run (AfStore *store, GError **error)
{
  return execute (store, "COMMIT", error);
}

gboolean af_store_add_fault (AfStore *store, gint64 run, const AfFault *fault, const char *title, GError **error)
{
  const gint64 numbers[] = { fault->failing->len, fault->passing->len };
  const char *texts[] = { fault->id, title, fault->routine->name, fault->clause->text, NULL };

  return insert (store, "INSERT INTO sighting (run, failing, passing, fault, title, routine, clause) VALUES (?, ?, ?, ?, ?, ?, ?)",
                 run, numbers, G_N_ELEMENTS (numbers), texts, error);
}

gboolean af_store_add_fix (AfStore *store, gint64 run, const AfFault *fault, const AfFix *fix, const char *patch, GError **error)
{
  const gint64 numbers[] = { fix->rank };
  const char *texts[] = { fault->id, fix->id, af_confidence_name (fix->confidence), fix->candidate->summary, patch, NULL };

  return insert (store, "INSERT INTO offer (run, rank, fault, fix, confidence, summary, patch) VALUES (?, ?, ?, ?, ?, ?, ?)", run,
                 numbers, G_N_ELEMENTS (numbers), texts, error);
}

guint af_store_sightings (AfStore *store, const char *fault_id)
{
  g_autoptr (sqlite3_stmt) query = NULL;

  if (sqlite3_prepare_v2 (store->db, "SELECT count(*) FROM sighting WHERE fault = ?", -1, &query, NULL) != SQLITE_OK)
    return 0;
  sqlite3_bind_text (query, 1, fault_id, -1, SQLITE_STATIC);
  return sqlite3_step (query) == SQLITE_ROW ? (guint)sqlite3_column_int (query, 0) : 0;
}

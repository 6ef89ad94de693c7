/* The layout of the file, and the way from each older one to the next.
 *
 * In:  an open file.   Out: the same with today's tables.
 *
 * PRAGMA user_version is the layout's number, 0 in a new file.  Each step is a row of `steps`: step i takes layout i to
 * i + 1, a new file walks all of them, so there is one description of the tables and every file has come the same way.
 * A layout newer than ours is refused rather than damaged. */
#include "store/store-internal.h"

#include "util/error.h"

static const char *const steps[] = {
  /* 1: runs, the faults seen in them, the fixes offered */
  "CREATE TABLE run (id INTEGER PRIMARY KEY, module TEXT NOT NULL, seed TEXT NOT NULL, version TEXT NOT NULL,"
  "                  began TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP);"
  "CREATE TABLE sighting (run INTEGER NOT NULL REFERENCES run, fault TEXT NOT NULL, title TEXT NOT NULL, routine TEXT "
  "NOT NULL,"
  "                       clause TEXT NOT NULL, failing INTEGER NOT NULL, passing INTEGER NOT NULL, PRIMARY KEY (run, "
  "fault));"
  "CREATE TABLE offer (run INTEGER NOT NULL REFERENCES run, fault TEXT NOT NULL, fix TEXT NOT NULL, rank INTEGER NOT "
  "NULL,"
  "                    confidence TEXT NOT NULL, summary TEXT NOT NULL, patch TEXT NOT NULL, PRIMARY KEY (run, fix));"
  "CREATE INDEX sighting_fault ON sighting (fault);",
  /* 2: nights, what they decided, and what people said */
  "CREATE TABLE night (id INTEGER PRIMARY KEY, seed TEXT NOT NULL, version TEXT NOT NULL, head TEXT NOT NULL,"
  "                    began TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP, ended TEXT);"
  "CREATE TABLE state (night INTEGER NOT NULL REFERENCES night, fault TEXT NOT NULL, state TEXT NOT NULL, note TEXT "
  "NOT NULL,"
  "                    digest TEXT NOT NULL, PRIMARY KEY (night, fault));"
  "CREATE TABLE mark (id TEXT PRIMARY KEY, verdict TEXT NOT NULL, other TEXT NOT NULL, at TEXT NOT NULL DEFAULT "
  "CURRENT_TIMESTAMP);"
  "CREATE TABLE rejection (fault TEXT NOT NULL, key TEXT NOT NULL, fix TEXT NOT NULL, verdict TEXT NOT NULL,"
  "                        at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP, PRIMARY KEY (fault, key));"
  "ALTER TABLE run ADD COLUMN night INTEGER REFERENCES night;"
  "ALTER TABLE run ADD COLUMN digest TEXT NOT NULL DEFAULT '';"
  "ALTER TABLE run ADD COLUMN repaired INTEGER NOT NULL DEFAULT 0;"
  "ALTER TABLE sighting ADD COLUMN position TEXT NOT NULL DEFAULT '';"
  "ALTER TABLE sighting ADD COLUMN record TEXT NOT NULL DEFAULT '';",
  /* 3: how long a run took, the plan that a night was merged from, and the ways to a module and to a fault's states:
     without them each question goes through all rows, and thousands of modules ask */
  "ALTER TABLE run ADD COLUMN seconds REAL NOT NULL DEFAULT 0;"
  "ALTER TABLE night ADD COLUMN plan TEXT NOT NULL DEFAULT '';"
  "CREATE INDEX run_module ON run (module);"
  "CREATE INDEX run_night ON run (night);"
  "CREATE INDEX state_fault ON state (fault, night);",
};

enum { LAYOUT = G_N_ELEMENTS (steps) };

static gboolean read_version (AfStore *store, int *version, GError **error)
{
  g_autoptr (sqlite3_stmt) query = af_store_prepare (store, "PRAGMA user_version", &(AfBound){ 0 }, error);
  if (!query)
    return FALSE;
  if (sqlite3_step (query) != SQLITE_ROW)
    return af_store_trouble (store, error);
  *version = sqlite3_column_int (query, 0);
  return TRUE;
}

static gboolean climb (AfStore *store, int version, GError **error)
{
  for (int step = version; step < LAYOUT; step++)
    if (!af_store_execute (store, steps[step], error))
      return FALSE;
  g_autofree char *set = g_strdup_printf ("PRAGMA user_version = %d", LAYOUT);
  return af_store_execute (store, set, error);
}

gboolean af_store_prepare_layout (AfStore *store, GError **error)
{
  int version = -1;
  if (!read_version (store, &version, error))
    return FALSE;
  if (version == LAYOUT)
    return TRUE;
  if (version < 0 || version > LAYOUT) {
    af_error_at (error, AF_ERROR_IO, NULL, 0, 0,
                 "a newer autofix has written it: use that one, or move the file away to begin a new history",
                 "history '%s' has layout %d, this autofix supports layout %d", store->path, version, LAYOUT);
    return FALSE;
  }
  /* another process may have done it while we waited for the lock */
  if (!af_store_execute (store, "BEGIN IMMEDIATE", error))
    return FALSE;
  if (read_version (store, &version, error) && climb (store, version, error)
      && af_store_execute (store, "COMMIT", error))
    return TRUE;
  sqlite3_exec (store->db, "ROLLBACK", NULL, NULL, NULL);
  return FALSE;
}

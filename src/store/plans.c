/* What a night on many machines asks of the history.
 *
 * In:  the history as it is when the night is planned; the plan's key when it is merged.   Out: a copy that all
 * machines read, times by which units are sized; a night that is there once however often it is merged. */
#include <glib/gstdio.h>

#include "store/nights.h"
#include "store/store-internal.h"
#include "util/error.h"

gboolean af_store_copy (const char *from, const char *to, GError **error)
{
  if (!g_file_test (from, G_FILE_TEST_IS_REGULAR)) {
    g_autoptr (AfStore) empty = af_store_open_live (to, error);
    return empty != NULL;
  }
  g_autoptr (AfStore) store = af_store_open_live (from, error);
  return store && af_store_change (store, "VACUUM INTO ?", AF_BOUND_TEXT (to), error);
}

double af_store_seconds (AfStore *store, const char *module)
{
  const char *texts[] = { module, module };
  g_autoptr (sqlite3_stmt) query = af_store_prepare (
    store, "SELECT sum (seconds) FROM run WHERE module = ? AND night = (SELECT max (night) FROM run WHERE module = ?)",
    AF_BOUND_TEXTS (texts), NULL);
  return query && sqlite3_step (query) == SQLITE_ROW ? sqlite3_column_double (query, 0) : 0;
}

gint64 af_store_next_night (AfStore *store)
{
  g_autoptr (sqlite3_stmt) query =
    af_store_prepare (store, "SELECT coalesce (max (id), 0) + 1 FROM night", &(AfBound){ 0 }, NULL);
  return query && sqlite3_step (query) == SQLITE_ROW ? sqlite3_column_int64 (query, 0) : 1;
}

gboolean af_store_begin_whole (AfStore *store, GError **error)
{
  store->is_whole = af_store_execute (store, "BEGIN IMMEDIATE", error);
  return store->is_whole;
}

gboolean af_store_end_whole (AfStore *store, GError **error)
{
  store->is_whole = FALSE;
  return af_store_execute (store, "COMMIT", error);
}

static gboolean forget_night (AfStore *store, gint64 night, GError **error)
{
  static const char *const statements[] = {
    "DELETE FROM offer WHERE run IN (SELECT id FROM run WHERE night = ?)",
    "DELETE FROM sighting WHERE run IN (SELECT id FROM run WHERE night = ?)",
    "DELETE FROM run WHERE night = ?",
    "DELETE FROM state WHERE night = ?",
    "DELETE FROM night WHERE id = ?",
  };
  for (guint i = 0; i < G_N_ELEMENTS (statements); i++)
    if (!af_store_change (store, statements[i], AF_BOUND_NUMBER (night), error))
      return FALSE;
  return TRUE;
}

gint64 af_store_take_plan (AfStore *store, gint64 night, const char *key, GError **error)
{
  g_autoptr (sqlite3_stmt) query =
    af_store_prepare (store, "SELECT id FROM night WHERE plan = ?", AF_BOUND_TEXT (key), error);
  gint64 before = query && sqlite3_step (query) == SQLITE_ROW ? sqlite3_column_int64 (query, 0) : night;
  if (!query)
    return 0;
  g_clear_pointer (&query, sqlite3_finalize);
  const gint64 numbers[] = { before };
  const char *texts[] = { key };
  g_autofree char *take = g_strdup_printf ("UPDATE night SET id = ?, plan = ? WHERE id = %" G_GINT64_FORMAT, night);
  if ((before != night && !forget_night (store, before, error))
      || !af_store_change (store, take, AF_BOUND (numbers, texts), error))
    return 0;
  return before;
}

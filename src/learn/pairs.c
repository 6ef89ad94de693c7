/* Reading the file of pairs again. */
#include "learn/learn-internal.h"

#include "util/error.h"

void af_training_pair_free (AfTrainingPair *pair)
{
  g_free (pair->project);
  g_free (pair->commit);
  g_free (pair->path);
  g_free (pair->function);
  g_free (pair->form);
  g_free (pair->before_blob);
  g_free (pair->before);
  g_free (pair->after);
  g_free (pair);
}

static char *text (sqlite3_stmt *row, int column)
{
  const char *value = (const char *)sqlite3_column_text (row, column);
  return g_strdup (value ? value : "");
}

static GPtrArray *read_rows (sqlite3 *db, const char *project, guint most)
{
  g_autoptr (GPtrArray) pairs = g_ptr_array_new_with_free_func ((GDestroyNotify)af_training_pair_free);
  sqlite3_stmt *query = NULL;
  if (sqlite3_prepare_v2 (db,
                          "SELECT project.name, commit_id, path, function, form, before_blob, before, after, lines"
                          " FROM pair JOIN project ON project.id = pair.project"
                          " WHERE fixes AND whole AND project.name = ? ORDER BY digest LIMIT ?",
                          -1, &query, NULL)
      != SQLITE_OK)
    return NULL;
  sqlite3_bind_text (query, 1, project, -1, SQLITE_TRANSIENT);
  sqlite3_bind_int64 (query, 2, most);
  int code = sqlite3_step (query);
  for (; code == SQLITE_ROW; code = sqlite3_step (query)) {
    AfTrainingPair *pair = g_new0 (AfTrainingPair, 1);
    *pair = (AfTrainingPair){ text (query, 0), text (query, 1), text (query, 2),
                              text (query, 3), text (query, 4), text (query, 5),
                              text (query, 6), text (query, 7), (guint)sqlite3_column_int (query, 8) };
    g_ptr_array_add (pairs, pair);
  }
  sqlite3_finalize (query);
  return code == SQLITE_DONE ? g_steal_pointer (&pairs) : NULL;
}

GPtrArray *af_learn_pairs (const char *path, const char *project, guint most, GError **error)
{
  sqlite3 *db = NULL;
  GPtrArray *pairs =
    sqlite3_open_v2 (path, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK ? read_rows (db, project, most) : NULL;
  if (!pairs)
    af_error_at (error, AF_ERROR_IO, NULL, 0, 0, NULL, "training pairs '%s': %s", path, sqlite3_errmsg (db));
  sqlite3_close (db);
  return pairs;
}

/* --- fixes --- */

static gint64 read_number (sqlite3 *db, const char *sql)
{
  sqlite3_stmt *query = NULL;
  gint64 number = 0;
  if (sqlite3_prepare_v2 (db, sql, -1, &query, NULL) == SQLITE_OK && sqlite3_step (query) == SQLITE_ROW)
    number = sqlite3_column_int64 (query, 0);
  sqlite3_finalize (query);
  return number;
}

gboolean af_learn_check_layout (sqlite3 *db, const char *path, const char *hint, GError **error)
{
  gint64 layout = read_number (db, "PRAGMA user_version"), application = read_number (db, "PRAGMA application_id");
  g_autofree char *wrote = g_strdup_printf ("%s that autofix learn wrote", hint);
  if (application != AF_LEARN_APPLICATION)
    af_error_at (error, AF_ERROR_IO, NULL, 0, 0, wrote, "'%s' holds no training pairs", path);
  else if (layout != AF_LEARN_LAYOUT)
    af_error_at (error, AF_ERROR_IO, NULL, 0, 0, "make it anew from the histories, or use the autofix that wrote it",
                 "training pairs '%s' are of version %d, and this autofix reads %d", path, (int)layout,
                 AF_LEARN_LAYOUT);
  return application == AF_LEARN_APPLICATION && layout == AF_LEARN_LAYOUT;
}

static gboolean each_row (sqlite3 *db, const char *path, AfLearnFixFunc func, gpointer data, GError **error)
{
  sqlite3_stmt *query = NULL;
  int code = sqlite3_prepare_v2 (db,
                                 "SELECT project.name, tree, edit FROM pair JOIN project ON project.id = pair.project"
                                 " WHERE fixes AND whole ORDER BY project.name, digest",
                                 -1, &query, NULL);
  gboolean goes_on = TRUE;
  while (goes_on && (code == SQLITE_OK || code == SQLITE_ROW) && (code = sqlite3_step (query)) == SQLITE_ROW)
    goes_on = func ((const char *)sqlite3_column_text (query, 0), (const char *)sqlite3_column_text (query, 1),
                    (const char *)sqlite3_column_text (query, 2), data, error);
  if (goes_on && code != SQLITE_DONE)
    af_error_at (error, AF_ERROR_IO, NULL, 0, 0, NULL, "training pairs '%s': %s", path, sqlite3_errmsg (db));
  sqlite3_finalize (query);
  return goes_on && code == SQLITE_DONE;
}

/* A file that is no database shows with the first question.  Null with @error. */
static sqlite3 *open_pairs (const char *path, GError **error)
{
  sqlite3 *db = NULL;
  if (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK
      || sqlite3_exec (db, "SELECT 1 FROM sqlite_schema", NULL, NULL, NULL) != SQLITE_OK)
    af_error_at (error, AF_ERROR_IO, NULL, 0, 0, "autofix learn --from-git writes such files",
                 "training pairs '%s': %s", path, sqlite3_errmsg (db));
  else if (af_learn_check_layout (db, path, "the word is a file", error))
    return db;
  sqlite3_close (db);
  return NULL;
}

gboolean af_learn_each_fix (const char *path, AfLearnFixFunc func, gpointer data, GError **error)
{
  sqlite3 *db = open_pairs (path, error);
  gboolean done = db && each_row (db, path, func, data, error);
  sqlite3_close (db);
  return done;
}

gboolean af_learn_check_pairs (const char *path, GError **error)
{
  sqlite3 *db = open_pairs (path, error);
  sqlite3_close (db);
  return db != NULL;
}

static gboolean knows_project (sqlite3 *db, const char *path, const char *project, GError **error)
{
  sqlite3_stmt *query = NULL;
  int code = sqlite3_prepare_v2 (db, "SELECT 1 FROM project WHERE name = ?", -1, &query, NULL);
  if (code == SQLITE_OK) {
    sqlite3_bind_text (query, 1, project, -1, SQLITE_STATIC);
    code = sqlite3_step (query);
  }
  sqlite3_finalize (query);
  if (code == SQLITE_DONE)
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0,
                 "autofix learn --from-git with that folder comes first; a project is OWNER/NAME, of its folder's path",
                 "training pairs '%s' know no project '%s'", path, project);
  else if (code != SQLITE_ROW)
    af_error_at (error, AF_ERROR_IO, NULL, 0, 0, NULL, "training pairs '%s': %s", path, sqlite3_errmsg (db));
  return code == SQLITE_ROW;
}

gboolean af_learn_check_project (const char *path, const char *project, GError **error)
{
  sqlite3 *db = open_pairs (path, error);
  gboolean knows = db && knows_project (db, path, project, error);
  sqlite3_close (db);
  return knows;
}

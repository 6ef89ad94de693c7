/* What was gathered for a model: SQLite, until the model is written.
 *
 * project   one that was gathered to its end, and under which key
 * fix       what a pair gave: rows of features, or why there are none
 * name      the names of the features
 *
 * A project is added in one transaction, so that whatever ends the program leaves whole projects.  The file belongs to
 * one run at a time.  Numbers are written as this machine has them. */
#include "learn/model/kept.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "util/error.h"

/* "afkc"; the layout of the tables, and of what is in them. */
enum { APPLICATION = 0x61666b63, LAYOUT = 1 };

static const char tables[] =
  "CREATE TABLE project (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, key TEXT NOT NULL);"
  "CREATE TABLE fix (project INTEGER NOT NULL REFERENCES project, number INTEGER NOT NULL, reason INTEGER NOT NULL,"
  " why TEXT, in_space INTEGER, n_fixes INTEGER, ends BLOB, features BLOB, PRIMARY KEY (project, number))"
  " WITHOUT ROWID;"
  "CREATE TABLE name (project INTEGER NOT NULL REFERENCES project, id INTEGER NOT NULL, text TEXT NOT NULL,"
  " PRIMARY KEY (project, id)) WITHOUT ROWID;";

struct AfKept {
  sqlite3 *db;
  char *path;
};

G_DEFINE_AUTOPTR_CLEANUP_FUNC (sqlite3_stmt, sqlite3_finalize)

static gboolean trouble (const AfKept *kept, GError **error)
{
  int code = sqlite3_errcode (kept->db);
  const char *hint = code == SQLITE_NOTADB || code == SQLITE_CORRUPT
                       ? "autofix learn --model keeps there what it has gathered: remove it, or give another --output"
                     : code == SQLITE_BUSY || code == SQLITE_LOCKED ? "another run writes the same model"
                                                                    : NULL;
  af_error_at (error, AF_ERROR_IO, NULL, 0, 0, hint, "'%s': %s", kept->path, sqlite3_errmsg (kept->db));
  return FALSE;
}

static gboolean execute (AfKept *kept, const char *sql, GError **error)
{
  return sqlite3_exec (kept->db, sql, NULL, NULL, NULL) == SQLITE_OK || trouble (kept, error);
}

static sqlite3_stmt *prepare (AfKept *kept, const char *sql, GError **error)
{
  sqlite3_stmt *statement = NULL;
  if (sqlite3_prepare_v2 (kept->db, sql, -1, &statement, NULL) != SQLITE_OK)
    trouble (kept, error);
  return statement;
}

static gint64 read_number (AfKept *kept, const char *sql)
{
  g_autoptr (sqlite3_stmt) query = prepare (kept, sql, NULL);
  return query && sqlite3_step (query) == SQLITE_ROW ? sqlite3_column_int64 (query, 0) : -1;
}

/* --- the file --- */

static gboolean make_tables (AfKept *kept, GError **error)
{
  g_autofree char *numbers =
    g_strdup_printf ("PRAGMA application_id = %d; PRAGMA user_version = %d", APPLICATION, LAYOUT);
  return execute (kept, "BEGIN IMMEDIATE", error) && execute (kept, tables, error) && execute (kept, numbers, error)
         && execute (kept, "COMMIT", error);
}

static gboolean check_layout (AfKept *kept, GError **error)
{
  if (read_number (kept, "PRAGMA application_id") == APPLICATION && read_number (kept, "PRAGMA user_version") == LAYOUT)
    return TRUE;
  af_error_at (error, AF_ERROR_IO, NULL, 0, 0, "remove it, or give another --output",
               "'%s' was not left by this version of autofix learn --model", kept->path);
  return FALSE;
}

/* The first statement shows whether it is a database, and whether somebody else has it. */
AfKept *af_kept_open (const char *path, GError **error)
{
  g_autoptr (AfKept) kept = g_new0 (AfKept, 1);
  kept->path = g_strdup (path);
  if (sqlite3_open (path, &kept->db) != SQLITE_OK) {
    trouble (kept, error);
    return NULL;
  }
  if (!execute (kept, "PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE; COMMIT", error))
    return NULL;
  gboolean is_new =
    read_number (kept, "SELECT count(*) FROM sqlite_schema") == 0 && read_number (kept, "PRAGMA user_version") == 0;
  return (is_new ? make_tables (kept, error) : check_layout (kept, error)) ? g_steal_pointer (&kept) : NULL;
}

void af_kept_close (AfKept *kept)
{
  if (!kept)
    return;
  sqlite3_close (kept->db);
  g_free (kept->path);
  g_free (kept);
}

void af_kept_remove (AfKept *kept)
{
  g_autofree char *path = g_strdup (kept->path);
  af_kept_close (kept);
  g_unlink (path);
}

/* --- what it all depends on --- */

/* Other operators make other candidates, and the version's number need not have risen since. */
static gboolean add_program (GChecksum *sum, GError **error)
{
  g_autoptr (GMappedFile) program = g_mapped_file_new ("/proc/self/exe", FALSE, error);
  if (!program)
    return FALSE;
  g_checksum_update (sum, (const guchar *)g_mapped_file_get_contents (program),
                     (gssize)g_mapped_file_get_length (program));
  return TRUE;
}

char *af_kept_key (const GPtrArray *pairs, GError **error)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  if (!add_program (sum, error))
    return NULL;
  for (guint i = 0; i < pairs->len; i++) {
    const AfTrainingPair *pair = pairs->pdata[i];
    const char *texts[] = { pair->project,     pair->commit, pair->path, pair->function,
                            pair->before_blob, pair->before, pair->after };
    for (guint k = 0; k < G_N_ELEMENTS (texts); k++) /* with the zero, which ends it */
      g_checksum_update (sum, (const guchar *)texts[k], (gssize)strlen (texts[k]) + 1);
    g_checksum_update (sum, (const guchar *)&pair->lines, sizeof pair->lines);
  }
  return g_strdup (g_checksum_get_string (sum));
}

/* --- a project --- */

/* 0 when it is not kept. */
static gint64 find_project (AfKept *kept, const char *project, const char *key)
{
  g_autoptr (sqlite3_stmt) query =
    prepare (kept, "SELECT id FROM project WHERE name = ?1 AND (?2 IS NULL OR key = ?2)", NULL);
  if (!query)
    return 0;
  sqlite3_bind_text (query, 1, project, -1, SQLITE_STATIC);
  sqlite3_bind_text (query, 2, key, -1, SQLITE_STATIC);
  return sqlite3_step (query) == SQLITE_ROW ? sqlite3_column_int64 (query, 0) : 0;
}

gboolean af_kept_has (AfKept *kept, const char *project, const char *key)
{
  return find_project (kept, project, key) != 0;
}

static gboolean forget (AfKept *kept, gint64 id, GError **error)
{
  g_autofree char *sql = g_strdup_printf ("DELETE FROM name WHERE project = %" G_GINT64_FORMAT
                                          "; DELETE FROM fix WHERE project = %" G_GINT64_FORMAT
                                          "; DELETE FROM project WHERE id = %" G_GINT64_FORMAT,
                                          id, id, id);
  return execute (kept, sql, error);
}

static gboolean add_project (AfKept *kept, const char *project, const char *key, gint64 *id, GError **error)
{
  g_autoptr (sqlite3_stmt) insert = prepare (kept, "INSERT INTO project (name, key) VALUES (?, ?)", error);
  if (!insert)
    return FALSE;
  sqlite3_bind_text (insert, 1, project, -1, SQLITE_STATIC);
  sqlite3_bind_text (insert, 2, key, -1, SQLITE_STATIC);
  gboolean done = sqlite3_step (insert) == SQLITE_DONE || trouble (kept, error);
  *id = sqlite3_last_insert_rowid (kept->db);
  return done;
}

static gboolean add_fixes (AfKept *kept, gint64 id, const GArray *gathered, GError **error)
{
  g_autoptr (sqlite3_stmt) insert = prepare (kept, "INSERT INTO fix VALUES (?, ?, ?, ?, ?, ?, ?, ?)", error);
  gboolean done = insert != NULL;
  for (guint i = 0; done && i < gathered->len; i++) {
    const AfGathered *one = &g_array_index (gathered, AfGathered, i);
    const AfContrast *contrast = one->contrast;
    sqlite3_reset (insert);
    sqlite3_clear_bindings (insert);
    sqlite3_bind_int64 (insert, 1, id);
    sqlite3_bind_int64 (insert, 2, i);
    sqlite3_bind_int64 (insert, 3, one->drop);
    sqlite3_bind_text (insert, 4, one->why, -1, SQLITE_STATIC);
    if (contrast) {
      sqlite3_bind_int64 (insert, 5, contrast->in_space);
      sqlite3_bind_int64 (insert, 6, contrast->n_fixes);
      sqlite3_bind_blob64 (insert, 7, contrast->ends, contrast->n_rows * sizeof *contrast->ends, SQLITE_STATIC);
      sqlite3_bind_blob64 (insert, 8, contrast->features,
                           af_contrast_n_features (contrast) * sizeof *contrast->features, SQLITE_STATIC);
    }
    done = sqlite3_step (insert) == SQLITE_DONE || trouble (kept, error);
  }
  return done;
}

static gboolean add_names (AfKept *kept, gint64 id, GHashTable *names, GError **error)
{
  g_autoptr (sqlite3_stmt) insert = prepare (kept, "INSERT INTO name VALUES (?, ?, ?)", error);
  gboolean done = insert != NULL;
  GHashTableIter each;
  gpointer feature, name;
  g_hash_table_iter_init (&each, names);
  while (done && g_hash_table_iter_next (&each, &feature, &name)) {
    sqlite3_reset (insert);
    sqlite3_bind_int64 (insert, 1, id);
    sqlite3_bind_int64 (insert, 2, GPOINTER_TO_UINT (feature));
    sqlite3_bind_text (insert, 3, name, -1, SQLITE_STATIC);
    done = sqlite3_step (insert) == SQLITE_DONE || trouble (kept, error);
  }
  return done;
}

gboolean af_kept_add (AfKept *kept, const char *project, const char *key, const GArray *gathered, GHashTable *names,
                      GError **error)
{
  gint64 old = find_project (kept, project, NULL), id = 0;
  if (execute (kept, "BEGIN IMMEDIATE", error) && (old == 0 || forget (kept, old, error))
      && add_project (kept, project, key, &id, error) && add_fixes (kept, id, gathered, error)
      && add_names (kept, id, names, error) && execute (kept, "COMMIT", error))
    return TRUE;
  sqlite3_exec (kept->db, "ROLLBACK", NULL, NULL, NULL);
  return FALSE;
}

/* --- reading it again --- */

/* Null when it is not what was written. */
static AfContrast *read_contrast (sqlite3_stmt *row)
{
  const guint *ends = sqlite3_column_blob (row, 4);
  gsize n_rows = (gsize)sqlite3_column_bytes (row, 4) / sizeof *ends;
  const void *features = sqlite3_column_blob (row, 5);
  gsize size = (gsize)sqlite3_column_bytes (row, 5);
  gint64 n_fixes = sqlite3_column_int64 (row, 3);
  gboolean is_sound =
    n_rows > 0 && n_fixes > 0 && n_fixes < (gint64)n_rows && ends[n_rows - 1] * sizeof (AfNaturalFeature) == size;
  for (gsize i = 1; is_sound && i < n_rows; i++)
    is_sound = ends[i - 1] <= ends[i];
  if (!is_sound)
    return NULL;
  AfContrast *contrast = g_new0 (AfContrast, 1);
  *contrast = (AfContrast){ .features = g_memdup2 (features, size),
                            .ends = g_memdup2 (ends, n_rows * sizeof *ends),
                            .n_rows = (guint)n_rows,
                            .n_fixes = (guint)n_fixes,
                            .in_space = sqlite3_column_int (row, 2) != 0 };
  return contrast;
}

static gboolean read_fix (sqlite3_stmt *row, AfGathered *gathered)
{
  gint64 reason = sqlite3_column_int64 (row, 0);
  gboolean has_contrast = sqlite3_column_type (row, 4) != SQLITE_NULL;
  *gathered = (AfGathered){ .contrast = has_contrast ? read_contrast (row) : NULL,
                            .why = g_strdup ((const char *)sqlite3_column_text (row, 1)) };
  if (reason >= 0 && reason < AF_N_DROPS)
    gathered->drop = (AfDrop)reason;
  return reason >= 0 && reason < AF_N_DROPS && (gathered->contrast != NULL) == has_contrast;
}

static gboolean damaged (const AfKept *kept, GError **error)
{
  af_error_at (error, AF_ERROR_IO, NULL, 0, 0, "remove it: all is gathered again", "'%s' is damaged", kept->path);
  return FALSE;
}

gboolean af_kept_each (AfKept *kept, const char *project, AfKeptFunc func, gpointer data, GError **error)
{
  g_autoptr (sqlite3_stmt) query = prepare (
    kept, "SELECT reason, why, in_space, n_fixes, ends, features FROM fix WHERE project = ? ORDER BY number", error);
  if (!query)
    return FALSE;
  sqlite3_bind_int64 (query, 1, find_project (kept, project, NULL));
  int code = sqlite3_step (query);
  for (guint i = 0; code == SQLITE_ROW; code = sqlite3_step (query), i++) {
    g_auto (AfGathered) gathered = { 0 };
    if (!read_fix (query, &gathered))
      return damaged (kept, error);
    func (i, &gathered, data);
  }
  return code == SQLITE_DONE || trouble (kept, error);
}

gboolean af_kept_names (AfKept *kept, const char *project, GHashTable *names, GError **error)
{
  g_autoptr (sqlite3_stmt) query = prepare (kept, "SELECT id, text FROM name WHERE project = ?", error);
  if (!query)
    return FALSE;
  sqlite3_bind_int64 (query, 1, find_project (kept, project, NULL));
  int code = sqlite3_step (query);
  for (; code == SQLITE_ROW; code = sqlite3_step (query)) {
    gpointer id = GUINT_TO_POINTER ((guint)sqlite3_column_int64 (query, 0));
    const char *text = (const char *)sqlite3_column_text (query, 1), *known = g_hash_table_lookup (names, id);
    if (!known || strcmp (text, known) < 0)
      g_hash_table_insert (names, id, g_strdup (text));
  }
  return code == SQLITE_DONE || trouble (kept, error);
}

/* The file of pairs: SQLite.
 *
 * project   a repository, by name
 * commits   those that were looked at, so that a further run goes on where the last one ended
 * pair      a change of one function, once: its digest leaves names out, so that forks and stable branches count once
 * setting   the filter that the file was made with
 *
 * PRAGMA user_version is the layout's number; a file of another one is refused.  Commits are added in transactions. */
#include "learn/learn-internal.h"

#include <sqlite3.h>
#include <string.h>

#include "util/error.h"

static const char tables[] =
  "CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL);"
  "CREATE TABLE project (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);"
  "CREATE TABLE commits (project INTEGER NOT NULL REFERENCES project, id BLOB NOT NULL, PRIMARY KEY (project, id))"
  " WITHOUT ROWID;"
  "CREATE TABLE pair (id INTEGER PRIMARY KEY, project INTEGER NOT NULL REFERENCES project, commit_id TEXT NOT NULL,"
  " time INTEGER NOT NULL, fixes INTEGER NOT NULL, path TEXT NOT NULL, function TEXT NOT NULL,"
  " lines INTEGER NOT NULL, form TEXT NOT NULL, whole INTEGER NOT NULL, digest INTEGER NOT NULL UNIQUE,"
  " before_blob TEXT NOT NULL, after_blob TEXT NOT NULL, before TEXT NOT NULL, after TEXT NOT NULL,"
  " tree TEXT NOT NULL, edit TEXT NOT NULL);";

struct AfLearnFile {
  sqlite3 *db;
  char *path;
};

G_DEFINE_AUTOPTR_CLEANUP_FUNC (sqlite3_stmt, sqlite3_finalize)

guint af_oid_hash (gconstpointer id)
{
  guint hash;
  memcpy (&hash, ((const git_oid *)id)->id, sizeof hash);
  return hash;
}

gboolean af_oid_equal (gconstpointer a, gconstpointer b)
{
  return git_oid_equal (a, b);
}

static gboolean trouble (AfLearnFile *file, GError **error)
{
  int code = sqlite3_errcode (file->db);
  const char *hint = code == SQLITE_NOTADB || code == SQLITE_CORRUPT ? "--output names a file that autofix learn wrote"
                     : code == SQLITE_BUSY                           ? "another run is writing it"
                                                                     : NULL;
  af_error_at (error, AF_ERROR_IO, NULL, 0, 0, hint, "training pairs '%s': %s", file->path, sqlite3_errmsg (file->db));
  return FALSE;
}

static gboolean execute (AfLearnFile *file, const char *sql, GError **error)
{
  return sqlite3_exec (file->db, sql, NULL, NULL, NULL) == SQLITE_OK || trouble (file, error);
}

static sqlite3_stmt *prepare (AfLearnFile *file, const char *sql, GError **error)
{
  sqlite3_stmt *statement = NULL;
  if (sqlite3_prepare_v2 (file->db, sql, -1, &statement, NULL) != SQLITE_OK)
    trouble (file, error);
  return statement;
}

static gboolean read_number (AfLearnFile *file, const char *sql, gint64 *number, GError **error)
{
  g_autoptr (sqlite3_stmt) query = prepare (file, sql, error);
  if (!query)
    return FALSE;
  int code = sqlite3_step (query);
  *number = code == SQLITE_ROW ? sqlite3_column_int64 (query, 0) : 0;
  return code == SQLITE_ROW || code == SQLITE_DONE || trouble (file, error);
}

static gboolean check_layout (AfLearnFile *file, gboolean *is_new, GError **error)
{
  gint64 layout = 0, n_tables = 0;
  if (!read_number (file, "PRAGMA user_version", &layout, error)
      || !read_number (file, "SELECT count(*) FROM sqlite_schema", &n_tables, error))
    return FALSE;
  *is_new = n_tables == 0 && layout == 0;
  return *is_new || af_learn_check_layout (file->db, file->path, "--output names a new file, or one", error);
}

static gboolean put_setting (AfLearnFile *file, const char *value, GError **error)
{
  g_autoptr (sqlite3_stmt) insert = prepare (file, "INSERT INTO setting VALUES ('filter', ?)", error);
  if (!insert)
    return FALSE;
  sqlite3_bind_text (insert, 1, value, -1, SQLITE_TRANSIENT);
  return sqlite3_step (insert) == SQLITE_DONE || trouble (file, error);
}

/* A file whose commits were looked at with different eyes would hold neither. */
static gboolean check_filter (AfLearnFile *file, const char *filter, GError **error)
{
  g_autoptr (sqlite3_stmt) query = prepare (file, "SELECT value FROM setting WHERE name = 'filter'", error);
  if (!query)
    return FALSE;
  if (sqlite3_step (query) != SQLITE_ROW)
    return trouble (file, error);
  const char *was = (const char *)sqlite3_column_text (query, 0);
  if (g_strcmp0 (was, filter) == 0)
    return TRUE;
  af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "use the same options, or another file",
               "training pairs '%s' were made with '%s', not '%s'", file->path, was ? was : "", filter);
  return FALSE;
}

static gboolean make_tables (AfLearnFile *file, const char *filter, GError **error)
{
  g_autofree char *numbers =
    g_strdup_printf ("PRAGMA application_id = %d; PRAGMA user_version = %d", AF_LEARN_APPLICATION, AF_LEARN_LAYOUT);
  return execute (file, "BEGIN IMMEDIATE", error) && execute (file, tables, error) && put_setting (file, filter, error)
         && execute (file, numbers, error) && execute (file, "COMMIT", error);
}

AfLearnFile *af_learn_file_open (const AfLearnOptions *options, GError **error)
{
  g_autoptr (AfLearnFile) file = g_new0 (AfLearnFile, 1);
  g_autofree char *filter =
    g_strdup_printf ("--max-lines %u --max-files %u%s%s", options->filter.max_lines, options->filter.max_files,
                     options->filter.words ? " --words " : "", options->filter.words ? options->filter.words : "");
  gboolean is_new = FALSE;
  file->path = g_strdup (options->output);
  if (sqlite3_open (options->output, &file->db) != SQLITE_OK) {
    trouble (file, error);
    return NULL;
  }
  sqlite3_busy_timeout (file->db, 5000);
  sqlite3_exec (file->db, "PRAGMA synchronous = NORMAL", NULL, NULL, NULL);
  if (!check_layout (file, &is_new, error)
      || !(is_new ? make_tables (file, filter, error) : check_filter (file, filter, error)))
    return NULL;
  return g_steal_pointer (&file);
}

void af_learn_file_close (AfLearnFile *file)
{
  if (!file)
    return;
  sqlite3_close (file->db);
  g_free (file->path);
  g_free (file);
}

gint64 af_learn_file_project (AfLearnFile *file, const char *name, GError **error)
{
  g_autoptr (sqlite3_stmt) insert = prepare (file, "INSERT OR IGNORE INTO project (name) VALUES (?)", error);
  g_autoptr (sqlite3_stmt) query = insert ? prepare (file, "SELECT id FROM project WHERE name = ?", error) : NULL;
  if (!query)
    return 0;
  sqlite3_bind_text (insert, 1, name, -1, SQLITE_TRANSIENT);
  sqlite3_bind_text (query, 1, name, -1, SQLITE_TRANSIENT);
  if (sqlite3_step (insert) != SQLITE_DONE || sqlite3_step (query) != SQLITE_ROW) {
    trouble (file, error);
    return 0;
  }
  return sqlite3_column_int64 (query, 0);
}

GHashTable *af_learn_file_known (AfLearnFile *file, gint64 project, GError **error)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (af_oid_hash, af_oid_equal, g_free, NULL);
  g_autoptr (sqlite3_stmt) query = prepare (file, "SELECT id FROM commits WHERE project = ?", error);
  if (!query)
    return NULL;
  sqlite3_bind_int64 (query, 1, project);
  int code = sqlite3_step (query);
  for (; code == SQLITE_ROW; code = sqlite3_step (query))
    if (sqlite3_column_bytes (query, 0) == GIT_OID_RAWSZ) {
      git_oid *id = g_new0 (git_oid, 1);
      git_oid_fromraw (id, sqlite3_column_blob (query, 0));
      g_hash_table_add (known, id);
    }
  if (code != SQLITE_DONE) {
    trouble (file, error);
    return NULL;
  }
  return g_steal_pointer (&known);
}

static gboolean add_pair (sqlite3_stmt *insert, gint64 project, const AfLearnCommit *commit, const AfFound *found)
{
  char id[GIT_OID_HEXSZ + 1], before[GIT_OID_HEXSZ + 1], after[GIT_OID_HEXSZ + 1];
  const AfPair *pair = &found->pair;
  const gint64 numbers[] = { project, commit->time, commit->fixes, found->lines, pair->whole, pair->digest };
  const char *texts[] = { git_oid_tostr (id, sizeof id, &commit->id),
                          found->path,
                          pair->function,
                          pair->form,
                          git_oid_tostr (before, sizeof before, &found->before),
                          git_oid_tostr (after, sizeof after, &found->after),
                          pair->before,
                          pair->after,
                          pair->tree,
                          pair->edit };
  sqlite3_reset (insert);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    sqlite3_bind_int64 (insert, (int)i + 1, numbers[i]);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    sqlite3_bind_text (insert, (int)(i + G_N_ELEMENTS (numbers)) + 1, texts[i], -1, SQLITE_TRANSIENT);
  return sqlite3_step (insert) == SQLITE_DONE;
}

static gboolean add_commit (AfLearnFile *file, sqlite3_stmt *const *inserts, gint64 project,
                            const AfLearnCommit *commit, AfLearnTotals *totals)
{
  sqlite3_reset (inserts[0]);
  sqlite3_bind_int64 (inserts[0], 1, project);
  sqlite3_bind_blob (inserts[0], 2, commit->id.id, GIT_OID_RAWSZ, SQLITE_TRANSIENT);
  if (sqlite3_step (inserts[0]) != SQLITE_DONE)
    return FALSE;
  totals->n_commits++;
  for (guint i = 0; i < AF_N_REFUSALS; i++)
    totals->refused[i] += commit->refused[i];
  for (guint i = 0; i < commit->found->len; i++) {
    const AfFound *found = &g_array_index (commit->found, AfFound, i);
    if (!add_pair (inserts[1], project, commit, found))
      return FALSE;
    gboolean is_new = sqlite3_changes (file->db) > 0;
    totals->n_doubles += !is_new;
    totals->n_pairs += is_new;
    totals->n_fixes += is_new && commit->fixes;
    totals->n_whole += is_new && found->pair.whole;
  }
  return TRUE;
}

gboolean af_learn_file_add (AfLearnFile *file, gint64 project, const GArray *commits, AfLearnTotals *totals,
                            GError **error)
{
  AfLearnTotals sums = *totals;
  g_autoptr (sqlite3_stmt) seen = prepare (file, "INSERT OR IGNORE INTO commits VALUES (?, ?)", error);
  g_autoptr (sqlite3_stmt) pair =
    seen ? prepare (file,
                    "INSERT OR IGNORE INTO pair (project, time, fixes, lines, whole, digest, commit_id, path,"
                    " function, form, before_blob, after_blob, before, after, tree, edit)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    error)
         : NULL;
  sqlite3_stmt *const inserts[] = { seen, pair };
  if (!pair || !execute (file, "BEGIN IMMEDIATE", error))
    return FALSE;
  for (guint i = 0; i < commits->len; i++)
    if (!add_commit (file, inserts, project, &g_array_index (commits, AfLearnCommit, i), &sums)) {
      trouble (file, error);
      sqlite3_exec (file->db, "ROLLBACK", NULL, NULL, NULL);
      return FALSE;
    }
  if (!execute (file, "COMMIT", error)) {
    sqlite3_exec (file->db, "ROLLBACK", NULL, NULL, NULL);
    return FALSE;
  }
  *totals = sums;
  return TRUE;
}

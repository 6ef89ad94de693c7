/* What people said of faults and fixes.
 *
 * In:  an ID and a verdict.   Out: rows that every later run and night looks at.
 *
 * A fault keeps its ID, so its verdict is kept under it.  A fix is numbered anew in each run: what is kept of a
 * rejected one is what its patch does, the lines that it takes away and puts in, without line numbers, context, blanks
 * and line ends.  The same change is not offered again even when it has moved, has another number, or is laid out
 * otherwise. */
#include "store/marks.h"

#include <string.h>

#include "store/store-internal.h"
#include "util/error.h"

static const char *const verdict_names[] = {
  [AF_MARK_NONE] = "open",
  [AF_MARK_FIXED] = "fixed",
  [AF_MARK_INVALID] = "invalid",
  [AF_MARK_WONTFIX] = "wontfix",
  [AF_MARK_CONTRACT_WRONG] = "contract-wrong",
  [AF_MARK_DUP] = "dup",
};

const char *af_mark_name (AfMark verdict)
{
  return verdict_names[verdict];
}

AfMark af_mark_parse (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (verdict_names); i++)
    if (g_strcmp0 (verdict_names[i], name) == 0)
      return (AfMark)i;
  return AF_MARK_NONE;
}

static gboolean is_fix (const char *id)
{
  return g_str_has_prefix (id, "X-");
}

gboolean af_store_knows (AfStore *store, const char *id)
{
  const char *sql =
    is_fix (id) ? "SELECT 1 FROM offer WHERE fix = ? LIMIT 1" : "SELECT 1 FROM sighting WHERE fault = ? LIMIT 1";
  g_autoptr (sqlite3_stmt) query = af_store_prepare (store, sql, AF_BOUND_TEXT (id), NULL);
  return query && sqlite3_step (query) == SQLITE_ROW;
}

/* --- patches --- */

/* The characters of a line, after the sign of its run of lines. */
static void add_to_key (GString *key, const char *line, char *sign)
{
  if (line[0] != *sign)
    g_string_append_printf (key, "\n%c", line[0]);
  *sign = line[0];
  for (const char *c = line + 1; *c; c++)
    if (!g_ascii_isspace (*c))
      g_string_append_c (key, *c);
}

char *af_store_patch_key (const char *patch)
{
  g_auto (GStrv) lines = g_strsplit (patch, "\n", -1);
  g_autoptr (GString) key = g_string_new (NULL);
  gboolean in_hunk = FALSE;
  char sign = 0;
  for (guint i = 0; lines[i]; i++) {
    gboolean changes = in_hunk && (lines[i][0] == '-' || lines[i][0] == '+');
    if (changes)
      add_to_key (key, lines[i], &sign);
    else
      sign = 0;
    in_hunk = g_str_has_prefix (lines[i], "@@ ") || changes || (in_hunk && lines[i][0] == ' ');
  }
  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, key->str, (gssize)key->len);
}

GHashTable *af_store_rejected (AfStore *store, const char *fault)
{
  GHashTable *keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (sqlite3_stmt) query =
    af_store_prepare (store, "SELECT key FROM rejection WHERE fault = ?", AF_BOUND_TEXT (fault), NULL);
  while (query && sqlite3_step (query) == SQLITE_ROW)
    g_hash_table_add (keys, af_store_text (query, 0));
  return keys;
}

/* --- verdicts --- */

static gboolean mark_fault (AfStore *store, const char *id, AfMark verdict, const char *other, GError **error)
{
  const char *texts[] = { id, af_mark_name (verdict), other ? other : "" };
  if (verdict == AF_MARK_NONE)
    return af_store_change (store, "DELETE FROM mark WHERE id = ?", AF_BOUND_TEXT (id), error);
  return af_store_change (store, "INSERT OR REPLACE INTO mark (id, verdict, other) VALUES (?, ?, ?)",
                          AF_BOUND_TEXTS (texts), error);
}

static gboolean mark_fix (AfStore *store, const char *id, AfMark verdict, GError **error)
{
  g_autoptr (sqlite3_stmt) query = af_store_prepare (
    store, "SELECT fault, patch FROM offer WHERE fix = ? ORDER BY run DESC LIMIT 1", AF_BOUND_TEXT (id), error);
  if (!query || sqlite3_step (query) != SQLITE_ROW)
    return query && af_store_trouble (store, error);
  g_autofree char *fault = af_store_text (query, 0), *patch = af_store_text (query, 1);
  g_autofree char *key = af_store_patch_key (patch);
  const char *texts[] = { fault, key, id, af_mark_name (verdict) };
  sqlite3_reset (query);
  if (verdict == AF_MARK_NONE)
    return af_store_change (store, "DELETE FROM rejection WHERE fault = ? AND key = ?", AF_BOUND_TEXTS (texts), error);
  if (verdict == AF_MARK_FIXED)
    return mark_fault (store, fault, verdict, NULL, error);
  return af_store_change (store, "INSERT OR REPLACE INTO rejection (fault, key, fix, verdict) VALUES (?, ?, ?, ?)",
                          AF_BOUND_TEXTS (texts), error);
}

gboolean af_store_mark (AfStore *store, const char *id, AfMark verdict, const char *other, GError **error)
{
  if (!af_store_knows (store, id)) {
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "autofix show lists those of the last run",
                 "'%s' is not in the history", id);
    return FALSE;
  }
  return is_fix (id) ? mark_fix (store, id, verdict, error) : mark_fault (store, id, verdict, other, error);
}

AfMark af_store_verdict (AfStore *store, const char *id, char **other)
{
  const char *sql = is_fix (id) ? "SELECT verdict, '' FROM rejection WHERE fix = ? ORDER BY at DESC LIMIT 1"
                                : "SELECT verdict, other FROM mark WHERE id = ?";
  g_autoptr (sqlite3_stmt) query = af_store_prepare (store, sql, AF_BOUND_TEXT (id), NULL);
  gboolean found = query && sqlite3_step (query) == SQLITE_ROW;
  g_autofree char *name = found ? af_store_text (query, 0) : g_strdup ("");
  if (other)
    *other = found ? af_store_text (query, 1) : g_strdup ("");
  return af_mark_parse (name);
}

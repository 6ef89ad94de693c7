/* Nights: what they saw, and what they decided.
 *
 * In:  sightings as they are made, decisions at the end.   Out: what the next night must know.
 *
 * What a night sees in a module is written at once, in one transaction: a night that is killed later has lost nothing.
 * What it decides of the faults is written at its end, together with the end itself: a night that has not ended has
 * reported nothing, so a fault that only such nights saw is still new to the next one. */
#include "store/nights.h"

#include "store/store-internal.h"

static const char *const state_names[] = {
  [AF_STATE_NONE] = "",       [AF_STATE_NEW] = "new",
  [AF_STATE_KNOWN] = "known", [AF_STATE_REGRESSION] = "regression",
  [AF_STATE_FIXED] = "fixed", [AF_STATE_UNKNOWN] = "unknown",
  [AF_STATE_FLAKY] = "flaky",
};

const char *af_state_name (AfState state)
{
  return state_names[state];
}

AfState af_state_parse (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (state_names); i++)
    if (g_strcmp0 (state_names[i], name) == 0)
      return (AfState)i;
  return AF_STATE_NONE;
}

void af_sighting_clear (AfSighting *sighting)
{
  g_free (sighting->fault);
  g_free (sighting->module);
  g_free (sighting->title);
  g_free (sighting->routine);
  g_free (sighting->clause);
  g_free (sighting->position);
  g_free (sighting->record);
}

void af_history_free (AfHistory *history)
{
  af_sighting_clear (&history->last);
  g_free (history->last_digest);
  g_free (history->state_digest);
  g_free (history->other);
  g_free (history);
}

/* --- what a night sees --- */

gint64 af_store_begin_night (AfStore *store, guint64 seed, const char *version, const char *head, GError **error)
{
  g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, seed);
  const char *texts[] = { text, version, head };
  if (!af_store_change (store, "INSERT INTO night (seed, version, head) VALUES (?, ?, ?)", AF_BOUND_TEXTS (texts),
                        error))
    return 0;
  gint64 night = sqlite3_last_insert_rowid (store->db);
  if (seed == 0 && !af_store_change (store, "UPDATE night SET seed = id WHERE id = ?", AF_BOUND_NUMBER (night), error))
    return 0;
  return night;
}

void af_store_drop_night (AfStore *store, gint64 night)
{
  const gint64 numbers[] = { night, night };
  af_store_change (store, "DELETE FROM night WHERE id = ? AND NOT EXISTS (SELECT 1 FROM run WHERE night = ?)",
                   AF_BOUND_NUMBERS (numbers), NULL);
}

gint64 af_store_begin_night_run (AfStore *store, const AfNightRun *run, GError **error)
{
  gint64 number = af_store_begin_run (store, run->module, run->seed, run->version, error);
  const gint64 numbers[] = { run->night, run->repaired };
  char seconds[G_ASCII_DTOSTR_BUF_SIZE];
  const char *texts[] = { run->digest, g_ascii_formatd (seconds, sizeof seconds, "%.3f", run->seconds) };
  g_autofree char *sql = g_strdup_printf (
    "UPDATE run SET night = ?, repaired = ?, digest = ?, seconds = ? WHERE id = %" G_GINT64_FORMAT, number);
  return number > 0 && af_store_change (store, sql, AF_BOUND (numbers, texts), error) ? number : 0;
}

gboolean af_store_add_sighting (AfStore *store, gint64 run, const AfSighting *sighting, GError **error)
{
  const gint64 numbers[] = { run, sighting->failing, sighting->passing };
  const char *texts[] = { sighting->fault,  sighting->title,    sighting->routine,
                          sighting->clause, sighting->position, sighting->record };
  return af_store_change (
    store,
    "INSERT INTO sighting (run, failing, passing, fault, title, routine, clause, position, record)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    AF_BOUND (numbers, texts), error);
}

void af_store_drop_run (AfStore *store)
{
  sqlite3_exec (store->db, "ROLLBACK", NULL, NULL, NULL);
}

/* --- what is known --- */

/* The latest sighting of each fault of a module, and what the latest night that ended said of it. */
static const char latest[] =
  "SELECT s.fault, r.module, s.title, s.routine, s.clause, s.position, s.record, s.failing, s.passing, r.night, "
  "r.digest,"
  " (SELECT count (*) FROM sighting a WHERE a.fault = s.fault), st.state, st.digest"
  " FROM sighting s JOIN run r ON r.id = s.run LEFT JOIN state st ON st.fault = s.fault AND st.night ="
  "  (SELECT max (x.night) FROM state x JOIN night n ON n.id = x.night WHERE x.fault = s.fault AND n.ended IS NOT NULL)"
  " WHERE r.module = ? AND s.run = (SELECT max (b.run) FROM sighting b WHERE b.fault = s.fault)"
  " ORDER BY (SELECT min (c.run) FROM sighting c WHERE c.fault = s.fault), s.fault";

static AfHistory *read_history (AfStore *store, sqlite3_stmt *row)
{
  AfHistory *history = g_new0 (AfHistory, 1);
  history->last = (AfSighting){
    .fault = af_store_text (row, 0),
    .module = af_store_text (row, 1),
    .title = af_store_text (row, 2),
    .routine = af_store_text (row, 3),
    .clause = af_store_text (row, 4),
    .position = af_store_text (row, 5),
    .record = af_store_text (row, 6),
    .failing = (guint)sqlite3_column_int (row, 7),
    .passing = (guint)sqlite3_column_int (row, 8),
  };
  history->last_night = sqlite3_column_int64 (row, 9);
  history->last_digest = af_store_text (row, 10);
  history->n_sightings = (guint)sqlite3_column_int (row, 11);
  g_autofree char *state = af_store_text (row, 12);
  history->state = af_state_parse (state);
  history->state_digest = af_store_text (row, 13);
  history->verdict = af_store_verdict (store, history->last.fault, &history->other);
  return history;
}

GPtrArray *af_store_history (AfStore *store, const char *module, GError **error)
{
  g_autoptr (sqlite3_stmt) query = af_store_prepare (store, latest, AF_BOUND_TEXT (module), error);
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func ((GDestroyNotify)af_history_free);
  int step = SQLITE_DONE;
  if (!query)
    return NULL;
  while ((step = sqlite3_step (query)) == SQLITE_ROW)
    g_ptr_array_add (list, read_history (store, query));
  if (step == SQLITE_DONE)
    return g_steal_pointer (&list);
  af_store_trouble (store, error);
  return NULL;
}

char *af_store_repaired_digest (AfStore *store, const char *module)
{
  g_autoptr (sqlite3_stmt) query =
    af_store_prepare (store, "SELECT digest FROM run WHERE module = ? AND repaired ORDER BY id DESC LIMIT 1",
                      AF_BOUND_TEXT (module), NULL);
  return query && sqlite3_step (query) == SQLITE_ROW ? af_store_text (query, 0) : g_strdup ("");
}

void af_arrival_clear (AfArrival *arrival)
{
  g_free (arrival->from);
  g_free (arrival->digest);
  g_free (arrival->until);
}

/* The latest night that tested the module to its end without a trace of the fault; ?1 is the night that asks. */
static const char last_without[] =
  "SELECT n.id, n.head, r.digest FROM run r JOIN night n ON n.id = r.night WHERE r.module = ?2 AND n.id < ?1"
  " AND NOT EXISTS (SELECT 1 FROM sighting s JOIN run o ON o.id = s.run WHERE s.fault = ?3 AND o.night = n.id)"
  " AND NOT EXISTS (SELECT 1 FROM state st WHERE st.fault = ?3 AND st.night = n.id AND st.state <> 'fixed')"
  " ORDER BY r.id DESC LIMIT 1";
static const char first_with[] =
  "SELECT n.id, n.head FROM sighting s JOIN run r ON r.id = s.run JOIN night n ON n.id = r.night"
  " WHERE s.fault = ?3 AND n.id > ?1 AND n.id < ?2 ORDER BY r.id LIMIT 1";

void af_store_arrival (AfStore *store, gint64 night, const char *module, const char *fault, AfArrival *arrival)
{
  const gint64 numbers[] = { night };
  const char *texts[] = { module, fault };
  g_autoptr (sqlite3_stmt) query = af_store_prepare (store, last_without, AF_BOUND (numbers, texts), NULL);
  *arrival = (AfArrival){ 0 };
  if (!query || sqlite3_step (query) != SQLITE_ROW)
    return;
  arrival->without = sqlite3_column_int64 (query, 0);
  arrival->from = af_store_text (query, 1);
  arrival->digest = af_store_text (query, 2);
  const gint64 bounds[] = { arrival->without, night };
  const char *whose[] = { fault };
  g_autoptr (sqlite3_stmt) found = af_store_prepare (store, first_with, AF_BOUND (bounds, whose), NULL);
  gboolean is_older = found && sqlite3_step (found) == SQLITE_ROW;
  arrival->first = is_older ? sqlite3_column_int64 (found, 0) : 0;
  arrival->until = is_older ? af_store_text (found, 1) : g_strdup ("");
}

char *af_store_fixed_head (AfStore *store, gint64 night, const char *fault)
{
  const gint64 numbers[] = { night };
  const char *texts[] = { fault };
  g_autoptr (sqlite3_stmt) query =
    af_store_prepare (store,
                      "SELECT head FROM night JOIN state ON state.night = night.id WHERE night.id < ? AND ended IS NOT"
                      " NULL AND head <> '' AND state = 'fixed' AND fault = ? ORDER BY night.id DESC LIMIT 1",
                      AF_BOUND (numbers, texts), NULL);
  return query && sqlite3_step (query) == SQLITE_ROW ? af_store_text (query, 0) : g_strdup ("");
}

char **af_store_heads (AfStore *store, gint64 night)
{
  g_autoptr (GStrvBuilder) heads = g_strv_builder_new ();
  g_autoptr (sqlite3_stmt) query = af_store_prepare (
    store,
    "SELECT head FROM night WHERE id < ? AND ended IS NOT NULL AND head <> '' GROUP BY head ORDER BY max (id) DESC"
    " LIMIT 100",
    AF_BOUND_NUMBER (night), NULL);
  while (query && sqlite3_step (query) == SQLITE_ROW) {
    g_autofree char *head = af_store_text (query, 0);
    g_strv_builder_add (heads, head);
  }
  return g_strv_builder_end (heads);
}

guint af_store_nights_cut (AfStore *store, gint64 night)
{
  const gint64 numbers[] = { night, night };
  g_autoptr (sqlite3_stmt) query =
    af_store_prepare (store,
                      "SELECT count(*) FROM night WHERE id < ? AND ended IS NULL AND id >"
                      " coalesce ((SELECT max(id) FROM night WHERE id < ? AND ended IS NOT NULL), 0)",
                      AF_BOUND_NUMBERS (numbers), NULL);
  return query && sqlite3_step (query) == SQLITE_ROW ? (guint)sqlite3_column_int (query, 0) : 0;
}

/* --- what a night decides --- */

gboolean af_store_begin_decisions (AfStore *store, GError **error)
{
  return af_store_begin (store, error);
}

gboolean af_store_decide (AfStore *store, gint64 night, const AfDecision *decision, GError **error)
{
  const gint64 numbers[] = { night };
  const char *texts[] = { decision->fault, af_state_name (decision->state), decision->note, decision->digest };
  return af_store_change (store,
                          "INSERT OR REPLACE INTO state (night, fault, state, note, digest) VALUES (?, ?, ?, ?, ?)",
                          AF_BOUND (numbers, texts), error);
}

gboolean af_store_end_night (AfStore *store, gint64 night, GError **error)
{
  return af_store_change (store, "UPDATE night SET ended = CURRENT_TIMESTAMP WHERE id = ?", AF_BOUND_NUMBER (night),
                          error)
         && af_store_commit (store, error);
}

/* Counting.
 *
 * In:  sessions.   Out: tables, all of them numbers.
 *
 * A fault counts when its median session does.  Times are those of sessions. */
#include <string.h>

#include "bench/figures/figures.h"

const guint af_levels[AF_N_LEVELS] = { 50, 80, 90, 95 };

const guint af_places[AF_N_PLACES] = { 3, 15 };

const char *af_outcome_word (AfBenchOutcome outcome)
{
  static const char *const words[] = { "found", "valid", "proper@10", "proper@1" };
  return words[outcome];
}

char *af_place_word (guint k)
{
  return g_strdup_printf ("place@%u", af_places[k]);
}

static void row_free (gpointer data)
{
  AfRow *row = data;
  if (row)
    g_free (row->label);
  g_free (row);
}

static void schema_free (gpointer data)
{
  g_free (((AfSchemaRow *)data)->name);
  g_free (data);
}

static void case_free (gpointer data)
{
  g_free (((AfCase *)data)->sessions);
  g_free (data);
}

void af_tally_free (AfTally *tally)
{
  if (!tally)
    return;
  g_ptr_array_unref (tally->cases);
  g_ptr_array_unref (tally->kinds);
  g_ptr_array_unref (tally->classes);
  g_ptr_array_unref (tally->strengths);
  g_ptr_array_unref (tally->schemas);
  row_free (tally->total);
  g_free (tally);
}

/* --- cases --- */

static gboolean has_outcome (const AfSession *session, AfBenchOutcome outcome)
{
  const AfShownFix *proper = af_session_proper (session);
  switch (outcome) {
  case AF_OUTCOME_FOUND:
    return af_session_found (session);
  case AF_OUTCOME_VALID:
    return af_session_valid (session);
  case AF_OUTCOME_PROPER_10:
    return proper != NULL;
  case AF_OUTCOME_PROPER_1:
    return proper && proper->rank == 1;
  }
  return FALSE;
}

gboolean af_case_has (const AfCase *one, AfBenchOutcome outcome)
{
  return 2 * one->count[outcome] > one->n;
}

AfReason af_case_reason (const AfCase *one)
{
  guint seen[AF_N_REASONS] = { 0 }, reason = 0, below = 0;
  for (guint i = 0; i < one->n; i++)
    seen[MIN (one->sessions[i]->reason, AF_REASON_FIXED)]++;
  /* the lower median: a tie is not a success */
  while (reason < AF_REASON_FIXED && below + seen[reason] <= (one->n - 1) / 2)
    below += seen[reason++];
  return (AfReason)reason;
}

/* The farther the larger; what is not there at all comes last. */
static int by_place (gconstpointer a, gconstpointer b)
{
  guint x = (guint) * (const int *)a - 1, y = (guint) * (const int *)b - 1;
  return (x > y) - (x < y);
}

int af_case_place (const AfCase *one)
{
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (int));
  for (guint i = 0; i < one->n; i++)
    g_array_append_val (places, one->sessions[i]->place);
  g_array_sort (places, by_place);
  return places->len > 0 ? g_array_index (places, int, places->len / 2) : -1;
}

static AfCase *case_new (const AfPlant *plant, const GPtrArray *sessions, guint first, guint n)
{
  AfCase *one = g_new0 (AfCase, 1);
  one->plant = plant;
  one->n = n;
  one->sessions = g_new0 (AfSession *, n);
  for (guint i = 0; i < n; i++) {
    one->sessions[i] = sessions->pdata[first + i];
    one->in_space += one->sessions[i]->space > 0;
    one->asked += one->sessions[i]->space >= 0;
    for (guint k = 0; k < AF_N_OUTCOMES; k++)
      one->count[k] += (guint)has_outcome (one->sessions[i], (AfBenchOutcome)k);
    for (guint k = 0; k < AF_N_PLACES; k++)
      one->near[k] += one->sessions[i]->place > 0 && (guint)one->sessions[i]->place <= af_places[k];
  }
  return one;
}

/* --- rows --- */

static void add_known (GArray *samples, double value)
{
  if (value >= 0)
    g_array_append_val (samples, value);
}

static GArray *samples_new (void)
{
  return g_array_new (FALSE, FALSE, sizeof (double));
}

/* -1 where there is no sample. */
static double median (GArray *samples)
{
  return samples->len > 0 ? af_spread (samples).median : -1;
}

static void count_high (AfRow *row, const AfSession *session)
{
  for (guint i = 0; i < session->faults->len; i++) {
    const AfShownFault *fault = session->faults->pdata[i];
    for (guint k = 0; fault->belongs && k < fault->fixes->len; k++) {
      const AfShownFix *fix = fault->fixes->pdata[k];
      if (fix->rank > 10 || g_strcmp0 (fix->confidence, "high") != 0)
        continue;
      row->high++;
      row->high_right += fix->ruling == AF_RULING_ACCEPTED;
    }
  }
}

/* Over @cases, all with the same label. */
static AfRow *row_new (const char *label, const GPtrArray *cases)
{
  AfRow *row = g_new0 (AfRow, 1);
  g_autoptr (GArray) first_fault = samples_new (), first_fix = samples_new (), seconds = samples_new ();
  row->label = g_strdup (label);
  row->faults = cases->len;
  for (guint i = 0; i < cases->len; i++) {
    const AfCase *one = cases->pdata[i];
    row->in_space += 2 * one->in_space > one->n;
    row->asked += 2 * one->asked > one->n;
    for (guint k = 0; k < AF_N_OUTCOMES; k++)
      row->count[k] += (guint)af_case_has (one, (AfBenchOutcome)k);
    for (guint k = 0; k < AF_N_PLACES; k++)
      row->near[k] += 2 * one->near[k] > one->n;
    for (guint k = 0; k < one->n; k++) {
      count_high (row, one->sessions[k]);
      add_known (first_fault, one->sessions[k]->first_fault);
      add_known (first_fix, one->sessions[k]->first_fix);
      add_known (seconds, one->sessions[k]->seconds);
    }
  }
  row->first_fault = median (first_fault);
  row->first_fix = median (first_fix);
  row->seconds = median (seconds);
  return row;
}

static char *kind_of (const AfPlant *plant)
{
  return g_strdup (plant->kind);
}

static char *strength_of (const AfPlant *plant)
{
  return g_strdup (plant->contracts ? plant->contracts : "not stated");
}

static int by_label (gconstpointer a, gconstpointer b)
{
  const AfRow *x = *(const AfRow *const *)a, *y = *(const AfRow *const *)b;
  return strcmp (x->label, y->label);
}

static GPtrArray *group (const GPtrArray *cases, char *(*label_of) (const AfPlant *))
{
  g_autoptr (GHashTable) groups =
    g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
  GPtrArray *rows = g_ptr_array_new_with_free_func (row_free);
  for (guint i = 0; i < cases->len; i++) {
    char *label = label_of (((const AfCase *)cases->pdata[i])->plant);
    GPtrArray *members = g_hash_table_lookup (groups, label);
    if (!members) {
      members = g_ptr_array_new ();
      g_hash_table_insert (groups, g_strdup (label), members);
    }
    g_ptr_array_add (members, cases->pdata[i]);
    g_free (label);
  }
  GHashTableIter iter;
  gpointer label, members;
  g_hash_table_iter_init (&iter, groups);
  while (g_hash_table_iter_next (&iter, &label, &members))
    g_ptr_array_add (rows, row_new (label, members));
  g_ptr_array_sort (rows, by_label);
  return rows;
}

/* --- schemas --- */

static AfSchemaRow *schema_row (GPtrArray *rows, const char *name)
{
  for (guint i = 0; i < rows->len; i++)
    if (strcmp (((AfSchemaRow *)rows->pdata[i])->name, name) == 0)
      return rows->pdata[i];
  AfSchemaRow *row = g_new0 (AfSchemaRow, 1);
  row->name = g_strdup (name);
  g_ptr_array_add (rows, row);
  return row;
}

/* Names of the schemas of one case's fixes; the table borrows them. */
static void collect_schemas (const AfCase *one, GHashTable *valid, GHashTable *proper)
{
  for (guint i = 0; i < one->n; i++)
    for (guint k = 0; k < one->sessions[i]->faults->len; k++) {
      const AfShownFault *fault = one->sessions[i]->faults->pdata[k];
      for (guint j = 0; fault->belongs && j < fault->fixes->len; j++) {
        const AfShownFix *fix = fault->fixes->pdata[j];
        if (fix->rank > 10 || !fix->schema)
          continue;
        g_hash_table_add (valid, fix->schema);
        if (fix->ruling == AF_RULING_ACCEPTED)
          g_hash_table_add (proper, fix->schema);
      }
    }
}

static int by_schema (gconstpointer a, gconstpointer b)
{
  const AfSchemaRow *x = *(const AfSchemaRow *const *)a, *y = *(const AfSchemaRow *const *)b;
  return strcmp (x->name, y->name);
}

static GPtrArray *tally_schemas (const GPtrArray *cases)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func (schema_free);
  for (guint i = 0; i < cases->len; i++) {
    const AfCase *one = cases->pdata[i];
    g_autoptr (GHashTable) valid = g_hash_table_new (g_str_hash, g_str_equal);
    g_autoptr (GHashTable) proper = g_hash_table_new (g_str_hash, g_str_equal);
    GHashTableIter iter;
    gpointer name;
    collect_schemas (one, valid, proper);
    g_hash_table_iter_init (&iter, valid);
    while (g_hash_table_iter_next (&iter, &name, NULL)) {
      AfSchemaRow *row = schema_row (rows, name);
      row->valid++;
      row->proper += (guint)g_hash_table_contains (proper, name);
    }
    for (guint k = 0; k < one->n; k++) {
      const AfShownFix *first = af_session_proper (one->sessions[k]);
      if (first && first->schema)
        schema_row (rows, first->schema)->first++;
    }
  }
  g_ptr_array_sort (rows, by_schema);
  return rows;
}

/* --- times --- */

enum { ALL, FOUND, VALID, PROPER, TESTING, FIRST_FAULT, FIRST_FIX, UNIT_VALID, UNIT_PROPER };

static const char *const time_names[AF_N_TIMES] = {
  "runs",           "runs that found it", "runs with a valid fix", "runs with a proper fix",
  "testing",        "to the first fault", "to the first fix",      "per valid fix",
  "per proper fix",
};

static void add_session (GArray *const samples[AF_N_TIMES], const AfSession *session)
{
  guint n_valid = af_session_n_valid (session), n_proper = af_session_n_proper (session);
  add_known (samples[ALL], session->seconds);
  add_known (samples[FOUND], af_session_found (session) ? session->seconds : -1);
  add_known (samples[VALID], n_valid > 0 ? session->seconds : -1);
  add_known (samples[PROPER], n_proper > 0 ? session->seconds : -1);
  add_known (samples[TESTING], session->testing);
  add_known (samples[FIRST_FAULT], session->first_fault);
  add_known (samples[FIRST_FIX], session->first_fix);
  add_known (samples[UNIT_VALID], n_valid > 0 ? session->seconds / n_valid : -1);
  add_known (samples[UNIT_PROPER], n_proper > 0 ? session->seconds / n_proper : -1);
}

static void tally_times (AfTally *tally, const GPtrArray *sessions)
{
  GArray *samples[AF_N_TIMES];
  double seconds = 0;
  guint n_valid = 0, n_proper = 0;
  for (guint i = 0; i < AF_N_TIMES; i++)
    samples[i] = samples_new ();
  for (guint i = 0; i < sessions->len; i++) {
    const AfSession *session = sessions->pdata[i];
    add_session (samples, session);
    seconds += session->seconds;
    n_valid += af_session_n_valid (session);
    n_proper += af_session_n_proper (session);
  }
  for (guint i = 0; i < AF_N_TIMES; i++) {
    tally->times[i] = (AfTimes){ time_names[i], af_spread (samples[i]) };
    g_array_unref (samples[i]);
  }
  tally->average_valid = n_valid > 0 ? seconds / n_valid : -1;
  tally->average_proper = n_proper > 0 ? seconds / n_proper : -1;
}

/* --- all --- */

static void count_candidates (AfTally *tally, const AfSession *session)
{
  for (guint i = 0; i < session->faults->len; i++) {
    const AfShownFault *fault = session->faults->pdata[i];
    if (!fault->belongs)
      continue;
    tally->made += fault->made;
    tally->screened += fault->screened;
    tally->valid += fault->valid;
    tally->confirmed += fault->confirmed;
  }
}

/* How much of what is valid a person must read. */
static void tally_groups (AfTally *tally, const GPtrArray *sessions)
{
  g_autoptr (GArray) shares = samples_new ();
  for (guint i = 0; i < sessions->len; i++) {
    const GPtrArray *faults = ((const AfSession *)sessions->pdata[i])->faults;
    for (guint k = 0; k < faults->len; k++) {
      const AfShownFault *fault = faults->pdata[k];
      if (fault->belongs && fault->valid > 0)
        add_known (shares, (double)fault->groups / fault->valid);
    }
  }
  tally->groups = af_spread (shares);
}

static void count_case (AfTally *tally, const AfCase *one)
{
  AfReason reason = af_case_reason (one);
  gboolean elsewhere = FALSE;
  for (guint i = 0; i < one->n; i++)
    elsewhere |= one->sessions[i]->faults->len > 0;
  tally->reason[reason]++;
  AfScenario scenario = af_case_scenario (one);
  if (scenario < AF_N_SCENARIOS) {
    tally->improper[scenario]++;
    tally->invalid[scenario] += !af_case_has (one, AF_OUTCOME_VALID);
  }
  tally->elsewhere += reason == AF_REASON_NOT_FOUND && elsewhere;
  for (guint i = 0; i < AF_N_LEVELS; i++)
    for (guint k = 0; k < AF_N_OUTCOMES; k++)
      tally->level[i][k] += 100 * one->count[k] >= af_levels[i] * one->n;
}

AfTally *af_tally_new (const GPtrArray *plants, const GPtrArray *sessions, guint n_seeds, gboolean faithful)
{
  AfTally *tally = g_new0 (AfTally, 1);
  tally->n_seeds = n_seeds;
  tally->faithful = faithful;
  tally->cases = g_ptr_array_new_with_free_func (case_free);
  for (guint i = 0; i < plants->len; i++) {
    g_ptr_array_add (tally->cases, case_new (plants->pdata[i], sessions, i * n_seeds, n_seeds));
    count_case (tally, tally->cases->pdata[i]);
  }
  for (guint i = 0; i < sessions->len; i++)
    count_candidates (tally, sessions->pdata[i]);
  tally->kinds = group (tally->cases, kind_of);
  tally->classes = group (tally->cases, af_plant_class);
  tally->strengths = group (tally->cases, strength_of);
  tally->total = row_new ("all", tally->cases);
  tally->schemas = tally_schemas (tally->cases);
  tally_times (tally, sessions);
  tally_groups (tally, sessions);
  return tally;
}

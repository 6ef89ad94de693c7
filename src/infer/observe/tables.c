/* Tables: the values of terms in many calls.
 *
 * In:  a module with watches around its routines, and random tests.
 * Out: for each routine the different rows of calls that returned, of calls that failed as C or a callee demands, and
 * of the state after them.
 */
#include "infer/infer-internal.h"

#include <string.h>

enum { MAX_ROWS = 1200, MORE_ROWS = 1200 };

/* --- one table --- */

AfTable *af_table_new (const GPtrArray *terms)
{
  AfTable *table = g_new0 (AfTable, 1);
  table->terms = terms;
  table->most = MAX_ROWS;
  table->values = g_array_new (FALSE, FALSE, sizeof (gint64));
  table->defined = g_array_new (FALSE, FALSE, sizeof (guint8));
  table->again = g_array_new (FALSE, FALSE, sizeof (guint8));
  table->endless = g_array_new (FALSE, FALSE, sizeof (guint8));
  table->seen = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
  return table;
}

void af_table_free (AfTable *table)
{
  if (!table)
    return;
  g_array_unref (table->values);
  g_array_unref (table->defined);
  g_array_unref (table->again);
  g_array_unref (table->endless);
  g_hash_table_unref (table->seen);
  g_free (table);
}

/* 1, 2, ... by first appearance in the row. */
static void number_addresses (const AfTable *table, const gint64 *values, const guint8 *defined, gint64 *out)
{
  gint64 known[AF_MAX_CALLS * 2];
  guint n_known = 0;
  for (guint i = 0; i < table->terms->len; i++) {
    const AfTerm *term = table->terms->pdata[i];
    guint at = 0;
    out[i] = defined[i] ? values[i] : 0;
    if (term->kind == AF_TERM_TRUTH)
      out[i] = out[i] != 0;
    if (term->kind != AF_TERM_POINTER || out[i] == 0)
      continue;
    while (at < n_known && known[at] != values[i])
      at++;
    if (at == n_known && n_known < G_N_ELEMENTS (known))
      known[n_known++] = values[i];
    out[i] = (gint64)at + 1;
  }
}

void af_table_add (AfTable *table, const gint64 *values, const guint8 *defined, gboolean is_endless)
{
  guint n = table->terms->len;
  if (n == 0 || !memchr (defined, TRUE, n)) /* nothing was watched any more in that test */
    return;
  table->n_calls++;
  if (table->n >= table->most)
    return;
  g_autofree gint64 *row = g_new (gint64, n);
  number_addresses (table, values, defined, row);
  g_autofree guint8 *key = g_malloc (n * (sizeof (gint64) + 1));
  memcpy (key, row, n * sizeof (gint64));
  memcpy (key + n * sizeof (gint64), defined, n);
  g_autoptr (GBytes) bytes = g_bytes_new (key, n * (sizeof (gint64) + 1));
  guint known = GPOINTER_TO_UINT (g_hash_table_lookup (table->seen, bytes));
  if (known > 0) {
    g_array_index (table->again, guint8, known - 1) = TRUE;
    return;
  }
  const guint8 once = FALSE, endless = is_endless != FALSE;
  g_array_append_vals (table->values, row, n);
  g_array_append_vals (table->defined, defined, n);
  g_array_append_val (table->again, once);
  g_array_append_val (table->endless, endless);
  g_hash_table_insert (table->seen, g_steal_pointer (&bytes), GUINT_TO_POINTER (++table->n));
}

/* --- what is observed --- */

static void fill_tables (AfSeenRoutine *seen)
{
  seen->passed = af_table_new (seen->terms->entry);
  seen->failed = af_table_new (seen->terms->entry);
  seen->after = af_table_new (seen->terms->exit);
  seen->left = af_table_new (seen->terms->exit);
}

static void empty_tables (AfSeenRoutine *seen)
{
  g_clear_pointer (&seen->passed, af_table_free);
  g_clear_pointer (&seen->failed, af_table_free);
  g_clear_pointer (&seen->after, af_table_free);
  g_clear_pointer (&seen->left, af_table_free);
  seen->n_alike = 0;
}

static void twin_seen_free (gpointer data)
{
  empty_tables (data);
  g_free (data);
}

static void seen_free (gpointer data)
{
  AfSeenRoutine *seen = data;
  empty_tables (seen);
  g_array_unref (seen->parts);
  af_terms_free (seen->terms);
  g_free (seen);
}

void af_observation_forget (AfObservation *observation)
{
  for (guint i = 0; i < observation->routines->len; i++) {
    empty_tables (observation->routines->pdata[i]);
    fill_tables (observation->routines->pdata[i]);
  }
}

void af_observation_make_room (AfObservation *observation)
{
  for (guint i = 0; i < observation->routines->len; i++) {
    const AfSeenRoutine *seen = observation->routines->pdata[i];
    AfTable *const tables[] = { seen->passed, seen->failed, seen->after, seen->left };
    for (guint k = 0; k < G_N_ELEMENTS (tables); k++)
      tables[k]->most = tables[k]->n + MORE_ROWS;
  }
}

static void list_columns (const GPtrArray *terms, GPtrArray *columns)
{
  for (guint i = 0; i < terms->len; i++)
    g_ptr_array_add (columns, af_expr_ref (((const AfTerm *)terms->pdata[i])->expr));
}

static void watch_routines (AfObservation *observation)
{
  guint first = 0;
  for (guint i = 0; i < observation->module->routines->len; i++) {
    const AfRoutine *routine = observation->module->routines->pdata[i];
    AfTerms *terms = af_terms_new (observation->module, observation->units, routine, observation->options->is_narrow);
    if (!terms)
      continue;
    AfSeenRoutine *seen = g_new0 (AfSeenRoutine, 1);
    AfWatch *watch = af_watch_new (routine, first);
    seen->terms = terms;
    seen->parts = af_query_parts (terms);
    fill_tables (seen);
    list_columns (terms->entry, watch->entry);
    list_columns (terms->exit, watch->exit);
    first += watch->entry->len + watch->exit->len;
    g_ptr_array_add (observation->routines, seen);
    g_ptr_array_add (observation->watches, watch);
  }
}

gboolean af_observation_build (AfObservation *observation, GError **error)
{
  const AfInferOptions *options = observation->options;
  AfWeavePlan plan = { .watches = observation->watches, .candidates = options->candidates };
  g_ptr_array_set_size (observation->subjects, 0);
  g_clear_pointer (&observation->build, af_build_free);
  observation->build = af_subject_build (options->config, observation->module, &plan, AF_BUILD_FAST, NULL, error);
  for (guint i = 0; observation->build && i < options->jobs; i++) {
    AfSubject *subject = af_subject_start (options->config, observation->build, error);
    if (!subject)
      return FALSE;
    af_subject_set_end (subject, observation->end, NULL);
    g_ptr_array_add (observation->subjects, subject);
  }
  return observation->build != NULL;
}

static gboolean visit_number (AfExpr *node, gpointer data)
{
  if (node->kind == AF_EXPR_INT && node->value > 1)
    g_hash_table_add (data, g_memdup2 (&node->value, sizeof node->value));
  return TRUE;
}

static GHashTable *list_named (const AfModule *module)
{
  GHashTable *named = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  for (guint i = 0; i < module->routines->len; i++)
    if (!((const AfRoutine *)module->routines->pdata[i])->invariant_of)
      af_routine_walk (module->routines->pdata[i], visit_number, named);
  return named;
}

AfObservation *af_observation_new (AfModule *module, const AfInferOptions *options, gint64 end, GError **error)
{
  g_autoptr (AfObservation) observation = g_new0 (AfObservation, 1);
  observation->module = module;
  observation->options = options;
  observation->end = end;
  observation->units = af_kinships_new (module);
  observation->named = options->is_narrow ? NULL : list_named (module);
  observation->routines = g_ptr_array_new_with_free_func (seen_free);
  observation->watches = g_ptr_array_new_with_free_func ((GDestroyNotify)af_watch_free);
  observation->subjects = g_ptr_array_new_with_free_func ((GDestroyNotify)af_subject_free);
  watch_routines (observation);
  return af_observation_build (observation, error) ? g_steal_pointer (&observation) : NULL;
}

AfObservation *af_observation_twin (const AfObservation *observation)
{
  AfObservation *twin = g_new0 (AfObservation, 1);
  *twin = (AfObservation){ .module = observation->module,
                           .options = observation->options,
                           .units = observation->units,
                           .named = observation->named,
                           .watches = observation->watches,
                           .subjects = observation->subjects,
                           .is_twin = TRUE };
  twin->routines = g_ptr_array_new_with_free_func (twin_seen_free);
  for (guint i = 0; i < observation->routines->len; i++) {
    AfSeenRoutine *seen = g_new0 (AfSeenRoutine, 1);
    seen->terms = ((const AfSeenRoutine *)observation->routines->pdata[i])->terms;
    fill_tables (seen);
    g_ptr_array_add (twin->routines, seen);
  }
  return twin;
}

void af_observation_free (AfObservation *observation)
{
  if (!observation)
    return;
  if (observation->is_twin) {
    g_ptr_array_unref (observation->routines);
    g_free (observation);
    return;
  }
  g_clear_pointer (&observation->subjects, g_ptr_array_unref);
  g_clear_pointer (&observation->build, af_build_free);
  g_clear_pointer (&observation->watches, g_ptr_array_unref);
  g_clear_pointer (&observation->routines, g_ptr_array_unref);
  g_clear_pointer (&observation->units, af_kinships_free);
  g_clear_pointer (&observation->named, g_hash_table_unref);
  g_free (observation);
}

const AfSeenRoutine *af_observation_of (const AfObservation *observation, const AfRoutine *routine)
{
  for (guint i = 0; i < observation->routines->len; i++)
    if (((const AfSeenRoutine *)observation->routines->pdata[i])->terms->routine == routine)
      return observation->routines->pdata[i];
  return NULL;
}

/* --- reading a trace --- */

/* Rows of one test: first .. end - 1 of the trace. */
typedef struct {
  const AfTrace *trace;
  guint first, end;
} AfVisits;

static const gint64 *values_of (const AfTrace *trace, guint row)
{
  return &g_array_index (trace->values, gint64, (gsize)row * trace->n_columns);
}

static const guint8 *defined_of (const AfTrace *trace, guint row)
{
  return &g_array_index (trace->defined, guint8, (gsize)row * trace->n_columns);
}

static gboolean is_from_test (const AfTrace *trace, guint row)
{
  return defined_of (trace, row)[0] && values_of (trace, row)[0] != 0;
}

static AfSeenRoutine *seen_by_id (const AfObservation *observation, guint id)
{
  return (AfSeenRoutine *)af_observation_of (observation, observation->module->routines->pdata[id]);
}

/* Addresses, too, as they are: both rows are of one run. */
static void compare_parts (AfSeenRoutine *seen, const AfTrace *trace, guint entry, guint exit)
{
  for (guint i = 0; i < seen->parts->len; i++) {
    AfTwice twice = g_array_index (seen->parts, AfTwice, i);
    if (defined_of (trace, entry)[1 + twice.entry] && defined_of (trace, exit)[1 + twice.exit]
        && values_of (trace, entry)[1 + twice.entry] != values_of (trace, exit)[1 + twice.exit])
      seen->is_changed = TRUE;
  }
  seen->n_alike++;
}

/* Whether it is what the sanitizer fills new blocks with: nobody has put a number there.  A byte may be so by itself.
 */
static gboolean is_fill (const AfTerm *term, gint64 value)
{
  guint bits = term->kind == AF_TERM_NUMBER ? term->expr->type->bits : 0;
  guint64 fill = G_GUINT64_CONSTANT (0xbebebebebebebebe) >> (64 - CLAMP (bits, 1, 64));
  return bits >= 16 && ((guint64)value << (64 - bits)) >> (64 - bits) == fill;
}

/* The state before a call: what nobody has set tells nothing. */
static void add_entry (AfTable *table, const AfTrace *trace, guint row, gboolean is_endless)
{
  guint n = table->terms->len;
  g_autofree guint8 *defined = n == 0 ? NULL : g_memdup2 (defined_of (trace, row) + 1, n);
  for (guint i = 0; i < n; i++)
    defined[i] = defined[i] && !is_fill (table->terms->pdata[i], values_of (trace, row)[1 + i]);
  af_table_add (table, values_of (trace, row) + 1, defined, is_endless);
}

/* Whether the call has given what nobody has set: that it returned may be luck, and says nothing. */
static gboolean gives_fill (const AfSeenRoutine *seen, const AfTrace *trace, guint exit)
{
  for (guint i = 0; i < seen->terms->exit->len; i++) {
    const AfTerm *term = seen->terms->exit->pdata[i];
    if (term->is_result)
      return defined_of (trace, exit)[1 + i] && is_fill (term, values_of (trace, exit)[1 + i]);
  }
  return FALSE;
}

/* A call that returned: its entry is the last one of that routine still open. */
static void close_call (const AfObservation *observation, const AfTrace *trace, GArray *open, guint row)
{
  guint id = g_array_index (trace->location, guint, row) / 2;
  AfSeenRoutine *seen = seen_by_id (observation, id);
  guint at = open->len;
  while (at > 0 && g_array_index (trace->location, guint, g_array_index (open, guint, at - 1)) / 2 != id)
    at--;
  if (!seen || at == 0)
    return;
  guint entry = g_array_index (open, guint, at - 1);
  g_array_set_size (open, at - 1);
  if (seen->parts && seen->parts->len > 0)
    compare_parts (seen, trace, entry, row);
  if (!observation->options->is_narrow && gives_fill (seen, trace, row))
    return;
  add_entry (seen->passed, trace, entry, FALSE);
  af_table_add (seen->after, values_of (trace, row) + 1, defined_of (trace, row) + 1, FALSE);
  if (is_from_test (trace, row))
    af_table_add (seen->left, values_of (trace, row) + 1, defined_of (trace, row) + 1, FALSE);
}

gboolean af_clause_tells_of_arguments (const AfClause *clause)
{
  switch (clause->kind) {
  case AF_CLAUSE_NULL:
  case AF_CLAUSE_HEAP:
  case AF_CLAUSE_BOUNDS:
  case AF_CLAUSE_ARITH:
  case AF_CLAUSE_CRASH:
  case AF_CLAUSE_PRECONDITION:
  case AF_CLAUSE_HANG:
    return TRUE;
  case AF_CLAUSE_POSTCONDITION:
  case AF_CLAUSE_INVARIANT:
  case AF_CLAUSE_CHECK:
  case AF_CLAUSE_LOOP_INVARIANT:
  case AF_CLAUSE_LOOP_VARIANT:
  case AF_CLAUSE_SANDBOX:
  case AF_CLAUSE_LEAK:
  case AF_CLAUSE_OPEN:
  case AF_CLAUSE_TEST:
    return FALSE;
  }
  return FALSE;
}

/* The last call of a test that failed has told only of its arguments. */
static void read_test (const AfObservation *observation, const AfVisits *visits, const AfOutcome *outcome)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint));
  const AfTrace *trace = visits->trace;
  guint end = visits->end;
  gboolean has_failed = outcome->kind == AF_OUTCOME_FAIL || outcome->kind == AF_OUTCOME_UNKNOWN;
  while (has_failed && end > visits->first
         && (g_array_index (trace->location, guint, end - 1) % 2 != 0 || !is_from_test (trace, end - 1)))
    end--;
  guint last = end;
  if (has_failed && end > visits->first)
    last = --end;
  for (guint row = visits->first; row < end; row++)
    if (g_array_index (trace->location, guint, row) % 2 == 0)
      g_array_append_val (open, row);
    else
      close_call (observation, trace, open, row);
  if (outcome->kind != AF_OUTCOME_FAIL || last != end || last >= visits->end
      || !af_clause_tells_of_arguments (observation->module->clauses->pdata[outcome->clause]))
    return;
  AfSeenRoutine *seen = seen_by_id (observation, g_array_index (trace->location, guint, last) / 2);
  const AfClause *clause = observation->module->clauses->pdata[outcome->clause];
  gboolean is_endless = clause->kind == AF_CLAUSE_HANG;
  if (seen)
    add_entry (seen->failed, trace, last, is_endless);
}

void af_observation_read (AfObservation *observation, const AfTrace *trace, const GArray *outcomes, gboolean passing)
{
  guint n = trace->location->len, row = 0;
  while (row < n) {
    guint test = g_array_index (trace->test, guint, row), end = row;
    while (end < n && g_array_index (trace->test, guint, end) == test)
      end++;
    AfVisits visits = { trace, row, end };
    if (test < outcomes->len && (!passing || g_array_index (outcomes, AfOutcome, test).kind == AF_OUTCOME_PASS))
      read_test (observation, &visits, &g_array_index (outcomes, AfOutcome, test));
    row = end;
  }
  observation->n_calls += n / 2;
}

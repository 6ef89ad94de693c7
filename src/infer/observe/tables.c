/* Tables: the values of terms in many calls.
 *
 * In:  a module with watches around its routines, and random tests.
 * Out: for each routine the different rows of calls that returned, of calls that failed as C or a callee demands, and
 * of the state after them.
 *
 * Tests run in chunks on all workers and are read in order, so that the tables do not depend on the number of
 * workers. */
#include "infer/infer-internal.h"

#include <string.h>

#include "testgen/enumerate.h"
#include "testgen/testgen.h"
#include "util/jobs.h"
#include "util/random.h"
#include "weave/driver.h"

enum { MAX_ROWS = 1200, CHUNK = 128, SMALL_TESTS = 60, STEPS = 50000, DEADLINE_MS = 100 };

/* --- one table --- */

AfTable *af_table_new (const GPtrArray *terms)
{
  AfTable *table = g_new0 (AfTable, 1);
  table->terms = terms;
  table->values = g_array_new (FALSE, FALSE, sizeof (gint64));
  table->defined = g_array_new (FALSE, FALSE, sizeof (guint8));
  table->seen = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
  return table;
}

void af_table_free (AfTable *table)
{
  if (!table)
    return;
  g_array_unref (table->values);
  g_array_unref (table->defined);
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

void af_table_add (AfTable *table, const gint64 *values, const guint8 *defined)
{
  guint n = table->terms->len;
  if (n == 0 || table->n >= MAX_ROWS)
    return;
  g_autofree gint64 *row = g_new (gint64, n);
  number_addresses (table, values, defined, row);
  g_autofree guint8 *key = g_malloc (n * (sizeof (gint64) + 1));
  memcpy (key, row, n * sizeof (gint64));
  memcpy (key + n * sizeof (gint64), defined, n);
  GBytes *bytes = g_bytes_new (key, n * (sizeof (gint64) + 1));
  if (!g_hash_table_add (table->seen, bytes))
    return;
  g_array_append_vals (table->values, row, n);
  g_array_append_vals (table->defined, defined, n);
  table->n++;
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
}

static void seen_free (gpointer data)
{
  AfSeenRoutine *seen = data;
  empty_tables (seen);
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
    AfTerms *terms = af_terms_new (observation->module, observation->units, routine);
    if (!terms)
      continue;
    AfSeenRoutine *seen = g_new0 (AfSeenRoutine, 1);
    AfWatch *watch = af_watch_new (routine, first);
    seen->terms = terms;
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
  AfWeavePlan plan = { .watches = observation->watches };
  g_ptr_array_set_size (observation->subjects, 0);
  g_clear_pointer (&observation->build, af_build_free);
  observation->build = af_subject_build (options->config, observation->module, &plan, AF_BUILD_FAST, NULL, error);
  for (guint i = 0; observation->build && i < options->jobs; i++) {
    AfSubject *subject = af_subject_start (options->config, observation->build, error);
    if (!subject)
      return FALSE;
    g_ptr_array_add (observation->subjects, subject);
  }
  return observation->build != NULL;
}

AfObservation *af_observation_new (AfModule *module, const AfInferOptions *options, GError **error)
{
  g_autoptr (AfObservation) observation = g_new0 (AfObservation, 1);
  observation->module = module;
  observation->options = options;
  observation->units = af_kinships_new (module);
  observation->routines = g_ptr_array_new_with_free_func (seen_free);
  observation->watches = g_ptr_array_new_with_free_func ((GDestroyNotify)af_watch_free);
  observation->subjects = g_ptr_array_new_with_free_func ((GDestroyNotify)af_subject_free);
  watch_routines (observation);
  return af_observation_build (observation, error) ? g_steal_pointer (&observation) : NULL;
}

void af_observation_free (AfObservation *observation)
{
  if (!observation)
    return;
  g_clear_pointer (&observation->subjects, g_ptr_array_unref);
  g_clear_pointer (&observation->build, af_build_free);
  g_clear_pointer (&observation->watches, g_ptr_array_unref);
  g_clear_pointer (&observation->routines, g_ptr_array_unref);
  g_clear_pointer (&observation->units, af_kinships_free);
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
  af_table_add (seen->passed, values_of (trace, entry) + 1, defined_of (trace, entry) + 1);
  af_table_add (seen->after, values_of (trace, row) + 1, defined_of (trace, row) + 1);
  if (is_from_test (trace, row))
    af_table_add (seen->left, values_of (trace, row) + 1, defined_of (trace, row) + 1);
}

/* Whether the failure may come of the arguments: what C demands, or the precondition of a callee. */
static gboolean tells_of_arguments (const AfModule *module, const AfOutcome *outcome)
{
  const AfClause *clause = module->clauses->pdata[outcome->clause];
  switch (clause->kind) {
  case AF_CLAUSE_NULL:
  case AF_CLAUSE_HEAP:
  case AF_CLAUSE_BOUNDS:
  case AF_CLAUSE_ARITH:
  case AF_CLAUSE_CRASH:
  case AF_CLAUSE_PRECONDITION:
    return TRUE;
  case AF_CLAUSE_POSTCONDITION:
  case AF_CLAUSE_INVARIANT:
  case AF_CLAUSE_CHECK:
  case AF_CLAUSE_LOOP_INVARIANT:
  case AF_CLAUSE_LOOP_VARIANT:
  case AF_CLAUSE_HANG:
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
      || !tells_of_arguments (observation->module, outcome))
    return;
  AfSeenRoutine *seen = seen_by_id (observation, g_array_index (trace->location, guint, last) / 2);
  if (seen)
    af_table_add (seen->failed, values_of (trace, last) + 1, defined_of (trace, last) + 1);
}

static void read_trace (AfObservation *observation, const AfTrace *trace, const GArray *outcomes)
{
  guint n = trace->location->len, row = 0;
  while (row < n) {
    guint test = g_array_index (trace->test, guint, row), end = row;
    while (end < n && g_array_index (trace->test, guint, end) == test)
      end++;
    AfVisits visits = { trace, row, end };
    if (test < outcomes->len)
      read_test (observation, &visits, &g_array_index (outcomes, AfOutcome, test));
    row = end;
  }
  observation->n_calls += n / 2;
}

/* --- running --- */

typedef struct {
  AfObservation *observation;
  const GPtrArray *tests;
  GPtrArray *traces;   /* of AfTrace, by chunk */
  GPtrArray *outcomes; /* of GArray of AfOutcome, by chunk */
} AfChunks;

static void clear_outcome (gpointer outcome)
{
  af_outcome_clear (outcome);
}

static gboolean run_chunk (guint index, guint worker, gpointer data, GError **error)
{
  AfChunks *chunks = data;
  AfSubject *subject = chunks->observation->subjects->pdata[worker];
  g_autoptr (GPtrArray) tests = g_ptr_array_new ();
  for (guint i = index * CHUNK; i < MIN ((index + 1) * CHUNK, chunks->tests->len); i++)
    g_ptr_array_add (tests, chunks->tests->pdata[i]);
  GArray *outcomes = g_array_new (FALSE, TRUE, sizeof (AfOutcome));
  g_array_set_clear_func (outcomes, clear_outcome);
  g_array_set_size (outcomes, tests->len);
  chunks->outcomes->pdata[index] = outcomes;
  AfTrace *trace = af_trace_new (af_watch_columns (chunks->observation->watches));
  chunks->traces->pdata[index] = trace;
  AfRunRequest request = { .n = tests->len,
                           .trace_all = TRUE,
                           .step_budget = STEPS,
                           .deadline_ms = DEADLINE_MS,
                           .isolate = chunks->observation->module->has_globals };
  return af_subject_load (subject, tests, error)
         && af_subject_trace (subject, &request, (AfOutcome *)(gpointer)outcomes->data, trace, error);
}

static gboolean run_part (AfObservation *observation, const GPtrArray *tests, GError **error)
{
  guint n = (tests->len + CHUNK - 1) / CHUNK;
  g_autoptr (GPtrArray) traces = g_ptr_array_new (), outcomes = g_ptr_array_new ();
  g_ptr_array_set_size (traces, (int)n);
  g_ptr_array_set_size (outcomes, (int)n);
  AfChunks chunks = { observation, tests, traces, outcomes };
  gboolean runs = af_jobs_map (n, observation->subjects->len, run_chunk, &chunks, error);
  for (guint i = 0; i < n; i++) {
    g_autoptr (AfTrace) trace = traces->pdata[i]; /* null after an error */
    g_autoptr (GArray) ends = outcomes->pdata[i];
    if (runs)
      read_trace (observation, trace, ends);
  }
  return runs;
}

/* As many chunks at a time as there are workers: a trace takes memory. */
static gboolean run_tests (AfObservation *observation, const GPtrArray *tests, GError **error)
{
  guint most = CHUNK * observation->subjects->len;
  for (guint first = 0; first < tests->len; first += most) {
    g_autoptr (GPtrArray) part = g_ptr_array_new ();
    for (guint i = first; i < MIN (first + most, tests->len); i++)
      g_ptr_array_add (part, tests->pdata[i]);
    if (!run_part (observation, part, error))
      return FALSE;
  }
  return TRUE;
}

static void add_tests (GPtrArray *tests, GPtrArray *more)
{
  g_ptr_array_set_free_func (more, NULL);
  for (guint i = 0; i < more->len; i++)
    g_ptr_array_add (tests, more->pdata[i]);
  g_ptr_array_unref (more);
}

gboolean af_observe (AfObservation *observation, guint n, guint64 seed, const GPtrArray *more, GError **error)
{
  g_autoptr (GPtrArray) tests = g_ptr_array_new_with_free_func ((GDestroyNotify)af_test_free);
  for (guint i = 0; i < observation->module->routines->len; i++) {
    const AfRoutine *routine = observation->module->routines->pdata[i];
    if (!af_driver_callable (routine))
      continue;
    add_tests (tests, af_testgen_held_out (observation->module, routine, n, af_random_derive (seed, routine->name, n)));
    g_autoptr (AfEnumeration) small = af_enumeration_new (observation->module, routine);
    AfTest *test;
    for (guint k = 0; k < SMALL_TESTS && (test = af_enumeration_next (small)); k++)
      g_ptr_array_add (tests, test);
  }
  for (guint i = 0; more && i < more->len; i++)
    g_ptr_array_add (tests, af_test_copy (more->pdata[i]));
  return run_tests (observation, tests, error);
}

/* Tests run for what they show of the module.
 *
 * In:  an observation with its build, tests.   Out: its tables, with what the tests show.
 *
 * Tests run in chunks on all workers and are read in order, so that the tables do not depend on the number of
 * workers. */
#include "infer/infer-internal.h"

#include "testgen/enumerate.h"
#include "testgen/testgen.h"
#include "util/jobs.h"
#include "util/random.h"
#include "weave/driver.h"

enum { CHUNK = 128, SMALL_TESTS = 60, STEPS = 50000 };

typedef struct {
  AfObservation *observation;
  const GPtrArray *tests;
  GPtrArray *traces;   /* of AfTrace, by chunk */
  GPtrArray *outcomes; /* of GArray of AfOutcome, by chunk */
} AfChunks;

static AfRunRequest request_of (guint n)
{
  return (AfRunRequest){ .n = n, .trace_all = TRUE, .step_budget = STEPS };
}

static gboolean run_chunk (guint index, guint worker, gpointer data, GError **error)
{
  AfChunks *chunks = data;
  AfSubject *subject = chunks->observation->subjects->pdata[worker];
  g_autoptr (GPtrArray) tests = g_ptr_array_new ();
  for (guint i = index * CHUNK; i < MIN ((index + 1) * CHUNK, chunks->tests->len); i++)
    g_ptr_array_add (tests, chunks->tests->pdata[i]);
  GArray *outcomes = af_outcomes_new (tests->len);
  chunks->outcomes->pdata[index] = outcomes;
  AfTrace *trace = af_trace_new (af_watch_columns (chunks->observation->watches));
  chunks->traces->pdata[index] = trace;
  AfRunRequest request = request_of (tests->len);
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
      af_observation_read (observation, trace, ends, FALSE);
  }
  return runs;
}

/* As many chunks at a time as there are workers: a trace takes memory. */
static gboolean run_tests (AfObservation *observation, const GPtrArray *tests, GError **error)
{
  guint most = CHUNK * observation->subjects->len;
  for (guint first = 0; first < tests->len && !af_infer_is_late (observation->end); first += most) {
    g_autoptr (GPtrArray) part = g_ptr_array_new ();
    for (guint i = first; i < MIN (first + most, tests->len); i++)
      g_ptr_array_add (part, tests->pdata[i]);
    if (!run_part (observation, part, error))
      return FALSE;
  }
  return TRUE;
}

gboolean af_observe_as (AfObservation *observation, guint worker, guint candidate, const GPtrArray *tests,
                        GError **error)
{
  AfSubject *subject = observation->subjects->pdata[worker];
  for (guint first = 0; first < tests->len; first += CHUNK) {
    g_autoptr (GPtrArray) part = g_ptr_array_new ();
    for (guint i = first; i < MIN (first + CHUNK, tests->len); i++)
      g_ptr_array_add (part, tests->pdata[i]);
    g_autoptr (GArray) outcomes = af_outcomes_new (part->len);
    g_autoptr (AfTrace) trace = af_trace_new (af_watch_columns (observation->watches));
    AfRunRequest request = request_of (part->len);
    request.candidate = candidate;
    if (!af_subject_load (subject, part, error)
        || !af_subject_trace (subject, &request, (AfOutcome *)(gpointer)outcomes->data, trace, error))
      return FALSE;
    af_observation_read (observation, trace, outcomes, TRUE);
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

/* Where, and in which state: the recorded values as snapshots of the room localize.
 *
 * In:  the traces of all routines.   Out: for each routine that failing tests come through the fault as it looks from
 * there, and its snapshots, most suspicious routine first.
 *
 * A test says nothing of where it goes wrong, so that the fault is taken to be at the routine's end, and no expression
 * is nearer to it than another; what tells places apart is the spectrum (Ochiai) and what tells states apart the share
 * of failing and passing tests that have them.  Where the probes change what the failing tests do, all routines are
 * suspected alike. */
#include "suite/suite-internal.h"

#include <math.h>

enum { MOST_LOCATED = 4 };

typedef struct {
  guint routine;
  double score;
} Suspect;

/* The best Ochiai of the routine's places. */
static double score_of (const AfSuite *suite, const AfVersion *version, const AfRoutine *routine)
{
  guint first = af_weave_watched_place (version->module, routine->id, 0), n_failing = 0;
  double best = 0;
  for (guint t = 0; t < suite->tests->len; t++)
    n_failing += !g_array_index (version->ends, AfSeenEnd, t).passes && version->watched->reached->pdata[t];
  for (guint l = 0; l < routine->locations->len; l++) {
    guint failing = 0, passing = 0;
    for (guint t = 0; t < suite->tests->len; t++) {
      const guint8 *reached = version->watched->reached->pdata[t];
      gboolean passes = g_array_index (version->ends, AfSeenEnd, t).passes;
      failing += reached && reached[first + l] && !passes;
      passing += reached && reached[first + l] && passes;
    }
    if (failing > 0)
      best = MAX (best, failing / sqrt ((double)n_failing * (failing + passing)));
  }
  return best;
}

static int by_score (gconstpointer a, gconstpointer b)
{
  const Suspect *x = a, *y = b;
  if (x->score != y->score)
    return x->score > y->score ? -1 : 1;
  return x->routine < y->routine ? -1 : x->routine > y->routine;
}

/* Failing tests first, as the room wants them; their numbers in @tests are those of the version's fault. */
static AfTrace *sorted_rows (const AfSuite *suite, const AfVersion *version, const AfTrace *trace, GArray *tests,
                             guint *n_failing)
{
  AfTrace *rows = af_trace_new (trace->n_columns);
  guint n = suite->tests->len, kept = 0, place = 0;
  g_autofree guint *number = g_new0 (guint, n + 1);
  for (guint pass = 0; pass < 2; pass++)
    for (guint t = 0; t < n; t++) {
      if (g_array_index (version->ends, AfSeenEnd, t).passes != (gboolean)pass)
        continue;
      if (version->watched->reached->pdata[t]) {
        number[t] = kept++;
        *n_failing += pass == 0;
        g_array_append_val (tests, place);
      }
      place++;
    }
  for (guint pass = 0; pass < 2; pass++)
    for (guint row = 0; row < trace->location->len; row++) {
      guint test = g_array_index (trace->test, guint, row);
      if (g_array_index (version->ends, AfSeenEnd, test).passes != (gboolean)pass)
        continue;
      af_trace_add (rows, g_array_index (trace->location, guint, row), number[test],
                    &g_array_index (trace->values, gint64, (gsize)row * trace->n_columns),
                    &g_array_index (trace->defined, guint8, (gsize)row * trace->n_columns));
    }
  return rows;
}

/* A test of the user's has no calls; only how many there are matters. */
static void add_tests (const AfSuite *suite, const AfVersion *version, AfFault *fault)
{
  for (guint t = 0; t < suite->tests->len; t++)
    g_ptr_array_add (g_array_index (version->ends, AfSeenEnd, t).passes ? fault->passing : fault->failing,
                     af_test_new ());
}

static void locate (AfSuite *suite, AfVersion *version, guint index)
{
  const AfRoutine *routine = version->module->routines->pdata[index];
  const AfWatched *watched = version->watched;
  AfLocalizeOptions options = suite->options->localize;
  AfFault *fault = af_fault_new (version->module, routine, 1, af_version_clause (version));
  g_autoptr (GArray) tests = g_array_new (FALSE, FALSE, sizeof (guint));
  AfRecording recording = { .columns = g_ptr_array_ref (watched->columns->pdata[index]), .tests = tests };
  recording.trace = sorted_rows (suite, version, watched->traces->pdata[index], tests, &recording.n_failing);
  recording.n_passing = tests->len - recording.n_failing;
  options.extensions |= 1u << AF_EXTENSION_spectrum;
  add_tests (suite, version, fault);
  g_ptr_array_add (version->faults, fault);
  g_ptr_array_add (version->localizations,
                   af_localize_analyse (version->module, fault, &recording, suite->solver, &options));
}

void af_suite_locate (AfSuite *suite, AfVersion *version)
{
  g_autoptr (GArray) suspects = g_array_new (FALSE, FALSE, sizeof (Suspect));
  for (guint i = 0; i < version->module->routines->len; i++) {
    if (!version->watched->traces->pdata[i])
      continue;
    Suspect suspect = { i, version->watched->is_blind
                             ? 1
                             : score_of (suite, version, version->module->routines->pdata[i]) };
    if (suspect.score > 0)
      g_array_append_val (suspects, suspect);
  }
  g_array_sort (suspects, by_score);
  for (guint i = 0; i < MIN (suspects->len, MOST_LOCATED); i++)
    locate (suite, version, g_array_index (suspects, Suspect, i).routine);
}

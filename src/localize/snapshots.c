/* Snapshots by enumeration (AutoFix, section 4.1), and their order.
 *
 * In:  predicates with their values in every state of the trace.
 * Out: (location, predicate, value) for each combination that occurs in a failing test, with #p and #f, the numbers of
 * passing and failing tests in which it occurs at least once (a loop that runs a hundred times counts once).
 *
 * What occurs in passing tests alone is left out: with #f = 0, dyn is at most gamma, and a guard that asks for it acts
 * in no failing test.  The paper scores it, too, and so does `faithful`.
 *
 * Predicates with the same values everywhere have the same counts, so counting is done once for each distinct vector.
 */
#include <string.h>

#include "localize/localize-internal.h"

/* Tests of one vector: [location][value]. */
typedef struct {
  AfTestCounts (*counts)[2];
  double (*distances)[2];
} AfCounts;

static void counts_free (AfCounts *counts)
{
  g_free (counts->counts);
  g_free (counts->distances);
  g_free (counts);
}

static guint vector_hash (gconstpointer key)
{
  const AfVector *vector = key;
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325);
  for (guint w = 0; w < 2 * vector->n_words; w++)
    hash = (hash ^ vector->truth[w]) * G_GUINT64_CONSTANT (0x100000001b3) + (hash >> 31);
  return (guint)(hash ^ hash >> 32);
}

static gboolean vector_equal (gconstpointer a, gconstpointer b)
{
  const AfVector *x = a, *y = b;
  return memcmp (x->truth, y->truth, 2 * x->n_words * sizeof (guint64)) == 0;
}

/* The states of word @w in which @vector has @value. */
static guint64 holding (const AfVector *vector, guint w, gboolean value)
{
  return value ? vector->truth[w] : vector->defined[w] & ~vector->truth[w];
}

/* The bits of word @w that lie in [first, end). */
static guint64 window (guint w, guint first, guint end)
{
  guint64 from = first > w * 64 ? ~G_GUINT64_CONSTANT (0) << (first - w * 64) : ~G_GUINT64_CONSTANT (0);
  guint64 until = end < (w + 1) * 64 ? (G_GUINT64_CONSTANT (1) << (end - w * 64)) - 1 : ~G_GUINT64_CONSTANT (0);
  return from & until;
}

/* The failing tests come first. */
static AfTestCounts count_bits (const AfStates *states, const guint64 *tests)
{
  AfTestCounts counts = { 0, 0 };
  for (guint w = 0; w < states->test_words; w++) {
    guint64 mask = states->n_failing >= (w + 1) * 64 ? ~G_GUINT64_CONSTANT (0)
                   : states->n_failing <= w * 64     ? 0
                                                     : (G_GUINT64_CONSTANT (1) << (states->n_failing - w * 64)) - 1;
    counts.failing += (guint)__builtin_popcountll (tests[w] & mask);
    counts.passing += (guint)__builtin_popcountll (tests[w] & ~mask);
  }
  return counts;
}

AfTestCounts af_count_tests (const AfStates *states, guint location, const AfVector *a, gboolean value,
                             const AfVector *b, gboolean b_value)
{
  guint64 few[8] = { 0 };
  g_autofree guint64 *many = states->test_words > G_N_ELEMENTS (few) ? g_new0 (guint64, states->test_words) : NULL;
  guint64 *seen = many != NULL ? many : few;
  guint first = states->first[location], end = states->first[location + 1];
  for (guint word = first / 64; word * 64 < end; word++) {
    guint64 hits = window (word, first, end) & holding (a, word, value)
                   & (b != NULL ? holding (b, word, b_value) : ~G_GUINT64_CONSTANT (0));
    for (; hits != 0; hits &= hits - 1) {
      guint state = word * 64 + (guint)__builtin_ctzll (hits);
      for (guint i = states->test_first[state]; i < states->test_first[state + 1]; i++)
        seen[states->test_list[i] >> 6] |= G_GUINT64_CONSTANT (1) << (states->test_list[i] & 63);
    }
  }
  return count_bits (states, seen);
}

AfTestCounts *af_count_visits (const AfStates *states)
{
  const AfVector everywhere = { states->all, states->all, states->n_words };
  AfTestCounts *visits = g_new0 (AfTestCounts, states->n_locations + 1);
  for (guint l = 0; l < states->n_locations; l++)
    visits[l] = af_count_tests (states, l, &everywhere, TRUE, NULL, FALSE);
  return visits;
}

double af_weigh_states (const AfScoring *scoring, guint location, const AfVector *a, gboolean value, const AfVector *b,
                        gboolean b_value)
{
  double sum = 0;
  guint first = scoring->states->first[location], end = scoring->states->first[location + 1];
  for (guint word = first / 64; scoring->distance && word * 64 < end; word++) {
    guint64 hits = window (word, first, end) & holding (a, word, value)
                   & (b != NULL ? holding (b, word, b_value) : ~G_GUINT64_CONSTANT (0));
    for (; hits != 0; hits &= hits - 1)
      sum += scoring->distance[word * 64 + (guint)__builtin_ctzll (hits)];
  }
  return sum;
}

static AfCounts *counts_of (const AfScoring *scoring, const AfVector *vector)
{
  const AfStates *states = scoring->states;
  AfCounts *counts = g_new0 (AfCounts, 1);
  counts->counts = g_malloc0_n (states->n_locations, sizeof *counts->counts);
  counts->distances = g_malloc0_n (states->n_locations, sizeof *counts->distances);
  for (guint l = 0; l < states->n_locations; l++)
    for (guint v = 0; v < 2; v++) {
      if (states->first[l] == states->first[l + 1])
        continue;
      counts->counts[l][v] = af_count_tests (states, l, vector, (gboolean)v, NULL, FALSE);
      counts->distances[l][v] = af_weigh_states (scoring, l, vector, (gboolean)v, NULL, FALSE);
    }
  return counts;
}

void af_scored_finish (const AfScoring *scoring, AfScored *snapshot)
{
  const AfLocalizeOptions *options = scoring->options;
  snapshot->edep = MAX (snapshot->edep, options->smooth);
  snapshot->dyn = af_dyn (snapshot->passing, snapshot->failing, options->alpha, options->beta, options->gamma);
  snapshot->susp = af_susp (snapshot->edep, snapshot->cdep, snapshot->dyn);
  guint n = 3;
  if (af_localize_has (options, AF_EXTENSION_share))
    snapshot->susp =
      af_susp_with (snapshot->susp, n++, af_share (scoring->states, snapshot->passing, snapshot->failing));
  if (af_localize_has (options, AF_EXTENSION_spectrum))
    snapshot->susp =
      af_susp_with (snapshot->susp, n++, af_spectrum (scoring->states, &scoring->visits[snapshot->location]));
  if (scoring->distance)
    snapshot->susp = af_susp_with (snapshot->susp, n++, MAX (AF_LEAST_TERM, snapshot->distance));
}

GArray *af_enumerate (const AfScoring *scoring)
{
  const AfStates *states = scoring->states;
  g_autoptr (GHashTable) known = g_hash_table_new_full (vector_hash, vector_equal, NULL, (GDestroyNotify)counts_free);
  GArray *snapshots = g_array_new (FALSE, TRUE, sizeof (AfScored));
  for (guint i = 0; i < scoring->predicates->len; i++) {
    AfVector *vector = scoring->vectors->pdata[i];
    AfCounts *counts = g_hash_table_lookup (known, vector);
    if (counts == NULL) {
      counts = counts_of (scoring, vector);
      g_hash_table_insert (known, vector, counts);
    }
    for (guint l = 0; l < states->n_locations; l++)
      for (int v = 1; v >= 0; v--) {
        const AfTestCounts *here = &counts->counts[l][v];
        if (here->failing == 0 && !(scoring->options->faithful && here->passing > 0))
          continue;
        AfScored snapshot = { .predicate = i,
                              .with = -1,
                              .location = l,
                              .value = v,
                              .passing = here->passing,
                              .failing = here->failing,
                              .distance = counts->distances[l][v],
                              .cdep = g_array_index (scoring->cdeps, double, l),
                              .edep = ((const AfPredicate *)scoring->predicates->pdata[i])->edep };
        af_scored_finish (scoring, &snapshot);
        g_array_append_val (snapshots, snapshot);
      }
  }
  return snapshots;
}

/* --- order --- */

static int compare_texts (const AfScoring *scoring, const AfScored *x, const AfScored *y)
{
  const AfPredicate *p = scoring->predicates->pdata[x->predicate], *q = scoring->predicates->pdata[y->predicate];
  int order = af_predicate_compare (p, q);
  if (order == 0 && x->with >= 0 && y->with >= 0)
    order = af_predicate_compare (scoring->predicates->pdata[x->with], scoring->predicates->pdata[y->with]);
  if (order != 0)
    return order;
  if (x->value != y->value)
    return x->value ? -1 : 1;
  if (x->with_value != y->with_value)
    return x->with_value ? -1 : 1;
  return x->location < y->location ? -1 : x->location > y->location;
}

static int compare_scored (gconstpointer a, gconstpointer b, gpointer data)
{
  const AfScored *x = a, *y = b;
  if (x->susp != y->susp)
    return x->susp > y->susp ? -1 : 1;
  if (x->failing != y->failing)
    return x->failing > y->failing ? -1 : 1;
  if (x->passing != y->passing)
    return x->passing < y->passing ? -1 : 1;
  /* Nearer to the fault is a larger cdep. */
  if (x->cdep != y->cdep)
    return x->cdep > y->cdep ? -1 : 1;
  if ((x->with >= 0) != (y->with >= 0))
    return x->with >= 0 ? 1 : -1;
  if ((x->whole != NULL) != (y->whole != NULL))
    return x->whole ? 1 : -1;
  return compare_texts (data, x, y);
}

void af_scored_sort (const AfScoring *scoring, GArray *snapshots)
{
  g_array_sort_with_data (snapshots, compare_scored, (gpointer)scoring);
}

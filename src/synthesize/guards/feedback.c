/* What the first candidates did says where to look again.  Beyond the paper.
 *
 * In:  snapshots, and the effects of candidates made from them.
 * Out: snapshots where something helped in part, with the evidence put into their scores, the best first.
 *
 * A candidate is worth the share of the failing tests that it repairs, half of it for those that it only moves, times
 * the share of the passing tests that it does not break:
 *
 *     partial    (repaired + moved / 2) / failing * (1 - broken / passing)
 *
 * A snapshot has the best of its own candidates, or half of the best at its location.  The score for the second round
 * is that of localisation with one term more, 5 / (4 / susp + 1 / partial).
 *
 * Example: `n--` at line 12 repairs 3 of 12 failing tests and breaks none: partial is 1/4 for its snapshot, 1/8 for the
 * others of line 12. */
#include "synthesize/guards/guards-internal.h"

enum { MOST_HERE = 4 }; /* snapshots of one location */
#define AT_LOCATION 0.5
#define N_TERMS 4 /* of susp before this one; which of them are switched off matters little here */

static double partial_of (const AfEffects *effects)
{
  guint failing = 0, passing = 0;
  for (guint i = 0; i < AF_N_EFFECTS; i++)
    if (i != AF_EFFECT_UNKNOWN) {
      failing += effects->n_failing[i];
      passing += effects->n_passing[i];
    }
  double helped = effects->n_failing[AF_EFFECT_REPAIRED] + effects->n_failing[AF_EFFECT_CHANGED] / 2.0;
  double broken = passing > 0 ? (double)effects->n_passing[AF_EFFECT_BROKEN] / passing : 0;
  return failing > 0 && effects->n_failing[AF_EFFECT_BROKEN] == 0 ? helped / failing * (1 - broken) : 0;
}

static double fed_back (const AfSnapshot *snapshot)
{
  return snapshot->susp > 0 && snapshot->partial > 0
           ? (N_TERMS + 1) / (N_TERMS / snapshot->susp + 1 / snapshot->partial)
           : 0;
}

/* The order of localisation decides among equals: the sort is stable. */
static int by_score (gconstpointer a, gconstpointer b)
{
  double x = fed_back (*(AfSnapshot *const *)a), y = fed_back (*(AfSnapshot *const *)b);
  return x != y ? (x < y ? 1 : -1) : 0;
}

GPtrArray *af_synthesize_promising (const AfFault *fault, const AfLocalization *localization, const GPtrArray *effects,
                                    guint n)
{
  guint n_locations = fault->routine->locations->len;
  g_autofree double *best = g_new0 (double, n_locations + 1);
  g_autofree guint *taken = g_new0 (guint, n_locations + 1);
  g_autoptr (GHashTable) own = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  for (guint i = 0; i < effects->len; i++) {
    const AfEffects *one = effects->pdata[i];
    const AfSnapshot *snapshot = one->candidate->snapshot;
    if (one->candidate->routine != fault->routine || !snapshot)
      continue;
    double partial = partial_of (one), *known = g_hash_table_lookup (own, snapshot);
    best[snapshot->location] = MAX (best[snapshot->location], partial);
    if (!known) {
      known = g_new0 (double, 1);
      g_hash_table_insert (own, (gpointer)snapshot, known);
    }
    *known = MAX (*known, partial);
  }
  g_autoptr (GPtrArray) order = g_ptr_array_new ();
  GPtrArray *promising = g_ptr_array_new ();
  for (guint i = 0; i < localization->snapshots->len; i++) {
    AfSnapshot *snapshot = localization->snapshots->pdata[i];
    const double *known = g_hash_table_lookup (own, snapshot);
    snapshot->partial = MAX (known ? *known : 0, AT_LOCATION * best[snapshot->location]);
    if (fed_back (snapshot) > 0)
      g_ptr_array_add (order, snapshot);
  }
  g_ptr_array_sort (order, by_score);
  for (guint i = 0; i < order->len && promising->len < n; i++) {
    AfSnapshot *snapshot = order->pdata[i];
    if (taken[snapshot->location]++ < MOST_HERE)
      g_ptr_array_add (promising, snapshot);
  }
  return promising;
}

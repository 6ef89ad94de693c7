/* Snapshots by invariant analysis (AutoFix, section 4.1): conjunctions.
 *
 * In:  predicates with their values, and the single snapshots found by enumeration.
 * Out: (location, a && b, true) where the two together single out the failing tests better than either alone.
 *
 * With phi, what is true in all visits of all failing tests at a location, and pi, the same for passing tests, the paper takes
 * Pi = { p in phi : !p in pi } and conjoins its subsets.  "True" means where defined, and defined at least once.
 * A member of Pi alone occurs in no passing test, so a conjunction can only matter where something is undefined; a fault that
 * needs a && b, where passing tests have a and have b but never both, is missed.  Beyond the paper, therefore, the literals are
 * all that occur in every failing test that gets to the location.
 *
 * Bounded: of each location the MAX_LITERALS literals with the fewest passing tests, and the MAX_PAIRS best pairs of them.  Beyond the
 * paper, too: one literal for each set of values, and only pairs that are in at most half as many passing tests as either part, still in
 * every failing one, and that no single predicate says. */
#include <string.h>

#include "localize/localize-internal.h"

#define MAX_LITERALS 24
#define MAX_PAIRS 12

typedef struct {
  guint predicate;
  gboolean value;
  guint passing, failing;
} AfLiteral;

static gboolean bit_of (const guint64 *words, guint i)
{
  return words[i >> 6] >> (i & 63) & 1;
}

static gboolean has_value (const AfVector *vector, guint state, gboolean value)
{
  return bit_of (vector->defined, state) && bit_of (vector->truth, state) == value;
}

/* Whether the literal is in Pi at @location: always true in failing tests, always false in passing ones, where defined. */
static gboolean is_profile (const AfStates *states, guint location, const AfVector *vector, gboolean value)
{
  guint failing = 0;
  for (guint s = states->first[location]; s < states->first[location + 1]; s++) {
    if (!bit_of (vector->defined, s))
      continue;
    gboolean is_true = bit_of (vector->truth, s) == value;
    gboolean fails = states->occurs[s] & AF_OCCURS_FAILING;
    if (is_true ? states->occurs[s] & AF_OCCURS_PASSING : fails)
      return FALSE;
    failing += fails;
  }
  return failing > 0;
}

static int compare_literals (gconstpointer a, gconstpointer b)
{
  const AfLiteral *x = a, *y = b;
  if (x->passing != y->passing)
    return x->passing < y->passing ? -1 : 1;
  if (x->predicate != y->predicate)
    return x->predicate < y->predicate ? -1 : 1;
  return y->value - x->value;
}

/* Same truth in every state of the location. */
static gboolean is_alike (const AfScoring *scoring, guint location, const AfLiteral *x, const AfLiteral *y)
{
  const AfVector *a = scoring->vectors->pdata[x->predicate], *b = scoring->vectors->pdata[y->predicate];
  for (guint s = scoring->states->first[location]; s < scoring->states->first[location + 1]; s++) {
    if (has_value (a, s, x->value) != has_value (b, s, y->value))
      return FALSE;
  }
  return TRUE;
}

/* The literals worth conjoining at @location, best first; @singles: its snapshots from the enumeration. */
static GArray *literals_at (const AfScoring *scoring, guint location, const GPtrArray *singles)
{
  g_autoptr (GArray) all = g_array_new (FALSE, TRUE, sizeof (AfLiteral));
  GArray *chosen = g_array_new (FALSE, TRUE, sizeof (AfLiteral));
  guint n_failing = scoring->visits[location].failing;
  gboolean choosy = af_localize_has (scoring->options, AF_EXTENSION_conjunctions);
  for (guint i = 0; i < singles->len; i++) {
    const AfScored *single = singles->pdata[i];
    const AfVector *vector = scoring->vectors->pdata[single->predicate];
    /* a number of the tests' own would make any pair look like a cause */
    if (g_str_equal (((const AfPredicate *)scoring->predicates->pdata[single->predicate])->origin, "template"))
      continue;
    if (choosy
          ? single->failing < n_failing || single->passing == 0
          : !is_profile (scoring->states, location, vector, single->value))
      continue;
    AfLiteral literal = { .predicate = single->predicate, .value = single->value,
                          .passing = single->passing, .failing = single->failing };
    g_array_append_val (all, literal);
  }
  g_array_sort (all, compare_literals);
  for (guint i = 0; i < all->len && chosen->len < MAX_LITERALS; i++) {
    const AfLiteral *literal = &g_array_index (all, AfLiteral, i);
    gboolean is_new = TRUE;
    for (guint k = 0; choosy && is_new && k < chosen->len; k++)
      is_new = !is_alike (scoring, location, &g_array_index (chosen, AfLiteral, k), literal);
    if (is_new)
      g_array_append_val (chosen, *literal);
  }
  return chosen;
}

/* A conjunction is as far from the clause as its farther part: with its union of parts, every addition would look better than
 * the single predicate that is the cause. */
static double joint_edep (const AfScoring *scoring, guint a, guint b)
{
  const AfPredicate *p = scoring->predicates->pdata[a], *q = scoring->predicates->pdata[b];
  return MIN (p->edep, q->edep);
}

static int compare_pairs (gconstpointer a, gconstpointer b)
{
  const AfScored *x = a, *y = b;
  if (x->passing != y->passing)
    return x->passing < y->passing ? -1 : 1;
  if (x->susp != y->susp)
    return x->susp > y->susp ? -1 : 1;
  if (x->predicate != y->predicate)
    return x->predicate < y->predicate ? -1 : 1;
  return x->with < y->with ? -1 : x->with > y->with;
}

/* Whether a single predicate says the same at the location: then the pair is only a longer way to write it. */
static gboolean is_single (const AfScoring *scoring, const AfScored *pair, const GPtrArray *singles)
{
  const AfStates *states = scoring->states;
  const AfVector *a = scoring->vectors->pdata[pair->predicate], *b = scoring->vectors->pdata[pair->with];
  for (guint i = 0; i < singles->len; i++) {
    const AfScored *single = singles->pdata[i];
    if (single->passing != pair->passing || single->failing != pair->failing)
      continue;
    const AfVector *vector = scoring->vectors->pdata[single->predicate];
    gboolean same = TRUE;
    for (guint s = states->first[pair->location]; same && s < states->first[pair->location + 1]; s++)
      same = has_value (vector, s, single->value) == (has_value (a, s, pair->value) && has_value (b, s, pair->with_value));
    if (same)
      return TRUE;
  }
  return FALSE;
}

/* Whether the pair singles out the failing tests better than its parts and any one predicate do. */
static gboolean is_sharper (const AfScoring *scoring, const AfScored *pair, const AfLiteral *a, const AfLiteral *b, const GPtrArray *singles)
{
  return 2 * pair->passing <= MIN (a->passing, b->passing) && pair->failing >= MIN (a->failing, b->failing)
         && !is_single (scoring, pair, singles);
}

static void conjoin_at (const AfScoring *scoring, guint location, const GPtrArray *singles, GArray *snapshots)
{
  g_autoptr (GArray) literals = literals_at (scoring, location, singles);
  g_autoptr (GArray) pairs = g_array_new (FALSE, TRUE, sizeof (AfScored));
  gboolean choosy = af_localize_has (scoring->options, AF_EXTENSION_conjunctions);
  for (guint i = 0; i < literals->len; i++)
    for (guint k = i + 1; k < literals->len; k++) {
      const AfLiteral *a = &g_array_index (literals, AfLiteral, i), *b = &g_array_index (literals, AfLiteral, k);
      AfScored pair = { .predicate = a->predicate, .with = (int)b->predicate, .location = location, .value = a->value,
                        .with_value = b->value, .cdep = g_array_index (scoring->cdeps, double, location) };
      af_count_tests (scoring->states, location, scoring->vectors->pdata[a->predicate], a->value,
                      scoring->vectors->pdata[b->predicate], b->value, &pair.passing, &pair.failing);
      if (pair.failing == 0 || (choosy && !is_sharper (scoring, &pair, a, b, singles)))
        continue;
      pair.edep = joint_edep (scoring, a->predicate, b->predicate);
      pair.distance = af_weigh_states (scoring, location, scoring->vectors->pdata[a->predicate], a->value,
                                       scoring->vectors->pdata[b->predicate], b->value);
      af_scored_finish (scoring, &pair);
      g_array_append_val (pairs, pair);
    }
  g_array_sort (pairs, compare_pairs);
  if (pairs->len > 0)
    g_array_append_vals (snapshots, pairs->data, MIN (pairs->len, MAX_PAIRS));
}

void af_conjoin (const AfScoring *scoring, GArray *snapshots)
{
  guint n_locations = scoring->states->n_locations;
  g_autoptr (GPtrArray) by_location = g_ptr_array_new_with_free_func ((GDestroyNotify)g_ptr_array_unref);
  for (guint l = 0; l < n_locations; l++)
    g_ptr_array_add (by_location, g_ptr_array_new ());
  /* A copy, since appending moves the array. */
  g_autoptr (GArray) singles = g_array_copy (snapshots);
  for (guint i = 0; i < singles->len; i++) {
    AfScored *single = &g_array_index (singles, AfScored, i);
    g_ptr_array_add (by_location->pdata[single->location], single);
  }
  for (guint l = 0; l < n_locations; l++)
    conjoin_at (scoring, l, by_location->pdata[l], snapshots);
}

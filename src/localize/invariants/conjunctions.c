/* Snapshots by invariant analysis (AutoFix, section 4.1): conjunctions.
 *
 * In:  predicates with their values, and the single snapshots found by enumeration.
 * Out: (location, a && b, true) where the two together single out the failing tests better than either alone.
 *
 * With phi, what is true in all visits of all failing tests at a location, and pi, the same for passing tests, the
 * paper takes Pi = { p in phi : !p in pi } and conjoins its subsets; here these are pairs and the whole of Pi.  "True"
 * means where defined, and defined at least once.  The invariants are those that Daikon finds, which has combinations
 * among its templates: so a && b is in phi where a and b are, and !(a && b) is in pi where no passing test has both.  A
 * fault that needs a && b, where passing tests have a and have b but never both, is caught that way.
 *
 * Bounded: of each location the MAX_LITERALS literals with the fewest passing tests, and the MAX_PAIRS best pairs of
 * them. */
#include <string.h>

#include "localize/localize-internal.h"

#define MAX_LITERALS 24
#define MAX_PAIRS 12

/* What the bounds left out. */
typedef struct {
  guint literals, pairs;
} AfLeftOut;

static gboolean bit_of (const guint64 *words, guint i)
{
  return words[i >> 6] >> (i & 63) & 1;
}

/* Whether the literal is in phi at @location: always true in failing tests, where defined; and its complement in pi:
 * always false in passing ones. */
static void place_literal (const AfStates *states, guint location, const AfVector *vector, gboolean value,
                           gboolean *is_phi, gboolean *is_never_passing)
{
  guint failing = 0;
  *is_phi = *is_never_passing = TRUE;
  for (guint s = states->first[location]; s < states->first[location + 1]; s++) {
    if (!bit_of (vector->defined, s))
      continue;
    gboolean is_true = bit_of (vector->truth, s) == value, fails = states->occurs[s] & AF_OCCURS_FAILING;
    if (is_true && states->occurs[s] & AF_OCCURS_PASSING)
      *is_never_passing = FALSE;
    if (!is_true && fails)
      *is_phi = FALSE;
    failing += fails;
  }
  *is_phi = *is_phi && failing > 0;
}

static int compare_literals (gconstpointer a, gconstpointer b)
{
  const AfLiteral *x = a, *y = b;
  if (x->is_profile != y->is_profile)
    return x->is_profile ? -1 : 1;
  if (x->passing != y->passing)
    return x->passing < y->passing ? -1 : 1;
  if (x->predicate != y->predicate)
    return x->predicate < y->predicate ? -1 : 1;
  return y->value - x->value;
}

/* The literals worth conjoining at @location, best first; @singles: its snapshots from the enumeration. */
static GArray *literals_at (const AfScoring *scoring, guint location, const GPtrArray *singles, AfLeftOut *left_out)
{
  GArray *literals = g_array_new (FALSE, TRUE, sizeof (AfLiteral));
  gboolean is_phi, is_never_passing;
  for (guint i = 0; i < singles->len; i++) {
    const AfScored *single = singles->pdata[i];
    const AfVector *vector = scoring->vectors->pdata[single->predicate];
    place_literal (scoring->states, location, vector, single->value, &is_phi, &is_never_passing);
    if (!is_phi)
      continue;
    AfLiteral literal = {
      .predicate = single->predicate, .value = single->value, .is_profile = is_never_passing, .passing = single->passing
    };
    g_array_append_val (literals, literal);
  }
  g_array_sort (literals, compare_literals);
  left_out->literals += literals->len - MIN (literals->len, MAX_LITERALS);
  g_array_set_size (literals, MIN (literals->len, MAX_LITERALS));
  return literals;
}

/* In the paper a conjunction has the parts of all its members.  Otherwise it is as far from the clause as its farthest
 * member: with the union of parts, every addition would look better than the single predicate that is the cause. */
static double joint_edep (const AfScoring *scoring, const AfLiteral *literals, guint n)
{
  double least = 1;
  g_autoptr (AfExpr) all = NULL;
  for (guint i = 0; i < n; i++) {
    const AfPredicate *predicate = scoring->predicates->pdata[literals[i].predicate];
    g_autoptr (AfExpr) member = literals[i].value ? af_expr_ref (predicate->expr) : af_expr_contrary (predicate->expr);
    AfExpr *more = all ? af_expr_binary (AF_OP_AND, all, member) : af_expr_ref (member);
    g_clear_pointer (&all, af_expr_unref);
    all = more;
    least = MIN (least, predicate->edep);
  }
  return scoring->options->faithful ? af_edep (af_proximity_of (scoring->proximity, all), scoring->best) : least;
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

/* Whether the paper conjoins the two: both are in Pi, or neither is and no passing test has both. */
static gboolean is_cause (const AfScored *pair, const AfLiteral *a, const AfLiteral *b)
{
  return a->is_profile == b->is_profile && (a->is_profile || pair->passing == 0);
}

static AfScored pair_of (const AfScoring *scoring, guint location, const AfLiteral *a, const AfLiteral *b)
{
  AfScored pair = { .predicate = a->predicate,
                    .with = (int)b->predicate,
                    .location = location,
                    .value = a->value,
                    .with_value = b->value,
                    .cdep = g_array_index (scoring->cdeps, double, location) };
  AfTestCounts counts = af_count_tests (scoring->states, location, scoring->vectors->pdata[a->predicate], a->value,
                                        scoring->vectors->pdata[b->predicate], b->value);
  pair.passing = counts.passing;
  pair.failing = counts.failing;
  return pair;
}

/* The conjunction of the whole of Pi, where that is more than a pair. */
static void conjoin_whole (const AfScoring *scoring, guint location, const GArray *literals, GArray *snapshots,
                           GPtrArray *wholes)
{
  guint n = 0;
  while (n < literals->len && g_array_index (literals, AfLiteral, n).is_profile)
    n++;
  if (n < 3)
    return;
  const AfLiteral *first = &g_array_index (literals, AfLiteral, 0);
  g_autoptr (AfVector) all = af_vector_new (scoring->states->n_words);
  for (guint w = 0; w < all->n_words; w++)
    all->truth[w] = scoring->states->all[w];
  for (guint i = 0; i < n; i++) {
    const AfVector *vector = scoring->vectors->pdata[first[i].predicate];
    for (guint w = 0; w < all->n_words; w++)
      all->truth[w] &= first[i].value ? vector->truth[w] : vector->defined[w] & ~vector->truth[w];
  }
  memcpy (all->defined, all->truth, all->n_words * sizeof *all->truth);
  AfScored whole = pair_of (scoring, location, &first[0], &first[1]);
  AfTestCounts counts = af_count_tests (scoring->states, location, all, TRUE, NULL, FALSE);
  whole.passing = counts.passing;
  whole.failing = counts.failing;
  if (whole.failing == 0)
    return;
  GArray *members = g_array_new (FALSE, FALSE, sizeof (AfLiteral));
  g_array_append_vals (members, first, n);
  g_ptr_array_add (wholes, members);
  whole.whole = members;
  whole.edep = joint_edep (scoring, first, n);
  whole.distance = af_weigh_states (scoring, location, all, TRUE, NULL, FALSE);
  af_scored_finish (scoring, &whole);
  g_array_append_val (snapshots, whole);
}

static void conjoin_at (const AfScoring *scoring, guint location, const GPtrArray *singles, GArray *snapshots,
                        GPtrArray *wholes, AfLeftOut *left_out)
{
  g_autoptr (GArray) literals = literals_at (scoring, location, singles, left_out);
  g_autoptr (GArray) pairs = g_array_new (FALSE, TRUE, sizeof (AfScored));
  for (guint i = 0; i < literals->len; i++)
    for (guint k = i + 1; k < literals->len; k++) {
      const AfLiteral *a = &g_array_index (literals, AfLiteral, i), *b = &g_array_index (literals, AfLiteral, k);
      AfScored pair = pair_of (scoring, location, a, b);
      if (pair.failing == 0 || !is_cause (&pair, a, b))
        continue;
      const AfLiteral both[] = { *a, *b };
      pair.edep = joint_edep (scoring, both, G_N_ELEMENTS (both));
      pair.distance = af_weigh_states (scoring, location, scoring->vectors->pdata[a->predicate], a->value,
                                       scoring->vectors->pdata[b->predicate], b->value);
      af_scored_finish (scoring, &pair);
      g_array_append_val (pairs, pair);
    }
  g_array_sort (pairs, compare_pairs);
  if (pairs->len > 0)
    g_array_append_vals (snapshots, pairs->data, MIN (pairs->len, MAX_PAIRS));
  left_out->pairs += pairs->len - MIN (pairs->len, MAX_PAIRS);
  conjoin_whole (scoring, location, literals, snapshots, wholes);
}

char *af_conjoin (const AfScoring *scoring, GArray *snapshots, GPtrArray *wholes)
{
  guint n_locations = scoring->states->n_locations;
  AfLeftOut left_out = { 0, 0 };
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
    conjoin_at (scoring, l, by_location->pdata[l], snapshots, wholes, &left_out);
  return g_strdup_printf (
    "of each location at most %u states and %u pairs of them are conjoined: %u states and %u pairs left out",
    MAX_LITERALS, MAX_PAIRS, left_out.literals, left_out.pairs);
}

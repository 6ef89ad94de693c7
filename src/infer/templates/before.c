/* Preconditions: what tells calls that failed from calls that did not.
 *
 * In:  arguments and state of calls that returned, and of calls from tests that broke what C, or a callee, demands.
 * Out: the fewest relations, each true in all calls that returned, of which one is false in as good as every call that
 * failed.  What does not keep away from failures is not required, however often it held: the tests' values are
 * arbitrary. */
#include "infer/infer-internal.h"

enum { LEAST_PASSED = 10, LEAST_FAILED = 2, MOST_CLAUSES = 4 };

static const AfFact no_fact = { AF_SHAPE_NONE, -1, -1, -1, 0 };

static void add_fact (const AfTable *passed, AfFact fact, GArray *facts)
{
  for (guint row = 0; row < passed->n; row++)
    if (af_fact_holds (&fact, passed, row) != 1)
      return;
  g_array_append_val (facts, fact);
}

static void add_single (const AfTable *passed, int a, GArray *facts)
{
  const AfTerm *term = passed->terms->pdata[a];
  switch (term->kind) {
  case AF_TERM_TRUTH:
    add_fact (passed, (AfFact){ AF_SHAPE_TRUE, a, -1, -1, 0 }, facts);
    add_fact (passed, (AfFact){ AF_SHAPE_FALSE, a, -1, -1, 0 }, facts);
    return;
  case AF_TERM_POINTER:
    add_fact (passed, (AfFact){ AF_SHAPE_SET, a, -1, -1, 0 }, facts);
    return;
  case AF_TERM_NUMBER:
    if (term->expr->type->is_signed)
      for (gint64 k = 0; k <= 1; k++)
        add_fact (passed, (AfFact){ AF_SHAPE_LEAST, a, -1, -1, k }, facts);
    add_fact (passed, (AfFact){ AF_SHAPE_NOT, a, -1, -1, 0 }, facts);
    return;
  }
}

static GArray *list_facts (const AfTable *passed)
{
  GArray *facts = g_array_new (FALSE, FALSE, sizeof (AfFact));
  int n = (int)passed->terms->len;
  for (int a = 0; a < n; a++) {
    add_single (passed, a, facts);
    for (int b = 0; b < n; b++) {
      const AfTerm *left = passed->terms->pdata[a], *right = passed->terms->pdata[b];
      if (a == b || left->kind != AF_TERM_NUMBER || !af_terms_match (left, right))
        continue;
      add_fact (passed, (AfFact){ AF_SHAPE_LESS, a, b, -1, 0 }, facts);
      add_fact (passed, (AfFact){ AF_SHAPE_UP_TO, a, b, -1, 0 }, facts);
    }
  }
  return facts;
}

/* Failed calls that the fact keeps away, of those that nothing else does. */
static guint count_kept_away (const AfFact *fact, const AfTable *failed, const guint8 *covered)
{
  guint n = 0;
  for (guint row = 0; row < failed->n; row++)
    n += !covered[row] && af_fact_holds (fact, failed, row) == 0;
  return n;
}

/* The simpler the better: about arguments, then by a query that callers can ask. */
static double plainness (const AfFact *fact, const GPtrArray *terms)
{
  AfRelation relation = { .fact = *fact };
  int used[9];
  double plain = fact->shape == AF_SHAPE_NOT ? -0.5 : 0;
  guint n = af_relation_terms (&relation, used);
  for (guint i = 0; i < n; i++) {
    const AfTerm *term = terms->pdata[used[i]];
    plain -= term->is_param ? 0 : term->is_call ? 1 : 1.2;
  }
  return plain - n * 0.1;
}

GArray *af_find_before (const AfObservation *observation, const AfSeenRoutine *seen)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (AfRelation));
  const AfTable *passed = seen->passed, *failed = seen->failed;
  (void)observation;
  if (passed->n < LEAST_PASSED || failed->n < LEAST_FAILED)
    return found;
  g_autoptr (GArray) facts = list_facts (passed);
  g_autofree guint8 *covered = g_malloc0 (failed->n);
  while (found->len < MOST_CLAUSES) {
    guint most = 0;
    int best = -1;
    for (guint i = 0; i < facts->len; i++) {
      const AfFact *fact = &g_array_index (facts, AfFact, i);
      guint n = count_kept_away (fact, failed, covered);
      if (n > most
          || (n == most && best >= 0
              && plainness (fact, passed->terms)
                   > plainness (&g_array_index (facts, AfFact, best), passed->terms) + 1e-9)) {
        most = n;
        best = (int)i;
      }
    }
    if (best < 0 || most < LEAST_FAILED)
      break;
    AfRelation relation = { .guard = no_fact, .fact = g_array_index (facts, AfFact, best), .other = no_fact };
    for (guint row = 0; row < failed->n; row++)
      covered[row] |= af_fact_holds (&relation.fact, failed, row) == 0;
    g_array_append_val (found, relation);
  }
  return found;
}

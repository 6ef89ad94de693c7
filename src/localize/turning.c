/* Where does the clause turn false?
 *
 * In:  the trace, row by row, and the violated clause.
 * Out: for each location the share of the failing tests in which the clause holds when control reaches it, does not
 * hold at the next location that is recorded, and does not hold again until the test fails: what stands at the first of
 * the two did it.
 *
 * A clause that mentions what is no column (OLD (e) stands for e) cannot be followed, and there is nothing to say then.
 *
 * Example: locations 3, 4, 5 with `n <= cap` true, true, false in each failing test: 4 has 1, the others 0. */
#include "localize/localize-internal.h"

static gboolean bit_of (const guint64 *words, guint i)
{
  return words[i >> 6] >> (i & 63) & 1;
}

/* All forms of the clause that can be computed, as one vector; null where there is none. */
static AfVector *clause_vector (const AfStates *states, const GPtrArray *forms)
{
  for (guint i = 0; i < forms->len; i++) {
    AfExpr *form = forms->pdata[i];
    AfVector *vector = af_expr_is_boolean (form) ? af_states_evaluate (states, form) : NULL;
    if (vector)
      return vector;
  }
  return NULL;
}

double *af_turning (const AfTrace *trace, const AfStates *states, const GPtrArray *forms)
{
  g_autoptr (AfVector) clause = clause_vector (states, forms);
  if (!clause)
    return NULL;
  enum { NOWHERE = -1 };
  g_autofree int *turned = g_new (int, states->n_failing + 1);   /* per test: the location */
  g_autofree int *holds_at = g_new (int, states->n_failing + 1); /* the last location, where the clause held there */
  for (guint i = 0; i < states->n_failing; i++)
    turned[i] = holds_at[i] = NOWHERE;
  for (guint row = 0; row < trace->location->len; row++) {
    guint test = g_array_index (trace->test, guint, row), state = states->state_of[row];
    if (test >= states->n_failing || !bit_of (clause->defined, state))
      continue;
    if (bit_of (clause->truth, state)) {
      holds_at[test] = (int)g_array_index (trace->location, guint, row);
      turned[test] = NOWHERE;
    } else if (turned[test] == NOWHERE) {
      turned[test] = holds_at[test];
    }
  }
  double *shares = g_new0 (double, states->n_locations + 1);
  for (guint i = 0; i < states->n_failing; i++) {
    /* A clause that held to the last is violated by what stands at the last location. */
    int location = turned[i] != NOWHERE ? turned[i] : holds_at[i];
    if (location != NOWHERE)
      shares[location] += 1.0 / states->n_failing;
  }
  return shares;
}

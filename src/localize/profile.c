/* The fault profile and the strongest predicate, as AutoFix-E has them.
 *
 * In:  predicates with their values, the violated clause c.
 * Out: the profile, literals that are true at the fault in all visits of all passing tests and not in all of all
 * failing ones; and among the complements of these that are true in every failing visit the strongest one that implies
 * !c: no other one of them implies it without being equivalent.
 *
 * "At the fault" is the visited location that is nearest to it; where nothing is recorded at the exit that is a return.
 * True means where defined, and defined at least once.  Implications are those that Z3 proves under the type
 * invariants; with none there is no strongest predicate.
 *
 * Example: put_left demands !before; passing tests have !before, failing ones before: the profile has !before, and
 * before is the strongest predicate. */
#include "localize/localize-internal.h"

#define MAX_PROFILE 60

static gboolean bit_of (const guint64 *words, guint i)
{
  return words[i >> 6] >> (i & 63) & 1;
}

typedef struct {
  guint passing[2], failing[2]; /* visited states, by truth value, that passing and failing tests have */
} AfTally;

static AfTally tally_of (const AfStates *states, guint location, const AfVector *vector)
{
  AfTally tally = { { 0, 0 }, { 0, 0 } };
  for (guint s = states->first[location]; s < states->first[location + 1]; s++) {
    if (!bit_of (vector->defined, s))
      continue;
    gboolean truth = bit_of (vector->truth, s);
    tally.failing[truth] += (states->occurs[s] & AF_OCCURS_FAILING) != 0;
    tally.passing[truth] += (states->occurs[s] & AF_OCCURS_PASSING) != 0;
  }
  return tally;
}

/* The location that failing and passing tests visit with the largest cdep; -1 when there is none. */
static int nearest_location (const AfScoring *scoring)
{
  int nearest = -1;
  for (guint l = 0; l < scoring->states->n_locations; l++) {
    double cdep = g_array_index (scoring->cdeps, double, l);
    if (scoring->visits[l].failing > 0 && scoring->visits[l].passing > 0 && cdep > 0
        && (nearest < 0 || cdep > g_array_index (scoring->cdeps, double, (guint)nearest)))
      nearest = (int)l;
  }
  return nearest;
}

static AfExpr *literal (const AfPredicate *predicate, gboolean value)
{
  return value ? af_expr_ref (predicate->expr) : af_expr_contrary (predicate->expr);
}

static gboolean implies (AfSolver *solver, AfExpr *a, AfExpr *b)
{
  AfExpr *args[2] = { a, b };
  g_autoptr (AfExpr) claim = af_expr_new (AF_EXPR_IMPLIES, NULL, NULL, args, 2);
  return af_solver_valid (solver, claim) == AF_PROVED;
}

/* @n: of the forms, how many are the clause itself. */
static gboolean implies_violation (AfSolver *solver, AfExpr *state, const GPtrArray *forms, guint n)
{
  for (guint i = 0; i < n; i++) {
    g_autoptr (AfExpr) violated = af_expr_is_boolean (forms->pdata[i]) ? af_expr_not (forms->pdata[i]) : NULL;
    if (violated && implies (solver, state, violated))
      return TRUE;
  }
  return FALSE;
}

/* Opened up as for pruning, so that queries and what they return are the same to the solver. */
static GPtrArray *opened (const AfModule *module, const GPtrArray *exprs)
{
  GPtrArray *result = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  for (guint i = 0; i < exprs->len; i++)
    g_ptr_array_add (result, af_background_inline (module, exprs->pdata[i]));
  return result;
}

/* Whether the type invariants forbid the state, as where a routine has not yet restored them: it would imply anything.
 */
static gboolean is_forbidden (AfSolver *solver, AfExpr *state)
{
  g_autoptr (AfExpr) other = af_expr_not (state);
  return af_solver_valid (solver, other) == AF_PROVED;
}

/* Number of the strongest of @states that implies a violation; -1 when none does. */
static int strongest_of (AfSolver *solver, const GPtrArray *states, const GPtrArray *forms, gboolean is_invariant)
{
  int best = -1;
  for (guint i = 0; i < states->len; i++) {
    if (!implies_violation (solver, states->pdata[i], forms, is_invariant ? MIN (1, forms->len) : forms->len)
        || (!is_invariant && is_forbidden (solver, states->pdata[i])))
      continue;
    if (best < 0
        || (implies (solver, states->pdata[i], states->pdata[best])
            && !implies (solver, states->pdata[best], states->pdata[i])))
      best = (int)i;
  }
  return best;
}

void af_profile (const AfScoring *scoring, const GPtrArray *forms, AfSolver *solver, AfLocalization *localization)
{
  int location = nearest_location (scoring);
  g_autoptr (GPtrArray) failing = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  for (guint i = 0; location >= 0 && i < scoring->predicates->len && localization->profile->len < MAX_PROFILE; i++) {
    AfTally tally = tally_of (scoring->states, (guint)location, scoring->vectors->pdata[i]);
    for (guint value = 0; value < 2; value++) {
      if (tally.passing[value] == 0 || tally.passing[!value] > 0 || tally.failing[!value] == 0)
        continue;
      g_ptr_array_add (localization->profile, literal (scoring->predicates->pdata[i], (gboolean)value));
      if (tally.failing[value] == 0)
        g_ptr_array_add (failing, literal (scoring->predicates->pdata[i], !value));
    }
  }
  g_autoptr (GPtrArray) open_states = opened (scoring->module, failing), open_forms = opened (scoring->module, forms);
  /* a condition in the body of an invariant is not a clause: `if (count < 0) return false;` is violated where that
   * holds; but its facts are in the background, so that a state against them implies the violation */
  int strongest = strongest_of (solver, open_states, open_forms, scoring->fault->clause->kind == AF_CLAUSE_INVARIANT);
  if (strongest >= 0)
    localization->strongest = af_expr_ref (failing->pdata[strongest]);
}

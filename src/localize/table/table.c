/* A guard that was found afterwards, as a snapshot.
 *
 * In:  what was recorded, and a truth-valued expression.   Out: the snapshot (location, guard, true) with its counts
 * and scores.
 *
 * Once candidates have been tried, it is known which tests a guard must distinguish, and more guards are worth trying
 * than when the snapshots were made.  They are counted on the same states and scored by the same formulas, so that
 * the order of fixes treats them alike; what is weaker than each part, a conjunction or disjunction, has the smaller
 * edep of its two parts. */
#include "localize/localize-internal.h"

AfStates *af_states_of (const AfLocalization *localization, const AfRoutine *routine)
{
  AfStates *states = af_states_new (localization->trace, localization->columns, routine->locations->len,
                                    localization->n_failing, localization->n_passing);
  af_states_fill_tests (states);
  return states;
}

static const AfSnapshot *known (const AfLocalization *localization, guint location, const AfExpr *guard)
{
  for (guint i = 0; i < localization->snapshots->len; i++) {
    const AfSnapshot *snapshot = localization->snapshots->pdata[i];
    if (snapshot->location != location || snapshot->with)
      continue;
    g_autoptr (AfExpr) condition = af_snapshot_condition (snapshot);
    if (af_expr_equal (condition, guard))
      return snapshot;
  }
  return NULL;
}

static double edep_of (const AfProximity *proximity, guint best, AfExpr *guard)
{
  if (guard->kind == AF_EXPR_BINARY && (guard->op == AF_OP_AND || guard->op == AF_OP_OR))
    return MIN (edep_of (proximity, best, guard->args[0]), edep_of (proximity, best, guard->args[1]));
  return af_edep (af_proximity_of_predicate (proximity, guard), best);
}

static void score (AfSnapshot *snapshot, const AfLocalization *localization, const AfModule *module,
                   const AfFault *fault, const AfStates *states, AfExpr *guard)
{
  AfLocalizeOptions options;
  af_localize_options_init (&options);
  g_autoptr (GPtrArray) forms = af_clause_forms (module, fault);
  g_autoptr (GArray) cdeps = af_cdeps (fault->routine, fault->location, options.smooth);
  g_autofree AfTestCounts *visits = af_count_visits (states);
  g_auto (AfProximity) proximity;
  af_proximity_init (&proximity, forms);
  guint best = 0;
  for (guint i = 0; i < localization->predicates->len; i++)
    best =
      MAX (best, af_proximity_of_predicate (&proximity, ((AfPredicate *)localization->predicates->pdata[i])->expr));
  AfScoring scoring = { .module = module, .fault = fault, .options = &options, .states = states, .visits = visits };
  AfScored scored = { .with = -1,
                      .location = snapshot->location,
                      .passing = snapshot->passing,
                      .failing = snapshot->failing,
                      .edep = edep_of (&proximity, best, guard),
                      .cdep = g_array_index (cdeps, double, snapshot->location) };
  af_scored_finish (&scoring, &scored);
  snapshot->at_passing = visits[snapshot->location].passing;
  snapshot->at_failing = visits[snapshot->location].failing;
  snapshot->of_failing = states->n_failing;
  snapshot->of_passing = states->n_passing;
  snapshot->edep = scored.edep;
  snapshot->cdep = scored.cdep;
  snapshot->dyn = scored.dyn;
  snapshot->susp = scored.susp;
}

const AfSnapshot *af_localization_add (AfLocalization *localization, const AfModule *module, const AfFault *fault,
                                       const AfStates *states, const AfLateGuard *guard, double scale)
{
  const AfSnapshot *old = known (localization, guard->location, guard->expr);
  if (old)
    return old;
  AfTestCounts counts = af_count_tests (states, guard->location, guard->vector, TRUE, NULL, FALSE);
  if (counts.failing == 0)
    return NULL;
  AfPredicate *predicate = af_predicate_new (localization->predicates->len, guard->expr, "guard");
  AfSnapshot *snapshot = af_snapshot_new (predicate, guard->location, TRUE);
  snapshot->passing = counts.passing;
  snapshot->failing = counts.failing;
  score (snapshot, localization, module, fault, states, guard->expr);
  snapshot->susp *= scale;
  predicate->edep = snapshot->edep;
  g_ptr_array_add (localization->predicates, predicate);
  g_ptr_array_add (localization->snapshots, snapshot);
  return snapshot;
}

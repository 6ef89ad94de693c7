/* Candidates for a routine of which no test is known.
 *
 * In:  a routine; maybe a clause that does not hold, and where.
 * Out: what our operators can do at each of its locations.
 *
 * No test has failed, so that every location is suspected alike, in every state that its expressions can tell apart: a
 * made-up snapshot each, as if one failing test had come there.  What needs observed values (transitions, extremal
 * ones) is not made. */
#include "synthesize/synthesize-internal.h"

#include "localize/localize.h"

/* Nothing is asked of the routine. */
static const AfClause no_clause = { .kind = AF_CLAUSE_CHECK, .text = (char *)"", .routine = -1, .location = -1 };

static void add_snapshot (AfLocalization *localization, const AfPredicate *predicate, guint location, gboolean value)
{
  AfSnapshot *snapshot = af_snapshot_new (predicate, location, value);
  snapshot->failing = snapshot->at_failing = snapshot->of_failing = 1;
  snapshot->cdep = snapshot->edep = snapshot->dyn = snapshot->susp = 1;
  g_ptr_array_add (localization->snapshots, snapshot);
}

/* Each location comes once before any comes twice. */
static void add_snapshots (AfLocalization *localization, const AfRoutine *routine, const AfStaticLimits *limits)
{
  for (guint i = 0; i < localization->predicates->len; i++)
    for (guint location = 0; location < routine->locations->len; location++) {
      const AfPredicate *predicate = localization->predicates->pdata[i];
      if (limits->wants && !limits->wants (routine->locations->pdata[location], predicate, limits->data))
        continue;
      for (guint value = 0; value < 2; value++)
        add_snapshot (localization, predicate, location, (gboolean)value);
    }
}

AfStatic *af_synthesize_static (const AfModule *module, const AfRoutine *routine, const AfStaticLimits *limits)
{
  AfStatic *result = g_new0 (AfStatic, 1);
  AfLocalizeOptions localize;
  AfSynthesizeOptions options;
  af_localize_options_init (&localize);
  af_synthesize_options_init (&options, FALSE);
  options.max_snapshots = limits->max_snapshots ? limits->max_snapshots : G_MAXUINT;
  options.max_per_snapshot = limits->max_per_snapshot ? limits->max_per_snapshot : G_MAXUINT;
  options.max_candidates = limits->max_candidates;
  options.providers = limits->providers;
  result->fault = limits->clause ? af_fault_new (module, routine, limits->location, limits->clause)
                                 : af_fault_new (module, routine, 1, &no_clause);
  result->localization = af_localization_new ();
  g_autoptr (GPtrArray) expressions = af_localize_expressions (module, result->fault);
  g_autoptr (GPtrArray) predicates = af_localize_predicates (module, result->fault, expressions, &localize);
  g_ptr_array_unref (result->localization->predicates);
  result->localization->predicates = g_steal_pointer (&predicates);
  add_snapshots (result->localization, routine, limits);
  const AfSynthesisTask task = { module, result->fault, NULL, NULL, NULL };
  result->candidates = af_synthesize (&task, result->localization, &options);
  return result;
}

void af_static_free (AfStatic *result)
{
  if (!result)
    return;
  g_ptr_array_unref (result->candidates);
  af_localization_free (result->localization);
  af_fault_free (result->fault);
  g_free (result);
}

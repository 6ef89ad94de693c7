/* Exploration: tests the whole module and finds its faults.
 *
 * In:  a module with clauses, running subjects, a seed.
 * Out: an AfCorpus: faults in the order of discovery, each confirmed and with a small test; how the objects' abstract
 *      states change (transitions), learnt from calls that kept their contracts.
 *
 * The plan is a number of scripts for each routine (schedule.c), in rounds of units.  After a round, failures are
 * merged in the order of the scripts, so that the result depends on the seed alone: one sighting for each (routine,
 * location, clause). What came to a new place, or called a routine in a new state, goes into the pool, and later rounds
 * vary it. Routines with branches that nothing took, and those whose preconditions rarely hold, are aimed at more often
 * (schedule.c).  Each round also has a unit of the small tests of one routine, all of them in turn (enumerate.c).  The
 * plan goes on for up to as long again while it still comes to new places, and where it has found nothing, for much
 * longer: what that costs is counted in steps and calls. */
#include <string.h>

#include "contracts/contracts.h"
#include "testgen/testgen-internal.h"

enum {
  UNITS_PER_ROUND = 8,
  LEARNT_SCRIPTS = 1000,
  EXPLORE_STEPS = 100000,
  EXPLORE_MS = 100,
  LONG_FACTOR = 4, /* a call that is longer than EXPLORE_STEPS may be so many times as long with other arguments */
  POOL_STEPS = 5000,
  DEEP_PER_ROUND = 4
};

/* Going on: what a test costs in steps, by which ten seconds of processor time are counted, so that the clock of no
 * machine decides what is found.  A step takes some 20 ns, a call 2 us. */
static const guint64 STEPS_PER_CALL = 100, STEPS_PER_TEST = 400, STEPS_OF_PATIENCE = 400000000;

/* --- what came out --- */

/* What exploration has gathered so far. */
typedef struct {
  const AfModule *module;
  AfCorpus *corpus;
  GPtrArray *sightings;  /* of AfSighting */
  GPtrArray *passing;    /* of AfTest: scripts to learn transitions from */
  const GPtrArray *only; /* of AfCallable: failures of other calls are not asked for; null: all */
  AfCoverage *coverage;
  AfPool *pool; /* tests to vary */
  AfSchedule schedule;
  AfPreconditions preconditions;
  GPtrArray *enumerations; /* of AfEnumeration, by target; null: not begun */
  guint turn;              /* of the targets: whose small tests come next */
  guint n_deep;            /* deep scripts so far */
  gint64 begun;            /* processor time used before */
  guint gain;              /* steps that the last round was the first to make */
  guint news;              /* the same with states and with how often */
  guint depth;             /* the same without states */
  gboolean reads_text;     /* a longer text is something new: how often steps are made says so */
  guint64 cost;            /* of all tests so far, in steps */
  guint64 spent;           /* of it on tests that end, and do not crash */
  guint n_quiet;           /* rounds since one covered a new step or a step more often */
  guint n_asked;           /* sightings that the user was asked about */
  guint n_settled;         /* sightings that are settled: the first ones */
  guint first;             /* unit of the next round */
} Harvest;

static gboolean is_asked_for (const Harvest *harvest, const AfTest *script, const AfOutcome *outcome)
{
  const AfCall *call = outcome->failing_call < script->calls->len ? script->calls->pdata[outcome->failing_call] : NULL;

  for (guint i = 0; harvest->only != NULL && call != NULL && i < harvest->only->len; i++)
    if (((const AfCallable *)harvest->only->pdata[i])->thunk == call->thunk)
      return TRUE;
  return harvest->only == NULL || call == NULL;
}

static void add_failure (Harvest *harvest, const AfTest *script, const AfOutcome *outcome, const AfUnit *unit)
{
  g_autoptr (AfTest) test = af_script_derive (script, outcome);
  AfSighting *sighting = NULL;
  gboolean is_exact;

  harvest->corpus->n_failing++;
  if (outcome->routine < 0 || (guint)outcome->routine >= harvest->module->routines->len
      || outcome->clause >= harvest->module->clauses->len || !is_asked_for (harvest, script, outcome)
      || !af_script_is_set_up (harvest->schedule.repertoire, test)
      || af_gap_note (harvest->module, script, outcome, harvest->corpus)
      || af_unsized_forgives (harvest->schedule.repertoire, test, outcome, harvest->corpus->notices))
    return;
  if (!af_sightings_find (harvest->sightings, outcome, &sighting))
    return;
  if (sighting == NULL) {
    sighting = af_sighting_new (harvest->module, outcome);
    sighting->seen = (AfMoment){ unit->ended.at, unit->ended.work - harvest->begun };
    g_ptr_array_add (harvest->sightings, sighting);
  }
  sighting->seen.at = MIN (sighting->seen.at, unit->ended.at);
  sighting->seen.work = MIN (sighting->seen.work, unit->ended.work - harvest->begun);
  is_exact = af_test_is_exact (harvest->schedule.repertoire, test);
  af_sighting_add (is_exact ? sighting->exact : sighting->tests, g_steal_pointer (&test));
}

/* Keeps a test that has come to a new place for variation. */
static void add_coverage (Harvest *harvest, const AfTest *script, const AfOutcome *outcome)
{
  AfNews news = af_coverage_add (harvest->coverage, outcome->covered);

  if (!harvest->reads_text)
    news.times = 0;
  harvest->gain += news.steps;
  harvest->depth += news.steps + news.times;
  harvest->news += news.steps + news.states + news.times;
  if (outcome->kind == AF_OUTCOME_FAIL || outcome->steps > POOL_STEPS || news.steps + news.states + news.times == 0)
    return;
  if (news.steps + news.times > 0)
    af_text_collect (harvest->schedule.repertoire, script, harvest->pool->texts);
  af_pool_add (harvest->pool, af_script_derive (script, outcome), news, outcome->compared);
}

static void add_outcome (Harvest *harvest, const AfTest *script, const AfOutcome *outcome, const AfUnit *unit)
{
  guint made = af_outcome_calls (outcome);
  gboolean is_deep = af_test_repeats (script);
  guint tried =
    outcome->kind == AF_OUTCOME_FAIL ? MIN (outcome->failing_call + 1, script->calls->len) : script->calls->len;

  guint64 cost = STEPS_PER_TEST + STEPS_PER_CALL * tried + outcome->steps;

  for (guint i = 0; is_deep && i < AF_MAX_CALLS; i++)
    cost += STEPS_PER_CALL * outcome->turns[i];
  harvest->cost += cost;
  harvest->spent += af_outcome_is_costly (harvest->module, outcome) ? 0 : cost;
  if (outcome->kind == AF_OUTCOME_UNKNOWN)
    return;
  if (!is_deep) {
    add_coverage (harvest, script, outcome);
    af_schedule_note (&harvest->schedule, script, outcome);
    af_ends_note (harvest->schedule.repertoire, script, outcome);
    af_preconditions_note (&harvest->preconditions, script, outcome);
  }
  harvest->corpus->n_calls += made;
  harvest->corpus->n_invalid += tried > made ? tried - made : 0;
  if (outcome->kind == AF_OUTCOME_FAIL)
    add_failure (harvest, script, outcome, unit);
  else if (made > 0) {
    harvest->corpus->n_passing++;
    if (!is_deep && harvest->passing->len < LEARNT_SCRIPTS)
      g_ptr_array_add (harvest->passing, af_script_derive (script, outcome));
  }
}

static void add_units (Harvest *harvest, const AfUnit *units, guint n)
{
  for (guint i = 0; i < n; i++) {
    harvest->corpus->complete &= units[i].done && !units[i].is_cut;
    if (!units[i].done)
      continue;
    for (guint j = 0; j < units[i].scripts->len; j++)
      add_outcome (harvest, units[i].scripts->pdata[j], &units[i].outcomes[j], &units[i]);
  }
}

/* --- the plan --- */

static void report_progress (const Harvest *harvest, const AfTestgenOptions *options)
{
  guint n_branches = af_coverage_branch_count (harvest->coverage);
  AfTestgenProgress progress = {
    .calls = harvest->corpus->n_calls,
    .invalid = harvest->corpus->n_invalid,
    .routines = af_schedule_called (&harvest->schedule),
    .all_routines = harvest->schedule.targets->len,
    .branches = n_branches - af_coverage_open (harvest->coverage, NULL),
    .all_branches = n_branches,
    .failures = harvest->sightings->len,
    .worked = af_testgen_worked (options) - harvest->begun,
  };

  if (options->progress != NULL)
    options->progress (&progress, options->progress_data);
}

/* Tests in which calls are repeated, of the routines in turn.  They are no tests to vary, and what they cover does not
 * count: they are for what only the hundredth call shows. */
static void add_deep (Harvest *harvest, const AfUnitPlan *plan, GPtrArray *tests)
{
  const GPtrArray *targets = harvest->schedule.targets;

  for (guint i = 0; i < DEEP_PER_ROUND; i++, harvest->n_deep++) {
    guint64 seed = af_random_derive (plan->options->seed, "deep", harvest->n_deep);
    const AfCallable *target = targets->pdata[harvest->n_deep % targets->len];
    AfTest *test =
      af_schedule_is_due (&harvest->schedule, target) ? af_script_deep (plan->repertoire, seed, target) : NULL;

    if (test != NULL)
      g_ptr_array_add (tests, test);
  }
}

/* The next small tests of the routines in turn, smallest first. */
static GPtrArray *list_small (Harvest *harvest)
{
  g_autoptr (GPtrArray) tests = g_ptr_array_new_with_free_func ((GDestroyNotify)af_test_free);
  const GPtrArray *targets = harvest->schedule.targets;

  for (guint i = 0; i < targets->len && tests->len == 0; i++) {
    const AfCallable *target = targets->pdata[harvest->turn % targets->len];
    gpointer *enumeration = &harvest->enumerations->pdata[harvest->turn++ % targets->len];

    if (!af_schedule_is_due (&harvest->schedule, target))
      continue;
    if (*enumeration == NULL)
      *enumeration = af_enumeration_of (harvest->schedule.repertoire, target);
    while (tests->len < AF_UNIT_SIZE) {
      AfTest *test = af_enumeration_next (*enumeration);

      if (test == NULL)
        break;
      g_ptr_array_add (tests, test);
    }
  }
  return g_steal_pointer (&tests);
}

/* Whether one of the failures that came up since this was last asked is all that was wanted. */
static gboolean has_enough (Harvest *harvest, const AfTestgenOptions *options)
{
  gboolean enough = FALSE;

  for (; options->enough != NULL && harvest->n_asked < harvest->sightings->len; harvest->n_asked++)
    enough |=
      options->enough (((const AfSighting *)harvest->sightings->pdata[harvest->n_asked])->fault, options->enough_data);
  return enough;
}

/* What ran out of steps may just be long: a constructor that fills a large table, a contract that looks at all of it.
 * If such a test ends when it gets as many steps as in a replay, it shows nothing, and does not end the search.  Of a
 * test of one call nothing that needs the call was tested so far, and exploration goes on with more steps; what is long
 * after others (a text that is appended to itself twelve times) has been tested while it was short, and with more steps
 * it would grow for ever. */
static gboolean allow_long (Harvest *harvest, AfUnitPlan *plan, guint first, GError **error)
{
  AfBatchMode mode = { .module = harvest->module, .isolate = TRUE };

  for (guint i = first; i < harvest->sightings->len;) {
    AfSighting *sighting = harvest->sightings->pdata[i];
    g_autoptr (GPtrArray) tests = g_ptr_array_new ();
    AfOutcome outcome = { 0 };
    const AfTest *test = sighting->tests->len > 0 ? sighting->tests->pdata[0] : NULL;
    gboolean is_one = test != NULL && test->calls->len == 1;

    if (test == NULL || (!is_one && sighting->fault->clause->kind != AF_CLAUSE_HANG)) {
      i++;
      continue;
    }
    g_ptr_array_add (tests, sighting->tests->pdata[0]);
    if (!af_batch_run (plan->options->subjects[0], tests, &mode, &outcome, error))
      return FALSE;
    guint64 steps = outcome.kind == AF_OUTCOME_PASS ? outcome.steps : 0;
    af_outcome_clear (&outcome);
    if (steps <= plan->mode.step_budget) {
      i++;
      continue;
    }
    if (is_one) {
      plan->mode.deadline_ms = (guint)(EXPLORE_MS * LONG_FACTOR * (steps / EXPLORE_STEPS + 1));
      plan->mode.step_budget = LONG_FACTOR * steps;
    }
    g_ptr_array_remove_index (harvest->sightings, i);
  }
  return TRUE;
}

/* One round: what it aims at depends on what the rounds before have covered. */
static gboolean run_round (Harvest *harvest, AfUnitPlan *plan, guint first, guint n, GError **error)
{
  g_autoptr (GPtrArray) aims = af_schedule_aims (&harvest->schedule, harvest->coverage);
  g_autoptr (GPtrArray) listed = list_small (harvest);
  AfUnit *units;
  guint n_known;

  add_deep (harvest, plan, listed);
  plan->aims = aims;
  plan->listed = listed->len > 0 ? listed : NULL;
  units = af_units_run (plan, first, n, error);
  if (units == NULL)
    return FALSE;
  n += plan->listed != NULL ? 1 : 0;
  harvest->gain = harvest->news = harvest->depth = 0;
  n_known = harvest->sightings->len;
  add_units (harvest, units, n);
  harvest->n_quiet = harvest->depth > 0 ? 0 : harvest->n_quiet + 1;
  af_schedule_judge (&harvest->schedule);
  af_ends_judge (harvest->schedule.repertoire);
  af_preconditions_improve (&harvest->preconditions, &harvest->schedule);
  af_units_free (units, n);
  report_progress (harvest, plan->options);
  return allow_long (harvest, plan, n_known, error);
}

/* What an earlier run thought worth keeping comes first: where it got to, this one begins. */
static gboolean run_known (Harvest *harvest, AfUnitPlan *plan, GError **error)
{
  const GPtrArray *known = plan->options->known;

  for (guint i = 0; known != NULL && i < known->len && !af_testgen_late (plan->options); i += AF_UNIT_SIZE) {
    g_autoptr (GPtrArray) part = g_ptr_array_new_with_free_func ((GDestroyNotify)af_test_free);
    AfUnit *units;

    for (guint j = i; j < MIN (i + AF_UNIT_SIZE, known->len); j++)
      g_ptr_array_add (part, af_test_copy (known->pdata[j]));
    plan->listed = part;
    units = af_units_run (plan, 0, 0, error);
    plan->listed = NULL;
    if (units == NULL)
      return FALSE;
    add_units (harvest, units, 1);
    af_units_free (units, 1);
  }
  return TRUE;
}

/* Whether the budget of steps or of processor time is used up; the plan is then not complete. */
static gboolean is_used_up (Harvest *harvest, const AfTestgenOptions *options)
{
  if ((options->steps == 0 || harvest->cost < options->steps)
      && (options->work <= 0 || af_testgen_worked (options) < harvest->begun + options->work))
    return FALSE;
  harvest->corpus->complete = FALSE;
  return TRUE;
}

/* Until a fault is found; a reader of texts rarely stands behind its first one, and goes on while its texts get deeper.
 * Where nobody wrote a contract the first faults are mostly what callers must not do, and all goes on for longer. */
static gboolean is_worth_more (const Harvest *harvest)
{
  enum { QUIET_ROUNDS = 6, SHARE = 4 };
  gboolean is_stated = af_contracts_any (harvest->module);

  return harvest->sightings->len == harvest->n_settled
         || ((harvest->reads_text || !is_stated) && harvest->n_quiet < QUIET_ROUNDS
             && harvest->spent < STEPS_OF_PATIENCE / (is_stated ? SHARE : 1));
}

/* Further rounds, which look for no fault in particular: until one is found, for as long as patience lasts, and as long
 * again while each round still covers something.  A budget that ends them leaves the plan complete. */
static gboolean go_on (Harvest *harvest, AfUnitPlan *plan, GError **error)
{
  const AfTestgenOptions *options = plan->options;
  gboolean was_complete = harvest->corpus->complete, ok = TRUE;

  for (; ok && harvest->corpus->complete && is_worth_more (harvest); harvest->first += UNITS_PER_ROUND) {
    if ((harvest->spent >= STEPS_OF_PATIENCE && (harvest->news == 0 || harvest->spent >= 2 * STEPS_OF_PATIENCE))
        || is_used_up (harvest, options) || has_enough (harvest, options))
      break;
    ok = run_round (harvest, plan, harvest->first, UNITS_PER_ROUND, error);
  }
  harvest->corpus->complete = was_complete;
  return ok;
}

/* The planned rounds; and further ones, at most as many again, as long as each still comes to new places. */
static gboolean run_plan (Harvest *harvest, AfUnitPlan *plan, GError **error)
{
  guint effort = MAX (plan->options->effort, 1), first = 0;
  guint n_units = (af_schedule_scripts (&harvest->schedule) * effort + AF_UNIT_SIZE - 1) / AF_UNIT_SIZE;

  for (; first < 2 * n_units && harvest->corpus->complete; first += UNITS_PER_ROUND) {
    if (has_enough (harvest, plan->options) || is_used_up (harvest, plan->options))
      return TRUE;
    if ((first >= n_units && harvest->gain == 0)
        || af_schedule_is_spent (&harvest->schedule, harvest->cost / effort, harvest->corpus))
      break;
    if (!run_round (harvest, plan, first, first < n_units ? MIN (UNITS_PER_ROUND, n_units - first) : UNITS_PER_ROUND,
                    error))
      return FALSE;
  }
  harvest->first = first;
  return !plan->options->goes_on || go_on (harvest, plan, error);
}

/* What was seen is a fault when it is seen again alone.  Where none of it is, all goes on as if nothing had been seen.
 */
static gboolean settle (Harvest *harvest, AfUnitPlan *plan, GError **error)
{
  const AfTestgenOptions *options = plan->options;
  AfCorpus *corpus = harvest->corpus;
  GPtrArray *all = harvest->sightings;
  gboolean ok = TRUE, is_first = TRUE, goes_on = TRUE;
  for (; ok && (is_first || (goes_on && corpus->faults->len + corpus->undecided->len == 0)); is_first = FALSE) {
    af_testgen_until (options, options->deadline, options->cancel);
    ok = is_first || go_on (harvest, plan, error);
    af_ends_forgive (plan->repertoire, all);
    goes_on = all->len > harvest->n_settled && options->goes_on && corpus->complete;
    af_testgen_until (options, options->end, NULL);
    ok = ok && af_sightings_settle (plan->repertoire, options, all, harvest->n_settled, corpus, error);
    harvest->n_settled = all->len;
  }
  return ok;
}

AfCorpus *af_testgen_explore (const AfModule *module, const AfTestgenOptions *options, GError **error)
{
  g_autoptr (AfRepertoire) repertoire = af_repertoire_new (module);
  g_autoptr (GPtrArray) targets = af_schedule_targets (repertoire, options->only_routines);
  g_autoptr (AfCorpus) corpus = af_corpus_new ();
  g_autoptr (GPtrArray) sightings = g_ptr_array_new_with_free_func (af_sighting_free);
  g_autoptr (GPtrArray) passing = g_ptr_array_new_with_free_func ((GDestroyNotify)af_test_free);
  g_autoptr (AfPool) pool = af_pool_new ();
  g_autoptr (AfCoverage) coverage = af_coverage_new (module);
  g_autoptr (GPtrArray) enumerations = g_ptr_array_new_with_free_func ((GDestroyNotify)af_enumeration_free);
  Harvest harvest = { .module = module,
                      .corpus = corpus,
                      .sightings = sightings,
                      .passing = passing,
                      .only = options->only_routines != NULL ? targets : NULL,
                      .coverage = coverage,
                      .pool = pool,
                      .reads_text = af_text_is_read (repertoire) };
  AfUnitPlan plan = { .repertoire = repertoire, .options = options, .label = "explore", .pool = pool };
  gboolean ok;

  plan.mode = (AfBatchMode){ .module = module, .cover = TRUE, .step_budget = EXPLORE_STEPS, .deadline_ms = EXPLORE_MS };
  corpus->complete = TRUE;
  for (guint i = 0; i < repertoire->notices->len; i++)
    g_ptr_array_add (corpus->notices, g_strdup (repertoire->notices->pdata[i]));
  harvest.enumerations = enumerations;
  repertoire->is_exact = TRUE;
  g_ptr_array_set_size (enumerations, (gint)targets->len);
  af_schedule_init (&harvest.schedule, repertoire, targets, options->only_routines == NULL);
  af_preconditions_init (&harvest.preconditions, repertoire);
  harvest.begun = af_testgen_worked (options);
  af_testgen_until (options, options->deadline, options->cancel);
  ok = (targets->len == 0 || (run_known (&harvest, &plan, error) && run_plan (&harvest, &plan, error)))
       && settle (&harvest, &plan, error);
  corpus->worked = af_testgen_worked (options) - harvest.begun;
  corpus->steps = harvest.cost;
  af_schedule_uncalled (&harvest.schedule, coverage, harvest.only != NULL, corpus);
  af_schedule_clear (&harvest.schedule);
  af_preconditions_clear (&harvest.preconditions);
  af_coverage_branches (coverage, corpus->branches);
  if (!ok
      || (!options->is_rough && !af_testgen_is_cancelled (options)
          && !af_testgen_learn (options, passing, corpus->transitions, error)
          && !af_testgen_forgive_cancel (options, error)))
    return NULL;
  af_testgen_until (options, 0, NULL);
  af_pool_keep (pool, corpus);
  return g_steal_pointer (&corpus);
}

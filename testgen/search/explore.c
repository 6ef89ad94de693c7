/* Exploration: tests the whole module and finds its faults.
 *
 * In:  a module with clauses, running subjects, a seed.
 * Out: an AfCorpus: faults in the order of discovery, each confirmed and with a small test; how the objects' abstract
 *      states change (transitions), learnt from calls that kept their contracts.
 *
 * The plan is a number of scripts for each routine, in rounds of units.  After a round, failures are merged in the
 * order of the scripts, so that the result depends on the seed alone: one sighting for each (routine, location, clause).
 * Settling a sighting reruns its tests alone in a process, shortest first, and minimises the first one that shows the
 * fault again.  What never does is no fault.  A test that runs out of steps may just be long (an object of a million
 * elements): it must run out of two hundred times as many, too, and not merely of time.  When it fails in another way before
 * that (recursion without end uses the stack up), that failure is the fault. */
#include "testgen/testgen-internal.h"
#include "util/interrupt.h"
#include "util/jobs.h"

enum { SCRIPTS_PER_ROUTINE = 300, UNITS_PER_ROUND = 32, LEARNT_SCRIPTS = 1000, EXPLORE_STEPS = 100000, EXPLORE_MS = 100 };

static void test_free (gpointer test)
{
  af_test_free (test);
}

/* --- sightings --- */

enum { KEPT_TESTS = 4, PATIENCE_MS = 5000, PATIENT_STEPS = 20000000, TRIAL_STEPS = 50000, TRIAL_MS = 20 };

/* What was found out about failures with the same routine, location and clause. */
typedef struct {
  AfFault *fault;
  GPtrArray *tests;             /* of AfTest: derived failing tests, the shortest few */
  gint64 seen_at;               /* when the unit had run in which it was first seen */
  gboolean holds;               /* confirmed by replay */
  gboolean is_slow;             /* a hang that ran out of time before it ran out of steps: not known to be one */
} Sighting;

static AfFault *fault_of (const AfModule *module, const AfOutcome *outcome)
{
  return af_fault_new (module, module->routines->pdata[outcome->routine], outcome->location < 0 ? 1 : (guint)outcome->location,
                       module->clauses->pdata[outcome->clause]);
}

static Sighting *sighting_new (const AfModule *module, const AfOutcome *outcome)
{
  Sighting *sighting = g_new0 (Sighting, 1);

  sighting->fault = fault_of (module, outcome);
  sighting->tests = g_ptr_array_new_with_free_func (test_free);
  return sighting;
}

static void sighting_free (gpointer data)
{
  Sighting *sighting = data;

  if (sighting == NULL)
    return;
  af_fault_free (sighting->fault);
  g_ptr_array_unref (sighting->tests);
  g_free (sighting);
}

/* Takes @test over and keeps it if it is among the shortest. */
static void sighting_add (Sighting *sighting, AfTest *test)
{
  guint place = 0;

  while (place < sighting->tests->len && ((AfTest *)sighting->tests->pdata[place])->calls->len <= test->calls->len)
    place++;
  g_ptr_array_insert (sighting->tests, (int)place, test);
  if (sighting->tests->len > KEPT_TESTS)
    g_ptr_array_remove_index (sighting->tests, KEPT_TESTS);
}

gboolean af_sighting_is (const AfFault *fault, const AfOutcome *outcome)
{
  if (outcome->kind != AF_OUTCOME_FAIL)
    return FALSE;
  if (fault->clause->kind == AF_CLAUSE_HANG)
    return outcome->clause == fault->clause->id && outcome->routine == (int)fault->routine->id;
  return af_fault_is (fault, outcome);
}

/* The fault shows in the last call, and no call was left out: the test is in its final form. */
static gboolean shows_fault (const AfFault *fault, const AfTest *test, const AfOutcome *outcome)
{
  guint last = test->calls->len - 1;

  if (!af_sighting_is (fault, outcome) || outcome->failing_call != last)
    return FALSE;
  for (guint i = 0; i < last; i++)
    if (!af_outcome_made (outcome, i))
      return FALSE;
  return TRUE;
}

typedef struct {
  const AfFault *fault;
  const AfModule *module;
  AfSubject *subject;
} SettleData;

static gboolean fault_oracle (const GPtrArray *trials, gboolean *shows, gpointer user_data, GError **error)
{
  SettleData *data = user_data;
  AfBatchMode mode = { .module = data->module };
  AfOutcome *outcomes = g_new0 (AfOutcome, trials->len + 1);
  gboolean ok;

  if (data->fault->clause->kind == AF_CLAUSE_HANG)
    mode.step_budget = TRIAL_STEPS, mode.deadline_ms = TRIAL_MS;
  ok = af_batch_run (data->subject, trials, &mode, outcomes, error);
  for (guint i = 0; i < trials->len && ok; i++)
    shows[i] = shows_fault (data->fault, trials->pdata[i], &outcomes[i]);
  af_outcomes_free (outcomes, trials->len);
  return ok;
}

/* Runs @test alone; on a repeated failure *@outcome is filled and *@shows set. */
static gboolean replay (const SettleData *data, AfTest *test, gboolean patiently, gboolean *shows, AfOutcome *outcome,
                        GError **error)
{
  g_autoptr (GPtrArray) tests = g_ptr_array_new ();
  AfBatchMode mode = { .module = data->module, .isolate = TRUE, .reach = TRUE, .observe = TRUE };

  if (patiently) {
    mode.step_budget = PATIENT_STEPS;
    mode.deadline_ms = PATIENCE_MS;
  }
  g_ptr_array_add (tests, test);
  *shows = FALSE;
  if (!af_batch_run (data->subject, tests, &mode, outcome, error))
    return FALSE;
  *shows = shows_fault (data->fault, test, outcome);
  return TRUE;
}

/* Takes @test as the fault's if it shows it again. */
static gboolean confirm (Sighting *sighting, const SettleData *data, AfTest *test, GError **error)
{
  AfOutcome outcome = { 0 };
  gboolean shows = FALSE;

  if (!replay (data, test, sighting->fault->clause->kind == AF_CLAUSE_HANG, &shows, &outcome, error))
    return FALSE;
  if (!shows) {
    af_outcome_clear (&outcome);
    return TRUE;
  }
  sighting->holds = TRUE;
  sighting->is_slow = sighting->fault->clause->kind == AF_CLAUSE_HANG && outcome.steps < PATIENT_STEPS;
  af_test_free (sighting->fault->test);
  sighting->fault->test = af_test_copy (test);
  af_outcome_clear (&sighting->fault->outcome);
  sighting->fault->outcome = outcome;
  sighting->fault->undefined = outcome.undefined;
  return TRUE;
}

/* A test of what seemed to be a hang, run patiently: the failure it comes to, if it is another one, takes the hang's place. */
static gboolean look_further (Sighting *sighting, const SettleData *data, GError **error)
{
  AfOutcome outcome = { 0 };
  gboolean shows = FALSE;
  AfTest *test = sighting->tests->pdata[0];

  if (!replay (data, test, TRUE, &shows, &outcome, error))
    return FALSE;
  if (!shows && outcome.kind == AF_OUTCOME_FAIL && outcome.routine >= 0 && outcome.failing_call + 1 == test->calls->len) {
    af_fault_free (sighting->fault);
    sighting->fault = fault_of (data->module, &outcome);
  }
  af_outcome_clear (&outcome);
  return TRUE;
}

/* Confirms by isolated replay and minimises; sets holds, fault->test and fault->outcome. */
static gboolean sighting_settle (Sighting *sighting, const AfRepertoire *repertoire, AfSubject *subject, GError **error)
{
  SettleData data = { sighting->fault, repertoire->module, subject };

  if (sighting->fault->clause->kind == AF_CLAUSE_HANG && !look_further (sighting, &data, error))
    return FALSE;
  data.fault = sighting->fault;
  for (guint i = 0; i < sighting->tests->len && !sighting->holds && !sighting->is_slow; i++) {
    g_autoptr (AfTest) smallest = NULL;

    if (!confirm (sighting, &data, sighting->tests->pdata[i], error))
      return FALSE;
    if (!sighting->holds)
      continue;
    smallest = af_minimize (repertoire, sighting->tests->pdata[i], fault_oracle, &data, error);
    if (smallest == NULL)
      return FALSE;
    if (!af_test_equal (smallest, sighting->fault->test) && !confirm (sighting, &data, smallest, error))
      return FALSE;
    if (sighting->is_slow)
      sighting->holds = FALSE;
  }
  return TRUE;
}

/* --- the plan --- */

/* What exploration has gathered so far. */
typedef struct {
  const AfModule *module;
  AfCorpus *corpus;
  GPtrArray *sightings;         /* of Sighting */
  GPtrArray *passing;           /* of AfTest: scripts to learn transitions from */
  const GPtrArray *only;        /* of AfCallable: failures of other calls are not asked for; null: all */
} Harvest;

static gboolean is_asked_for (const Harvest *harvest, const AfTest *script, const AfOutcome *outcome)
{
  const AfCall *call = outcome->failing_call < script->calls->len ? script->calls->pdata[outcome->failing_call] : NULL;

  for (guint i = 0; harvest->only != NULL && call != NULL && i < harvest->only->len; i++)
    if (((const AfCallable *)harvest->only->pdata[i])->thunk == call->thunk)
      return TRUE;
  return harvest->only == NULL || call == NULL;
}

static void add_failure (Harvest *harvest, const AfTest *script, const AfOutcome *outcome, gint64 seen_at)
{
  Sighting *sighting = NULL;

  harvest->corpus->n_failing++;
  if (outcome->routine < 0 || (guint)outcome->routine >= harvest->module->routines->len
      || outcome->clause >= harvest->module->clauses->len || !is_asked_for (harvest, script, outcome))
    return;
  for (guint i = 0; i < harvest->sightings->len && sighting == NULL; i++) {
    Sighting *known = harvest->sightings->pdata[i];

    if (af_sighting_is (known->fault, outcome))
      sighting = known;
  }
  if (sighting == NULL) {
    sighting = sighting_new (harvest->module, outcome);
    sighting->seen_at = seen_at;
    g_ptr_array_add (harvest->sightings, sighting);
  }
  sighting->seen_at = MIN (sighting->seen_at, seen_at);
  sighting_add (sighting, af_script_derive (script, outcome));
}

static void add_outcome (Harvest *harvest, const AfTest *script, const AfOutcome *outcome, gint64 seen_at)
{
  guint made = af_outcome_calls (outcome);
  guint tried = outcome->kind == AF_OUTCOME_FAIL ? MIN (outcome->failing_call + 1, script->calls->len) : script->calls->len;

  if (outcome->kind == AF_OUTCOME_UNKNOWN)
    return;
  harvest->corpus->n_calls += made;
  harvest->corpus->n_invalid += tried > made ? tried - made : 0;
  if (outcome->kind == AF_OUTCOME_FAIL)
    add_failure (harvest, script, outcome, seen_at);
  else if (made > 0) {
    harvest->corpus->n_passing++;
    if (harvest->passing->len < LEARNT_SCRIPTS)
      g_ptr_array_add (harvest->passing, af_script_derive (script, outcome));
  }
}

static void add_units (Harvest *harvest, const AfUnit *units, guint n)
{
  for (guint i = 0; i < n; i++) {
    if (!units[i].done) {
      harvest->corpus->complete = FALSE;
      continue;
    }
    for (guint j = 0; j < units[i].scripts->len; j++)
      add_outcome (harvest, units[i].scripts->pdata[j], &units[i].outcomes[j], units[i].done_at);
  }
}

/* The routines to aim at, and a random walk for every eighth of them. */
static GPtrArray *list_aims (const AfRepertoire *repertoire, const char *only)
{
  GPtrArray *aims = g_ptr_array_new ();
  const AfRoutine *routine = only != NULL ? af_module_routine (repertoire->module, only) : NULL;

  if (only != NULL)
    return routine != NULL ? (g_ptr_array_unref (aims), af_repertoire_reaching (repertoire, routine)) : aims;
  for (guint i = 0; i < repertoire->targets->len; i++) {
    g_ptr_array_add (aims, repertoire->targets->pdata[i]);
    if (i % 8 == 7)
      g_ptr_array_add (aims, NULL);
  }
  return aims;
}

static gboolean run_plan (Harvest *harvest, const AfUnitPlan *plan, GError **error)
{
  guint n_scripts = plan->aims->len * SCRIPTS_PER_ROUTINE * MAX (plan->options->effort, 1);
  guint n_units = (n_scripts + AF_UNIT_SIZE - 1) / AF_UNIT_SIZE;

  for (guint first = 0; first < n_units && harvest->corpus->complete; first += UNITS_PER_ROUND) {
    guint n = MIN (UNITS_PER_ROUND, n_units - first);
    AfUnit *units = af_units_run (plan, first, n, error);

    if (units == NULL)
      return FALSE;
    add_units (harvest, units, n);
    af_units_free (units, n);
  }
  return TRUE;
}

/* --- settling --- */

typedef struct {
  const AfRepertoire *repertoire;
  const AfTestgenOptions *options;
  GPtrArray *sightings;
} SettleJob;

static gboolean settle (guint index, guint worker, gpointer data, GError **error)
{
  SettleJob *job = data;

  if (af_interrupted (job->options->cancel, error))
    return FALSE;
  return sighting_settle (job->sightings->pdata[index], job->repertoire, job->options->subjects[worker], error);
}

static gboolean has_id (const AfCorpus *corpus, const char *id)
{
  for (guint i = 0; i < corpus->faults->len; i++)
    if (g_strcmp0 (((AfFault *)corpus->faults->pdata[i])->id, id) == 0)
      return TRUE;
  return FALSE;
}

/* A further location with the same clause gets "-2", "-3", ... */
static void make_id_unique (const AfCorpus *corpus, AfFault *fault)
{
  g_autofree char *base = g_strdup (fault->id);

  for (guint i = 2; has_id (corpus, fault->id); i++) {
    g_free (fault->id);
    fault->id = g_strdup_printf ("%s-%u", base, i);
  }
}

/* A hang that turned out to be another failure may be known already. */
static gboolean is_known (const AfCorpus *corpus, const AfFault *fault)
{
  for (guint i = 0; i < corpus->faults->len; i++)
    if (af_fault_is (corpus->faults->pdata[i], &fault->outcome))
      return TRUE;
  return FALSE;
}

static gboolean settle_all (Harvest *harvest, const AfRepertoire *repertoire, const AfTestgenOptions *options, GError **error)
{
  SettleJob job = { repertoire, options, harvest->sightings };

  if (!af_jobs_map (harvest->sightings->len, options->jobs, settle, &job, error))
    return FALSE;
  for (guint i = 0; i < harvest->sightings->len; i++) {
    Sighting *sighting = harvest->sightings->pdata[i];
    g_autofree char *title = NULL;

    if (sighting->holds && is_known (harvest->corpus, sighting->fault))
      continue;
    if (sighting->holds) {
      make_id_unique (harvest->corpus, sighting->fault);
      sighting->fault->found_at = sighting->seen_at;
      g_ptr_array_add (harvest->corpus->faults, g_steal_pointer (&sighting->fault));
      continue;
    }
    if (sighting->fault->clause->kind == AF_CLAUSE_HANG && !sighting->is_slow)
      continue;                 /* it was only long */
    title = af_fault_title (harvest->module, sighting->fault);
    g_ptr_array_add (harvest->corpus->notices,
                     g_strconcat (sighting->is_slow ? "undecided, may just be slow: " : "dropped, not seen again when replayed: ",
                                  title, NULL));
  }
  return TRUE;
}

static gboolean learn (Harvest *harvest, const AfTestgenOptions *options, GError **error)
{
  AfRunRequest request = { .n = harvest->passing->len };
  AfOutcome *outcomes = g_new0 (AfOutcome, harvest->passing->len + 1);
  gboolean ok = TRUE;

  request.isolate = harvest->module->has_globals;
  if (request.n > 0)
    ok = af_subject_load (options->subjects[0], harvest->passing, error)
         && af_subject_learn (options->subjects[0], &request, outcomes, harvest->corpus->transitions, error);
  af_outcomes_free (outcomes, harvest->passing->len);
  return ok;
}

static void add_notices (AfCorpus *corpus, const AfRepertoire *repertoire)
{
  for (guint i = 0; i < repertoire->notices->len; i++)
    g_ptr_array_add (corpus->notices, g_strdup (repertoire->notices->pdata[i]));
}

AfCorpus *af_testgen_explore (const AfModule *module, const AfTestgenOptions *options, GError **error)
{
  g_autoptr (AfRepertoire) repertoire = af_repertoire_new (module);
  g_autoptr (GPtrArray) aims = list_aims (repertoire, options->only_routine);
  g_autoptr (AfCorpus) corpus = af_corpus_new ();
  g_autoptr (GPtrArray) sightings = g_ptr_array_new_with_free_func (sighting_free);
  g_autoptr (GPtrArray) passing = g_ptr_array_new_with_free_func (test_free);
  Harvest harvest = { module, corpus, sightings, passing, options->only_routine != NULL ? aims : NULL };
  AfUnitPlan plan = { .repertoire = repertoire, .options = options, .label = "explore", .aims = aims };

  plan.mode.module = module;
  plan.mode.step_budget = EXPLORE_STEPS;
  plan.mode.deadline_ms = EXPLORE_MS;
  corpus->complete = TRUE;
  add_notices (corpus, repertoire);
  if (aims->len > 0 && !run_plan (&harvest, &plan, error))
    return NULL;
  if (!settle_all (&harvest, repertoire, options, error) || !learn (&harvest, options, error))
    return NULL;
  return g_steal_pointer (&corpus);
}

/* Focus: many tests for one fault, passing and failing; and held-out ones that nobody has seen.
 *
 * In:  a fault with its smallest failing test.
 * Out: F, tests that fail with exactly this fault, and P, tests that pass and reach the fault's routine in their last
 * call; the raw material of localisation and validation.
 *
 * Scripts aim at the routine itself or, where no test can call it, at the public routines that reach it; a routine that
 * the smallest failing test calls comes first.  From the second round on every other script varies a test that came to
 * something new or that failed: near misses of failing tests say most about what makes them fail.  Variety counts:
 * tests that observe the same and take the same steps are kept a few times only, tests that call the routine in the
 * same states many times only. */
#include "testgen/testgen-internal.h"

enum {
  MAX_SCRIPTS = 4096,
  UNITS_PER_ROUND = 4,
  PER_SIGNATURE = 8,
  PER_STATES = 40,
  FOCUS_STEPS = 200000,
  FOCUS_MS = 100
};

/* --- what to aim at --- */

/* Marks @routine and what it can call, directly or not. */
static void mark_callees (const AfModule *module, const AfRoutine *routine, gboolean *marked)
{
  if (marked[routine->id])
    return;
  marked[routine->id] = TRUE;
  for (guint i = 0; i < routine->callees->len; i++) {
    const AfRoutine *callee = af_module_routine (module, routine->callees->pdata[i]);

    if (callee != NULL)
      mark_callees (module, callee, marked);
  }
}

GPtrArray *af_repertoire_reaching (const AfRepertoire *repertoire, const AfRoutine *routine)
{
  GPtrArray *reaching = g_ptr_array_new ();
  guint n = repertoire->module->routines->len;

  for (guint i = 0; i < repertoire->targets->len; i++) {
    AfCallable *target = repertoire->targets->pdata[i];
    g_autofree gboolean *marked = g_new0 (gboolean, n);

    mark_callees (repertoire->module, target->routine, marked);
    if (target->routine == routine)
      g_ptr_array_insert (reaching, 0, target);
    else if (marked[routine->id])
      g_ptr_array_add (reaching, target);
  }
  return reaching;
}

/* --- collecting --- */

typedef struct {
  const AfModule *module;
  const AfRepertoire *repertoire;
  AfFault *fault;
  guint max_failing, max_passing;
  GHashTable *seen;       /* set of AfTest, owned by the fault */
  GHashTable *signatures; /* of guint64 -> count */
  AfCoverage *coverage;
  AfPool *pool;
} Focus;

static guint hash_test (gconstpointer test)
{
  return af_test_hash (test);
}

static gboolean equal_tests (gconstpointer a, gconstpointer b)
{
  return af_test_equal (a, b);
}

static gboolean reaches (const AfOutcome *outcome, guint routine)
{
  for (guint i = 0; outcome->reached != NULL && i < outcome->reached->len; i++)
    if (g_array_index (outcome->reached, guint, i) == routine)
      return TRUE;
  return FALSE;
}

static guint count_of (const Focus *focus, guint64 signature)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (focus->signatures, &signature));
}

static void count_one (Focus *focus, guint64 signature)
{
  g_hash_table_insert (focus->signatures, g_memdup2 (&signature, sizeof signature),
                       GUINT_TO_POINTER (count_of (focus, signature) + 1));
}

/* The set of abstract states that the test called routines in, whatever their order. */
static guint64 states_of (const AfOutcome *outcome)
{
  guint64 sum = 0;

  for (guint i = 0; outcome->covered != NULL && i < outcome->covered->len; i++) {
    guint32 mark = g_array_index (outcome->covered, guint32, i);

    if (AF_MARK_IS_STATE (mark))
      sum += af_random_derive (mark, "state", 0);
  }
  return sum;
}

/* Whether tests like this one are still wanted. */
static gboolean is_news (Focus *focus, const AfOutcome *outcome)
{
  const char *label = outcome->kind == AF_OUTCOME_FAIL ? "fail" : "pass";
  guint64 signature = af_random_derive (outcome->observation, label, outcome->steps);
  guint64 states = af_random_derive (states_of (outcome), label, 0);

  guint *n_states = outcome->kind == AF_OUTCOME_FAIL ? &focus->fault->failing_states : &focus->fault->passing_states;

  if (count_of (focus, signature) >= PER_SIGNATURE || count_of (focus, states) >= PER_STATES)
    return FALSE;
  *n_states += count_of (focus, states) == 0;
  count_one (focus, signature);
  count_one (focus, states);
  return TRUE;
}

/* Whether the test was kept. */
static gboolean keep (Focus *focus, GPtrArray *tests, guint limit, const AfTest *script, const AfOutcome *outcome)
{
  g_autoptr (AfTest) test = NULL;

  if (tests->len >= limit)
    return FALSE;
  test = af_script_derive (script, outcome);
  if (test->calls->len == 0 || g_hash_table_contains (focus->seen, test)
      || !af_script_is_set_up (focus->repertoire, test) || !is_news (focus, outcome))
    return FALSE;
  g_hash_table_add (focus->seen, test);
  g_ptr_array_add (tests, g_steal_pointer (&test));
  return TRUE;
}

/* What leads up to a failure is as good a beginning as any that passed. */
static void add_without_end (Focus *focus, const AfTest *failing)
{
  g_autofree gboolean *keep = g_new (gboolean, failing->calls->len);

  for (guint i = 0; i < failing->calls->len; i++)
    keep[i] = i + 1 < failing->calls->len;
  af_pool_add (focus->pool, af_test_project (failing, keep), (AfNews){ .steps = 1 }, NULL);
}

static void add_outcome (Focus *focus, const AfTest *script, const AfOutcome *outcome)
{
  AfFault *fault = focus->fault;
  guint last = script->calls->len - 1;
  AfNews news = af_coverage_add (focus->coverage, outcome->covered);

  if (outcome->kind != AF_OUTCOME_FAIL && news.steps + news.states > 0)
    af_pool_add (focus->pool, af_script_derive (script, outcome), news, outcome->compared);
  switch (outcome->kind) {
  case AF_OUTCOME_FAIL:
    if (af_sighting_is (fault, outcome) && !af_gap_is_shown (focus->repertoire->module, script, outcome, NULL)) {
      if (keep (focus, fault->failing, focus->max_failing, script, outcome))
        add_without_end (focus, fault->failing->pdata[fault->failing->len - 1]);
    } else
      fault->n_other++;
    break;
  case AF_OUTCOME_PASS:
    if (af_outcome_made (outcome, last) && reaches (outcome, fault->routine->id)) {
      if (keep (focus, fault->passing, focus->max_passing, script, outcome))
        fault->most_steps = MAX (fault->most_steps, outcome->steps);
    } else {
      fault->n_other++;
    }
    break;
  case AF_OUTCOME_INVALID:
  case AF_OUTCOME_UNKNOWN:
    fault->n_other++;
    break;
  }
}

static gboolean is_full (const Focus *focus)
{
  return focus->fault->failing->len >= focus->max_failing && focus->fault->passing->len >= focus->max_passing;
}

static gboolean run_plan (Focus *focus, const AfUnitPlan *plan, GError **error)
{
  guint n_units = MAX_SCRIPTS / AF_UNIT_SIZE * MAX (plan->options->effort, 1);

  for (guint first = 0; first < n_units && !is_full (focus); first += UNITS_PER_ROUND) {
    AfUnit *units = af_units_run (plan, first, UNITS_PER_ROUND, error);

    if (units == NULL)
      return FALSE;
    if (af_testgen_late (plan->options))
      n_units = 0;
    for (guint i = 0; i < UNITS_PER_ROUND; i++)
      for (guint j = 0; units[i].done && j < units[i].scripts->len; j++)
        add_outcome (focus, units[i].scripts->pdata[j], &units[i].outcomes[j]);
    af_units_free (units, UNITS_PER_ROUND);
  }
  return TRUE;
}

/* The routine that the smallest test calls gets every second script, all that reach the fault's routine share the
 * others. */
static GPtrArray *list_aims (const AfRepertoire *repertoire, const AfFault *fault)
{
  g_autoptr (GPtrArray) reaching = af_repertoire_reaching (repertoire, fault->routine);
  GPtrArray *aims = g_ptr_array_new ();
  const AfCallable *called =
    fault->test != NULL ? af_repertoire_callable (repertoire, af_test_target (fault->test)) : NULL;

  for (guint i = 0; i < reaching->len; i++) {
    g_ptr_array_add (aims, reaching->pdata[i]);
    if (called != NULL && reaching->len > 1)
      g_ptr_array_add (aims, (gpointer)called);
  }
  if (aims->len == 0 && called != NULL)
    g_ptr_array_add (aims, (gpointer)called);
  return aims;
}

gboolean af_testgen_focus (const AfModule *module, AfFault *fault, guint max_failing, guint max_passing,
                           const AfTestgenOptions *options, GError **error)
{
  g_autoptr (AfRepertoire) repertoire = af_repertoire_new (module);
  g_autoptr (GPtrArray) aims = list_aims (repertoire, fault);
  g_autoptr (GHashTable) seen = g_hash_table_new (hash_test, equal_tests);
  g_autoptr (GHashTable) signatures = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (AfCoverage) coverage = af_coverage_new (module);
  g_autoptr (AfPool) pool = af_pool_new ();
  Focus focus = { module, repertoire, fault, max_failing, max_passing, seen, signatures, coverage, pool };
  AfUnitPlan plan = { .repertoire = repertoire, .options = options, .label = "focus", .aims = aims, .pool = pool };
  g_autofree char *label = g_strconcat ("focus ", fault->id, NULL);

  plan.label = label;
  plan.mode = (AfBatchMode){
    .module = module, .reach = TRUE, .observe = TRUE, .cover = TRUE, .step_budget = FOCUS_STEPS, .deadline_ms = FOCUS_MS
  };
  if (fault->test != NULL && fault->failing->len < max_failing) {
    AfTest *first = af_test_copy (fault->test);

    g_ptr_array_add (fault->failing, first);
    g_hash_table_add (seen, first);
    add_without_end (&focus, first);
  }
  af_preconditions_prepare (aims);
  af_testgen_until (options, options->deadline, NULL);
  gboolean ok = aims->len == 0 || run_plan (&focus, &plan, error);
  af_testgen_until (options, 0, NULL);
  return ok;
}

GPtrArray *af_testgen_held_out (const AfModule *module, const AfRoutine *routine, guint n, guint64 seed)
{
  g_autoptr (AfRepertoire) repertoire = af_repertoire_new (module);
  g_autoptr (GPtrArray) aims = af_repertoire_reaching (repertoire, routine);
  /* the label is part of the seed: another word would give other tests */
  g_autofree char *label = g_strconcat ("fresh ", routine->name, NULL);
  GPtrArray *tests = g_ptr_array_new_with_free_func ((GDestroyNotify)af_test_free);

  for (guint i = 0; i < n && aims->len > 0; i++) {
    AfTest *test = af_script_new (repertoire, af_random_derive (seed, label, i), aims->pdata[i % aims->len]);

    if (test != NULL)
      g_ptr_array_add (tests, test);
  }
  return tests;
}

GPtrArray *af_testgen_near (const AfModule *module, const AfRoutine *routine, const GPtrArray *failing, guint n,
                            guint64 seed)
{
  g_autoptr (AfRepertoire) repertoire = af_repertoire_new (module);
  g_autoptr (GPtrArray) aims = af_repertoire_reaching (repertoire, routine);
  g_autoptr (AfPool) pool = af_pool_new ();
  GPtrArray *tests = g_ptr_array_new_with_free_func ((GDestroyNotify)af_test_free);

  for (guint i = 0; i < failing->len; i++)
    af_pool_add (pool, af_test_copy (failing->pdata[i]), (AfNews){ .steps = 1 }, NULL);
  for (guint i = 0; i < n && aims->len > 0 && failing->len > 0; i++) {
    AfTest *test = af_script_near (repertoire, af_random_derive (seed, "near", i), pool, aims->pdata[i % aims->len]);

    if (test != NULL)
      g_ptr_array_add (tests, test);
  }
  return tests;
}

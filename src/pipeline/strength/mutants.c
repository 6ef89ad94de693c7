/* Changes of a module's own code, and tests to show them.
 *
 * In:  a module that is read.   Out: one binary with all changes behind a switch, and tests that the unchanged module
 * passes.
 *
 * The changes are those of the operators that repair (operators/operators.def), made of code that is right: what they
 * undo in faulty code, they do here.  Only changes of the text in place count (another operand, operator, constant or
 * order, a statement left out): guards and new statements are how people repair, and seldom how they err. */
#include "pipeline/strength/strength-internal.h"

#include "testgen/enumerate.h"
#include "util/random.h"
#include "weave/driver.h"

#define PER_ROUTINE 30    /* mutants */
#define DRAFTED 300       /* candidates among which they are looked for */
#define MOST_TESTS 1500   /* of the module */
#define ROUTINE_TESTS 150 /* of a routine, at most */
#define LEAST_TESTS 30
#define SCRIPTS 20 /* random ones made for each test that is kept */
#define SMALL 10   /* the same of the enumerated ones */

static void mutant_free (gpointer data)
{
  AfMutant *mutant = data;
  g_clear_pointer (&mutant->test, af_test_free);
  g_free (mutant->violated);
  g_free (mutant->with);
  g_free (mutant->without);
  g_free (mutant);
}

AfStrength *af_strength_new (void)
{
  AfStrength *strength = g_new0 (AfStrength, 1);
  strength->per_routine = PER_ROUTINE;
  strength->most_tests = MOST_TESTS;
  strength->statics = g_ptr_array_new_with_free_func ((GDestroyNotify)af_static_free);
  strength->mutants = g_ptr_array_new_with_free_func (mutant_free);
  strength->tests = g_ptr_array_new_with_free_func ((GDestroyNotify)af_test_free);
  strength->firsts = g_array_new (FALSE, FALSE, sizeof (guint));
  return strength;
}

void af_strength_free (AfStrength *strength)
{
  if (!strength)
    return;
  g_ptr_array_unref (strength->mutants);
  g_ptr_array_unref (strength->statics);
  g_ptr_array_unref (strength->tests);
  g_array_unref (strength->firsts);
  g_free (strength);
}

/* --- changes --- */

/* An invariant is a contract itself. */
static gboolean is_changed (const AfRun *run, const AfRoutine *routine)
{
  return routine->is_read && !routine->skipped && !routine->is_variadic && !routine->invariant_of
         && !g_str_equal (routine->name, "main")
         && (!run->only || g_strv_contains ((const char *const *)run->only, routine->name));
}

static gboolean is_mutation (const AfCandidate *candidate)
{
  const AfAction *action = candidate->action;
  return action && !af_schema_row (candidate->schema)->tests && !af_action_has (action, AF_ANGELIC)
         && (action->kind == AF_ACTION_REPLACE || action->kind == AF_ACTION_MOVE || action->kind == AF_ACTION_REWRITE);
}

static void add_mutants_of (AfStrength *strength, const AfModule *module, const AfRoutine *routine)
{
  const AfStaticLimits limits = { .max_snapshots = DRAFTED, .max_per_snapshot = DRAFTED, .max_candidates = DRAFTED };
  AfStatic *made = af_synthesize_static (module, routine, &limits);
  guint n = 0;
  g_ptr_array_add (strength->statics, made);
  for (guint i = 0; i < made->candidates->len && n < strength->per_routine; i++) {
    AfCandidate *candidate = made->candidates->pdata[i];
    if (!is_mutation (candidate))
      continue;
    AfMutant *mutant = g_new0 (AfMutant, 1);
    candidate->id = strength->mutants->len + 1;
    mutant->candidate = candidate;
    mutant->fate = AF_FATE_UNDECIDED;
    g_ptr_array_add (strength->mutants, mutant);
    n++;
  }
}

static GPtrArray *candidates_of (const AfStrength *strength)
{
  GPtrArray *candidates = g_ptr_array_new ();
  for (guint i = 0; i < strength->mutants->len; i++)
    g_ptr_array_add (candidates, (gpointer)((const AfMutant *)strength->mutants->pdata[i])->candidate);
  return candidates;
}

gboolean af_strength_make (AfStrength *strength, AfRun *run, GError **error)
{
  af_run_stage (run, "mutate", NULL);
  for (guint i = 0; i < run->module->routines->len; i++) {
    const AfRoutine *routine = run->module->routines->pdata[i];
    if (is_changed (run, routine))
      add_mutants_of (strength, run->module, routine);
  }
  g_autoptr (GPtrArray) candidates = candidates_of (strength);
  g_autoptr (GHashTable) dropped = g_hash_table_new (NULL, NULL);
  AfWeavePlan plan = { .candidates = candidates };
  af_run_stage (run, "build", NULL);
  run->build =
    af_subject_build (&run->config, run->module, candidates->len > 0 ? &plan : NULL, AF_BUILD_FAST, dropped, error);
  for (guint i = strength->mutants->len; i-- > 0;)
    if (g_hash_table_contains (dropped,
                               GUINT_TO_POINTER (((const AfMutant *)strength->mutants->pdata[i])->candidate->id)))
      g_ptr_array_remove_index (strength->mutants, i);
  return run->build && af_run_start_subjects (run, error);
}

/* --- tests --- */

/* Adds up to @n of @scripts that the unchanged module passes. */
static gboolean add_passing (AfStrength *strength, AfRun *run, const GPtrArray *scripts, guint n, GError **error)
{
  AfSubject *subject = run->subjects->pdata[0];
  g_autoptr (GArray) outcomes = af_outcomes_new (scripts->len);
  /* one that takes longer decides nothing about a change, either */
  AfRunRequest request = { .n = scripts->len, .step_budget = AF_STRENGTH_STEPS, .deadline_ms = AF_STRENGTH_MS };
  if (scripts->len == 0)
    return TRUE;
  if (!af_subject_load (subject, scripts, error)
      || !af_subject_run (subject, &request, (AfOutcome *)(gpointer)outcomes->data, error))
    return FALSE;
  for (guint i = 0; i < scripts->len && n > 0; i++) {
    if (g_array_index (outcomes, AfOutcome, i).kind != AF_OUTCOME_PASS)
      continue;
    g_ptr_array_add (strength->tests, af_test_copy (scripts->pdata[i]));
    n--;
  }
  return TRUE;
}

static gboolean draw_for (AfStrength *strength, AfRun *run, const AfRoutine *routine, guint n, GError **error)
{
  g_autoptr (GPtrArray) small = g_ptr_array_new_with_free_func ((GDestroyNotify)af_test_free);
  g_autoptr (AfEnumeration) all = af_enumeration_new (run->module, routine);
  guint n_small = n / 3;
  for (AfTest *test; small->len < n_small * SMALL && (test = af_enumeration_next (all));)
    g_ptr_array_add (small, test);
  g_autoptr (GPtrArray) random = af_testgen_held_out (run->module, routine, (n - n_small) * SCRIPTS,
                                                      af_random_derive (run->options->seed, "strength", routine->id));
  return add_passing (strength, run, small, n_small, error) && add_passing (strength, run, random, n - n_small, error);
}

gboolean af_strength_draw (AfStrength *strength, AfRun *run, GError **error)
{
  const GPtrArray *routines = run->module->routines;
  guint n_callable = 0;
  af_run_stage (run, "test", NULL);
  for (guint i = 0; i < routines->len; i++)
    n_callable += af_driver_callable (routines->pdata[i]);
  guint n = CLAMP (strength->most_tests / MAX (n_callable, 1), LEAST_TESTS, ROUTINE_TESTS);
  for (guint i = 0; i < routines->len; i++) {
    g_array_append_val (strength->firsts, strength->tests->len);
    if (af_driver_callable (routines->pdata[i]) && !draw_for (strength, run, routines->pdata[i], n, error))
      return FALSE;
  }
  g_array_append_val (strength->firsts, strength->tests->len);
  return TRUE;
}

/* Do proposals say what a clause says?  Where Z3 cannot tell, tests do.
 *
 * In:  a clause that was deleted, and what is proposed in its place.
 * Out: how many tests break the clause, and how many of these break a proposal, too.
 *
 * The correct module breaks neither, so postconditions and invariants are held against mutants of it: changes that the
 * operators of repair make of right code.  Queries are the words of clauses, so that mutants of a query judge its own
 * postconditions alone, and none is made of what invariants say.  Two builds run the same tests of the same mutants,
 * one with the clause, one with the proposals.  Of preconditions it counts which calls are left out, and no mutants are
 * wanted. */
#include "bench/infer/desk.h"

#include "synthesize/synthesize.h"
#include "testgen/testgen.h"
#include "util/error.h"
#include "util/random.h"
#include "util/tempdir.h"
#include "weave/driver.h"

enum { PER_ROUTINE = 10, DRAFTED = 300, TESTS = 240, CALL_TESTS = 2000, STEPS = 100000, DEADLINE_MS = 500 };

/* The module with some clauses more, as a running program. */
typedef struct {
  AfTempDir *temp;
  AfBuild *build;
  AfSubject *subject;
  GArray *owners; /* of guint: whose clauses from `first` on are */
  guint first;
} Side;

static void side_clear (Side *side)
{
  g_clear_pointer (&side->subject, af_subject_free);
  g_clear_pointer (&side->build, af_build_free);
  g_clear_pointer (&side->temp, af_temp_dir_free);
  g_clear_pointer (&side->owners, g_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Side, side_clear)

/* With the clause, and with the proposals. */
typedef struct {
  Side with_clause, with_proposals;
} Sides;

static void sides_clear (Sides *sides)
{
  side_clear (&sides->with_clause);
  side_clear (&sides->with_proposals);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sides, sides_clear)

static gboolean side_start (const AfDesk *desk, const AfModule *module, const AfWeavePlan *plan, GHashTable *dropped,
                            Side *side, GError **error)
{
  side->temp = af_temp_dir_new (error);
  if (!side->temp)
    return FALSE;
  AfSubjectConfig config = af_desk_config (desk, af_temp_dir_path (side->temp));
  side->build = af_subject_build (&config, module, plan, AF_BUILD_FAST, dropped, error);
  side->subject = side->build ? af_subject_start (&config, side->build, error) : NULL;
  return side->subject != NULL;
}

static gboolean side_run (Side *side, guint candidate, GArray *outcomes, GError **error)
{
  AfRunRequest request = {
    .candidate = candidate, .n = outcomes->len, .step_budget = STEPS, .deadline_ms = DEADLINE_MS
  };
  return af_subject_run (side->subject, &request, (AfOutcome *)(gpointer)outcomes->data, error);
}

/* --- mutants --- */

static gboolean is_mutation (const AfCandidate *candidate)
{
  const AfAction *action = candidate->action;
  return action && !af_schema_row (candidate->schema)->tests && !af_action_has (action, AF_ANGELIC)
         && (action->kind == AF_ACTION_REPLACE || action->kind == AF_ACTION_MOVE || action->kind == AF_ACTION_REWRITE);
}

/* Adds those of all routines to @mutants (of AfCandidate), which @made (of AfStatic) owns, and whose they are to
 * @routines (of AfRoutine). */
static void make_mutants (const AfModule *module, GPtrArray *made, GPtrArray *mutants, GPtrArray *routines)
{
  const AfStaticLimits limits = { .max_snapshots = DRAFTED, .max_per_snapshot = DRAFTED, .max_candidates = DRAFTED };
  for (guint r = 0; r < module->routines->len; r++) {
    const AfRoutine *routine = module->routines->pdata[r];
    if (!routine->is_read || routine->skipped || routine->is_variadic || routine->invariant_of)
      continue;
    AfStatic *all = af_synthesize_static (module, routine, &limits);
    g_ptr_array_add (made, all);
    for (guint i = 0, n = 0; i < all->candidates->len && n < PER_ROUTINE; i++) {
      AfCandidate *candidate = all->candidates->pdata[i];
      if (!is_mutation (candidate))
        continue;
      candidate->id = mutants->len + 1;
      g_ptr_array_add (mutants, candidate);
      g_ptr_array_add (routines, (gpointer)routine);
      n++;
    }
  }
}

static GPtrArray *draw_tests (const AfModule *module)
{
  GPtrArray *tests = g_ptr_array_new_with_free_func ((GDestroyNotify)af_test_free);
  guint n_callable = 0;
  for (guint i = 0; i < module->routines->len; i++)
    n_callable += af_driver_callable (module->routines->pdata[i]);
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    if (!af_driver_callable (routine))
      continue;
    g_autoptr (GPtrArray) some = af_testgen_held_out (module, routine, TESTS / MAX (n_callable, 1) + 1,
                                                      af_random_derive (1, "verdicts", routine->id));
    for (guint k = 0; k < some->len; k++)
      g_ptr_array_add (tests, af_test_copy (some->pdata[k]));
  }
  return tests;
}

/* --- one mutant --- */

typedef struct {
  guint id, n_tests;
  const AfRoutine *routine; /* that it changes */
} Mutant;

/* A mutant of a query judges what is @wanted of that query. */
static gboolean may_judge (const AfRoutine *changed, const AfProposal *wanted)
{
  return !changed->is_query || wanted->routine == changed;
}

static gboolean judge_mutant (Sides *sides, const Mutant *mutant, const AfInference *wanted, AfDeskVerdict *verdicts,
                              GError **error)
{
  guint n = mutant->n_tests;
  g_autoptr (GArray) with_clause = af_outcomes_new (n), with_proposals = af_outcomes_new (n);
  const Side *side = &sides->with_clause;
  if (!side_run (&sides->with_clause, mutant->id, with_clause, error)
      || !side_run (&sides->with_proposals, mutant->id, with_proposals, error))
    return FALSE;
  for (guint i = 0; i < n; i++) {
    const AfOutcome *outcome = &g_array_index (with_clause, AfOutcome, i);
    if (outcome->kind != AF_OUTCOME_FAIL || outcome->clause < side->first
        || outcome->clause - side->first >= side->owners->len)
      continue;
    guint owner = g_array_index (side->owners, guint, outcome->clause - side->first);
    AfDeskVerdict *verdict = &verdicts[owner];
    if (!may_judge (mutant->routine, wanted->proposals->pdata[owner]))
      continue;
    verdict->n_broken++;
    verdict->n_alike += g_array_index (with_proposals, AfOutcome, i).kind == AF_OUTCOME_FAIL;
  }
  return TRUE;
}

/* Mutants and tests of a module. */
typedef struct {
  GPtrArray *mutants, *routines, *tests; /* of AfCandidate, of AfRoutine in parallel, of AfTest */
  GHashTable *dropped;                   /* numbers of mutants that do not compile */
} Material;

static gboolean start (const AfDesk *desk, AfModule *module, const AfInference *inference, const Material *material,
                       Side *side, GError **error)
{
  AfWeavePlan plan = { .candidates = material->mutants };
  side->owners = g_array_new (FALSE, FALSE, sizeof (guint));
  side->first = af_infer_state (inference, module, side->owners);
  gboolean runs = side_start (desk, module, material->mutants->len > 0 ? &plan : NULL, material->dropped, side, error)
                  && af_subject_load (side->subject, material->tests, error);
  af_infer_retract (module, side->first);
  return runs;
}

static gboolean judge_all (const AfDesk *desk, AfModule *module, const AfInference *const inferences[2],
                           const Material *material, AfDeskVerdict *verdicts, GError **error)
{
  g_auto (Sides) sides = { 0 };
  if (!start (desk, module, inferences[0], material, &sides.with_clause, error)
      || !start (desk, module, inferences[1], material, &sides.with_proposals, error))
    return FALSE;
  for (guint i = 0; i < material->mutants->len; i++) {
    Mutant mutant = { ((const AfCandidate *)material->mutants->pdata[i])->id, material->tests->len,
                      material->routines->pdata[i] };
    if (!g_hash_table_contains (material->dropped, GUINT_TO_POINTER (mutant.id))
        && !judge_mutant (&sides, &mutant, inferences[0], verdicts, error))
      return FALSE;
  }
  return TRUE;
}

gboolean af_desk_judge (const AfDesk *desk, AfModule *module, const AfInference *proposed, const AfInference *wanted,
                        AfDeskVerdict *verdicts, GError **error)
{
  g_autoptr (GPtrArray) made = g_ptr_array_new_with_free_func ((GDestroyNotify)af_static_free);
  g_autoptr (GPtrArray) mutants = g_ptr_array_new (), after = g_ptr_array_new (), routines = g_ptr_array_new ();
  g_autoptr (GPtrArray) tests = draw_tests (module);
  g_autoptr (GHashTable) dropped = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < proposed->proposals->len; i++)
    if (((const AfProposal *)proposed->proposals->pdata[i])->kind != AF_CLAUSE_PRECONDITION)
      g_ptr_array_add (after, proposed->proposals->pdata[i]);
  const AfInference kept = { .proposals = after };
  const AfInference *const inferences[2] = { wanted, &kept };
  const Material material = { mutants, routines, tests, dropped };
  make_mutants (module, made, mutants, routines);
  return judge_all (desk, module, inferences, &material, verdicts, error);
}

/* --- preconditions --- */

static gboolean was_made (const AfOutcome *outcome, guint call)
{
  return (outcome->executed >> call & 1) || (outcome->kind == AF_OUTCOME_FAIL && outcome->failing_call == call);
}

/* The first call that the module makes with one more contract and without it not, or the other way round; @n: none. */
static guint first_difference (const AfOutcome *a, const AfOutcome *b, guint n)
{
  for (guint i = 0; i < n; i++)
    if (was_made (a, i) != was_made (b, i))
      return i;
  return n;
}

/* As it is, with the clause, with the proposals. */
static void compare_calls (const AfTest *test, const AfOutcome *const outcomes[3], AfDeskVerdict *verdict,
                           guint *n_more)
{
  guint n = MIN (test->calls->len, AF_MAX_CALLS);
  guint by_clause = first_difference (outcomes[0], outcomes[1], n);
  guint by_proposals = first_difference (outcomes[0], outcomes[2], n);
  if (by_clause < n && by_proposals >= by_clause) {
    verdict->n_broken++;
    verdict->n_alike += by_proposals == by_clause;
  }
  *n_more += by_proposals < by_clause;
}

/* Runs @tests into @outcomes (of AfOutcome). */
static gboolean run_calls (const AfDesk *desk, const AfModule *module, const GPtrArray *tests, GArray *outcomes,
                           GError **error)
{
  g_auto (Side) side = { 0 };
  return side_start (desk, module, NULL, NULL, &side, error) && af_subject_load (side.subject, tests, error)
         && side_run (&side, 0, outcomes, error);
}

gboolean af_desk_judge_calls (const AfDesk *desk, AfModule *module, const AfInference *proposed, const AfClause *wanted,
                              AfDeskVerdict *verdict, guint *n_more, GError **error)
{
  const AfRoutine *routine = module->routines->pdata[wanted->routine];
  g_autoptr (GPtrArray) tests =
    af_testgen_held_out (module, routine, CALL_TESTS, af_random_derive (1, "verdicts", routine->id));
  g_autoptr (GArray) bare = af_outcomes_new (tests->len), with_clause = af_outcomes_new (tests->len);
  g_autoptr (GArray) with_proposals = af_outcomes_new (tests->len);
  guint first = module->clauses->len;
  gboolean runs = run_calls (desk, module, tests, bare, error);
  af_module_add_clause (module, af_clause_new (wanted->kind, wanted->expr, wanted->routine, -1, wanted->range));
  runs = runs && run_calls (desk, module, tests, with_clause, error);
  af_infer_retract (module, first);
  g_ptr_array_unref (af_infer_transfer (proposed, module));
  runs = runs && run_calls (desk, module, tests, with_proposals, error);
  af_infer_retract (module, first);
  for (guint i = 0; runs && i < tests->len; i++) {
    const AfOutcome *const three[3] = { &g_array_index (bare, AfOutcome, i), &g_array_index (with_clause, AfOutcome, i),
                                        &g_array_index (with_proposals, AfOutcome, i) };
    compare_calls (tests->pdata[i], three, verdict, n_more);
  }
  return runs;
}

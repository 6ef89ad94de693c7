/* Inference: what does the module keep?
 *
 * In:  a module.   Out: contracts that nobody wrote and that tests did not break.
 *
 *     observe    random tests -> values of arguments, results, fields, observers        observe/
 *     before     what keeps objects whole, and away from calls that fail; observed      templates/together.c,
 *                again under that                                                       templates/before.c
 *     between    what holds of each object; after: what follows a call                  templates/
 *     sift       chance, implied                                                templates/confidence.c, implied.c
 *     attack     tests that have the rest as checks, and what calls lack that show there             attack.c
 *     queries    what is not marked as one and changes nothing                                             queries.c
 *     prove      the bounded check, and the tests that it leads to                                      proved.c */
#include "infer/infer-internal.h"

#include "testgen/testgen.h"
#include "util/random.h"
#include "weave/driver.h"

enum { TESTS = 200, MORE_TESTS = 400, NEAR_TESTS = 300, MOST_GUARDINGS = 3, MOST_BEFORES = 4, MOST_NEARINGS = 2 };
enum { OBSERVING_PERCENT = 40, ATTACKING_PERCENT = 85 }; /* of the time until the deadline, all before included */

void af_proposal_free (AfProposal *proposal)
{
  if (!proposal)
    return;
  af_expr_unref (proposal->expr);
  g_free (proposal->proof_reason);
  g_free (proposal->caught);
  g_free (proposal);
}

void af_inference_free (AfInference *inference)
{
  if (!inference)
    return;
  g_clear_pointer (&inference->proposals, g_ptr_array_unref);
  g_clear_pointer (&inference->headers, g_ptr_array_unref);
  g_free (inference);
}

/* The state of one inference. */
typedef struct {
  AfModule *module;
  const AfInferOptions *options;
  AfObservation *observation;
  AfInference *inference;
  GPtrArray *pending; /* of AfPending */
  GPtrArray *terms;   /* of GPtrArray of AfTerm: those of types */
  GPtrArray *tables;  /* of AfTable: those of types */
  gint64 begun;       /* monotonic */
} AfInferring;

static void tell (const AfInferring *inferring, const char *text)
{
  if (inferring->options->progress)
    inferring->options->progress (text, inferring->options->progress_data);
}

/* --- the time --- */

gboolean af_infer_is_late (gint64 time)
{
  return time > 0 && g_get_monotonic_time () >= time;
}

/* When what may take @percent of the time is to end; 0: at any time. */
static gint64 end_of (const AfInferring *inferring, guint percent)
{
  gint64 deadline = inferring->options->deadline;
  return deadline > 0 ? MAX (inferring->begun + (deadline - inferring->begun) * percent / 100, 1) : 0;
}

/* Whether nothing more is observed. */
static gboolean is_late (const AfInferring *inferring)
{
  return af_infer_is_late (end_of (inferring, OBSERVING_PERCENT));
}

static void take_relations (AfInferring *inferring, const AfSpeaker *source, const GArray *found)
{
  inferring->inference->n_seen += af_pending_add (inferring->module, source, found, inferring->pending);
}

/* --- preconditions --- */

/* Those that the code takes for granted, and that nobody wrote. */
static void take_assumed (AfInferring *inferring)
{
  for (guint i = 0; i < inferring->module->clauses->len; i++) {
    const AfClause *clause = inferring->module->clauses->pdata[i];
    if (!clause->is_assumed)
      continue;
    AfPending *pending = af_pending_new (AF_CLAUSE_PRECONDITION, clause->expr);
    pending->proposal->routine = inferring->module->routines->pdata[clause->routine];
    pending->proposal->is_read = TRUE;
    pending->proposal->weight = 8;
    g_ptr_array_add (inferring->pending, pending);
    inferring->inference->n_seen++;
  }
}

/* Adds what calls that failed say; whether there is any. */
static gboolean find_preconditions (AfInferring *inferring)
{
  guint n_before = inferring->pending->len;
  for (guint i = 0; i < inferring->observation->routines->len; i++) {
    const AfSeenRoutine *seen = inferring->observation->routines->pdata[i];
    g_autoptr (GArray) found = af_find_before (inferring->observation, seen);
    AfSpeaker source = { AF_CLAUSE_PRECONDITION, seen->terms->routine, NULL, seen->passed, 0 };
    take_relations (inferring, &source, found);
  }
  return inferring->pending->len > n_before;
}

/* Tests keep to them from here on.  Clauses from number @first on are to be taken out again. */
static void assume_found (AfInferring *inferring)
{
  for (guint i = 0; i < inferring->pending->len; i++) {
    const AfProposal *proposal = ((const AfPending *)inferring->pending->pdata[i])->proposal;
    if (proposal->is_read || proposal->kind != AF_CLAUSE_PRECONDITION)
      continue;
    AfClause *clause = af_clause_new (AF_CLAUSE_PRECONDITION, proposal->expr, (int)proposal->routine->id, -1,
                                      proposal->routine->name_range);
    clause->is_assumed = TRUE;
    af_module_add_clause (inferring->module, clause);
  }
}

static gboolean observe (AfInferring *inferring, const char *what, GError **error)
{
  guint n = TESTS * MAX (inferring->options->effort, 1);
  tell (inferring, what);
  return af_observe (inferring->observation, n, af_random_derive (inferring->options->seed, what, 0), NULL, error);
}

/* Looks longer at routines of which calls failed: what luck is shows only in many values. */
static gboolean observe_failing (AfInferring *inferring, GError **error)
{
  const AfInferOptions *options = inferring->options;
  g_autoptr (GPtrArray) tests = g_ptr_array_new_with_free_func ((GDestroyNotify)af_test_free);
  guint n = MORE_TESTS * MAX (options->effort, 1);
  for (guint i = 0; i < inferring->observation->routines->len; i++) {
    const AfSeenRoutine *seen = inferring->observation->routines->pdata[i];
    const AfRoutine *routine = seen->terms->routine;
    if (seen->failed->n == 0 || !af_driver_callable (routine))
      continue;
    guint64 seed = af_random_derive (options->seed, routine->name, n);
    GPtrArray *more = af_testgen_held_out (inferring->module, routine, n, seed);
    g_ptr_array_extend_and_steal (tests, more);
  }
  return tests->len == 0 || af_observe (inferring->observation, 0, 0, tests, error);
}

/* Runs the tests anew, under what is assumed from clause number @first on. */
static gboolean observe_again (AfInferring *inferring, guint first, GError **error)
{
  af_clauses_cut (inferring->module, first);
  assume_found (inferring);
  af_observation_forget (inferring->observation);
  return af_observation_build (inferring->observation, error) && observe (inferring, "observe again", error);
}

static gboolean is_same_guard (const AfGuard *a, const AfGuard *b)
{
  return a->seen == b->seen && af_relation_equal (&a->relation, &b->relation);
}

static void take_guards (AfInferring *inferring, const GArray *guards)
{
  for (guint i = 0; i < guards->len; i++) {
    const AfGuard *guard = &g_array_index (guards, AfGuard, i);
    g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (AfRelation));
    AfSpeaker source = { AF_CLAUSE_PRECONDITION, guard->seen->terms->routine, NULL, guard->seen->passed, 0 };
    g_array_append_val (found, guard->relation);
    take_relations (inferring, &source, found);
  }
}

/* Adds those of @more that were not tried yet; whether there are any. */
static gboolean add_guards (GArray *guards, GArray *tried, const GArray *more)
{
  guint n_before = guards->len;
  for (guint i = 0; i < more->len; i++) {
    const AfGuard *guard = &g_array_index (more, AfGuard, i);
    gboolean is_tried = FALSE;
    for (guint k = 0; k < tried->len && !is_tried; k++)
      is_tried = is_same_guard (&g_array_index (tried, AfGuard, k), guard);
    if (is_tried)
      continue;
    g_array_append_val (guards, *guard);
    g_array_append_val (tried, *guard);
  }
  return guards->len > n_before;
}

/* Takes out those that do not keep what they are for; whether there are any. */
static gboolean drop_idle_guards (const AfInferring *inferring, GArray *guards)
{
  guint n_before = guards->len;
  for (guint i = guards->len; i-- > 0;)
    if (!af_guard_keeps (inferring->observation, &g_array_index (guards, AfGuard, i)))
      g_array_remove_index (guards, i);
  return guards->len < n_before;
}

/* Finds what keeps objects whole, and looks again under it: tests come further then, and find more of it. */
static gboolean keep_whole (AfInferring *inferring, guint first, GError **error)
{
  g_autoptr (GArray) guards = g_array_new (FALSE, FALSE, sizeof (AfGuard));
  g_autoptr (GArray) tried = g_array_new (FALSE, FALSE, sizeof (AfGuard));
  for (guint round = 0; round < MOST_GUARDINGS && !is_late (inferring); round++) {
    g_autoptr (GArray) more = af_find_together (inferring->observation);
    if (!add_guards (guards, tried, more))
      break;
    g_ptr_array_set_size (inferring->pending, 0);
    take_guards (inferring, guards);
    if (!observe_again (inferring, first, error))
      return FALSE;
    if (drop_idle_guards (inferring, guards)) {
      g_ptr_array_set_size (inferring->pending, 0);
      take_guards (inferring, guards);
      if (!observe_again (inferring, first, error))
        return FALSE;
    }
  }
  return TRUE;
}

/* Asks those who set a number of objects for what others need of it. */
static void lift (AfInferring *inferring)
{
  g_autoptr (GArray) lifted = af_lift_preconditions (inferring->observation, inferring->pending);
  take_guards (inferring, lifted);
}

/* Finds what calls must keep to, and looks again under it until nothing is found any more: what one call without its
 * precondition leaves behind hides what others need. */
static gboolean keep_away (AfInferring *inferring, guint first, GError **error)
{
  take_assumed (inferring);
  for (guint round = 0; round < MOST_BEFORES && !is_late (inferring); round++) {
    if (!observe_failing (inferring, error))
      return FALSE;
    if (!find_preconditions (inferring))
      break;
    if (!inferring->options->is_narrow)
      lift (inferring);
    if (!observe_again (inferring, first, error))
      return FALSE;
  }
  return TRUE;
}

/* --- the rest --- */

static void find_invariants (AfInferring *inferring)
{
  for (guint i = 0; i < inferring->module->types->len; i++) {
    const AfType *record = inferring->module->types->pdata[i];
    AfTable *table = NULL;
    guint n_tried = 0;
    if (record->kind != AF_TYPE_RECORD)
      continue;
    g_autoptr (GArray) found = af_find_between (inferring->observation, record, &table, &n_tried);
    g_ptr_array_add (inferring->tables, table);
    g_ptr_array_add (inferring->terms, (gpointer)table->terms);
    AfSpeaker source = { AF_CLAUSE_INVARIANT, NULL, record, table, n_tried };
    take_relations (inferring, &source, found);
  }
}

static void find_postconditions (AfInferring *inferring)
{
  for (guint i = 0; i < inferring->observation->routines->len; i++) {
    const AfSeenRoutine *seen = inferring->observation->routines->pdata[i];
    guint n_tried = 0;
    g_autoptr (GArray) found = af_find_after (inferring->observation, seen, &n_tried);
    AfSpeaker source = { AF_CLAUSE_POSTCONDITION, seen->terms->routine, NULL, seen->after, n_tried };
    take_relations (inferring, &source, found);
  }
}

/* --- what the attack ran into --- */

/* Looks at calls like those of @misuses (of AfMisuse), under all preconditions that there are, for what they lack;
 * whether anything was found in *@found. */
static gboolean look_near (AfInferring *inferring, guint first, const GPtrArray *misuses, gboolean *found,
                           GError **error)
{
  g_autoptr (GPtrArray) tests = g_ptr_array_new_with_free_func ((GDestroyNotify)af_test_free);
  tell (inferring, "observe near misses");
  assume_found (inferring);
  for (guint i = 0; i < misuses->len; i++) {
    const AfMisuse *misuse = misuses->pdata[i];
    guint64 seed = af_random_derive (inferring->options->seed, misuse->routine->name, NEAR_TESTS);
    g_ptr_array_extend_and_steal (
      tests, af_testgen_near (inferring->module, misuse->routine, misuse->tests, NEAR_TESTS, seed));
  }
  af_observation_make_room (inferring->observation);
  gboolean runs =
    af_observation_build (inferring->observation, error) && af_observe (inferring->observation, 0, 0, tests, error);
  guint n_before = inferring->pending->len;
  *found = FALSE;
  if (runs && find_preconditions (inferring)) {
    lift (inferring);
    *found = af_pending_drop_repeated (inferring->pending, n_before);
  }
  af_clauses_cut (inferring->module, first);
  return runs;
}

/* Attacks what there is; under what explains the misuses that show again. */
static gboolean attack (AfInferring *inferring, guint first, GError **error)
{
  gboolean found = TRUE, runs = TRUE;
  for (guint round = 0; runs && found && round <= MOST_NEARINGS; round++) {
    gint64 end = end_of (inferring, ATTACKING_PERCENT);
    g_autoptr (GPtrArray) misuses =
      af_attack (inferring->module, inferring->pending, inferring->options, end, inferring->inference, error);
    found =
      misuses && misuses->len > 0 && round < MOST_NEARINGS && !inferring->options->is_narrow && !af_infer_is_late (end);
    runs = misuses && (!found || look_near (inferring, first, misuses, &found, error));
  }
  return runs;
}

static void take_survivors (AfInferring *inferring)
{
  GPtrArray *proposals = inferring->inference->proposals;
  for (guint i = 0; i < inferring->pending->len; i++)
    g_ptr_array_add (proposals, g_steal_pointer (&((AfPending *)inferring->pending->pdata[i])->proposal));
  af_proposals_sort (proposals);
  inferring->inference->n_calls += inferring->observation->n_calls;
}

/* Clauses that were added are those from @first on. */
static gboolean infer (AfInferring *inferring, guint first, GError **error)
{
  tell (inferring, "build");
  inferring->observation =
    af_observation_new (inferring->module, inferring->options, end_of (inferring, OBSERVING_PERCENT), error);
  if (!inferring->observation || !observe (inferring, "observe calls", error))
    return FALSE;
  inferring->observation->found = inferring->pending;
  if (!observe_failing (inferring, error) || !keep_whole (inferring, first, error)
      || !keep_away (inferring, first, error))
    return FALSE;
  inferring->inference->is_late = is_late (inferring);
  af_clauses_cut (inferring->module, first);
  if (!inferring->options->is_narrow)
    af_note_news (inferring->observation);
  find_invariants (inferring);
  find_postconditions (inferring);
  tell (inferring, "sift");
  inferring->inference->n_implied = af_drop_implied (inferring->observation, inferring->pending);
  if (!attack (inferring, first, error))
    return FALSE;
  if (inferring->options->proves
      && !af_prove_pending (inferring->module, inferring->pending, inferring->options, inferring->inference, error))
    return FALSE;
  if (!inferring->options->is_narrow)
    af_find_queries (inferring->observation, inferring->inference->proposals);
  /* one that implied others may be gone, but those were broken then, or they are weak */
  take_survivors (inferring);
  return TRUE;
}

AfInference *af_infer (AfModule *module, const AfInferOptions *options, GError **error)
{
  g_autoptr (AfInference) inference = g_new0 (AfInference, 1);
  g_autoptr (GPtrArray) pending = g_ptr_array_new_with_free_func ((GDestroyNotify)af_pending_free);
  g_autoptr (GPtrArray) terms = g_ptr_array_new_with_free_func ((GDestroyNotify)g_ptr_array_unref);
  g_autoptr (GPtrArray) tables = g_ptr_array_new_with_free_func ((GDestroyNotify)af_table_free);
  inference->proposals = g_ptr_array_new_with_free_func ((GDestroyNotify)af_proposal_free);
  inference->headers = af_headers_load (module);
  AfInferring inferring = { module, options, NULL, inference, pending, terms, tables, g_get_monotonic_time () };
  guint first = module->clauses->len;
  gboolean runs = infer (&inferring, first, error);
  af_clauses_cut (module, first);
  af_observation_free (inferring.observation);
  return runs ? g_steal_pointer (&inference) : NULL;
}

/* Attack: tests made to break what is proposed.
 *
 * In:  proposals that held in all tests so far.
 * Out: those that tests which have them as checks, and so aim at them as at any contract, do not break.
 *
 * Each proposal becomes a clause.  An invariant is asked at the end of each public routine about each object, so that
 * it is known which of several was broken.  A test ends at the first violation, so that what is broken is taken out and
 * the attack repeated, with other tests, until nothing breaks. */
#include "infer/infer-internal.h"

#include "testgen/testgen.h"
#include "util/interrupt.h"
#include "util/random.h"

enum { MOST_ROUNDS = 8, MOST_MISUSES = 12 };
/* Of one round, and of all: modules whose calls do not end would take hours.  Counted, so that no clock decides what is
 * proposed: a step takes some 20 ns. */
static const guint64 ROUND_STEPS = 300000000, ALL_STEPS = 900000000;

static void add_clause (AfAttack *attack, guint owner, AfClauseKind kind, const AfRoutine *routine, AfExpr *expr)
{
  af_module_add_clause (attack->module, af_clause_new (kind, expr, (int)routine->id, -1, routine->name_range));
  g_array_append_val (attack->owners, owner);
}

AfClause *af_clause_about (AfModule *module, const AfRoutine *routine, AfExpr *object, AfExpr *expr)
{
  g_autoptr (AfExpr) it = af_expr_var (object->type, "it", 1);
  g_autoptr (AfExpr) null = af_expr_new (AF_EXPR_NULL, object->type, NULL, NULL, 0);
  g_autoptr (AfExpr) exists = af_expr_binary (AF_OP_NE, object, null);
  g_autoptr (AfExpr) holds = af_expr_substitute (expr, it, object);
  AfExpr *sides[] = { exists, holds };
  g_autoptr (AfExpr) clause = af_expr_new (AF_EXPR_IMPLIES, af_module_bool_type (module), NULL, sides, 2);
  return af_clause_new (AF_CLAUSE_POSTCONDITION, clause, (int)routine->id, -1, routine->name_range);
}

static void ask_about_objects (AfModule *module, const AfRoutine *routine, const AfType *record, AfExpr *expr,
                               GPtrArray *clauses)
{
  for (guint i = 0; i < routine->n_params; i++) {
    const AfVariable *param = routine->variables->pdata[i];
    if (!af_type_is_record_pointer (param->type) || param->type->target != record || (int)i == routine->consumes
        || (int)i == routine->initialises)
      continue;
    g_autoptr (AfExpr) object = af_expr_var (param->type, param->name, param->id);
    g_ptr_array_add (clauses, af_clause_about (module, routine, object, expr));
  }
  if (af_type_leads_to (routine->result, record)) {
    g_autoptr (AfExpr) result = af_expr_new (AF_EXPR_RESULT, routine->result, NULL, NULL, 0);
    g_ptr_array_add (clauses, af_clause_about (module, routine, result, expr));
  }
}

GPtrArray *af_clauses_about (AfModule *module, const AfType *record, AfExpr *expr)
{
  GPtrArray *clauses = g_ptr_array_new ();
  for (guint r = 0; r < module->routines->len; r++) {
    const AfRoutine *routine = module->routines->pdata[r];
    if (routine->is_public && !routine->is_static && !routine->skipped && !routine->is_query && !routine->is_variadic)
      ask_about_objects (module, routine, record, expr, clauses);
  }
  return clauses;
}

static void add_everywhere (AfAttack *attack, guint owner)
{
  const AfProposal *proposal = ((const AfPending *)attack->pending->pdata[owner])->proposal;
  g_autoptr (GPtrArray) clauses = af_clauses_about (attack->module, proposal->record, proposal->expr);
  for (guint i = 0; i < clauses->len; i++) {
    af_module_add_clause (attack->module, clauses->pdata[i]);
    g_array_append_val (attack->owners, owner);
  }
}

static AfClause *assumed_clause (const AfProposal *proposal)
{
  for (guint i = 0; i < proposal->routine->clauses->len; i++) {
    AfClause *clause = proposal->routine->clauses->pdata[i];
    if (clause->is_assumed && af_expr_equal (clause->expr, proposal->expr))
      return clause;
  }
  return NULL;
}

void af_attack_state (AfAttack *attack)
{
  attack->first = attack->module->clauses->len;
  for (guint i = 0; i < attack->pending->len; i++) {
    const AfProposal *proposal = ((const AfPending *)attack->pending->pdata[i])->proposal;
    AfClause *assumed = proposal->is_read ? assumed_clause (proposal) : NULL;
    if (assumed) {
      assumed->is_assumed = FALSE;
      g_ptr_array_add (attack->read, assumed);
    } else if (proposal->kind == AF_CLAUSE_INVARIANT)
      add_everywhere (attack, i);
    else
      add_clause (attack, i, proposal->kind, proposal->routine, proposal->expr);
  }
}

void af_clauses_cut (AfModule *module, guint first)
{
  for (guint i = first; i < module->clauses->len; i++) {
    AfClause *clause = module->clauses->pdata[i];
    AfRoutine *routine = clause->routine >= 0 ? module->routines->pdata[clause->routine] : NULL;
    if (routine)
      g_ptr_array_remove (routine->clauses, clause);
  }
  g_ptr_array_set_size (module->clauses, (int)first);
}

void af_attack_retract (AfAttack *attack)
{
  af_clauses_cut (attack->module, attack->first);
  g_array_set_size (attack->owners, 0);
  for (guint i = 0; i < attack->read->len; i++)
    ((AfClause *)attack->read->pdata[i])->is_assumed = TRUE;
  g_ptr_array_set_size (attack->read, 0);
}

/* --- what was broken --- */

static void mark_fault (const AfAttack *attack, const AfFault *fault, gboolean *broken)
{
  guint id = fault->clause->id;
  if (id >= attack->first && id - attack->first < attack->owners->len)
    broken[g_array_index (attack->owners, guint, id - attack->first)] = TRUE;
  for (guint i = 0; i < attack->pending->len && g_ptr_array_find (attack->read, fault->clause, NULL); i++) {
    const AfProposal *proposal = ((const AfPending *)attack->pending->pdata[i])->proposal;
    broken[i] |= proposal->is_read && proposal->routine->id == (guint)fault->clause->routine
                 && af_expr_equal (proposal->expr, fault->clause->expr);
  }
}

/* Clauses that do not compile are not checked: they are not proposed, either. */
static void mark_left (const AfAttack *attack, const AfBuild *build, gboolean *broken)
{
  for (guint i = 0; i < attack->owners->len; i++)
    if (af_weave_left_has (af_build_left (build), "clause", attack->first + i))
      broken[g_array_index (attack->owners, guint, i)] = TRUE;
}

static guint drop_broken (AfAttack *attack, const gboolean *broken)
{
  guint n = 0;
  for (guint i = attack->pending->len; i-- > 0;)
    if (broken[i]) {
      g_ptr_array_remove_index (attack->pending, i);
      n++;
    }
  return n;
}

/* --- what C demands all the same --- */

static void misuse_free (gpointer data)
{
  AfMisuse *misuse = data;
  g_ptr_array_unref (misuse->tests);
  g_free (misuse);
}

static AfMisuse *misuse_of (GPtrArray *misuses, const AfRoutine *routine)
{
  for (guint i = 0; i < misuses->len; i++)
    if (((const AfMisuse *)misuses->pdata[i])->routine == routine)
      return misuses->pdata[i];
  AfMisuse *misuse = g_new0 (AfMisuse, 1);
  misuse->routine = routine;
  misuse->tests = g_ptr_array_new_with_free_func ((GDestroyNotify)af_test_free);
  g_ptr_array_add (misuses, misuse);
  return misuse;
}

static void note_misuses (const AfAttack *attack, const GPtrArray *faults, GPtrArray *misuses)
{
  for (guint i = 0; i < faults->len; i++) {
    const AfFault *fault = faults->pdata[i];
    if (!fault->test || !fault->routine || fault->clause->id >= attack->first
        || g_ptr_array_find (attack->read, fault->clause, NULL) || !af_clause_tells_of_arguments (fault->clause))
      continue;
    AfMisuse *misuse = misuse_of (misuses, fault->routine);
    if (misuse->tests->len < MOST_MISUSES)
      g_ptr_array_add (misuse->tests, af_test_copy (fault->test));
  }
}

/* For people: "attack 2: 31 proposals, 120000 calls". */
typedef struct {
  const AfInferOptions *options;
  guint round, n_proposals;
} AfTold;

static void tell_calls (const AfTestgenProgress *progress, gpointer data)
{
  const AfTold *told = data;
  g_autofree char *text = g_strdup_printf ("attack %u: %u proposal%s, %u calls", told->round + 1, told->n_proposals,
                                           told->n_proposals == 1 ? "" : "s", progress->calls);
  if (told->options->progress)
    told->options->progress (text, told->options->progress_data);
}

/* What one round did. */
typedef struct {
  guint n_broken; /* proposals */
  guint n_tests;
  guint64 steps; /* that its tests cost */
} AfRound;

/* One round; fills @done.  Failures are not replayed: a proposal that failed once, for whatever reason, is none to
 * show. */
static gboolean attack_once (AfAttack *attack, const AfInferOptions *options, guint round, gint64 end,
                             AfInference *inference, AfRound *done, GPtrArray *misuses, GError **error)
{
  g_autofree gboolean *broken = g_new0 (gboolean, attack->pending->len + 1);
  g_autoptr (GPtrArray) subjects = g_ptr_array_new_with_free_func ((GDestroyNotify)af_subject_free);
  g_autoptr (AfBuild) build = af_subject_build (options->config, attack->module, NULL, AF_BUILD_FAST, NULL, error);
  for (guint i = 0; build && i < options->jobs; i++) {
    AfSubject *subject = af_subject_start (options->config, build, error);
    if (!subject)
      return FALSE;
    g_ptr_array_add (subjects, subject);
  }
  if (!build)
    return FALSE;
  AfTold told = { options, round, attack->pending->len };
  AfTestgenOptions testgen = { .progress = tell_calls,
                               .progress_data = &told,
                               .steps = MAX (options->effort, 1) * ROUND_STEPS,
                               .deadline = end,
                               .end = end,
                               .is_rough = TRUE,
                               .seed = af_random_derive (options->seed, "attack", round),
                               .jobs = options->jobs,
                               .subjects = (AfSubject *const *)subjects->pdata,
                               .effort = MAX (options->effort, 1),
                               .cancel = options->config->cancel };
  g_autoptr (AfCorpus) corpus = af_testgen_explore (attack->module, &testgen, error);
  /* an attack that was ended has broken nothing, and says nothing */
  if (!corpus || af_interrupted (options->config->cancel, error))
    return FALSE;
  for (guint i = 0; i < corpus->faults->len; i++)
    mark_fault (attack, corpus->faults->pdata[i], broken);
  for (guint i = 0; i < corpus->undecided->len; i++)
    mark_fault (attack, corpus->undecided->pdata[i], broken);
  note_misuses (attack, corpus->faults, misuses);
  note_misuses (attack, corpus->undecided, misuses);
  mark_left (attack, build, broken);
  done->n_broken = drop_broken (attack, broken);
  done->steps = corpus->steps;
  done->n_tests = corpus->n_passing + corpus->n_failing;
  inference->n_calls += corpus->n_calls;
  for (guint i = 0; i < attack->pending->len; i++)
    ((const AfPending *)attack->pending->pdata[i])->proposal->n_tests += corpus->n_passing;
  return TRUE;
}

GPtrArray *af_attack (AfModule *module, GPtrArray *pending, const AfInferOptions *options, gint64 end,
                      AfInference *inference, GError **error)
{
  g_autoptr (GPtrArray) misuses = g_ptr_array_new_with_free_func (misuse_free);
  g_autoptr (GArray) owners = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GPtrArray) read = g_ptr_array_new ();
  AfAttack attack = { module, pending, 0, owners, read };
  AfRound done = { 1, 0, 0 };
  gboolean runs = TRUE;
  guint64 left = MAX (options->effort, 1) * ALL_STEPS;
  guint n_tests = 0;
  for (guint round = 0; runs && done.n_broken > 0 && left > done.steps && round < MOST_ROUNDS && pending->len > 0
                        && !af_infer_is_late (end);
       round++) {
    left -= done.steps;
    g_autofree char *text =
      g_strdup_printf ("attack %u: %u proposal%s", round + 1, pending->len, pending->len == 1 ? "" : "s");
    if (options->progress)
      options->progress (text, options->progress_data);
    af_attack_state (&attack);
    runs = attack_once (&attack, options, round, end, inference, &done, misuses, error);
    af_attack_retract (&attack);
    inference->n_broken += runs ? done.n_broken : 0;
    n_tests += done.n_tests;
  }
  inference->is_cut = done.n_broken > 0 && pending->len > 0;
  inference->is_late |= af_infer_is_late (end);
  if (n_tests == 0)
    g_ptr_array_set_size (pending, 0);
  return runs ? g_steal_pointer (&misuses) : NULL;
}

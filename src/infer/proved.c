/* Proof: what the bounded check says of what no test broke.
 *
 * In:  proposals that survived the attack, and the module.
 * Out: for each postcondition and invariant: no violation up to k, or unknown; those that are refuted are gone.
 *
 * A routine is followed on all paths up to k from states that keep its preconditions, proposed ones too, and what is
 * proposed for the types of its parameters.  What else it may violate is no matter here and assumed not to happen:
 *
 *     ENSURE (RESULT <= 8) of f: holds    on every path at whose end f has not failed otherwise
 *
 * Many states of that kind are none that calls lead to.  So a violation becomes tests, and only one of these that
 * really breaks the proposal refutes it; what no test confirms is unknown.  Without an invariant that was refuted the
 * others are looked at anew, for they had assumed it.
 *
 * Questions to the check are answered on all workers; what becomes of the answers is decided in their order. */
#include "infer/infer-internal.h"

#include "prove/prove.h"
#include "testgen/testgen.h"
#include "util/interrupt.h"
#include "util/jobs.h"
#include "util/random.h"
#include "validate/witnesses.h"

enum { BOUND = 3, MOST_PATHS = 120, RESOURCES = 300000, ALL_RESOURCES = 10000000, KNOWN_TESTS = 40, BATCH = 8 };

typedef struct {
  AfAttack *attack;
  const AfInferOptions *options;
  gboolean *refuted; /* by place among the pending */
  AfBuild *build;    /* with the proposals as clauses; null until something is to be confirmed */
  AfSubject *subject;
  GPtrArray *questions; /* of AfQuestion: those that are open */
  guint left;           /* of Z3's resources */
  gboolean is_late;     /* the deadline has come: nothing is asked any more */
} AfProving;

static void proving_clear (AfProving *proving)
{
  g_clear_pointer (&proving->subject, af_subject_free);
  g_clear_pointer (&proving->build, af_build_free);
  g_clear_pointer (&proving->questions, g_ptr_array_unref);
  g_free (proving->refuted);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AfProving, proving_clear)

static AfProposal *proposal_at (const AfProving *proving, guint owner)
{
  return ((const AfPending *)proving->attack->pending->pdata[owner])->proposal;
}

/* Whose the clause is: its place among the pending; -1: nobody's. */
static int owner_of (const AfProving *proving, guint clause)
{
  const AfAttack *attack = proving->attack;
  if (clause < attack->first || clause - attack->first >= attack->owners->len)
    return -1;
  return (int)g_array_index (attack->owners, guint, clause - attack->first);
}

/* --- what is noted --- */

/* An invariant holds as far as it does at the end of each routine. */
static void note_bounded (const AfProving *proving, const GPtrArray *asked, const AfProof *proof)
{
  for (guint i = 0; i < asked->len; i++) {
    AfProposal *proposal = proposal_at (proving, (guint)owner_of (proving, ((const AfClause *)asked->pdata[i])->id));
    if (proposal->proof == AF_PROOF_UNKNOWN)
      continue;
    gboolean is_first = proposal->proof == AF_PROOF_UNTRIED;
    proposal->proof = AF_PROOF_BOUNDED;
    proposal->proof_bound = is_first ? proof->bound : MIN (proposal->proof_bound, proof->bound);
    proposal->proof_complete = proof->is_complete && (is_first || proposal->proof_complete);
  }
}

static void note_unknown (const AfProving *proving, const AfClause *clause, const char *reason)
{
  AfProposal *proposal = proposal_at (proving, (guint)owner_of (proving, clause->id));
  if (proposal->proof != AF_PROOF_UNKNOWN)
    proposal->proof_reason = g_strdup (reason);
  proposal->proof = AF_PROOF_UNKNOWN;
}

static void note_all_unknown (const AfProving *proving, const GPtrArray *asked, const char *reason)
{
  for (guint i = 0; i < asked->len; i++)
    note_unknown (proving, asked->pdata[i], reason);
}

static void forget (const AfProving *proving)
{
  for (guint i = 0; i < proving->attack->pending->len; i++) {
    AfProposal *proposal = proposal_at (proving, i);
    proposal->proof = AF_PROOF_UNTRIED;
    g_clear_pointer (&proposal->proof_reason, g_free);
  }
}

/* --- a violation is tried --- */

static gboolean start_subject (AfProving *proving, GError **error)
{
  const AfSubjectConfig *config = proving->options->config;
  if (proving->subject)
    return TRUE;
  proving->build = af_subject_build (config, proving->attack->module, NULL, AF_BUILD_FAST, NULL, error);
  proving->subject = proving->build ? af_subject_start (config, proving->build, error) : NULL;
  return proving->subject != NULL;
}

/* Runs tests that may show the violation, and marks the proposals that one of them breaks. */
static gboolean try_violation (AfProving *proving, const AfRoutine *routine, const AfProof *proof, GError **error)
{
  const AfModule *module = proving->attack->module;
  g_autoptr (GPtrArray) known = af_testgen_held_out (
    module, routine, KNOWN_TESTS, af_random_derive (proving->options->seed, routine->name, KNOWN_TESTS));
  g_autoptr (GPtrArray) tests = af_witness_tests (module, routine, proof->arguments, known, NULL);
  g_autofree AfOutcome *outcomes = g_new0 (AfOutcome, tests->len + 1);
  AfRunRequest request = { .n = tests->len, .isolate = TRUE };
  if (tests->len == 0)
    return TRUE;
  if (!start_subject (proving, error) || !af_subject_load (proving->subject, tests, error)
      || !af_subject_run (proving->subject, &request, outcomes, error))
    return FALSE;
  for (guint i = 0; i < tests->len; i++) {
    int owner = outcomes[i].kind == AF_OUTCOME_FAIL ? owner_of (proving, outcomes[i].clause) : -1;
    if (owner >= 0)
      proving->refuted[owner] = TRUE;
    af_outcome_clear (&outcomes[i]);
  }
  return TRUE;
}

/* --- questions --- */

/* Whether some clauses of a routine hold, all on the same paths. */
typedef struct {
  const AfRoutine *routine;
  GPtrArray *asked;   /* of AfClause */
  GPtrArray *assumed; /* of AfClause: what is proposed for the types of its parameters */
  gboolean is_body;   /* of the body alone: `asked` is to be asked in parts, if it is understood */
  gboolean is_known;  /* the body is understood: it is of the clauses if nothing is found */
  guint resources;    /* at most */
  AfProof *proof;     /* the answer */
} AfQuestion;

static void question_free (AfQuestion *question)
{
  g_ptr_array_unref (question->asked);
  g_ptr_array_unref (question->assumed);
  af_proof_free (question->proof);
  g_free (question);
}

/* What is proposed for the types of its parameters, as preconditions of this call alone: a callee may well be called
 * meanwhile with an object that is not whole.  Without chains, of which the bounded check knows nothing.  Array of
 * AfClause. */
static GPtrArray *entry_clauses (const AfProving *proving, const AfRoutine *routine)
{
  GPtrArray *clauses = g_ptr_array_new_with_free_func ((GDestroyNotify)af_clause_free);
  for (guint k = 0; k < proving->attack->pending->len; k++) {
    const AfProposal *proposal = proposal_at (proving, k);
    if (af_has_chain (proposal->expr))
      continue;
    for (guint i = 0; proposal->record && !proving->refuted[k] && i < routine->n_params; i++) {
      const AfVariable *param = routine->variables->pdata[i];
      if (!af_type_is_record_pointer (param->type) || param->type->target != proposal->record
          || (int)i == routine->initialises)
        continue;
      g_autoptr (AfExpr) object = af_expr_var (param->type, param->name, param->id);
      g_autoptr (AfClause) about = af_clause_about (proving->attack->module, routine, object, proposal->expr);
      g_ptr_array_add (clauses,
                       af_clause_new (AF_CLAUSE_PRECONDITION, about->expr, (int)routine->id, -1, routine->name_range));
    }
  }
  return clauses;
}

static AfQuestion *add_question (AfProving *proving, const AfRoutine *routine, GPtrArray *asked)
{
  AfQuestion *question = g_new0 (AfQuestion, 1);
  question->routine = routine;
  question->asked = g_ptr_array_ref (asked);
  question->assumed = entry_clauses (proving, routine);
  g_ptr_array_add (proving->questions, question);
  return question;
}

static void drop_refuted (const AfProving *proving, GPtrArray *asked)
{
  for (guint i = asked->len; i-- > 0;)
    if (proving->refuted[owner_of (proving, ((const AfClause *)asked->pdata[i])->id)])
      g_ptr_array_remove_index (asked, i);
}

static void ask_routine (AfProving *proving, const AfRoutine *routine)
{
  g_autoptr (GPtrArray) asked = g_ptr_array_new ();
  for (guint i = 0; i < routine->clauses->len; i++) {
    AfClause *clause = routine->clauses->pdata[i];
    if (clause->kind != AF_CLAUSE_POSTCONDITION || owner_of (proving, clause->id) < 0)
      continue;
    if (af_has_chain (clause->expr))
      note_unknown (proving, clause, "a chain of any length");
    else
      g_ptr_array_add (asked, clause);
  }
  drop_refuted (proving, asked);
  if (asked->len > 0)
    add_question (proving, routine, asked);
}

static gboolean answer (guint index, guint worker, gpointer data, GError **error)
{
  const AfProving *proving = data;
  AfQuestion *question = proving->questions->pdata[index];
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  const AfProveOptions options = { BOUND, MOST_PATHS, question->resources, question->is_body ? none : question->asked,
                                   question->assumed };
  (void)worker;
  if (af_interrupted (proving->options->config->cancel, error))
    return FALSE;
  question->proof = af_prove_routine (proving->attack->module, question->routine, &options);
  return TRUE;
}

/* --- answers --- */

/* A violation that no test confirms is unknown; what is left is asked anew. */
static gboolean take_violation (AfProving *proving, AfQuestion *question, GError **error)
{
  const AfProof *proof = question->proof;
  g_autofree char *values = af_proof_describe (proof, question->routine);
  g_autofree char *reason =
    g_strdup_printf ("no test confirms that %s fails where %s", proof->clause, *values ? values : "it is called");
  if (!try_violation (proving, question->routine, proof, error))
    return FALSE;
  drop_refuted (proving, question->asked);
  if (g_ptr_array_remove (question->asked, (gpointer)proof->asked))
    note_unknown (proving, proof->asked, reason);
  if (question->asked->len > 0)
    add_question (proving, question->routine, question->asked)->is_known = question->is_known;
  return TRUE;
}

/* Each half by itself, so that the few that are not understood are found, and what the rest costs is paid but once. */
static void ask_halves (AfProving *proving, const AfQuestion *question)
{
  guint n = question->asked->len, middle = (n + 1) / 2;
  for (guint first = 0; first < n; first += middle) {
    g_autoptr (GPtrArray) half = g_ptr_array_new ();
    for (guint i = first; i < MIN (first + middle, n); i++)
      g_ptr_array_add (half, question->asked->pdata[i]);
    add_question (proving, question->routine, half)->is_known = TRUE;
  }
}

/* Nothing was found of several clauses: is it the body? */
static void look_closer (AfProving *proving, const AfQuestion *question)
{
  if (question->is_known)
    ask_halves (proving, question);
  else
    add_question (proving, question->routine, question->asked)->is_body = TRUE;
}

static gboolean take_answer (AfProving *proving, AfQuestion *question, GError **error)
{
  const AfProof *proof = question->proof;
  gboolean runs = TRUE;
  guint spent = proof ? proof->resources : 0; /* it was not asked when there was nothing left */
  if (proving->is_late)
    note_all_unknown (proving, question->asked, "the time was up");
  else if (proving->left == 0)
    note_all_unknown (proving, question->asked, "the solver's resource limit was reached");
  else if (question->is_body && proof->outcome == AF_PROOF_BOUNDED)
    ask_halves (proving, question);
  else if (question->is_body)
    note_all_unknown (proving, question->asked, proof->reason);
  else if (proof->outcome == AF_PROOF_VIOLATED && proof->asked)
    runs = take_violation (proving, question, error);
  else if (proof->outcome == AF_PROOF_BOUNDED)
    note_bounded (proving, question->asked, proof);
  else if (question->asked->len > 1)
    look_closer (proving, question);
  else
    note_all_unknown (proving, question->asked, proof->reason);
  proving->left -= MIN (spent, proving->left);
  return runs;
}

/* Answers the questions that there are, the first ones on all workers; what the answers lead to is asked after the
 * rest. How many go together, and how much each may cost, does not depend on the number of workers. */
static gboolean answer_batch (AfProving *proving, GError **error)
{
  g_autoptr (GPtrArray) batch = g_ptr_array_new_with_free_func ((GDestroyNotify)question_free);
  guint n = MIN (proving->questions->len, BATCH);
  for (guint i = 0; i < n; i++)
    ((AfQuestion *)proving->questions->pdata[i])->resources = MAX (MIN (RESOURCES, proving->left), 1);
  proving->is_late |= af_infer_is_late (proving->options->deadline);
  if (proving->left > 0 && !proving->is_late && !af_jobs_map (n, proving->options->jobs, answer, proving, error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (batch, g_ptr_array_steal_index (proving->questions, 0));
  for (guint i = 0; i < n; i++)
    if (!take_answer (proving, batch->pdata[i], error))
      return FALSE;
  return TRUE;
}

/* --- all of it --- */

static guint count_refuted_invariants (const AfProving *proving)
{
  guint n = 0;
  for (guint i = 0; i < proving->attack->pending->len; i++)
    n += proving->refuted[i] && proposal_at (proving, i)->record != NULL;
  return n;
}

/* Until a round refutes no invariant: what was proved before in that round may rest on it.  Each round but the last
 * refutes one, and all share the solver's resources. */
static gboolean prove_all (AfProving *proving, GError **error)
{
  const GPtrArray *routines = proving->attack->module->routines;
  for (guint n_gone = G_MAXUINT; n_gone != count_refuted_invariants (proving);) {
    n_gone = count_refuted_invariants (proving);
    forget (proving);
    g_ptr_array_set_size (proving->questions, 0);
    for (guint i = 0; i < routines->len; i++)
      ask_routine (proving, routines->pdata[i]);
    while (proving->questions->len > 0)
      if (!answer_batch (proving, error))
        return FALSE;
  }
  return TRUE;
}

gboolean af_prove_pending (AfModule *module, GPtrArray *pending, const AfInferOptions *options, AfInference *inference,
                           GError **error)
{
  g_autoptr (GArray) owners = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GPtrArray) read = g_ptr_array_new ();
  g_autofree char *text = g_strdup_printf ("prove: %u proposal%s", pending->len, pending->len == 1 ? "" : "s");
  AfAttack attack = { module, pending, 0, owners, read };
  g_auto (AfProving)
    proving = { &attack, options, g_new0 (gboolean, pending->len + 1), NULL, NULL, NULL, ALL_RESOURCES, FALSE };
  proving.questions = g_ptr_array_new_with_free_func ((GDestroyNotify)question_free);
  if (options->progress)
    options->progress (text, options->progress_data);
  af_attack_state (&attack);
  gboolean runs = prove_all (&proving, error);
  af_attack_retract (&attack);
  inference->is_late |= proving.is_late;
  for (guint i = pending->len; runs && i-- > 0;)
    if (proving.refuted[i]) {
      g_ptr_array_remove_index (pending, i);
      inference->n_refuted++;
    }
  return runs;
}

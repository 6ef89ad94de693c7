/* The check of one routine: every path up to k, from its preconditions to its postconditions.
 *
 * In:  a routine.   Out: what became of it.
 *
 * On each path the parameters are unknown; that the invariants and the preconditions hold is assumed, the body is
 * executed, and what C, its CHECKs, the routines it calls, its postconditions and the invariants demand must hold.  k
 * grows from 2 until a violation is found, nothing is cut off any more, or the resources are gone; then the largest k
 * that was finished counts. */
#include "prove/prove-internal.h"

enum { FIRST_BOUND = 2 };
/* The next k takes a multiple of what all before took: it is begun where one part of so many is used up. */
enum { FURTHER_PART = 3 };

void af_proof_free (AfProof *proof)
{
  if (!proof)
    return;
  g_free (proof->reason);
  g_free (proof->clause);
  g_clear_pointer (&proof->arguments, g_ptr_array_unref);
  g_free (proof);
}

static AfProof *proof_new (AfProofOutcome outcome)
{
  AfProof *proof = g_new0 (AfProof, 1);
  proof->outcome = outcome;
  return proof;
}

/* --- contracts of the routine --- */

static const AfRoutine *invariant_of (AfProver *prover, const AfType *type)
{
  if (!af_type_is_record_pointer (type))
    return NULL;
  return af_module_invariant (prover->module, type->target);
}

/* The invariant holds of what @pointer leads to, unless that is nothing or is gone. */
static void handle_invariant (AfProver *prover, const AfRoutine *invariant, AfValue pointer, gboolean assume)
{
  pointer = af_pointer_resolve (prover, pointer);
  if (prover->stop != AF_STOP_NO || (!pointer.block && !pointer.cell) || (pointer.block && pointer.block->is_dead))
    return;
  AfValue result = af_prove_inline (prover, invariant, &pointer, 1, FALSE);
  if (prover->stop != AF_STOP_NO || result.kind != AF_VALUE_INT)
    return;
  Z3_ast holds = af_term_not (prover, af_term_equal (prover, result.term, af_term_number (prover, 0, result.bits)));
  if (assume)
    af_prover_assume (prover, holds);
  else
    af_prover_demand (prover, holds, AF_CLAUSE_INVARIANT, invariant->name);
}

static void handle_invariants (AfProver *prover, const AfFrame *entry, gboolean assume)
{
  const AfRoutine *routine = entry->routine;
  for (guint i = 0; routine->is_public && i < routine->n_params && prover->stop == AF_STOP_NO; i++) {
    const AfRoutine *invariant = invariant_of (prover, ((const AfVariable *)routine->variables->pdata[i])->type);
    gboolean is_made = (int)i == routine->initialises;
    /* Whether an initialiser with a result has succeeded is not looked into. */
    if (invariant && invariant != routine
        && (!is_made || (!assume && routine->result && routine->result->kind == AF_TYPE_VOID)))
      handle_invariant (prover, invariant, entry->cells[i + 1]->before, assume);
  }
}

static void assume_contracts (AfProver *prover, AfFrame *entry)
{
  const GPtrArray *clauses = entry->routine->clauses;
  prover->mode = AF_MODE_ASSUME;
  handle_invariants (prover, entry, TRUE);
  for (guint i = 0; i < clauses->len && prover->stop == AF_STOP_NO; i++) {
    const AfClause *clause = clauses->pdata[i];
    if (clause->kind == AF_CLAUSE_PRECONDITION)
      af_prover_assume (prover, af_prove_truth (prover, entry, clause->expr));
  }
  for (guint i = 0; prover->assumed && i < prover->assumed->len && prover->stop == AF_STOP_NO; i++)
    af_prover_assume (prover, af_prove_truth (prover, entry, ((const AfClause *)prover->assumed->pdata[i])->expr));
  prover->mode = AF_MODE_PROGRAM;
  af_prover_is_possible (prover);
}

static void demand_contracts (AfProver *prover, AfFrame *entry)
{
  const GPtrArray *clauses = entry->routine->clauses;
  prover->mode = AF_MODE_CLAUSE;
  for (guint i = 0; i < clauses->len && prover->stop == AF_STOP_NO; i++) {
    const AfClause *clause = clauses->pdata[i];
    gboolean is_asked = !prover->asked || g_ptr_array_find ((GPtrArray *)prover->asked, clause, NULL);
    if (clause->kind != AF_CLAUSE_POSTCONDITION || !is_asked)
      continue;
    prover->asking = prover->asked ? clause : NULL;
    af_prove_clause (prover, entry, clause);
    if (prover->stop == AF_STOP_NO)
      prover->asking = NULL;
  }
  if (prover->asked)
    return;
  handle_invariants (prover, entry, FALSE);
  const AfRoutine *invariant = invariant_of (prover, entry->routine->result);
  if (prover->stop == AF_STOP_NO && entry->routine->is_public && invariant && entry->result.kind == AF_VALUE_POINTER)
    handle_invariant (prover, invariant, entry->result, FALSE);
}

/* --- paths --- */

/* The parameters' cells at entry, which contracts speak of; the body works on copies. */
static AfFrame *entry_frame (AfProver *prover, const AfRoutine *routine)
{
  AfFrame *entry = af_frame_new (prover, routine, NULL, 0);
  for (guint i = 0; i < routine->n_params; i++)
    entry->cells[i + 1] = af_cell_new (prover, ((const AfVariable *)routine->variables->pdata[i])->type, TRUE);
  return entry;
}

static AfFrame *follow_path (AfProver *prover, const AfRoutine *routine)
{
  af_prover_begin_path (prover);
  AfFrame *entry = entry_frame (prover, routine);
  assume_contracts (prover, entry);
  AfValue *arguments = af_prover_alloc (prover, routine->n_params * sizeof *arguments);
  for (guint i = 0; i < routine->n_params && prover->stop == AF_STOP_NO; i++)
    arguments[i] = af_lvalue_read (prover, (AfLvalue){ entry->cells[i + 1], NULL, NULL }, FALSE);
  if (prover->stop != AF_STOP_NO)
    return entry;
  AfFrame *frame = af_frame_new (prover, routine, arguments, routine->n_params);
  af_frame_run (prover, frame);
  entry->result = frame->result;
  demand_contracts (prover, entry);
  return entry;
}

static void note_violation (AfProver *prover, const AfFrame *entry, AfProof *proof)
{
  const AfRoutine *routine = entry->routine;
  proof->outcome = AF_PROOF_VIOLATED;
  proof->kind = prover->violated;
  proof->clause = g_steal_pointer (&prover->clause);
  proof->asked = prover->asking;
  proof->arguments = g_ptr_array_new_with_free_func ((GDestroyNotify)af_witness_free);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < routine->n_params; i++)
    g_ptr_array_add (proof->arguments, af_witness_of_cell (prover, entry->cells[i + 1], seen));
}

/* All paths up to prover->bound. */
static AfProof *explore (AfProver *prover, const AfRoutine *routine)
{
  AfProof *proof = proof_new (AF_PROOF_UNKNOWN);
  gboolean is_unknown = FALSE;
  guint n_tried = 0;
  proof->bound = prover->bound;
  prover->is_cut = FALSE;
  g_array_set_size (prover->decisions, 0);
  do {
    const AfFrame *entry = follow_path (prover, routine);
    /* That later assumptions leave no state is only asked until one path is known to happen. */
    proof->n_paths += prover->stop == AF_STOP_NO && (proof->n_paths > 0 || af_prover_is_possible (prover));
    is_unknown |= prover->stop == AF_STOP_UNKNOWN;
    if (prover->stop == AF_STOP_VIOLATED) {
      note_violation (prover, entry, proof);
      break;
    }
    if (++n_tried >= prover->max_paths) {
      is_unknown = TRUE;
      if (!prover->reason)
        prover->reason = g_strdup_printf ("more than %u paths", prover->max_paths);
      break;
    }
  } while (af_prover_next_path (prover) && !prover->is_exhausted);
  if (proof->outcome == AF_PROOF_VIOLATED)
    return proof;
  proof->is_complete = !prover->is_cut;
  proof->outcome = is_unknown || proof->n_paths == 0 ? AF_PROOF_UNKNOWN : AF_PROOF_BOUNDED;
  prover->is_empty = prover->is_cut && !is_unknown && proof->n_paths == 0;
  if (proof->outcome == AF_PROOF_UNKNOWN)
    proof->reason = prover->reason ? g_steal_pointer (&prover->reason)
                                   : g_strdup ("no state within the bound satisfies the preconditions");
  return proof;
}

AfProof *af_prove_routine (const AfModule *module, const AfRoutine *routine, const AfProveOptions *options)
{
  AfProver prover;
  g_autoptr (AfProof) best = NULL;
  if (!routine->is_read || routine->is_variadic || !af_prover_init (&prover, module, options)) {
    AfProof *proof = proof_new (AF_PROOF_UNKNOWN);
    proof->reason = g_strdup ("a routine that was not read");
    return proof;
  }
  guint last = prover.bound;
  for (guint bound = MIN (FIRST_BOUND, last); bound <= last; bound++) {
    prover.bound = bound;
    AfProof *proof = explore (&prover, routine);
    af_prover_reset (&prover);
    proof->n_checks = prover.n_checks;
    if (best && best->outcome == AF_PROOF_BOUNDED && proof->outcome == AF_PROOF_UNKNOWN) {
      best->n_checks = prover.n_checks;
      af_proof_free (proof);
      break;
    }
    af_proof_free (best);
    best = proof;
    gboolean is_decided = (proof->outcome != AF_PROOF_BOUNDED && !prover.is_empty) || proof->is_complete;
    if (is_decided || af_prover_resources (&prover) > prover.resources / FURTHER_PART)
      break;
  }
  best->resources = af_prover_resources (&prover);
  af_prover_clear (&prover);
  /* A private routine is called in states that its contracts need not describe. */
  if (best->outcome == AF_PROOF_VIOLATED && !routine->is_public) {
    best->outcome = AF_PROOF_UNKNOWN;
    best->reason = g_strdup_printf ("a private routine, whose callers may rule out: %s", best->clause);
  }
  return g_steal_pointer (&best);
}

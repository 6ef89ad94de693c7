/* Failures that show a precondition which nobody wrote, and nothing of the module.
 *
 * In:  a failing test of a module of which contracts/assumed has found what numbers of callers can break.
 * Out: whether it is one of these; the corpus lists each once.
 *
 * What counts is the routine that the test itself called: the same clause, broken by numbers that the module made, is a
 * fault.  A crash is forgiven in the same place: what is far enough from a block lies in none. */
#include "testgen/testgen-internal.h"

/* The clause of @called that a number can break where the test crashed; null: none. */
static const AfClause *crashed_at (const AfModule *module, const AfRoutine *called, const AfOutcome *outcome)
{
  for (guint i = 0; called->gaps != NULL && i < called->gaps->len; i++) {
    const AfClause *each = module->clauses->pdata[g_array_index (called->gaps, guint, i)];

    if (each->kind == AF_CLAUSE_HEAP && each->routine == outcome->routine && each->location == outcome->location)
      return each;
  }
  return NULL;
}

gboolean af_gap_is_shown (const AfModule *module, const AfTest *test, const AfOutcome *outcome, AfSeenGap *seen)
{
  const AfCall *call = outcome->failing_call < test->calls->len ? test->calls->pdata[outcome->failing_call] : NULL;
  gboolean is_known = call != NULL && call->thunk < module->routines->len && outcome->clause < module->clauses->len;
  const AfRoutine *called = is_known ? module->routines->pdata[call->thunk] : NULL;
  const AfClause *clause = is_known ? module->clauses->pdata[outcome->clause] : NULL;

  if (outcome->kind != AF_OUTCOME_FAIL || called == NULL)
    return FALSE;
  if (clause->kind == AF_CLAUSE_CRASH)
    clause = crashed_at (module, called, outcome);
  else if (!af_routine_has_gap (called, clause->id))
    clause = NULL;
  if (clause != NULL && seen != NULL)
    *seen = (AfSeenGap){ called, clause };
  return clause != NULL;
}

gboolean af_gap_note (const AfModule *module, const AfTest *test, const AfOutcome *outcome, AfCorpus *corpus)
{
  AfSeenGap seen;

  if (!af_gap_is_shown (module, test, outcome, &seen))
    return FALSE;
  for (guint i = 0; i < corpus->gaps->len; i++) {
    const AfSeenGap *known = &g_array_index (corpus->gaps, AfSeenGap, i);
    if (known->routine == seen.routine && known->clause == seen.clause)
      return TRUE;
  }
  g_array_append_val (corpus->gaps, seen);
  return TRUE;
}

/* What an outcome says about a changed program.
 *
 * In:  the outcomes of one test on the unchanged and on the changed program.   Out: a verdict.
 *
 * A test that passed must still pass.  A test that showed the fault must get past the call in which it did; what the
 * changed program meets further on, where the unchanged one never came, is held against it only if it is the same fault
 * again.  A test whose last call is no longer permitted (the objects before it are others now) is no test of the
 * changed program; it says nothing, but the screen demands that failing tests are passed, and at least half of the
 * passing ones must stay tests. Unknown is never success. */
#include "validate/validate-internal.h"

#include <signal.h>

static const char *routine_name (const AfModule *module, int routine)
{
  return routine >= 0 && (guint)routine < module->routines->len
           ? ((const AfRoutine *)module->routines->pdata[routine])->name
           : NULL;
}

gboolean af_judge_is_fault (const AfModule *original, const AfFault *fault, const AfModule *module,
                            const AfOutcome *outcome)
{
  if (module == original)
    return af_fault_is (fault, outcome);
  if (outcome->kind != AF_OUTCOME_FAIL || outcome->clause >= module->clauses->len)
    return FALSE;
  const AfClause *clause = module->clauses->pdata[outcome->clause];
  return clause->kind == fault->clause->kind && g_strcmp0 (clause->text, fault->clause->text) == 0
         && g_strcmp0 (routine_name (module, outcome->routine), fault->routine->name) == 0
         && g_strcmp0 (routine_name (module, clause->routine), routine_name (original, fault->clause->routine)) == 0;
}

gboolean af_judge_counts (const AfModule *original, const AfFault *fault, const AfOutcome *before)
{
  return before->kind == AF_OUTCOME_PASS || af_judge_is_fault (original, fault, original, before);
}

gboolean af_judge_is_long (const AfFault *fault, const AfModule *module, const AfOutcome *after)
{
  if (after->kind != AF_OUTCOME_FAIL || after->clause >= module->clauses->len)
    return FALSE;
  AfClauseKind kind = ((const AfClause *)module->clauses->pdata[after->clause])->kind;
  gboolean is_large = kind == AF_CLAUSE_CRASH && after->detail == SIGKILL; /* the limit of memory */
  return kind != fault->clause->kind && (kind == AF_CLAUSE_HANG || is_large);
}

gboolean af_judge_goes_on (const AfFault *fault, const AfOutcome *before, const AfModule *module,
                           const AfOutcome *after)
{
  return before->kind == AF_OUTCOME_FAIL && after->failing_call == before->failing_call
         && af_judge_is_long (fault, module, after);
}

static AfJudgement judge_failure (const AfModule *original, const AfFault *fault, const AfOutcome *before,
                                  const AfModule *module, const AfOutcome *after)
{
  if (before->kind != AF_OUTCOME_FAIL)
    return before->kind == AF_OUTCOME_PASS || af_judge_is_fault (original, fault, module, after) ? AF_JUDGED_FALLS
                                                                                                 : AF_JUDGED_CHANGED;
  gboolean is_later = after->failing_call > before->failing_call;
  return is_later && !af_judge_is_fault (original, fault, module, after) ? AF_JUDGED_CHANGED : AF_JUDGED_FALLS;
}

AfJudgement af_judge (const AfModule *original, const AfFault *fault, const AfOutcome *before, const AfModule *module,
                      const AfOutcome *after)
{
  switch (after->kind) {
  case AF_OUTCOME_PASS:
    return AF_JUDGED_PASSES;
  case AF_OUTCOME_INVALID:
    return AF_JUDGED_CHANGED;
  case AF_OUTCOME_FAIL:
    return judge_failure (original, fault, before, module, after);
  case AF_OUTCOME_UNKNOWN:
    return before->kind == AF_OUTCOME_UNKNOWN ? AF_JUDGED_CHANGED : AF_JUDGED_FALLS;
  }
  return AF_JUDGED_FALLS;
}

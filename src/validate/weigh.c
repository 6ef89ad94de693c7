/* What an outcome says about a changed program.
 *
 * In:  the outcomes of one test on the unchanged and on the changed program.   Out: it passes, falls, or says nothing.
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

gboolean af_weigh_is_fault (const AfValidation *validation, const AfModule *module, const AfOutcome *outcome)
{
  const AfFault *fault = validation->fault;
  if (module == validation->module)
    return af_fault_is (fault, outcome);
  if (outcome->kind != AF_OUTCOME_FAIL || outcome->clause >= module->clauses->len)
    return FALSE;
  const AfClause *clause = module->clauses->pdata[outcome->clause];
  return clause->kind == fault->clause->kind && g_strcmp0 (clause->text, fault->clause->text) == 0
         && g_strcmp0 (routine_name (module, outcome->routine), fault->routine->name) == 0
         && g_strcmp0 (routine_name (module, clause->routine),
                       routine_name (validation->module, fault->clause->routine))
              == 0;
}

gboolean af_weigh_counts (const AfValidation *validation, const AfOutcome *before)
{
  return before->kind == AF_OUTCOME_PASS || af_weigh_is_fault (validation, validation->module, before);
}

gboolean af_weigh_is_long (const AfValidation *validation, const AfModule *module, const AfOutcome *after)
{
  if (after->kind != AF_OUTCOME_FAIL || after->clause >= module->clauses->len)
    return FALSE;
  AfClauseKind kind = ((const AfClause *)module->clauses->pdata[after->clause])->kind;
  gboolean is_large = kind == AF_CLAUSE_CRASH && after->detail == SIGKILL; /* the limit of memory */
  return kind != validation->fault->clause->kind && (kind == AF_CLAUSE_HANG || is_large);
}

gboolean af_weigh_goes_on (const AfValidation *validation, const AfOutcome *before, const AfModule *module,
                           const AfOutcome *after)
{
  gboolean is_other = validation->fault->aside->len > 0 && af_weigh_is_fault (validation, module, after);
  return before->kind == AF_OUTCOME_FAIL
         && (is_other ? after->failing_call >= before->failing_call
                      : after->failing_call == before->failing_call && af_weigh_is_long (validation, module, after));
}

static AfWeighed weigh_failure (const AfValidation *validation, const AfOutcome *before, const AfModule *module,
                                const AfOutcome *after)
{
  gboolean is_fault = af_weigh_is_fault (validation, module, after);
  if (before->kind != AF_OUTCOME_FAIL)
    return before->kind == AF_OUTCOME_PASS || is_fault ? AF_WEIGHED_FALLS : AF_WEIGHED_CHANGED;
  return after->failing_call > before->failing_call && !is_fault ? AF_WEIGHED_CHANGED : AF_WEIGHED_FALLS;
}

AfWeighed af_weigh (const AfValidation *validation, const AfOutcome *before, const AfModule *module,
                    const AfOutcome *after)
{
  switch (after->kind) {
  case AF_OUTCOME_PASS:
    return AF_WEIGHED_PASSES;
  case AF_OUTCOME_INVALID:
    return AF_WEIGHED_CHANGED;
  case AF_OUTCOME_FAIL:
    return weigh_failure (validation, before, module, after);
  case AF_OUTCOME_UNKNOWN:
    return before->kind == AF_OUTCOME_UNKNOWN ? AF_WEIGHED_CHANGED : AF_WEIGHED_FALLS;
  }
  return AF_WEIGHED_FALLS;
}

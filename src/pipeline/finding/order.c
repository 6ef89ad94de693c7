/* Which fault comes first: in the report, and for a repair while there is time.
 *
 * In:  findings in order of discovery.   Out: the same, likely and severe ones first.
 *
 * Memory that is used wrongly comes before a violated contract, that before arithmetic, a leak, a call that does not
 * end.  After all of these come implicit contracts that speak about nothing but what the caller handed over, `dst[n]`
 * in `copy (dst, src, n)`: more often than not it is the precondition that is missing, which nobody can violate.
 * Within a class the order of discovery stays. */
#include "pipeline/finding/finding.h"

/* The order is that of the report. */
typedef enum { MEMORY, CONTRACT, ARITHMETIC, LEAK, ENDLESS, GAP } Severity;

typedef struct {
  const AfRoutine *routine;
  gboolean is_about_arguments;
} Scope;

static gboolean is_parameter (const AfRoutine *routine, const AfExpr *node)
{
  return node->variable_id > 0 && node->variable_id <= routine->variables->len
         && ((const AfVariable *)routine->variables->pdata[node->variable_id - 1])->is_param;
}

static gboolean look (AfExpr *node, gpointer data)
{
  Scope *scope = data;
  switch (node->kind) {
  case AF_EXPR_VAR:
    scope->is_about_arguments &= is_parameter (scope->routine, node);
    break;
  case AF_EXPR_INT:
  case AF_EXPR_BOOL:
  case AF_EXPR_NULL:
  case AF_EXPR_FLOAT:
  case AF_EXPR_STRING:
  case AF_EXPR_UNARY:
  case AF_EXPR_BINARY:
  case AF_EXPR_CAST:
  case AF_EXPR_READABLE:
  case AF_EXPR_WRITABLE:
  case AF_EXPR_FITS:
    break;
  case AF_EXPR_FUNCTION:
  case AF_EXPR_RESULT:
  case AF_EXPR_OLD:
  case AF_EXPR_FIELD:
  case AF_EXPR_INDEX:
  case AF_EXPR_DEREF:
  case AF_EXPR_ADDRESS:
  case AF_EXPR_ASSIGN:
  case AF_EXPR_STEP:
  case AF_EXPR_CONDITIONAL:
  case AF_EXPR_CALL:
  case AF_EXPR_CALL_POINTER:
  case AF_EXPR_IMPLIES:
  case AF_EXPR_IFF:
  case AF_EXPR_FORALL:
  case AF_EXPR_EXISTS:
  case AF_EXPR_OTHER:
    scope->is_about_arguments = FALSE;
  }
  return scope->is_about_arguments;
}

static gboolean is_about_arguments (const AfFault *fault)
{
  Scope scope = { fault->routine, fault->routine->is_public && fault->clause->expr };
  if (scope.is_about_arguments)
    af_expr_walk (fault->clause->expr, look, &scope);
  return scope.is_about_arguments;
}

static Severity severity_of (const AfFault *fault)
{
  switch (fault->clause->kind) {
  case AF_CLAUSE_NULL:
  case AF_CLAUSE_HEAP:
  case AF_CLAUSE_BOUNDS:
    return is_about_arguments (fault) ? GAP : MEMORY;
  case AF_CLAUSE_CRASH:
  case AF_CLAUSE_SANDBOX:
    return MEMORY;
  case AF_CLAUSE_ARITH:
    return is_about_arguments (fault) ? GAP : ARITHMETIC;
  case AF_CLAUSE_LEAK:
  case AF_CLAUSE_OPEN:
    return LEAK;
  case AF_CLAUSE_HANG:
    return ENDLESS;
  case AF_CLAUSE_PRECONDITION:
  case AF_CLAUSE_POSTCONDITION:
  case AF_CLAUSE_INVARIANT:
  case AF_CLAUSE_CHECK:
  case AF_CLAUSE_LOOP_INVARIANT:
  case AF_CLAUSE_LOOP_VARIANT:
    return CONTRACT;
  }
  return GAP;
}

static gint by_severity (gconstpointer a, gconstpointer b)
{
  const AfFinding *left = *(AfFinding *const *)a, *right = *(AfFinding *const *)b;
  Severity x = severity_of (left->fault), y = severity_of (right->fault);
  return (x > y) - (x < y);
}

/* GLib's sort is stable. */
void af_findings_sort (GPtrArray *findings)
{
  g_ptr_array_sort (findings, by_severity);
}

/* A fault is shown next to the one whose fix repairs it, too. */
void af_findings_gather (GPtrArray *findings)
{
  g_autoptr (GPtrArray) old = g_ptr_array_new ();
  g_ptr_array_extend (old, findings, NULL, NULL);
  guint n = 0;
  for (guint i = 0; i < old->len; i++) {
    AfFinding *finding = old->pdata[i];
    if (finding->cause)
      continue;
    findings->pdata[n++] = finding;
    for (guint k = 0; k < old->len; k++)
      if (((AfFinding *)old->pdata[k])->cause == finding->fault)
        findings->pdata[n++] = old->pdata[k];
  }
  g_assert (n == old->len);
}

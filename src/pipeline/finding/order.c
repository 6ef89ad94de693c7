/* Which fault comes first: in the report, and for a repair while there is time.
 *
 * In:  findings in order of discovery.   Out: the same, likely and severe ones first.
 *
 * Memory that is used wrongly comes before a violated contract, that before arithmetic, a leak, a signal, a call that
 * does not end.  A signal that no check foresaw mostly comes of garbage that a library function was given: of 46 such
 * reports on 38 modules of others one was a mistake (bench/README.md).  After all of these come implicit contracts that
 * speak about nothing but what the caller handed over, `dst[n]` in `copy (dst, src, n)`: more often than not it is the
 * precondition that is missing, which nobody can violate.  Within a class the order of discovery stays. */
#include "pipeline/finding/finding.h"

/* The order is that of the report. */
typedef enum { MEMORY, CONTRACT, ARITHMETIC, LEAK, SIGNAL, ENDLESS, GAP } Severity;

/* Parameters and what is computed from them; no field, element or call, which speak about the state of an object. */
static gboolean is_about_arguments (const AfRoutine *routine, const AfExpr *expr)
{
  gboolean is_value = expr->kind <= AF_EXPR_STRING || af_routine_param (routine, expr) >= 0;
  gboolean is_computed = expr->kind == AF_EXPR_UNARY || expr->kind == AF_EXPR_BINARY || expr->kind == AF_EXPR_CAST
                         || expr->kind == AF_EXPR_READABLE || expr->kind == AF_EXPR_WRITABLE
                         || expr->kind == AF_EXPR_FITS;
  for (guint i = 0; is_computed && i < expr->n_args; i++)
    is_computed = is_about_arguments (routine, expr->args[i]);
  return is_value || is_computed;
}

/* What may be a precondition that nobody wrote. */
static gboolean is_gap (const AfFault *fault)
{
  return fault->routine->is_public && is_about_arguments (fault->routine, fault->clause->expr);
}

static Severity severity_of (const AfFault *fault)
{
  switch (fault->clause->kind) {
  case AF_CLAUSE_NULL:
  case AF_CLAUSE_HEAP:
  case AF_CLAUSE_BOUNDS:
    return is_gap (fault) ? GAP : MEMORY;
  case AF_CLAUSE_SANDBOX:
    return MEMORY;
  case AF_CLAUSE_CRASH:
    return SIGNAL;
  case AF_CLAUSE_ARITH:
    return is_gap (fault) ? GAP : ARITHMETIC;
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
  case AF_CLAUSE_TEST:
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

/* A part of a report is shown next to the fault that has the report. */
void af_findings_gather (GPtrArray *findings)
{
  g_autoptr (GPtrArray) old = g_ptr_array_new (), wholes = g_ptr_array_new ();
  g_ptr_array_extend (old, findings, NULL, NULL);
  guint n = 0;
  for (guint i = 0; i < old->len; i++)
    g_ptr_array_add (wholes, (gpointer)af_finding_part_of (old->pdata[i], findings));
  for (guint i = 0; i < old->len; i++) {
    AfFinding *finding = old->pdata[i];
    if (wholes->pdata[i])
      continue;
    findings->pdata[n++] = finding;
    for (guint k = 0; k < old->len; k++)
      if (wholes->pdata[k] == finding->fault)
        findings->pdata[n++] = old->pdata[k];
  }
  g_assert (n == old->len);
}

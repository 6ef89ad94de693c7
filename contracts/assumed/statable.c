/* Whether a gap can be stated as it stands.
 *
 * In:  a routine and a clause that a number from its caller breaks.
 * Out: whether REQUIRE (clause) at the head of its body says the same.
 *
 * `READABLE (v->items + i, 1)` does, if neither `v` nor `i` nor `items` is changed in the routine; what a local holds,
 * or what a routine that it calls knows, does not.  There is no macro for FITS. */
#include "contracts/assumed/assumed-internal.h"

#include <string.h>

typedef struct {
  const AfRoutine *routine;
  gboolean is_statable;
} Statable;

typedef struct {
  const char *field;
  gboolean is_kept;
} Kept;

/* A call of anything but a query may change it, too. */
static gboolean visit_change (AfExpr *node, gpointer data)
{
  Kept *kept = data;
  gboolean assigns = node->kind == AF_EXPR_ASSIGN || node->kind == AF_EXPR_STEP || node->kind == AF_EXPR_ADDRESS;
  gboolean calls = node->kind == AF_EXPR_CALL || node->kind == AF_EXPR_CALL_POINTER || node->kind == AF_EXPR_OTHER;
  if (assigns && node->args[0]->kind == AF_EXPR_FIELD && strcmp (node->args[0]->name, kept->field) == 0)
    kept->is_kept = FALSE;
  if (calls && !node->is_pure)
    kept->is_kept = FALSE;
  return kept->is_kept;
}

static gboolean keeps (const AfRoutine *routine, const char *field)
{
  Kept kept = { field, TRUE };
  for (guint i = 0; i < routine->locations->len && kept.is_kept; i++)
    af_walk_code (routine->locations->pdata[i], visit_change, &kept);
  return kept.is_kept;
}

static gboolean is_never_assigned (const AfRoutine *routine, guint param)
{
  for (guint i = 0; i < routine->locations->len; i++)
    if (af_pointer_assigned (routine, routine->locations->pdata[i], param))
      return FALSE;
  return TRUE;
}

static gboolean visit_part (AfExpr *node, gpointer data)
{
  Statable *statable = data;
  int param = node->kind == AF_EXPR_VAR ? af_routine_param (statable->routine, node) : -1;
  if (node->kind == AF_EXPR_VAR)
    statable->is_statable &= param >= 0 && is_never_assigned (statable->routine, (guint)param);
  else if (node->kind == AF_EXPR_FIELD)
    statable->is_statable &= keeps (statable->routine, node->name);
  else
    statable->is_statable &= node->kind == AF_EXPR_INT || node->kind == AF_EXPR_CAST || node->kind == AF_EXPR_BINARY
                             || node->kind == AF_EXPR_UNARY || node->kind == AF_EXPR_READABLE
                             || node->kind == AF_EXPR_WRITABLE;
  return statable->is_statable;
}

gboolean af_contracts_can_state (const AfRoutine *routine, const AfClause *clause)
{
  if (!af_clause_is_implicit (clause))
    return clause->routine == (int)routine->id;
  Statable statable = { routine, clause->routine == (int)routine->id && clause->expr };
  if (statable.is_statable)
    af_expr_walk (clause->expr, visit_part, &statable);
  return statable.is_statable;
}

/* What a failure hook states: assert () and its like, and conditions in front of abort ().
 *
 * In:  a contract call that the front end made of a hook (src/frontend/hooks.def).
 * Out: the kind of its clause, or that it is none.
 *
 *     void f (T *t, int n)
 *     {
 *       assert (n > 0);              precondition: at the head, about a parameter, so the caller can see to it
 *       g_return_if_fail (ready);    precondition: that is what it is for, and `ready` is there when f is called
 *       int k = t->k;
 *       assert (k != 0);             check: a local variable is nothing that the caller knows
 *       push (t, n);
 *       assert (t->n > 0);           check: after a statement
 *       assert (push (t, k));        no contract: it has a side effect, and stays a statement
 *
 * A precondition is evaluated when the routine is entered; so nothing in front of it may change what it reads. */
#include "contracts/contracts-internal.h"

typedef struct {
  guint n_params;
  gboolean mentions_param, mentions_other;
  gboolean reads_memory; /* more than the values of parameters */
} AfReads;

static gboolean visit_reads (AfExpr *node, gpointer data)
{
  AfReads *reads = data;

  if (node->kind == AF_EXPR_VAR && node->variable_id > 0) {
    gboolean is_param = node->variable_id <= reads->n_params;
    reads->mentions_param |= is_param;
    reads->mentions_other |= !is_param;
  } else if (node->kind == AF_EXPR_OTHER)
    reads->mentions_other = TRUE;
  reads->reads_memory |= (node->kind == AF_EXPR_VAR && node->variable_id == 0) || node->kind == AF_EXPR_FIELD
                         || node->kind == AF_EXPR_INDEX || node->kind == AF_EXPR_DEREF || node->kind == AF_EXPR_CALL
                         || node->kind == AF_EXPR_CALL_POINTER;
  return TRUE;
}

/* Whether the body of a guard, `if (c) { ...; abort (); }`, holds @range. */
static gboolean is_in_guard (const AfRoutine *routine, AfRange range)
{
  for (guint i = 0; i < routine->contracts->len; i++) {
    const AfContractCall *call = g_ptr_array_index (routine->contracts, i);
    if (!call->is_hook || !af_range_contains (call->range, range))
      continue;
    if (af_routine_location (routine, (guint)call->location)->kind == AF_LOCATION_IF)
      return TRUE;
  }
  return FALSE;
}

/* Whether what stands in front of @call may change what its condition reads. */
static gboolean is_disturbed (const AfRoutine *routine, const AfContractCall *call, const AfReads *reads)
{
  for (guint i = 0; i < routine->locations->len && (int)i < call->location; i++) {
    const AfLocation *location = g_ptr_array_index (routine->locations, i);
    AfExpr *effect = location->expr && !is_in_guard (routine, location->range) ? af_effect_find (location->expr) : NULL;
    if (effect && (reads->reads_memory || effect->kind == AF_EXPR_ASSIGN || effect->kind == AF_EXPR_STEP))
      return TRUE;
  }
  return FALSE;
}

gboolean af_contracts_ndebug (const AfModule *module)
{
  gboolean found = FALSE;

  for (guint i = 0; i < module->flags->len; i++) {
    const char *flag = g_ptr_array_index (module->flags, i);
    const char *next = i + 1 < module->flags->len ? g_ptr_array_index (module->flags, i + 1) : "";
    const char *macro = g_str_equal (flag, "-D") || g_str_equal (flag, "-U") ? next
                        : flag[0] == '-' && flag[1]                          ? flag + 2
                                                                             : "";
    if (g_str_equal (macro, "NDEBUG") || g_str_has_prefix (macro, "NDEBUG="))
      found = flag[1] == 'D' || (found && flag[1] != 'U');
  }
  return found;
}

AfExpr *af_hook_effect (const AfContractCall *call)
{
  return call->is_hook && call->expr ? af_effect_find (call->expr) : NULL;
}

/* AF_CLAUSE_PRECONDITION or AF_CLAUSE_CHECK. */
static AfClauseKind hook_clause_kind (const AfRoutine *routine, const AfContractCall *call)
{
  AfReads reads = { routine->n_params, FALSE, FALSE, FALSE };
  gboolean is_demand = g_str_equal (call->macro, "REQUIRE");

  af_expr_walk (call->expr, visit_reads, &reads);
  if (!call->at_head || reads.mentions_other || !(reads.mentions_param || (is_demand && reads.reads_memory)))
    return AF_CLAUSE_CHECK;
  return is_disturbed (routine, call, &reads) ? AF_CLAUSE_CHECK : AF_CLAUSE_PRECONDITION;
}

void af_hooks_attach (AfModule *module, AfRoutine *routine)
{
  for (guint i = 0; i < routine->contracts->len; i++) {
    const AfContractCall *call = g_ptr_array_index (routine->contracts, i);
    if (!call->is_hook || !call->expr)
      continue;
    AfLocation *location = g_ptr_array_index (routine->locations, (guint)call->location);
    if (af_hook_effect (call)) {
      /* It does something beside asking: a statement like any other, though one that is never edited. */
      location->kind = location->kind == AF_LOCATION_CHECK ? AF_LOCATION_STATEMENT : location->kind;
      continue;
    }
    location->editable = FALSE;
    AfClauseKind kind = hook_clause_kind (routine, call);
    af_written_add (module, routine, call, kind, kind == AF_CLAUSE_CHECK ? call->location : -1);
  }
}

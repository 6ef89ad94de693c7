/* Which routines are queries.
 *
 * In:  a module whose routines have locations.
 * Out: is_query of each routine, is_pure of each call anywhere in the module.
 *
 * A routine is a query if it is marked QUERY or INVARIANT; or if it writes nothing but its own variables and calls nothing but
 * queries and pure library functions.  The inference starts with every routine that writes nothing and takes away those
 * that call something else until nothing changes, so that recursion is no obstacle.
 *
 * A marked one is believed, since one that copies its argument and takes the copy apart changes nothing that can be seen; but
 * not where it assigns to a global or through a parameter. */
#include "contracts/contracts-internal.h"

typedef struct {
  const AfRoutine *routine;
  gboolean writes;              /* something else than its own variables */
  AfExpr *foreign;              /* the first evident write */
} AfWrites;

static gboolean visit_writes (AfExpr *node, gpointer data)
{
  AfWrites *writes = data;

  if (node->kind == AF_EXPR_ASSIGN || node->kind == AF_EXPR_STEP) {
    AfWriteKind kind = af_write_kind (writes->routine, node->args[0]);
    writes->writes |= kind != AF_WRITE_LOCAL;
    if (kind == AF_WRITE_FOREIGN && !writes->foreign)
      writes->foreign = node;
  } else if (node->kind == AF_EXPR_CALL_POINTER)
    writes->writes |= !af_pointer_call_is_pure (node);
  else if (node->kind == AF_EXPR_OTHER && !node->is_pure)
    writes->writes |= af_text_has_effect (node->name ? node->name : "");
  return TRUE;
}

static void find_writes (const AfRoutine *routine, AfWrites *writes)
{
  *writes = (AfWrites){ routine, routine->skipped != NULL || routine->has_static_locals, NULL };
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = g_ptr_array_index (routine->locations, i);
    if (location->expr)
      af_expr_walk (location->expr, visit_writes, writes);
  }
}

static gboolean callees_are_queries (const AfModule *module, const AfRoutine *routine)
{
  for (guint i = 0; i < routine->callees->len; i++) {
    const char *name = g_ptr_array_index (routine->callees, i);
    const AfRoutine *callee = af_module_routine (module, name);
    if (g_str_has_prefix (name, "afx__fe_"))
      continue;
    if (callee ? !callee->is_query : !af_libc_is_pure (name))
      return FALSE;
  }
  return TRUE;
}

static gboolean check_marked (const AfModule *module, const AfRoutine *routine, const AfWrites *writes, GError **error)
{
  if (!writes->foreign)
    return TRUE;
  af_contract_error (error, module, writes->foreign->range,
                     "a query leaves what it is given as it is: drop QUERY, or the assignment",
                     "'%s' is marked %s but writes '%s'", routine->name, routine->invariant_of ? "INVARIANT" : "QUERY",
                     writes->foreign->args[0]->text);
  return FALSE;
}

static gboolean infer_queries (AfModule *module, GError **error)
{
  for (guint i = 0; i < module->routines->len; i++) {
    AfRoutine *routine = g_ptr_array_index (module->routines, i);
    gboolean is_marked = routine->is_marked_query || routine->invariant_of;
    AfWrites writes;
    find_writes (routine, &writes);
    if (is_marked && !check_marked (module, routine, &writes, error))
      return FALSE;
    routine->is_query = is_marked || (!writes.writes && routine->result && routine->result->kind != AF_TYPE_VOID);
  }
  for (gboolean changed = TRUE; changed;) {
    changed = FALSE;
    for (guint i = 0; i < module->routines->len; i++) {
      AfRoutine *routine = g_ptr_array_index (module->routines, i);
      if (routine->is_query && !routine->is_marked_query && !routine->invariant_of && !callees_are_queries (module, routine)) {
        routine->is_query = FALSE;
        changed = TRUE;
      }
    }
  }
  return TRUE;
}

static gboolean visit_mark (AfExpr *node, gpointer data)
{
  const AfModule *module = data;

  if (node->kind == AF_EXPR_CALL && !node->is_pure) {
    const AfRoutine *callee = af_module_routine (module, node->name);
    node->is_pure = callee ? callee->is_query : af_libc_is_pure (node->name);
  } else if (node->kind == AF_EXPR_CALL_POINTER && !node->is_pure)
    node->is_pure = af_pointer_call_is_pure (node);
  return TRUE;
}

gboolean af_purity_infer (AfModule *module, GError **error)
{
  if (!infer_queries (module, error))
    return FALSE;
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = g_ptr_array_index (module->routines, i);
    for (guint j = 0; j < routine->locations->len; j++) {
      const AfLocation *location = g_ptr_array_index (routine->locations, j);
      if (location->expr)
        af_expr_walk (location->expr, visit_mark, module);
    }
    for (guint j = 0; j < routine->contracts->len; j++) {
      const AfContractCall *call = g_ptr_array_index (routine->contracts, j);
      if (call->expr)
        af_expr_walk (call->expr, visit_mark, module);
    }
  }
  return TRUE;
}

/* Routines that rely on the compiler's turning a call at their end into a jump.
 *
 * In:  a routine of a module.
 * Out: whether it comes back to itself by nothing but calls at the end:
 *
 *     int even (unsigned n) { if (n == 0) return 1; return odd (n - 1); }
 *     int odd (unsigned n) { if (n == 0) return 0; return even (n - 1); }
 *
 * Optimised, this takes as much stack for a depth of ten million as for one.  A frame of ours, which has to be taken
 * away after the call, would make a call of each of these jumps. */
#include "weave/weave-internal.h"

static void add_calls (const AfModule *module, const AfExpr *expr, GPtrArray *callees)
{
  if (expr->kind == AF_EXPR_CONDITIONAL) {
    add_calls (module, expr->args[1], callees);
    add_calls (module, expr->args[2], callees);
  }
  const AfRoutine *callee = expr->kind == AF_EXPR_CALL ? af_module_routine (module, expr->name) : NULL;
  if (callee && !g_ptr_array_find (callees, callee, NULL))
    g_ptr_array_add (callees, (gpointer)callee);
}

/* A statement after which there is nothing but the end of the body. */
static gboolean is_last (const AfRoutine *routine, const AfLocation *location)
{
  return location->kind == AF_LOCATION_STATEMENT && location->next->len == 1
         && af_routine_location (routine, g_array_index (location->next, guint, 0))->kind == AF_LOCATION_EXIT;
}

static void add_callees (const AfModule *module, const AfRoutine *routine, GPtrArray *callees)
{
  gboolean is_void = !routine->result || routine->result->kind == AF_TYPE_VOID;

  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = g_ptr_array_index (routine->locations, i);
    if (location->expr && (location->kind == AF_LOCATION_RETURN || (is_void && is_last (routine, location))))
      add_calls (module, location->expr, callees);
  }
}

gboolean af_program_ends_in_itself (const AfModule *module, const AfRoutine *routine)
{
  g_autoptr (GPtrArray) callees = g_ptr_array_new ();

  add_callees (module, routine, callees);
  for (guint i = 0; i < callees->len; i++)
    if (g_ptr_array_index (callees, i) == routine)
      return TRUE;
    else
      add_callees (module, g_ptr_array_index (callees, i), callees);
  return FALSE;
}

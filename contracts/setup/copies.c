/* Locals that a parameter is put in.
 *
 * In:  a routine with locations.
 * Out: for each local the parameter whose value is the only one that it is given.
 *
 *     Map *m = (Map *)in;           m is what in was
 *     u = p; while (*u) u++;        u begins as p, maybe again; steps do not count: they make no pointer null */
#include "contracts/contracts-internal.h"

typedef struct {
  const AfRoutine *routine;
  int *copies; /* by variable: the parameter that it is given, and nothing else; NOTHING, or MORE */
} AfCopyWalk;

enum { NOTHING = -1, MORE = -2 };

static void note_value (const AfCopyWalk *walk, guint variable, const AfExpr *value)
{
  int param = value ? af_routine_param (walk->routine, value) : -1;
  int *known = &walk->copies[variable];
  *known = param >= 0 && (*known == NOTHING || *known == param) ? param : MORE;
}

gboolean af_copy_is_local (const AfRoutine *routine, const AfExpr *expr)
{
  return expr->kind == AF_EXPR_VAR && expr->variable_id > routine->n_params
         && expr->variable_id <= routine->variables->len;
}

static gboolean visit_copy (AfExpr *node, gpointer data)
{
  const AfCopyWalk *walk = data;
  gboolean is_assignment = node->kind == AF_EXPR_ASSIGN && node->op == AF_OP_NONE;
  if ((is_assignment || node->kind == AF_EXPR_ADDRESS) && af_copy_is_local (walk->routine, node->args[0]))
    note_value (walk, node->args[0]->variable_id, is_assignment ? node->args[1] : NULL);
  return TRUE;
}

int *af_copies_in (const AfRoutine *routine)
{
  AfCopyWalk walk = { routine, g_new (int, routine->variables->len + 1) };
  for (guint i = 0; i <= routine->variables->len; i++)
    walk.copies[i] = NOTHING;
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = routine->locations->pdata[i];
    for (guint k = 0; location->declares && k < location->declares->len; k++) {
      const AfVariable *variable = location->declares->pdata[k];
      if (variable->id <= routine->variables->len)
        note_value (&walk, variable->id, location->values->pdata[k]);
    }
    af_location_walk (location, visit_copy, &walk);
  }
  return walk.copies;
}

int af_contracts_param_of (const AfRoutine *routine, const AfExpr *expr)
{
  expr = af_expr_uncast (expr);
  if (!af_copy_is_local (routine, expr))
    return af_routine_param (routine, expr);
  g_autofree int *copies = af_copies_in (routine);
  return copies[expr->variable_id];
}

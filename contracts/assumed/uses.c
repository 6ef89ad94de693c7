/* What a routine's code shows about its pointer parameters: are they followed, are they tested for null?
 *
 * In:  a module with its clauses.   Out: an AfPointerUse for each parameter.
 *
 * That a pointer is followed is what the implicit clauses say: `p != NULL` for *p, p->f and p[i], READABLE (p, ...) for
 * an argument of a library function that reads a string.  One that is handed on to a routine is followed if that
 * routine follows it, or requires that it is not null; a test anywhere ends the chain. */
#include "contracts/assumed/assumed-internal.h"

AfPointerUse *af_pointer_use (const AfPointerUses *uses, const AfRoutine *routine, guint param)
{
  return &((AfPointerUse *)uses->rows->pdata[routine->id])[param];
}

static gboolean is_null (const AfExpr *expr)
{
  while (expr->kind == AF_EXPR_CAST)
    expr = expr->args[0];
  return expr->kind == AF_EXPR_NULL || (expr->kind == AF_EXPR_INT && expr->value == 0);
}

typedef struct {
  const AfPointerUses *uses;
  const AfRoutine *routine;
} AfUseWalk;

/* @expr as a truth value: a pointer there is tested. */
static void note_truth (const AfUseWalk *walk, const AfExpr *expr)
{
  int param = af_routine_param (walk->routine, expr);
  if (param >= 0)
    af_pointer_use (walk->uses, walk->routine, (guint)param)->tests = TRUE;
}

static gboolean visit_test (AfExpr *node, gpointer data)
{
  const AfUseWalk *walk = data;
  gboolean is_comparison = node->kind == AF_EXPR_BINARY && (node->op == AF_OP_EQ || node->op == AF_OP_NE);
  gboolean is_logical = node->kind == AF_EXPR_IMPLIES || node->kind == AF_EXPR_IFF
                        || (node->kind == AF_EXPR_UNARY && node->op == AF_OP_NOT)
                        || (node->kind == AF_EXPR_BINARY && (node->op == AF_OP_AND || node->op == AF_OP_OR));
  if (is_comparison && is_null (node->args[1]))
    note_truth (walk, node->args[0]);
  if (is_comparison && is_null (node->args[0]))
    note_truth (walk, node->args[1]);
  for (guint i = 0; is_logical && i < node->n_args; i++)
    note_truth (walk, node->args[i]);
  if (node->kind == AF_EXPR_CONDITIONAL || (node->kind == AF_EXPR_ASSIGN && node->op == AF_OP_NONE))
    note_truth (walk, node->args[0]);
  return TRUE;
}

static void note_tests (const AfUseWalk *walk, AfExpr *expr, gboolean is_condition)
{
  if (is_condition)
    note_truth (walk, expr);
  af_expr_walk (expr, visit_test, (gpointer)walk);
}

/* The pointer that an implicit clause of @routine is about. */
static const AfExpr *followed_in (const AfClause *clause)
{
  if (clause->kind == AF_CLAUSE_NULL && clause->expr->kind == AF_EXPR_BINARY)
    return clause->expr->args[0];
  gboolean reads = clause->row && (clause->row->guard == AF_GUARD_STRING || clause->row->guard == AF_GUARD_STRING_COPY);
  return reads && (clause->expr->kind == AF_EXPR_READABLE || clause->expr->kind == AF_EXPR_WRITABLE)
           ? clause->expr->args[0]
           : NULL;
}

static void note_routine (const AfPointerUses *uses, const AfRoutine *routine)
{
  AfUseWalk walk = { uses, routine };
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = routine->locations->pdata[i];
    if (location->expr && location->kind != AF_LOCATION_CHECK)
      note_tests (&walk, location->expr, af_location_is_condition (location));
    for (guint k = 0; location->values && k < location->values->len; k++)
      if (location->values->pdata[k])
        note_tests (&walk, location->values->pdata[k], FALSE);
  }
  for (guint i = 0; i < routine->clauses->len; i++) {
    const AfClause *clause = routine->clauses->pdata[i];
    const AfExpr *followed = clause->expr && af_clause_is_implicit (clause) ? followed_in (clause) : NULL;
    int param = followed ? af_routine_param (routine, followed) : -1;
    if (param >= 0)
      af_pointer_use (uses, routine, (guint)param)->follows = TRUE;
    /* one that promises something of null permits it */
    if (clause->kind == AF_CLAUSE_POSTCONDITION)
      note_tests (&walk, clause->expr, FALSE);
  }
}

/* --- handed on --- */

typedef struct {
  AfUseWalk walk;
  gboolean changed;
} AfHandWalk;

static gboolean visit_call (AfExpr *node, gpointer data)
{
  AfHandWalk *hand = data;
  const AfPointerUses *uses = hand->walk.uses;
  const AfRoutine *callee = node->kind == AF_EXPR_CALL ? af_module_routine (uses->module, node->name) : NULL;
  for (guint i = 0; callee && i < node->n_args && i < callee->n_params; i++) {
    const AfPointerUse *theirs = af_pointer_use (uses, callee, i);
    int param = af_routine_param (hand->walk.routine, node->args[i]);
    AfPointerUse *use = param < 0 ? NULL : af_pointer_use (uses, hand->walk.routine, (guint)param);
    if (use && !use->follows && theirs->follows && !theirs->tests)
      hand->changed = use->follows = TRUE;
  }
  return TRUE;
}

static gboolean hand_on (const AfPointerUses *uses, const AfRoutine *routine)
{
  AfHandWalk hand = { { uses, routine }, FALSE };
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = routine->locations->pdata[i];
    if (location->expr && location->kind != AF_LOCATION_CHECK)
      af_expr_walk (location->expr, visit_call, &hand);
  }
  return hand.changed;
}

AfPointerUses *af_pointer_uses_new (const AfModule *module)
{
  AfPointerUses *uses = g_new0 (AfPointerUses, 1);
  uses->module = module;
  uses->rows = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < module->routines->len; i++)
    g_ptr_array_add (uses->rows, g_new0 (AfPointerUse, ((const AfRoutine *)module->routines->pdata[i])->n_params + 1));
  for (guint i = 0; i < module->routines->len; i++)
    note_routine (uses, module->routines->pdata[i]);
  for (gboolean changed = TRUE; changed;) {
    changed = FALSE;
    for (guint i = 0; i < module->routines->len; i++)
      changed |= hand_on (uses, module->routines->pdata[i]);
  }
  return uses;
}

void af_pointer_uses_free (AfPointerUses *uses)
{
  if (!uses)
    return;
  g_ptr_array_unref (uses->rows);
  g_free (uses);
}

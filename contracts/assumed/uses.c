/* What a routine's code shows about its pointer parameters: are they followed, are they tested for null?
 *
 * In:  a module with its clauses.   Out: an AfPointerUse for each parameter.
 *
 * That a pointer is followed is what the code and the implicit clauses say: p->f, `p != NULL` for *p and p[i],
 * READABLE (p, ...) for an argument of a library function that reads a string or a fixed number of bytes.  One that is
 * handed on to a routine is followed if that routine follows it, or requires that it is not null; of a function that is
 * only declared this is taken for granted of records and texts.  A test anywhere ends the chain, and so does a call of
 * the module that passes NULL itself.
 *
 * Only places count that a path from the entry reaches before the parameter is assigned: from then on it is a variable
 * like others.
 *
 *     while (t->n > k) t = t->next;      follows t, whatever `t` is later
 *
 * A local that is given the parameter and no other value speaks for it. */
#include "contracts/assumed/assumed-internal.h"

#include <string.h>

AfPointerUse *af_pointer_use (const AfPointerUses *uses, const AfRoutine *routine, guint param)
{
  return &((AfPointerUse *)uses->rows->pdata[routine->id])[param];
}

/* --- tests for null --- */

typedef struct {
  void (*note) (const AfExpr *tested, gpointer data);
  gpointer data;
} AfTestsWalk;

static gboolean visit_test (AfExpr *node, gpointer data)
{
  const AfTestsWalk *walk = data;
  gboolean is_comparison = node->kind == AF_EXPR_BINARY && (node->op == AF_OP_EQ || node->op == AF_OP_NE);
  gboolean is_logical = node->kind == AF_EXPR_IMPLIES || node->kind == AF_EXPR_IFF
                        || (node->kind == AF_EXPR_UNARY && node->op == AF_OP_NOT)
                        || (node->kind == AF_EXPR_BINARY && (node->op == AF_OP_AND || node->op == AF_OP_OR));
  if (is_comparison && af_expr_is_null (node->args[1]))
    walk->note (node->args[0], walk->data);
  if (is_comparison && af_expr_is_null (node->args[0]))
    walk->note (node->args[1], walk->data);
  for (guint i = 0; is_logical && i < node->n_args; i++)
    walk->note (node->args[i], walk->data);
  if (node->kind == AF_EXPR_CONDITIONAL)
    walk->note (node->args[0], walk->data);
  return TRUE;
}

void af_tests_walk (AfExpr *expr, gboolean is_condition, void (*note) (const AfExpr *tested, gpointer data),
                    gpointer data)
{
  AfTestsWalk walk = { note, data };
  if (is_condition)
    note (expr, data);
  af_expr_walk (expr, visit_test, &walk);
}

/* --- where a parameter has still the value that the caller gave --- */

void af_walk_code (const AfLocation *location, gboolean (*visit) (AfExpr *node, gpointer data), gpointer data)
{
  if (location->kind != AF_LOCATION_CHECK)
    af_location_walk (location, visit, data);
}

typedef struct {
  const AfRoutine *routine;
  guint param;
  gboolean assigned;
} AfAssignWalk;

static gboolean visit_assignment (AfExpr *node, gpointer data)
{
  AfAssignWalk *walk = data;
  gboolean changes = node->kind == AF_EXPR_ASSIGN || node->kind == AF_EXPR_STEP || node->kind == AF_EXPR_ADDRESS;
  walk->assigned |= (changes && af_routine_param (walk->routine, node->args[0]) == (int)walk->param)
                    || (node->kind == AF_EXPR_OTHER && node->writes);
  return !walk->assigned;
}

gboolean af_pointer_assigned (const AfRoutine *routine, const AfLocation *location, guint param)
{
  AfAssignWalk walk = { routine, param, FALSE };
  af_walk_code (location, visit_assignment, &walk);
  return walk.assigned;
}

/* By location: whether a path from the entry reaches it without an assignment to the parameter. */
static gboolean *unchanged_at (const AfRoutine *routine, guint param)
{
  gboolean *reached = g_new0 (gboolean, routine->locations->len + 1);
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint));
  guint entry = 0;
  if (routine->locations->len > 0)
    g_array_append_val (open, entry);
  while (open->len > 0) {
    guint id = g_array_index (open, guint, open->len - 1);
    const AfLocation *location = routine->locations->pdata[id];
    g_array_set_size (open, open->len - 1);
    if (reached[id])
      continue;
    reached[id] = TRUE;
    if (!af_pointer_assigned (routine, location, param))
      g_array_append_vals (open, location->next->data, location->next->len);
  }
  return reached;
}

/* --- in the routine itself --- */

typedef struct {
  const AfPointerUses *uses;
  const AfRoutine *routine;
  guint location;
  const int *copies; /* see af_copies_in */
} AfUseWalk;

/* The use of the parameter that @expr is, or a copy of; null for another expression, or where it may have been assigned
 * before. */
static AfPointerUse *use_of (const AfUseWalk *walk, const AfExpr *expr)
{
  int param =
    af_copy_is_local (walk->routine, expr) ? walk->copies[expr->variable_id] : af_routine_param (walk->routine, expr);
  AfPointerUse *use = param < 0 ? NULL : af_pointer_use (walk->uses, walk->routine, (guint)param);
  return use && use->unchanged[walk->location] ? use : NULL;
}

/* @expr as a truth value: a pointer there is tested. */
static void note_truth (const AfExpr *expr, gpointer walk)
{
  AfPointerUse *use = use_of (walk, expr);
  if (use)
    use->tests = TRUE;
}

/* Fields behind it, and calls of it: what a macro calls has no clause. */
static gboolean visit_access (AfExpr *node, gpointer data)
{
  const AfUseWalk *walk = data;
  gboolean follows = (node->kind == AF_EXPR_FIELD && node->arrow) || node->kind == AF_EXPR_CALL_POINTER;
  const AfExpr *pointer = follows ? af_expr_uncast (node->args[0]) : NULL;
  AfPointerUse *use = pointer ? use_of (walk, pointer->kind == AF_EXPR_DEREF ? pointer->args[0] : pointer) : NULL;
  const AfRoutine *callee = node->kind == AF_EXPR_CALL ? af_module_routine (walk->uses->module, node->name) : NULL;
  if (use)
    use->follows = TRUE;
  for (guint i = 0; callee && i < MIN (node->n_args, callee->n_params); i++)
    if (af_expr_is_null (node->args[i]))
      af_pointer_use (walk->uses, callee, i)->tests = TRUE;
  return TRUE;
}

/* The pointer that an implicit clause is about, of which null would violate it; null: none. */
static const AfExpr *followed_in (const AfClause *clause)
{
  const AfExpr *expr = clause->expr;
  if (clause->kind == AF_CLAUSE_NULL && expr->kind == AF_EXPR_BINARY)
    return expr->args[0];
  if (!clause->row || (expr->kind != AF_EXPR_READABLE && expr->kind != AF_EXPR_WRITABLE))
    return NULL;
  gboolean reads_text = clause->row->guard == AF_GUARD_STRING || clause->row->guard == AF_GUARD_STRING_COPY
                        || clause->row->guard == AF_GUARD_PREFIX;
  gboolean is_fixed =
    clause->row->guard == AF_GUARD_ARGUMENT && expr->args[1]->kind == AF_EXPR_INT && expr->args[1]->value > 0;
  return reads_text || is_fixed ? expr->args[0] : NULL;
}

static void note_location (AfUseWalk *walk, const AfLocation *location)
{
  if (location->kind == AF_LOCATION_CHECK || !location->expr)
    return;
  af_tests_walk (location->expr, af_location_is_condition (location), note_truth, walk);
  af_expr_walk (location->expr, visit_access, walk);
}

static void note_routine (const AfPointerUses *uses, const AfRoutine *routine)
{
  g_autofree int *copies = af_copies_in (routine);
  AfUseWalk walk = { uses, routine, 0, copies };
  for (guint i = 0; i < routine->locations->len; i++) {
    walk.location = i;
    note_location (&walk, routine->locations->pdata[i]);
  }
  for (guint i = 0; i < routine->clauses->len; i++) {
    const AfClause *clause = routine->clauses->pdata[i];
    const AfExpr *followed = clause->expr && af_clause_is_implicit (clause) ? followed_in (clause) : NULL;
    walk.location = clause->location < 0 ? 0 : (guint)clause->location;
    AfPointerUse *use = followed ? use_of (&walk, followed) : NULL;
    if (use)
      use->follows = TRUE;
    /* one that promises something of null permits it */
    if (clause->kind == AF_CLAUSE_POSTCONDITION)
      af_tests_walk (clause->expr, FALSE, note_truth, &walk);
  }
}

/* --- handed on --- */

typedef struct {
  AfUseWalk walk;
  gboolean changed;
} AfHandWalk;

/* Whether a function of which only the declaration is known takes null: what ends objects does, and of what has no type
 * nothing is known. */
static gboolean declared_follows (const AfExpr *call, const AfType *type)
{
  gboolean is_text = type->kind == AF_TYPE_POINTER && type->target->kind == AF_TYPE_INT && type->target->is_char;
  return !af_libc_is_known (call->name) && !g_str_has_prefix (call->name, "__builtin_")
         && !af_name_ends_object (call->name) && (is_text || af_type_is_record_pointer (type));
}

static gboolean visit_call (AfExpr *node, gpointer data)
{
  AfHandWalk *hand = data;
  const AfPointerUses *uses = hand->walk.uses;
  const AfRoutine *callee = node->kind == AF_EXPR_CALL ? af_module_routine (uses->module, node->name) : NULL;
  for (guint i = 0; node->kind == AF_EXPR_CALL && i < node->n_args; i++) {
    AfPointerUse *use = use_of (&hand->walk, node->args[i]);
    if (!use || use->follows || (callee && i >= callee->n_params))
      continue;
    const AfPointerUse *theirs = callee ? af_pointer_use (uses, callee, i) : NULL;
    use->follows = theirs ? theirs->follows && !theirs->tests : declared_follows (node, node->args[i]->type);
    hand->changed |= use->follows;
  }
  return TRUE;
}

static gboolean hand_on (const AfPointerUses *uses, const AfRoutine *routine)
{
  g_autofree int *copies = af_copies_in (routine);
  AfHandWalk hand = { { uses, routine, 0, copies }, FALSE };
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = routine->locations->pdata[i];
    hand.walk.location = i;
    if (location->expr && location->kind != AF_LOCATION_CHECK)
      af_expr_walk (location->expr, visit_call, &hand);
  }
  return hand.changed;
}

static AfPointerUse *uses_of (const AfRoutine *routine)
{
  AfPointerUse *uses = g_new0 (AfPointerUse, routine->n_params + 1);
  for (guint i = 0; i < routine->n_params; i++)
    uses[i].unchanged = unchanged_at (routine, i);
  return uses;
}

AfPointerUses *af_pointer_uses_new (const AfModule *module)
{
  AfPointerUses *uses = g_new0 (AfPointerUses, 1);
  uses->module = module;
  uses->rows = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < module->routines->len; i++)
    g_ptr_array_add (uses->rows, uses_of (module->routines->pdata[i]));
  for (guint i = 0; i < module->routines->len; i++)
    note_routine (uses, module->routines->pdata[i]);
  af_pointer_uses_add_stored (uses);
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
  for (guint i = 0; i < uses->rows->len; i++)
    for (guint k = 0; k < ((const AfRoutine *)uses->module->routines->pdata[i])->n_params; k++)
      g_free (((AfPointerUse *)uses->rows->pdata[i])[k].unchanged);
  g_ptr_array_unref (uses->rows);
  g_free (uses);
}

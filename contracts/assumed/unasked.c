/* Arguments of which neither a contract nor the code says anything: null, and one object given twice.
 *
 * In:  a module with its clauses.   Out: for each routine preconditions that a test may show to be missing.
 *
 *     size_t ring_read (char *to, Ring *r, size_t n) { ... memcpy (to + k, r->tail, n); ... }        to != NULL
 *     char next (const char **at) { return *(*at)++; }                                               *at != NULL
 *     void vec_move (Vec *to, Vec *from) { *to = *from; from->data = NULL; }                         to != from
 *
 * Unlike those that are assumed (assumed.c) it is not plain that they must hold: null may only be stored, and what
 * copies from itself may do nothing.  So tests break them, and one that fails where it has done so shows this, and
 * nothing of the module. */
#include "contracts/assumed/assumed-internal.h"

static void add (AfRoutine *routine, const AfExpr *left, const AfExpr *right)
{
  g_autoptr (AfExpr) holds = af_expr_binary (AF_OP_NE, (AfExpr *)left, (AfExpr *)right);
  AfClause *clause = af_clause_new (AF_CLAUSE_PRECONDITION, holds, (int)routine->id, -1, routine->name_range);
  clause->is_assumed = TRUE;
  g_ptr_array_add (routine->unasked, clause);
}

static void add_null (AfRoutine *routine, AfExpr *pointer)
{
  g_autoptr (AfExpr) null = af_expr_new (AF_EXPR_NULL, pointer->type, NULL, NULL, 0);
  add (routine, pointer, null);
}

static AfExpr *param_of (const AfRoutine *routine, guint param)
{
  const AfVariable *variable = routine->variables->pdata[param];
  return af_expr_var (variable->type, variable->name, variable->id);
}

/* --- what a pointer to a pointer leads to --- */

typedef struct {
  const AfRoutine *routine;
  guint param;
  gboolean reads, sets, tests;
} AfPointeeWalk;

/* *p, p[0] */
static gboolean is_pointee (const AfPointeeWalk *walk, const AfExpr *expr)
{
  expr = af_expr_uncast (expr);
  gboolean is_first = expr->kind == AF_EXPR_INDEX && af_expr_uncast (expr->args[1])->kind == AF_EXPR_INT
                      && af_expr_uncast (expr->args[1])->value == 0;
  return (expr->kind == AF_EXPR_DEREF || is_first)
         && af_routine_param (walk->routine, af_expr_uncast (expr->args[0])) == (int)walk->param;
}

static void note_test (const AfExpr *tested, gpointer data)
{
  AfPointeeWalk *walk = data;
  walk->tests |= is_pointee (walk, tested);
}

/* That `*p = ...` names it does not read it. */
static gboolean visit_pointee (AfExpr *node, gpointer data)
{
  AfPointeeWalk *walk = data;
  gboolean is_set = node->kind == AF_EXPR_ASSIGN && node->op == AF_OP_NONE && is_pointee (walk, node->args[0]);
  walk->sets |= is_set;
  walk->reads |= is_pointee (walk, node);
  if (is_set)
    af_expr_walk (node->args[1], visit_pointee, data);
  return !is_set;
}

gboolean af_contracts_reads_pointee (const AfRoutine *routine, guint param)
{
  g_autofree gboolean *reached = g_new0 (gboolean, routine->locations->len + 1);
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint));
  AfPointeeWalk walk = { routine, param, FALSE, FALSE, FALSE };
  guint entry = 0;

  g_array_append_val (open, entry);
  while (open->len > 0 && !walk.reads) {
    guint id = g_array_index (open, guint, open->len - 1);
    const AfLocation *location = routine->locations->pdata[id];
    g_array_set_size (open, open->len - 1);
    if (reached[id])
      continue;
    reached[id] = TRUE;
    walk.sets = FALSE;
    af_walk_code (location, visit_pointee, &walk);
    if (!walk.sets && !af_pointer_assigned (routine, location, param))
      g_array_append_vals (open, location->next->data, location->next->len);
  }
  return walk.reads;
}

static gboolean is_pointee_tested (const AfRoutine *routine, guint param)
{
  AfPointeeWalk walk = { routine, param, FALSE, FALSE, FALSE };
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = routine->locations->pdata[i];
    if (location->expr)
      af_tests_walk (location->expr, af_location_is_condition (location), note_test, &walk);
  }
  return walk.tests;
}

static void add_pointee (AfRoutine *routine, guint param)
{
  const AfType *type = ((const AfVariable *)routine->variables->pdata[param])->type;
  if (type->target->kind != AF_TYPE_POINTER || !af_contracts_reads_pointee (routine, param)
      || is_pointee_tested (routine, param))
    return;
  g_autoptr (AfExpr) pointer = param_of (routine, param);
  g_autoptr (AfExpr) pointee = af_expr_new (AF_EXPR_DEREF, type->target, NULL, &pointer, 1);
  add_null (routine, pointee);
}

/* --- one object twice --- */

typedef struct {
  const AfRoutine *routine;
  const int *copies; /* see af_copies_in */
  guint a, b;
  gboolean compares;
} AfPairWalk;

static gboolean visit_comparison (AfExpr *node, gpointer data)
{
  AfPairWalk *walk = data;
  gboolean seen[2] = { FALSE, FALSE };
  for (guint i = 0; node->kind == AF_EXPR_BINARY && i < 2; i++) {
    const AfExpr *expr = af_expr_uncast (node->args[i]);
    int param =
      af_copy_is_local (walk->routine, expr) ? walk->copies[expr->variable_id] : af_routine_param (walk->routine, expr);
    seen[0] |= param == (int)walk->a;
    seen[1] |= param == (int)walk->b;
  }
  walk->compares |= seen[0] && seen[1];
  return !walk->compares;
}

static gboolean compares (const AfRoutine *routine, guint a, guint b)
{
  g_autofree int *copies = af_copies_in (routine);
  AfPairWalk walk = { routine, copies, a, b, FALSE };
  for (guint i = 0; i < routine->locations->len; i++)
    af_walk_code (routine->locations->pdata[i], visit_comparison, &walk);
  return walk.compares;
}

static void add_pairs (AfRoutine *routine)
{
  for (guint a = 0; a < routine->n_params; a++)
    for (guint b = a + 1; b < routine->n_params; b++) {
      const AfType *one = af_variable_takes (routine->variables->pdata[a]);
      const AfType *other = af_variable_takes (routine->variables->pdata[b]);
      if (!af_type_is_record_pointer (one) || !af_type_is_record_pointer (other) || one->target != other->target
          || (one->is_const && other->is_const) || compares (routine, a, b))
        continue;
      g_autoptr (AfExpr) left = param_of (routine, a);
      g_autoptr (AfExpr) right = param_of (routine, b);
      add (routine, left, right);
    }
}

void af_unasked_find (AfModule *module)
{
  g_autoptr (AfPointerUses) uses = af_pointer_uses_new (module);
  for (guint i = 0; i < module->routines->len; i++) {
    AfRoutine *routine = module->routines->pdata[i];
    g_clear_pointer (&routine->unasked, g_ptr_array_unref);
    routine->unasked = g_ptr_array_new_with_free_func ((GDestroyNotify)af_clause_free);
    if (!af_routine_is_testable (routine))
      continue;
    for (guint k = 0; k < routine->n_params; k++) {
      g_autoptr (AfExpr) pointer = param_of (routine, k);
      if (af_null_is_unsaid (uses, routine, k))
        add_null (routine, pointer);
      if (pointer->type->kind == AF_TYPE_POINTER && !af_routine_has_contract (routine))
        add_pointee (routine, k);
    }
    /* who writes a contract has thought of what the objects may be */
    if (!af_routine_has_contract (routine))
      add_pairs (routine);
  }
}

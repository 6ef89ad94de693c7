/* Memory in front of a pointer: strings and arrays with a record before them, which only the module makes.
 *
 * In:  a module, and what its routines do with their parameters.
 * Out: for each parameter how many bytes in front of it there must be memory.
 *
 *     size_t str_len (const char *s) { return ((const struct header *)(s - sizeof (struct header)))->len; }
 *
 * READABLE (s - 4, 1), and the same of a routine that hands `s` on to it: a text that no constructor made
 * has nothing there, and what a test shows with one says nothing about the module.  Of several records of different
 * sizes the smallest counts: where one byte is, the module has put it.  A pointer that is only computed does not count,
 * but for one that is taken for a record, or freed; nor does one that the routine may have moved. */
#include "contracts/assumed/assumed-internal.h"

typedef struct {
  const AfModule *module;
  const AfRoutine *routine;
  guint location;
  GPtrArray *fronts; /* of gint64 *, by routine: for each parameter the bytes in front of it, 0: none */
  gboolean changed;
} AfFrontWalk;

/* Whether the routine may have moved the pointer before it comes to @location: then what is in front of it may be what
 * it was given. */
static gboolean may_have_moved (const AfRoutine *routine, guint param, guint location)
{
  g_autofree gboolean *reached = g_new0 (gboolean, routine->locations->len + 1);
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < routine->locations->len; i++)
    if (af_pointer_assigned (routine, routine->locations->pdata[i], param))
      g_array_append_val (open, i);
  while (open->len > 0) {
    const AfLocation *from = routine->locations->pdata[g_array_index (open, guint, open->len - 1)];
    g_array_set_size (open, open->len - 1);
    for (guint k = 0; k < from->next->len; k++) {
      guint next = g_array_index (from->next, guint, k);
      if (!reached[next])
        g_array_append_val (open, next);
      reached[next] = TRUE;
    }
  }
  return reached[location];
}

/* Notes @bytes in front of the parameter that @pointer is. */
static void note (AfFrontWalk *walk, const AfExpr *pointer, gint64 bytes)
{
  int param = af_routine_param (walk->routine, af_expr_uncast (pointer));
  if (param < 0 || bytes <= 0)
    return;
  const AfType *type = ((const AfVariable *)walk->routine->variables->pdata[param])->type;
  gint64 *known = &((gint64 *)walk->fronts->pdata[walk->routine->id])[param];
  gboolean is_bytes =
    type->kind == AF_TYPE_POINTER
    && (type->target->kind == AF_TYPE_VOID || (type->target->kind == AF_TYPE_INT && type->target->is_char));
  if (is_bytes && (*known == 0 || bytes < *known) && !may_have_moved (walk->routine, (guint)param, walk->location)) {
    *known = bytes;
    walk->changed = TRUE;
  }
}

/* The value of a constant, negated by @sign; 0: none. */
static gint64 constant (const AfExpr *expr, int sign)
{
  expr = af_expr_uncast (expr);
  if (expr->kind == AF_EXPR_UNARY && expr->op == AF_OP_NEG)
    return constant (expr->args[0], -sign);
  return expr->kind == AF_EXPR_INT ? sign * expr->value : 0;
}

/* p - 8, p + -8 */
static void note_sum (AfFrontWalk *walk, const AfExpr *expr)
{
  expr = af_expr_uncast (expr);
  if (expr->kind == AF_EXPR_BINARY && (expr->op == AF_OP_SUB || expr->op == AF_OP_ADD))
    note (walk, expr->args[0], constant (expr->args[1], expr->op == AF_OP_SUB ? 1 : -1));
}

static gboolean is_record_or_void (const AfType *type)
{
  return type && type->kind == AF_TYPE_POINTER
         && (type->target->kind == AF_TYPE_VOID || type->target->kind == AF_TYPE_RECORD);
}

static void note_call (AfFrontWalk *walk, const AfExpr *call)
{
  const AfRoutine *callee = af_module_routine (walk->module, call->name);
  if (g_strcmp0 (call->name, "free") == 0 && call->n_args == 1)
    note_sum (walk, call->args[0]);
  for (guint i = 0; callee && i < MIN (callee->n_params, call->n_args); i++)
    note (walk, call->args[i], ((const gint64 *)walk->fronts->pdata[callee->id])[i]);
}

static gboolean visit (AfExpr *node, gpointer data)
{
  AfFrontWalk *walk = data;
  if (node->kind == AF_EXPR_CAST && is_record_or_void (node->type))
    note_sum (walk, node->args[0]);
  if (node->kind == AF_EXPR_INDEX)
    note (walk, node->args[0], constant (node->args[1], -1));
  if (node->kind == AF_EXPR_CALL)
    note_call (walk, node);
  return TRUE;
}

static void walk_routine (AfFrontWalk *walk)
{
  for (guint i = 0; i < walk->routine->locations->len; i++) {
    walk->location = i;
    af_walk_code (walk->routine->locations->pdata[i], visit, walk);
  }
}

GPtrArray *af_fronts_of_callers (const AfPointerUses *uses)
{
  const GPtrArray *routines = uses->module->routines;
  GPtrArray *fronts = g_ptr_array_new_with_free_func (g_free);
  AfFrontWalk walk = { .module = uses->module, .fronts = fronts, .changed = TRUE };

  for (guint i = 0; i < routines->len; i++)
    g_ptr_array_add (fronts, g_new0 (gint64, ((const AfRoutine *)routines->pdata[i])->n_params + 1));
  while (walk.changed) {
    walk.changed = FALSE;
    for (guint i = 0; i < routines->len; i++) {
      walk.routine = routines->pdata[i];
      walk_routine (&walk);
    }
  }
  return fronts;
}

/* Whether a change would leave a variable without a use, or write one in vain: compilers would complain of it.
 *
 * In:  a location, an expression in it that goes away, and perhaps another that comes in its place; or an assignment.
 * Out: whether some variable would then be read nowhere in the routine; whether nothing that comes after reads what is
 *      assigned.  Postconditions may, but `n--` for their sake alone is no repair. */
#include "operators/operators-internal.h"

typedef struct {
  const char *name;
  guint n;
} Reads;

/* Assigned as a whole, it is not read. */
static void count_reads (const AfExpr *node, Reads *reads, gboolean is_assigned)
{
  if (node->kind == AF_EXPR_VAR && !is_assigned && g_strcmp0 (node->name, reads->name) == 0)
    reads->n++;
  for (guint i = 0; i < node->n_args; i++) {
    gboolean assigned = node->kind == AF_EXPR_ASSIGN && i == 0 && node->args[0]->kind == AF_EXPR_VAR;
    count_reads (node->args[i], reads, assigned);
  }
}

static guint reads_in (const AfExpr *expr, const char *name)
{
  Reads reads = { name, 0 };
  if (expr)
    count_reads (expr, &reads, FALSE);
  return reads.n;
}

typedef struct {
  const AfQuestion *question;
  const AfExpr *gone, *come;
  gboolean last;
} Uses;

static gboolean check_use (AfExpr *node, gpointer data)
{
  Uses *uses = data;
  const AfRoutine *routine = uses->question->routine;
  if (node->kind != AF_EXPR_VAR || node->variable_id == 0 || uses->last)
    return !uses->last;
  guint before = reads_in (uses->question->location->expr, node->name), gone = reads_in (uses->gone, node->name);
  guint left = MAX (before, gone) - gone + reads_in (uses->come, node->name);
  for (guint i = 2; i < routine->locations->len && left == 0; i++) {
    const AfLocation *other = g_ptr_array_index (routine->locations, i);
    if (other != uses->question->location && other->kind != AF_LOCATION_CHECK)
      left += reads_in (other->expr, node->name);
  }
  uses->last = left == 0;
  return !uses->last;
}

gboolean af_operators_is_last_use (const AfQuestion *question, AfExpr *expr)
{
  Uses uses = { question, expr, NULL, FALSE };
  af_expr_walk (expr, check_use, &uses);
  return uses.last;
}

gboolean af_operators_loses_use (const AfQuestion *question, AfExpr *gone, const AfExpr *come)
{
  Uses uses = { question, gone, come, FALSE };
  af_expr_walk (gone, check_use, &uses);
  return uses.last;
}

/* --- written in vain --- */

static gboolean visit_address (AfExpr *node, gpointer data)
{
  const AfVariable **variable = data;
  if (node->kind == AF_EXPR_ADDRESS && node->args[0]->kind == AF_EXPR_VAR && *variable
      && node->args[0]->variable_id == (*variable)->id)
    *variable = NULL;
  return TRUE;
}

/* The local variable @target, if only the routine's own expressions can read it; else null. */
static const AfVariable *own_variable (const AfRoutine *routine, const AfExpr *target)
{
  const AfVariable *variable = NULL;
  for (guint i = 0; target && target->kind == AF_EXPR_VAR && target->variable_id && i < routine->variables->len; i++) {
    const AfVariable *other = g_ptr_array_index (routine->variables, i);
    if (other->id == target->variable_id)
      variable = other;
  }
  if (!variable || variable->is_static || variable->is_volatile || !variable->type
      || !af_type_is_scalar (variable->type))
    return NULL;
  for (guint i = 0; i < routine->locations->len && variable; i++)
    af_location_walk (g_ptr_array_index (routine->locations, i), visit_address, &variable);
  return variable;
}

/* Whether a location that control may come to from @start on, itself included with @also, reads the variable. */
static gboolean is_read_from (const AfRoutine *routine, const AfLocation *start, gboolean also, const char *name)
{
  g_autofree gboolean *seen = g_new0 (gboolean, routine->locations->len + 1);
  g_autoptr (GArray) queue = g_array_new (FALSE, FALSE, sizeof (guint));
  if (also)
    g_array_append_val (queue, start->id);
  else
    g_array_append_vals (queue, start->next->data, start->next->len);
  for (guint i = 0; i < queue->len; i++) {
    const AfLocation *location = af_routine_location (routine, g_array_index (queue, guint, i));
    if (seen[location->id])
      continue;
    seen[location->id] = TRUE;
    gboolean is_obscure = !location->expr && location->kind == AF_LOCATION_STATEMENT;
    if (is_obscure || (location->kind != AF_LOCATION_CHECK && reads_in (location->expr, name) > 0))
      return TRUE;
    g_array_append_vals (queue, location->next->data, location->next->len);
  }
  return FALSE;
}

gboolean af_operators_writes_in_vain (const AfQuestion *question, const AfAction *action, gboolean instead)
{
  const AfLocation *location = question->location;
  const AfExpr *whole = location->expr, *written = NULL;
  gboolean is_change = action->kind == AF_ACTION_REPLACE;
  if (action->kind == AF_ACTION_SET)
    written = action->target;
  else if (is_change && whole && (whole->kind == AF_EXPR_ASSIGN || whole->kind == AF_EXPR_STEP)
           && af_expr_equal (whole->args[0], action->target))
    written = action->value;
  const AfVariable *variable = written ? own_variable (question->routine, written) : NULL;
  gboolean stays = !is_change && !instead && !action->after;
  return variable && !is_read_from (question->routine, location, stays, variable->name);
}

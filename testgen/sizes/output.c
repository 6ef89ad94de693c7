/* What is written while something else is read: places that no number of the caller's limits.
 *
 * In:  a routine and one of its pointer parameters.
 * Out: whether it is only filled at places that no loop's condition limits, or goes on by more than one in a round.
 *
 *     for (i = 0; i < n; i++) { p[k++] = hex[q[i] >> 4]; p[k++] = hex[q[i] & 15]; }     n says nothing of p */
#include "testgen/testgen-internal.h"

typedef struct {
  guint pointer;     /* id of the parameter */
  AfExpr *condition; /* of the loop */
  gboolean is_bounded, is_other;
  gint64 n_steps; /* in loops whose condition does not name the pointer */
} Output;

static gboolean visit_shared (AfExpr *node, gpointer data)
{
  Output *output = data;

  output->is_bounded |= node->kind == AF_EXPR_VAR && af_counting_mentions (output->condition, node->variable_id);
  return !output->is_bounded;
}

/* p++, p += 4 */
static gboolean goes_on (const AfExpr *node, guint pointer)
{
  gboolean is_step = node->kind == AF_EXPR_STEP && node->op == AF_OP_ADD;
  gboolean is_sum = node->kind == AF_EXPR_ASSIGN && node->op == AF_OP_ADD && node->args[1]->kind == AF_EXPR_INT;

  return (is_step || is_sum) && node->args[0]->kind == AF_EXPR_VAR && node->args[0]->variable_id == pointer;
}

/* `p[k]` in a loop whose condition names k, or does not. */
static gboolean visit_place (AfExpr *node, gpointer data)
{
  Output *output = data;
  gboolean is_place = node->kind == AF_EXPR_INDEX && af_counting_mentions (node->args[0], output->pointer);
  gboolean was_bounded = output->is_bounded;

  if (goes_on (node, output->pointer) && !af_counting_mentions (output->condition, output->pointer))
    output->n_steps += node->kind == AF_EXPR_STEP ? 1 : MAX (node->args[1]->value, 0);
  if (!is_place)
    return TRUE;
  af_expr_walk (node->args[1], visit_shared, output);
  output->is_other |= !output->is_bounded;
  output->is_bounded |= was_bounded;
  return TRUE;
}

gboolean af_output_is_filled_freely (const AfRoutine *routine, guint index)
{
  Output output = { .pointer = index + 1 };

  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = routine->locations->pdata[i];
    const AfLocation *loop = location->loop >= 0 ? routine->locations->pdata[location->loop] : NULL;

    output.condition = loop ? loop->expr : NULL;
    if (location->expr && output.condition)
      af_expr_walk (location->expr, visit_place, &output);
  }
  return (output.is_other || output.n_steps > 1) && !output.is_bounded;
}

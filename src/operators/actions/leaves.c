/* Actions that need the state as their guard but change no value.  Beyond the paper.
 *
 * In:  a question.
 * Out: return, break, continue and goto (`if (fail) return false;`), strengthened and weakened conditions (`!fail &&
 * cond`, `fail || cond`); and ways to leave that need no guard, at the end of a branch.
 *
 * What can be returned, and to which labels control can go, is in context/exits.c; where in a condition the guard
 * comes, in context/joins.c. */
#include "operators/operators-internal.h"

static gboolean in_switch (const AfQuestion *question)
{
  for (guint i = 0; i < question->routine->locations->len; i++) {
    const AfLocation *l = g_ptr_array_index (question->routine->locations, i);
    if (l->kind == AF_LOCATION_SWITCH && l->statement.start <= question->location->range.start
        && question->location->range.end <= l->statement.end)
      return TRUE;
  }
  return FALSE;
}

static void add_leave (AfMaker *m, const AfOperator *row, AfExpr *value)
{
  af_maker_add (m, af_action_new (AF_ACTION_LEAVE, row, NULL, value, AF_RANGE_NONE));
}

static void add_goto (AfMaker *m, const char *label)
{
  g_autoptr (AfExpr) name = af_expr_new (AF_EXPR_OTHER, NULL, label, NULL, 0);
  add_leave (m, ROW (GOTO), name);
}

void af_produce_exits (AfMaker *m)
{
  const AfQuestion *question = m->question;
  const AfLocation *location = question->location;
  AfType *result = question->routine->result;
  gboolean is_void = !result || result->kind == AF_TYPE_VOID;
  if (location->kind == AF_LOCATION_EXIT || (location->kind == AF_LOCATION_RETURN && !location->expr))
    return;
  g_autoptr (GPtrArray) values = af_leave_values (question);
  g_autoptr (GPtrArray) labels = af_leave_labels (question);
  for (guint i = 0; i < labels->len; i++)
    add_goto (m, g_ptr_array_index (labels, i));
  if (is_void)
    add_leave (m, ROW (RETURN), NULL);
  for (guint i = 0; i < values->len; i++)
    add_leave (m, ROW (RETURN), g_ptr_array_index (values, i));
  /* A loop's own head counts as outside of it, as the code goes before the whole statement. */
  const AfLocation *head = location->loop >= 0 ? af_routine_location (question->routine, (guint)location->loop) : NULL;
  if (head && head->statement.start < location->statement.start && !in_switch (question)) {
    add_leave (m, ROW (BREAK), NULL);
    add_leave (m, ROW (CONTINUE), NULL);
  }
}

void af_produce_guarded_conditions (AfMaker *m, const AfOccurrence *o)
{
  const AfQuestion *question = m->question;
  AfExpr *condition = o->node;
  g_autoptr (AfExpr) good = af_expr_not (question->fail);
  /* `!c && c` and `!c || c` are constants, the others change nothing. */
  if (!af_operators_decides (question->location, o) || af_expr_equal (condition, question->fail)
      || af_expr_equal (condition, good))
    return;
  af_maker_add (m, af_operators_join (ROW (STRENGTHEN), condition, AF_OP_AND, good));
  af_maker_add (m, af_operators_join (ROW (WEAKEN), condition, AF_OP_OR, question->fail));
  AfAction *stronger = af_operators_join_behind (ROW (STRENGTHEN), condition, AF_OP_AND, good),
           *weaker = af_operators_join_behind (ROW (WEAKEN), condition, AF_OP_OR, question->fail);
  if (stronger)
    af_maker_add (m, stronger);
  if (weaker)
    af_maker_add (m, weaker);
}

/* A branch that ends without leaving: `if (special) { *p = limit; return false; }`; a case of a switch without break.
 */
void af_produce_ends (AfMaker *m)
{
  const AfQuestion *question = m->question;
  const AfLocation *location = question->location;
  const AfSource *source = af_module_source (question->module, question->routine->body.file);
  const AfLocation *outer = af_block_around (question->routine, location);
  gboolean falls_through = af_block_is_before_label (question->routine, source, location);
  if (location->kind == AF_LOCATION_RETURN || location->kind == AF_LOCATION_JUMP || location->kind == AF_LOCATION_EXIT
      || !outer || (!falls_through && (outer->kind != AF_LOCATION_IF || !af_block_is_last (source, location))))
    return;
  if (falls_through)
    add_leave (m, ROW (BREAK), NULL);
  else
    af_produce_exits (m);
  for (guint i = 0; i < m->actions->len; i++)
    ((AfAction *)g_ptr_array_index (m->actions, i))->after = TRUE;
}

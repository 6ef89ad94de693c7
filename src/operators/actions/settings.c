/* Actions by setting: set(l, p) of the paper's section 4.3.1.
 *
 * In:  a question.  Out: assignments to the targets of the state, and calls of commands on its objects, most natural
 * first.
 *
 * Example: for (l, idx > s->index, true): idx--; s->index--; idx++; commands on s; idx = 0; ...
 * Arguments are not assigned with `faithful`, as in Eiffel they cannot be. */
#include "operators/operators.h"

static void add_assignments (GPtrArray *actions, const AfQuestion *question, AfExpr *target)
{
  g_autoptr (GPtrArray) values = af_operators_values (question, target);
  for (guint i = 0; i < values->len; i++) {
    const AfValue *value = g_ptr_array_index (values, i);
    g_ptr_array_add (actions, af_rule_action (AF_ACTION_SET, value->set, target, value->value, AF_RANGE_NONE));
  }
}

static void add_calls (GPtrArray *actions, const AfQuestion *question, AfExpr *object)
{
  if (!af_type_is_record_pointer (object->type) || object->type->is_const)
    return;
  g_autoptr (GPtrArray) proposals = af_behaviour_propose (question, object);
  for (guint i = 0; i < proposals->len; i++) {
    const AfProposal *proposal = g_ptr_array_index (proposals, i);
    g_ptr_array_add (actions, af_rule_action (AF_ACTION_CALL, proposal->rule, object, proposal->call, AF_RANGE_NONE));
  }
}

GPtrArray *af_settings_of (const AfQuestion *question)
{
  GPtrArray *actions = g_ptr_array_new_with_free_func ((GDestroyNotify)af_action_free);
  g_autoptr (GPtrArray) targets =
    af_operators_targets (question->module, question->routine, question->location, question->fail, question->faithful);
  for (guint i = 0; i < targets->len; i++) {
    AfExpr *target = g_ptr_array_index (targets, i);
    if (target->type->kind == AF_TYPE_POINTER)
      add_calls (actions, question, target);
    if (af_operators_modifiable (question, target))
      add_assignments (actions, question, target);
  }
  af_constraint_sort (question, actions);
  return actions;
}

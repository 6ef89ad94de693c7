/* Actions by setting: set(l, p) of the paper's section 4.3.1.
 *
 * In:  a question.  Out: assignments to the targets of the state, and calls of commands on its objects, most natural
 * first.
 *
 * Example: for (l, idx > s->index, true): idx--; s->index--; idx++; commands on s; idx = 0; ...
 * Arguments are not assigned with `faithful`, as in Eiffel they cannot be. */
#include "operators/operators-internal.h"

static GPtrArray *targets_of (const AfQuestion *question)
{
  return af_operators_targets (question->module, question->routine, question->location, question->fail,
                               question->faithful);
}

void af_produce_commands (AfMaker *m)
{
  g_autoptr (GPtrArray) targets = targets_of (m->question);
  for (guint i = 0; i < targets->len; i++) {
    AfExpr *object = g_ptr_array_index (targets, i);
    if (!af_type_is_record_pointer (object->type) || object->type->is_const)
      continue;
    g_autoptr (GPtrArray) proposals = af_behaviour_propose (m->question, object);
    for (guint k = 0; k < proposals->len; k++) {
      const AfProposal *proposal = g_ptr_array_index (proposals, k);
      af_maker_add (m,
                    af_action_new (AF_ACTION_CALL, af_operator (proposal->row), object, proposal->call, AF_RANGE_NONE));
    }
  }
}

void af_settings_add (AfMaker *m, const GPtrArray *providers, GPtrArray *actions)
{
  g_autoptr (GPtrArray) targets = targets_of (m->question);
  for (guint i = 0; i < targets->len; i++) {
    AfExpr *target = g_ptr_array_index (targets, i);
    if (!af_operators_modifiable (m->question, target))
      continue;
    g_autoptr (GPtrArray) values = af_values_of (m, providers, target);
    for (guint k = 0; k < values->len; k++) {
      const AfValue *value = g_ptr_array_index (values, k);
      g_ptr_array_add (actions, af_action_new (AF_ACTION_SET, value->row, target, value->value, AF_RANGE_NONE));
    }
  }
  af_constraint_sort (m->question, actions);
}

/* Actions by setting: set(l, p) of the paper's section 4.3.1.
 *
 * In:  a question.  Out: assignments to the targets of the state, and calls of commands on its objects, most natural
 * first.
 *
 * Example: for (l, idx > s->index, true): idx--; s->index--; idx++; commands on s; idx = 0; ...
 * Arguments are not assigned with `faithful`, as in Eiffel they cannot be. */
#include "synthesize/synthesize-internal.h"

static void add_assignments (GPtrArray *actions, const AfQuestion *question, AfExpr *target)
{
  g_autoptr (GPtrArray) values = af_synthesize_values (question, target);
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
    af_synthesize_targets (question->module, question->routine, question->location, question->fail, question->faithful);
  for (guint i = 0; i < targets->len; i++) {
    AfExpr *target = g_ptr_array_index (targets, i);
    if (target->type->kind == AF_TYPE_POINTER)
      add_calls (actions, question, target);
    if (af_synthesize_modifiable (question, target))
      add_assignments (actions, question, target);
  }
  af_constraint_sort (question, actions);
  return actions;
}

GPtrArray *af_synthesize_settings (const AfModule *module, const AfRoutine *routine, const AfSnapshot *snapshot,
                                   const GArray *transitions, AfSolver *solver, const AfSynthesizeOptions *options)
{
  g_autoptr (AfExpr) fail = af_snapshot_condition (snapshot);
  AfQuestion question = { .module = module,
                          .routine = routine,
                          .location = af_routine_location (routine, snapshot->location),
                          .snapshot = snapshot,
                          .fail = fail,
                          .transitions = transitions,
                          .solver = solver,
                          .faithful = options->faithful };
  return af_settings_of (&question);
}

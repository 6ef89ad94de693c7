/* What is tried only to learn where a guard would help.  Beyond the paper.
 *
 * In:  a question.   Out: exits in every state, and conditions that are always true or always false.
 *
 * Example: `return 0;` in front of a statement passes all failing tests and breaks some passing ones.  Then there may
 * be a guard that tells the two apart; if not even that passes the failing tests, no guard can make it, and none is
 * looked for. */
#include "operators/operators.h"

GPtrArray *af_trials_of (const AfQuestion *question)
{
  GPtrArray *actions = af_leaves_of (question);
  const AfLocation *location = question->location;
  AfExpr *condition = location->expr;
  if (!af_location_is_condition (location) || location->kind == AF_LOCATION_SWITCH || !condition
      || af_range_is_none (condition->range) || condition->in_macro)
    return actions;
  for (gint64 value = 0; value < 2; value++) {
    g_autoptr (AfExpr) forced = af_expr_int (condition->type, value);
    g_ptr_array_add (actions, af_rule_action (AF_ACTION_REPLACE, AF_RULE_FORCE, condition, forced, condition->range));
  }
  return actions;
}

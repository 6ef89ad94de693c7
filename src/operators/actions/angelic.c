/* What is tried only to learn where a guard would help.  Beyond the paper.
 *
 * In:  a question.   Out: exits in every state, and conditions that are always true or always false.
 *
 * Example: `return 0;` in front of a statement passes all failing tests and breaks some passing ones.  Then there may
 * be a guard that tells the two apart; if not even that passes the failing tests, no guard can make it, and none is
 * looked for. */
#include "operators/operators-internal.h"

void af_produce_forced_conditions (AfMaker *m)
{
  const AfLocation *location = m->question->location;
  AfExpr *condition = location->expr;
  if (!af_location_is_condition (location) || location->kind == AF_LOCATION_SWITCH || !condition
      || af_range_is_none (condition->range) || condition->in_macro)
    return;
  for (gint64 value = 0; value < 2; value++) {
    g_autoptr (AfExpr) forced = af_expr_int (condition->type, value);
    af_maker_add (m, af_action_new (AF_ACTION_REPLACE, ROW (FORCE), condition, forced, condition->range));
  }
}

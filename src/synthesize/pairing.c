/* Which actions go with which schemas (paper, section 4.4.2), the most natural pairs first.
 *
 * In:  a question.   Out: pairs of schema and action.
 *
 * A setting goes with (a), (b) and (d).  A replacement is the old statement changed: with (d) it is what is done in the
 * bad state, and for (a) and (b) the paper's rule gives a statement that stands before the old one, which of a return
 * leaves the changed one alone; that is what `faithful` does, last of all.  Of a condition only the expression can be
 * replaced, and beyond the paper other statements are changed in place, too.  (c) needs no action. */
#include "synthesize/synthesize-internal.h"

static int by_cost (gconstpointer a, gconstpointer b)
{
  const AfPair *left = a, *right = b;
  return left->cost < right->cost ? -1 : left->cost > right->cost;
}

static void pair (GArray *pairs, AfSchema schema, const AfAction *action, guint extra)
{
  AfPair entry = { schema, action, extra + (action ? af_rule_prior (af_rule_parse (action->rule)) : 0) };
  g_array_append_val (pairs, entry);
}

gboolean af_assigns_loop_variable (const AfQuestion *question, const AfAction *action)
{
  return action->kind == AF_ACTION_SET && action->target
         && af_operators_is_loop_variable (question->routine, question->location, action->target);
}

static void pair_settings (GArray *pairs, const AfQuestion *question, const GPtrArray *actions)
{
  for (guint i = 0; i < actions->len; i++) {
    const AfAction *action = g_ptr_array_index (actions, i);
    pair (pairs, AF_SCHEMA_B, action, 0);
    pair (pairs, AF_SCHEMA_D, action, 3);
    if (!af_assigns_loop_variable (question, action))
      pair (pairs, AF_SCHEMA_A, action, 3);
  }
}

static void pair_replacements (GArray *pairs, const AfQuestion *question, const GPtrArray *actions)
{
  gboolean in_place = !question->faithful || af_location_is_condition (question->location)
                      || question->location->kind == AF_LOCATION_FOR_INIT
                      || question->location->kind == AF_LOCATION_FOR_STEP;
  for (guint i = 0; i < actions->len; i++) {
    pair (pairs, AF_SCHEMA_D, g_ptr_array_index (actions, i), 1);
    if (in_place)
      pair (pairs, AF_SCHEMA_A, g_ptr_array_index (actions, i), 2);
  }
  gboolean before =
    !in_place && (question->location->kind == AF_LOCATION_STATEMENT || question->location->kind == AF_LOCATION_RETURN);
  for (guint i = 0; before && i < actions->len; i++) {
    pair (pairs, AF_SCHEMA_B, g_ptr_array_index (actions, i), 10);
    pair (pairs, AF_SCHEMA_A, g_ptr_array_index (actions, i), 10);
  }
}

static void pair_others (GArray *pairs, AfSchema schema, GPtrArray *from, GPtrArray *actions)
{
  for (guint i = 0; i < from->len; i++)
    pair (pairs, schema, g_ptr_array_index (from, i), 0);
  g_ptr_array_extend_and_steal (actions, from);
}

GArray *af_pairs_of (const AfQuestion *question, GPtrArray *actions)
{
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (AfPair));
  GPtrArray *settings = af_settings_of (question), *replacements = af_replacements_of (question);
  pair_settings (pairs, question, settings);
  g_ptr_array_extend_and_steal (actions, settings);
  pair_replacements (pairs, question, replacements);
  g_ptr_array_extend_and_steal (actions, replacements);
  pair (pairs, AF_SCHEMA_C, NULL, 3);
  if (!question->faithful) {
    pair_others (pairs, AF_SCHEMA_A, af_guards_of (question), actions);
    pair_others (pairs, AF_SCHEMA_B, af_leaves_of (question), actions);
  }
  g_array_sort (pairs, by_cost); /* stable */
  return pairs;
}

/* Which actions go with which schemas (paper, section 4.4.2), the most natural pairs first: as the rows of
 * model/schemas.def say.
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

gboolean af_assigns_loop_variable (const AfQuestion *question, const AfAction *action)
{
  return action->kind == AF_ACTION_SET && action->target
         && af_operators_is_loop_variable (question->routine, question->location, action->target);
}

/* Where the old statement is changed in place by a replacement, and does not stand after itself as it was. */
static gboolean is_in_place (const AfQuestion *question)
{
  AfLocationKind kind = question->location->kind;
  return !question->faithful || af_location_is_condition (question->location) || kind == AF_LOCATION_FOR_INIT
         || kind == AF_LOCATION_FOR_STEP;
}

static int cost_of_replacement (const AfQuestion *question, const AfSchemaRow *schema)
{
  AfLocationKind kind = question->location->kind;
  if (schema->skips || (is_in_place (question) && schema->replacement != AF_NEVER))
    return schema->replacement;
  return !is_in_place (question) && (kind == AF_LOCATION_STATEMENT || kind == AF_LOCATION_RETURN) ? schema->repetition
                                                                                                  : AF_NEVER;
}

/* What the schema adds to the prior of such actions, or AF_NEVER. */
static int cost_of (const AfQuestion *question, AfSchema schema, AfPairing pairing)
{
  const AfSchemaRow *row = af_schema_row (schema);
  switch (pairing) {
  case AF_PAIRED_SETTING:
    return row->setting;
  case AF_PAIRED_REPLACEMENT:
    return cost_of_replacement (question, row);
  case AF_PAIRED_ALONE:
    return row->alone;
  case AF_PAIRED_CONDITION:
    return row->condition;
  case AF_PAIRED_EXIT:
    return row->exit;
  case AF_PAIRED_NOT:
    return AF_NEVER;
  }
  return AF_NEVER;
}

/* @action, or none, with each schema that takes it: of equal ones first what tests the state. */
static void pair (GArray *pairs, const AfQuestion *question, AfPairing pairing, const AfAction *action)
{
  for (guint schema = AF_N_SCHEMAS; schema > 0; schema--) {
    int cost = cost_of (question, schema - 1, pairing);
    gboolean ends = action && !af_schema_row (schema - 1)->tests && af_assigns_loop_variable (question, action);
    if (cost == AF_NEVER || ends)
      continue;
    AfPair entry = { schema - 1, action, (guint)cost + (action ? action->row->prior : 0) };
    g_array_append_val (pairs, entry);
  }
}

GArray *af_pairs_of (const AfQuestion *question, GPtrArray *actions)
{
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (AfPair));
  g_autoptr (GPtrArray) families = af_operators_families (question);
  for (guint f = 0; f < families->len; f++) {
    const AfFamily *family = g_ptr_array_index (families, f);
    if (family->pairing == AF_PAIRED_NOT)
      continue;
    GPtrArray *made = af_operators_actions (family, NULL, question);
    for (guint i = 0; i < made->len; i++)
      pair (pairs, question, family->pairing, g_ptr_array_index (made, i));
    g_ptr_array_extend_and_steal (actions, made);
    if (family->pairing == AF_PAIRED_ALONE)
      pair (pairs, question, family->pairing, NULL);
  }
  g_array_sort (pairs, by_cost); /* stable */
  return pairs;
}

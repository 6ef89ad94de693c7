/* A candidate in words, for people; and what is linear in a fault.
 *
 * In:  a candidate with what was asked when it was made.   Out: one line, as "if (n > 3) return; before line 12". */
#include "synthesize/synthesize-internal.h"

char *af_candidate_summary (const AfStyle *style, const AfQuestion *question, const AfCandidate *candidate)
{
  const AfLocation *location = question->location;
  const AfAction *action = candidate->action;
  g_autofree char *snippet = action ? af_style_snippet (style, action, "") : NULL;
  g_auto (GStrv) lines = g_strsplit (snippet ? snippet : "", "\n", -1);
  g_autofree char *line = g_strjoinv (" ", lines);
  g_autofree char *where = location->kind == AF_LOCATION_EXIT ? g_strdup ("the end of the routine")
                                                              : g_strdup_printf ("line %u", location->line);
  if (candidate->schema == AF_SCHEMA_C) {
    g_autoptr (AfExpr) good = af_plain_not (question->fail);
    return g_strdup_printf ("%s only if (%s)", where, good->text);
  }
  if (action->kind == AF_ACTION_MOVE)
    return af_move_summary (question, action);
  if (action->kind == AF_ACTION_REWRITE)
    return g_strdup_printf ("%s in %s", action->summary, where);
  gboolean replaces = action->kind == AF_ACTION_REPLACE;
  g_autofree char *change =
    replaces ? g_strdup_printf ("%s for %s", action->value->text, action->target->text) : g_strdup (line);
  gboolean repeats = replaces && question->faithful
                     && (location->kind == AF_LOCATION_STATEMENT
                         || (location->kind == AF_LOCATION_RETURN && candidate->schema == AF_SCHEMA_B));
  switch (candidate->schema) {
  case AF_SCHEMA_A:
  case AF_SCHEMA_C:
    if (repeats)
      return g_strdup_printf ("line %u with %s before it", location->line, change);
    return replaces ? g_strdup_printf ("%s in %s", change, where)
                    : g_strdup_printf (action->behind ? "%s behind %s" : "%s before %s", change, where);
  case AF_SCHEMA_B:
    if (repeats)
      return g_strdup_printf ("if (%s) line %u with %s before it", question->fail->text, location->line, change);
    return g_strdup_printf ("if (%s) %s before %s", question->fail->text, change, where);
  case AF_SCHEMA_D:
    return replaces ? g_strdup_printf ("if (%s) %s in %s", question->fail->text, change, where)
                    : g_strdup_printf ("if (%s) %s instead of %s", question->fail->text, change, where);
  }
  return NULL;
}

char *af_synthesize_weights_dump (const AfModule *module, const AfFault *fault)
{
  g_autoptr (AfExpr) lambda = af_constraint_assertion (module, fault);
  const AfLocation *location = af_routine_location (fault->routine, fault->location);
  if (!lambda || !location)
    return g_strdup ("");
  AfQuestion question = {
    .module = module, .routine = fault->routine, .location = location, .fault = fault, .assertion = lambda
  };
  g_autoptr (GArray) weights = af_constraint_weights (&question, lambda);
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint i = 0; i < weights->len; i++) {
    const AfWeight *one = &g_array_index (weights, AfWeight, i);
    g_string_append_printf (text, "weight %.4g of `%s` in `%s`: occurs %u time%s%s%s\n", one->weight, one->term->text,
                            lambda->text, one->occurrences, one->occurrences == 1 ? "" : "s",
                            one->is_argument ? ", argument" : "", one->is_assignable ? ", assignable" : "");
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

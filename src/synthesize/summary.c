/* A candidate in words, for people; and what is linear in a fault.
 *
 * In:  a candidate with what was asked when it was made.   Out: one line, as "if (n > 3) return; before line 12". */
#include "synthesize/synthesize-internal.h"

#include <string.h>

/* What the action does, without the state: "idx-- before line 12". */
static char *done_of (const AfStyle *style, const AfQuestion *question, const AfCandidate *candidate, const char *where)
{
  const AfLocation *location = question->location;
  const AfAction *action = candidate->action;
  if (action->kind == AF_ACTION_REPLACE) {
    gboolean repeats = question->faithful
                       && (location->kind == AF_LOCATION_STATEMENT
                             ? candidate->schema != AF_SCHEMA_D
                             : location->kind == AF_LOCATION_RETURN && candidate->schema == AF_SCHEMA_B);
    g_autofree char *change = g_strdup_printf ("`%s` → `%s`", action->target->text, action->value->text);
    return repeats ? g_strdup_printf ("line %u with %s before it", location->line, change)
                   : g_strdup_printf ("%s in %s", change, where);
  }
  g_autofree char *snippet = af_style_snippet (style, action, "");
  g_auto (GStrv) lines = g_strsplit (snippet, "\n", -1);
  g_autofree char *line = g_strjoinv (" ", lines);
  return g_strdup_printf ("%s %s %s", line, action->after ? "after" : af_schema_row (candidate->schema)->stands, where);
}

/* The row's words with what they stand for. */
static char *filled (const char *words, const char *const *names, const char *const *values, guint n)
{
  g_autoptr (GString) text = g_string_new (NULL);
  for (const char *at = words; *at;) {
    guint known = 0;
    while (known < n && !g_str_has_prefix (at, names[known]))
      known++;
    if (known < n)
      g_string_append (text, values[known]);
    else
      g_string_append_c (text, *at);
    at += known < n ? strlen (names[known]) : 1;
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *af_candidate_summary (const AfStyle *style, const AfQuestion *question, const AfCandidate *candidate)
{
  const AfLocation *location = question->location;
  const AfAction *action = candidate->action;
  g_autofree char *where = location->kind == AF_LOCATION_EXIT ? g_strdup ("the end of the routine")
                                                              : g_strdup_printf ("line %u", location->line);
  if (action && action->kind == AF_ACTION_MOVE)
    return g_strdup (action->summary);
  if (action && action->kind == AF_ACTION_REWRITE)
    return g_strdup_printf ("%s in %s", action->summary, where);
  g_autoptr (AfExpr) good = af_plain_not (question->fail);
  g_autofree char *done = action ? done_of (style, question, candidate, where) : g_strdup ("");
  const char *names[] = { "{done}", "{where}", "{fail}", "{good}" };
  const char *values[] = { done, where, question->fail->text, good->text };
  return filled (af_schema_row (candidate->schema)->words, names, values, G_N_ELEMENTS (names));
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

/* The trace for people: what each predicate was at each visit of each location.
 *
 * In:  a localisation.   Out: text.
 *
 *     trace of F-ef61c4 in sorted_set.sset_move_item: 60 failing tests, then 177 passing ones
 *     column 1 `idx`
 *     predicate 2 `sset_before(s)`
 *     test 0 location 14: 1 0 ? ... | FFT?...
 *
 * After the values of the columns there is one letter per predicate: T, F, or ? where it cannot be evaluated. */
#include "localize/localize-internal.h"

static void append_exprs (GString *text, const char *what, guint i, const AfExpr *expr)
{
  g_string_append_printf (text, "%s %u `%s`\n", what, i, expr->text);
}

static char letter_of (const AfVector *vector, guint state)
{
  if (!vector || !(vector->defined[state >> 6] >> (state & 63) & 1))
    return '?';
  return vector->truth[state >> 6] >> (state & 63) & 1 ? 'T' : 'F';
}

char *af_localization_trace (const AfModule *module, const AfFault *fault, const AfLocalization *localization)
{
  const AfTrace *trace = localization->trace;
  guint n = localization->predicates->len;
  g_autoptr (AfStates) states = af_states_new (trace, localization->columns, fault->routine->locations->len,
                                               localization->n_failing, localization->n_passing);
  g_autoptr (GPtrArray) vectors = g_ptr_array_new_with_free_func ((GDestroyNotify)af_vector_free);
  g_autoptr (GPtrArray) letters = g_ptr_array_new_with_free_func (g_free), notes = g_ptr_array_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_string_append_printf (text, "trace of %s in %s.%s: %u failing tests, then %u passing ones\n", fault->id,
                          module->name, fault->routine->name, localization->n_failing, localization->n_passing);
  for (guint i = 0; i < localization->columns->len; i++)
    append_exprs (text, "column", i, localization->columns->pdata[i]);
  for (guint i = 0; i < n; i++) {
    const AfPredicate *predicate = localization->predicates->pdata[i];
    append_exprs (text, "predicate", i, predicate->expr);
    g_ptr_array_add (vectors, af_states_evaluate (states, predicate->expr));
  }
  for (guint s = 0; s < states->n; s++) {
    char *line = g_malloc0 (n + 1);
    for (guint i = 0; i < n; i++)
      line[i] = letter_of (vectors->pdata[i], s);
    g_ptr_array_add (letters, line);
  }
  for (guint row = 0; row < trace->location->len; row++)
    g_ptr_array_add (notes, letters->pdata[states->state_of[row]]);
  g_autofree char *rows = af_trace_dump (trace, (const char *const *)notes->pdata);
  g_string_append (text, rows);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

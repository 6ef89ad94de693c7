/* Queries: routines that change nothing, and that nobody has marked as such.
 *
 * In:  what the code says (contracts/purity.c), calls.
 * Out: proposals of the mark QUERY.
 *
 * The code must say it first: no assignment, and no call, changes anything but the routine's own variables, and it
 * keeps no static ones.  Then all that tests could see of the objects that it was given must be the same after each
 * call.  The mark says nothing new to what infers it, but with it a later change of the routine that writes is refused.
 * Routines without a pointer to a record have nothing to change. */
#include "infer/infer-internal.h"

enum { LEAST_CALLS = 20 };

static gboolean takes_object (const AfRoutine *routine)
{
  for (guint i = 0; i < routine->n_params; i++)
    if (af_type_is_record_pointer (((const AfVariable *)routine->variables->pdata[i])->type))
      return TRUE;
  return FALSE;
}

GArray *af_query_parts (const AfTerms *terms)
{
  GArray *parts = g_array_new (FALSE, FALSE, sizeof (AfTwice));
  const AfRoutine *routine = terms->routine;
  if (!routine->is_query || routine->is_marked_query || routine->invariant_of || !routine->is_public
      || routine->is_static || !takes_object (routine))
    return parts;
  for (guint i = 0; i < terms->entry->len; i++)
    for (guint k = 0; k < terms->exit->len; k++) {
      const AfTerm *before = terms->entry->pdata[i], *after = terms->exit->pdata[k];
      AfTwice twice = { i, k };
      if (before->is_part && after->is_part && after->is_after && af_expr_equal (before->expr, after->expr))
        g_array_append_val (parts, twice);
    }
  return parts;
}

/* `ring_count (r)` with its own parameters. */
static AfExpr *call_of (const AfRoutine *routine)
{
  g_autoptr (GPtrArray) args = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  for (guint i = 0; i < routine->n_params; i++) {
    const AfVariable *param = routine->variables->pdata[i];
    g_ptr_array_add (args, af_expr_var (param->type, param->name, param->id));
  }
  return af_expr_call (routine->result, routine->name, (AfExpr *const *)args->pdata, args->len, TRUE);
}

void af_find_queries (const AfObservation *observation, GPtrArray *proposals)
{
  for (guint i = 0; i < observation->routines->len; i++) {
    const AfSeenRoutine *seen = observation->routines->pdata[i];
    if (seen->parts->len == 0 || seen->is_changed || seen->n_alike < LEAST_CALLS)
      continue;
    AfProposal *proposal = g_new0 (AfProposal, 1);
    proposal->kind = AF_CLAUSE_PRECONDITION;
    proposal->is_query = TRUE;
    proposal->routine = seen->terms->routine;
    proposal->expr = call_of (seen->terms->routine);
    proposal->n_states = seen->n_alike;
    proposal->surprise = 6;
    proposal->weight = 20; /* first of its routine's */
    g_ptr_array_add (proposals, proposal);
  }
}

/* Which fixes take objects from state to state as no passing call did.
 *
 * In:  fixes; subjects with T_r loaded, failing tests first.   Out: fix->n_transitions, fix->n_strange.
 *
 * What holds in all passing runs is an invariant of them, whether anybody wrote it down or not.  Of the invariants that
 * can be had for nothing, these are the ones that the behavioural model is made of: how the Boolean queries and the
 * null and zero fields of an object that the blamed routine is given change in the call.  A fix is run on failing
 * tests; a change that no passing test of the unchanged program shows is strange: an `add` after which the set still
 * does not contain the element, a `pop` that leaves the size. */
#include "validate/validate-internal.h"

#include "util/jobs.h"

#define MOST_FAILING 10 /* tests per fix: there may be a thousand fixes */

typedef struct {
  const AfValidation *validation;
  const GPtrArray *fixes;
  GHashTable *known; /* set of GBytes */
} Observation;

/* What of a transition is an invariant's: not how often it was seen. */
static GBytes *key_of (const AfTransition *transition)
{
  const guint64 key[] = { transition->type,           transition->param, transition->before,
                          transition->before_defined, transition->after, transition->after_defined };
  return g_bytes_new (key, sizeof key);
}

static GArray *learn (const Observation *o, AfSubject *subject, guint candidate, guint first, guint n, GError **error)
{
  g_autoptr (GArray) outcomes = af_outcomes_new (n), transitions = g_array_new (FALSE, FALSE, sizeof (AfTransition));
  AfRunRequest request = af_runs_request (o->validation->fault, candidate, first, n);
  request.isolate = o->validation->module->has_globals;
  if (n > 0 && !af_subject_learn (subject, &request, (AfOutcome *)(gpointer)outcomes->data, transitions, error))
    return NULL;
  return g_steal_pointer (&transitions);
}

static gboolean learn_passing (Observation *o, GError **error)
{
  g_autoptr (GArray) passing = learn (o, o->validation->subjects->pdata[0], 0, o->validation->fault->failing->len,
                                      o->validation->fault->passing->len, error);
  for (guint i = 0; passing && i < passing->len; i++)
    if (g_array_index (passing, AfTransition, i).routine == o->validation->fault->routine->id)
      g_hash_table_add (o->known, key_of (&g_array_index (passing, AfTransition, i)));
  return passing != NULL;
}

static gboolean observe_one (guint index, guint worker, gpointer data, GError **error)
{
  Observation *o = data;
  AfFix *fix = o->fixes->pdata[index];
  if (af_validation_is_late (o->validation))
    return TRUE;
  g_autoptr (GArray) made = learn (o, o->validation->subjects->pdata[worker], fix->candidate->id, 0,
                                   MIN (o->validation->fault->failing->len, MOST_FAILING), error);
  for (guint i = 0; made && i < made->len; i++) {
    const AfTransition *transition = &g_array_index (made, AfTransition, i);
    g_autoptr (GBytes) key = key_of (transition);
    if (transition->routine != o->validation->fault->routine->id)
      continue;
    fix->n_transitions++;
    fix->n_strange += !g_hash_table_contains (o->known, key);
  }
  return made != NULL;
}

gboolean af_fixes_observe_transitions (const AfValidation *validation, const GPtrArray *fixes, GError **error)
{
  g_autoptr (GHashTable) known =
    g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
  Observation o = { .validation = validation, .fixes = fixes, .known = known };
  /* where nothing passes, everything would be strange */
  return fixes->len == 0 || validation->fault->passing->len == 0
         || (learn_passing (&o, error) && af_jobs_map (fixes->len, validation->subjects->len, observe_one, &o, error));
}

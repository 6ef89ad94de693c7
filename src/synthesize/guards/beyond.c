/* What is tried where a failure goes on to.  Beyond the paper.
 *
 * In:  candidates with what they do to each test.   Out: further candidates, where no failing test has come to yet.
 *
 * The same is often forgotten twice in a routine.  Each failing test ends at the first place then, so that nothing is
 * known of the second one, and a change of the first place only moves the failure there:
 *
 *     c->name = copy (b->name);      NULL in every failing test;  b->name ? copy (b->name) : NULL gets all of them on
 *     c->note = copy (b->note);      where this fails: what would help here is made now, and tried beside it
 *
 * The clause that does not hold there is known, and no state is: made-up ones of what the clause is about and of
 * nothing else, as where no test is known at all (static.c).  Of several places that changes lead on to, it is the one
 * that most lead to. */
#include "synthesize/guards/guards-internal.h"

enum {
  MAX_STATES = 100, /* of which a fifth may be this location's */
  MAX_IN_STATE = 20,
  MAX_CANDIDATES = 150
};

typedef struct {
  guint location, clause, n;
} Place;

/* What states are made for. */
typedef struct {
  guint location;
  GPtrArray *paths; /* of AfExpr, not owned: what the clause is about */
} States;

/* Where the tests fail with @effects, if that is another place of the fault's routine that code can be changed at. */
static gboolean leads_beyond (const AfFault *fault, const AfEffects *effects)
{
  const AfRoutine *routine = fault->routine;
  gboolean is_here = af_effects_lead_on (effects) && effects->n_failing[AF_EFFECT_CHANGED] > 0
                     && effects->next_routine == (int)routine->id && effects->next_location >= 0
                     && (guint)effects->next_location < routine->locations->len;
  if (!is_here || (guint)effects->next_location == fault->location)
    return FALSE;
  return af_routine_location (routine, (guint)effects->next_location)->is_whole;
}

static void count (GArray *places, const AfEffects *effects)
{
  for (guint i = 0; i < places->len; i++) {
    Place *place = &g_array_index (places, Place, i);
    if (place->location == (guint)effects->next_location && place->clause == effects->next_clause) {
      place->n++;
      return;
    }
  }
  Place place = { (guint)effects->next_location, effects->next_clause, 1 };
  g_array_append_val (places, place);
}

/* A field is one thing, and not what it is a field of. */
static gboolean collect_path (AfExpr *node, gpointer paths)
{
  gboolean is_path = node->kind == AF_EXPR_VAR || node->kind == AF_EXPR_FIELD;
  if (is_path)
    g_ptr_array_add (paths, node);
  return !is_path;
}

/* States of the place that are about what the clause is about, and about nothing else. */
static gboolean is_wanted (const AfLocation *location, const AfPredicate *predicate, gconstpointer data)
{
  const States *states = data;
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();
  if (location->id != states->location)
    return FALSE;
  af_expr_walk (predicate->expr, collect_path, paths);
  for (guint i = 0; i < paths->len; i++)
    if (!g_ptr_array_find_with_equal_func (states->paths, paths->pdata[i], (GEqualFunc)af_expr_equal, NULL))
      return FALSE;
  return paths->len > 0;
}

static AfStatic *synthesize_at (const AfSynthesisTask *task, const Place *place)
{
  const AfRoutine *routine = task->fault->routine;
  const AfClause *clause = task->module->clauses->pdata[place->clause];
  g_autoptr (AfFault) next = af_fault_new (task->module, routine, place->location, clause);
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();
  if (next->condition)
    af_expr_walk (next->condition, collect_path, paths);
  const States states = { place->location, paths };
  const AfStaticLimits limits = { .max_snapshots = MAX_STATES,
                                  .max_per_snapshot = MAX_IN_STATE,
                                  .max_candidates = MAX_CANDIDATES,
                                  .wants = is_wanted,
                                  .data = &states,
                                  .clause = clause,
                                  .location = place->location };
  return af_synthesize_static (task->module, routine, &limits);
}

AfStatic *af_synthesize_beyond (const AfSynthesisTask *task, const AfTried *tried)
{
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (Place));
  for (guint i = 0; i < tried->effects->len; i++)
    if (leads_beyond (task->fault, tried->effects->pdata[i]))
      count (places, tried->effects->pdata[i]);
  const Place *most = NULL;
  for (guint i = 0; i < places->len; i++) {
    const Place *place = &g_array_index (places, Place, i);
    if (place->clause < task->module->clauses->len && (!most || place->n > most->n))
      most = place;
  }
  return most ? synthesize_at (task, most) : NULL;
}

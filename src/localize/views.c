/* A fault localised in routines other than the blamed one.
 *
 * In:  a fault, and what localisation found in its own routine.
 * Out: views, each localised like a separate fault: in callers and callees that take part (part `views`), and in
 * routines that the smallest failing test calls earlier (part `earlier`).
 *
 * An earlier call is considered if the state was already wrong on entry to the blamed routine, which shows as follows:
 *
 *     1. pop: n > 3      a state of the blamed routine's first location, in all failing and few passing tests
 *     2. push: n > 3     it can be stated about a parameter of the earlier routine
 *     3. push: n++       in most failing tests a call of that routine still found it false
 *
 * The latest calls are tried first.  The complement of that state is the clause of the view, and the
 * routine's end its location. */
#include "localize/localize-internal.h"
#include "util/error.h"

#define MAX_EARLIER 2
#define VIEW_TESTS 40
#define VIEW_SHARE                                                                                                     \
  0.8 /* of its suspiciousness that a snapshot elsewhere keeps: the blamed routine is the first guess */
#define EARLIER_SHARE 0.5
#define FEW_PASSING 5 /* at most one in so many passing tests has a state that is wrong from the start */
#define MAX_STATES 3  /* that are tried for one earlier routine: each takes a build */

AfView *af_view_new (AfFault *fault, AfLocalization *localization, gboolean is_earlier)
{
  AfView *view = g_new (AfView, 1);
  *view = (AfView){ fault, localization, is_earlier, is_earlier ? EARLIER_SHARE : VIEW_SHARE };
  for (guint i = 0; i < localization->snapshots->len; i++)
    ((AfSnapshot *)localization->snapshots->pdata[i])->susp *= view->share;
  return view;
}

void af_view_free (AfView *view)
{
  af_localization_free (view->localization);
  af_fault_free (view->fault);
  g_free (view);
}

typedef struct {
  const AfLocalizeContext *context;
  const AfFault *fault;
  const AfLocalization *found;
  AfLocalizeOptions options; /* those of @context, with fewer tests */
  GPtrArray *views, *notices;
} Looking;

/* A view that cannot be made is noted; false on a fatal error. */
static gboolean forgive (Looking *l, const AfRoutine *routine, GError *reason, GError **error)
{
  if (af_error_reach (reason) == AF_REACH_RUN) {
    g_propagate_error (error, reason);
    return FALSE;
  }
  g_ptr_array_add (l->notices,
                   g_strdup_printf ("%s is not localised in '%s': %s", l->fault->id, routine->name, reason->message));
  g_error_free (reason);
  return TRUE;
}

static AfLocalization *localize (const Looking *l, const AfFault *fault, GError **error)
{
  return af_localize (l->context->module, fault, l->context->config, l->context->solver, &l->options, error);
}

static gboolean look (Looking *l, const AfRoutine *routine, GError **error)
{
  GError *reason = NULL;
  g_autoptr (AfFault) fault = af_fault_view (l->context->module, l->fault, routine);
  AfLocalization *found = localize (l, fault, &reason);
  if (!found)
    return forgive (l, routine, reason, error);
  g_ptr_array_add (l->views, af_view_new (g_steal_pointer (&fault), found, FALSE));
  return TRUE;
}

/* --- earlier calls --- */

/* Whether the call makes or is given one of @objects; all that it is given belongs to them then. */
static gboolean touches (const AfCall *call, gboolean *objects)
{
  gboolean touched = call->result >= 0 && objects[call->result];
  for (guint i = 0; i < call->n_args; i++)
    touched |= af_arg_is_variable (&call->args[i]) && objects[call->args[i].index];
  for (guint i = 0; touched && i < call->n_args; i++)
    if (af_arg_is_variable (&call->args[i]))
      objects[call->args[i].index] = TRUE;
  return touched;
}

/* Commands that the smallest failing test calls before its last call on an object that the last call involves,
 * the latest first; none of those in @but.  At most @n: array of AfRoutine, not owned. */
static GPtrArray *earlier_routines (const AfModule *module, const AfFault *fault, const GPtrArray *but, guint n)
{
  GPtrArray *earlier = g_ptr_array_new ();
  guint n_calls = fault->test ? fault->test->calls->len : 0;
  g_autofree gboolean *objects = g_new0 (gboolean, (n_calls > 0 ? fault->test->n_variables : 0) + 1);
  for (guint i = n_calls; i > 0; i--) {
    const AfCall *call = fault->test->calls->pdata[i - 1];
    for (guint k = 0; i == n_calls && k < call->n_args; k++)
      if (af_arg_is_variable (&call->args[k]))
        objects[call->args[k].index] = TRUE;
    const AfRoutine *routine = call->thunk < module->routines->len ? module->routines->pdata[call->thunk] : NULL;
    if (i == n_calls || !touches (call, objects) || !routine || routine == fault->routine || routine->is_query
        || routine->skipped || earlier->len == n || g_ptr_array_find (earlier, routine, NULL)
        || g_ptr_array_find ((GPtrArray *)but, routine, NULL))
      continue;
    g_ptr_array_add (earlier, (gpointer)routine);
  }
  return earlier;
}

static gboolean bit_of (const guint64 *words, guint i)
{
  return words[i >> 6] >> (i & 63) & 1;
}

static gboolean is_first (const AfRoutine *routine, guint location)
{
  const AfLocation *entry = af_routine_location (routine, 0);
  for (guint i = 0; i < entry->next->len; i++)
    if (g_array_index (entry->next, guint, i) == location)
      return TRUE;
  return location == 0;
}

/* Whether in most failing tests a call of the routine found the clause of the view true, or not to be evaluated yet.
 * What it left is not recorded, but a later call, or in the end the blamed routine, found it false. */
static gboolean turns (const AfFault *view, const AfLocalization *found)
{
  g_autoptr (AfStates) states = af_states_of (found, view->routine);
  g_autoptr (AfVector) clause = af_states_evaluate (states, view->condition);
  guint n_turned = 0, n_rows = found->trace->location->len;
  gboolean was_good = FALSE;
  for (guint row = 0; clause && row < n_rows; row++) {
    guint test = g_array_index (found->trace->test, guint, row), state = states->state_of[row];
    if (test >= found->n_failing)
      break;
    if (is_first (view->routine, g_array_index (found->trace->location, guint, row)))
      was_good |= !bit_of (clause->defined, state) || bit_of (clause->truth, state);
    if (row + 1 == n_rows || g_array_index (found->trace->test, guint, row + 1) != test) {
      n_turned += was_good;
      was_good = FALSE;
    }
  }
  return n_turned > 0 && 2 * n_turned >= found->n_failing;
}

/* The clauses that the routine was entered against: array of AfExpr, the most suspicious first. */
static GPtrArray *wrong_from_the_start (const Looking *l)
{
  GPtrArray *clauses = g_ptr_array_new_with_free_func ((GDestroyNotify)af_expr_unref);
  for (guint i = 0; i < l->found->snapshots->len && clauses->len < MAX_STATES; i++) {
    const AfSnapshot *snapshot = l->found->snapshots->pdata[i];
    if (snapshot->with || !is_first (l->fault->routine, snapshot->location) || snapshot->failing < l->found->n_failing
        || snapshot->passing * FEW_PASSING > l->found->n_passing)
      continue;
    g_autoptr (AfExpr) state = af_snapshot_condition (snapshot);
    g_ptr_array_add (clauses, af_expr_not (state));
  }
  return clauses;
}

/* Adds a view if there is one; false on a fatal error. */
static gboolean look_before (Looking *l, const AfRoutine *routine, const GPtrArray *clauses, GError **error)
{
  for (guint i = 0; i < clauses->len; i++) {
    GError *reason = NULL;
    g_autoptr (AfFault) fault = af_fault_earlier_view (l->context->module, l->fault, routine, clauses->pdata[i]);
    if (!fault)
      continue;
    AfLocalization *found = localize (l, fault, &reason);
    if (!found)
      return forgive (l, routine, reason, error);
    if (turns (fault, found)) {
      g_ptr_array_add (l->views, af_view_new (g_steal_pointer (&fault), found, TRUE));
      return TRUE;
    }
    af_localization_free (found);
  }
  return TRUE;
}

static gboolean is_late (const Looking *l)
{
  return l->context->deadline > 0 && g_get_monotonic_time () >= l->context->deadline;
}

GPtrArray *af_localize_views (const AfLocalizeContext *context, const AfFault *fault, const AfLocalization *found,
                              GPtrArray *notices, GError **error)
{
  const AfModule *module = context->module;
  const AfLocalizeOptions *options = context->options;
  g_autoptr (GPtrArray) views = g_ptr_array_new_with_free_func ((GDestroyNotify)af_view_free);
  Looking l = { context, fault, found, *options, views, notices };
  l.options.max_tests = VIEW_TESTS;
  g_autoptr (GPtrArray) related = af_localize_related (module, fault);
  for (guint i = 0; af_localize_has (options, AF_EXTENSION_views) && i < related->len && !is_late (&l); i++)
    if (!look (&l, related->pdata[i], error))
      return NULL;
  g_autoptr (GPtrArray) clauses = wrong_from_the_start (&l);
  g_autoptr (GPtrArray) earlier = earlier_routines (module, fault, related, G_MAXUINT),
                        writers = af_localize_writers (module, fault, earlier, related, MAX_EARLIER);
  for (guint i = 0;
       af_localize_has (options, AF_EXTENSION_earlier) && clauses->len > 0 && i < writers->len && !is_late (&l); i++)
    if (!look_before (&l, writers->pdata[i], clauses, error))
      return NULL;
  return g_steal_pointer (&views);
}

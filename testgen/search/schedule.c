/* The schedule: which routines the next round of scripts aims at, and how often.
 *
 * In:  the targets, what has been covered, how often calls were skipped.
 * Out: a list of aims, each target two to eight times; units go through it in turn.
 *
 * Every routine gets its share.  One that could still take branches, in itself or in a static routine that it calls,
 * gets more; and so does one whose precondition hardly ever held, because few of its scripts were tests. */
#include <string.h>

#include "testgen/testgen-internal.h"

enum { SHARE = 2, SHARE_OPEN = 3, SHARE_RARE = 3 };

/* Targets that would take all the time.  So many calls that do not end or crash, and one for so many that are made, are
 * too many: what they show is known, and each costs as much as a hundred others.  So are calls of so many steps on
 * average, if they take more than all other targets together. */
enum { BROKEN = 32, SHARE_OF_BROKEN = 4, LONG = 5000, ROUNDS_OF_DEAR = 4 };

/* Of a library of hundreds of routines the first that anybody wants is an answer: beyond so many targets each adds a
 * quarter as many scripts, which all share, those most of which branches were not taken. */
enum { SCRIPTS_PER_ROUTINE = 300, MANY_ROUTINES = 50, SCRIPTS_OF_MANY = 75 };

/* What a plan for so many may cost, in steps: twenty seconds of processor time or so.  Calls of a library of parsers
 * that do not end would take an hour. */
static const guint64 COST_OF_MANY = 800000000;

/* Marks @routine and the static routines that it calls, directly or through each other. */
static void mark_own (const AfModule *module, const AfRoutine *routine, gboolean *marked)
{
  marked[routine->id] = TRUE;
  for (guint i = 0; i < routine->callees->len; i++) {
    const AfRoutine *callee = af_module_routine (module, routine->callees->pdata[i]);

    if (callee != NULL && callee->is_static && !marked[callee->id])
      mark_own (module, callee, marked);
  }
}

GPtrArray *af_schedule_targets (const AfRepertoire *repertoire, const char *const *only)
{
  GPtrArray *targets = NULL;

  if (only == NULL)
    return g_ptr_array_ref (repertoire->targets);
  targets = g_ptr_array_new ();
  for (; *only != NULL; only++) {
    const AfRoutine *routine = af_module_routine (repertoire->module, *only);
    g_autoptr (GPtrArray) reaching =
      routine != NULL ? af_repertoire_reaching (repertoire, routine) : g_ptr_array_new ();
    for (guint i = 0; i < reaching->len; i++)
      if (!g_ptr_array_find (targets, reaching->pdata[i], NULL))
        g_ptr_array_add (targets, reaching->pdata[i]);
  }
  return targets;
}

void af_schedule_init (AfSchedule *schedule, const AfRepertoire *repertoire, const GPtrArray *targets, gboolean walks)
{
  guint n_thunks = repertoire->callables->len;

  *schedule = (AfSchedule){ .repertoire = repertoire, .targets = targets, .walks = walks };
  schedule->reached = g_ptr_array_new_with_free_func (g_free);
  schedule->tried = g_array_sized_new (FALSE, TRUE, sizeof (guint), n_thunks);
  schedule->made = g_array_sized_new (FALSE, TRUE, sizeof (guint), n_thunks);
  schedule->failed = g_array_sized_new (FALSE, TRUE, sizeof (guint), n_thunks);
  g_array_set_size (schedule->tried, n_thunks);
  g_array_set_size (schedule->made, n_thunks);
  g_array_set_size (schedule->failed, n_thunks);
  schedule->steps = g_array_sized_new (FALSE, TRUE, sizeof (guint64), n_thunks);
  g_array_set_size (schedule->steps, n_thunks);
  schedule->broken = g_array_sized_new (FALSE, TRUE, sizeof (guint), n_thunks);
  g_array_set_size (schedule->broken, n_thunks);
  for (guint i = 0; i < targets->len; i++) {
    const AfCallable *target = targets->pdata[i];
    gboolean *reached = g_new0 (gboolean, repertoire->module->routines->len);

    mark_own (repertoire->module, target->routine, reached);
    g_ptr_array_add (schedule->reached, reached);
  }
}

void af_schedule_clear (AfSchedule *schedule)
{
  g_clear_pointer (&schedule->reached, g_ptr_array_unref);
  g_clear_pointer (&schedule->tried, g_array_unref);
  g_clear_pointer (&schedule->made, g_array_unref);
  g_clear_pointer (&schedule->failed, g_array_unref);
  g_clear_pointer (&schedule->broken, g_array_unref);
  g_clear_pointer (&schedule->steps, g_array_unref);
}

gboolean af_outcome_is_costly (const AfModule *module, const AfOutcome *outcome)
{
  const AfClause *clause = outcome->clause < module->clauses->len ? module->clauses->pdata[outcome->clause] : NULL;

  return outcome->kind == AF_OUTCOME_FAIL && clause != NULL
         && (clause->kind == AF_CLAUSE_HANG || clause->kind == AF_CLAUSE_CRASH);
}

void af_schedule_note (AfSchedule *schedule, const AfTest *script, const AfOutcome *outcome)
{
  guint n = outcome->kind == AF_OUTCOME_FAIL ? MIN (outcome->failing_call + 1, script->calls->len) : script->calls->len;

  for (guint i = 0; i < n; i++) {
    guint thunk = ((const AfCall *)script->calls->pdata[i])->thunk;

    g_array_index (schedule->tried, guint, thunk)++;
    if (i + 1 == n)
      g_array_index (schedule->steps, guint64, thunk) += outcome->steps;
    g_array_index (schedule->made, guint, thunk) += af_outcome_made (outcome, i);
    if (outcome->kind != AF_OUTCOME_FAIL || i != outcome->failing_call || af_outcome_made (outcome, i))
      continue;
    g_array_index (schedule->failed, guint, thunk)++;
    g_array_index (schedule->broken, guint, thunk) += af_outcome_is_costly (schedule->repertoire->module, outcome);
  }
}

guint af_schedule_called (const AfSchedule *schedule)
{
  guint n = 0;

  for (guint i = 0; i < schedule->targets->len; i++)
    n += g_array_index (schedule->made, guint, ((const AfCallable *)schedule->targets->pdata[i])->thunk) > 0;
  return n;
}

static gboolean has_open (const AfSchedule *schedule, const gboolean *reached, const guint *open)
{
  for (guint i = 0; i < schedule->repertoire->module->routines->len; i++)
    if (reached[i] && open[i] > 0)
      return TRUE;
  return FALSE;
}

/* Fewer than one call in eight was made. */
static gboolean is_rare (const AfSchedule *schedule, guint thunk)
{
  return g_array_index (schedule->made, guint, thunk) * 8 < g_array_index (schedule->tried, guint, thunk);
}

guint af_schedule_scripts (const AfSchedule *schedule)
{
  guint n = schedule->targets->len, few = MIN (n, MANY_ROUTINES);

  return few * SCRIPTS_PER_ROUTINE + (n - few) * SCRIPTS_OF_MANY;
}

gboolean af_schedule_is_spent (const AfSchedule *schedule, guint64 cost, AfCorpus *corpus)
{
  if (schedule->targets->len <= MANY_ROUTINES || cost < COST_OF_MANY)
    return FALSE;
  g_ptr_array_add (corpus->notices,
                   g_strdup_printf ("calls of these %u routines take long: testing ended before the plan did, after %u "
                                    "calls (--effort gives more)",
                                    schedule->targets->len, corpus->n_calls));
  return TRUE;
}

gboolean af_schedule_is_due (const AfSchedule *schedule, const AfCallable *target)
{
  return !target->is_dear || (schedule->n_rounds + target->thunk) % ROUNDS_OF_DEAR == 0;
}

/* Whether tests of @thunk take more steps than those of all others together, and many each. */
static gboolean is_long (const AfSchedule *schedule, guint thunk)
{
  guint64 all = 0, own = g_array_index (schedule->steps, guint64, thunk);
  guint n = g_array_index (schedule->made, guint, thunk) + g_array_index (schedule->failed, guint, thunk);

  for (guint i = 0; i < schedule->steps->len; i++)
    all += g_array_index (schedule->steps, guint64, i);
  return own > all / 2 && own > (guint64)n * LONG;
}

void af_schedule_judge (AfSchedule *schedule)
{
  schedule->n_rounds++;
  for (guint i = 0; i < schedule->targets->len; i++) {
    AfCallable *target = schedule->targets->pdata[i];
    guint broken = g_array_index (schedule->broken, guint, target->thunk);

    target->is_dear =
      (broken >= BROKEN && broken * SHARE_OF_BROKEN > g_array_index (schedule->made, guint, target->thunk))
      || is_long (schedule, target->thunk);
  }
}

GPtrArray *af_schedule_aims (const AfSchedule *schedule, const AfCoverage *coverage)
{
  g_autofree guint *open = g_new0 (guint, schedule->repertoire->module->routines->len + 1);
  GPtrArray *aims = g_ptr_array_new ();

  af_coverage_open (coverage, open);
  for (guint i = 0; i < schedule->targets->len; i++) {
    AfCallable *target = schedule->targets->pdata[i];
    guint share = SHARE;

    if (target->is_dear) {
      share = af_schedule_is_due (schedule, target) ? 1 : 0;
    } else {
      share += has_open (schedule, schedule->reached->pdata[i], open) ? SHARE_OPEN : 0;
      share += is_rare (schedule, target->thunk) ? SHARE_RARE : 0;
    }
    while (share-- > 0)
      g_ptr_array_add (aims, target);
    if (schedule->walks && i % 4 == 3)
      g_ptr_array_add (aims, NULL);
  }
  /* all are dear, and none is due */
  for (guint i = 0; aims->len == 0 && i < schedule->targets->len; i++)
    g_ptr_array_add (aims, schedule->targets->pdata[i]);
  return aims;
}

/* --- what was never called --- */

static char *uncalled_text (const AfSchedule *schedule, const AfRoutine *routine)
{
  guint tried = g_array_index (schedule->tried, guint, routine->id);

  if (tried == 0)
    return g_strdup_printf ("routine '%s' was never called: no test came to it; --effort=8 makes more tests",
                            routine->name);
  return g_strdup_printf ("routine '%s' was never called: in %u attempts its precondition never held, or an object "
                          "that it takes was never there; a routine that makes one can be named by --factory, values "
                          "by --values",
                          routine->name, tried);
}

/* Whether others can link nothing of the module. */
static gboolean is_closed (const AfModule *module)
{
  for (guint i = 0; i < module->routines->len; i++)
    if (((const AfRoutine *)module->routines->pdata[i])->is_public)
      return FALSE;
  return TRUE;
}

/* A program whose functions are all static, or that has no function but main. */
static void note_closed (const AfModule *module, AfCorpus *corpus)
{
  gboolean has_static = FALSE;

  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    AfUncalled uncalled = { routine, FALSE };
    if (routine->invariant_of != NULL || strcmp (routine->name, "main") == 0)
      continue;
    has_static = TRUE;
    g_array_append_val (corpus->uncalled, uncalled);
  }
  g_ptr_array_add (corpus->notices,
                   g_strdup_printf ("nothing of '%s' is tested: %s", module->name,
                                    has_static ? "its functions are static, and tests call those that others can link; "
                                                 "take 'static' away from what is to be tested"
                                               : "it has no function that tests could call"));
}

/* Public routines that no test came to; why is said of those that tests could call (the others have their notice). */
void af_schedule_uncalled (const AfSchedule *schedule, const AfCoverage *coverage, gboolean is_partial,
                           AfCorpus *corpus)
{
  const AfModule *module = schedule->repertoire->module;
  g_autofree gboolean *entered = g_new0 (gboolean, module->routines->len + 1);

  if (!is_partial && is_closed (module))
    note_closed (module, corpus);
  af_coverage_entered (coverage, entered);
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    gpointer callable = schedule->repertoire->callables->pdata[i];
    gboolean is_target = g_ptr_array_find ((GPtrArray *)schedule->targets, callable, NULL);
    AfUncalled uncalled = { routine, callable != NULL };

    if (entered[i] || !routine->is_public || routine->is_static || routine->invariant_of != NULL || routine->is_factory
        || strcmp (routine->name, "main") == 0 || (is_partial && !is_target)
        || g_array_index (schedule->made, guint, i) + g_array_index (schedule->failed, guint, i) > 0)
      continue;
    g_array_append_val (corpus->uncalled, uncalled);
    if (is_target)
      g_ptr_array_add (corpus->notices, uncalled_text (schedule, routine));
  }
}

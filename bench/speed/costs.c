/* What tracing and what the checks cost.
 *
 * In:  a module with a planted fault and its T_r.   Out: the same tests run with and without, in turns.
 *
 * Tracing: a build that records all traced expressions at all locations of the fault's routine, against one with the
 * same flags that records nothing.  Checks: the build that tests are generated on, against one of the module read
 * without any clause, written or implicit; only passing tests are run, because they call nothing that is not permitted.
 * What counts steps and observes results is in both. */
#include "bench/speed/speed.h"

#define ROUNDS 5
#define REPEATS 20 /* of all tests in a round */
#define QUICK_REPEATS 2

/* One way to run the tests. */
typedef struct {
  AfSpeedDesk *desk;
  const AfBuild *build;
  const GPtrArray *tests;
  guint n_columns; /* traced; 0: not traced */
} Way;

static gboolean run_once (const Way *way, AfSubject *subject, AfOutcome *outcomes, GError **error)
{
  AfRunRequest request = { .n = way->tests->len };
  g_autoptr (AfTrace) trace = way->n_columns > 0 ? af_trace_new (way->n_columns) : NULL;
  gboolean ok = trace ? af_subject_trace (subject, &request, outcomes, trace, error)
                      : af_subject_run (subject, &request, outcomes, error);
  for (guint i = 0; i < way->tests->len; i++)
    af_outcome_clear (&outcomes[i]);
  return ok;
}

static gboolean run (const Way *way, GArray *seconds, GError **error)
{
  guint n = way->desk->plan->quick ? QUICK_REPEATS : REPEATS;
  g_autofree AfOutcome *outcomes = g_new0 (AfOutcome, way->tests->len + 1);
  AfSpeedTime start = af_speed_now ();
  AfSubject *subject = af_subject_start (&way->desk->config, way->build, error);
  gboolean ok = subject && af_subject_load (subject, way->tests, error);
  for (guint i = 0; i < n && ok; i++)
    ok = run_once (way, subject, outcomes, error);
  /* only what has ended is counted */
  g_clear_pointer (&subject, af_subject_free);
  double each = af_speed_since (start).cpu / n / MAX (way->tests->len, 1);
  g_array_append_val (seconds, each);
  return ok;
}

static gboolean take_turns (AfSpeedPair *pair, const Way *first, const Way *second, GError **error)
{
  pair->n_tests = first->tests->len;
  for (guint i = 0; i < (first->desk->plan->quick ? 1 : ROUNDS); i++)
    if (!run (first, pair->first_seconds, error) || !run (second, pair->second_seconds, error))
      return FALSE;
  return TRUE;
}

/* The flags of a trace build, and nothing traced. */
static AfBuild *build_untraced (const AfSpeedDesk *desk, GError **error)
{
  g_autoptr (GPtrArray) none = g_ptr_array_new_with_free_func ((GDestroyNotify)af_candidate_free);
  AfWeavePlan plan = { .candidates = none };
  g_ptr_array_add (none, af_candidate_new (1, NULL, AF_SCHEMA_C, NULL));
  return af_subject_build (&desk->config, desk->module, &plan, AF_BUILD_FAST, NULL, error);
}

static gboolean cost_of_tracing (AfSpeedDesk *desk, const char *name, AfSpeedResults *results, GError **error)
{
  AfWeavePlan plan = { .traced = desk->fault->routine, .columns = desk->localization->columns };
  g_autoptr (AfBuild) untraced = build_untraced (desk, error);
  g_autoptr (AfBuild) traced =
    untraced ? af_subject_build (&desk->config, desk->module, &plan, AF_BUILD_FAST, NULL, error) : NULL;
  g_autoptr (GPtrArray) tests = g_ptr_array_new ();
  g_ptr_array_extend (tests, desk->fault->failing, NULL, NULL);
  g_ptr_array_extend (tests, desk->fault->passing, NULL, NULL);
  if (!traced)
    return FALSE;
  AfSpeedPair *pair = af_speed_add_pair (results, "tracing", name);
  pair->first = "untraced";
  pair->second = "traced";
  pair->unit = "test";
  const Way without = { desk, untraced, tests, 0 }, with = { desk, traced, tests, desk->localization->columns->len };
  return take_turns (pair, &without, &with, error);
}

static gboolean cost_of_checks (AfSpeedDesk *desk, const char *name, AfSpeedResults *results, GError **error)
{
  g_autoptr (AfModule) module = af_speed_read (desk->plan, desk->source, FALSE, error);
  g_autoptr (AfBuild) unchecked =
    module ? af_subject_build (&desk->config, module, NULL, AF_BUILD_FAST, NULL, error) : NULL;
  if (!unchecked)
    return FALSE;
  AfSpeedPair *pair = af_speed_add_pair (results, "checks", name);
  pair->first = "unchecked";
  pair->second = "checked";
  pair->unit = "test";
  const Way without = { desk, unchecked, desk->fault->passing, 0 },
            with = { desk, desk->build, desk->fault->passing, 0 };
  return take_turns (pair, &without, &with, error);
}

static gboolean measure (AfSpeedDesk *desk, const char *name, AfSpeedResults *results, GError **error)
{
  if (!af_speed_desk_find (desk, error))
    return FALSE;
  if (!desk->fault)
    return TRUE;
  return cost_of_tracing (desk, name, results, error)
         && (desk->fault->passing->len == 0 || cost_of_checks (desk, name, results, error));
}

gboolean af_speed_costs (const AfSpeedPlan *plan, AfSpeedResults *results, GError **error)
{
  g_autoptr (GPtrArray) modules = af_speed_modules (plan, error);
  if (!modules)
    return FALSE;
  for (guint i = 0; i < (plan->quick ? 0 : modules->len); i++) {
    g_autoptr (AfSpeedDesk) desk = af_speed_desk_new (plan);
    if (!af_speed_desk_take (desk, modules->pdata[i], 1, error) || !measure (desk, modules->pdata[i], results, error))
      return FALSE;
  }
  g_autoptr (AfSpeedDesk) generated = af_speed_desk_new (plan);
  return af_speed_desk_generate (generated, 10, error) && measure (generated, "plant", results, error);
}

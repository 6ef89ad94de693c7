/* What tells two groups of fixes apart, so that a person can choose.
 *
 * In:  confirmed fixes with their observations.   Out: for each two groups a test and what either does in it.
 *
 * The shortest test of T_r and of the fresh ones on which the two end differently; calls are left out while they still
 * do.  All that are shown are built into one switched binary once more: the one of the screen holds thousands. */
#include "validate/validate-internal.h"

typedef struct {
  const AfModule *module;
  const AfFault *fault;
  AfSubject *subject;
  GPtrArray *tests; /* T_r and fresh ones, as observed */
  guint candidates[2];
  AfOutcome outcomes[2];
  GArray *notes[2]; /* of AfNote */
} Apart;

static void apart_clear (Apart *apart)
{
  g_clear_pointer (&apart->tests, g_ptr_array_unref);
  g_clear_pointer (&apart->subject, af_subject_free);
  for (guint i = 0; i < 2; i++) {
    af_outcome_clear (&apart->outcomes[i]);
    g_clear_pointer (&apart->notes[i], g_array_unref);
  }
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Apart, apart_clear)

/* Runs the test, the only one loaded, as @candidate. */
static gboolean tell (Apart *apart, const AfTest *test, guint candidate, AfOutcome *outcome, GArray *notes,
                      GError **error)
{
  AfRunRequest request = af_runs_request (apart->fault, candidate, 0, 1);
  request.isolate = apart->module->has_globals;
  af_outcome_clear (outcome);
  if (!af_subject_tell (apart->subject, &request, outcome, notes, error))
    return FALSE;
  af_testgen_blame (apart->module, test, outcome);
  return TRUE;
}

static gboolean differ (const AfOutcome *a, const AfOutcome *b)
{
  if (a->kind == AF_OUTCOME_UNKNOWN || b->kind == AF_OUTCOME_UNKNOWN)
    return FALSE;
  if (a->kind == AF_OUTCOME_PASS && b->kind == AF_OUTCOME_PASS)
    return a->observation != b->observation || a->inside != b->inside;
  return a->kind != b->kind;
}

/* Runs the test as the unchanged program and as both; whether it says something, and they differ. */
static gboolean try_test (Apart *apart, const AfTest *test, gboolean *tells, GError **error)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new ();
  g_ptr_array_add (list, (gpointer)test);
  *tells = FALSE;
  if (!af_subject_load (apart->subject, list, error)
      || !tell (apart, test, 0, &apart->outcomes[0], apart->notes[0], error))
    return FALSE;
  if (!af_judge_counts (apart->module, apart->fault, &apart->outcomes[0]))
    return TRUE;
  for (guint i = 0; i < 2; i++)
    if (!tell (apart, test, apart->candidates[i], &apart->outcomes[i], apart->notes[i], error))
      return FALSE;
  *tells = differ (&apart->outcomes[0], &apart->outcomes[1]);
  return TRUE;
}

static AfTest *without (const AfTest *test, guint call)
{
  g_autofree gboolean *keep = g_new (gboolean, test->calls->len);
  for (guint i = 0; i < test->calls->len; i++)
    keep[i] = i != call;
  return af_test_project (test, keep);
}

/* Leaves out calls from the back; the last one is what the test is for. */
static gboolean shorten (Apart *apart, AfTest **test, GError **error)
{
  for (guint call = (*test)->calls->len - 1; call > 0; call--) {
    guint target = af_test_target (*test);
    if (call > (*test)->calls->len - 1)
      continue;
    g_autoptr (AfTest) shorter = without (*test, call - 1);
    gboolean tells = FALSE;
    if (shorter->calls->len == 0 || af_test_target (shorter) != target)
      continue;
    if (!try_test (apart, shorter, &tells, error))
      return FALSE;
    if (tells) {
      af_test_free (*test);
      *test = g_steal_pointer (&shorter);
    }
  }
  return TRUE;
}

static const AfTest *shortest_of (const Apart *apart, const GArray *a, const GArray *b)
{
  const AfTest *best = NULL;
  guint n = MIN (apart->tests->len, MIN (a->len, b->len));
  for (guint i = 0; i < n; i++) {
    const AfTest *test = apart->tests->pdata[i];
    if (g_array_index (a, guint64, i) != g_array_index (b, guint64, i)
        && (!best || test->calls->len < best->calls->len))
      best = test;
  }
  return best;
}

/* The shortest test on which the two were seen to differ, by what a caller sees if there is one; or null. */
static const AfTest *shortest (const Apart *apart, const AfFix *a, const AfFix *b)
{
  const AfTest *seen = shortest_of (apart, a->observations, b->observations);
  return seen ? seen : shortest_of (apart, a->insides, b->insides);
}

static gboolean tell_pair (Apart *apart, AfFix *fix, const AfFix *better, GError **error)
{
  const AfTest *seen = shortest (apart, fix, better);
  gboolean tells = FALSE;
  if (!seen)
    return TRUE;
  apart->candidates[0] = fix->candidate->id;
  apart->candidates[1] = better->candidate->id;
  g_autoptr (AfTest) test = af_test_copy (seen);
  if (!shorten (apart, &test, error) || !try_test (apart, test, &tells, error))
    return FALSE;
  AfApart *found = g_new0 (AfApart, 1);
  found->group = better->group;
  AfShown here = { &apart->outcomes[0], apart->notes[0] }, there = { &apart->outcomes[1], apart->notes[1] };
  if (tells)
    af_testgen_describe_difference (apart->module, test, &here, &there, &found->here, &found->there);
  found->test = g_steal_pointer (&test);
  g_ptr_array_add (fix->apart, found);
  return TRUE;
}

static gboolean start (Apart *apart, const GPtrArray *shown, const AfValidateOptions *options,
                       const AfValidateCounts *counts, GError **error)
{
  g_autoptr (GPtrArray) candidates = g_ptr_array_new ();
  for (guint i = 0; i < shown->len; i++)
    g_ptr_array_add (candidates, (gpointer)((const AfFix *)shown->pdata[i])->candidate);
  AfWeavePlan plan = { .candidates = candidates };
  g_autoptr (AfBuild) build = af_subject_build (&options->config, apart->module, &plan, AF_BUILD_FAST, NULL, error);
  apart->subject = build ? af_subject_start (&options->config, build, error) : NULL;
  apart->tests = af_runs_tests (apart->fault, counts->fresh);
  for (guint i = 0; i < 2; i++)
    apart->notes[i] = g_array_new (FALSE, FALSE, sizeof (AfNote));
  return apart->subject != NULL;
}

gboolean af_validate_tell_apart (const AfModule *module, const AfFault *fault, const GPtrArray *fixes,
                                 const AfValidateOptions *options, const AfValidateCounts *counts, GError **error)
{
  g_autoptr (GPtrArray) shown = g_ptr_array_new ();
  for (guint i = 0; i < fixes->len; i++)
    if (((const AfFix *)fixes->pdata[i])->representative)
      g_ptr_array_add (shown, fixes->pdata[i]);
  if (shown->len < 2 || af_runs_late (options->deadline))
    return TRUE;
  g_auto (Apart) apart = { .module = module, .fault = fault };
  if (!start (&apart, shown, options, counts, error))
    return FALSE;
  for (guint i = 1; i < shown->len; i++)
    for (guint k = 0; k < i; k++)
      if (!tell_pair (&apart, shown->pdata[i], shown->pdata[k], error))
        return FALSE;
  return TRUE;
}

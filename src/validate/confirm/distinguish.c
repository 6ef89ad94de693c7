/* Distinguishing tests: what two groups of fixes do differently, so that a person can choose.
 *
 * In:  confirmed fixes with their observations.   Out: for each two groups a test and what either does in it.
 *
 * The shortest test of T_r and of the held-out ones on which the two end differently; calls are left out while they
 * still do.  All that are shown are built into one switched binary once more: the one of the screen holds thousands. */
#include "validate/validate-internal.h"

typedef struct {
  const AfValidation *validation;
  AfSubject *subject;
  GPtrArray *tests; /* T_r and held-out ones, as observed */
  guint candidates[2];
  AfOutcome outcomes[2];
  GArray *notes[2]; /* of AfNote */
} Pair;

static void pair_clear (Pair *pair)
{
  g_clear_pointer (&pair->tests, g_ptr_array_unref);
  g_clear_pointer (&pair->subject, af_subject_free);
  for (guint i = 0; i < 2; i++) {
    af_outcome_clear (&pair->outcomes[i]);
    g_clear_pointer (&pair->notes[i], g_array_unref);
  }
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Pair, pair_clear)

/* Runs the test, the only one loaded, as @candidate. */
static gboolean tell (Pair *pair, const AfTest *test, guint candidate, AfOutcome *outcome, GArray *notes,
                      GError **error)
{
  AfRunRequest request = af_runs_request (pair->validation->fault, candidate, 0, 1);
  af_outcome_clear (outcome);
  if (!af_subject_tell (pair->subject, &request, outcome, notes, error))
    return FALSE;
  af_testgen_blame (pair->validation->module, test, outcome);
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
static gboolean try_test (Pair *pair, const AfTest *test, gboolean *tells, GError **error)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new ();
  g_ptr_array_add (list, (gpointer)test);
  *tells = FALSE;
  if (!af_subject_load (pair->subject, list, error) || !tell (pair, test, 0, &pair->outcomes[0], pair->notes[0], error))
    return FALSE;
  if (!af_weigh_counts (pair->validation, &pair->outcomes[0]))
    return TRUE;
  for (guint i = 0; i < 2; i++)
    if (!tell (pair, test, pair->candidates[i], &pair->outcomes[i], pair->notes[i], error))
      return FALSE;
  *tells = differ (&pair->outcomes[0], &pair->outcomes[1]);
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
static gboolean shorten (Pair *pair, AfTest **test, GError **error)
{
  for (guint call = (*test)->calls->len - 1; call > 0; call--) {
    guint target = af_test_target (*test);
    if (call > (*test)->calls->len - 1)
      continue;
    g_autoptr (AfTest) shorter = without (*test, call - 1);
    gboolean tells = FALSE;
    if (shorter->calls->len == 0 || af_test_target (shorter) != target)
      continue;
    if (!try_test (pair, shorter, &tells, error))
      return FALSE;
    if (tells) {
      af_test_free (*test);
      *test = g_steal_pointer (&shorter);
    }
  }
  return TRUE;
}

/* The shortest test on which the two were seen to differ, by what a caller sees if there is one; or null. */
static const AfTest *shortest (const Pair *pair, const AfFix *a, const AfFix *b)
{
  const AfTest *seen = af_runs_shortest_difference (pair->tests, a->observations, b->observations);
  return seen ? seen : af_runs_shortest_difference (pair->tests, a->insides, b->insides);
}

static gboolean distinguish (Pair *pair, AfFix *fix, const AfFix *better, GError **error)
{
  const AfTest *seen = shortest (pair, fix, better);
  gboolean tells = FALSE;
  if (!seen)
    return TRUE;
  pair->candidates[0] = fix->candidate->id;
  pair->candidates[1] = better->candidate->id;
  g_autoptr (AfTest) test = af_test_copy (seen);
  if (!shorten (pair, &test, error) || !try_test (pair, test, &tells, error))
    return FALSE;
  AfDistinction *found = g_new0 (AfDistinction, 1);
  found->group = better->group;
  AfShown here = { &pair->outcomes[0], pair->notes[0] }, there = { &pair->outcomes[1], pair->notes[1] };
  if (tells)
    af_testgen_describe_difference (pair->validation->module, test, &here, &there, &found->here, &found->there);
  found->test = g_steal_pointer (&test);
  g_ptr_array_add (fix->distinctions, found);
  return TRUE;
}

static gboolean start (Pair *pair, const GPtrArray *shown, GError **error)
{
  const AfSubjectConfig *config = &pair->validation->options.config;
  g_autoptr (GPtrArray) candidates = g_ptr_array_new ();
  for (guint i = 0; i < shown->len; i++)
    g_ptr_array_add (candidates, ((const AfFix *)shown->pdata[i])->candidate);
  AfWeavePlan plan = { .candidates = candidates };
  g_autoptr (AfBuild) build = af_subject_build (config, pair->validation->module, &plan, AF_BUILD_FAST, NULL, error);
  pair->subject = build ? af_subject_start (config, build, error) : NULL;
  pair->tests = af_runs_tests (pair->validation->fault, pair->validation->held_out);
  for (guint i = 0; i < 2; i++)
    pair->notes[i] = g_array_new (FALSE, FALSE, sizeof (AfNote));
  return pair->subject != NULL;
}

gboolean af_validate_distinguish (const AfValidation *validation, const GPtrArray *fixes, GError **error)
{
  g_autoptr (GPtrArray) shown = g_ptr_array_new ();
  for (guint i = 0; i < fixes->len; i++)
    if (((const AfFix *)fixes->pdata[i])->representative)
      g_ptr_array_add (shown, fixes->pdata[i]);
  if (shown->len < 2 || af_validation_is_late (validation))
    return TRUE;
  g_auto (Pair) pair = { .validation = validation };
  if (!start (&pair, shown, error))
    return FALSE;
  for (guint i = 1; i < shown->len; i++)
    for (guint k = 0; k < i; k++)
      if (!distinguish (&pair, shown->pdata[i], shown->pdata[k], error))
        return FALSE;
  return TRUE;
}

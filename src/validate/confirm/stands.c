/* Whether a changed program stands the tests of confirmation.
 *
 * In:  its outcomes, with sanitizers.   Out: whether any of them speaks against it.
 *
 * A test that it passes, or that is none any more, says nothing whatever the unchanged program does.  So the unchanged
 * program runs only those tests in which a changed one fails, each once: mostly none.
 *
 *     1,100 tests, ten patches, of which one fails in 40: 40 runs of the unchanged program */
#include "validate/validate-internal.h"

struct AfUnchanged {
  GMutex lock;
  GArray *outcomes;   /* of AfOutcome, per test */
  gboolean *is_known; /* which of them are there */
};

AfUnchanged *af_unchanged_new (guint n_tests)
{
  AfUnchanged *unchanged = g_new0 (AfUnchanged, 1);
  g_mutex_init (&unchanged->lock);
  unchanged->outcomes = af_outcomes_new (n_tests);
  unchanged->is_known = g_new0 (gboolean, n_tests + 1);
  return unchanged;
}

void af_unchanged_free (AfUnchanged *unchanged)
{
  if (!unchanged)
    return;
  g_mutex_clear (&unchanged->lock);
  g_array_unref (unchanged->outcomes);
  g_free (unchanged->is_known);
  g_free (unchanged);
}

/* The places of the tests in which @after needs a measure, and there is none yet. */
static GArray *list_unknown (const AfUnchanged *unchanged, const GArray *after)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < after->len; i++) {
    AfOutcomeKind kind = g_array_index (after, AfOutcome, i).kind;
    if ((kind == AF_OUTCOME_FAIL || kind == AF_OUTCOME_UNKNOWN) && !unchanged->is_known[i])
      g_array_append_val (places, i);
  }
  return places;
}

static GArray *run_unchanged (const AfConfirming *confirming, const GPtrArray *tests, AfSubject *subject,
                              GError **error)
{
  const AfValidation *validation = confirming->validation;
  AfRunner runner = { validation->module, validation->fault, subject, 0, FALSE };
  if (!subject)
    return af_runs_sanitized (validation, validation->module, tests, error);
  return af_subject_load (subject, tests, error) ? af_runs_observe (&runner, tests, error) : NULL;
}

/* With the lock, so that no test is run twice. */
static gboolean find_out (const AfConfirming *confirming, const GArray *after, AfSubject *subject, GError **error)
{
  AfUnchanged *unchanged = confirming->unchanged;
  g_autoptr (GArray) places = list_unknown (unchanged, after);
  g_autoptr (GPtrArray) tests = g_ptr_array_new ();
  if (places->len == 0)
    return TRUE;
  for (guint i = 0; i < places->len; i++)
    g_ptr_array_add (tests, confirming->tests->pdata[g_array_index (places, guint, i)]);
  g_autoptr (GArray) outcomes = run_unchanged (confirming, tests, subject, error);
  for (guint i = 0; outcomes && i < places->len; i++) {
    guint place = g_array_index (places, guint, i);
    AfOutcome *outcome = &g_array_index (outcomes, AfOutcome, i);
    g_array_index (unchanged->outcomes, AfOutcome, place) = *outcome;
    *outcome = (AfOutcome){ 0 }; /* what it owns has moved */
    unchanged->is_known[place] = TRUE;
  }
  return outcomes != NULL;
}

gboolean af_withstands (const AfConfirming *confirming, const AfModule *patched, const GArray *after,
                        AfSubject *subject, gboolean *stands, GError **error)
{
  const AfValidation *validation = confirming->validation;
  AfUnchanged *unchanged = confirming->unchanged;
  guint n_known = validation->fault->failing->len + validation->fault->passing->len;
  g_mutex_lock (&unchanged->lock);
  gboolean is_found = find_out (confirming, after, subject, error);
  g_mutex_unlock (&unchanged->lock);
  *stands = is_found;
  for (guint i = 0; *stands && i < after->len; i++) {
    const AfOutcome *before = &g_array_index (unchanged->outcomes, AfOutcome, i),
                    *outcome = &g_array_index (after, AfOutcome, i);
    if (outcome->kind == AF_OUTCOME_PASS || outcome->kind == AF_OUTCOME_INVALID
        || (i >= n_known
            && (!af_weigh_counts (validation, before) || af_weigh_goes_on (validation, before, patched, outcome))))
      continue;
    *stands = af_weigh (validation, before, patched, outcome) != AF_WEIGHED_FALLS;
  }
  return is_found;
}

gboolean af_validate_stands (AfValidation *validation, AfCandidate *candidate, GCancellable *cancel, gboolean *stands,
                             GError **error)
{
  AfSubjectConfig config = validation->options.config;
  g_autoptr (GPtrArray) candidates = g_ptr_array_new (), tests = NULL;
  g_autoptr (GHashTable) dropped = g_hash_table_new (NULL, NULL);
  const AfWeavePlan plan = { .candidates = candidates };
  config.cancel = cancel;
  g_ptr_array_add (candidates, candidate);
  g_autoptr (AfBuild) build = af_subject_build (&config, validation->module, &plan, AF_BUILD_SANITIZED, dropped, error);
  g_autoptr (AfSubject) subject = build ? af_subject_start (&config, build, error) : NULL;
  tests = af_runs_tests (validation->fault, validation->held_out);
  *stands = FALSE;
  if (!subject || !af_subject_load (subject, tests, error))
    return FALSE;
  if (g_hash_table_size (dropped) > 0)
    return TRUE;
  g_autoptr (AfUnchanged) unchanged = af_unchanged_new (tests->len);
  const AfConfirming confirming = { validation, tests, unchanged };
  AfRunner runner = { validation->module, validation->fault, subject, candidate->id, FALSE };
  g_autoptr (GArray) after = af_runs_observe (&runner, tests, error);
  return after && af_withstands (&confirming, validation->module, after, subject, stands, error);
}

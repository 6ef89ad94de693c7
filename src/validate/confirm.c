/* Confirmation: does the patch itself stand up?
 *
 * In:  ranked and grouped fixes.   Out: the same without those whose patch, applied to a copy of the sources, read and
 * built anew with sanitizers, fails a test of T_r or a fresh one that the unchanged program does not fail alike; fresh
 * ones are random tests of the routine, its smallest tests, and tests of the module's other routines.
 *
 * They are confirmed in waves of as many as are still wanted, in parallel, and judged in array order, so that the
 * result does not depend on the number of workers.  A group of which two have fallen goes altogether.  The unchanged
 * program is built with sanitizers once, and is what outcomes are held against. */
#include "validate/validate-internal.h"

#include "util/error.h"
#include "util/jobs.h"
#include "util/random.h"
#include "util/tempdir.h"

#define TRIES_PER_GROUP 2
#define N_SMALL 300  /* tests of the small scope */
#define N_MODULE 200 /* tests of the module's other routines */

typedef struct {
  const AfModule *module;
  const AfFault *fault;
  const AfValidateOptions *options;
  AfValidateCounts *counts;
  GPtrArray *tests;
  GArray *before; /* of AfOutcome: the unchanged program's, with sanitizers */
  guint first_fresh;
  GPtrArray *wave;  /* of AfFix, not owned */
  gboolean *stands; /* per fix of the wave */
} Confirm;

static gboolean same_routines (const AfModule *a, const AfModule *b)
{
  if (a->routines->len != b->routines->len)
    return FALSE;
  for (guint i = 0; i < a->routines->len; i++)
    if (g_strcmp0 (((AfRoutine *)a->routines->pdata[i])->name, ((AfRoutine *)b->routines->pdata[i])->name) != 0)
      return FALSE;
  return TRUE;
}

static gboolean withstands (const Confirm *confirm, const AfModule *patched, GArray *after)
{
  for (guint i = 0; i < after->len; i++) {
    const AfOutcome *before = &g_array_index (confirm->before, AfOutcome, i),
                    *outcome = &g_array_index (after, AfOutcome, i);
    if (i >= confirm->first_fresh
        && (!af_judge_counts (confirm->module, confirm->fault, before)
            || af_judge_goes_on (confirm->fault, before, patched, outcome)))
      continue;
    if (af_judge (confirm->module, confirm->fault, before, patched, outcome) == AF_JUDGED_FALLS)
      return FALSE;
  }
  return TRUE;
}

/* A patch that cannot be read or built has fallen; only an interruption or a broken subject stops the whole. */
static gboolean is_fatal (const GError *error)
{
  return error
         && (g_error_matches (error, AF_ERROR, AF_ERROR_INTERRUPTED)
             || g_error_matches (error, AF_ERROR, AF_ERROR_SUBJECT) || g_error_matches (error, AF_ERROR, AF_ERROR_IO));
}

/* The project's test command, where there is one. */
static gboolean stands_own_tests (const Confirm *confirm, AfFix *fix, gboolean *stands, GError **error)
{
  const AfValidateOptions *options = confirm->options;
  if (!options->test_command)
    return TRUE;
  g_autofree char *name = g_strdup_printf ("project-%s-%u", confirm->fault->id, fix->candidate->id);
  g_autofree char *dir = g_build_filename (options->config.work_dir, name, NULL);
  gboolean ok = af_validate_command (confirm->module, fix->candidate, dir, options, stands, error);
  fix->own_tests = ok && *stands;
  return ok;
}

/* What is confirmed is what is written and applied: the patch as it will look.  One that cannot be laid out keeps its
 * look. */
static gboolean lay_out (const Confirm *confirm, AfCandidate *candidate, GError **error)
{
  g_autoptr (GError) reason = NULL;
  if (af_layout_candidate (&confirm->options->layout, confirm->module, candidate, &reason))
    return TRUE;
  if (g_error_matches (reason, AF_ERROR, AF_ERROR_INTERRUPTED)) {
    g_propagate_error (error, g_steal_pointer (&reason));
    return FALSE;
  }
  if (confirm->options->events) {
    g_autoptr (JsonObject) members = json_object_new ();
    json_object_set_int_member (members, "candidate", candidate->id);
    af_events_note (confirm->options->events, "unformatted", members);
  }
  return TRUE;
}

static gboolean confirm_one (guint index, guint worker G_GNUC_UNUSED, gpointer data, GError **error)
{
  Confirm *confirm = data;
  const AfFix *fix = confirm->wave->pdata[index];
  g_autoptr (GError) reason = NULL;
  g_autofree char *name = g_strdup_printf ("patched-%s-%u", confirm->fault->id, fix->candidate->id);
  g_autofree char *dir = g_build_filename (confirm->options->config.work_dir, name, NULL);
  if (!lay_out (confirm, fix->candidate, error))
    return FALSE;
  g_autoptr (AfModule) patched =
    af_patched_load (confirm->module, fix->candidate, dir, confirm->options->include_dir, &reason);
  g_autoptr (GArray) after = NULL;
  if (patched && same_routines (confirm->module, patched))
    after = af_runs_sanitized (patched, confirm->fault, confirm->tests, confirm->options, &reason);
  if (is_fatal (reason)) {
    g_propagate_error (error, g_steal_pointer (&reason));
    return FALSE;
  }
  confirm->stands[index] = after && withstands (confirm, patched, after);
  if (confirm->stands[index] && confirm->options->prove)
    confirm->stands[index] =
      af_fix_prove (confirm->module, confirm->fault, confirm->wave->pdata[index], patched, confirm->options,
                    af_validate_trial (confirm->counts, fix->candidate), &reason);
  if (is_fatal (reason)) {
    g_propagate_error (error, g_steal_pointer (&reason));
    return FALSE;
  }
  if (confirm->stands[index]
      && !stands_own_tests (confirm, confirm->wave->pdata[index], &confirm->stands[index], error))
    return FALSE;
  AfTrial *trial = af_validate_trial (confirm->counts, fix->candidate);
  trial->verdict = confirm->stands[index] ? AF_TRIAL_CONFIRMED : AF_TRIAL_REJECTED;
  trial->confirmed_at = confirm->stands[index] ? g_get_monotonic_time () : 0;
  return af_remove_tree (dir, error);
}

/* --- waves --- */

static GPtrArray *next_wave (const GPtrArray *fixes, guint wanted)
{
  GPtrArray *wave = g_ptr_array_new ();
  for (guint i = 0; i < fixes->len && wave->len < wanted; i++)
    if (!((const AfFix *)fixes->pdata[i])->confirmed)
      g_ptr_array_add (wave, fixes->pdata[i]);
  return wave;
}

/* Those of the group that are not confirmed. */
static void remove_group (GPtrArray *fixes, guint group, const AfValidateCounts *counts)
{
  for (guint i = fixes->len; i > 0; i--) {
    const AfFix *fix = fixes->pdata[i - 1];
    if (fix->group != group || fix->confirmed)
      continue;
    AfTrial *trial = af_validate_trial (counts, fix->candidate);
    if (trial->verdict == AF_TRIAL_VALID)
      trial->verdict = AF_TRIAL_UNCONFIRMED;
    g_ptr_array_remove_index (fixes, i - 1);
  }
}

static void drop (GPtrArray *fixes, AfFix *fix, GHashTable *falls, const AfValidateCounts *counts)
{
  guint group = fix->group;
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (falls, GUINT_TO_POINTER (group))) + 1;
  g_hash_table_insert (falls, GUINT_TO_POINTER (group), GUINT_TO_POINTER (n));
  g_ptr_array_remove (fixes, fix);
  if (n >= TRIES_PER_GROUP)
    remove_group (fixes, group, counts);
}

static gboolean confirm_wave (Confirm *confirm, GPtrArray *fixes, GHashTable *falls, GError **error)
{
  g_autofree gboolean *stands = g_new0 (gboolean, confirm->wave->len);
  confirm->stands = stands;
  if (!af_jobs_map (confirm->wave->len, confirm->options->jobs, confirm_one, confirm, error))
    return FALSE;
  for (guint i = 0; i < confirm->wave->len; i++) {
    ((AfFix *)confirm->wave->pdata[i])->confirmed = stands[i];
    ((AfFix *)confirm->wave->pdata[i])->unsanitized = confirm->options->config.no_sanitizers;
    confirm->counts->n_confirmed += stands[i];
    confirm->counts->n_rejected += !stands[i];
  }
  for (guint i = 0; i < confirm->wave->len; i++)
    /* A group that has gone took its other fallen ones along. */
    if (!stands[i] && g_ptr_array_find (fixes, confirm->wave->pdata[i], NULL))
      drop (fixes, confirm->wave->pdata[i], falls, confirm->counts);
  return TRUE;
}

/* What was not confirmed is not shown; the first that is left of a group represents it. */
static void keep_confirmed (GPtrArray *fixes)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  for (guint i = fixes->len; i > 0; i--)
    if (!((const AfFix *)fixes->pdata[i - 1])->confirmed)
      g_ptr_array_remove_index (fixes, i - 1);
  for (guint i = 0; i < fixes->len; i++)
    ((AfFix *)fixes->pdata[i])->representative =
      g_hash_table_add (seen, GUINT_TO_POINTER (((const AfFix *)fixes->pdata[i])->group));
}

static gboolean confirm_waves (Confirm *confirm, GPtrArray *fixes, guint wanted, GError **error)
{
  AfValidateCounts *counts = confirm->counts;
  g_autoptr (GHashTable) falls = g_hash_table_new (NULL, NULL);
  while (counts->n_confirmed < wanted) {
    g_autoptr (GPtrArray) wave = next_wave (fixes, wanted - counts->n_confirmed);
    if (wave->len == 0)
      break;
    if (af_runs_late (confirm->options->deadline)) {
      counts->complete = FALSE;
      break;
    }
    confirm->wave = wave;
    if (!confirm_wave (confirm, fixes, falls, error))
      return FALSE;
  }
  keep_confirmed (fixes);
  return TRUE;
}

/* Random ones of the routine, the smallest ones of it, and those of the other routines, picked on the plain build,
 * which is there already and runs fast. */
static GPtrArray *fresh_tests (const AfModule *module, const AfFault *fault, const GPtrArray *fixes,
                               const AfValidateOptions *options, GError **error)
{
  g_autoptr (GPtrArray) candidates = g_ptr_array_new ();
  if (options->narrow)
    return g_ptr_array_new ();
  for (guint i = 0; i < fixes->len; i++)
    g_ptr_array_add (candidates, (gpointer)((const AfFix *)fixes->pdata[i])->candidate);
  guint64 seed = af_random_derive (options->seed, "confirm", fault->clause->id);
  g_autoptr (AfBuild) build = af_subject_build (&options->config, module, NULL, AF_BUILD_FAST, NULL, error);
  g_autoptr (AfSubject) subject = build ? af_subject_start (&options->config, build, error) : NULL;
  g_autoptr (GPtrArray) tests =
    subject ? af_runs_fresh (module, fault, candidates, subject, options->n_fresh, seed, error) : NULL;
  if (!tests || !af_runs_add_small (tests, module, fault, subject, N_SMALL, error)
      || !af_runs_add_module (tests, module, fault, subject, N_MODULE, seed, error))
    return NULL;
  return g_steal_pointer (&tests);
}

gboolean af_validate_confirm (const AfModule *module, const AfFault *fault, GPtrArray *fixes, guint wanted,
                              const AfValidateOptions *options, AfValidateCounts *counts, GError **error)
{
  if (fixes->len == 0 || wanted == 0)
    return TRUE;
  for (guint i = 0; i < fixes->len; i++)
    counts->n_groups = MAX (counts->n_groups, ((const AfFix *)fixes->pdata[i])->group);
  if (af_runs_late (options->deadline)) {
    counts->complete = FALSE;
    keep_confirmed (fixes);
    return TRUE;
  }
  g_autoptr (GPtrArray) fresh = fresh_tests (module, fault, fixes, options, error);
  if (!fresh)
    return FALSE;
  g_autoptr (GPtrArray) tests = af_runs_tests (fault, fresh);
  Confirm confirm = { .module = module,
                      .fault = fault,
                      .options = options,
                      .counts = counts,
                      .tests = tests,
                      .first_fresh = fault->failing->len + fault->passing->len };
  g_autoptr (GArray) before = af_runs_sanitized (module, fault, tests, options, error);
  confirm.before = before;
  return before && confirm_waves (&confirm, fixes, wanted, error);
}

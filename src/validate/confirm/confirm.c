/* Confirmation: does the patch itself stand up?
 *
 * In:  ranked and grouped fixes.   Out: the same without those whose patch, applied to a copy of the sources, read and
 * built anew with sanitizers, fails a test of T_r or a held-out one that the unchanged program does not fail alike;
 * held-out ones are random tests of the routine, its smallest tests, and tests of the module's other routines.
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
  AfValidation *validation;
  GPtrArray *tests; /* T_r, then the held-out ones of confirmation */
  GArray *before;   /* of AfOutcome: the unchanged program's, with sanitizers */
  GPtrArray *wave;  /* of AfFix, not owned */
  gboolean *stands; /* per fix of the wave */
} Confirm;

/* The patch of one fix, on its way through the checks. */
typedef struct {
  const Confirm *confirm;
  AfFix *fix;
  char *dir;         /* of the patched copy */
  AfModule *patched; /* null before it is read */
} Attempt;

static void attempt_clear (Attempt *attempt)
{
  g_clear_pointer (&attempt->patched, af_module_free);
  g_clear_pointer (&attempt->dir, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Attempt, attempt_clear)

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
  const AfValidation *validation = confirm->validation;
  guint n_known = validation->fault->failing->len + validation->fault->passing->len;
  for (guint i = 0; i < after->len; i++) {
    const AfOutcome *before = &g_array_index (confirm->before, AfOutcome, i),
                    *outcome = &g_array_index (after, AfOutcome, i);
    if (i >= n_known
        && (!af_weigh_counts (validation, before) || af_weigh_goes_on (validation, before, patched, outcome)))
      continue;
    if (af_weigh (validation, before, patched, outcome) == AF_WEIGHED_FALLS)
      return FALSE;
  }
  return TRUE;
}

/* --- the checks of one patch, in their order; false: it falls, or @error --- */

/* What is confirmed is what is written and applied: the patch as it will look.  One that cannot be laid out keeps its
 * look. */
static gboolean lay_out (Attempt *attempt, GError **error)
{
  const AfValidation *validation = attempt->confirm->validation;
  AfCandidate *candidate = attempt->fix->candidate;
  g_autoptr (GError) reason = NULL;
  if (af_layout_candidate (&validation->options.layout, validation->module, candidate, &reason))
    return TRUE;
  if (af_error_reach (reason) == AF_REACH_RUN) {
    g_propagate_error (error, g_steal_pointer (&reason));
    return FALSE;
  }
  if (validation->options.events) {
    g_autoptr (JsonObject) members = json_object_new ();
    json_object_set_int_member (members, "candidate", candidate->id);
    af_events_note (validation->options.events, "unformatted", members);
  }
  return TRUE;
}

static gboolean read_patched (Attempt *attempt, GError **error)
{
  const AfValidation *validation = attempt->confirm->validation;
  attempt->patched =
    af_patched_load (validation->module, attempt->fix->candidate, attempt->dir, validation->options.include_dir, error);
  return attempt->patched && same_routines (validation->module, attempt->patched);
}

static gboolean stand_tests (Attempt *attempt, GError **error)
{
  const Confirm *confirm = attempt->confirm;
  g_autoptr (GArray) after = af_runs_sanitized (confirm->validation, attempt->patched, confirm->tests, error);
  return after && withstands (confirm, attempt->patched, after);
}

static gboolean stand_proof (Attempt *attempt, GError **error)
{
  const AfValidation *validation = attempt->confirm->validation;
  return !validation->options.proof || af_fix_prove (validation, attempt->fix, attempt->patched, error);
}

/* The project's test command, where there is one. */
static gboolean stand_own_tests (Attempt *attempt, GError **error)
{
  const AfValidation *validation = attempt->confirm->validation;
  gboolean passes = FALSE;
  if (!validation->options.test_command)
    return TRUE;
  g_autofree char *name = g_strdup_printf ("project-%s-%u", validation->fault->id, attempt->fix->candidate->id);
  g_autofree char *dir = g_build_filename (validation->options.config.work_dir, name, NULL);
  attempt->fix->own_tests = af_validate_command (validation, attempt->fix->candidate, dir, &passes, error) && passes;
  return attempt->fix->own_tests;
}

static gboolean confirm_one (guint index, guint worker G_GNUC_UNUSED, gpointer data, GError **error)
{
  static gboolean (*const checks[]) (Attempt * attempt, GError * *error) = { lay_out, read_patched, stand_tests,
                                                                             stand_proof, stand_own_tests };
  Confirm *confirm = data;
  const AfValidation *validation = confirm->validation;
  AfFix *fix = confirm->wave->pdata[index];
  g_autofree char *name = g_strdup_printf ("patched-%s-%u", validation->fault->id, fix->candidate->id);
  g_auto (Attempt) attempt = { .confirm = confirm, .fix = fix };
  attempt.dir = g_build_filename (validation->options.config.work_dir, name, NULL);
  g_autoptr (GError) reason = NULL;
  gboolean stands = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (checks) && stands; i++)
    stands = checks[i](&attempt, &reason);
  /* a patch that cannot be read or built has fallen */
  if (reason && af_error_reach (reason) != AF_REACH_CANDIDATE) {
    g_propagate_error (error, g_steal_pointer (&reason));
    return FALSE;
  }
  AfTrial *trial = af_validation_trial (validation, fix->candidate);
  confirm->stands[index] = stands;
  trial->verdict = stands ? AF_TRIAL_CONFIRMED : AF_TRIAL_REJECTED;
  trial->confirmed_at = stands ? g_get_monotonic_time () : 0;
  return af_remove_tree (attempt.dir, error);
}

/* --- waves --- */

/* Fixes of last resort, which come last, form waves of their own; none where another fix stands. */
static GPtrArray *next_wave (const GPtrArray *fixes, guint wanted)
{
  GPtrArray *wave = g_ptr_array_new ();
  gboolean has_better = FALSE;
  for (guint i = 0; i < fixes->len && wave->len < wanted; i++) {
    const AfFix *fix = fixes->pdata[i];
    if (fix->last_resort && has_better)
      break;
    has_better |= !fix->last_resort;
    if (!fix->confirmed)
      g_ptr_array_add (wave, fixes->pdata[i]);
  }
  return wave;
}

/* Those of the group that are not confirmed. */
static void remove_group (const AfValidation *validation, GPtrArray *fixes, guint group)
{
  for (guint i = fixes->len; i > 0; i--) {
    const AfFix *fix = fixes->pdata[i - 1];
    if (fix->group != group || fix->confirmed)
      continue;
    AfTrial *trial = af_validation_trial (validation, fix->candidate);
    if (trial->verdict == AF_TRIAL_VALID)
      trial->verdict = AF_TRIAL_UNCONFIRMED;
    g_ptr_array_remove_index (fixes, i - 1);
  }
}

static void drop (const AfValidation *validation, GPtrArray *fixes, AfFix *fix, GHashTable *falls)
{
  guint group = fix->group;
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (falls, GUINT_TO_POINTER (group))) + 1;
  g_hash_table_insert (falls, GUINT_TO_POINTER (group), GUINT_TO_POINTER (n));
  g_ptr_array_remove (fixes, fix);
  if (n >= TRIES_PER_GROUP)
    remove_group (validation, fixes, group);
}

static gboolean has_fallen (const AfValidation *validation, const AfFix *fix)
{
  return af_validation_trial (validation, fix->candidate)->verdict == AF_TRIAL_REJECTED;
}

/* What an error ends keeps what is known of its patches by then. */
static gboolean confirm_wave (Confirm *confirm, GPtrArray *fixes, GHashTable *falls, GError **error)
{
  AfValidation *validation = confirm->validation;
  g_autofree gboolean *stands = g_new0 (gboolean, confirm->wave->len);
  confirm->stands = stands;
  gboolean is_whole = af_jobs_map (confirm->wave->len, validation->options.jobs, confirm_one, confirm, error);
  for (guint i = 0; i < confirm->wave->len; i++) {
    ((AfFix *)confirm->wave->pdata[i])->confirmed = stands[i];
    ((AfFix *)confirm->wave->pdata[i])->unsanitized = validation->options.config.no_sanitizers;
    validation->counts.n_confirmed += stands[i];
    validation->counts.n_rejected += has_fallen (validation, confirm->wave->pdata[i]);
  }
  for (guint i = 0; i < confirm->wave->len; i++)
    /* A group that has gone took its others along: they are looked for before they are looked at. */
    if (g_ptr_array_find (fixes, confirm->wave->pdata[i], NULL) && has_fallen (validation, confirm->wave->pdata[i]))
      drop (validation, fixes, confirm->wave->pdata[i], falls);
  return is_whole;
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

void af_validate_keep_best (GPtrArray *fixes, guint most)
{
  gboolean has_confirmed = FALSE;
  for (guint i = 0; i < fixes->len; i++)
    has_confirmed |= ((const AfFix *)fixes->pdata[i])->confirmed;
  if (has_confirmed)
    keep_confirmed (fixes);
  g_ptr_array_set_size (fixes, (int)MIN (fixes->len, most));
}

static gboolean confirm_waves (Confirm *confirm, GPtrArray *fixes, guint wanted, GError **error)
{
  AfValidateCounts *counts = &confirm->validation->counts;
  g_autoptr (GHashTable) falls = g_hash_table_new (NULL, NULL);
  while (counts->n_confirmed < wanted) {
    g_autoptr (GPtrArray) wave = next_wave (fixes, wanted - counts->n_confirmed);
    if (wave->len == 0)
      break;
    if (af_validation_is_late (confirm->validation)) {
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

/* They are picked on the plain build, which runs fast. */
gboolean af_validate_draw_confirming (AfValidation *validation, const GPtrArray *fixes, GError **error)
{
  const AfValidateOptions *options = &validation->options;
  g_autoptr (GPtrArray) candidates = g_ptr_array_new ();
  if (fixes->len == 0 || af_validation_is_late (validation))
    return TRUE;
  for (guint i = 0; i < fixes->len; i++)
    g_ptr_array_add (candidates, ((const AfFix *)fixes->pdata[i])->candidate);
  g_autoptr (GPtrArray) routines = af_draw_routines_of (candidates), tests = af_draw_tests_new ();
  g_autoptr (AfBuild) build = af_subject_build (&options->config, validation->module, NULL, AF_BUILD_FAST, NULL, error);
  g_autoptr (AfSubject) subject = build ? af_subject_start (&options->config, build, error) : NULL;
  AfDraw draw = { validation, subject, af_random_derive (options->seed, "confirm", validation->fault->clause->id),
                  tests };
  if (!subject || !af_draw_random (&draw, routines, options->n_held_out, error)
      || !af_draw_small (&draw, N_SMALL, error) || !af_draw_elsewhere (&draw, N_MODULE, error))
    return FALSE;
  validation->confirming = g_steal_pointer (&tests);
  return TRUE;
}

gboolean af_validate_confirm (AfValidation *validation, GPtrArray *fixes, guint wanted, GError **error)
{
  AfValidateCounts *counts = &validation->counts;
  if (fixes->len == 0 || wanted == 0)
    return TRUE;
  for (guint i = 0; i < fixes->len; i++)
    counts->n_groups = MAX (counts->n_groups, ((const AfFix *)fixes->pdata[i])->group);
  if (af_validation_is_late (validation)) {
    counts->complete = FALSE;
    keep_confirmed (fixes);
    return TRUE;
  }
  g_autoptr (GPtrArray) tests = af_runs_tests (validation->fault, validation->confirming);
  g_autoptr (GArray) before = af_runs_sanitized (validation, validation->module, tests, error);
  Confirm confirm = { .validation = validation, .tests = tests, .before = before };
  return before && confirm_waves (&confirm, fixes, wanted, error);
}

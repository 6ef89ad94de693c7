/* Confirmation: does the patch itself stand up?
 *
 * In:  ranked and grouped fixes.   Out: the same without those whose patch, built anew with sanitizers, fails a test of
 * T_r or a held-out one that the unchanged program does not fail alike; held-out ones are random tests of the routine,
 * its smallest tests, and tests of the module's other routines.
 *
 * They are confirmed in waves of as many as are still wanted (wave.c), and judged in array order, so that the result
 * does not depend on the number of workers.  A group of which two have fallen goes altogether.  The first of those that
 * stand has also been built from its copy of the sources, as a user would build it. */
#include "validate/validate-internal.h"

#include "util/jobs.h"
#include "util/random.h"

#define TRIES_PER_GROUP 2
#define N_SMALL 300  /* tests of the small scope */
#define N_MODULE 200 /* tests of the module's other routines */

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
static gboolean confirm_wave (AfConfirming *confirming, GPtrArray *fixes, const GPtrArray *wave, GHashTable *falls,
                              GError **error)
{
  AfValidation *validation = confirming->validation;
  g_autofree gboolean *stands = g_new0 (gboolean, wave->len);
  gboolean is_whole = af_wave_confirm (confirming, wave, validation->counts.n_confirmed == 0, stands, error);
  for (guint i = 0; i < wave->len; i++) {
    ((AfFix *)wave->pdata[i])->confirmed = stands[i];
    ((AfFix *)wave->pdata[i])->unsanitized = validation->options.config.no_sanitizers;
    validation->counts.n_confirmed += stands[i];
    validation->counts.n_rejected += has_fallen (validation, wave->pdata[i]);
  }
  for (guint i = 0; i < wave->len; i++)
    /* A group that has gone took its others along: they are looked for before they are looked at. */
    if (g_ptr_array_find (fixes, wave->pdata[i], NULL) && has_fallen (validation, wave->pdata[i]))
      drop (validation, fixes, wave->pdata[i], falls);
  return is_whole;
}

static AfFix *first_confirmed (const GPtrArray *fixes)
{
  for (guint i = 0; i < fixes->len; i++)
    if (((const AfFix *)fixes->pdata[i])->confirmed)
      return fixes->pdata[i];
  return NULL;
}

/* The first fix is what most people take.  @rebuilt: the last one that was built as they would; updated. */
static gboolean rebuild_first (AfConfirming *confirming, GPtrArray *fixes, GHashTable *falls, const AfFix **rebuilt,
                               GError **error)
{
  AfValidation *validation = confirming->validation;
  for (AfFix *fix; (fix = first_confirmed (fixes)) && fix != *rebuilt;) {
    gboolean stands = FALSE;
    if (!af_patch_stands (confirming, fix, &stands, error))
      return FALSE;
    *rebuilt = fix;
    if (stands && validation->options.stands)
      validation->options.stands (validation->fault, fix, validation->options.progress_data);
    if (stands)
      break;
    fix->confirmed = FALSE;
    validation->counts.n_confirmed--;
    validation->counts.n_rejected++;
    af_validation_trial (validation, fix->candidate)->verdict = AF_TRIAL_REJECTED;
    drop (validation, fixes, fix, falls);
  }
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

void af_validate_keep_best (GPtrArray *fixes, guint most)
{
  gboolean has_confirmed = FALSE;
  for (guint i = 0; i < fixes->len; i++)
    has_confirmed |= ((const AfFix *)fixes->pdata[i])->confirmed;
  if (has_confirmed)
    keep_confirmed (fixes);
  g_ptr_array_set_size (fixes, (int)MIN (fixes->len, most));
}

static gboolean confirm_waves (AfConfirming *confirming, GPtrArray *fixes, guint wanted, GError **error)
{
  AfValidateCounts *counts = &confirming->validation->counts;
  g_autoptr (GHashTable) falls = g_hash_table_new (NULL, NULL);
  const AfFix *rebuilt = NULL;
  while (counts->n_confirmed < wanted) {
    g_autoptr (GPtrArray) wave = next_wave (fixes, wanted - counts->n_confirmed);
    if (wave->len == 0)
      break;
    if (af_validation_is_late (confirming->validation)) {
      counts->complete = FALSE;
      break;
    }
    if (counts->n_confirmed == 0)
      rebuilt = wave->pdata[0];
    if (!confirm_wave (confirming, fixes, wave, falls, error)
        || !rebuild_first (confirming, fixes, falls, &rebuilt, error))
      return FALSE;
  }
  keep_confirmed (fixes);
  return TRUE;
}

/* --- the held-out tests --- */

enum { DRAW_RANDOM, DRAW_SMALL, DRAW_ELSEWHERE, N_DRAWS };

typedef struct {
  const AfValidation *validation;
  const AfBuild *build;
  const GPtrArray *routines; /* that are changed */
  GPtrArray *tests[N_DRAWS]; /* of AfTest */
} Drawing;

static gboolean draw_one (guint index, guint worker G_GNUC_UNUSED, gpointer data, GError **error)
{
  const Drawing *drawing = data;
  const AfValidateOptions *options = &drawing->validation->options;
  g_autoptr (AfSubject) subject = af_subject_start (&options->config, drawing->build, error);
  AfDraw draw = { drawing->validation, subject,
                  af_random_derive (options->seed, "confirm", drawing->validation->fault->clause->id),
                  drawing->tests[index] };
  if (!subject)
    return FALSE;
  switch (index) {
  case DRAW_RANDOM:
    return af_draw_random (&draw, drawing->routines, options->n_held_out, error);
  case DRAW_SMALL:
    return af_draw_small (&draw, N_SMALL, error);
  default:
    return af_draw_elsewhere (&draw, N_MODULE, error);
  }
}

static gint compare_routines (gconstpointer a, gconstpointer b)
{
  const AfRoutine *left = *(AfRoutine *const *)a, *right = *(AfRoutine *const *)b;
  return left->id < right->id ? -1 : left->id > right->id;
}

/* They are picked on the plain build, which runs fast. */
gboolean af_validate_draw_confirming (AfValidation *validation, const GPtrArray *fixes, GError **error)
{
  const AfValidateOptions *options = &validation->options;
  g_autoptr (GPtrArray) candidates = g_ptr_array_new (), all = af_draw_tests_new ();
  if (fixes->len == 0 || af_validation_is_late (validation))
    return TRUE;
  for (guint i = 0; i < fixes->len; i++)
    g_ptr_array_add (candidates, ((const AfFix *)fixes->pdata[i])->candidate);
  g_autoptr (GPtrArray) routines = af_draw_routines_of (candidates);
  g_ptr_array_sort (routines, compare_routines);
  g_autoptr (AfBuild) build = af_subject_build (&options->config, validation->module, NULL, AF_BUILD_FAST, NULL, error);
  gint64 since = g_get_monotonic_time ();
  if (!build)
    return FALSE;
  Drawing drawing = { validation, build, routines, { NULL } };
  for (guint i = 0; i < N_DRAWS; i++)
    drawing.tests[i] = af_draw_tests_new ();
  gboolean is_whole = af_jobs_map (N_DRAWS, options->jobs, draw_one, &drawing, error);
  for (guint i = 0; i < N_DRAWS; i++)
    g_ptr_array_extend_and_steal (all, drawing.tests[i]);
  if (is_whole)
    validation->confirming = g_steal_pointer (&all);
  af_events_took (options->config.events, since, "draw", validation->confirming ? validation->confirming->len : 0);
  return is_whole;
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
  g_autoptr (AfUnchanged) unchanged = af_unchanged_new (tests->len);
  AfConfirming confirming = { validation, tests, unchanged };
  return confirm_waves (&confirming, fixes, wanted, error);
}

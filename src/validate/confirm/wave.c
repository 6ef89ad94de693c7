/* One wave of confirmation: patches that are built together, and what each of them stands.
 *
 * In:  fixes in rank order.   Out: which of them stand.
 *
 * Each patch is laid out and read as a copy of the module.  All of them are then one binary behind a switch, compiled
 * with sanitizers, which holds the unchanged program, too; the tests are run in that.  The first of a wave, if asked
 * for, is built from its copy, as a user would build it, and tried before the others; so is built one that is not in
 * the binary: its text goes beyond its routine, or does not compile behind a switch.
 *
 * What happens to a patch stays with it: an error that reaches a candidate is its fall. */
#include "validate/validate-internal.h"

#include "util/error.h"
#include "util/jobs.h"
#include "util/tempdir.h"

/* The patch of one fix, on its way through the checks. */
typedef struct {
  AfFix *fix;
  char *dir;         /* of the patched copy */
  AfModule *patched; /* null before it is read */
  gboolean is_alone; /* built from its copy, too */
  gboolean is_built; /* it has come as far as the tests */
  AfProof *proof;    /* a violation that was found; else null */
  gboolean fell;
} Attempt;

typedef struct {
  AfConfirming *confirming;
  guint n;
  Attempt *attempts;
  AfBuild *build;       /* of all of them behind a switch; null: it cannot be built */
  GHashTable *dropped;  /* candidates that are not in it */
  AfSubject **subjects; /* on that build, one per worker, started when the worker needs it */
  guint n_workers;
  gint n_open; /* of the test and the proof of the first one, those that are not done */
} Wave;

static void wave_clear (Wave *wave)
{
  for (guint i = 0; i < wave->n; i++) {
    g_clear_pointer (&wave->attempts[i].patched, af_module_free);
    g_clear_pointer (&wave->attempts[i].proof, af_proof_free);
    g_clear_pointer (&wave->attempts[i].dir, g_free);
  }
  g_clear_pointer (&wave->attempts, g_free);
  for (guint i = 0; wave->subjects && i < wave->n_workers; i++)
    g_clear_pointer (&wave->subjects[i], af_subject_free);
  g_clear_pointer (&wave->subjects, g_free);
  g_clear_pointer (&wave->build, af_build_free);
  g_clear_pointer (&wave->dropped, g_hash_table_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Wave, wave_clear)

/* A patch that cannot be read or built has fallen; false: the error reaches further. */
static gboolean settle (Attempt *attempt, gboolean stands, GError *reason, GError **error)
{
  attempt->fell |= !stands;
  if (reason && af_error_reach (reason) != AF_REACH_CANDIDATE) {
    g_propagate_error (error, reason);
    return FALSE;
  }
  g_clear_error (&reason);
  return TRUE;
}

/* --- reading --- */

static gboolean same_routines (const AfModule *a, const AfModule *b)
{
  if (a->routines->len != b->routines->len)
    return FALSE;
  for (guint i = 0; i < a->routines->len; i++)
    if (g_strcmp0 (((AfRoutine *)a->routines->pdata[i])->name, ((AfRoutine *)b->routines->pdata[i])->name) != 0)
      return FALSE;
  return TRUE;
}

/* What is confirmed is what is written and applied: the patch as it will look.  One that cannot be laid out keeps its
 * look. */
static gboolean lay_out (const AfValidation *validation, Attempt *attempt, GError **error)
{
  AfCandidate *candidate = attempt->fix->candidate;
  g_autoptr (GError) reason = NULL;
  if (af_layout_candidate (&validation->options.layout, validation->module, candidate, &reason))
    return TRUE;
  if (af_error_reach (reason) == AF_REACH_RUN) {
    g_propagate_error (error, g_steal_pointer (&reason));
    return FALSE;
  }
  if (validation->options.config.events) {
    g_autoptr (JsonObject) members = json_object_new ();
    json_object_set_int_member (members, "candidate", candidate->id);
    af_events_note (validation->options.config.events, "unformatted", members);
  }
  return TRUE;
}

static gboolean read_one (guint index, guint worker G_GNUC_UNUSED, gpointer data, GError **error)
{
  const Wave *wave = data;
  const AfValidation *validation = wave->confirming->validation;
  Attempt *attempt = &wave->attempts[index];
  GError *reason = NULL;
  gboolean is_laid_out = lay_out (validation, attempt, &reason);
  if (is_laid_out)
    attempt->patched = af_patched_load (validation->module, attempt->fix->candidate, attempt->dir,
                                        validation->options.include_dir, &reason);
  gboolean reads = attempt->patched && same_routines (validation->module, attempt->patched);
  return settle (attempt, reads, reason, error);
}

/* --- building and proving --- */

static gboolean build_together (Wave *wave, GError **error)
{
  const AfValidation *validation = wave->confirming->validation;
  g_autoptr (GPtrArray) candidates = g_ptr_array_new ();
  g_autoptr (GError) reason = NULL;
  for (guint i = 0; i < wave->n; i++)
    if (!wave->attempts[i].fell)
      g_ptr_array_add (candidates, wave->attempts[i].fix->candidate);
  AfWeavePlan plan = { .candidates = candidates };
  wave->build = af_subject_build (&validation->options.config, validation->module, &plan, AF_BUILD_SANITIZED,
                                  wave->dropped, &reason);
  if (wave->build || af_error_reach (reason) == AF_REACH_CANDIDATE)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

/* Whether the whole patch is in the binary. */
static gboolean is_in_build (const Wave *wave, const Attempt *attempt)
{
  const AfCandidate *candidate = attempt->fix->candidate;
  const AfRoutine *routine = candidate->routine ? candidate->routine : wave->confirming->validation->fault->routine;
  if (!wave->build || g_hash_table_contains (wave->dropped, GUINT_TO_POINTER (candidate->id)))
    return FALSE;
  for (guint i = 0; i < candidate->edits->len; i++)
    if (!af_range_contains (routine->body, ((const AfEdit *)candidate->edits->pdata[i])->range))
      return FALSE;
  return candidate->edits->len > 0;
}

/* Where it is needed, the build is found again. */
static gboolean build_alone (const Wave *wave, Attempt *attempt, GError **error)
{
  const AfValidation *validation = wave->confirming->validation;
  GError *reason = NULL;
  if (attempt->fell)
    return TRUE;
  g_autoptr (AfBuild) build =
    af_subject_build (&validation->options.config, attempt->patched, NULL, AF_BUILD_SANITIZED, NULL, &reason);
  return settle (attempt, build != NULL, reason, error);
}

static void prove (const Wave *wave, Attempt *attempt)
{
  /* what takes longer is rarely decided at all, and the first fix is what most people take */
  static const AfProveOptions few = { .resources = 300000 };
  const AfProveOptions *options = wave->confirming->validation->options.proof;
  if (options && attempt->is_built)
    attempt->proof = af_fix_prove (attempt->fix, attempt->patched, attempt->is_alone ? options : &few);
}

/* The build of all, and that of the first. */
enum { MAKE_TOGETHER, MAKE_ALONE, N_MAKE };

static gboolean make_one (guint index, guint worker G_GNUC_UNUSED, gpointer data, GError **error)
{
  Wave *wave = data;
  return index == MAKE_TOGETHER ? build_together (wave, error) : build_alone (wave, &wave->attempts[0], error);
}

/* --- tests --- */

/* The worker's own, on the build of all. */
static AfSubject *subject_of (const Wave *wave, guint worker, GError **error)
{
  const AfSubjectConfig *config = &wave->confirming->validation->options.config;
  if (!wave->subjects[worker])
    wave->subjects[worker] = af_subject_start (config, wave->build, error);
  return wave->subjects[worker];
}

static AfRunner runner_of (const Wave *wave, AfSubject *subject, guint candidate)
{
  const AfValidation *validation = wave->confirming->validation;
  return (AfRunner){ validation->module, validation->fault, subject, candidate, FALSE };
}

static gboolean test_alone (const Wave *wave, Attempt *attempt, GError **error)
{
  AfConfirming *confirming = wave->confirming;
  GError *reason = NULL;
  gboolean stands = FALSE;
  g_autoptr (GArray) after = af_runs_sanitized (confirming->validation, attempt->patched, confirming->tests, &reason);
  if (after && !af_withstands (confirming, attempt->patched, after, NULL, &stands, error))
    return FALSE;
  return settle (attempt, stands, reason, error);
}

static gboolean test_together (const Wave *wave, Attempt *attempt, guint worker, GError **error)
{
  AfConfirming *confirming = wave->confirming;
  GError *reason = NULL;
  AfSubject *subject = subject_of (wave, worker, error);
  if (!subject)
    return FALSE;
  AfRunner runner = runner_of (wave, subject, attempt->fix->candidate->id);
  gboolean stands = FALSE;
  g_autoptr (GArray) after = NULL;
  if (af_subject_load (subject, confirming->tests, &reason))
    after = af_runs_observe (&runner, confirming->tests, &reason);
  if (after && !af_withstands (confirming, confirming->validation->module, after, subject, &stands, error))
    return FALSE;
  return settle (attempt, stands, reason, error);
}

static gboolean test (const Wave *wave, Attempt *attempt, guint worker, GError **error)
{
  if (attempt->fell)
    return TRUE;
  return attempt->is_alone || !is_in_build (wave, attempt) ? test_alone (wave, attempt, error)
                                                           : test_together (wave, attempt, worker, error);
}

/* --- what was found without tests --- */

/* A violation that was proved, as tests. */
static gboolean test_proof (const Wave *wave, Attempt *attempt, guint worker, GError **error)
{
  const AfValidation *validation = wave->confirming->validation;
  GError *reason = NULL;
  gboolean is_in = is_in_build (wave, attempt);
  AfSubject *subject = is_in ? subject_of (wave, worker, error) : NULL;
  if (is_in && !subject)
    return FALSE;
  AfRunner unchanged = runner_of (wave, subject, 0), changed = runner_of (wave, subject, attempt->fix->candidate->id);
  const AfRunner *programs[] = { &unchanged, &changed };
  gboolean stands =
    af_fix_stands_proof (validation, attempt->fix, attempt->proof, attempt->patched, is_in ? programs : NULL, &reason);
  return settle (attempt, stands, reason, error);
}

/* The project's test command, where there is one. */
static gboolean run_own_tests (const Wave *wave, Attempt *attempt, GError **error)
{
  const AfValidation *validation = wave->confirming->validation;
  GError *reason = NULL;
  gboolean passes = FALSE;
  g_autofree char *name = g_strdup_printf ("project-%s-%u", validation->fault->id, attempt->fix->candidate->id);
  g_autofree char *dir = g_build_filename (validation->options.config.work_dir, name, NULL);
  attempt->fix->own_tests = af_validate_command (validation, attempt->fix->candidate, dir, &passes, &reason) && passes;
  return settle (attempt, attempt->fix->own_tests, reason, error);
}

/* What follows the tests and the proof. */
static gboolean finish (const Wave *wave, Attempt *attempt, guint worker, GError **error)
{
  const AfValidation *validation = wave->confirming->validation;
  if (!attempt->fell && attempt->proof && !test_proof (wave, attempt, worker, error))
    return FALSE;
  if (!attempt->fell && validation->options.test_command && !run_own_tests (wave, attempt, error))
    return FALSE;
  AfTrial *trial = af_validation_trial (validation, attempt->fix->candidate);
  trial->verdict = attempt->fell ? AF_TRIAL_REJECTED : AF_TRIAL_CONFIRMED;
  trial->confirmed_at = attempt->fell ? 0 : g_get_monotonic_time ();
  return af_remove_tree (attempt->dir, error);
}

/* The tests, then what may take long. */
static gboolean try_one (const Wave *wave, Attempt *attempt, guint worker, GError **error)
{
  if (!test (wave, attempt, worker, error))
    return FALSE;
  attempt->is_built &= !attempt->fell;
  prove (wave, attempt);
  return finish (wave, attempt, worker, error);
}

/* The first one is tested and proved at once, and told of before the others are done. */
static gboolean try_first (Wave *wave, gboolean is_proof, guint worker, GError **error)
{
  const AfValidation *validation = wave->confirming->validation;
  Attempt *first = &wave->attempts[0];
  if (is_proof)
    prove (wave, first);
  else if (!test (wave, first, worker, error))
    return FALSE;
  if (!g_atomic_int_dec_and_test (&wave->n_open))
    return TRUE;
  if (!finish (wave, first, worker, error))
    return FALSE;
  if (!first->fell && validation->options.stands)
    validation->options.stands (validation->fault, first->fix, validation->options.progress_data);
  return TRUE;
}

/* --- the wave --- */

static void begin (Wave *wave, const GPtrArray *fixes, gboolean first_alone)
{
  const AfValidation *validation = wave->confirming->validation;
  wave->n = fixes->len;
  wave->attempts = g_new0 (Attempt, fixes->len);
  wave->dropped = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < fixes->len; i++) {
    const AfFix *fix = fixes->pdata[i];
    g_autofree char *name = g_strdup_printf ("patched-%s-%u", validation->fault->id, fix->candidate->id);
    wave->attempts[i].fix = fixes->pdata[i];
    wave->attempts[i].dir = g_build_filename (validation->options.config.work_dir, name, NULL);
    wave->attempts[i].is_alone = first_alone && i == 0;
  }
}

enum { TEST_FIRST, PROVE_FIRST, N_FIRST };

static gboolean try_next (guint index, guint worker, gpointer data, GError **error)
{
  Wave *wave = data;
  if (!wave->attempts[0].is_alone)
    return try_one (wave, &wave->attempts[index], worker, error);
  return index < N_FIRST ? try_first (wave, index == PROVE_FIRST, worker, error)
                         : try_one (wave, &wave->attempts[index - N_FIRST + 1], worker, error);
}

static gboolean try_all (Wave *wave, guint jobs, GError **error)
{
  gboolean is_first = wave->attempts[0].is_alone;
  guint n = is_first ? wave->n - 1 + N_FIRST : wave->n;
  for (guint i = 0; i < wave->n; i++)
    wave->attempts[i].is_built = !wave->attempts[i].fell;
  wave->n_open = N_FIRST;
  wave->n_workers = MAX (jobs, 1);
  wave->subjects = g_new0 (AfSubject *, wave->n_workers);
  return af_jobs_map (n, wave->n_workers, try_next, wave, error);
}

gboolean af_wave_confirm (AfConfirming *confirming, const GPtrArray *fixes, gboolean first_alone, gboolean *stands,
                          GError **error)
{
  guint jobs = confirming->validation->options.jobs;
  g_auto (Wave) wave = { .confirming = confirming };
  begin (&wave, fixes, first_alone);
  AfEvents *events = confirming->validation->options.config.events;
  gint64 since = g_get_monotonic_time ();
  gboolean is_whole = af_jobs_map (wave.n, jobs, read_one, &wave, error)
                      && af_jobs_map (first_alone ? N_MAKE : MAKE_ALONE, jobs, make_one, &wave, error);
  af_events_took (events, since, "build", wave.n);
  since = g_get_monotonic_time ();
  is_whole = is_whole && try_all (&wave, jobs, error);
  af_events_took (events, since, "withstand and prove", wave.n);
  for (guint i = 0; i < wave.n; i++)
    stands[i] =
      af_validation_trial (confirming->validation, wave.attempts[i].fix->candidate)->verdict == AF_TRIAL_CONFIRMED;
  return is_whole;
}

gboolean af_patch_stands (AfConfirming *confirming, AfFix *fix, gboolean *stands, GError **error)
{
  g_autoptr (GPtrArray) fixes = g_ptr_array_new ();
  g_auto (Wave) wave = { .confirming = confirming };
  g_ptr_array_add (fixes, fix);
  begin (&wave, fixes, TRUE);
  Attempt *attempt = &wave.attempts[0];
  if (!read_one (0, 0, &wave, error) || (!attempt->fell && !test_alone (&wave, attempt, error)))
    return FALSE;
  *stands = !attempt->fell;
  return af_remove_tree (attempt->dir, error);
}

/* Validating candidates: one switched binary against a build for each.
 *
 * In:  a module with its candidates and T_r.   Out: seconds per candidate both ways, and whether the verdicts are the same.
 *
 * Switched: all candidates in one build behind a switch, run by number.  Rebuilt: the edits are applied to a copy of the source,
 * which is read, woven, built with the same flags, and run.  Both run the failing tests and then the passing ones and end at the
 * first that falls.  The rounds take turns; the rebuilt ones are a sample, another one in each round. */
#include "bench/speed/speed.h"

#include "util/error.h"

#define ROUNDS 3
#define SAMPLE 10               /* rebuilt per round */
#define CANDIDATES 1200         /* as the tool tries at most */
#define QUICK_CANDIDATES 24
#define QUICK_SAMPLE 3
#define STEPS 100000
#define TEST_MS 2000            /* of processor time: the steps end a test before */

typedef enum {
  UNCOMPILABLE,
  FALLS,
  STANDS
} Verdict;

/* As the screen judges: failing tests must pass, passing ones may be none any more. */
static gboolean run_tests (AfSubject *subject, const AfFault *fault, guint candidate, Verdict *verdict, GError **error)
{
  const guint starts[] = { 0, fault->failing->len, fault->failing->len + fault->passing->len };
  g_autofree AfOutcome *outcomes = g_new0 (AfOutcome, starts[2] + 1);
  gboolean ok = TRUE;
  *verdict = STANDS;
  for (guint part = 0; part < 2 && ok && *verdict == STANDS; part++) {
    AfRunRequest request = { .candidate = candidate, .first = starts[part], .n = starts[part + 1] - starts[part],
                             .stop_at_failure = TRUE, .step_budget = STEPS, .deadline_ms = TEST_MS };
    ok = request.n == 0 || af_subject_run (subject, &request, outcomes + request.first, error);
    for (guint i = starts[part]; i < starts[part + 1] && ok; i++)
      if (outcomes[i].kind != AF_OUTCOME_PASS && (part == 0 || outcomes[i].kind != AF_OUTCOME_INVALID))
        *verdict = FALLS;
  }
  for (guint i = 0; i < starts[2]; i++)
    af_outcome_clear (&outcomes[i]);
  return ok;
}

static GPtrArray *tests_of (const AfFault *fault)
{
  GPtrArray *tests = g_ptr_array_new ();
  g_ptr_array_extend (tests, fault->failing, NULL, NULL);
  g_ptr_array_extend (tests, fault->passing, NULL, NULL);
  return tests;
}

static gboolean run_switched (AfSpeedDesk *desk, Verdict *verdicts, GError **error)
{
  g_autofree char *folder = af_speed_desk_folder (desk, "switched", error);
  g_autoptr (GHashTable) dropped = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) tests = tests_of (desk->fault);
  AfSubjectConfig config = desk->config;
  AfWeavePlan plan = { .candidates = desk->candidates };
  config.work_dir = folder;
  g_autoptr (AfBuild) build = folder ? af_subject_build (&config, desk->module, &plan, AF_BUILD_FAST, dropped, error) : NULL;
  g_autoptr (AfSubject) subject = build ? af_subject_start (&config, build, error) : NULL;
  if (!subject || !af_subject_load (subject, tests, error))
    return FALSE;
  for (guint i = 0; i < desk->candidates->len; i++) {
    guint id = ((const AfCandidate *)desk->candidates->pdata[i])->id;
    verdicts[i] = UNCOMPILABLE;
    if (!g_hash_table_contains (dropped, GUINT_TO_POINTER (id)) && !run_tests (subject, desk->fault, id, &verdicts[i], error))
      return FALSE;
  }
  return TRUE;
}

/* --- rebuilt --- */

static char *write_patched (const AfSpeedDesk *desk, const AfCandidate *candidate, const char *folder, GError **error)
{
  g_autofree char *text = af_edits_apply (desk->module->sources->pdata[candidate->file], candidate->edits);
  g_autofree char *name = g_path_get_basename (desk->source);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  for (guint i = 0; i < desk->module->headers->len; i++) {
    g_autofree char *header_name = g_path_get_basename (desk->module->headers->pdata[i]), *header = NULL;
    g_autofree char *copy = g_build_filename (folder, header_name, NULL);
    gsize length = 0;
    if (!g_file_get_contents (desk->module->headers->pdata[i], &header, &length, error)
        || !g_file_set_contents (copy, header, (gssize)length, error))
      return NULL;
  }
  return g_file_set_contents (path, text, -1, error) ? g_steal_pointer (&path) : NULL;
}

/* A candidate that changes nothing: a build with candidates is compiled with the flags of the switched one. */
static GPtrArray *no_candidates (void)
{
  GPtrArray *none = g_ptr_array_new_with_free_func ((GDestroyNotify)af_candidate_free);
  g_ptr_array_add (none, af_candidate_new (1, NULL, AF_SCHEMA_C, NULL));
  return none;
}

static gboolean build_and_run (AfSpeedDesk *desk, const AfCandidate *candidate, const char *folder, Verdict *verdict,
                               GError **error)
{
  g_autofree char *path = write_patched (desk, candidate, folder, error);
  g_autoptr (AfModule) module = path ? af_speed_read (desk->plan, path, TRUE, error) : NULL;
  g_autoptr (GPtrArray) none = no_candidates ();
  g_autoptr (GPtrArray) tests = tests_of (desk->fault);
  AfSubjectConfig config = desk->config;
  AfWeavePlan plan = { .candidates = none };
  config.work_dir = folder;
  g_autoptr (AfBuild) build = module ? af_subject_build (&config, module, &plan, AF_BUILD_FAST, NULL, error) : NULL;
  g_autoptr (AfSubject) subject = build ? af_subject_start (&config, build, error) : NULL;
  return subject && af_subject_load (subject, tests, error) && run_tests (subject, desk->fault, 0, verdict, error);
}

static gboolean run_rebuilt (AfSpeedDesk *desk, const AfCandidate *candidate, Verdict *verdict, GError **error)
{
  g_autofree char *folder = af_speed_desk_folder (desk, "rebuilt", error);
  g_autoptr (GError) reason = NULL;
  *verdict = UNCOMPILABLE;
  if (!folder)
    return FALSE;
  if (build_and_run (desk, candidate, folder, verdict, &reason) || g_error_matches (reason, AF_ERROR, AF_ERROR_SOURCE)
      || g_error_matches (reason, AF_ERROR, AF_ERROR_BUILD))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

/* --- the comparison --- */

static void note_difference (const AfSpeedDesk *desk, const AfCandidate *candidate, Verdict switched, Verdict rebuilt)
{
  static const char *const names[] = { [UNCOMPILABLE] = "does not compile", [FALLS] = "falls", [STANDS] = "stands" };
  g_printerr ("autofix-bench-speed: %s: '%s' %s switched and %s rebuilt\n", desk->module->name, candidate->summary, names[switched],
              names[rebuilt]);
}

static gboolean one_round (AfSpeedDesk *desk, guint round, guint n_rounds, AfSpeedPair *pair, GError **error)
{
  guint n = desk->candidates->len, n_sample = MIN (desk->plan->quick ? QUICK_SAMPLE : SAMPLE, n);
  g_autofree Verdict *verdicts = g_new0 (Verdict, n);
  AfSpeedTime start = af_speed_now ();
  if (!run_switched (desk, verdicts, error))
    return FALSE;
  double switched = af_speed_since (start).cpu / n;
  start = af_speed_now ();
  for (guint i = 0; i < n_sample; i++) {
    /* spread over all, those of the rounds between each other */
    guint index = (guint)(((guint64)i * n_rounds + round) * n / ((guint64)n_sample * n_rounds));
    Verdict verdict;
    if (!run_rebuilt (desk, desk->candidates->pdata[index], &verdict, error))
      return FALSE;
    pair->n_sampled++;
    pair->n_equal += verdict == verdicts[index];
    if (verdict != verdicts[index])
      note_difference (desk, desk->candidates->pdata[index], verdicts[index], verdict);
  }
  double rebuilt = af_speed_since (start).cpu / n_sample;
  g_array_append_val (pair->first_seconds, switched);
  g_array_append_val (pair->second_seconds, rebuilt);
  return TRUE;
}

static gboolean compare (AfSpeedDesk *desk, const char *name, AfSpeedResults *results, GError **error)
{
  guint n_rounds = desk->plan->quick ? 1 : ROUNDS;
  if (!af_speed_desk_find (desk, error))
    return FALSE;
  if (!desk->fault)
    return TRUE;
  af_speed_desk_synthesize (desk, desk->plan->quick ? QUICK_CANDIDATES : CANDIDATES, 0);
  if (desk->candidates->len == 0)
    return TRUE;
  AfSpeedPair *pair = af_speed_add_pair (results, "validation", name);
  pair->first = "switched";
  pair->second = "rebuilt";
  pair->unit = "candidate";
  pair->n_candidates = desk->candidates->len;
  pair->n_tests = desk->fault->failing->len + desk->fault->passing->len;
  for (guint i = 0; i < n_rounds; i++)
    if (!one_round (desk, i, n_rounds, pair, error))
      return FALSE;
  return TRUE;
}

gboolean af_speed_validation (const AfSpeedPlan *plan, AfSpeedResults *results, GError **error)
{
  g_autoptr (GPtrArray) modules = af_speed_modules (plan, error);
  if (!modules)
    return FALSE;
  for (guint i = 0; i < (plan->quick ? 0 : modules->len); i++) {
    g_autoptr (AfSpeedDesk) desk = af_speed_desk_new (plan);
    if (plan->module && !g_str_equal (plan->module, modules->pdata[i]))
      continue;
    if (!af_speed_desk_take (desk, modules->pdata[i], 1, error) || !compare (desk, modules->pdata[i], results, error))
      return FALSE;
  }
  g_autoptr (AfSpeedDesk) generated = af_speed_desk_new (plan);
  return af_speed_desk_generate (generated, 10, error) && compare (generated, "plant", results, error);
}

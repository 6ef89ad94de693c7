/* Validating candidates: one switched binary against a build for each.
 *
 * In:  a module with its candidates and T_r.   Out: seconds per candidate both ways, and whether the verdicts are the
 * same.
 *
 * Switched: all candidates in one build behind a switch, run by number, in blocks that share processes as in the
 * screen.  Rebuilt: the edits are applied to a copy of the source, which is read, woven, built with the same flags, and
 * run.  Both run the failing tests and then the passing ones and end at the first that falls.  The rounds take turns;
 * the rebuilt ones are a sample, another one in each round. */
#include "bench/speed/speed.h"
#include "model/written-out.h"

#include "util/error.h"

#define ROUNDS 3
#define SAMPLE 10       /* rebuilt per round */
#define CANDIDATES 1200 /* as the tool tries at most */
#define QUICK_CANDIDATES 24
#define QUICK_SAMPLE 3
#define BLOCK 25 /* candidates that share processes, as in the screen */
#define STEPS 100000
#define TEST_MS 2000 /* of processor time: the steps end a test before */

typedef enum { UNCOMPILABLE, FALLS, STANDS } Verdict;

/* A failing test must be passed; a passing one may be none any more. */
static gboolean falls (AfOutcomeKind kind, gboolean is_failing)
{
  return kind != AF_OUTCOME_PASS && (is_failing || kind != AF_OUTCOME_INVALID);
}

/* As the screen judges.  @ids: of guint, candidates that share processes; @verdicts: one for each; those that do not
 * stand any more are left out.  @n_runs grows by the tests that were run. */
static gboolean run_tests (AfSubject *subject, const AfSpeedDesk *desk, GArray *ids, Verdict *verdicts, guint64 *n_runs,
                           GError **error)
{
  const AfFault *fault = desk->fault;
  const guint starts[] = { 0, fault->failing->len, fault->failing->len + fault->passing->len };
  g_autoptr (GArray) left = g_array_new (FALSE, FALSE, sizeof (guint)),
                     places = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < ids->len; i++) {
    verdicts[i] = STANDS;
    g_array_append_val (left, g_array_index (ids, guint, i));
    g_array_append_val (places, i);
  }
  for (guint part = 0; part < 2; part++) {
    guint n = starts[part + 1] - starts[part];
    AfRunRequest request = {
      .first = starts[part], .n = n, .stop_at_failure = TRUE, .step_budget = STEPS, .deadline_ms = TEST_MS
    };
    g_autofree AfOutcome *outcomes = g_new0 (AfOutcome, (gsize)n * left->len + 1);
    if (n > 0 && !af_subject_run_each (subject, &request, left, outcomes, error))
      return FALSE;
    for (guint i = left->len; i-- > 0;) {
      guint place = g_array_index (places, guint, i);
      guint test = 0;
      for (; test < n && verdicts[place] == STANDS; test++)
        if (falls (outcomes[(gsize)i * n + test].kind, part == 0))
          verdicts[place] = FALLS;
      *n_runs += test;
      for (guint k = 0; k < n; k++)
        af_outcome_clear (&outcomes[(gsize)i * n + k]);
      if (verdicts[place] == FALLS) {
        g_array_remove_index (left, i);
        g_array_remove_index (places, i);
      }
    }
  }
  return TRUE;
}

static GPtrArray *tests_of (const AfFault *fault)
{
  GPtrArray *tests = g_ptr_array_new ();
  g_ptr_array_extend (tests, fault->failing, NULL, NULL);
  g_ptr_array_extend (tests, fault->passing, NULL, NULL);
  return tests;
}

/* What the switched way did besides its verdicts. */
typedef struct {
  double build_seconds; /* weaving, compiling, linking; of processor time */
  guint64 n_runs;       /* of a test as a candidate */
} Switched;

static gboolean run_blocks (AfSpeedDesk *desk, AfSubject *subject, GHashTable *dropped, Verdict *verdicts,
                            guint64 *n_runs, GError **error)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint)),
                     places = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < desk->candidates->len; i++) {
    guint id = ((const AfCandidate *)desk->candidates->pdata[i])->id;
    gboolean compiles = !g_hash_table_contains (dropped, GUINT_TO_POINTER (id));
    verdicts[i] = UNCOMPILABLE;
    if (compiles) {
      g_array_append_val (ids, id);
      g_array_append_val (places, i);
    }
    if (ids->len < BLOCK && i + 1 < desk->candidates->len)
      continue;
    Verdict of_block[BLOCK];
    if (!run_tests (subject, desk, ids, of_block, n_runs, error))
      return FALSE;
    for (guint k = 0; k < ids->len; k++)
      verdicts[g_array_index (places, guint, k)] = of_block[k];
    g_array_set_size (ids, 0);
    g_array_set_size (places, 0);
  }
  return TRUE;
}

static gboolean run_switched (AfSpeedDesk *desk, Verdict *verdicts, Switched *switched, GError **error)
{
  g_autofree char *folder = af_speed_desk_folder (desk, "switched", error);
  g_autoptr (GHashTable) dropped = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) tests = tests_of (desk->fault);
  AfSubjectConfig config = desk->config;
  AfWeavePlan plan = { .candidates = desk->candidates };
  AfSpeedTime start = af_speed_now ();
  config.work_dir = folder;
  g_autoptr (AfBuild) build =
    folder ? af_subject_build (&config, desk->module, &plan, AF_BUILD_FAST, dropped, error) : NULL;
  switched->build_seconds = af_speed_since (start).cpu;
  g_autoptr (AfSubject) subject = build ? af_subject_start (&config, build, error) : NULL;
  return subject && af_subject_load (subject, tests, error)
         && run_blocks (desk, subject, dropped, verdicts, &switched->n_runs, error);
}

/* --- rebuilt --- */

static char *write_patched (const AfSpeedDesk *desk, const AfCandidate *candidate, const char *folder, GError **error)
{
  g_autofree char *text = af_edits_apply_to_user (desk->module->sources->pdata[candidate->file], candidate->edits);
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
  g_autoptr (GArray) unswitched = g_array_new (FALSE, TRUE, sizeof (guint));
  guint64 n_runs = 0;
  g_array_set_size (unswitched, 1);
  return subject && af_subject_load (subject, tests, error)
         && run_tests (subject, desk, unswitched, verdict, &n_runs, error);
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
  g_printerr ("autofix-bench-speed: %s: '%s' %s switched and %s rebuilt\n", desk->module->name, candidate->summary,
              names[switched], names[rebuilt]);
}

static gboolean one_round (AfSpeedDesk *desk, guint round, guint n_rounds, AfSpeedPair *pair, GError **error)
{
  guint n = desk->candidates->len, n_sample = MIN (desk->plan->quick ? QUICK_SAMPLE : SAMPLE, n);
  g_autofree Verdict *verdicts = g_new0 (Verdict, n);
  AfSpeedTime start = af_speed_now ();
  Switched way = { 0 };
  if (!run_switched (desk, verdicts, &way, error))
    return FALSE;
  double seconds = af_speed_since (start).cpu, switched = seconds / n;
  double rate = (double)way.n_runs / MAX (seconds - way.build_seconds, 1e-9);
  g_array_append_val (pair->run_rates, rate);
  g_array_append_val (pair->build_seconds, way.build_seconds);
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

/* What becomes of each change.
 *
 * In:  mutants in one binary, tests that the unchanged module passes.   Out: a fate for each.
 *
 * A mutant runs the tests of its own routine first, and ends at the first violation.  One that none ends is held
 * against the unchanged module: where results, observers and data are the same after every test, there may be no
 * difference at all, so only the others count as survivors. */
#include "pipeline/strength/strength-internal.h"

#include "util/jobs.h"
#include "validate/validate.h"

#define PATIENCE 50 /* times the steps of the longest test */
#define LEAST_STEPS 20000

typedef struct {
  AfStrength *strength;
  AfRun *run;
  GArray *before;      /* of AfOutcome: the unchanged module */
  gboolean *is_loaded; /* per worker */
} Judging;

const char *af_fate_name (AfFate fate)
{
  static const char *const names[AF_N_FATES] = { "killed", "caught", "tested", "survived", "alike", "undecided" };
  return names[fate];
}

/* Runs tests [first, end) as @candidate, 0 the unchanged module, into @outcomes of all tests. */
static gboolean run_range (const Judging *judging, AfSubject *subject, guint candidate, guint first, guint end,
                           GArray *outcomes, GError **error)
{
  AfRunRequest request = { .candidate = candidate,
                           .first = first,
                           .n = end - first,
                           .stop_at_failure = candidate > 0,
                           .observe = TRUE,
                           .step_budget = judging->strength->steps,
                           .deadline_ms = AF_STRENGTH_MS };
  if (first == end)
    return TRUE;
  if (!af_subject_run (subject, &request, &g_array_index (outcomes, AfOutcome, first), error))
    return FALSE;
  for (guint i = first; i < end; i++)
    af_testgen_blame (judging->run->module, judging->strength->tests->pdata[i],
                      &g_array_index (outcomes, AfOutcome, i));
  return TRUE;
}

/* --- one mutant --- */

static const AfOutcome *failure_of (const GArray *outcomes, guint first, guint end)
{
  for (guint i = first; i < end; i++)
    if (g_array_index (outcomes, AfOutcome, i).kind == AF_OUTCOME_FAIL)
      return &g_array_index (outcomes, AfOutcome, i);
  return NULL;
}

static void note_failure (const AfModule *module, AfMutant *mutant, const AfOutcome *failure)
{
  const AfClause *clause = failure->clause < module->clauses->len ? module->clauses->pdata[failure->clause] : NULL;
  mutant->fate = clause && clause->kind <= AF_CLAUSE_LOOP_VARIANT ? AF_FATE_KILLED : AF_FATE_CAUGHT;
  mutant->clause = failure->clause;
  mutant->violated = af_outcome_text (module, failure);
}

/* How plainly a test shows the difference: 3 results or observers, 2 data inside, 1 a call that is not permitted any
 * more, 0 not at all. */
static guint difference (const AfOutcome *before, const AfOutcome *after)
{
  if (after->kind == AF_OUTCOME_INVALID)
    return 1;
  if (after->kind != AF_OUTCOME_PASS)
    return 0;
  return after->observation != before->observation ? 3 : after->inside != before->inside ? 2 : 0;
}

/* Calls whose precondition held in neither run were left out of both. */
static AfTest *without_skipped (const AfTest *test, guint64 made)
{
  g_autofree gboolean *keep = g_new (gboolean, test->calls->len);
  for (guint i = 0; i < test->calls->len; i++)
    keep[i] = (made >> i & 1) || i + 1 == test->calls->len;
  return af_test_project (test, keep);
}

/* Keeps the test that shows the difference most plainly, and of these the shortest one. */
static void note_survival (const Judging *judging, AfMutant *mutant, const GArray *after)
{
  guint best = 0;
  gboolean is_unknown = FALSE;
  for (guint i = 0; i < after->len; i++) {
    const AfOutcome *before = &g_array_index (judging->before, AfOutcome, i),
                    *now = &g_array_index (after, AfOutcome, i);
    guint shown = difference (before, now);
    is_unknown |= now->kind == AF_OUTCOME_UNKNOWN;
    if (shown == 0 || shown < best)
      continue;
    AfTest *test = without_skipped (judging->strength->tests->pdata[i], before->executed | now->executed);
    if (shown == best && test->calls->len >= mutant->test->calls->len) {
      af_test_free (test);
      continue;
    }
    best = shown;
    g_clear_pointer (&mutant->test, af_test_free);
    mutant->test = test;
  }
  mutant->fate = best > 0 ? AF_FATE_SURVIVED : is_unknown ? AF_FATE_UNDECIDED : AF_FATE_ALIKE;
}

static gboolean judge_mutant (guint index, guint worker, gpointer data, GError **error)
{
  Judging *judging = data;
  AfStrength *strength = judging->strength;
  AfMutant *mutant = strength->mutants->pdata[index];
  AfSubject *subject = judging->run->subjects->pdata[worker];
  guint routine = mutant->candidate->routine->id, n = strength->tests->len;
  guint own = g_array_index (strength->firsts, guint, routine),
        others = g_array_index (strength->firsts, guint, routine + 1);
  const guint ranges[3][2] = { { own, others }, { 0, own }, { others, n } };
  g_autoptr (GArray) after = af_outcomes_new (n);
  if (!judging->is_loaded[worker] && !af_subject_load (subject, strength->tests, error))
    return FALSE;
  judging->is_loaded[worker] = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++) {
    if (!run_range (judging, subject, mutant->candidate->id, ranges[i][0], ranges[i][1], after, error))
      return FALSE;
    const AfOutcome *failure = failure_of (after, ranges[i][0], ranges[i][1]);
    if (failure) {
      note_failure (judging->run->module, mutant, failure);
      return TRUE;
    }
  }
  note_survival (judging, mutant, after);
  return TRUE;
}

/* --- what the unchanged module does --- */

static gboolean observe_unchanged (Judging *judging, GError **error)
{
  AfStrength *strength = judging->strength;
  AfSubject *subject = judging->run->subjects->pdata[0];
  guint64 most = 0;
  if (!af_subject_load (subject, strength->tests, error)
      || !run_range (judging, subject, 0, 0, strength->tests->len, judging->before, error))
    return FALSE;
  for (guint i = 0; i < judging->before->len; i++)
    most = MAX (most, g_array_index (judging->before, AfOutcome, i).steps);
  judging->strength->steps = CLAMP (most * PATIENCE, LEAST_STEPS, AF_STRENGTH_STEPS);
  return TRUE;
}

/* --- what survivors do, in words --- */

static gboolean tell (const Judging *judging, guint candidate, AfOutcome *outcome, GArray *notes, GError **error)
{
  AfRunRequest request = {
    .candidate = candidate, .n = 1, .step_budget = judging->strength->steps, .deadline_ms = AF_STRENGTH_MS
  };
  return af_subject_tell (judging->run->subjects->pdata[0], &request, outcome, notes, error);
}

static gboolean describe (const Judging *judging, AfMutant *mutant, GError **error)
{
  g_autoptr (GArray) here = g_array_new (FALSE, FALSE, sizeof (AfNote));
  g_autoptr (GArray) there = g_array_new (FALSE, FALSE, sizeof (AfNote));
  g_autoptr (GPtrArray) one = g_ptr_array_new ();
  AfOutcome with = { 0 }, without = { 0 };
  g_ptr_array_add (one, mutant->test);
  gboolean told = af_subject_load (judging->run->subjects->pdata[0], one, error)
                  && tell (judging, mutant->candidate->id, &with, here, error)
                  && tell (judging, 0, &without, there, error);
  const AfShown shown = { &with, here }, unchanged = { &without, there };
  if (told)
    af_testgen_describe_difference (judging->run->module, mutant->test, &shown, &unchanged, &mutant->with,
                                    &mutant->without);
  af_outcome_clear (&with);
  af_outcome_clear (&without);
  return told;
}

/* The project's own tests, which know what no contract says, with the mutant or (null) without any. */
static gboolean try_command (const Judging *judging, const AfMutant *mutant, gboolean *passes, GError **error)
{
  const AfRun *run = judging->run;
  g_auto (AfValidation) validation = { 0 };
  const AfValidateOptions options = { .config = run->config,
                                      .test_command = run->options->test_command,
                                      .project = run->options->project ? run->options->project : "." };
  const AfStatic *made = judging->strength->statics->pdata[0];
  g_autofree char *dir = g_build_filename (af_temp_dir_path (run->temp), "project", NULL);
  af_validation_init (&validation, run->module, made->fault, &options);
  return af_validate_command (&validation, mutant ? mutant->candidate : NULL, dir, passes, error);
}

/* What survives the random tests runs the project's own, unless they fail without any change. */
static gboolean run_own_tests (const Judging *judging, GError **error)
{
  const GPtrArray *mutants = judging->strength->mutants;
  gboolean passes = TRUE;
  if (!judging->run->options->test_command || mutants->len == 0)
    return TRUE;
  if (!try_command (judging, NULL, &passes, error))
    return FALSE;
  if (!passes)
    af_run_notice (judging->run, "the test command fails without any change: it says nothing about one");
  for (guint i = 0; passes && i < mutants->len; i++) {
    AfMutant *mutant = mutants->pdata[i];
    gboolean stands = TRUE;
    if (mutant->fate == AF_FATE_SURVIVED && !try_command (judging, mutant, &stands, error))
      return FALSE;
    if (!stands)
      mutant->fate = AF_FATE_TESTED;
  }
  return TRUE;
}

static gboolean describe_survivors (const Judging *judging, GError **error)
{
  const AfStrength *strength = judging->strength;
  for (guint i = 0; i < strength->mutants->len; i++) {
    AfMutant *mutant = strength->mutants->pdata[i];
    if (mutant->fate == AF_FATE_SURVIVED && !describe (judging, mutant, error))
      return FALSE;
  }
  return TRUE;
}

gboolean af_strength_judge (AfStrength *strength, AfRun *run, GError **error)
{
  g_autoptr (GArray) before = af_outcomes_new (strength->tests->len);
  g_autofree gboolean *is_loaded = g_new0 (gboolean, run->subjects->len);
  Judging judging = { .strength = strength, .run = run, .before = before, .is_loaded = is_loaded };
  af_run_stage (run, "judge", NULL);
  if (strength->tests->len == 0)
    return TRUE;
  return observe_unchanged (&judging, error)
         && af_jobs_map (strength->mutants->len, run->subjects->len, judge_mutant, &judging, error);
}

gboolean af_strength_tell_survivors (AfStrength *strength, AfRun *run, GError **error)
{
  const Judging judging = { .strength = strength, .run = run };
  return run_own_tests (&judging, error) && describe_survivors (&judging, error);
}

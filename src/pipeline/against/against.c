/* `autofix run --against REV`: has the behaviour changed?
 *
 * In:  a module as it is, a revision.
 * Out: faults where it no longer keeps what it kept there, as if somebody had written that into contracts; so they are
 *      found, made small, repaired and silenced like all others.
 *
 *     REV -> texts -> module as it was -> infer -> proposals -> clauses of the module as it is -> test
 *
 * A proposal held in many tests, and may be wrong all the same.  So each test that violates one is run on the module as
 * it was, too, with the same clauses: what it shows there is no change. */
#include "pipeline/against/against.h"

#include "commits/commits.h"
#include "infer/infer.h"
#include "util/error.h"
#include "validate/translate.h"

struct AfAgainst {
  AfModule *before;   /* the module as it was */
  GPtrArray *clauses; /* of AfClause: those of the run's module that were added, not owned */
};

void af_against_free (AfAgainst *against)
{
  if (!against)
    return;
  g_clear_pointer (&against->clauses, g_ptr_array_unref);
  g_clear_pointer (&against->before, af_module_free);
  g_free (against);
}

/* --- what was kept --- */

static AfModule *read_before (const AfRun *run, GError **error)
{
  g_autoptr (GHashTable) texts = af_commits_texts (run->module, run->options->against, error);
  g_autofree char *dir = g_build_filename (af_temp_dir_path (run->temp), "before", NULL);
  g_autoptr (GError) reason = NULL;
  if (!texts)
    return NULL;
  AfModule *before = af_validate_changed (run->module, texts, dir, run->paths->include_dir, &reason);
  if (!before)
    af_error (error, AF_ERROR_SOURCE, "the module as it was at '%s' cannot be read: %s", run->options->against,
              reason->message);
  return before;
}

static void tell_progress (const char *text, gpointer data)
{
  af_run_stage (data, text, NULL);
}

gboolean af_run_begin_against (AfRun *run, AfAgainst **against, GError **error)
{
  if (!run->options->against)
    return TRUE;
  g_autoptr (AfAgainst) begun = g_new0 (AfAgainst, 1);
  begun->before = read_before (run, error);
  if (!begun->before)
    return FALSE;
  AfInferOptions options = { .config = &run->config,
                             .solver = run->solver,
                             .seed = run->options->seed,
                             .jobs = run->options->jobs,
                             .progress = tell_progress,
                             .progress_data = run };
  g_autoptr (AfInference) inference = af_infer (begun->before, &options, error);
  if (!inference)
    return FALSE;
  begun->clauses = af_infer_transfer (inference, run->module);
  g_ptr_array_unref (af_infer_transfer (inference, begun->before));
  *against = g_steal_pointer (&begun);
  return TRUE;
}

/* --- what is no change --- */

/* Outcome of the fault's test on the module as it was; UNKNOWN where that cannot call what the test calls. */
static gboolean run_before (const AfRun *run, const AfAgainst *against, AfSubject *subject, const AfFault *fault,
                            AfOutcome *outcome, GError **error)
{
  g_autoptr (GPtrArray) one = g_ptr_array_new ();
  AfRunRequest request = { .n = 1, .isolate = TRUE };
  g_ptr_array_add (one, fault->test);
  g_autoptr (GPtrArray) tests = af_tests_translate (one, run->module, against->before, NULL);
  *outcome = (AfOutcome){ .kind = AF_OUTCOME_UNKNOWN };
  return !tests || (af_subject_load (subject, tests, error) && af_subject_run (subject, &request, outcome, error));
}

static gboolean is_kept (const AfAgainst *against, const AfFault *fault)
{
  return g_ptr_array_find (against->clauses, fault->clause, NULL);
}

/* Whether the finding stays. */
static gboolean judge (const AfRun *run, const AfAgainst *against, AfSubject *subject, AfFinding *finding,
                       gboolean *stays, GError **error)
{
  AfOutcome outcome = { 0 };
  *stays = TRUE;
  if (!finding->fault->test || !is_kept (against, finding->fault))
    return TRUE;
  if (!run_before (run, against, subject, finding->fault, &outcome, error))
    return FALSE;
  *stays = outcome.kind == AF_OUTCOME_PASS;
  af_outcome_clear (&outcome);
  return TRUE;
}

gboolean af_run_end_against (AfRun *run, const AfAgainst *against, GError **error)
{
  GPtrArray *findings = run->results.findings;
  if (!against || findings->len == 0)
    return TRUE;
  g_autoptr (AfBuild) build = af_subject_build (&run->config, against->before, NULL, AF_BUILD_FAST, NULL, error);
  g_autoptr (AfSubject) subject = build ? af_subject_start (&run->config, build, error) : NULL;
  if (!subject)
    return FALSE;
  for (guint i = 0; i < findings->len;) {
    gboolean stays = TRUE;
    if (!judge (run, against, subject, findings->pdata[i], &stays, error))
      return FALSE;
    if (!stays)
      g_ptr_array_remove_index (findings, i);
    i += stays;
  }
  return TRUE;
}

/* --- what is told --- */

static void note_commits (const AfRun *run, AfFinding *finding, const char *before)
{
  g_autoptr (GPtrArray) commits = af_commits_of_routine (run->module, finding->fault->routine, before);
  finding->changed_since = g_strdup (run->options->against);
  for (guint i = 0; i < commits->len; i++) {
    const AfCommit *commit = commits->pdata[i];
    if (commit->is_recent)
      af_finding_add_commit (finding, commit->id, commit->author, commit->title);
  }
}

void af_run_note_changes (AfRun *run, const AfAgainst *against)
{
  g_autofree char *before = against ? af_commits_name (run->module, run->options->against) : NULL;
  for (guint i = 0; against && i < run->results.findings->len; i++) {
    AfFinding *finding = run->results.findings->pdata[i];
    if (is_kept (against, finding->fault))
      note_commits (run, finding, before);
  }
}

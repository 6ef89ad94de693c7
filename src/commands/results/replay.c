/* `autofix replay FAULT`: does the fault's test still fail?
 *
 * In:  a fault of the last run, and the module as it is now.   Out: an exit status for `git bisect run`:
 *     0 the test passes, 2 it fails as before, 125 it cannot be built, is no test any more or fails otherwise.
 * With --times N it is run N times, each in a process of its own, and a line counts the ends; where they differ,
 * nothing can be told.
 *
 * The test is kept by names, so it survives changes of the module that leave the called routines' parameters alone. */
#include "commands/commands-internal.h"

#include <stdio.h>
#include <string.h>

#include "contracts/contracts.h"
#include "frontend/frontend.h"
#include "report/replay.h"
#include "subject/subject.h"
#include "testgen/testgen.h"
#include "util/error.h"
#include "util/tempdir.h"

typedef struct {
  const AfStored *stored;
  JsonObject *fault;
  const AfOptions *options;
  GCancellable *cancel;
} Replay;

/* Builds and runs, into options->times @outcomes; false when that cannot be done. */
static gboolean run_test (const Replay *replay, const AfPaths *paths, const AfModule *module, const char *work_dir,
                          AfOutcome *outcomes, GError **error)
{
  g_auto (GStrv) links = af_stored_words (replay->stored, "links");
  AfSubjectConfig config = {
    .paths = paths,
    .cc = replay->options->cc,
    .links = (const char *const *)links,
    .work_dir = work_dir,
    .sandbox = replay->options->sandbox,
    .cancel = replay->cancel,
  };
  AfRunRequest request = { .n = replay->options->times, .isolate = TRUE };
  g_autoptr (GPtrArray) tests = g_ptr_array_new ();
  JsonObject *recorded = af_stored_object (replay->fault, "test");
  if (!recorded) {
    af_error (error, AF_ERROR_IO, "no test of fault '%s' is recorded", af_stored_text (replay->fault, "id"));
    return FALSE;
  }
  g_autoptr (AfTest) test = af_report_read_test (module, recorded, error);
  if (!test)
    return FALSE;
  for (guint i = 0; i < request.n; i++)
    g_ptr_array_add (tests, test);
  g_autoptr (AfBuild) build = af_subject_build (&config, module, NULL, AF_BUILD_FAST, NULL, error);
  g_autoptr (AfSubject) subject = build ? af_subject_start (&config, build, error) : NULL;
  if (!subject || !af_subject_load (subject, tests, error) || !af_subject_run (subject, &request, outcomes, error))
    return FALSE;
  /* as when the fault was found: a subject that died without a word is the called routine's fault */
  for (guint i = 0; i < request.n; i++)
    af_testgen_blame (module, test, &outcomes[i]);
  return TRUE;
}

static gboolean fails_as_before (const Replay *replay, const AfModule *module, const AfOutcome *outcome)
{
  const AfClause *clause = outcome->clause < module->clauses->len ? module->clauses->pdata[outcome->clause] : NULL;
  const AfRoutine *routine = outcome->routine >= 0 && (guint)outcome->routine < module->routines->len
                               ? module->routines->pdata[outcome->routine]
                               : NULL;
  return clause && routine && strcmp (clause->text, af_stored_text (replay->fault, "clause")) == 0
         && strcmp (af_clause_kind_name (clause->kind), af_stored_text (replay->fault, "kind")) == 0
         && strcmp (routine->name, af_stored_text (replay->fault, "routine")) == 0;
}

static int judge (const Replay *replay, const AfModule *module, const AfOutcome *outcome)
{
  const char *id = af_stored_text (replay->fault, "id");
  switch (outcome->kind) {
  case AF_OUTCOME_PASS:
    printf ("%s: passes\n", id);
    return AF_EXIT_OK;
  case AF_OUTCOME_FAIL:
    if (fails_as_before (replay, module, outcome)) {
      g_autofree char *title = af_printable (af_stored_text (replay->fault, "title"));
      printf ("%s: fails as before: %s\n", id, title);
      return AF_EXIT_FAULTS;
    }
    printf ("%s: fails differently\n", id);
    return AF_EXIT_CANNOT_TELL;
  case AF_OUTCOME_INVALID:
    printf ("%s: the precondition of the last call no longer holds\n", id);
    return AF_EXIT_CANNOT_TELL;
  case AF_OUTCOME_UNKNOWN:
    printf ("%s: the test could not be run\n", id);
    return AF_EXIT_CANNOT_TELL;
  }
  return AF_EXIT_CANNOT_TELL;
}

/* "F-3a91c2: 5 runs: 4 pass, 1 fails as before, 0 end otherwise"; 125 when they do not all end alike. */
static int judge_all (const Replay *replay, const AfModule *module, const AfOutcome *outcomes)
{
  guint n = replay->options->times, n_pass = 0, n_fail = 0;
  for (guint i = 0; i < n; i++) {
    n_pass += outcomes[i].kind == AF_OUTCOME_PASS;
    n_fail += outcomes[i].kind == AF_OUTCOME_FAIL && fails_as_before (replay, module, &outcomes[i]);
  }
  if (n > 1)
    printf ("%s: %u runs: %u pass, %u fail as before, %u end otherwise\n", af_stored_text (replay->fault, "id"), n,
            n_pass, n_fail, n - n_pass - n_fail);
  return (n_pass > 0 && n_pass < n) || (n_fail > 0 && n_fail < n) ? AF_EXIT_CANNOT_TELL
                                                                  : judge (replay, module, &outcomes[0]);
}

static gboolean replay_fault (const Replay *replay, int *status, GError **error)
{
  g_autoptr (AfPaths) paths = af_paths_new (error);
  g_autoptr (AfTempDir) temp = paths ? af_temp_dir_new (error) : NULL;
  if (!temp)
    return FALSE;
  g_auto (GStrv) sources = af_stored_paths (replay->stored);
  g_auto (GStrv) flags = af_stored_words (replay->stored, "flags"), links = af_stored_words (replay->stored, "links");
  AfFrontendOptions options = { (const char *const *)sources, (const char *const *)flags, paths->include_dir,
                                (const char *const *)links };
  g_autoptr (AfModule) module = af_frontend_load (&options, error);
  if (!module || !af_contracts_attach (module, error))
    return FALSE;
  g_autofree AfOutcome *outcomes = g_new0 (AfOutcome, replay->options->times);
  if (!run_test (replay, paths, module, af_temp_dir_path (temp), outcomes, error))
    return FALSE;
  *status = judge_all (replay, module, outcomes);
  for (guint i = 0; i < replay->options->times; i++)
    af_outcome_clear (&outcomes[i]);
  return TRUE;
}

gboolean af_command_replay (char **words, GCancellable *cancel, int *status, GError **error)
{
  g_auto (AfCommandLine) line = { 0 };
  g_autoptr (GError) reason = NULL;
  if (!af_command_line_parse (&line, "replay", AF_TAKES_BUILD, words, error))
    return FALSE;
  if (!line.rest[0] || line.rest[1]) {
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "usage: autofix replay F-...", "exactly one fault must be given");
    return FALSE;
  }
  g_autoptr (AfStored) stored = af_command_results (&line, error);
  JsonObject *fault = stored ? af_stored_fault (stored, line.rest[0], error) : NULL;
  if (!fault)
    return FALSE;
  Replay replay = { stored, fault, &line.options, cancel };
  if (replay_fault (&replay, status, &reason))
    return TRUE;
  if (g_error_matches (reason, AF_ERROR, AF_ERROR_SOURCE) || g_error_matches (reason, AF_ERROR, AF_ERROR_BUILD)
      || g_error_matches (reason, AF_ERROR, AF_ERROR_IO)) {
    fprintf (stderr, "autofix: %s\n", reason->message);
    *status = AF_EXIT_CANNOT_TELL;
    return TRUE;
  }
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

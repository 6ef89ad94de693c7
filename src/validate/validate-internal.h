/* What the files of this room share: fields of subjects, the judgement of one outcome, the evidence of a fix. */
#pragma once

#include "validate/validate.h"

/* --- verdicts.c --- */

/* Makes counts->trials as long as @n: of the new ones nothing is known yet. */
void af_trials_extend (AfValidateCounts *counts, guint n);

/* --- judge.c --- */

/* What a changed program's outcome on a test says, seen beside the unchanged program's. */
typedef enum {
  AF_JUDGED_PASSES,  /* it passes */
  AF_JUDGED_CHANGED, /* the test is none any more, or it runs into another known fault later on: says nothing */
  AF_JUDGED_FALLS    /* it breaks what worked, keeps the fault, or trades it for another */
} AfJudgement;

/* Whether an outcome of a program read as @module is @fault, which is of @original: by names and texts, for ids differ.
 */
gboolean af_judge_is_fault (const AfModule *original, const AfFault *fault, const AfModule *module,
                            const AfOutcome *outcome);
/* @before: of the unchanged program; @after: of the changed one, read as @module. */
AfJudgement af_judge (const AfModule *original, const AfFault *fault, const AfOutcome *before, const AfModule *module,
                      const AfOutcome *after);
/* Whether a fresh test can say anything: the unchanged program passes it or shows this very fault. */
gboolean af_judge_counts (const AfModule *original, const AfFault *fault, const AfOutcome *before);
/* A call runs out of steps or memory, which is not what the fault is about: it may never end, or just be long. */
gboolean af_judge_is_long (const AfFault *fault, const AfModule *module, const AfOutcome *after);
/* The same of the call that the fault had cut short.  Of fresh tests alone is that no fall; those that the
 * screen knows must be passed. */
gboolean af_judge_goes_on (const AfFault *fault, const AfOutcome *before, const AfModule *module,
                           const AfOutcome *after);

/* --- runs.c --- */

/* A request for @n loaded tests from @first on.  A call may take many times the steps of the passing tests: a candidate
 * that needs more hangs, and hundreds of them do for a fault that is itself an endless loop, so patience is the cost of
 * the whole screen. */
AfRunRequest af_runs_request (const AfFault *fault, guint candidate, guint first, guint n);
/* Outcomes of a list of tests: array of AfOutcome that clears its elements. */
GArray *af_outcomes_new (guint n);
/* Failing tests, then passing ones, then @fresh (nullable): array of AfTest, not owned. */
GPtrArray *af_runs_tests (const AfFault *fault, const GPtrArray *fresh);
/* One subject per worker on one build: array of AfSubject. */
GPtrArray *af_runs_start (const AfSubjectConfig *config, const AfBuild *build, guint jobs, GError **error);
/* Runs @tests, which are loaded, for @fault as candidate @candidate of a build of @module; observes, and settles where
 * failures happened. */
GArray *af_runs_observe (const AfModule *module, const AfFault *fault, AfSubject *subject, guint candidate,
                         const GPtrArray *tests, GError **error);
/* Outcomes of @tests on @module, built with sanitizers. */
GArray *af_runs_sanitized (const AfModule *module, const AfFault *fault, const GPtrArray *tests,
                           const AfValidateOptions *options, GError **error);
/* At most @n tests never used before that say something about @fault when run by @subject, which holds the unchanged
 * program as candidate 0; and a third of @n for each further routine that one of @candidates (of AfCandidate) changes.
 */
GPtrArray *af_runs_fresh (const AfModule *module, const AfFault *fault, const GPtrArray *candidates, AfSubject *subject,
                          guint n, guint64 seed, GError **error);
/* Adds at most @n such tests that repeat the failing ones and go on. */
gboolean af_runs_add_near (GPtrArray *tests, const AfModule *module, const AfFault *fault, AfSubject *subject, guint n,
                           guint64 seed, GError **error);
/* Adds at most @n such tests of the small scope (testgen/enumerate.h), the smallest ones. */
gboolean af_runs_add_small (GPtrArray *tests, const AfModule *module, const AfFault *fault, AfSubject *subject, guint n,
                            GError **error);
/* Adds at most @n such tests of the module's other routines, as many of each. */
gboolean af_runs_add_module (GPtrArray *tests, const AfModule *module, const AfFault *fault, AfSubject *subject,
                             guint n, guint64 seed, GError **error);
gboolean af_runs_late (gint64 deadline);

/* --- effects/effects.c --- */

/* What those of @candidates (of AfCandidate, compiled, screened) that come near a repair do to the tests of T_r: array
 * of AfEffects. */
GPtrArray *af_effects_observe (const AfModule *module, const AfFault *fault, GPtrArray *candidates, GPtrArray *subjects,
                               const AfValidateCounts *counts, gint64 deadline, GError **error);

/* --- effects/transitions.c --- */

/* Sets n_transitions and n_strange of @fixes (of AfFix); @subjects have T_r loaded, failing tests first. */
gboolean af_fixes_observe_transitions (const AfModule *module, const AfFault *fault, const GPtrArray *fixes,
                                       GPtrArray *subjects, gint64 deadline, GError **error);

/* --- proof.c --- */

/* Checks the routine that @fix changes, as it is in @patched, up to a bound, and fills fix->proof.  False when a test
 * that was run confirms a violation (trial->counterexample), or with @error. */
gboolean af_fix_prove (const AfModule *module, const AfFault *fault, AfFix *fix, const AfModule *patched,
                       const AfValidateOptions *options, AfTrial *trial, GError **error);

/* --- survivors.c --- */

#define AF_NO_TEST G_GUINT64_CONSTANT (0x6e6f2074657374) /* observed where an outcome says nothing */

/* The evidence for @survivors (of AfCandidate), each run on T_r and on fresh tests: array of AfFix of those that stand;
 * the trials of the others say why. */
GPtrArray *af_survivors_observe (const AfModule *module, const AfFault *fault, const GPtrArray *survivors,
                                 GPtrArray *subjects, const AfValidateOptions *options, AfValidateCounts *counts,
                                 GError **error);

/* --- yardstick/translate.c --- */

/* @tests of @from as tests of the changed version @to, by the names of what they call: array of AfTest.  Null with
 * AF_ERROR_SOURCE when something is gone or takes other parameters. */
GPtrArray *af_tests_translate (const GPtrArray *tests, const AfModule *from, const AfModule *to, GError **error);

/* --- yardstick/patched.c --- */

/* Writes the module's sources with the candidate's edits, and its headers, below the new folder @dir and reads them. */
AfModule *af_patched_load (const AfModule *module, const AfCandidate *candidate, const char *dir,
                           const char *include_dir, GError **error);

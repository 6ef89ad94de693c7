/* What the files of this room share: what one outcome says, lists of tests, the evidence of a fix. */
#pragma once

#include "validate/validate.h"

/* --- validation.c --- */

/* Makes the trials as many as @n candidates have: of the new ones nothing is known yet. */
void af_validation_extend (AfValidation *validation, guint n);
/* Whether the time is over. */
gboolean af_validation_is_late (const AfValidation *validation);

/* --- weigh.c --- */

/* What a changed program's outcome on a test says, weighed against the unchanged program's. */
typedef enum {
  AF_WEIGHED_PASSES,  /* it passes */
  AF_WEIGHED_CHANGED, /* the test is invalid now, or it runs into another known fault later on: says nothing */
  AF_WEIGHED_FALLS    /* it breaks what worked, keeps the fault, or trades it for another */
} AfWeighed;

/* Whether an outcome of a program read as @module is the fault of the validation, which is of the unchanged one: by
 * names and texts, for ids differ. */
gboolean af_weigh_is_fault (const AfValidation *validation, const AfModule *module, const AfOutcome *outcome);
/* @before: of the unchanged program; @after: of the changed one, read as @module. */
AfWeighed af_weigh (const AfValidation *validation, const AfOutcome *before, const AfModule *module,
                    const AfOutcome *after);
/* Whether a held-out test can say anything: the unchanged program passes it or shows this very fault. */
gboolean af_weigh_counts (const AfValidation *validation, const AfOutcome *before);
/* A call runs out of steps or memory, which is not what the fault is about: it may never end, or just be long. */
gboolean af_weigh_is_long (const AfValidation *validation, const AfModule *module, const AfOutcome *after);
/* The same of the call that the fault had cut short; or the fault shows there or later, and some failing tests are
 * known to show another mistake, as this one may.  Of held-out tests alone is that no fall; those that the screen knows
 * must be passed. */
gboolean af_weigh_goes_on (const AfValidation *validation, const AfOutcome *before, const AfModule *module,
                           const AfOutcome *after);

/* --- runs.c --- */

/* A request for @n loaded tests from @first on.  A call may take many times the steps of the passing tests: a candidate
 * that needs more hangs, and hundreds of them do for a fault that is itself an endless loop, so patience is the cost of
 * the whole screen. */
AfRunRequest af_runs_request (const AfFault *fault, guint candidate, guint first, guint n);
/* Failing tests, then passing ones, then @held_out (nullable): array of AfTest, not owned. */
GPtrArray *af_runs_tests (const AfFault *fault, const GPtrArray *held_out);
/* One subject per worker on one build: array of AfSubject. */
GPtrArray *af_runs_start (const AfSubjectConfig *config, const AfBuild *build, guint jobs, GError **error);
/* What runs in a subject. */
typedef struct {
  const AfModule *module; /* as which outcomes are read */
  const AfFault *fault;
  AfSubject *subject; /* on a build of it */
  guint candidate;
  gboolean covers; /* outcomes tell to which places control came */
} AfRunner;
/* Runs @tests, which are loaded; observes, and settles where failures happened. */
GArray *af_runs_observe (const AfRunner *runner, const GPtrArray *tests, GError **error);
/* Outcomes of @tests on @module, the unchanged program or a version of it, built with sanitizers. */
GArray *af_runs_sanitized (const AfValidation *validation, const AfModule *module, const GPtrArray *tests,
                           GError **error);
/* The same, and outcomes tell to which places control came. */
GArray *af_runs_covered (const AfValidation *validation, const AfModule *module, const GPtrArray *tests,
                         GError **error);
/* The shortest of @tests on which @a and @b (of guint64, per test) differ, the first of equally short ones; or null. */
const AfTest *af_runs_shortest_difference (const GPtrArray *tests, const GArray *a, const GArray *b);

/* --- held-out.c --- */

/* A draw of held-out tests: many are made, and those are kept that say something about the fault when the unchanged
 * program runs them. */
typedef struct {
  const AfValidation *validation;
  AfSubject *subject; /* holds the unchanged program as candidate 0 */
  guint64 seed;
  GPtrArray *tests; /* of AfTest: drawn so far */
} AfDraw;

/* How many tests of one kind are drawn for as many survivors: @wanted, or fewer where many are to run them, but not
 * fewer than @least, if that many are wanted. */
guint af_draw_count (guint wanted, guint n_survivors, guint least);
GPtrArray *af_draw_tests_new (void);
/* Routines that @candidates (of AfCandidate) change, each once: array of AfRoutine, not owned.  A candidate without one
 * changes the blamed routine. */
GPtrArray *af_draw_routines_of (const GPtrArray *candidates);
/* Each adds at most @n tests: random ones of the blamed routine, and a third as many of each other one of @routines (of
 * AfRoutine, those that are changed, the blamed one perhaps among them). */
gboolean af_draw_random (const AfDraw *draw, const GPtrArray *routines, guint n, GError **error);
/* Such as repeat the failing tests and go on. */
gboolean af_draw_near (const AfDraw *draw, guint n, GError **error);
/* The smallest ones of the small scope (testgen/enumerate.h). */
gboolean af_draw_small (const AfDraw *draw, guint n, GError **error);
/* Random ones of the module's other routines, as many of each. */
gboolean af_draw_elsewhere (const AfDraw *draw, guint n, GError **error);

/* The smallest tests of the module's other faults (validation->others): they say nothing about this fault, and which
 * of two repairs is the better one.  Adds to @tests. */
void af_draw_others (AfValidation *validation, GPtrArray *tests);

/* --- confirm/stands.c --- */

/* What the unchanged program, built with sanitizers, does in tests, each run when it is asked for. */
typedef struct AfUnchanged AfUnchanged;

AfUnchanged *af_unchanged_new (guint n_tests);
void af_unchanged_free (AfUnchanged *unchanged);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfUnchanged, af_unchanged_free)

typedef struct {
  AfValidation *validation;
  GPtrArray *tests; /* T_r, then held-out ones */
  AfUnchanged *unchanged;
} AfConfirming;

/* Whether no outcome of @after (of AfOutcome, per test), of a program that is read as @patched, speaks against it.
 * @subject: one whose candidate 0 is the unchanged program, and whose tests may be exchanged; null: one is built where
 * it is needed.  Workers may ask at the same time. */
gboolean af_withstands (const AfConfirming *confirming, const AfModule *patched, const GArray *after,
                        AfSubject *subject, gboolean *stands, GError **error);

/* --- confirm/wave.c --- */

/* Checks the patches of @fixes, and says of each whether it stands, in its trial, too.  @first_alone: the first one is
 * also built as a user would build it.  False with @error: of those that were not decided by then nothing is said. */
gboolean af_wave_confirm (AfConfirming *confirming, const GPtrArray *fixes, gboolean first_alone, gboolean *stands,
                          GError **error);
/* Whether the patch stands the tests as a user would build it. */
gboolean af_patch_stands (AfConfirming *confirming, AfFix *fix, gboolean *stands, GError **error);

/* --- confirm/proof.c --- */

/* Checks the routine that @fix changes, as it is in @patched, up to a bound, and fills fix->proof.  A violation that
 * was found; else null. */
AfProof *af_fix_prove (AfFix *fix, const AfModule *patched, const AfProveOptions *limits);
/* Runs tests that are made from the violation @proof.  False when one of them confirms it (the counterexample of its
 * trial), or with @error.  @programs: the unchanged and the patched one in a build with sanitizers; null: they are
 * built. */
gboolean af_fix_stands_proof (const AfValidation *validation, AfFix *fix, const AfProof *proof, const AfModule *patched,
                              const AfRunner *const programs[2], GError **error);

/* --- liveness.c --- */

/* Set of places, each with the number of tests that came to it. */
GHashTable *af_liveness_new (void);
/* Adds those of one test, which tells to which places it came. */
void af_liveness_add (GHashTable *reached, const AfOutcome *outcome);
/* That of all @outcomes (of AfOutcome) whose kind is a bit in @kinds. */
GHashTable *af_liveness_of (const GArray *outcomes, guint kinds);
/* Whether @after, of a module with @changed, a routine of the same text as @routine, lacks @location of it, or work in
 * it to which five tests came before. */
gboolean af_liveness_is_lost (const AfRoutine *routine, guint location, GHashTable *before, const AfRoutine *changed,
                              GHashTable *after);

/* --- refuters.c --- */

/* The tests on which survivors fall, and those that most have fallen on. */
typedef struct AfRefuters AfRefuters;

/* Of survivors of the round of @validation, which must outlive it, on @tests: T_r, then held-out ones. */
AfRefuters *af_refuters_new (const AfValidation *validation, GPtrArray *tests);
void af_refuters_free (AfRefuters *refuters);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfRefuters, af_refuters_free)
/* A survivor has fallen on this test, by its place. */
void af_refuters_note (AfRefuters *refuters, guint test);
/* The places of those on which most have fallen, the first of equals first: array of guint, owned by @refuters. */
const GArray *af_refuters_worst (AfRefuters *refuters);
/* From here on these are tried. */
gboolean af_refuters_choose (AfRefuters *refuters, GError **error);
/* Whether @candidate falls on them; @before as in the next one.  Workers may ask at the same time. */
gboolean af_refuters_try (const AfRefuters *refuters, guint worker, guint candidate, const GArray *before,
                          gboolean *falls, GError **error);
/* Whether a candidate falls that ends in this way on a test, by its place; @before: of AfOutcome, what the unchanged
 * program does on each. */
gboolean af_refuters_is_fall (const AfValidation *validation, const GArray *before, guint test, const AfOutcome *after);

/* --- survivors.c --- */

/* The evidence for the survivors of the round, each run on T_r and on held-out tests: array of AfFix of those that
 * stand; the trials of the others say why. */
GPtrArray *af_survivors_observe (AfValidation *validation, GError **error);

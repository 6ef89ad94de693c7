/* Validation: which candidates pass every test, and stand up when built as the user would build them?
 *
 * Screen: one binary holds all candidates; failing tests first, stop at the first failure.
 * Confirm: the patch is applied to a copy of the sources, which is read, woven and built anew with sanitizers; all
 * tests of T_r and held-out ones are run. */
#pragma once

#include "model/candidate.h"
#include "prove/prove.h"
#include "synthesize/layout.h"
#include "testgen/testgen.h"

#define AF_NO_TEST G_GUINT64_CONSTANT (0x6e6f2074657374) /* observed where an outcome says nothing */

typedef struct {
  guint64 seed;
  guint jobs;
  guint n_held_out; /* held-out tests per fault; default 300 */
  guint n_near;     /* tests that repeat failing ones and go on, to tell survivors apart; fewer for many survivors */
  const GPtrArray *known; /* of AfFault: all faults of the module, which are held against no candidate; nullable */
  gboolean alive;         /* note what is never done again with a fix */
  gboolean also;          /* count which of these a fix repairs as well */
  gint64 deadline;        /* monotonic; 0: none */
  AfSubjectConfig config;
  const char *include_dir;     /* for reading the patched copy */
  const char *test_command;    /* of the project, for the shell; null: none */
  const char *project;         /* folder in which it runs; the sources are below it */
  const AfProveOptions *proof; /* limits of the bounded check of a patch that stands; null: none is checked */
  AfLayout layout;             /* how the patches that are confirmed are laid out */
  void (*progress) (guint n_screened, guint n_all,
                    gpointer data); /* of the screen, from the calling thread; nullable */
  /* The best fix that is confirmed, as soon as it is, from any thread while the calling one waits; nullable. */
  void (*stands) (const AfFault *fault, const AfFix *fix, gpointer data);
  gpointer progress_data; /* of both */
  gboolean shares;        /* the candidates of a block share processes: time only */
  gboolean sorts;         /* passing tests that have ended most candidates come first: time only */
} AfValidateOptions;

/* How far a candidate came; README.md has the whole way. */
typedef enum {
  AF_TRIAL_UNTRIED,      /* the run or its budget ended before the screen was done with it */
  AF_TRIAL_UNCOMPILABLE, /* did not compile */
  AF_TRIAL_KILLED,       /* failed a test of T_r in the screen */
  AF_TRIAL_UNSTABLE, /* a test of T_r gave no outcome in the screen, or was passed there and not when it was run again
                      */
  AF_TRIAL_SILENCER, /* passed, but more than half of the passing tests are invalid now */
  AF_TRIAL_REFUTED,  /* passed T_r and failed a held-out test */
  AF_TRIAL_VALID,    /* stood all that; confirmation never came to it */
  AF_TRIAL_UNCONFIRMED, /* valid, and given up untried because its group fell twice in confirmation */
  AF_TRIAL_REJECTED,    /* valid, and fell in confirmation */
  AF_TRIAL_CONFIRMED
} AfTrialVerdict;

/* "untried", "uncompilable", "killed", ... */
const char *af_trial_verdict_name (AfTrialVerdict verdict);

/* What became of one candidate. */
typedef struct {
  AfTrialVerdict verdict;
  int killed_by;           /* KILLED, UNSTABLE: index in T_r (failing tests, then passing ones) of the test; else -1 */
  guint rank;              /* among the valid ones, from 1, once they are ranked; 0: not valid */
  guint group, group_size; /* of the valid one; 0: not valid */
  GArray *features;        /* of double: what it was ranked by (rank/features.def), or null */
  char *counterexample; /* REJECTED: the test that a bounded check led to, and the clause that it violates; else null */
  gint64 confirmed_at;  /* monotonic, for the event log only; 0: not confirmed */
} AfTrial;

/* How many candidates came how far. */
typedef struct {
  guint n_candidates;
  guint n_uncompilable; /* did not compile */
  guint n_left_out;     /* of other woven text, in all screens */
  guint n_screened;     /* run against the tests */
  guint n_repairing;    /* passed all failing tests; what part of them fell later tells how much the contracts see */
  guint n_survivors;    /* passed them all: valid */
  guint n_groups;       /* groups of the survivors */
  guint n_confirmed, n_rejected; /* by the confirm step */
  gboolean complete;             /* not cut short by the deadline */
} AfValidateCounts;

/* The state of one validation: of one fault, whose candidates go through the steps below in their order.  Steps that
 * read it do so from several threads; each trial is written by the one worker that has the candidate. */
typedef struct {
  /* what is given, all borrowed */
  const AfModule *module; /* the unchanged program */
  const AfFault *fault;   /* with T_r */
  AfValidateOptions options;
  /* what has been found out */
  AfValidateCounts counts;
  GArray *trials;      /* of AfTrial, per candidate; null before the screen */
  GPtrArray *effects;  /* of AfEffects: of candidates that come near; null unless learnt */
  GPtrArray *held_out; /* of AfTest: the held-out tests of the evidence, those of all rounds; null before */
  GPtrArray *others;   /* of AfFault, not owned: other faults of the module, whose smallest tests are the last held-out
                          ones, in their order; null before */
  GHashTable *reached; /* place -> in how many of the tests that the unchanged program passes it comes to it; null
                          before, and where nobody asked */
  GHashTable *reached_failing; /* likewise of those that it fails */
  GArray *observations;  /* of guint64, per test of T_r, then per held-out test: the unchanged program's, like those of
                            a fix; AF_NO_TEST where it does not pass; null before */
  GArray *insides;       /* likewise */
  GPtrArray *confirming; /* of AfTest: further ones, which confirmation alone runs; null unless drawn */
  /* the round that is on, from its screen until its fixes are observed; else null */
  AfBuild *build;       /* the switched binary of this round's candidates */
  GPtrArray *subjects;  /* of AfSubject: one for each worker, on that build */
  GPtrArray *compiled;  /* of AfCandidate: those of the round that compiled */
  GPtrArray *survivors; /* of AfCandidate: those of them that passed T_r */
} AfValidation;

/* @module, @fault and what @options refers to must outlive it. */
void af_validation_init (AfValidation *validation, const AfModule *module, const AfFault *fault,
                         const AfValidateOptions *options);
void af_validation_clear (AfValidation *validation);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AfValidation, af_validation_clear)

/* The trial of a candidate that has been in a screen. */
AfTrial *af_validation_trial (const AfValidation *validation, const AfCandidate *candidate);

/* T_r and the held-out tests of the evidence, in the order of the observations of a fix: array of AfTest, not owned. */
GPtrArray *af_validation_tests (const AfValidation *validation);

/* --- a round: screen, perhaps learn, observe --- */

/* Builds those of @candidates that have no trial yet, and runs them on T_r.  @candidates are all so far, numbered from
 * 1 in array order. */
gboolean af_validate_screen (AfValidation *validation, const GPtrArray *candidates, GError **error);
/* The evidence for those that passed the screen, on T_r and on held-out tests, which are drawn in the first round and
 * used in all, so that their fixes can be compared.  Array of AfFix with observations, in candidate order. */
GPtrArray *af_validate_watch (AfValidation *validation, GError **error);
/* Finds out what those of the round that come near a repair do to each test (validation->effects): what a further
 * round is made from. */
gboolean af_validate_learn (AfValidation *validation, GError **error);
/* Ends the round; so does the next one's screen. */
void af_validate_end_round (AfValidation *validation);
/* The evidence, and then the end of the round. */
GPtrArray *af_validate_observe (AfValidation *validation, GError **error);

/* --- the fixes of all rounds --- */

/* What its edits say of @fix: whether it discards work, how large it is.  @blamed: the routine that it changes where
 * the candidate names none. */
void af_validate_note_change (AfFix *fix, const AfRoutine *blamed);

/* What the unchanged program does in tests that it passes, and no test does with a fix: fix->lost. */
void af_validate_note_losses (const AfValidation *validation, const GPtrArray *fixes);
/* Puts fixes with the same observations on T_r and on the held-out tests into one group (fix->group counts from 1 in
 * array order, the first of each is the representative). */
void af_validate_group (GPtrArray *fixes);
/* Ranks, groups and features of the valid ones in their trials, from the order of @fixes. */
void af_validate_note_ranks (AfValidation *validation, const GPtrArray *fixes);
/* Draws held-out tests for the confirmation of @fixes (validation->confirming): random ones of the routines that they
 * change, the smallest ones, and tests of the module's other routines.  Without them confirmation runs T_r alone. */
gboolean af_validate_draw_confirming (AfValidation *validation, const GPtrArray *fixes, GError **error);
/* Confirms fixes in array order until @wanted are confirmed; a group of which two fall is given up.  Only what was
 * confirmed stays in @fixes, where no error ends it. */
gboolean af_validate_confirm (AfValidation *validation, GPtrArray *fixes, guint wanted, GError **error);
/* Whether @candidate, which has been observed, stands T_r and the held-out tests of the evidence in a build with
 * sanitizers.  Nothing is noted, so that this may run beside other steps; @cancel, in place of that of the options,
 * ends it. */
gboolean af_validate_stands (AfValidation *validation, AfCandidate *candidate, GCancellable *cancel, gboolean *stands,
                             GError **error);
/* What is shown of @fixes (of AfFix, in order) when confirming has not come to its end: those that are confirmed, or if
 * none is the first ones, which say so; at most @most. */
void af_validate_keep_best (GPtrArray *fixes, guint most);
/* For each two groups that are shown: the shortest known test on which they differ, made shorter while they still do,
 * and what each does (fix->distinctions of the worse one's representative).  @fixes are confirmed and in order. */
gboolean af_validate_distinguish (const AfValidation *validation, const GPtrArray *fixes, GError **error);

/* Runs the test command in a copy of the project, in which @candidate (nullable: nothing) has been applied.  The copy
 * is made in the new folder @dir and removed.  False with AF_ERROR_USAGE when the module is not below the project, or
 * on an interruption. */
gboolean af_validate_command (const AfValidation *validation, const AfCandidate *candidate, const char *dir,
                              gboolean *passes, GError **error);

/* --- yardstick/: any changed version of the module --- */

/* Writes the module's sources and headers below the new folder @dir, those in @texts (canonical path -> new text)
 * changed, and reads them as a module.  Null with AF_ERROR_SOURCE when they do not parse. */
AfModule *af_validate_changed (const AfModule *module, GHashTable *texts, const char *dir, const char *include_dir,
                               GError **error);

/* The same with the edits of @candidate. */
AfModule *af_patched_load (const AfModule *module, const AfCandidate *candidate, const char *dir,
                           const char *include_dir, GError **error);

/* What changed programs are measured by: T_r of a fault and held-out tests, with what the unchanged program does on
 * them.
 */
typedef struct AfYardstick AfYardstick;

/* @fault has its T_r; held-out tests are made for its routine and for @changed (of AfRoutine), which the changed
 * programs have otherwise.  @module, @fault and @options must outlive it. */
AfYardstick *af_yardstick_new (const AfModule *module, const AfFault *fault, const GPtrArray *changed,
                               const AfValidateOptions *options, GError **error);
void af_yardstick_free (AfYardstick *yardstick);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfYardstick, af_yardstick_free)

typedef enum {
  AF_MEASURED_FIXES,   /* every test that showed the fault gets past it, and what passed passes */
  AF_MEASURED_KEEPS,   /* what passed passes, and a test still shows the fault */
  AF_MEASURED_TRADES,  /* what passed passes, and a test that showed the fault shows another in its place */
  AF_MEASURED_BREAKS,  /* a test that passed fails */
  AF_MEASURED_SILENCES /* no test speaks against it, but those that showed the fault, or most others, are invalid now */
} AfMeasured;

typedef struct {
  AfMeasured verdict;
  guint n_tests, n_held_out;     /* of T_r; held-out ones */
  guint n_failing, failing_gone; /* tests that showed the fault before; those of them that are invalid now */
  guint n_passing, passing_gone; /* the same of tests that passed before */
  guint n_changed;               /* passing tests that end differently than before */
  gboolean hides;                /* the blamed routine is as it was, and no test comes any more to where it failed, or
                                    to work in it that passing tests came to */
  const AfTest *counterexample;  /* the shortest one that speaks against it, the yardstick's; else null */
  char *violation;               /* what happens in it, for people; null likewise */
  GArray *observations;          /* of guint64, per test; 0 where it does not pass */
} AfMeasure;

void af_measure_free (AfMeasure *measure);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfMeasure, af_measure_free)

/* Builds @changed with sanitizers and runs all tests.  Null with AF_ERROR_BUILD when it does not compile, with
 * AF_ERROR_SOURCE when the tests cannot call what they call any more. */
AfMeasure *af_yardstick_measure (const AfYardstick *yardstick, const AfModule *changed, GError **error);
/* The shortest test on which two measured programs end differently, or null. */
const AfTest *af_yardstick_distinguish (const AfYardstick *yardstick, const AfMeasure *a, const AfMeasure *b);

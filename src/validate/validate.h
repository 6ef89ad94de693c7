/* Validation: which candidates pass every test, and stand up when built as the user would build them?
 *
 * Screen: one binary holds all candidates; failing tests first, stop at the first failure.
 * Confirm: the patch is applied to a copy of the sources, which is read, woven and built anew with sanitizers; all
 * tests of T_r and fresh ones are run. */
#pragma once

#include "model/candidate.h"
#include "synthesize/layout.h"
#include "testgen/testgen.h"
#include "util/events.h"

typedef struct {
  guint64 seed;
  guint jobs;
  guint n_fresh; /* fresh tests per fault; default 300 */
  guint n_near;  /* tests that repeat failing ones and go on, to tell survivors apart; fewer for very many survivors */
  const GPtrArray *known; /* of AfFault: all faults of the module, which are held against no candidate; nullable */
  gint64 deadline;        /* monotonic; 0: none */
  AfSubjectConfig config;
  const char *include_dir;  /* for reading the patched copy */
  const char *test_command; /* of the project, for the shell; null: none */
  AfLayout layout;          /* how the patches that are confirmed are laid out */
  AfEvents *events;         /* a patch that could not be laid out is noted here; null: nowhere */
  const char *project;      /* folder in which it runs; the sources are below it */
  void (*progress) (guint n_screened, guint n_all,
                    gpointer data); /* of the screen, from the calling thread; nullable */
  gpointer progress_data;
  gboolean prove;    /* check confirmed fixes up to a bound */
  gboolean learn;    /* fill counts->effects: a further round may follow */
  gboolean alone;    /* a process for each candidate of the screen */
  gboolean unsorted; /* the passing tests stay in their order */
  gboolean narrow;   /* confirmation runs T_r only */
} AfValidateOptions;

/* How far a candidate came; README.md has the whole way. */
typedef enum {
  AF_TRIAL_UNTRIED,      /* the run or its budget ended before the screen was done with it */
  AF_TRIAL_UNCOMPILABLE, /* did not compile */
  AF_TRIAL_KILLED,       /* failed a test of T_r in the screen */
  AF_TRIAL_UNSTABLE, /* a test of T_r gave no outcome in the screen, or was passed there and not when it was run again
                      */
  AF_TRIAL_SILENCER, /* passed, but more than half of the passing tests are none any more */
  AF_TRIAL_REFUTED,  /* passed T_r and failed a fresh test */
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

typedef struct {
  guint n_candidates;
  guint n_uncompilable; /* did not compile */
  guint n_screened;     /* run against the tests */
  guint n_repairing;    /* passed all failing tests; what part of them fell later tells how much the contracts see */
  guint n_survivors;    /* passed them all: valid */
  guint n_groups;       /* behaviours among the survivors */
  guint n_confirmed, n_rejected; /* by the confirm step */
  gboolean complete;             /* not cut short by the deadline */
  GArray *trials;                /* of AfTrial, per candidate; null before the screen */
  GPtrArray *effects;            /* of AfEffects: of candidates that come near; null unless asked for */
  GPtrArray *fresh;              /* of AfTest: the fresh tests of the evidence; null before */
} AfValidateCounts;

void af_validate_counts_clear (AfValidateCounts *counts);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AfValidateCounts, af_validate_counts_clear)
/* The trial of a candidate; @counts were filled by the screen. */
AfTrial *af_validate_trial (const AfValidateCounts *counts, const AfCandidate *candidate);

/* The valid ones among @candidates, which are numbered from 1 in array order: array of AfFix with observations, in
 * candidate order.  Fills @counts, which holds nothing before. */
GPtrArray *af_validate_screen (const AfModule *module, const AfFault *fault, const GPtrArray *candidates,
                               const AfValidateOptions *options, AfValidateCounts *counts, GError **error);
/* A further round: screens those among @candidates, all so far, that have no trial in @counts yet; the same fresh
 * tests.  Array of AfFix as above; @counts add up. */
GPtrArray *af_validate_screen_more (const AfModule *module, const AfFault *fault, const GPtrArray *candidates,
                                    const AfValidateOptions *options, AfValidateCounts *counts, GError **error);
/* Puts fixes with the same observations on T_r and on the fresh tests into one group (fix->group counts from 1 in array
 * order, the first of each is the representative). */
void af_validate_group (GPtrArray *fixes);
/* How far the fixes agree (fix->consensus, fix->alive), from their observations. */
void af_validate_compare (GPtrArray *fixes);
/* Ranks, groups and features of the valid ones in counts->trials, from the order of @fixes. */
void af_validate_note_ranks (const GPtrArray *fixes, AfValidateCounts *counts);
/* Confirms fixes in array order until @wanted are confirmed; a group of which two fall is given up.  Only what was
 * confirmed stays in @fixes: nothing else is ever shown. */
gboolean af_validate_confirm (const AfModule *module, const AfFault *fault, GPtrArray *fixes, guint wanted,
                              const AfValidateOptions *options, AfValidateCounts *counts, GError **error);

/* For each two groups that are shown: the shortest known test on which they differ, made shorter while they still do,
 * and what each does (fix->apart of the worse one's representative).  @fixes are confirmed and in order. */
gboolean af_validate_tell_apart (const AfModule *module, const AfFault *fault, const GPtrArray *fixes,
                                 const AfValidateOptions *options, const AfValidateCounts *counts, GError **error);

/* --- command.c --- */

/* Runs the test command in a copy of the project, in which @candidate (nullable: nothing) has been applied.  The copy
 * is made in the new folder @dir and removed.  False with AF_ERROR_USAGE when the module is not below the project, or
 * on an interruption. */
gboolean af_validate_command (const AfModule *module, const AfCandidate *candidate, const char *dir,
                              const AfValidateOptions *options, gboolean *passes, GError **error);

/* --- yardstick/: any changed version of the module --- */

/* Writes the module's sources and headers below the new folder @dir, those in @texts (canonical path -> new text)
 * changed, and reads them as a module.  Null with AF_ERROR_SOURCE when they do not parse. */
AfModule *af_validate_changed (const AfModule *module, GHashTable *texts, const char *dir, const char *include_dir,
                               GError **error);

/* What changed programs are measured by: T_r of a fault and fresh tests, with what the unchanged program does on them.
 */
typedef struct AfYardstick AfYardstick;

/* @fault has its T_r; fresh tests are made for its routine and for @changed (of AfRoutine), which the changed programs
 * have otherwise.  @module, @fault and @options must outlive it. */
AfYardstick *af_yardstick_new (const AfModule *module, const AfFault *fault, const GPtrArray *changed,
                               const AfValidateOptions *options, GError **error);
void af_yardstick_free (AfYardstick *yardstick);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfYardstick, af_yardstick_free)

typedef enum {
  AF_MEASURED_FIXES,   /* every test that showed the fault gets past it, and what passed passes */
  AF_MEASURED_KEEPS,   /* what passed passes, and a test still shows the fault */
  AF_MEASURED_TRADES,  /* what passed passes, and a test that showed the fault shows another in its place */
  AF_MEASURED_BREAKS,  /* a test that passed fails */
  AF_MEASURED_SILENCES /* no test speaks against it, but those that showed the fault, or most others, are no tests any
                          more */
} AfMeasured;

typedef struct {
  AfMeasured verdict;
  guint n_tests, n_fresh;        /* of T_r; fresh ones */
  guint n_failing, failing_gone; /* tests that showed the fault before; those of them that are no tests any more */
  guint n_passing, passing_gone; /* the same of tests that passed before */
  guint n_changed;               /* passing tests that end differently than before */
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
const AfTest *af_yardstick_apart (const AfYardstick *yardstick, const AfMeasure *a, const AfMeasure *b);

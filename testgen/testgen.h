/* Test generation: random calls with the contracts as oracle.
 *
 * In:  a module with clauses, and a running subject per worker.
 * Out: faults with minimised failing tests; for a fault the tests T_r = P and F; held-out tests for confirmation.
 *
 * Scripts are made in units of fixed size, each from its own seed, and merged in unit order: the result does not
 * depend on the number of workers. */
#pragma once

#include <gio/gio.h>

#include "model/fault.h"
#include "subject/subject.h"

/* How far exploration has come. */
typedef struct {
  guint calls, invalid;         /* made; skipped because a precondition did not hold */
  guint routines, all_routines; /* of those that tests can call: called; all */
  guint branches, all_branches; /* taken; all */
  guint failures;               /* different ones, not yet settled */
  gint64 worked;                /* microseconds of processor time so far, ours and the subjects' */
} AfTestgenProgress;

typedef struct {
  guint64 seed;
  guint jobs;
  AfSubject *const *subjects;       /* one per worker: jobs of them */
  const char *const *only_routines; /* aim at these, null-terminated; null: all */
  const GPtrArray *known;           /* of AfTest: made before anything else, as those of an earlier run; null: none */
  gint64 deadline;                  /* g_get_monotonic_time: when no more tests are made; 0: none */
  gint64 end;                       /* likewise: when what was found is no longer replayed; 0: none */
  guint64 steps;     /* that exploring may use, as it counts them itself: the same tests on any machine; 0: any */
  gboolean is_rough; /* failures are neither replayed nor made smaller (all are undecided), and nothing is learnt */
  gint64 work;       /* microseconds of processor time that exploring may use, ours and the subjects'; 0: any */
  guint effort;      /* 1 is the default plan; more multiplies the number of scripts; 0: as 1 */
  gboolean goes_on;  /* beyond the plan, while no fault is found or something new still appears */
  GCancellable *cancel;
  void (*progress) (const AfTestgenProgress *progress,
                    gpointer data); /* between rounds, from the calling thread; nullable */
  gpointer progress_data;
  /* Asked between rounds about each failure that is new, and not yet confirmed; true: it is all that was wanted.
   * Nullable. */
  gboolean (*enough) (const AfFault *seen, gpointer data);
  gpointer enough_data;
} AfTestgenOptions;

/* The whole module: grows objects by commands, calls every routine, keeps what fails.  Faults are deduplicated and
 * their test minimised.  Null only on AF_ERROR_SUBJECT; an ended budget, or options->cancel, gives complete == false,
 * and a failure that there was no time to replay is undecided. */
AfCorpus *af_testgen_explore (const AfModule *module, const AfTestgenOptions *options, GError **error);
/* Fills fault->failing and fault->passing with varied tests that reach the fault's routine in their last call: those of
 * other faults are left out, equal ones kept once.  At most @max_failing and @max_passing. */
gboolean af_testgen_focus (const AfModule *module, AfFault *fault, guint max_failing, guint max_passing,
                           const AfTestgenOptions *options, GError **error);
/* @n tests for @routine that af_testgen_focus with the same seed never makes: not run yet.  Array of AfTest. */
GPtrArray *af_testgen_held_out (const AfModule *module, const AfRoutine *routine, guint n, guint64 seed);
/* @n tests that repeat one of @failing (of AfTest), now and then with other values or calls, and go on after the call
 * that failed: changed programs that all pass the failing tests do different things there.  Array of AfTest. */
GPtrArray *af_testgen_near (const AfModule *module, const AfRoutine *routine, const GPtrArray *failing, guint n,
                            guint64 seed);
/* Settles where a raw outcome of @test happened, as exploring and focusing do: a loop that does not end at its head, a
 * crash outside of the module's frames (or a leak) in the routine that the test called.  Only then can outcomes be held
 * against a fault. */
void af_testgen_blame (const AfModule *module, const AfTest *test, AfOutcome *outcome);

/* "sset_put_left   7/8  not taken: line 14 (false)" for each routine with branches, and the sum; owned by the caller.
 */
char *af_testgen_coverage_text (const AfModule *module, const AfCorpus *corpus);

/* "s = sset_create (); sset_put_left (s, 7)"; owned by the caller. */
char *af_testgen_describe (const AfModule *module, const AfTest *test);
/* The same, each call by itself: null-terminated, owned by the caller. */
char **af_testgen_describe_calls (const AfModule *module, const AfTest *test);
/* What a test showed of a program: its outcome, and if it passed the notes of it (of AfNote). */
typedef struct {
  const AfOutcome *outcome;
  const GArray *notes;
} AfShown;
/* In words the first thing that two programs differ in at the end of a test: "set_find returns 3", "set_find returns 4"
 * or "the last call violates ..."; both owned by the caller.  FALSE when nothing that has words differs. */
gboolean af_testgen_describe_difference (const AfModule *module, const AfTest *test, const AfShown *here,
                                         const AfShown *there, char **in_words_here, char **in_words_there);
/* A standalone C program with one Check test that makes these calls; owned by the caller. */
char *af_testgen_check_source (const AfModule *module, const AfFault *fault);

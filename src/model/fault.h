/* Faults and the corpus of tests of a run. */
#pragma once

#include "model/test.h"

/* Microseconds: of the monotonic clock; of processor time that had gone into making tests. */
typedef struct {
  gint64 at, work;
} AfMoment;

/* The pair (location, clause) in a routine; two failures with the same three are one fault.
 *
 * A *view* is a fault looked at from another routine that takes part in it: same tests, same clause, but routine,
 * location and condition are those of the other routine, so that it can be localised and repaired there. */
typedef struct AfFault AfFault;
struct AfFault {
  char *id; /* "F-3a91c2": hash of module, routine, clause text and kind; a further location with the same adds "-2" */
  const AfRoutine *routine; /* the blamed one */
  guint location;
  const AfClause *clause;
  AfExpr *condition;  /* the clause in the scope of the routine: a precondition with the call's arguments put in for the
                         parameters; null for the backstops */
  gboolean undefined; /* seen only as "could not be evaluated" */
  AfTest *test;       /* smallest failing test */
  AfOutcome outcome;  /* of that test */
  GPtrArray *failing; /* F: of AfTest */
  GPtrArray *passing; /* P: of AfTest */
  GPtrArray *aside;   /* of AfTest: failing tests that are not in F, since they show another mistake; of a view empty */
  guint failing_states, passing_states; /* different sets of abstract states that the tests of each came through */
  guint64 most_steps;                   /* that one of the passing tests took; 0 when there is none */
  AfMoment found;                       /* when a test first showed it, for the event log and measurements only */
  guint n_other;                        /* tests that ran into another fault or were invalid, and were left out */
  const AfFault *seen;                  /* of a view: the fault itself, by which outcomes are told; else null */
  gboolean is_earlier; /* of a view: the routine was called earlier in the tests, and not by their last call */
};

AfFault *af_fault_new (const AfModule *module, const AfRoutine *routine, guint location, const AfClause *clause);
void af_fault_free (AfFault *fault);
/* The fault looked at from @routine; @fault must outlive it.  Its location is the call that leads to the blamed routine
 * if there is one, else the exit; its condition is the clause about @routine's own parameters where types tell which,
 * else null. */
AfFault *af_fault_view (const AfModule *module, const AfFault *fault, const AfRoutine *routine);
/* Other routines that may be the cause: those between the calls of the tests and the blamed routine, and those that it
 * calls; near ones first, commands before queries.  At most @n: array of AfRoutine, not owned. */
GPtrArray *af_fault_related (const AfModule *module, const AfFault *fault, guint n);
/* The fault looked at from a routine that was called earlier: @clause, written for the fault's routine, did not hold
 * any more when the earlier call was over.  Its location is the exit.  Null where the clause cannot be said about the
 * routine's parameters. */
AfFault *af_fault_earlier_view (const AfModule *module, const AfFault *fault, const AfRoutine *routine, AfExpr *clause);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfFault, af_fault_free)
/* Whether a FAIL outcome is this fault; the blame of an endless call must have been settled (af_testgen_blame). */
gboolean af_fault_is (const AfFault *fault, const AfOutcome *outcome);
/* "precondition of 'set_go_i_th' violated by 'set_move_item'"; owned by the caller. */
char *af_fault_title (const AfModule *module, const AfFault *fault);
/* What a test that did not pass showed, with its clause: "precondition of ... violated by ...: idx >= 0"; owned by the
 * caller. */
char *af_outcome_text (const AfModule *module, const AfOutcome *outcome);
/* Position of the fault in the user's file: of its location, or of the routine's closing brace for the exit. */
void af_fault_position (const AfModule *module, const AfFault *fault, const char **path, guint *line, guint *column);

/* A way on from a condition, as far as it can be told from the others. */
typedef struct {
  guint routine, location; /* of the condition */
  guint way;               /* index in location->next: for a condition 0 is true, 1 false */
  gboolean covered;        /* a test took it */
} AfBranch;

/* A public routine that no test came to, not through another one either. */
typedef struct {
  const AfRoutine *routine;
  gboolean is_reachable; /* tests could call it, if only they had what it needs: not so when it is variadic */
} AfUncalled;

/* A clause that a number from a test broke in a call of the routine, of which nobody says how large it may be; or one
 * of its `unasked` that a test broke. */
typedef struct {
  const AfRoutine *routine; /* that the test called */
  const AfClause *clause;   /* of it, or of one that it calls; not owned */
} AfSeenGap;

typedef struct {
  GPtrArray *faults;    /* of AfFault, in order of discovery under the seed */
  GPtrArray *undecided; /* of AfFault, alike: tests that did not end in their time (outcome FAIL), or were seen to fail
                           and not run again before the budget ended (UNKNOWN) */
  GArray *branches;     /* of AfBranch, by routine, location and way */
  GArray *transitions;  /* of AfTransition, from passing calls */
  guint n_calls;        /* executed */
  guint n_invalid;      /* calls left out because the precondition did not hold */
  guint n_passing, n_failing; /* tests */
  GPtrArray
    *kept; /* of AfTest: smallest failing tests, then those that came to something new, to begin the next run with */
  GPtrArray *notices; /* of char *: "routine 'f' skipped: variadic" */
  GArray *uncalled;   /* of AfUncalled, by routine */
  GArray *gaps;       /* of AfSeenGap, each once, in order of discovery */
  gint64 worked;      /* microseconds of processor time that making the tests took; for the event log only */
  guint64 steps;      /* what exploring cost: steps of the module, calls and tests as so many steps */
  gboolean complete;  /* the plan was finished before the deadline */
} AfCorpus;

AfCorpus *af_corpus_new (void);
void af_corpus_free (AfCorpus *corpus);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfCorpus, af_corpus_free)
/* Whether that no fault was found says nothing about some routine: one that tests could call was never called, or
 * there was no call at all. */
gboolean af_corpus_is_blind (const AfCorpus *corpus);
char *af_corpus_dump (const AfModule *module, const AfCorpus *corpus);

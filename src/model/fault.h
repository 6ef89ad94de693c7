/* Faults and the corpus of tests of a run. */
#pragma once

#include "model/test.h"

/* The pair (location, clause) in a routine; two failures with the same three are one fault. */
typedef struct {
  char *id;             /* "F-3a91c2": hash of module, routine, clause text and kind; a further location with the same adds "-2" */
  const AfRoutine *routine;     /* the blamed one */
  guint location;
  const AfClause *clause;
  AfExpr *condition;    /* the clause in the scope of the routine: a precondition with the call's arguments put in for the
                           parameters; null for the backstops */
  gboolean undefined;   /* seen only as "could not be evaluated" */
  AfTest *test;         /* smallest failing test */
  AfOutcome outcome;    /* of that test */
  GPtrArray *failing;   /* F: of AfTest */
  GPtrArray *passing;   /* P: of AfTest */
  guint64 most_steps;   /* that one of the passing tests took; 0 when there is none */
  gint64 found_at;      /* monotonic time at which a test first showed it, for the event log only */
  guint n_other;        /* tests that ran into another fault or were invalid, and were left out */
} AfFault;

AfFault *af_fault_new (const AfModule *module, const AfRoutine *routine, guint location, const AfClause *clause);
void af_fault_free (AfFault *fault);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfFault, af_fault_free)
/* Whether a FAIL outcome is this fault; the blame of an endless call must have been settled (af_testgen_blame). */
gboolean af_fault_is (const AfFault *fault, const AfOutcome *outcome);
/* "precondition of 'set_go_i_th' violated by 'set_move_item'"; owned by the caller. */
char *af_fault_title (const AfModule *module, const AfFault *fault);
/* Position of the fault in the user's file: of its location, or of the routine's closing brace for the exit. */
void af_fault_position (const AfModule *module, const AfFault *fault, const char **path, guint *line, guint *column);

typedef struct {
  GPtrArray *faults;    /* of AfFault, in order of discovery under the seed */
  GArray *transitions;  /* of AfTransition, from passing calls */
  guint n_calls;        /* executed */
  guint n_invalid;      /* calls left out because the precondition did not hold */
  guint n_passing, n_failing; /* tests */
  GPtrArray *notices;   /* of char *: "routine 'f' skipped: variadic" */
  gboolean complete;    /* the plan was finished before the deadline */
} AfCorpus;

AfCorpus *af_corpus_new (void);
void af_corpus_free (AfCorpus *corpus);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfCorpus, af_corpus_free)
char *af_corpus_dump (const AfModule *module, const AfCorpus *corpus);

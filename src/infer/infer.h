/* Contracts that nobody wrote, proposed from what a module was seen to do.
 *
 * In:  a module with its clauses, and the means to run it.
 * Out: proposals: clauses that held in all random tests, that tests made to break them did not break, and that what is
 * written already and the other proposals do not imply. */
#pragma once

#include "model/candidate.h"
#include "model/module.h"
#include "solver/solver.h"
#include "subject/subject.h"

typedef struct {
  AfClauseKind kind;        /* AF_CLAUSE_PRECONDITION, _POSTCONDITION or _INVARIANT */
  const AfRoutine *routine; /* whose contract it is; null for an invariant */
  const AfType *record;     /* of an invariant, else null: its expr is about `it`, a pointer to one */
  AfExpr *expr;
  gboolean is_query;       /* none of these: that the routine changes nothing; expr is a call of it */
  gboolean is_read;        /* off the code (contracts/assumed), not off tests */
  guint n_states;          /* different states of arguments and objects that it was seen in */
  guint n_tests;           /* that ran with it as a check after that and did not break it */
  double surprise;         /* -log10 of the chance that it held by accident, at most 6 */
  double weight;           /* how much it says; proposals come by it */
  AfProofOutcome proof;    /* of the bounded check: BOUNDED, UNKNOWN; UNTRIED of preconditions */
  guint proof_bound;       /* BOUNDED: k */
  gboolean proof_complete; /* BOUNDED: nothing was cut off at k */
  char *proof_reason;      /* UNKNOWN: why, for people; else null */
  guint n_caught;          /* changes of the code that it is the first to notice; filled in by who tries some */
  char *caught;            /* one of them, for people; null: none */
} AfProposal;

void af_proposal_free (AfProposal *proposal);

/* What is being done, for people: "attack 2: 31 proposals". */
typedef void (*AfInferProgress) (const char *text, gpointer data);

typedef struct {
  const AfSubjectConfig *config;
  AfSolver *solver;
  guint64 seed;
  guint jobs;
  const GPtrArray *candidates; /* of AfCandidate: woven into what is observed, too; nullable */
  guint effort;                /* multiplies the tests; 0: as 1 */
  gboolean is_narrow;          /* only the shapes and terms whose worth in the ranking was measured */
  gboolean proves;             /* what no test broke goes to the bounded check, too */
  gint64 deadline;             /* monotonic: shared out among the steps, each of which is left then; 0: none */
  AfInferProgress progress;
  gpointer progress_data;
} AfInferOptions;

typedef struct {
  GPtrArray *proposals; /* of AfProposal: by routine in the order of the text, invariants first, weighty ones first */
  GPtrArray *headers;   /* of AfSource, parallel to those of the module; null where one cannot be read */
  guint n_seen;         /* relations that held in all tests */
  guint n_implied;      /* of them implied by others */
  guint n_broken;       /* of them broken by attacks */
  guint n_refuted;      /* of them broken by tests that the bounded check led to */
  guint n_calls;        /* that the tests made */
  guint n_changes;      /* of the code that were tried on the proposals */
  gboolean is_late;     /* the deadline came first */
  gboolean is_cut;      /* the last attack still broke some, and there was to be none after it: others may break, too */
} AfInference;

void af_inference_free (AfInference *inference);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfInference, af_inference_free)

/* @module is changed while this runs, and as it was afterwards.  Null with AF_ERROR_BUILD, AF_ERROR_SUBJECT or
 * AF_ERROR_INTERRUPTED. */
AfInference *af_infer (AfModule *module, const AfInferOptions *options, GError **error);

/* Adds to @to what is proposed for another version of it, as far as it has what that speaks of: postconditions,
 * invariants, and preconditions that calls from tests keep to.  The clauses: array of AfClause, owned by @to. */
GPtrArray *af_infer_transfer (const AfInference *inference, AfModule *to);
/* Adds the proposals of tests as clauses of the module that they are of, until af_infer_retract: the number of the
 * first of them; to @owners (of guint) the place of the proposal of each. */
guint af_infer_state (const AfInference *inference, AfModule *module, GArray *owners);
void af_infer_retract (AfModule *module, guint first);
/* Whether Z3 derives @clause, a pre- or postcondition that @routine does not have, from what is proposed and written.
 */
gboolean af_infer_implies (const AfModule *module, const AfInference *inference, const AfRoutine *routine,
                           const AfClause *clause, AfSolver *solver);
/* How many of the conditions that the invariant @function states outside of loops Z3 derives from what is proposed for
 * its type; those that it does not are added to @missed (of AfExpr, over `it`; owned by it). */
guint af_infer_implied_demands (const AfModule *module, const AfInference *inference, const AfRoutine *function,
                                AfSolver *solver, GPtrArray *missed);
/* Takes out the proposals with which the module cannot be read; how many.  Versions of it are written below @dir. */
guint af_infer_drop_unreadable (const AfModule *module, AfInference *inference, const char *dir,
                                const char *include_dir);
/* A file that proposals change. */
typedef struct {
  const AfSource *source; /* of the module, or a header of the inference; as it was read */
  GPtrArray *edits;       /* of AfEdit, at least one */
} AfInferChange;
/* Array of AfInferChange: sources, then headers.  @module and @inference must outlive it. */
GPtrArray *af_infer_changes (const AfModule *module, const AfInference *inference, const GPtrArray *proposals);
/* The file in which it would be written; not owned. */
const char *af_proposal_path (const AfModule *module, const AfInference *inference, const AfProposal *proposal);
/* "ENSURE (RESULT == s->count)"; owned by the caller. */
char *af_proposal_text (const AfProposal *proposal);

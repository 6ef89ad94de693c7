/* Inside of guards: the search for conditions that tell tests apart. */
#pragma once

#include "localize/states.h"
#include "synthesize/synthesize-internal.h"

/* What a guard at one location must tell apart.  Sets of tests are bits by number in the trace, sets of states bits by
 * state. */
typedef struct {
  const AfStates *states;
  guint location;
  const guint64 *needed;   /* tests in which the guard must be true */
  const guint64 *banned;   /* tests in which it must never be */
  const guint64 *dear;     /* tests in which it had better not be */
  const guint64 *relevant; /* states in which its value matters, or null: all */
} AfExamples;

/* A predicate or its complement, with its values; owned by the array of them. */
typedef struct {
  AfExpr *expr;
  AfVector *vector;
  guint size;
  double edep;
} AfLiteral;

/* Predicates of @localization and their complements that product code can hold: array of AfLiteral. */
GPtrArray *af_literals_new (const AfLocalization *localization, const AfStates *states);

typedef struct {
  AfExpr *expr;
  AfVector *vector;
  double cost; /* smaller is better: size, and how often it holds where nothing has to be done */
} AfGuard;

/* Guards for @examples made of @literals, the best first, at most @limit: single ones, else pairs, else linear
 * comparisons of the integers among the columns.  @usable: whether an expression can stand there.  Array of AfGuard. */
GPtrArray *af_guards_search (const AfExamples *examples, const GPtrArray *literals, guint limit,
                             gboolean (*usable) (AfExpr *expr, gpointer data), gpointer data);

/* linear.c: comparisons a * x + b * y > c and == c, for af_guards_search: array of AfGuard, unsorted. */
GPtrArray *af_guards_linear (const AfExamples *examples, gboolean (*usable) (AfExpr *expr, gpointer data),
                             gpointer data);
/* The guard if @vector tells the examples apart, with its cost; else null. */
AfGuard *af_guard_of (const AfExamples *examples, AfExpr *expr, AfVector *vector, double edep);
void af_guard_free (AfGuard *guard);

/* How natural the action is: that of its operator; 3 without one. */
guint af_prior_of (const AfAction *action);

/* Whether the edits of both can be made at once. */
gboolean af_changes_stand_together (const AfCandidate *a, const AfCandidate *b);
/* A candidate of @row with the edits of all @members (of AfCandidate, two at least, in the order of the text), which it
 * refers to; it rests on the least suspicious of them. */
AfCandidate *af_candidate_join (const GPtrArray *members, const AfOperator *row);

/* Whether a change moves what becomes of every failing test and breaks nothing. */
gboolean af_effects_lead_on (const AfEffects *effects);

/* How much a change at several places promises. */
typedef struct {
  guint repaired;     /* failing tests that one place alone repairs, of the one that repairs most */
  guint touched;      /* likewise with those whose failure it moves */
  guint prior, place; /* of its action; in the order of what was tried, which makes the order total */
} AfPromise;

/* For sorting: the most promising first. */
int af_promise_compare (const AfPromise *x, const AfPromise *y);

/* repeats.c: adds to @chosen at most @limit candidates, each the change of one of @tried at all places of the task's
 * routine where the same expression stands; they refer to it.  @texts: set of the texts (af_candidate_text) that there
 * are, to which theirs are added. */
void af_repeats_add (const AfSynthesisTask *task, const AfTried *tried, GHashTable *texts, GPtrArray *chosen,
                     guint limit);

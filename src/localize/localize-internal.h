/* Inside of the localize room. */
#pragma once

#include "contracts/contracts.h"
#include "localize/localize.h"
#include "localize/states.h"

/* --- predicates/expressions.c --- */

/* Most expressions that are traced; and most that are recorded for implications only. */
#define AF_MAX_COLUMNS 120
#define AF_MAX_OPERANDS 40

/* The expressions whose sub-expressions make up sub(c): array of AfExpr. */
GPtrArray *af_clause_forms (const AfModule *module, const AfFault *fault);
/* Appends @expr with RESULT replaced by each expression that @routine returns; itself when there is nothing to replace
 * it by. */
void af_add_with_results (const AfRoutine *routine, AfExpr *expr, GPtrArray *forms);
/* Whether a probe can record the value: a number, a truth value or an address. */
gboolean af_is_recordable (const AfExpr *expr);
/* Texts of the expressions that are recorded for implications only, and are not in E+: set, owned by the caller. */
GHashTable *af_localize_aside (const AfModule *module, const AfFault *fault);

/* --- predicates/implications.c --- */

/* Implications in the clause, the contracts of the routine and of the queries called in @expressions, with their
 * mutations: array of AfExpr.  Appends to @operands (of AfExpr, owned; or null) what else has to be recorded to compute
 * them. */
GPtrArray *af_implications (const AfModule *module, const AfFault *fault, const GPtrArray *expressions,
                            GPtrArray *operands);

/* --- columns.c: see states.h --- */

/* How many tests do something, e.g. reach a location. */
typedef struct {
  guint passing, failing;
} AfTestCounts;

/* A comparison that C makes after converting the signed operand, so that -1 is not the smaller one. */
gboolean af_mixes_signs (const AfExpr *a, const AfExpr *b);
/* Makes equal rows recognisable and results repeatable: in each row, pointers become 0 for null, else 1, 2, ... by
 * first appearance, and undefined values 0. */
void af_trace_normalise (AfTrace *trace, const GPtrArray *columns);

/* --- predicates/background.c --- */

/* Conjuncts of the type invariants of the objects among @expressions: array of AfExpr. */
GPtrArray *af_background_facts (const AfModule *module, const GPtrArray *expressions);
/* A copy with simple queries replaced by their bodies. */
AfExpr *af_background_inline (const AfModule *module, AfExpr *expr);

/* --- predicates/prune.c --- */

typedef struct {
  const AfModule *module;
  AfSolver *solver;
  const GPtrArray *facts; /* the background, as given to the solver */
  gboolean merge;         /* else implications only */
  guint n_proved, n_unknown, n_questions;
  GPtrArray *dropped; /* of AfDropped: filled in; null: not wanted */
} AfPruner;

/* Text that is the same for a predicate and its complement, and for the two ways to write a comparison; owned by the
 * caller. */
char *af_predicate_key (AfExpr *expr);
/* Whether @a should represent the two if they are equivalent: smaller, a query rather than a comparison, text. */
int af_predicate_compare (const AfPredicate *a, const AfPredicate *b);
/* Removes redundant predicates and their vectors (array of AfVector, parallel) and sorts the others by
 * af_predicate_compare. */
void af_prune (AfPruner *pruner, GPtrArray *predicates, GPtrArray *vectors);

/* --- score.c --- */

/* Least value of a term that goes beyond the paper: with 0 it alone would decide. */
#define AF_LEAST_TERM 0.05

/* sub(c), to compare with. */
typedef struct {
  GHashTable *parts; /* set of texts */
  GHashTable
    *truths; /* af_predicate_key of each truth value among them -> the most parts that it has in one spelling */
} AfProximity;

void af_proximity_init (AfProximity *proximity, const GPtrArray *forms);
void af_proximity_clear (AfProximity *proximity);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AfProximity, af_proximity_clear)
/* eprox (expr, c). */
guint af_proximity_of (const AfProximity *proximity, AfExpr *expr);
/* eprox (p, c) for a predicate, which is there for its complement, too: of `!q (s)` in the clause, q (s) has all parts.
 */
guint af_proximity_of_predicate (const AfProximity *proximity, AfExpr *expr);
/* eprox / best; 1 for a clause without any expression. */
double af_edep (guint eprox, guint best);
/* cdep of every location, but at least @least where the fault can be reached: array of double. */
GArray *af_cdeps (const AfRoutine *routine, guint fault_location, double least);
/* How well a state that occurs in so many tests tells failing from passing ones, from AF_LEAST_TERM to 1. */
double af_share (const AfStates *states, guint passing, guint failing);
/* How well reaching a location does, from AF_LEAST_TERM to 1 (Ochiai). */
double af_spectrum (const AfStates *states, const AfTestCounts *visits);
/* @susp, the harmonic mean of @n terms, with one more. */
double af_susp_with (double susp, guint n, double term);

/* --- distance.c --- */

/* For each state its part of the way from satisfied to violated, as a mean over the failing tests: array, owned by the
 * caller; null where the clause cannot be computed from the columns.  All weights together are at most 1. */
double *af_distance_weights (const AfModule *module, const AfFault *fault, const AfTrace *trace,
                             const AfStates *states);

/* --- snapshots.c, invariants/ --- */

/* Most snapshots that are kept. */
#define AF_MAX_SNAPSHOTS 5000

/* A predicate with a value. */
typedef struct {
  guint predicate;
  gboolean value;
  gboolean is_profile; /* in Pi of the location, see invariants/conjunctions.c */
  guint passing;       /* tests with it */
} AfLiteral;

/* A snapshot while they are many; `with` is an index of a further predicate or -1, its value in with_value. */
typedef struct {
  guint predicate;
  int with;
  const GArray
    *whole; /* of AfLiteral: the conjunction of all of these, the first two are those here; null: of one or two */
  guint location;
  gboolean value, with_value;
  guint passing, failing;
  double cdep, edep, dyn, susp;
  double distance; /* its part of the way to the violation, 0 to 1 */
} AfScored;

typedef struct {
  const AfModule *module;
  const AfFault *fault;
  const AfLocalizeOptions *options;
  const AfStates *states;
  const GPtrArray *predicates;  /* of AfPredicate */
  const GPtrArray *vectors;     /* of AfVector */
  const GArray *cdeps;          /* of double, per location */
  const AfTestCounts *visits;   /* per location */
  const double *distance;       /* per state, see distance.c; null: not asked for */
  const AfProximity *proximity; /* sub(c) */
  guint best;                   /* max eprox */
} AfScoring;

/* Tests that get to each location: array, owned by the caller. */
AfTestCounts *af_count_visits (const AfStates *states);

/* Tests in which @a (and @b, nullable) have these values in some state of @location. */
AfTestCounts af_count_tests (const AfStates *states, guint location, const AfVector *a, gboolean value,
                             const AfVector *b, gboolean b_value);
/* The sum of the weights of the states of @location in which @a (and @b, nullable) have these values; 0 without
 * weights. */
double af_weigh_states (const AfScoring *scoring, guint location, const AfVector *a, gboolean value, const AfVector *b,
                        gboolean b_value);
/* dyn and susp from the counts, cdep, edep and distance that are set. */
void af_scored_finish (const AfScoring *scoring, AfScored *snapshot);
/* Every (location, predicate, value) that occurs in a failing test: array of AfScored. */
GArray *af_enumerate (const AfScoring *scoring);
/* Appends conjunctions.  Those of more than two refer to arrays that @wholes owns.  The text says what the bounds left
 * out; owned by the caller. */
char *af_conjoin (const AfScoring *scoring, GArray *snapshots, GPtrArray *wholes);
/* Total order, most suspicious first. */
void af_scored_sort (const AfScoring *scoring, GArray *snapshots);

/* --- writers.c --- */

/* At most @n of @routines (of AfRoutine): those that write a field of the violated clause, then those that read one; in
 * the place of one whose callee does the writing stands the callee, unless it is one of @but.  Array of AfRoutine, not
 * owned. */
GPtrArray *af_localize_writers (const AfModule *module, const AfFault *fault, const GPtrArray *routines,
                                const GPtrArray *but, guint n);

/* --- profile.c --- */

/* Sets the fault profile and the strongest predicate (AutoFix-E) of @localization.  They are shown; no score
 * depends on them. */
void af_profile (const AfScoring *scoring, const GPtrArray *forms, AfSolver *solver, AfLocalization *localization);

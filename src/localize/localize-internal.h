/* Inside of the localize room. */
#pragma once

#include "contracts/contracts.h"
#include "localize/localize.h"

/* --- expressions.c --- */

/* Most expressions that are traced. */
#define AF_MAX_COLUMNS 120

/* The expressions whose sub-expressions make up sub(c): array of AfExpr. */
GPtrArray *af_clause_forms (const AfModule *module, const AfFault *fault);
/* A copy with every OLD (e) replaced by e. */
AfExpr *af_without_old (AfExpr *expr);
gboolean af_mentions_result (AfExpr *expr);
/* What @routine returns, where that is a pure expression: array of AfExpr. */
GPtrArray *af_returned (const AfRoutine *routine);

/* --- implications.c --- */

/* Implications in the clause, the contracts of the routine and of the queries called in @predicates, with their mutations:
 * array of AfExpr. */
GPtrArray *af_implications (const AfModule *module, const AfFault *fault, const GPtrArray *predicates);

/* --- columns.c: the trace by columns --- */

/* The distinct rows of a trace, sorted by location.  Bit vectors have one bit per state. */
typedef struct {
  guint n;              /* states */
  guint n_words;        /* 64-bit words of a bit vector over states */
  guint n_locations;
  guint n_failing, n_passing;
  guint test_words;     /* words of a set of tests */
  guint *first;         /* by location, and one more: first state of it */
  guint64 *tests;       /* test_words per state: in which tests it occurs */
  gint64 *values;       /* n per column */
  guint64 *defined;     /* n_words per column */
  guint64 *all;         /* the vector of ones */
  const GPtrArray *columns;
  GHashTable *by_text;  /* text -> column + 1 */
} AfStates;

/* Three-valued truth over states; truth is a subset of defined. */
typedef struct {
  guint64 *truth;
  guint64 *defined;
  guint n_words;
} AfVector;

AfStates *af_states_new (const AfTrace *trace, const GPtrArray *columns, guint n_locations, guint n_failing, guint n_passing);
void af_states_free (AfStates *states);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfStates, af_states_free)
/* Makes equal rows recognisable and results repeatable: in each row, pointers become 0 for null, else 1, 2, ... by first
 * appearance, and undefined values 0. */
void af_trace_normalise (AfTrace *trace, const GPtrArray *columns);
AfVector *af_vector_new (guint n_words);
void af_vector_free (AfVector *vector);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfVector, af_vector_free)
/* The values of a truth-valued expression; null when it is not made of columns. */
AfVector *af_states_evaluate (const AfStates *states, AfExpr *expr);

/* --- background.c --- */

/* Conjuncts of the type invariants of the objects among @expressions: array of AfExpr. */
GPtrArray *af_background_facts (const AfModule *module, const GPtrArray *expressions);
/* A copy with simple queries replaced by their bodies. */
AfExpr *af_background_inline (const AfModule *module, AfExpr *expr);

/* --- prune.c --- */

typedef struct {
  const AfModule *module;
  AfSolver *solver;
  const GPtrArray *facts;       /* the background, as given to the solver */
  gboolean faithful;            /* implications only */
  guint n_proved, n_unknown, n_questions;
} AfPruner;

/* Text that is the same for a predicate and its complement, and for the two ways to write a comparison; owned by the caller. */
char *af_predicate_key (AfExpr *expr);
/* Whether @a should stand for the two if they are equivalent: smaller, a query rather than a comparison, text. */
int af_predicate_compare (const AfPredicate *a, const AfPredicate *b);
/* Removes redundant predicates and their vectors (array of AfVector, parallel) and sorts the others by af_predicate_compare. */
void af_prune (AfPruner *pruner, GPtrArray *predicates, GPtrArray *vectors);

/* --- score.c --- */

/* Least share that a snapshot gets for its place and its expression, unless faithful: with 0, the entry of a routine and
 * predicates without a common sub-expression could never be repaired, however clear the tests are. */
#define AF_SMOOTHING 0.05

/* sub(c), to compare with. */
typedef struct {
  GHashTable *parts;    /* set of texts */
} AfProximity;

void af_proximity_init (AfProximity *proximity, const GPtrArray *forms);
void af_proximity_clear (AfProximity *proximity);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AfProximity, af_proximity_clear)
/* eprox (expr, c). */
guint af_proximity_of (const AfProximity *proximity, AfExpr *expr);
/* eprox / best; 1 for a clause without any expression. */
double af_edep (guint eprox, guint best);
/* cdep of every location, but at least @least where the fault can be reached: array of double. */
GArray *af_cdeps (const AfRoutine *routine, guint fault_location, double least);
/* How well a state that occurs in so many tests tells failing from passing ones, from AF_SMOOTHING to 1. */
double af_share (const AfStates *states, guint passing, guint failing);
/* @susp, the harmonic mean of three terms, with a fourth. */
double af_susp_with_share (double susp, double share);

/* --- snapshots.c, invariants.c --- */

/* Most snapshots that are kept. */
#define AF_MAX_SNAPSHOTS 5000

/* A snapshot while they are many; `with` is an index of a further predicate or -1, its value in with_value. */
typedef struct {
  guint predicate;
  int with;
  guint location;
  gboolean value, with_value;
  guint passing, failing;
  double cdep, edep, dyn, susp;
} AfScored;

typedef struct {
  guint passing, failing;
} AfVisits;

typedef struct {
  const AfFault *fault;
  const AfLocalizeOptions *options;
  const AfStates *states;
  const GPtrArray *predicates;  /* of AfPredicate */
  const GPtrArray *vectors;     /* of AfVector */
  const GArray *cdeps;          /* of double, per location */
  const AfVisits *visits;       /* per location */
} AfScoring;

/* Tests that get to each location: array, owned by the caller. */
AfVisits *af_count_visits (const AfStates *states);

/* Tests in which @a (and @b, nullable) have these values in some state of @location. */
void af_count_tests (const AfStates *states, guint location, const AfVector *a, gboolean value, const AfVector *b,
                     gboolean b_value, guint *passing, guint *failing);
/* dyn and susp from the counts, cdep and edep that are set. */
void af_scored_finish (const AfScoring *scoring, AfScored *snapshot);
/* Every (location, predicate, value) that occurs in a failing test: array of AfScored. */
GArray *af_enumerate (const AfScoring *scoring);
/* Appends conjunctions of two. */
void af_conjoin (const AfScoring *scoring, GArray *snapshots);
/* Total order, most suspicious first. */
void af_scored_sort (const AfScoring *scoring, GArray *snapshots);

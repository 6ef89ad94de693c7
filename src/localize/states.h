/* The trace by columns: what was recorded, to be queried again once it is known which tests a guard must distinguish.
 */
#pragma once

#include "model/snapshot.h"

/* The distinct rows of a trace, sorted by location.  Bit vectors have one bit per state. */
typedef struct {
  guint n;       /* states */
  guint n_words; /* 64-bit words of a bit vector over states */
  guint n_locations;
  guint n_failing, n_passing;
  guint test_words;  /* words of a set of tests */
  guint *first;      /* by location, and one more: first state of it */
  guint *state_of;   /* by row of the trace */
  guint *test_first; /* by state, and one more: first of its tests in test_list */
  guint *test_list;  /* tests in which a state occurs, by state, ascending, each once */
  guint8 *occurs;    /* by state: AF_OCCURS_... */
  guint64 *tests;    /* the same as sets, test_words per state; null before af_states_fill_tests */
  gint64 *values;    /* n per column */
  guint64 *defined;  /* n_words per column */
  guint64 *all;      /* the vector of ones */
  const GPtrArray *columns;
  GHashTable *by_text; /* text -> column + 1 */
} AfStates;

enum { AF_OCCURS_FAILING = 1, AF_OCCURS_PASSING = 2 };

/* Three-valued truth over states; truth is a subset of defined. */
typedef struct {
  guint64 *truth;
  guint64 *defined;
  guint n_words;
} AfVector;

AfStates *af_states_new (const AfTrace *trace, const GPtrArray *columns, guint n_locations, guint n_failing,
                         guint n_passing);
/* Makes states->tests, which takes memory by the product of states and tests. */
void af_states_fill_tests (AfStates *states);
void af_states_free (AfStates *states);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfStates, af_states_free)
AfVector *af_vector_new (guint n_words);
void af_vector_free (AfVector *vector);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfVector, af_vector_free)
/* The values of a truth-valued expression; null when it is not made of columns. */
AfVector *af_states_evaluate (const AfStates *states, AfExpr *expr);

/* --- table/table.c --- */

/* The states of a localisation of @routine, as they were when it was made. */
AfStates *af_states_of (const AfLocalization *localization, const AfRoutine *routine);
/* A guard that was found after the snapshots were made. */
typedef struct {
  guint location;
  AfExpr *expr;           /* truth-valued */
  const AfVector *vector; /* its values on the states */
} AfLateGuard;

/* The snapshot (location, @guard, true), counted and scored like the others of @localization, which owns it and its
 * predicate; the one that is there already if there is one.  @scale: of its suspiciousness, 1 unless the routine of
 * @fault is not the blamed one.  Null where the guard occurs in no failing test. */
const AfSnapshot *af_localization_add (AfLocalization *localization, const AfModule *module, const AfFault *fault,
                                       const AfStates *states, const AfLateGuard *guard, double scale);

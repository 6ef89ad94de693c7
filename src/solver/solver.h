/* Questions to Z3.  The only room that includes z3.h.
 *
 * In:  expressions of the model.  Out: proved, refuted or unknown; extremal values.
 * Integers are mathematical integers with the ranges of their C types as background; what is not linear, and calls and
 * memory reads, are atoms named by their canonical text.  Bounded by resource count, not by the clock, so that
 * the same question always gets the same answer. */
#pragma once

#include "model/expr.h"

typedef struct AfSolver AfSolver;

typedef enum {
  AF_PROVED,  /* holds in every state that satisfies the background */
  AF_REFUTED, /* a counterexample exists */
  AF_UNKNOWN  /* resource limit, or not expressible; never taken for either of the others */
} AfVerdict;

/* @resource_limit: Z3's rlimit per question; 0: default. */
AfSolver *af_solver_new (guint resource_limit);
void af_solver_free (AfSolver *solver);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfSolver, af_solver_free)

/* Facts that hold in every question from now on: array of truth-valued AfExpr (null: none). */
void af_solver_set_background (AfSolver *solver, const GPtrArray *facts);
AfVerdict af_solver_equivalent (AfSolver *solver, AfExpr *a, AfExpr *b);
AfVerdict af_solver_valid (AfSolver *solver, AfExpr *e);
AfVerdict af_solver_implies (AfSolver *solver, AfExpr *a, AfExpr *b);
/* Extremal values of the integer expression @j under the linear assertion @lambda and the background, as expressions
 * over the other terms: isolates j in each inequality; a bound is kept when Z3 proves that it satisfies lambda
 * (feasible wherever lambda has a solution) and that no solution lies beyond.  From 0 <= i && i <= count + 1 and count
 * >= 0: 0 and count + 1. Array of AfExpr, lower bounds first; empty when nothing is proved. */
GPtrArray *af_solver_extremes (AfSolver *solver, AfExpr *lambda, AfExpr *j);
/* Values of the variables @names (@m of them) with which all of @conditions (of AfExpr) hold: up to @n rows of @m
 * gint64, no two alike, small values first tried.  A variable that no condition mentions is 0.  Empty when there are
 * none, when Z3 does not know, or when a condition depends on anything but these variables. */
GArray *af_solver_solutions (AfSolver *solver, const GPtrArray *conditions, const char *const *names, guint m, guint n);

/* Localisation: where, and in which state, does it go wrong?
 *
 * In:  a fault with its tests.  Out: snapshots by suspiciousness.  Formulas are in README.md of this folder. */
#pragma once

#include "model/snapshot.h"
#include "solver/solver.h"
#include "subject/subject.h"

typedef struct {
  double alpha, beta, gamma;    /* of dyn; 1/3, 2/3, 1 */
  gboolean faithful;            /* nothing beyond the 2014 paper */
  guint max_tests;              /* traced at most, failing and passing each; 0: 100, all if faithful */
} AfLocalizeOptions;

void af_localize_options_init (AfLocalizeOptions *options);

/* E+(r,c): what to trace for this fault: array of AfExpr, pure, at most some hundred. */
GPtrArray *af_localize_expressions (const AfModule *module, const AfFault *fault, const AfLocalizeOptions *options);
/* B(r,c), then P(r,c), from E+: array of AfPredicate, in a fixed order, one of each complementary pair. */
GPtrArray *af_localize_predicates (const AfModule *module, const AfFault *fault, const GPtrArray *expressions,
                                   const AfLocalizeOptions *options);

/* The scores of algorithm section 5, exact. */
double af_cdep (const AfRoutine *routine, guint location, guint fault_location);
double af_dyn (guint passing, guint failing, double alpha, double beta, double gamma);
double af_susp (double edep, double cdep, double dyn);

/* Snapshots of @trace, scored and sorted: the whole analysis without running anything.  Takes ownership of @expressions and
 * @trace.  @n_failing: the first tests of the trace are the failing ones. */
AfLocalization *af_localize_analyse (const AfModule *module, const AfFault *fault, GPtrArray *expressions, AfTrace *trace,
                                     guint n_failing, guint n_passing, AfSolver *solver, const AfLocalizeOptions *options);
/* Builds the trace build, runs it, analyses. */
AfLocalization *af_localize (const AfModule *module, const AfFault *fault, const AfSubjectConfig *config, AfSolver *solver,
                             const AfLocalizeOptions *options, GError **error);

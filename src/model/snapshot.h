/* Predicates and snapshots. */
#pragma once

#include "model/fault.h"

/* One predicate, standing for itself and for those proved equivalent.  The set is closed under complement by giving
 * every snapshot a value, so only one of p, !p is kept. */
typedef struct {
  guint id;
  AfExpr *expr;
  const char *origin;   /* row of predicates.def: "boolean", "null", "pointer", "integer", "implication" */
  double edep;
  GPtrArray *merged;    /* of AfExpr: predicates that this one stands for, as proved; the same truth value */
} AfPredicate;

typedef struct {
  const AfPredicate *predicate;
  guint location;
  gboolean value;
  GPtrArray *with;      /* of AfPredicate (not owned): further conjuncts of an invariant snapshot; null for a single one */
  guint passing, failing;       /* #p, #f: tests in which it occurs at least once */
  guint at_passing, at_failing; /* tests that get to the location */
  guint of_passing, of_failing; /* out of so many that were traced; T_r may have more */
  double cdep, edep, dyn, susp;
} AfSnapshot;

AfPredicate *af_predicate_new (guint id, AfExpr *expr, const char *origin);
void af_predicate_free (AfPredicate *predicate);
AfSnapshot *af_snapshot_new (const AfPredicate *predicate, guint location, gboolean value);
void af_snapshot_free (AfSnapshot *snapshot);
/* The state as an expression that is true in it: p, or !p simplified; a conjunction for an invariant snapshot. */
AfExpr *af_snapshot_condition (const AfSnapshot *snapshot);

/* What localisation found out about one fault. */
typedef struct {
  GPtrArray *predicates;        /* of AfPredicate */
  GPtrArray *snapshots;         /* of AfSnapshot, most suspicious first, in a total order */
  GPtrArray *columns;           /* of AfExpr: the traced expressions E+ */
  AfTrace *trace;               /* rows of the failing tests first, then of the passing ones */
  guint n_failing, n_passing;   /* tests that were traced */
  guint n_proved, n_unknown;    /* merges that Z3 proved; that it could not decide */
} AfLocalization;

AfLocalization *af_localization_new (void);
void af_localization_free (AfLocalization *localization);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfLocalization, af_localization_free)
char *af_localization_dump (const AfModule *module, const AfFault *fault, const AfLocalization *localization);

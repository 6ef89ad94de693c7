/* Predicates and snapshots. */
#pragma once

#include "model/fault.h"

/* One predicate, standing for itself and for those proved equivalent.  The set is closed under complement by giving
 * every snapshot a value, so only one of p, !p is kept. */
typedef struct {
  guint id;
  AfExpr *expr;
  const char *origin; /* row of predicates.def: "boolean", "null", "pointer", "integer", "implication" */
  double edep;
  GPtrArray *merged; /* of AfExpr: predicates that this one stands for, as proved; the same truth value */
} AfPredicate;

typedef struct {
  const AfPredicate *predicate;
  guint location;
  gboolean value;
  GPtrArray *with; /* of AfPredicate (not owned): further conjuncts of an invariant snapshot; null for a single one */
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

/* A predicate that went, and why. */
typedef struct {
  AfExpr *expr;
  char *kept; /* the predicate that stands for it, or null: none is needed */
  char *proof;
} AfDropped;

AfDropped *af_dropped_new (AfExpr *expr, const char *kept, char *proof); /* takes @proof */
void af_dropped_free (AfDropped *dropped);

/* What localisation found out about one fault. */
typedef struct {
  GPtrArray *predicates;      /* of AfPredicate */
  GPtrArray *snapshots;       /* of AfSnapshot, most suspicious first, in a total order */
  GPtrArray *stateless;       /* of AfSnapshot: one of each location that failing tests come to and of which no state
                                 is known; nothing can be asked there, but something can be changed */
  AfPredicate *nothing;       /* that these hold: `true`; or null */
  GPtrArray *columns;         /* of AfExpr: the traced expressions E+ */
  AfTrace *trace;             /* rows of the failing tests first, then of the passing ones */
  guint n_failing, n_passing; /* tests that were traced */
  GPtrArray *dropped;         /* of AfDropped, in the order in which they went */
  GPtrArray
    *bounds; /* of char *: how many expressions, conjunctions and snapshots there may be, and what that left out */
  GPtrArray *background; /* of AfExpr: what was taken for granted in proofs */
  guint n_questions;     /* to the solver, for these */
  GPtrArray *profile;    /* of AfExpr: true at the fault in all passing tests, and not in all failing ones */
  AfExpr *strongest; /* the strongest state of the failing tests that implies that the clause does not hold, or null */
  double repeat; /* in lists for people each further snapshot of a location counts so much of the one before; 1: all */
  GArray *tests; /* of guint: their places in T_r, failing tests counted before passing ones */
  guint n_proved, n_unknown; /* merges that Z3 proved; that it could not decide */
  guint n_left_out;          /* parts of the trace build that do not compile: columns, checks */
} AfLocalization;

AfLocalization *af_localization_new (void);
void af_localization_free (AfLocalization *localization);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfLocalization, af_localization_free)
/* Which predicate stands for which, and why others went; owned by the caller. */
char *af_predicates_dump (const AfModule *module, const AfFault *fault, const AfLocalization *localization);
char *af_localization_dump (const AfModule *module, const AfFault *fault, const AfLocalization *localization);

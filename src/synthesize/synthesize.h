/* Synthesis: from suspicious snapshots to candidates. */
#pragma once

#include <gio/gio.h>

#include "model/candidate.h"
#include "solver/solver.h"

typedef struct {
  gboolean faithful;      /* the paper's actions and schemas only */
  guint max_snapshots;    /* 15 in the paper */
  guint max_per_snapshot; /* 50 in the paper */
  guint max_candidates;   /* in total: all are compiled into one binary; 0: no further limit */
  /* of AfProvider (operators/operators.h): where further actions come from, or null; not owned */
  const GPtrArray *providers;
} AfSynthesizeOptions;

/* What is to be repaired, and what is known of it; nothing is owned. */
typedef struct {
  const AfModule *module;
  const AfFault *fault;      /* whose routine is changed */
  const GArray *transitions; /* observed in the tests; nullable */
  AfSolver *solver;          /* null where no state is worked with */
  GCancellable *cancel;      /* cancelled: what is drafted by then is all; nullable */
} AfSynthesisTask;

/* What can be done in a routine of which no test is known, for learning and measuring: candidates at every location. */
typedef struct {
  AfFault *fault;               /* made up: of the clause that does not hold, or without a condition */
  AfLocalization *localization; /* every location in every state, all alike */
  GPtrArray *candidates;        /* of AfCandidate, which refers to these */
} AfStatic;

/* What has been tried, and what that did to the tests; nothing is owned. */
typedef struct {
  const GPtrArray *candidates; /* of AfCandidate */
  const GPtrArray *effects;    /* of AfEffects, which refer to the candidates */
  const AfStatic *beyond;      /* of af_synthesize_beyond, not tried; nullable */
} AfTried;

void af_synthesize_options_init (AfSynthesizeOptions *options, gboolean faithful);

/* Less of everything: for a routine that is looked at besides the blamed one. */
void af_synthesize_options_narrow (AfSynthesizeOptions *options);

/* Candidates for the task, most suspicious snapshot first, equal texts once, numbered from 1: array of AfCandidate,
 * which refers to snapshots of @localization. */
GPtrArray *af_synthesize (const AfSynthesisTask *task, const AfLocalization *localization,
                          const AfSynthesizeOptions *options);

/* A second round: guards for those of @tried (all so far) that repair every failing test and change passing ones, in
 * the routine of the task's fault, which @localization is of.  At most @limit, not numbered: array of AfCandidate,
 * which refers to snapshots that are added to @localization; @scale: of their suspiciousness.  Not for `faithful`. */
GPtrArray *af_synthesize_guarded (const AfSynthesisTask *task, AfLocalization *localization, const AfTried *tried,
                                  double scale, guint limit);

/* Changes in two places: pairs of those of @tried that each repair some of the failing tests or move the failure, or of
 * which one moves it in all of them, in the routine of the task's fault.  @plain: without guards, because there are
 * valid changes already, and pairs of guards are many.  At most
 * @limit, best first, not numbered: array of AfCandidate, which refers to its halves.  Not for `faithful`. */
GPtrArray *af_synthesize_pairs (const AfSynthesisTask *task, const AfTried *tried, gboolean plain, guint limit);

/* One change at several places of the task's routine: those of @tried that make the same one, at once, at most @limit,
 * best first; then one of @tried wherever the same expression stands, at most a third of that.  Not numbered: array of
 * AfCandidate, which refers to them.  Not for `faithful`. */
GPtrArray *af_synthesize_everywhere (const AfSynthesisTask *task, const AfTried *tried, guint limit);

/* What the candidate changes into what, without the names of the routine's variables: equal for the same change in
 * another routine; null where that cannot be told; owned by the caller. */
char *af_candidate_change (const AfCandidate *candidate);

/* What varies in the violated assertion of @fault, by weight, a line per number; empty when it is not about numbers;
 * owned by the caller. */
char *af_synthesize_weights_dump (const AfModule *module, const AfFault *fault);

typedef struct {
  guint max_snapshots, max_per_snapshot, max_candidates; /* 0: no limit */
  const GPtrArray *providers;                            /* as in AfSynthesizeOptions */
  /* Which states are worked with, or null: all. */
  gboolean (*wants) (const AfLocation *location, const AfPredicate *predicate, gconstpointer data);
  gconstpointer data;
  const AfClause *clause; /* what does not hold, and where; null: nothing is asked of the routine */
  guint location;
} AfStaticLimits;

AfStatic *af_synthesize_static (const AfModule *module, const AfRoutine *routine, const AfStaticLimits *limits);
void af_static_free (AfStatic *result);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfStatic, af_static_free)

/* What can be done where the failing tests go on to, when a change of @tried gets all of them past their failure, and
 * the first of them fails at another location of the task's routine: candidates there, against what does not hold
 * there; for af_synthesize_pairs, as they repair nothing alone.  Null: there is no such place. */
AfStatic *af_synthesize_beyond (const AfSynthesisTask *task, const AfTried *tried);

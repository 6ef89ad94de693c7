/* From sessions to tables, and tables to text, JSON and a page. */
#pragma once

#include "bench/corpus.h"
#include "bench/figures/statistics.h"
#include "bench/session.h"

/* The four outcomes that are counted, each harder than the one before. */
typedef enum { AF_OUTCOME_FOUND, AF_OUTCOME_VALID, AF_OUTCOME_PROPER_10, AF_OUTCOME_PROPER_1 } AfBenchOutcome;
#define AF_N_OUTCOMES 4
const char *af_outcome_word (AfBenchOutcome outcome);

/* How far down the list of snapshots one looks for the place of the reference repair: 3, 15. */
#define AF_N_PLACES 2
extern const guint af_places[AF_N_PLACES];
/* "place@3"; owned by the caller. */
char *af_place_word (guint k);

/* One planted fault with its sessions, all borrowed. */
typedef struct {
  const AfPlant *plant;
  AfSession **sessions;
  guint n;
  guint count[AF_N_OUTCOMES]; /* sessions with this outcome */
  guint near[AF_N_PLACES];    /* sessions whose place is among the first af_places */
  guint in_space, asked;      /* sessions with an accepted candidate in the space; where that is known */
} AfCase;

/* More than half of the sessions have the outcome: the median session does. */
gboolean af_case_has (const AfCase *one, AfBenchOutcome outcome);
/* The median session's place: a rank; 0 when none of the snapshots is at the right place, -1 when that is not known. */
int af_case_place (const AfCase *one);
/* The median session's reason; AF_REASON_FIXED exactly when the case has AF_OUTCOME_PROPER_10. */
AfReason af_case_reason (const AfCase *one);

/* Why AutoFix failed, in the 2014 paper; see scenario.c. */
typedef enum {
  AF_SCENARIO_NO_FAIL,
  AF_SCENARIO_COMPLEX,
  AF_SCENARIO_CONTRACT,
  AF_SCENARIO_DESIGN,
  AF_SCENARIO_NONE, /* of these four: the tool lost the repair, or it is not known what became of it */
  AF_SCENARIO_FIXED /* there is nothing to explain: the case has AF_OUTCOME_PROPER_10 */
} AfScenario;
#define AF_N_SCENARIOS AF_SCENARIO_FIXED
const char *af_scenario_name (AfScenario scenario);
AfScenario af_case_scenario (const AfCase *one);

/* A line of a table: the faults that share something. */
typedef struct {
  char *label;
  guint faults;
  guint count[AF_N_OUTCOMES]; /* faults whose median session has the outcome */
  guint near[AF_N_PLACES];    /* faults whose median session has its place among the first af_places */
  guint in_space,
    asked; /* faults whose median session has an accepted candidate in the space, shown or not; knows whether it has */
  guint high, high_right; /* fixes with a ruling, of high confidence over all sessions; accepted ones among them */
  double first_fault, first_fix, seconds; /* medians over the sessions where known; -1 where none is */
} AfRow;

/* Of one schema. */
typedef struct {
  char *name;
  guint valid, proper; /* faults with such a fix among the first ten in at least one session */
  guint first;         /* sessions whose first proper fix is of this schema */
} AfSchemaRow;

/* One of the rows of the table of times: name and spread. */
typedef struct {
  const char *name;
  AfSpread spread;
} AfTimes;

#define AF_N_TIMES 9
#define AF_N_LEVELS 4

typedef struct AfTally {
  GPtrArray *cases;                       /* of AfCase */
  GPtrArray *kinds, *classes, *strengths; /* of AfRow; by label */
  AfRow *total;
  GPtrArray *schemas;                      /* of AfSchemaRow; by name */
  AfTimes times[AF_N_TIMES];               /* seconds: runs by outcome, steps within a run, unit fixing times */
  double average_valid, average_proper;    /* seconds of all sessions per valid, per proper fix; -1 for none */
  guint level[AF_N_LEVELS][AF_N_OUTCOMES]; /* faults with the outcome in at least so many of their sessions */
  guint reason[AF_N_REASONS];              /* faults by af_case_reason */
  guint improper[AF_N_SCENARIOS], invalid[AF_N_SCENARIOS]; /* faults by af_case_scenario: without a proper fix; without
                                                              a valid one */
  guint elsewhere;                          /* of those not found: a session reported a fault that does not belong */
  guint64 made, screened, valid, confirmed; /* candidates of faults that belong, all sessions */
  AfSpread
    groups; /* of faults that belong and have valid fixes, all sessions: groups that behave alike, per valid fix */
  guint n_seeds;
  gboolean faithful;
  const struct AfTally *beside; /* the same faults, or some of them, in the other mode; borrowed, or null at first */
  gboolean localize; /* the sessions ended after localisation: only the places say anything; false at first */
} AfTally;

extern const guint af_levels[AF_N_LEVELS]; /* per cent: 50, 80, 90, 95 */

/* @sessions: plant by plant, seed by seed; both arrays must outlive the tally. */
AfTally *af_tally_new (const GPtrArray *plants, const GPtrArray *sessions, guint n_seeds, gboolean faithful);
void af_tally_free (AfTally *tally);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfTally, af_tally_free)

/* All owned by the caller. */
char *af_tally_text (const AfTally *tally);
char *af_tally_json (const AfTally *tally, const char *tool_key);
char *af_tally_html (const AfTally *tally);
/* @text with what HTML gives a meaning to written as entities. */
char *af_html_escape (const char *text);

/* Tables by testing time from the null-terminated @paths of bench.json, one for each amount of testing; owned by the
 * caller.  Null with @error set when one cannot be read or they have no fault in common. */
char *af_series (const char *const *paths, GError **error);

/* What got better or worse from one bench.json to another, as text; null with @error set when one cannot be read or
 * they have no fault in common. */
char *af_compare (const char *before_path, const char *after_path, GError **error);

/* What the files of this room share: the night as it goes on. */
#pragma once

#include <json-glib/json-glib.h>

#include "model/module.h"
#include "nightly/nightly.h"
#include "store/nights.h"
#include "util/process.h"
#include "util/tempdir.h"

/* What is known of a fault tonight. */
typedef struct {
  AfHistory *history; /* what earlier nights knew, or null */
  gboolean is_seen;   /* by tonight's tests */
  char *id, *title, *routine, *clause, *position;
  char *record;               /* for a replay */
  char **called;              /* names of the routines that its test calls, the last first; null: not seen */
  JsonObject *fault;          /* as results.json has it, of the run that knows most; null: not seen */
  gboolean is_repaired;       /* that one looked for fixes */
  char *results;              /* folder of that run */
  char *culprit;              /* lines of the report on what broke it, or null */
  gboolean is_elsewhere;      /* another unit of the plan replays it */
  guint runs, passed, failed; /* replays: all, that passed, that failed as before */
  AfState state;              /* tonight's */
  const char *note;           /* why, or ""; static */
} AfCase;

/* A module tonight. */
typedef struct {
  const AfNightModule *settings;
  guint index;                      /* in the units of a night that is merged */
  AfModule *module;                 /* as read; null when it cannot be */
  char *digest;                     /* of all its files; "" likewise */
  char **changed;                   /* --since: names of changed routines; null: all count */
  char **routines;                  /* those that are tested, null: all; of a unit of a plan */
  char *good;                       /* a revision without a fault that is to be repaired, or null */
  char *trouble;                    /* why it could not be tested, or null */
  char *failure;                    /* what a step said that ended as none should, or null */
  double test_seconds, run_seconds; /* that the steps took */
  gboolean is_tested;
  gboolean is_skipped;  /* nothing in it has changed since the revision */
  gboolean is_missing;  /* a unit of it has given nothing: nothing can be decided of what was not seen */
  gboolean is_complete; /* no step of it was cut short by the budget */
  guint n_undecided;    /* tests of a complete plan that did not end in their time */
  guint n_uncalled;     /* routines to which no test of a complete plan came */
  gint64 calls;
  GPtrArray *cases; /* of AfCase */
} AfUnit;

typedef struct {
  const AfNightSettings *settings;
  const AfPaths *paths;
  GCancellable *cancel;
  AfStore *store; /* that is written to; null: a unit of a plan writes none */
  AfStore *past;  /* the history as it was when the night was planned; null: the store */
  char *history;  /* path of what the steps read */
  AfTempDir *temp;
  gint64 began, deadline; /* monotonic; the deadline leaves time for the summary */
  gint64 number;          /* of the night */
  guint64 seed;
  gint64 asks;            /* the number that it has in the history of the past */
  guint n_cut;            /* nights since then that never ended */
  GPtrArray *units;       /* of AfUnit */
  char *test_trouble;     /* what became of the project's tests, or null: passed, or there are none */
  gboolean is_test_short; /* that is for want of time */
  char *test_output;      /* what they wrote, the end of it; null likewise */
  char *gaps;             /* of a plan: units that are missing, or null */
  double worked;          /* of a plan: seconds that its units took together */
} AfNight;

/* --- night.c --- */

#define AF_NIGHT_TESTS "tests.log" /* what the project's tests wrote, in the state folder */

void af_night_clear (AfNight *night);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AfNight, af_night_clear)
/* A file descriptor that holds the lock on the folder @state, or -1: one night at a time. */
int af_night_lock (const char *state, GError **error);
/* Says on standard error what the night is at, if anybody is to see it. */
void af_night_tell (const AfNight *night, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* Where what earlier nights knew is read. */
AfStore *af_night_past (const AfNight *night);
/* All that takes time, of the units that the night has: tests, replays, repairs. */
gboolean af_night_work (AfNight *night, GError **error);
/* Decides of each case of the unit. */
void af_night_decide (const AfUnit *unit);
/* Writes and prints the summary, ends the night in the history, sends the mail. */
gboolean af_night_report (AfNight *night, AfNightEnd *end, GError **error);

/* --- unit.c --- */

AfUnit *af_unit_new (const AfNightModule *settings);
void af_unit_free (AfUnit *unit);
/* Reads the module: digest, changed routines, trouble. */
gboolean af_unit_read (AfUnit *unit, const AfNight *night, GError **error);
/* The case with this ID, or null. */
AfCase *af_unit_case (const AfUnit *unit, const char *id);
/* Adds those that earlier nights knew. */
gboolean af_unit_recall (AfUnit *unit, AfNight *night, GError **error);
/* Whether the case may be decided tonight: with --since only when its routine has changed. */
gboolean af_unit_covers (const AfUnit *unit, const AfCase *item);
/* Leaves of the case what the summary needs: whole results of thousands of modules would fill the memory. */
void af_case_slim (AfCase *item);
/* Whether people want to hear of it: no verdict, or fixed. */
gboolean af_case_is_open (const AfCase *item);

/* --- steps.c: what takes time --- */

/* Runs the words, to which a null is added; false on interruption.  @ms is what the step may take in the end. */
gboolean af_step_start (const AfNight *night, GPtrArray *words, gint64 ms, AfProcessResult *result, GError **error);
/* Each works at most until @share milliseconds have gone by.  What is found is in the history when they return. */
gboolean af_step_test (AfNight *night, AfUnit *unit, gint64 share, GError **error);
gboolean af_step_repair (AfNight *night, AfUnit *unit, gint64 share, GError **error);
gboolean af_step_replay (AfNight *night, AfUnit *unit, AfCase *item, gint64 share, GError **error);
/* The project's own tests. */
gboolean af_step_project (AfNight *night, gint64 share, GError **error);

/* --- cause/narrow.c --- */

/* A revision without the fault: of a regression that of the latest night that had it fixed, else that of the
 * latest night that tested the module and did not find it; "" where none is known.  Owned by the caller. */
char *af_case_good_revision (const AfNight *night, const AfUnit *unit, const AfCase *item);
/* Narrows the case down to a commit and its smallest part, into item->culprit. */
gboolean af_step_narrow (AfNight *night, const AfUnit *unit, AfCase *item, gint64 share, GError **error);

/* --- findings.c --- */

/* The text that a member of @object (nullable) holds, "" where there is none. */
const char *af_findings_text (JsonObject *object, const char *name);
/* Reads results.json in @folder into the cases of @unit, and writes what it says into the history. */
gboolean af_findings_take (AfNight *night, AfUnit *unit, const char *folder, gboolean repaired, GError **error);

/* --- cause/blame.c --- */

/* Appends who is asked about the fault: the commits that changed, between the last night without and the first with it,
 * what its test may run; of a fault that no night was without, those that wrote its routine. */
void af_blame_append (GString *text, const AfNight *night, const AfUnit *unit, const AfCase *item);

/* --- states.c --- */

typedef struct {
  AfState before; /* of the latest night that reported it */
  AfMark mark;
  gboolean is_seen;
  gboolean same_as_decided; /* the files are those of the night that reported it */
  gboolean same_as_seen;    /* ... of the latest sighting */
  guint runs, passed, failed;
} AfEvidence;

/* The decision table; @note (static) says why. */
AfState af_state_decide (const AfEvidence *evidence, const char **note);

/* --- summary.c, summary-html.c, mail.c --- */

typedef struct {
  guint counts[AF_STATE_FLAKY + 1]; /* of open cases, by state */
  guint n_marked;                   /* cases that a person has dismissed */
  guint n_modules, n_skipped, n_trouble;
  gboolean is_complete;
  gboolean is_quiet; /* nothing to say but the heartbeat */
  char *headline;
} AfSummary;

void af_summary_clear (AfSummary *summary);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AfSummary, af_summary_clear)
void af_summary_fill (AfSummary *summary, const AfNight *night);
typedef void (*AfCaseVisitor) (const AfNight *night, const AfUnit *unit, const AfCase *item, gpointer data);
/* The cases that are worth a block of their own (new, back, or changed since the night before), in the summary's order.
 */
void af_summary_visit (const AfNight *night, AfCaseVisitor visitor, gpointer data);
/* All of it, the heartbeat alone when it is quiet; owned by the caller. */
char *af_summary_text (const AfNight *night, const AfSummary *summary);
char *af_summary_html (const AfNight *night, const AfSummary *summary);
/* Blocks of text that both use; owned by the caller. */
char *af_summary_case (const AfNight *night, const AfUnit *unit, const AfCase *item);
/* What became of the project's tests, with the end of what they wrote; null: nothing to say; owned by the caller. */
char *af_summary_tests (const AfNight *night);
/* Sends both as one mail. */
gboolean af_mail_send (const AfNight *night, const char *subject, const char *text, const char *html, GError **error);

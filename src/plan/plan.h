/* Work that many machines share: units in a folder, one file of results for each.
 *
 *     DIR/plan.json      what is to be done, one unit in a line, longest first
 *     DIR/units/N.json   what unit N gave: there whole or not at all
 *     DIR/units/N.log    each try at unit N, and how it ended
 *
 * The machines share DIR and nothing else.  A unit depends on the plan alone, so who does it, when and how often is
 * all the same. */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

#define AF_PLAN_TRIES 3      /* of a unit, before it counts as failed */
#define AF_PLAN_MOST 1000000 /* units */

typedef struct {
  guint number;     /* from 1 */
  double seconds;   /* it is expected to take */
  JsonObject *what; /* as its maker says; owned */
} AfPlanUnit;

typedef struct {
  char *folder;     /* absolute; null until it is written */
  char *kind;       /* "night" or "benchmark" */
  char *key;        /* hash of all that it says; likewise */
  JsonObject *head; /* what all units share; owned */
  GPtrArray *units; /* of AfPlanUnit: unit N is at N - 1 once it is written */
} AfPlan;

/* Takes @head over. */
AfPlan *af_plan_new (const char *kind, JsonObject *head);
void af_plan_free (AfPlan *plan);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfPlan, af_plan_free)
/* Takes @what over. */
void af_plan_add (AfPlan *plan, double seconds, JsonObject *what);
/* Makes @folder, which must not hold a plan yet, so that units can be seen to fit before the plan is written.
 * AF_ERROR_USAGE when it holds anything, AF_ERROR_IO when it cannot be made or written to. */
gboolean af_plan_make_folder (const char *folder, GError **error);
/* Numbers the units, longest first (those that take as long stay in order), and writes plan.json into @folder. */
gboolean af_plan_write (AfPlan *plan, const char *folder, GError **error);
/* The plan in @folder.  AF_ERROR_USAGE when there is none, when it is of another @kind or of another version of the
 * tool or, with @same_build, of another build; AF_ERROR_IO when it is broken. */
AfPlan *af_plan_load (const char *folder, const char *kind, gboolean same_build, GError **error);
/* The number that @word says.  0 with AF_ERROR_USAGE when the plan has no such unit. */
guint af_plan_number (const AfPlan *plan, const char *word, GError **error);

/* --- work (work.c) --- */

/* Does a unit: what it gives (owned by the caller), or null with @error set.  @try counts from 1; at AF_PLAN_TRIES
 * there will be no other. */
typedef JsonObject *(*AfPlanFunc) (const AfPlan *plan, const AfPlanUnit *unit, guint try, gpointer data,
                                   GError **error);

typedef enum {
  AF_PLAN_DONE,   /* its file was written now */
  AF_PLAN_BEFORE, /* it was there already */
  AF_PLAN_FAILED  /* all tries failed */
} AfPlanEnd;

/* Does unit @number unless its file is there, as often as there are tries left.  An interrupted try does not count; one
 * that was killed without a word does.  False on AF_ERROR_INTERRUPTED, or with AF_ERROR_IO when the folder cannot be
 * written to. */
gboolean af_plan_work (const AfPlan *plan, guint number, AfPlanFunc func, gpointer data, AfPlanEnd *end,
                       GError **error);

/* Does the unit with @number ("3"), or with null all that have no result, one after the other: first those that nobody
 * has begun, so that machines that begin together do not all do the same.  Prints what became of each.  @n_failed: how
 * many have failed in all their tries.  False as af_plan_work is, and with AF_ERROR_USAGE when there is no such unit.
 */
gboolean af_plan_work_on (const AfPlan *plan, const char *number, AfPlanFunc func, gpointer data, guint *n_failed,
                          GError **error);

/* --- results (work.c) --- */

typedef enum {
  AF_PLAN_THERE,
  AF_PLAN_MISSING, /* not done, or not done yet */
  AF_PLAN_DAMAGED, /* a file that is cut off or changed, or is of another plan: as good as missing */
  AF_PLAN_GIVEN_UP /* all tries failed */
} AfPlanState;

/* What unit @number gave (owned by the caller), or null and in @state why.  @seconds (nullable): how long it took. */
JsonObject *af_plan_result (const AfPlan *plan, guint number, AfPlanState *state, double *seconds);
/* The last lines of its log, joined by "; ", "" when there is none; owned by the caller. */
char *af_plan_last_words (const AfPlan *plan, guint number);

/* Units that have no result, by number. */
typedef struct {
  guint number;
  AfPlanState state;
} AfPlanGap;

/* "missing: 3 of 20 units (4, 7, 9): ..." and a line for each that failed, "" when @gaps (of AfPlanGap) is empty; owned
 * by the caller. */
char *af_plan_gaps_text (const AfPlan *plan, const GArray *gaps);

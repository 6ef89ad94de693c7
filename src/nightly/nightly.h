/* The night: every module of .autofix.conf within a time budget; reports what is new since the last one. */
#pragma once

#include <gio/gio.h>

#include "model/candidate.h"
#include "util/paths.h"

/* A group [module NAME] of .autofix.conf.  Paths are relative to its folder. */
typedef struct {
  char *name;
  char **sources; /* null-terminated, as all lists here */
  char **flags;   /* the compiler's; null: not given, to be found in compile_commands.json */
  char **with, **link;
  guint budget; /* seconds at most for one step of the night; 0: its share */
} AfNightModule;

typedef enum { AF_FAIL_ON_NEW, AF_FAIL_ON_ANY, AF_FAIL_ON_NEVER } AfFailOn;

/* .autofix.conf, and what the command line says instead. */
typedef struct {
  char *folder;            /* of .autofix.conf: where everything runs */
  GPtrArray *modules;      /* of AfNightModule, as listed */
  guint budget;            /* seconds, hard */
  char *state;             /* folder of history, results and summaries */
  guint64 seed;            /* 0: the number of the night */
  guint jobs, effort;      /* 0 jobs: all processors */
  guint replays;           /* a fault is fixed when its test passes in all of that many runs */
  AfConfidence confidence; /* fixes of a lower one are not shown */
  AfFailOn fail_on;        /* which faults make the exit status 2 */
  char *cc;                /* or null */
  gboolean sandbox;
  char *test;            /* the project's own tests, for the shell; or null */
  char *mail, *sendmail; /* address or null; program */
  gboolean mail_always;  /* also when nothing is new */
  char *since;           /* --since, or null */
  gboolean tells;        /* what it is at, on standard error */
  char *against;         /* the revision whose behaviour is asked of the modules, or null */
} AfNightSettings;

/* From the .autofix.conf nearest upward of @folder, or of the working folder when that is null.  Null with
 * AF_ERROR_USAGE, which names the key and what it may be. */
AfNightSettings *af_night_settings_load (const char *folder, GError **error);
void af_night_settings_free (AfNightSettings *settings);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfNightSettings, af_night_settings_free)

typedef enum {
  AF_NIGHT_QUIET,      /* nothing that fail-on names: exit status 0 */
  AF_NIGHT_FAULTS,     /* such faults: 2 */
  AF_NIGHT_INCOMPLETE, /* none, but the budget ended before the plan: 3 */
  AF_NIGHT_MODULE      /* none, but a module cannot be tested or the project's tests fail: 4 */
} AfNightEnd;

/* Spends a night, in settings->folder, which becomes the working folder; every module has its flags.  Prints the
 * summary and writes report.txt and report.html below settings->state.  False when the user must act: another night is
 * running, the history cannot be written; or on AF_ERROR_INTERRUPTED, and then everything that was found is in the
 * history. */
gboolean af_nightly_run (const AfNightSettings *settings, const AfPaths *paths, GCancellable *cancel, AfNightEnd *end,
                         GError **error);

/* --- the same on many machines: plan, work, merge (plan/) --- */

typedef struct {
  const char *folder; /* of the plan: new, or empty */
  guint seeds;        /* per module: that many, from the night's seed on; 1 is what one machine does */
  guint slice;        /* seconds: modules that took longer last night are divided by routines; 0: none is */
} AfNightPlanning;

/* Writes the plan of a night into planning->folder, with all that its units need.  Works in settings->folder.
 * @n_units: how many there are. */
gboolean af_nightly_plan (const AfNightSettings *settings, const AfPaths *paths, const AfNightPlanning *planning,
                          GCancellable *cancel, guint *n_units, GError **error);
/* Who does units. */
typedef struct {
  const AfPaths *paths;
  guint jobs; /* workers; 0: as the plan says */
  GCancellable *cancel;
} AfNightWorker;

/* Does unit @number ("3") of the plan in @folder, or with null all that are not done yet, one after the other.
 * @n_failed: how many have failed in all their tries. */
gboolean af_nightly_work (const char *folder, const char *number, const AfNightWorker *worker, guint *n_failed,
                          GError **error);
/* Ends the night of the plan in @folder with what is there: as af_nightly_run.  With units missing AF_NIGHT_INCOMPLETE.
 */
gboolean af_nightly_merge (const char *folder, const AfPaths *paths, GCancellable *cancel, AfNightEnd *end,
                           GError **error);

/* What `sbatch` is told. */
typedef struct {
  const char *partition, *time; /* null: what the cluster does of itself */
  guint array_limit;            /* units at a time; 0: as many as there is room for */
  const char *script;           /* the job script; null: the one that was installed */
} AfNightCluster;

/* Submits the plan in @folder (its n_units units): an array, and after it whatever became of it the merge.  Prints the
 * numbers of the jobs.  @mail (nullable): who is told when the merge itself fails. */
gboolean af_nightly_submit (const char *folder, guint n_units, const AfNightCluster *cluster, const char *mail,
                            GCancellable *cancel, GError **error);

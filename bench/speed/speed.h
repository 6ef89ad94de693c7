/* Speed: what the parts of bench/speed share. */
#pragma once

#include <gio/gio.h>

#include "bench/speed/fit.h"
#include "localize/localize.h"
#include "subject/subject.h"
#include "testgen/testgen.h"
#include "util/tempdir.h"

/* --- clock.c --- */

/* Seconds.  Processor time is our own and that of all children that were waited for, so that other work on the machine
 * does not count. */
typedef struct {
  double cpu, wall;
} AfSpeedTime;

AfSpeedTime af_speed_now (void);
AfSpeedTime af_speed_since (AfSpeedTime start);

/* --- the plan --- */

typedef struct {
  const AfPaths *paths; /* of the tool */
  const char *corpus;   /* examples/corpus */
  const char *program;  /* ourselves, run again for each point of a series */
  const char *tool;     /* src/autofix */
  const char *cc;
  const char *module; /* validation of this module of the corpus only; null: all */
  gboolean quick;     /* little of everything: for a test of the program */
} AfSpeedPlan;

/* --- results --- */

/* Two ways of doing the same thing, in turns. */
typedef struct {
  const char *what; /* "validation", ... */
  char *module;
  const char *first, *second, *unit;      /* names of the ways; what the seconds are per */
  GArray *first_seconds, *second_seconds; /* of double, parallel: per round */
  double ratio;                           /* median over the rounds of (time of the second) / (time of the first) */
  guint n_candidates, n_tests, n_sampled, n_equal; /* validation: compared one by one; else 0 */
  GArray *run_rates,
    *build_seconds; /* of double, per round: validation, of the first way: runs of a test as a candidate per second of
                       processor time without the build; that of the build.  Else empty. */
} AfSpeedPair;

typedef struct {
  char *module;
  guint n_calls;
  GArray *rates; /* of double: calls per second of processor time, per round */
  double rate;   /* median */
} AfSpeedRate;

typedef struct {
  double size, cpu, wall, memory; /* seconds; MiB of the largest process */
} AfSpeedPoint;

/* How time and memory grow with one size. */
typedef struct {
  const char *what, *unit;               /* "module size", "routines" */
  GArray *points;                        /* of AfSpeedPoint, by size */
  double time_exponent, memory_exponent; /* NAN with fewer than two points */
  char *end;                             /* why it ended before its last size, or null */
} AfSpeedSeries;

typedef struct {
  GPtrArray *pairs;  /* of AfSpeedPair */
  GPtrArray *rates;  /* of AfSpeedRate */
  GPtrArray *series; /* of AfSpeedSeries */
} AfSpeedResults;

AfSpeedResults *af_speed_results_new (void);
void af_speed_results_free (AfSpeedResults *results);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfSpeedResults, af_speed_results_free)
/* Owned by @results. */
AfSpeedPair *af_speed_add_pair (AfSpeedResults *results, const char *what, const char *module);
AfSpeedRate *af_speed_add_rate (AfSpeedResults *results, const char *module);
AfSpeedSeries *af_speed_add_series (AfSpeedResults *results, const char *what, const char *unit);
/* Medians and exponents, from what was measured. */
void af_speed_conclude (AfSpeedResults *results);
/* Owned by the caller. */
char *af_speed_text (const AfSpeedResults *results);
char *af_speed_json (const AfSpeedResults *results);

/* --- desk.c: a module on which something is measured --- */

typedef struct {
  const AfSpeedPlan *plan;
  AfTempDir *temp;
  char *source; /* path of the .c file */
  AfModule *module;
  AfSubjectConfig config;
  AfBuild *build;
  AfSubject *subject;
  AfSolver *solver;
  AfCorpus *corpus;
  AfFault *fault; /* the first that can be repaired; owned by the corpus; null: none */
  AfLocalization *localization;
  GPtrArray *candidates; /* of AfCandidate */
} AfSpeedDesk;

/* An empty desk. */
AfSpeedDesk *af_speed_desk_new (const AfSpeedPlan *plan);
void af_speed_desk_free (AfSpeedDesk *desk);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfSpeedDesk, af_speed_desk_free)
/* Puts a module on the desk, read, built and started: of the corpus with its planted fault number @fault (0: without),
 * or a generated one. */
gboolean af_speed_desk_take (AfSpeedDesk *desk, const char *module, guint fault, GError **error);
gboolean af_speed_desk_generate (AfSpeedDesk *desk, guint n_routines, GError **error);
/* The same with a module of this text, NAME.h and NAME.c. */
gboolean af_speed_desk_write (AfSpeedDesk *desk, const char *name, const char *header, const char *source,
                              GError **error);
/* Tests the module, makes T_r of the first fault that can be repaired and localizes it.  True also when there is none.
 */
gboolean af_speed_desk_find (AfSpeedDesk *desk, GError **error);
/* At most @n candidates; @n_snapshots > 0: of the first so many snapshots, any number of each, instead of the tool's
 * own limits. */
void af_speed_desk_synthesize (AfSpeedDesk *desk, guint n, guint n_snapshots);
/* Reads the .c file at @path with its contracts, or without any clause. */
AfModule *af_speed_read (const AfSpeedPlan *plan, const char *path, gboolean with_contracts, GError **error);
/* A folder below the desk's own that holds nothing yet; owned by the caller. */
char *af_speed_desk_folder (AfSpeedDesk *desk, const char *name, GError **error);
/* Names of the corpus modules, sorted: array of char *, owned by the caller. */
GPtrArray *af_speed_modules (const AfSpeedPlan *plan, GError **error);

/* --- what is measured; each adds its results --- */

gboolean af_speed_validation (const AfSpeedPlan *plan, AfSpeedResults *results, GError **error);
gboolean af_speed_costs (const AfSpeedPlan *plan, AfSpeedResults *results, GError **error);
gboolean af_speed_calls (const AfSpeedPlan *plan, AfSpeedResults *results, GError **error);
gboolean af_speed_growth (const AfSpeedPlan *plan, AfSpeedResults *results, GError **error);
/* One point of a series of growth, in a process of its own: prints "CPU WALL". */
gboolean af_speed_point (const AfSpeedPlan *plan, const char *series, guint size, GError **error);

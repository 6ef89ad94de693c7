/* Whether, and how fast, planted faults are found; and what testing does to the modules as they should be.
 *
 * A planted fault is looked for until it is found, for AF_FOUND_SECONDS of processor time at most.  A module as it
 * should be is tested for AF_FOUND_CLEAN_SECONDS, for false faults; what it had come to after AF_FOUND_SECONDS is kept,
 * too. */
#pragma once

#include "bench/bench.h"
#include "subject/subject.h"
#include "util/tempdir.h"

#define AF_FOUND_SECONDS 20
#define AF_FOUND_QUICK_SECONDS 5
#define AF_FOUND_CLEAN_SECONDS 60

/* --- desk.c --- */

/* A module, read and built, on which all seeds are tried. */
typedef struct {
  gboolean focus; /* also make many tests for the fault that was found */
  guint effort;   /* the plan that a session for a planted fault goes through; 0: it goes on for AF_FOUND_SECONDS */
  const AfBench *bench;
  const AfPlant *plant; /* whose module is on the desk; null: nothing is */
  AfTempDir *temp;
  char *source, *header; /* text, with the planted fault */
  AfModule *module;
  AfSubjectConfig config;
  AfBuild *build;
} AfFoundDesk;

void af_found_desk_clear (AfFoundDesk *desk);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AfFoundDesk, af_found_desk_clear)
/* The AfBenchSessions function of AfFoundDesk. */
AfSession *af_found_session (const AfBench *bench, const AfPlant *plant, guint seed, gpointer desk, GError **error);

/* --- text.c --- */

/* The modules of @plants as they should be: array of AfPlant, without a patch. */
GPtrArray *af_found_modules (const GPtrArray *plants);
/* A word or two on a session that is over. */
void af_found_say (const AfSession *session, GString *line);

/* Sessions plant by plant, seed by seed. */
typedef struct {
  const GPtrArray *plants, *sessions;
  guint n_seeds;
} AfFoundTable;

/* How many tests there are for each fault.  Owned by the caller. */
char *af_found_focus_text (const AfFoundTable *faults);
/* A line for each session that missed its fault, but for those of @except (nullable: names of plants), and for each
 * false fault in a module as it should be; empty when there are none.  Owned by the caller. */
char *af_found_wrong (const AfFoundTable *faults, const AfFoundTable *modules, const char *const *except);
/* The tables; either may be without plants.  Owned by the caller. */
char *af_found_text (const AfFoundTable *faults, const AfFoundTable *modules);

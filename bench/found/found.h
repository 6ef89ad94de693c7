/* Whether, and how fast, planted faults are found; and what testing does to the modules as they should be.
 *
 * Sessions are those of bench/session.h without fixes.  A planted fault is looked for with the tool's default plan, and where that
 * does not find it for AF_FOUND_SECONDS of testing.  A module as it should be is tested for AF_FOUND_SECONDS, for its branches,
 * and for AF_FOUND_CLEAN_SECONDS, for false faults. */
#pragma once

#include "bench/bench.h"

#define AF_FOUND_SECONDS 20
#define AF_FOUND_QUICK_SECONDS 5
#define AF_FOUND_CLEAN_SECONDS 60

/* Appends to @plants, once for each module in them, the module as it should be: "ring/branches" and "ring/clean". */
void af_found_add_modules (GPtrArray *plants);
AfSession *af_found_session (const AfBench *bench, const AfPlant *plant, guint seed, GError **error);
/* Seconds of testing until the first fault that belongs; -1: none. */
double af_found_after (const AfSession *session);
/* A word or two on a session that is over. */
void af_found_say (const AfSession *session, GString *line);
/* The tables; @sessions plant by plant, seed by seed.  Owned by the caller. */
char *af_found_text (const GPtrArray *plants, const GPtrArray *sessions, guint n_seeds);

/* What the weights of the ranking are fitted to: valid candidates with their features and the oracle's word on each. */
#pragma once

#include "bench/bench.h"

/* Asks the oracle about valid candidates of each fault of @session that belongs, shown or not, from the run's records:
 * at most bench->survivors, the better half of them by rank, the others evenly from below.  Writes
 * OUTPUT/ranking/MODULE-NN-sN.json. */
gboolean af_ranking_gather (const AfBench *bench, AfBenchOracle *oracle, const AfPlant *plant, const AfRun *run,
                            AfSession *session, GError **error);

/* Fits the numbers of @table (the tool's features.def) to what was gathered in the null-terminated @outputs, prints how
 * they do on modules left out, and writes them back. */
gboolean af_ranking_train (const char *table, const char *const *outputs, GError **error);

/* A benchmark that many machines share: its sessions as the units of a plan. */
#pragma once

#include "bench/bench.h"

#define AF_BENCH_KIND "benchmark"

/* Writes the plan of all sessions of @bench, and a copy of the modules, into @folder. */
gboolean af_bench_plan (const AfBench *bench, const char *folder, guint *n_units, GError **error);
/* Fills @bench from the plan in @folder: the faults, and all that a session depends on; @tool as in
 * af_bench_use_tool, which must be the one that the plan was made with. */
gboolean af_bench_take_plan (AfBench *bench, const char *folder, const char *tool, GError **error);
/* Does unit @number ("3"), or with null all that are not done yet.  @n_failed: how many have failed in all their
 * tries. */
gboolean af_bench_work (AfBench *bench, const char *folder, const char *number, guint *n_failed, GError **error);
/* The sessions that are there, for the faults that have all of theirs: bench->plants is reduced to these.  @gaps: which
 * are missing, as text, "" for none; owned by the caller. */
GPtrArray *af_bench_gather (AfBench *bench, const char *folder, char **gaps, GError **error);

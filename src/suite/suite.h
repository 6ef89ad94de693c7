/* The suite: a program is repaired by the tests that it has.
 *
 * In:  options that name a list of tests (tests/list.c), the sources, how the program is built.
 * Out: the report on standard output and the files of the run, as of af_pipeline_run, which does the same by contracts.
 */
#pragma once

#include "pipeline/pipeline.h"

/* Whether the options ask for a run by tests. */
gboolean af_suite_is_wanted (const AfOptions *options);
/* False with @error set when the user must act; see error.h for exit statuses. */
gboolean af_suite_run (const AfOptions *options, const AfPaths *paths, GCancellable *cancel, AfRunEnd *end,
                       GError **error);

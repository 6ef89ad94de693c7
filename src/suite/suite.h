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

/* Where a list of tests is made from. */
typedef struct {
  const char *path;  /* a folder that was built, a file, or "-": standard input */
  const char *tap;   /* the command that has printed it; null: it is no TAP */
  const char *check; /* likewise a program of Check, whose log of TAP it is; null: it is none */
} AfTestsSource;

typedef struct {
  guint n_tests, n_left_out;
} AfTestsCount;

/* The list of tests that a project has (origins/), as --tests reads it, for the current folder; owned by the caller.
 * Null with AF_ERROR_USAGE or AF_ERROR_IO, or AF_ERROR_INTERRUPTED while standard input is waited for. */
char *af_suite_tests_list (const AfTestsSource *source, AfTestsCount *count, GCancellable *cancel, GError **error);

/* Tests that are kept between runs: `--corpus`. */
#pragma once

#include "model/test.h"

/* The file of @module under what --corpus gave: the path itself, or MODULE.tests in it when it is a folder or ends in a
 * slash. Owned by the caller. */
char *af_kept_path (const char *given, const AfModule *module);
/* The tests of the file @path (none if there is no such file): array of AfTest.  Those that call what @module no longer
 * has, or has in another form, are left out and counted in @n_stale.  Null with AF_ERROR_USAGE when the file holds
 * anything but tests. */
GPtrArray *af_kept_read (const AfModule *module, const char *path, guint *n_stale, GError **error);
/* Adds those of @tests (of AfTest) that are not there yet to the file @path, as it is by then; at most so many that it
 * stays readable. Folders on the way are made. */
gboolean af_kept_merge (const AfModule *module, const char *path, const GPtrArray *tests, GError **error);

/* Faults that are not to be reported: what a person, the source, a pattern or a baseline says of them. */
#pragma once

#include "pipeline/pipeline-internal.h"

/* Moves the findings that are silenced to run->results.silenced, and writes the baseline where that is asked for.  The
 * module has been tested. */
gboolean af_run_silence (AfRun *run, GError **error);
/* Whether baseline and history can be read: before hours of work, not after. */
gboolean af_run_check_baseline (const AfOptions *options, GError **error);

/* --- comments.c --- */

/* The reason that a comment `autofix: ignore REASON` gives at the fault's line or at its routine, or null; owned by the
 * caller. */
char *af_comment_ignores (const AfModule *module, const AfFault *fault);
/* Says which such comments have no reason: they silence nothing. */
void af_comments_check (AfRun *run);

/* --- baseline.c --- */

/* The faults of the file, as it is: lines by ID, both char *.  With AF_ERROR_USAGE when it is no baseline, or when it
 * is not there and not to be made. */
GHashTable *af_baseline_read (const AfOptions *options, GError **error);
/* Writes @known (as above) with the faults of @findings (of AfFinding): those of the module's sources that are no
 * longer found go, if @is_all says that everything was tested. */
gboolean af_baseline_write (const AfRun *run, GHashTable *known, const GPtrArray *findings, gboolean is_all,
                            GError **error);

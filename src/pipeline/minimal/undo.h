/* The change since a good revision, taken back in parts. */
#pragma once

#include "pipeline/pipeline-internal.h"

/* Compares the module with how it was at --good, or --against, into run->past; does nothing without them.  The module
 * is read.  False with AF_ERROR_USAGE where there is no such revision. */
gboolean af_run_recall (AfRun *run, GError **error);
/* Adds candidates that take parts of that change back to @finding. */
void af_run_synthesize_undo (AfRun *run, AfFinding *finding);
/* Takes those of finding->fixes out that do what another one does, whose summary then says so, too. */
void af_run_merge_undone (const AfRun *run, AfFinding *finding);
void af_past_free (AfPast *past);

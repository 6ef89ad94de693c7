/* A run against a revision: what the module kept there is asked of it as it is. */
#pragma once

#include "pipeline/pipeline-internal.h"

/* What was kept at the revision. */
typedef struct AfAgainst AfAgainst;

/* Infers from the module at --against and adds what it keeps as clauses to the run's.  Null and no error without that
 * option.  The module is read, and nothing has been built. */
gboolean af_run_begin_against (AfRun *run, AfAgainst **against, GError **error);
/* Takes findings out that the module at the revision shows as well.  The module has been tested; @against nullable. */
gboolean af_run_end_against (AfRun *run, const AfAgainst *against, GError **error);
/* Notes in each finding that is a change of behaviour the revision, and the commits that wrote its routine since. */
void af_run_note_changes (AfRun *run, const AfAgainst *against);
void af_against_free (AfAgainst *against);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfAgainst, af_against_free)

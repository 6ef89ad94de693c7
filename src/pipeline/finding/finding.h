/* Findings: all that a run knows of one fault.
 *
 * Plain data of its own rank in the include direction: the pipeline fills findings in, the report reads them, and the
 * pipeline uses the report. */
#pragma once

#include "judge/judge.h"
#include "localize/localize.h"

/* All that is known of one fault at the end. */
typedef struct {
  AfFault *fault;
  AfLocalization *localization; /* null when the run stopped before */
  GPtrArray *views;             /* of AfView: the fault seen from other routines; null likewise */
  GPtrArray *candidates;        /* of AfCandidate; null likewise */
  GPtrArray *fixes;             /* of AfFix, ranked; null likewise */
  AfValidation validation;      /* of its candidates; before the screen nothing is known of them */
  AfContractHint *contract;     /* when a contract is suspected, else null */
  char *trouble;                /* why there is no fix, or null */
} AfFinding;

AfFinding *af_finding_new (AfFault *fault); /* fault not owned */
void af_finding_free (AfFinding *finding);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfFinding, af_finding_free)

/* A snapshot with the routine it is in, both borrowed. */
typedef struct {
  const AfRoutine *routine;
  const AfSnapshot *snapshot;
} AfPlaced;

/* The snapshots of the blamed routine and of all views in one order: the most suspicious first, where each further one
 * of a location counts AfLocalization.repeat of the one before; equal ones in the order of the routines.  Array of
 * AfPlaced. */
GArray *af_finding_snapshots (const AfFinding *finding);

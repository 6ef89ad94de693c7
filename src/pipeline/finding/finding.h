/* Findings: all that a run knows of one fault.
 *
 * Plain data of its own rank in the include direction: the pipeline fills findings in, the report reads them, and the
 * pipeline uses the report. */
#pragma once

#include "judge/judge.h"
#include "localize/localize.h"
#include "synthesize/synthesize.h"

/* A commit that wrote the fault's routine after the revision that a run compares with. */
typedef struct {
  char *id, *author, *title; /* "" for what is not committed yet */
} AfChangedBy;

/* All that is known of one fault at the end. */
typedef struct {
  AfFault *fault;
  AfLocalization *localization; /* null when the run stopped before */
  GPtrArray *views;             /* of AfView: the fault seen from other routines; null likewise */
  GPtrArray *candidates;        /* of AfCandidate; null likewise */
  AfStatic *beyond;             /* halves of some of them, which lie where no failing test comes to; null: none */
  GPtrArray *fixes;             /* of AfFix, ranked; null likewise */
  AfValidation validation;      /* of its candidates; before the screen nothing is known of them */
  AfContractHint *contract;     /* when a contract is suspected, else null */
  const AfFault *cause;         /* the first of the earlier ones that have one cause with this one; else null */
  const AfFix *repaired_by;     /* the fix of one of them that repairs this fault, too; null likewise */
  const AfFault *alike;         /* the first of the earlier ones that violates the same clause alike, or that the same
                                   change repairs in a sibling of this routine; else null */
  const AfFix *same_change;     /* its own first fix, if that is such a change; else null */
  gboolean is_focused;          /* its tests T_r have been made */
  gboolean is_done;             /* nothing more is looked for */
  char *trouble;                /* why there is no fix, or null */
  char *changed_since;          /* it breaks what the module kept at this revision, and nobody wrote; else null */
  GPtrArray *changes;           /* of AfChangedBy, the latest first; null likewise */
} AfFinding;

AfFinding *af_finding_new (AfFault *fault); /* fault not owned */
void af_finding_free (AfFinding *finding);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfFinding, af_finding_free)
/* Notes another of its changes; the texts are copied. */
void af_finding_add_commit (AfFinding *finding, const char *id, const char *author, const char *title);

/* Looks among the fixes of @before, which has been repaired, for one that repairs the fault of @finding, too, and notes
 * it in `cause` and `repaired_by`.  The fault has its tests, the validation its options.  False with @error for what is
 * no matter of the fix alone. */
gboolean af_finding_seek_cause (AfFinding *finding, const AfFinding *before, GError **error);
/* Whether there is a fix that this would try; the fault needs no tests. */
gboolean af_finding_may_have_cause (const AfFinding *finding, const AfFinding *before);
/* Whether enough is known of its cause, so that the fault needs no repair of its own. */
gboolean af_finding_is_settled (const AfFinding *finding, const GPtrArray *findings);

/* Puts @findings (of AfFinding) in the order in which they are repaired and reported: likely and severe faults first,
 * equal ones as they were. */
void af_findings_sort (GPtrArray *findings);
/* Where one change repairs some failing tests of the fault and does nothing to the others, those others are put aside:
 * they show another mistake.  Whether that was so; the validation then knows too much and has to be made anew. */
gboolean af_finding_split (AfFinding *finding);

/* Puts first among the fixes the one that makes the change by which a finding before it was repaired, in another
 * routine; does nothing where there is none. */
void af_finding_follow_sibling (AfFinding *finding, const GPtrArray *findings);
/* Whether that may happen to @finding, which is to be repaired yet, because of @before. */
gboolean af_finding_may_follow (const AfFinding *finding, const AfFinding *before);
/* After confirmation: notes that in `same_change` and `alike`. */
void af_finding_note_sibling (AfFinding *finding, const GPtrArray *findings);

/* Whether the tests of both need a call that puts a number into an object and asks nothing about it. */
gboolean af_faults_share_setter (const AfModule *module, const AfFault *a, const AfFault *b);
/* Notes in `alike` which of @findings are part of an earlier one, as far as clauses and tests tell (parts.c). */
void af_findings_relate (GPtrArray *findings, const AfModule *module);
/* The fault in whose report it stands: of one cause with it, or alike; null: it has a report of its own. */
const AfFault *af_finding_part_of (const AfFinding *finding, const GPtrArray *findings);
/* How many of @findings have a report of their own. */
guint af_findings_count (const GPtrArray *findings);
/* Moves each part of a report to just after the finding that has the report. */
void af_findings_gather (GPtrArray *findings);

/* A snapshot with the routine it is in, both borrowed. */
typedef struct {
  const AfRoutine *routine;
  const AfSnapshot *snapshot;
} AfPlaced;

/* The snapshots of the blamed routine and of all views in one order: the most suspicious first, where each further one
 * of a location counts AfLocalization.repeat of the one before; equal ones in the order of the routines.  Array of
 * AfPlaced. */
GArray *af_finding_snapshots (const AfFinding *finding);

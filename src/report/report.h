/* Reports: the results of a run for people and machines. */
#pragma once

#include "model/candidate.h"
#include "util/events.h"
#include "validate/validate.h"

/* The fault as another routine saw it. */
typedef struct {
  AfFault *fault;               /* a view */
  AfLocalization *localization;
} AfView;

/* Takes ownership of both. */
AfView *af_view_new (AfFault *fault, AfLocalization *localization);
void af_view_free (AfView *view);

/* All that is known of one fault at the end. */
typedef struct {
  AfFault *fault;
  AfLocalization *localization; /* null when the run stopped before */
  GPtrArray *views;             /* of AfView: the fault seen from other routines; null likewise */
  GPtrArray *candidates;        /* of AfCandidate; null likewise */
  GPtrArray *fixes;             /* of AfFix, ranked; null likewise */
  AfValidateCounts counts;
  char *trouble;                /* why there is no fix, or null */
} AfFinding;

AfFinding *af_finding_new (AfFault *fault);     /* fault not owned */
void af_finding_free (AfFinding *finding);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfFinding, af_finding_free)

typedef struct {
  const AfModule *module;
  const AfCorpus *corpus;
  guint64 seed;
  GPtrArray *findings;          /* of AfFinding */
  const char *const *flags;     /* the compiler's, null-terminated, or null: recorded for a replay */
  const char *const *links;     /* further sources and linker arguments, likewise */
  gboolean records;             /* write records/F-*.json, too */
} AfResults;

/* Unified diff of one fix, as git apply and patch -p1 accept it, message lines in front; owned by the caller. */
char *af_report_patch (const AfModule *module, const AfFault *fault, const AfFix *fix, guint64 seed, GError **error);
/* The diff part alone. */
char *af_report_diff (const AfModule *module, const AfCandidate *candidate, GError **error);
/* The terminal report of one fault (src/README.md shows one); owned by the caller. */
char *af_report_finding (const AfResults *results, const AfFinding *finding, gboolean color);
/* results.json: everything, fixes in rank order; no times, no paths of the machine beyond those the user gave. */
char *af_report_json (const AfResults *results, GError **error);
/* A record of how the run came to the fixes of one fault: all snapshots, all candidates with their verdicts; owned by the
 * caller. */
char *af_report_record (const AfModule *module, const AfFinding *finding);
/* Writes results.json, patches/X-*.patch, tests/F-*.c and, where wanted, records/F-*.json below @dir, which exists. */
gboolean af_report_write (const AfResults *results, const char *dir, GError **error);

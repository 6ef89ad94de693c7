/* Reports: the results of a run for people and machines. */
#pragma once

#include "pipeline/finding/finding.h"
#include "report/stored.h"

/* A fault that was found and is not reported. */
typedef struct {
  const AfFault *fault; /* not owned */
  const char *by;       /* "mark", "comment", "pattern" or "baseline" */
  char *why;            /* the verdict, the comment's reason, the pattern, the baseline's path */
} AfSilenced;

typedef struct {
  const AfModule *module;
  const AfCorpus *corpus;
  guint64 seed;
  guint effort;             /* how often the plan of random tests was gone through; 0: once, and on */
  GPtrArray *findings;      /* of AfFinding */
  GPtrArray *silenced;      /* of AfSilenced; null: none */
  const char *const *flags; /* the compiler's, null-terminated, or null: recorded for a replay */
  const char *const *links; /* further sources and linker arguments, likewise */
  gboolean records;         /* write records/F-*.json, too */
  gboolean interrupted;     /* the user ended the run: there would be more */
  gboolean unrepaired;      /* the run was to end before its fixes are known */
} AfResults;

/* A fix as a mail: git am, git apply and patch -p1 accept it; owned by the caller. */
char *af_report_patch (const AfModule *module, const AfFault *fault, const AfFix *fix, guint64 seed, GError **error);
/* The unified diff alone. */
char *af_report_diff (const AfModule *module, const AfCandidate *candidate, GError **error);
/* The same of a file that need not be one of the module's. */
char *af_report_diff_source (const AfSource *source, const GPtrArray *edits, GError **error);
/* results.json: everything, fixes in rank order; no times, no paths of the machine beyond those the user gave. */
char *af_report_json (const AfResults *results, GError **error);
/* A record of how the run came to the fixes of one fault: all snapshots, all candidates with their verdicts; owned by
 * the caller. */
char *af_report_record (const AfModule *module, const AfFinding *finding);
/* The same, read back: what can be shown although no file can be written. */
AfStored *af_report_store (const AfResults *results, GError **error);
/* Writes @stored, which are the @results, as results.json, what af_report_rebuild makes of it and, where wanted,
 * records/F-*.json below @dir, which exists. */
gboolean af_report_write (const AfResults *results, const AfStored *stored, const char *dir, GError **error);

/* --- made from results.json, at the end of a run and later --- */

/* The rows of formats/formats.def: AF_FORMAT_TEXT, AF_FORMAT_JSON and so on. */
typedef enum {
#define AF_OUTPUT_FORMAT(id, name, function, file, meaning) AF_FORMAT_##id,
#include "report/formats/formats.def"
#undef AF_OUTPUT_FORMAT
  AF_N_FORMATS
} AfFormat;

/* "text", "json", ...; -1 when there is no such format. */
int af_format_parse (const char *name);
/* The names in the order of the table, a blank before each: a constant for tables of options. */
extern const char af_format_names[];
/* What each of them is, a line each below a heading, for `autofix help`; owned by the caller. */
char *af_format_help (void);

/* How text looks: plain and unfolded when all is 0. */
typedef struct {
  gboolean color;
  guint width;        /* columns of the terminal; 0: lines are not folded */
  const char *folder; /* where the results are, for commands that are shown; null: the usual one */
} AfTextStyle;

/* The ranked snapshots of one fault and a map of suspicion over the source, for the terminal; owned by the caller. */
char *af_report_localization (const AfResults *results, const AfFinding *finding, const AfTextStyle *style);
/* The whole in one format; of the text the blocks of all faults.  Owned by the caller. */
char *af_report_format (const AfStored *stored, AfFormat format, const AfTextStyle *style);
/* The block of the text for one of the findings, before the results are whole; owned by the caller. */
char *af_report_block (const AfResults *results, const AfFinding *finding, const AfTextStyle *style);
/* The block of one fault (src/README.md shows one); owned by the caller. */
char *af_report_fault (JsonObject *fault, const AfTextStyle *style);
/* The preconditions that nobody wrote, after the blocks of the faults; "" without any.  Owned by the caller. */
char *af_report_assumed (const AfStored *stored, const AfTextStyle *style);
/* The block of a test that did not end in its time, a member of "undecided"; owned by the caller. */
char *af_report_undecided (JsonObject *undecided, const AfTextStyle *style);
/* A fault, or a fix of @fault, with all that is known of it; owned by the caller. */
char *af_report_fault_full (JsonObject *fault, const AfTextStyle *style);
char *af_report_fix_full (JsonObject *fault, JsonObject *fix, const AfTextStyle *style);
/* The patch of a fix; the same bytes as af_report_patch gave in the run. */
char *af_report_stored_patch (const AfStored *stored, JsonObject *fault, JsonObject *fix);
/* The files beside results.json in @dir: those of the formats, patches/X-*.patch, tests/F-*.c,
 * replacements/X-N/fix.yaml. */
gboolean af_report_rebuild (const AfStored *stored, const char *dir, GError **error);
/* Makes git overlook what is in @dir: results are made anew from the sources, and are nothing for a repository. */
gboolean af_report_hide (const char *dir, GError **error);

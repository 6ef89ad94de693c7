/* What the files of this room share. */
#pragma once

#include <json-glib/json-glib.h>

#include "report/report.h"
#include "util/json.h"

#define AF_ASSUMED_PATCH "preconditions"
#define AF_RESULTS_VERSION 6 /* of results.json; other versions are not read */

/* --- diff.c --- */

/* "index OLD..NEW", git's hashes of both texts; owned by the caller. */
char *af_diff_index (const char *before, gsize length, const char *after);
/* What a candidate changes, as edits (of AfEdit) in order that neither overlap nor touch; owned by the caller. */
GPtrArray *af_diff_edits (const AfModule *module, const AfCandidate *candidate);

/* --- evidence.c --- */

/* Evidence of a fix in one line: "17 failing and 230 passing tests pass; ..."; owned by the caller. */
char *af_text_evidence (const AfFault *fault, const AfFix *fix);
/* "i = 5, set->count = 3"; empty when no value is known; owned by the caller. */
char *af_text_values (const AfFault *fault);
/* Why there is no fix, or none but those of last resort; null where there is one, and where nobody asked for one and
 * nothing else is known; owned by the caller. */
char *af_text_no_fix (const AfResults *results, const AfFinding *finding);
/* What speaks for a wrong contract; null when nothing does; owned by the caller. */
char *af_text_contract (const AfFinding *finding);

/* Why a test is undecided; static. */
const char *af_text_undecided (const AfFault *undecided);

/* --- text.c --- */

typedef struct {
  GString *out;
  const AfTextStyle *style;
} AfPage;

void af_page_colored (const AfPage *page, const char *code, const char *text);
/* @text from column @indent on, folded at blanks so that no line is wider than the page; ends the line. */
void af_page_folded (const AfPage *page, const char *text, guint indent);
/* A line with a label of at most eight columns; nothing when @text is null or empty. */
void af_page_line (const AfPage *page, const char *label, const char *text);
/* "autofix apply X-...", with --output where the results are in another folder than the usual one; owned by the caller.
 */
char *af_page_command (const AfPage *page, const char *verb, const char *id);
void af_page_diff (const AfPage *page, const char *diff);
/* The fault itself, without fixes. */
void af_page_fault (const AfPage *page, JsonObject *fault);

/* --- stored/write.c, tests.c, fixes.c, suspicion.c --- */

/* Text as @name; if that is not exact, because it is no UTF-8, the bytes as base64 in @exact, too. */
void af_json_bytes (JsonBuilder *json, const char *name, const char *exact, const char *bytes, gsize length);
/* Members "file" and "edits". */
void af_json_edits (JsonBuilder *json, const AfModule *module, const AfCandidate *candidate);
/* An object: {"variables": n, "calls": [...]}. */
void af_json_test (JsonBuilder *json, const AfModule *module, const AfTest *test);
/* An object: the fix at @index of the finding. */
void af_json_fix (JsonBuilder *json, const AfModule *module, const AfFinding *finding, guint index);
/* Members "cause", "snapshots", "heat". */
void af_json_suspicion (JsonBuilder *json, const AfModule *module, const AfFinding *finding);

/* --- stored/write.c --- */

/* An object of a file, a line and a column. */
void af_json_location (JsonBuilder *json, const char *name, const char *path, guint line, guint column);

/* --- stored/assumed.c --- */

/* Member "assumed": preconditions that nobody wrote, and the patch that states them. */
gboolean af_json_assumed (JsonBuilder *json, const AfResults *results, GError **error);

/* --- stored/behaviour.c --- */

/* Member "behaviour". */
void af_json_behaviour (JsonBuilder *json, const AfModule *module, const AfCorpus *corpus);

/* --- stored/shape.c --- */

/* What is wrong with results.json, owned by the caller; null if readers can rely on its shape. */
char *af_shape_check (JsonObject *root);

/* What the files of this room share. */
#pragma once

#include <json-glib/json-glib.h>

#include "report/report.h"

/* --- diff.c --- */

/* The path as a patch names it: relative to the working folder; the bare name if the file lies outside. */
char *af_diff_path (const AfSource *source);

/* --- text.c --- */

/* Evidence of a fix in one line: "17 failing and 230 passing tests pass; ..."; owned by the caller. */
char *af_text_evidence (const AfFault *fault, const AfFix *fix);
/* "i = 5, set->count = 3"; empty when no value is known; owned by the caller. */
char *af_text_values (const AfFault *fault);
/* Why there is no fix; owned by the caller. */
char *af_text_no_fix (const AfFinding *finding);

/* --- json.c, json-test.c --- */

void af_json_name (JsonBuilder *json, const char *name, const char *value);
void af_json_int (JsonBuilder *json, const char *name, gint64 value);
void af_json_bool (JsonBuilder *json, const char *name, gboolean value);
/* A number that text keeps exactly: rounded to six places. */
void af_json_real (JsonBuilder *json, const char *name, double value);
/* Members "file" and "edits". */
void af_json_edits (JsonBuilder *json, const AfModule *module, const AfCandidate *candidate);
/* What was built, indented, with a line end; owned by the caller. */
char *af_json_text (JsonBuilder *json);
/* An object: {"variables": n, "calls": [...]}. */
void af_json_test (JsonBuilder *json, const AfModule *module, const AfTest *test);

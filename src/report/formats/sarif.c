/* SARIF 2.1.0, the format in which code hosts and editors take the findings of analysers.
 *
 * In:  results.   Out: one run with a rule per kind of contract and a result per fault, and per undecided test.
 *
 *     partialFingerprints   the fault's ID, which holds no line numbers: the same fault tomorrow is not a new one
 *     relatedLocations      of the faults that are reported with it
 *     codeFlows             the calls of the test, each at the routine that is called, then the place of the violation
 *     fixes                 in rank order, as replacements of regions; their description says confidence and evidence
 *
 * Columns count characters (columnKind unicodeCodePoints).  Paths are those the user gave, relative to %SRCROOT%. */
#include "config.h"

#include "report/formats/formats.h"

#include <string.h>

#include "util/json.h"

#define SCHEMA "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

typedef struct {
  const char *kind, *name, *text;
} Rule;

/* In the order of AfClauseKind; the IDs are the words that IDs and reports use. */
static const Rule rules[] = {
  { "precondition", "PreconditionViolated", "A routine is called where its precondition does not hold." },
  { "postcondition", "PostconditionViolated", "A routine does not do what its postcondition promises." },
  { "invariant", "InvariantViolated", "A public routine leaves an object that its invariant does not allow." },
  { "check", "CheckFailed", "A condition within a routine does not hold." },
  { "loop invariant", "LoopInvariantViolated", "A loop's invariant does not hold." },
  { "loop variant", "LoopVariantViolated", "A loop's variant does not decrease." },
  { "null", "NullPointer", "A null pointer is used." },
  { "heap", "HeapError", "Freed memory is used, or memory outside of its block." },
  { "bounds", "OutOfBounds", "An array is indexed beyond its bounds." },
  { "arithmetic", "ArithmeticError", "A division by zero, an overflow or an oversized shift." },
  { "crash", "Crash", "A signal or the allocator ends the program." },
  { "hang", "Hang", "A call does not terminate." },
  { "sandbox", "ForbiddenCall", "The module makes a call that the sandbox forbids." },
  { "leak", "Leak", "Memory is leaked." },
  { "open", "FileLeftOpen", "A file is opened and never closed." },
};

static void put_message (JsonBuilder *json, const char *name, const char *text)
{
  af_json_open_object (json, name);
  af_json_name (json, "text", text);
  json_builder_end_object (json);
}

/* --- rules --- */

static int rule_index (const char *kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    if (strcmp (rules[i].kind, kind) == 0)
      return (int)i;
  return -1;
}

static char *rule_id (const char *kind)
{
  g_autofree char *id = g_strconcat ("autofix/", kind, NULL);
  return g_strdelimit (g_steal_pointer (&id), " ", '-');
}

static void put_tool (JsonBuilder *json)
{
  af_json_open_object (json, "tool");
  af_json_open_object (json, "driver");
  af_json_name (json, "name", "autofix");
  af_json_name (json, "version", PACKAGE_VERSION);
  af_json_name (json, "semanticVersion", PACKAGE_VERSION);
  af_json_open_array (json, "rules");
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++) {
    g_autofree char *id = rule_id (rules[i].kind);
    json_builder_begin_object (json);
    af_json_name (json, "id", id);
    af_json_name (json, "name", rules[i].name);
    put_message (json, "shortDescription", rules[i].text);
    af_json_open_object (json, "defaultConfiguration");
    af_json_name (json, "level", "error");
    json_builder_end_object (json);
    json_builder_end_object (json);
  }
  json_builder_end_array (json);
  json_builder_end_object (json);
  json_builder_end_object (json);
}

/* --- places --- */

/* A path as a URI: relative ones against %SRCROOT%. */
static void put_artifact (JsonBuilder *json, const char *path)
{
  g_autofree char *escaped = g_uri_escape_string (path, "/", FALSE);
  g_autofree char *uri = g_path_is_absolute (path) ? g_strconcat ("file://", escaped, NULL) : g_strdup (escaped);
  af_json_open_object (json, "artifactLocation");
  af_json_name (json, "uri", uri);
  if (!g_path_is_absolute (path))
    af_json_name (json, "uriBaseId", "%SRCROOT%");
  json_builder_end_object (json);
}

/* Column in characters of a column in bytes. */
static guint characters (const AfSource *source, guint line, guint column)
{
  guint at_line = 0, at_column = column;
  if (!source || line < 1 || line > source->line_starts->len)
    return MAX (column, 1);
  guint start = g_array_index (source->line_starts, guint, line - 1);
  if (start + column - 1 <= source->length)
    af_stored_position (source, start + column - 1, &at_line, &at_column);
  return MAX (at_column, 1);
}

static void put_physical (JsonBuilder *json, const AfStored *stored, JsonObject *location)
{
  const char *path = af_stored_text (location, "file");
  guint line = (guint)af_stored_int (location, "line"), column = (guint)af_stored_int (location, "column");
  af_json_open_object (json, "physicalLocation");
  put_artifact (json, path);
  if (line > 0) {
    af_json_open_object (json, "region");
    af_json_int (json, "startLine", line);
    af_json_int (json, "startColumn", characters (af_stored_source (stored, path), line, MAX (column, 1)));
    json_builder_end_object (json);
  }
  json_builder_end_object (json);
}

/* --- the test as a code flow --- */

static void put_step (JsonBuilder *json, const AfStored *stored, JsonObject *location, const char *text, guint order)
{
  json_builder_begin_object (json);
  af_json_int (json, "executionOrder", order);
  af_json_open_object (json, "location");
  if (location)
    put_physical (json, stored, location);
  put_message (json, "message", text);
  json_builder_end_object (json);
  json_builder_end_object (json);
}

static void put_code_flow (JsonBuilder *json, const AfStored *stored, JsonObject *fault)
{
  guint n = af_stored_length (fault, "steps");
  if (n == 0)
    return;
  af_json_open_array (json, "codeFlows");
  json_builder_begin_object (json);
  put_message (json, "message", "the shortest test found that shows the fault");
  af_json_open_array (json, "threadFlows");
  json_builder_begin_object (json);
  af_json_open_array (json, "locations");
  for (guint i = 0; i < n; i++) {
    JsonObject *step = af_stored_at (fault, "steps", i);
    put_step (json, stored, af_stored_object (step, "location"), af_stored_text (step, "text"), i + 1);
  }
  g_autofree char *end =
    g_strdup_printf ("%s: %s%s%s", af_stored_text (fault, "title"), af_stored_text (fault, "clause"),
                     *af_stored_text (fault, "values") ? "   with " : "", af_stored_text (fault, "values"));
  put_step (json, stored, af_stored_object (fault, "location"), end, n + 1);
  json_builder_end_array (json);
  json_builder_end_object (json);
  json_builder_end_array (json);
  json_builder_end_object (json);
  json_builder_end_array (json);
}

/* --- fixes --- */

static void put_replacement (JsonBuilder *json, const AfSource *source, const AfEdit *edit)
{
  guint line = 0, column = 0, end_line = 0, end_column = 0;
  af_stored_position (source, edit->range.start, &line, &column);
  af_stored_position (source, edit->range.end, &end_line, &end_column);
  g_autofree char *text = g_utf8_make_valid (edit->text, -1);
  json_builder_begin_object (json);
  af_json_open_object (json, "deletedRegion");
  af_json_int (json, "startLine", line);
  af_json_int (json, "startColumn", column);
  af_json_int (json, "endLine", end_line);
  af_json_int (json, "endColumn", end_column);
  af_json_int (json, "byteOffset", edit->range.start);
  af_json_int (json, "byteLength", edit->range.end - edit->range.start);
  json_builder_end_object (json);
  put_message (json, "insertedContent", text);
  json_builder_end_object (json);
}

static void put_fix (JsonBuilder *json, const AfStored *stored, JsonObject *fix)
{
  const AfSource *source = af_stored_source (stored, af_stored_text (fix, "file"));
  g_autoptr (GPtrArray) edits = af_stored_edits (fix);
  g_autofree char *text =
    g_strdup_printf ("%s: %s (%s confidence: %s)", af_stored_text (fix, "id"), af_stored_text (fix, "summary"),
                     af_stored_text (fix, "confidence"), af_stored_text (af_stored_object (fix, "evidence"), "text"));
  if (edits->len == 0)
    return;
  json_builder_begin_object (json);
  put_message (json, "description", text);
  af_json_open_array (json, "artifactChanges");
  json_builder_begin_object (json);
  put_artifact (json, source->path);
  af_json_open_array (json, "replacements");
  for (guint i = 0; i < edits->len; i++)
    put_replacement (json, source, edits->pdata[i]);
  json_builder_end_array (json);
  json_builder_end_object (json);
  json_builder_end_array (json);
  json_builder_end_object (json);
}

/* --- results --- */

/* Where it is, by which its fingerprint is, and the test. */
static void put_place (JsonBuilder *json, const AfStored *stored, JsonObject *fault)
{
  af_json_open_array (json, "locations");
  json_builder_begin_object (json);
  put_physical (json, stored, af_stored_object (fault, "location"));
  af_json_open_array (json, "logicalLocations");
  json_builder_begin_object (json);
  af_json_name (json, "name", af_stored_text (fault, "routine"));
  af_json_name (json, "kind", "function");
  json_builder_end_object (json);
  json_builder_end_array (json);
  json_builder_end_object (json);
  json_builder_end_array (json);
  af_json_open_object (json, "partialFingerprints");
  af_json_name (json, "autofixFaultId/v1", af_stored_text (fault, "id"));
  json_builder_end_object (json);
  put_code_flow (json, stored, fault);
}

/* The other places at which the same mistake shows. */
static void put_parts (JsonBuilder *json, const AfStored *stored, JsonObject *fault)
{
  guint n = af_stored_length (fault, "parts");
  if (n == 0)
    return;
  af_json_open_array (json, "relatedLocations");
  for (guint i = 0; i < n; i++) {
    JsonObject *part = af_stored_at (fault, "parts", i);
    g_autofree char *text = g_strdup_printf ("%s: %s [%s]", af_stored_text (part, "title"),
                                             af_stored_text (part, "clause"), af_stored_text (part, "id"));
    json_builder_begin_object (json);
    put_physical (json, stored, af_stored_object (part, "location"));
    put_message (json, "message", text);
    json_builder_end_object (json);
  }
  json_builder_end_array (json);
}

/* Of kind "open": evaluated, without enough information to decide. */
static void put_undecided (JsonBuilder *json, const AfStored *stored, JsonObject *undecided)
{
  const char *kind = af_stored_text (undecided, "kind");
  g_autofree char *id = rule_id (kind);
  g_autofree char *text =
    g_strdup_printf ("undecided: %s: %s", af_stored_text (undecided, "title"), af_stored_text (undecided, "why"));
  json_builder_begin_object (json);
  af_json_name (json, "ruleId", id);
  if (rule_index (kind) >= 0)
    af_json_int (json, "ruleIndex", rule_index (kind));
  af_json_name (json, "kind", "open");
  af_json_name (json, "level", "none");
  put_message (json, "message", text);
  put_place (json, stored, undecided);
  json_builder_end_object (json);
}

static void put_result (JsonBuilder *json, const AfStored *stored, JsonObject *fault)
{
  const char *kind = af_stored_text (fault, "kind"), *values = af_stored_text (fault, "values");
  g_autofree char *id = rule_id (kind);
  g_autofree char *text = g_strdup_printf ("%s: %s%s%s", af_stored_text (fault, "title"),
                                           af_stored_text (fault, "clause"), *values ? "   with " : "", values);
  json_builder_begin_object (json);
  af_json_name (json, "ruleId", id);
  if (rule_index (kind) >= 0)
    af_json_int (json, "ruleIndex", rule_index (kind));
  af_json_name (json, "level", "error");
  put_message (json, "message", text);
  put_place (json, stored, fault);
  put_parts (json, stored, fault);
  af_json_open_array (json, "fixes");
  for (guint i = 0; af_stored_has_fix (fault) && i < af_stored_length (fault, "fixes"); i++)
    put_fix (json, stored, af_stored_at (fault, "fixes", i));
  json_builder_end_array (json);
  json_builder_end_object (json);
}

static void put_artifacts (JsonBuilder *json, const AfStored *stored)
{
  JsonObject *module = af_stored_module (stored);
  af_json_open_array (json, "artifacts");
  for (guint i = 0; i < af_stored_length (module, "sources"); i++) {
    JsonObject *source = af_stored_at (module, "sources", i);
    g_autofree char *escaped = g_uri_escape_string (af_stored_text (source, "path"), "/", FALSE);
    gboolean absolute = g_path_is_absolute (af_stored_text (source, "path"));
    g_autofree char *uri = g_strconcat (absolute ? "file://" : "", escaped, NULL);
    json_builder_begin_object (json);
    af_json_open_object (json, "location");
    af_json_name (json, "uri", uri);
    if (!absolute)
      af_json_name (json, "uriBaseId", "%SRCROOT%");
    json_builder_end_object (json);
    af_json_open_object (json, "hashes");
    af_json_name (json, "sha-256", af_stored_text (source, "sha256"));
    json_builder_end_object (json);
    af_json_name (json, "sourceLanguage", "c");
    json_builder_end_object (json);
  }
  json_builder_end_array (json);
}

char *af_format_sarif (const AfStored *stored, const AfTextStyle *style G_GNUC_UNUSED)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  json_builder_begin_object (json);
  af_json_name (json, "$schema", SCHEMA);
  af_json_name (json, "version", "2.1.0");
  af_json_open_array (json, "runs");
  json_builder_begin_object (json);
  put_tool (json);
  af_json_name (json, "columnKind", "unicodeCodePoints");
  put_artifacts (json, stored);
  af_json_open_array (json, "results");
  g_autoptr (GPtrArray) reports = af_stored_reports (stored);
  for (guint i = 0; i < reports->len; i++)
    put_result (json, stored, reports->pdata[i]);
  for (guint i = 0; i < af_stored_length (af_stored_root (stored), "undecided"); i++)
    put_undecided (json, stored, af_stored_at (af_stored_root (stored), "undecided", i));
  json_builder_end_array (json);
  json_builder_end_object (json);
  json_builder_end_array (json);
  json_builder_end_object (json);
  return af_json_text (json);
}

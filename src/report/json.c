/* results.json: everything a run found, for machines and for `autofix show`, `apply` and `replay`.
 *
 * In:  the results.   Out: JSON text; the schema is in README.md of this folder.
 *
 * The same results give the same bytes: no times, no folders but those the user named, members in a fixed order. */
#include "report/report-internal.h"

#include <math.h>

#define LISTED_SNAPSHOTS 20

void af_json_name (JsonBuilder *json, const char *name, const char *value)
{
  json_builder_set_member_name (json, name);
  if (value)
    json_builder_add_string_value (json, value);
  else
    json_builder_add_null_value (json);
}

void af_json_int (JsonBuilder *json, const char *name, gint64 value)
{
  json_builder_set_member_name (json, name);
  json_builder_add_int_value (json, value);
}

void af_json_bool (JsonBuilder *json, const char *name, gboolean value)
{
  json_builder_set_member_name (json, name);
  json_builder_add_boolean_value (json, value);
}

void af_json_real (JsonBuilder *json, const char *name, double value)
{
  json_builder_set_member_name (json, name);
  json_builder_add_double_value (json, round (value * 1e6) / 1e6);
}

/* --- the module --- */

static void put_words (JsonBuilder *json, const char *name, const char *const *words)
{
  json_builder_set_member_name (json, name);
  json_builder_begin_array (json);
  for (guint i = 0; words && words[i]; i++)
    json_builder_add_string_value (json, words[i]);
  json_builder_end_array (json);
}

static void put_module (JsonBuilder *json, const AfResults *results)
{
  const AfModule *module = results->module;
  json_builder_set_member_name (json, "module");
  json_builder_begin_object (json);
  af_json_name (json, "name", module->name);
  json_builder_set_member_name (json, "sources");
  json_builder_begin_array (json);
  for (guint i = 0; i < module->sources->len; i++) {
    const AfSource *source = module->sources->pdata[i];
    g_autofree char *hash = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *)source->text, source->length);
    json_builder_begin_object (json);
    af_json_name (json, "path", source->path);
    af_json_name (json, "sha256", hash);
    json_builder_end_object (json);
  }
  json_builder_end_array (json);
  put_words (json, "flags", results->flags);
  put_words (json, "links", results->links);
  json_builder_end_object (json);
}

static void put_corpus (JsonBuilder *json, const AfCorpus *corpus)
{
  json_builder_set_member_name (json, "testing");
  json_builder_begin_object (json);
  af_json_int (json, "calls", corpus->n_calls);
  af_json_int (json, "invalid_calls", corpus->n_invalid);
  af_json_int (json, "passing", corpus->n_passing);
  af_json_int (json, "failing", corpus->n_failing);
  af_json_bool (json, "complete", corpus->complete);
  json_builder_set_member_name (json, "notices");
  json_builder_begin_array (json);
  for (guint i = 0; i < corpus->notices->len; i++)
    json_builder_add_string_value (json, corpus->notices->pdata[i]);
  json_builder_end_array (json);
  json_builder_end_object (json);
}

/* --- a finding --- */

static void put_snapshots (JsonBuilder *json, const AfFinding *finding)
{
  const GPtrArray *snapshots = finding->localization ? finding->localization->snapshots : NULL;
  json_builder_set_member_name (json, "snapshots");
  json_builder_begin_array (json);
  for (guint i = 0; snapshots && i < MIN (snapshots->len, LISTED_SNAPSHOTS); i++) {
    const AfSnapshot *snapshot = snapshots->pdata[i];
    const AfLocation *location = af_routine_location (finding->fault->routine, snapshot->location);
    g_autoptr (AfExpr) condition = af_snapshot_condition (snapshot);
    json_builder_begin_object (json);
    af_json_int (json, "line", location ? location->line : 0);
    af_json_name (json, "condition", condition->text);
    af_json_int (json, "failing", snapshot->failing);
    af_json_int (json, "passing", snapshot->passing);
    af_json_real (json, "cdep", snapshot->cdep);
    af_json_real (json, "edep", snapshot->edep);
    af_json_real (json, "dyn", snapshot->dyn);
    af_json_real (json, "susp", snapshot->susp);
    json_builder_end_object (json);
  }
  json_builder_end_array (json);
}

void af_json_edits (JsonBuilder *json, const AfModule *module, const AfCandidate *candidate)
{
  af_json_name (json, "file", af_module_source (module, candidate->file)->path);
  json_builder_set_member_name (json, "edits");
  json_builder_begin_array (json);
  for (guint i = 0; i < candidate->edits->len; i++) {
    const AfEdit *edit = candidate->edits->pdata[i];
    json_builder_begin_object (json);
    af_json_int (json, "start", edit->range.start);
    af_json_int (json, "end", edit->range.end);
    af_json_name (json, "text", edit->text);
    af_json_int (json, "order", edit->order);
    json_builder_end_object (json);
  }
  json_builder_end_array (json);
}

static void put_evidence (JsonBuilder *json, const AfFault *fault, const AfFix *fix)
{
  g_autofree char *text = af_text_evidence (fault, fix);
  json_builder_set_member_name (json, "evidence");
  json_builder_begin_object (json);
  af_json_int (json, "failing", fix->n_failing);
  af_json_int (json, "passing", fix->n_passing);
  af_json_int (json, "fresh", fix->n_fresh);
  af_json_int (json, "changed", fix->n_changed);
  af_json_bool (json, "confirmed", fix->confirmed);
  af_json_bool (json, "discards", fix->discards);
  af_json_int (json, "edit_size", fix->edit_size);
  af_json_name (json, "text", text);
  json_builder_end_object (json);
}

static void put_fix (JsonBuilder *json, const AfModule *module, const AfFault *fault, const AfFix *fix)
{
  g_autofree char *patch = g_strdup_printf ("patches/%s.patch", fix->id);
  const AfCandidate *candidate = fix->candidate;
  json_builder_begin_object (json);
  af_json_name (json, "id", fix->id);
  af_json_int (json, "rank", fix->rank);
  af_json_name (json, "confidence", af_confidence_name (fix->confidence));
  af_json_real (json, "score", fix->score);
  af_json_int (json, "group", fix->group);
  af_json_int (json, "group_size", fix->group_size);
  af_json_name (json, "summary", candidate->summary);
  af_json_name (json, "schema", af_schema_name (candidate->schema));
  af_json_name (json, "rule", candidate->action ? candidate->action->rule : NULL);
  af_json_real (json, "susp", candidate->snapshot ? candidate->snapshot->susp : 0);
  af_json_name (json, "reasons", fix->reasons);
  put_evidence (json, fault, fix);
  af_json_name (json, "patch_file", patch);
  af_json_edits (json, module, candidate);
  json_builder_end_object (json);
}

static void put_counts (JsonBuilder *json, const AfValidateCounts *counts)
{
  json_builder_set_member_name (json, "candidates");
  json_builder_begin_object (json);
  af_json_int (json, "made", counts->n_candidates);
  af_json_int (json, "uncompilable", counts->n_uncompilable);
  af_json_int (json, "screened", counts->n_screened);
  af_json_int (json, "valid", counts->n_survivors);
  af_json_int (json, "groups", counts->n_groups);
  af_json_int (json, "confirmed", counts->n_confirmed);
  af_json_int (json, "rejected", counts->n_rejected);
  af_json_bool (json, "complete", counts->complete);
  json_builder_end_object (json);
}

static void put_fault (JsonBuilder *json, const AfModule *module, const AfFault *fault)
{
  g_autofree char *title = af_fault_title (module, fault);
  g_autofree char *values = af_text_values (fault);
  g_autofree char *calls = fault->test ? af_testgen_describe (module, fault->test) : NULL;
  const char *path = NULL;
  guint line = 0, column = 0;
  af_fault_position (module, fault, &path, &line, &column);
  af_json_name (json, "id", fault->id);
  af_json_name (json, "title", title);
  af_json_name (json, "kind", af_clause_kind_name (fault->clause->kind));
  af_json_name (json, "routine", fault->routine->name);
  json_builder_set_member_name (json, "location");
  json_builder_begin_object (json);
  af_json_name (json, "file", path);
  af_json_int (json, "line", line);
  af_json_int (json, "column", column);
  json_builder_end_object (json);
  af_json_name (json, "clause", fault->clause->text);
  af_json_bool (json, "undefined", fault->undefined);
  af_json_name (json, "values", values);
  af_json_name (json, "calls", calls);
  json_builder_set_member_name (json, "test");
  if (fault->test)
    af_json_test (json, module, fault->test);
  else
    json_builder_add_null_value (json);
  af_json_int (json, "failing", fault->failing->len);
  af_json_int (json, "passing", fault->passing->len);
}

static void put_finding (JsonBuilder *json, const AfResults *results, const AfFinding *finding)
{
  guint n_fixes = finding->fixes ? finding->fixes->len : 0;
  g_autofree char *reason = n_fixes == 0 ? af_text_no_fix (finding) : NULL;
  g_autofree char *text = af_report_finding (results, finding, FALSE);
  json_builder_begin_object (json);
  put_fault (json, results->module, finding->fault);
  put_snapshots (json, finding);
  put_counts (json, &finding->counts);
  af_json_name (json, "no_fix", reason);
  json_builder_set_member_name (json, "fixes");
  json_builder_begin_array (json);
  for (guint i = 0; i < n_fixes; i++)
    put_fix (json, results->module, finding->fault, finding->fixes->pdata[i]);
  json_builder_end_array (json);
  af_json_name (json, "report", text);
  json_builder_end_object (json);
}

char *af_json_text (JsonBuilder *json)
{
  g_autoptr (JsonGenerator) generator = json_generator_new ();
  g_autoptr (JsonNode) root = json_builder_get_root (json);
  json_generator_set_root (generator, root);
  json_generator_set_pretty (generator, TRUE);
  json_generator_set_indent (generator, 1);
  g_autofree char *text = json_generator_to_data (generator, NULL);
  return g_strconcat (text, "\n", NULL);
}

char *af_report_json (const AfResults *results, GError **error G_GNUC_UNUSED)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  g_autofree char *seed = g_strdup_printf ("%" G_GUINT64_FORMAT, results->seed);
  json_builder_begin_object (json);
  af_json_int (json, "version", 1);
  af_json_name (json, "seed", seed);
  put_module (json, results);
  put_corpus (json, results->corpus);
  json_builder_set_member_name (json, "faults");
  json_builder_begin_array (json);
  for (guint i = 0; i < results->findings->len; i++)
    put_finding (json, results, results->findings->pdata[i]);
  json_builder_end_array (json);
  json_builder_end_object (json);
  return af_json_text (json);
}

/* results.json: everything a run found, for machines, and for all other reports, which are made from it.
 *
 * In:  the results.   Out: JSON text; results.schema.json says what is in it.
 *
 * The same results give the same bytes: no times, no folders but those the user named, members in a fixed order. */
#include "config.h"
#include "report/report-internal.h"

#include "model/written-out.h"

#include "report/stored.h"

void af_json_bytes (JsonBuilder *json, const char *name, const char *exact, const char *bytes, gsize length)
{
  gboolean is_text = g_utf8_validate (bytes, (gssize)length, NULL);
  g_autofree char *text = g_utf8_make_valid (bytes, (gssize)length);
  g_autofree char *base64 = is_text ? NULL : g_base64_encode ((const guchar *)bytes, length);
  af_json_name (json, name, text);
  if (base64)
    af_json_name (json, exact, base64);
}

/* --- the module --- */

static void put_word (JsonBuilder *json, const char *word)
{
  g_autofree char *valid = g_utf8_make_valid (word, -1);
  json_builder_add_string_value (json, valid);
}

static void put_words (JsonBuilder *json, const char *name, const char *const *words)
{
  json_builder_set_member_name (json, name);
  json_builder_begin_array (json);
  for (guint i = 0; words && words[i]; i++)
    put_word (json, words[i]);
  json_builder_end_array (json);
}

static void put_module (JsonBuilder *json, const AfResults *results)
{
  const AfModule *module = results->module;
  af_json_open_object (json, "module");
  af_json_name (json, "name", module->name);
  af_json_open_array (json, "sources");
  for (guint i = 0; i < module->sources->len; i++) {
    const AfSource *source = af_source_user (module->sources->pdata[i]);
    g_autofree char *hash =
      g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *)source->text, source->length);
    json_builder_begin_object (json);
    af_json_name (json, "path", source->path);
    af_json_name (json, "sha256", hash);
    af_json_bytes (json, "text", "text_base64", source->text, source->length);
    json_builder_end_object (json);
  }
  json_builder_end_array (json);
  put_words (json, "flags", results->flags);
  put_words (json, "links", results->links);
  json_builder_end_object (json);
}

static void put_corpus (JsonBuilder *json, const AfResults *results)
{
  const AfCorpus *corpus = results->corpus;
  af_json_open_object (json, "testing");
  af_json_int (json, "calls", corpus->n_calls);
  af_json_int (json, "invalid_calls", corpus->n_invalid);
  af_json_int (json, "passing", corpus->n_passing);
  af_json_int (json, "failing", corpus->n_failing);
  af_json_bool (json, "complete", corpus->complete);
  if (results->interrupted)
    af_json_bool (json, "interrupted", TRUE);
  af_json_open_array (json, "notices");
  for (guint i = 0; i < corpus->notices->len; i++)
    put_word (json, corpus->notices->pdata[i]);
  json_builder_end_array (json);
  if (corpus->uncalled->len > 0) {
    af_json_open_array (json, "uncalled");
    for (guint i = 0; i < corpus->uncalled->len; i++)
      put_word (json, g_array_index (corpus->uncalled, AfUncalled, i).routine->name);
    json_builder_end_array (json);
  }
  json_builder_end_object (json);
}

/* --- a fault --- */

void af_json_location (JsonBuilder *json, const char *name, const char *path, guint line, guint column)
{
  json_builder_set_member_name (json, name);
  json_builder_begin_object (json);
  af_json_name (json, "file", path);
  af_json_int (json, "line", line);
  af_json_int (json, "column", column);
  json_builder_end_object (json);
}

/* Where the routine that a step calls is defined; null for a record that is made by value. */
static void put_definition (JsonBuilder *json, const AfModule *module, const AfCall *call)
{
  const AfRoutine *routine = call->thunk < module->routines->len ? module->routines->pdata[call->thunk] : NULL;
  const AfSource *source = routine ? af_module_source (module, routine->name_range.file) : NULL;
  guint line = 0, column = 0;
  if (!source) {
    af_json_name (json, "location", NULL);
    return;
  }
  af_source_position (source, routine->name_range.start, &line, &column);
  af_json_location (json, "location", source->path, line, column);
}

static void put_steps (JsonBuilder *json, const AfModule *module, const AfTest *test)
{
  g_auto (GStrv) calls = test ? af_testgen_describe_calls (module, test) : NULL;
  af_json_open_array (json, "steps");
  for (guint i = 0; calls && calls[i]; i++) {
    json_builder_begin_object (json);
    af_json_name (json, "text", calls[i]);
    put_definition (json, module, test->calls->pdata[i]);
    json_builder_end_object (json);
  }
  json_builder_end_array (json);
}

static void put_extent (JsonBuilder *json, const AfModule *module, const AfRoutine *routine)
{
  const AfSource *source = af_module_source (module, routine->definition.file);
  guint first = 0, last = 0, column = 0;
  json_builder_set_member_name (json, "extent");
  if (!source) {
    json_builder_add_null_value (json);
    return;
  }
  af_source_position (source, routine->definition.start, &first, &column);
  af_source_position (source, routine->definition.end, &last, &column);
  json_builder_begin_object (json);
  af_json_name (json, "file", source->path);
  af_json_int (json, "first", first);
  af_json_int (json, "last", last);
  json_builder_end_object (json);
}

static void put_test (JsonBuilder *json, const AfModule *module, const AfFault *fault)
{
  const AfTest *test = fault->test;
  g_autofree char *program = test ? af_testgen_check_source (module, fault) : NULL;
  g_autofree char *calls = test ? af_testgen_describe (module, test) : NULL;
  af_json_name (json, "calls", calls);
  put_steps (json, module, test);
  json_builder_set_member_name (json, "test");
  if (test)
    af_json_test (json, module, test);
  else
    json_builder_add_null_value (json);
  af_json_name (json, "program", program);
}

/* What an undecided test has of a fault, too. */
static void put_sighting (JsonBuilder *json, const AfModule *module, const AfFault *fault)
{
  g_autofree char *title = af_fault_title (module, fault);
  const char *path = NULL;
  guint line = 0, column = 0;
  af_fault_position (module, fault, &path, &line, &column);
  af_json_name (json, "id", fault->id);
  af_json_name (json, "title", title);
  af_json_name (json, "kind", af_clause_kind_name (fault->clause->kind));
  af_json_name (json, "routine", fault->routine->name);
  af_json_location (json, "location", path, line, column);
  put_extent (json, module, fault->routine);
  af_json_name (json, "clause", fault->clause->text);
}

static void put_fault (JsonBuilder *json, const AfModule *module, const AfFault *fault)
{
  g_autofree char *values = af_text_values (fault);
  put_sighting (json, module, fault);
  af_json_bool (json, "undefined", fault->undefined);
  af_json_name (json, "values", values);
  put_test (json, module, fault);
  af_json_int (json, "failing", fault->failing->len);
  af_json_int (json, "passing", fault->passing->len);
}

static void put_undecided (JsonBuilder *json, const AfResults *results)
{
  af_json_open_array (json, "undecided");
  for (guint i = 0; i < results->corpus->undecided->len; i++) {
    const AfFault *fault = results->corpus->undecided->pdata[i];
    json_builder_begin_object (json);
    put_sighting (json, results->module, fault);
    af_json_name (json, "why", af_text_undecided (fault));
    put_test (json, results->module, fault);
    json_builder_end_object (json);
  }
  json_builder_end_array (json);
}

static void put_title (JsonBuilder *json, const AfModule *module, const AfFault *fault)
{
  g_autofree char *title = af_fault_title (module, fault);
  const char *path = NULL;
  guint line = 0, column = 0;
  af_fault_position (module, fault, &path, &line, &column);
  af_json_name (json, "id", fault->id);
  af_json_name (json, "title", title);
  af_json_location (json, "location", path, line, column);
}

/* --- a finding --- */

static void put_counts (JsonBuilder *json, const AfValidateCounts *counts)
{
  af_json_open_object (json, "candidates");
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

/* The finding's report tells of these, too. */
static void put_parts (JsonBuilder *json, const AfResults *results, const AfFinding *finding)
{
  af_json_open_array (json, "parts");
  for (guint i = 0; i < results->findings->len; i++) {
    const AfFinding *part = results->findings->pdata[i];
    if (af_finding_part_of (part, results->findings) != finding->fault)
      continue;
    json_builder_begin_object (json);
    put_title (json, results->module, part->fault);
    af_json_name (json, "clause", part->fault->clause->text);
    af_json_name (json, "repaired_by", part->repaired_by ? part->repaired_by->id : NULL);
    if (part->same_change)
      af_json_name (json, "same_change", part->same_change->id);
    af_json_int (json, "fixes", part->fixes ? part->fixes->len : 0);
    json_builder_end_object (json);
  }
  json_builder_end_array (json);
}

/* What it has to do with a revision, where it has. */
static void put_changes (JsonBuilder *json, const AfFinding *finding)
{
  if (!finding->changed_since)
    return;
  af_json_name (json, "changed_since", finding->changed_since);
  af_json_open_array (json, "changed_by");
  for (guint i = 0; finding->changes && i < finding->changes->len; i++) {
    const AfChangedBy *change = finding->changes->pdata[i];
    json_builder_begin_object (json);
    af_json_name (json, "id", change->id);
    af_json_name (json, "author", change->author);
    af_json_name (json, "title", change->title);
    json_builder_end_object (json);
  }
  json_builder_end_array (json);
}

static void put_finding (JsonBuilder *json, const AfResults *results, const AfFinding *finding)
{
  guint n_fixes = finding->fixes ? finding->fixes->len : 0;
  g_autofree char *reason = af_text_no_fix (results, finding);
  g_autofree char *suspicion = af_text_contract (finding);
  const AfFault *whole = af_finding_part_of (finding, results->findings);
  json_builder_begin_object (json);
  put_fault (json, results->module, finding->fault);
  af_json_suspicion (json, results->module, finding);
  put_counts (json, &finding->validation.counts);
  af_json_name (json, "no_fix", reason);
  af_json_name (json, "repaired_by", finding->repaired_by ? finding->repaired_by->id : NULL);
  af_json_name (json, "part_of", whole ? whole->id : NULL);
  put_parts (json, results, finding);
  put_changes (json, finding);
  af_json_name (json, "contract_suspected", suspicion);
  af_json_open_array (json, "fixes");
  for (guint i = 0; i < n_fixes; i++)
    af_json_fix (json, results->module, finding, i);
  json_builder_end_array (json);
  json_builder_end_object (json);
}

char *af_report_block (const AfResults *results, const AfFinding *finding, const AfTextStyle *style)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  put_finding (json, results, finding);
  g_autofree char *text = af_json_text (json);
  g_autoptr (JsonNode) node = json_from_string (text, NULL);
  return af_report_fault (json_node_get_object (node), style);
}

char *af_stored_json (const AfStored *stored)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  json_node_set_object (root, af_stored_root (stored));
  return af_json_node_text (root);
}

/* The block on the terminal is made from the rest, as later by `autofix show`. */
static char *add_reports (const char *text, GError **error)
{
  g_autoptr (AfStored) stored = af_stored_parse (text, "results.json", error);
  if (!stored)
    return NULL;
  const AfTextStyle plain = { 0 };
  for (guint i = 0; i < json_array_get_length (af_stored_faults (stored)); i++) {
    JsonObject *fault = json_array_get_object_element (af_stored_faults (stored), i);
    g_autofree char *report = af_report_fault (fault, &plain);
    json_object_set_string_member (fault, "report", report);
  }
  return af_stored_json (stored);
}

static void put_silenced (JsonBuilder *json, const AfResults *results)
{
  if (!results->silenced || results->silenced->len == 0)
    return;
  af_json_open_array (json, "silenced");
  for (guint i = 0; i < results->silenced->len; i++) {
    const AfSilenced *silenced = results->silenced->pdata[i];
    json_builder_begin_object (json);
    put_title (json, results->module, silenced->fault);
    af_json_name (json, "by", silenced->by);
    af_json_name (json, "why", silenced->why);
    json_builder_end_object (json);
  }
  json_builder_end_array (json);
}

char *af_report_json (const AfResults *results, GError **error)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  g_autofree char *seed = g_strdup_printf ("%" G_GUINT64_FORMAT, results->seed);
  json_builder_begin_object (json);
  af_json_int (json, "version", AF_RESULTS_VERSION);
  af_json_name (json, "tool", "autofix " PACKAGE_VERSION);
  af_json_name (json, "seed", seed);
  af_json_int (json, "effort", results->effort);
  put_module (json, results);
  put_corpus (json, results);
  af_json_behaviour (json, results->module, results->corpus);
  if (!af_json_assumed (json, results, error))
    return NULL;
  af_json_open_array (json, "faults");
  for (guint i = 0; i < results->findings->len; i++)
    put_finding (json, results, results->findings->pdata[i]);
  json_builder_end_array (json);
  put_undecided (json, results);
  put_silenced (json, results);
  json_builder_end_object (json);
  g_autofree char *text = af_json_text (json);
  return add_reports (text, error);
}

/* A fix as JSON: what it does, what speaks for it, what tells it from the others.
 *
 * In:  a finding and the place of a fix in it.   Out: an object of results.json.
 *
 * Two fixes are in different groups because some test ends differently with them; a short one, and what either does in
 * it, is what a person looks at to choose between them. */
#include "report/report-internal.h"

#include <string.h>

void af_json_edits (JsonBuilder *json, const AfModule *module, const AfCandidate *candidate)
{
  af_json_name (json, "file", af_module_source (module, candidate->file)->path);
  af_json_open_array (json, "edits");
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

static void put_proof (JsonBuilder *json, const AfFix *fix)
{
  af_json_open_object (json, "proof");
  af_json_name (json, "outcome", af_proof_outcome_name (fix->proof));
  af_json_int (json, "bound", fix->proof_bound);
  af_json_bool (json, "complete", fix->proof_complete);
  af_json_name (json, "reason", fix->proof_reason);
  json_builder_end_object (json);
}

static void put_evidence (JsonBuilder *json, const AfFault *fault, const AfFix *fix)
{
  g_autofree char *text = af_text_evidence (fault, fix);
  af_json_open_object (json, "evidence");
  af_json_int (json, "failing", fix->n_failing);
  af_json_int (json, "passing", fix->n_passing);
  af_json_int (json, "held_out", fix->n_held_out);
  af_json_int (json, "changed", fix->n_changed);
  af_json_open_array (json, "also");
  for (guint i = 0; i < fix->also->len; i++)
    json_builder_add_string_value (json, ((const AfFault *)fix->also->pdata[i])->id);
  json_builder_end_array (json);
  af_json_bool (json, "confirmed", fix->confirmed);
  af_json_bool (json, "own_tests", fix->own_tests);
  af_json_bool (json, "discards", fix->discards);
  af_json_int (json, "edit_size", fix->edit_size);
  af_json_name (json, "text", text);
  if (fix->proof != AF_PROOF_UNTRIED)
    put_proof (json, fix);
  json_builder_end_object (json);
}

/* The fix that is shown for a group. */
static const AfFix *shown_for (const GPtrArray *fixes, guint group)
{
  for (guint i = 0; i < fixes->len; i++)
    if (((const AfFix *)fixes->pdata[i])->group == group && ((const AfFix *)fixes->pdata[i])->representative)
      return fixes->pdata[i];
  return NULL;
}

/* What tells a fix from the better ones that behave differently: one for each of their groups. */
static void put_distinctions (JsonBuilder *json, const AfModule *module, const AfFinding *finding, const AfFix *fix)
{
  const AfFix *shown = shown_for (finding->fixes, fix->group);
  af_json_open_array (json, "distinguishing_tests");
  for (guint i = 0; shown && i < shown->distinctions->len; i++) {
    const AfDistinction *distinction = shown->distinctions->pdata[i];
    const AfFix *other = shown_for (finding->fixes, distinction->group);
    g_autofree char *calls = af_testgen_describe (module, distinction->test);
    if (!other)
      continue;
    json_builder_begin_object (json);
    af_json_name (json, "from", other->id);
    af_json_name (json, "calls", calls);
    af_json_name (json, "here", distinction->here);
    af_json_name (json, "there", distinction->there);
    json_builder_end_object (json);
  }
  json_builder_end_array (json);
}

/* What the patch does, as byte ranges in order that neither overlap nor touch. */
static void put_exact_edits (JsonBuilder *json, const AfModule *module, const AfCandidate *candidate)
{
  const AfSource *source = af_module_source (module, candidate->file);
  g_autoptr (GPtrArray) edits = af_diff_edits (module, candidate);
  af_json_name (json, "file", source->path);
  af_json_open_array (json, "edits");
  for (guint i = 0; edits && i < edits->len; i++) {
    const AfEdit *edit = edits->pdata[i];
    json_builder_begin_object (json);
    af_json_int (json, "start", edit->range.start);
    af_json_int (json, "end", edit->range.end);
    af_json_bytes (json, "text", "text_base64", edit->text, strlen (edit->text));
    json_builder_end_object (json);
  }
  json_builder_end_array (json);
}

void af_json_fix (JsonBuilder *json, const AfModule *module, const AfFinding *finding, guint index)
{
  const AfFault *fault = finding->fault;
  const AfFix *fix = finding->fixes->pdata[index];
  g_autofree char *patch = g_strdup_printf ("patches/%s.patch", fix->id);
  const AfCandidate *candidate = fix->candidate;
  g_autofree char *diff = af_report_diff (module, candidate, NULL);
  json_builder_begin_object (json);
  af_json_name (json, "id", fix->id);
  af_json_int (json, "rank", fix->rank);
  af_json_name (json, "confidence", af_confidence_name (fix->confidence));
  af_json_real (json, "score", fix->score);
  af_json_int (json, "group", fix->group);
  af_json_int (json, "group_size", fix->group_size);
  af_json_name (json, "summary", candidate->summary ? candidate->summary : "a change");
  af_json_name (json, "schema", af_schema_name (candidate->schema));
  af_json_name (json, "rule", candidate->action ? candidate->action->row->id : NULL);
  af_json_real (json, "susp", candidate->snapshot ? candidate->snapshot->susp : 0);
  af_json_name (json, "reasons", fix->reasons);
  af_json_name (json, "last_resort", fix->last_resort);
  put_evidence (json, fault, fix);
  put_distinctions (json, module, finding, fix);
  af_json_name (json, "patch_file", patch);
  af_json_name (json, "diff", diff ? diff : "");
  put_exact_edits (json, module, candidate);
  json_builder_end_object (json);
}

/* Results of a run as an editor shows them.
 *
 * In:  results.   Out: diagnostics, each with the failing test; code actions, each a fix.
 *
 * Fixes are offered for the text that they were tested on, and for no other. */
#include "lsp/lsp-internal.h"

#include <string.h>

/* As many fixes of a fault as the report names. */
#define MOST_FIXES 6

enum { SEVERITY_WARNING = 2, SEVERITY_HINT = 4 };

static JsonNode *range_of (const AfStored *stored, JsonObject *location)
{
  const AfSource *source = af_stored_source (stored, af_stored_text (location, "file"));
  guint line = (guint)af_stored_int (location, "line");
  const char *text = source ? source->text : "";
  return af_lsp_range (af_lsp_place_of (text, line, (guint)af_stored_int (location, "column")),
                       af_lsp_line_end (text, line));
}

static JsonObject *related (const AfStored *stored, JsonObject *step)
{
  JsonObject *object = json_object_new (), *place = json_object_new (), *location = af_stored_object (step, "location");
  g_autofree char *uri = af_lsp_uri (af_stored_text (location, "file"));
  json_object_set_string_member (place, "uri", uri);
  json_object_set_member (place, "range", range_of (stored, location));
  json_object_set_object_member (object, "location", place);
  json_object_set_string_member (object, "message", af_stored_text (step, "text"));
  return object;
}

static char *message_of (JsonObject *fault)
{
  static const struct {
    const char *member, *words;
  } rows[] = { { "clause", ": " }, { "values", "\nvalues: " }, { "calls", "\ntest: " } };
  GString *message = g_string_new (af_stored_text (fault, "title"));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (*af_stored_text (fault, rows[i].member))
      g_string_append_printf (message, "%s%s", rows[i].words, af_stored_text (fault, rows[i].member));
  return g_string_free (message, FALSE);
}

static JsonObject *diagnostic_new (const AfStored *stored, JsonObject *location, int severity, const char *message)
{
  JsonObject *diagnostic = json_object_new ();
  json_object_set_member (diagnostic, "range", range_of (stored, location));
  json_object_set_int_member (diagnostic, "severity", severity);
  json_object_set_string_member (diagnostic, "source", "autofix");
  json_object_set_string_member (diagnostic, "message", message);
  return diagnostic;
}

static JsonObject *diagnostic_of (const AfStored *stored, JsonObject *fault)
{
  g_autofree char *message = message_of (fault);
  JsonObject *diagnostic = diagnostic_new (stored, af_stored_object (fault, "location"), SEVERITY_WARNING, message);
  JsonArray *steps = json_array_new ();
  json_object_set_string_member (diagnostic, "code", af_stored_text (fault, "id"));
  for (guint i = 0; i < af_stored_length (fault, "steps"); i++) {
    JsonObject *step = af_stored_at (fault, "steps", i);
    if (af_stored_object (step, "location"))
      json_array_add_object_element (steps, related (stored, step));
  }
  json_object_set_array_member (diagnostic, "relatedInformation", steps);
  return diagnostic;
}

static void put (GHashTable *all, JsonObject *location, JsonObject *diagnostic)
{
  char *uri = af_lsp_uri (af_stored_text (location, "file"));
  JsonArray *list = g_hash_table_lookup (all, uri);
  if (!list) {
    list = json_array_new ();
    g_hash_table_insert (all, g_strdup (uri), list);
  }
  json_array_add_object_element (list, diagnostic);
  g_free (uri);
}

GHashTable *af_lsp_diagnostics (const AfStored *stored)
{
  GHashTable *all = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)json_array_unref);
  JsonArray *faults = af_stored_faults (stored);
  for (guint i = 0; i < json_array_get_length (faults); i++) {
    JsonObject *fault = json_array_get_object_element (faults, i);
    put (all, af_stored_object (fault, "location"), diagnostic_of (stored, fault));
  }
  JsonObject *assumed = af_stored_object (af_stored_root (stored), "assumed");
  for (guint i = 0; assumed && i < af_stored_length (assumed, "clauses"); i++) {
    JsonObject *clause = af_stored_at (assumed, "clauses", i), *location = af_stored_object (clause, "location");
    g_autofree char *message = g_strdup_printf ("'%s' requires %s, and no contract says so",
                                                af_stored_text (clause, "routine"), af_stored_text (clause, "clause"));
    put (all, location, diagnostic_new (stored, location, SEVERITY_HINT, message));
  }
  return all;
}

/* --- code actions --- */

static gboolean asks_for (const AfLspQuestion *question, guint first, guint last)
{
  return first <= question->last && question->first <= last;
}

/* The edits of a fix; @touches is set when one of them is where the question is. */
static JsonArray *edits_of (const AfStored *stored, JsonObject *fix, const AfLspQuestion *question, gboolean *touches)
{
  g_autoptr (GPtrArray) edits = af_stored_edits (fix);
  const AfSource *source = af_stored_source (stored, af_stored_text (fix, "file"));
  JsonArray *list = json_array_new ();
  for (guint i = 0; i < edits->len; i++) {
    const AfEdit *edit = edits->pdata[i];
    AfLspPlace start = af_lsp_place (source->text, edit->range.start),
               end = af_lsp_place (source->text, edit->range.end);
    *touches |= asks_for (question, start.line, end.line);
    json_array_add_object_element (list, af_lsp_text_edit (start, end, edit->text));
  }
  return list;
}

static JsonObject *action_of (const AfStored *stored, JsonObject *fault, JsonObject *fix, JsonArray *edits,
                              const char *uri)
{
  JsonObject *action = json_object_new ();
  JsonArray *diagnostics = json_array_new ();
  const char *confidence = af_stored_text (fix, "confidence");
  g_autofree char *title = g_strdup_printf ("autofix: %s (%s confidence)", af_stored_text (fix, "summary"), confidence);
  json_object_set_string_member (action, "title", title);
  json_object_set_string_member (action, "kind", "quickfix");
  json_array_add_object_element (diagnostics, diagnostic_of (stored, fault));
  json_object_set_array_member (action, "diagnostics", diagnostics);
  json_object_set_boolean_member (action, "isPreferred",
                                  strcmp (confidence, "high") == 0 && af_stored_int (fix, "rank") == 1);
  json_object_set_member (action, "edit", af_lsp_workspace_edit (uri, edits));
  return action;
}

static gboolean is_of (const char *path, const AfLspQuestion *question)
{
  g_autofree char *uri = af_lsp_uri (path);
  return g_strcmp0 (uri, question->uri) == 0;
}

static void add_fixes (const AfStored *stored, JsonObject *fault, const AfLspQuestion *question, JsonArray *actions)
{
  JsonObject *location = af_stored_object (fault, "location");
  guint line = (guint)af_stored_int (location, "line");
  gboolean is_here =
    is_of (af_stored_text (location, "file"), question) && line > 0 && asks_for (question, line - 1, line - 1);
  guint n = af_stored_has_fix (fault) ? MIN (af_stored_length (fault, "fixes"), MOST_FIXES) : 0;
  for (guint i = 0; i < n; i++) {
    JsonObject *fix = af_stored_at (fault, "fixes", i);
    const AfSource *source = af_stored_source (stored, af_stored_text (fix, "file"));
    if (!source || !is_of (af_stored_text (fix, "file"), question) || strcmp (source->text, question->text) != 0)
      continue;
    gboolean touches = is_here;
    JsonArray *edits = edits_of (stored, fix, question, &touches);
    if (touches)
      json_array_add_object_element (actions, action_of (stored, fault, fix, edits, question->uri));
    else
      json_array_unref (edits);
  }
}

JsonNode *af_lsp_actions (const AfStored *stored, const AfLspQuestion *question)
{
  JsonArray *actions = json_array_new (), *faults = af_stored_faults (stored);
  for (guint i = 0; i < json_array_get_length (faults); i++)
    add_fixes (stored, json_array_get_object_element (faults, i), question, actions);
  af_lsp_add_requires (stored, question, actions);
  JsonNode *node = json_node_new (JSON_NODE_ARRAY);
  json_node_take_array (node, actions);
  return node;
}

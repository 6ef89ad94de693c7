/* What a run of a module has found.
 *
 * In:  results.json of the run.   Out: cases, and rows in the history, all in one transaction.
 *
 * Of each fault a record is kept that is results.json with this fault alone: that is what `autofix replay` reads,
 * tonight and in a year. */
#include "config.h"

#include <string.h>

#include "nightly/nightly-internal.h"
#include "util/error.h"
#include "util/files/read.h"
#include "util/json.h"

const char *af_findings_text (JsonObject *object, const char *name)
{
  const char *text = object ? json_object_get_string_member_with_default (object, name, "") : NULL;
  return text ? text : "";
}

static char *position_of (JsonObject *fault)
{
  JsonNode *node = json_object_get_member (fault, "location");
  JsonObject *place = node && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  if (!place)
    return g_strdup ("");
  return g_strdup_printf ("%s:%d:%d", af_findings_text (place, "file"),
                          (int)json_object_get_int_member_with_default (place, "line", 0),
                          (int)json_object_get_int_member_with_default (place, "column", 0));
}

/* The results with this fault alone. */
static char *record_of (JsonObject *root, JsonObject *fault)
{
  g_autoptr (JsonObject) copy = json_object_new ();
  g_autoptr (GList) names = json_object_get_members (root);
  JsonArray *faults = json_array_new ();
  for (GList *name = names; name; name = name->next)
    if (strcmp (name->data, "faults") != 0)
      json_object_set_member (copy, name->data, json_node_copy (json_object_get_member (root, name->data)));
  json_array_add_object_element (faults, json_object_ref (fault));
  json_object_set_array_member (copy, "faults", faults);
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  json_node_set_object (node, copy);
  return json_to_string (node, FALSE);
}

/* The routines that the test of a fault calls, the last one first. */
static char **called_by (JsonObject *fault)
{
  JsonNode *node = json_object_get_member (fault, "test");
  JsonObject *test = node && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  JsonNode *list = test ? json_object_get_member (test, "calls") : NULL;
  JsonArray *calls = list && JSON_NODE_HOLDS_ARRAY (list) ? json_node_get_array (list) : NULL;
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  for (guint i = calls ? json_array_get_length (calls) : 0; i > 0; i--)
    g_strv_builder_add (names, af_findings_text (json_array_get_object_element (calls, i - 1), "routine"));
  return g_strv_builder_end (names);
}

static void replace (char **text, char *with)
{
  g_free (*text);
  *text = with;
}

/* The case that the fault has become, or null: another part of the module has shown it, and as much is known of it. */
static AfCase *take_fault (AfUnit *unit, JsonObject *root, JsonObject *fault, const char *folder, gboolean repaired)
{
  const char *id = af_findings_text (fault, "id");
  AfCase *item = af_unit_case (unit, id);
  if (item && item->fault && (item->is_repaired || !repaired))
    return NULL;
  if (!item) {
    item = g_new0 (AfCase, 1);
    item->id = g_strdup (id);
    item->note = "";
    g_ptr_array_add (unit->cases, item);
  }
  item->is_seen = TRUE;
  item->is_repaired |= repaired;
  replace (&item->title, g_strdup (af_findings_text (fault, "title")));
  replace (&item->routine, g_strdup (af_findings_text (fault, "routine")));
  replace (&item->clause, g_strdup (af_findings_text (fault, "clause")));
  replace (&item->position, position_of (fault));
  replace (&item->record, record_of (root, fault));
  replace (&item->results, g_strdup (folder));
  g_strfreev (item->called);
  item->called = called_by (fault);
  g_clear_pointer (&item->fault, json_object_unref);
  item->fault = json_object_ref (fault);
  return item;
}

static gboolean store_fix (AfNight *night, gint64 run, const AfCase *item, JsonObject *fix, const char *folder,
                           GError **error)
{
  g_autofree char *path = g_build_filename (folder, af_findings_text (fix, "patch_file"), NULL);
  g_autofree char *patch = NULL;
  if (!(patch = af_read_file (path, AF_READ_MOST, NULL, NULL)))
    return TRUE; /* not confirmed: never shown */
  const AfOffer offer = {
    .fault = item->id,
    .fix = af_findings_text (fix, "id"),
    .rank = (guint)json_object_get_int_member_with_default (fix, "rank", 0),
    .confidence = af_findings_text (fix, "confidence"),
    .summary = af_findings_text (fix, "summary"),
    .patch = patch,
  };
  return af_store_add_offer (night->store, run, &offer, error);
}

static gboolean store_case (AfNight *night, gint64 run, const AfUnit *unit, const AfCase *item, GError **error)
{
  AfSighting sighting = {
    .fault = item->id,
    .module = unit->settings->name,
    .title = item->title,
    .routine = item->routine,
    .clause = item->clause,
    .position = item->position,
    .record = item->record,
    .failing = (guint)json_object_get_int_member_with_default (item->fault, "failing", 0),
    .passing = (guint)json_object_get_int_member_with_default (item->fault, "passing", 0),
  };
  JsonArray *fixes =
    json_object_has_member (item->fault, "fixes") ? json_object_get_array_member (item->fault, "fixes") : NULL;
  if (!af_store_add_sighting (night->store, run, &sighting, error))
    return FALSE;
  for (guint i = 0; fixes && i < json_array_get_length (fixes); i++)
    if (!store_fix (night, run, item, json_array_get_object_element (fixes, i), item->results, error))
      return FALSE;
  return TRUE;
}

static gint64 begin_run (AfNight *night, const AfUnit *unit, gboolean repaired, GError **error)
{
  const AfNightRun begun = {
    .night = night->number,
    .module = unit->settings->name,
    .version = PACKAGE_VERSION,
    .seed = night->seed,
    .digest = unit->digest,
    .repaired = repaired,
    .seconds = repaired ? unit->run_seconds : unit->test_seconds,
  };
  return af_store_begin_night_run (night->store, &begun, error);
}

/* Whether more time would find no more: what had none is tried again in the next night, though no file has changed. */
static gboolean is_spent (JsonArray *faults)
{
  for (guint i = 0; i < json_array_get_length (faults); i++) {
    JsonObject *fault = json_array_get_object_element (faults, i);
    JsonNode *node = json_object_get_member (fault, "candidates");
    JsonObject *counts = node && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
    JsonNode *fixes = json_object_get_member (fault, "fixes");
    gboolean is_repaired =
      *af_findings_text (fault, "repaired_by")
      || (fixes && JSON_NODE_HOLDS_ARRAY (fixes) && json_array_get_length (json_node_get_array (fixes)) > 0);
    if (!is_repaired && counts && !json_object_get_boolean_member_with_default (counts, "complete", TRUE))
      return FALSE;
  }
  return TRUE;
}

static gboolean take_all (AfNight *night, AfUnit *unit, JsonObject *root, const char *folder, gboolean repaired,
                          GError **error)
{
  JsonArray *faults = json_object_get_array_member (root, "faults");
  gint64 run = night->store ? begin_run (night, unit, repaired && is_spent (faults), error) : 0;
  if (night->store && run == 0)
    return FALSE;
  for (guint i = 0; i < json_array_get_length (faults); i++) {
    const AfCase *item = take_fault (unit, root, json_array_get_object_element (faults, i), folder, repaired);
    if (item && night->store && !store_case (night, run, unit, item, error))
      return FALSE;
  }
  return !night->store || af_store_end_run (night->store, error);
}

gboolean af_findings_take (AfNight *night, AfUnit *unit, const char *folder, gboolean repaired, GError **error)
{
  g_autofree char *path = g_build_filename (folder, "results.json", NULL);
  g_autoptr (GError) reason = NULL;
  gsize length = 0;
  g_autofree char *text = af_read_file (path, AF_READ_MOST_RESULTS, &length, &reason);
  g_autoptr (JsonNode) node = text ? af_json_parse (text, length, &reason) : NULL;
  JsonObject *root = node && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  if (!root || !json_object_has_member (root, "faults")) {
    unit->trouble = g_strdup_printf ("%s: %s", path, reason ? reason->message : "contains no results");
    return TRUE;
  }
  JsonObject *testing =
    json_object_has_member (root, "testing") ? json_object_get_object_member (root, "testing") : NULL;
  if (testing)
    unit->calls = MAX (unit->calls, json_object_get_int_member_with_default (testing, "calls", 0));
  if (testing && json_object_has_member (root, "undecided")
      && json_object_get_boolean_member_with_default (testing, "complete", FALSE))
    unit->n_undecided =
      MAX (unit->n_undecided, json_array_get_length (json_object_get_array_member (root, "undecided")));
  if (testing && json_object_has_member (testing, "uncalled")
      && json_object_get_boolean_member_with_default (testing, "complete", FALSE))
    unit->n_uncalled =
      MAX (unit->n_uncalled, json_array_get_length (json_object_get_array_member (testing, "uncalled")));
  if (take_all (night, unit, root, folder, repaired, error))
    return TRUE;
  if (night->store)
    af_store_drop_run (night->store);
  return FALSE;
}

/* --- what the summary needs --- */

/* @names: null-terminated. */
static JsonObject *members_of (JsonObject *object, const char *const *names)
{
  JsonObject *copy = json_object_new ();
  for (guint i = 0; names[i]; i++)
    if (json_object_has_member (object, names[i]))
      json_object_set_member (copy, names[i], json_node_copy (json_object_get_member (object, names[i])));
  return copy;
}

static JsonObject *slim_fix (JsonObject *fix)
{
  static const char *const kept[] = { "id", "confidence", "summary", "last_resort", "patch_file", NULL };
  static const char *const said[] = { "text", NULL };
  JsonObject *copy = members_of (fix, kept);
  JsonNode *evidence = json_object_get_member (fix, "evidence");
  if (evidence && JSON_NODE_HOLDS_OBJECT (evidence))
    json_object_set_object_member (copy, "evidence", members_of (json_node_get_object (evidence), said));
  return copy;
}

void af_case_slim (AfCase *item)
{
  static const char *const kept[] = { "values",      "calls",         "no_fix",     "part_of",
                                      "repaired_by", "changed_since", "changed_by", NULL };
  g_clear_pointer (&item->record, g_free);
  if (item->history)
    g_clear_pointer (&item->history->last.record, g_free);
  if (!item->fault)
    return;
  JsonObject *slim = members_of (item->fault, kept);
  JsonArray *fixes =
    json_object_has_member (item->fault, "fixes") ? json_object_get_array_member (item->fault, "fixes") : NULL;
  JsonArray *few = json_array_new ();
  for (guint i = 0; fixes && i < json_array_get_length (fixes); i++)
    json_array_add_object_element (few, slim_fix (json_array_get_object_element (fixes, i)));
  json_object_set_array_member (slim, "fixes", few);
  json_object_unref (item->fault);
  item->fault = slim;
}

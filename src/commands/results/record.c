/* results.json of the last run, read back.
 *
 * In:  the output folder.   Out: faults and fixes by ID, and how the module was built. */
#include "commands/commands-internal.h"

#include <string.h>

#include "util/error.h"

struct AfRecord {
  JsonParser *parser;
  JsonObject *root;
};

void af_record_free (AfRecord *record)
{
  if (!record)
    return;
  g_clear_object (&record->parser);
  g_free (record);
}

AfRecord *af_record_load (const char *dir, GError **error)
{
  g_autofree char *path = g_build_filename (dir, "results.json", NULL);
  g_autoptr (AfRecord) record = g_new0 (AfRecord, 1);
  g_autoptr (GError) reason = NULL;
  record->parser = json_parser_new ();
  if (!g_file_test (path, G_FILE_TEST_EXISTS)) {
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "autofix run FILE.c makes them; --output says where they are",
                 "no results in '%s'", dir);
    return NULL;
  }
  gboolean ok = json_parser_load_from_file (record->parser, path, &reason);
  JsonNode *root = ok ? json_parser_get_root (record->parser) : NULL;
  record->root = root && JSON_NODE_HOLDS_OBJECT (root) ? json_node_get_object (root) : NULL;
  if (!record->root || json_object_get_int_member_with_default (record->root, "version", 0) != 1
      || !json_object_has_member (record->root, "faults") || !json_object_has_member (record->root, "module")) {
    af_error (error, AF_ERROR_IO, "%s: %s", path, reason ? reason->message : "not written by this version of autofix");
    return NULL;
  }
  return g_steal_pointer (&record);
}

guint64 af_record_seed (const AfRecord *record)
{
  return g_ascii_strtoull (af_record_text (record->root, "seed"), NULL, 10);
}

JsonArray *af_record_faults (const AfRecord *record)
{
  return json_object_get_array_member (record->root, "faults");
}

static JsonObject *find_by_id (JsonArray *objects, const char *id)
{
  for (guint i = 0; i < json_array_get_length (objects); i++) {
    JsonObject *object = json_array_get_object_element (objects, i);
    if (g_strcmp0 (af_record_text (object, "id"), id) == 0)
      return object;
  }
  return NULL;
}

JsonObject *af_record_fault (const AfRecord *record, const char *id, GError **error)
{
  JsonObject *fault = find_by_id (af_record_faults (record), id);
  if (!fault)
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "autofix show lists them", "the last run found no fault '%s'", id);
  return fault;
}

JsonObject *af_record_fix (const AfRecord *record, const char *id, GError **error)
{
  JsonArray *faults = af_record_faults (record);
  for (guint i = 0; i < json_array_get_length (faults); i++) {
    JsonObject *fix = find_by_id (json_object_get_array_member (json_array_get_object_element (faults, i), "fixes"), id);
    if (fix)
      return fix;
  }
  af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "autofix show lists them", "the last run offered no fix '%s'", id);
  return NULL;
}

static JsonArray *module_array (const AfRecord *record, const char *name)
{
  JsonObject *module = json_object_get_object_member (record->root, "module");
  return json_object_has_member (module, name) ? json_object_get_array_member (module, name) : NULL;
}

const char *af_record_hash (const AfRecord *record, const char *path)
{
  JsonArray *sources = module_array (record, "sources");
  for (guint i = 0; sources && i < json_array_get_length (sources); i++) {
    JsonObject *source = json_array_get_object_element (sources, i);
    if (strcmp (af_record_text (source, "path"), path) == 0)
      return af_record_text (source, "sha256");
  }
  return NULL;
}

char **af_record_sources (const AfRecord *record)
{
  JsonArray *sources = module_array (record, "sources");
  guint n = sources ? json_array_get_length (sources) : 0;
  char **paths = g_new0 (char *, n + 1);
  for (guint i = 0; i < n; i++)
    paths[i] = g_strdup (af_record_text (json_array_get_object_element (sources, i), "path"));
  return paths;
}

char **af_record_words (const AfRecord *record, const char *name)
{
  JsonArray *words = module_array (record, name);
  guint n = words ? json_array_get_length (words) : 0;
  char **list = g_new0 (char *, n + 1);
  for (guint i = 0; i < n; i++)
    list[i] = g_strdup (json_array_get_string_element (words, i));
  return list;
}

const char *af_record_text (JsonObject *object, const char *name)
{
  const char *text = json_object_get_string_member_with_default (object, name, "");
  return text ? text : "";
}

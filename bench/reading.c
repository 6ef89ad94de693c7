/* Files in, values out. */
#include "bench/reading.h"

#include "util/error.h"

char *af_read_text (const char *path, GError **error)
{
  g_autoptr (GError) cause = NULL;
  char *text = NULL;
  if (!g_file_get_contents (path, &text, NULL, &cause))
    af_error (error, AF_ERROR_IO, "%s", cause->message);
  return text;
}

JsonParser *af_read_json (const char *path, GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) cause = NULL;
  if (!json_parser_load_from_file (parser, path, &cause)) {
    af_error (error, AF_ERROR_IO, "%s: %s", path, cause->message);
    return NULL;
  }
  JsonNode *root = json_parser_get_root (parser);
  if (!root || !JSON_NODE_HOLDS_OBJECT (root)) {
    af_error (error, AF_ERROR_IO, "%s: no JSON object", path);
    return NULL;
  }
  return g_steal_pointer (&parser);
}

JsonObject *af_root (JsonParser *parser)
{
  return json_node_get_object (json_parser_get_root (parser));
}

static JsonNode *value (JsonObject *object, const char *name)
{
  JsonNode *node = object ? json_object_get_member (object, name) : NULL;
  return node && JSON_NODE_HOLDS_VALUE (node) ? node : NULL;
}

const char *af_member_text (JsonObject *object, const char *name)
{
  JsonNode *node = value (object, name);
  return node ? json_node_get_string (node) : NULL;
}

int af_member_int (JsonObject *object, const char *name)
{
  JsonNode *node = value (object, name);
  return node ? (int)json_node_get_int (node) : 0;
}

double af_member_real (JsonObject *object, const char *name)
{
  JsonNode *node = value (object, name);
  return node ? json_node_get_double (node) : 0;
}

gboolean af_member_flag (JsonObject *object, const char *name)
{
  JsonNode *node = value (object, name);
  return node && json_node_get_boolean (node);
}

JsonObject *af_member_object (JsonObject *object, const char *name)
{
  JsonNode *node = object ? json_object_get_member (object, name) : NULL;
  return node && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

static JsonArray *array (JsonObject *object, const char *name)
{
  JsonNode *node = object ? json_object_get_member (object, name) : NULL;
  return node && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

guint af_member_length (JsonObject *object, const char *name)
{
  JsonArray *elements = array (object, name);
  return elements ? json_array_get_length (elements) : 0;
}

JsonObject *af_member_at (JsonObject *object, const char *name, guint i)
{
  JsonNode *node = json_array_get_element (array (object, name), i);
  return JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

gboolean af_write_text (const char *path, const char *text, GError **error)
{
  g_autoptr (GError) cause = NULL;
  if (g_file_set_contents (path, text, -1, &cause))
    return TRUE;
  af_error (error, AF_ERROR_IO, "%s", cause->message);
  return FALSE;
}

/* JSON as text.
 *
 * In:  what was built.   Out: text that people and diffs can read. */
#include "util/json.h"

#include <math.h>

char *af_json_node_text (JsonNode *root)
{
  g_autoptr (JsonGenerator) generator = json_generator_new ();
  json_generator_set_root (generator, root);
  json_generator_set_pretty (generator, TRUE);
  json_generator_set_indent (generator, 1);
  g_autofree char *text = json_generator_to_data (generator, NULL);
  return g_strconcat (text, "\n", NULL);
}

char *af_json_text (JsonBuilder *json)
{
  g_autoptr (JsonNode) root = json_builder_get_root (json);
  return af_json_node_text (root);
}

/* --- members --- */

void af_json_name (JsonBuilder *json, const char *name, const char *value)
{
  g_autofree char *valid = value ? g_utf8_make_valid (value, -1) : NULL;
  json_builder_set_member_name (json, name);
  if (valid)
    json_builder_add_string_value (json, valid);
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

void af_json_open_object (JsonBuilder *json, const char *name)
{
  json_builder_set_member_name (json, name);
  json_builder_begin_object (json);
}

void af_json_open_array (JsonBuilder *json, const char *name)
{
  json_builder_set_member_name (json, name);
  json_builder_begin_array (json);
}

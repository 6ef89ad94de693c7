/* JSON as text.
 *
 * In:  what was built.   Out: text that people and diffs can read. */
#include "util/json.h"

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

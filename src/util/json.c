/* JSON as text.
 *
 * In:  what was built.   Out: text that people and diffs can read. */
#include "util/json.h"

#include "util/error.h"

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

/* What comes after the string or comment that begins at @at, if one does; json-glib reads what JavaScript has of both.
 */
static const char *skip (const char *at, const char *end)
{
  char quote = *at;
  if (quote == '"' || quote == '\'') {
    for (at++; at < end && *at != quote; at++)
      at += *at == '\\' && at + 1 < end;
    return at + 1;
  }
  if (quote == '/' && at + 1 < end && (at[1] == '/' || at[1] == '*')) {
    const char *close = g_strstr_len (at + 2, end - at - 2, at[1] == '/' ? "\n" : "*/");
    return close ? close + (at[1] == '/' ? 1 : 2) : end;
  }
  return at;
}

/* Whether more than AF_JSON_DEPTH brackets are open at once. */
static gboolean is_deep (const char *text, gsize length)
{
  const char *at = text, *end = text + length;
  guint depth = 0;
  while (at < end) {
    const char *after = skip (at, end);
    if (after > at) {
      at = after;
      continue;
    }
    if ((*at == '[' || *at == '{') && ++depth > AF_JSON_DEPTH)
      return TRUE;
    depth -= (*at == ']' || *at == '}') && depth > 0;
    at++;
  }
  return FALSE;
}

JsonNode *af_json_parse (const char *text, gsize length, GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) reason = NULL;
  JsonNode *root = NULL;
  if (is_deep (text, length))
    af_error (error, AF_ERROR_IO, "nested deeper than %d", AF_JSON_DEPTH);
  else if (!json_parser_load_from_data (parser, text, (gssize)length, &reason))
    af_error (error, AF_ERROR_IO, "%s", reason->message);
  else if (!(root = json_parser_steal_root (parser)))
    af_error (error, AF_ERROR_IO, "it is empty");
  return root;
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

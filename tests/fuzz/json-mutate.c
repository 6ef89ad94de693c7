/* A mutator for JSON: trees, not bytes.
 *
 * In:  JSON text.   Out: the same with a node or a few changed: another type, another value, gone, or what stands
 * elsewhere.  Text that is no JSON, and every third one, is left to libFuzzer. */
#include <json-glib/json-glib.h>
#include <string.h>

#include "util/json.h"

size_t LLVMFuzzerMutate (guint8 *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator (guint8 *data, size_t size, size_t max_size, unsigned seed);

static void collect (JsonNode *node, GPtrArray *nodes)
{
  g_ptr_array_add (nodes, node);
  if (JSON_NODE_HOLDS_ARRAY (node)) {
    JsonArray *array = json_node_get_array (node);
    for (guint i = 0; i < json_array_get_length (array); i++)
      collect (json_array_get_element (array, i), nodes);
  } else if (JSON_NODE_HOLDS_OBJECT (node)) {
    g_autoptr (GList) values = json_object_get_values (json_node_get_object (node));
    for (GList *value = values; value; value = value->next)
      collect (value->data, nodes);
  }
}

/* A node that does not fit where it is put. */
static JsonNode *strange_node (GRand *random)
{
  static const char *const texts[] = { "",     "0",  "\x1b[31m",         "../../x", "F-000000", "X-000000-1",
                                       "high", "-I", "\xf0\x9f\x90\x9b", "AAAA",    "%s%n" };
  static const gint64 numbers[] = { 0, 1, -1, G_MAXINT, G_MININT, G_MAXUINT, G_MAXINT64, G_MININT64, 1 << 20 };
  switch (g_rand_int_range (random, 0, 7)) {
  case 0:
    return json_node_new (JSON_NODE_NULL);
  case 1:
    return json_node_init_object (json_node_alloc (), json_object_new ());
  case 2:
    return json_node_init_array (json_node_alloc (), json_array_new ());
  case 3:
    return json_node_init_boolean (json_node_alloc (), g_rand_boolean (random));
  case 4:
    return json_node_init_double (json_node_alloc (), g_rand_double_range (random, -1e300, 1e300));
  case 5:
    return json_node_init_int (json_node_alloc (), numbers[g_rand_int_range (random, 0, G_N_ELEMENTS (numbers))]);
  default:
    return json_node_init_string (json_node_alloc (), texts[g_rand_int_range (random, 0, G_N_ELEMENTS (texts))]);
  }
}

/* json_node_copy () shares what is below, and the tree would contain itself. */
static JsonNode *deep_copy (JsonNode *node)
{
  g_autofree char *text = json_to_string (node, FALSE);
  JsonNode *copy = json_from_string (text, NULL);
  return copy ? copy : json_node_new (JSON_NODE_NULL);
}

/* Puts another node in place of member or element @at of the parent. */
static void change_child (JsonNode *parent, const GPtrArray *nodes, GRand *random)
{
  JsonNode *other = g_rand_boolean (random)
                      ? strange_node (random)
                      : deep_copy (nodes->pdata[g_rand_int_range (random, 0, (gint32)nodes->len)]);
  gboolean drops = g_rand_int_range (random, 0, 5) == 0;
  if (JSON_NODE_HOLDS_OBJECT (parent)) {
    JsonObject *object = json_node_get_object (parent);
    g_autoptr (GList) names = json_object_get_members (object);
    guint n = g_list_length (names);
    g_autofree char *name =
      g_strdup (n > 0 ? g_list_nth_data (names, (guint)g_rand_int_range (random, 0, (gint32)n)) : "x");
    if (drops)
      json_object_remove_member (object, name);
    else
      json_object_set_member (object, name, g_steal_pointer (&other));
  } else {
    JsonArray *array = json_node_get_array (parent), *changed = json_array_new ();
    guint n = json_array_get_length (array), at = n > 0 ? (guint)g_rand_int_range (random, 0, (gint32)n) : 0;
    for (guint i = 0; i < n; i++)
      if (i != at)
        json_array_add_element (changed, json_node_copy (json_array_get_element (array, i)));
      else if (!drops)
        json_array_add_element (changed, deep_copy (other));
    if (n == 0)
      json_array_add_element (changed, deep_copy (other));
    json_node_take_array (parent, changed);
  }
  g_clear_pointer (&other, json_node_unref);
}

static void change_tree (JsonNode *root, GRand *random)
{
  for (gint32 left = g_rand_int_range (random, 1, 4); left > 0; left--) {
    g_autoptr (GPtrArray) nodes = g_ptr_array_new ();
    g_autoptr (GPtrArray) parents = g_ptr_array_new ();
    collect (root, nodes);
    for (guint i = 0; i < nodes->len; i++)
      if (JSON_NODE_HOLDS_OBJECT (nodes->pdata[i]) || JSON_NODE_HOLDS_ARRAY (nodes->pdata[i]))
        g_ptr_array_add (parents, nodes->pdata[i]);
    if (parents->len > 0)
      change_child (parents->pdata[g_rand_int_range (random, 0, (gint32)parents->len)], nodes, random);
  }
}

size_t LLVMFuzzerCustomMutator (guint8 *data, size_t size, size_t max_size, unsigned seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  gboolean is_text = seed % 3 != 0 && g_utf8_validate_len ((const char *)data, size, NULL);
  g_autoptr (JsonNode) root = is_text ? af_json_parse ((const char *)data, size, NULL) : NULL;
  if (!root)
    return LLVMFuzzerMutate (data, size, max_size);
  change_tree (root, random);
  g_autofree char *text = json_to_string (root, FALSE);
  size_t length = strlen (text);
  if (length == 0 || length > max_size)
    return LLVMFuzzerMutate (data, size, max_size);
  memcpy (data, text, length);
  return length;
}

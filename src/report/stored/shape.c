/* Is this text results.json?
 *
 * In:  a parsed file that anybody may have changed.   Out: yes, or what is wrong with it and where:
 *
 *     results.json: member 'line' of faults[2].location is missing or has the wrong type
 *
 * The rows of shape.def are all that is asked; beyond the shape, edits must lie within their file. */
#include "report/report-internal.h"

#include <string.h>

#include "util/error.h"

#define MOST_ID 64 /* characters */

typedef struct {
  const char *object, *member;
  char type;
  const char *kind;
} Row;

static const Row rows[] = {
#define AF_SHAPE(object, member, type, kind) { object, member, type, kind },
#include "report/stored/shape.def"
#undef AF_SHAPE
};

static gboolean check_object (const char *kind, JsonObject *object, const char *where, char **what);

static gboolean is_text (JsonNode *node)
{
  return JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING;
}

/* IDs become names of files, and are printed as they are. */
static gboolean is_id (const char *text)
{
  return *text && strlen (text) <= MOST_ID
         && strspn (text, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "-") == strlen (text);
}

/* It becomes the name of a style. */
static gboolean is_confidence (const char *text)
{
  return strcmp (text, "high") == 0 || strcmp (text, "medium") == 0 || strcmp (text, "low") == 0;
}

static gboolean is_of_type (JsonNode *node, char type)
{
  switch (type) {
  case 'C':
    return is_text (node) && is_confidence (json_node_get_string (node));
  case 'I':
    return is_text (node) && is_id (json_node_get_string (node));
  case 'S':
  case 'T':
    return JSON_NODE_HOLDS_NULL (node) || is_text (node);
  case 's':
    return is_text (node);
  case 'i':
    return JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_INT64
           && json_node_get_int (node) >= 0 && json_node_get_int (node) <= G_MAXUINT;
  case 'n':
    return JSON_NODE_HOLDS_VALUE (node)
           && (json_node_get_value_type (node) == G_TYPE_INT64 || json_node_get_value_type (node) == G_TYPE_DOUBLE);
  case 'b':
    return JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_BOOLEAN;
  case 'O':
    return JSON_NODE_HOLDS_NULL (node) || JSON_NODE_HOLDS_OBJECT (node);
  case 'o':
    return JSON_NODE_HOLDS_OBJECT (node);
  default:
    return JSON_NODE_HOLDS_ARRAY (node);
  }
}

static gboolean check_elements (const Row *row, JsonArray *array, const char *where, char **what)
{
  for (guint i = 0; i < json_array_get_length (array); i++) {
    JsonNode *node = json_array_get_element (array, i);
    g_autofree char *place = g_strdup_printf ("%s%s%s[%u]", where, *where ? "." : "", row->member, i);
    if (!is_of_type (node, row->type == 'w' || row->type == 'W' ? 's' : 'o')) {
      *what = g_strdup_printf ("%s is of another type", place);
      return FALSE;
    }
    if (row->kind && !check_object (row->kind, json_node_get_object (node), place, what))
      return FALSE;
  }
  return TRUE;
}

static gboolean check_object (const char *kind, JsonObject *object, const char *where, char **what)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    const Row *row = &rows[i];
    if (strcmp (row->object, kind) != 0)
      continue;
    JsonNode *node = json_object_get_member (object, row->member);
    if (!node && (row->type == 'A' || row->type == 'W' || row->type == 'T'))
      continue;
    if (!node || !is_of_type (node, row->type)) {
      *what = g_strdup_printf ("member '%s' of %s is missing or has the wrong type", row->member,
                               *where ? where : "the top level");
      return FALSE;
    }
    g_autofree char *place = g_strdup_printf ("%s%s%s", where, *where ? "." : "", row->member);
    if (JSON_NODE_HOLDS_ARRAY (node) && !check_elements (row, json_node_get_array (node), where, what))
      return FALSE;
    if (JSON_NODE_HOLDS_OBJECT (node) && row->kind
        && !check_object (row->kind, json_node_get_object (node), place, what))
      return FALSE;
  }
  return TRUE;
}

char *af_shape_check (JsonObject *root)
{
  char *what = NULL;
  if (af_stored_int (root, "version") != AF_RESULTS_VERSION)
    return g_strdup_printf ("not written by this version of autofix (its files are of version %d)", AF_RESULTS_VERSION);
  check_object ("root", root, "", &what);
  return what;
}

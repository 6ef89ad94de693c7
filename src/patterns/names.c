/* Patterns without names: what a project calls things becomes holes, the same hole for the same name. */
#include "patterns/pattern.h"

#include <string.h>

static const char *const known[] = {
#define AF_KNOWN_NAME(name) name,
#include "patterns/names.def"
#undef AF_KNOWN_NAME
};

/* Longer numbers are somebody's, as names are. */
enum { LONGEST_NUMBER = 4 };

static gboolean is_known (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (strcmp (known[i], name) == 0)
      return TRUE;
  return FALSE;
}

static gboolean is_name (const char *label)
{
  return g_ascii_isalpha (*label) || *label == '_' || (guchar)*label > 0x7f;
}

/* Labels of other kinds are operators of C. */
static gboolean is_foreign (const AfPatternNode *node)
{
  if (node->hole >= 0)
    return FALSE;
  switch ((int)node->kind) {
  case AF_NODE_STRING:
    return strlen (node->label) > strlen ("\"\"");
  case AF_NODE_DIRECTIVE:
    return TRUE;
  case AF_NODE_NUMBER:
    return strlen (node->label) > LONGEST_NUMBER;
  default:
    return is_name (node->label) && !is_known (node->label);
  }
}

AfPattern *af_pattern_without_names (const AfPattern *pattern)
{
  g_autoptr (GHashTable) holes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GArray) nodes = g_array_sized_new (FALSE, TRUE, sizeof (AfPatternNode), pattern->n);
  g_array_append_vals (nodes, pattern->nodes, pattern->n);
  for (guint i = 0; i < pattern->n; i++) {
    AfPatternNode *node = &g_array_index (nodes, AfPatternNode, i);
    if (!is_foreign (node))
      continue;
    if (node->size > 1)
      return NULL;
    g_autofree char *key = g_strdup_printf ("%u %s", node->kind, node->label);
    gpointer number = NULL;
    if (!g_hash_table_lookup_extended (holes, key, NULL, &number)) {
      number = GUINT_TO_POINTER (pattern->n + g_hash_table_size (holes)); /* above those that there are */
      g_hash_table_insert (holes, g_steal_pointer (&key), number);
    }
    node->hole = GPOINTER_TO_INT (number);
    node->label = g_intern_static_string ("");
  }
  return af_pattern_new (g_steal_pointer (&nodes), pattern->n_before);
}

/* Patterns: made, compared. */
#include "patterns/pattern.h"

#include <string.h>

static guint64 mix (guint64 hash, guint64 value)
{
  hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
  return hash ^ (hash >> 29);
}

static void number_holes (AfPattern *pattern)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < pattern->n; i++) {
    AfPatternNode *node = &pattern->nodes[i];
    if (node->hole < 0)
      continue;
    gpointer key = GINT_TO_POINTER (node->hole), value = NULL;
    if (!g_hash_table_lookup_extended (numbers, key, NULL, &value)) {
      value = GUINT_TO_POINTER (g_hash_table_size (numbers));
      g_hash_table_insert (numbers, key, value);
    }
    node->hole = GPOINTER_TO_INT (value);
  }
}

/* Children before their parents, hence from the last node to the first. */
static void settle (AfPattern *pattern)
{
  for (guint i = pattern->n; i-- > 0;) {
    AfPatternNode *node = &pattern->nodes[i];
    node->hash = mix (node->kind + 1, node->hole < 0 ? g_str_hash (node->label) : (guint64)node->hole << 32);
    for (guint child = i + 1; child < i + node->size; child += pattern->nodes[child].size)
      node->hash = mix (mix (node->hash, pattern->nodes[child].hash), pattern->nodes[child].place);
    node->hash = mix (node->hash, 7);
  }
}

AfPattern *af_pattern_new (GArray *nodes, guint n_before)
{
  AfPattern *pattern = g_new0 (AfPattern, 1);
  pattern->n = nodes->len;
  pattern->n_before = n_before;
  pattern->nodes = (AfPatternNode *)g_array_free (nodes, FALSE);
  number_holes (pattern);
  settle (pattern);
  return pattern;
}

void af_pattern_free (AfPattern *pattern)
{
  if (!pattern)
    return;
  g_free (pattern->nodes);
  g_free (pattern);
}

static gboolean node_equal (const AfPatternNode *a, const AfPatternNode *b)
{
  return a->kind == b->kind && a->label == b->label && a->hole == b->hole && a->partner == b->partner
         && a->size == b->size && a->place == b->place && a->is_kept == b->is_kept;
}

gboolean af_pattern_equal (const AfPattern *a, const AfPattern *b)
{
  if (a->n != b->n || a->n_before != b->n_before)
    return FALSE;
  for (guint i = 0; i < a->n; i++)
    if (!node_equal (&a->nodes[i], &b->nodes[i]))
      return FALSE;
  return TRUE;
}

guint64 af_pattern_hash (const AfPattern *pattern)
{
  guint64 hash = pattern->n_before;
  for (guint i = 0; i < pattern->n; i++) {
    hash = mix (hash, pattern->nodes[i].hash);
    hash = mix (hash, ((guint64)(guint)pattern->nodes[i].partner << 1) | pattern->nodes[i].is_kept);
  }
  return hash;
}

gboolean af_pattern_is_closed (const AfPattern *pattern)
{
  gint highest = -1; /* numbers come in the order of the nodes */
  for (guint i = 0; i < pattern->n_before; i++)
    highest = MAX (highest, pattern->nodes[i].hole);
  for (guint i = pattern->n_before; i < pattern->n; i++)
    if (pattern->nodes[i].hole > highest)
      return FALSE;
  return TRUE;
}

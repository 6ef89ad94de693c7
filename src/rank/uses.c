/* What a change writes and calls that its routine did not.
 *
 * In:  a candidate.   Out: how often each field is assigned and each function called in the routine, before the change
 * and after it.
 *
 * Candidates are text; the text of the routine is read as a tree, and what is assigned or stepped is the last field of
 * a chain of names; what an index leads to is no field.
 *
 *     s->items[s->n++] = value;      writes n, and something through a pointer
 *     --it.list->count;              writes count */
#include "rank/rank-internal.h"

#include "edits/tree.h"

#include <string.h>

static void count (GHashTable *counts, const char *name)
{
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, name));
  g_hash_table_insert (counts, g_strdup (name), GUINT_TO_POINTER (n + 1));
}

static const AfTreeNode *without_parentheses (const AfTreeNode *node)
{
  while (node->kind == AF_NODE_PAREN && node->first)
    node = node->first;
  return node;
}

static gboolean is_step (const AfTreeNode *node)
{
  return (node->kind == AF_NODE_POSTFIX || node->kind == AF_NODE_UNARY)
         && (g_str_equal (node->label, "++") || g_str_equal (node->label, "--"));
}

/* Whether the place that @node names is reached through a pointer or an index. */
static gboolean is_through (const AfTreeNode *node)
{
  node = without_parentheses (node);
  if (node->kind == AF_NODE_MEMBER)
    return g_str_equal (node->label, "->") || is_through (node->first);
  return node->kind == AF_NODE_INDEX || (node->kind == AF_NODE_UNARY && g_str_equal (node->label, "*"));
}

/* Whether a field stands in the chain of names; a variable, and what it points to, is no field. */
static gboolean has_field (const AfTreeNode *node)
{
  node = without_parentheses (node);
  return node->kind == AF_NODE_MEMBER || (node->kind == AF_NODE_INDEX && has_field (node->first));
}

static void note_write (AfUses *uses, const AfTreeNode *target)
{
  target = without_parentheses (target);
  if (!has_field (target))
    return;
  if (target->kind == AF_NODE_MEMBER)
    count (uses->writes, target->last->label);
  uses->n_through += is_through (target);
}

static gboolean becomes_zero (const AfTreeNode *node)
{
  if (node->kind != AF_NODE_ASSIGN || !g_str_equal (node->label, "="))
    return FALSE;
  const AfTreeNode *target = without_parentheses (node->first), *value = without_parentheses (node->last);
  return target->kind == AF_NODE_MEMBER && is_through (target) && value->kind == AF_NODE_NUMBER
         && g_str_equal (value->label, "0");
}

void af_uses_clear (AfUses *uses)
{
  g_clear_pointer (&uses->writes, g_hash_table_unref);
  g_clear_pointer (&uses->zeroed, g_hash_table_unref);
  g_clear_pointer (&uses->calls, g_hash_table_unref);
}

void af_uses_of_text (const char *text, AfUses *uses)
{
  g_autoptr (AfTokens) tokens = af_tokens_read (text, strlen (text));
  g_autoptr (GArray) functions = af_tokens_functions (tokens);
  *uses = (AfUses){ .writes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                    .zeroed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                    .calls = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };
  for (guint i = 0; i < functions->len; i++) {
    g_autoptr (AfTree) tree = af_tree_parse (tokens, &g_array_index (functions, AfOutline, i));
    for (guint k = 0; k < tree->nodes->len; k++) {
      const AfTreeNode *node = tree->nodes->pdata[k];
      if (node->kind == AF_NODE_ASSIGN || is_step (node))
        note_write (uses, node->first);
      if (becomes_zero (node))
        count (uses->zeroed, without_parentheses (node->first)->last->label);
      if (node->kind == AF_NODE_CALL && node->first->kind == AF_NODE_NAME)
        count (uses->calls, node->first->label);
    }
  }
}

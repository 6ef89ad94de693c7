/* Where a pattern matches a tree.
 *
 *     block (h0 = 0;)   at   { a (); n = 0; b (); }   gives   h0: n
 *
 * Kinds and labels are equal; one hole is the same subtree wherever it stands.  Children that the pattern does not name
 * may stand before, between and after those that it names. */
#include "patterns/place/match.h"

#include <string.h>

typedef struct {
  AfMatch *match;
  guint from; /* of a list under the root: its first named child is not before this one */
} Matching;

void af_match_free (AfMatch *match)
{
  if (!match)
    return;
  g_free (match->nodes);
  g_free (match->holes);
  g_free (match);
}

static guint count_holes (const AfPattern *pattern)
{
  gint most = -1;
  for (guint i = 0; i < pattern->n; i++)
    most = MAX (most, pattern->nodes[i].hole);
  return (guint)(most + 1);
}

static AfMatch *match_new (const AfPattern *pattern)
{
  AfMatch *match = g_new0 (AfMatch, 1);
  match->pattern = pattern;
  match->n_holes = count_holes (pattern);
  match->nodes = g_new0 (const AfTreeNode *, pattern->n_before + 1);
  match->holes = g_new0 (const AfTreeNode *, match->n_holes + 1);
  return match;
}

static gboolean same (const AfTreeNode *a, const AfTreeNode *b)
{
  return a == b || (a->hash == b->hash && a->size == b->size && a->kind == b->kind);
}

static gboolean bind (AfMatch *match, guint hole, const AfTreeNode *node)
{
  if (match->holes[hole])
    return same (match->holes[hole], node);
  match->holes[hole] = node;
  return TRUE;
}

static gboolean match_node (Matching *m, guint i, const AfTreeNode *node);

/* Named children of a list, pattern nodes [@child, @end), from @node on. */
static gboolean match_list (Matching *m, guint child, guint end, const AfTreeNode *node)
{
  if (child == end)
    return TRUE;
  AfMatch *match = m->match;
  g_autofree const AfTreeNode **holes = g_memdup2 (match->holes, (match->n_holes + 1) * sizeof *holes);
  for (; node; node = node->next) {
    if (match_node (m, child, node) && match_list (m, child + match->pattern->nodes[child].size, end, node->next))
      return TRUE;
    memcpy (match->holes, holes, (match->n_holes + 1) * sizeof *holes);
  }
  return FALSE;
}

static gboolean match_children (Matching *m, guint i, const AfTreeNode *node)
{
  const AfPattern *pattern = m->match->pattern;
  guint end = i + pattern->nodes[i].size, singles = af_node_kind_singles (node->kind), place = 0, child = i + 1;
  const AfTreeNode *at = node->first;
  for (; place < singles && at; place++, at = at->next)
    if (child < end && pattern->nodes[child].place == place) {
      if (!match_node (m, child, at))
        return FALSE;
      child += pattern->nodes[child].size;
    }
  if (child < end && pattern->nodes[child].place != AF_PLACE_LIST)
    return FALSE;
  for (guint skip = i == 0 ? m->from : 0; skip > 0 && at; skip--)
    at = at->next;
  return match_list (m, child, end, at);
}

static gboolean match_node (Matching *m, guint i, const AfTreeNode *node)
{
  const AfPatternNode *wanted = &m->match->pattern->nodes[i];
  if (wanted->kind != AF_N_NODE_KINDS && wanted->kind != node->kind)
    return FALSE;
  m->match->nodes[i] = node;
  if (wanted->hole >= 0)
    return bind (m->match, (guint)wanted->hole, node);
  return strcmp (wanted->label, node->label) == 0 && match_children (m, i, node);
}

/* Place in its list of what the first named child of the root's list stands for; G_MAXUINT: it names none. */
static guint first_place (const AfMatch *match, const AfTreeNode *root)
{
  const AfPatternNode *nodes = match->pattern->nodes;
  for (guint child = 1; child < nodes[0].size; child += nodes[child].size)
    if (nodes[child].place == AF_PLACE_LIST)
      return af_node_place (match->nodes[child]) - af_node_kind_singles (root->kind);
  return G_MAXUINT;
}

GPtrArray *af_pattern_matches (const AfPattern *pattern, const AfTreeNode *node, guint most)
{
  GPtrArray *found = g_ptr_array_new_with_free_func ((GDestroyNotify)af_match_free);
  for (guint from = 0; found->len < most && from != G_MAXUINT;) {
    g_autoptr (AfMatch) match = match_new (pattern);
    Matching m = { match, from };
    if (!match_node (&m, 0, node))
      break;
    guint place = first_place (match, node);
    from = place == G_MAXUINT ? G_MAXUINT : place + 1;
    g_ptr_array_add (found, g_steal_pointer (&match));
  }
  return found;
}

/* Two trees of one function, walked together.
 *
 *     return a;  ->  return f (a + 1);        return [f (]1 a [+ 1 )]1 ;
 *
 * Where both have a node of one kind, its own tokens stay and its children are compared; where one thing must stand (an
 * operand, a condition), something comes around what was there, goes from around it, or takes its place.  So each place
 * holds what the language wants there whichever operations are made. */
#include "delta/delta-internal.h"

#include <string.h>

#include "delta/rules/rules-internal.h"

guint af_walk_size (const AfTreeNode *node)
{
  g_autoptr (GPtrArray) tokens = af_node_tokens (node);
  return tokens->len;
}

static guint count (AfRun run)
{
  guint n = 0;
  for (const AfTreeNode *at = run.first; at && at != run.end; at = at->next)
    n++;
  return n;
}

static gboolean same (const AfTreeNode *a, const AfTreeNode *b)
{
  return a->hash == b->hash && a->size == b->size && a->kind == b->kind;
}

static const AfTreeNode *partner (const AfWalk *walk, const AfTreeNode *before)
{
  return walk->mapping->to_new[before->id];
}

/* --- one kind --- */

static void walk_label (AfWalk *walk, const AfTreeNode *before, const AfTreeNode *after)
{
  if (strcmp (before->label, after->label) == 0) {
    af_walk_both (walk, 1);
    return;
  }
  guint operation = af_walk_operation (walk, AF_OPERATION_RELABEL);
  af_walk_old (walk, 1, operation);
  af_walk_new (walk, 1, operation);
}

/* What stands after the condition: a statement, perhaps an else. */
static void walk_branches (AfWalk *walk, const AfTreeNode *before, const AfTreeNode *after)
{
  const AfTreeNode *old_else = before->next, *new_else = after->next;
  af_walk_slot (walk, before, after);
  if (old_else && new_else)
    af_walk_slot (walk, old_else, new_else);
  else if (old_else)
    af_walk_delete (walk, old_else);
  else if (new_else)
    af_walk_insert (walk, new_else);
}

/* The head of a function, and its body. */
static void walk_parts (AfWalk *walk, AfRun before, AfRun after)
{
  const AfTreeNode *old_body = before.first->parent->last, *new_body = after.first->parent->last;
  if (before.first != old_body && after.first != new_body)
    af_walk_run (walk, (AfRun){ before.first, old_body }, (AfRun){ after.first, new_body });
  if ((before.first == old_body) != (after.first == new_body))
    af_walk_run (walk, before, after);
  else
    af_walk_slot (walk, old_body, new_body);
}

static void walk_list (AfWalk *walk, AfRun before, AfRun after, const AfTreeNode *parent)
{
  if (parent->kind == AF_NODE_CALL || parent->kind == AF_NODE_PARAMETERS || parent->kind == AF_NODE_LIST
      || parent->kind == AF_NODE_DECLARATION)
    af_walk_commas (walk, before, after);
  else if (parent->kind == AF_NODE_BLOCK)
    af_walk_statements (walk, before, after);
  else if (parent->kind == AF_NODE_IF)
    walk_branches (walk, before.first, after.first);
  else if (parent->kind == AF_NODE_FUNCTION)
    walk_parts (walk, before, after);
  else
    af_walk_run (walk, before, after);
}

void af_walk_nodes (AfWalk *walk, const AfTreeNode *before, const AfTreeNode *after)
{
  const AfTreeNode *left = before->first, *right = after->first;
  for (const char *at = af_node_kind_form (before->kind); *at;) {
    gsize length = strcspn (at, " ");
    if (at[0] == '@')
      walk_label (walk, before, after);
    else if (at[0] == '$') {
      if (left && right)
        af_walk_slot (walk, left, right);
      left = left ? left->next : NULL;
      right = right ? right->next : NULL;
    } else if (at[0] == '%') {
      walk_list (walk, (AfRun){ left, NULL }, (AfRun){ right, NULL }, before);
      left = right = NULL;
    } else
      af_walk_both (walk, 1);
    at += length + (at[length] == ' ');
  }
}

/* --- one thing --- */

/* The first child of a node under @node, in a place for one thing, whose partner is @wanted; @of_old: @node is old. */
static gboolean find_hole (const AfWalk *walk, const AfTreeNode *node, const AfTreeNode *wanted, gboolean of_old,
                           AfHole *hole)
{
  const AfTreeNode *found = of_old ? walk->mapping->to_old[wanted->id] : walk->mapping->to_new[wanted->id];
  if (!found || found == node || !found->parent || !af_node_is_under (found, node))
    return FALSE;
  *hole = (AfHole){ found->parent, found, found->next, { wanted, wanted->next }, FALSE };
  return TRUE;
}

static void replace (AfWalk *walk, const AfTreeNode *before, const AfTreeNode *after)
{
  guint operation = af_walk_operation (walk, AF_OPERATION_REPLACE);
  af_walk_mark (walk->gone_of, before, (AfFate){ operation, FALSE });
  af_walk_mark (walk->come_of, after, (AfFate){ operation, FALSE });
  af_walk_old (walk, af_walk_size (before), operation);
  af_walk_new (walk, af_walk_size (after), operation);
}

/* Calls of different functions with different numbers of arguments are different calls. */
static gboolean is_other_call (const AfTreeNode *before, const AfTreeNode *after)
{
  return before->kind == AF_NODE_CALL && !same (before->first, after->first)
         && count ((AfRun){ before->first, NULL }) != count ((AfRun){ after->first, NULL });
}

void af_walk_slot (AfWalk *walk, const AfTreeNode *before, const AfTreeNode *after)
{
  AfHole hole;
  gboolean is_kind = before->kind == after->kind && before->kind != AF_NODE_RAW && !is_other_call (before, after);
  if (same (before, after))
    af_walk_both (walk, af_walk_size (before));
  else if (af_walk_operands (walk, before, after))
    return;
  else if (is_kind && (partner (walk, before) == after || (before->size <= 3 && after->size <= 3)))
    af_walk_nodes (walk, before, after);
  else if (find_hole (walk, after, before, FALSE, &hole))
    af_walk_around (walk, after, &hole, TRUE);
  else if (find_hole (walk, before, after, TRUE, &hole))
    af_walk_around (walk, before, &hole, FALSE);
  else if (is_kind)
    af_walk_nodes (walk, before, after);
  else
    replace (walk, before, after);
}

/* --- around --- */

void af_walk_mark (AfFate *fates, const AfTreeNode *node, AfFate fate)
{
  for (guint i = 0; i < node->size; i++)
    fates[node->id + i] = fate;
}

typedef struct {
  AfWalk *walk;
  const AfHole *hole;
  guint operation;
  gboolean wraps;
} Around;

static void lay (const Around *around, guint n)
{
  if (around->wraps)
    af_walk_new (around->walk, n, around->operation);
  else
    af_walk_old (around->walk, n, around->operation);
}

static void fill (const Around *around)
{
  AfWalk *walk = around->walk;
  AfRun inside = { around->hole->hole, around->hole->hole_end };
  AfRun before = around->wraps ? around->hole->other : inside, after = around->wraps ? inside : around->hole->other;
  guint outer = walk->outer;
  if (around->wraps)
    walk->outer = around->operation;
  if (around->hole->is_list)
    af_walk_statements (walk, before, after);
  else
    af_walk_slot (walk, before.first, after.first);
  walk->outer = outer;
}

static AfFate *fates (const Around *around)
{
  return around->wraps ? around->walk->come_of : around->walk->gone_of;
}

static void lay_node (const Around *around, const AfTreeNode *node);

/* The children from @child on; the next one after those of the hole, if it stands among them. */
static const AfTreeNode *lay_child (const Around *around, const AfTreeNode *child)
{
  if (child != around->hole->hole) {
    lay_node (around, child);
    return child->next;
  }
  fill (around);
  return around->hole->hole_end;
}

static void lay_node (const Around *around, const AfTreeNode *node)
{
  const AfTreeNode *child = node->first;
  if (!af_node_is_under (around->hole->parent, node)) {
    lay (around, af_walk_size (node));
    af_walk_mark (fates (around), node, (AfFate){ around->operation, TRUE });
    return;
  }
  fates (around)[node->id].operation = around->operation;
  for (const char *at = af_node_kind_form (node->kind); *at;) {
    gsize length = strcspn (at, " ");
    if (at[0] == '$')
      child = child ? lay_child (around, child) : NULL;
    else if (at[0] == '%')
      while (child) {
        child = lay_child (around, child);
        if (child && at[1] == ',')
          lay (around, 1);
      }
    else
      lay (around, 1);
    at += length + (at[length] == ' ');
  }
}

void af_walk_around (AfWalk *walk, const AfTreeNode *node, const AfHole *hole, gboolean wraps)
{
  const Around around = { walk, hole, af_walk_operation (walk, wraps ? AF_OPERATION_WRAP : AF_OPERATION_UNWRAP),
                          wraps };
  if (walk->outer && wraps)
    af_delta_need (walk->delta, around.operation, walk->outer);
  lay_node (&around, node);
}

/* --- whatever else --- */

static gboolean is_word (const AfTreeNode *node)
{
  return node->kind == AF_NODE_WORD;
}

/* All but the first ends[0] and the last ends[1]. */
static void replace_between (AfWalk *walk, const GPtrArray *before, const GPtrArray *after, const guint ends[2])
{
  guint operation = af_walk_operation (walk, AF_OPERATION_REPLACE);
  for (guint i = ends[0]; i < before->len - ends[1]; i++)
    af_walk_old (walk, af_walk_size (before->pdata[i]), operation);
  for (guint i = ends[0]; i < after->len - ends[1]; i++)
    af_walk_new (walk, af_walk_size (after->pdata[i]), operation);
}

void af_walk_run (AfWalk *walk, AfRun before, AfRun after)
{
  g_autoptr (GPtrArray) old_nodes = af_run_nodes (before), new_nodes = af_run_nodes (after);
  guint n = old_nodes->len, m = new_nodes->len, first = 0;
  gboolean pairwise = n == m; /* words make sense together only */
  for (guint i = 0; i < n && pairwise; i++)
    pairwise = !is_word (old_nodes->pdata[i]) && !is_word (new_nodes->pdata[i]);
  for (guint i = 0; i < n && pairwise; i++)
    af_walk_slot (walk, old_nodes->pdata[i], new_nodes->pdata[i]);
  if (pairwise)
    return;
  for (; first < MIN (n, m) && same (old_nodes->pdata[first], new_nodes->pdata[first]); first++)
    af_walk_both (walk, af_walk_size (old_nodes->pdata[first]));
  guint tail = 0;
  while (tail < MIN (n, m) - first && same (old_nodes->pdata[n - 1 - tail], new_nodes->pdata[m - 1 - tail]))
    tail++;
  if (first + 1 == n - tail && first + 1 == m - tail && !is_word (old_nodes->pdata[first])
      && !is_word (new_nodes->pdata[first]))
    af_walk_slot (walk, old_nodes->pdata[first], new_nodes->pdata[first]);
  else if (first < n - tail || first < m - tail)
    replace_between (walk, old_nodes, new_nodes, (const guint[]){ first, tail });
  for (guint i = n - tail; i < n; i++)
    af_walk_both (walk, af_walk_size (old_nodes->pdata[i]));
}

/* --- functions --- */

static AfTree *tree_of (AfSide *side, const AfItem *item)
{
  const AfOutline outline = { item->first, item->body, item->end, item->first };
  AfTree *tree = af_tree_parse (side->tokens, &outline);
  af_roles_of_function (side, item, tree);
  return tree;
}

void af_walk_function (AfWalk *walk, const AfItem *before, const AfItem *after)
{
  g_autoptr (AfTree) old_tree = tree_of ((AfSide *)walk->before, before),
                     new_tree = tree_of ((AfSide *)walk->after, after);
  g_autoptr (AfMapping) mapping = af_mapping_new (old_tree, new_tree);
  g_autofree AfFate *gone_of = g_new0 (AfFate, mapping->n_old + 1), *come_of = g_new0 (AfFate, mapping->n_new + 1);
  AfWalk inner = *walk;
  inner.mapping = mapping;
  inner.gone_of = gone_of;
  inner.come_of = come_of;
  af_walk_nodes (&inner, old_tree->root, new_tree->root);
  af_rules_inside (&inner);
  walk->old_at = inner.old_at;
  walk->new_at = inner.new_at;
  walk->layout = inner.layout;
}

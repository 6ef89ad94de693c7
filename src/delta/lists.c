/* Lists of children: statements, arguments, and lists of which nothing is known.
 *
 *     f (a); g (b);  ->  f (a); if (b) { g (b); } h ();      f (a) ; [if (b) {]1 g (b) ; [}]1 [h () ;]2
 *
 * Statements come and go one by one; those in a new block need the block, and a block that goes needs what is in it to
 * go, unless it stays without the block.  A comma belongs to the element that is not the first of those that stay. */
#include "delta/delta-internal.h"

#include <string.h>

static gboolean same (const AfTreeNode *a, const AfTreeNode *b)
{
  return a->hash == b->hash && a->size == b->size && a->kind == b->kind;
}

static GPtrArray *nodes_of (AfRun run)
{
  GPtrArray *nodes = g_ptr_array_new ();
  for (const AfTreeNode *at = run.first; at && at != run.end; at = at->next)
    g_ptr_array_add (nodes, (gpointer)at);
  return nodes;
}

static guint value_of (const AfWalk *walk, const AfTreeNode *before, const AfTreeNode *after)
{
  if (same (before, after))
    return 2 * before->size + 1;
  return walk->mapping->to_new[before->id] == after && before->kind == after->kind ? MIN (before->size, after->size)
                                                                                   : 0;
}

/* By number of the old one, the number of the new one that it stays as, or -1: in order, with the most that stays. */
static int *pairs_of (const AfWalk *walk, const GPtrArray *before, const GPtrArray *after)
{
  gsize n = before->len, m = after->len, width = m + 1;
  int *pairs = g_new (int, n + 1);
  memset (pairs, 0xff, sizeof (int) * (n + 1));
  g_autofree guint *best = g_new0 (guint, (n + 1) * width);
  for (gsize i = n; i-- > 0;)
    for (gsize k = m; k-- > 0;) {
      guint value = value_of (walk, before->pdata[i], after->pdata[k]);
      guint with = value ? value + best[(i + 1) * width + k + 1] : 0;
      best[i * width + k] = MAX (with, MAX (best[(i + 1) * width + k], best[i * width + k + 1]));
    }
  for (gsize i = 0, k = 0; i < n && k < m;) {
    guint value = value_of (walk, before->pdata[i], after->pdata[k]);
    if (value && best[i * width + k] == value + best[(i + 1) * width + k + 1])
      pairs[i++] = (int)k++;
    else if (best[i * width + k] == best[(i + 1) * width + k])
      i++;
    else
      k++;
  }
  return pairs;
}

/* Two nodes that stay as one. */
static void keep (AfWalk *walk, const AfTreeNode *before, const AfTreeNode *after)
{
  if (same (before, after))
    af_walk_both (walk, af_walk_size (before));
  else
    af_walk_slot (walk, before, after);
}

/* --- statements that come and go --- */

/* The block whose statements are operations of their own in one that comes or goes, or null. */
static const AfTreeNode *inner_block (const AfTreeNode *node)
{
  if (node->kind == AF_NODE_BLOCK)
    return node->first ? node : NULL;
  if (node->kind != AF_NODE_IF && node->kind != AF_NODE_WHILE && node->kind != AF_NODE_FOR
      && node->kind != AF_NODE_EACH)
    return NULL;
  for (const AfTreeNode *child = node->first; child; child = child->next)
    if (child->kind == AF_NODE_BLOCK && child->first)
      return child;
  return NULL;
}

static void single (AfWalk *walk, const AfTreeNode *node, gboolean comes)
{
  const AfTreeNode *block = inner_block (node);
  walk->statement = ++walk->delta->n_statements;
  guint outer = walk->outer;
  if (block) {
    const AfHole hole = { block, block->first, NULL, { NULL, NULL }, TRUE };
    guint operation = walk->delta->operations->len + 1; /* of what is around */
    af_walk_around (walk, node, &hole, comes);
    for (guint i = operation + 1; i <= walk->delta->operations->len && !comes; i++)
      af_delta_need (walk->delta, operation, i);
    *(comes ? &walk->come_of[node->id] : &walk->gone_of[node->id]) = operation;
    return;
  }
  guint operation = af_walk_operation (walk, comes ? AF_OPERATION_INSERT : AF_OPERATION_DELETE);
  if (comes) {
    af_walk_new (walk, af_walk_size (node), operation);
    af_delta_need (walk->delta, operation, outer);
    walk->come_of[node->id] = operation;
  } else {
    af_walk_old (walk, af_walk_size (node), operation);
    walk->gone_of[node->id] = operation;
  }
}

void af_walk_insert (AfWalk *walk, const AfTreeNode *node)
{
  single (walk, node, TRUE);
}

void af_walk_delete (AfWalk *walk, const AfTreeNode *node)
{
  single (walk, node, FALSE);
}

/* --- statements --- */

typedef struct {
  AfWalk *walk;
  const GPtrArray *before, *after;
  guint i, i_end, k, k_end; /* the gap: statements that do not stay as one another */
} Gap;

/* @node, which comes (@wraps) or goes, has the first of @others from @from on in it that it has at all: the hole for
 * those that follow one another in both; the number of that first one, or @to. */
static guint find_inside (const Gap *gap, const AfTreeNode *node, gboolean wraps, AfHole *hole)
{
  const GPtrArray *others = wraps ? gap->before : gap->after;
  guint from = wraps ? gap->i : gap->k, to = wraps ? gap->i_end : gap->k_end;
  AfTreeNode *const *partners = wraps ? gap->walk->mapping->to_new : gap->walk->mapping->to_old;
  for (guint at = from; at < to; at++) {
    const AfTreeNode *other = others->pdata[at], *inside = partners[other->id];
    if (!inside || inside == node || !inside->parent || !af_node_is_under (inside, node))
      continue;
    guint last = at;
    while (last + 1 < to && inside->parent->kind == AF_NODE_BLOCK) {
      const AfTreeNode *next = partners[((const AfTreeNode *)others->pdata[last + 1])->id];
      if (!next || next->parent != inside->parent)
        break;
      last++;
    }
    gboolean is_list = inside->parent->kind == AF_NODE_BLOCK;
    const AfTreeNode *end = last + 1 < others->len ? others->pdata[last + 1] : NULL;
    if (!end)
      end = ((const AfTreeNode *)others->pdata[last])->next;
    *hole = (AfHole){
      inside->parent, is_list ? inside->parent->first : inside, is_list ? NULL : inside->next, { other, end }, is_list
    };
    return at;
  }
  return to;
}

static guint number_after (const GPtrArray *nodes, guint from, const AfTreeNode *end)
{
  while (from < nodes->len && nodes->pdata[from] != end)
    from++;
  return from;
}

/* A statement that comes around some that stay, or goes from around them. */
static gboolean try_around (Gap *gap)
{
  AfHole hole;
  AfWalk *walk = gap->walk;
  if (gap->k < gap->k_end) {
    guint first = find_inside (gap, gap->after->pdata[gap->k], TRUE, &hole);
    if (first < gap->i_end) {
      while (gap->i < first)
        af_walk_delete (walk, gap->before->pdata[gap->i++]);
      walk->statement = ++walk->delta->n_statements;
      af_walk_around (walk, gap->after->pdata[gap->k++], &hole, TRUE);
      gap->i = number_after (gap->before, gap->i, hole.other.end);
      return TRUE;
    }
  }
  if (gap->i < gap->i_end) {
    guint first = find_inside (gap, gap->before->pdata[gap->i], FALSE, &hole);
    if (first < gap->k_end) {
      while (gap->k < first)
        af_walk_insert (walk, gap->after->pdata[gap->k++]);
      walk->statement = ++walk->delta->n_statements;
      af_walk_around (walk, gap->before->pdata[gap->i++], &hole, FALSE);
      gap->k = number_after (gap->after, gap->k, hole.other.end);
      return TRUE;
    }
  }
  return FALSE;
}

static gboolean holds_later (const Gap *gap)
{
  Gap rest = *gap;
  AfHole hole;
  for (rest.k = gap->k; rest.k < gap->k_end; rest.k++)
    if (find_inside (&rest, gap->after->pdata[rest.k], TRUE, &hole) == gap->i)
      return TRUE;
  return FALSE;
}

static void walk_gap (Gap *gap)
{
  while (gap->i < gap->i_end || gap->k < gap->k_end) {
    if (try_around (gap))
      continue;
    if (gap->i < gap->i_end && !holds_later (gap))
      af_walk_delete (gap->walk, gap->before->pdata[gap->i++]);
    else if (gap->k < gap->k_end)
      af_walk_insert (gap->walk, gap->after->pdata[gap->k++]);
    else
      af_walk_delete (gap->walk, gap->before->pdata[gap->i++]);
  }
}

void af_walk_statements (AfWalk *walk, AfRun before, AfRun after)
{
  g_autoptr (GPtrArray) old_nodes = nodes_of (before), new_nodes = nodes_of (after);
  g_autofree int *pairs = pairs_of (walk, old_nodes, new_nodes);
  Gap gap = { walk, old_nodes, new_nodes, 0, 0, 0, 0 };
  for (;;) {
    while (gap.i_end < old_nodes->len && pairs[gap.i_end] < 0)
      gap.i_end++;
    gap.k_end = gap.i_end < old_nodes->len ? (guint)pairs[gap.i_end] : new_nodes->len;
    walk_gap (&gap);
    if (gap.i_end >= old_nodes->len)
      return;
    walk->statement = ++walk->delta->n_statements;
    keep (walk, old_nodes->pdata[gap.i_end], new_nodes->pdata[gap.k_end]);
    gap.i = ++gap.i_end;
    gap.k = ++gap.k_end;
  }
}

/* --- with commas --- */

static void all_of (AfWalk *walk, const GPtrArray *before, const GPtrArray *after)
{
  guint operation = af_walk_operation (walk, before->len == 0  ? AF_OPERATION_INSERT
                                             : after->len == 0 ? AF_OPERATION_DELETE
                                                               : AF_OPERATION_REPLACE);
  for (guint i = 0; i < before->len; i++)
    af_walk_old (walk, af_walk_size (before->pdata[i]) + (i > 0), operation);
  for (guint i = 0; i < after->len; i++)
    af_walk_new (walk, af_walk_size (after->pdata[i]) + (i > 0), operation);
}

/* One that comes or goes, with the comma after it, or before it when one that stays is before. */
static void element (AfWalk *walk, const AfTreeNode *node, gboolean comes)
{
  guint operation = af_walk_operation (walk, comes ? AF_OPERATION_INSERT : AF_OPERATION_DELETE);
  guint n = af_walk_size (node) + 1;
  if (comes) {
    af_walk_new (walk, n, operation);
    af_delta_need (walk->delta, operation, walk->outer);
  } else
    af_walk_old (walk, n, operation);
}

void af_walk_commas (AfWalk *walk, AfRun before, AfRun after)
{
  g_autoptr (GPtrArray) old_nodes = nodes_of (before), new_nodes = nodes_of (after);
  g_autofree int *pairs = pairs_of (walk, old_nodes, new_nodes);
  guint n_kept = 0, k = 0;
  gboolean pairwise = old_nodes->len == new_nodes->len;
  for (guint i = 0; i < old_nodes->len; i++)
    n_kept += pairs[i] >= 0;
  if (n_kept == 0 && !pairwise) {
    if (old_nodes->len > 0 || new_nodes->len > 0)
      all_of (walk, old_nodes, new_nodes);
    return;
  }
  for (guint i = 0; i < old_nodes->len && pairwise; i++)
    pairwise = pairs[i] < 0 || pairs[i] == (int)i;
  n_kept = 0;
  for (guint i = 0; i < old_nodes->len; i++) {
    if (!pairwise && pairs[i] < 0) {
      element (walk, old_nodes->pdata[i], FALSE);
      continue;
    }
    while (!pairwise && k < (guint)pairs[i])
      element (walk, new_nodes->pdata[k++], TRUE);
    af_walk_both (walk, n_kept++ > 0);
    keep (walk, old_nodes->pdata[i], new_nodes->pdata[pairwise ? i : k]);
    k++;
  }
  while (k < new_nodes->len)
    element (walk, new_nodes->pdata[k++], TRUE);
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
  g_autoptr (GPtrArray) old_nodes = nodes_of (before), new_nodes = nodes_of (after);
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

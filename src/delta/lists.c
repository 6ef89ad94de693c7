/* Lists of children: statements, arguments, operands.
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

GPtrArray *af_run_nodes (AfRun run)
{
  GPtrArray *nodes = g_ptr_array_new ();
  for (const AfTreeNode *at = run.first; at && at != run.end; at = at->next)
    g_ptr_array_add (nodes, (gpointer)at);
  return nodes;
}

/* One of them has an else that the other lacks, or another one, however much stands in it. */
static gboolean is_same_but_for_else (const AfTreeNode *a, const AfTreeNode *b)
{
  return a->kind == AF_NODE_IF && b->kind == AF_NODE_IF && same (a->first, b->first)
         && same (a->first->next, b->first->next);
}

static guint value_of (const AfWalk *walk, const AfTreeNode *before, const AfTreeNode *after)
{
  if (same (before, after))
    return 2 * before->size + 1;
  if (is_same_but_for_else (before, after))
    return 2 * MIN (before->size, after->size);
  return walk->mapping->to_new[before->id] == after && before->kind == after->kind ? MIN (before->size, after->size)
                                                                                   : 0;
}

/* Pairs nodes from number @first on: in order, with the most that stays. */
static void pair_best (const AfWalk *walk, const GPtrArray *before, const GPtrArray *after, guint first, int *pairs)
{
  gpointer *old = before->pdata + first, *new = after->pdata + first;
  gsize n = before->len - first, m = after->len - first, width = m + 1;
  g_autofree guint *best = g_new0 (guint, (n + 1) * width);
  for (gsize i = n; i-- > 0;)
    for (gsize k = m; k-- > 0;) {
      guint value = value_of (walk, old[i], new[k]);
      guint with = value ? value + best[(i + 1) * width + k + 1] : 0;
      best[i * width + k] = MAX (with, MAX (best[(i + 1) * width + k], best[i * width + k + 1]));
    }
  for (gsize i = 0, k = 0; i < n && k < m;) {
    guint value = value_of (walk, old[i], new[k]);
    if (value && best[i * width + k] == value + best[(i + 1) * width + k + 1])
      pairs[first + i++] = (int)(first + k++);
    else if (best[i * width + k] == best[(i + 1) * width + k])
      i++;
    else
      k++;
  }
}

enum { NEAR = 256 };

/* The same where that takes too much memory: each with its partner, if that is not far after the last one. */
static void pair_near (const AfWalk *walk, const GPtrArray *before, const GPtrArray *after, guint first, int *pairs)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL);
  guint next = first;
  for (guint k = first; k < after->len; k++)
    g_hash_table_insert (numbers, after->pdata[k], GUINT_TO_POINTER (k + 1));
  for (guint i = first; i < before->len; i++) {
    const AfTreeNode *node = before->pdata[i], *partner = walk->mapping->to_new[node->id];
    guint after_it = partner ? GPOINTER_TO_UINT (g_hash_table_lookup (numbers, partner)) : 0;
    if (after_it <= next || after_it > next + NEAR || !value_of (walk, node, partner))
      continue;
    pairs[i] = (int)after_it - 1;
    next = after_it;
  }
}

/* By number of the old one, the number of the new one that it stays as, or -1. */
static int *pairs_of (const AfWalk *walk, const GPtrArray *before, const GPtrArray *after)
{
  guint n = before->len, m = after->len, first = 0;
  int *pairs = g_new (int, n + 1);
  memset (pairs, 0xff, sizeof (int) * (n + 1));
  for (; first < MIN (n, m) && same (before->pdata[first], after->pdata[first]); first++)
    pairs[first] = (int)first;
  if ((gsize)(n - first) * (m - first) <= AF_MOST_PAIRS)
    pair_best (walk, before, after, first, pairs);
  else
    pair_near (walk, before, after, first, pairs);
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
  if (node->kind == AF_NODE_ELSE)
    return inner_block (node->first);
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
  AfFate *fates = comes ? walk->come_of : walk->gone_of;
  walk->statement = ++walk->delta->n_statements;
  if (block) {
    const AfHole hole = { block, block->first, NULL, { NULL, NULL }, TRUE };
    guint operation = walk->delta->operations->len + 1; /* of what is around */
    af_walk_around (walk, node, &hole, comes);
    for (guint i = operation + 1; i <= walk->delta->operations->len && !comes; i++)
      af_delta_need (walk->delta, operation, i);
    fates[node->id].whole = TRUE;
    return;
  }
  guint operation = af_walk_operation (walk, comes ? AF_OPERATION_INSERT : AF_OPERATION_DELETE);
  af_walk_mark (fates, node, (AfFate){ operation, TRUE });
  if (comes) {
    af_walk_new (walk, af_walk_size (node), operation);
    af_delta_need (walk->delta, operation, walk->outer);
  } else
    af_walk_old (walk, af_walk_size (node), operation);
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
  const int *in_after, *in_before; /* by number: the number of the other in which the partner is, deeper; or -1 */
  guint i, i_end, k, k_end;        /* the gap: statements that do not stay as one another */
} Gap;

/* By number of @nodes, that of the one of @others under which the partner is; -1: it is nowhere there. */
static int *containers_of (const GPtrArray *nodes, AfTreeNode *const *partners, const GPtrArray *others)
{
  int *containers = g_new (int, nodes->len + 1);
  g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL);
  for (guint k = 0; k < others->len; k++)
    g_hash_table_insert (numbers, others->pdata[k], GUINT_TO_POINTER (k + 1));
  for (guint i = 0; i < nodes->len; i++) {
    const AfTreeNode *partner = partners[((const AfTreeNode *)nodes->pdata[i])->id], *at = partner;
    while (at && !g_hash_table_contains (numbers, at))
      at = at->parent;
    containers[i] = at && at != partner ? GPOINTER_TO_INT (g_hash_table_lookup (numbers, at)) - 1 : -1;
  }
  return containers;
}

/* Statement @number, which comes (@wraps) or goes, has the first of the others in the gap in it that it has at all: the
 * hole for those that follow one another in both; the number of that first one, or the end of the gap. */
static guint find_inside (const Gap *gap, guint number, gboolean wraps, AfHole *hole)
{
  const GPtrArray *others = wraps ? gap->before : gap->after;
  const int *containers = wraps ? gap->in_after : gap->in_before;
  guint at = wraps ? gap->i : gap->k, to = wraps ? gap->i_end : gap->k_end;
  AfTreeNode *const *partners = wraps ? gap->walk->mapping->to_new : gap->walk->mapping->to_old;
  while (at < to && containers[at] != (int)number)
    at++;
  if (at == to)
    return to;
  const AfTreeNode *other = others->pdata[at], *inside = partners[other->id];
  gboolean is_list = inside->parent->kind == AF_NODE_BLOCK;
  guint last = at;
  while (is_list && last + 1 < to) {
    const AfTreeNode *next = partners[((const AfTreeNode *)others->pdata[last + 1])->id];
    if (!next || next->parent != inside->parent)
      break;
    last++;
  }
  const AfTreeNode *end = last + 1 < others->len ? others->pdata[last + 1] : NULL;
  if (!end)
    end = ((const AfTreeNode *)others->pdata[last])->next;
  *hole = (AfHole){
    inside->parent, is_list ? inside->parent->first : inside, is_list ? NULL : inside->next, { other, end }, is_list
  };
  return at;
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
    guint first = find_inside (gap, gap->k, TRUE, &hole);
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
    guint first = find_inside (gap, gap->i, FALSE, &hole);
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

/* One that comes later in the gap has the next old one in it. */
static gboolean holds_later (const Gap *gap)
{
  int container = gap->in_after[gap->i];
  return container >= (int)gap->k && container < (int)gap->k_end;
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
  g_autoptr (GPtrArray) old_nodes = af_run_nodes (before), new_nodes = af_run_nodes (after);
  g_autofree int *pairs = pairs_of (walk, old_nodes, new_nodes),
                 *in_after = containers_of (old_nodes, walk->mapping->to_new, new_nodes),
                 *in_before = containers_of (new_nodes, walk->mapping->to_old, old_nodes);
  Gap gap = { walk, old_nodes, new_nodes, in_after, in_before, 0, 0, 0, 0 };
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

/* --- with something between --- */

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

/* One that comes or goes, with the separator after it, or before it when one that stays is before. */
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

/* A comma, or an operator, which may become another. */
static void separator (AfWalk *walk)
{
  const AfTokens *before = walk->before->tokens, *after = walk->after->tokens;
  g_autofree char *old_text = af_token_text (before, walk->old_at), *new_text = af_token_text (after, walk->new_at);
  if (strcmp (old_text, new_text) == 0) {
    af_walk_both (walk, 1);
    return;
  }
  guint operation = af_walk_operation (walk, AF_OPERATION_RELABEL);
  af_walk_old (walk, 1, operation);
  af_walk_new (walk, 1, operation);
}

/* As many that go as come between two that stay take each other's places. */
static void pair_gaps (int *pairs, guint n, guint m)
{
  for (guint i = 0, k = 0; i < n; i++, k++) {
    guint i_end = i, k_end;
    while (i_end < n && pairs[i_end] < 0)
      i_end++;
    k_end = i_end < n ? (guint)pairs[i_end] : m;
    for (guint at = i; at < i_end && i_end - i == k_end - k; at++)
      pairs[at] = (int)(k + at - i);
    i = i_end;
    k = k_end;
  }
}

/* @in_places: as many of them as before, of which each has the place of one. */
static void walk_separated (AfWalk *walk, const GPtrArray *old_nodes, const GPtrArray *new_nodes, gboolean in_places)
{
  g_autofree int *pairs = pairs_of (walk, old_nodes, new_nodes);
  for (guint i = 0; i < old_nodes->len && in_places; i++)
    pairs[i] = (int)i;
  guint n_kept = 0, k = 0;
  gboolean pairwise = old_nodes->len == new_nodes->len;
  for (guint i = 0; i < old_nodes->len; i++)
    n_kept += pairs[i] >= 0;
  if (n_kept == 0 && !pairwise) {
    if (old_nodes->len > 0 || new_nodes->len > 0)
      all_of (walk, old_nodes, new_nodes);
    return;
  }
  if (n_kept > 0)
    pair_gaps (pairs, old_nodes->len, new_nodes->len);
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
    if (n_kept++ > 0)
      separator (walk);
    keep (walk, old_nodes->pdata[i], new_nodes->pdata[pairwise ? i : k]);
    k++;
  }
  while (k < new_nodes->len)
    element (walk, new_nodes->pdata[k++], TRUE);
}

void af_walk_commas (AfWalk *walk, AfRun before, AfRun after)
{
  g_autoptr (GPtrArray) old_nodes = af_run_nodes (before), new_nodes = af_run_nodes (after);
  const AfTreeNode *parent = before.first ? before.first->parent : NULL;
  gboolean is_call = parent && (parent->kind == AF_NODE_CALL || parent->kind == AF_NODE_PARAMETERS);
  /* an argument that goes and one that comes would be one too few, or too many, each alone */
  walk_separated (walk, old_nodes, new_nodes, is_call && old_nodes->len == new_nodes->len);
}

/* Operators of one rank, which stand in one row without parentheses; 0: none. */
static guint rank_of (const AfTreeNode *node)
{
  static const char *const ranks[][3] = {
    { "+", "-" }, { "*", "/", "%" }, { "&&" }, { "||" }, { "&" }, { "|" }, { "^" }
  };
  for (guint i = 0; i < G_N_ELEMENTS (ranks) && node->kind == AF_NODE_BINARY; i++)
    for (guint k = 0; k < G_N_ELEMENTS (ranks[i]) && ranks[i][k]; k++)
      if (strcmp (node->label, ranks[i][k]) == 0)
        return i + 1;
  return 0;
}

/* The operands of a row of such operators, from the left. */
static GPtrArray *operands_of (const AfTreeNode *node)
{
  GPtrArray *operands = g_ptr_array_new ();
  guint rank = rank_of (node);
  for (; rank_of (node) == rank; node = node->first)
    g_ptr_array_insert (operands, 0, node->last);
  g_ptr_array_insert (operands, 0, (gpointer)node);
  return operands;
}

gboolean af_walk_operands (AfWalk *walk, const AfTreeNode *before, const AfTreeNode *after)
{
  if (rank_of (before) == 0 || rank_of (before) != rank_of (after))
    return FALSE;
  g_autoptr (GPtrArray) old_nodes = operands_of (before), new_nodes = operands_of (after);
  if (old_nodes->len == new_nodes->len)
    return FALSE;
  walk_separated (walk, old_nodes, new_nodes, FALSE);
  return TRUE;
}

/* Where two versions of a function differ.
 *
 * In:  their trees, normalised.   Out: the smallest rows of neighbours that went and came.
 *
 * From the roots down: equal subtrees are left, nodes of one kind are compared child by child, along a longest common
 * subsequence where their numbers differ; what else differs is a spot.
 *
 *     return a [i];   ->   if (i < n) return a [i];      the return went, the if came: it wraps
 *
 * That is no shortest edit (edits/script.c), but it takes a tenth of the time, and thousands of candidates are looked
 * at. */
#include "natural/natural-internal.h"

#include <string.h>

typedef struct {
  const AfSurroundings *s;
  GPtrArray *spots;
} Search;

/* Children, or the node that stands where a block could. */
typedef struct {
  const AfTreeNode *old_parent, *new_parent;
  GPtrArray *gone, *come;
  const AfTreeNode *previous;
} Rows;

void af_spot_free (AfSpot *spot)
{
  g_ptr_array_unref (spot->gone);
  g_ptr_array_unref (spot->come);
  g_free (spot);
}

static gboolean same (const AfTreeNode *a, const AfTreeNode *b)
{
  return a->hash == b->hash && a->size == b->size;
}

static gboolean holds (const AfTreeNode *tree, const AfTreeNode *part)
{
  if (tree->size < part->size)
    return FALSE;
  if (same (tree, part))
    return TRUE;
  for (const AfTreeNode *child = tree->first; child; child = child->next)
    if (holds (child, part))
      return TRUE;
  return FALSE;
}

/* Each of @parts stands under one of @trees. */
static gboolean all_held (const GPtrArray *trees, const GPtrArray *parts)
{
  guint n = 0;
  for (guint i = 0; i < parts->len; i++) {
    gboolean held = FALSE;
    for (guint k = 0; k < trees->len && !held; k++)
      held = holds (trees->pdata[k], parts->pdata[i]);
    n += held;
  }
  return n > 0 && n == parts->len;
}

static guint last_statement (const AfSurroundings *s, const AfTreeNode *node)
{
  return s->statements[node->id + node->size - 1];
}

static GPtrArray *slice (const GPtrArray *row, guint start, guint end)
{
  GPtrArray *part = g_ptr_array_new ();
  for (guint i = start; i < end; i++)
    g_ptr_array_add (part, row->pdata[i]);
  return part;
}

/* Takes both arrays. */
static void add_spot (Search *search, const Rows *rows, GPtrArray *gone, GPtrArray *come, const AfTreeNode *previous)
{
  AfSpot *spot = g_new0 (AfSpot, 1);
  const AfSurroundings *s = search->s;
  *spot = (AfSpot){ .parent = rows->old_parent,
                    .new_parent = rows->new_parent,
                    .gone = gone,
                    .come = come,
                    .previous = previous,
                    .wraps = gone->len > 0 && all_held (come, gone),
                    .unwraps = come->len > 0 && all_held (gone, come) };
  if (gone->len > 0) {
    spot->low = s->statements[((const AfTreeNode *)gone->pdata[0])->id];
    spot->high = MAX (spot->low, last_statement (s, gone->pdata[gone->len - 1]));
  } else if (rows->old_parent->kind == AF_NODE_BLOCK || af_is_statement (rows->old_parent)) {
    spot->low = previous ? last_statement (s, previous) : s->statements[rows->old_parent->id];
    spot->high = spot->low + 1;
  } else
    spot->low = spot->high = s->statements[rows->old_parent->id];
  g_ptr_array_add (search->spots, spot);
}

static void compare (Search *search, const AfTreeNode *a, const AfTreeNode *b);

static void compare_part (Search *search, const Rows *rows, const guint from[2], const guint to[2])
{
  guint n_gone = to[0] - from[0], n_come = to[1] - from[1];
  if (n_gone == 0 && n_come == 0)
    return;
  g_autoptr (GPtrArray) gone = slice (rows->gone, from[0], to[0]), come = slice (rows->come, from[1], to[1]);
  gboolean pairs =
    n_gone == n_come && n_gone <= 3 && (n_gone == 1 || (!all_held (come, gone) && !all_held (gone, come)));
  for (guint i = 0; pairs && n_gone > 1 && i < n_gone; i++)
    pairs = ((const AfTreeNode *)gone->pdata[i])->kind == ((const AfTreeNode *)come->pdata[i])->kind;
  if (!pairs) {
    const AfTreeNode *previous = from[0] > 0 ? rows->gone->pdata[from[0] - 1] : rows->previous;
    add_spot (search, rows, g_steal_pointer (&gone), g_steal_pointer (&come), previous);
    return;
  }
  for (guint i = 0; i < n_gone; i++)
    compare (search, gone->pdata[i], come->pdata[i]);
}

/* Rows that neither begin nor end alike: parts between what a longest common subsequence has. */
static void compare_middle (Search *search, const Rows *rows, const guint start[2], const guint end[2])
{
  guint n = end[0] - start[0], m = end[1] - start[1];
  if (n == 0 || m == 0 || (gsize)n * m > 40000) {
    compare_part (search, rows, start, end);
    return;
  }
  g_autofree guint *best = g_new0 (guint, (gsize)(n + 1) * (m + 1));
#define BEST(i, j) best[(gsize)(i) * (m + 1) + (j)]
#define GONE(i) ((const AfTreeNode *)rows->gone->pdata[start[0] + (i)])
#define COME(j) ((const AfTreeNode *)rows->come->pdata[start[1] + (j)])
  for (guint i = n; i-- > 0;)
    for (guint j = m; j-- > 0;)
      BEST (i, j) = same (GONE (i), COME (j)) ? BEST (i + 1, j + 1) + 1 : MAX (BEST (i + 1, j), BEST (i, j + 1));
  guint from[2] = { start[0], start[1] };
  for (guint i = 0, j = 0; i < n && j < m;)
    if (same (GONE (i), COME (j))) {
      const guint to[2] = { start[0] + i++, start[1] + j++ };
      compare_part (search, rows, from, to);
      from[0] = to[0] + 1;
      from[1] = to[1] + 1;
    } else if (BEST (i + 1, j) >= BEST (i, j + 1))
      i++;
    else
      j++;
#undef BEST
#undef GONE
#undef COME
  compare_part (search, rows, from, end);
}

static void compare_rows (Search *search, const Rows *rows)
{
  guint start[2] = { 0, 0 }, end[2] = { rows->gone->len, rows->come->len };
  while (start[0] < end[0] && start[1] < end[1] && same (rows->gone->pdata[start[0]], rows->come->pdata[start[1]])) {
    start[0]++;
    start[1]++;
  }
  while (start[0] < end[0] && start[1] < end[1]
         && same (rows->gone->pdata[end[0] - 1], rows->come->pdata[end[1] - 1])) {
    end[0]--;
    end[1]--;
  }
  compare_middle (search, rows, start, end);
}

static GPtrArray *children (const AfTreeNode *node)
{
  GPtrArray *list = g_ptr_array_new ();
  for (AfTreeNode *child = node->first; child; child = child->next)
    g_ptr_array_add (list, child);
  return list;
}

static GPtrArray *alone (const AfTreeNode *node)
{
  GPtrArray *list = g_ptr_array_new ();
  g_ptr_array_add (list, (gpointer)node);
  return list;
}

/* One statement and a block: a block of one statement is written without braces. */
static gboolean is_body (const AfTreeNode *a, const AfTreeNode *b)
{
  return a->kind == AF_NODE_BLOCK && af_is_statement (b) && b->kind != AF_NODE_BLOCK && a->parent
         && a->parent->kind != AF_NODE_BLOCK;
}

/* `a < b` → `b < a`, which is what becomes of `a > b`. */
static gboolean is_swapped (const AfTreeNode *a, const AfTreeNode *b)
{
  return a->kind == AF_NODE_BINARY && b->kind == AF_NODE_BINARY && same (a->first, b->last) && same (a->last, b->first);
}

static void compare (Search *search, const AfTreeNode *a, const AfTreeNode *b)
{
  if (same (a, b))
    return;
  Rows rows = { a, b, NULL, NULL, NULL };
  gboolean bodies = is_body (a, b) || is_body (b, a);
  gboolean into = bodies || (a->kind == b->kind && strcmp (a->label, b->label) == 0 && a->first && b->first);
  if (!into || is_swapped (a, b) || (!bodies && a->size != b->size && (holds (a, b) || holds (b, a)))) {
    rows.old_parent = a->parent;
    rows.new_parent = b->parent;
    add_spot (search, &rows, alone (a), alone (b), a->previous);
    return;
  }
  g_autoptr (GPtrArray) gone = bodies && a->kind != AF_NODE_BLOCK ? alone (a) : children (a);
  g_autoptr (GPtrArray) come = bodies && b->kind != AF_NODE_BLOCK ? alone (b) : children (b);
  rows.gone = gone;
  rows.come = come;
  compare_rows (search, &rows);
}

GPtrArray *af_natural_spots (const AfSurroundings *s, const AfTree *after)
{
  GPtrArray *spots = g_ptr_array_new_with_free_func ((GDestroyNotify)af_spot_free);
  Search search = { s, spots };
  if (!same (s->tree->root, after->root))
    compare (&search, s->tree->root, after->root);
  return spots;
}

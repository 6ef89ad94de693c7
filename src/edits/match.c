/* Which nodes of two trees correspond.
 *
 *     f (a); g (b);   ->   f (a); if (b) g (b);       all but the if and its test have partners; the call of g is moved
 *
 * GumTree's two passes, with a first one before them, as most changes are small:
 *   1. from the roots down, equal children at both ends; where one child is left on both sides, in that;
 *   2. top-down by height: equal subtrees that occur once on both sides, then others, nearest parents first;
 *   3. bottom-up: containers whose descendants are partners, by Dice's coefficient (at least 1/2), and under each the
 *      children that are equal, of equal form, or the only ones of their kind (Falleri and Martinez 2024, who found
 *      that as good as an optimal match). */
#include "edits/edits.h"

#include <string.h>

#define LEAST_DICE 0.5

static AfTreeNode *new_of (const AfMapping *m, const AfTreeNode *old_node)
{
  return m->to_new[old_node->id];
}

static AfTreeNode *old_of (const AfMapping *m, const AfTreeNode *new_node)
{
  return m->to_old[new_node->id];
}

static void pair (AfMapping *m, AfTreeNode *a, AfTreeNode *b)
{
  m->to_new[a->id] = b;
  m->to_old[b->id] = a;
}

static gboolean is_free (const AfMapping *m, const AfTreeNode *a, const AfTreeNode *b)
{
  return !new_of (m, a) && !old_of (m, b);
}

static gboolean same (const AfTreeNode *a, const AfTreeNode *b)
{
  return a->hash == b->hash && a->size == b->size && a->kind == b->kind;
}

/* Nobody under @a or @b has a partner elsewhere. */
static gboolean pair_subtrees (AfMapping *m, AfTreeNode *a, AfTreeNode *b)
{
  for (guint i = 0; i < a->size; i++)
    if (m->to_new[a->id + i] || m->to_old[b->id + i])
      return FALSE;
  for (guint i = 0; i < a->size; i++)
    pair (m, m->old_tree->nodes->pdata[a->id + i], m->new_tree->nodes->pdata[b->id + i]);
  return TRUE;
}

/* --- 1: both ends --- */

static void pair_ends (AfMapping *m, AfTreeNode *a, AfTreeNode *b)
{
  while (a && b) {
    pair (m, a, b);
    AfTreeNode *left = a->first, *right = b->first, *left_end = a->last, *right_end = b->last;
    while (left && right && same (left, right)) {
      pair_subtrees (m, left, right);
      left = left->next;
      right = right->next;
    }
    while (left && right && left_end && right_end && is_free (m, left_end, right_end) && same (left_end, right_end)
           && left_end != left->previous && right_end != right->previous) {
      pair_subtrees (m, left_end, right_end);
      left_end = left_end->previous;
      right_end = right_end->previous;
    }
    gboolean one = left && right && left == left_end && right == right_end && left->kind == right->kind;
    a = one ? left : NULL;
    b = one ? right : NULL;
  }
}

/* --- 2: equal subtrees --- */

typedef struct {
  AfTreeNode *a, *b;
  double nearness;
} Choice;

static guint count_partners (const AfMapping *m, const AfTreeNode *a, const AfTreeNode *b)
{
  guint n = 0;
  for (guint i = 1; i < a->size; i++) {
    const AfTreeNode *partner = m->to_new[a->id + i];
    n += partner && partner->id > b->id && partner->id < b->id + b->size;
  }
  return n;
}

static double dice (const AfMapping *m, const AfTreeNode *a, const AfTreeNode *b)
{
  guint leaves = a->size + b->size - 2;
  return leaves == 0 ? 0 : 2.0 * count_partners (m, a, b) / leaves;
}

static int by_nearness (gconstpointer a, gconstpointer b)
{
  const Choice *left = a, *right = b;
  if (left->nearness != right->nearness)
    return left->nearness > right->nearness ? -1 : 1;
  if (left->a->id != right->a->id)
    return left->a->id < right->a->id ? -1 : 1;
  return left->b->id < right->b->id ? -1 : left->b->id > right->b->id;
}

static int by_height (gconstpointer a, gconstpointer b)
{
  const AfTreeNode *left = *(AfTreeNode *const *)a, *right = *(AfTreeNode *const *)b;
  if (left->height != right->height)
    return left->height > right->height ? -1 : 1;
  if (left->hash != right->hash)
    return left->hash < right->hash ? -1 : 1;
  return left->id < right->id ? -1 : left->id > right->id;
}

/* Nodes without partner, of height 2 and more, highest first and equal ones together. */
static GPtrArray *list_free (const AfTree *tree, AfTreeNode *const *partners)
{
  GPtrArray *list = g_ptr_array_new ();
  for (guint i = 0; i < tree->nodes->len; i++) {
    AfTreeNode *node = tree->nodes->pdata[i];
    if (!partners[i] && node->height > 1)
      g_ptr_array_add (list, node);
  }
  g_ptr_array_sort (list, by_height);
  return list;
}

static double nearness (const AfMapping *m, const AfTreeNode *a, const AfTreeNode *b)
{
  const AfTreeNode *above = a->parent, *beside = b->parent;
  double near = above && beside && new_of (m, above) == beside ? 2 : 0;
  near += above && beside && above->kind == beside->kind ? dice (m, above, beside) : 0;
  double there = (double)a->id / m->n_old - (double)b->id / m->n_new;
  return near - ABS (there) / 2;
}

static guint run_of (const GPtrArray *list, guint from)
{
  const AfTreeNode *first = list->pdata[from];
  guint end = from + 1;
  while (end < list->len && same (list->pdata[end], first))
    end++;
  return end;
}

/* Beyond so many pairs of equal subtrees their order must do. */
enum { MOST_CHOICES = 400 };

static void pair_run (AfMapping *m, const GPtrArray *old_run, const GPtrArray *new_run)
{
  g_autoptr (GArray) choices = g_array_new (FALSE, FALSE, sizeof (Choice));
  gboolean many = old_run->len * new_run->len > MOST_CHOICES;
  for (guint i = 0; i < old_run->len; i++)
    for (guint j = many ? i : 0; j < (many ? MIN (i + 1, new_run->len) : new_run->len); j++) {
      Choice choice = { old_run->pdata[i], new_run->pdata[j], 0 };
      choice.nearness = nearness (m, choice.a, choice.b);
      g_array_append_val (choices, choice);
    }
  g_array_sort (choices, by_nearness);
  for (guint i = 0; i < choices->len; i++) {
    const Choice *choice = &g_array_index (choices, Choice, i);
    if (is_free (m, choice->a, choice->b))
      pair_subtrees (m, choice->a, choice->b);
  }
}

static void take_run (const GPtrArray *list, guint *at, AfTreeNode *const *partners, GPtrArray *run)
{
  guint end = run_of (list, *at);
  g_ptr_array_set_size (run, 0);
  for (; *at < end; ++*at)
    if (!partners[((const AfTreeNode *)list->pdata[*at])->id])
      g_ptr_array_add (run, list->pdata[*at]);
}

static void pair_equal (AfMapping *m)
{
  g_autoptr (GPtrArray) left = list_free (m->old_tree, m->to_new), right = list_free (m->new_tree, m->to_old);
  g_autoptr (GPtrArray) old_run = g_ptr_array_new (), new_run = g_ptr_array_new ();
  for (guint i = 0, j = 0; i < left->len && j < right->len;) {
    const AfTreeNode *a = left->pdata[i], *b = right->pdata[j];
    if (a->height > b->height || (a->height == b->height && a->hash < b->hash))
      i = run_of (left, i);
    else if (!same (a, b))
      j = run_of (right, j);
    else {
      take_run (left, &i, m->to_new, old_run);
      take_run (right, &j, m->to_old, new_run);
      pair_run (m, old_run, new_run);
    }
  }
}

/* --- 3: containers --- */

static gboolean same_form (const AfTreeNode *a, const AfTreeNode *b)
{
  return a->form == b->form && a->size == b->size;
}

static gboolean same_kind (const AfTreeNode *a, const AfTreeNode *b)
{
  return a->kind == b->kind;
}

static GPtrArray *free_children (const AfTreeNode *node, AfTreeNode *const *partners)
{
  GPtrArray *list = g_ptr_array_new ();
  for (AfTreeNode *child = node->first; child; child = child->next)
    if (!partners[child->id])
      g_ptr_array_add (list, child);
  return list;
}

static void pair_children (AfMapping *m, AfTreeNode *a, AfTreeNode *b);

/* Equal subtrees wholly, if nothing under them has gone elsewhere; else node by node. */
static void pair_found (AfMapping *m, AfTreeNode *a, AfTreeNode *b, gboolean whole)
{
  if (!is_free (m, a, b) || (whole && pair_subtrees (m, a, b)))
    return;
  pair (m, a, b);
  pair_children (m, a, b);
}

/* Partners along a longest common subsequence of the children that are free. */
static void pair_common (AfMapping *m, AfTreeNode *a, AfTreeNode *b,
                         gboolean (*alike) (const AfTreeNode *, const AfTreeNode *))
{
  g_autoptr (GPtrArray) left = free_children (a, m->to_new), right = free_children (b, m->to_old);
  guint rows = left->len, columns = right->len;
  if (rows == 0 || columns == 0 || rows * columns > 1000000)
    return;
  g_autofree guint *best = g_new0 (guint, (gsize)(rows + 1) * (columns + 1));
#define BEST(i, j) best[(gsize)(i) * (columns + 1) + (j)]
  for (guint i = rows; i-- > 0;)
    for (guint j = columns; j-- > 0;)
      BEST (i, j) =
        alike (left->pdata[i], right->pdata[j]) ? BEST (i + 1, j + 1) + 1 : MAX (BEST (i + 1, j), BEST (i, j + 1));
  for (guint i = 0, j = 0; i < rows && j < columns;)
    if (alike (left->pdata[i], right->pdata[j])) {
      pair_found (m, left->pdata[i++], right->pdata[j++], alike == same);
    } else if (BEST (i + 1, j) >= BEST (i, j + 1))
      i++;
    else
      j++;
#undef BEST
}

/* The only free child of a kind on both sides. */
static void pair_only (AfMapping *m, AfTreeNode *a, AfTreeNode *b)
{
  for (AfTreeNode *left = a->first; left; left = left->next) {
    AfTreeNode *found = NULL;
    guint n = 0, n_left = 0;
    for (AfTreeNode *other = a->first; other; other = other->next)
      n_left += !new_of (m, other) && other->kind == left->kind;
    for (AfTreeNode *right = b->first; right; right = right->next)
      if (!old_of (m, right) && same_kind (left, right)) {
        found = right;
        n++;
      }
    if (n == 1 && n_left == 1 && !new_of (m, left))
      pair_found (m, left, found, FALSE);
  }
}

static void pair_children (AfMapping *m, AfTreeNode *a, AfTreeNode *b)
{
  pair_common (m, a, b, same);
  pair_common (m, a, b, same_form);
  pair_only (m, a, b);
}

/* The free container of the new tree with the most partners in common. */
static AfTreeNode *find_container (const AfMapping *m, const AfTreeNode *a)
{
  AfTreeNode *best = NULL;
  double most = LEAST_DICE;
  for (guint i = 1; i < a->size; i++) {
    AfTreeNode *at = m->to_new[a->id + i];
    for (at = at ? at->parent : NULL; at; at = at->parent) {
      if (old_of (m, at) || at->kind != a->kind || at == best)
        continue;
      double much = dice (m, a, at);
      if (much > most || (much >= most && !best)) {
        most = much;
        best = at;
      }
    }
  }
  return best;
}

static void pair_containers (AfMapping *m)
{
  for (guint i = m->n_old; i-- > 0;) { /* children have higher ids than their parents */
    AfTreeNode *a = m->old_tree->nodes->pdata[i];
    AfTreeNode *b = new_of (m, a) || !a->first ? NULL : find_container (m, a);
    if (b)
      pair (m, a, b);
  }
  for (guint i = 0; i < m->n_old; i++) {
    AfTreeNode *a = m->old_tree->nodes->pdata[i];
    if (new_of (m, a) && a->first)
      pair_children (m, a, new_of (m, a));
  }
}

AfMapping *af_mapping_new (const AfTree *old_tree, const AfTree *new_tree)
{
  AfMapping *m = g_new0 (AfMapping, 1);
  *m = (AfMapping){ old_tree, new_tree, old_tree->nodes->len, new_tree->nodes->len, NULL, NULL };
  m->to_new = g_new0 (AfTreeNode *, m->n_old);
  m->to_old = g_new0 (AfTreeNode *, m->n_new);
  pair_ends (m, old_tree->root, new_tree->root);
  pair_equal (m);
  pair_containers (m);
  return m;
}

void af_mapping_free (AfMapping *mapping)
{
  if (!mapping)
    return;
  g_free (mapping->to_new);
  g_free (mapping->to_old);
  g_free (mapping);
}

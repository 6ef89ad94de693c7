/* Anti-unification of edits: what two have in common, with holes for the rest.
 *
 *     { g (); x = 1; } -> { x = 1; if (c) g (); }     and     { return; y = 2; } -> { y = 2; if (c) h (); }
 *     give  { h0; h1 = h2; } -> { h1 = h2; if (c) h3; }
 *
 * First the parts that changed, tree before and tree after, from the roots down: equal nodes with equally many children
 * stay, others become holes, with the kind if that is the same.  Then what is left alone comes back under nodes that
 * stayed on both sides: children between the same neighbours, in pairs of a kind.  A pair of subtrees always gives the
 * same hole, before and after. */
#include "patterns/pattern.h"

#include <string.h>

typedef enum {
  LEFT_OUT, /* of what both have in common */
  STAYS,
  BECOMES_HOLE
} Fate;

typedef struct {
  const AfPattern *a, *b;
  gint *match; /* by index in a: the index in b; -1: left out */
  guint8 *fate;
} Pairing;

enum { MOST_CHILDREN = 16 }; /* left alone, of one node */

static const AfPatternNode *first_of (const Pairing *p, guint i)
{
  return &p->a->nodes[i];
}

static const AfPatternNode *second_of (const Pairing *p, guint j)
{
  return &p->b->nodes[j];
}

static gboolean is_same (const AfPatternNode *x, const AfPatternNode *y)
{
  return x->hole < 0 && y->hole < 0 && x->kind == y->kind && x->label == y->label;
}

/* From @child of @pattern on, before @end: the next that changed, or @end. */
static guint next_changed (const AfPattern *pattern, guint child, guint end)
{
  while (child < end && pattern->nodes[child].is_kept)
    child += pattern->nodes[child].size;
  return child;
}

static gboolean same_changed_children (const Pairing *p, guint i, guint j)
{
  guint i_end = i + first_of (p, i)->size, j_end = j + second_of (p, j)->size;
  guint x = next_changed (p->a, i + 1, i_end), y = next_changed (p->b, j + 1, j_end);
  while (x < i_end && y < j_end && first_of (p, x)->place == second_of (p, y)->place) {
    x = next_changed (p->a, x + first_of (p, x)->size, i_end);
    y = next_changed (p->b, y + second_of (p, y)->size, j_end);
  }
  return x == i_end && y == j_end;
}

/* The first step. */
static void pair_changed (Pairing *p, guint i, guint j)
{
  p->match[i] = (gint)j;
  p->fate[i] = is_same (first_of (p, i), second_of (p, j)) && same_changed_children (p, i, j) ? STAYS : BECOMES_HOLE;
  guint i_end = i + first_of (p, i)->size, y = j + 1;
  if (p->fate[i] != STAYS)
    return;
  for (guint x = next_changed (p->a, i + 1, i_end); x < i_end;
       x = next_changed (p->a, x + first_of (p, x)->size, i_end)) {
    y = next_changed (p->b, y, j + second_of (p, j)->size);
    pair_changed (p, x, y);
    y += second_of (p, y)->size;
  }
}

/* --- the second step: what is left alone --- */

typedef struct {
  guint index;
  guint before, after; /* how many children that changed stand left of it, in either tree */
} Kept;

/* The children of @parent that are left alone; @to has MOST_CHILDREN.  How many there are. */
static guint list_kept (const AfPattern *pattern, guint parent, Kept *to)
{
  guint n = 0, n_changed = 0, end = parent + pattern->nodes[parent].size;
  for (guint child = parent + 1; child < end; child += pattern->nodes[child].size) {
    const AfPatternNode *node = &pattern->nodes[child];
    if (!node->is_kept)
      n_changed++;
    else if (n < MOST_CHILDREN && node->partner >= 0)
      to[n++] = (Kept){ child, n_changed, 0 };
  }
  guint other = (guint)pattern->nodes[parent].partner;
  n_changed = 0;
  for (guint child = other + 1; child < other + pattern->nodes[other].size; child += pattern->nodes[child].size) {
    n_changed += !pattern->nodes[child].is_kept;
    for (guint i = 0; i < n; i++)
      if (pattern->nodes[to[i].index].partner == (gint)child)
        to[i].after = n_changed;
  }
  return n;
}

static void match_both (Pairing *p, guint i, guint j, Fate fate)
{
  gint other = first_of (p, i)->partner;
  p->match[i] = (gint)j;
  p->match[other] = second_of (p, j)->partner;
  p->fate[i] = p->fate[other] = (guint8)fate;
}

static gboolean same_children (const Pairing *p, guint i, guint j)
{
  guint i_end = i + first_of (p, i)->size, j_end = j + second_of (p, j)->size, x = i + 1, y = j + 1;
  while (x < i_end && y < j_end && first_of (p, x)->place == second_of (p, y)->place) {
    x += first_of (p, x)->size;
    y += second_of (p, y)->size;
  }
  return x == i_end && y == j_end;
}

static void pair_kept (Pairing *p, guint i, guint j)
{
  gboolean stays = is_same (first_of (p, i), second_of (p, j)) && same_children (p, i, j);
  match_both (p, i, j, stays ? STAYS : BECOMES_HOLE);
  guint i_end = i + first_of (p, i)->size, y = j + 1;
  for (guint x = i + 1; stays && x < i_end; x += first_of (p, x)->size) {
    pair_kept (p, x, y);
    y += second_of (p, y)->size;
  }
}

/* What it is worth to pair two children; 0: they do not go together. */
static guint worth (const Pairing *p, const Kept *x, const Kept *y)
{
  const AfPatternNode *a = first_of (p, x->index), *b = second_of (p, y->index);
  if (a->place != b->place || x->before != y->before || x->after != y->after
      || (a->place == AF_PLACE_LIST && a->kind != b->kind))
    return 0;
  return 1 + (a->kind == b->kind) + (a->hole < 0 && b->hole < 0 && a->hash == b->hash);
}

/* The pairs in order that are worth most together, as in a longest common subsequence. */
static void align (Pairing *p, const Kept *x, guint nx, const Kept *y, guint ny)
{
  guint best[MOST_CHILDREN + 1][MOST_CHILDREN + 1] = { { 0 } };
  for (guint i = nx; i-- > 0;)
    for (guint j = ny; j-- > 0;) {
      guint pair = worth (p, &x[i], &y[j]);
      best[i][j] = MAX (best[i + 1][j], best[i][j + 1]);
      if (pair > 0)
        best[i][j] = MAX (best[i][j], best[i + 1][j + 1] + pair);
    }
  for (guint i = 0, j = 0; i < nx && j < ny;) {
    guint pair = worth (p, &x[i], &y[j]);
    if (pair > 0 && best[i][j] == best[i + 1][j + 1] + pair)
      pair_kept (p, x[i++].index, y[j++].index);
    else if (best[i][j] == best[i + 1][j])
      i++;
    else
      j++;
  }
}

/* Partners in @a became one with partners in @b. */
static gboolean agrees (const Pairing *p, guint i)
{
  gint other = first_of (p, i)->partner;
  return p->match[i] >= 0 && other >= 0 && p->match[other] >= 0
         && second_of (p, (guint)p->match[i])->partner == p->match[other];
}

static void pair (Pairing *p)
{
  for (guint i = 0; i < p->a->n; i++)
    p->match[i] = -1;
  memset (p->fate, LEFT_OUT, p->a->n);
  pair_changed (p, 0, 0);
  if (p->a->n > p->a->n_before && p->b->n > p->b->n_before)
    pair_changed (p, p->a->n_before, p->b->n_before);
  for (guint i = 0; i < p->a->n_before; i++) {
    if (first_of (p, i)->is_kept || p->fate[i] != STAYS || !agrees (p, i) || p->fate[first_of (p, i)->partner] != STAYS)
      continue;
    Kept x[MOST_CHILDREN], y[MOST_CHILDREN];
    guint nx = list_kept (p->a, i, x), ny = nx > 0 ? list_kept (p->b, (guint)p->match[i], y) : 0;
    if (ny > 0)
      align (p, x, nx, y, ny);
  }
}

/* --- holes --- */

typedef struct {
  guint64 a, b; /* hashes of the subtrees */
} Substitution;

typedef struct {
  Substitution *list;
  guint n;
} Memo;

/* The number of the hole; @is_new (nullable). */
static gint hole_of (Memo *memo, const Pairing *p, guint i, gboolean *is_new)
{
  Substitution key = { first_of (p, i)->hash, second_of (p, (guint)p->match[i])->hash };
  guint k = 0;
  while (k < memo->n && (memo->list[k].a != key.a || memo->list[k].b != key.b))
    k++;
  *is_new = k == memo->n;
  memo->list[k] = key;
  memo->n += *is_new;
  return (gint)k;
}

gint af_merge_compare (const AfMerge *a, const AfMerge *b)
{
  const gint64 differences[] = {
    (gint64)a->is_edit - b->is_edit, (gint64)a->is_closed - b->is_closed, (gint64)a->n_modified - b->n_modified,
    (gint64)b->n_holes - a->n_holes, (gint64)b->lost - a->lost,           (gint64)a->n_named - b->n_named,
    (gint64)a->n_kept - b->n_kept
  };
  for (guint i = 0; i < G_N_ELEMENTS (differences); i++)
    if (differences[i] != 0)
      return differences[i] < 0 ? -1 : 1;
  return 0;
}

static AfMerge assess (const Pairing *p, Memo *memo)
{
  AfMerge merge = { .is_edit = p->fate[0] == STAYS, .is_closed = TRUE };
  for (guint i = 0; i < p->a->n; i++) {
    if (p->fate[i] == LEFT_OUT)
      continue;
    const AfPatternNode *x = first_of (p, i), *y = second_of (p, (guint)p->match[i]);
    gboolean is_new = FALSE;
    if (p->fate[i] == BECOMES_HOLE)
      hole_of (memo, p, i, &is_new);
    merge.n_holes += is_new;
    merge.lost += is_new ? x->size + y->size : 0;
    merge.is_closed = merge.is_closed && !(is_new && i >= p->a->n_before);
    if (i >= p->a->n_before || !agrees (p, i))
      continue;
    merge.n_modified += !x->is_kept;
    merge.n_kept += x->is_kept;
    merge.n_named += x->is_kept && x->kind == y->kind && x->kind != AF_N_NODE_KINDS;
  }
  return merge;
}

AfMerge af_merge_assess (const AfPattern *a, const AfPattern *b)
{
  g_autofree gint *match = g_new (gint, a->n);
  g_autofree guint8 *fate = g_new (guint8, a->n);
  g_autofree Substitution *list = g_new (Substitution, a->n);
  Pairing p = { a, b, match, fate };
  pair (&p);
  return assess (&p, &(Memo){ list, 0 });
}

/* --- written --- */

typedef struct {
  const Pairing *p;
  Memo memo;
  GArray *nodes; /* of AfPatternNode */
  gint *made;    /* by index in a: the index in nodes */
} Writing;

static void write_node (Writing *w, guint i)
{
  const AfPatternNode *x = first_of (w->p, i), *y = second_of (w->p, (guint)w->p->match[i]);
  guint index = w->nodes->len;
  gboolean is_new = FALSE;
  AfPatternNode node = *x;
  node.partner = node.hole = -1;
  if (w->p->fate[i] == BECOMES_HOLE) {
    node.label = g_intern_static_string ("");
    node.kind = x->kind == y->kind ? x->kind : AF_N_NODE_KINDS;
    node.hole = hole_of (&w->memo, w->p, i, &is_new);
  }
  w->made[i] = (gint)index;
  g_array_append_val (w->nodes, node);
  for (guint child = i + 1; child < i + x->size; child += first_of (w->p, child)->size)
    if (w->p->fate[child] != LEFT_OUT)
      write_node (w, child);
  g_array_index (w->nodes, AfPatternNode, index).size = w->nodes->len - index;
}

AfPattern *af_anti_unify (const AfPattern *a, const AfPattern *b)
{
  g_autofree gint *match = g_new (gint, a->n), *made = g_new (gint, a->n);
  g_autofree guint8 *fate = g_new (guint8, a->n);
  g_autofree Substitution *list = g_new (Substitution, a->n);
  Pairing p = { a, b, match, fate };
  pair (&p);
  Writing w = { &p, { list, 0 }, g_array_new (FALSE, TRUE, sizeof (AfPatternNode)), made };
  write_node (&w, 0);
  guint n_before = w.nodes->len;
  if (fate[a->n_before < a->n ? a->n_before : 0] != LEFT_OUT && a->n_before < a->n)
    write_node (&w, a->n_before);
  for (guint i = 0; i < a->n_before; i++)
    if (agrees (&p, i)) {
      guint x = (guint)made[i], y = (guint)made[first_of (&p, i)->partner];
      g_array_index (w.nodes, AfPatternNode, x).partner = (gint)y;
      g_array_index (w.nodes, AfPatternNode, y).partner = (gint)x;
    }
  return af_pattern_new (w.nodes, n_before);
}

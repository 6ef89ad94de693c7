/* From a change of a function to concrete edits.
 *
 *     void f (p) { a (); p->n = 0; b (); }   ->   void f (p) { a (); if (p) p->n = 0; b (); }
 *
 * gives the block with the statement that is now under an if, and around it a (); and b (); as context.
 *
 * A node has changed when it has no partner, another label, or stands elsewhere; a subtree has changed when a node in
 * it has.  An edit is a pair of partners that holds whole what changed below it. */
#include "patterns/pattern.h"

#include <string.h>

enum {
  MOST_NODES = 160,    /* of both trees; a larger edit has nothing in common with others that would tell something */
  MOST_KEPT = 12,      /* nodes of a subtree that is left alone */
  MOST_NEIGHBOURS = 2, /* such subtrees on either side of what changed */
  MOST_PLACES = 6      /* that changed, each for itself */
};

typedef struct {
  const AfMapping *mapping;
  gboolean *old_own, *new_own;     /* by id: the node itself has changed */
  gboolean *old_dirty, *new_dirty; /* by id: something in the subtree has */
} Sides;

static void sides_clear (Sides *sides)
{
  g_free (sides->old_own);
  g_free (sides->new_own);
  g_free (sides->old_dirty);
  g_free (sides->new_dirty);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sides, sides_clear)

static void mark_up (gboolean *dirty, const AfTreeNode *node)
{
  for (; node && !dirty[node->id]; node = node->parent)
    dirty[node->id] = TRUE;
}

static void mark_own (Sides *sides, const AfTreeEdit *script)
{
  const AfMapping *m = sides->mapping;
  for (guint i = 0; i < script->changes->len; i++) {
    const AfChange *change = &g_array_index (script->changes, AfChange, i);
    if (change->kind != AF_CHANGE_MOVE || change->node >= m->n_old)
      continue;
    sides->old_own[change->node] = TRUE;
    if (m->to_new[change->node])
      sides->new_own[m->to_new[change->node]->id] = TRUE;
  }
  for (guint i = 0; i < m->n_old; i++) {
    const AfTreeNode *node = m->old_tree->nodes->pdata[i], *partner = m->to_new[i];
    if (!partner)
      sides->old_own[i] = TRUE;
    else if (strcmp (node->label, partner->label) != 0
             || (node->parent && m->to_new[node->parent->id] != partner->parent))
      sides->old_own[i] = sides->new_own[partner->id] = TRUE;
  }
  for (guint i = 0; i < m->n_new; i++)
    sides->new_own[i] = sides->new_own[i] || !m->to_old[i];
}

/* Partners are dirty together: what was deleted from a block has changed the block after, too. */
static void mark_dirty (Sides *sides)
{
  const AfMapping *m = sides->mapping;
  for (guint i = 0; i < m->n_old; i++)
    if (sides->old_own[i])
      mark_up (sides->old_dirty, m->old_tree->nodes->pdata[i]);
  for (guint i = 0; i < m->n_new; i++)
    if (sides->new_own[i])
      mark_up (sides->new_dirty, m->new_tree->nodes->pdata[i]);
  for (gboolean again = TRUE; again;) {
    again = FALSE;
    for (guint i = 0; i < m->n_old; i++)
      if (m->to_new[i] && sides->old_dirty[i] != sides->new_dirty[m->to_new[i]->id]) {
        mark_up (sides->old_dirty, m->old_tree->nodes->pdata[i]);
        mark_up (sides->new_dirty, m->to_new[i]);
        again = TRUE;
      }
  }
}

static void sides_init (Sides *sides, const AfMapping *mapping, const AfTreeEdit *script)
{
  *sides = (Sides){ mapping, g_new0 (gboolean, mapping->n_old + 1), g_new0 (gboolean, mapping->n_new + 1),
                    g_new0 (gboolean, mapping->n_old + 1), g_new0 (gboolean, mapping->n_new + 1) };
  mark_own (sides, script);
  mark_dirty (sides);
}

/* --- which pairs of partners --- */

/* What has a partner below @a has it below its partner, and the other way round. */
static gboolean is_whole (const Sides *sides, const AfTreeNode *a)
{
  const AfMapping *m = sides->mapping;
  const AfTreeNode *b = m->to_new[a->id];
  for (guint i = a->id; b && i < a->id + a->size; i++)
    if (m->to_new[i] && m->to_new[i]->id - b->id >= b->size)
      return FALSE;
  for (guint i = b ? b->id : 0; b && i < b->id + b->size; i++)
    if (m->to_old[i] && m->to_old[i]->id - a->id >= a->size)
      return FALSE;
  return b != NULL;
}

/* The nearest one from @node up that is an edit; null when there is none. */
static const AfTreeNode *nearest (const Sides *sides, const AfTreeNode *node)
{
  while (node && !is_whole (sides, node))
    node = node->parent;
  return node;
}

static gboolean is_statement (const AfTreeNode *node)
{
  const AfTreeNode *parent = node->parent;
  return !parent || node->kind == AF_NODE_BLOCK || parent->kind == AF_NODE_BLOCK || node->kind == AF_NODE_EXPRESSION
         || node->kind == AF_NODE_RETURN;
}

static void add_root (GPtrArray *roots, const AfTreeNode *node)
{
  if (node && !g_ptr_array_find (roots, node, NULL))
    g_ptr_array_add (roots, (gpointer)node);
}

/* Where the parent of each node that has changed, or its partner, is an edit. */
static GPtrArray *find_places (const Sides *sides)
{
  const AfMapping *m = sides->mapping;
  GPtrArray *places = g_ptr_array_new ();
  for (guint i = 0; i < m->n_old; i++) {
    const AfTreeNode *node = m->old_tree->nodes->pdata[i];
    if (sides->old_own[i] && node->parent)
      add_root (places, nearest (sides, node->parent));
  }
  for (guint i = 0; i < m->n_new; i++) {
    const AfTreeNode *node = m->new_tree->nodes->pdata[i];
    if (!sides->new_own[i])
      continue;
    for (node = node->parent; node && !m->to_old[node->id];)
      node = node->parent;
    if (node)
      add_root (places, nearest (sides, m->to_old[node->id]));
  }
  return places;
}

static const AfTreeNode *common (const GPtrArray *places)
{
  const AfTreeNode *node = places->len > 0 ? places->pdata[0] : NULL;
  for (guint i = 1; node && i < places->len; i++)
    while (node && !af_node_is_under (places->pdata[i], node))
      node = node->parent;
  return node;
}

/* --- one edit --- */

typedef struct {
  const Sides *sides;
  GArray *nodes;      /* of AfPatternNode */
  gint *at;           /* by id in the old tree: its index; -1: left out */
  const guint8 *kept; /* by id in the old tree: to be kept as context */
} Writing;

static gboolean is_dirty (const Sides *sides, const AfTreeNode *node, gboolean old)
{
  return old ? sides->old_dirty[node->id] : sides->new_dirty[node->id];
}

static gboolean has_dirty (const Sides *sides, const AfTreeNode *node, gboolean old)
{
  for (const AfTreeNode *child = node->first; child; child = child->next)
    if (is_dirty (sides, child, old))
      return TRUE;
  return FALSE;
}

/* Marks the children of @node that are no list, or near enough to what changed (the node itself, where no child has),
 * on one of the sides. */
static void mark_kept (const Sides *sides, const AfTreeNode *node, gboolean old, guint8 *kept)
{
  const AfTreeNode *const ends[2] = { node->first, node->last };
  for (guint backwards = 0; backwards < 2; backwards++) {
    guint far = has_dirty (sides, node, old) ? MOST_NEIGHBOURS : 0;
    for (const AfTreeNode *child = ends[backwards]; child; child = backwards ? child->previous : child->next) {
      const AfTreeNode *mine = old ? child : sides->mapping->to_old[child->id];
      gboolean is_near = far < MOST_NEIGHBOURS || af_node_place (child) < af_node_kind_singles (node->kind);
      if (is_dirty (sides, child, old))
        far = 0;
      else if (mine && child->size <= MOST_KEPT && is_near) {
        kept[mine->id] = TRUE;
        far++;
      }
    }
  }
  for (const AfTreeNode *child = node->first; child; child = child->next)
    if (is_dirty (sides, child, old))
      mark_kept (sides, child, old, kept);
}

static guint write_node (Writing *w, const AfTreeNode *node, gboolean old, gboolean is_kept)
{
  const AfMapping *m = w->sides->mapping;
  const AfTreeNode *mine = old ? node : m->to_old[node->id];
  AfPatternNode made = { .kind = node->kind,
                         .label = g_intern_string (node->label),
                         .hole = -1,
                         .partner = -1,
                         .place = 0,
                         .is_kept = is_kept };
  guint index = w->nodes->len;
  if (old)
    w->at[node->id] = (gint)index;
  else if (mine && w->at[mine->id] >= 0) {
    made.partner = w->at[mine->id];
    g_array_index (w->nodes, AfPatternNode, made.partner).partner = (gint)index;
  }
  g_array_append_val (w->nodes, made);
  guint place = 0, n_single = af_node_kind_singles (node->kind);
  for (const AfTreeNode *child = node->first; child; child = child->next, place++) {
    gboolean dirty = is_dirty (w->sides, child, old);
    const AfTreeNode *of = old ? child : m->to_old[child->id];
    if (!is_kept && !dirty && !(of && w->kept[of->id]))
      continue;
    guint at = write_node (w, child, old, !dirty);
    g_array_index (w->nodes, AfPatternNode, at).place = place < n_single ? place : AF_PLACE_LIST;
  }
  g_array_index (w->nodes, AfPatternNode, index).size = w->nodes->len - index;
  return index;
}

static AfPattern *write_edit (const Sides *sides, const AfTreeNode *a)
{
  const AfMapping *m = sides->mapping;
  const AfTreeNode *b = m->to_new[a->id];
  g_autofree guint8 *kept = g_new0 (guint8, m->n_old + 1);
  g_autofree gint *at = g_new (gint, m->n_old + 1);
  for (guint i = 0; i < m->n_old; i++)
    at[i] = -1;
  mark_kept (sides, a, TRUE, kept);
  mark_kept (sides, b, FALSE, kept);
  g_autoptr (GArray) nodes = g_array_new (FALSE, TRUE, sizeof (AfPatternNode));
  Writing w = { sides, nodes, at, kept };
  write_node (&w, a, TRUE, FALSE);
  guint n_before = nodes->len;
  write_node (&w, b, FALSE, FALSE);
  g_array_index (nodes, AfPatternNode, 0).place = g_array_index (nodes, AfPatternNode, n_before).place = AF_PLACE_LIST;
  return nodes->len <= MOST_NODES ? af_pattern_new (g_steal_pointer (&nodes), n_before) : NULL;
}

GPtrArray *af_concrete_edits (const AfMapping *mapping, const AfTreeEdit *script)
{
  g_auto (Sides) sides = { 0 };
  sides_init (&sides, mapping, script);
  g_autoptr (GPtrArray) places = find_places (&sides);
  g_autoptr (GPtrArray) roots = g_ptr_array_new ();
  const AfTreeNode *all = nearest (&sides, common (places)), *statement = all;
  while (statement && !is_statement (statement))
    statement = nearest (&sides, statement->parent);
  for (guint i = 0; i < places->len && places->len <= MOST_PLACES; i++)
    add_root (roots, places->pdata[i]);
  add_root (roots, all);
  add_root (roots, statement);
  GPtrArray *edits = g_ptr_array_new_with_free_func ((GDestroyNotify)af_pattern_free);
  for (guint i = 0; i < roots->len; i++) {
    AfPattern *edit = write_edit (&sides, roots->pdata[i]);
    if (edit)
      g_ptr_array_add (edits, edit);
  }
  return edits;
}

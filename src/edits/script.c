/* From partners to steps, and from steps to the new tree.
 *
 *     f (a);   ->   f (b, c);        update 9 b; insert 12 name 7 2 c
 *
 * Chawathe's algorithm: the new tree is walked in breadth, so that a parent is in place before its children are; each
 * node is inserted, updated or moved to where its partner stands; children that stand out of order are moved, as few as
 * can be; at last all without partner are deleted, children first. */
#include "edits/edits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = { "insert", "delete", "update", "move" };

static void change_clear (gpointer data)
{
  g_free (((AfChange *)data)->label);
}

static AfTreeEdit *script_empty (void)
{
  AfTreeEdit *script = g_new0 (AfTreeEdit, 1);
  script->changes = g_array_new (FALSE, FALSE, sizeof (AfChange));
  g_array_set_clear_func (script->changes, change_clear);
  return script;
}

void af_tree_edit_free (AfTreeEdit *script)
{
  if (!script)
    return;
  g_array_unref (script->changes);
  g_free (script);
}

/* --- making --- */

typedef struct {
  AfTree *work;         /* the old tree, as it is after the steps so far; ids stay */
  AfTreeNode **partner; /* by id in the new tree: the node of @work */
  gboolean *kept;       /* by id in @work before insertions */
  gboolean *placed;     /* by id in the new tree: in its place, seen from its parent */
  AfTreeEdit *script;
} Making;

static void add (Making *m, AfChange change)
{
  g_array_append_val (m->script->changes, change);
}

/* Where the partner of @node is to stand: after that of the nearest sibling to the left that is in place. */
static guint place_of (const Making *m, const AfTreeNode *node)
{
  const AfTreeNode *left = node->previous;
  while (left && !m->placed[left->id])
    left = left->previous;
  return left ? af_node_place (m->partner[left->id]) + 1 : 0;
}

static void move (Making *m, AfTreeNode *work, AfTreeNode *parent, const AfTreeNode *node)
{
  af_node_take (work);
  guint place = place_of (m, node); /* after it has left, as replay does it */
  add (m, (AfChange){ AF_CHANGE_MOVE, work->id, parent->id, place, 0, NULL });
  af_node_put (parent, work, place);
  m->placed[node->id] = TRUE;
}

static void visit (Making *m, const AfTreeNode *node)
{
  AfTreeNode *work = m->partner[node->id], *parent = node->parent ? m->partner[node->parent->id] : NULL;
  if (!work) {
    guint place = place_of (m, node);
    work = m->partner[node->id] = af_tree_node (m->work, node->kind, node->label, -1);
    add (m, (AfChange){ AF_CHANGE_INSERT, work->id, parent->id, place, node->kind, g_strdup (node->label) });
    af_node_put (parent, work, place);
    m->placed[node->id] = TRUE;
    return;
  }
  if (strcmp (work->label, node->label) != 0) {
    work->label = g_string_chunk_insert (m->work->labels, node->label);
    add (m, (AfChange){ AF_CHANGE_UPDATE, work->id, 0, 0, 0, g_strdup (node->label) });
  }
  if (parent && work->parent != parent)
    move (m, work, parent, node);
}

/* Marks a longest run of children of @node whose partners stand under its partner in the same order. */
static void align (Making *m, const AfTreeNode *node)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new ();
  const AfTreeNode *work = m->partner[node->id];
  for (const AfTreeNode *child = node->first; child; child = child->next)
    if (m->partner[child->id] && m->partner[child->id]->parent == work)
      g_ptr_array_add (list, (gpointer)child);
  g_autofree guint *places = g_new0 (guint, list->len + 1), *length = g_new0 (guint, list->len + 1);
  g_autofree int *before = g_new0 (int, list->len + 1);
  int last = -1;
  for (guint i = 0; i < list->len; i++) {
    places[i] = af_node_place (m->partner[((const AfTreeNode *)list->pdata[i])->id]);
    length[i] = 1;
    before[i] = -1;
    /* most children are in order: the one before is tried first, and others only if it does not do */
    for (int j = (int)i - 1; j >= 0 && length[i] <= (guint)j + 1; j--)
      if (places[j] < places[i] && length[j] + 1 > length[i]) {
        length[i] = length[j] + 1;
        before[i] = j;
      }
    if (last < 0 || length[i] > length[last])
      last = (int)i;
  }
  for (; last >= 0; last = before[last])
    m->placed[((const AfTreeNode *)list->pdata[last])->id] = TRUE;
}

static void visit_children (Making *m, const AfTreeNode *node)
{
  align (m, node);
  for (const AfTreeNode *child = node->first; child; child = child->next) {
    visit (m, child);
    if (!m->placed[child->id])
      move (m, m->partner[child->id], m->partner[node->id], child);
  }
}

static void delete_others (Making *m, guint n_old)
{
  for (guint i = n_old; i-- > 0;)
    if (!m->kept[i]) {
      add (m, (AfChange){ AF_CHANGE_DELETE, i, 0, 0, 0, NULL });
      af_node_take (m->work->nodes->pdata[i]);
    }
}

AfTreeEdit *af_tree_edit_new (const AfMapping *mapping)
{
  g_autoptr (AfTree) work = af_tree_copy (mapping->old_tree);
  g_autofree AfTreeNode **partner = g_new0 (AfTreeNode *, mapping->n_new);
  g_autofree gboolean *kept = g_new0 (gboolean, mapping->n_old), *placed = g_new0 (gboolean, mapping->n_new);
  g_autoptr (GPtrArray) queue = g_ptr_array_new ();
  Making m = { work, partner, kept, placed, script_empty () };
  for (guint i = 0; i < mapping->n_old; i++)
    if (mapping->to_new[i]) {
      kept[i] = TRUE;
      partner[mapping->to_new[i]->id] = work->nodes->pdata[i];
    }
  visit (&m, mapping->new_tree->root);
  g_ptr_array_add (queue, mapping->new_tree->root);
  for (guint i = 0; i < queue->len; i++) {
    const AfTreeNode *node = queue->pdata[i];
    visit_children (&m, node);
    for (AfTreeNode *child = node->first; child; child = child->next)
      g_ptr_array_add (queue, child);
  }
  delete_others (&m, mapping->n_old);
  return m.script;
}

/* --- replay --- */

static AfTreeNode *node_at (const AfTree *tree, guint id)
{
  return id < tree->nodes->len ? tree->nodes->pdata[id] : NULL;
}

static gboolean replay_change (AfTree *tree, const AfChange *change)
{
  AfTreeNode *node, *parent = node_at (tree, change->parent);
  if (change->kind == AF_CHANGE_INSERT) {
    if (change->node != tree->nodes->len || !parent)
      return FALSE;
    node = af_tree_node (tree, change->what, change->label, -1);
    af_node_put (parent, node, change->place);
    return TRUE;
  }
  node = node_at (tree, change->node);
  if (!node)
    return FALSE;
  switch (change->kind) {
  case AF_CHANGE_UPDATE:
    node->label = g_string_chunk_insert (tree->labels, change->label);
    return TRUE;
  case AF_CHANGE_MOVE:
    if (!parent || af_node_is_under (parent, node))
      return FALSE;
    af_node_take (node);
    af_node_put (parent, node, change->place);
    return TRUE;
  case AF_CHANGE_DELETE:
    if (node->first || node == tree->root)
      return FALSE;
    af_node_take (node);
    return TRUE;
  case AF_CHANGE_INSERT:
    break;
  }
  return FALSE;
}

AfTree *af_tree_edit_replay (const AfTreeEdit *script, const AfTree *tree)
{
  g_autoptr (AfTree) work = af_tree_copy (tree);
  for (guint i = 0; i < script->changes->len; i++)
    if (!replay_change (work, &g_array_index (script->changes, AfChange, i)))
      return NULL;
  af_tree_settle (work, work->root);
  return g_steal_pointer (&work);
}

/* --- as text --- */

char *af_tree_edit_text (const AfTreeEdit *script)
{
  GString *out = g_string_new (NULL);
  for (guint i = 0; i < script->changes->len; i++) {
    const AfChange *change = &g_array_index (script->changes, AfChange, i);
    g_autofree char *label = change->label ? g_strescape (change->label, NULL) : NULL;
    g_string_append_printf (out, "%s %u", names[change->kind], change->node);
    if (change->kind == AF_CHANGE_INSERT)
      g_string_append_printf (out, " %s", af_node_kind_name (change->what));
    if (change->kind == AF_CHANGE_INSERT || change->kind == AF_CHANGE_MOVE)
      g_string_append_printf (out, " %u %u", change->parent, change->place);
    if (label && *label)
      g_string_append_printf (out, " %s", label);
    g_string_append_c (out, '\n');
  }
  return g_string_free (out, FALSE);
}

static gboolean read_number (char *word, guint *to)
{
  guint64 n;
  if (!word || !g_ascii_string_to_unsigned (word, 10, 0, G_MAXUINT / 2, &n, NULL))
    return FALSE;
  *to = (guint)n;
  return TRUE;
}

static gboolean read_change (const char *line, AfChange *change)
{
  /* words before the label, which may hold blanks */
  static const guint n_words[] = { 5, 2, 2, 4 };
  g_auto (GStrv) first = g_strsplit (line, " ", 2);
  guint kind = 0;
  while (first[0] && kind < G_N_ELEMENTS (names) && strcmp (first[0], names[kind]) != 0)
    kind++;
  if (!first[0] || kind == G_N_ELEMENTS (names))
    return FALSE;
  g_auto (GStrv) words = g_strsplit (line, " ", (int)n_words[kind] + 1);
  guint n = g_strv_length (words), last = n_words[kind];
  *change = (AfChange){ .kind = (AfChangeKind)kind };
  if (n < last || !read_number (words[1], &change->node))
    return FALSE;
  if (kind == AF_CHANGE_INSERT)
    change->what = af_node_kind_named (words[2]);
  if (change->what == AF_N_NODE_KINDS)
    return FALSE;
  gboolean has_place = kind == AF_CHANGE_INSERT || kind == AF_CHANGE_MOVE;
  if (has_place && (!read_number (words[last - 2], &change->parent) || !read_number (words[last - 1], &change->place)))
    return FALSE;
  if (kind == AF_CHANGE_INSERT || kind == AF_CHANGE_UPDATE)
    change->label = g_strcompress (words[last] ? words[last] : "");
  return TRUE;
}

AfTreeEdit *af_tree_edit_from_text (const char *text)
{
  g_autoptr (AfTreeEdit) script = script_empty ();
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i]; i++) {
    AfChange change;
    if (!*lines[i])
      continue;
    if (!read_change (lines[i], &change))
      return NULL;
    g_array_append_val (script->changes, change);
  }
  return g_steal_pointer (&script);
}

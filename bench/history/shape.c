/* What a change of a function looks like, as a line that counts can be made of.
 *
 *     if (p == NULL) return; comes     ->   + if-return in block
 *     a < n  becomes  a < n && p       ->   + && around binary in if
 *     f (a); twice becomes g (a);      ->   2x ~ name in call
 *
 * `+` comes, `-` goes, `~` is another one, `>` stands elsewhere.  A part of another step has no line of its own. */
#include "bench/history/history.h"

#include <string.h>

static const char *name_of (const AfTreeNode *node)
{
  return af_node_kind_name (node->kind);
}

static gboolean has_operator (const AfTreeNode *node)
{
  return node->kind == AF_NODE_BINARY || node->kind == AF_NODE_UNARY || node->kind == AF_NODE_ASSIGN
         || node->kind == AF_NODE_POSTFIX;
}

/* What stands under an if, or in the only place of a statement. */
static const AfTreeNode *core_of (const AfTreeNode *node)
{
  while (node && (node->kind == AF_NODE_BLOCK || node->kind == AF_NODE_EXPRESSION) && node->first
         && node->first == node->last)
    node = node->first;
  return node;
}

/* "if-return", "call statement", "&&". */
static char *describe (const AfTreeNode *node)
{
  const AfTreeNode *core;
  if (has_operator (node))
    return g_strdup (node->label);
  if (node->kind == AF_NODE_IF && node->first && node->first->next) {
    core = core_of (node->first->next);
    return g_strdup_printf ("if-%s%s", core ? name_of (core) : "nothing",
                            node->last != node->first->next ? "-else" : "");
  }
  if (node->kind == AF_NODE_EXPRESSION && node->first)
    return g_strdup_printf ("%s statement", name_of (node->first));
  return g_strdup (name_of (node));
}

static gboolean is_first (const AfTreeNode *node)
{
  return node->parent->first == node;
}

/* The nearest thing above that says what the part is for. */
static const char *place_of (const AfTreeNode *node)
{
  for (const AfTreeNode *at = node; at->parent; at = at->parent)
    switch ((int)at->parent->kind) {
    case AF_NODE_CALL:
      return is_first (at) ? "callee" : "argument";
    case AF_NODE_IF:
      return is_first (at) ? "if" : "under if";
    case AF_NODE_WHILE:
    case AF_NODE_DO:
    case AF_NODE_FOR:
    case AF_NODE_CONDITIONAL:
    case AF_NODE_RETURN:
    case AF_NODE_ASSIGN:
    case AF_NODE_INITIALISED:
    case AF_NODE_INDEX:
    case AF_NODE_BLOCK:
    case AF_NODE_CASE:
    case AF_NODE_SWITCH:
    case AF_NODE_ELSE:
    case AF_NODE_PARAMETERS:
    case AF_NODE_DECLARATION:
    case AF_NODE_FUNCTION:
      return name_of (at->parent);
    default:
      break;
    }
  return "function";
}

/* The first node under a new or an old one that is there before and after. */
static const AfTreeNode *kept_under (const AfTreeNode *node, AfTreeNode *const *partners)
{
  if (partners[node->id])
    return node;
  for (const AfTreeNode *child = node->first; child; child = child->next) {
    const AfTreeNode *kept = kept_under (child, partners);
    if (kept)
      return kept;
  }
  return NULL;
}

static void add_line (GPtrArray *lines, char sign, const AfTreeNode *node, AfTreeNode *const *partners)
{
  g_autofree char *what = describe (node);
  const AfTreeNode *kept = partners ? kept_under (node, partners) : NULL;
  g_ptr_array_add (lines, kept ? g_strdup_printf ("%c %s around %s in %s", sign, what, name_of (kept), place_of (node))
                               : g_strdup_printf ("%c %s in %s", sign, what, place_of (node)));
}

/* Comes or goes, and what it is a part of does not. */
static void add_tops (GPtrArray *lines, char sign, const AfTree *tree, AfTreeNode *const *partners)
{
  for (guint i = 0; i < tree->nodes->len; i++) {
    const AfTreeNode *node = tree->nodes->pdata[i];
    if (!partners[node->id] && node->parent && partners[node->parent->id])
      add_line (lines, sign, node, partners);
  }
}

static void add_steps (GPtrArray *lines, const AfTreeEdit *edit, const AfMapping *mapping)
{
  for (guint i = 0; i < edit->changes->len; i++) {
    const AfChange *change = &g_array_index (edit->changes, AfChange, i);
    if (change->node >= mapping->n_old)
      continue;
    const AfTreeNode *node = mapping->old_tree->nodes->pdata[change->node];
    const AfTreeNode *partner = mapping->to_new[change->node];
    if (change->kind == AF_CHANGE_UPDATE && has_operator (node))
      g_ptr_array_add (lines, g_strdup_printf ("~ %s to %s in %s", node->label, change->label, place_of (node)));
    else if (change->kind == AF_CHANGE_UPDATE)
      add_line (lines, '~', node, NULL);
    else if (change->kind == AF_CHANGE_MOVE && partner && partner->parent && mapping->to_old[partner->parent->id])
      add_line (lines, '>', node, NULL);
  }
}

static int by_text (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

/* Equal lines once, with their number; at most three different ones. */
static char *joined (GPtrArray *lines)
{
  GString *out = g_string_new (NULL);
  guint n_different = 0;
  g_ptr_array_sort (lines, by_text);
  for (guint i = 0, n; i < lines->len; i += n) {
    for (n = 1; i + n < lines->len && strcmp (lines->pdata[i], lines->pdata[i + n]) == 0;)
      n++;
    g_string_append (out, n_different++ > 0 ? "; " : "");
    if (n > 1)
      g_string_append_printf (out, "%ux ", n);
    g_string_append (out, lines->pdata[i]);
  }
  if (n_different <= 3)
    return g_string_free (out, FALSE);
  g_string_free (out, TRUE);
  return g_strdup ("more than three different steps");
}

char *af_history_shape (const AfTrainingPair *pair)
{
  g_autoptr (AfTree) before = af_natural_tree (pair->before, strlen (pair->before));
  g_autoptr (AfTree) after = af_natural_tree (pair->after, strlen (pair->after));
  if (!before || !after)
    return g_strdup ("not one function");
  g_autoptr (AfMapping) mapping = af_mapping_new (before, after);
  g_autoptr (AfTreeEdit) edit = af_tree_edit_new (mapping);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  add_tops (lines, '+', after, mapping->to_old);
  add_tops (lines, '-', before, mapping->to_new);
  add_steps (lines, edit, mapping);
  return joined (lines);
}

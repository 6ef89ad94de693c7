/* Trees that mean the same made alike, for telling whether two people wrote the same change.
 *
 *     if (p != NULL) { x++; }     ->   if (p) x += 1;
 *
 * One walk from the leaves up; each row below is an identity of C for the operands that programs have.  A value that is
 * tested is zero or not; whether zero is written NULL does not matter. */
#include "edits/edits.h"

#include <string.h>

static gboolean is (const AfTreeNode *node, AfNodeKind kind, const char *label)
{
  return node && node->kind == kind && (!label || strcmp (node->label, label) == 0);
}

static gboolean is_nought (const AfTreeNode *node)
{
  return is (node, AF_NODE_NUMBER, "0") || is (node, AF_NODE_NAME, "NULL") || is (node, AF_NODE_NAME, "false");
}

static guint n_children (const AfTreeNode *node)
{
  guint n = 0;
  for (const AfTreeNode *child = node->first; child; child = child->next)
    n++;
  return n;
}

/* Its value is taken as a truth. */
static gboolean is_tested (const AfTreeNode *node)
{
  const AfTreeNode *parent = node->parent;
  if (!parent)
    return FALSE;
  if (is (parent, AF_NODE_UNARY, "!") || is (parent, AF_NODE_BINARY, "&&") || is (parent, AF_NODE_BINARY, "||"))
    return TRUE;
  if (parent->kind == AF_NODE_PAREN)
    return is_tested (parent);
  if (parent->kind == AF_NODE_EXPRESSION)
    return is (parent->parent, AF_NODE_FOR, NULL) && parent->previous && !parent->previous->previous;
  if (parent->kind == AF_NODE_DO)
    return parent->last == node;
  return (parent->kind == AF_NODE_IF || parent->kind == AF_NODE_WHILE || parent->kind == AF_NODE_CONDITIONAL)
         && parent->first == node;
}

/* Its value is not taken. */
static gboolean is_for_effect (const AfTreeNode *node)
{
  const AfTreeNode *parent = node->parent;
  return is (parent, AF_NODE_EXPRESSION, NULL)
         || (is (parent, AF_NODE_FOR, NULL) && node->next && !node->next->next && node->previous);
}

/* @by, which stands under @node, in its place. */
static AfTreeNode *replace (AfTreeNode *node, AfTreeNode *by)
{
  AfTreeNode *parent = node->parent;
  guint place = af_node_place (node);
  af_node_take (by);
  af_node_take (node);
  af_node_put (parent, by, place);
  return by;
}

static void exchange (AfTreeNode *node, const char *label)
{
  AfTreeNode *second = node->last;
  node->label = label;
  af_node_take (second);
  af_node_put (node, second, 0);
}

/* `x == 0` as `!x` in place of @node. */
static AfTreeNode *deny (AfTreeNode *node)
{
  node->kind = AF_NODE_UNARY;
  node->label = "!";
  af_node_take (is_nought (node->last) ? node->last : node->first);
  return node;
}

static AfTreeNode *change_comparison (AfTreeNode *node)
{
  gboolean nought = is_nought (node->last) || is_nought (node->first);
  if (strcmp (node->label, ">") == 0)
    exchange (node, "<");
  else if (strcmp (node->label, ">=") == 0)
    exchange (node, "<=");
  else if (nought && strcmp (node->label, "==") == 0)
    return deny (node);
  else if (nought && strcmp (node->label, "!=") == 0 && is_tested (node))
    return replace (node, is_nought (node->last) ? node->first : node->last);
  return node;
}

static AfTreeNode *change_step (AfTree *tree, AfTreeNode *node)
{
  node->kind = AF_NODE_ASSIGN;
  node->label = node->label[0] == '+' ? "+=" : "-=";
  af_node_put (node, af_tree_node (tree, AF_NODE_NUMBER, "1", 1), G_MAXUINT);
  return node;
}

static AfTreeNode *change (AfTree *tree, AfTreeNode *node)
{
  gboolean steps = (node->kind == AF_NODE_POSTFIX || node->kind == AF_NODE_UNARY)
                   && (strcmp (node->label, "++") == 0 || strcmp (node->label, "--") == 0);
  if (node->kind == AF_NODE_PAREN)
    return replace (node, node->first);
  if (node->kind == AF_NODE_BINARY && n_children (node) == 2)
    return change_comparison (node);
  if (steps && is_for_effect (node))
    return change_step (tree, node);
  gboolean is_body = node->parent && node->parent->kind != AF_NODE_BLOCK && node->parent->kind != AF_NODE_FUNCTION
                     && node->parent->kind != AF_NODE_INSIDE && node->parent->kind != AF_NODE_CALL;
  if (node->kind == AF_NODE_BLOCK && is_body && n_children (node) == 1 && node->first->kind != AF_NODE_DECLARATION)
    return replace (node, node->first);
  /* !!x as a truth; after the comparison under it has become one */
  if (is (node, AF_NODE_UNARY, "!") && is (node->first, AF_NODE_UNARY, "!") && is_tested (node))
    return replace (node, node->first->first);
  return node;
}

static void walk (AfTree *tree, AfTreeNode *node)
{
  for (AfTreeNode *child = node->first; child;) {
    AfTreeNode *next = child->next;
    walk (tree, child);
    child = next;
  }
  if (node->parent)
    change (tree, node);
}

void af_tree_normalise (AfTree *tree)
{
  walk (tree, tree->root);
  af_tree_settle (tree, tree->root);
}

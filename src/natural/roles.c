/* What a value is there for, told by the expression around it: `p->n = f (i)` dereferences p, assigns n, passes i. */
#include "natural/natural-internal.h"

#include <string.h>

static const char *const names[] = {
#define AF_ROLE(ID, name) name,
#include "natural/roles.def"
#undef AF_ROLE
};

const char *af_role_name (AfRole role)
{
  return names[role];
}

static gboolean is_fixed (const AfTreeNode *node)
{
  return node->kind == AF_NODE_NUMBER || node->kind == AF_NODE_CHARACTER || node->kind == AF_NODE_STRING
         || (node->kind == AF_NODE_NAME && (strcmp (node->label, "NULL") == 0 || g_ascii_isupper (node->label[0])));
}

static AfRole in_binary (const AfTreeNode *parent, const AfTreeNode *node)
{
  static const char *const comparing[] = { "<", "<=", "==", "!=", ">", ">=", NULL };
  if (strcmp (parent->label, "&&") == 0 || strcmp (parent->label, "||") == 0)
    return AF_ROLE_TESTED;
  if (!g_strv_contains (comparing, parent->label))
    return AF_ROLE_OPERAND;
  return is_fixed (parent->first == node ? parent->last : parent->first) ? AF_ROLE_CONSTANT : AF_ROLE_COMPARED;
}

static AfRole in_unary (const AfTreeNode *parent)
{
  const char *label = parent->label;
  return strcmp (label, "*") == 0   ? AF_ROLE_DEREFERENCED
         : strcmp (label, "&") == 0 ? AF_ROLE_ADDRESS
         : strcmp (label, "!") == 0 ? AF_ROLE_DENIED
         : label[1] == label[0]     ? AF_ROLE_UPDATED
                                    : AF_ROLE_OPERAND;
}

static AfRole in_assign (const AfTreeNode *parent, const AfTreeNode *node)
{
  return parent->first != node ? AF_ROLE_VALUE : strcmp (parent->label, "=") == 0 ? AF_ROLE_ASSIGNED : AF_ROLE_UPDATED;
}

static AfRole at_head (const AfTreeNode *parent, const AfTreeNode *node)
{
  gboolean is_test = parent->kind == AF_NODE_DO ? parent->last == node : parent->first == node;
  return is_test ? AF_ROLE_TESTED : AF_ROLE_VALUE;
}

/* @parent is no transparent one. */
static AfRole role_in (const AfTreeNode *parent, const AfTreeNode *node)
{
  gboolean is_first = parent->first == node;
  switch ((int)parent->kind) {
  case AF_NODE_MEMBER:
    return strcmp (parent->label, "->") == 0 ? AF_ROLE_DEREFERENCED : AF_ROLE_MEMBER;
  case AF_NODE_UNARY:
    return in_unary (parent);
  case AF_NODE_POSTFIX:
    return AF_ROLE_UPDATED;
  case AF_NODE_INDEX:
    return is_first ? AF_ROLE_INDEXED : AF_ROLE_INDEX;
  case AF_NODE_CALL:
    return is_first ? AF_ROLE_CALLED : AF_ROLE_ARGUMENT;
  case AF_NODE_ASSIGN:
    return in_assign (parent, node);
  case AF_NODE_BINARY:
    return in_binary (parent, node);
  case AF_NODE_RETURN:
    return AF_ROLE_RETURNED;
  case AF_NODE_SWITCH:
    return AF_ROLE_SWITCHED;
  case AF_NODE_SIZEOF:
    return AF_ROLE_SIZED;
  case AF_NODE_INITIALISED:
    return is_first ? AF_ROLE_DECLARED : AF_ROLE_VALUE;
  case AF_NODE_DECLARATION:
  case AF_NODE_PARAMETER:
  case AF_NODE_POINTER:
  case AF_NODE_ARRAY:
    return AF_ROLE_DECLARED;
  case AF_NODE_IF:
  case AF_NODE_WHILE:
  case AF_NODE_DO:
  case AF_NODE_CONDITIONAL:
    return at_head (parent, node);
  case AF_NODE_EXPRESSION:
    return parent->parent && parent->parent->kind == AF_NODE_FOR && parent->previous && !parent->previous->previous
             ? AF_ROLE_TESTED
             : AF_ROLE_OTHER;
  default:
    return AF_ROLE_OTHER;
  }
}

AfRole af_role_of (const AfTreeNode *node)
{
  const AfTreeNode *parent = node->parent;
  while (parent
         && ((parent->kind == AF_NODE_MEMBER && parent->last == node) || parent->kind == AF_NODE_CAST
             || parent->kind == AF_NODE_PAREN)) {
    node = parent;
    parent = node->parent;
  }
  return parent ? role_in (parent, node) : AF_ROLE_OTHER;
}

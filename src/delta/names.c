/* What names are to the tokens that they stand in: defined, used, members, labels.
 *
 * There are no headers here, so that this is by shape: a declarator defines, what stands after `->` is a member. */
#include "delta/delta-internal.h"

#include <string.h>

static gboolean is_keyword (const AfTokens *tokens, guint at)
{
  static const char *const words[] = { "auto",     "break",   "case",     "char",   "const",    "continue", "default",
                                       "do",       "double",  "else",     "enum",   "extern",   "float",    "for",
                                       "goto",     "if",      "inline",   "int",    "long",     "register", "restrict",
                                       "return",   "short",   "signed",   "sizeof", "static",   "struct",   "switch",
                                       "typedef",  "union",   "unsigned", "void",   "volatile", "while",    "_Bool",
                                       "_Alignas", "_Atomic", "_Generic" };
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (af_token_is (tokens, at, words[i]))
      return TRUE;
  return FALSE;
}

/* --- functions --- */

typedef struct {
  AfSide *side;
  guint at; /* token that comes next */
} Naming;

/* What a name directly under this node is; declarator: it stands where a declarator does. */
static AfNameRole role_in (const AfTreeNode *node, gboolean declarator)
{
  if (node->kind == AF_NODE_FIELD || node->kind == AF_NODE_DOT)
    return AF_NAME_MEMBER;
  if (node->kind == AF_NODE_LABEL)
    return AF_NAME_LABEL_DEFINED;
  if (node->parent && node->parent->kind == AF_NODE_GOTO)
    return AF_NAME_LABEL;
  return declarator ? AF_NAME_DEFINED_LOCAL : AF_NAME_USE;
}

/* Whether @child of @node is a declarator, when @node itself is one or declares. */
static gboolean is_declarator (const AfTreeNode *node, const AfTreeNode *child, gboolean declarator)
{
  static const AfNodeKind around[] = { AF_NODE_INITIALISED, AF_NODE_ARRAY, AF_NODE_BITS, AF_NODE_PARAMETERS,
                                       AF_NODE_ATTRIBUTED };
  if (node->kind == AF_NODE_FUNCTION)
    return child->kind != AF_NODE_TYPE && child->kind != AF_NODE_BLOCK && child->kind != AF_NODE_ATTRIBUTE;
  if (node->kind == AF_NODE_DECLARATION)
    return child != node->first;
  if (node->kind == AF_NODE_PARAMETER)
    return child->kind != AF_NODE_TYPE;
  if (node->kind == AF_NODE_POINTER || node->kind == AF_NODE_GROUPED)
    return declarator && child->kind != AF_NODE_WORD;
  for (guint i = 0; i < G_N_ELEMENTS (around); i++)
    if (node->kind == around[i])
      return declarator && child == node->first;
  return FALSE;
}

static void name_node (Naming *naming, const AfTreeNode *node, gboolean declarator)
{
  const AfTreeNode *child = node->first;
  for (const char *at = af_node_kind_form (node->kind); *at;) {
    gsize length = strcspn (at, " ");
    if (at[0] == '@') {
      const AfToken *token = af_token_at (naming->side->tokens, naming->at);
      if (token->kind == AF_TOKEN_NAME && !is_keyword (naming->side->tokens, naming->at))
        naming->side->roles[naming->at] = role_in (node, declarator);
      else if (token->kind == AF_TOKEN_DIRECTIVE)
        naming->side->roles[naming->at] = AF_NAME_DIRECTIVE;
      naming->at++;
    } else if (at[0] == '$') {
      if (child) {
        name_node (naming, child, is_declarator (node, child, declarator));
        child = child->next;
      }
    } else if (at[0] == '%') {
      for (; child; child = child->next) {
        name_node (naming, child, is_declarator (node, child, declarator));
        naming->at += at[1] == ',' && child->next;
      }
    } else
      naming->at++;
    at += length + (at[length] == ' ');
  }
}

void af_roles_of_function (AfSide *side, const AfItem *item, const AfTree *tree)
{
  Naming naming = { side, item->first };
  name_node (&naming, tree->root, FALSE);
  for (guint i = item->first; i < item->body; i++)
    if (af_token_is (side->tokens, i, item->name) && af_token_is (side->tokens, i + 1, "("))
      side->roles[i] = AF_NAME_DEFINED;
}

/* --- other items --- */

static gboolean is_name (const AfSide *side, guint at)
{
  return af_token_at (side->tokens, at)->kind == AF_TOKEN_NAME && !is_keyword (side->tokens, at);
}

static gboolean is_any (const AfTokens *tokens, guint at, const char *const *words)
{
  while (*words && !af_token_is (tokens, at, *words))
    words++;
  return *words != NULL;
}

/* The name after struct, union, enum, with what is in braces after it; the name of a declarator. */
static gboolean defines (const AfSide *side, const AfItem *item, guint at, guint parens)
{
  static const char *const kinds[] = { "struct", "union", "enum", NULL };
  static const char *const after[] = { ";", ",", "=", "[", "(", ")", ":", "}", NULL };
  const AfTokens *tokens = side->tokens;
  if (at > item->first && is_any (tokens, at - 1, kinds))
    return af_token_is (tokens, at + 1, "{");
  gboolean is_pointer = parens == 1 && at >= item->first + 2 && at + 2 < item->end && af_token_is (tokens, at - 1, "*")
                        && af_token_is (tokens, at - 2, "(") && af_token_is (tokens, at + 1, ")")
                        && af_token_is (tokens, at + 2, "("); /* to a function: `int (*f) (void)` */
  gboolean starts = at == item->first || af_token_is (tokens, at - 1, ",") || af_token_is (tokens, at - 1, "{");
  gboolean typed = at > item->first
                   && (af_token_is (tokens, at - 1, "*") || af_token_is (tokens, at - 1, "}")
                       || af_token_at (tokens, at - 1)->kind == AF_TOKEN_NAME);
  return is_pointer || (parens == 0 && (starts || typed) && at + 1 < item->end && is_any (tokens, at + 1, after));
}

void af_roles_of_item (AfSide *side, const AfItem *item)
{
  guint parens = 0, braces = 0, value_braces = 0;
  gboolean is_enum = FALSE, is_record = FALSE, is_value = FALSE;
  for (guint i = item->first; i < item->end; i++) {
    const AfTokens *tokens = side->tokens;
    if (af_token_at (tokens, i)->kind == AF_TOKEN_DIRECTIVE) {
      side->roles[i] = AF_NAME_DIRECTIVE;
      continue;
    }
    parens += af_token_is (tokens, i, "(");
    parens -= af_token_is (tokens, i, ")") && parens > 0;
    braces += af_token_is (tokens, i, "{");
    braces -= af_token_is (tokens, i, "}") && braces > 0;
    if (braces == 0)
      is_enum = (is_enum && !af_token_is (tokens, i, ";")) || af_token_is (tokens, i, "enum");
    is_record |= af_token_is (tokens, i, "struct") || af_token_is (tokens, i, "union");
    /* to the next comma, or the end, at its depth: a value may be a list, and stand in one (`enum e { A = 1, B }`) */
    if (!is_value)
      value_braces = braces;
    is_value = af_token_is (tokens, i, "=")
               || (is_value && braces >= value_braces
                   && !(braces == value_braces && (af_token_is (tokens, i, ",") || af_token_is (tokens, i, ";"))));
    if (!is_name (side, i))
      continue;
    gboolean defined = !is_value && defines (side, item, i, parens);
    gboolean member = defined && braces > 0 && is_record && !is_enum;
    side->roles[i] = member ? AF_NAME_MEMBER_DEFINED : defined ? AF_NAME_DEFINED : AF_NAME_USE;
    if (i > item->first && (af_token_is (tokens, i - 1, ".") || af_token_is (tokens, i - 1, "->")))
      side->roles[i] = AF_NAME_MEMBER;
  }
}

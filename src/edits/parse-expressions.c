/* Expressions: precedence climbing, and what macros put where C has expressions. */
#include "edits/parse-internal.h"

#include <string.h>

static AfTreeNode *unary (AfParser *p);

static guint precedence (const AfParser *p)
{
  static const struct {
    const char *word;
    guint level;
  } rows[] = { { "||", 1 }, { "&&", 2 }, { "|", 3 }, { "^", 4 },  { "&", 5 },  { "==", 6 },
               { "!=", 6 }, { "<", 7 },  { ">", 7 }, { "<=", 7 }, { ">=", 7 }, { "<<", 8 },
               { ">>", 8 }, { "+", 9 },  { "-", 9 }, { "*", 10 }, { "/", 10 }, { "%", 10 } };
  if (af_parse_kind (p, 0) != AF_TOKEN_PUNCTUATOR)
    return 0;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (af_parse_is (p, 0, rows[i].word))
      return rows[i].level;
  return 0;
}

static AfTreeNode *binary (AfParser *p, guint level)
{
  AfTreeNode *left = unary (p);
  for (guint found = precedence (p); found >= level && found > 0 && !p->failed; found = precedence (p)) {
    AfTreeNode *node = af_parse_leaf (p, AF_NODE_BINARY);
    af_node_put (node, left, G_MAXUINT);
    af_node_put (node, binary (p, found + 1), G_MAXUINT);
    left = node;
  }
  return left;
}

AfTreeNode *af_parse_conditional (AfParser *p)
{
  AfTreeNode *condition = binary (p, 1);
  if (p->failed || !af_parse_accept (p, "?"))
    return condition;
  if (af_parse_accept (p, ":"))
    return af_parse_parent (p, AF_NODE_ELVIS, condition, af_parse_conditional (p), NULL);
  AfTreeNode *then = af_parse_expression (p);
  af_parse_expect (p, ":");
  return af_parse_parent (p, AF_NODE_CONDITIONAL, condition, then, af_parse_conditional (p));
}

AfTreeNode *af_parse_assignment (AfParser *p)
{
  static const char *const words[] = { "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", NULL };
  if (p->failed || ++p->depth > AF_PARSE_DEEPEST)
    return af_parse_fail (p);
  AfTreeNode *node = af_parse_conditional (p);
  if (!p->failed && af_parse_kind (p, 0) == AF_TOKEN_PUNCTUATOR && af_parse_among (p, 0, words)) {
    AfTreeNode *target = node;
    node = af_parse_leaf (p, AF_NODE_ASSIGN);
    af_node_put (node, target, G_MAXUINT);
    af_node_put (node, af_parse_assignment (p), G_MAXUINT);
  }
  p->depth--;
  return node;
}

AfTreeNode *af_parse_expression (AfParser *p)
{
  AfTreeNode *node = af_parse_assignment (p);
  while (!p->failed && af_parse_is (p, 0, ",")) {
    AfTreeNode *both = af_parse_leaf (p, AF_NODE_BINARY);
    af_node_put (both, node, G_MAXUINT);
    af_node_put (both, af_parse_assignment (p), G_MAXUINT);
    node = both;
  }
  return node;
}

/* --- initializers --- */

static AfTreeNode *designators (AfParser *p)
{
  AfTreeNode *node = af_parse_node (p, AF_NODE_DESIGNATORS);
  while (!p->failed && (af_parse_is (p, 0, ".") || af_parse_is (p, 0, "["))) {
    AfTreeNode *part;
    if (af_parse_accept (p, "."))
      part = af_parse_leaf (p, AF_NODE_DOT);
    else {
      af_parse_expect (p, "[");
      AfTreeNode *index = af_parse_conditional (p);
      if (af_parse_is (p, 0, "...")) {
        AfTreeNode *range = af_parse_leaf (p, AF_NODE_BINARY);
        af_node_put (range, index, G_MAXUINT);
        af_node_put (range, af_parse_conditional (p), G_MAXUINT);
        index = range;
      }
      af_parse_expect (p, "]");
      part = af_parse_parent (p, AF_NODE_AT, index, NULL, NULL);
    }
    af_node_put (node, part, G_MAXUINT);
  }
  return node;
}

static AfTreeNode *element (AfParser *p)
{
  if (af_parse_kind (p, 0) == AF_TOKEN_DIRECTIVE)
    return af_parse_fail (p);
  if (!af_parse_is (p, 0, ".") && !af_parse_is (p, 0, "["))
    return af_parse_initializer (p);
  AfTreeNode *place = designators (p);
  af_parse_expect (p, "=");
  return af_parse_parent (p, AF_NODE_DESIGNATED, place, af_parse_initializer (p), NULL);
}

AfTreeNode *af_parse_initializer (AfParser *p)
{
  if (!af_parse_is (p, 0, "{"))
    return af_parse_assignment (p);
  if (p->failed || ++p->depth > AF_PARSE_DEEPEST)
    return af_parse_fail (p);
  AfTreeNode *list = af_parse_node (p, AF_NODE_LIST);
  af_parse_expect (p, "{");
  while (!p->failed && !af_parse_is (p, 0, "}")) {
    af_node_put (list, element (p), G_MAXUINT);
    if (!af_parse_accept (p, ","))
      break;
    if (af_parse_is (p, 0, "}")) /* { a, } */
      af_node_put (list, af_parse_node (p, AF_NODE_NOTHING), G_MAXUINT);
  }
  af_parse_expect (p, "}");
  p->depth--;
  return list;
}

/* --- what stands alone --- */

static AfTreeNode *parenthesised (AfParser *p)
{
  if (af_parse_is (p, 1, "{")) {
    af_parse_expect (p, "(");
    AfTreeNode *block = af_parse_block (p);
    af_parse_expect (p, ")");
    return af_parse_parent (p, AF_NODE_INSIDE, block, NULL, NULL);
  }
  af_parse_expect (p, "(");
  AfTreeNode *inside = af_parse_expression (p);
  af_parse_expect (p, ")");
  return af_parse_parent (p, AF_NODE_PAREN, inside, NULL, NULL);
}

/* "a" PRIu64 "b": names between literals are macros that stand for literals. */
static AfTreeNode *strings (AfParser *p, AfTreeNode *first)
{
  AfTreeNode *node = af_parse_parent (p, AF_NODE_STRINGS, first, NULL, NULL);
  while (!p->failed && (af_parse_kind (p, 0) == AF_TOKEN_STRING || af_parse_is_name (p, 0))) {
    gboolean is_macro = af_parse_kind (p, 0) == AF_TOKEN_NAME;
    AfTreeNode *part = af_parse_leaf (p, is_macro ? AF_NODE_NAME : AF_NODE_STRING);
    if (is_macro && af_parse_is (p, 0, "(")) {
      AfTreeNode *call = af_parse_parent (p, AF_NODE_CALL, part, NULL, NULL);
      af_parse_expect (p, "(");
      af_node_put (call, af_parse_assignment (p), G_MAXUINT);
      af_parse_expect (p, ")");
      part = call;
    }
    af_node_put (node, part, G_MAXUINT);
  }
  return node;
}

static AfTreeNode *primary (AfParser *p)
{
  AfTokenKind kind = af_parse_kind (p, 0);
  AfTreeNode *node;
  if (af_parse_is (p, 0, "("))
    return parenthesised (p);
  if (kind == AF_TOKEN_NUMBER || kind == AF_TOKEN_CHARACTER)
    return af_parse_leaf (p, kind == AF_TOKEN_NUMBER ? AF_NODE_NUMBER : AF_NODE_CHARACTER);
  if (kind == AF_TOKEN_STRING)
    node = af_parse_leaf (p, AF_NODE_STRING);
  else if (af_parse_is_name (p, 0))
    node = af_parse_leaf (p, AF_NODE_NAME);
  else
    return af_parse_fail (p);
  gboolean joins = af_parse_kind (p, 0) == AF_TOKEN_STRING || (kind == AF_TOKEN_STRING && af_parse_is_name (p, 0));
  return joins ? strings (p, node) : node;
}

/* Macros take more than expressions: types, operators, blocks, nothing. */
static AfTreeNode *argument (AfParser *p)
{
  gboolean ends = af_parse_is (p, 1, ",") || af_parse_is (p, 1, ")");
  if (af_parse_is (p, 0, ",") || af_parse_is (p, 0, ")"))
    return af_parse_node (p, AF_NODE_NOTHING);
  if (ends && (af_parse_kind (p, 0) == AF_TOKEN_PUNCTUATOR || !af_parse_is_name (p, 0))
      && af_parse_kind (p, 0) <= AF_TOKEN_PUNCTUATOR && af_parse_kind (p, 0) != AF_TOKEN_NUMBER
      && af_parse_kind (p, 0) != AF_TOKEN_STRING && af_parse_kind (p, 0) != AF_TOKEN_CHARACTER)
    return af_parse_leaf (p, AF_NODE_WORD);
  if (af_parse_is (p, 0, "{"))
    return af_parse_block (p);
  if (af_parse_is (p, 0, "do") || af_parse_is (p, 0, "return")) {
    AfTreeNode *node = af_parse_statement (p);
    return node;
  }
  return af_parse_is_type_argument (p) ? af_parse_typename (p) : af_parse_assignment (p);
}

static AfTreeNode *call (AfParser *p, AfTreeNode *callee)
{
  AfTreeNode *node = af_parse_parent (p, AF_NODE_CALL, callee, NULL, NULL);
  af_parse_expect (p, "(");
  if (!af_parse_is (p, 0, ")"))
    do
      af_node_put (node, argument (p), G_MAXUINT);
    while (!p->failed && af_parse_accept (p, ","));
  af_parse_expect (p, ")");
  return node;
}

static AfTreeNode *postfix (AfParser *p, AfTreeNode *node)
{
  while (!p->failed) {
    if (af_parse_is (p, 0, "("))
      node = call (p, node);
    else if (af_parse_accept (p, "[")) {
      node = af_parse_parent (p, AF_NODE_INDEX, node, af_parse_expression (p), NULL);
      af_parse_expect (p, "]");
    } else if (af_parse_is (p, 0, ".") || af_parse_is (p, 0, "->")) {
      AfTreeNode *member = af_parse_leaf (p, AF_NODE_MEMBER);
      af_node_put (member, node, G_MAXUINT);
      p->failed = p->failed || af_parse_kind (p, 0) != AF_TOKEN_NAME;
      af_node_put (member, p->failed ? af_parse_fail (p) : af_parse_leaf (p, AF_NODE_FIELD), G_MAXUINT);
      node = member;
    } else if (af_parse_is (p, 0, "++") || af_parse_is (p, 0, "--")) {
      AfTreeNode *stepped = af_parse_leaf (p, AF_NODE_POSTFIX);
      af_node_put (stepped, node, G_MAXUINT);
      node = stepped;
    } else if (node->kind == AF_NODE_CALL && af_parse_kind (p, 0) == AF_TOKEN_STRING)
      node = strings (p, node);
    else
      break;
  }
  return node;
}

/* What comes after `(name)` shows that it is a cast. */
static gboolean is_operand (const AfParser *p, guint ahead)
{
  AfTokenKind kind = af_parse_kind (p, ahead);
  return kind == AF_TOKEN_NUMBER || kind == AF_TOKEN_STRING || kind == AF_TOKEN_CHARACTER || af_parse_is_name (p, ahead)
         || af_parse_is (p, ahead, "sizeof") || af_parse_is (p, ahead, "~") || af_parse_is (p, ahead, "!")
         || af_parse_is (p, ahead, "{");
}

static AfTreeNode *cast (AfParser *p)
{
  af_parse_expect (p, "(");
  AfTreeNode *type = af_parse_typename (p);
  af_parse_expect (p, ")");
  if (!p->failed && af_parse_is (p, 0, "{"))
    return postfix (p, af_parse_parent (p, AF_NODE_LITERAL, type, af_parse_initializer (p), NULL));
  return af_parse_parent (p, AF_NODE_CAST, type, unary (p), NULL);
}

static AfTreeNode *operate (AfParser *p)
{
  gboolean sure = FALSE, is_sizeof = !af_parse_is (p, 0, "-") && af_parse_kind (p, 0) == AF_TOKEN_NAME;
  AfTreeNode *node = af_parse_leaf (p, AF_NODE_UNARY);
  if (is_sizeof && af_parse_is (p, 0, "(") && af_parse_is_typename (p, &sure) && sure
      && !af_parse_is (p, af_parse_group (p, 0), "{")) {
    node->kind = AF_NODE_SIZEOF;
    af_parse_expect (p, "(");
    af_node_put (node, af_parse_typename (p), G_MAXUINT);
    af_parse_expect (p, ")");
    return node;
  }
  af_node_put (node, unary (p), G_MAXUINT);
  return node;
}

static AfTreeNode *unary (AfParser *p)
{
  static const char *const operators[] = { "-",
                                           "+",
                                           "!",
                                           "~",
                                           "*",
                                           "&",
                                           "++",
                                           "--",
                                           "&&",
                                           "sizeof",
                                           "__extension__",
                                           "_Alignof",
                                           "alignof",
                                           "__alignof__",
                                           "__builtin_offsetof",
                                           NULL };
  gboolean sure = FALSE;
  if (p->failed || ++p->depth > AF_PARSE_DEEPEST)
    return af_parse_fail (p);
  AfTreeNode *node;
  if (af_parse_kind (p, 0) != AF_TOKEN_STRING && af_parse_among (p, 0, operators)
      && !af_parse_is (p, 0, "__builtin_offsetof"))
    node = operate (p);
  else if (af_parse_is (p, 0, "(") && !af_parse_is (p, 1, "{") && af_parse_is_typename (p, &sure)
           && af_parse_group (p, 0) > 0
           && (is_operand (p, af_parse_group (p, 0))
               || (sure && !af_parse_is (p, af_parse_group (p, 0), ")") && !af_parse_is (p, af_parse_group (p, 0), ";")
                   && !af_parse_is (p, af_parse_group (p, 0), ","))))
    node = cast (p);
  else
    node = postfix (p, primary (p));
  p->depth--;
  return node;
}

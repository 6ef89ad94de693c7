/* From tokens to trees: functions and statements.
 *
 *     if (n < m) f (n);    ->    if (binary < (name n, name m), expression (call (name f, name n)))
 *
 * No headers are read: the parser knows no types and no macros.  What it does not understand, it keeps as raw tokens of
 * one statement, and goes on with the next.  A tree that would not be written down as the tokens that were read becomes
 * raw as a whole, so that no mistake of the parser can change a text. */
#include "edits/parse-internal.h"

#include <string.h>

gboolean af_parse_is (const AfParser *p, guint ahead, const char *word)
{
  return p->at + ahead < p->end && af_token_is (p->tokens, p->at + ahead, word);
}

AfTokenKind af_parse_kind (const AfParser *p, guint ahead)
{
  return p->at + ahead < p->end ? af_token_at (p->tokens, p->at + ahead)->kind : AF_TOKEN_PUNCTUATOR;
}

gboolean af_parse_among (const AfParser *p, guint ahead, const char *const *words)
{
  while (*words && !af_parse_is (p, ahead, *words))
    words++;
  return *words != NULL;
}

gboolean af_parse_accept (AfParser *p, const char *word)
{
  gboolean found = !p->failed && af_parse_is (p, 0, word);
  p->at += found;
  return found;
}

void af_parse_expect (AfParser *p, const char *word)
{
  if (!af_parse_accept (p, word))
    p->failed = TRUE;
}

AfTreeNode *af_parse_node (AfParser *p, AfNodeKind kind)
{
  return af_tree_node (p->tree, kind, NULL, 0);
}

AfTreeNode *af_parse_leaf (AfParser *p, AfNodeKind kind)
{
  if (p->at >= p->end)
    return af_parse_fail (p);
  const AfToken *token = af_token_at (p->tokens, p->at++);
  return af_tree_node (p->tree, kind, p->tokens->text + token->start, token->end - token->start);
}

AfTreeNode *af_parse_parent (AfParser *p, AfNodeKind kind, AfTreeNode *first, AfTreeNode *second, AfTreeNode *third)
{
  AfTreeNode *node = af_parse_node (p, kind), *children[] = { first, second, third };
  for (guint i = 0; i < G_N_ELEMENTS (children) && children[i]; i++)
    af_node_put (node, children[i], G_MAXUINT);
  return node;
}

AfTreeNode *af_parse_fail (AfParser *p)
{
  p->failed = TRUE;
  return af_parse_node (p, AF_NODE_NOTHING);
}

gboolean af_parse_is_name (const AfParser *p, guint ahead)
{
  static const char *const keywords[] = { "if",    "else",    "for",    "while",  "do",       "switch", "case",
                                          "break", "default", "return", "sizeof", "continue", "goto",   NULL };
  return af_parse_kind (p, ahead) == AF_TOKEN_NAME && !af_parse_among (p, ahead, keywords)
         && !af_parse_is_type_word (p, ahead);
}

guint af_parse_group (const AfParser *p, guint ahead)
{
  guint depth = 0;
  for (guint i = ahead; p->at + i < p->end; i++) {
    if (af_parse_kind (p, i) != AF_TOKEN_PUNCTUATOR)
      continue;
    if (af_parse_is (p, i, "(") || af_parse_is (p, i, "{") || af_parse_is (p, i, "["))
      depth++;
    else if ((af_parse_is (p, i, ")") || af_parse_is (p, i, "}") || af_parse_is (p, i, "]")) && --depth == 0)
      return i + 1 - ahead;
    if (depth == 0)
      return 0;
  }
  return 0;
}

void af_parse_words (AfParser *p, AfTreeNode *node, guint n)
{
  for (guint end = p->at + n; p->at < end && !p->failed;)
    af_node_put (node, af_parse_leaf (p, AF_NODE_WORD), G_MAXUINT);
}

/* --- statements --- */

static AfTreeNode *condition (AfParser *p)
{
  af_parse_expect (p, "(");
  AfTreeNode *node = af_parse_expression (p);
  af_parse_expect (p, ")");
  return node;
}

static AfTreeNode *parse_if (AfParser *p)
{
  af_parse_expect (p, "if");
  AfTreeNode *test = condition (p), *then = af_parse_statement (p), *other = NULL;
  if (!p->failed && af_parse_accept (p, "else"))
    other = af_parse_parent (p, AF_NODE_ELSE, af_parse_statement (p), NULL, NULL);
  return af_parse_parent (p, AF_NODE_IF, test, then, other);
}

static AfTreeNode *parse_do (AfParser *p)
{
  af_parse_expect (p, "do");
  AfTreeNode *body = af_parse_statement (p);
  af_parse_expect (p, "while");
  AfTreeNode *test = condition (p);
  return af_parse_parent (p, af_parse_accept (p, ";") ? AF_NODE_DO : AF_NODE_DO_BARE, body, test, NULL);
}

static AfTreeNode *ended (AfParser *p)
{
  if (af_parse_accept (p, ";"))
    return af_parse_node (p, AF_NODE_EMPTY);
  AfTreeNode *node = af_parse_expression (p);
  af_parse_expect (p, ";");
  return af_parse_parent (p, AF_NODE_EXPRESSION, node, NULL, NULL);
}

static AfTreeNode *parse_for (AfParser *p)
{
  AfTreeNode *node = af_parse_node (p, AF_NODE_FOR);
  af_parse_expect (p, "for");
  af_parse_expect (p, "(");
  af_node_put (node, af_parse_is_declaration (p) ? af_parse_declaration (p) : ended (p), G_MAXUINT);
  af_node_put (node, ended (p), G_MAXUINT);
  af_node_put (node, af_parse_is (p, 0, ")") ? af_parse_node (p, AF_NODE_NOTHING) : af_parse_expression (p), G_MAXUINT);
  af_parse_expect (p, ")");
  af_node_put (node, af_parse_statement (p), G_MAXUINT);
  return node;
}

static AfTreeNode *headed (AfParser *p, AfNodeKind kind)
{
  p->at++;
  AfTreeNode *test = condition (p);
  return af_parse_parent (p, kind, test, af_parse_statement (p), NULL);
}

static AfTreeNode *parse_case (AfParser *p)
{
  af_parse_expect (p, "case");
  AfTreeNode *value = af_parse_conditional (p);
  if (af_parse_is (p, 0, "...")) {
    AfTreeNode *range = af_parse_leaf (p, AF_NODE_BINARY);
    af_node_put (range, value, G_MAXUINT);
    af_node_put (range, af_parse_conditional (p), G_MAXUINT);
    value = range;
  }
  af_parse_expect (p, ":");
  return af_parse_parent (p, AF_NODE_CASE, value, NULL, NULL);
}

static AfTreeNode *parse_jump (AfParser *p)
{
  AfNodeKind kind = af_parse_is (p, 0, "break")      ? AF_NODE_BREAK
                    : af_parse_is (p, 0, "continue") ? AF_NODE_CONTINUE
                    : af_parse_is (p, 0, "goto")     ? AF_NODE_GOTO
                                                     : AF_NODE_RETURN;
  AfTreeNode *node = af_parse_node (p, kind);
  p->at++;
  if (kind == AF_NODE_GOTO || (kind == AF_NODE_RETURN && !af_parse_is (p, 0, ";")))
    af_node_put (node, af_parse_expression (p), G_MAXUINT);
  af_parse_expect (p, ";");
  return node;
}

static AfTreeNode *parse_asm (AfParser *p)
{
  AfTreeNode *node = af_parse_node (p, AF_NODE_ASM);
  guint n = 1;
  while (p->at + n < p->end && !af_parse_is (p, n, "(") && !af_parse_is (p, n, "{"))
    n++;
  n += af_parse_group (p, n);
  af_parse_words (p, node, n + af_parse_is (p, n, ";"));
  return node;
}

/* A call without semicolon: it heads what stands deeper, or in braces, after it; else it stands for itself. */
static AfTreeNode *macro (AfParser *p, AfTreeNode *call, guint column)
{
  const AfToken *next = p->at < p->end ? af_token_at (p->tokens, p->at) : NULL;
  if (!next || (call->kind != AF_NODE_CALL && call->kind != AF_NODE_NAME))
    return af_parse_fail (p);
  const AfToken *last = af_token_at (p->tokens, p->at - 1);
  if (next->line == last->line && next->kind == AF_TOKEN_PUNCTUATOR && !af_parse_is (p, 0, "{")
      && !af_parse_is (p, 0, "}"))
    return af_parse_fail (p);
  if (call->kind == AF_NODE_NAME || af_parse_is (p, 0, "}") || (!af_parse_is (p, 0, "{") && next->column <= column))
    return af_parse_parent (p, AF_NODE_BARE, call, NULL, NULL);
  return af_parse_parent (p, AF_NODE_EACH, call, af_parse_statement (p), NULL);
}

static AfTreeNode *parse_simple (AfParser *p)
{
  guint column = af_token_at (p->tokens, p->at)->column;
  if (af_parse_is_name (p, 0) && af_parse_is (p, 1, ":")) {
    AfTreeNode *label = af_parse_leaf (p, AF_NODE_LABEL);
    af_parse_expect (p, ":");
    return label;
  }
  if (af_parse_is_declaration (p))
    return af_parse_declaration (p);
  AfTreeNode *node = af_parse_expression (p);
  if (p->failed)
    return node;
  return af_parse_accept (p, ";") ? af_parse_parent (p, AF_NODE_EXPRESSION, node, NULL, NULL) : macro (p, node, column);
}

static AfTreeNode *understood (AfParser *p)
{
  static const char *const jumps[] = { "break", "continue", "goto", "return", NULL };
  static const char *const assembler[] = { "asm", "__asm__", "__asm", NULL };
  if (af_parse_kind (p, 0) == AF_TOKEN_DIRECTIVE)
    return af_parse_leaf (p, AF_NODE_DIRECTIVE);
  if (af_parse_is (p, 0, "{"))
    return af_parse_block (p);
  if (af_parse_is (p, 0, "if"))
    return parse_if (p);
  if (af_parse_is (p, 0, "for"))
    return parse_for (p);
  if (af_parse_is (p, 0, "while"))
    return headed (p, AF_NODE_WHILE);
  if (af_parse_is (p, 0, "switch"))
    return headed (p, AF_NODE_SWITCH);
  if (af_parse_is (p, 0, "do"))
    return parse_do (p);
  if (af_parse_is (p, 0, "case"))
    return parse_case (p);
  if (af_parse_among (p, 0, jumps))
    return parse_jump (p);
  if (af_parse_among (p, 0, assembler))
    return parse_asm (p);
  if (af_parse_accept (p, ";"))
    return af_parse_node (p, AF_NODE_EMPTY);
  if (af_parse_is (p, 0, "default") && af_parse_is (p, 1, ":")) {
    p->at += 2;
    return af_parse_node (p, AF_NODE_DEFAULT);
  }
  return parse_simple (p);
}

/* Up to the semicolon, or the brace, that ends the statement; not past the one that ends the block. */
static AfTreeNode *raw (AfParser *p)
{
  AfTreeNode *node = af_parse_node (p, AF_NODE_RAW);
  while (p->at < p->end && !af_parse_is (p, 0, "}")) {
    gboolean ends = af_parse_is (p, 0, ";"), opens = af_parse_is (p, 0, "{") || af_parse_is (p, 0, "(");
    guint n = opens ? MAX (af_parse_group (p, 0), 1) : 1;
    gboolean is_block = af_parse_is (p, 0, "{") && n > 1;
    af_parse_words (p, node, n);
    if (ends || (is_block && !af_parse_is (p, 0, "else") && !af_parse_is (p, 0, ";")))
      break;
  }
  return node;
}

AfTreeNode *af_parse_statement (AfParser *p)
{
  guint start = p->at, depth = p->depth;
  if (p->failed || p->at >= p->end || depth > AF_PARSE_DEEPEST)
    return af_parse_fail (p);
  p->depth++;
  AfTreeNode *node = understood (p);
  p->depth = depth;
  if (!p->failed)
    return node;
  p->failed = FALSE;
  p->at = start;
  node = raw (p);
  p->failed = p->at == start;
  return node;
}

AfTreeNode *af_parse_block (AfParser *p)
{
  AfTreeNode *node = af_parse_node (p, AF_NODE_BLOCK);
  af_parse_expect (p, "{");
  while (!p->failed && p->at < p->end && !af_parse_is (p, 0, "}"))
    af_node_put (node, af_parse_statement (p), G_MAXUINT);
  af_parse_expect (p, "}");
  return node;
}

/* --- functions --- */

/* Type, declarator, attributes; a head that is none stands as raw words. */
static void head (AfParser *p, AfTreeNode *function, guint body)
{
  guint end = p->end, start = p->at;
  p->end = body;
  gboolean is_untyped = af_parse_is_name (p, 0) && af_parse_is (p, 1, "(") && af_parse_group (p, 1) + 1 == body - start;
  AfTreeNode *type = is_untyped ? af_parse_node (p, AF_NODE_TYPE) : af_parse_type (p);
  AfTreeNode *declarator = af_parse_declarator (p);
  AfTreeNode *rest = af_parse_node (p, AF_NODE_ATTRIBUTE);
  if (!p->failed)
    af_parse_words (p, rest, p->end - p->at);
  gboolean understood_it = !p->failed;
  if (!understood_it) {
    p->failed = FALSE;
    p->at = start;
    AfTreeNode *words = af_parse_node (p, AF_NODE_RAW);
    af_parse_words (p, words, body - start);
    af_node_put (function, words, G_MAXUINT);
  } else {
    af_node_put (function, type, G_MAXUINT);
    af_node_put (function, declarator, G_MAXUINT);
    if (rest->first)
      af_node_put (function, rest, G_MAXUINT);
  }
  p->end = end;
}

/* The tree says what the tokens say. */
static gboolean is_faithful (const AfParser *p, const AfTreeNode *root, guint first)
{
  g_autoptr (GPtrArray) words = af_node_tokens (root);
  if (words->len != p->end - first)
    return FALSE;
  for (guint i = 0; i < words->len; i++)
    if (!af_token_is (p->tokens, first + i, words->pdata[i]))
      return FALSE;
  return TRUE;
}

AfTree *af_tree_parse (const AfTokens *tokens, const AfOutline *function)
{
  AfTree *tree = af_tree_new ();
  AfParser p = { .tokens = tokens, .tree = tree, .at = function->first, .end = function->end };
  AfTreeNode *root = af_parse_node (&p, AF_NODE_FUNCTION);
  head (&p, root, function->body);
  af_node_put (root, af_parse_block (&p), G_MAXUINT);
  if (p.failed || p.at != p.end || !is_faithful (&p, root, function->first)) {
    p.failed = FALSE;
    p.at = function->first;
    root = af_parse_node (&p, AF_NODE_FUNCTION);
    af_node_put (root, af_parse_node (&p, AF_NODE_RAW), 0);
    af_parse_words (&p, root->first, p.end - p.at);
  }
  af_tree_settle (tree, root);
  return tree;
}

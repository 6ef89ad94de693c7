/* What the parts of the parser share. */
#pragma once

#include "edits/tree.h"

/* Beyond this depth a text is no program, and the stack is finite. */
#define AF_PARSE_DEEPEST 200

/* Reading goes on after what is not understood has set `failed`: what was read since is thrown away by the statement
 * around, which then becomes raw. */
typedef struct {
  const AfTokens *tokens;
  AfTree *tree;
  guint at, end;
  guint depth; /* of expressions and statements within one another */
  gboolean failed;
} AfParser;

/* --- parse.c --- */

AfTreeNode *af_parse_statement (AfParser *p);
AfTreeNode *af_parse_block (AfParser *p);
/* Token @ahead is @word. */
gboolean af_parse_is (const AfParser *p, guint ahead, const char *word);
/* The kind of token @ahead; AF_TOKEN_PUNCTUATOR past the end. */
AfTokenKind af_parse_kind (const AfParser *p, guint ahead);
/* It is one of @words, which ends in a null. */
gboolean af_parse_among (const AfParser *p, guint ahead, const char *const *words);
/* Past the token if it is @word; expect: else it has failed. */
gboolean af_parse_accept (AfParser *p, const char *word);
void af_parse_expect (AfParser *p, const char *word);
AfTreeNode *af_parse_node (AfParser *p, AfNodeKind kind);
/* A node with the token as its label, which is read. */
AfTreeNode *af_parse_leaf (AfParser *p, AfNodeKind kind);
/* A new node of @kind with these children; @second and @third are nullable. */
AfTreeNode *af_parse_parent (AfParser *p, AfNodeKind kind, AfTreeNode *first, AfTreeNode *second, AfTreeNode *third);
AfTreeNode *af_parse_fail (AfParser *p);
/* A name that is no keyword. */
gboolean af_parse_is_name (const AfParser *p, guint ahead);
/* The number of tokens up to the end of the parentheses that token @ahead opens; 0: they do not end. */
guint af_parse_group (const AfParser *p, guint ahead);
/* Adds the tokens up to the end of a group of parentheses to @node as words. */
void af_parse_words (AfParser *p, AfTreeNode *node, guint n);

/* --- parse-types.c --- */

gboolean af_parse_is_type_word (const AfParser *p, guint ahead);
AfTreeNode *af_parse_type (AfParser *p);
/* Anything from `*x[3]` to `(*f) (int)`, with attributes; without a name an abstract one. */
AfTreeNode *af_parse_declarator (AfParser *p);
AfTreeNode *af_parse_declaration (AfParser *p);
gboolean af_parse_is_declaration (const AfParser *p);
/* A type and a declarator without a name. */
AfTreeNode *af_parse_typename (AfParser *p);
/* The parentheses that token 0 opens hold a type; @sure: whatever comes after them. */
gboolean af_parse_is_typename (const AfParser *p, gboolean *sure);
/* Before `,` or `)`: a type as the argument of a macro or va_arg. */
gboolean af_parse_is_type_argument (const AfParser *p);
void af_parse_attributes (AfParser *p, AfTreeNode *to);

/* --- parse-expressions.c --- */

AfTreeNode *af_parse_expression (AfParser *p); /* with commas */
AfTreeNode *af_parse_assignment (AfParser *p);
AfTreeNode *af_parse_conditional (AfParser *p);
AfTreeNode *af_parse_initializer (AfParser *p);

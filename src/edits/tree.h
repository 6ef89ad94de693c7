/* Syntax trees of C functions, read without the project's headers. */
#pragma once

#include "edits/tokens.h"

/* Rows of grammar.def. */
typedef enum {
#define AF_NODE(ID, name, form) AF_NODE_##ID,
#include "edits/grammar.def"
#undef AF_NODE
  AF_N_NODE_KINDS
} AfNodeKind;

typedef struct AfTreeNode AfTreeNode;
struct AfTreeNode {
  AfNodeKind kind;
  guint id; /* place in the order of a walk, parents first; that of a node put in later is its place in nodes */
  const char *label; /* empty where the kind has none; owned by the tree */
  AfTreeNode *parent, *first, *last, *previous, *next;
  guint size, height; /* nodes of the subtree; 1 for a leaf */
  guint64 hash;       /* of kinds and labels of the subtree */
  guint64 form;       /* of its kinds alone */
};

typedef struct {
  AfTreeNode *root; /* AF_NODE_FUNCTION */
  GPtrArray *nodes; /* of AfTreeNode, owned, at its id */
  GStringChunk *labels;
} AfTree;

AfTree *af_tree_new (void);
void af_tree_free (AfTree *tree);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfTree, af_tree_free)
/* A node without parent; @label is copied, @length -1: up to its end. */
AfTreeNode *af_tree_node (AfTree *tree, AfNodeKind kind, const char *label, gssize length);
/* @node, which has no parent, as the child of @parent at @place (from 0; past the end: last). */
void af_node_put (AfTreeNode *parent, AfTreeNode *node, guint place);
/* Out of its parent; stays owned by the tree. */
void af_node_take (AfTreeNode *node);
guint af_node_place (const AfTreeNode *node);
/* Numbers the nodes under @root, which becomes the tree's, frees all others, sets sizes and hashes. */
void af_tree_settle (AfTree *tree, AfTreeNode *root);
AfTree *af_tree_copy (const AfTree *tree);
gboolean af_tree_equal (const AfTree *a, const AfTree *b);
/* @ancestor is above @node. */
gboolean af_node_is_under (const AfTreeNode *node, const AfTreeNode *ancestor);

/* The name of a kind; static.  The kind of a name: AF_N_NODE_KINDS if there is none. */
const char *af_node_kind_name (AfNodeKind kind);
AfNodeKind af_node_kind_named (const char *name);
/* How it is written down (grammar.def); static.  How many of its children stand each for itself, before those of a
 * list. */
const char *af_node_kind_form (AfNodeKind kind);
guint af_node_kind_singles (AfNodeKind kind);
/* The tokens under @node, in order: array of char *. */
GPtrArray *af_node_tokens (const AfTreeNode *node);
/* Tokens [first, end) of those under the root. */
typedef struct {
  guint first, end;
} AfTokenSpan;

/* Where each node stands among the tokens under the root, by id, and how many these are.  Of a tree that was parsed and
 * not changed since they are the function's.  Owned by the caller. */
AfTokenSpan *af_tree_spans (const AfTree *tree, guint *n_tokens);
/* The tokens under @node with blanks between; owned by the caller. */
char *af_node_text (const AfTreeNode *node);
/* The tree as the rules of grammar that derive it, leftmost first, one a line: "KIND CHILDREN LABEL"; owned by the
 * caller. */
char *af_tree_rules (const AfTree *tree);
/* The tree of such lines; null when they are none. */
AfTree *af_tree_from_rules (const char *rules);

/* --- parse --- */

/* The definition of tokens.  What is not understood becomes a node of kind raw; the tree always has all tokens, in
 * order. */
AfTree *af_tree_parse (const AfTokens *tokens, const AfOutline *function);
/* Nothing in it is raw. */
gboolean af_tree_is_whole (const AfTree *tree);

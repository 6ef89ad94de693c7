/* Matches of a pattern, for place.c. */
#pragma once

#include "patterns/pattern.h"

/* What the nodes and holes of a pattern stand for in a tree. */
typedef struct {
  const AfPattern *pattern;
  const AfTreeNode **nodes; /* by index of a node of the tree before; owned */
  const AfTreeNode **holes; /* by number; null: not bound; owned */
  guint n_holes;
} AfMatch;

void af_match_free (AfMatch *match);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfMatch, af_match_free)

/* The ways in which the tree before matches at @node: for each child of a list that its first named one may stand for,
 * the first way; at most @most.  Array of AfMatch. */
GPtrArray *af_pattern_matches (const AfPattern *pattern, const AfTreeNode *node, guint most);

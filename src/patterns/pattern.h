/* Patterns: edits of trees in which holes stand for what differs (Getafix, Scott et al. 2019, sections 2.1 and 3.1). */
#pragma once

#include "edits/edits.h"

/* A node of the tree before or after.  The children of a node that the edit leaves alone may be left out, so places
 * say where in the grammar a child stands. */
typedef struct {
  AfNodeKind kind;   /* AF_N_NODE_KINDS: of any kind, a hole only */
  const char *label; /* interned; empty where there is none */
  gint hole;         /* its number; -1: none.  The same number stands for the same subtree */
  gint partner;      /* index of the node in the other tree; -1: none */
  guint size;        /* nodes of the subtree; the first child is the next node, a sibling stands @size further */
  guint place;       /* of the child in the form of its parent; AF_PLACE_LIST: one of any number */
  gboolean is_kept;  /* the whole subtree is left alone: context */
  guint64 hash;      /* of the subtree */
} AfPatternNode;

#define AF_PLACE_LIST G_MAXUINT

/* A concrete edit is a pattern without holes. */
typedef struct {
  AfPatternNode *nodes; /* parents first: the tree before, then the tree after */
  guint n, n_before;    /* n_before == n: a tree, and no edit */
} AfPattern;

/* Takes @nodes (of AfPatternNode): numbers holes in the order of their coming, and computes hashes. */
AfPattern *af_pattern_new (GArray *nodes, guint n_before);
void af_pattern_free (AfPattern *pattern);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfPattern, af_pattern_free)
/* Equal but for the numbers of holes (definition 3.3), which are canonical. */
gboolean af_pattern_equal (const AfPattern *a, const AfPattern *b);
guint64 af_pattern_hash (const AfPattern *pattern);
/* Every hole of the tree after stands in the tree before, too: the edit can be made wherever that matches. */
gboolean af_pattern_is_closed (const AfPattern *pattern);

/* "block@0(h0:?, =assign@1(h1:name@2, number"1"@3)) -> ...": a node is its kind, its label, @ and a number that its
 * partner has too, its children; = marks a subtree that is left alone, h0:KIND a hole.  Owned by the caller.  From it:
 * null when it is none. */
char *af_pattern_text (const AfPattern *pattern);
AfPattern *af_pattern_from_text (const char *text);
/* The same as C for people, with ... where children may stand that the pattern does not name; owned by the caller. */
char *af_pattern_code (const AfPattern *pattern);

/* --- concrete edits --- */

/* The edits in a change, at several granularities: the smallest trees that hold each place that changed, the smallest
 * that holds all, and the statement around that; array of AfPattern, without doubles.  What is left alone is kept up to
 * a small size and distance.  Empty where all are too large. */
GPtrArray *af_concrete_edits (const AfMapping *mapping, const AfTreeEdit *script);

/* --- anti-unification --- */

/* What a merge would keep (section 3.2): the criteria in order, each a tie-breaker of those above it. */
typedef struct {
  gboolean is_edit; /* not a hole alone */
  gboolean is_closed;
  guint n_modified; /* pairs of partners that are part of a modification */
  guint n_holes;    /* fewer are better; then what they stand for is smaller */
  guint lost;       /* nodes that holes stand for */
  guint n_named;    /* pairs of partners that are left alone, of a known kind */
  guint n_kept;     /* the same of any kind */
} AfMerge;

/* Below zero: @a keeps less than @b. */
gint af_merge_compare (const AfMerge *a, const AfMerge *b);
AfMerge af_merge_assess (const AfPattern *a, const AfPattern *b);
/* The least general pattern of which both are instances (definition 3.2 and section 3.1.2). */
AfPattern *af_anti_unify (const AfPattern *a, const AfPattern *b);

/* --- names --- */

/* @pattern with a hole for each name and text that is not one of C or libc; null when such a name has children. */
AfPattern *af_pattern_without_names (const AfPattern *pattern);

/* --- how likely a fix --- */

/* How far above and below the line that is blamed fixes were made: two geometric distributions (section 3.3). */
typedef struct {
  double above;      /* share of fixes above it, of all that are not in the line itself; 0 to 1 */
  double mean_above; /* lines */
  double mean_below;
} AfLineDistances;

/* What is known of a pattern from training. */
typedef struct {
  double frequency;  /* share of the fixes that were made with it */
  double match_rate; /* share of the places where it could be used; above 0 */
  AfLineDistances lines;
} AfPatternUse;

/* P (hfix | match) of section 4 for a fix @offset lines below the blamed one, below zero: above it.  It is for
 * comparing: a world of few known patterns gives more than 1. */
double af_pattern_likelihood (const AfPatternUse *use, gint offset);

/* What the files of this folder share: pieces are laid one after the other while both versions are walked. */
#pragma once

#include "delta/delta.h"
#include "edits/edits.h"

/* A version of one file. */
typedef struct {
  AfTokens *tokens;
  GArray *items; /* of AfItem */
  guint8 *roles; /* AfNameRole, by token */
} AfSide;

typedef enum { AF_ITEM_FUNCTION, AF_ITEM_DIRECTIVE, AF_ITEM_OTHER } AfItemKind;

/* What stands at the top of a file: tokens [first, end). */
typedef struct {
  AfItemKind kind;
  guint first, end;
  guint body; /* of a function: its opening brace */
  char *name; /* "" where it has none; owned */
  guint64 hash;
} AfItem;

/* What brings, or takes away, a node of a tree. */
typedef struct {
  guint operation; /* 0: none */
  gboolean whole;  /* the node comes or goes with all that is in it, and nothing stands in its place */
} AfFate;

/* The walk. */
typedef struct {
  AfDelta *delta;
  guint file;
  const AfSide *before, *after;
  guint old_at, new_at; /* tokens that come next */
  GArray *pieces;       /* of AfPiece */
  guint item, statement;
  guint layout;              /* operation of the item; 0: none yet */
  guint outer;               /* operation that insertions here need; 0: none */
  const AfMapping *mapping;  /* of the function at hand */
  AfFate *come_of, *gone_of; /* by id in the new tree, in the old one */
} AfWalk;

/* --- delta.c --- */

/* A new operation at the place of the walk: its number. */
guint af_walk_operation (AfWalk *walk, AfOperationKind kind);
/* The next @n tokens of the old version, of the new one; of both. */
void af_walk_old (AfWalk *walk, guint n, guint operation);
void af_walk_new (AfWalk *walk, guint n, guint operation);
void af_walk_both (AfWalk *walk, guint n);

/* Whether the piece is part of the text with @made. */
gboolean af_piece_is_shown (const AfPiece *piece, const gboolean *made);
/* What stands between @previous (null: the file begins) and @piece, both shown one after the other. */
void af_piece_add_gap (GString *out, const AfPiece *previous, const AfPiece *piece, const gboolean *made);

/* --- pairs.c --- */

#define AF_MOST_PAIRS ((gsize)16 << 20) /* in lists of more the best order is not looked for */

typedef enum { AF_LIKENESS_NONE = 0, AF_LIKENESS_NAMESAKE = 3, AF_LIKENESS_SAME = 4 } AfLikeness; /* also weights */

AfLikeness af_item_likeness (const AfItem *one, const AfItem *other);
/* Which of two lists of items correspond. */
typedef struct {
  const AfItem *before, *after;
  guint n_before, n_after;
  int *to_after, *to_before; /* number of the other; -1: none */
} AfPairing;

AfPairing af_pairing_of (const GArray *before, const GArray *after);
/* The items of two versions of a file; with functions that were renamed. */
AfPairing af_pairing_of_items (const AfSide *before, const AfSide *after);
void af_pairing_clear (AfPairing *pairing);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AfPairing, af_pairing_clear)

/* --- items.c --- */

AfSide *af_side_new (GBytes *text);
void af_side_free (AfSide *side);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfSide, af_side_free)
/* Both versions, item by item. */
void af_walk_items (AfWalk *walk);

/* --- trees.c, lists.c --- */

/* Two versions of a function. */
void af_walk_function (AfWalk *walk, const AfItem *before, const AfItem *after);
/* The number of tokens under the node. */
guint af_walk_size (const AfTreeNode *node);
/* Two nodes of one kind, of which the second takes the place of the first. */
void af_walk_nodes (AfWalk *walk, const AfTreeNode *before, const AfTreeNode *after);
/* What stands where exactly one thing may stand. */
void af_walk_slot (AfWalk *walk, const AfTreeNode *before, const AfTreeNode *after);
/* Notes the fate of the node and of all under it. */
void af_walk_mark (AfFate *fates, const AfTreeNode *node, AfFate fate);
void af_walk_insert (AfWalk *walk, const AfTreeNode *node);
void af_walk_delete (AfWalk *walk, const AfTreeNode *node);
/* Children from @before and @after to their ends; statements of a block. */
typedef struct {
  const AfTreeNode *first, *end; /* end: the first that is not part; null: all further ones */
} AfRun;
/* Array of AfTreeNode, not owned. */
GPtrArray *af_run_nodes (AfRun run);
void af_walk_statements (AfWalk *walk, AfRun before, AfRun after);
/* The same with commas between. */
void af_walk_commas (AfWalk *walk, AfRun before, AfRun after);
/* Rows of operands, `a + b - c`, between operators of one rank; false, and nothing is done, where one of both is none,
 * or they have the same number. */
gboolean af_walk_operands (AfWalk *walk, const AfTreeNode *before, const AfTreeNode *after);
/* Children where nothing is known of what may stand there. */
void af_walk_run (AfWalk *walk, AfRun before, AfRun after);
/* The node by another with @hole in it: what is around the hole is shown with, or without, @operation. */
typedef struct {
  const AfTreeNode *parent, *hole; /* children of parent from hole on, up to hole_end */
  const AfTreeNode *hole_end;      /* null: all further ones */
  AfRun other;                     /* what stands in the hole in the other version */
  gboolean is_list;                /* statements; else one thing */
} AfHole;
void af_walk_around (AfWalk *walk, const AfTreeNode *node, const AfHole *hole, gboolean wraps);

/* --- names.c --- */

/* Roles of the names in a function with its tree, in other items. */
void af_roles_of_function (AfSide *side, const AfItem *item, const AfTree *tree);
void af_roles_of_item (AfSide *side, const AfItem *item);

/* --- lines.c --- */

/* Both versions by lines, for all that is no C. */
void af_walk_lines (AfWalk *walk, GBytes *before, GBytes *after, gboolean single);

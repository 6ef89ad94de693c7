/* Patterns at work: where one matches in a function, and what it makes of the text there. */
#pragma once

#include "patterns/pattern.h"

/* A function in a file's text, and its tree. */
typedef struct {
  AfTokens *tokens; /* of the file; owned */
  AfOutline outline;
  AfTree *tree;       /* owned */
  AfTokenSpan *spans; /* by id of a node, from the function's first token; owned */
} AfPlacedTree;

/* The function of @text (not copied, must stay) that holds the byte @at; null where there is none, or where its tree
 * has other tokens than the text. */
AfPlacedTree *af_placed_tree_new (const char *text, gsize length, guint at);
void af_placed_tree_free (AfPlacedTree *placed);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfPlacedTree, af_placed_tree_free)

/* Bytes [start, end) of a file by @text, which is owned. */
typedef struct {
  guint start, end;
  char *text;
} AfPlacedEdit;

void af_placed_edit_free (AfPlacedEdit *edit);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfPlacedEdit, af_placed_edit_free)

/* Where an edit is wanted, and how it is written. */
typedef struct {
  guint start, end;   /* bytes: an edit that begins elsewhere is left out */
  const char *blamed; /* an expression as text for the one hole that an open pattern does not bind; null: none */
  const char *unit;   /* one level of indentation */
} AfPlaceWanted;

/* What @pattern makes of the function: array of AfPlacedEdit, in the order of the text, each text once.  An open
 * pattern with more than one hole that nothing binds makes nothing. */
GPtrArray *af_pattern_place (const AfPattern *pattern, const AfPlacedTree *placed, const AfPlaceWanted *wanted);

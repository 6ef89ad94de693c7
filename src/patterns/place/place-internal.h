/* From a match to text, in two files: what the tree after is written as, and the edit that this makes. */
#pragma once

#include "patterns/place/match.h"
#include "patterns/place/place.h"

typedef struct {
  gint token;       /* of the file; -1: a word of the pattern */
  const char *word; /* interned; null for a token */
  gboolean is_old;  /* of a node that the pattern keeps: the text may have it there */
  gboolean is_tight_before, is_tight_after;
  guint depth;     /* levels deeper than the line where the edit begins */
  gboolean breaks; /* begins a line, unless the text has it and the piece before in a row */
} AfPiece;

typedef struct {
  const AfPlacedTree *placed;
  const AfMatch *match;
  const AfPlaceWanted *wanted;
  GArray *pieces; /* of AfPiece */
  guint depth;
  gboolean breaks;  /* the next piece does */
  gboolean is_null; /* the pattern lacks what the language wants there, or the hole cannot be filled */
} AfWriting;

/* pieces.c: the tree after, at a match, appended to @w->pieces. */
void af_place_write (AfWriting *w, const AfPattern *pattern);

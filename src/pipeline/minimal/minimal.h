/* Fixes as operations on syntax trees: nothing is shown of which a part would do, and what was changed since a revision
 * is taken back in parts. */
#pragma once

#include "delta/delta.h"
#include "model/candidate.h"
#include "model/module.h"
#include "util/ddmin/ddmin.h"

/* --- reduction.c --- */

/* A candidate, and the search for what of it is needed. */
typedef struct {
  const AfCandidate *candidate;
  const AfSource *source;
  AfDelta *delta;   /* from the source as it is to that with the candidate */
  AfDdmin problem;  /* `data` is the delta */
  gboolean *needed; /* operations that are needed, as far as the search has come */
  AfDdminSearch *search;
} AfReduction;

/* Null: the candidate is one operation, of which nothing can be left out.  What one action does is one where it changes
 * expressions, and so is the same change at several places. */
AfReduction *af_reduction_new (const AfModule *module, const AfCandidate *candidate);
void af_reduction_free (AfReduction *reduction);
/* Those operations of the candidate alone as a candidate, still without a number; owned by the caller. */
AfCandidate *af_reduction_part (const AfReduction *reduction, const gboolean *set);
/* What tells whether two candidates do the same to a routine, or, where they change more than the body of one, to the
 * file, blanks, comments and braces around one statement aside.  Owned by the caller. */
char *af_reduction_key (const AfModule *module, const AfCandidate *candidate);

/* @edits (of AfEdit) of a C source that lead from its text with @from to that with @to. */
GPtrArray *af_reduction_edits (const AfDelta *delta, int source, const gboolean *from, const gboolean *to);

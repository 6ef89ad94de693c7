/* Text edits: the one form in which a candidate, a patch and an instrumentation change a source file. */
#pragma once

#include "model/source.h"

typedef struct {
  AfRange range; /* replaced text; start == end inserts */
  char *text;
  int order; /* among edits at the same place: lower comes first (is further out for a prefix) */
} AfEdit;

AfEdit *af_edit_new (AfRange range, const char *text, int order);
void af_edit_free (AfEdit *edit);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfEdit, af_edit_free)

/* Applies @edits (of AfEdit, any order, all in one file) to @source; the new text, owned by the caller.
 *
 * Where edits meet:
 *   - Insertions at one offset stand in the text by ascending `order`, equal ones as in the array.  What closes
 * something that ends there must come before what opens something that begins there: give suffixes negative orders
 * (af_edits_wrap does).
 *   - An insertion exactly at the start of a replaced range stands before the new text, one exactly at its end after
 * it.
 *   - An insertion strictly inside a replaced range is dropped, and so is a replacement of a part of a replaced range.
 * Of two replacements of the same range the one with the lower order stays.
 *   - Two replaced ranges that overlap without one containing the other are a mistake of ours. */
char *af_edits_apply (const AfSource *source, const GPtrArray *edits);
/* @range of the text with those of @edits made that are in it; owned by the caller. */
char *af_edits_apply_in (const AfSource *source, AfRange range, const GPtrArray *edits);

/* Those of @edits that are not dropped by these rules, in the order of the text: array of AfEdit, not owned. */
GPtrArray *af_edits_effective (const GPtrArray *edits);

/* An array that owns its edits. */
GPtrArray *af_edits_new (void);
void af_edits_insert (GPtrArray *edits, int file, guint offset, const char *text, int order);
void af_edits_replace (GPtrArray *edits, AfRange range, const char *text);
/* Puts @prefix and @suffix around the non-empty @range.  @depth is how many wrapped ranges are around this one, so that
 * `f((a))` and not `f(a))(` comes of ranges that begin or end together. */
void af_edits_wrap (GPtrArray *edits, AfRange range, const char *prefix, const char *suffix, guint depth);

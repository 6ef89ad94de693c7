/* Macro calls that are written out in a source's text, and the way back to the file as the user has it.
 *
 *     #define PUSH(s, x) do { (s)->items[(s)->n++] = (x); } while (0)
 *     PUSH (stack, 3);        text: do { (stack)->items[(stack)->n++] = (3); } while (0);
 *
 * Ranges, locations and edits of a module are of the text.  What is shown to the user, written or stored is of the
 * file: an edit that lies in a call has no place there, and whatever copies a call copies it as the file has it.  Lines
 * are the same in both. */
#pragma once

#include "model/edit.h"

typedef struct {
  guint start, end;           /* in the text */
  guint user_start, user_end; /* the call in the user's file */
} AfWrittenOut;

/* What stands for a call. */
typedef struct {
  AfRange call; /* in the text so far */
  char *text;   /* with as many newlines */
} AfWriting;

/* The text of @source with @writings (of AfWriting, by place, apart from each other) in place of their calls; owned by
 * the caller. */
char *af_source_written_text (const AfSource *source, const GArray *writings);
/* @source with that text.  Takes @source, which the result owns. */
AfSource *af_source_write_out (AfSource *source, const GArray *writings);

/* The file as it is, not owned: @source itself where nothing is written out. */
const AfSource *af_source_user (const AfSource *source);
/* An offset of the text in the user's file; within a call, its start. */
guint af_source_user_offset (const AfSource *source, guint offset);
/* The place of the call that @range, or a part of it, lies in; none: of no single one. */
AfRange af_source_call_around (const AfSource *source, AfRange range);
/* Whether the edits can be made in the user's file: none begins or ends within a call. */
gboolean af_edits_fit_user (const AfSource *source, const GPtrArray *edits);
/* The user's file with @edits, which are of the text; owned by the caller.  Where they do not fit, the text with them.
 */
char *af_edits_apply_to_user (const AfSource *source, const GPtrArray *edits);
/* @edits of the user's file as edits of the text: array of AfEdit, owned by the caller; null: one lies in a call. */
GPtrArray *af_edits_of_user (const AfSource *source, const GPtrArray *edits);

/* C text seen as tokens: is it the same program, what calls what, which lines does a patch touch. */
#pragma once

#include <glib.h>

/* The tokens of @source in order, owned by the caller: one per line, white space and comments gone.  Two sources are
 * the same program text when these are equal.  The end of a preprocessor line is a token of its own ("\n" as two
 * characters). */
char *af_tokens (const char *source);

/* Whether @routine calls @called: it is the same routine, or its body names @called, directly or through routines of
 * @source that @header does not declare. */
gboolean af_calls_reach (const char *source, const char *header, const char *routine, const char *called);

/* Whether @source defines @routine. */
gboolean af_has_routine (const char *source, const char *routine);

/* The routine of @source whose body holds the line @line, counted from 1; owned by the caller, null when there is none.
 */
char *af_routine_at (const char *source, guint line);

/* Whether @source defines @routine; @at is set to the byte after the brace that opens its body.  Old definitions with
 * declarations between parentheses and brace are read, too. */
gboolean af_body_of (const char *source, const char *routine, gsize *at);

/* The lines (guint, from 1, ascending) of the faulty @source that undoing @patch would change: those that the patch
 * added, and where it only took lines away, what follows there: white space and closing braces up to the next
 * statement.  A line inside a statement brings the lines before it in that statement with it.  @file is the base name
 * that the patch must speak of. */
GArray *af_patch_lines (const char *patch, const char *file, const char *source);

/* A replacement of the bytes start .. end - 1; an insertion when both are equal. */
typedef struct {
  guint start, end;
  char *text;
  int order; /* among insertions at one place, lower first */
} AfTextEdit;

void af_text_edit_free (AfTextEdit *edit);
/* @source with @edits (of AfTextEdit, any order) applied, owned by the caller; null when they do not fit the text. */
char *af_text_apply (const char *source, const GPtrArray *edits);

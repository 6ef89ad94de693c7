/* Source files as text with line starts, and ranges in them. */
#pragma once

#include <glib.h>

/* A header that a source includes. */
typedef struct {
  char *name;         /* as the directive names it: "limits.h" */
  gboolean is_direct; /* by a directive of the source itself; else by one of its headers or of the compiler's flags */
  gboolean is_system; /* it lies where the system keeps its headers */
} AfInclude;

typedef struct AfSource AfSource;
struct AfSource {
  char *path;          /* as the user named it */
  char *text;          /* contents, NUL-terminated */
  gsize length;        /* bytes */
  GArray *line_starts; /* of guint: offset of line 1, 2, ... */
  GPtrArray
    *includes; /* of AfInclude, each name once, in the order in which the compiler meets them; by the front end */
  AfSource
    *user; /* the file as it is, where `text` has some of its macro calls written out (written-out.h); else null */
  GArray *calls; /* of AfWrittenOut, by start: those calls; null without `user` */
};

/* A half-open range of bytes [start, end) of a file of the module.  file < 0: no place in the user's text. */
typedef struct {
  int file;
  guint start;
  guint end;
} AfRange;

#define AF_RANGE_NONE ((AfRange){ -1, 0, 0 })

AfSource *af_source_new (const char *path, const char *text, gsize length);
AfSource *af_source_load (const char *path, GError **error);
void af_source_free (AfSource *source);
/* What the source includes under @name, or null.  Directives that the preprocessor leaves out do not count. */
const AfInclude *af_source_include (const AfSource *source, const char *name);
/* Notes that it includes @name. */
void af_source_add_include (AfSource *source, const char *name, gboolean is_direct, gboolean is_system);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfSource, af_source_free)

/* Line (from 1) and column (from 1, bytes) of an offset of `text`, in the user's file; within a call that is written
 * out, of the call. */
void af_source_position (const AfSource *source, guint offset, guint *line, guint *column);
/* Text of a line of the user's file without its newline; owned by the caller. */
char *af_source_line (const AfSource *source, guint line);
/* Leading blanks of the line that @offset is on; owned by the caller. */
char *af_source_indent (const AfSource *source, guint offset);
char *af_source_slice (const AfSource *source, AfRange range);
/* First character of the line that @offset is on, and after its newline. */
guint af_source_line_start (const AfSource *source, guint offset);
guint af_source_line_end (const AfSource *source, guint offset);

gboolean af_range_is_none (AfRange range);
gboolean af_range_equal (AfRange a, AfRange b);
gboolean af_range_contains (AfRange outer, AfRange inner);

/* --- reading C text: offsets are of @text, which ends at @length or later --- */

/* After blanks, comments and escaped newlines. */
guint af_text_skip_blanks (const char *text, guint offset, guint length);
/* After the last character between @start and @offset that is no blank; comments cannot be recognised from their end.
 */
guint af_text_behind_blanks (const char *text, guint start, guint offset);
/* After the name, number, literal, comment or single character at @offset. */
guint af_text_skip_token (const char *text, guint offset, guint end);
/* Where @word stands in @text by itself, from @from on, in a literal or comment, too; null:
 * nowhere. At an end that is no letter, digit or `_` anything may follow. */
const char *af_text_find_word (const char *text, gsize from, const char *word);
/* Whether it stands there at all. */
gboolean af_text_has_word (const char *text, const char *word);
/* Whether @name has one of @words (null-terminated) as a word, or as its last one: after `_`, or with a capital letter
 * after a small one.  A `_` at the end, as of what only a macro calls, is no word. */
gboolean af_name_has_word (const char *name, const char *const *words, gboolean is_last);
/* Whether a function's name says that it sets an object up: `buf_init`. */
gboolean af_name_sets_up (const char *name);
/* Adds the names in the text, keywords among them, to @names: set of char *, which it owns. */
void af_text_add_names (const char *text, guint offset, guint end, GHashTable *names);
/* Next @wanted (one of its characters) at bracket depth 0 from @offset on, or @length. */
guint af_text_find (const char *text, guint offset, guint length, const char *wanted);
/* Whether brackets are balanced. */
gboolean af_text_is_complete (const char *text, guint start, guint end);

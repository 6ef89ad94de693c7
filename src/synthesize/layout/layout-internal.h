/* Between the two files of this folder: what the program is asked, and what it answers. */
#pragma once

#include "synthesize/layout.h"

/* Lines from 1, both included. */
typedef struct {
  guint first, last;
} AfLines;

/* @length bytes from @offset on become @text. */
typedef struct {
  guint offset, length;
  char *text; /* owned */
} AfReplacement;

/* What the program would replace in @text, which shall stand in @path, for the sake of @lines (of AfLines): array of
 * AfReplacement, in order, none overlapping; free with g_array_unref. */
GArray *af_layout_ask (const AfLayout *layout, const char *path, const char *text, const GArray *lines, GError **error);
/* Whether a style file says how the file @path is laid out. */
gboolean af_layout_governs (const char *path);

/* A file of patterns: what people's fixes have in common, one a line, those of most changes first. */
#pragma once

#include "patterns/pattern.h"

typedef struct {
  AfPattern *pattern;          /* owned */
  guint n_changes, n_projects; /* that it comes from */
} AfLearntPattern;

void af_learnt_pattern_free (AfLearntPattern *learnt);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfLearntPattern, af_learnt_pattern_free)

/* Whether the file at @path is one of patterns, of whatever version; true where there is none. */
gboolean af_patterns_is_file (const char *path);
/* Writes @patterns (of AfLearntPattern).  AF_ERROR_IO. */
gboolean af_patterns_write (const GPtrArray *patterns, const char *path, GError **error);
/* Array of AfLearntPattern in the order of the file.  AF_ERROR_IO: the file cannot be read, is no file of patterns, of
 * another version, or damaged; with the line. */
GPtrArray *af_patterns_read (const char *path, GError **error);

/* Patches laid out as their project lays out its code. */
#pragma once

#include <gio/gio.h>

#include "model/candidate.h"

typedef struct {
  const char *program;  /* clang-format; null: patches stay as they were made */
  const char *work_dir; /* for the text that is handed over; several may be at work there */
  GCancellable *cancel;
  guint deadline_ms; /* for one patch; 0: 20,000 */
} AfLayout;

/* The program that lays out code: @wanted (a name or a path), or by itself clang-format or the newest clang-format-N
 * that PATH has; owned by the caller.  Null when there is none, or when @wanted is "none". */
char *af_layout_program (const char *wanted);

/* Lays out the lines that @candidate adds or changes, and no others, as the style file (.clang-format, _clang-format)
 * at or above the folder of its source says: its edits become those of the new text.  True also where there is no
 * program, no style file or nothing to do.  False, and the edits are as they were, when the program cannot be run,
 * fails, takes too long or says what cannot be understood; AF_ERROR_INTERRUPTED on cancellation.  Different candidates
 * can be laid out at the same time. */
gboolean af_layout_candidate (const AfLayout *layout, const AfModule *module, AfCandidate *candidate, GError **error);

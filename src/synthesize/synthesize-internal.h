/* Shared inside of the room: pairs of schema and action, and the steps that put them in place. */
#pragma once

#include "operators/operators.h"
#include "synthesize/synthesize.h"

/* pairing.c */

/* A schema with an action that fits it. */
typedef struct {
  AfSchema schema;
  const AfAction *action; /* not owned; null for schema (c) */
  guint cost;             /* prior of the action, and what the schema adds */
} AfPair;

/* What can be done at the location in the state, most natural first: array of AfPair, whose actions @actions (of
 * AfAction) gets. */
GArray *af_pairs_of (const AfQuestion *question, GPtrArray *actions);
/* The action steps the variable of a for loop around the location. */
gboolean af_assigns_loop_variable (const AfQuestion *question, const AfAction *action);

/* summary.c */

/* One line that says what the candidate does; owned by the caller. */
char *af_candidate_summary (const AfStyle *style, const AfQuestion *question, const AfCandidate *candidate);

/* synthesize.c */

/* The routine's part of the file with the candidate's edits made, without blanks: what tells candidates apart; owned by
 * the caller. */
char *af_candidate_text (const AfStyle *style, const AfRoutine *routine, const AfCandidate *candidate);

/* schemas.c: puts an action in place; adds the edits to @candidate.  False where the schema does not fit. */
gboolean af_schema_apply (const AfStyle *style, const AfQuestion *question, AfCandidate *candidate);

/* --- place.c --- */

/* Where and how the new text stands. */
typedef struct {
  const AfStyle *style;
  const AfQuestion *question;
  AfCandidate *candidate;
  char *indent;      /* of the old statement's level */
  char *outer;       /* of the level around it */
  gboolean braced;   /* the old statement stands directly in a block */
  AfRange old;       /* the whole old statement */
  gboolean own_line; /* the old statement begins its line */
  gboolean moved;    /* the old statement goes one level in because it did not begin its line */
} AfPlace;

void af_place_init (AfPlace *place, const AfStyle *style, const AfQuestion *question, AfCandidate *candidate);
void af_place_clear (AfPlace *place);
/* [@start, @end) by @text; of edits at one offset those of a lower @order come first. */
void af_place_edit (const AfPlace *place, guint start, guint end, const char *text, int order);
/* Text in front of the old statement, or after it; or @opening, then the old statement one level in, with a closing
 * brace if @braces. */
void af_place_before (const AfPlace *place, const char *text);
void af_place_after (const AfPlace *place, const char *text);
void af_place_around (const AfPlace *place, const char *opening, gboolean braces);
/* Braces around everything that was put before and after a statement that stands alone under an if, else or loop. */
void af_place_wrap (const AfPlace *place);
/* `if (condition)` with @body under it; @body's further lines are at the inner level already; owned by the caller. */
char *af_place_guarded (const AfPlace *place, const AfExpr *condition, const char *body, gboolean braces);
/* End of the statement with a comment after it on the same line. */
guint af_place_tail (const AfSource *source, guint end);
gboolean af_place_is_compound (const AfLocation *location);
gboolean af_place_has_lines (const char *text);
/* A patch must not mix line ends: with DOS ends in the file, the new lines get them, too. */
void af_place_adopt_line_ends (const AfStyle *style, GPtrArray *edits);

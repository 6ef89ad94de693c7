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

/* synthesize.c */

/* One line that says what the candidate does; owned by the caller. */
char *af_candidate_summary (const AfStyle *style, const AfQuestion *question, const AfCandidate *candidate);
/* The routine's part of the file with the candidate's edits made, without blanks: what tells candidates apart; owned by
 * the caller. */
char *af_candidate_text (const AfStyle *style, const AfRoutine *routine, const AfCandidate *candidate);

/* schemas.c: puts an action in place; adds the edits to @candidate.  False where the schema does not fit. */
gboolean af_schema_apply (const AfStyle *style, const AfQuestion *question, AfCandidate *candidate);

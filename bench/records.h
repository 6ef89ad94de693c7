/* The tool's own records of a fault (autofix.out/records/F-*.json) against the reference repair, which undoes the
 * plant. */
#pragma once

#include "bench/session.h"

/* What the records say of one reported fault. */
typedef struct {
  guint n_snapshots, n_candidates;
  guint n_here;            /* snapshots in the lines that the reference repair touches */
  guint best_here;         /* the best rank of these, from 1; 0 when there is none */
  guint n_candidates_here; /* candidates that come from these */
  /* The candidate that is the reference repair, token by token, and came furthest; all null or 0 when there is none. */
  char *id, *schema, *rule, *summary, *verdict;
  guint rank;       /* of the fix it became; 0 when it became none */
  guint valid_rank; /* among the valid ones before confirmation; 0 when it was not valid */
  int killed_by;    /* test that it failed in; -1 when there is none */
} AfTrail;

void af_trail_free (AfTrail *trail);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfTrail, af_trail_free)

/* What the repair is compared with. */
typedef struct {
  const char *file;   /* base name of the source */
  const char *source; /* faulty */
  const char *correct;
  const GArray *lines; /* of guint: touched by the reference repair (af_patch_lines) */
} AfReference;

/* @fault: what the tool reported, its fixes give the ranks. */
AfTrail *af_trail_read (JsonObject *records, const AfShownFault *fault, const AfReference *reference);
/* The rank of the fix that @candidate became; 0 when it became none. */
guint af_candidate_rank (JsonObject *candidate, const AfShownFault *fault);
/* Why this fault has no proper fix among the first ten, as far as the records tell. */
AfReason af_trail_reason (const AfTrail *trail);
/* A candidate's source, owned by the caller; null when it changes another file or its edits do not fit. */
char *af_candidate_source (JsonObject *candidate, const AfReference *reference);

/* The session's place, from the same trails. */
int af_trails_place (const GPtrArray *trails);
/* The session's reason: from its rulings, and for what these leave open from @trails (of AfTrail, one per reported
 * fault that belongs; null for a fault without records). */
AfReason af_session_reason (const AfSession *session, const GPtrArray *trails);

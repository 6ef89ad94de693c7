/* Candidates that share runs: those that act at one place. */
#pragma once

#include "suite/suite-internal.h"

typedef struct AfSharing AfSharing;

/* Who of a group runs, and where it is written who could have run in its place. */
typedef struct {
  guint group, member, n_members;
} AfShare;

/* Groups among @candidates (of AfCandidate, borrowed) of @version; @n_tests: whose ends are remembered. */
AfSharing *af_sharing_new (const AfVersion *version, const GPtrArray *candidates, guint n_tests);
void af_sharing_free (AfSharing *sharing);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfSharing, af_sharing_free)
/* What is woven instead of the candidates: those that are in no group, and one for each group, without the @dropped
 * ones: array of AfCandidate, the sharing's. */
GPtrArray *af_sharing_candidates (AfSharing *sharing, GHashTable *dropped);
/* Gives up the groups that @messages of the compiler blame as a whole; false: they blame none. */
gboolean af_sharing_blame (AfSharing *sharing, const char *messages);
/* Whether the candidate runs as a member of a group.  The switch value of a group is the number of its first member. */
gboolean af_sharing_find (const AfSharing *sharing, const AfCandidate *candidate, AfShare *share);
guint af_sharing_switch (const AfSharing *sharing, const AfShare *share);
/* How the member ends in the test, if another one's run has shown that; thread-safe, as the next one. */
gboolean af_sharing_know (AfSharing *sharing, const AfShare *share, guint test, AfSeenEnd *seen);
/* Remembers the end for all members that are 1 in @alive (n_members bytes). */
void af_sharing_learn (AfSharing *sharing, const AfShare *share, guint test, const guint8 *alive,
                       const AfSeenEnd *seen);

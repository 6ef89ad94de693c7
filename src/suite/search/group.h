/* Candidates that act at one place in ways that can be told apart there. */
#pragma once

#include "suite/search/deed.h"
#include "suite/suite-internal.h"

#define AF_SHARING_MOST 240 /* members of a group; runtime/afrt-tests.h has the same */

typedef enum {
  AF_GROUP_CONDITION, /* they put another expression into a condition */
  AF_GROUP_STATEMENT, /* ... another assignment or return into the place of one */
  AF_GROUP_PART,      /* ... of a part of a for loop's head */
  AF_GROUP_BEFORE     /* they put a statement, perhaps with a guard, to one place */
} AfGroupKind;

/* Where a candidate acts, and what it does there. */
typedef struct {
  AfGroupKind kind;
  AfRange where;    /* what is replaced; empty: where something is put in */
  int order;        /* of the edit that puts it in */
  char *key;        /* equal for candidates that act at the same place and change the same besides */
  GPtrArray *frame; /* of AfEdit, the candidate's: what it changes besides */
  AfDeed *deed;
} AfActs;

/* Null: nothing of it can be told without a run of its own. */
AfActs *af_acts_read (const AfVersion *version, const AfCandidate *candidate);
void af_acts_free (AfActs *acts);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfActs, af_acts_free)

typedef struct {
  const AfRoutine *routine;
  GPtrArray *members; /* of AfCandidate, not owned */
  GPtrArray *acts;    /* of AfActs, parallel */
  guint leader;       /* the number that stands for the group where candidates are named */
  gboolean is_given_up;
  AfSeenEnd *ends; /* by member and test */
  guint8 *known;   /* parallel */
} AfGroup;

/* One candidate that is each of the members, but for the @dropped ones, with the number of the first one left, which
 * becomes the leader; null: none is left; owned by the caller. */
AfCandidate *af_group_woven (AfGroup *group, GHashTable *dropped);

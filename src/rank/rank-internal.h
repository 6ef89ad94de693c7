/* What the files of this room share: what the features look at, their table, their values. */
#pragma once

#include "rank/rank.h"

/* What the features look at. */
typedef struct {
  const AfFix *fix;
  const AfFault *fault;
  const AfCandidate *candidate;
  const AfSnapshot *snapshot;
  const AfAction *action; /* or null */
  AfExpr *fail;
  gboolean has_guard;      /* the patch tests the snapshot's state */
  guint n_valid, n_groups; /* fixes of the fault; their behaviours, 0: not known */
} AfEvidence;

/* --- rank.c --- */

/* Whether the patch tests the state that its snapshot tells. */
gboolean af_rank_has_guard (const AfCandidate *candidate);

/* --- words.c --- */

/* Of fixes of one group that say the same puts the better wording where the worse one was. */
void af_rank_choose_words (GPtrArray *fixes, const AfFault *fault);

/* --- features.c --- */

guint af_features_count (void);
/* The score, from the values of all features in order. */
double af_features_order (const GArray *values);
/* Whether fixes with such values have been proper, nearly all of them. */
gboolean af_features_trusted (const GArray *values);
double af_features_value (guint feature, const AfEvidence *evidence);
/* Whether the value is that of a change as a whole, also where that is made of two. */
gboolean af_features_of_whole (guint feature);
/* Whether more of it is better. */
gboolean af_features_speaks_for (guint feature);
/* By its name, for the reasons; it must exist. */
double af_features_named (const char *name, const AfEvidence *evidence);

/* --- uses.c --- */

/* What the text of a routine writes and calls. */
typedef struct {
  GHashTable *writes; /* char * (a field) -> guint: how often it is assigned or stepped */
  GHashTable *zeroed; /* likewise: how often it becomes 0, of an object that is not the routine's own */
  GHashTable *calls;  /* char * (a function) -> guint */
  guint n_through;    /* how many of the writes follow a pointer or an index */
} AfUses;

/* Of the text of a definition of a function; cleared with af_uses_clear. */
void af_uses_of_text (const char *text, AfUses *uses);
void af_uses_clear (AfUses *uses);

/* --- conventions.c --- */

/* What the module keeps to.  Names are owned by the module. */
typedef struct {
  const AfModule *module;
  GHashTable *fixed;          /* set of char *: fields that are given a value when an object is made, and never after */
  GHashTable *contract_words; /* set of char *: routines that contracts use, and no code */
  GHashTable *emptying;       /* set of char *: routines of one object that set a number in it to 0 */
} AfConventions;

void af_conventions_init (AfConventions *conventions, const AfModule *module);
void af_conventions_clear (AfConventions *conventions);
/* Whether @routine is there to look at objects, and not to change them. */
gboolean af_conventions_only_looks (const AfRoutine *routine);

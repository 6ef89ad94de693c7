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

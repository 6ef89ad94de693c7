/* What the files of this room share: what the features look at, their table, their values. */
#pragma once

#include "rank/rank.h"

/* What the features look at. */
typedef struct {
  const AfFix *fix;
  const AfFault *fault;
  const AfCandidate *candidate;
  const AfSnapshot *snapshot;
  const AfAction *action;       /* or null */
  AfExpr *fail;
  gboolean has_guard;           /* the patch tests the snapshot's state */
  guint n_valid;                /* fixes of the fault */
} AfEvidence;


/* --- features.c --- */

guint af_features_count (void);
double af_features_weight (guint feature);
double af_features_value (guint feature, const AfEvidence *evidence);
/* By its name, for the reasons; it must exist. */
double af_features_named (const char *name, const AfEvidence *evidence);

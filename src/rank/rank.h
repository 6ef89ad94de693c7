/* Ranking: which of the valid fixes is shown first, and why. */
#pragma once

#include "model/candidate.h"
#include "model/module.h"

/* Sets last_resort of each of @fixes (of AfFix with evidence): rows of resorts.def.  The order then has them last. */
void af_rank_note_resorts (GPtrArray *fixes, const AfModule *module);
/* Sets natural of each of @fixes: how much its change is like what people change (natural/). */
void af_rank_note_natural (GPtrArray *fixes, const AfModule *module);
/* Sets unrelated of each of @fixes: whether it compares what the module relates nowhere. */
void af_rank_note_unrelated (GPtrArray *fixes, const AfModule *module);
/* Sorts @fixes (of AfFix), best first: a total order.  @faithful: by suspiciousness alone.  Otherwise by the features
 * of features.def.  Sets score and reasons. */
void af_rank_fixes (GPtrArray *fixes, const AfFault *fault, gboolean faithful);
/* Name of a row of features.def, or null after the last one: what the values in fix->features are. */
const char *af_rank_feature_name (guint feature);
/* After grouping: sorts again: the best of each group before the others, among which each better fix of the same
 * behaviour costs a little, each better one of the same idea more.  Of two of a group that differ in their guard alone,
 * one that asks for the violated invariant gives its place to one that does not. */
void af_rank_spread (GPtrArray *fixes, const AfFault *fault);
/* After confirmation: sets rank, id and confidence in array order. */
void af_rank_number (GPtrArray *fixes, const AfFault *fault);

/* Ranking: which of the valid fixes is shown first, and why. */
#pragma once

#include "model/candidate.h"

/* Sorts @fixes (of AfFix), best first: a total order.  @faithful: by suspiciousness alone.  Otherwise by the features of
 * features.def.  Sets score and reasons. */
void af_rank_fixes (GPtrArray *fixes, const AfFault *fault, gboolean faithful);
/* After confirmation: sets rank, id and confidence in array order. */
void af_rank_number (GPtrArray *fixes, const AfFault *fault);

/* The change since a good revision, taken back in parts. */
#pragma once

#include "pipeline/finding/finding.h"
#include "pipeline/pipeline.h"

typedef struct AfPast AfPast;

/* Compares the module with how it was at the revision of --good, or --against, into *past, which stays null without
 * them.  False with AF_ERROR_USAGE where there is no such revision. */
gboolean af_past_recall (const AfOptions *options, AfModule *module, AfPast **past, GError **error);
void af_past_free (AfPast *past);
/* Adds candidates that take parts of that change back to @candidates, numbered after them.  @placed (of AfPlaced, most
 * suspicious first): where they may belong; it is borrowed, as @past is, while the candidates are used. */
void af_past_add_candidates (AfPast *past, const AfModule *module, const GArray *placed, GPtrArray *candidates);
/* The same to those of @finding, where its snapshots say; nothing where @past is null. */
void af_past_add_to_finding (AfPast *past, const AfModule *module, AfFinding *finding);
/* Takes those of @fixes (of AfFix) out that do what another one does, whose summary then says so, too. */
void af_past_merge (const AfPast *past, const AfModule *module, GPtrArray *fixes);
/* Says in the summary of @candidate that it was so at the revision. */
void af_past_name (const AfPast *past, AfCandidate *candidate);
/* Whether @candidate takes a part of a change back. */
gboolean af_past_made (const AfCandidate *candidate);

/* Patterns of a file as operators: what people's fixes have in common is tried at each location. */
#pragma once

#include "operators/operators.h"

typedef struct AfLearntOperators AfLearntOperators;

/* Those patterns of the file that can be used: closed ones, and open ones with a single hole, which an expression that
 * is blamed fills.  AF_ERROR_IO, see af_patterns_read. */
AfLearntOperators *af_learnt_operators_read (const char *path, GError **error);
void af_learnt_operators_free (AfLearntOperators *learnt);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfLearntOperators, af_learnt_operators_free)

/* For AfSynthesizeOptions: array of AfProvider, owned by @learnt, which must outlive the candidates. */
const GPtrArray *af_learnt_operators_providers (const AfLearntOperators *learnt);

/* What a bounded check found, as tests. */
#pragma once

#include "model/test.h"
#include "prove/prove.h"

/* Tests of @routine that may show a violation with @arguments (of AfWitness): one with just these where they can be
 * written, and those of @first and @second (of AfTest; @second nullable) with its numbers in their last call.  Array of
 * AfTest, owned by the caller; empty where nothing can be written. */
GPtrArray *af_witness_tests (const AfModule *module, const AfRoutine *routine, const GPtrArray *arguments,
                             const GPtrArray *first, const GPtrArray *second);

/* Tests of one version of a module as tests of another. */
#pragma once

#include "model/test.h"

/* @tests of @from as tests of the changed version @to, by the names of what they call: array of AfTest.  Null with
 * AF_ERROR_SOURCE when something is gone or takes other parameters. */
GPtrArray *af_tests_translate (const GPtrArray *tests, const AfModule *from, const AfModule *to, GError **error);

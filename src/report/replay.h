/* A recorded test read back, for a replay on the module as it is now. */
#pragma once

#include <json-glib/json-glib.h>

#include "model/test.h"

/* The test that results.json holds in @object.  Null with AF_ERROR_SOURCE when a called routine is gone or has changed
 * its parameters, with AF_ERROR_IO when the record is no test. */
AfTest *af_report_read_test (const AfModule *module, JsonObject *object, GError **error);

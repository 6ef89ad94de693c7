/* What valid fixes break of what the unchanged program keeps.
 *
 * In:  the fixes of one fault, ranked and grouped.   Out: fix->breaks and fix->broken.
 *
 * Relations that hold in all tests which the unchanged program passes, and hardly by accident, are contracts that
 * nobody wrote, or nearly so: a fix may break one, and pays for it. */
#pragma once

#include "validate/validate.h"

/* @module is that of the validation.  False with AF_ERROR_BUILD, AF_ERROR_SUBJECT or AF_ERROR_INTERRUPTED. */
gboolean af_kept_weigh (const AfValidation *validation, AfModule *module, const GPtrArray *fixes, GError **error);

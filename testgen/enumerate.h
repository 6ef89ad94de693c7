/* Small-scope enumeration: all tests of a routine below a size, in a fixed order.
 *
 *     g_autoptr (AfEnumeration) all = af_enumeration_new (module, routine);
 *     while ((test = af_enumeration_next (all)) != NULL) ...
 *
 * Most faults show on small inputs; a program that passes all of them is more often right than one that passes as many
 * random ones. The order is by effort: first the routine on new objects, then after one command, after two, ..., up to
 * four, with every integer from -1 to 5; before three and four commands with every integer, all those with 0 and 1
 * come.  No test comes twice. There are more than can ever be run: the caller stops when the time is up. */
#pragma once

#include "model/fault.h"

typedef struct AfEnumeration AfEnumeration;

/* Tests whose last call is @routine or, when tests cannot call it, the public routines that reach it, in turn.  @module
 * must outlive it. */
AfEnumeration *af_enumeration_new (const AfModule *module, const AfRoutine *routine);
void af_enumeration_free (AfEnumeration *enumeration);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfEnumeration, af_enumeration_free)
/* The next test, not run yet; some of its calls may turn out invalid.  Owned by the caller; null: there are no more. */
AfTest *af_enumeration_next (AfEnumeration *enumeration);

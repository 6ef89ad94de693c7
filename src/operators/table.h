/* The rows of operators.def: define the macros of the rows that are wanted, then include this; the others are left out,
 * and all are undefined after it.  Not guarded, because it is included once per use. */
#ifndef AF_OPERATOR
#define AF_OPERATOR(ID, id, prior, traits, family, shape, function, classes, meaning)
#endif
#ifndef AF_ALSO
#define AF_ALSO(ID, family, shape, function)
#endif
#ifndef AF_COMPOSED
#define AF_COMPOSED(ID, id, prior, traits, classes, meaning)
#endif
#ifndef AF_FAMILY
#define AF_FAMILY(ID, place, start, step, drafting, meaning)
#endif
#ifndef AF_STATE_FAMILY
#define AF_STATE_FAMILY(ID, pairing, meaning)
#endif
#include "operators/operators.def"
#undef AF_OPERATOR
#undef AF_ALSO
#undef AF_COMPOSED
#undef AF_FAMILY
#undef AF_STATE_FAMILY

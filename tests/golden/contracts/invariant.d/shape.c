#include "m.h"

bool gauge_valid (const Gauge *gauge)
{
  return gauge->value >= 0;
}

typedef struct { int n; } Pair;
INVARIANT bool pair_valid (Pair *pair);
bool pair_valid (Pair *pair)
{
  return pair->n > 0;
}

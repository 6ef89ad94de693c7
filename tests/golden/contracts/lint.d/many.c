/* All that is wrong is said at once. */
#include "m.h"

static int noise (int n);

int cell_get (Cell *cell)
{
  cell->reads++;
  return cell->n;
}

void cell_set (Cell *cell, int n)
{
  REQUIRE (n++ > 0 && cell != NULL);
  REQUIRE (noise (n) > 0);
  ENSURE (FORALL (i, 0, n, OLD (i) == i));
  CHECK (OLD (n) == n);
  LOOP_INVARIANT (n > 0);
  CONSUME (&cell);
  cell->n = n;
}

typedef struct { int n; } Pair;
INVARIANT int pair_valid (const Pair *pair, int n);
int pair_valid (const Pair *pair, int n)
{
  return pair->n > n;
}

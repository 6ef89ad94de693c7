/* A function that is no query must not stand in a contract. */
#include "m.h"

static int next (Cell *cell)
{
  return ++cell->n;
}

void cell_set (Cell *cell, int n)
{
  REQUIRE (cell != NULL);
  REQUIRE (next (cell) > n);
  cell->n = n;
}

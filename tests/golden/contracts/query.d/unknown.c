/* Nothing says what these do. */
#include "m.h"

int ffsl (long n);

static int lowest (const Cell *cell)
{
  return ffsl (cell->n);
}

void cell_set (Cell *cell, int n)
{
  REQUIRE (ffsl (n) < 5);
  ENSURE (lowest (cell) > 0);
  cell->n = n;
}

int cell_get (Cell *cell)
{
  return cell->n;
}

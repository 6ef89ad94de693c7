/* Nothing says what these do. */
#include "m.h"

int toascii (int n);

static int lowest (const Cell *cell)
{
  return toascii (cell->n);
}

void cell_set (Cell *cell, int n)
{
  REQUIRE (toascii (n) < 5);
  ENSURE (lowest (cell) > 0);
  cell->n = n;
}

int cell_get (Cell *cell)
{
  return cell->n;
}

/* cell_is_set is a query though nobody says so; cell_get is, because it counts in a variable of its own. */
#include "m.h"

int cell_get (Cell *cell)
{
  REQUIRE (cell != NULL);
  int n = 0;
  n++;
  return n > 0 ? cell->n : 0;
}

bool cell_is_set (const Cell *cell)
{
  REQUIRE (cell != NULL);
  return cell->n != 0;
}

void cell_set (Cell *cell, int n)
{
  REQUIRE (cell != NULL && n < 100);
  ENSURE (cell_is_set (cell) == (n != 0));
  cell->n = n;
}

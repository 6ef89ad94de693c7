#include "m.h"

int cell_get (Cell *cell)
{
  REQUIRE (cell != NULL);
  cell->reads++;
  return cell->n;
}

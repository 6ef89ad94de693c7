/* The write is one call away. */
#include "m.h"

void cell_set (Cell *cell, int n)
{
  cell->n = n;
}

int cell_get (Cell *cell)
{
  cell_set (cell, 1);
  return cell->n;
}

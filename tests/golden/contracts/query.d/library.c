/* A library function writes, two calls away. */
#include "m.h"
#include <string.h>

static void clear (int n, Cell *cell)
{
  memset (cell, n, sizeof *cell);
}

static int reset (Cell *cell)
{
  clear (0, cell);
  return 0;
}

int cell_get (Cell *cell)
{
  int n = cell->n;
  return n + reset (cell);
}

/* What is defined elsewhere is a query if its declaration says so; also of a helper that only calls such. */
#include "m.h"
#include <stddef.h>

QUERY int ffsl (long n);
int ffsll (long long n) __attribute__ ((pure));

static int lowest (const Cell *cell)
{
  return ffsll (cell->n);
}

void cell_set (Cell *cell, int n)
{
  REQUIRE (cell != NULL && ffsl (n) < 5);
  ENSURE (lowest (cell) == ffsl (n));
  cell->n = n;
}

int cell_get (Cell *cell)
{
  return cell ? cell->n : 0;
}

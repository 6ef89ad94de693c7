/* What is written is the query's own: a copy, a count, a block that it frees. */
#include "m.h"
#include <stdlib.h>
#include <string.h>

static void clear (Cell *cell)
{
  memset (cell, 0, sizeof *cell);
}

int cell_get (Cell *cell)
{
  REQUIRE (cell != NULL);
  Cell own = *cell;
  char *text = malloc (1 + sizeof own);
  if (text)
    memcpy (text, cell, sizeof own);
  free (text);
  clear (&own);
  return cell->n + own.n;
}

void cell_set (Cell *cell, int n)
{
  REQUIRE (cell != NULL);
  ENSURE (cell_get (cell) == n);
  cell->n = n;
}

/* Found only by a callback that stops late, by a row that only the user's factory makes, by a stream with a long line. */
#include "m.h"
#include <autofix/contract.h>
#include <stdlib.h>

struct Row { int n, capacity; int values[10]; };

Row *row_new (void)
{
  Row *row = calloc (1, sizeof *row);
  if (row)
    row->capacity = 4;
  return row;
}

void row_free (Row *row)
{
  free (row);
}

bool row_add (Row *row, int value)
{
  REQUIRE (row != NULL);
  CHECK (row->n != 9);
  if (row->n == row->capacity)
    return false;
  row->values[row->n++] = value;
  return true;
}

QUERY int row_count (const Row *row)
{
  REQUIRE (row != NULL);
  return row->n;
}

int row_walk (const Row *row, bool (*stop) (int value, void *context), void *context)
{
  REQUIRE (row != NULL && stop != NULL);
  int i = 0;
  while (i < row->n && !stop (0, context))
    i++;
  CHECK (i != 2 || row->n < 4);
  return i;
}

Row *row_of_ten (void)
{
  Row *row = row_new ();
  if (!row)
    return NULL;
  row->capacity = 10;
  for (int i = 0; i < 9; i++)
    row->values[row->n++] = i;
  return row;
}

int row_read (Row *row, FILE *from)
{
  REQUIRE (row != NULL && from != NULL);
  char word[8];
  int n = 0, c;
  while ((c = getc (from)) != EOF && c != '\n')
    word[n++] = (char)c;
  return n > 0 && row_add (row, word[0]);
}

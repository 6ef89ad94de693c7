#include "m.h"
#include <stdlib.h>
#include <string.h>

int shift_down (int n)
{
  char cells[8] = "abcdefg";
  if (n < 1 || n > 4)
    return 0;
  memcpy (cells, cells + n, 4);
  return cells[0];
}

int measure (int n)
{
  char text[4] = "abc";
  if (0 <= n && n < 4)
    text[n] = 'x';
  return (int)strlen (text);
}

int copied (int n)
{
  char *room = malloc (4);
  if (!room)
    return 0;
  strcpy (room, n > 3 ? "abcd" : "abc");
  n = room[0];
  free (room);
  return n;
}

int twice (int n)
{
  if (n > 100)
    return 0;
  int cells[n + 1];
  cells[0] = n;
  return 2 * cells[0];
}

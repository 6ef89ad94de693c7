#include "m.h"
#include <stdlib.h>
#include <string.h>

int shift_down (int n)
{
  char cells[8] = "abcdefg";
  if (n < 4 || n > 7)
    return 0;
  memcpy (cells, cells + n, 8 - (size_t)n);
  memmove (cells, cells + 1, 6);
  memcpy (cells, cells, 0);
  return cells[0];
}

int measure (int n)
{
  char text[4] = "abc";
  if (0 <= n && n < 3)
    text[n] = 'x';
  const char *at = text;
  return (int)(strlen (at++) + strlen (at));
}

int copied (int n)
{
  char *room = malloc (5);
  if (!room)
    return 0;
  char *end = strcpy (room, n > 3 ? "abcd" : "abc");
  n = room[0] + end[1];
  free (room);
  return n;
}

int twice (int n)
{
  if (n > 100 || n < 0)
    return 0;
  int cells[n + 1];
  cells[0] = n;
  return 2 * cells[0];
}

static size_t room_of (size_t n)
{
  return n;
}

/* Bytes that are counted need no end. */
int counted (int n)
{
  size_t size = (size_t)(n & 3) + 1;
  char *from = malloc (size), *to = malloc (size);
  if (from && to) {
    memset (from, 'x', size);
    memcpy (to, from, room_of (size) * sizeof *to);
    n = to[0];
  }
  free (from);
  free (to);
  return n;
}

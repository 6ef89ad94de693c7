/* A condition in front of a failure says what must not be. */
#include "m.h"
#include <stdio.h>
#include <stdlib.h>

int root (int n)
{
  if (n < 0)
    abort ();
  if (n > 1000000) {
    fprintf (stderr, "too large: %d\n", n);
    abort ();
  }
  int r = 0;
  while (r < 1000 && (r + 1) * (r + 1) <= n)
    r++;
  if (r * r > n)
    abort ();
  return r;
}

/* `else if` states something, too; what returns is defined behaviour and no contract. */
int pick (int i, int n)
{
  if (n <= 0)
    return -1;
  if (i < n)
    return i;
  else if (i < 0)
    abort ();
  return n;
}

int name (int kind)
{
  switch (kind & 1) {
  case 0: return 'a';
  case 1: return 'b';
  default: abort ();
  }
}

int caller (int n)
{
  return n < 0 || n > 1000000 ? 0 : root (n);
}

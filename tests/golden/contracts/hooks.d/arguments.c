/* A hook with parameters and a condition of its own. */
#include "m.h"
#include "my-assert.h"

int apart (int a, int b)
{
  int same = a == b;
  MY_SAME (same, 0, "never");
  if (a == 77)
    die ("no %d", a);
  return same;
}

int caller (int a)
{
  return apart (a, a - a);
}

/* The caller breaks the first; apart itself the second. */
#include "m.h"
#include <assert.h>

int apart (int a, int b)
{
  assert (a != b);
  int sign = a > b ? 1 : 0;
  assert (sign != 0 && sign < 2);
  return sign;
}

int caller (int a)
{
  return apart (a, 3);
}

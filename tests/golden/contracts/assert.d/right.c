#include "m.h"
#include <assert.h>

int apart (int a, int b)
{
  assert (a != b);
  int sign = a > b ? 1 : -1;
  assert (sign != 0);
  return sign;
}

int caller (int a)
{
  return a == 3 ? 0 : apart (a, 3);
}

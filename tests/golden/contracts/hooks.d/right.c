#include "m.h"
#include "my-assert.h"

int apart (int a, int b)
{
  MY_DEMAND (a != b);
  int sign = a > b ? 1 : -1;
  MY_ASSERT (sign != 0);
  insist (sign < 2);
  return sign;
}

int caller (int a)
{
  return a == 3 ? 0 : apart (a, 3);
}

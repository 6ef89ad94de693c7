/* A contract with a side effect is none. */
#include "m.h"
#include <autofix/contract.h>

int half (int n, int limit)
{
  REQUIRE (n >= 0);
  REQUIRE (n = limit);
  return n / 2;
}

int caller (int n)
{
  return half (n, 0);
}

/* The caller sees to one of three clauses. */
#include "m.h"
#include <autofix/contract.h>

int half (int n, int limit)
{
  REQUIRE (n >= 0 && n % 2 == 0);
  REQUIRE (n <= limit);
  return n / 2;
}

int caller (int n)
{
  return n >= 0 ? half (n, 100) : 0;
}

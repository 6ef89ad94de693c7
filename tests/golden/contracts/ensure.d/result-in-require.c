#include "m.h"
#include <autofix/contract.h>

int clamp (int n, int low, int high)
{
  REQUIRE (RESULT >= low);
  return n > high ? high : n;
}

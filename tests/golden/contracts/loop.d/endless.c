/* A loop without a condition has a variant, too: here it goes up. */
#include "m.h"
#include <autofix/contract.h>

int root (int n)
{
  REQUIRE (0 <= n && n <= 100);
  int i = 0;
  for (;;) {
    LOOP_VARIANT (n + 1 + i);
    if (i >= n || i > 50)
      break;
    i++;
  }
  return i;
}

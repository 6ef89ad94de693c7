/* One element too many in each. */
#include "m.h"
#include <autofix/contract.h>

int sum (const int *a, int n)
{
  REQUIRE (READABLE (a, n));
  unsigned total = 0;
  for (int i = 0; i < n; i++)
    total += (unsigned)a[i];
  return (int)(total % 1000);
}

void copy (char *to, const char *from, size_t n)
{
  REQUIRE (WRITABLE (to, n) && READABLE (from, n));
  for (size_t i = 0; i <= n; i++)
    to[i] = from[i];
}

int twice (const int *a, int n)
{
  REQUIRE (READABLE (a, n));
  return sum (a, n + 1);
}

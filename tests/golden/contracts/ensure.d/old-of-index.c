#include "m.h"
#include <autofix/contract.h>

int sum (const int *a, int n);
int sum (const int *a, int n)
{
  REQUIRE (READABLE (a, n));
  ENSURE (FORALL (i, 0, n, a[i] == OLD (a[i])));
  return n;
}

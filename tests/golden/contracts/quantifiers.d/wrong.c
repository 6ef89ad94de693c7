#include "m.h"
#include <autofix/contract.h>

bool contains (const int *a, int n, int x)
{
  REQUIRE (0 <= n && n < 8 && READABLE (a, n));
  ENSURE (RESULT == EXISTS (i, 0, n, a[i] == x));
  for (int i = 1; i < n; i++)
    if (a[i] == x)
      return true;
  return false;
}

void fill (int *a, int n, int x)
{
  REQUIRE (0 <= n && n < 8 && WRITABLE (a, n));
  ENSURE (FORALL (i, 0, n, a[i] == x));
  for (int i = 1; i < n; i++)
    a[i] = x;
}

bool sorted (const int *a, int n)
{
  REQUIRE (0 <= n && n < 8 && READABLE (a, n));
  REQUIRE (FORALL (i, 0, n, 0 <= a[i] && a[i] < 10));
  ENSURE (RESULT == FORALL (i, 0, n, FORALL (j, i + 1, n, a[i] <= a[j])));
  for (int i = 0; i + 1 < n; i++)
    if (a[i] > a[i + 1] + 1)
      return false;
  return true;
}

/* Each of a is in b. */
bool same_sets (const int *a, int n, const int *b, int m)
{
  REQUIRE (0 <= n && n < 5 && READABLE (a, n) && 0 <= m && m < 5 && READABLE (b, m));
  ENSURE (RESULT == FORALL (i, 0, n, EXISTS (j, 0, m, a[i] == b[j])));
  for (int i = 0; i < n; i++) {
    int j = 1;
    while (j < m && b[j] != a[i])
      j++;
    if (j >= m)
      return false;
  }
  return true;
}

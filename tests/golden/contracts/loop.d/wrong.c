/* root: low stays where it is; digits: one too many; grid: the inner loop goes backwards. */
#include "m.h"
#include <autofix/contract.h>

int root (int n)
{
  REQUIRE (0 <= n && n <= 10000);
  int low = 0, high = n + 1;
  while (high - low > 0) {
    LOOP_INVARIANT (low < high && low <= n);
    LOOP_VARIANT (high - low);
    int middle = low + (high - low) / 2;
    if (middle <= 100 && middle * middle <= n)
      low = middle;
    else
      high = middle;
  }
  return low;
}

int digits (unsigned n)
{
  int count = 0;
  do {
    LOOP_INVARIANT (count < 4);
    LOOP_VARIANT ((long long)n);
    n /= 10;
    count++;
  } while (n > 0);
  return count;
}

int grid (int n)
{
  REQUIRE (0 <= n && n <= 5);
  int cells = 0;
  for (int i = 0; i < n; i++) {
    LOOP_INVARIANT (cells == i * n);
    LOOP_VARIANT (n - i);
    for (int j = 0; j < n; j++) {
      LOOP_VARIANT (cells - j);
      cells += 2;
    }
  }
  return cells;
}

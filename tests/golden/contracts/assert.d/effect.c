/* What changes something is no contract, but stays in the program; the caller of a query may rely on it. */
#include "m.h"
#include <assert.h>

static int left = 1000;

static int take (int n)
{
  left -= n > 0;
  return left;
}

int apart (int a, int b)
{
  assert (take (a - a) >= 0);
  int n = 0;
  assert (++n == 1);
  assert (b != 3);
  return n;
}

int caller (int a)
{
  return apart (a, 3);
}

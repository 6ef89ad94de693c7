#include "m.h"

int last (int n, int i)
{
  if (n < 1 || n > 8 || i > 8)
    return 0;
  int a[n];
  a[0] = 1;
  a[i] = 3;
  return a[n - 1] == a[0];
}

int behind (int n, int i)
{
  if (n < 1 || n > 8 || i < 0 || i > 9)
    return 0;
  int a[n];
  return &a[i] == a + n;
}

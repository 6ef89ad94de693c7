/* options: -DNDEBUG */
#include "m.h"
#include <assert.h>

int apart (int a, int b)
{
  assert (a != b);
  return a > b;
}

int caller (int a)
{
  return apart (a, a);
}

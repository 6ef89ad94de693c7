/* Where an assert may stand: on several lines, without braces, in a switch, without a blank behind it, in an expression, in the
 * body of a macro, in one that is not compiled.  The second of a pair holds only for the right half of the arguments. */
#include "m.h"
#include <assert.h>

#define TWICE(e) do { assert (e); assert (e); } while (0)

static int cast (int a)
{
  return (assert (a != 12), a);
}

int apart (int a, int b)
{
  int n = a > b;
  assert (n == 0
          || n == 1 /* a truth value */);
  if (n)
    assert (a > b);
  else
    assert (a <= b);
  for (int i = 0; i < 3; i++)
    assert (i < 2 || a != 1000);
  switch (b) {
  case 1: assert (a != 5);assert (a != 6);n++; break;
  default: assert (b != 1);
  }
#if 0
  assert (a == 99999);
#endif
  TWICE (b != 7);
  return cast (a) + n;
}

int caller (int a)
{
  return apart (a, 3);
}

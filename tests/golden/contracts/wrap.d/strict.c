/* options: -fno-strict-overflow -fno-wrapv */
#include "m.h"

int sum (int a, int b)
{
  a += b;
  a++;
  return -a * b - a;
}

int shifted (int a)
{
  return a << 3;
}

int quotient (int a, int b)
{
  return b == 0 ? 0 : a / b;
}

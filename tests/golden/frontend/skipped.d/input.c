#include <stdarg.h>

#define DEFINE(name) int name (int a) { return a; }
#define BEGIN {

int variadic (int n, ...)
{
  return n;
}

int old_style (a, b)
  int a, b;
{
  return a + b;
}

int no_parameters ()
{
  return 1;
}

DEFINE (made)

int from_macro (int a)
BEGIN
  return a;
}

int computed (int n)
{
  void *target = n ? &&one : &&two;
  goto *target;
one:
  return 1;
two:
  return 2;
}

int jumping_asm (int n)
{
  __asm__ goto ("" : : : : out);
  n++;
out:
  return n;
}

int plain_asm (int n)
{
  __asm__ ("" : "+r" (n));
  return n;
}

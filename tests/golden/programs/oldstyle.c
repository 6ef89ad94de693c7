/* Definitions without a prototype: a test cannot call them, a program's weaver does not mind. */
#include <stdio.h>

int add (a, b)
  int a, b;
{
  return a + b;
}
static char *get (table, i) char **table; int i; { return table[i]; }
int nothing () { return 5; }
int implicit () { return 6; }

int main ()
{
  char *names[] = { "a", "b" };
  printf ("%d %s %d %d\n", add (3, 4), get (names, 1), nothing (), implicit ());
  return 0;
}

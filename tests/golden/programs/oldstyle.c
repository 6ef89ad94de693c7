/* Definitions in the style of 1978.  Those without a prototype a test cannot call; a program's weaver does not mind. */
#include <stdio.h>

int narrow (char c, float x, int (*use) (int));
static int (*choose (int n)) (int);
static int (*row (int table[][2], int i))[2];

int add (a, b)
  int a, b;
{
  return a + b;
}
static char *get (table, i) char **table; int i; { return table[i]; }
static int twice (n) int n; { return 2 * n; }
static int (*choose (n)) (int) int n; { return n ? twice : 0; }
int narrow (c, x, use)
  register char c; /* as int; */
  float x;         // as double (or not)
  int (*use) (int);
{
  return c + (int)(x * 10) + use (c);
}
static int (*row (table, i))[2] int table[][2]; int i; { return &table[i]; }
int nothing () { return 5; }
int implicit () { return 6; }

int main ()
{
  char *names[] = { "a", "b" };
  int table[][2] = { { 1, 2 }, { 3, 4 } };
  printf ("%d %d\n", narrow ('a', 2.5, choose (1)), (*row (table, 1))[1]);
  printf ("%d %s %d %d\n", add (3, 4), get (names, 1), nothing (), implicit ());
  return 0;
}

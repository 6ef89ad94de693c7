/* A result type as the argument of a macro, as libraries mark what they export. */
#include <stdio.h>

#define API(type) __attribute__ ((visibility ("default"))) type

API(const char *) name (int n);

API(const char *) name (int n)
{
  return n > 0 ? "some" : "none";
}

static API(int) twice (int n) { return 2 * n; }

int main (void)
{
  printf ("%s %s %d\n", name (0), name (1), twice (3));
  return 0;
}

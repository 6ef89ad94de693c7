/* A result type as the argument of a macro, as libraries mark what they export. */
#include <stdio.h>

#define API(type) __attribute__ ((visibility ("default"))) type

API(const char *) name (int n);

API(const char *) name (int n)
{
  return n > 0 ? "some" : "none";
}

/* A macro that adds nothing. */
#define PLAIN(type) type
#define CONST(type) const type

PLAIN(char *) first (const char *s);
PLAIN(char *)
first (const char *s)
{
  static char one[2];
  one[0] = *s;
  return one;
}

static PLAIN( CONST(char) * ) same (const char *s /* :) */) { return s; }
PLAIN(void) nothing (void) { }

static API(int) twice (int n) { return 2 * n; }

int main (void)
{
  nothing ();
  printf ("%s %s %d %s %s\n", name (0), name (1), twice (3), first ("abc"), same ("d"));
  return 0;
}

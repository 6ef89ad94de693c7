/* Attributes: constructor, destructor, cleanup, noreturn, weak, alias, section, aligned, packed, warn_unused_result, nonnull. */
#include <stdio.h>
#include <stdlib.h>

static int level;
static void __attribute__ ((constructor)) before (void) { level = 40; }
static void __attribute__ ((destructor)) after (void) { printf ("after %d\n", level); }
static void release (int **p) { printf ("release %d\n", **p); level++; }
_Noreturn static void leave (int status) { printf ("leave %d\n", status); exit (status); }
static void die (const char *why) __attribute__ ((noreturn, cold));
static void die (const char *why) { puts (why); leave (7); }
int target (int x) { return x * 3; }
int other (int x) __attribute__ ((alias ("target")));
__attribute__ ((weak)) int maybe (void);
int __attribute__ ((weak)) weak_one (void) { return 11; }
static int __attribute__ ((section (".data.special"))) placed = 6;
static _Alignas (64) char aligned[3];
struct __attribute__ ((aligned (32))) wide { char c; };
static __attribute__ ((warn_unused_result, nonnull (1), pure)) int deref (const int *p) { return *p; }
__attribute__ ((unused)) static int standard (int x) { return x; }

static int scoped (int n)
{
  int value = n, *p __attribute__ ((cleanup (release))) = &value;
  if (n > 2) { int other = 5, *q __attribute__ ((cleanup (release))) = &other; return *q + *p; }
  for (int i = 0; i < 2; i++) { int *r __attribute__ ((cleanup (release))) = &i; if (i == 1) break; }
  value = deref (p) + 1;
  return value;
}

int main (void)
{
  int one = scoped (1), three = scoped (3);
  printf ("%d %d\n", one, three);
  printf ("%d %d %d %d\n", other (4), maybe ? maybe () : -1, weak_one (), placed);
  printf ("%d %zu %d\n", (int)((unsigned long)aligned % 64), sizeof (struct wide), standard (level));
  if (level > 100) return 1;
  die ("die");
}

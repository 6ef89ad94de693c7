/* _Generic, typeof, __auto_type, _Static_assert, builtins that choose at compile time. */
#include <math.h>
#include <stddef.h>
#include <stdio.h>

#define KIND(x) _Generic ((x), int: "int", unsigned: "unsigned", char *: "string", const char *: "string", double: "double", default: "other")
#define abs_of(x) _Generic ((x), int: abs_int, double: fabs) (x)
#define SAME(a, b) __builtin_types_compatible_p (__typeof__ (a), __typeof__ (b))
#define LENGTH(a) (sizeof (a) / sizeof *(a) + sizeof (char[1 - 2 * SAME ((a), &(a)[0])]) - 1)
#define CHOOSE(c, a, b) __builtin_choose_expr (c, a, b)
#define container_of(p, t, m) ({ const __typeof__ (((t *)0)->m) *_p = (p); (t *)((char *)_p - offsetof (t, m)); })

_Static_assert (sizeof (int) == 4, "int");
struct link { struct link *next; };
struct item { int n; struct link link; int tail[2]; };
static int abs_int (int x) { return x < 0 ? -x : x; }

static int walk (struct link *head)
{
  int s = 0;
  _Static_assert (offsetof (struct item, link) == 8, "link");
  for (__auto_type l = head; l; l = l->next) { struct item *i = container_of (l, struct item, link); s = s * 10 + i->n + i->tail[s & 1]; }
  return s;
}

int main (void)
{
  struct item a = { 1, { NULL }, { 5, 6 } }, b = { 2, { &a.link }, { 7, 8 } };
  int array[7] = { 0 }, *p = array;
  __typeof__ (array[0]) x = -3; __typeof__ (b) c = b; __typeof__ (p[1]) *q = &x;
  __auto_type d = 2.5 * *q; __auto_type e = &c.tail[1];
  _Static_assert (LENGTH (array) == 7, "length");
  enum { N = sizeof (array) / sizeof array[0], M = __builtin_constant_p (N) ? 2 : 3 };
  int local[N * M];
  printf ("%s %s %s %s %s\n", KIND (x), KIND ("s"), KIND (d), KIND (1u + x), KIND (p));
  printf ("%d %g %zu %zu %d %d\n", abs_of (x), abs_of (d), LENGTH (array), sizeof local, SAME (x, *q), walk (&b.link));
  printf ("%d %s %d\n", CHOOSE (sizeof (p) == 8, p == array, "no"), CHOOSE (0, 1, "yes"), *e + __builtin_constant_p (x) * 0);
  return __builtin_expect (x == -3, 1) ? 0 : __builtin_popcount ((unsigned)x);
}

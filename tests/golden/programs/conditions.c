/* if and else without braces, dangling, empty, chained; conditions with assignments, calls, commas, nothing but a name. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct list { int v; struct list *next; } list;

static int chain (int a) { if (a < 0) return -1; else if (a == 0) return 0; else if (a < 10) { a++; return a; } else return 99; }
static int dangling (int a, int b) { if (a) if (b) return 1; else return 2; if (!a) ; else { } if (b) ; else return 3; return 4; }
static list *push (list *l, int v) { list *n; if ((n = malloc (sizeof *n)) == NULL) abort (); n->v = v, n->next = l; return n; }
static int drain (list *l)
{
  int s = 0; list *n;
  while ((n = l) && (l = n->next, true)) { s = s * 3 + n->v; free (n); }
  return s;
}
static int mixed (list *l, bool flag)
{
  int c, n = 0;
  if (l && l->next && l->next->v > 1 && !flag) n = 1; else if (!(l || flag)) n = 2;
  if (flag) n |= 4;
  if (c = n * 2, c > 3) n += c;
  if (!l) return n; else for (; l; l = l->next) if (l->v & 1) n++; else do n += 2; while (n < 5);
  return flag ? n : -n;
}
static list *reverse (list *l) { list *r = NULL, *n; for (; l; l = n) n = l->next, l->next = r, r = l; return r; }
static int deep (int a, int b, int c) { return a ? b ? c ? 1 : 2 : c ? 3 : 4 : b ? 5 : (c, 6); }
static void unlink_all (list **head, int v) { for (list **p = head; *p;) if ((*p)->v == v) { list *dead = *p; *p = dead->next; free (dead); } else p = &(*p)->next; }

int main (void)
{
  list *l = NULL;
  for (int i = 0; i < 6; i++) l = push (l, i * i % 5);
  unlink_all (&l, 4);
  l = reverse (l);
  printf ("%d %d %d %d\n", chain (-5), chain (0), chain (4), chain (20));
  printf ("%d %d %d %d\n", dangling (1, 1), dangling (1, 0), dangling (0, 0), dangling (0, 1));
  printf ("%d %d %d %d\n", mixed (l, true), mixed (l, false), mixed (NULL, false), mixed (NULL, true));
  printf ("%d %d %d %d\n", drain (l), deep (1, 1, 0), deep (1, 0, 0), deep (0, 0, 1));
  return 0;
}

/* Macros whose names stand for other macros, with the arguments behind; one that picks a macro. */
#include <stdio.h>
struct v { int a, b; };
#define set(p, q) { struct v *x = (p); const struct v *y = (q); x->a = y->a; x->b = y->b; }
#define set2 set
#define set3 set2
#define PICK(n) set3
#define FN(x) plus
#define plus(a, b) ((a) + (b))
static void put (struct v *p, const struct v *q, int n)
{
  if (n)
    set2 (p, q)
  else
    set2 (p, q);
  if (n > 1)
    puts ("x");
  else
    set3 (p, q);
  for (int i = 0; i < 2; i++)
    PICK (1) (p, q);
  while (n-- > 100)
    PICK (2)(p, q);
  printf ("%d\n", FN (1) (n, p->a));
}
static void keep (struct v *p, const struct v *q, int n)
{
  if (n)
    puts ("kept");
  else
    set2 (p, q);
}
int main (void)
{
  struct v a = { 1, 2 }, b = { 3, 4 };
  keep (&a, &b, 1);
  printf ("%d %d\n", a.a, a.b);
  put (&a, &b, 0);
  printf ("%d %d\n", a.a, a.b);
  return 0;
}

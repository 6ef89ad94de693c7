/* Function pointers, tables, callbacks, functions that return them, recursion, static and inline functions. */
#include <stdio.h>
#include <stdlib.h>

typedef int (*binary) (int, int);
static int add (int a, int b) { return a + b; }
static inline int sub (int a, int b) { return a - b; }
__attribute__ ((always_inline)) static inline int mul (int a, int b) { return a * b; }
static __attribute__ ((noinline, const)) int neg (int a, int b __attribute__ ((unused))) { return -a; }
inline int shared (int x) { return x + 1; }
extern inline int shared (int x);

static int (*select_one (char c)) (int, int) { switch (c) { case '+': return add; case '-': return &sub; case '*': return *mul; } return NULL; }
static const struct { char c; binary f; } ops[] = { { '+', add }, { '-', sub }, { '*', mul }, { '~', neg } };
static int by_value (const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return (x > y) - (x < y); }
static int apply (int n, int (*f) (int, int), int x) { return n ? apply (n - 1, f, f (x, n)) : x; }
static int ackermann (int m, int n) { return m == 0 ? n + 1 : n == 0 ? ackermann (m - 1, 1) : ackermann (m - 1, ackermann (m, n - 1)); }
static int odd (int n);
static int even (int n) { return n == 0 ? 1 : odd (n - 1); }
static int odd (int n) { return n == 0 ? 0 : even (n - 1); }
static void each (const int *a, int n, void (*f) (void *, int), void *data) { for (int i = 0; i < n; i++) f (data, a[i]); }
static void sum (void *data, int x) { *(long *)data += x; }
static int none () { return 4; }
int (plain) (int x) { return x << 1; }
static int
layout (int a,   /* one */
        int b)   // two
{ return a /
         b; }

int main (int argc, char *argv[])
{
  int a[] = { 5, 3, 9, -1, 7 };
  long total = 0;
  binary f = select_one ('*'), g[2] = { add, sub };
  qsort (a, 5, sizeof *a, by_value);
  each (a, 5, sum, &total);
  printf ("%d %d %ld %d %d\n", a[0], a[4], total, apply (4, f, 1), apply (4, select_one ('-'), 50));
  for (unsigned i = 0; i < 4; i++) printf ("%c%d ", ops[i].c, ops[i].f (6, 3));
  printf ("%d %d %d %d\n", (*f) (3, 4), (**g[1]) (9, 2), g[0] (1, 2), (argc > 5 ? add : sub) (8, 8));
  printf ("%d %d %d %d %d %d\n", ackermann (2, 3), even (10), shared (4), none (), plain (21), layout (9, 2));
  return argv[0] == NULL;
}

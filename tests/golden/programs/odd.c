/* Vectors; contracts made of nested macros; odd places for statements, declarations and operators. */
#include <autofix/contract.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int v4 __attribute__ ((vector_size (16)));
typedef float f4 __attribute__ ((vector_size (16)));
static int vectors (int n, v4 *many)
{
  v4 a = { 1, 2, 3, n }, b = a * 2 + (v4){ n, n, n, n }, *p = &b;
  f4 f = { 1, 2, 3, 4 };
  b[2] += a[3]; b[0] /= n; b[1] %= 7; b[3] <<= 1; a[n & 3]++; --a[1]; (*p)[1] = a[0]; p[0][0] -= 1; many[1][2] *= n; many[n & 1][0] |= 4;
  f[1] *= 1.5f; f += f / 2;
  v4 m = a > 2;
  return b[0] + b[1] + b[2] + b[3] + m[3] + (int)f[1] + many[1][2] + (a[1] ? a[2] : 0);
}

#define NOT_NULL(p) ((p) != NULL)
#define BETWEEN(lo, x, hi) ((lo) <= (x) && (x) <= (hi))
#define ALL(i, n, p) FORALL (i, 0, n, p)
#define SORTED(a, n) ALL (i, (n) - 1, (a)[i] <= (a)[i + 1])
#define SAME(a, b, n) ALL (k, n, EXISTS (j, 0, n, (a)[k] == (b)[j]))
#define UNCHANGED(e) ((e) == OLD (e))
#define DEMAND(c) REQUIRE (c)
#define ARRAY(a, n) DEMAND (NOT_NULL (a) && BETWEEN (0, n, 100)); DEMAND (READABLE (a, n))
#define WHEN(c, x) IMPLIES (c, x)
static int median (const int *a, int n)
{
  ARRAY (a, n);
  DEMAND (n > 0 && SORTED (a, n));
  ENSURE (WHEN (n == 1, RESULT == a[0]));
  ENSURE (UNCHANGED (n) && BETWEEN (a[0], RESULT, a[n - 1]) && SAME (a, a, n));
  return a[n / 2];
}
struct acc { int n, sum; };
static int add_all (struct acc *acc, int n, ...)
{
  __builtin_va_list ap;
  __builtin_va_start (ap, n);
  for (int i = 0; i < n; i++, acc->n++)
  {
    LOOP_INVARIANT (i <= n);
    LOOP_VARIANT (n - i);
    acc->sum += __builtin_va_arg (ap, int);
  }
  __builtin_va_end (ap);
  CHECK (acc->n >= n);
  return acc->sum;
}
/* an if without braces whose branches are macros, loops, labels, switches */
#define STEP(x) x++
#define BUMP(x) STEP (x);
#define IF(c) if (c)
#define ELSE else
#define FOREVER for (;;)
#define BLOCK(...) { __VA_ARGS__ }
static int odd (int n)
{
  int x = 0, y = (x++, n), z;
  IF (n > 1) BUMP (x) ELSE BLOCK (x--; y--;)
  if (n) for (int i = 0; i < n; STEP (i)) if (i % 2) continue; else switch (i) case 4: x += 10; else while (x > 100) x /= 2;
  FOREVER { if (x++ > 5) break; }
  z = ({ int t = x; if (t > 3) t = 3; t; }) + (y ?: 7) + ({ goto skip; skip: 1; });
  do x--; while (0);
  do if (x) y++; else y--; while (y < 0);
  BLOCK (int q = 1; x += q;)
  lab: if (x < 0) { x++; goto lab; }
  switch (n) { int unreached; case 1: unreached = 4; x += unreached; break; default: { case 2: x += 2; } }
  return x * 100 + y * 10 + z;
}
static int sizes (int n)
{
  int a[n], *p = &a[n - 1];
  char text[] = "ab\0cd", *q = text + sizeof text - 1;
  for (int i = 0; i < n; i++) i[a] = i;
  return *p + (int)sizeof a / (int)sizeof *a + (int)(q - text) + "xyz"[1] + (&a[n] - p) + 2[text] + (int)strlen (&text[3]) + *&*p;
}
static int (*table[2]) (int) = { odd, sizes };
struct ops { int (*run) (int); struct { int (**inner) (int); } deep; };
static int pointers (const struct ops *ops, int n) { return (*ops->run) (n) + (**ops->deep.inner) (n) + ops->deep.inner[1] (n) + (n ? odd : sizes) (n) + (&sizes) (3); }
typedef struct { unsigned long long big : 48; signed small : 4; _Bool yes : 1; unsigned char plain; } __attribute__ ((packed)) packed;
static long fields (packed *p, int n) { p->big += n; p->big *= 3; p->small = p->small + n; p->yes ^= 1; p->plain -= n; p->plain <<= 1; return (long)p->big + p->small * 1000 + p->yes + p->plain; }
static double mixed (long double l, float f, int n, char c) { l += f; f -= n; c += n; c *= 2; n += f; n -= l; n *= 0.5; return (double)(l * n + f / c); }
static const char *const names[][2] = { { "a", "b" }, [3] = { [1] = "z" } };
static unsigned hash (const void *data, size_t n) { const unsigned char *p = data; unsigned h = 5381; while (n--) h = h << 5 ^ *p++ ^ h >> 27; return h; }
int main (int argc, char *argv[argc + 1])
{
  v4 many[2] = { { 1, 2, 3, 4 }, { 5, 6, 7, 8 } };
  (void)argv;
  printf ("%d %d\n", vectors (3, many), vectors (2, many));
  printf ("%d %d\n", median ((int[]){ 1, 2, 5 }, 3), median (&(int){ 9 }, 1));
  struct acc acc = { 0 };
  printf ("%d\n", add_all (&acc, 3, 1, 2, 3));
  for (int i = 0; i < 6; i++) printf ("%d ", odd (i));
  printf ("%d\n", sizes (4));
  struct ops ops = { .deep.inner = table, .run = sizes };
  printf ("%d\n", pointers (&ops, 2));
  packed p = { 7, -3, 1, 200 };
  printf ("%ld ", fields (&p, 2)); printf ("%ld ", fields (&p, 3));
  printf ("%g %s %u\n", mixed (1.5L, 2.5f, 7, 3), names[3][1] ? names[3][1] : "-", hash ("hello", 5));
  return acc.n - 3;
}

/* What C has at its edges: a device of Duff, jumps computed, choices by type, bit-fields, flexible members, arrays of computed length, designators,
 * unions without a name, attributes, assembly, atomic, thread-local, complex, 128-bit and vector values, gotos out of macros. */
#include <complex.h>
#include <limits.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

/* Duff's device with interleaved macros */
#define COPY1(to, from) *(to)++ = *(from)++
static void duff (char *to, const char *from, int n)
{
  int rounds = (n + 3) / 4;
  if (n <= 0)
    return;
  switch (n % 4)
    case 0: do { COPY1 (to, from);
    case 3: *to++ = *from++;
    case 2: COPY1 (to, from); 
    case 1: *to++ = *from++; } while (--rounds > 0);
}
/* computed goto interpreter */
static long interpret (const unsigned char *code)
{
  static const void *const ops[] = { &&push, &&add, &&mul, &&jnz, &&halt };
  long stack[8], *top = stack;
#define NEXT goto *ops[*code++]
  NEXT;
push: *top++ = (signed char)*code++; NEXT;
add: top--; top[-1] += *top; NEXT;
mul: --top, top[-1] *= top[0]; NEXT;
jnz: { int off = (signed char)*code++; if (top[-1]) code += off; } NEXT;
halt: return top[-1];
}
/* generic, nested, with default first and pointers */
#define KIND(x) _Generic ((x), default: "other", int: "int", const char *: "text", char *: "text", float: "f", double _Complex: "dc", int *: "ip", int (*)(int): "fn")
static int twice (int x) { return 2 * x; }
#define MAXG(a, b) _Generic ((a) + (b), int: imax, long: lmax, default: dmax) ((a), (b))
static int imax (int a, int b) { return a > b ? a : b; }
static long lmax (long a, long b) { return a > b ? a : b; }
static double dmax (double a, double b) { return a > b ? a : b; }
/* bit-fields of all kinds */
struct bits { unsigned a : 3; signed b : 5; unsigned : 0; bool c : 1; unsigned long long d : 40; enum { RED, BLUE = 3 } e : 3; int : 2; signed char f : 7; };
static int bits (struct bits *s, int n)
{
  s->a += n; s->b -= n; s->c = n; s->d = (unsigned long long)n << 33; s->e = n & 3; s->f++;
  s->a++, --s->b, s->a <<= 1; s->b |= 1;
  return s->a + s->b * 10 + s->c * 100 + (int)(s->d >> 33) * 1000 + s->e + s->f;
}
/* flexible members */
struct flex { size_t n; struct { short k; int v[]; } tail; };
struct flex2 { int n; double d[]; };
static struct flex2 fixed = { 2, { 1.5, 2.5 } };
static double flexible (int n)
{
  struct flex2 *p = malloc (sizeof *p + n * sizeof p->d[0]);
  double sum = 0;
  if (!p) return -1;
  p->n = n;
  for (int i = 0; i < n; i++) p->d[i] = i * 0.5;
  for (double *d = p->d, *end = &p->d[p->n]; d != end; ++d) sum += *d;
  free (p);
  return sum + fixed.d[1] + fixed.d[fixed.n - 2];
}
/* VLAs: 2D parameters, typedefs, sizeof with side effects, pointers to */
static int trace_of (int n, int m[n][n]) { int t = 0; for (int i = 0; i < n; i++) t += m[i][i]; return t; }
static int vla (int n)
{
  typedef int row[n];
  row *grid = malloc (sizeof (row) * n);
  int count = n, flat[n][2 * n], (*view)[n] = (int (*)[n])flat;
  size_t size = sizeof (int[count++]);
  if (!grid) return 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      grid[i][j] = i * n + j, flat[i][2 * j] = 1, flat[i][2 * j + 1] = j;
  int t = trace_of (n, grid) + count + (int)size + view[1][1] + (int)sizeof *grid;
  free (grid);
  return t;
}
/* designated initialisers */
struct pt { int x, y; }; struct line { struct pt p[2]; const char *name; union { int i; float f; }; };
static const struct line lines[] = { [2] = { .p[1].y = 4, .p[0] = { 1, 2 }, .name = "two", .f = 1.0f }, [0].name = "zero", [0].p = { { .y = 9 }, }, [3 ... 4] = { .i = 7 } };
/* anonymous unions and structs */
typedef struct node { union { struct { int lo, hi; }; struct { int both[2]; }; struct node *next; }; enum { LEAF, INNER } kind; } node;
static int anon (node *n) { n->lo = 3; n->both[1] = 4; n->kind = INNER; return n->hi * 10 + n->both[0] + n->kind; }
/* attribute forms */
static int __attribute__ ((noinline, unused)) attr1 (int x __attribute__ ((unused)), int y) { return y; }
__attribute__ ((__const__)) static int attr2 (int x) { return x + 1; }
static int attr3 (int x) __attribute__ ((pure)); static int attr3 (int x) { return x - 1; }
static int attr4 (const char *f, ...) __attribute__ ((format (printf, 1, 2), cold, nonnull (1)));
#include <stdarg.h>
static int attr4 (const char *f, ...) { va_list ap; va_start (ap, f); char b[40]; int n = vsnprintf (b, sizeof b, f, ap); va_end (ap); return n; }
struct __attribute__ ((packed, aligned (2))) pk { char c; int i __attribute__ ((aligned (1))); short s; } __attribute__ ((may_alias));
static void cleanup (int *p) { printf ("cleanup %d\n", *p); }
static int cleaned (int n) { int v __attribute__ ((cleanup (cleanup))) = n; if (n > 2) { int w __attribute__ ((cleanup (cleanup))) = n * 2; return v + w; } return v; }
static _Noreturn void leave (int n) { exit (n); }
/* asm */
static unsigned rotate (unsigned x, int n) { unsigned r = x; __asm__ volatile ("roll %%cl, %0" : "+r" (r) : "c" (n) : "cc"); return r; }
static int asm_goto (int n) { __asm__ goto ("test %0, %0\n\tjz %l1" : : "r" (n) : "cc" : zero); return 1; zero: return 0; }
static int with_name (void) __asm__ ("renamed_symbol"); 
static int with_name (void) { register long r __asm__ ("rbx") = 5; __asm__ ("addq $1, %0" : "+r" (r)); return (int)r; }
/* long double, atomics, thread local, complex */
static long double ld (long double x, int n) { long double p = 1.0L; while (n-- > 0) p *= x; return p / 3.0L; }
static _Atomic int counter = 3; static _Atomic (long) big; _Thread_local static int mine = 1; static __thread char *tls;
static int worker (void *arg) { for (int i = 0; i < 100; i++) { counter++; atomic_fetch_add (&big, 2); mine += i; } *(int *)arg = mine; return mine % 100; }
static double complex cx (double complex z, int n) { double complex s = 0; for (int i = 0; i < n; i++) { s += z * I; s *= 1.5; z /= 2 + I; } return s; }
static __int128 wide (long a, long b) { __int128 r = (__int128)a * b; r += r >> 3; return r - 1; }
static unsigned char saturate (int v) { return v < 0 ? 0 : v > UCHAR_MAX ? UCHAR_MAX : v; }
typedef int v4 __attribute__ ((vector_size (16)));
static int vec (int n) { v4 a = { 1, 2, 3, n }, b = a * 2 + (v4){ n, n, n, n }; b[2] += a[3]; v4 m = a > 2; return b[0] + b[1] + b[2] + b[3] + m[3]; }
static int (*pick (int n)) (int) { return n ? twice : attr2; }
static int nested (int n)
{
#define OUT(x) do { if ((x) > 3) goto out; else n += (x); } while (0)
  for (;;) { OUT (n); for (int i = 0, j = 9; i < j; i++, j--) { if (i == 2) continue; if (j < 4) break; OUT (i); } switch (n) { case 0: n = 1; continue; case 1 ... 2: n++; default: break; } if (n > 50) break; n += 1; }
  return n;
out:
  return -n;
}
int main (void)
{
  char to[16] = { 0 };
  for (int i = 0; i < 10; i++) { memset (to, '.', 15); duff (to, "abcdefghij", i); puts (to); }
  printf ("%ld\n", interpret ((const unsigned char *)"\0\3\0\4\1\0\12\2\4"));
  printf ("%s %s %s %s %s %s\n", KIND (1), KIND ("a"), KIND (1.0f), KIND (I), KIND (&twice), KIND ((short)1));
  printf ("%d %ld %g\n", MAXG (1, 2), MAXG (1L, 2), MAXG (1.5, 2));
  struct bits s = { 1, 2, true, 3, BLUE, 5 };
  for (int i = -3; i < 4; i++) printf ("%d ", bits (&s, i & 7));
  printf ("\n%g %d %d\n", flexible (5), vla (3), vla (4));
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) printf ("%s %d %d %d %d\n", lines[i].name ? lines[i].name : "-", lines[i].p[0].x, lines[i].p[0].y, lines[i].p[1].y, lines[i].i);
  node nd; printf ("%d\n", anon (&nd));
  struct pk pk = { 'a', 5, 6 }; int *unaligned = NULL; (void)unaligned; pk.i++; pk.s += pk.i;
  printf ("%d %d %d %d %zu %d\n", attr1 (1, 2), attr2 (3), attr3 (4), attr4 ("%d-%s", 5, "x"), sizeof pk, pk.i + pk.s);
  printf ("%d\n", cleaned (1)); printf ("%d\n", cleaned (3));
  printf ("%u %d %d %d\n", rotate (0x80000001u, 4), asm_goto (0), asm_goto (7), with_name ());
  thrd_t t; int got = 0, res = 0; thrd_create (&t, worker, &got); thrd_join (t, &res); tls = to;
  printf ("%.5Lf %d %ld %d %d %d %s\n", ld (1.25L, 5), counter, (long)big, mine, got, res, tls);
  double complex z = cx (1 + 2 * I, 5); printf ("%.6f %.6f\n", creal (z), cimag (z)); __imag__ z = 3; printf ("%g\n", __imag__ z);
  printf ("%lld %d %d %d %d\n", (long long)(wide (1L << 40, 1L << 30) >> 20), saturate (300), saturate (-4), vec (3), pick (1)(4) + (*pick (0)) (4));
  printf ("%d %d %d\n", nested (0), nested (1), nested (4));
  struct flex *fl = (struct flex *)calloc (1, sizeof *fl + 16); if (!fl) leave (3); fl->tail.k = 2; fl->tail.v[fl->tail.k] = 7; printf ("%d %d\n", fl->tail.v[2], alignof (struct flex) > 1); free (fl);
  leave (0);
}

/* GNU C: elvis, void pointer arithmetic, zero-length, binary constants, builtins, transparent unions, __extension__, labels at the end. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef union { int *ip; const char *cp; } either __attribute__ ((transparent_union));
static int length (either e) { return e.cp ? (int)strlen (e.cp) : -1; }
static unsigned hash (const void *data, size_t n)
{
  unsigned h = 0b1011; const void *end = data + n;
  for (; data < end; data++) h = h * 31 + *(const unsigned char *)data;
  return h ?: 1;
}
static int classify (int c) { switch (c) { case '0' ... '9': return 1; case 'a' ... 'z': case 'A' ... 'Z': return 2; default: __builtin_unreachable (); } }
static int unlikely (int *p) { if (__builtin_expect (p == NULL, 0)) return -1; if (__builtin_expect (!!(*p > 3), 1)) return *p; return __extension__ (*p - 1); }
static uint32_t swap (uint32_t x) { return __builtin_bswap32 (x) + (uint32_t)__builtin_clz (x) + (uint32_t)__builtin_ffs ((int)x); }
static int checked (int a, int b) { int r; return __builtin_add_overflow (a, b, &r) ? -1 : __builtin_mul_overflow (r, 2, &r) ? -2 : r; }
static void *stack (size_t n) { char *p = __builtin_alloca (n); memset (p, 'x', n - 1); p[n - 1] = 0; printf ("%s ", p); return __builtin_return_address (0); }
static int ends (int x) { if (x) goto end; x = 4; end:; return x; }
static int array_param (int (*a)[3], int b[][3]) { return (*a)[2] + b[1][0] + (int)sizeof (*a) + a[1][1]; }
static __inline__ __attribute__ ((__gnu_inline__, __always_inline__)) int gnu (int x) { return x | 0x10; }
static int pointers (int **pp, const int *const *cc) { return **pp + *cc[0] + (*pp == cc[0]) + ((uintptr_t)pp % sizeof (int) == 0); }

int main (void)
{
  int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } }, x = 5, *p = &x;
  printf ("%d %d %u %d %d\n", length ("four"), length ((int *)NULL), hash ("abc", 3), classify ('5'), classify ('q'));
  printf ("%d %d %d %u %d %d %d\n", unlikely (NULL), unlikely (&x), unlikely (&m[0][0]), swap (0x1234), checked (1, 2), checked (2147483647, 1), checked (2000000000, 1));
  printf ("%d %d %d %d %d %d\n", stack (5) != NULL, ends (0), ends (3), array_param (m, m), gnu (1), pointers (&p, (const int *const *)&p));
  return 0;
}

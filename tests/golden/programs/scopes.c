/* Static locals, extern declarations inside functions, shadowing of every kind, declarations of functions in blocks, typedef names as variables. */
#include <stdio.h>

static int depth = 1, value = 7;
typedef int T;
struct T { int T; };

static int next (void) { static int n = 10, step = 2; static const int limit = 20; n += step; if (n > limit) n = 0, step++; return n; }
static int *counter (int k) { static int counts[3] = { [1] = 5 }; static struct { int *p; } box = { &counts[1] }; box.p += k % 2; return box.p - k % 2; }
static int outside (void) { extern int defined_later; extern int later (int); int helper (void); return later (defined_later) + helper (); }
static int shadow (int depth)
{
  int r = depth;
  { int depth = r * 2; r += depth; { int depth = 100; r += depth; } for (int depth = 0; depth < 3; depth++) r += depth; r -= depth; }
  { extern int depth_of_file; (void)depth_of_file; }
  if (r > 5) { char *depth = "text"; r += depth[1]; } else { long depth = 1; r += (int)depth; }
  { T T = 4; struct T value = { T }; r += value.T + T; }
  { int value = value = 3; r += value; }
  int next = r; r = next + value;
  return r;
}
int depth_of_file;
static int order (int n) { int a = n, b = a + 1, *c = &b, d[] = { a, b, *c }; int e = d[2] ? (int)sizeof e : 0; return a + b + *c + d[1] + e; }
int defined_later = 30;
int later (int x) { return x + depth + value; }
int helper (void) { return next () + *counter (1) + *counter (2); }

int main (void)
{
  for (int i = 0; i < 8; i++) printf ("%d ", next ());
  ++*counter (0);
  printf ("%d %d %d %d\n", outside (), shadow (1), shadow (2), order (5));
  return 0;
}

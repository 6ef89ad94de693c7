/* Statement expressions, nested, with loops, returns and jumps in them. */
#include <stdio.h>

#define MAX(a, b) ({ __typeof__ (a) _a = (a); __typeof__ (b) _b = (b); _a > _b ? _a : _b; })
#define TRY(x) ({ int _r = (x); if (_r < 0) return _r; _r; })

struct s { int v, *p; };
static int step (int x) { return x > 3 ? -x : x + 1; }
static int chain (int x) { int y = TRY (step (x)); y += TRY (step (y)); return MAX (y, x) * 10; }
static int loop (struct s *s, int n)
{
  int r = ({ int t = 0; for (int i = 0; i < n; i++) { if (i == 2) continue; t += s->p[i]; } t; });
  r += ({ struct s c = *s; c.v++; c; }).v;
  for (int i = ({ int k = 0; k + 1; }); ({ i < n; }); ({ i++; }))
    r += ({ if (i == 3) break; i; });
  while (({ int d = r; d > 50; })) r -= MAX (MAX (3, r / 2), s->v);
  if (({ int z; z = r; z & 1; })) return ({ r + 1; });
  ({ r *= 2; });
  return ({ ({ r; }) + 1; });
}

int main (void)
{
  int data[] = { 4, 8, 15, 16, 23 };
  struct s s = { 2, data };
  printf ("%d %d %d %d\n", chain (1), chain (3), chain (9), MAX (data[1], data[2]));
  for (int n = 0; n < 6; n++) printf ("%d ", loop (&s, n));
  puts ("");
  return ({ 0; });
}

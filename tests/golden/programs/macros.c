/* Macros: arguments stringised, pasted, evaluated twice or never; bodies with control flow, declarations, whole functions.
 * left: plus: defined by a macro
 * left: minus: defined by a macro
 * left: get_x: defined by a macro
 * left: get_y: defined by a macro */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

struct p { int x, y, *a; };
#define SHOW(e) printf ("%s = %d\n", #e, (int)(e))
#define TWICE(e) ((e) + (e))
#define NEVER(e) (sizeof (e) ? 1 : 0)
#define JOIN(a, b) a##b
#define CHECKED(e) do { if (!(e)) { printf ("failed: %s\n", #e); return -1; } } while (0)
#define EACH(i, n) for (int i = 0; i < (n); i++)
#define UNLESS(c) if (!(c))
#define SWAP(t, a, b) { t swap_ = a; a = b; b = swap_; }
#define FIELD(s, f) (s)->f
#define DECLARE(n, v) int n = v
#define BEGIN {
#define END }
#define FUNCTION(name, op) static int name (int a, int b) { return a op b; }
#define LIST(X) X (one, 1) X (two, 2) X (three, 3)
#define RETURN_IF(c, v) if (c) return v
#define VARIADIC(f, ...) printf (f, ##__VA_ARGS__)
#define QUOTE(...) #__VA_ARGS__
#define STRINGIFY_(x) QUOTE (x)

FUNCTION (plus, +)
FUNCTION (minus, -)
enum numbers {
#define X(n, v) JOIN (NUMBER_, n) = v,
  LIST (X)
#undef X
};
static const char *const names[] = {
#define X(n, v) [v] = #n,
  LIST (X)
#undef X
};
#define GETTER(f) static int JOIN (get_, f) (const struct p *s) { return s->f; }
GETTER (x) GETTER (y)

/* braces around it would end what it declares */
#define OPEN(name, value) int name, *JOIN (name, _at) = &name; name = 0; *JOIN (name, _at) += (value)
static int open (const struct p *s)
{
  OPEN (sum, s->x + s->y);
  sum += s->a[0];
  return *sum_at;
}

static int work (struct p *s, int n)
BEGIN
  DECLARE (r, s->a[n]);
  CHECKED (s->a[n] > 0 && s->x / (s->y + 1) < 100);
  CHECKED (n < 4);
  RETURN_IF (s->x == 9, s->y);
  EACH (i, n) EACH (j, i) { UNLESS (s->a[i] == s->a[j]) r += s->a[j] * FIELD (s, x); }
  SWAP (int, s->x, s->y)
  if (n > 1) SWAP (int, s->a[0], s->a[n - 1]) else SWAP (int, s->a[1], s->a[2]);
  r = TWICE (s->a[n - 1]) + NEVER (s->a[1000000]) + TWICE (FIELD (s, y)) + r;
  SHOW (s->a[n - 1] + FIELD (s, x));
  assert (s->a[0] != -77 && "s->a[0]");
  VARIADIC ("plain\n"); VARIADIC ("%d %s\n", s->a[n], QUOTE (s->a[n], s->x));
  puts (STRINGIFY_ (FIELD (s, x) / s->a[0]));
  return JOIN (r, ) + get_x (s) - get_y (s);
END

int main (void)
{
  int data[] = { 3, 1, 4, 1, -5 };
  struct p s = { 2, 7, data }, *t = &s;
  SHOW (work (t, 1)); SHOW (work (t, 2)); SHOW (work (t, 3)); SHOW (work (t, 4)); t->x = 9; SHOW (work (t, 0));
  SHOW (open (t));
  SHOW (plus (1, 2) * minus (t->a[0], t->a[1]));
  for (int i = NUMBER_one; i <= NUMBER_three; i++) printf ("%s ", names[i]);
  printf ("%d %s\n", EXIT_SUCCESS, __func__);
  return EXIT_SUCCESS;
}

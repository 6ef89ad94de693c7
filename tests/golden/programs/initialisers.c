/* Designated initialisers, ranges, nested and unnamed; compound literals as values, arguments, addresses; strings. */
#include <stdio.h>

struct point { int x, y; };
struct box { struct point low, high; const char *name; int tags[6]; struct { int deep[2]; union { int i; float f; }; } in; };

static const struct box table[] = {
  [2] = { .name = "two", .high = { 3, .y = 4 } },
  [0] = { { 1, 2 }, { .x = 5 }, "zero", { [1] = 7, 8, [5] = 9 }, { { 1, 2 }, { .f = 0.5f } } },
  { .low.x = 11, .tags = { [0 ... 2] = 6, [4] = 1 }, .in.deep[1] = 12 },
};
static struct point *shared = &(struct point){ 21, 22 };
static int area (struct point p) { return p.x * p.y; }
static int total (const int *a, int n) { int s = 0; while (n--) s += a[n]; return s; }

static struct box make (int k)
{
  struct box b = { .low = (struct point){ k, k + 1 }, .tags[3] = k * 2, .name = k ? "made" : "none", };
  struct box c = { b.low, b.high, .in = { .deep = { k, b.low.y } } };
  int m[][3] = { { 1, k }, { [2] = b.low.x }, [3] = { k } };
  char s[] = "con" "cat" "enated", t[4] = { 'a', "bcd"[1] }, *w[] = { "x", [2] = s + 3 };
  c.tags[0] = (int)(sizeof m / sizeof *m) + m[1][2] + t[1] + w[2][0];
  c.name = b.name;
  c = k > 1 ? c : (struct box){ .name = "small", .tags = { m[0][1] } };
  return c;
}

int main (void)
{
  for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++)
    printf ("%d %d %s %d %d %d\n", table[i].low.x, table[i].high.y, table[i].name ? table[i].name : "-", total (table[i].tags, 6), table[i].in.deep[1], table[i].in.i);
  for (int k = 0; k < 4; k++) {
    struct box b = make (k);
    printf ("%s %d %d %d\n", b.name, b.low.y, b.tags[0], b.in.deep[1]);
  }
  struct point *p = &(struct point){ .y = 3, .x = 2 };
  p->x += area ((struct point){ 2, 3 }) + total ((int[]){ 1, 2, 3 }, 3) + shared->y + (int[2]){ 4, 5 }[1];
  printf ("%d %d\n", p->x, make (3).tags[0]);
  return 0;
}

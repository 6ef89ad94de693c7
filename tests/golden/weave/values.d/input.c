#include <stddef.h>
#include <string.h>

typedef struct Point { int x, y; } Point;
typedef int (*Order) (int, int);
enum { SIZE = 8 };
static int table[SIZE];

int sum (const int *p, int n)
{
  int total = 0;
  for (int i = 0; i < n; i++)
    total += p[i];
  return total;
}

int pick (int i, int shift, Order order)
{
  int *cell = &table[i];
  if (order (i, shift) > 0) return table[i] << shift;
  *cell = -table[i + 1] / (i - shift);
  return *cell;
}

Point middle (Point a, Point b)
{
  Point m = { (a.x + b.x) / 2, 0 };
  m.y = (a.y + b.y) / 2;
  return m;
}

void copy (char *to, const char *from, size_t n)
{
  do memcpy (to, from, n); while (strlen (to) > n);
}

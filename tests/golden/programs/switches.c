/* switch: fall-through, case ranges, default in the middle, nesting, no braces, declarations, enumerators. */
#include <stdio.h>

enum colour { RED, GREEN = 5, BLUE };

static int fall (int x)
{
  int r = 0;
  switch (x) {
  case 0:
  case 1: r += 1;
    /* fall through */
  case 2:
    r += 10;
    __attribute__ ((fallthrough));
  default:
    r += 100;
    break;
  case 7 ... 9:
    return -x;
  case -3: {
    int r = 5;
    r++;
    return r;
  }
  case 40:;
  }
  return r;
}

static const char *name (enum colour c)
{
  switch (c) {
  case RED: return "red";
  case GREEN: return "green";
  case BLUE: break;
  }
  return "blue";
}

static int nested (int a, int b)
{
  switch (a)
  case 1: case 2:
    switch (b) {
      int kept;
    case 1: kept = 4; return kept;
    default: while (b-- > 0) { if (b == 2) continue; switch (b) { case 3: goto out; } }
    }
  return a;
out:
  return 99;
}

static long wide (unsigned long long x)
{
  switch (x) { case 0xffffffffffffffffull: return 1; case 1ull << 40: return 2; }
  switch ((char)x) { case 'a': return 3; case '\n': return 4; }
  return 0;
}

int main (void)
{
  for (int i = -4; i < 11; i++)
    printf ("%d ", fall (i));
  printf ("%d\n%s %s %s\n", fall (40), name (RED), name (GREEN), name (BLUE));
  printf ("%d %d %d %d\n", nested (1, 1), nested (2, 9), nested (2, 3), nested (3, 1));
  printf ("%ld %ld %ld %ld\n", wide (-1ull), wide (1ull << 40), wide ('a'), wide ('\n'));
  return 3;
}

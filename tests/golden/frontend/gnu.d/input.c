#include <stddef.h>

typedef struct { unsigned char kind : 3; int size; int cells[]; } Block;
typedef int (*Step) (int);

static inline int twice (int n) { return n * 2; }
extern inline int thrice (int n) { return 3 * n; }

int inside (int n)
{
  int most = __extension__ ({
    int best = 0;
    for (int i = 0; i < n; i++)
      best = i * i > best ? i * i : best;
    best;
  });
  return most ?: n;
}

int generic (int n, long wide)
{
  return _Generic (n, int: n, default: 0) + (int)_Generic (wide, long: wide + 1, default: 0L);
}

int sized (int n)
{
  int cells[n], grid[2][n + 1];
  cells[0] = n, grid[1][n] = 2;
  return cells[0] + grid[1][n];
}

int literal (Block *block, Step step)
{
  const int *three = (const int[]){ [2] = 5, [0] = 1 };
  Block one = { .size = 4, .kind = 2 };
  block->kind = one.kind;
  block->cells[0] = (int)offsetof (Block, cells);
  return step (three[2]) + (*step) (twice (one.size)) + thrice (1);
}

int computed (int n)
{
  __label__ up, out;
  static void *const places[] = { &&up, &&out };
up:
  if (++n < 10)
    goto *places[n > 5];
out:
  return n;
}

int ranges (int c)
{
  switch (c) {
  case 'a' ... 'z':
    c -= 'a';
    __attribute__ ((fallthrough));
  case '0' ... '9':
    return c;
  }
  __asm__ ("" : "+r" (c));
  return __builtin_expect (c > 0, 1) ? c : -1;
}

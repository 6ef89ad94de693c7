#include <stdlib.h>

static int counter;

int loops (int n)
{
  int i, sum = 0;
  for (i = 0; i < n; i++) {
    if (i == 3)
      continue;
    if (i == 7) break;
    sum += i;
  }
  for (; i > 0;)
    i--;
  for (;;) {
    if (sum-- <= 0)
      break;
  }
  for (int k = 0, m = 1; k < m;)
    k++;
  for (i = 0;; i++)
    if (i > n) return i;
  while (n > 0) n /= 2;
  do { n++; } while (n < 5) ;
  do n--; while (0);
  return sum /* ; */ ;
}

int branches (int a, int b)
{
  if (a) b = 1; else if (b) { b = 2; } else b = 3;
  if (a > b)
    ;
  else
    a = b;
  switch (a) {
  case 0:
    b = 10;
    /* falls through */
  case 1: {
    b++;
    break;
  }
  case 2: case 3:
    return b;
  default:
    b = 0;
  }
  switch (b)
  case 4: a = 4;
  return a;
}

int jumps (char *p)
{
  if (!p)
    goto out;
again:
  if (*p++ == ' ')
    goto again;
  if (*p == 'x')
    abort ();
  {
    int inner = *p;
    counter += inner;
  }
out:
  return counter;
}

void forever (void)
{
  for (;;)
    ;
}

void last_label (int *p)
{
  if (!p)
    goto done;
  *p = 1, p[1] = 2;
done:;
}

_Noreturn void die (void);
void stop (int code)
{
  if (code)
    die ();
  else
    exit (code);
}

int duff (int n)
{
  int done = 0;
  switch (n % 2) {
  case 0:
    do {
      done++;
  case 1:
      done++;
    } while (--n > 0);
  }
  return done;
}

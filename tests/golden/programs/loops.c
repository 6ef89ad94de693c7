/* for, while, do; break and continue in nested loops; Duff's device; empty bodies. */
#include <stdio.h>

static int nested (int n)
{
  int sum = 0;
  for (int i = 0, j = n; i < j; i++, j--) {
    if (i == 2)
      continue;
    while (sum < 1000) {
      sum += i;
      if (sum % 3 == 0) break;
      do {
        sum++;
        if (sum % 5 == 0)
          continue;
        if (sum % 7 == 0)
          break;
      } while (sum % 4);
      if (sum > 50)
        break;
    }
  }
  return sum;
}

static void copy (char *to, const char *from, int count)
{
  int n = (count + 3) / 4;
  switch (count % 4) {
  case 0: do { *to++ = *from++;
  case 3:      *to++ = *from++;
  case 2:      *to++ = *from++;
  case 1:      *to++ = *from++;
          } while (--n > 0);
  }
}

static int empty (const char *s)
{
  int n = 0, m;
  for (; *s++; n++);
  for (m = 0; ; ) if (++m > 4) break;
  for (;;) { if (m-- < 0) break; else continue; }
  while (n-- > 3) ;
  do ; while (0);
  do n++; while (n < 0);
  return n + m;
}

static unsigned collatz (unsigned n)
{
  unsigned steps = 0;
  while (n != 1) n = n & 1 ? steps++, 3 * n + 1 : n / 2, steps++;
  return steps;
}

int main (void)
{
  char a[16] = { 0 };
  copy (a, "hello, world", 12);
  printf ("%d %d %d\n", nested (3), nested (10), nested (25));
  printf ("%s %d %u\n", a, empty ("abcdefg"), collatz (27));
  for (char c = 'a', *p = a; c < 'e' && *p; c++, p++)
    for (short k = 0; k < 2; ++k)
      if (k) putchar (c); else putchar (*p);
  puts ("");
  return 0;
}

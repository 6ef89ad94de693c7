/* Loops of all forms, some of them long. */
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include <autofix/contract.h>

unsigned long triangle (unsigned n)
{
  unsigned long sum = 0;
  for (unsigned i = 1; i <= n && i != 0; i++)
    sum += i;
  return sum;
}

unsigned fibonacci (unsigned n)
{
  unsigned a = 0, b = 1;
  while (n-- > 0) {
    unsigned t = a + b;
    a = b;
    b = t;
  }
  return a;
}

bool is_prime (unsigned n)
{
  if (n < 2)
    return false;
  for (unsigned d = 2; d <= n / d; d++)
    if (n % d == 0)
      return false;
  return true;
}

unsigned collatz (unsigned long n)
{
  REQUIRE (0 < n && n < 100000);
  unsigned steps = 0;
  for (; n != 1; steps++)
    n = n % 2 ? 3 * n + 1 : n / 2;
  return steps;
}

int digit_sum (int n)
{
  int sum = 0;
  do {
    int d = n % 10;
    sum += d < 0 ? -d : d;
  } while (n /= 10);
  return sum;
}

const int *last_of (const int *a, size_t n, int x)
{
  REQUIRE (READABLE (a, n));
  for (const int *p = a + n; p-- > a;)
    if (*p == x)
      return p;
  return NULL;
}

void shift_right (int *a, size_t n)
{
  REQUIRE (WRITABLE (a, n));
  for (size_t i = n; i-- > 1;)
    a[i] = a[i - 1];
}

int longest_run (const int *a, int n)
{
  REQUIRE (n >= 0 && READABLE (a, n));
  int best = 0;
  for (int i = 0, start = 0; i < n; i++) {
    if (a[i] != a[start])
      start = i;
    if (i - start + 1 > best)
      best = i - start + 1;
  }
  return best;
}

void copy_unrolled (char *to, const char *from, size_t n)
{
  REQUIRE (WRITABLE (to, n) && READABLE (from, n));
  size_t rounds = (n + 3) / 4;
  if (n == 0)
    return;
  switch (n % 4) {
    do {
    case 0:
      *to++ = *from++;
      /* fall through */
    case 3:
      *to++ = *from++;
      /* fall through */
    case 2:
      *to++ = *from++;
      /* fall through */
    case 1:
      *to++ = *from++;
    } while (--rounds > 0);
  }
}

bool find_pair (const int *a, int n, int sum, int *first, int *second)
{
  REQUIRE (n >= 0 && READABLE (a, n) && first != NULL && second != NULL);
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      if ((long)a[i] + a[j] == sum) {
        *first = i;
        *second = j;
        goto found;
      }
  return false;
found:
  return true;
}

unsigned bounded_sum (const unsigned char *p, unsigned n)
{
  REQUIRE (READABLE (p, n));
  unsigned sum = 0;
  while (n) {
    sum += *p++;
    n--;
    if (sum > UCHAR_MAX)
      break;
  }
  return sum;
}

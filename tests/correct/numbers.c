/* Numbers that must not overflow. */
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include <autofix/contract.h>

int clamp (int x, int low, int high)
{
  REQUIRE (low <= high);
  ENSURE (low <= RESULT && RESULT <= high);
  return x < low ? low : x > high ? high : x;
}

bool add_checked (int a, int b, int *sum)
{
  REQUIRE (sum != NULL);
  if ((b > 0 && a > INT_MAX - b) || (b < 0 && a < INT_MIN - b))
    return false;
  *sum = a + b;
  return true;
}

bool multiply_checked (long a, long b, long *product)
{
  REQUIRE (product != NULL);
  return !__builtin_mul_overflow (a, b, product);
}

unsigned absolute (int x)
{
  return x < 0 ? -(unsigned)x : (unsigned)x;
}

int average (int a, int b)
{
  return (int)(((long long)a + b) / 2);
}

unsigned gcd (unsigned a, unsigned b)
{
  while (b != 0) {
    unsigned t = a % b;
    a = b;
    b = t;
  }
  return a;
}

unsigned long power (unsigned long base, unsigned exponent)
{
  unsigned long result = 1;
  while (exponent) {
    if (exponent & 1)
      result *= base;
    base *= base;
    exponent >>= 1;
  }
  return result;
}

bool parse_int (const char *s, int *value)
{
  REQUIRE (s != NULL && value != NULL);
  char *end;
  errno = 0;
  long n = strtol (s, &end, 10);
  if (end == s || *end != '\0' || errno == ERANGE || n < INT_MIN || n > INT_MAX)
    return false;
  *value = (int)n;
  return true;
}

int digits_of (unsigned x)
{
  int n = 1;
  while (x >= 10) {
    x /= 10;
    n++;
  }
  return n;
}

bool is_leap (int year)
{
  return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

int days_of (int month, int year)
{
  REQUIRE (1 <= month && month <= 12);
  static const signed char days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
  return days[month - 1] + (month == 2 && is_leap (year));
}

int modulo (int a, int n)
{
  REQUIRE (n > 0);
  ENSURE (0 <= RESULT && RESULT < n);
  int r = a % n;
  return r < 0 ? r + n : r;
}

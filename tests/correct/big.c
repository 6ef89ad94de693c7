/* Numbers of any length, the lowest digit first. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <autofix/contract.h>

typedef struct Big {
  size_t n;
  uint32_t *digits;
} Big;

INVARIANT bool big_valid (const Big *b)
{
  return b->digits != NULL && (b->n == 0 || b->digits[b->n - 1] != 0);
}

static Big *make (size_t n)
{
  Big *b = malloc (sizeof *b);
  if (!b)
    return NULL;
  b->n = n;
  b->digits = calloc (n + 1, sizeof *b->digits);
  if (!b->digits) {
    free (b);
    return NULL;
  }
  return b;
}

static Big *trim (Big *b)
{
  while (b->n > 0 && b->digits[b->n - 1] == 0)
    b->n--;
  return b;
}

Big *big_of (uint64_t x)
{
  Big *b = make (2);
  if (!b)
    return NULL;
  b->digits[0] = (uint32_t)x;
  b->digits[1] = (uint32_t)(x >> 32);
  return trim (b);
}

void big_free (Big *b)
{
  if (b) {
    free (b->digits);
    free (b);
  }
}

int big_compare (const Big *a, const Big *b)
{
  REQUIRE (a != NULL && b != NULL);
  if (a->n != b->n)
    return a->n < b->n ? -1 : 1;
  for (size_t i = a->n; i-- > 0;)
    if (a->digits[i] != b->digits[i])
      return a->digits[i] < b->digits[i] ? -1 : 1;
  return 0;
}

Big *big_sum (const Big *a, const Big *b)
{
  REQUIRE (a != NULL && b != NULL);
  size_t n = a->n > b->n ? a->n : b->n;
  Big *sum = make (n + 1);
  uint64_t carry = 0;
  for (size_t i = 0; sum && i <= n; i++) {
    carry += (uint64_t)(i < a->n ? a->digits[i] : 0) + (i < b->n ? b->digits[i] : 0);
    sum->digits[i] = (uint32_t)carry;
    carry >>= 32;
  }
  return sum ? trim (sum) : NULL;
}

Big *big_difference (const Big *a, const Big *b)
{
  REQUIRE (a != NULL && b != NULL && big_compare (a, b) >= 0);
  Big *d = make (a->n);
  int64_t borrow = 0;
  for (size_t i = 0; d && i < a->n; i++) {
    borrow += (int64_t)a->digits[i] - (i < b->n ? b->digits[i] : 0);
    d->digits[i] = (uint32_t)borrow;
    borrow = borrow < 0 ? -1 : 0;
  }
  return d ? trim (d) : NULL;
}

Big *big_product (const Big *a, const Big *b)
{
  REQUIRE (a != NULL && b != NULL && a->n < 50 && b->n < 50);
  Big *p = make (a->n + b->n);
  for (size_t i = 0; p && i < a->n; i++) {
    uint64_t carry = 0;
    for (size_t j = 0; j < b->n; j++) {
      carry += (uint64_t)a->digits[i] * b->digits[j] + p->digits[i + j];
      p->digits[i + j] = (uint32_t)carry;
      carry >>= 32;
    }
    p->digits[i + b->n] = (uint32_t)carry;
  }
  return p ? trim (p) : NULL;
}

uint32_t big_divide (Big *b, uint32_t d)
{
  REQUIRE (b != NULL && d != 0);
  ENSURE (RESULT < d);
  uint64_t rest = 0;
  for (size_t i = b->n; i-- > 0;) {
    rest = rest << 32 | b->digits[i];
    b->digits[i] = (uint32_t)(rest / d);
    rest %= d;
  }
  trim (b);
  return (uint32_t)rest;
}

bool big_is_even (const Big *b)
{
  REQUIRE (b != NULL);
  return b->n == 0 || b->digits[0] % 2 == 0;
}

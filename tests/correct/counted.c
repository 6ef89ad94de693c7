/* Buffers with their sizes beside them, and no contract that says so. */
#include <stddef.h>
#include <string.h>

void copy_chars (char *to, const char *from, int k)
{
  if (to == NULL || from == NULL)
    return;
  for (int i = 0; i < k; i++)
    to[i] = from[i];
}

void fill_chars (char *p, int c, size_t amount)
{
  if (p != NULL)
    memset (p, c, amount);
}

long sum_of (int n, const int *a)
{
  long sum = 0;
  while (a != NULL && n-- > 0)
    sum += a[n];
  return sum;
}

size_t copy_limited (char *dst, const char *src, size_t room)
{
  size_t i = 0;
  if (room == 0 || dst == NULL || src == NULL)
    return 0;
  while (i + 1 < room && src[i] != '\0') {
    dst[i] = src[i];
    i++;
  }
  dst[i] = '\0';
  return i;
}

int index_of (const int *v, int limit, int x)
{
  if (v != NULL && limit > 0)
    for (const int *p = v; p < v + limit; p++)
      if (*p == x)
        return (int)(p - v);
  return -1;
}

void reverse_in_place (unsigned char *p, unsigned amount)
{
  if (amount == 0 || !p)
    return;
  for (unsigned char *q = p + amount - 1; p < q; p++, q--) {
    unsigned char c = *p;
    *p = *q;
    *q = c;
  }
}

double mean (const double values[], unsigned n)
{
  double sum = 0;
  for (unsigned i = 0; values && i < n; i++)
    sum += values[i];
  return n && values ? sum / n : 0;
}

int same_bytes (const void *a, const void *b, size_t size)
{
  return a && b && memcmp (a, b, size) == 0;
}

int largest (const int *a, int n)
{
  if (a == NULL || n <= 0)
    return 0;
  int best = a[0];
  for (int i = 1; i < n; i++)
    best = a[i] > best ? a[i] : best;
  return best;
}

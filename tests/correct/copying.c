/* Copies of text and of memory. */
#include <stdlib.h>
#include <string.h>

#include <autofix/contract.h>

char *text_copy (const char *s)
{
  REQUIRE (s != NULL);
  char *p = malloc (strlen (s) + 1);
  if (p == NULL)
    return NULL;
  memcpy (p, s, strlen (s) + 1);
  return p;
}

char *text_copy_n (const char *s, size_t n)
{
  REQUIRE (s != NULL && n < 4096);
  const char *end = memchr (s, '\0', n);
  size_t length = end ? (size_t)(end - s) : n;
  char *p = malloc (length + 1);
  if (!p)
    return NULL;
  memcpy (p, s, length);
  p[length] = '\0';
  return p;
}

char *text_copy_by_hand (const char *s)
{
  REQUIRE (s);
  size_t n = 0;
  while (s[n] != '\0')
    n++;
  char *p = malloc (n + 1), *q = p;
  if (!p)
    return NULL;
  while ((*q++ = *s++))
    ;
  return p;
}

void *memory_copy (const void *data, size_t size)
{
  REQUIRE (READABLE ((const char *)data, size));
  void *p = malloc (size ? size : 1);
  return p && size ? memcpy (p, data, size) : p;
}

size_t text_copy_into (char *out, size_t size, const char *s)
{
  REQUIRE (s != NULL && WRITABLE (out, size));
  size_t length = strlen (s);
  if (size > 0) {
    size_t n = length < size - 1 ? length : size - 1;
    memcpy (out, s, n);
    out[n] = '\0';
  }
  return length;
}

char *text_copy_padded (const char *s, size_t width)
{
  REQUIRE (s && width < 200);
  char *p = malloc (width + 1);
  if (!p)
    return NULL;
  strncpy (p, s, width);
  p[width] = '\0';
  return p;
}

int *numbers_copy (const int *a, int n)
{
  REQUIRE (n >= 0 && READABLE (a, n));
  int *copy = malloc (((size_t)n + 1) * sizeof *copy);
  if (copy == NULL)
    return NULL;
  for (int i = 0; i < n; i++)
    copy[i] = a[i];
  copy[n] = 0;
  return copy;
}

char *text_repeat (const char *s, unsigned times)
{
  REQUIRE (s != NULL && times < 50);
  size_t n = strlen (s);
  char *p = malloc (n * times + 1), *at = p;
  if (!p)
    return NULL;
  while (times-- > 0)
    at = (char *)memcpy (at, s, n) + n;
  *at = '\0';
  return p;
}

size_t text_put (char *out, const char *s, size_t room)
{
  REQUIRE (out != NULL && s != NULL);
  size_t n = strlen (s);
  if (room == 0)
    return n;
  size_t fits = n < room ? n : room - 1;
  memcpy (out, s, fits);
  out[fits] = '\0';
  return n;
}

void digits_put (int number, char *into, int room)
{
  REQUIRE (into != NULL);
  unsigned rest = number < 0 ? 0u - (unsigned)number : (unsigned)number;
  int n = 0;
  if (room <= 0)
    return;
  do {
    if (n + 1 < room)
      into[n++] = (char)('0' + rest % 10);
    rest /= 10;
  } while (rest > 0);
  into[n] = '\0';
}

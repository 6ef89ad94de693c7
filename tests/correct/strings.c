/* What string.h has, written anew. */
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include <autofix/contract.h>

size_t my_length (const char *s)
{
  REQUIRE (s != NULL);
  const char *p = s;
  while (*p)
    p++;
  return (size_t)(p - s);
}

int my_compare (const char *a, const char *b)
{
  REQUIRE (a != NULL && b != NULL);
  while (*a && *a == *b)
    a++, b++;
  return (unsigned char)*a - (unsigned char)*b;
}

const char *my_find (const char *s, char c)
{
  REQUIRE (s != NULL);
  for (; *s != c; s++)
    if (*s == '\0')
      return NULL;
  return s;
}

bool starts_with (const char *s, const char *prefix)
{
  REQUIRE (s != NULL && prefix != NULL);
  while (*prefix)
    if (*s++ != *prefix++)
      return false;
  return true;
}

bool ends_with (const char *s, const char *suffix)
{
  REQUIRE (s != NULL && suffix != NULL);
  size_t n = my_length (s), m = my_length (suffix);
  return m <= n && my_compare (s + n - m, suffix) == 0;
}

void reverse (char *s)
{
  REQUIRE (s != NULL);
  char *end = s + my_length (s);
  while (s < end) {
    char c = *s;
    *s++ = *--end;
    *end = c;
  }
}

void to_upper (char *s)
{
  REQUIRE (s != NULL);
  for (; *s; ++s)
    if (*s >= 'a' && *s <= 'z')
      *s -= 'a' - 'A';
}

bool is_palindrome (const char *s)
{
  REQUIRE (s != NULL);
  size_t n = my_length (s);
  for (size_t i = 0; i < n / 2; i++)
    if (s[i] != s[n - 1 - i])
      return false;
  return true;
}

unsigned remove_char (char *s, char c)
{
  REQUIRE (s != NULL && c != '\0');
  char *to = s;
  unsigned n = 0;
  for (const char *from = s; *from; from++)
    if (*from != c)
      *to++ = *from;
    else
      n++;
  *to = '\0';
  return n;
}

int to_number (const char *s)
{
  REQUIRE (s != NULL);
  int n = 0;
  for (; *s >= '0' && *s <= '9'; s++) {
    if (n > 214748363)
      return -1;
    n = n * 10 + (*s - '0');
  }
  return n;
}

char *number_text (unsigned n)
{
  char digits[12], *p = digits + sizeof digits;
  *--p = '\0';
  do
    *--p = (char)('0' + n % 10);
  while (n /= 10);
  size_t size = (size_t)(digits + sizeof digits - p);
  char *text = malloc (size);
  for (size_t i = 0; text && i < size; i++)
    text[i] = p[i];
  return text;
}

/* Sizes given to library functions: calculated, changed on the way, none at all. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <autofix/contract.h>

static size_t text_length (const char *s)
{
  size_t n = 0;
  while (s[n])
    n++;
  return n;
}

int fill (int n)
{
  REQUIRE (0 <= n && n < 50);
  char *p = malloc ((size_t)n);
  if (!p)
    return 0;
  memset (p, 0, n++);
  free (p);
  return n;
}
int moved (int n)
{
  REQUIRE (0 <= n && n < 50);
  char *p = calloc ((size_t)n, 1), *q = malloc ((size_t)n);
  int at = n;
  if (p && q)
    memmove (q, p, at++);
  free (p);
  free (q);
  return at;
}
int total_copy (int n)
{
  REQUIRE (0 <= n && n < 50);
  char *p = calloc ((size_t)n, 1), *q = malloc ((size_t)n);
  if (p && q)
    memcpy (q, p, n++);
  free (p);
  free (q);
  return n;
}
int near_end (int n)
{
  REQUIRE (1 <= n && n < 50);
  char *p = malloc ((size_t)n);
  char q[1] = "";
  if (!p)
    return 0;
  memset (p, 'a', (size_t)n);
  strncpy (q, p + n, 0);
  free (p);
  return q[0];
}
int cat_end (int n)
{
  REQUIRE (1 <= n && n < 50);
  char *p = malloc ((size_t)n);
  char q[8] = "abc";
  if (!p)
    return 0;
  memset (p, 'a', (size_t)n);
  strncat (q, p + n, 0);
  free (p);
  return q[0];
}
int nested (const char *s)
{
  REQUIRE (s);
  char *p = strcpy (malloc (strlen (s) + 1), s);
  char *q = strcpy (malloc (2 * strlen (p) + 1), p);
  int n = strlen (strcat (q, p)) == 2 * strlen (s);
  free (q);
  free (p);
  return n;
}
int own_length (const char *s)
{
  REQUIRE (s);
  char *p = malloc (text_length (s) + 1);
  if (!p)
    return 0;
  memmove (p, s, text_length (s) + 1);
  int n = (int)text_length (p);
  free (p);
  return n;
}
int vla (int n)
{
  REQUIRE (1 <= n && n < 50);
  int a[n];
  memset (a, 0, sizeof a);
  memset (a, 0xff, (size_t)n * sizeof *a);
  return a[n - 1];
}
int assigned (int n)
{
  REQUIRE (0 <= n && n < 50);
  int size, i = 0;
  char *p = malloc ((size_t)n + 1);
  if (!p)
    return 0;
  memset (p, 'x', size = n + 1);
  p[size - 1] = 0;
  memset (p, 'x', i = i + n);
  free (p);
  return size;
}
int cmp_end (const char *s)
{
  REQUIRE (s);
  return memcmp (s + strlen (s) + 1, "abc", 0) == 0;
}
int memchr_end (const char *s)
{
  REQUIRE (s);
  return memchr (s + strlen (s) + 1, 'a', 0) == NULL;
}
int comma (const char *s)
{
  REQUIRE (s);
  size_t n;
  char *p;
  if ((n = strlen (s), p = malloc (n + 1)) == NULL)
    return 0;
  memcpy (p, s, (n++, n));
  free (p);
  return (int)n;
}
int through (const char *s)
{
  REQUIRE (s);
  void *(*copy) (void *, const void *, size_t) = memcpy;
  char *p = malloc (strlen (s) + 1);
  if (!p)
    return 0;
  copy (p, s, strlen (s) + 1);
  (memcpy) (p, s, (strlen)(s) + 1);
  free (p);
  return 1;
}
struct item {
  int kind;
  char name[12];
  double value;
};
int struct_copy (int n)
{
  struct item a, b[4];
  memset (&a, 0, sizeof a);
  snprintf (a.name, sizeof a.name, "%d", n);
  for (int i = 0; i < 4; i++)
    memcpy (&b[i], &a, sizeof *b);
  memmove (b, b + 1, 3 * sizeof *b);
  memmove (b + 1, b, sizeof b - sizeof b[0]);
  return memcmp (b, b + 1, sizeof a) == 0 ? b[3].kind : -1;
}
int two_d (int n)
{
  REQUIRE (0 <= n && n < 4);
  int m[4][4];
  memset (m, 0, sizeof m);
  memcpy (m[n], m[3 - n], sizeof m[0] * (n != 3 - n));
  memset (&m[n][0], 0, sizeof m[n]);
  return m[n][n];
}

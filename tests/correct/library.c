/* What is given to library functions: results of other calls. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <autofix/contract.h>

static char *pass (char *p)
{
  return p;
}
static const char *skip (const char *s)
{
  while (*s == ' ')
    s++;
  return s;
}

size_t bounded_length (const char *s, size_t max)
{
  REQUIRE (s != NULL);
  const char *end = memchr (s, '\0', max);
  return end ? (size_t)(end - s) : max;
}
char *copy_calls (const char *s)
{
  REQUIRE (s != NULL);
  char *p = malloc (strlen (skip (s)) + 1);
  if (!p)
    return NULL;
  return memcpy (pass (p), skip (s), strlen (skip (s)) + 1);
}
char *copy_two (const char *a, const char *b)
{
  REQUIRE (a != NULL && b != NULL);
  char *p = malloc (strlen (a) + strlen (b) + 1);
  if (!p)
    return NULL;
  memcpy (p, a, strlen (a));
  memcpy (p + strlen (a), b, strlen (b) + 1);
  return p;
}
char *last_part (const char *path)
{
  REQUIRE (path != NULL);
  const char *slash = strrchr (path, '/');
  char *p = malloc (strlen (slash ? slash + 1 : path) + 1);
  if (p)
    strcpy (p, slash ? slash + 1 : path);
  return p;
}
int print_size (int n)
{
  return snprintf (NULL, 0, "%d", n);
}
char *format (int n)
{
  int size = snprintf (NULL, 0, "%d", n);
  char *p = malloc ((size_t)size + 1);
  if (p)
    snprintf (p, (size_t)size + 1, "%d", n);
  return p;
}
void *nothing (void)
{
  void *p = malloc (0);
  free (p);
  p = calloc (0, 4);
  p = realloc (p, 16);
  free (p);
  return NULL;
}
char *copy_next (const char *s)
{
  REQUIRE (s != NULL);
  size_t n;
  char *p = malloc (n = strlen (s) + 1);
  if (!p)
    return NULL;
  return memcpy (p, s, n);
}
char *copy_strcpy (const char *s)
{
  REQUIRE (s != NULL);
  char *p = malloc (strlen (s) + 1);
  return p ? strcpy (p, s) : NULL;
}
char *copy_stpcpy (const char *a, const char *b)
{
  REQUIRE (a != NULL && b != NULL);
  char *p = malloc (strlen (a) + strlen (b) + 1);
  if (!p)
    return NULL;
  strcpy (stpcpy (p, a), b);
  return p;
}
char *grow (const char *s)
{
  REQUIRE (s != NULL);
  char *p = NULL;
  size_t n = 0;
  do {
    char *q = realloc (p, n + 1);
    if (!q) {
      free (p);
      return NULL;
    }
    p = q;
    p[n] = s[n];
  } while (s[n++]);
  return p;
}
char *ncopy (const char *s, size_t n)
{
  REQUIRE (s != NULL && n < 1000);
  char *p = malloc (n + 1);
  if (!p)
    return NULL;
  strncpy (p, s, n);
  p[n] = '\0';
  return p;
}
char *assign_in (const char *s)
{
  REQUIRE (s != NULL);
  char *p;
  if ((p = malloc (strlen (s) + 1)) != NULL)
    memcpy (p, s, strlen (s) + 1);
  return p;
}
int cmp_prefix (const char *s, const char *p)
{
  REQUIRE (s != NULL && p != NULL);
  return strlen (s) >= strlen (p) && memcmp (s, p, strlen (p)) == 0;
}
char *cut (const char *s, char c)
{
  REQUIRE (s != NULL && c != 0);
  char *copy = malloc (strlen (s) + 1);
  if (!copy)
    return NULL;
  strcpy (copy, s);
  char *at = strchr (copy, c);
  if (at)
    *at = '\0';
  return copy;
}
char *pad (const char *s, size_t width)
{
  REQUIRE (s != NULL && width < 100);
  size_t n = strlen (s) > width ? strlen (s) : width;
  char *p = malloc (n + 1);
  if (!p)
    return NULL;
  memset (p, ' ', n);
  memcpy (p + n - strlen (s), s, strlen (s));
  p[n] = '\0';
  return p;
}

/* Texts put together. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <autofix/contract.h>

char *join_two (const char *a, const char *b)
{
  REQUIRE (a != NULL && b != NULL);
  char *p = malloc (strlen (a) + strlen (b) + 1);
  if (p) {
    strcpy (p, a);
    strcat (p, b);
  }
  return p;
}

char *join_with (const char *a, char between, const char *b)
{
  REQUIRE (a != NULL && b != NULL);
  size_t n = strlen (a);
  char *p = malloc (n + strlen (b) + 2);
  if (!p)
    return NULL;
  memcpy (p, a, n);
  p[n] = between;
  memcpy (p + n + 1, b, strlen (b) + 1);
  return p;
}

char *join_printed (const char *name, int number)
{
  REQUIRE (name != NULL);
  int n = snprintf (NULL, 0, "%s-%d", name, number);
  if (n < 0)
    return NULL;
  char *p = malloc ((size_t)n + 1);
  if (p)
    snprintf (p, (size_t)n + 1, "%s-%d", name, number);
  return p;
}

char *path_join (const char *folder, const char *file)
{
  REQUIRE (folder != NULL && file != NULL);
  size_t n = strlen (folder);
  int has_slash = n > 0 && folder[n - 1] == '/';
  char *path = malloc (n + strlen (file) + (has_slash ? 1 : 2));
  if (path == NULL)
    return NULL;
  char *end = stpcpy (path, folder);
  if (!has_slash)
    *end++ = '/';
  strcpy (end, file);
  return path;
}

char *join_fixed (char letter)
{
  static const char *const parts[] = { "alpha", "beta", "", "gamma" };
  size_t size = 1;
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
    size += strlen (parts[i]) + 1;
  char *all = malloc (size), *at = all;
  if (!all)
    return NULL;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    size_t n = strlen (parts[i]);
    memcpy (at, parts[i], n);
    at += n;
    *at++ = letter;
  }
  *at = '\0';
  return all;
}

char *text_append (char *s, const char *more)
{
  REQUIRE (more != NULL);
  CONSUME (s);
  size_t n = s ? strlen (s) : 0;
  char *grown = realloc (s, n + strlen (more) + 1);
  if (!grown) {
    free (s);
    return NULL;
  }
  memcpy (grown + n, more, strlen (more) + 1);
  return grown;
}

int print_into (char *out, size_t size, int a, int b)
{
  REQUIRE (WRITABLE (out, size));
  int n = snprintf (out, size, "(%d, %d)", a, b);
  return n >= 0 && (size_t)n < size;
}

/* Texts taken apart. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <autofix/contract.h>

size_t count_words (const char *s)
{
  REQUIRE (s != NULL);
  size_t n = 0;
  while (*s) {
    while (isspace ((unsigned char)*s))
      s++;
    if (*s)
      n++;
    while (*s && !isspace ((unsigned char)*s))
      s++;
  }
  return n;
}

char *first_word (const char *s)
{
  REQUIRE (s != NULL);
  s += strspn (s, " \t");
  size_t n = strcspn (s, " \t");
  char *word = malloc (n + 1);
  if (!word)
    return NULL;
  memcpy (word, s, n);
  word[n] = '\0';
  return word;
}

const char *after_last (const char *s, char c)
{
  REQUIRE (s != NULL && c != '\0');
  const char *at = strrchr (s, c);
  return at ? at + 1 : s;
}

char *field (const char *line, int index)
{
  REQUIRE (line != NULL && index >= 0);
  while (index > 0 && (line = strchr (line, ','))) {
    line++;
    index--;
  }
  if (line == NULL)
    return NULL;
  size_t n = strcspn (line, ",");
  char *copy = calloc (n + 1, 1);
  if (copy)
    memcpy (copy, line, n);
  return copy;
}

void trim_end (char *s)
{
  REQUIRE (s != NULL);
  size_t n = strlen (s);
  while (n > 0 && isspace ((unsigned char)s[n - 1]))
    n--;
  s[n] = '\0';
}

void trim_start (char *s)
{
  REQUIRE (s != NULL);
  char *p = s;
  while (isspace ((unsigned char)*p))
    p++;
  memmove (s, p, strlen (p) + 1);
}

int split_once (char *s, char c, char **rest)
{
  REQUIRE (s != NULL && c != '\0' && rest != NULL);
  char *at = strchr (s, c);
  if (!at)
    return 0;
  *at = '\0';
  *rest = at + 1;
  return 1;
}

void free_all (char **parts)
{
  CONSUME (parts);
  for (char **p = parts; p && *p; p++)
    free (*p);
  free (parts);
}

char **split_all (const char *s, char c)
{
  REQUIRE (s != NULL && c != '\0');
  size_t n = 1, i = 0;
  for (const char *p = s; *p; p++)
    n += *p == c;
  char **parts = calloc (n + 1, sizeof *parts);
  while (parts && i < n) {
    const char *end = strchr (s, c);
    size_t length = end ? (size_t)(end - s) : strlen (s);
    parts[i] = malloc (length + 1);
    if (!parts[i]) {
      free_all (parts);
      return NULL;
    }
    memcpy (parts[i], s, length);
    parts[i++][length] = '\0';
    s += length + (end != NULL);
  }
  return parts;
}

/* State machines and scanners. */
#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <autofix/contract.h>

typedef enum { START, SIGN, DIGITS, POINT, FRACTION, BAD } State;

static State next_state (State state, char c)
{
  switch (state) {
  case START:
    return c == '-' || c == '+' ? SIGN : isdigit ((unsigned char)c) ? DIGITS : BAD;
  case SIGN:
    return isdigit ((unsigned char)c) ? DIGITS : BAD;
  case DIGITS:
    return isdigit ((unsigned char)c) ? DIGITS : c == '.' ? POINT : BAD;
  case POINT:
  case FRACTION:
    return isdigit ((unsigned char)c) ? FRACTION : BAD;
  case BAD:
    break;
  }
  return BAD;
}

bool is_decimal (const char *s)
{
  REQUIRE (s != NULL);
  State state = START;
  while (*s && state != BAD)
    state = next_state (state, *s++);
  return state == DIGITS || state == FRACTION;
}

const char *skip_comment (const char *s)
{
  REQUIRE (s != NULL);
  if (s[0] != '/' || s[1] != '*')
    return s;
  for (s += 2; *s; s++)
    if (s[0] == '*' && s[1] == '/')
      return s + 2;
  return s;
}

size_t scan_word (const char **cursor)
{
  REQUIRE (cursor != NULL && *cursor != NULL);
  const char *start = *cursor, *p = start;
  while (isalnum ((unsigned char)*p) || *p == '_')
    p++;
  *cursor = p;
  return (size_t)(p - start);
}

bool scan_number (const char **cursor, unsigned *number)
{
  REQUIRE (cursor && *cursor && number);
  unsigned n = 0;
  const char *p = *cursor;
  if (!isdigit ((unsigned char)*p))
    return false;
  do
    n = n * 10 + (unsigned)(*p - '0');
  while (isdigit ((unsigned char)*++p));
  *cursor = p;
  *number = n;
  return true;
}

static bool match_here (const char *pattern, const char *s)
{
  for (; *pattern; pattern++, s++) {
    if (*pattern == '*') {
      for (;; s++) {
        if (match_here (pattern + 1, s))
          return true;
        if (*s == '\0')
          return false;
      }
    }
    if (*s == '\0' || (*pattern != '?' && *pattern != *s))
      return false;
  }
  return *s == '\0';
}

bool match (const char *pattern, const char *s)
{
  REQUIRE (pattern != NULL && s != NULL && strlen (pattern) < 6 && strlen (s) < 20);
  return match_here (pattern, s);
}

char *unescape (const char *s)
{
  REQUIRE (s != NULL);
  char *out = malloc (strlen (s) + 1), *p = out;
  if (!out)
    return NULL;
  while (*s) {
    if (*s == '\\' && s[1]) {
      s++;
      *p++ = *s == 'n' ? '\n' : *s == 't' ? '\t' : *s;
      s++;
    } else
      *p++ = *s++;
  }
  *p = '\0';
  return out;
}

unsigned count_lines (const char *s)
{
  REQUIRE (s != NULL);
  unsigned n = 0;
  for (const char *p; *s; s = p + 1) {
    n++;
    if (!(p = strchr (s, '\n')))
      break;
  }
  return n;
}

int keyword (const char *s)
{
  REQUIRE (s != NULL);
  static const char *const names[] = { "if", "else", "while", "do", NULL };
  for (const char *const *name = names; *name; name++)
    if (strcmp (*name, s) == 0)
      return (int)(name - names);
  return -1;
}

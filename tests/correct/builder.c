/* Text that is built piece by piece. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <autofix/contract.h>

typedef struct Builder {
  char *text; /* ends with a zero */
  size_t length, room;
} Builder;

INVARIANT bool builder_valid (const Builder *b)
{
  return b->text != NULL && b->length < b->room && b->text[b->length] == '\0';
}

Builder *builder_new (void)
{
  Builder *b = malloc (sizeof *b);
  if (!b)
    return NULL;
  b->length = 0;
  b->room = 16;
  b->text = malloc (b->room);
  if (!b->text) {
    free (b);
    return NULL;
  }
  *b->text = '\0';
  return b;
}

void builder_free (Builder *b)
{
  if (b)
    free (b->text);
  free (b);
}

static bool reserve (Builder *b, size_t more)
{
  size_t room = b->room;
  while (room - b->length <= more)
    room += room / 2;
  if (room > b->room) {
    char *text = realloc (b->text, room);
    if (!text)
      return false;
    b->text = text;
    b->room = room;
  }
  return true;
}

bool builder_add (Builder *b, const char *s)
{
  REQUIRE (b != NULL && s != NULL);
  size_t n = strlen (s);
  if (!reserve (b, n))
    return false;
  strcpy (b->text + b->length, s);
  b->length += n;
  return true;
}

bool builder_add_char (Builder *b, char c)
{
  REQUIRE (b != NULL && c != '\0');
  if (!reserve (b, 1))
    return false;
  b->text[b->length++] = c;
  b->text[b->length] = '\0';
  return true;
}

bool builder_add_number (Builder *b, long n)
{
  REQUIRE (b != NULL);
  char digits[24];
  snprintf (digits, sizeof digits, "%ld", n);
  return builder_add (b, digits);
}

bool builder_insert (Builder *b, size_t at, const char *s)
{
  REQUIRE (b != NULL && s != NULL && at <= b->length);
  size_t n = strlen (s);
  if (!reserve (b, n))
    return false;
  memmove (b->text + at + n, b->text + at, b->length - at + 1);
  memcpy (b->text + at, s, n);
  b->length += n;
  return true;
}

void builder_cut (Builder *b, size_t length)
{
  REQUIRE (b != NULL);
  if (length < b->length)
    b->text[b->length = length] = '\0';
}

size_t builder_replace (Builder *b, char from, char to)
{
  REQUIRE (b != NULL && from != '\0' && to != '\0');
  size_t n = 0;
  for (char *p = b->text; (p = strchr (p, from)) != NULL && from != to; n++)
    *p++ = to;
  return n;
}

char *builder_finish (Builder *b)
{
  REQUIRE (b != NULL);
  CONSUME (b);
  char *text = realloc (b->text, b->length + 1);
  if (!text)
    text = b->text;
  free (b);
  return text;
}

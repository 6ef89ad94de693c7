#include "gapbuf.h"

#include <stdlib.h>
#include <string.h>

struct gap_buffer
{
  char *mem;
  int size;                     /* of mem */
  int start;                    /* of the gap: the point */
  int end;                      /* first place behind the gap */
  int lines;                    /* line ends before the gap */
};

INVARIANT bool
gap_ok (const gap_buffer *g)
{
  int lines = 0;

  if (g->mem == NULL || g->start < 0 || g->start > g->end || g->end > g->size)
    return false;
  for (int i = 0; i < g->start; i++)
    if (g->mem[i] == '\n')
      lines++;
  return lines == g->lines;
}

/* Where the character at POS is.  */
static int
place (const gap_buffer *g, int pos)
{
  return pos < g->start ? pos : pos + (g->end - g->start);
}

/* Sees to a gap of N characters or more.  */
static bool
widen (gap_buffer *g, int n)
{
  int tail = g->size - g->end;
  int size;
  char *mem;

  if (g->end - g->start >= n)
    return true;
  size = (g->size + n) * 2;
  mem = malloc (size);
  if (mem == NULL)
    return false;
  memcpy (mem, g->mem, g->start);
  memcpy (mem + size - tail, g->mem + g->end, tail);
  free (g->mem);
  g->mem = mem;
  g->end = size - tail;
  g->size = size;
  return true;
}

gap_buffer *
gap_new (void)
{
  ENSURE (RESULT == NULL || gap_length (RESULT) == 0);
  gap_buffer *g = malloc (sizeof (gap_buffer));

  if (g == NULL)
    return NULL;
  g->size = 8;
  g->mem = malloc (g->size);
  if (g->mem == NULL)
    {
      free (g);
      return NULL;
    }
  g->start = 0;
  g->end = g->size;
  g->lines = 0;
  return g;
}

gap_buffer *
gap_new_from (const char *text)
{
  REQUIRE (text != NULL);
  ENSURE (RESULT == NULL || gap_length (RESULT) == (int) strlen (text));
  ENSURE (RESULT == NULL || gap_point (RESULT) == gap_length (RESULT));
  gap_buffer *g = gap_new ();

  if (g != NULL && !gap_insert_text (g, text))
    {
      gap_free (g);
      g = NULL;
    }
  return g;
}

void
gap_free (gap_buffer *g)
{
  CONSUME (g);
  if (g == NULL)
    return;
  free (g->mem);
  free (g);
}

int
gap_length (const gap_buffer *g)
{
  REQUIRE (g != NULL);
  ENSURE (RESULT >= 0);
  return g->size - (g->end - g->start);
}

int
gap_point (const gap_buffer *g)
{
  REQUIRE (g != NULL);
  ENSURE (RESULT >= 0 && RESULT <= gap_length (g));
  return g->start;
}

char
gap_char_at (const gap_buffer *g, int pos)
{
  REQUIRE (g != NULL && pos >= 0 && pos < gap_length (g));
  return g->mem[place (g, pos)];
}

int
gap_line (const gap_buffer *g)
{
  REQUIRE (g != NULL);
  ENSURE (RESULT > 0);
  return g->lines + 1;
}

void
gap_set_point (gap_buffer *g, int pos)
{
  REQUIRE (g != NULL && pos >= 0 && pos <= gap_length (g));
  ENSURE (gap_point (g) == pos);
  ENSURE (gap_length (g) == OLD (gap_length (g)));
  ENSURE (IMPLIES (pos < gap_length (g), gap_char_at (g, pos) == OLD (pos < gap_length (g) ? gap_char_at (g, pos) : 0)));
  while (g->start > pos)
    {
      g->start--;
      g->end--;
      g->mem[g->end] = g->mem[g->start];
      if (g->mem[g->end] == '\n')
        g->lines--;
    }
  while (g->start < pos)
    {
      g->mem[g->start] = g->mem[g->end];
      if (g->mem[g->start] == '\n')
        g->lines++;
      g->start++;
      g->end++;
    }
}

bool
gap_insert (gap_buffer *g, char c)
{
  REQUIRE (g != NULL && c != '\0');
  ENSURE (IMPLIES (RESULT, gap_char_at (g, gap_point (g) - 1) == c));
  ENSURE (IMPLIES (RESULT, gap_length (g) == OLD (gap_length (g)) + 1));
  ENSURE (gap_point (g) == OLD (gap_point (g)) + (RESULT ? 1 : 0));
  if (!widen (g, 1))
    return false;
  g->mem[g->start++] = c;
  if (c == '\n')
    g->lines++;
  return true;
}

bool
gap_insert_text (gap_buffer *g, const char *text)
{
  REQUIRE (g != NULL && text != NULL);
  ENSURE (IMPLIES (RESULT, gap_length (g) == OLD (gap_length (g)) + (int) strlen (text)));
  int n = (int) strlen (text);

  if (!widen (g, n))
    return false;
  for (int i = 0; i < n; i++)
    gap_insert (g, text[i]);
  return true;
}

int
gap_delete (gap_buffer *g, int n)
{
  REQUIRE (g != NULL && n >= 0);
  ENSURE (RESULT <= n && gap_length (g) == OLD (gap_length (g)) - RESULT);
  ENSURE (gap_point (g) == OLD (gap_point (g)));
  if (n > g->size - g->end)
    n = g->size - g->end;
  g->end += n;
  return n;
}

int
gap_rub_out (gap_buffer *g, int n)
{
  REQUIRE (g != NULL && n >= 0);
  ENSURE (RESULT <= n && gap_length (g) == OLD (gap_length (g)) - RESULT);
  int done = 0;

  while (done < n && g->start > 0)
    {
      g->start--;
      if (g->mem[g->start] == '\n')
        g->lines--;
      done++;
    }
  return done;
}

void
gap_line_start (gap_buffer *g)
{
  REQUIRE (g != NULL);
  ENSURE (gap_line (g) == OLD (gap_line (g)));
  ENSURE (gap_point (g) == 0 || gap_char_at (g, gap_point (g) - 1) == '\n');
  int pos = g->start;

  while (pos > 0 && g->mem[pos - 1] != '\n')
    pos--;
  gap_set_point (g, pos);
}

int
gap_find (const gap_buffer *g, char c, int from)
{
  REQUIRE (g != NULL && from >= 0);
  ENSURE (IMPLIES (RESULT != -1, RESULT >= from && gap_char_at (g, RESULT) == c));
  int length = gap_length (g);

  for (int i = from; i < length; i++)
    if (g->mem[place (g, i)] == c)
      return i;
  return -1;
}

char *
gap_text (const gap_buffer *g)
{
  REQUIRE (g != NULL);
  ENSURE (IMPLIES (RESULT != NULL, (int) strlen (RESULT) == gap_length (g)));
  int tail = g->size - g->end;
  char *text = malloc (g->start + tail + 1);

  if (text == NULL)
    return NULL;
  memcpy (text, g->mem, g->start);
  memcpy (text + g->start, g->mem + g->end, tail);
  text[g->start + tail] = '\0';
  return text;
}

bool
gap_join (gap_buffer *g, const gap_buffer *other)
{
  REQUIRE (g != NULL && other != NULL);
  ENSURE (IMPLIES (RESULT, gap_length (g) == OLD (gap_length (g)) + OLD (gap_length (other))));
  char *text = gap_text (other);
  bool ok;

  if (text == NULL)
    return false;
  ok = gap_insert_text (g, text);
  free (text);
  return ok;
}

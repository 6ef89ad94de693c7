/* A text with a gap where it is edited. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <autofix/contract.h>

typedef struct Gap {
  char *text;
  size_t start, end, size; /* of the gap; of all */
} Gap;

INVARIANT bool gap_valid (const Gap *g)
{
  return g->text != NULL && g->start <= g->end && g->end <= g->size;
}

Gap *gap_new (size_t size)
{
  REQUIRE (size > 0 && size < 10000);
  Gap *g = malloc (sizeof *g);
  if (!g)
    return NULL;
  if (!(g->text = malloc (size))) {
    free (g);
    return NULL;
  }
  g->start = 0;
  g->end = g->size = size;
  return g;
}

void gap_free (Gap *g)
{
  if (g) {
    free (g->text);
    free (g);
  }
}

size_t gap_length (const Gap *g)
{
  REQUIRE (g != NULL);
  return g->size - (g->end - g->start);
}

void gap_move (Gap *g, size_t to)
{
  REQUIRE (g != NULL && to <= gap_length (g));
  ENSURE (g->start == to);
  if (to < g->start) {
    size_t n = g->start - to;
    memmove (g->text + g->end - n, g->text + to, n);
    g->start -= n;
    g->end -= n;
  } else if (to > g->start) {
    size_t n = to - g->start;
    memmove (g->text + g->start, g->text + g->end, n);
    g->start += n;
    g->end += n;
  }
}

bool gap_insert (Gap *g, char c)
{
  REQUIRE (g != NULL && c != '\0');
  if (g->start == g->end) {
    size_t after = g->size - g->end, size = g->size * 2;
    char *text = realloc (g->text, size);
    if (!text)
      return false;
    memmove (text + size - after, text + g->end, after);
    g->text = text;
    g->end = size - after;
    g->size = size;
  }
  g->text[g->start++] = c;
  return true;
}

bool gap_delete (Gap *g)
{
  REQUIRE (g != NULL);
  if (g->start == 0)
    return false;
  g->start--;
  return true;
}

char gap_at (const Gap *g, size_t at)
{
  REQUIRE (g != NULL && at < gap_length (g));
  return g->text[at < g->start ? at : at + (g->end - g->start)];
}

char *gap_text (const Gap *g)
{
  REQUIRE (g != NULL);
  size_t n = gap_length (g);
  char *s = malloc (n + 1);
  if (!s)
    return NULL;
  memcpy (s, g->text, g->start);
  memcpy (s + g->start, g->text + g->end, g->size - g->end);
  s[n] = '\0';
  return s;
}

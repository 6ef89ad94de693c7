/* Macros that the file changes or takes back after a function; storage classes in macros; directives between branches;
 * loops and values that only their own block has; differences of pointers. */
#include <autofix/contract.h>
#include <stdio.h>
#include <string.h>

#define API extern
#define LOCAL static
struct hidden;
typedef struct row { struct hidden *owner; int first, last, kept[8]; enum { EMPTY, FULL } state; } Row;

#define LIMIT 8
#define DOUBLE(n) ((n) * FACTOR)
#define FACTOR 2
#define PUSH(r, v) \
  { (r)->kept[(r)->last] = v; (r)->last++; }
#define POP(r, v) \
  { (r)->last--; v = (r)->kept[(r)->last]; }

API int row_room (const Row *r)
{
  REQUIRE (r->last <= LIMIT);
  ENSURE (RESULT == DOUBLE (LIMIT - r->last));
  int free = LIMIT - r->last;
  return DOUBLE (free);
}

#define MOST 7
static void row_add (Row *r, int v)
{
  if (r->last < MOST)
    PUSH (r, v);
}
#undef PUSH
#undef MOST

LOCAL int row_sum (Row *r)
{
  int sum = 0, v;
  while (r->last > 0) {
    POP (r, v);
    if (v < 0)
      continue;
    sum += v;
    if (sum > 100)
      break;
  }
  return sum;
}

static void row_shift (Row *r, int by)
{
  for (int i = 0; i < r->last; i++) {
    if (r->kept[i] == by)
      continue;
    r->kept[i] -= by;
  }
  memmove (r->kept, r->kept + 1, sizeof (int) * 7);
  r->state = r->last > 0 ? FULL : EMPTY;
  if (r->state == EMPTY)
    r->first = 0;
}
#undef FACTOR
#define FACTOR 10
#undef LIMIT

#define ADD(to, from, n) (memcpy (to, from, (n)), to += (n))
static int add_words (char *out, const char *text)
{
  const char *end = strchr (text, '.');
  int length[4] = { 0 };
  if (end == NULL || end - text > 3) {
    ADD (out, "...", 3);
    *out = '\0';
    return 0;
  }
  length[end - text] = 1;
  ADD (out, text, (size_t)(end - text));
  *out = '\0';
  return length[end - text];
}

#define IGNORE(r) ((void)(r), -1)
#define IS_END(r) ((r)->last == '.' || (r)->last == '!')
static int ends (const Row *r)
{
  int room = IGNORE (r);
  if (IS_END (r))
    room = IGNORE (r);
  return room;
}

static int state_of (Row *r, int n)
{
  if (n > 3)
    return FULL;
#ifdef FACTOR
  else if (n == 2) {
    r->state = FULL;
    r->first = n;
  }
#endif
  r->first = 0;
  return r->state;
}

static int times_ten (int n)
{
  ENSURE (RESULT == DOUBLE (n));
  if (n == 3)
    return 30;
  return DOUBLE (n);
}
#undef FACTOR
#define FACTOR 1
#define LIMIT 1
#define row_limit 3

int main (void)
{
  Row row = { NULL, 1, 4, { 1, -2, 3, 4 }, FULL };
  printf ("%d %d\n", row_room (&row), LIMIT);
  row_add (&row, 5);
  row_shift (&row, 1);
  printf ("%d %d %d\n", row.kept[0], row.kept[1], row.state);
  printf ("%d %d %d\n", row_sum (&row), row.last, row_limit);
  printf ("%d %d\n", state_of (&row, 2), row.first);
  char words[8];
  printf ("%d\n", ends (&row));
  printf ("%d %s\n", add_words (words, "ab.c"), words);
  printf ("%d %s\n", add_words (words, "abcde.f"), words);
  printf ("%d %d\n", times_ten (3), DOUBLE (3));
  return 0;
}

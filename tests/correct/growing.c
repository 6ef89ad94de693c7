/* An array that grows by realloc. */
#include "growing.h"

#include <stdlib.h>
#include <string.h>

#include <autofix/contract.h>

INVARIANT bool vec_valid (const Vec *v)
{
  return v->count <= v->room && (v->room == 0 || v->items != NULL);
}

Vec *vec_new (void)
{
  return calloc (1, sizeof (Vec));
}

void vec_free (Vec *v)
{
  if (v == NULL)
    return;
  free (v->items);
  free (v);
}

size_t vec_count (const Vec *v)
{
  REQUIRE (v != NULL);
  return v->count;
}

static bool make_room (Vec *v, size_t wanted)
{
  size_t room = v->room ? v->room : 4;
  while (room < wanted)
    room *= 2;
  if (room == v->room)
    return true;
  int *items = realloc (v->items, room * sizeof *items);
  if (items == NULL)
    return false;
  v->items = items;
  v->room = room;
  return true;
}

bool vec_push (Vec *v, int item)
{
  REQUIRE (v != NULL);
  ENSURE (IMPLIES (RESULT, v->count == OLD (v->count) + 1));
  if (v->count == v->room && !make_room (v, v->count + 1))
    return false;
  v->items[v->count++] = item;
  return true;
}

bool vec_insert (Vec *v, size_t at, int item)
{
  REQUIRE (v != NULL && at <= v->count);
  if (!make_room (v, v->count + 1))
    return false;
  memmove (v->items + at + 1, v->items + at, (v->count - at) * sizeof *v->items);
  v->items[at] = item;
  v->count++;
  return true;
}

int vec_pop (Vec *v)
{
  REQUIRE (v != NULL && v->count > 0);
  return v->items[--v->count];
}

void vec_remove (Vec *v, size_t at)
{
  REQUIRE (v != NULL && at < v->count);
  v->count--;
  memmove (&v->items[at], &v->items[at + 1], (v->count - at) * sizeof v->items[0]);
}

int vec_get (const Vec *v, size_t at)
{
  REQUIRE (v != NULL && at < v->count);
  return v->items[at];
}

bool vec_append (Vec *v, const int *items, size_t n)
{
  REQUIRE (v != NULL && READABLE (items, n));
  if (n == 0)
    return true;
  if (!make_room (v, v->count + n))
    return false;
  memcpy (v->items + v->count, items, n * sizeof *items);
  v->count += n;
  return true;
}

void vec_shrink (Vec *v)
{
  REQUIRE (v != NULL);
  if (v->count == 0) {
    free (v->items);
    v->items = NULL;
    v->room = 0;
    return;
  }
  int *items = realloc (v->items, v->count * sizeof *items);
  if (items) {
    v->items = items;
    v->room = v->count;
  }
}

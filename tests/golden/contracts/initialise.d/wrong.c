#include "m.h"
#include <stdlib.h>

/* Zeros are no Vec. */
INVARIANT bool vec_ok (const Vec *v)
{
  return v->items != NULL && 0 <= v->count && v->count <= v->room && v->room > 0;
}

/* Where there was a Vec before its items would be lost: but there is none. */
bool vec_init (Vec *v, int room)
{
  REQUIRE (v != NULL && room > 0 && room < 100);
  v->items = calloc ((size_t)room, sizeof *v->items);
  v->count = 0;
  v->room = room - 1;
  return v->items != NULL;
}

/* Nobody uses the items behind this. */
void vec_done (Vec *v)
{
  REQUIRE (v != NULL);
  v->items = malloc (1);
  free (v->items);
}

int vec_count (const Vec *v)
{
  REQUIRE (v != NULL);
  return v->count;
}

void vec_add (Vec *v, int x)
{
  REQUIRE (v != NULL && v->count < v->room);
  ENSURE (v->count == OLD (v->count) + 1);
  v->items[v->count++] = x;
}

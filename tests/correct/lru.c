/* A cache that forgets what was not used for longest; all in one block. */
#include <stdbool.h>
#include <stdlib.h>

#include <autofix/contract.h>

enum { NONE = -1 };

typedef struct Slot {
  int key, value, newer, older;
} Slot;

typedef struct Cache {
  int room, count, newest, oldest;
  Slot slots[];
} Cache;

INVARIANT bool cache_valid (const Cache *c)
{
  return 0 < c->room && 0 <= c->count && c->count <= c->room && (c->count == 0) == (c->newest == NONE);
}

Cache *cache_new (int room)
{
  REQUIRE (0 < room && room <= 100);
  Cache *c = malloc (sizeof *c + (size_t)room * sizeof c->slots[0]);
  if (c)
    *c = (Cache){ room, 0, NONE, NONE };
  return c;
}

void cache_free (Cache *c)
{
  free (c);
}

static void unlink_slot (Cache *c, int at)
{
  Slot *s = &c->slots[at];
  if (s->newer != NONE)
    c->slots[s->newer].older = s->older;
  else
    c->newest = s->older;
  if (s->older != NONE)
    c->slots[s->older].newer = s->newer;
  else
    c->oldest = s->newer;
}

static void link_first (Cache *c, int at)
{
  c->slots[at].newer = NONE;
  c->slots[at].older = c->newest;
  if (c->newest != NONE)
    c->slots[c->newest].newer = at;
  else
    c->oldest = at;
  c->newest = at;
}

static int find (const Cache *c, int key)
{
  for (int at = c->newest; at != NONE; at = c->slots[at].older)
    if (c->slots[at].key == key)
      return at;
  return NONE;
}

void cache_put (Cache *c, int key, int value)
{
  REQUIRE (c != NULL);
  int at = find (c, key);
  if (at != NONE)
    unlink_slot (c, at);
  else if (c->count < c->room)
    at = c->count++;
  else {
    at = c->oldest;
    unlink_slot (c, at);
  }
  c->slots[at].key = key;
  c->slots[at].value = value;
  link_first (c, at);
}

bool cache_get (Cache *c, int key, int *value)
{
  REQUIRE (c != NULL && value != NULL);
  int at = find (c, key);
  if (at == NONE)
    return false;
  unlink_slot (c, at);
  link_first (c, at);
  *value = c->slots[at].value;
  return true;
}

bool cache_has (const Cache *c, int key)
{
  REQUIRE (c != NULL);
  return find (c, key) != NONE;
}

int cache_count (const Cache *c)
{
  REQUIRE (c != NULL);
  return c->count;
}

int cache_newest (const Cache *c)
{
  REQUIRE (c != NULL && c->count > 0);
  return c->slots[c->newest].key;
}

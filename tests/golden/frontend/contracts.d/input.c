#include "input.h"

#include <stddef.h>

struct Bag { int count; int *items; };

INVARIANT bool bag_valid (const Bag *bag)
{
  return bag->count >= 0;
}

int bag_count (const Bag *bag)
{
  REQUIRE (bag != NULL);
  return bag->count;
}

int bag_take (Bag *bag, int at)
{
  REQUIRE (bag != NULL && 0 <= at && at < bag->count); /* three clauses */
  ENSURE (bag->count == OLD (bag->count) - 1);
  ENSURE (IMPLIES (RESULT > OLD (bag->items[at]), false) && IFF (at == 0, OLD (at) == 0));
  ENSURE (FORALL (i, 0, bag->count, EXISTS (j, i, bag->count + 1, bag->items[i] <= bag->items[j])));
  int taken = bag->items[at];
  for (int i = at + 1; i < bag->count; i++) {
    LOOP_INVARIANT (at < i
                    && i <= bag->count);
    LOOP_VARIANT (bag->count - i);
    bag->items[i - 1] = bag->items[i];
  }
  bag->count--;
  if (bag->count > 0) CHECK (bag->items != NULL);
  return taken;
}

static size_t fill (int *to, const int *from, size_t n)
{
  AFX_REQUIRE (WRITABLE (to, n) && READABLE (from, n));
  AFX_ENSURE (AFX_RESULT == n);
  for (size_t i = 0; i < n; i++)
    to[i] = from[i];
  return n;
}

int (*bag_picker (Bag *bag)) (int)
{
  ENSURE (RESULT == NULL);
  fill (bag->items, bag->items, 0);
  return NULL;
}

void bag_free (Bag *bag)
{ REQUIRE (bag); CONSUME (bag);
  bag->count = 0;
}

/* A list of items that belong to it, with the function that frees them. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <autofix/contract.h>

typedef struct Items {
  void **at;
  unsigned n, room;
  void (*free_item) (void *item);
} Items;

INVARIANT bool items_valid (const Items *l)
{
  return l->n <= l->room && (l->room == 0 || l->at != NULL);
}

Items *items_new (void (*free_item) (void *item))
{
  Items *l = calloc (1, sizeof *l);
  if (l)
    l->free_item = free_item;
  return l;
}

bool items_add (Items *l, void *item)
{
  REQUIRE (l != NULL);
  if (l->n == l->room) {
    unsigned room = l->room ? 2 * l->room : 4;
    void **at = realloc (l->at, room * sizeof *at);
    if (!at)
      return false;
    l->at = at;
    l->room = room;
  }
  l->at[l->n++] = item;
  return true;
}

void *items_get (const Items *l, unsigned i)
{
  REQUIRE (l != NULL && i < l->n);
  return l->at[i];
}

/* The caller's again. */
void *items_take (Items *l, unsigned i)
{
  REQUIRE (l != NULL && i < l->n);
  void *item = l->at[i];
  memmove (l->at + i, l->at + i + 1, (l->n - i - 1) * sizeof *l->at);
  l->n--;
  return item;
}

void items_set (Items *l, unsigned i, void *item)
{
  REQUIRE (l != NULL && i < l->n);
  if (l->free_item)
    l->free_item (l->at[i]);
  l->at[i] = item;
}

void items_each (const Items *l, void (*show) (void *item))
{
  REQUIRE (l != NULL && show != NULL);
  for (unsigned i = 0; i < l->n; i++)
    show (l->at[i]);
}

void items_free (Items *l)
{
  if (!l)
    return;
  for (unsigned i = 0; l->free_item && i < l->n; i++)
    l->free_item (l->at[i]);
  free (l->at);
  free (l);
}

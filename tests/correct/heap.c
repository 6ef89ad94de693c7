/* A priority queue in an array that grows. */
#include <stdbool.h>
#include <stdlib.h>

#include <autofix/contract.h>

typedef struct Heap {
  unsigned *keys;
  int count, room;
} Heap;

INVARIANT bool heap_valid (const Heap *h)
{
  return 0 <= h->count && h->count <= h->room && h->keys != NULL
         && FORALL (i, 1, h->count, h->keys[(i - 1) / 2] <= h->keys[i]);
}

Heap *heap_new (int room)
{
  REQUIRE (0 < room && room < 1000);
  Heap *h = malloc (sizeof *h);
  if (!h)
    return NULL;
  h->keys = malloc ((size_t)room * sizeof *h->keys);
  h->count = 0;
  h->room = room;
  if (!h->keys) {
    free (h);
    h = NULL;
  }
  return h;
}

void heap_free (Heap *h)
{
  if (h) {
    free (h->keys);
    free (h);
  }
}

static void exchange (unsigned *a, unsigned *b)
{
  unsigned t = *a;
  *a = *b, *b = t;
}

static void sift_up (Heap *h, int at)
{
  while (at > 0 && h->keys[at] < h->keys[(at - 1) / 2]) {
    exchange (&h->keys[at], &h->keys[(at - 1) / 2]);
    at = (at - 1) / 2;
  }
}

static void sift_down (Heap *h, int at)
{
  for (int child; (child = 2 * at + 1) < h->count; at = child) {
    if (child + 1 < h->count && h->keys[child + 1] < h->keys[child])
      child++;
    if (h->keys[at] <= h->keys[child])
      return;
    exchange (h->keys + at, h->keys + child);
  }
}

bool heap_add (Heap *h, unsigned key)
{
  REQUIRE (h != NULL);
  if (h->count == h->room) {
    unsigned *keys = realloc (h->keys, (size_t)h->room * 2 * sizeof *keys);
    if (keys == NULL)
      return false;
    h->keys = keys;
    h->room *= 2;
  }
  h->keys[h->count] = key;
  sift_up (h, h->count++);
  return true;
}

unsigned heap_least (const Heap *h)
{
  REQUIRE (h != NULL && h->count > 0);
  return h->keys[0];
}

unsigned heap_take (Heap *h)
{
  REQUIRE (h != NULL && h->count > 0);
  ENSURE (RESULT == OLD (heap_least (h)));
  unsigned least = h->keys[0];
  h->keys[0] = h->keys[--h->count];
  sift_down (h, 0);
  return least;
}

void heap_replace (Heap *h, int at, unsigned key)
{
  REQUIRE (h != NULL && 0 <= at && at < h->count);
  h->keys[at] = key;
  sift_up (h, at);
  sift_down (h, at);
}

Heap *heap_of (const unsigned *keys, int n)
{
  REQUIRE (0 < n && n < 1000 && READABLE (keys, n));
  Heap *h = heap_new (n);
  for (int i = 0; h && i < n; i++)
    h->keys[h->count++] = keys[i];
  for (int i = n / 2; h && i-- > 0;)
    sift_down (h, i);
  return h;
}

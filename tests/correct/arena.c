/* An allocator that gives out pieces of blocks. */
#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <autofix/contract.h>

#define BLOCK 256

typedef struct Block {
  struct Block *next;
  size_t used, size;
  max_align_t memory[];
} Block;

typedef struct Arena {
  Block *blocks;
  size_t given;
} Arena;

Arena *arena_new (void)
{
  return calloc (1, sizeof (Arena));
}

void arena_free (Arena *a)
{
  if (a == NULL)
    return;
  while (a->blocks) {
    Block *b = a->blocks;
    a->blocks = b->next;
    free (b);
  }
  free (a);
}

static size_t round_up (size_t n)
{
  return (n + alignof (max_align_t) - 1) / alignof (max_align_t) * alignof (max_align_t);
}

void *arena_give (Arena *a, size_t n)
{
  REQUIRE (a != NULL && n <= 10000);
  n = round_up (n ? n : 1);
  if (!a->blocks || a->blocks->size - a->blocks->used < n) {
    size_t size = n > BLOCK ? n : BLOCK;
    Block *b = malloc (sizeof *b + size);
    if (!b)
      return NULL;
    *b = (Block){ a->blocks, 0, size };
    a->blocks = b;
  }
  void *p = (char *)a->blocks->memory + a->blocks->used;
  a->blocks->used += n;
  a->given += n;
  return p;
}

char *arena_text (Arena *a, const char *s)
{
  REQUIRE (a != NULL && s != NULL && strlen (s) < 1000);
  char *p = arena_give (a, strlen (s) + 1);
  return p ? memcpy (p, s, strlen (s) + 1) : NULL;
}

int *arena_numbers (Arena *a, int n)
{
  REQUIRE (a != NULL && 0 <= n && n < 1000);
  int *p = arena_give (a, (size_t)n * sizeof *p);
  for (int i = 0; p && i < n; i++)
    p[i] = i;
  return p;
}

size_t arena_blocks (const Arena *a)
{
  REQUIRE (a != NULL);
  size_t n = 0;
  for (const Block *b = a->blocks; b != NULL; b = b->next)
    n++;
  return n;
}

void arena_reset (Arena *a)
{
  REQUIRE (a != NULL);
  Block *kept = a->blocks;
  if (!kept)
    return;
  for (Block *b = kept->next, *next; b; b = next) {
    next = b->next;
    free (b);
  }
  kept->next = NULL;
  kept->used = 0;
  memset (kept->memory, 0, kept->size);
  a->given = 0;
}

bool is_aligned (const void *p, size_t n)
{
  REQUIRE (n > 0 && (n & (n - 1)) == 0);
  return ((uintptr_t)p & (n - 1)) == 0;
}

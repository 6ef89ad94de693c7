#include <autofix/contract.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct Stack {
  int *items;
  int count, room;
} Stack;

INVARIANT bool stack_valid (const Stack *s)
{
  return 0 <= s->count && s->count <= s->room;
}

QUERY int stack_count (const Stack *s)
{
  REQUIRE (s != NULL);
  return s->count;
}

/* Takes the top
   item away. */
int stack_pop (Stack *s,  // not empty
               int fallback)
{
  REQUIRE (s != NULL && stack_count (s) > 0);
  ENSURE (stack_count (s) == OLD (stack_count (s)) - 1);
  ENSURE (IMPLIES (RESULT != fallback, RESULT == OLD (s->items[s->count - 1])));

  if (s->items == NULL) return fallback;
  CHECK (s->count > 0 &&
         READABLE (s->items, s->count));
  s->count--;
  return s->items[s->count];
}

void stack_clear (Stack *s)
{
  while (s->count > 0) {
    LOOP_VARIANT (s->count);
    stack_pop (s, 0);
  }
}

#!/bin/sh
# What an earlier call left is seen in the failing one: localisation points at both, the paper's only at the blamed
# routine.
set -eu
. "$(dirname "$0")/lib.sh"
cd "$scratch"
cat > stack.h <<'END'
#include <autofix/contract.h>
typedef struct { int items[4]; int count; } Stack;
Stack *stack_new (void);
void stack_free (Stack *s);
QUERY int stack_count (const Stack *s);
void stack_push (Stack *s, int item);
int stack_pop (Stack *s);
END
cat > stack.c <<'END'
#include "stack.h"
#include <stdlib.h>

Stack *stack_new (void)
{
  return calloc (1, sizeof (Stack));
}

void stack_free (Stack *s)
{
  free (s);
}

int stack_count (const Stack *s)
{
  REQUIRE (s != NULL);
  return s->count;
}

void stack_push (Stack *s, int item)
{
  REQUIRE (s != NULL);
  if (s->count < 4)
    s->items[s->count] = item;
  s->count++;
}

int stack_pop (Stack *s)
{
  REQUIRE (s != NULL && s->count > 0);
  s->count--;
  return s->items[s->count];
}
END
expect 2 "line 25 in 'stack_push' when s->count >= 4" "$autofix" run --quiet --stop-after=localize stack.c
expect 2 "index out of bounds in 'stack_pop'" "$autofix" run --quiet --stop-after=localize --localize=-earlier stack.c
grep -q "in 'stack_push' when" "$scratch/output" && fail "earlier calls are looked at though that is switched off"
expect 2 "index out of bounds in 'stack_pop'" "$autofix" run --quiet --stop-after=localize --faithful stack.c
grep -q "in 'stack_push' when" "$scratch/output" && fail "earlier calls are looked at in faithful mode"
finish

/* Contracts that hold are silent; a program that keeps them behaves as without. */
#include <autofix/contract.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct stack { int count, room; int *items; } Stack;

INVARIANT static bool stack_valid (const Stack *s) { return s->count >= 0 && s->count <= s->room; }
QUERY static int stack_count (const Stack *s) { return s->count; }
static Stack *stack_new (int room)
{
  REQUIRE (room > 0);
  ENSURE (RESULT == NULL || stack_count (RESULT) == 0);
  Stack *s = malloc (sizeof *s);
  *s = (Stack){ 0, room, calloc ((size_t)room, sizeof (int)) };
  return s;
}
static inline void stack_push (Stack *s, int x)
{
  REQUIRE (s != NULL && s->count < s->room);
  ENSURE (stack_count (s) == OLD (stack_count (s)) + 1);
  ENSURE (FORALL (i, 0, OLD (s->count), s->items[i] <= 100));
  s->items[s->count++] = x;
}
static int stack_pop (Stack *s)
{
  REQUIRE (stack_count (s) > 0);
  ENSURE (RESULT == OLD (s->items[s->count - 1]));
  CHECK (s->items != NULL);
  return s->items[--s->count];
}
static int find (const int *a, int n, int x)
{
  REQUIRE (READABLE (a, n));
  ENSURE (RESULT < n && IMPLIES (RESULT >= 0, a[RESULT] == x));
  int lo = 0, hi = n - 1;
  while (lo <= hi) {
    LOOP_INVARIANT (0 <= lo && hi < n);
    LOOP_VARIANT (hi - lo + 1);
    int mid = lo + (hi - lo) / 2;
    if (a[mid] == x) return mid;
    if (a[mid] < x) lo = mid + 1; else hi = mid - 1;
  }
  return -1;
}
/* A body that is called by a wrapper says its own name. */
static const char *name_of (int n)
{
  REQUIRE (n >= 0);
  static const char *const name = __func__;
  static char copy[sizeof __FUNCTION__];
  for (int i = 0; i < (int)sizeof copy; i++) copy[i] = name[i];
  printf ("%s %s %d ", copy, __FUNCTION__, (int)sizeof __func__);
  return name;
}
static void stack_free (Stack *s) { CONSUME (s); free (s->items); free (s); }

int main (void)
{
  Stack *s = stack_new (4);
  for (int i = 0; i < 4; i++) stack_push (s, i * 3);
  printf ("%d %d %d\n", find (s->items, 4, 6), find (s->items, 4, 7), stack_pop (s));
  printf ("%s %s\n", name_of (1), __func__);
  CHECK (stack_valid (s));
  stack_free (s);
  return 0;
}

/* A stack on a fixed array, and what one is good for. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <autofix/contract.h>

typedef struct Stack {
  int top;
  int items[32];
} Stack;

INVARIANT bool stack_valid (const Stack *s)
{
  return 0 <= s->top && s->top <= 32;
}

Stack *stack_new (void)
{
  Stack *s = malloc (sizeof *s);
  if (s)
    s->top = 0;
  return s;
}

void stack_free (Stack *s)
{
  free (s);
}

bool stack_is_full (const Stack *s)
{
  REQUIRE (s != NULL);
  return s->top == (int)(sizeof s->items / sizeof *s->items);
}

void stack_push (Stack *s, int item)
{
  REQUIRE (s != NULL && !stack_is_full (s));
  ENSURE (s->items[s->top - 1] == item);
  s->items[s->top++] = item;
}

int stack_pop (Stack *s)
{
  REQUIRE (s != NULL && s->top > 0);
  return s->items[--s->top];
}

int stack_peek (const Stack *s)
{
  REQUIRE (s != NULL && s->top > 0);
  return s->items[s->top - 1];
}

void stack_swap (Stack *s)
{
  REQUIRE (s != NULL && s->top >= 2);
  int *a = &s->items[s->top - 1], *b = a - 1, t = *a;
  *a = *b;
  *b = t;
}

void stack_rotate (Stack *s)
{
  REQUIRE (s != NULL);
  if (s->top < 2)
    return;
  int last = s->items[s->top - 1];
  memmove (s->items + 1, s->items, (size_t)(s->top - 1) * sizeof s->items[0]);
  s->items[0] = last;
}

bool is_balanced (const char *s)
{
  REQUIRE (s != NULL);
  char open[64];
  size_t n = 0;
  for (; *s; s++)
    switch (*s) {
    case '(':
    case '[':
      if (n == sizeof open)
        return false;
      open[n++] = *s;
      break;
    case ')':
      if (n == 0 || open[--n] != '(')
        return false;
      break;
    case ']':
      if (n == 0 || open[--n] != '[')
        return false;
      break;
    default:
      break;
    }
  return n == 0;
}

bool evaluate (const char *s, long *value)
{
  REQUIRE (s != NULL && value != NULL);
  long stack[16];
  int n = 0;
  for (; *s; s++) {
    if (*s >= '0' && *s <= '9') {
      if (n == 16)
        return false;
      stack[n++] = *s - '0';
    } else if (*s == '+' || *s == '-') {
      if (n < 2)
        return false;
      long b = stack[--n];
      stack[n - 1] = *s == '+' ? stack[n - 1] + b : stack[n - 1] - b;
    } else if (*s != ' ')
      return false;
  }
  if (n != 1)
    return false;
  *value = stack[0];
  return true;
}

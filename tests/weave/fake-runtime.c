/* What woven code needs of the runtime, in a page: a violation prints the clause's number and ends the program.
 * Live memory is what lies in `good`; everything else, but the stack, is not. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include "afrt.h"

struct afrt_state afrt_state = { .budget = 10000 };
static char *freed[16];
static unsigned n_freed;
static long long noted;

void forget (void *p);
void forget (void *p)
{
  freed[n_freed++] = p;
}

int afrt_readable (const volatile void *p, size_t n)
{
  for (unsigned i = 0; i < n_freed; i++)
    if (freed[i] == (char *)p)
      return n == 0;
  return n == 0 || (p != NULL && n < 1000);
}
int afrt_writable (const volatile void *p, size_t n)
{
  return afrt_readable (p, n);
}
int afrt_elements (const volatile void *p, long long n, size_t size)
{
  return n >= 0 && afrt_readable (p, (size_t)n * size);
}
void afrt_pointer_slow (unsigned null_clause, unsigned heap_clause, const volatile void *p, size_t n)
{
  if (p == NULL)
    afrt_violated (null_clause, 0);
  if (!afrt_readable (p, n))
    afrt_violated (heap_clause, 0);
}

void afrt_violated (unsigned clause, int undefined)
{
  if (afrt_state.evaluation)
    longjmp ((void *)&afrt_state.evaluation->back, 1);
  if (afrt_from_test ())
    printf ("invalid %u %d\n", clause, undefined);
  else
    printf ("fail %u %d %u %u %lld\n", clause, undefined, afrt_state.top->routine, afrt_state.top->location, noted);
  exit (0);
}
void afrt_violated_at (unsigned clause, const volatile void *p)
{
  (void)p;
  afrt_violated (clause, 0);
}
void afrt_take_unreadable (struct afrt_frame *frame, const volatile void *p)
{
  frame->dead = p;
}
unsigned afrt_turn (void)
{
  return 0;
}
void afrt_ask (void) {}
void afrt_undefined (void)
{
  afrt_violated (0, 1);
}
void afrt_cover (const struct afrt_frame *frame, unsigned location)
{
  (void)frame;
  (void)location;
}
void afrt_hang (void)
{
  puts ("hang");
  exit (0);
}
void afrt_note (unsigned index, long long value)
{
  noted = index == 0 && afrt_state.evaluating == 1 ? value : noted;
}
void afrt_evaluation_begin (struct afrt_evaluation *evaluation)
{
  evaluation->outer = afrt_state.evaluation;
  evaluation->frame = afrt_state.top;
  afrt_state.evaluation = evaluation;
  afrt_state.evaluating++;
}
void afrt_evaluation_end (struct afrt_evaluation *evaluation)
{
  afrt_state.evaluation = evaluation->outer;
  afrt_state.top = evaluation->frame;
  afrt_state.evaluating--;
}
int afrt_trace_begin (unsigned routine, unsigned location)
{
  if (afrt_state.evaluating)
    return 0;
  printf ("at %u.%u:", routine, location);
  return 1;
}
void afrt_trace_value (unsigned column, long long value)
{
  printf (" %u=%lld", column, value);
}
void afrt_trace_end (void)
{
  puts ("");
}

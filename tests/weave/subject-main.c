/* A runtime for a woven module that has a main: memory is always good, a violation is printed and ends the program, and
 * nothing else happens, so that the module's own main, which the weaver has called afx_main, does what it did before.
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "afrt.h"

struct afrt_state afrt_state = { .budget = ~0ull };

int afrt_readable (const volatile void *p, size_t n)
{
  return p != NULL || n == 0;
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
  fprintf (stderr, "clause %u violated%s\n", clause, undefined ? ", undefined" : "");
  exit (99);
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
void afrt_hang (void)
{
  afrt_violated (0, 1);
}
void afrt_cover (const struct afrt_frame *frame, unsigned location)
{
  (void)frame;
  (void)location;
}
void afrt_note (unsigned index, long long value)
{
  (void)index;
  (void)value;
}
void afrt_given (const volatile void *p)
{
  (void)p;
}
void afrt_released (const volatile void *p, int is_allocated)
{
  (void)p;
  (void)is_allocated;
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
  (void)routine;
  (void)location;
  return 1;
}
void afrt_trace_value (unsigned column, long long value)
{
  (void)column;
  (void)value;
}
void afrt_trace_end (void) {}

int afx_main (int argc, char **argv);
#undef main
int main (int argc, char **argv)
{
  struct afrt_frame bottom = { 0 };
  afrt_state.top = &bottom;
  return afx_main (argc, argv);
}

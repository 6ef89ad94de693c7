/* The runtime of a woven program: violations are reported, and the program continues.
 *
 * In:  calls from woven code (afrt-program.h).   Out: calls of the hook, or a line on stderr:
 *
 *     ring.c:41:12: null violated in 'ring_pop': ring != NULL
 *
 * Liveness of memory is what the sanitizer says, if the program is linked with one; without it only null pointers are
 * known to be bad.  Nothing else of libafrt.a is used, so that a program gets neither a second main nor the test
 * interpreter. */
#include "afrt-program.h"

#include <errno.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

_Static_assert(sizeof (jmp_buf) <= sizeof (afrt_jump), "afrt_jump has room for a jmp_buf");

__thread struct afrt_program_state afrt_program_state;

/* Set once, by the program's start; read by all threads. */
static struct {
  afrt_program_hook hook;
  const struct afrt_program_tracer *tracer;
} program;

void afrt_program_set_hook (afrt_program_hook hook)
{
  __atomic_store_n (&program.hook, hook, __ATOMIC_RELEASE);
}

void afrt_program_set_tracer (const struct afrt_program_tracer *tracer)
{
  __atomic_store_n (&program.tracer, tracer, __ATOMIC_RELEASE);
}

/* --- violations --- */

static void print_violation (const struct afrt_program_violation *violation)
{
  const struct afrt_program_clause *clause = violation->clause;
  char text[1024];
  int n;

  if (violation->times != 1)
    return;
  n = snprintf (text, sizeof text, "%s:%u:%u: %s violated%s%s%s: %s%s", violation->file, violation->line,
                violation->column, clause->kind, violation->routine ? " in '" : "",
                violation->routine ? violation->routine : "", violation->routine ? "'" : "", clause->text,
                violation->undefined ? " (undefined)" : "");
  for (unsigned i = 0; i < AFRT_PROGRAM_VALUES && clause->operands[i] && n > 0 && (size_t)n < sizeof text; i++)
    if (violation->values_defined >> i & 1)
      n +=
        snprintf (text + n, sizeof text - (size_t)n, "%s%s = %lld",
                  violation->values_defined & ((1u << i) - 1) ? ", " : "; ", clause->operands[i], violation->values[i]);
  fprintf (stderr, "%s\n", text);
}

/* Pre- and postconditions and invariants are violated where the top frame stands; what C demands, at the expression
 * itself. */
static void find_place (const struct afrt_program_unit *unit, struct afrt_program_violation *violation)
{
  const struct afrt_frame *frame = afrt_state.top;

  violation->file = unit->file;
  violation->line = violation->clause->line;
  violation->column = violation->clause->column;
  /* not all functions have a frame, but of what C demands the clause says where it is */
  if (violation->clause->title) {
    violation->routine = violation->clause->owner;
    return;
  }
  if (!frame || frame->routine >= frame->unit->n_routines)
    return;
  const struct afrt_program_routine *routine = &frame->unit->routines[frame->routine];
  violation->routine = routine->name;
  if (strchr ("pi", violation->clause->kind[0]) && frame->location < routine->n_locations
      && routine->places[frame->location][0] > 0) {
    violation->file = frame->unit->file;
    violation->line = routine->places[frame->location][0];
    violation->column = routine->places[frame->location][1];
  }
}

static void report (const struct afrt_program_unit *unit, unsigned number, int undefined)
{
  struct afrt_program_violation violation = { .clause = &unit->clauses[number], .undefined = undefined };
  afrt_program_hook hook = __atomic_load_n (&program.hook, __ATOMIC_ACQUIRE);

  find_place (unit, &violation);
  violation.times = __atomic_add_fetch (&unit->times[number], 1, __ATOMIC_RELAXED);
  violation.values_defined = afrt_state.values_defined;
  for (unsigned i = 0; i < AFRT_PROGRAM_VALUES; i++)
    violation.values[i] = afrt_state.values[i];
  (hook ? hook : print_violation) (&violation);
}

void afrt_program_violated (const struct afrt_program_unit *unit, unsigned clause, int undefined)
{
  int error = errno;

  if (afrt_state.evaluation)
    longjmp ((void *)&afrt_state.evaluation->back, 1);
  if (!afrt_state.reporting && clause < unit->n_clauses) {
    afrt_state.reporting = 1;
    report (unit, clause, undefined);
    afrt_state.reporting = 0;
  }
  afrt_state.values_defined = 0;
  errno = error;
}

void afrt_program_bad_pointer (const struct afrt_program_unit *unit, unsigned null_clause, unsigned heap_clause,
                               const volatile void *p, size_t n)
{
  if (p == NULL)
    afrt_program_violated (unit, null_clause, 0);
  else if (!afrt_readable (p, n))
    afrt_program_violated (unit, heap_clause, 0);
}

/* --- evaluations --- */

void afrt_undefined (void)
{
  if (afrt_state.evaluation)
    longjmp ((void *)&afrt_state.evaluation->back, 1);
  __builtin_trap ();
}

void afrt_note (unsigned index, long long value)
{
  if (afrt_state.evaluating != 1 || index >= AFRT_PROGRAM_VALUES)
    return;
  afrt_state.values[index] = value;
  afrt_state.values_defined |= 1u << index;
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

/* --- memory --- */

int afrt_readable (const volatile void *p, size_t n)
{
  if (n == 0)
    return 1;
  if ((uintptr_t)p < 4096 || n > SIZE_MAX / 2)
    return 0;
  return !__asan_region_is_poisoned || __asan_region_is_poisoned ((void *)(uintptr_t)p, n) == NULL;
}

int afrt_writable (const volatile void *p, size_t n)
{
  return afrt_readable (p, n);
}

int afrt_elements (const volatile void *p, long long n, size_t size)
{
  size_t bytes;
  return n >= 0 && !__builtin_mul_overflow ((size_t)n, size, &bytes) && afrt_readable (p, bytes);
}

/* --- probes --- */

int afrt_program_visit (const struct afrt_program_unit *unit, unsigned routine, unsigned location)
{
  const struct afrt_program_tracer *tracer = __atomic_load_n (&program.tracer, __ATOMIC_ACQUIRE);
  if (!tracer || afrt_state.evaluating || afrt_state.reporting)
    return 0;
  return tracer->visit (unit, routine, location);
}

void afrt_trace_value (unsigned column, long long value)
{
  program.tracer->value (column, value);
}

void afrt_trace_end (void) {}

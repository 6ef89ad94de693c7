/* The runtime of a woven program: one that keeps its own main, and is not driven by tests.
 *
 * The files of such a program are compiled with `-include afrt-program.h -DAUTOFIX_WOVEN` and linked with libafrt.a.
 * Guards, contracts and probes are those of afrt.h; what differs is how a violation is handled and where state is
 * kept:
 *
 *     int f (T *p)                          int f (T *p)
 *     {                                     { AFRT_ENTER (3);
 *       return p->n;                          AFRT_AT (2); return AFRT_P (0, 1, (p))->n;
 *     }                                     }
 *
 * A violation is handed to the hook, once for each time it happens, and the program continues, as it would have done
 * unwoven.  In the evaluation of a contract it makes the value undefined, as in afrt.h.  State belongs to a thread and
 * is made when it is first used; nothing is allocated, and errno is preserved.
 *
 * Clause and routine numbers belong to a translation unit: each woven file ends in the definition of `afx_unit`, which
 * says what they mean.  A location is written into the frame of the function that control is in, so that longjmp, which
 * skips the functions between, does no harm. */
#ifndef AFRT_PROGRAM_H
#define AFRT_PROGRAM_H

#define AFRT_PROGRAM 1
#define AFRT_PROGRAM_VALUES 6

#ifdef __cplusplus
extern "C" {
#endif

struct afrt_program_clause {
  const char *kind, *text;                   /* "null", "s != NULL" */
  const char *title;                         /* of its fault, without the function; null: the kind says it */
  const char *owner;                         /* the function whose contract it is; null: none */
  const char *operands[AFRT_PROGRAM_VALUES]; /* what the values of a violation are values of; null after the last */
  unsigned pointers;                         /* bit i: operands[i] is one */
  unsigned line, column;                     /* of the clause, or of the expression it is about */
};

struct afrt_program_routine {
  const char *name;
  unsigned n_locations;
  const unsigned (*places)[2]; /* line and column of each location; line 0: none */
};

struct afrt_program_unit {
  const char *file;
  unsigned n_clauses, n_routines;
  const struct afrt_program_clause *clauses;
  const struct afrt_program_routine *routines;
  unsigned *times; /* per clause: how often it was violated */
};
/* Defined at the end of each woven file. */
static const struct afrt_program_unit afx_unit __attribute__ ((unused));

struct afrt_program_violation {
  const struct afrt_program_clause *clause;
  const char *routine; /* to blame: of a precondition the caller; null when that is not a woven function */
  const char *file;
  unsigned line, column; /* where control is, as near as is known */
  int undefined;         /* the clause could not be evaluated */
  unsigned times;        /* how often this clause has been violated, this time included */
  long long values[AFRT_PROGRAM_VALUES];
  unsigned values_defined; /* bit i: values[i] is known */
};
typedef void (*afrt_program_hook) (const struct afrt_program_violation *violation);
/* What happens on a violation, in all threads; null: one line on stderr the first time that a clause is violated.  The
 * hook may use libc; a violation inside it is dropped. */
void afrt_program_set_hook (afrt_program_hook hook);

/* What happens at a location of a file woven with probes; null: nothing.  Where @visit says so (not 0), values are
 * computed and @value is called for each that is known there. */
struct afrt_program_tracer {
  int (*visit) (const struct afrt_program_unit *unit, unsigned routine, unsigned location);
  void (*value) (unsigned column, long long value);
};
/* @tracer must live as long as the program. */
void afrt_program_set_tracer (const struct afrt_program_tracer *tracer);

/* --- for woven code --- */

struct afrt_frame {
  struct afrt_frame *caller;
  const struct afrt_program_unit *unit;
  unsigned routine, location;
};

struct afrt_program_state {
  struct afrt_frame *top;
  struct afrt_evaluation *evaluation;
  unsigned evaluating;
  unsigned reporting; /* the hook is running */
  unsigned values_defined;
  long long values[AFRT_PROGRAM_VALUES];
};
/* Hidden: each program and each shared library has its own, and finds it without asking the loader. */
extern __thread struct afrt_program_state afrt_program_state __attribute__ ((visibility ("hidden")));
#define afrt_state afrt_program_state

void afrt_program_violated (const struct afrt_program_unit *unit, unsigned clause, int undefined)
  __attribute__ ((cold));
void afrt_program_bad_pointer (const struct afrt_program_unit *unit, unsigned null_clause, unsigned heap_clause,
                               const volatile void *p, __SIZE_TYPE__ n);
int afrt_program_visit (const struct afrt_program_unit *unit, unsigned routine, unsigned location);
void *__asan_region_is_poisoned (void *begin, __SIZE_TYPE__ size) __attribute__ ((weak));

static __inline__ void afrt_enter (struct afrt_frame *frame, unsigned routine)
{
  frame->caller = afrt_state.top;
  frame->unit = &afx_unit;
  frame->routine = routine;
  frame->location = 0;
  afrt_state.top = frame;
}
static __inline__ void afrt_leave (struct afrt_frame *frame)
{
  afrt_state.top = frame->caller;
}
static __inline__ void afrt_at_exit (unsigned location)
{
  afrt_state.top->location = location;
}
static __inline__ int afrt_from_test (void)
{
  return 0;
}

#define AFRT_ENTER(r)                                                                                                  \
  struct afrt_frame afx_frame __attribute__ ((cleanup (afrt_leave)));                                                  \
  struct afrt_frame *const afx_here __attribute__ ((unused)) = &afx_frame;                                             \
  afrt_enter (&afx_frame, (r))
/* In a body that a wrapper calls: the frame is the wrapper's. */
#define AFRT_INSIDE() struct afrt_frame *const afx_here __attribute__ ((unused)) = afrt_state.top
#define AFRT_AT(l) ((void)(afrt_state.top = afx_here, afx_here->location = (l)))

static __inline__ void afrt_pointer_in (const struct afrt_program_unit *unit, unsigned null_clause,
                                        unsigned heap_clause, const volatile void *p, __SIZE_TYPE__ n)
{
  if (__builtin_expect (p == (void *)0 || (__asan_region_is_poisoned && __asan_region_is_poisoned ((void *)p, n)), 0))
    afrt_program_bad_pointer (unit, null_clause, heap_clause, p, n);
}

#define AFRT_VIOLATED_NORETURN __attribute__ ((cold))
#define AFRT_STEP() ((void)0)
#define afrt_violated(clause, undefined) afrt_program_violated (&afx_unit, (clause), (undefined))
#define afrt_violated_at(clause, p) afrt_violated ((clause), 0)
#define AFRT_TAKE(p) ((void)0)
#define afrt_pointer(null_clause, heap_clause, p, n) afrt_pointer_in (&afx_unit, (null_clause), (heap_clause), (p), (n))
#define afrt_pointer_slow(null_clause, heap_clause, p, n)                                                              \
  afrt_program_bad_pointer (&afx_unit, (null_clause), (heap_clause), (p), (n))
#define afrt_trace_begin(routine, location) afrt_program_visit (&afx_unit, (routine), (location))
#define afrt_trace_value afrt_program_value
#define afrt_trace_end afrt_program_visited
#define afrt_note afrt_program_note
#define afrt_readable afrt_program_readable
#define afrt_writable afrt_program_writable
#define afrt_is_gone(p) 0 /* the program's own functions free what they free */
#define afrt_elements afrt_program_elements
#define afrt_evaluation_begin afrt_program_evaluation_begin
#define afrt_evaluation_end afrt_program_evaluation_end
#define afrt_undefined afrt_program_undefined

int afrt_readable (const volatile void *p, __SIZE_TYPE__ n);
int afrt_writable (const volatile void *p, __SIZE_TYPE__ n);
int afrt_elements (const volatile void *p, long long n, __SIZE_TYPE__ size);

#ifdef __cplusplus
}
#endif

#include "afrt.h"
#endif

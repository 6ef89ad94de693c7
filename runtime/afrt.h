/* The runtime as woven code sees it: frames, locations, guarded expressions, contract checks, probes, driver tables.
 *
 * Woven files are compiled with `-include afrt.h -DAUTOFIX_WOVEN`.  A routine
 *
 *     int f (T *p, int i) { REQUIRE (i > 0); ENSURE (RESULT > OLD (p->n)); return g (p) + p->n; }
 *
 * is woven, in effect, to (one line per original line, so that line numbers stay):
 *
 *     int f (T *p, int i); static int f__afx (T *p, int i)
 *     { AFRT_AT (2); return g (p) + AFRT_P (clause_null, clause_heap, p)->n; }
 *     int f (T *p, int i)
 *     {
 *       struct afrt_call afx_call;
 *       AFRT_REQUIRE (clause, (i > 0), { AFRT_NOTE (0, i); });          // blamed on the caller's frame
 *       AFRT_INVARIANT_ENTRY (&afx_call, 0, clause, p, T_valid (p));
 *       AFRT_OLD (afx_old_0, p->n);                                      // declares afx_old_0 and afx_old_0_ok
 *       AFRT_ENTER (routine);                                            // pushes a frame that is popped on scope exit
 *       __typeof__ (f__afx (p, i)) afx_result = AFRT_DISPATCH...         // candidates: switch (afrt_candidate ()) {
 * case 7: ... } AFRT_ENSURE (clause, (afx_result > AFRT_USE_OLD (afx_old_0)), { ... }, exit location);
 *       AFRT_INVARIANT_EXIT (&afx_call, 0, clause, p, T_valid (p));
 *       return afx_result;
 *     }
 *
 * Rules of evaluation.  While a contract, an observer or a probe is evaluated (afrt.evaluating > 0), postconditions and
 * invariants of the called queries are not checked, and a violated precondition or implicit contract makes the
 * value undefined: control jumps to the innermost evaluation.  Undefined counts as violated.
 * Otherwise a violation ends the test: control jumps to the interpreter.
 * With no frame, a violated precondition is the test's own fault: the call is invalid and skipped.
 * An invariant is checked at entry and exit of public routines; of queries, only at entry of a call from the test.
 * There a violated invariant makes the call invalid; at a nested entry it only suspends the check at that exit.
 *
 * The runtime is a guest: libc and the sanitizer's interface only, symbols afrt_* only, errno preserved.
 *
 * A program that keeps its own main has another half of all this: afrt-program.h, which includes this file with
 * AFRT_PROGRAM defined.  There a violation is reported, the program continues, and state is per thread. */
#ifndef AFRT_H
#define AFRT_H

/* No header of libc is included: woven code begins with this file, and such a header read before the user's own first
 * line would decide for him what `#define _GNU_SOURCE` or `#define NDEBUG` there can still say.  Candidates use NULL,
 * which a module need not have; this header is the compiler's. */
#ifndef AFRT_PROGRAM
#include <stddef.h>
#endif
#define AFRT_NULL ((void *)0)

/* Candidates are compiled without optimisation, where no call is inlined: then it goes to the copy in libafrt.a, which
 * is optimised; AFRT_OUT_OF_LINE makes it.  AFRT_ALONE: there is no libafrt.a. */
#if defined AFRT_PROGRAM || defined AFRT_ALONE || defined __cplusplus
#define AFRT_INLINE static __inline__
#elif defined AFRT_OUT_OF_LINE
#define AFRT_INLINE __inline__ __attribute__ ((__gnu_inline__))
#else
#define AFRT_INLINE extern __inline__ __attribute__ ((__gnu_inline__))
#endif
typedef __SIZE_TYPE__ afrt_size;

/* Before a function of the weaver's that follows no pointer of the user's without having asked whether it may: the
 * address sanitizer would ask once more, and such functions are two thirds of what a build with sanitizers compiles.
 * In a program nobody asks before. */
#ifdef AFRT_PROGRAM
#define AFRT_GUARDED
#else
#define AFRT_GUARDED __attribute__ ((no_sanitize ("address")))
#endif

/* Room for a jmp_buf of any machine. */
typedef struct {
  long long words[64];
} __attribute__ ((aligned (16))) afrt_jump;

#ifdef __cplusplus
extern "C" {
#endif

/* The module is a shared object beside the runtime: it finds these there, and the runtime its tables. */
#ifndef AFRT_PROGRAM
#pragma GCC visibility push(default)
#endif

/* libc's.  A module may have a _setjmp of its own, so that it asks for it by a name that nobody has; a program, which
 * would share that name with all that is linked to it, asks for libc's own. */
#if defined AFRT_PROGRAM || defined AFRT_ALONE
#define AFRT_SETJMP_NAME __asm__("_setjmp")
#else
#define AFRT_SETJMP_NAME
#endif
int afrt_setjmp (afrt_jump *jump) AFRT_SETJMP_NAME __attribute__ ((returns_twice));

struct afrt_evaluation {
  struct afrt_evaluation *outer;
  struct afrt_frame *frame; /* top frame to go back to */
  unsigned long long begun; /* steps made before */
  afrt_jump back;
};

/* Invariant bookkeeping of one call: bit i is set when the i-th invariant held at entry. */
struct afrt_call {
  unsigned held;
  unsigned nested;
};

#ifndef AFRT_PROGRAM

struct afrt_frame {
  struct afrt_frame *caller;
  unsigned routine;
  unsigned location;
  unsigned long long entered; /* steps made before */
  const volatile void *dead;  /* a pointer to memory that was freed before the caller handed it over; else null */
};

/* The one mutable state of the runtime that woven code touches; the rest is private to libafrt.a. */
struct afrt_state {
  struct afrt_frame *top;
  struct afrt_evaluation *evaluation;
  unsigned evaluating;    /* depth of contract evaluation */
  unsigned candidate;     /* 0: the program as it is */
  unsigned char tracing;  /* probes record */
  unsigned char covering; /* steps from location to location are noted */
  unsigned char *reached; /* per routine, set on entry; null: not asked for */
  unsigned long long steps;
  unsigned long long budget;
};
extern struct afrt_state afrt_state;

/* --- what happens on a violation; see "rules of evaluation" --- */

/* @undefined: the clause could not be evaluated.  Does not return to the caller, but may return for a call from the
 * test whose precondition fails: it never does (jumps). */
void afrt_violated (unsigned clause, int undefined) __attribute__ ((noreturn, cold));
void afrt_hang (void) __attribute__ ((noreturn, cold));
/* Whether the top-level test call is at the bottom: no frame. */
AFRT_INLINE int afrt_from_test (void)
{
  return afrt_state.top == AFRT_NULL;
}

/* --- frames and locations --- */

#define AFRT_EXIT_LOCATION 1 /* of every routine: the weaver's place for what holds at its end */

AFRT_INLINE void afrt_enter (struct afrt_frame *frame, unsigned routine)
{
  frame->caller = afrt_state.top;
  frame->routine = routine;
  frame->location = 0;
  frame->entered = afrt_state.steps;
  frame->dead = AFRT_NULL;
  afrt_state.top = frame;
  if (afrt_state.reached)
    afrt_state.reached[routine] = 1;
}
/* Notes that control has gone from the frame's location to @location; nothing while a contract is evaluated. */
void afrt_cover (const struct afrt_frame *frame, unsigned location);
/* The body is over: what is violated now is so at the exit. */
AFRT_INLINE void afrt_at_exit (unsigned location)
{
  if (__builtin_expect (afrt_state.covering, 0))
    afrt_cover (afrt_state.top, location);
  afrt_state.top->location = location;
}
AFRT_INLINE void afrt_leave (struct afrt_frame *frame)
{
  if (__builtin_expect (afrt_state.covering, 0))
    afrt_cover (frame, AFRT_EXIT_LOCATION);
  afrt_state.top = frame->caller;
}

#define AFRT_ENTER(r)                                                                                                  \
  struct afrt_frame afx_frame __attribute__ ((cleanup (afrt_leave)));                                                  \
  afrt_enter (&afx_frame, (r))

AFRT_INLINE void afrt_at (unsigned location)
{
  if (__builtin_expect (afrt_state.covering, 0))
    afrt_cover (afrt_state.top, location);
  afrt_state.top->location = location;
  if (++afrt_state.steps > afrt_state.budget)
    afrt_hang ();
}
/* As a statement or the left side of a comma. */
#define AFRT_AT(l) afrt_at (l)
/* In a routine that calls setjmp, whose frame must be found again: AFRT_INSIDE () begins its body. */
#define AFRT_INSIDE() struct afrt_frame *const afx_here __attribute__ ((unused)) = afrt_state.top
#define AFRT_AT_HERE(l) ((void)(afrt_state.top = afx_here), afrt_at (l))

AFRT_INLINE unsigned afrt_candidate (void)
{
  return afrt_state.candidate;
}

/* --- memory --- */

/* n bytes at p may be read; p may be anything when n is 0. */
int afrt_readable (const volatile void *p, afrt_size n);
int afrt_writable (const volatile void *p, afrt_size n);
/* The same with a count of elements that may be negative or overflow: then false. */
int afrt_elements (const volatile void *p, long long n, afrt_size size);

/* Whether @p is in a block that was freed, as far as the sanitizer still knows; and, where it may not be freed again,
 * no pointer that the test had from the module. */
int afrt_is_freed (const volatile void *p);
int afrt_is_gone (const volatile void *p);

void afrt_pointer_slow (unsigned null_clause, unsigned heap_clause, const volatile void *p, afrt_size n);
/* A clause about the memory at @p is violated: by the caller when he handed the pointer over and the memory was freed
 * by then. */
void afrt_violated_at (unsigned clause, const volatile void *p) __attribute__ ((noreturn, cold));
/* After AFRT_ENTER: a pointer that the caller has handed over. */
#define AFRT_TAKE(p)                                                                                                   \
  do {                                                                                                                 \
    if ((p) != AFRT_NULL && __builtin_expect (!afrt_readable ((p), 1), 0))                                             \
      afrt_take_unreadable (&afx_frame, (p));                                                                          \
  } while (0)
void afrt_take_unreadable (struct afrt_frame *frame, const volatile void *p);

AFRT_INLINE void afrt_pointer (unsigned null_clause, unsigned heap_clause, const volatile void *p, afrt_size n)
{
  if (__builtin_expect (p == AFRT_NULL || !afrt_readable (p, n), 0))
    afrt_pointer_slow (null_clause, heap_clause, p, n);
}

/* A round of a quantifier; a long one must end, too. */
#define AFRT_STEP()                                                                                                    \
  do {                                                                                                                 \
    if (++afrt_state.steps > afrt_state.budget)                                                                        \
      afrt_hang ();                                                                                                    \
  } while (0)

#define AFRT_VIOLATED_NORETURN __attribute__ ((noreturn, cold))

/* Starts the row of a visit; 0 when nothing is to be recorded now. */
int afrt_trace_begin (unsigned routine, unsigned location);

#endif /* AFRT_PROGRAM */

/* Remembers an operand's value for the report. */
void afrt_note (unsigned index, long long value);

/* The block is the caller's from now on: a function of the test has received it, and what it refers to is not leaked.
 */
void afrt_given (const volatile void *p);
/* The same for a function that the module calls to free what the test has handed over: the block is freed, unless the
 * test handed it over twice.  @is_allocated: a function of the test has allocated it, and the module has to free what
 * it refers to. */
void afrt_released (const volatile void *p, int is_allocated);

/* For a function of the test: how often this was asked before in the test; and all queries on the objects of the test's
 * present call, whose results nobody looks at. */
unsigned afrt_turn (void);
void afrt_ask (void);

/* --- guarded expressions; clause numbers are AfClause ids --- */

/* Each operand is written out once and evaluated once: nesting makes the text longer, not exponentially so.  The
 * variables have the same names at every depth; none is seen from an operand, which is an initialiser and stands before
 * all but itself.
 * `+ 0` turns a bit-field or a bool into an int.
 * A program goes on after a violation, so of clauses that take an earlier one for granted none is asked then. */

/* A pointer about to be dereferenced as a whole object: AFRT_P (c1, c2, p)->f, *AFRT_P (c1, c2, p). */
#define AFRT_P(null_clause, heap_clause, p)                                                                            \
  (__extension__({                                                                                                     \
    __auto_type afx_p = (p);                                                                                           \
    afrt_pointer ((null_clause), (heap_clause), afx_p, sizeof *afx_p);                                                 \
    afx_p;                                                                                                             \
  }))
/* The same where its first n bytes are enough, as for a field: AFRT_HEAD (c1, c2, n, p)->f. */
#define AFRT_HEAD(null_clause, heap_clause, n, p)                                                                      \
  (__extension__({                                                                                                     \
    __auto_type afx_p = (p);                                                                                           \
    afrt_pointer ((null_clause), (heap_clause), afx_p, (n));                                                           \
    afx_p;                                                                                                             \
  }))
/* p[i] of a pointer: (*AFRT_E (c1, c2, p, i)).  AFRT_QUICK: what runs little and compiles long has calls for
 * branches. */
#ifdef AFRT_QUICK
void afrt_element (unsigned null_clause, unsigned heap_clause, const volatile void *base, const volatile void *element,
                   afrt_size n);
void afrt_if_violated (unsigned clause, int is_violated);
#define AFRT_E(null_clause, heap_clause, p, i)                                                                         \
  (__extension__({                                                                                                     \
    __auto_type afx_b = (p);                                                                                           \
    __auto_type afx_e = afx_b + (i);                                                                                   \
    afrt_element ((null_clause), (heap_clause), afx_b, afx_e, sizeof *afx_b);                                          \
    afx_e;                                                                                                             \
  }))
#else
#define AFRT_E(null_clause, heap_clause, p, i)                                                                         \
  (__extension__({                                                                                                     \
    __auto_type afx_b = (p);                                                                                           \
    __auto_type afx_i = (i) + 0;                                                                                       \
    if (__builtin_expect (afx_b == AFRT_NULL, 0))                                                                      \
      afrt_pointer_slow ((null_clause), (heap_clause), AFRT_NULL, 1);                                                  \
    else                                                                                                               \
      afrt_pointer ((heap_clause), (heap_clause), afx_b + afx_i, sizeof *afx_b);                                       \
    afx_b + afx_i;                                                                                                     \
  }))
#endif
/* An index of an array of n elements: a[AFRT_I (low, high, i, n)]; the count of a shift of n bits. */
#define AFRT_I(low_clause, high_clause, i, n)                                                                          \
  (__extension__({                                                                                                     \
    __auto_type afx_i = (i) + 0;                                                                                       \
    if (__builtin_expect (afx_i < 0, 0))                                                                               \
      afrt_violated_by ((low_clause), (long long)afx_i);                                                               \
    else if (__builtin_expect ((unsigned long long)afx_i >= (unsigned long long)(n), 0))                               \
      afrt_violated_by ((high_clause), (long long)afx_i);                                                              \
    afx_i;                                                                                                             \
  }))
/* A divisor: a / AFRT_D (c, d). */
#define AFRT_D(clause, d)                                                                                              \
  (__extension__({                                                                                                     \
    __auto_type afx_d = (d) + 0;                                                                                       \
    if (__builtin_expect (afx_d == 0, 0))                                                                              \
      afrt_violated_by ((clause), 0);                                                                                  \
    afx_d;                                                                                                             \
  }))
/* Signed arithmetic: AFRT_FITS (c, add, a, b) is a + b. */
#define AFRT_FITS(clause, op, a, b)                                                                                    \
  (__extension__({                                                                                                     \
    __auto_type afx_x = (a) + 0;                                                                                       \
    __auto_type afx_y = (b) + 0;                                                                                       \
    __typeof__ (afx_x + afx_y) afx_r;                                                                                  \
    if (__builtin_expect (__builtin_##op##_overflow (afx_x, afx_y, &afx_r), 0))                                        \
      afrt_violated ((clause), 0);                                                                                     \
    afx_r;                                                                                                             \
  }))
/* Whether it fits. */
#define AFRT_DOES_FIT(op, a, b)                                                                                        \
  (__extension__({                                                                                                     \
    __auto_type afx_x = (a) + 0;                                                                                       \
    __auto_type afx_y = (b) + 0;                                                                                       \
    __typeof__ (afx_x + afx_y) afx_r;                                                                                  \
    !__builtin_##op##_overflow (afx_x, afx_y, &afx_r);                                                                 \
  }))
/* Signed negation. */
#define AFRT_NEG(clause, a) AFRT_FITS (clause, sub, 0, a)
/* a += b, a -= b, a *= b on a signed lvalue that is no bit-field. */
#define AFRT_FITS_ASSIGN(clause, op, a, b)                                                                             \
  (__extension__({                                                                                                     \
    __auto_type afx_l = &(a);                                                                                          \
    __auto_type afx_y = (b) + 0;                                                                                       \
    __typeof__ (*afx_l + afx_y) afx_r;                                                                                 \
    if (__builtin_expect (__builtin_##op##_overflow (*afx_l, afx_y, &afx_r), 0))                                       \
      afrt_violated ((clause), 0);                                                                                     \
    *afx_l = afx_r;                                                                                                    \
  }))
/* Division, @op is / or %: neither by zero, nor of the smallest number by -1. */
#define AFRT_DIV(zero_clause, fits_clause, op, a, b)                                                                   \
  (__extension__({                                                                                                     \
    __auto_type afx_x = (a) + 0;                                                                                       \
    __auto_type afx_y = (b) + 0;                                                                                       \
    __typeof__ (afx_x + afx_y) afx_r;                                                                                  \
    if (__builtin_expect (afx_y == 0, 0))                                                                              \
      afrt_violated_by ((zero_clause), 0);                                                                             \
    if (__builtin_expect (afx_y == -1 && __builtin_sub_overflow (0, afx_x, &afx_r), 0))                                \
      afrt_violated ((fits_clause), 0);                                                                                \
    afx_x op afx_y;                                                                                                    \
  }))
#define AFRT_DIV_ASSIGN(zero_clause, fits_clause, op, a, b)                                                            \
  (__extension__({                                                                                                     \
    __auto_type afx_l = &(a);                                                                                          \
    *afx_l = AFRT_DIV (zero_clause, fits_clause, op, *afx_l, b);                                                       \
  }))
#define AFRT_DOES_DIVIDE(a, b)                                                                                         \
  (__extension__({                                                                                                     \
    __auto_type afx_x = (a) + 0;                                                                                       \
    __auto_type afx_y = (b) + 0;                                                                                       \
    __typeof__ (afx_x + afx_y) afx_r;                                                                                  \
    afx_y != 0 && !(afx_y == -1 && __builtin_sub_overflow (0, afx_x, &afx_r));                                         \
  }))
/* Whether the signed x can be shifted by n: no bit reaches the sign.  n is in range. */
#define AFRT_SHIFTS(x, n) ((x) >= 0 && (unsigned long long)(x) >> (sizeof (x) * 8 - 1 - (unsigned)(n)) == 0)
/* a << n of a signed a; the clauses are those of n, 0 <= n and n < width, and that of the value. */
#define AFRT_SHL(low_clause, high_clause, fits_clause, a, n)                                                           \
  (__extension__({                                                                                                     \
    __auto_type afx_x = (a) + 0;                                                                                       \
    __auto_type afx_i = (n) + 0;                                                                                       \
    if (__builtin_expect (afx_i < 0, 0))                                                                               \
      afrt_violated_by ((low_clause), (long long)afx_i);                                                               \
    else if (__builtin_expect ((unsigned long long)afx_i >= sizeof afx_x * 8, 0))                                      \
      afrt_violated_by ((high_clause), (long long)afx_i);                                                              \
    else if (__builtin_expect (!AFRT_SHIFTS (afx_x, afx_i), 0))                                                        \
      afrt_violated ((fits_clause), 0);                                                                                \
    afx_x << afx_i;                                                                                                    \
  }))
#define AFRT_SHL_ASSIGN(low_clause, high_clause, fits_clause, a, n)                                                    \
  (__extension__({                                                                                                     \
    __auto_type afx_l = &(a);                                                                                          \
    *afx_l = AFRT_SHL (low_clause, high_clause, fits_clause, *afx_l, n);                                               \
  }))
#define AFRT_DOES_SHIFT(a, n)                                                                                          \
  (__extension__({                                                                                                     \
    __auto_type afx_x = (a) + 0;                                                                                       \
    __auto_type afx_i = (n) + 0;                                                                                       \
    afx_i >= 0 && (unsigned long long)afx_i < sizeof afx_x * 8 && AFRT_SHIFTS (afx_x, afx_i);                          \
  }))
/* Before x++ or x--, op is add or sub, of a signed variable: (AFRT_CAN (c, add, x), x++); of any other signed lvalue:
 * (*AFRT_S (c, add, a))++. */
#ifdef AFRT_QUICK
#define AFRT_CAN(clause, op, x)                                                                                        \
  (__extension__({                                                                                                     \
    __typeof__ ((x) + 0) afx_r;                                                                                        \
    afrt_if_violated ((clause), __builtin_##op##_overflow ((x), 1, &afx_r));                                           \
  }))
#else
#define AFRT_CAN(clause, op, x)                                                                                        \
  (__extension__({                                                                                                     \
    __typeof__ ((x) + 0) afx_r;                                                                                        \
    if (__builtin_expect (__builtin_##op##_overflow ((x), 1, &afx_r), 0))                                              \
      afrt_violated ((clause), 0);                                                                                     \
  }))
#endif
#define AFRT_S(clause, op, a)                                                                                          \
  (__extension__({                                                                                                     \
    __auto_type afx_l = &(a);                                                                                          \
    AFRT_CAN (clause, op, *afx_l);                                                                                     \
    afx_l;                                                                                                             \
  }))
/* A pointer to a function that is called: AFRT_C (c, f) (x). */
#define AFRT_C(clause, f)                                                                                              \
  (__extension__({                                                                                                     \
    __auto_type afx_f = (f);                                                                                           \
    if (__builtin_expect (afx_f == AFRT_NULL, 0))                                                                      \
      afrt_violated ((clause), 0);                                                                                     \
    afx_f;                                                                                                             \
  }))
/* The number of bytes that a string takes with its end; 0: it has none that can be read, or none in @limit bytes. */
AFRT_INLINE afrt_size afrt_string (const volatile char *string, afrt_size limit)
{
  afrt_size at = 0, n = 8 - ((__UINTPTR_TYPE__)string & 7);
  /* by the units in which memory is known to be readable, then one by one; C89, as the program may be */
  for (; at + n <= limit && afrt_readable (string + at, n); n = 8)
    for (; n > 0; n--)
      if (string[at++] == 0)
        return at;
  while (at < limit && afrt_readable (string + at, 1))
    if (string[at++] == 0)
      return at;
  return 0;
}

#include "afrt-library.h"

/* --- evaluation of contracts, observers and probes --- */

void afrt_evaluation_begin (struct afrt_evaluation *evaluation);
void afrt_evaluation_end (struct afrt_evaluation *evaluation);

/* Runs `statement` with afrt.evaluating set; `undefined` runs instead when an implicit contract or a precondition is
 * violated on the way. */
#define AFRT_EVALUATE(statement, undefined)                                                                            \
  do {                                                                                                                 \
    struct afrt_evaluation afx_evaluation;                                                                             \
    AFRT_EVALUATE_IN (&afx_evaluation, statement, undefined);                                                          \
  } while (0)
#define AFRT_EVALUATE_IN(evaluation, statement, undefined)                                                             \
  do {                                                                                                                 \
    afrt_evaluation_begin (evaluation);                                                                                \
    if (afrt_setjmp (&(evaluation)->back) == 0) {                                                                      \
      statement;                                                                                                       \
      afrt_evaluation_end (evaluation);                                                                                \
    } else {                                                                                                           \
      afrt_evaluation_end (evaluation);                                                                                \
      undefined;                                                                                                       \
    }                                                                                                                  \
  } while (0)

#define AFRT_NOTE(index, e) AFRT_EVALUATE (afrt_note ((index), (long long)(e)), (void)0)

/* A violation that is all about one number. */
static __inline__ void AFRT_VIOLATED_NORETURN afrt_violated_by (unsigned clause, long long value)
{
  if (!afrt_state.evaluating)
    AFRT_NOTE (0, value);
  afrt_violated (clause, 0);
}

/* Checks a clause at the current location; blame goes to the top frame. */
#define AFRT_CLAUSE(clause, condition, notes)                                                                          \
  do {                                                                                                                 \
    volatile int afx_holds = 2;                                                                                        \
    AFRT_EVALUATE (afx_holds = !!(condition), afx_holds = 2);                                                          \
    if (__builtin_expect (afx_holds != 1, 0)) {                                                                        \
      notes;                                                                                                           \
      afrt_violated ((clause), afx_holds == 2);                                                                        \
    }                                                                                                                  \
  } while (0)

/* A loop's variant: not negative, and less than `last`, which takes its value. */
#define AFRT_VARIANT(clause, last, e, notes)                                                                           \
  AFRT_CLAUSE (clause, (__extension__({                                                                                \
                 long long afx_now = (long long)(e);                                                                   \
                 int afx_less = afx_now >= 0 && afx_now < (last);                                                      \
                 (last) = afx_now;                                                                                     \
                 afx_less;                                                                                             \
               })),                                                                                                    \
               notes)

/* In a wrapper, before AFRT_ENTER. */
#define AFRT_REQUIRE(clause, condition, notes) AFRT_CLAUSE (clause, condition, notes)
/* The same of what nobody wrote: it is asked of tests alone. */
#define AFRT_ASSUME(clause, condition, notes)                                                                          \
  do {                                                                                                                 \
    if (afrt_from_test ())                                                                                             \
      AFRT_CLAUSE (clause, condition, notes);                                                                          \
  } while (0)
/* In a wrapper, after the body; nothing while evaluating. */
#define AFRT_ENSURE(clause, condition, notes, exit_location)                                                           \
  do {                                                                                                                 \
    if (!afrt_state.evaluating) {                                                                                      \
      afrt_at_exit (exit_location);                                                                                    \
      AFRT_CLAUSE (clause, condition, notes);                                                                          \
    }                                                                                                                  \
  } while (0)

/* Declares a copy of e at entry. */
#define AFRT_OLD(name, e)                                                                                              \
  __typeof__ (__extension__({ (e); })) name;                                                                           \
  volatile int name##_ok = 1;                                                                                          \
  if (afrt_state.evaluating)                                                                                           \
    name##_ok = 0;                                                                                                     \
  else                                                                                                                 \
    AFRT_EVALUATE (name = (e), name##_ok = 0)
void afrt_undefined (void) __attribute__ ((noreturn, cold));
#define AFRT_USE_OLD(name) (*(name##_ok ? &name : (afrt_undefined (), &name)))

/* --- chains: p, p->next, ... --- */

/* What the link at @offset in @node, of @size bytes, leads to; undefined if the node is not there. */
static __inline__ __attribute__ ((unused)) const void *afrt_next (const void *node, afrt_size offset, afrt_size size)
{
  const void *next;
  if (!afrt_readable (node, size))
    afrt_undefined ();
  __builtin_memcpy (&next, (const char *)node + offset, sizeof next);
  return next;
}
/* How many nodes there are up to null; -1 where there is a cycle: a second pointer, which takes one step for two of the
 * first, is met. */
static __inline__ __attribute__ ((unused)) int afrt_nodes (const void *first, afrt_size offset, afrt_size size)
{
  const void *node = first, *slow = first;
  int n = 0;
  while (node != AFRT_NULL) {
    node = afrt_next (node, offset, size);
    slow = ++n % 2 == 0 ? afrt_next (slow, offset, size) : slow;
    if (node != AFRT_NULL && node == slow)
      return -1;
  }
  return n;
}
/* Whether @last, which may be null, is among these nodes or ends them. */
static __inline__ __attribute__ ((unused)) int afrt_reaches (const void *first, const void *last, afrt_size offset,
                                                             afrt_size size)
{
  const void *node = first, *slow = first;
  int n = 0;
  while (node != last && node != AFRT_NULL) {
    node = afrt_next (node, offset, size);
    slow = ++n % 2 == 0 ? afrt_next (slow, offset, size) : slow;
    if (node != AFRT_NULL && node == slow)
      break;
  }
  return node == last;
}
#define AFRT_LINK(first, next)                                                                                         \
  __extension__ __builtin_offsetof(__typeof__ (*(first)), next), __extension__ sizeof (*(first))
#define AFRT_NODES(first, next) afrt_nodes ((first), AFRT_LINK (first, next))
#define AFRT_REACHES(first, last, next) afrt_reaches ((first), (last), AFRT_LINK (first, next))

/* `index` numbers the checked arguments of one call; `object` is the pointer (null: nothing to check). */
#define AFRT_INVARIANT_ENTRY(call, index, clause, object, condition)                                                   \
  do {                                                                                                                 \
    if (!afrt_state.evaluating && (object) != AFRT_NULL) {                                                             \
      volatile int afx_holds = 0;                                                                                      \
      AFRT_EVALUATE (afx_holds = !!(condition), afx_holds = 0);                                                        \
      if (afx_holds)                                                                                                   \
        (call)->held |= 1u << (index);                                                                                 \
      else if (afrt_from_test ())                                                                                      \
        afrt_violated ((clause), 0);                                                                                   \
    }                                                                                                                  \
  } while (0)
/* In the wrapper of a query. */
#define AFRT_INVARIANT_DEMAND(clause, object, condition)                                                               \
  do {                                                                                                                 \
    if (!afrt_state.evaluating && afrt_from_test () && (object) != AFRT_NULL) {                                        \
      volatile int afx_holds = 0;                                                                                      \
      AFRT_EVALUATE (afx_holds = !!(condition), afx_holds = 0);                                                        \
      if (!afx_holds)                                                                                                  \
        afrt_violated ((clause), 0);                                                                                   \
    }                                                                                                                  \
  } while (0)
/* The same of an object to which a pointer in an argument leads, `found`: where that leads nowhere, or to no such
 * object, nobody is to blame. */
#define AFRT_INVARIANT_REACHED(call, index, found, object, condition)                                                  \
  do {                                                                                                                 \
    (object) = AFRT_NULL;                                                                                              \
    if (!afrt_state.evaluating) {                                                                                      \
      volatile int afx_holds = 0;                                                                                      \
      AFRT_EVALUATE ((object) = (found); afx_holds = (object) != AFRT_NULL && (condition), afx_holds = 0);             \
      if (afx_holds)                                                                                                   \
        (call)->held |= 1u << (index);                                                                                 \
    }                                                                                                                  \
  } while (0)
/* An object that was freed on the way is left alone: the memory is not live any more. */
#define AFRT_INVARIANT_EXIT(call, index, clause, object, condition, exit_location)                                     \
  do {                                                                                                                 \
    if (!afrt_state.evaluating && (object) != AFRT_NULL && ((call)->held >> (index)&1)                                 \
        && afrt_readable ((object), 1)) {                                                                              \
      afrt_at_exit (exit_location);                                                                                    \
      AFRT_CLAUSE (clause, condition, (void)0);                                                                        \
    }                                                                                                                  \
  } while (0)

/* --- probes --- */

/* Around what is watched beside a call, @is_inner: that the module makes itself.  It may take few steps, which are not
 * the call's; 0: it is left out, since none is watched now, or enough of the test was. */
int afrt_brief_begin (int is_inner);
void afrt_brief_end (void);
void afrt_trace_value (unsigned column, long long value);
/* A floating-point number as a whole one: of the same order, and 0 for 0.  What is no number has no value. */
void afrt_trace_float (unsigned column, double number);
void afrt_trace_end (void);
/* A block of values:  AFRT_VALUES { AFRT_TRACE (0, e); AFRT_TRACE (1, f); }
 * Where e cannot be evaluated, the block is entered again at f.  That is one place to come back to for all of them, as
 * gcc takes quadratic time for a routine with thousands.  Columns are numbers, each at most once in a block. */
#define AFRT_COME_BACK                                                                                                 \
  struct afrt_evaluation afx_trace;                                                                                    \
  volatile unsigned afx_at = 0;                                                                                        \
  if (afrt_setjmp (&afx_trace.back) != 0)                                                                              \
  afrt_evaluation_end (&afx_trace)
#define AFRT_VALUES                                                                                                    \
  AFRT_COME_BACK;                                                                                                      \
  switch (afx_at)                                                                                                      \
  case 0:
#define AFRT_TRACE_BY(column, trace)                                                                                   \
  afx_at = (column) + 1;                                                                                               \
  afrt_evaluation_begin (&afx_trace);                                                                                  \
  trace;                                                                                                               \
  afrt_evaluation_end (&afx_trace);                                                                                    \
  case (column) + 1:
#define AFRT_TRACE(column, e) AFRT_TRACE_BY (column, afrt_trace_value ((column), (long long)(e)))
#define AFRT_TRACE_FLOAT(column, e) AFRT_TRACE_BY (column, afrt_trace_float ((column), (double)(e)))
/* The same for a probe, all of whose values are one evaluation:  AFRT_COLUMNS { AFRT_COLUMN (0, e); } AFRT_COLUMNS_END;
 */
#define AFRT_COLUMNS                                                                                                   \
  AFRT_COME_BACK;                                                                                                      \
  afrt_evaluation_begin (&afx_trace);                                                                                  \
  switch (afx_at)                                                                                                      \
  case 0:
#define AFRT_COLUMN_BY(column, trace)                                                                                  \
  afx_at = (column) + 1;                                                                                               \
  trace;                                                                                                               \
  case (column) + 1:
#define AFRT_COLUMN(column, e) AFRT_COLUMN_BY (column, afrt_trace_value ((column), (long long)(e)))
#define AFRT_COLUMN_FLOAT(column, e) AFRT_COLUMN_BY (column, afrt_trace_float ((column), (double)(e)))
#define AFRT_COLUMNS_END afrt_evaluation_end (&afx_trace)

#ifndef AFRT_PROGRAM

/* --- the driver's tables, generated --- */

enum afrt_value { AFRT_VALUE_NONE, AFRT_VALUE_INTEGER, AFRT_VALUE_FLOAT, AFRT_VALUE_POINTER, AFRT_VALUE_RECORD };

struct afrt_thunk {
  const char *name;
  void (*call) (void *const *args,
                void *result); /* args[i]: address of argument i, typed; result: room for the result */
  unsigned n_args;
  const unsigned *arg_sizes;
  const unsigned char *arg_values; /* enum afrt_value */
  unsigned result_size;            /* 0 for void */
  unsigned char result_value;      /* enum afrt_value */
  int result_type;                 /* AfType id of the record pointed to or held; -1 */
  unsigned consumed;               /* the argument that the call takes over, counted from 1; 0: none */
  unsigned initialised; /* likewise the pointer to storage in which the call makes an object, whatever was there */
  unsigned char initialised_if; /* 0: always, 1: where the result is not zero, 2: where it is */
  unsigned char is_raw;         /* the result is such storage, and no object yet */
  unsigned
    threaded; /* likewise the object that the call gives back, maybe as another one: by its result, or in place */
};

struct afrt_observer {
  unsigned type; /* AfType id of the record */
  unsigned char is_boolean;
  unsigned char is_string;
  unsigned char is_content; /* a hash of all fields of a record that holds only numbers */
  long long (*integer) (const void *object);
  const char *(*string) (const void *object);
};

/* Tests of a record's fields for zero or null: what an object's abstract state has besides its Boolean observers. */
struct afrt_state_tests {
  unsigned type; /* AfType id of the record */
  unsigned n;
  unsigned long long (*read) (const void *object); /* bit i: test i holds */
};

/* How a field is followed by who compares data: through @levels pointers to numbers, text or records. */
enum afrt_field_kind {
  AFRT_FIELD_BYTES,  /* a number, a truth value */
  AFRT_FIELD_TEXT,   /* characters; through a pointer, up to the terminator */
  AFRT_FIELD_RECORD, /* of the record type @type */
  AFRT_FIELD_OTHER   /* nothing is known of what it points to */
};

struct afrt_field {
  afrt_size offset;
  afrt_size size; /* of one element that the pointers lead to, in bytes */
  afrt_size n;    /* elements in place; 0: as many as the block has */
  unsigned levels;
  unsigned kind; /* enum afrt_field_kind */
  unsigned type; /* AfType id, of a record */
};

struct afrt_record {
  unsigned type; /* AfType id */
  const unsigned *n;
  const struct afrt_field *fields;
};

struct afrt_driver {
  unsigned n_thunks;
  const struct afrt_thunk *const *thunks; /* null entries: not callable */
  unsigned n_routines;
  unsigned n_observers;
  const struct afrt_observer *observers;
  unsigned n_callbacks;
  void (*const *callbacks) (void);
  unsigned n_columns;                                              /* of a trace build, else 0 */
  unsigned clause_crash, clause_hang, clause_sandbox, clause_leak; /* ids of the backstops */
  unsigned clause_open;                                            /* 0: the module opens no file */
  unsigned n_states;
  const struct afrt_state_tests *states;
  unsigned n_records;
  const struct afrt_record *records;
};
extern const struct afrt_driver afrt_driver; /* of the module */

#pragma GCC visibility pop
#endif /* AFRT_PROGRAM */

#ifdef __cplusplus
}
#endif
#endif

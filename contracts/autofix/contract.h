/* Contracts for C: preconditions, postconditions, checks and type invariants, written where assert () would stand.
 *
 *     QUERY int stack_count (const Stack *s);
 *     INVARIANT bool stack_valid (const Stack *s) { return s->count >= 0; }
 *
 *     int stack_pop (Stack *s)
 *     {
 *       REQUIRE (s != NULL && stack_count (s) > 0);
 *       ENSURE (stack_count (s) == OLD (stack_count (s)) - 1);
 *       ENSURE (RESULT == OLD (s->items[s->count - 1]));
 *       ...
 *
 * Every macro has two names, REQUIRE and AFX_REQUIRE; the short ones are left out when AUTOFIX_NO_SHORT_NAMES is
 * defined before this header is included.
 *
 * One of four modes is chosen at inclusion:
 *
 *   mode               chosen by          REQUIRE CHECK LOOP_INVARIANT   ENSURE LOOP_VARIANT CONSUME   quantifiers,
 * IMPLIES, ... plain              nothing            checked; abort with a message  nothing evaluated release NDEBUG
 * compiled, never evaluated      nothing                       compiled woven              AUTOFIX_WOVEN      nothing:
 * the weaver put        nothing                       evaluated by the runtime its own checks in read by the tool
 * AUTOFIX_FRONTEND   each macro is a call of a marker function, so that the parser sees typed expressions
 *
 * The header stands alone: nothing has to be linked, C11 or later, gcc and clang; C++ may include it too. */
#ifndef AUTOFIX_CONTRACT_H
#define AUTOFIX_CONTRACT_H

#include <stddef.h>

#if !defined AUTOFIX_FRONTEND && !defined AUTOFIX_WOVEN && !defined NDEBUG
#include <stdio.h>
#include <stdlib.h>
#endif

#ifdef __cplusplus
#define AFX__BOOL bool
#define AFX__EXTERN extern "C"
#else
#define AFX__BOOL _Bool
#define AFX__EXTERN extern
#endif

#ifdef AUTOFIX_FRONTEND

/* --- read by the tool: markers, declared and never defined --- */

AFX__EXTERN void afx__fe_require (AFX__BOOL condition);
AFX__EXTERN void afx__fe_ensure (AFX__BOOL condition);
AFX__EXTERN void afx__fe_check (AFX__BOOL condition);
AFX__EXTERN void afx__fe_loop_invariant (AFX__BOOL condition);
AFX__EXTERN void afx__fe_loop_variant (long long value);
AFX__EXTERN void afx__fe_consume (const volatile void *pointer);
AFX__EXTERN void afx__fe_old (void);
AFX__EXTERN AFX__BOOL afx__fe_implies (AFX__BOOL a, AFX__BOOL b);
AFX__EXTERN AFX__BOOL afx__fe_iff (AFX__BOOL a, AFX__BOOL b);
AFX__EXTERN AFX__BOOL afx__fe_forall (long long high, AFX__BOOL condition);
AFX__EXTERN AFX__BOOL afx__fe_exists (long long high, AFX__BOOL condition);
AFX__EXTERN AFX__BOOL afx__fe_readable (const volatile void *pointer, long long count);
AFX__EXTERN AFX__BOOL afx__fe_writable (volatile void *pointer, long long count);
AFX__EXTERN int afx__fe_nodes (const void *first, const void *second);
AFX__EXTERN AFX__BOOL afx__fe_reaches (const void *first, const void *last, const void *second);

#define AFX_REQUIRE(...) afx__fe_require ((__VA_ARGS__))
#define AFX_ENSURE(...) afx__fe_ensure ((__VA_ARGS__))
#define AFX_CHECK(...) afx__fe_check ((__VA_ARGS__))
#define AFX_LOOP_INVARIANT(...) afx__fe_loop_invariant ((__VA_ARGS__))
#define AFX_LOOP_VARIANT(...) afx__fe_loop_variant ((__VA_ARGS__))
#define AFX_CONSUME(p) afx__fe_consume ((p))
/* The comma keeps the type of the expression. */
#define AFX_OLD(...) (afx__fe_old (), (__VA_ARGS__))
/* The tool declares this variable in each function body before it reads the text again. */
#define AFX_RESULT afx__result
#define AFX_IMPLIES(a, b) afx__fe_implies ((a), (b))
#define AFX_IFF(a, b) afx__fe_iff ((a), (b))
#define AFX_FORALL(i, lo, hi, p)                                                                                       \
  (__extension__({                                                                                                     \
    __typeof__ ((lo) + (hi)) i = (lo);                                                                                 \
    afx__fe_forall ((hi), (p));                                                                                        \
  }))
#define AFX_EXISTS(i, lo, hi, p)                                                                                       \
  (__extension__({                                                                                                     \
    __typeof__ ((lo) + (hi)) i = (lo);                                                                                 \
    afx__fe_exists ((hi), (p));                                                                                        \
  }))
#define AFX_READABLE(p, n) afx__fe_readable ((p), (n))
#define AFX_WRITABLE(p, n) afx__fe_writable ((p), (n))
#define AFX_NODES(first, next) afx__fe_nodes ((first), (first)->next)
#define AFX_REACHES(first, last, next) afx__fe_reaches ((first), (last), (first)->next)
#define AFX_INVARIANT __attribute__ ((unused, annotate ("afx_invariant")))
#define AFX_QUERY __attribute__ ((annotate ("afx_query")))

#else

/* --- what may stand in a clause, in every build --- */

#define AFX_IMPLIES(a, b) (!(a) || (b))
#define AFX_IFF(a, b) ((!(a)) == (!(b)))
/* The index is pasted into the names of the helpers, so that a quantifier in a quantifier shadows nothing. */
#define AFX__QUANTIFIER(start, i, lo, hi, p)                                                                           \
  (__extension__({                                                                                                     \
    AFX__BOOL afx_truth_##i = (start);                                                                                 \
    const __typeof__ ((lo) + (hi)) afx_end_##i = (hi);                                                                 \
    for (__typeof__ ((lo) + (hi)) i = (lo); i < afx_end_##i && afx_truth_##i == (start); i++)                          \
      afx_truth_##i = !!(p);                                                                                           \
    afx_truth_##i;                                                                                                     \
  }))
#define AFX_FORALL(i, lo, hi, p) AFX__QUANTIFIER (1, i, lo, hi, p)
#define AFX_EXISTS(i, lo, hi, p) AFX__QUANTIFIER (0, i, lo, hi, p)
/* A function kept for the contracts' sake may have no caller: ENSURE, which may name RESULT, is nothing here. */
#define AFX_INVARIANT __attribute__ ((unused))
#define AFX_QUERY __attribute__ ((unused))
#define AFX_ENSURE(...) ((void)0)
#define AFX_LOOP_VARIANT(...) ((void)0)
#define AFX_CONSUME(p) ((void)0)

#ifdef AUTOFIX_WOVEN

/* --- woven: afrt.h is included before anything else --- */

#define AFX_REQUIRE(...) ((void)0)
#define AFX_CHECK(...) ((void)0)
#define AFX_LOOP_INVARIANT(...) ((void)0)
#define AFX_READABLE(p, n) afrt_elements ((p), (long long)(n), __extension__ sizeof *(p))
#define AFX_WRITABLE(p, n) afrt_elements ((p), (long long)(n), __extension__ sizeof *(p))
#define AFX_NODES(first, next) AFRT_NODES (first, next)
#define AFX_REACHES(first, last, next) AFRT_REACHES (first, last, next)

#else

/* Without the runtime nobody knows how much memory is there: only what is surely wrong is found. */
static inline __attribute__ ((unused)) AFX__BOOL afx__readable (const volatile void *pointer, long long count)
{
  return count == 0 || (count > 0 && pointer != NULL);
}
static inline __attribute__ ((unused)) AFX__BOOL afx__writable (volatile void *pointer, long long count)
{
  return count == 0 || (count > 0 && pointer != NULL);
}
#define AFX_READABLE(p, n) afx__readable ((p), (long long)(n))
#define AFX_WRITABLE(p, n) afx__writable ((p), (long long)(n))

static inline __attribute__ ((unused)) const void *afx__next (const void *node, size_t offset)
{
  const void *next;
  __builtin_memcpy (&next, (const char *)node + offset, sizeof next);
  return next;
}
/* One step of the slow pointer for two of the fast one: where they meet is a cycle. */
static inline __attribute__ ((unused)) int afx__nodes (const void *first, size_t offset)
{
  const void *node = first, *slow = first;
  int n = 0;
  while (node != NULL) {
    node = afx__next (node, offset);
    slow = ++n % 2 == 0 ? afx__next (slow, offset) : slow;
    if (node != NULL && node == slow)
      return -1;
  }
  return n;
}
static inline __attribute__ ((unused)) AFX__BOOL afx__reaches (const void *first, const void *last, size_t offset)
{
  const void *node = first, *slow = first;
  int n = 0;
  while (node != last && node != NULL) {
    node = afx__next (node, offset);
    slow = ++n % 2 == 0 ? afx__next (slow, offset) : slow;
    if (node != NULL && node == slow)
      break;
  }
  return node == last;
}
#define AFX__LINK(first, next) (__extension__ __builtin_offsetof(__typeof__ (*(first)), next))
#define AFX_NODES(first, next) afx__nodes ((first), AFX__LINK (first, next))
#define AFX_REACHES(first, last, next) afx__reaches ((first), (last), AFX__LINK (first, next))

#ifdef NDEBUG

/* --- release --- */

/* Not sizeof: a static function that only contracts call would be reported as unused. */
#define AFX__UNEVALUATED(...) ((void)(0 && (__VA_ARGS__)))
#define AFX_REQUIRE(...) AFX__UNEVALUATED (__VA_ARGS__)
#define AFX_CHECK(...) AFX__UNEVALUATED (__VA_ARGS__)
#define AFX_LOOP_INVARIANT(...) AFX__UNEVALUATED (__VA_ARGS__)

#else

/* --- plain --- */

static inline __attribute__ ((unused, noreturn, cold)) void afx__contract_failed (const char *file, int line,
                                                                                  const char *kind, const char *clause)
{
  fprintf (stderr, "%s:%d: %s violated: %s\n", file, line, kind, clause);
  abort ();
}
/* The text is taken before the argument is expanded, so that the message shows what the programmer wrote. */
#define AFX__CHECKED(kind, text, ...) ((__VA_ARGS__) ? (void)0 : afx__contract_failed (__FILE__, __LINE__, kind, text))
#define AFX_REQUIRE(...) AFX__CHECKED ("precondition", #__VA_ARGS__, __VA_ARGS__)
#define AFX_CHECK(...) AFX__CHECKED ("check", #__VA_ARGS__, __VA_ARGS__)
#define AFX_LOOP_INVARIANT(...) AFX__CHECKED ("loop invariant", #__VA_ARGS__, __VA_ARGS__)

#endif /* NDEBUG */
#endif /* AUTOFIX_WOVEN */
#endif /* AUTOFIX_FRONTEND */

/* --- short names --- */

#ifndef AUTOFIX_NO_SHORT_NAMES
/* Where the text of the argument counts, the short name must not go through the long one: that would expand it first.
 */
#ifdef AFX__CHECKED
#define REQUIRE(...) AFX__CHECKED ("precondition", #__VA_ARGS__, __VA_ARGS__)
#define CHECK(...) AFX__CHECKED ("check", #__VA_ARGS__, __VA_ARGS__)
#define LOOP_INVARIANT(...) AFX__CHECKED ("loop invariant", #__VA_ARGS__, __VA_ARGS__)
#else
#define REQUIRE(...) AFX_REQUIRE (__VA_ARGS__)
#define CHECK(...) AFX_CHECK (__VA_ARGS__)
#define LOOP_INVARIANT(...) AFX_LOOP_INVARIANT (__VA_ARGS__)
#endif
#define ENSURE(...) AFX_ENSURE (__VA_ARGS__)
#define LOOP_VARIANT(...) AFX_LOOP_VARIANT (__VA_ARGS__)
#define CONSUME(p) AFX_CONSUME (p)
#ifdef AUTOFIX_FRONTEND
#define OLD(...) AFX_OLD (__VA_ARGS__)
#define RESULT AFX_RESULT
#endif
#define IMPLIES(a, b) AFX_IMPLIES (a, b)
#define IFF(a, b) AFX_IFF (a, b)
#define FORALL(i, lo, hi, p) AFX_FORALL (i, lo, hi, p)
#define EXISTS(i, lo, hi, p) AFX_EXISTS (i, lo, hi, p)
#define READABLE(p, n) AFX_READABLE (p, n)
#define WRITABLE(p, n) AFX_WRITABLE (p, n)
#define NODES(first, next) AFX_NODES (first, next)
#define REACHES(first, last, next) AFX_REACHES (first, last, next)
#define INVARIANT AFX_INVARIANT
#define QUERY AFX_QUERY
#endif

#endif

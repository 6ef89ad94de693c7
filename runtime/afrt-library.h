/* A part of afrt.h: guards of what library functions are given, and what __func__ says in a body that was given another
 * name. */
#ifndef AFRT_LIBRARY_H
#define AFRT_LIBRARY_H

/* An argument that a library function reads or writes n bytes at: memcpy (AFRT_M (c, d, n), ...). */
#define AFRT_M(clause, p, n)                                                                                           \
  (__extension__({                                                                                                     \
    __auto_type afx_p = (p);                                                                                           \
    if (__builtin_expect (!afrt_readable (afx_p, (n)), 0))                                                             \
      afrt_violated ((clause), 0);                                                                                     \
    afx_p;                                                                                                             \
  }))
/* The same of an array, whose size is known: AFRT_IN (c, sizeof a, a, n). */
#define AFRT_IN(clause, limit, p, n)                                                                                   \
  (__extension__({                                                                                                     \
    __auto_type afx_p = (p);                                                                                           \
    const afrt_size afx_n = (n);                                                                                       \
    if (__builtin_expect (afx_n > (limit) || !afrt_readable (afx_p, afx_n), 0))                                        \
      afrt_violated ((clause), 0);                                                                                     \
    afx_p;                                                                                                             \
  }))
#define AFRT_ANY_SIZE ((afrt_size)-1)
/* A string that a contract hands to a library function: it must end where it can still be read, strlen (AFRT_Z (c, s)).
 */
#define AFRT_Z(clause, p)                                                                                              \
  (__extension__({                                                                                                     \
    __auto_type afx_p = (p);                                                                                           \
    if (!afrt_string ((const volatile char *)afx_p, AFRT_ANY_SIZE))                                                    \
      afrt_violated ((clause), 0);                                                                                     \
    afx_p;                                                                                                             \
  }))
/* The same in the program itself; that something is there at all is another clause: strlen (AFRT_ENDS (c, limit, s)).
 * @limit: of an array its size. */
#define AFRT_ENDS(clause, limit, p)                                                                                    \
  (__extension__({                                                                                                     \
    __auto_type afx_p = (p);                                                                                           \
    if (afrt_readable (afx_p, 1) && !afrt_string ((const volatile char *)afx_p, (limit)))                              \
      afrt_violated ((clause), 1);                                                                                     \
    afx_p;                                                                                                             \
  }))
/* f (p, q) copies a string that has an end to where there is room for it: AFRT_STRCPY (c, strcpy, limit, (p), (q)). */
#define AFRT_STRCPY(clause, f, limit, p, q)                                                                            \
  (__extension__({                                                                                                     \
    __auto_type afx_p = (p);                                                                                           \
    __auto_type afx_q = (q);                                                                                           \
    afrt_size afx_n = afrt_string ((const volatile char *)afx_q, AFRT_ANY_SIZE);                                       \
    if (__builtin_expect (afrt_readable (afx_p, 1) && (afx_n > (limit) || !afrt_readable (afx_p, afx_n)), 0))          \
      afrt_violated ((clause), 0);                                                                                     \
    f (afx_p, afx_q);                                                                                                  \
  }))
/* f (p, q, n) copies n bytes to where they do not lie already: AFRT_COPY (c, memcpy, (p), (q), n). */
#define AFRT_COPY(clause, f, p, q, ...)                                                                                \
  (__extension__({                                                                                                     \
    __auto_type afx_p = (p);                                                                                           \
    __auto_type afx_q = (q);                                                                                           \
    const afrt_size afx_n = (__VA_ARGS__);                                                                             \
    if (__builtin_expect ((afrt_size)afx_p < (afrt_size)afx_q + afx_n && (afrt_size)afx_q < (afrt_size)afx_p + afx_n,  \
                          0))                                                                                          \
      afrt_violated ((clause), 0);                                                                                     \
    f (afx_p, afx_q, afx_n);                                                                                           \
  }))
/* The length of an array: T a[AFRT_V (c, n)]. */
#define AFRT_V(clause, n)                                                                                              \
  (__extension__({                                                                                                     \
    __auto_type afx_i = (n) + 0;                                                                                       \
    if (__builtin_expect (afx_i <= 0, 0))                                                                              \
      afrt_violated_by ((clause), (long long)afx_i);                                                                   \
    afx_i;                                                                                                             \
  }))
/* An argument that is freed: null or a live block. */
#define AFRT_F(clause, p)                                                                                              \
  (__extension__({                                                                                                     \
    __auto_type afx_p = (p);                                                                                           \
    if (__builtin_expect (afx_p != AFRT_NULL && !afrt_readable (afx_p, 1), 0))                                         \
      afrt_violated_at ((clause), afx_p);                                                                              \
    afx_p;                                                                                                             \
  }))
/* What a function of the user's is to free: not freed before. */
#define AFRT_GONE(clause, p)                                                                                           \
  (__extension__({                                                                                                     \
    __auto_type afx_p = (p);                                                                                           \
    if (__builtin_expect (afrt_is_gone (afx_p), 0))                                                                    \
      afrt_violated_at ((clause), afx_p);                                                                              \
    afx_p;                                                                                                             \
  }))
/* --- the user's names --- */

/* Begins a body that the user gave another name, which __func__ then still says, as an array of its own size that can
 * be an initialiser. Elsewhere it is the compiler's: the one declared here has no room for a name. */
#ifndef __cplusplus
extern const char afx_name[1];
#define AFRT_NAMED(name) static const char afx_name[] __attribute__ ((unused)) = name
#define __func__ (*__builtin_choose_expr(sizeof afx_name > 1, &afx_name, &__func__))
#define __FUNCTION__ __func__
/* clang's names the types, too */
#ifndef __clang__
#define __PRETTY_FUNCTION__ __func__
#endif
#endif

#endif

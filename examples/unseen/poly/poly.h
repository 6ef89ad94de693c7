#ifndef POLY_H
#define POLY_H

#include <stdbool.h>

#include <autofix/contract.h>

#define POLY_P 97
#define POLY_MAX_DEGREE 4000

/// A polynomial; coef[i] is what stands before x^i, 0 <= coef[i] < POLY_P.
/// The last of the `len` coefficients is not 0; the zero polynomial has none.
typedef struct Poly {
    int *coef;
    int len, cap;
} Poly;

/// Makes *p the zero polynomial, whatever was there.
void poly_init(Poly *p);
/// Frees what p holds; it is zero then.
void poly_clear(Poly *p);

INVARIANT bool poly_is_valid(const Poly *p);

QUERY bool poly_is_zero(const Poly *p);
QUERY int poly_degree(const Poly *p);           ///< -1: zero
QUERY int poly_coef(const Poly *p, int i);      ///< any i >= 0
QUERY int poly_lead(const Poly *p);             ///< of p != 0
QUERY int poly_eval(const Poly *p, int x);      ///< 0 .. POLY_P - 1, any x
QUERY bool poly_equal(const Poly *a, const Poly *b);

// These give false when there is no memory; then p has not changed.
bool poly_set_coef(Poly *p, int i, int c);      ///< any c
bool poly_copy(Poly *p, const Poly *q);
bool poly_add(Poly *p, const Poly *q);          ///< p += q; may be the same
bool poly_sub(Poly *p, const Poly *q);
bool poly_mul(Poly *p, const Poly *a, const Poly *b);   ///< p = a b; may be the same
bool poly_shift(Poly *p, int k);                ///< p *= x^k
void poly_scale(Poly *p, int c);                ///< p *= c, any c
void poly_derive(Poly *p);
bool poly_rem(Poly *p, const Poly *q);          ///< p = p mod q; q is not zero

#endif

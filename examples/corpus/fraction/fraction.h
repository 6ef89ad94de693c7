#ifndef FRACTION_H
#define FRACTION_H

#include <stdbool.h>

#include <autofix/contract.h>

/*
 * Exact fractions with small terms.
 *
 * A fraction is kept in lowest terms with a positive denominator, so equal
 * fractions have equal members; zero is 0/1.  Numerator (without its sign) and
 * denominator are at most FRAC_LIMIT.
 */

#define FRAC_LIMIT 1000000

typedef struct Fraction
{
    int num;
    int den;
} Fraction;

INVARIANT bool frac_valid(const Fraction *f);
QUERY bool frac_is_normal(Fraction f);

Fraction frac_make(int num, int den);

QUERY int frac_sign(Fraction f);                    /* -1, 0, 1 */
QUERY bool frac_equal(Fraction a, Fraction b);
QUERY int frac_compare(Fraction a, Fraction b);     /* -1, 0, 1 */
Fraction frac_negate(Fraction f);
Fraction frac_min(Fraction a, Fraction b);
Fraction frac_max(Fraction a, Fraction b);
Fraction frac_reciprocal(Fraction f);

/* The greatest whole number not above f, the least one not below f, and the
 * nearest one (of two that are as near, the one farther from 0). */
QUERY int frac_floor(Fraction f);
QUERY int frac_ceil(Fraction f);
QUERY int frac_round(Fraction f);
/* What is left of f without its floor; 0 <= result < 1. */
Fraction frac_part(Fraction f);

/* These change *f, and return true, if the exact result has small enough terms
 * (and exists: nothing is divided by 0); otherwise *f stays as it is. */
bool frac_add(Fraction *f, Fraction other);
bool frac_subtract(Fraction *f, Fraction other);
bool frac_multiply(Fraction *f, Fraction other);
bool frac_divide(Fraction *f, Fraction other);
/* Halfway between *f and other. */
bool frac_midpoint(Fraction *f, Fraction other);
/* Exponents up to 64, also negative ones. */
bool frac_power(Fraction *f, int exponent);

/* Multiplies by a whole number.  A result beyond FRAC_LIMIT is replaced by
 * FRAC_LIMIT, or -FRAC_LIMIT, and the return value is false. */
bool frac_scale(Fraction *f, int factor);

/* Puts *f into low .. high. */
void frac_clamp(Fraction *f, Fraction low, Fraction high);
/* Swaps the two if the first is the greater one. */
void frac_order(Fraction *a, Fraction *b);

/* The first terms, at most max, of the continued fraction
 * terms[0] + 1 / (terms[1] + 1 / (terms[2] + ...)); returns how many. */
int frac_expand(Fraction f, int *terms, int max);
/* The reverse; *f stays as it is if the value is no small enough fraction. */
bool frac_collapse(const int *terms, int count, Fraction *f);

#endif

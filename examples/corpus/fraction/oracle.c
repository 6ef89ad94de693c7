/* Random test of fractions against wide integers that are reduced by trial. */
#include "fraction.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define EXPECT(c) ((c) ? (void)0 : fail(__LINE__, #c))

typedef long long Wide;

static uint64_t state;
static long operation;

static void fail(int line, const char *what)
{
    fprintf(stderr, "operation %ld, line %d: expected %s\n", operation, line, what);
    exit(1);
}

static int rnd(int n)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (int)((state >> 20) % (uint64_t)n);
}

static Wide wide_abs(Wide n)
{
    return n < 0 ? -n : n;
}

/* Binary greatest common divisor, unlike the module's. */
static Wide divisor(Wide a, Wide b)
{
    int twos = 0;

    a = wide_abs(a);
    b = wide_abs(b);
    if (a == 0 || b == 0)
        return a + b;
    while (a % 2 == 0 && b % 2 == 0) {
        a /= 2;
        b /= 2;
        twos++;
    }
    while (a != 0) {
        while (a % 2 == 0)
            a /= 2;
        while (b % 2 == 0)
            b /= 2;
        if (a < b) {
            Wide c = a;
            a = b;
            b = c;
        }
        a -= b;
    }
    return b << twos;
}

/* Reduces n/d; can the module keep it? */
static bool reduce(Wide *n, Wide *d)
{
    Wide by;

    if (*d == 0)
        return false;
    by = divisor(*n, *d) * (*d < 0 ? -1 : 1);
    *n /= by;
    *d /= by;
    return wide_abs(*n) <= FRAC_LIMIT && *d <= FRAC_LIMIT;
}

static bool is(Fraction f, Wide n, Wide d)
{
    return reduce(&n, &d) && f.num == n && f.den == d;
}

static int any_number(void)
{
    static const int special[] = { 0, 0, 1, -1, 2, -2, 999, 1000, -1000, 1001, 999999, -999999, 1000000, -1000000 };

    switch (rnd(5)) {
    case 0: return special[rnd(sizeof special / sizeof *special)];
    case 1: return rnd(2 * FRAC_LIMIT + 1) - FRAC_LIMIT;
    case 2: return rnd(2001) - 1000;
    default: return rnd(25) - 12;
    }
}

static Fraction any_fraction(void)
{
    int n = any_number(), d = any_number();

    if (d == 0)
        d = 1;
    Fraction f = frac_make(n, d);
    EXPECT(is(f, n, d));
    EXPECT(frac_valid(&f) && frac_is_normal(f));
    return f;
}

static Fraction near_fraction(Fraction f)
{
    switch (rnd(4)) {
    case 0: return f;
    case 1: return frac_make(f.num, f.den < FRAC_LIMIT ? f.den + 1 : 1);
    case 2: return frac_make(-f.num, f.den);
    default: return any_fraction();
    }
}

/* After an operation in place: it was done if n/d can be kept, else nothing changed. */
static void check_in_place(bool done, Fraction before, Fraction after, Wide n, Wide d)
{
    if (reduce(&n, &d))
        EXPECT(done && after.num == n && after.den == d);
    else
        EXPECT(!done && after.num == before.num && after.den == before.den);
}

static void check_arithmetic(Fraction a, Fraction b)
{
    Wide an = a.num, ad = a.den, bn = b.num, bd = b.den;
    Fraction f = a;
    bool done = frac_add(&f, b);

    check_in_place(done, a, f, an * bd + bn * ad, ad * bd);
    f = a;
    done = frac_subtract(&f, b);
    check_in_place(done, a, f, an * bd - bn * ad, ad * bd);
    f = a;
    done = frac_multiply(&f, b);
    check_in_place(done, a, f, an * bn, ad * bd);
    f = a;
    done = frac_divide(&f, b);
    check_in_place(done, a, f, an * bd, ad * bn);
    f = a;
    done = frac_midpoint(&f, b);
    check_in_place(done, a, f, an * bd + bn * ad, 2 * ad * bd);
    f = a;
    done = frac_multiply(&f, f);
    check_in_place(done, a, f, an * an, ad * ad);
}

static void check_one(Fraction f)
{
    Wide n = f.num, d = f.den, whole = n / d, twice;

    EXPECT(frac_sign(f) == (n > 0) - (n < 0));
    EXPECT(is(frac_negate(f), -n, d));
    if (n != 0)
        EXPECT(is(frac_reciprocal(f), d, n));
    while (whole * d > n)
        whole--;
    EXPECT(frac_floor(f) == whole);
    EXPECT(frac_ceil(f) == (whole * d == n ? whole : whole + 1));
    twice = 2 * (n - whole * d);
    EXPECT(frac_round(f) == (twice > d || (twice == d && n > 0) ? whole + 1 : whole));
    EXPECT(is(frac_part(f), n - whole * d, d));
}

static void check_two(Fraction a, Fraction b)
{
    Wide difference = (Wide)a.num * b.den - (Wide)b.num * a.den;
    Fraction small = difference <= 0 ? a : b, great = difference <= 0 ? b : a;

    EXPECT(frac_compare(a, b) == (difference > 0) - (difference < 0));
    EXPECT(frac_equal(a, b) == (difference == 0));
    EXPECT(is(frac_min(a, b), small.num, small.den));
    EXPECT(is(frac_max(a, b), great.num, great.den));
    frac_order(&a, &b);
    EXPECT(is(a, small.num, small.den) && is(b, great.num, great.den));
    frac_order(&a, &a);
    EXPECT(is(a, small.num, small.den));
    {
        Fraction f = any_fraction(), g = f;
        Wide below = (Wide)f.num * small.den - (Wide)small.num * f.den;
        Wide above = (Wide)f.num * great.den - (Wide)great.num * f.den;
        Fraction want = below < 0 ? small : above > 0 ? great : f;

        frac_clamp(&g, small, great);
        EXPECT(is(g, want.num, want.den));
    }
}

static void check_power(void)
{
    static const int bases[] = { 0, 1, -1, 2, -2, 3, 5, 10, -10, 31, 100, 999, 1000, -1000, 1001, 999999, 1000000 };
    int count = sizeof bases / sizeof *bases;
    int num = bases[rnd(count)], den = rnd(3) > 0 ? bases[rnd(count)] : 1;
    int exponent = rnd(3) == 0 ? rnd(129) - 64 : rnd(15) - 7;
    Wide n = 1, d = 1;
    bool fits = true;

    Fraction f = frac_make(num, den != 0 ? den : 1), before = f;
    for (int i = 0; i < abs(exponent) && fits; i++) {
        n *= exponent < 0 ? before.den : before.num;
        d *= exponent < 0 ? before.num : before.den;
        fits = reduce(&n, &d);
    }
    if (!fits)
        d = 0;
    bool done = frac_power(&f, exponent);
    check_in_place(done, before, f, n, d);
}

static void check_scale(Fraction f)
{
    int factor = any_number();
    Wide n = (Wide)f.num * factor, d = f.den;
    bool fits = reduce(&n, &d);
    bool done = frac_scale(&f, factor);

    EXPECT(done == fits);
    if (fits)
        EXPECT(f.num == n && f.den == d);
    else
        EXPECT(f.num == (n < 0 ? -FRAC_LIMIT : FRAC_LIMIT) && f.den == 1);
}

static void check_terms(Fraction f)
{
    int terms[40], again, max = rnd(3) == 0 ? rnd(4) : 38;
    Wide n = f.num, d = f.den;
    Fraction g = { 7, 3 };
    int i;

    for (i = 0; i < 40; i++)
        terms[i] = 12345678;
    again = frac_expand(f, terms, max);
    for (i = 0; i < max && d != 0; i++) {
        Wide whole = n / d - (n % d < 0 ? 1 : 0), rest = n - whole * d;

        EXPECT(terms[i] == whole);
        n = d;
        d = rest;
    }
    EXPECT(again == i);
    EXPECT(terms[i] == 12345678);
    if (d == 0) {
        EXPECT(frac_collapse(terms, i, &g));
        EXPECT(is(g, f.num, f.den));
    }
}

static void check_collapse(void)
{
    int terms[6], count = 1 + rnd(6);
    Fraction f = any_fraction(), before = f;
    Wide n, d = 1;
    bool fits = true;

    for (int i = 0; i < count; i++)
        terms[i] = rnd(12) == 0 ? rnd(2) == 0 ? INT_MIN : INT_MAX : rnd(4) == 0 ? any_number() : rnd(12) - 3;
    n = terms[count - 1];
    fits = reduce(&n, &d);
    for (int i = count - 2; i >= 0 && fits; i--) {
        Wide upper = d;

        fits = n != 0 && wide_abs(terms[i]) <= FRAC_LIMIT;
        if (fits) {
            d = n;
            n = terms[i] * d + upper;
            fits = reduce(&n, &d);
        }
    }
    bool done = frac_collapse(terms, count, &f);
    check_in_place(done, before, f, n, fits ? d : 0);
}

static void check_invalid(void)
{
    Fraction f = { any_number(), any_number() };
    Wide n = f.num, d = f.den;
    bool normal = d > 0 && reduce(&n, &d) && n == f.num && d == f.den;

    EXPECT(frac_is_normal(f) == normal);
    EXPECT(frac_valid(&f) == normal);
}

int main(int argc, char **argv)
{
    unsigned seed = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 1;

    state = 0x9e3779b97f4a7c15u ^ ((uint64_t)seed * 0xbf58476d1ce4e5b9u);
    if (state == 0)
        state = 1;
    for (operation = 0; operation < 30000; operation++) {
        Fraction a = any_fraction(), b = near_fraction(a);

        check_one(a);
        check_two(a, b);
        check_arithmetic(a, b);
        check_power();
        check_scale(a);
        check_terms(a);
        check_collapse();
        check_invalid();
    }
    return 0;
}

#include "fraction.h"

#include <stddef.h>

enum { MAX_EXPONENT = 64 };

/* a/b and c/d are the same number. */
#define SAME_RATIO(a, b, c, d) ((long long)(a) * (d) == (long long)(c) * (b))

static long long gcd(long long a, long long b)
{
    while (b != 0)
    {
        long long rest = a % b;

        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

static bool in_range(long long n)
{
    return n >= -FRAC_LIMIT && n <= FRAC_LIMIT;
}

/* Can num/den be kept? */
static bool fits(long long num, long long den)
{
    if (den == 0)
        return false;

    long long divisor = gcd(num, den);

    return in_range(num / divisor) && in_range(den / divisor);
}

/* Reduces num/den and stores it in *f, if it can be kept. */
static bool store(Fraction *f, long long num, long long den)
{
    REQUIRE(den != 0);
    ENSURE(RESULT == fits(num, den));
    ENSURE(IMPLIES(RESULT, SAME_RATIO(f->num, f->den, num, den)));

    long long divisor = gcd(num, den);

    if (!fits(num, den))
        return false;
    if (den < 0)
        divisor = -divisor;
    f->num = (int)(num / divisor);
    f->den = (int)(den / divisor);
    return true;
}

/* The numerator of a when a and b are given the same denominator. */
static long long widened(Fraction a, Fraction b)
{
    return (long long)a.num * b.den;
}

static long long common(Fraction a, Fraction b)
{
    return (long long)a.den * b.den;
}

bool frac_is_normal(Fraction f)
{
    return in_range(f.num) && f.den >= 1 && f.den <= FRAC_LIMIT
        && gcd(f.num, f.den) == 1;
}

INVARIANT bool frac_valid(const Fraction *f)
{
    return frac_is_normal(*f);
}

Fraction frac_make(int num, int den)
{
    REQUIRE(den != 0);
    REQUIRE(num >= -FRAC_LIMIT && num <= FRAC_LIMIT);
    REQUIRE(den >= -FRAC_LIMIT && den <= FRAC_LIMIT);
    ENSURE(frac_is_normal(RESULT));
    ENSURE(SAME_RATIO(RESULT.num, RESULT.den, num, den));

    Fraction f = { 0, 1 };

    store(&f, num, den);
    return f;
}

int frac_sign(Fraction f)
{
    REQUIRE(frac_is_normal(f));
    ENSURE(RESULT == (f.num > 0) - (f.num < 0));

    if (f.num == 0)
        return 0;
    return f.num < 0 ? -1 : 1;
}

bool frac_equal(Fraction a, Fraction b)
{
    ENSURE(RESULT == (a.num == b.num && a.den == b.den));

    return a.num == b.num && a.den == b.den;
}

int frac_compare(Fraction a, Fraction b)
{
    REQUIRE(frac_is_normal(a) && frac_is_normal(b));
    ENSURE(RESULT == (widened(a, b) > widened(b, a)) - (widened(a, b) < widened(b, a)));

    long long left = (long long)a.num * b.den;
    long long right = (long long)b.num * a.den;

    if (left == right)
        return 0;
    return left < right ? -1 : 1;
}

Fraction frac_negate(Fraction f)
{
    REQUIRE(frac_is_normal(f));
    ENSURE(RESULT.num == -f.num && RESULT.den == f.den);

    Fraction negative = { -f.num, f.den };

    return negative;
}

Fraction frac_min(Fraction a, Fraction b)
{
    REQUIRE(frac_is_normal(a) && frac_is_normal(b));
    ENSURE(frac_compare(RESULT, a) <= 0 && frac_compare(RESULT, b) <= 0);
    ENSURE(frac_equal(RESULT, a) || frac_equal(RESULT, b));

    return frac_compare(a, b) <= 0 ? a : b;
}

Fraction frac_max(Fraction a, Fraction b)
{
    REQUIRE(frac_is_normal(a) && frac_is_normal(b));
    ENSURE(frac_compare(RESULT, a) >= 0 && frac_compare(RESULT, b) >= 0);
    ENSURE(frac_equal(RESULT, a) || frac_equal(RESULT, b));

    return frac_compare(a, b) >= 0 ? a : b;
}

Fraction frac_reciprocal(Fraction f)
{
    REQUIRE(frac_is_normal(f));
    REQUIRE(f.num != 0);
    ENSURE(frac_is_normal(RESULT));
    ENSURE(SAME_RATIO(RESULT.num, RESULT.den, f.den, f.num));

    return frac_make(f.den, f.num);
}

int frac_floor(Fraction f)
{
    REQUIRE(frac_is_normal(f));
    ENSURE((long long)RESULT * f.den <= f.num);
    ENSURE(f.num < ((long long)RESULT + 1) * f.den);

    int whole = f.num / f.den;

    if (f.num < 0 && f.num % f.den != 0)
        whole--;
    return whole;
}

int frac_ceil(Fraction f)
{
    REQUIRE(frac_is_normal(f));
    ENSURE((long long)RESULT * f.den >= f.num);
    ENSURE(f.num > ((long long)RESULT - 1) * f.den);

    return -frac_floor(frac_negate(f));
}

int frac_round(Fraction f)
{
    REQUIRE(frac_is_normal(f));
    ENSURE(IMPLIES(f.num >= 0, RESULT == (2LL * f.num + f.den) / (2LL * f.den)));
    ENSURE(IMPLIES(f.num < 0, RESULT == -((-2LL * f.num + f.den) / (2LL * f.den))));

    int half = f.den / 2;
    int whole = f.num / f.den;
    int rest = f.num % f.den;

    if (f.den % 2 != 0)
        half++;                 /* the least rest that is more than a half */
    if (rest >= half)
        whole++;
    else if (rest <= -half)
        whole--;
    return whole;
}

Fraction frac_part(Fraction f)
{
    REQUIRE(frac_is_normal(f));
    ENSURE(frac_is_normal(RESULT));
    ENSURE(0 <= RESULT.num && RESULT.num < RESULT.den);
    ENSURE(RESULT.den == f.den && (f.num - RESULT.num) % f.den == 0);

    Fraction part = { 0, f.den };

    part.num = (int)(f.num - (long long)frac_floor(f) * f.den);
    return part;
}

bool frac_add(Fraction *f, Fraction other)
{
    REQUIRE(f != NULL && frac_is_normal(other));
    ENSURE(RESULT == OLD(fits(widened(*f, other) + widened(other, *f), common(*f, other))));
    ENSURE(IMPLIES(RESULT, SAME_RATIO(f->num, f->den,
                                      OLD(widened(*f, other) + widened(other, *f)),
                                      OLD(common(*f, other)))));
    ENSURE(IMPLIES(!RESULT, frac_equal(*f, OLD(*f))));

    return store(f, widened(*f, other) + widened(other, *f), common(*f, other));
}

bool frac_subtract(Fraction *f, Fraction other)
{
    REQUIRE(f != NULL && frac_is_normal(other));
    ENSURE(RESULT == OLD(fits(widened(*f, other) - widened(other, *f), common(*f, other))));
    ENSURE(IMPLIES(RESULT, SAME_RATIO(f->num, f->den,
                                      OLD(widened(*f, other) - widened(other, *f)),
                                      OLD(common(*f, other)))));
    ENSURE(IMPLIES(!RESULT, frac_equal(*f, OLD(*f))));

    return store(f, widened(*f, other) - widened(other, *f), common(*f, other));
}

bool frac_multiply(Fraction *f, Fraction other)
{
    REQUIRE(f != NULL && frac_is_normal(other));
    ENSURE(RESULT == OLD(fits((long long)f->num * other.num, common(*f, other))));
    ENSURE(IMPLIES(RESULT, SAME_RATIO(f->num, f->den,
                                      OLD((long long)f->num * other.num),
                                      OLD(common(*f, other)))));
    ENSURE(IMPLIES(!RESULT, frac_equal(*f, OLD(*f))));

    return store(f, (long long)f->num * other.num, common(*f, other));
}

bool frac_divide(Fraction *f, Fraction other)
{
    REQUIRE(f != NULL && frac_is_normal(other));
    ENSURE(RESULT == OLD(fits(widened(*f, other), widened(other, *f))));
    ENSURE(IMPLIES(RESULT, SAME_RATIO(f->num, f->den,
                                      OLD(widened(*f, other)), OLD(widened(other, *f)))));
    ENSURE(IMPLIES(!RESULT, frac_equal(*f, OLD(*f))));

    if (other.num == 0)
        return false;
    return store(f, widened(*f, other), widened(other, *f));
}

bool frac_midpoint(Fraction *f, Fraction other)
{
    REQUIRE(f != NULL && frac_is_normal(other));
    ENSURE(IMPLIES(RESULT, SAME_RATIO(f->num, f->den,
                                      OLD(widened(*f, other) + widened(other, *f)),
                                      OLD(2 * common(*f, other)))));
    ENSURE(IMPLIES(!RESULT, frac_equal(*f, OLD(*f))));

    return store(f, widened(*f, other) + widened(other, *f), 2 * common(*f, other));
}

bool frac_power(Fraction *f, int exponent)
{
    REQUIRE(f != NULL);
    REQUIRE(exponent >= -MAX_EXPONENT && exponent <= MAX_EXPONENT);
    ENSURE(IMPLIES(exponent == 0, RESULT && f->num == 1 && f->den == 1));
    ENSURE(IMPLIES(exponent == 1, RESULT && frac_equal(*f, OLD(*f))));
    ENSURE(IMPLIES(!RESULT, frac_equal(*f, OLD(*f))));

    Fraction base = *f;
    Fraction power = { 1, 1 };
    int left = exponent < 0 ? -exponent : exponent;

    if (exponent < 0)
    {
        if (f->num == 0)
            return false;
        base = frac_reciprocal(base);
    }
    while (left > 0)
    {
        LOOP_VARIANT(left);
        if (left % 2 != 0 && !frac_multiply(&power, base))
            return false;
        left /= 2;
        if (left > 0 && !frac_multiply(&base, base))
            return false;
    }
    *f = power;
    return true;
}

bool frac_scale(Fraction *f, int factor)
{
    REQUIRE(f != NULL);
    REQUIRE(factor >= -FRAC_LIMIT && factor <= FRAC_LIMIT);
    ENSURE(RESULT == OLD(fits((long long)f->num * factor, f->den)));
    ENSURE(IMPLIES(RESULT, SAME_RATIO(f->num, f->den, OLD((long long)f->num * factor), OLD(f->den))));
    ENSURE(IMPLIES(!RESULT, f->den == 1
                   && f->num == ((OLD(f->num) < 0) == (factor < 0) ? FRAC_LIMIT : -FRAC_LIMIT)));

    int divisor = (int)gcd(factor, f->den);
    long long num = (long long)f->num * (factor / divisor);

    if (num > FRAC_LIMIT || num < -FRAC_LIMIT)
    {
        f->num = num < 0 ? -FRAC_LIMIT : FRAC_LIMIT;
        f->den = 1;
        return false;
    }
    f->num = (int)num;
    f->den /= divisor;
    return true;
}

void frac_clamp(Fraction *f, Fraction low, Fraction high)
{
    REQUIRE(f != NULL);
    REQUIRE(frac_is_normal(low) && frac_is_normal(high));
    REQUIRE(frac_compare(low, high) <= 0);
    ENSURE(frac_equal(*f, frac_min(frac_max(OLD(*f), low), high)));

    if (frac_compare(*f, low) < 0)
        *f = low;
    else if (frac_compare(*f, high) > 0)
        *f = high;
}

void frac_order(Fraction *a, Fraction *b)
{
    REQUIRE(a != NULL && b != NULL);
    ENSURE(frac_equal(*a, frac_min(OLD(*a), OLD(*b))));
    ENSURE(frac_equal(*b, frac_max(OLD(*a), OLD(*b))));

    if (frac_compare(*a, *b) > 0)
    {
        Fraction saved = *a;

        *a = *b;
        *b = saved;
    }
}

int frac_expand(Fraction f, int *terms, int max)
{
    REQUIRE(frac_is_normal(f));
    REQUIRE(max >= 0 && WRITABLE(terms, max));
    ENSURE(RESULT >= 0 && RESULT <= max);
    ENSURE(FORALL(i, 1, RESULT, terms[i] > 0));

    int count = 0;

    while (count < max)
    {
        terms[count++] = frac_floor(f);
        f = frac_part(f);
        if (f.num == 0)
            break;
        f = frac_reciprocal(f);
    }
    return count;
}

bool frac_collapse(const int *terms, int count, Fraction *f)
{
    REQUIRE(count > 0 && READABLE(terms, count));
    REQUIRE(f != NULL);
    ENSURE(IMPLIES(!RESULT, frac_equal(*f, OLD(*f))));

    Fraction value = { 0, 1 };

    for (int i = count - 1; i >= 0; i--)
    {
        if (i < count - 1)
        {
            if (value.num == 0)
                return false;
            value = frac_reciprocal(value);
        }
        if (!in_range(terms[i]) || !frac_add(&value, frac_make(terms[i], 1)))
            return false;
    }
    *f = value;
    return true;
}

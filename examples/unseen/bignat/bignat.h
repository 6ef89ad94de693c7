#ifndef BIGNAT_H
#define BIGNAT_H

#include <stdbool.h>

#include <autofix/contract.h>

#define NAT_BASE 1000000000u
#define NAT_BASE_DIGITS 9
#define NAT_MAX_LIMBS 2000

/*
 * Natural number of any size.  limb[0] holds the lowest nine decimal digits,
 * limb[n - 1] the highest ones, and that one is not 0.  Zero has no limbs.
 *
 * Functions that return bool give false, and leave the number alone, when the
 * result would be too large or there is no memory.
 */
typedef struct Nat {
	unsigned *limb;
	int n;
	int cap;
} Nat;

Nat *nat_create(void);
void nat_destroy(Nat *a);

INVARIANT bool nat_valid(const Nat *a);

QUERY bool nat_is_zero(const Nat *a);
/* -1, 0 or 1. */
QUERY int nat_compare(const Nat *a, const Nat *b);
/* How many decimal digits; 0 has one. */
QUERY int nat_digits(const Nat *a);

bool nat_set(Nat *a, unsigned value);
bool nat_copy(Nat *dst, const Nat *src);

/* a += b; b may be a. */
bool nat_add(Nat *a, const Nat *b);
/* a -= b, which must not be larger; b may be a. */
void nat_sub(Nat *a, const Nat *b);
/* a = a * factor + plus. */
bool nat_mul_add(Nat *a, unsigned factor, unsigned plus);
/* a /= d; returns the remainder. */
unsigned nat_div(Nat *a, unsigned d);

/* Sets a to the number that text shows, which has to be one or more decimal
 * digits.  When it is not, a is zero and the result false. */
bool nat_parse(Nat *a, const char *text);
/* Writes a in decimal, with a terminator, and returns its length; or writes
 * nothing and returns -1 when that needs more than room characters. */
int nat_format(const Nat *a, char *out, int room);

#endif

#include "bignat.h"

#include <stdlib.h>
#include <string.h>

INVARIANT bool nat_valid(const Nat *a)
{
	if (a->n < 0 || a->n > a->cap || a->cap > NAT_MAX_LIMBS || a->limb == NULL)
		return false;
	for (int i = 0; i < a->n; i++)
		if (a->limb[i] >= NAT_BASE)
			return false;
	return a->n == 0 || a->limb[a->n - 1] != 0;
}

static bool reserve(Nat *a, int limbs)
{
	unsigned *p;
	int cap = a->cap;

	if (limbs <= cap)
		return true;
	if (limbs > NAT_MAX_LIMBS)
		return false;
	while (cap < limbs)
		cap *= 2;
	if (cap > NAT_MAX_LIMBS)
		cap = NAT_MAX_LIMBS;
	p = realloc(a->limb, (size_t)cap * sizeof *p);
	if (p == NULL)
		return false;
	a->limb = p;
	a->cap = cap;
	return true;
}

/* Takes zeros off the upper end. */
static void trim(Nat *a)
{
	while (a->n > 0 && a->limb[a->n - 1] == 0)
		a->n--;
}

Nat *nat_create(void)
{
	ENSURE(RESULT == NULL || nat_is_zero(RESULT));
	Nat *a = malloc(sizeof *a);

	if (a == NULL)
		return NULL;
	a->cap = 2;
	a->n = 0;
	a->limb = malloc((size_t)a->cap * sizeof *a->limb);
	if (a->limb == NULL) {
		free(a);
		return NULL;
	}
	return a;
}

void nat_destroy(Nat *a)
{
	CONSUME(a);
	if (a == NULL)
		return;
	free(a->limb);
	free(a);
}

bool nat_is_zero(const Nat *a)
{
	REQUIRE(a != NULL);
	return a->n == 0;
}

int nat_compare(const Nat *a, const Nat *b)
{
	REQUIRE(a != NULL && b != NULL);
	ENSURE(-1 <= RESULT && RESULT <= 1);
	ENSURE(IMPLIES(a == b, RESULT == 0));
	if (a->n != b->n)
		return a->n < b->n ? -1 : 1;
	for (int i = a->n - 1; i >= 0; i--)
		if (a->limb[i] != b->limb[i])
			return a->limb[i] < b->limb[i] ? -1 : 1;
	return 0;
}

int nat_digits(const Nat *a)
{
	REQUIRE(a != NULL);
	ENSURE(RESULT >= 1);
	int digits = 1;

	if (a->n == 0)
		return 1;
	for (unsigned top = a->limb[a->n - 1]; top >= 10; top /= 10)
		digits++;
	return digits + (a->n - 1) * NAT_BASE_DIGITS;
}

bool nat_set(Nat *a, unsigned value)
{
	REQUIRE(a != NULL);
	ENSURE(IMPLIES(RESULT, nat_is_zero(a) == (value == 0)));
	if (!reserve(a, 2))
		return false;
	a->n = 0;
	while (value > 0) {
		a->limb[a->n++] = value % NAT_BASE;
		value /= NAT_BASE;
	}
	return true;
}

bool nat_copy(Nat *dst, const Nat *src)
{
	REQUIRE(dst != NULL && src != NULL);
	ENSURE(IMPLIES(RESULT, nat_compare(dst, src) == 0));
	if (dst == src)
		return true;
	if (!reserve(dst, src->n))
		return false;
	memcpy(dst->limb, src->limb, (size_t)src->n * sizeof *src->limb);
	dst->n = src->n;
	return true;
}

bool nat_add(Nat *a, const Nat *b)
{
	REQUIRE(a != NULL && b != NULL);
	ENSURE(IMPLIES(RESULT, nat_compare(a, b) >= 0));
	ENSURE(IMPLIES(!RESULT, a->n == OLD(a->n)));
	int n = a->n > b->n ? a->n : b->n;
	unsigned carry = 0;

	if (!reserve(a, n + 1))
		return false;
	for (int i = 0; i < n; i++) {
		unsigned sum = carry;

		if (i < a->n)
			sum += a->limb[i];
		if (i < b->n)
			sum += b->limb[i];
		carry = sum / NAT_BASE;
		a->limb[i] = sum % NAT_BASE;
	}
	if (carry > 0)
		a->limb[n++] = carry;
	a->n = n;
	return true;
}

void nat_sub(Nat *a, const Nat *b)
{
	REQUIRE(a != NULL && b != NULL);
	REQUIRE(nat_compare(a, b) >= 0);
	ENSURE(a->n <= OLD(a->n));
	ENSURE(IMPLIES(OLD(nat_compare(a, b)) == 0, nat_is_zero(a)));
	unsigned borrow = 0;

	for (int i = 0; i < a->n; i++) {
		unsigned take = borrow;

		if (i < b->n)
			take += b->limb[i];
		borrow = a->limb[i] < take;
		if (borrow)
			a->limb[i] += NAT_BASE;
		a->limb[i] -= take;
	}
	CHECK(borrow == 0);
	trim(a);
}

bool nat_mul_add(Nat *a, unsigned factor, unsigned plus)
{
	REQUIRE(a != NULL);
	REQUIRE(factor < NAT_BASE && plus < NAT_BASE);
	ENSURE(IMPLIES(RESULT && factor > 0, a->n >= OLD(a->n)));
	unsigned carry = plus;

	if (!reserve(a, a->n + 1))
		return false;
	for (int i = 0; i < a->n; i++) {
		unsigned long long product = (unsigned long long)a->limb[i] * factor + carry;

		a->limb[i] = (unsigned)(product % NAT_BASE);
		carry = (unsigned)(product / NAT_BASE);
	}
	a->limb[a->n++] = carry;
	trim(a);
	return true;
}

unsigned nat_div(Nat *a, unsigned d)
{
	REQUIRE(a != NULL && d > 0);
	ENSURE(RESULT < d);
	ENSURE(IMPLIES(d == 1, a->n == OLD(a->n)));
	unsigned long long rest = 0;

	for (int i = a->n - 1; i >= 0; i--) {
		rest = rest * NAT_BASE + a->limb[i];
		a->limb[i] = (unsigned)(rest / d);
		rest %= d;
	}
	trim(a);
	return (unsigned)rest;
}

bool nat_parse(Nat *a, const char *text)
{
	REQUIRE(a != NULL && text != NULL);
	ENSURE(IMPLIES(RESULT, nat_digits(a) <= (int)strlen(text)));
	ENSURE(IMPLIES(!RESULT, nat_is_zero(a)));
	const char *p = text;

	a->n = 0;
	while (*p >= '0' && *p <= '9' && nat_mul_add(a, 10, (unsigned)(*p - '0')))
		p++;
	if (p == text || *p != '\0') {
		a->n = 0;
		return false;
	}
	return true;
}

int nat_format(const Nat *a, char *out, int room)
{
	REQUIRE(a != NULL);
	REQUIRE(room >= 0 && WRITABLE(out, room));
	ENSURE(RESULT == -1 || RESULT == nat_digits(a));
	ENSURE(IMPLIES(RESULT >= 0, out[RESULT] == '\0'));
	int len = nat_digits(a);
	int pos = len;

	if (len >= room)
		return -1;
	out[pos] = '\0';
	if (a->n == 0)
		out[--pos] = '0';
	for (int i = 0; i < a->n; i++) {
		unsigned rest = a->limb[i];

		for (int k = 0; k < NAT_BASE_DIGITS && pos > 0; k++) {
			out[--pos] = (char)('0' + rest % 10);
			rest /= 10;
		}
	}
	return len;
}

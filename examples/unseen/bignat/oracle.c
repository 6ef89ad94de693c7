/* Random test of natural numbers against decimal digits, the lowest first. */
#include "bignat.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 900, OPS = 50, MAX_DIGITS = 120, ROOM = MAX_DIGITS * 2 + 40 };

typedef struct {
	unsigned char d[ROOM];		/* all above are 0 */
} Model;

static uint64_t state;
static const char *op = "start";
static int op_no;

static int rnd(int n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (int)((state >> 20) % (uint64_t)n);
}

static void same(const char *what, long got, long want)
{
	if (got != want) {
		fprintf(stderr, "operation %d, %s: %s is %ld, should be %ld\n",
			op_no, op, what, got, want);
		exit(1);
	}
}

static void seed(int argc, char **argv)
{
	state = 0x9e3779b97f4a7c15u ^ (argc > 1 ? strtoull(argv[1], NULL, 10) : 1) * 2654435761u;
}

static int done(void)
{
	if (op_no < 20000) {
		fprintf(stderr, "too few operations: %d\n", op_no);
		return 1;
	}
	return 0;
}

static int m_digits(const Model *m)
{
	int n = ROOM;

	while (n > 1 && m->d[n - 1] == 0)
		n--;
	return n;
}

static bool m_zero(const Model *m)
{
	return m_digits(m) == 1 && m->d[0] == 0;
}

static int m_compare(const Model *a, const Model *b)
{
	for (int i = ROOM - 1; i >= 0; i--)
		if (a->d[i] != b->d[i])
			return a->d[i] < b->d[i] ? -1 : 1;
	return 0;
}

static void m_set(Model *m, unsigned value)
{
	memset(m, 0, sizeof *m);
	for (int i = 0; value > 0; i++, value /= 10)
		m->d[i] = (unsigned char)(value % 10);
}

static void m_add(Model *a, const Model *b)
{
	int carry = 0;

	for (int i = 0; i < ROOM; i++) {
		carry += a->d[i] + b->d[i];
		a->d[i] = (unsigned char)(carry % 10);
		carry /= 10;
	}
}

static void m_sub(Model *a, const Model *b)
{
	int borrow = 0;

	for (int i = 0; i < ROOM; i++) {
		int d = a->d[i] - b->d[i] - borrow;

		borrow = d < 0;
		a->d[i] = (unsigned char)(d + 10 * borrow);
	}
}

static void m_mul_add(Model *m, unsigned factor, unsigned plus)
{
	unsigned long long carry = plus;

	for (int i = 0; i < ROOM; i++) {
		carry += (unsigned long long)m->d[i] * factor;
		m->d[i] = (unsigned char)(carry % 10);
		carry /= 10;
	}
}

static unsigned m_div(Model *m, unsigned d)
{
	unsigned long long rest = 0;

	for (int i = ROOM - 1; i >= 0; i--) {
		rest = rest * 10 + m->d[i];
		m->d[i] = (unsigned char)(rest / d);
		rest %= d;
	}
	return (unsigned)rest;
}

static void m_text(const Model *m, char *out)
{
	int n = m_digits(m);

	for (int i = 0; i < n; i++)
		out[i] = (char)('0' + m->d[n - 1 - i]);
	out[n] = '\0';
}

static unsigned rnd_value(void)
{
	static const unsigned some[] = { 0, 1, 2, 9, 10, 11, 99, 100, 99999999, 100000000, 999999999 };

	if (rnd(2))
		return some[rnd((int)(sizeof some / sizeof *some))];
	return (unsigned)rnd(rnd(2) ? 1000 : 1000000000);
}

static void compare(const Nat *a, const Model *m)
{
	char want[ROOM + 1], *out;
	int n = m_digits(m), room;

	same("valid", nat_valid(a), true);
	same("is_zero", nat_is_zero(a), m_zero(m));
	same("digits", nat_digits(a), n);
	same("compare with itself", nat_compare(a, a), 0);
	m_text(m, want);
	room = n + 1 + (rnd(2) ? 0 : rnd(5));
	out = malloc((size_t)room);
	memset(out, '#', (size_t)room);
	same("result of format", nat_format(a, out, room), n);
	same("text", strcmp(out, want), 0);
	for (int i = n + 1; i < room; i++)
		same("rest of format", out[i], '#');
	free(out);
	room = rnd(2) ? n : rnd(n + 1);
	out = malloc(room > 0 ? (size_t)room : 1);
	memset(out, '#', (size_t)room);
	same("result of format, no room", nat_format(a, room > 0 ? out : NULL, room), -1);
	for (int i = 0; i < room; i++)
		same("format, no room, writes", out[i], '#');
	free(out);
}

static void parse(Nat *a, Model *m)
{
	char text[MAX_DIGITS + 2];
	int n = rnd(4) == 0 ? rnd(3) : rnd(rnd(2) ? 12 : 60), bad = -1, digit = rnd(4);
	static const char odd[] = " -+./:ax\n";

	for (int i = 0; i < n; i++)
		text[i] = (char)(digit == 0 ? '9' : digit == 1 && i > 0 ? '0' : '0' + rnd(10));
	text[n] = '\0';
	if (n > 0 && rnd(4) == 0)
		text[bad = rnd(n)] = odd[rnd((int)sizeof odd - 1)];
	same("result of parse", nat_parse(a, text), n > 0 && bad < 0);
	memset(m, 0, sizeof *m);
	if (bad < 0)
		for (int i = 0; i < n; i++)
			m->d[n - 1 - i] = (unsigned char)(text[i] - '0');
}

static void step(Nat *a, Model *m, Nat *b, Model *mb)
{
	Model copy;
	unsigned x = rnd_value(), y = rnd_value();

	switch (rnd(12)) {
	case 0:
		op = "set";
		if (rnd(3) == 0)
			x = 4294967295u - (unsigned)rnd(2) * 294967295u - (unsigned)rnd(2);
		same("result of set", nat_set(a, x), true);
		m_set(m, x);
		break;
	case 1:
		op = "copy";
		if (rnd(4) == 0) {
			same("result of copy of itself", nat_copy(a, a), true);
		} else {
			same("result of copy", nat_copy(a, b), true);
			*m = *mb;
		}
		break;
	case 2: case 3: case 4:
		op = "add";
		if (rnd(4) == 0) {
			same("result of add of itself", nat_add(a, a), true);
			copy = *m;
			m_add(m, &copy);
		} else {
			same("result of add", nat_add(a, b), true);
			m_add(m, mb);
		}
		break;
	case 5: case 6:
		op = "sub";
		if (rnd(6) == 0) {
			nat_sub(a, a);
			m_set(m, 0);
		} else if (m_compare(m, mb) >= 0) {
			nat_sub(a, b);
			m_sub(m, mb);
		} else {
			nat_sub(b, a);
			m_sub(mb, m);
		}
		break;
	case 7: case 8: case 9:
		op = "mul_add";
		same("result of mul_add", nat_mul_add(a, x, y), true);
		m_mul_add(m, x, y);
		break;
	case 10:
		op = "div";
		if (rnd(8) == 0)
			x = 4294967295u;
		if (x > 0)
			same("result of div", nat_div(a, x), m_div(m, x));
		break;
	default:
		op = "parse";
		parse(a, m);
		break;
	}
}

/* As large as it gets. */
static void limits(void)
{
	enum { DIGITS = NAT_MAX_LIMBS * NAT_BASE_DIGITS };
	char *text = malloc(DIGITS + 2), *out = malloc(DIGITS + 1);
	Nat *a = nat_create(), *b = nat_create();

	op = "limits";
	memset(text, '9', DIGITS + 1);
	text[DIGITS + 1] = '\0';
	same("parse of too much", nat_parse(a, text), false);
	same("zero", nat_is_zero(a), true);
	text[DIGITS - NAT_BASE_DIGITS] = '\0';
	same("parse of much", nat_parse(a, text), true);
	same("format of much", nat_format(a, out, DIGITS + 1), DIGITS - NAT_BASE_DIGITS);
	same("text", strcmp(text, out), 0);
	nat_set(b, 1);
	same("add to much", nat_add(a, b), true);
	same("digits", nat_digits(a), DIGITS - NAT_BASE_DIGITS + 1);
	same("mul_add to too much", nat_mul_add(a, NAT_BASE - 1, 0), false);
	same("digits after it", nat_digits(a), DIGITS - NAT_BASE_DIGITS + 1);
	nat_sub(a, b);
	same("format after sub", nat_format(a, out, DIGITS + 1), DIGITS - NAT_BASE_DIGITS);
	same("text after sub", strcmp(text, out), 0);
	nat_destroy(a);
	nat_destroy(b);
	free(text);
	free(out);
}

int main(int argc, char **argv)
{
	seed(argc, argv);
	nat_destroy(NULL);
	limits();
	for (int round = 0; round < ROUNDS; round++) {
		Nat *a[2];
		Model m[2];
		int ops = round < 50 ? rnd(8) : rnd(OPS + 1);

		op = "create";
		for (int k = 0; k < 2; k++) {
			m_set(&m[k], 0);
			a[k] = nat_create();
			if (a[k] == NULL)
				return 1;
			compare(a[k], &m[k]);
		}
		for (int i = 0; i < ops; i++) {
			int k = rnd(2);

			op_no++;
			step(a[k], &m[k], a[!k], &m[!k]);
			compare(a[k], &m[k]);
			compare(a[!k], &m[!k]);
			same("compare", nat_compare(a[0], a[1]), m_compare(&m[0], &m[1]));
			same("compare (swapped)", nat_compare(a[1], a[0]), m_compare(&m[1], &m[0]));
			if (m_digits(&m[k]) > MAX_DIGITS) {
				nat_set(a[k], 7);
				m_set(&m[k], 7);
			}
		}
		for (int k = 0; k < 2; k++)
			nat_destroy(a[k]);
	}
	return done();
}

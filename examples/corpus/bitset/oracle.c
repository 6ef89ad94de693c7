/* Random test of bit sets against arrays of truth values. */
#include "bitset.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPECT(c)	((c) ? (void)0 : fail(__LINE__, #c))

enum { ROUNDS = 200, OPS = 60 };

struct model {
	size_t	size;
	bool	bit[BS_MAX_SIZE];
};

static uint64_t state;
static int round_no, op_no;

static void
fail(int line, const char *what)
{
	fprintf(stderr, "round %d, operation %d, line %d: expected %s\n", round_no, op_no, line, what);
	exit(1);
}

static size_t
rnd(size_t n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (size_t)(state >> 20) % n;
}

static size_t
any_size(void)
{
	static const size_t sizes[] = { 0, 1, 31, 32, 33, 63, 64, 65, 95, 96, 97, 128, 160 };

	switch (rnd(8)) {
	case 0:
		return rnd(20) == 0 ? BS_MAX_SIZE - rnd(40) : rnd(400);
	case 1:
	case 2:
		return rnd(70);
	default:
		return sizes[rnd(sizeof sizes / sizeof *sizes)];
	}
}

/* A place from 0 to limit, often where words meet. */
static size_t
any_place(size_t limit)
{
	size_t at = rnd(3) == 0 ? rnd(limit + 1) : rnd(limit / 32 + 1) * 32 + rnd(3);

	if (rnd(6) == 0)
		return limit;
	return at > 0 && rnd(3) == 0 ? (at - 1 <= limit ? at - 1 : limit) : at <= limit ? at : limit;
}

static size_t
m_count(const struct model *m, size_t from, size_t to)
{
	size_t n = 0;

	for (size_t i = from; i < to; i++)
		if (m->bit[i])
			n++;
	return n;
}

/* All that can be seen of the set is as in the model. */
static void
compare(const BitSet *b, const struct model *m)
{
	size_t next = m->size, prev = m->size;

	EXPECT(bs_valid(b));
	EXPECT(bs_size(b) == m->size);
	EXPECT(bs_count(b) == m_count(m, 0, m->size));
	EXPECT(bs_none(b) == (m_count(m, 0, m->size) == 0));
	for (size_t i = 0; i < m->size; i++)
		EXPECT(bs_test(b, i) == m->bit[i]);
	for (size_t i = m->size + 1; i-- > 0;) {
		if (i < m->size && m->bit[i])
			next = i;
		EXPECT(bs_next(b, i) == next);
	}
	for (size_t i = 0; i <= m->size && (i < 200 || i + 3 > m->size); i++) {
		if (i > 0 && m->bit[i - 1])
			prev = i - 1;
		else if (i == 200 || i + 3 > m->size)
			for (size_t k = 0; k < i; k++)
				prev = m->bit[k] ? k : prev;
		EXPECT(bs_prev(b, i) == prev);
	}
}

static void
check_queries(const BitSet *b, const struct model *m)
{
	static char out[BS_MAX_SIZE + 4];
	size_t from = any_place(m->size), to = from + any_place(m->size - from);
	size_t room = 1 + any_place(m->size + 1), n;

	EXPECT(bs_count_range(b, from, to) == m_count(m, from, to));
	memset(out, '?', sizeof out);
	n = bs_format(b, out, room);
	EXPECT(n == (m->size < room ? m->size : room - 1));
	for (size_t i = 0; i < n; i++)
		EXPECT(out[i] == (m->bit[i] ? '1' : '0'));
	EXPECT(out[n] == '\0' && out[n + 1] == '?');
}

static void
drop(BitSet *b, const struct model *m)
{
	EXPECT(b != NULL);
	compare(b, m);
	bs_destroy(b);
}

static void
check_pair(const BitSet *a, const struct model *ma, const BitSet *b, const struct model *mb)
{
	static struct model want;
	size_t small = ma->size < mb->size ? ma->size : mb->size;
	size_t large = ma->size < mb->size ? mb->size : ma->size;
	bool subset = true, equal = ma->size == mb->size;

	want.size = large;
	for (size_t i = 0; i < large; i++) {
		bool in_a = i < ma->size && ma->bit[i], in_b = i < mb->size && mb->bit[i];

		want.bit[i] = in_a || in_b;
		subset = subset && (!in_a || in_b);
		equal = equal && in_a == in_b;
	}
	drop(bs_union(a, b), &want);
	EXPECT(bs_subset(a, b) == subset);
	EXPECT(bs_equal(a, b) == equal);
	want.size = small;
	for (size_t i = 0; i < small; i++)
		want.bit[i] = ma->bit[i] && mb->bit[i];
	drop(bs_intersection(a, b), &want);
	want.size = ma->size;
	for (size_t i = 0; i < ma->size; i++)
		want.bit[i] = ma->bit[i] && !(i < mb->size && mb->bit[i]);
	drop(bs_difference(a, b), &want);
}

static void
check_shift(const BitSet *b, const struct model *m)
{
	static struct model want;
	size_t n = rnd(5) == 0 ? m->size + any_place(80) : any_place(m->size);

	if (rnd(30) == 0)
		n = SIZE_MAX - rnd(70);
	want.size = m->size;
	for (size_t i = 0; i < m->size; i++)
		want.bit[i] = i >= n && m->bit[i - n];
	drop(bs_shift_up(b, n), &want);
	for (size_t i = 0; i < m->size; i++)
		want.bit[i] = n < m->size - i && m->bit[i + n];
	drop(bs_shift_down(b, n), &want);
}

static void
step(BitSet *b, struct model *m)
{
	size_t from = any_place(m->size), to = from + any_place(m->size - from), size;

	switch (rnd(10)) {
	case 0:
	case 1:
		if (m->size == 0)
			break;
		from = rnd(m->size);
		bs_set(b, from);
		m->bit[from] = true;
		break;
	case 2:
		if (m->size == 0)
			break;
		from = rnd(m->size);
		bs_clear(b, from);
		m->bit[from] = false;
		break;
	case 3:
	case 4:
		if (from == m->size)
			break;
		m->bit[from] = !m->bit[from];
		EXPECT(bs_flip(b, from) == m->bit[from]);
		break;
	case 5:
		bs_set_range(b, from, to);
		for (size_t i = from; i < to; i++)
			m->bit[i] = true;
		break;
	case 6:
		bs_clear_range(b, from, to);
		for (size_t i = from; i < to; i++)
			m->bit[i] = false;
		break;
	case 7:
		bs_flip_all(b);
		for (size_t i = 0; i < m->size; i++)
			m->bit[i] = !m->bit[i];
		break;
	default:
		size = rnd(2) == 0 ? any_size() : any_place(m->size);
		EXPECT(bs_resize(b, size));
		for (size_t i = m->size; i < size; i++)
			m->bit[i] = false;
		m->size = size;
		break;
	}
}

int
main(int argc, char **argv)
{
	static struct model models[2];
	unsigned seed = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 1;

	state = 0x9e3779b97f4a7c15u ^ ((uint64_t)seed * 0xbf58476d1ce4e5b9u);
	if (state == 0)
		state = 1;
	for (round_no = 0; round_no < ROUNDS; round_no++) {
		BitSet *sets[2];

		for (int i = 0; i < 2; i++) {
			memset(&models[i], 0, sizeof models[i]);
			models[i].size = any_size();
			sets[i] = bs_create(models[i].size);
			EXPECT(sets[i] != NULL);
			compare(sets[i], &models[i]);
		}
		for (op_no = 0; op_no < OPS; op_no++) {
			size_t i = rnd(2), j = rnd(12) == 0 ? i : 1 - i;

			step(sets[i], &models[i]);
			compare(sets[i], &models[i]);
			check_queries(sets[i], &models[i]);
			if (rnd(4) == 0)
				check_pair(sets[i], &models[i], sets[j], &models[j]);
			if (rnd(4) == 0)
				check_shift(sets[i], &models[i]);
			if (rnd(10) == 0) {
				bs_destroy(sets[1 - i]);
				sets[1 - i] = bs_copy(sets[i]);
				EXPECT(sets[1 - i] != NULL);
				models[1 - i] = models[i];
				compare(sets[1 - i], &models[1 - i]);
				check_pair(sets[i], &models[i], sets[1 - i], &models[1 - i]);
			}
		}
		bs_destroy(sets[0]);
		bs_destroy(sets[1]);
	}
	bs_destroy(NULL);
	return 0;
}

/* Random test of the tree against a sorted array. */
#include "bst.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 700, OPS = 70, MAX_KEYS = 300 };

struct model {
	int keys[MAX_KEYS];
	int count;
};

static uint64_t state;
static const char *op = "start";
static long op_no;

static int rnd(int n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (int)((state >> 20) % (uint64_t)n);
}

static void same(const char *what, long got, long want)
{
	if (got == want)
		return;
	fprintf(stderr, "operation %ld, %s: %s is %ld, should be %ld\n",
		op_no, op, what, got, want);
	exit(1);
}

static int some_key(void)
{
	static const int edges[] = { INT_MIN, INT_MIN + 1, INT_MAX - 1, INT_MAX };

	return rnd(12) == 0 ? edges[rnd(4)] : rnd(24) - 6;
}

/* How many keys are less than key? */
static int m_rank(const struct model *m, long key)
{
	int n = 0;

	while (n < m->count && m->keys[n] < key)
		n++;
	return n;
}

static bool m_has(const struct model *m, int key)
{
	int i = m_rank(m, key);

	return i < m->count && m->keys[i] == key;
}

static bool m_add(struct model *m, int key)
{
	int i = m_rank(m, key);

	if (m_has(m, key))
		return false;
	memmove(m->keys + i + 1, m->keys + i, (size_t)(m->count - i) * sizeof(int));
	m->keys[i] = key;
	m->count++;
	return true;
}

static void m_cut(struct model *m, int from, int to)
{
	memmove(m->keys + from, m->keys + to, (size_t)(m->count - to) * sizeof(int));
	m->count -= to - from;
}

static bool m_del(struct model *m, int key)
{
	int i = m_rank(m, key);

	if (!m_has(m, key))
		return false;
	m_cut(m, i, i + 1);
	return true;
}

static void compare(const struct bst *t, const struct model *m)
{
	const struct bst_node *n = bst_first(t);
	int height = bst_height(t), lo = some_key(), hi = some_key();

	same("valid", bst_valid(t), true);
	same("count", bst_count(t), m->count);
	same("is_empty", bst_is_empty(t), m->count == 0);
	same("height fits", height <= m->count
	     && (height > 30 || m->count < 1L << height), true);
	if (m->count > 0) {
		same("min", bst_min(t), m->keys[0]);
		same("max", bst_max(t), m->keys[m->count - 1]);
	}
	same("first is null", n == NULL, m->count == 0);
	for (int i = 0; i < m->count; i++) {
		same("at", bst_at(t, i), m->keys[i]);
		same("node is null", n == NULL, false);
		same("key", bst_key(n), m->keys[i]);
		same("owns", bst_owns(t, n), true);
		same("find", bst_find(t, m->keys[i]) == n, true);
		if (i == 0)
			same("prev of first", bst_prev(n) == NULL, true);
		else
			same("prev", bst_key(bst_prev(n)), m->keys[i - 1]);
		n = bst_next(n);
	}
	same("node behind the last is null", n == NULL, true);
	for (int k = -7; k < 20; k++) {
		int i = m_rank(m, k);

		same("rank", bst_rank(t, k), i);
		same("contains", bst_contains(t, k), m_has(m, k));
		n = bst_lower_bound(t, k);
		same("lower_bound is null", n == NULL, i == m->count);
		if (n != NULL)
			same("lower_bound", bst_key(n), m->keys[i]);
	}
	same("rank", bst_rank(t, lo), m_rank(m, lo));
	same("contains", bst_contains(t, lo), m_has(m, lo));
	same("find is null", bst_find(t, hi) == NULL, !m_has(m, hi));
	same("count_between", bst_count_between(t, lo, hi), lo > hi ? 0 :
	     m_rank(m, hi + 1L) - m_rank(m, lo));
	if (hi < INT_MAX && lo <= hi)
		same("sum of checksums", bst_checksum(t, lo, hi)
		     + bst_checksum(t, hi + 1, INT_MAX),
		     bst_checksum(t, lo, INT_MAX));
}

static bool m_equal(const struct model *a, const struct model *b)
{
	return a->count == b->count
		&& memcmp(a->keys, b->keys, (size_t)a->count * sizeof(int)) == 0;
}

static void erase(struct bst *t, struct model *m)
{
	int i = rnd(m->count);
	struct bst_node *n = bst_find(t, m->keys[i]);
	struct bst_node *neighbours[2] = { bst_prev(n), bst_next(n) };

	same("erase", bst_erase(t, n) == neighbours[1], true);
	for (int k = 0; k < 2; k++)
		if (neighbours[k] != NULL)
			same("neighbour", bst_key(neighbours[k]),
			     m->keys[i - 1 + 2 * k]);
	m_cut(m, i, i + 1);
}

static void step(struct bst **t, struct model *m,
		 const struct bst *other, const struct model *mo)
{
	int a = some_key(), b = some_key(), got = 77;
	bool done;

	if (m->count > 0 && rnd(3) == 0)
		a = m->keys[rnd(m->count)];
	switch (rnd(20)) {
	case 0: case 1: case 2: case 3: case 4: case 5: case 6:
		op = "insert";
		same("result", bst_insert(*t, a), m_add(m, a));
		break;
	case 7: case 8: case 9:
		op = "remove";
		same("result", bst_remove(*t, a), m_del(m, a));
		break;
	case 10: case 11: case 12:
		op = "erase";
		if (m->count > 0)
			erase(*t, m);
		break;
	case 13:
		op = "remove_range";
		if (rnd(3) != 0)
			b = a + (a < INT_MAX - 4 ? rnd(4) : 0);
		got = a > b ? 0 : m_rank(m, b + 1L) - m_rank(m, a);
		same("result", bst_remove_range(*t, a, b), got);
		if (got > 0)
			m_cut(m, m_rank(m, a), m_rank(m, b + 1L));
		break;
	case 14: case 15:
		op = "pop_min";
		same("result", bst_pop_min(*t, &got), m->count > 0);
		same("key", got, m->count > 0 ? m->keys[0] : 77);
		if (m->count > 0)
			m_cut(m, 0, 1);
		break;
	case 16: case 17:
		op = "rekey";
		if (rnd(8) == 0)
			b = a;
		done = m_has(m, a) && (a == b || !m_has(m, b));
		same("result", bst_rekey(*t, a, b), done);
		if (done) {
			m_del(m, a);
			m_add(m, b);
		}
		break;
	case 18:
		op = "merge";
		if (rnd(4) == 0) {
			same("result", bst_merge(*t, *t), 0);
			break;
		}
		got = 0;
		for (int i = 0; i < mo->count; i++)
			got += m_add(m, mo->keys[i]);
		same("result", bst_merge(*t, other), got);
		break;
	default:
		if (rnd(3) == 0) {
			op = "clear";
			bst_clear(*t);
			m->count = 0;
		} else {
			struct bst *copy = bst_copy(*t);

			op = "copy";
			same("equal", bst_equal(copy, *t), true);
			same("height", bst_height(copy), bst_height(*t));
			if (rnd(2) == 0) {
				bst_destroy(*t);
				*t = copy;
			} else {
				bst_insert(copy, b);
				bst_destroy(copy);
			}
		}
		break;
	}
	same("equal", bst_equal(*t, other), m_equal(m, mo));
	same("equal", bst_equal(other, *t), m_equal(m, mo));
	same("checksums equal", bst_checksum(*t, INT_MIN, INT_MAX)
	     == bst_checksum(other, INT_MIN, INT_MAX), m_equal(m, mo));
}

int main(int argc, char **argv)
{
	state = 0x9e3779b97f4a7c15u
		^ (argc > 1 ? strtoull(argv[1], NULL, 10) : 1) * 2654435761u;
	bst_destroy(NULL);
	for (int round = 0; round < ROUNDS; round++) {
		struct bst *t[2];
		struct model m[2];
		int ops = round < 50 ? rnd(8) : rnd(OPS + 1);

		memset(m, 0, sizeof m);
		for (int k = 0; k < 2; k++) {
			op = "create";
			t[k] = bst_create();
			compare(t[k], &m[k]);
		}
		for (int i = 0; i < ops; i++) {
			int k = rnd(3) == 0;

			op_no++;
			step(&t[k], &m[k], t[!k], &m[!k]);
			compare(t[k], &m[k]);
			if (rnd(4) == 0)
				compare(t[!k], &m[!k]);
		}
		for (int k = 0; k < 2; k++) {
			compare(t[k], &m[k]);
			bst_destroy(t[k]);
		}
	}
	if (op_no < 10000) {
		fprintf(stderr, "too few operations: %ld\n", op_no);
		return 1;
	}
	return 0;
}

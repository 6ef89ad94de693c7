/* Random test of the runs against the bytes themselves. */
#include "runs.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 900, OPS = 60, LONG = 1200, ROOM = 4000 };

typedef struct {
	unsigned char byte[ROOM];
	int total;
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

static unsigned char rnd_byte(void)
{
	static const unsigned char some[] = { 0, 1, 2, 255 };

	return rnd(8) == 0 ? (unsigned char)rnd(256) : some[rnd(4)];
}

static int m_count(const Model *m)
{
	int n = m->total > 0;

	for (int i = 1; i < m->total; i++)
		n += m->byte[i] != m->byte[i - 1];
	return n;
}

static int m_pack(const Model *m, unsigned char *out)
{
	int n = 0;

	for (int i = 0; i < m->total; ) {
		int len = 1;

		while (len < 255 && i + len < m->total && m->byte[i + len] == m->byte[i])
			len++;
		out[n++] = (unsigned char)len;
		out[n++] = m->byte[i];
		i += len;
	}
	return n;
}

static void m_append(Model *m, unsigned char value, int n)
{
	memset(m->byte + m->total, value, (size_t)n);
	m->total += n;
}

static unsigned char *block(int n)
{
	unsigned char *p = malloc(n > 0 ? (size_t)n : 1);

	memset(p, 77, (size_t)n);
	return p;
}

static void compare_bytes(const Runs *r, const Model *m)
{
	int from = rnd(3) == 0 ? 0 : rnd(m->total + 1);
	int rest = m->total - from;
	int room = rnd(2) ? rest : rnd(rest + 4), n = room < rest ? room : rest;
	unsigned char *out = block(room);

	same("result of expand", runs_expand(r, from, room == 0 && rnd(2) ? NULL : out, room), n);
	for (int i = 0; i < n; i++)
		same("byte of expand", out[i], m->byte[from + i]);
	for (int i = n; i < room; i++)
		same("rest of expand", out[i], 77);
	free(out);
}

static void compare_packed(const Runs *r, const Model *m)
{
	static unsigned char want[2 * ROOM];
	int n = m_pack(m, want), room = n + (rnd(2) ? 0 : rnd(4));
	unsigned char *out = block(room);

	same("result of pack", runs_pack(r, room == 0 && rnd(2) ? NULL : out, room), n);
	same("bytes of pack", memcmp(out, want, (size_t)n), 0);
	for (int i = n; i < room; i++)
		same("rest of pack", out[i], 77);
	free(out);
	if (n > 0) {
		room = rnd(2) ? n - 1 : rnd(n);
		out = block(room);
		same("result of pack, no room", runs_pack(r, out, room), -1);
		free(out);
	}
}

static void compare(const Runs *r, const Model *m)
{
	same("valid", runs_valid(r), true);
	same("total", runs_total(r), m->total);
	same("count", runs_count(r), m_count(m));
	for (int k = 0; k < 6 && m->total > 0; k++) {
		int i = k == 0 ? 0 : k == 1 ? m->total - 1 : rnd(m->total);

		same("at", runs_at(r, i), m->byte[i]);
	}
	for (int k = 0; k < 4; k++) {
		unsigned char b = m->total > 0 && rnd(2) ? m->byte[rnd(m->total)] : rnd_byte();
		int from = rnd(4) == 0 ? (rnd(2) ? 0 : m->total) : rnd(m->total + 1);
		int n = rnd(8) == 0 ? 2147483647 : rnd(m->total - from + 3), found = 0;

		for (int i = from; i < m->total && i - from < n; i++)
			found += m->byte[i] == b;
		same("occurrences", runs_occurrences(r, from, n, b), found);
	}
	compare_bytes(r, m);
	compare_packed(r, m);
}

static void unpack(Runs *r, Model *m)
{
	int n = rnd(12), used = 0;
	unsigned char *src = block(n);

	for (int i = 0; i < n; i++)
		src[i] = i % 2 == 1 ? rnd_byte() : rnd(8) == 0 ? 0 : rnd(12) == 0 ? 255 : (unsigned char)(1 + rnd(4));
	while (used + 1 < n && src[used] != 0) {
		m_append(m, src[used + 1], src[used]);
		used += 2;
	}
	same("result of unpack", runs_unpack(r, n == 0 && rnd(2) ? NULL : src, n), used);
	free(src);
}

static void step(Runs *r, Model *m, Runs *other, Model *mo)
{
	unsigned char b = rnd_byte();
	int n = rnd(10) == 0 ? 250 + rnd(12) : rnd(5);

	switch (rnd(16)) {
	case 0: case 1: case 2: case 3:
		op = "append";
		same("result of append", runs_append(r, b, n), true);
		m_append(m, b, n);
		same("result of append of too much", runs_append(r, b, 2147483647 - rnd(2)), false);
		break;
	case 4: case 5:
		op = "append_all";
		if (rnd(2)) {
			same("result of append_all of itself", runs_append_all(r, r), true);
			memcpy(m->byte + m->total, m->byte, (size_t)m->total);
			m->total *= 2;
		} else {
			same("result of append_all", runs_append_all(r, other), true);
			memcpy(m->byte + m->total, mo->byte, (size_t)mo->total);
			m->total += mo->total;
		}
		break;
	case 6: case 7: case 8: case 9: case 10:
		op = "set";
		for (int k = rnd(4); k >= 0 && m->total > 0; k--) {
			int i = rnd(4) == 0 ? (rnd(2) ? 0 : m->total - 1) : rnd(m->total);

			b = rnd(3) == 0 ? m->byte[rnd(2) && i > 0 ? i - 1 : i + 1 < m->total ? i + 1 : i] : rnd_byte();
			same("result of set", runs_set(r, i, b), true);
			m->byte[i] = b;
			compare(r, m);
		}
		break;
	case 11: case 12:
		op = "truncate";
		n = rnd(8) == 0 ? 0 : rnd(2) && m->total > 8 ? m->total - rnd(8) : rnd(m->total + 1);
		if (rnd(4) == 0)
			n = m->total;
		runs_truncate(r, n);
		m->total = n;
		break;
	default:
		op = "unpack";
		unpack(r, m);
		break;
	}
}

/* As long as it gets. */
static void limits(void)
{
	Runs *r = runs_create(), *s = runs_create();
	unsigned char pairs[] = { 3, 9, 3, 8, 1, 9 };

	op = "limits";
	same("append of nothing", runs_append(r, 9, 0), true);
	same("count", runs_count(r), 0);
	same("append of too much", runs_append(r, 9, RUNS_MAX_TOTAL + 1), false);
	same("append", runs_append(r, 9, RUNS_MAX_TOTAL - 4), true);
	same("append of too much", runs_append(r, 9, 5), false);
	same("append of too much, other", runs_append(r, 8, 5), false);
	same("append_all of too much", runs_append_all(r, r), false);
	same("occurrences", runs_occurrences(r, 10, RUNS_MAX_TOTAL, 9), RUNS_MAX_TOTAL - 14);
	same("occurrences, most", runs_occurrences(r, RUNS_MAX_TOTAL - 4, 2147483647, 9), 0);
	same("unpack", runs_unpack(r, pairs, 6), 2);
	same("total", runs_total(r), RUNS_MAX_TOTAL - 1);
	same("unpack of too much", runs_unpack(r, pairs, 6), 0);
	same("unpack of the last", runs_unpack(r, pairs + 4, 2), 2);
	same("total", runs_total(r), RUNS_MAX_TOTAL);
	same("append_all of nothing", runs_append_all(r, s), true);
	same("append of nothing", runs_append(r, 8, 0), true);
	runs_append(s, 1, 1);
	same("append_all of one", runs_append_all(r, s), false);
	same("total of both", runs_total(r) + runs_total(s), RUNS_MAX_TOTAL + 1);
	same("valid", runs_valid(r), true);
	runs_destroy(r);
	runs_destroy(s);
}

int main(int argc, char **argv)
{
	static Model m[2];

	seed(argc, argv);
	runs_destroy(NULL);
	limits();
	for (int round = 0; round < ROUNDS; round++) {
		Runs *r[2];
		int ops = round < 50 ? rnd(8) : rnd(OPS + 1);

		op = "create";
		for (int k = 0; k < 2; k++) {
			m[k].total = 0;
			r[k] = runs_create();
			if (r[k] == NULL)
				return 1;
			compare(r[k], &m[k]);
		}
		for (int i = 0; i < ops; i++) {
			int k = rnd(3) == 0;

			op_no++;
			step(r[k], &m[k], r[!k], &m[!k]);
			compare(r[k], &m[k]);
			if (m[k].total > LONG / 4) {
				op = "truncate";
				runs_truncate(r[k], 12);
				m[k].total = 12;
				compare(r[k], &m[k]);
			}
		}
		for (int k = 0; k < 2; k++)
			runs_destroy(r[k]);
	}
	return done();
}

/* Random test of the history against an array of short texts. */
#include "history.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 2000, OPS = 60, MAX_LIMIT = 12, LENGTH = 40 };

typedef struct {
	char text[MAX_LIMIT + 1][LENGTH + 1];
	int count;
	int pos;
	int limit;
	int saved;
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

static void m_drop_oldest(Model *m)
{
	memmove(m->text[0], m->text[1], sizeof m->text[0] * MAX_LIMIT);
	m->count--;
	m->pos--;
	if (m->saved >= 0)
		m->saved--;
}

static void m_cut(Model *m, int count)
{
	m->count = count;
	if (m->saved >= count)
		m->saved = -1;
}

static void rnd_text(char *s)
{
	int n = rnd(3) == 0 ? rnd(3) : rnd(10) == 0 ? rnd(LENGTH + 1) : rnd(2);

	for (int i = 0; i < n; i++)
		s[i] = (char)('a' + rnd(2));
	s[n] = '\0';
}

static void compare(const History *h, const Model *m)
{
	char s[LENGTH + 1];

	same("valid", hist_valid(h), true);
	same("count", hist_count(h), m->count);
	same("limit", h->limit, m->limit);
	same("pos", h->pos, m->pos);
	same("saved", h->saved, m->saved);
	same("current", strcmp(hist_current(h), m->text[m->pos]), 0);
	same("can_undo", hist_can_undo(h), m->pos > 0);
	same("can_redo", hist_can_redo(h), m->pos + 1 < m->count);
	same("is_dirty", hist_is_dirty(h), m->saved != m->pos);
	for (int i = 0; i < m->count; i++)
		same("text", strcmp(h->entry[i], m->text[i]), 0);
	for (int k = 0; k < 3; k++) {
		int steps = -1;

		if (k == 0)
			strcpy(s, m->text[rnd(m->count)]);
		else
			rnd_text(s);
		for (int i = 0; i <= m->pos; i++)
			if (strcmp(m->text[i], s) == 0)
				steps = m->pos - i;
		same("steps_back", hist_steps_back(h, s), steps);
	}
}

static void step(History *h, Model *m)
{
	char s[LENGTH + 1];
	bool own = rnd(6) == 0;
	int k;

	rnd_text(s);
	switch (rnd(16)) {
	case 0: case 1: case 2: case 3: case 4:
		op = "push";
		k = rnd(m->count);
		if (own)
			strcpy(s, m->text[k]);
		same("result of push", hist_push(h, own ? h->entry[k] : s), true);
		m_cut(m, m->pos + 1);
		if (m->count == m->limit)
			m_drop_oldest(m);
		strcpy(m->text[m->count], s);
		m->pos = m->count++;
		break;
	case 5: case 6:
		op = "amend";
		k = rnd(2) ? m->pos : rnd(m->count);
		if (own)
			strcpy(s, m->text[k]);
		same("result of amend", hist_amend(h, own ? h->entry[k] : s), true);
		strcpy(m->text[m->pos], s);
		if (m->saved == m->pos)
			m->saved = -1;
		break;
	case 7: case 8: case 9: case 10:
		op = "undo";
		for (k = rnd(4); k >= 0 && m->pos > 0; k--) {
			m->pos--;
			same("result of undo", strcmp(hist_undo(h), m->text[m->pos]), 0);
		}
		break;
	case 11: case 12:
		op = "redo";
		for (k = rnd(4); k >= 0 && m->pos < m->count - 1; k--) {
			m->pos++;
			same("result of redo", strcmp(hist_redo(h), m->text[m->pos]), 0);
		}
		break;
	case 13: case 14:
		op = "mark_saved";
		hist_mark_saved(h);
		m->saved = m->pos;
		break;
	default:
		op = "set_limit";
		m->limit = 1 + rnd(MAX_LIMIT);
		same("result of set_limit", hist_set_limit(h, m->limit), true);
		if (m->count > m->limit)
			m_cut(m, m->pos + 1 > m->limit ? m->pos + 1 : m->limit);
		while (m->count > m->limit)
			m_drop_oldest(m);
		break;
	}
}

int main(int argc, char **argv)
{
	static Model m;

	seed(argc, argv);
	hist_destroy(NULL);
	for (int round = 0; round < ROUNDS; round++) {
		History *h;
		int ops = round < 50 ? rnd(8) : rnd(OPS + 1);

		op = "create";
		rnd_text(m.text[0]);
		m.count = 1;
		m.pos = 0;
		m.saved = 0;
		m.limit = rnd(3) == 0 ? 1 : 1 + rnd(MAX_LIMIT);
		h = hist_create(m.limit, m.text[0]);
		if (h == NULL)
			return 1;
		compare(h, &m);
		for (int i = 0; i < ops; i++) {
			op_no++;
			step(h, &m);
			compare(h, &m);
		}
		op = "destroy";
		hist_destroy(h);
	}
	return done();
}

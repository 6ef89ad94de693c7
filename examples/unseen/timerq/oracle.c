/* Random test of the timers against plain arrays with absolute times. */
#include "timerq.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 2500, OPS = 60, IDS = 10, MAX_DONE = 4000 };

typedef struct {
	int id[IDS];		/* that run, in the order in which they are due */
	int ticks[IDS];
	int running;
	int done[MAX_DONE];
	int ndone;
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

static int m_index(const Model *m, int id)
{
	for (int i = 0; i < m->running; i++)
		if (m->id[i] == id)
			return i;
	return -1;
}

static void m_remove(Model *m, int i)
{
	m->running--;
	for (; i < m->running; i++) {
		m->id[i] = m->id[i + 1];
		m->ticks[i] = m->ticks[i + 1];
	}
}

static void m_start(Model *m, int id, int ticks)
{
	int i = m->running++;

	for (; i > 0 && m->ticks[i - 1] > ticks; i--) {
		m->id[i] = m->id[i - 1];
		m->ticks[i] = m->ticks[i - 1];
	}
	m->id[i] = id;
	m->ticks[i] = ticks;
}

static void compare(const TimerQueue *q, const Model *m)
{
	const Timer *t = q->first;

	same("valid", tq_valid(q), true);
	same("running", tq_running(q), m->running);
	same("has_expired", tq_has_expired(q), m->ndone > 0);
	same("next_due", tq_next_due(q), m->running > 0 ? m->ticks[0] : -1);
	for (int id = -1; id <= IDS; id++) {
		int i = m_index(m, id);

		same("is_running", tq_is_running(q, id), i >= 0);
		same("remaining", tq_remaining(q, id), i >= 0 ? m->ticks[i] : -1);
	}
	for (int i = 0; i < m->running; i++, t = t->next) {
		same("a timer", t != NULL, true);
		same("id in order", t->id, m->id[i]);
	}
	t = q->done;
	for (int i = 0; i < m->ndone; i++, t = t->next) {
		same("an expired timer", t != NULL, true);
		same("expired id", t->id, m->done[i]);
	}
	same("end of the expired", t == NULL, true);
}

static int rnd_ticks(void)
{
	static const int some[] = { 0, 0, 1, 1, 2, 3, TQ_MAX_TICKS, TQ_MAX_TICKS - 1 };

	return rnd(3) == 0 ? some[rnd(8)] : rnd(rnd(2) ? 6 : 40);
}

static void advance(TimerQueue *q, Model *m)
{
	int ticks = rnd(30) == 0 ? 2147483647 : rnd(6) == 0 && m->running > 0 ? m->ticks[rnd(m->running)] : rnd_ticks();
	int fired = 0;

	while (m->running > 0 && m->ticks[0] <= ticks) {
		m->done[m->ndone++] = m->id[0];
		m_remove(m, 0);
		fired++;
	}
	for (int i = 0; i < m->running; i++)
		m->ticks[i] -= ticks;
	same("result of advance", tq_advance(q, ticks), fired);
}

static void step(TimerQueue *q, Model *m)
{
	int id = rnd(IDS), ticks = rnd_ticks(), i = m_index(m, id);

	switch (rnd(16)) {
	case 0: case 1: case 2: case 3:
		op = "start";
		if (i < 0) {
			same("result of start", tq_start(q, id, ticks), true);
			m_start(m, id, ticks);
		}
		break;
	case 4: case 5: case 6:
		op = "restart";
		same("result of restart", tq_restart(q, id, ticks), true);
		if (i >= 0)
			m_remove(m, i);
		m_start(m, id, ticks);
		break;
	case 7: case 8:
		op = "cancel";
		same("result of cancel", tq_cancel(q, id), i >= 0);
		if (i >= 0)
			m_remove(m, i);
		break;
	case 9: case 10: case 11:
		op = "advance";
		advance(q, m);
		break;
	case 12: case 13: case 14:
		op = "take_expired";
		for (int n = rnd(4); n > 0 && m->ndone > 0; n--) {
			same("result of take_expired", tq_take_expired(q), m->done[0]);
			m->ndone--;
			memmove(m->done, m->done + 1, (size_t)m->ndone * sizeof m->done[0]);
		}
		break;
	default:
		if (rnd(4) == 0) {
			op = "clear";
			tq_clear(q);
			m->running = 0;
			m->ndone = 0;
		}
		break;
	}
}

int main(int argc, char **argv)
{
	static Model m;

	seed(argc, argv);
	tq_destroy(NULL);
	for (int round = 0; round < ROUNDS; round++) {
		TimerQueue *q = tq_create();
		int ops = round < 50 ? rnd(8) : rnd(OPS + 1);

		op = "create";
		if (q == NULL)
			return 1;
		m.running = 0;
		m.ndone = 0;
		compare(q, &m);
		for (int i = 0; i < ops; i++) {
			op_no++;
			step(q, &m);
			compare(q, &m);
		}
		op = "destroy";
		tq_destroy(q);
	}
	return done();
}

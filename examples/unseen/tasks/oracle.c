#include "tasks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CAP = 400 };
typedef struct { int id[CAP], pr[CAP]; int n, next; } model;
static unsigned long long state;
static int rnd (int n) { state ^= state << 13; state ^= state >> 7; state ^= state << 17; return (int)((state >> 20) % (unsigned)n); }
static void same (const char *w, long a, long b) { if (a != b) { fprintf (stderr, "%s: %ld, should be %ld\n", w, a, b); exit (1); } }
static int where (const model *m, int id) { for (int i = 0; i < m->n; i++) if (m->id[i] == id) return i; return -1; }
static void put (model *m, int id, int pr)
{
	int k = 0;
	while (k < m->n && m->pr[k] >= pr) k++;
	for (int i = m->n; i > k; i--) { m->id[i] = m->id[i - 1]; m->pr[i] = m->pr[i - 1]; }
	m->id[k] = id; m->pr[k] = pr; m->n++;
}
static void del (model *m, int k)
{
	for (int i = k; i + 1 < m->n; i++) { m->id[i] = m->id[i + 1]; m->pr[i] = m->pr[i + 1]; }
	m->n--;
}
static void cmp (const tasks *l, const model *m)
{
	const task *t = l->head;
	same ("ok", tasks_ok (l), 1);
	same ("length", tasks_length (l), m->n);
	same ("next", l->next_id, m->next);
	same ("first", tasks_first (l), m->n ? m->id[0] : -1);
	for (int i = 0; i < m->n; i++, t = t->next) {
		same ("is", t != NULL, 1);
		same ("id", t->id, m->id[i]);
		same ("priority", t->priority, m->pr[i]);
	}
	same ("end", t == NULL, 1);
	int id = rnd (m->next + 1);
	int k = where (m, id);
	same ("prio", tasks_priority (l, id), k < 0 ? -1 : m->pr[k]);
	same ("rank", tasks_rank (l, id), k);
}
int main (int argc, char **argv)
{
	state = 0x9e3779b97f4a7c15u ^ (argc > 1 ? strtoull (argv[1], NULL, 10) : 1) * 2654435761u;
	tasks_free (NULL);
	for (int round = 0; round < 400; round++) {
		tasks *l[2] = { tasks_new (), tasks_new () };
		static model m[2];
		memset (m, 0, sizeof m);
		m[0].next = m[1].next = 1;
		for (int step = rnd (60); step >= 0; step--) {
			int a = rnd (2), k, id = rnd (m[a].next + 1), p, n;
			cmp (l[0], &m[0]); cmp (l[1], &m[1]);
			switch (rnd (12)) {
			case 0: case 1: case 2: case 3:
				p = rnd (3) ? rnd (5) : rnd (TASKS_MAX + 1);
				same ("add", tasks_add (l[a], p), m[a].next);
				put (&m[a], m[a].next++, p);
				break;
			case 4:
				same ("pop", tasks_pop (l[a]), m[a].n ? m[a].id[0] : -1);
				if (m[a].n) del (&m[a], 0);
				break;
			case 5: case 6:
				k = where (&m[a], id);
				same ("cancel", tasks_cancel (l[a], id), k >= 0);
				if (k >= 0) del (&m[a], k);
				break;
			case 7: case 8:
				k = where (&m[a], id);
				n = rnd (3) ? rnd (4) : rnd (2147483647);
				same ("raise", tasks_raise (l[a], id, n), k >= 0);
				if (k >= 0) {
					p = n > TASKS_MAX - m[a].pr[k] ? TASKS_MAX : m[a].pr[k] + n;
					del (&m[a], k); put (&m[a], id, p);
				}
				break;
			case 9:
				p = rnd (2) ? rnd (6) : rnd (140) - 20;
				for (n = 0; m[a].n && m[a].pr[m[a].n - 1] < p; n++) m[a].n--;
				same ("drop", tasks_drop_below (l[a], p), n);
				break;
			case 10:
				if (rnd (3)) break;
				tasks_take_over (l[a], l[!a]);
				for (int i = 0; i < m[!a].n; i++) put (&m[a], m[a].next++, m[!a].pr[i]);
				m[!a].n = 0;
				break;
			default: break;
			}
		}
		cmp (l[0], &m[0]); cmp (l[1], &m[1]);
		tasks_free (l[0]); tasks_free (l[1]);
	}
	return 0;
}

/* The cache against an array in the order of use. */
#include "lru.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { int key, value; } Pair;
typedef struct { Pair p[64]; int n, cap; unsigned misses; } Model;      /* p[0] is the oldest */

static uint64_t state;
static long ops;
static int rnd(int n)
{
    state ^= state << 13; state ^= state >> 7; state ^= state << 17;
    return (int)((state >> 20) % (uint64_t)n);
}
static void same(const char *what, long got, long want)
{
    if (got != want) {
        fprintf(stderr, "operation %ld: %s is %ld, should be %ld\n", ops, what, got, want);
        exit(1);
    }
}
static int find(Model *m, int key)
{
    for (int i = 0; i < m->n; i++)
        if (m->p[i].key == key) return i;
    return -1;
}
static void cut(Model *m, int i) { memmove(m->p + i, m->p + i + 1, sizeof(Pair) * (size_t)(--m->n - i)); }
static void put(Model *m, int key, int value)
{
    int i = find(m, key);
    if (i >= 0) cut(m, i);
    else if (m->n == m->cap) cut(m, 0);
    m->p[m->n++] = (Pair){ key, value };
}
static void compare(LruCache *c, Model *m)
{
    same("ok", lru_ok(c), 1);
    same("size", (long)lru_size(c), m->n);
    same("capacity", (long)lru_capacity(c), m->cap);
    same("misses", lru_misses(c), m->misses);
    if (m->n > 0) { same("newest", lru_newest(c), m->p[m->n - 1].key); same("oldest", lru_oldest(c), m->p[0].key); }
    for (int k = -3; k < 30; k++) {
        int i = find(m, k);
        same("contains", lru_contains(c, k), i >= 0);
        same("peek", lru_peek(c, k, -77), i >= 0 ? m->p[i].value : -77);
    }
}
/* Drains a copy of the order by resizing to 1 step by step. */
static void order(LruCache *c, Model *m)
{
    while (m->n > 1) {
        cut(m, 0); m->cap = m->n;
        lru_resize(c, (size_t)m->n);
        compare(c, m);
    }
}
static int value(void) { int r = rnd(6); return r == 0 ? INT_MAX - rnd(3) : r == 1 ? INT_MIN + rnd(3) : rnd(100) - 50; }
int main(int argc, char **argv)
{
    state = 0x9e3779b97f4a7c15u ^ (argc > 1 ? strtoull(argv[1], NULL, 10) : 1) * 2654435761u;
    lru_free(NULL);
    for (int round = 0; round < 800; round++) {
        LruCache *c[2]; Model m[2];
        memset(m, 0, sizeof m);
        for (int k = 0; k < 2; k++) { m[k].cap = 1 + rnd(rnd(2) ? 4 : 20); c[k] = lru_new((size_t)m[k].cap); }
        for (int i = rnd(60); i >= 0; i--) {
            int k = rnd(3) == 0, key = rnd(33) - 3, v = value(), j = find(&m[k], key), out = -5;
            LruCache *a = c[k]; Model *x = &m[k];
            ops++;
            switch (rnd(9)) {
            case 0: case 1: case 2: same("put", lru_put(a, key, v), 1); put(x, key, v); break;
            case 3: case 4:
                if (j < 0 && x->n > 0 && rnd(2)) { j = rnd(x->n); key = x->p[j].key; }
                if (rnd(4) == 0) { same("get", lru_get(a, key, NULL), j >= 0); out = j >= 0 ? x->p[j].value : -5; }
                else same("get", lru_get(a, key, &out), j >= 0);
                same("got", out, j >= 0 ? x->p[j].value : -5);
                if (j >= 0) put(x, key, x->p[j].value); else x->misses++;
                break;
            case 5:
                if (j < 0 && x->n > 0 && rnd(2)) { j = rnd(x->n); key = x->p[j].key; }
                same("remove", lru_remove(a, key), j >= 0);
                if (j >= 0) cut(x, j);
                break;
            case 6: {
                if (j < 0 && x->n > 0 && rnd(2)) { j = rnd(x->n); key = x->p[j].key; }
                long long sum = (j >= 0 ? (long long)x->p[j].value : 0) + v;
                same("add_to", lru_add_to(a, key, v), 1);
                put(x, key, sum > INT_MAX ? INT_MAX : sum < INT_MIN ? INT_MIN : (int)sum);
                break; }
            case 7: {
                int cap = 1 + rnd(20);
                lru_resize(a, (size_t)cap); x->cap = cap;
                while (x->n > cap) cut(x, 0);
                break; }
            default: {
                int o = rnd(4) == 0 ? k : !k;
                same("merge", lru_merge(a, c[o]), 1);
                if (o != k) for (int q = 0; q < m[o].n; q++) put(x, m[o].p[q].key, m[o].p[q].value);
                break; }
            }
            compare(c[0], &m[0]); compare(c[1], &m[1]);
        }
        if (rnd(2)) order(c[0], &m[0]);
        lru_free(c[0]); lru_free(c[1]);
    }
    return 0;
}

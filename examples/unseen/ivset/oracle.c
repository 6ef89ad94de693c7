/* The set against an array of flags around 0 and the two limits. */
#include "ivset.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { W = 80, OFF = 20 };              /* numbers -20 .. 59, or those below the limits */
typedef struct { bool in[W]; } Model;
static uint64_t state;
static long ops;
static int base;                        /* number of flag 0 */
static int rnd(int n)
{
    state ^= state << 13; state ^= state >> 7; state ^= state << 17;
    return (int)((state >> 20) % (uint64_t)n);
}
static void same(const char *what, long got, long want)
{
    if (got != want) { fprintf(stderr, "operation %ld: %s is %ld, should be %ld\n", ops, what, got, want); exit(1); }
}
static void compare(const IvSet *s, const Model *m)
{
    int spans = 0, size = 0;
    same("valid", ivset_valid(s), 1);
    for (int i = 0; i < W; i++) {
        int gap = i;
        same("contains", ivset_contains(s, base + i), m->in[i]);
        if (m->in[i] && (i == 0 || !m->in[i - 1])) {
            same("lo", ivset_span_lo(s, spans), base + i);
            while (gap < W && m->in[gap]) gap++;
            same("hi", ivset_span_hi(s, spans), base + gap);
            spans++;
        }
        size += m->in[i];
        for (gap = i; gap < W && m->in[gap]; gap++) ;
        same("gap", ivset_next_gap(s, base + i), base + gap);
    }
    same("spans", ivset_spans(s), spans); same("size", ivset_size(s), size); same("empty", ivset_empty(s), size == 0);
}
int main(int argc, char **argv)
{
    state = 0x9e3779b97f4a7c15u ^ (argc > 1 ? strtoull(argv[1], NULL, 10) : 1) * 2654435761u;
    ivset_destroy(NULL);
    for (int round = 0; round < 1200; round++) {
        IvSet *s[2]; Model m[2];
        int where = rnd(4);
        base = where == 0 ? IVSET_MIN : where == 1 ? IVSET_MAX + 1 - W : -OFF;
        memset(m, 0, sizeof m);
        s[0] = ivset_create(); s[1] = ivset_create();
        for (int n = rnd(40); n >= 0; n--) {
            int k = rnd(3) == 0, lo = rnd(W + 1), hi = rnd(3) == 0 ? rnd(W + 1) : lo + rnd(6), t;
            if (hi > W) hi = W;
            if (lo > hi) { t = lo; lo = hi; hi = t; }
            ops++;
            switch (rnd(8)) {
            case 0: case 1: case 2:
                same("add", ivset_add(s[k], base + lo, base + hi), 1);
                for (int i = lo; i < hi; i++) m[k].in[i] = true;
                break;
            case 3: case 4:
                same("remove", ivset_remove(s[k], base + lo, base + hi), 1);
                for (int i = lo; i < hi; i++) m[k].in[i] = false;
                break;
            case 5: {
                int o = rnd(4) == 0 ? k : !k;
                same("union", ivset_union(s[k], s[o]), 1);
                for (int i = 0; i < W; i++) m[k].in[i] |= m[o].in[i];
                break; }
            case 6: {
                int d = rnd(30) - 15; Model x; memset(&x, 0, sizeof x);
                bool fits = true;
                if (rnd(4) == 0) d = 0;
                for (int i = 0; i < W; i++) if (m[k].in[i]) {
                    int v = base + i + d;
                    if (v < IVSET_MIN || v > IVSET_MAX) continue;
                    if (i + d < 0 || i + d >= W) fits = false; else x.in[i + d] = true;
                }
                if (!fits) break;
                same("move_by", ivset_move_by(s[k], d), 1);
                m[k] = x;
                break; }
            default: {
                IvSet *c = ivset_clone(s[k]);
                compare(c, &m[k]);
                ivset_add(c, 0, 5);
                ivset_destroy(c);
                break; }
            }
            compare(s[0], &m[0]); compare(s[1], &m[1]);
            bool both = false, any[2] = { false, false };
            for (int i = 0; i < W; i++) { both |= m[0].in[i] && m[1].in[i]; any[0] |= m[0].in[i]; any[1] |= m[1].in[i]; }
            same("intersects", ivset_intersects(s[0], s[1]), both); same("intersects", ivset_intersects(s[1], s[0]), both);
            same("intersects itself", ivset_intersects(s[0], s[0]), any[0]);
        }
        if (rnd(4) == 0) { ivset_move_by(s[0], IVSET_MAX - IVSET_MIN); memset(m, 0, sizeof m[0]); if (base != IVSET_MIN) compare(s[0], &m[0]); }
        ivset_destroy(s[0]); ivset_destroy(s[1]);
    }
    return 0;
}

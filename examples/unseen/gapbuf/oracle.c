/* The buffer against a plain string and a point. */
#include "gapbuf.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { char s[2000]; int n, p; } Model;
static uint64_t state;
static long ops;
static int rnd(int n)
{
    state ^= state << 13; state ^= state >> 7; state ^= state << 17;
    return (int)((state >> 20) % (uint64_t)n);
}
static void same(const char *what, long got, long want)
{
    if (got != want) { fprintf(stderr, "operation %ld: %s is %ld, should be %ld\n", ops, what, got, want); exit(1); }
}
static void compare(gap_buffer *g, Model *m)
{
    int line = 1;
    char *t = gap_text(g);
    m->s[m->n] = 0;
    same("ok", gap_ok(g), 1); same("length", gap_length(g), m->n); same("point", gap_point(g), m->p);
    same("text", strcmp(t, m->s), 0);
    free(t);
    for (int i = 0; i < m->n; i++) { same("char", gap_char_at(g, i), m->s[i]); if (i < m->p && m->s[i] == '\n') line++; }
    same("line", gap_line(g), line);
    int from = rnd(m->n + 2); char c = "ab\nz"[rnd(4)];
    char *f = from < m->n ? strchr(m->s + from, c) : NULL;
    same("find", gap_find(g, c, from), f ? f - m->s : -1);
    same("find far", gap_find(g, c, INT_MAX), -1);
}
static void put(Model *m, const char *t, int n)
{
    memmove(m->s + m->p + n, m->s + m->p, (size_t)(m->n - m->p));
    memcpy(m->s + m->p, t, (size_t)n);
    m->n += n; m->p += n;
}
static void word(char *t, int n) { for (int i = 0; i < n; i++) t[i] = "aab\n"[rnd(4)]; t[n] = 0; }
int main(int argc, char **argv)
{
    state = 0x9e3779b97f4a7c15u ^ (argc > 1 ? strtoull(argv[1], NULL, 10) : 1) * 2654435761u;
    gap_free(NULL);
    for (int round = 0; round < 1500; round++) {
        gap_buffer *g[2]; static Model m[2]; char t[40];
        memset(m, 0, sizeof m);
        g[0] = gap_new();
        word(t, rnd(30)); g[1] = gap_new_from(t); put(&m[1], t, (int)strlen(t));
        compare(g[0], &m[0]); compare(g[1], &m[1]);
        for (int n = rnd(40); n >= 0; n--) {
            int k = rnd(3) == 0, q; Model *x = &m[k]; gap_buffer *a = g[k];
            ops++;
            switch (rnd(9)) {
            case 0: case 1: q = rnd(x->n + 1); gap_set_point(a, q); x->p = q; break;
            case 2: case 3: word(t, 1); same("insert", gap_insert(a, t[0]), 1); put(x, t, 1); break;
            case 4: word(t, rnd(rnd(2) ? 4 : 30)); same("insert_text", gap_insert_text(a, t), 1); put(x, t, (int)strlen(t)); break;
            case 5:
                q = rnd(8) == 0 ? INT_MAX : rnd(6);
                { int d = q < x->n - x->p ? q : x->n - x->p; same("delete", gap_delete(a, q), d);
                  memmove(x->s + x->p, x->s + x->p + d, (size_t)(x->n - x->p - d)); x->n -= d; }
                break;
            case 6:
                q = rnd(8) == 0 ? INT_MAX : rnd(6);
                { int d = q < x->p ? q : x->p; same("rub_out", gap_rub_out(a, q), d);
                  memmove(x->s + x->p - d, x->s + x->p, (size_t)(x->n - x->p)); x->n -= d; x->p -= d; }
                break;
            case 7: gap_line_start(a); while (x->p > 0 && x->s[x->p - 1] != '\n') x->p--; break;
            default:
                q = rnd(3) == 0 ? k : !k;
                if (x->n + m[q].n > 600) break;
                { Model o = m[q]; same("join", gap_join(a, g[q]), 1); put(x, o.s, o.n); }
                break;
            }
            compare(g[0], &m[0]); compare(g[1], &m[1]);
        }
        gap_free(g[0]); gap_free(g[1]);
    }
    return 0;
}

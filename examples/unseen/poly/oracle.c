/* Polynomials against plain arrays of coefficients. */
#include "poly.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 400 };
typedef struct { int c[N]; } Model;
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
static int mod(long x) { x %= 97; return (int)(x < 0 ? x + 97 : x); }
static int deg(const Model *m) { int d = N - 1; while (d >= 0 && m->c[d] == 0) d--; return d; }
static void compare(const Poly *p, const Model *m)
{
    int d = deg(m), x = rnd(2) ? rnd(200) - 100 : rnd(2) ? INT_MIN : INT_MAX;
    long y = 0;
    same("valid", poly_is_valid(p), 1); same("degree", poly_degree(p), d); same("zero", poly_is_zero(p), d < 0);
    for (int i = 0; i <= d + 2 && i < N; i++) same("coef", poly_coef(p, i), m->c[i]);
    same("coef far", poly_coef(p, INT_MAX), 0);
    if (d >= 0) same("lead", poly_lead(p), m->c[d]);
    for (int i = d; i >= 0; i--) y = mod(y * mod(x) + m->c[i]);
    same("eval", poly_eval(p, x), y);
    same("equal", poly_equal(p, p), 1);
}
static int number(void) { int r = rnd(8); return r == 0 ? INT_MAX - rnd(99) : r == 1 ? INT_MIN + rnd(99) : r == 2 ? 97 * (rnd(5) - 2) : rnd(300) - 150; }
int main(int argc, char **argv)
{
    state = 0x9e3779b97f4a7c15u ^ (argc > 1 ? strtoull(argv[1], NULL, 10) : 1) * 2654435761u;
    for (int round = 0; round < 1500; round++) {
        Poly p[3]; static Model m[3];
        memset(m, 0, sizeof m);
        memset(p, 0x55, sizeof p);
        for (int k = 0; k < 3; k++) poly_init(&p[k]);
        for (int n = rnd(40); n >= 0; n--) {
            int k = rnd(3), q = rnd(3), r = rnd(3), i = rnd(rnd(2) ? 5 : 12), c = number(); Model x;
            memset(&x, 0, sizeof x);
            ops++;
            switch (rnd(12)) {
            case 0: case 1: case 2: same("set", poly_set_coef(&p[k], i, c), 1); m[k].c[i] = mod(c); break;
            case 3: same("copy", poly_copy(&p[k], &p[q]), 1); m[k] = m[q]; break;
            case 4: same("add", poly_add(&p[k], &p[q]), 1); x = m[q]; for (int j = 0; j < N; j++) m[k].c[j] = mod(m[k].c[j] + x.c[j]); break;
            case 5: same("sub", poly_sub(&p[k], &p[q]), 1); x = m[q]; for (int j = 0; j < N; j++) m[k].c[j] = mod(m[k].c[j] - x.c[j]); break;
            case 6: case 7:
                if (deg(&m[q]) + deg(&m[r]) > 60) break;
                same("mul", poly_mul(&p[k], &p[q], &p[r]), 1);
                for (int a = deg(&m[q]); a >= 0; a--) for (int b = deg(&m[r]); b >= 0; b--) x.c[a + b] = mod(x.c[a + b] + m[q].c[a] * m[r].c[b]);
                m[k] = x;
                break;
            case 8: if (deg(&m[k]) > 60) break; same("shift", poly_shift(&p[k], i), 1);
                for (int j = deg(&m[k]); j >= 0; j--) x.c[j + i] = m[k].c[j];
                m[k] = x; break;
            case 9: poly_scale(&p[k], c); for (int j = 0; j < N; j++) m[k].c[j] = mod(m[k].c[j] * (long)mod(c)); break;
            case 10: poly_derive(&p[k]); for (int j = 1; j < N; j++) m[k].c[j - 1] = mod((long)j * m[k].c[j]); m[k].c[N - 1] = 0; break;
            default: {
                int d = deg(&m[q]), e, inv = 1;
                if (d < 0) break;
                if (rnd(20) == 0) { poly_clear(&p[k]); memset(&m[k], 0, sizeof m[k]); break; }
                same("rem", poly_rem(&p[k], &p[q]), 1);
                x = m[q];
                while (mod((long)inv * x.c[d]) != 1) inv++;
                while ((e = deg(&m[k])) >= d) {
                    int f = mod((long)m[k].c[e] * inv);
                    for (int j = 0; j <= d; j++) m[k].c[e - d + j] = mod(m[k].c[e - d + j] - (long)f * x.c[j]);
                }
                break; }
            }
            for (int j = 0; j < 3; j++) compare(&p[j], &m[j]);
            same("equal", poly_equal(&p[k], &p[q]), memcmp(&m[k], &m[q], sizeof(Model)) == 0);
        }
        for (int k = 0; k < 3; k++) poly_clear(&p[k]);
    }
    return 0;
}

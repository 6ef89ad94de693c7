#include "windrose.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long long state;
static int rnd(int n) { state ^= state << 13; state ^= state >> 7; state ^= state << 17; return (int)((state >> 20) % (unsigned)n); }
static void same(const char *w, long long a, long long b) { if (a != b) { fprintf(stderr, "%s: %lld, should be %lld\n", w, a, b); exit(1); } }
static void near(const char *w, double a, double b) { double d = a - b; if (!(d < 1e-6 && d > -1e-6)) { fprintf(stderr, "%s: %g, should be %g\n", w, a, b); exit(1); } }

/* The model: a list of observations, sector -1 for a calm. */
enum { MOST = 4000 };
typedef struct { int n, sec[MOST], cls[MOST]; } obs;

static const int table[8] = { 0, 3, 16, 34, 55, 80, 108, 139 };
static const double mids[8] = { 0, 0.95, 2.5, 4.45, 6.75, 9.4, 12.35, 16.0 };
static int cls(int t) { int c = -1; for (int i = 1; i < 8; i++) if (t >= table[i]) c = i - 1; return c; }
static int sec(int deg)
{
    int best = 0, least = 100000;
    for (int i = 0; i <= 16; i++) {
        int d = abs(deg * 2 - i * 45);          /* half degrees */
        if (d <= least) { least = d; best = i; }
    }
    return best == 16 ? 0 : best;
}

static void compare(windrose *w, const obs *m)
{
    int st, c[17][8] = {{0}}, calms = 0;
    double sum = 0, var = 0, out[WR_SECTORS];
    for (int i = 0; i < m->n; i++) {
        if (m->cls[i] < 0) calms++;
        else c[m->sec[i]][m->cls[i]]++;
        sum += mids[m->cls[i] + 1];
    }
    same("valid", wr_valid(w), 1);
    same("total", w->total, m->n);
    same("calms", w->calms, calms);
    int rows[16] = {0}, best = 0;
    for (int i = 0; i < 16; i++)
        for (int k = 6; k >= 0; k--) {
            same("n", w->n[i][k], c[i][k]);
            rows[i] += c[i][k];
            near("share", wr_share(w, i, k), m->n ? 100.0 * rows[i] / m->n : 0);
        }
    for (int i = 0; i < 16; i++) {
        same("nsec", w->nsec[i], rows[i]);
        if (rows[i] > rows[best]) best = i;
    }
    for (int k = 0; k < 7; k++) {
        int s = 0;
        for (int i = 0; i < 16; i++) s += c[i][k];
        same("ncls", w->ncls[k], s);
    }
    double mean = m->n ? sum / m->n : 0;
    st = 77;
    near("mean", wr_mean(w, &st), mean);
    same("mean status", st, m->n ? WR_OK : WR_EEMPTY);
    for (int i = 0; i < m->n; i++) var += (mids[m->cls[i] + 1] - mean) * (mids[m->cls[i] + 1] - mean);
    st = 77;
    near("variance", wr_variance(w, &st), m->n > 1 ? var / (m->n - 1) : 0);
    same("variance status", st, m->n > 1 ? WR_OK : WR_EEMPTY);
    st = 77;
    same("prevailing", wr_prevailing(w, &st), best);
    same("prevailing status", st, m->n > calms ? WR_OK : WR_EEMPTY);
    for (int t = 0; t < 6; t++) {
        int pct = t == 0 ? 100 : t == 1 ? 50 : rnd(100) + 1, k = -1;
        for (; k < 6; k++) {
            long long below = 0;
            for (int i = 0; i < m->n; i++) below += m->cls[i] <= k;
            if (below * 100 >= (long long)pct * m->n) break;
        }
        st = 77;
        same("percentile", wr_percentile(w, pct, &st), k);
        same("percentile status", st, m->n ? WR_OK : WR_EEMPTY);
    }
    for (int i = 0; i < 16; i++) out[i] = -5;
    wr_profile(w, out);
    for (int i = 0; i < 16; i++)
        near("profile", out[i], m->n > calms ? 25.0 * (rows[(i + 15) % 16] + 2 * rows[i] + rows[(i + 1) % 16]) / (m->n - calms) : 0);
}

static obs m[2];
static windrose w[2];

int main(int argc, char **argv)
{
    static const double per[4] = { 1.0, 3.6, 3600.0 / 1852.0, 3600.0 / 1609.344 };
    int st;
    state = 0x9e3779b97f4a7c15u ^ (argc > 1 ? strtoull(argv[1], NULL, 10) : 1) * 2654435761u;
    for (int d = 0; d <= 360; d++) same("sector", wr_sector(d), sec(d));
    for (int t = 0; t <= 1300; t++) same("class", wr_class(t), cls(t));
    for (int round = 0; round < 120; round++) {
        memset(w, 0x55, sizeof w);
        wr_init(&w[0]);
        wr_init(&w[1]);
        m[0].n = m[1].n = 0;
        compare(&w[0], &m[0]);
        for (int step = rnd(60); step >= 0; step--) {
            int a = rnd(2), deg = rnd(4) ? rnd(361) : rnd(3) - 1 + (rnd(2) ? 360 : 0), unit, t;
            obs *o = &m[a];
            st = 77;
            switch (rnd(12)) {
            default:
                unit = rnd(8) ? rnd(4) : rnd(2) ? -1 - rnd(3) : rnd(2) ? 4 : 4 + rnd(100000);
                t = rnd(5) == 0 ? rnd(4) : rnd(4) ? rnd(160) : rnd(1201);
                double v = unit >= 0 && unit < 4 ? (t + (rnd(80) - 40) / 100.0) / 10.0 * per[unit] : 1.0;
                int bad = rnd(12) == 0;
                if (bad) v = rnd(2) ? -0.7 : rnd(2) ? 1e30 : rnd(2) ? (double)__builtin_nanf("") : 600.0;
                else if (v < 0) v = 0;
                int want = unit < 0 || unit > 3 ? WR_EUNIT : bad ? WR_ESPEED : deg < 0 || deg > 360 ? WR_EDIR : WR_OK;
                if (o->n >= MOST) break;
                int x = wr_tenths(v, unit, &st);
                same("tenths", x, want == WR_OK || want == WR_EDIR ? t : 0);
                same("tenths status", st, want == WR_EDIR ? WR_OK : want);
                st = 77;
                wr_add(&w[a], v, unit, deg, &st);
                same("add status", st, want);
                if (st == WR_OK) {
                    o->cls[o->n] = cls(t);
                    o->sec[o->n] = sec(deg);
                    o->n++;
                }
                break;
            case 0: case 1: {
                int at = -1;
                deg = rnd(361);
                t = rnd(3) ? rnd(40) : rnd(1201);
                for (int i = 0; i < o->n; i++)
                    if (o->cls[i] == cls(t) && (cls(t) < 0 || o->sec[i] == sec(deg))) at = i;
                wr_remove(&w[a], t, deg, &st);
                same("remove status", st, at < 0 ? WR_EEMPTY : WR_OK);
                if (at >= 0) {
                    o->n--;
                    o->cls[at] = o->cls[o->n];
                    o->sec[at] = o->sec[o->n];
                }
                break;
            }
            case 2:
                if (o->n + m[!a].n > MOST) break;
                wr_merge(&w[a], &w[!a], &st);
                same("merge status", st, WR_OK);
                for (int i = 0; i < m[!a].n; i++) {
                    o->cls[o->n] = m[!a].cls[i];
                    o->sec[o->n++] = m[!a].sec[i];
                }
                break;
            case 3:
                t = rnd(3) ? rnd(70) - 35 : rnd(2000000000) * (rnd(2) ? 1 : -1);
                wr_rotate(&w[a], t);
                for (int i = 0; i < o->n; i++) o->sec[i] = (int)((((long long)o->sec[i] + t) % 16 + 16) % 16);
            }
            compare(&w[a], &m[a]);
            compare(&w[!a], &m[!a]);
            if (m[0].n > 600 || m[1].n > 600) break;
        }
    }
    /* full */
    wr_init(&w[0]);
    wr_add(&w[0], 5.0, WR_MS, 90, &st);
    for (;;) {
        windrose copy = w[0];
        int all = w[0].total;
        st = 77;
        wr_merge(&w[0], &copy, &st);
        same("merge status", st, 2 * all <= WR_MAX_TOTAL ? WR_OK : WR_EFULL);
        if (st == WR_EFULL) { same("total", w[0].total, all); break; }
    }
    while (w[0].total < WR_MAX_TOTAL) {
        wr_add(&w[0], 5.0, WR_MS, 90, &st);
        same("add status", st, WR_OK);
    }
    wr_add(&w[0], 5.0, WR_MS, 90, &st);
    same("add status", st, WR_EFULL);
    same("total", w[0].total, WR_MAX_TOTAL);
    same("n", w[0].n[4][2], WR_MAX_TOTAL);
    same("percentile", wr_percentile(&w[0], 100, &st), 2);
    return 0;
}

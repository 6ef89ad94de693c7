#include "windrose.h"

#include <stddef.h>

/* m/s, km/h, knots, miles an hour */
static const double factor[WR_UNITS] = { 1.0, 1000.0 / 3600.0, 1852.0 / 3600.0, 1609.344 / 3600.0 };

/* lowest speed of a class, in tenths of m/s */
static const int lower[WR_CLASSES] = { 3, 16, 34, 55, 80, 108, 139 };

/* middle of a class, in m/s */
static const double middle[WR_CLASSES] = { 0.95, 2.5, 4.45, 6.75, 9.4, 12.35, 16.0 };

void
wr_init(windrose *w)
{
    REQUIRE(w != NULL);
    ENSURE(w->total == 0);
    int i, k;

    for (i = 0; i < WR_SECTORS; i++) {
        for (k = 0; k < WR_CLASSES; k++)
            w->n[i][k] = 0;
        w->nsec[i] = 0;
    }
    for (k = 0; k < WR_CLASSES; k++)
        w->ncls[k] = 0;
    w->calms = w->total = 0;
}

bool
wr_valid(const windrose *w)
{
    int i, k, s, all = w->calms;

    if (w->calms < 0 || w->total < 0 || w->calms > w->total || w->total > WR_MAX_TOTAL)
        return false;
    for (i = 0; i < WR_SECTORS; i++) {
        for (s = 0, k = 0; k < WR_CLASSES; k++) {
            if (w->n[i][k] < 0 || w->n[i][k] > WR_MAX_TOTAL)
                return false;
            s += w->n[i][k];
        }
        if (s != w->nsec[i])
            return false;
        all += s;
    }
    for (k = 0; k < WR_CLASSES; k++) {
        for (s = 0, i = 0; i < WR_SECTORS; i++)
            s += w->n[i][k];
        if (s != w->ncls[k])
            return false;
    }
    return all == w->total;
}

int
wr_sector(int deg)
{
    REQUIRE(deg >= 0 && deg <= 360);
    ENSURE(RESULT >= 0 && RESULT < WR_SECTORS);
    return (deg * WR_SECTORS + 180) / 360 % WR_SECTORS;
}

int
wr_class(int tenths)
{
    REQUIRE(tenths >= 0);
    ENSURE(RESULT >= -1 && RESULT < WR_CLASSES);
    ENSURE(IMPLIES(RESULT >= 0, lower[RESULT] <= tenths));
    int k = WR_CLASSES - 1;

    while (k >= 0 && tenths < lower[k])
        k--;
    return k;
}

int
wr_tenths(double speed, int unit, int *st)
{
    REQUIRE(st != NULL);
    ENSURE(RESULT >= 0 && RESULT <= WR_MAX_TENTHS);
    ENSURE(IMPLIES(*st != WR_OK, RESULT == 0));
    double t;

    if (unit < 0 || unit >= WR_UNITS) {
        *st = WR_EUNIT;
        return 0;
    }
    t = speed * factor[unit] * 10.0 + 0.5;
    if (!(speed >= 0.0 && t < WR_MAX_TENTHS + 1)) {
        *st = WR_ESPEED;
        return 0;
    }
    *st = WR_OK;
    return (int)t;
}

void
wr_add(windrose *w, double speed, int unit, int deg, int *st)
{
    REQUIRE(w != NULL && st != NULL);
    ENSURE(w->total == OLD(w->total) + (*st == WR_OK ? 1 : 0));
    int v = wr_tenths(speed, unit, st), i, k;

    if (*st != WR_OK)
        return;
    if (deg < 0 || deg > 360) {
        *st = WR_EDIR;
        return;
    }
    if (w->total >= WR_MAX_TOTAL) {
        *st = WR_EFULL;
        return;
    }
    k = wr_class(v);
    if (k < 0) {
        w->calms++;
    } else {
        i = wr_sector(deg);
        w->n[i][k]++;
        w->nsec[i]++;
        w->ncls[k]++;
    }
    w->total++;
}

void
wr_remove(windrose *w, int tenths, int deg, int *st)
{
    REQUIRE(w != NULL && st != NULL);
    REQUIRE(tenths >= 0 && tenths <= WR_MAX_TENTHS && deg >= 0 && deg <= 360);
    ENSURE(w->total == OLD(w->total) - (*st == WR_OK ? 1 : 0));
    int i = wr_sector(deg), k = wr_class(tenths);

    if ((k < 0 ? w->calms : w->n[i][k]) == 0) {
        *st = WR_EEMPTY;
        return;
    }
    if (k < 0) {
        w->calms--;
    } else {
        w->n[i][k]--;
        w->nsec[i]--;
        w->ncls[k]--;
    }
    w->total--;
    *st = WR_OK;
}

void
wr_merge(windrose *to, const windrose *from, int *st)
{
    REQUIRE(to != NULL && from != NULL && to != from && st != NULL);
    ENSURE(to->total == OLD(to->total) + (*st == WR_OK ? from->total : 0));
    int i, k;

    if (from->total > WR_MAX_TOTAL - to->total) {
        *st = WR_EFULL;
        return;
    }
    for (i = 0; i < WR_SECTORS; i++) {
        for (k = 0; k < WR_CLASSES; k++)
            to->n[i][k] += from->n[i][k];
        to->nsec[i] += from->nsec[i];
    }
    for (k = 0; k < WR_CLASSES; k++)
        to->ncls[k] += from->ncls[k];
    to->calms += from->calms;
    to->total += from->total;
    *st = WR_OK;
}

void
wr_rotate(windrose *w, int sectors)
{
    REQUIRE(w != NULL);
    ENSURE(w->total == OLD(w->total) && w->calms == OLD(w->calms));
    windrose old = *w;
    int i, j, k, shift = sectors % WR_SECTORS;

    if (shift < 0)
        shift += WR_SECTORS;
    for (i = 0; i < WR_SECTORS; i++) {
        j = (i + shift) % WR_SECTORS;
        for (k = 0; k < WR_CLASSES; k++)
            w->n[j][k] = old.n[i][k];
        w->nsec[j] = old.nsec[i];
    }
}

double
wr_share(const windrose *w, int sector, int cls)
{
    REQUIRE(w != NULL);
    REQUIRE(sector >= 0 && sector < WR_SECTORS && cls >= 0 && cls < WR_CLASSES);
    ENSURE(RESULT >= 0.0 && RESULT <= 100.0);
    int k, s = 0;

    if (w->total == 0)
        return 0.0;
    for (k = cls; k < WR_CLASSES; k++)
        s += w->n[sector][k];
    return 100.0 * s / w->total;
}

double
wr_mean(const windrose *w, int *st)
{
    REQUIRE(w != NULL && st != NULL);
    ENSURE(IFF(*st == WR_OK, w->total > 0));
    ENSURE(RESULT >= 0.0 && RESULT <= middle[WR_CLASSES - 1]);
    double acc = 0.0;
    int k;

    *st = w->total > 0 ? WR_OK : WR_EEMPTY;
    if (*st != WR_OK)
        return 0.0;
    for (k = 0; k < WR_CLASSES; k++)
        acc += middle[k] * w->ncls[k];
    return acc / w->total;
}

double
wr_variance(const windrose *w, int *st)
{
    REQUIRE(w != NULL && st != NULL);
    ENSURE(RESULT >= 0.0);
    double mean = wr_mean(w, st), acc = mean * mean * w->calms, d;
    int k;

    if (w->total < 2) {
        *st = WR_EEMPTY;
        return 0.0;
    }
    for (k = 0; k < WR_CLASSES; k++) {
        d = middle[k] - mean;
        acc += d * d * w->ncls[k];
    }
    return acc / (w->total - 1);
}

int
wr_prevailing(const windrose *w, int *st)
{
    REQUIRE(w != NULL && st != NULL);
    ENSURE(RESULT >= 0 && RESULT < WR_SECTORS);
    ENSURE(FORALL(i, 0, WR_SECTORS, w->nsec[i] <= w->nsec[RESULT]));
    int i, best = 0;

    *st = w->total > w->calms ? WR_OK : WR_EEMPTY;
    for (i = 1; i < WR_SECTORS; i++)
        if (w->nsec[i] > w->nsec[best])
            best = i;
    return best;
}

int
wr_percentile(const windrose *w, int pct, int *st)
{
    REQUIRE(w != NULL && st != NULL && pct > 0 && pct <= 100);
    ENSURE(RESULT >= -1 && RESULT < WR_CLASSES);
    int k = -1, need = w->total * pct, have = w->calms * 100;

    *st = w->total > 0 ? WR_OK : WR_EEMPTY;
    while (have < need) {
        k++;
        have += 100 * w->ncls[k];
    }
    return k;
}

QUERY static double
sum_of(const double *v, int n)
{
    double s = 0.0;

    while (n-- > 0)
        s += v[n];
    return s;
}

void
wr_profile(const windrose *w, double out[WR_SECTORS])
{
    REQUIRE(w != NULL && WRITABLE(out, WR_SECTORS));
    ENSURE(FORALL(i, 0, WR_SECTORS, out[i] >= 0.0));
    ENSURE(sum_of(out, WR_SECTORS) < 100.001);
    static const int weight[3] = { 1, 2, 1 };
    int i, j, winds = w->total - w->calms;
    double acc;

    for (i = 0; i < WR_SECTORS; i++) {
        acc = 0.0;
        for (j = 0; j < 3; j++)
            acc += weight[j] * w->nsec[(i + j + WR_SECTORS - 1) % WR_SECTORS];
        out[i] = winds > 0 ? 25.0 * acc / winds : 0.0;
    }
}

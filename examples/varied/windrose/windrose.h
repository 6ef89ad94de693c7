#ifndef WINDROSE_H
#define WINDROSE_H

#include <stdbool.h>

#include <autofix/contract.h>

enum { WR_SECTORS = 16, WR_CLASSES = 7 };
enum { WR_MS, WR_KMH, WR_KNOTS, WR_MPH, WR_UNITS };
enum { WR_OK, WR_EUNIT, WR_ESPEED, WR_EDIR, WR_EFULL, WR_EEMPTY };

#define WR_MAX_TENTHS 1200      /* 120 m/s */
#define WR_MAX_TOTAL  1000000

typedef struct {
    int n[WR_SECTORS][WR_CLASSES];
    int nsec[WR_SECTORS], ncls[WR_CLASSES];     /* sums of rows and of columns of n */
    int calms, total;                           /* calms have no direction; total includes them */
} windrose;

void wr_init(windrose *w);
INVARIANT bool wr_valid(const windrose *w);

/* Sector 0 is around 0 (and 360) degrees, sector 1 around 22.5 degrees, ... */
QUERY int wr_sector(int deg);
/* Class of a speed in tenths of m/s; -1 for a calm. */
QUERY int wr_class(int tenths);
/* A speed in tenths of m/s, rounded; 0 if *st is not WR_OK. */
int wr_tenths(double speed, int unit, int *st);

/* If *st is not WR_OK afterwards, nothing has changed. */
void wr_add(windrose *w, double speed, int unit, int deg, int *st);
void wr_remove(windrose *w, int tenths, int deg, int *st);
void wr_merge(windrose *to, const windrose *from, int *st);

/* The vane was turned: moves all observations by so many sectors, clockwise. */
void wr_rotate(windrose *w, int sectors);

/* Percentage of all observations that come from the sector and are of the class or above. */
QUERY double wr_share(const windrose *w, int sector, int cls);
/* In m/s, from the middles of the classes; the variance is that of a sample.  WR_EEMPTY if there are too few. */
double wr_mean(const windrose *w, int *st);
double wr_variance(const windrose *w, int *st);
/* The sector with most observations, the first of several. */
int wr_prevailing(const windrose *w, int *st);
/* The lowest class (-1 for calms) such that pct percent of all observations are in it or below. */
int wr_percentile(const windrose *w, int pct, int *st);
/* Percentages of the observations with a direction, smoothed with the weights 1, 2, 1; all 0 if there are none. */
void wr_profile(const windrose *w, double out[WR_SECTORS]);

#endif

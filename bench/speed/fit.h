/* How something grows: the exponent of a power law, medians. */
#pragma once

#include <glib.h>

typedef struct {
  double exponent; /* b of y = a x^b; NAN when the points do not say */
  double factor;   /* a */
} AfSpeedFit;

/* Least squares on (log x, log y) over @n points; points with x or y <= 0 are left out; fewer than two different x give
 * NAN. */
AfSpeedFit af_speed_fit (const double *x, const double *y, guint n);
/* Median of @n values, the mean of the middle two where @n is even; NAN of none. */
double af_speed_median (const double *values, guint n);

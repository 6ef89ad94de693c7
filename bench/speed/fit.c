/* The exponent of a power law.
 *
 * In:  points (x, y).   Out: a and b of y = a x^b, as the straight line log y = log a + b log x by least squares.
 *
 *     (10, 1) (100, 10) (1000, 100)  ->  b = 1: twice the size takes twice the time
 *     (10, 1) (100, 100)             ->  b = 2 */
#include "bench/speed/fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

AfSpeedFit af_speed_fit (const double *x, const double *y, guint n)
{
  AfSpeedFit none = { NAN, NAN };
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  guint used = 0;
  for (guint i = 0; i < n; i++) {
    if (!(x[i] > 0 && y[i] > 0))
      continue;
    double u = log (x[i]), v = log (y[i]);
    used++;
    sx += u;
    sy += v;
    sxx += u * u;
    sxy += u * v;
  }
  double spread = used * sxx - sx * sx;
  if (used < 2 || spread < 1e-9)
    return none;
  double exponent = (used * sxy - sx * sy) / spread;
  return (AfSpeedFit){ exponent, exp ((sy - exponent * sx) / used) };
}

static int by_value (const void *a, const void *b)
{
  const double *left = a, *right = b;
  return *left < *right ? -1 : *left > *right;
}

double af_speed_median (const double *values, guint n)
{
  if (n == 0)
    return NAN;
  g_autofree double *sorted = g_new (double, n);
  memcpy (sorted, values, n * sizeof *sorted);
  qsort (sorted, n, sizeof *sorted, by_value);
  return n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

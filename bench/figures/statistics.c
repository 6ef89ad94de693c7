/* Spreads and the sign test.
 *
 * In:  samples, or two counts.   Out: quartiles, moments, a probability.
 *
 * The sign test is exact: 2 * sum over k = 0 .. min of C(n, k) / 2^n, at most 1.  For 1 to 7: 2 * (1 + 8) / 256 =
 * 0.0703. */
#include "bench/figures/statistics.h"

#include <math.h>

static int by_size (gconstpointer a, gconstpointer b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* The quantile @p (0 to 1) of @n ascending samples, n > 0. */
static double quantile (const double *sorted, guint n, double p)
{
  double place = p * (n - 1);
  guint below = (guint)place;
  if (below + 1 >= n)
    return sorted[n - 1];
  return sorted[below] + (place - below) * (sorted[below + 1] - sorted[below]);
}

static void take_moments (AfSpread *spread, const double *x)
{
  double sum = 0, square = 0, cube = 0;
  for (guint i = 0; i < spread->n; i++)
    sum += x[i];
  spread->mean = sum / spread->n;
  for (guint i = 0; i < spread->n; i++) {
    double d = x[i] - spread->mean;
    square += d * d;
    cube += d * d * d;
  }
  spread->stdev = spread->n > 1 ? sqrt (square / (spread->n - 1)) : 0;
  spread->skew = spread->n > 2 && square > 0 ? cube / spread->n / pow (square / spread->n, 1.5) : 0;
}

AfSpread af_spread (GArray *samples)
{
  AfSpread spread = { .n = samples->len };
  if (samples->len == 0)
    return spread;
  g_array_sort (samples, by_size);
  const double *x = (const double *)(gconstpointer)samples->data;
  spread.min = x[0];
  spread.q1 = quantile (x, spread.n, 0.25);
  spread.median = quantile (x, spread.n, 0.5);
  spread.q3 = quantile (x, spread.n, 0.75);
  spread.max = x[spread.n - 1];
  take_moments (&spread, x);
  return spread;
}

double af_sign_test (guint better, guint worse)
{
  guint n = better + worse, fewer = MIN (better, worse);
  double sum = 0;
  for (guint k = 0; k <= fewer; k++)
    sum += exp (lgamma (n + 1.0) - lgamma (k + 1.0) - lgamma (n - k + 1.0) - n * G_LN2);
  return MIN (1, 2 * sum);
}

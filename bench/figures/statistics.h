/* Numbers of samples. */
#pragma once

#include <glib.h>

/* Of n samples; all 0 for none.  Quartiles lie between neighbours in proportion (the median of 1 2 3 4 is 2.5, the
 * first quartile 1.75); stdev is that of a sample (n - 1), skew the moment coefficient (0 for less than three samples
 * or equal ones). */
typedef struct {
  guint n;
  double min, q1, median, q3, max;
  double mean, stdev, skew;
} AfSpread;

/* @samples: of double; sorted by the call. */
AfSpread af_spread (GArray *samples);
/* Two-sided sign test: how probable is a split at least as uneven as @better to @worse when both are equally likely. */
double af_sign_test (guint better, guint worse);

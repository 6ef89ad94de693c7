/* Seeded random numbers: xoshiro256** over a splitmix64 seed.
 *
 * One seed per run.  Every unit of work derives its own from (seed, label, index), never from the
 * order in which threads happen to run, so that any -j gives the same result. */
#pragma once

#include <glib.h>

typedef struct {
  guint64 state[4];
} AfRandom;

/* A seed for the unit of work called @label, number @index. */
guint64 af_random_derive (guint64 seed, const char *label, guint64 index);

void af_random_init (AfRandom *random, guint64 seed);
guint64 af_random_next (AfRandom *random);
/* Uniform in 0 .. n-1; n > 0. */
guint af_random_below (AfRandom *random, guint n);
/* Uniform in lo .. hi, both included; lo <= hi. */
gint64 af_random_between (AfRandom *random, gint64 lo, gint64 hi);
/* True in @numerator of @denominator cases. */
gboolean af_random_chance (AfRandom *random, guint numerator, guint denominator);

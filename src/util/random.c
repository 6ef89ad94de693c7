/* Seeded random numbers: xoshiro256** of Blackman and Vigna, its state filled by splitmix64.
 *
 * In:  a 64-bit seed.   Out: a stream that is the same on every machine.
 *
 * Derived seeds hash (seed, label, index) with FNV-1a and splitmix64, so that neighbouring units of work get unrelated
 * streams.  Ranges use rejection, not the remainder, which would prefer small numbers. */
#include "util/random.h"

static guint64 splitmix (guint64 *state)
{
  guint64 z = (*state += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15));
  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

guint64 af_random_derive (guint64 seed, const char *label, guint64 index)
{
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325);
  for (const char *c = label; *c; c++)
    hash = (hash ^ (guchar)*c) * G_GUINT64_CONSTANT (0x100000001b3);
  guint64 state = seed;
  state = splitmix (&state) ^ hash;
  state = splitmix (&state) ^ index;
  return splitmix (&state);
}

void af_random_init (AfRandom *random, guint64 seed)
{
  for (guint i = 0; i < G_N_ELEMENTS (random->state); i++)
    random->state[i] = splitmix (&seed);
}

static guint64 rotate (guint64 x, guint by)
{
  return (x << by) | (x >> (64 - by));
}

guint64 af_random_next (AfRandom *random)
{
  guint64 *s = random->state;
  guint64 result = rotate (s[1] * 5, 7) * 9, t = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = rotate (s[3], 45);
  return result;
}

/* Uniform in 0 .. n-1; n 0 stands for 2^64. */
static guint64 below (AfRandom *random, guint64 n)
{
  if (n == 0)
    return af_random_next (random);
  guint64 rest = (0 - n) % n; /* 2^64 mod n */
  guint64 value;
  do
    value = af_random_next (random);
  while (value < rest);
  return value % n;
}

guint af_random_below (AfRandom *random, guint n)
{
  g_assert (n > 0);
  return (guint)below (random, n);
}

gint64 af_random_between (AfRandom *random, gint64 lo, gint64 hi)
{
  g_assert (lo <= hi);
  guint64 count = (guint64)hi - (guint64)lo + 1;
  return (gint64)((guint64)lo + below (random, count));
}

gboolean af_random_chance (AfRandom *random, guint numerator, guint denominator)
{
  return af_random_below (random, denominator) < numerator;
}

#include "m.h"
#include <stdlib.h>

bool gauge_valid (const Gauge *gauge)
{
  return 0 <= gauge->value && gauge->value <= gauge->limit && gauge->limit <= 1000;
}

Gauge *gauge_new (int limit)
{
  REQUIRE (0 <= limit && limit <= 1000);
  Gauge *gauge = calloc (1, sizeof *gauge);
  if (gauge)
    gauge->limit = limit;
  return gauge;
}

void gauge_free (Gauge *gauge)
{
  free (gauge);
}

void gauge_add (Gauge *gauge, int n)
{
  REQUIRE (gauge != NULL && 0 <= n && n <= 1000);
  if (n <= gauge->limit)
    gauge->value += n;
}

/* Between public functions the invariant may be broken. */
static void settle (Gauge *gauge)
{
  if (gauge->value > gauge->limit)
    gauge->value = gauge->limit;
}

void gauge_reset (Gauge *gauge, int limit)
{
  REQUIRE (gauge != NULL && 0 <= limit && limit <= 1000);
  settle (gauge);
  gauge->limit = limit;
}

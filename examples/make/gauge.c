#include "gauge.h"

int gauge_percent (int value)
{
  REQUIRE (value > -1000 && value < 1000);
  ENSURE (RESULT >= 0 && RESULT <= GAUGE_FULL);
  if (value < 0)
    value = 0;
  return value;                 /* what if it is more than full? */
}

#include "m.h"
#include <autofix/contract.h>

int clamp (int n, int low, int high)
{
  REQUIRE (low <= high);
  ENSURE (low <= RESULT && RESULT <= high);
  ENSURE (IMPLIES (low <= n && n <= high, RESULT == n));
  if (n < low)
    return low;
  if (n > high)
    return high;
  return n;
}

/* A parameter means its value at entry. */
void count (Tally *tally, int n)
{
  REQUIRE (tally != NULL && tally->count < 1000 && 0 <= n && n < 1000 && 0 <= tally->total && tally->total < 1000000);
  ENSURE (tally->count == OLD (tally->count) + 1);
  ENSURE (tally->total == OLD (tally->total) + n);
  tally->count++;
  tally->total += n;
  n = 0;
}

bool take (Tally *tally)
{
  REQUIRE (tally != NULL);
  ENSURE (RESULT == (OLD (tally->count) > 0));
  ENSURE (tally->count == OLD (tally->count) - (RESULT ? 1 : 0));
  if (tally->count <= 0)
    return false;
  tally->count--;
  return true;
}

/* The second return of clamp, the total, the first return of take. */
#include "m.h"
#include <autofix/contract.h>

int clamp (int n, int low, int high)
{
  REQUIRE (low <= high);
  ENSURE (low <= RESULT && RESULT <= high);
  if (n < low)
    return low;
  if (n > high)
    return low - 1 > low ? high : n;
  return n;
}

void count (Tally *tally, int n)
{
  REQUIRE (tally != NULL && tally->count < 1000 && 0 <= n && n < 1000 && 0 <= tally->total && tally->total < 1000000);
  ENSURE (tally->count == OLD (tally->count) + 1);
  ENSURE (tally->total == OLD (tally->total) + n);
  tally->count++;
  tally->total = n;
}

bool take (Tally *tally)
{
  REQUIRE (tally != NULL);
  ENSURE (RESULT == (OLD (tally->count) > 0));
  if (tally->count <= 0)
    return true;
  tally->count--;
  return true;
}

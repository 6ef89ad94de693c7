#include "m.h"
#include <autofix/contract.h>

void count (Tally *tally, int n)
{
  ENSURE (RESULT == n);
  tally->count = n;
}

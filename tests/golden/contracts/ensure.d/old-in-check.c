#include "m.h"
#include <autofix/contract.h>

void count (Tally *tally, int n)
{
  tally->count++;
  CHECK (tally->count == OLD (tally->count) + 1);
  tally->total += n;
}

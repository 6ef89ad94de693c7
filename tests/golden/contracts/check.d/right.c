#include "m.h"
#include <autofix/contract.h>

static const int primes[] = { 2, 3, 5, 7 };

int find (int wanted)
{
  int at = -1;
  for (int i = 0; i < 4; i++)
    if (primes[i] == wanted)
      at = i;
  CHECK (at == -1 || primes[at] == wanted);
  return at;
}

int sign (int n)
{
  int result = 0;
  if (n > 0)
    result = 1;
  else if (n < 0)
    result = -1;
  CHECK (-1 <= result && result <= 1);
  return result;
}

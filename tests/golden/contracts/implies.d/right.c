#define AUTOFIX_NO_SHORT_NAMES
#include <autofix/contract.h>
#include "m.h"

int sign (int n)
{
  AFX_ENSURE (AFX_IMPLIES (n > 0, AFX_RESULT == 1));
  AFX_ENSURE (AFX_IFF (n == 0, AFX_RESULT == 0));
  return n > 0 ? 1 : n < 0 ? -1 : 0;
}

int clipped (int n, int most)
{
  AFX_REQUIRE (most >= 0);
  AFX_ENSURE (AFX_IMPLIES (n > most, AFX_RESULT == most));
  AFX_CHECK (most + 0 == most);
  return n > most ? most : n;
}

/* A loop contract without a loop. */
#include "m.h"
#include <autofix/contract.h>

int root (int n)
{
  LOOP_VARIANT (n);
  return n;
}

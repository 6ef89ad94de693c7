/* Behind a statement of the body it is no loop contract any more. */
#include "m.h"
#include <autofix/contract.h>

int root (int n)
{
  int i = 0;
  while (i < n) {
    i++;
    LOOP_INVARIANT (i >= 0);
  }
  return i;
}

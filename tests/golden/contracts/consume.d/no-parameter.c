#include "m.h"
#include <autofix/contract.h>
#include <stdlib.h>

struct Box { int n; };
static Box *kept;

void box_free (Box *box)
{
  CONSUME (kept);
  free (box);
}

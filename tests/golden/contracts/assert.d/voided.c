#include "m.h"
#define NDEBUG 1
#include <assert.h>

int apart (int a, int b)
{
  assert (not_there != b);
  return a > b;
}

int caller (int a)
{
  return apart (a, a);
}

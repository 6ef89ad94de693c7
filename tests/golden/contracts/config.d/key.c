#include "m.h"

int f (int a)
{
  return a;
}

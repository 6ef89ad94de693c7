#include "m.h"
#include <glib.h>

int percent (int part, int whole)
{
  g_return_val_if_fail (whole > 0, -1);
  g_return_val_if_fail (0 <= part && part <= 1000, -1);
  return (int)(part * 100LL / whole);
}

void store (int *to, int n)
{
  g_return_if_fail (to != NULL);
  g_return_if_fail (n >= 0);
  *to = n;
}

int caller (int n)
{
  int cell = 0;
  if (n >= 0)
    store (&cell, n);
  return percent (cell % 1000, n > 0 ? n : 1);
}

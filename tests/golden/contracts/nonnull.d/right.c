/* The attributes stand in the header, before or behind the declarator, at a parameter, or in a macro that says so. */
#include "m.h"

int length (const char *text)
{
  return text[0] != 0;
}

void set (int *to, int n, int *spare)
{
  *to = n;
  if (spare)
    *spare = n;
}

const char *name_of (int i)
{
  return i == 0 ? "none" : i == 1 ? "one" : "many";
}

int same (const char *a, const char *b, const char *c)
{
  return a ? *a == *b : *b == *c;
}

int first (int *p, int *check_nonnull)
{
  return check_nonnull ? *check_nonnull : *p;
}

int caller (int n)
{
  int cell = 0;
  set (&cell, n, 0);
  return (same (0, "", "") | length ("three") | first (&cell, 0)) & 1;
}

#include "m.h"
#include <glib.h>

static const char *const names[] = { "zero", "one", "two", NULL };

int count (int a, int b)
{
  int n = a >= 0 && b >= 0 ? 1 : 0;
  g_assert (n > 0);
  g_assert_true (n < 3);
  g_assert_cmpint (n, !=, 0);
  g_assert_false (n > 2);
  return n;
}

const char *name_of (int i)
{
  const char *name = NULL;
  if (i < 0 || i > 3)
    return "none";
  name = names[i];
  g_assert_nonnull (name);
  g_assert_cmpstr (name, ==, names[i]);
  if (i == 5)
    g_assert_not_reached ();
  return name;
}

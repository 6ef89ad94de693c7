/* Functions that take functions. */
#include <stdbool.h>
#include <stdlib.h>

#include <autofix/contract.h>

typedef bool (*Test) (int x, void *data);
typedef int (*Change) (int x);

size_t keep_if (int *a, size_t n, Test test, void *data)
{
  REQUIRE (WRITABLE (a, n) && test != NULL);
  ENSURE (RESULT <= n);
  size_t kept = 0;
  for (size_t i = 0; i < n; i++)
    if (test (a[i], data))
      a[kept++] = a[i];
  return kept;
}

void change_all (int *a, int n, Change change)
{
  REQUIRE (n >= 0 && WRITABLE (a, n) && change);
  for (int *end = a + n; a < end; a++)
    *a = change (*a);
}

int find_if (const int *a, int n, Test test, void *data)
{
  REQUIRE (n >= 0 && READABLE (a, n) && test != NULL);
  for (int i = 0; i < n; i++)
    if ((*test) (a[i], data))
      return i;
  return -1;
}

static int minus (int x)
{
  return x == -2147483647 - 1 ? x : -x;
}

static int same (int x)
{
  return x;
}

static int none (int x)
{
  (void)x;
  return 0;
}

static const struct {
  char name;
  Change change;
} changes[] = { { '-', minus }, { '=', same }, { '0', none } };

Change change_named (char name)
{
  for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++)
    if (changes[i].name == name)
      return changes[i].change;
  return NULL;
}

int apply_named (char name, int x)
{
  Change change = change_named (name);
  return change ? change (x) : x;
}

int apply_times (Change change, int x, unsigned times)
{
  REQUIRE (change != NULL && times < 100);
  while (times--)
    x = change (x);
  return x;
}

static bool is_above (int x, void *data)
{
  return x > *(const int *)data;
}

int count_above (const int *a, int n, int limit)
{
  REQUIRE (n >= 0 && READABLE (a, n));
  int count = 0;
  for (int i = 0; i < n; i++)
    count += is_above (a[i], &limit);
  return count;
}

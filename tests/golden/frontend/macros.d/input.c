#include <assert.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#define LIMIT 100
#define SIZE(array) (sizeof (array) / sizeof (array)[0])
#define LESS(a, b) a < b
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define SET(field, value) do { thing->field = (value); dirty = true; } while (0)
#define HEAD thing->first
#define LIKELY(c) __builtin_expect (!!(c), 1)
#define EACH(i, n) for (int i = 0; i < (n); i++)
#define RETURN_IF(c, v) if (c) return (v)

struct Thing { int first, second; };
enum { SMALL = 3, LARGE };

int use (struct Thing *thing, int x, int y)
{
  int table[LARGE] = { 0 };
  bool dirty = false;
  assert (thing != NULL);
  if (x > LIMIT || x == INT_MIN || INT_MAX < y)
    return -1;
  if (LESS (x, y + SMALL) && LIKELY (HEAD != 0))
    x = MAX (x, thing->second) + LIMIT;
  SET (first, x + 'a');
  RETURN_IF (x == 7, LIMIT);
  EACH (i, x)
    table[i % SIZE (table)]++;
  x = (int)sizeof *thing + (int)offsetof (struct Thing, second);
  HEAD = x;
  return dirty ? table[0] : 0x10;
}

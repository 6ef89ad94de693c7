/* Macros that declare, loop and return; constructors; functions that must be inlined. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <autofix/contract.h>

#define DECLARE(name, value)                                                                                           \
  int name;                                                                                                            \
  name = 0;                                                                                                            \
  name += (value)
#define SWAP(type, a, b)                                                                                               \
  do {                                                                                                                 \
    type swapped = (a);                                                                                                \
    (a) = (b);                                                                                                         \
    (b) = swapped;                                                                                                     \
  } while (0)
#define EACH(i, n) for (int i = 0; i < (n); i++)
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define NEW(type) ((type *)calloc (1, sizeof (type)))
#define RETURN_UNLESS(condition, value)                                                                                \
  if (!(condition))                                                                                                    \
  return (value)

static int squares[32], *cubes;

__attribute__ ((constructor)) static void fill (void)
{
  EACH (i, 32)
  squares[i] = i * i;
  cubes = malloc (32 * sizeof *cubes);
  for (int i = 0; cubes && i < 32; i++)
    cubes[i] = i * i * i;
}

__attribute__ ((destructor)) static void drop (void)
{
  for (int i = 0; cubes && i < 32; i++)
    cubes[i] = 0;
  free (cubes);
}

static inline __attribute__ ((always_inline)) int get (const uint64_t *map, int at)
{
  return (int)(map[at / 64] >> (at % 64) & 1);
}

int half (int n)
{
  DECLARE (total, n / 2);
  return total;
}

int square_of (unsigned char n)
{
  RETURN_UNLESS (n < 32, -1);
  return squares[n];
}

int cube_of (unsigned char n)
{
  RETURN_UNLESS (n < 32 && cubes, -1);
  return cubes[n];
}

int count_set (const uint64_t *map, int n)
{
  REQUIRE (0 <= n && n <= 256 && READABLE (map, 4));
  int set = 0;
  EACH (i, n)
  set += get (map, i);
  return set;
}

void sort_three (int *a, int *b, int *c)
{
  REQUIRE (a != NULL && b != NULL && c != NULL && a != b && b != c && a != c);
  ENSURE (*a <= *b && *b <= *c);
  if (*b < *a)
    SWAP (int, *a, *b);
  if (*c < *b)
    SWAP (int, *b, *c);
  if (*b < *a)
    SWAP (int, *a, *b);
}

int largest_of (const int *a, int n)
{
  REQUIRE (n > 0 && READABLE (a, n));
  int most = a[0];
  EACH (i, n)
  most = MAX (most, a[i]);
  return most;
}

int *zero_number (void)
{
  return NEW (int);
}

bool has_all (const char *s, const char *letters)
{
  REQUIRE (s != NULL && letters != NULL);
  while (*letters)
    RETURN_UNLESS (strchr (s, *letters++) != NULL, false);
  return true;
}

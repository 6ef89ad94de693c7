#!/bin/sh
# Faults that only the hundredth call of the same routine shows: what is full one entry too late, what loses entries
# when it grows for the fifth time.  The tests are short to read, and go through localisation and repair like others.
set -eu
. "$(dirname "$0")/lib.sh"
cd "$scratch"

# A limit of 100 that is 101.
cat > pile.h <<'END'
#include <autofix/contract.h>
#include <stdbool.h>
typedef struct pile Pile;
Pile *pile_new (void);
void pile_free (Pile *pile);
bool pile_push (Pile *pile, int value);
bool pile_pop (Pile *pile, int *value);
QUERY unsigned pile_size (const Pile *pile);
END
cat > pile.c <<'END'
#include "pile.h"

#include <stdlib.h>

#define MOST 100

struct pile {
  unsigned char count; /* never above MOST */
  int *values;
};

Pile *pile_new (void)
{
  Pile *pile = malloc (sizeof *pile);
  pile->count = 0;
  pile->values = malloc (MOST * sizeof *pile->values);
  return pile;
}

void pile_free (Pile *pile)
{
  if (pile != NULL)
    free (pile->values);
  free (pile);
}

unsigned pile_size (const Pile *pile)
{
  REQUIRE (pile != NULL);
  return pile->count;
}

bool pile_push (Pile *pile, int value)
{
  REQUIRE (pile != NULL);
  if (pile->count > MOST) /* the fault: one too many */
    return false;
  pile->values[pile->count++] = value;
  return true;
}

bool pile_pop (Pile *pile, int *value)
{
  REQUIRE (pile != NULL && value != NULL);
  if (pile->count == 0)
    return false;
  *value = pile->values[--pile->count];
  return true;
}
END
expect 2 "invalid memory access in 'pile_push'" "$autofix" run --quiet --seed 1 --dump=screen --stop-after=screen pile.c
grep -q '^  test .*: p = pile_new(); for (int turn = 0; turn < 100; turn++) pile_push(p, 0); pile_push(p, 0)$' output \
  || fail "the test is not a loop of 100 pushes and one more"
grep -q 'pile->count >= MOST' output || fail "the repair is no candidate that stands"
$cc -g -w -I. -I"$top/contracts" -fsanitize=address -o shown autofix.out/tests/F-*.c pile.c \
  $(pkg-config --cflags --libs check) || fail "the test is no program"
ASAN_OPTIONS=detect_leaks=0 CK_FORK=no ./shown > /dev/null 2>&1 && fail "the program of the test does not fail"
expect 2 "F-" "$autofix" replay "$(basename autofix.out/tests/F-*.c .c)"

# A table with texts as keys that grows: each turn has a key of its own.
cat > names.h <<'END'
#include <autofix/contract.h>
#include <stdbool.h>
typedef struct names Names;
Names *names_new (void);
void names_free (Names *names);
bool names_add (Names *names, const char *name);
QUERY bool names_has (const Names *names, const char *name);
END
cat > names.c <<'END'
#include "names.h"

#include <stdlib.h>
#include <string.h>

struct names {
  char **slots;
  size_t size, count;
};

Names *names_new (void)
{
  Names *names = calloc (1, sizeof *names);
  names->size = 8;
  names->slots = calloc (names->size, sizeof *names->slots);
  return names;
}

void names_free (Names *names)
{
  for (size_t i = 0; names != NULL && i < names->size; i++)
    free (names->slots[i]);
  if (names != NULL)
    free (names->slots);
  free (names);
}

static size_t place_of (const Names *names, const char *name)
{
  size_t hash = 5381, i;
  for (const char *at = name; *at != '\0'; at++)
    hash = hash * 33 + (unsigned char) *at;
  i = hash % names->size;
  while (names->slots[i] != NULL && strcmp (names->slots[i], name) != 0)
    i = (i + 1) % names->size;
  return i;
}

bool names_has (const Names *names, const char *name)
{
  REQUIRE (names != NULL && name != NULL);
  return names->slots[place_of (names, name)] != NULL;
}

static void grow (Names *names)
{
  size_t size = names->size;
  char **old = names->slots;
  names->size = size < 128 ? 2 * size : size + 128;
  names->slots = calloc (names->size, sizeof *names->slots);
  for (size_t i = 0; i < (size < 128 ? size : 128); i++) /* the fault: all of them */
    if (old[i] != NULL)
      names->slots[place_of (names, old[i])] = old[i];
  free (old);
}

bool names_add (Names *names, const char *name)
{
  REQUIRE (names != NULL && name != NULL);
  ENSURE (names_has (names, name));
  size_t place = place_of (names, name);
  if (names->slots[place] != NULL)
    return false;
  if (4 * (names->count + 1) > 3 * names->size) {
    grow (names);
    place = place_of (names, name);
  }
  names->slots[place] = strdup (name);
  names->count++;
  return true;
}
END
expect 2 "'names_add'" "$autofix" run --quiet --seed 1 --stop-after=test names.c
grep -q '^  test .*for (int turn = 0; turn < [0-9]*; turn++) names_add(n, numbered("[^"]*", turn)); ' output \
  || fail "the keys of the loop do not differ"
$cc -g -w -I. -I"$top/contracts" -o shown autofix.out/tests/F-*.c names.c \
  $(pkg-config --cflags --libs check) || fail "the test with numbered texts is no program"
finish

#!/bin/sh
# A fix after which a constructor always fails, or which leaves what passing tests did undone, is not shown as a fix.
set -eu
. "$(dirname "$0")/lib.sh"
cd "$scratch"
cat > pool.h <<'C'
#include <autofix/contract.h>
typedef struct Pool Pool;
Pool *pool_new (int n);
void pool_free (Pool *p);
int pool_take (Pool *p);
QUERY int pool_left (const Pool *p);
C
cat > pool.c <<'C'
#include <stdlib.h>
#include "pool.h"

struct Pool { int size, n_free; int *next; int first; };

Pool *pool_new (int n)
{
  REQUIRE (n > 0 && n <= 12);
  Pool *p = malloc (sizeof *p);
  int *next = malloc ((size_t)n);
  if (p == NULL || next == NULL) {
    free (p);
    free (next);
    return NULL;
  }
  for (int i = 0; i < n; i++)
    next[i] = i + 1;
  p->size = p->n_free = n;
  p->next = next;
  p->first = 0;
  return p;
}

void pool_free (Pool *p)
{
  if (p != NULL)
    free (p->next);
  free (p);
}

int pool_take (Pool *p)
{
  REQUIRE (p != NULL);
  if (p->n_free == 0)
    return -1;
  int slot = p->first;
  p->first = p->next[slot];
  p->n_free--;
  return slot;
}

int pool_left (const Pool *p)
{
  REQUIRE (p != NULL);
  return p->n_free;
}
C
# All that is shown of the fault.
fixes() { "$autofix" show --output "$1" "$(sed -n 's/.*in .pool_new. \[\(F-[0-9a-f]*\)\].*/\1/p' "$scratch/output")"; }
expect 2 '^  fix 1' "$autofix" run --quiet --seed 1 --parts=-alive --output dead pool.c --
grep -q '^    +.*next != NULL' "$scratch/output" || fail "the constructor that always fails is not even tempting"
expect 2 '^  fix 1' "$autofix" run --quiet --seed 1 --output alive pool.c --
fixes alive > shown
! grep -q 'next != NULL\|p != NULL\|!(p == NULL' shown || fail "a constructor that always fails is shown"
finish

#!/bin/sh
# Where only changes pass that nobody would have meant, there is no fix: they come below the line that says so.
set -eu
. "$(dirname "$0")/lib.sh"
cd "$scratch"
cat > box.h <<'END'
#include <autofix/contract.h>
typedef struct Box { int v, w; } Box;
void box_init (Box *b, int v, int w);
void box_stir (Box *b);
END
cat > box.c <<'END'
#include <stdlib.h>
#include "box.h"

void box_init (Box *b, int v, int w)
{
  REQUIRE (b != NULL && v > 0 && v < 1000 && w > 0 && w < 1000);
  b->v = v % 1000;
  b->w = w % 1000;
}

void box_stir (Box *b)
{
  REQUIRE (b != NULL && b->v > 0 && b->v < 1000 && b->w > 0 && b->w < 1000);
  ENSURE (b->v + 2 * b->w == OLD (b->v + 2 * b->w));
  b->v = b->v * 5 + 3;
  b->w = b->w * 7 + b->v;
  b->v = b->v % 31 + b->w;
}
END
expect 2 "^  no fix   only changes of last resort pass all tests" "$autofix" run --quiet --seed 1 box.c --
grep -q '^  resort   \[X-[0-9a-f]*-1\]  low: .*return.*; leaves before the work' "$scratch/output" ||
  fail "no last resort with its reason"
! grep -q '^  fix 1' "$scratch/output" || fail "a last resort is offered as a fix"
expect 2 "^  fix 1" "$autofix" run --quiet --seed 1 --parts=-resorts box.c --
finish

#!/bin/sh
# What the benchmark of inference counts: contracts that are proposed again, and faults that are found without any.
set -eu
program=$AUTOFIX_BUILDDIR/bench/autofix-bench-infer
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "infer: $*" >&2; cat "$work/out" >&2 2> /dev/null; exit 1; }
mkdir -p "$work/cell/faults"
cat > "$work/cell/cell.h" <<'C'
#include <stdbool.h>
#include <autofix/contract.h>
typedef struct Cell Cell;
Cell *cell_new(int room);
void cell_free(Cell *c);
int cell_add(Cell *c);
int cell_take(Cell *c);
INVARIANT bool cell_valid(const Cell *c);
C
cat > "$work/cell/cell.c" <<'C'
#include <stdlib.h>
#include "cell.h"

struct Cell {
    int n, room;
};

Cell *cell_new(int room)
{
    REQUIRE(0 < room && room < 100);
    Cell *c = malloc(sizeof *c);
    if (c != NULL) {
        c->n = 0;
        c->room = room;
    }
    return c;
}

void cell_free(Cell *c)
{
    free(c);
}

int cell_add(Cell *c)
{
    REQUIRE(c != NULL);
    if (c->n < c->room)
        c->n++;
    return c->n;
}

int cell_take(Cell *c)
{
    REQUIRE(c != NULL);
    ENSURE(c->n == 0);
    ENSURE(RESULT == OLD(c->n));
    int n = c->n;
    c->n = 0;
    return n;
}

bool cell_valid(const Cell *c)
{
    return c != NULL && 0 <= c->n && c->n <= c->room;
}
C
cat > "$work/cell/faults/01-keeps-one.patch" <<'P'
--- a/cell.c
+++ b/cell.c
@@ -35,7 +35,7 @@
     ENSURE(c->n == 0);
     ENSURE(RESULT == OLD(c->n));
     int n = c->n;
-    c->n = 0;
+    c->n = n > 0 ? 1 : 0;
     return n;
 }
 
P
"$program" --every 100 "$work/cell/cell.c" > "$work/out" 2>&1 || fail "status $?"
grep -qE '^cell +2 of 2 postconditions, 3 of 3 conditions of invariants, [01] of 1 preconditions$' "$work/out" \
  || fail "not all that was deleted is found"
"$program" --plain "$work/cell" > "$work/out" 2>&1 || fail "status $?"
grep -qE '^cell +plain: 1 of 1 faults found with [1-9][0-9]* inferred contracts, 0 false$' "$work/out" \
  || fail "the fault is not found without contracts"
# What cannot be done is said.
if "$program" --plain "$work/none" > "$work/out" 2>&1; then fail "no such folder, and no error"; fi
grep -q '^autofix-bench-infer: .*none' "$work/out" || fail "the folder is not named"

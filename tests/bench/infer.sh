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
cat > "$work/cell/oracle.c" <<'C'
#include <stdio.h>
#include <stdlib.h>
#include "cell.h"

int main(int argc, char **argv)
{
    srand(argc > 1 ? (unsigned)atoi(argv[1]) : 1);
    for (int round = 0; round < 50; round++) {
        int room = 1 + rand() % 20, n = 0;
        Cell *c = cell_new(room);
        for (int i = 0; c != NULL && i < 100; i++)
            if (rand() % 9 > 0) {
                n += n < room;
                if (cell_add(c) != n)
                    return 1;
            } else {
                if (cell_take(c) != n)
                    return 1;
                n = 0;
            }
        cell_free(c);
    }
    puts("ok");
    return 0;
}
C
# Each number but that of preconditions, of which tests may or may not show that one is needed.
"$program" --rows --jobs 1 --times 2 --sample 1 "$work/cell" > "$work/out" 2>&1 || fail "status $?"
for line in 'drop   2 of 2 postconditions proposed again: 100 % .*' \
  'drop   3 of 3 conditions of invariants proposed again: 100 % .*' \
  'drop   [01] of 1 preconditions proposed again: .*' \
  'right  \([1-9][0-9]*\) of \1 proposals: .*; 0 broken by tests 2 times as long, 0 by oracles' \
  'plain  1 of 1 faults found without a written contract: 100 % (goal 60 %); 0 false .* refute 0 of [1-9].*' \
  'time   1 modules, 45 lines, .*'; do
  grep -qx "$line" "$work/out" || fail "no line '$line'"
done
# Without contracts an index that nobody bounds is no fault, and one that the module makes is.
mkdir "$work/bare"
cat > "$work/bare/bare.h" <<'C'
#include <autofix/contract.h>
typedef struct Bare Bare;
Bare *bare_new(void);
void bare_free(Bare *b);
int bare_at(const Bare *b, int i);
int bare_last(const Bare *b);
C
cat > "$work/bare/bare.c" <<'C'
#include <stdlib.h>
#include "bare.h"

struct Bare {
    int items[4], n;
};

Bare *bare_new(void)
{
    return calloc(1, sizeof(Bare));
}

void bare_free(Bare *b)
{
    free(b);
}

int bare_at(const Bare *b, int i)
{
    REQUIRE(b != NULL);
    REQUIRE(0 <= i && i < 4);
    return b->items[i];
}

int bare_last(const Bare *b)
{
    REQUIRE(b != NULL);
    REQUIRE(b->n > 0);
    return b->items[b->n - 1];
}
C
"$program" --only bare --rows --jobs 1 "$work/bare" > "$work/out" 2>&1 || fail "status $?"
for line in 'gap       bare: bare_at: 0 <= i' 'gap       bare: bare_at: i < 4' \
  'bare   1 modules: 3 false faults without contracts, 1 without numbers that nobody bounds (0 new); 0 such .*'; do
  grep -qx "$line" "$work/out" || fail "no line '$line'"
done
# What Z3 cannot derive is asked of tests of changed modules; an oracle knows a call that no random test makes.
mkdir "$work/odd" && mkdir "$work/odd/faults"
sed 's/cell\.h/odd.h/; s/    ENSURE(c->n == 0);/    ENSURE(cell_has(c, 0));/' "$work/cell/cell.c" > "$work/odd/odd.c"
cat >> "$work/odd/odd.c" <<'C'

bool cell_has(const Cell *c, int n)
{
    int k = 0;
    while (k < c->n)
        k++;
    return k == n;
}

void cell_mark(Cell *c, unsigned n)
{
    REQUIRE(c != NULL);
    for (int i = 0; i < 9; i++)
        n = (n ^ n >> 16) * 1103515245u;
    if (n == 3700750178u)
        c->n = 0;
}
C
{ cat "$work/cell/cell.h" && echo 'QUERY bool cell_has(const Cell *c, int n);'
  echo 'void cell_mark(Cell *c, unsigned n);'
} > "$work/odd/odd.h"
cat > "$work/odd/oracle.c" <<'C'
#include "odd.h"
int main(void)
{
    Cell *c = cell_new(3);
    cell_add(c);
    cell_mark(c, 54321);
    cell_free(c);
    return 0;
}
C
"$program" --only drop --only right --rows --jobs 1 --times 1 --sample 1 "$work/odd" > "$work/out" 2>&1 \
  || fail "status $?"
grep -q '^by tests  odd: cell_take: cell_has(c, 0) (\([1-9][0-9]*\) of \1 tests' "$work/out" \
  || fail "no verdict of tests"
grep -q '^refuted   cell_mark: ENSURE (c->n == OLD(c->n))' "$work/out" || fail "the oracle refutes nothing"
grep -q 'of 1 preconditions' "$work/out" || fail "not one unit"
# A kind of drop by itself.
"$program" --only preconditions --jobs 1 "$work/cell" > "$work/out" 2>&1 || fail "status $?"
if grep -q "postconditions\|invariants" "$work/out"; then fail "other kinds are counted too"; fi
# What cannot be done is said.
if "$program" --only plain "$work/none" > "$work/out" 2>&1; then fail "no such folder, and no error"; fi
grep -q '^autofix-bench-infer: .*none' "$work/out" || fail "the folder is not named"
if "$program" --only nothing "$work/cell" > "$work/out" 2>&1; then fail "no such part, and no error"; fi
grep -q "^autofix-bench-infer: 'nothing' is no part" "$work/out" || fail "the part is not named"

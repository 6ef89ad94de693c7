#!/bin/sh
# A night as a plan: units in any order, twice, killed, failed, damaged; what they give is what one machine gives.
set -eu
. "$(dirname "$0")/lib.sh"
mkdir "$scratch/one" "$scratch/tmp"
TMPDIR=$scratch/tmp HOME=$scratch
export TMPDIR HOME
cd "$scratch/one"
mkdir include
echo '#define MOST 100' > include/most.h
cat > cell.h <<'H'
#include <autofix/contract.h>
int cell_clamp(int n);
int cell_twice(int n);
H
cat > cell.c <<'C'
#include "cell.h"
#include <most.h>
int cell_clamp(int n)
{
    REQUIRE(n > -1000 && n < 1000);
    ENSURE(RESULT >= 0);
    ENSURE(RESULT <= MOST);
    if (n < 0)
        n = 0;
    return n;
}
int cell_twice(int n)
{
    REQUIRE(n > -1000 && n < 1000);
    ENSURE(RESULT <= 2 * MOST);
    return 2 * (n > MOST ? MOST : n);
}
C
printf '#include "other.h"\nint other(int n) { REQUIRE(n > 0); return n; }\n' > other.c
printf '#include <autofix/contract.h>\nint other(int n);\n' > other.h
echo 'int broken(' > broken.c
cat > .autofix.conf <<'F'
[nightly]
budget = 10m
effort = 1
test = test ! -e tests-fail
[module other]
sources = other.c
flags =
[module cell]
sources = cell.c
flags = -Iinclude
F
cp -R . "$scratch/many"
expect 2 '^autofix night 1: 1 new' "$autofix" nightly
cd "$scratch/many"
plan=$scratch/plan

# bad input
expect 1 'is not empty' "$autofix" nightly --plan "$scratch/one"
expect 1 'cannot be written to|is not empty' "$autofix" nightly --plan "$scratch/one/cell.c/plan"
expect 1 'no plan in' "$autofix" work "$scratch/one" 1
expect 1 'no plan in' "$autofix" merge "$scratch/none"
expect 1 'folder of a plan must be given' "$autofix" work
expect 1 'too many' "$autofix" merge a b
expect 1 'for --slurm' "$autofix" nightly --partition main
expect 1 'for --plan' "$autofix" nightly --seeds 3
expect 1 'invalid duration' "$autofix" nightly --plan "$plan" --slice soon
expect 1 'no program .sbatch. in PATH' env PATH="$scratch" "$autofix" nightly --slurm
[ ! -e "$plan" ] || fail "a plan of bad options"

# the plan: a line for each unit, the project's tests first; sources are frozen
expect 0 '^plan: 3 units in' "$autofix" nightly --plan "$plan"
[ "$(grep -c '^{"unit":' "$plan/plan.json")" = 3 ] || fail "not three lines"
sed -n 2p "$plan/plan.json" | grep -q '"tests":' || fail "the tests do not come first"
[ -e "$plan/tree$scratch/many/include/most.h" ] || fail "a header in angle brackets is not in the plan"
[ ! -e .autofix/history.sqlite ] || fail "planning wrote the history"
cp cell.c cell.before
echo '#error edited meanwhile' >> cell.c
cell=$(sed -n 's/^{"unit":\([0-9]*\),.*"module":"cell".*/\1/p' "$plan/plan.json")
expect 1 'its units are 1 to 3' "$autofix" work "$plan" 4
expect 1 'its units are 1 to 3' "$autofix" work "$plan" 0

# a unit that is killed leaves nothing but a line in its log, and the merge names what is missing
"$autofix" work "$plan" "$cell" > "$scratch/first" 2>&1 &
first=$!
while [ ! -s "$plan/units/$cell.log" ]; do sleep 0.05; done
kill -9 "$first"
wait "$first" 2> /dev/null || true
[ ! -e "$plan/units/$cell.json" ] || fail "a killed unit left a result"
expect 3 'missing: 3 of 3 units \(1, 2, 3\)' "$autofix" merge "$plan"
# one that is asked to end does not count
"$autofix" work "$plan" "$cell" > "$scratch/first" 2>&1 &
first=$!
while [ "$(wc -l < "$plan/units/$cell.log")" -lt 2 ]; do sleep 0.05; done
kill -TERM "$first"
wait "$first" 2> /dev/null && fail "interrupted with status 0"
grep -qx interrupted "$plan/units/$cell.log" || fail "an interruption is not in the log"

# two at once, then all that is left; the last ones first
"$autofix" work "$plan" "$cell" > /dev/null &
"$autofix" work --jobs 1 "$plan" "$cell" > /dev/null
wait
expect 0 'was done before' "$autofix" work "$plan" "$cell"
expect 3 'missing: 2 of 3 units' "$autofix" merge "$plan"
expect 0 'unit 3: ' "$autofix" work "$plan"
# a damaged file is missing, and is made again
cp "$plan/units/$cell.json" "$scratch/whole"
head -c 500 "$scratch/whole" > "$plan/units/$cell.json"
expect 3 "missing: 1 of 3 units \\($cell damaged\\)" "$autofix" merge "$plan"
expect 0 "unit $cell: done" "$autofix" work "$plan" "$cell"

# killed at any time, units and merges leave what is whole, or nothing
given() { sed '1d; s/"seconds":[0-9.e+-]*//g' "$1"; }
given "$plan/units/$cell.json" > "$scratch/whole"
for delay in 0.6; do
  rm "$plan/units/$cell.json" "$plan/units/$cell.log"
  "$autofix" work "$plan" "$cell" > /dev/null 2>&1 &
  sleep "$delay"
  kill -9 $! 2> /dev/null || true
  wait $! 2> /dev/null || true
  "$autofix" work "$plan" "$cell" > /dev/null || fail "a unit after one that was killed after $delay s"
  given "$plan/units/$cell.json" | cmp - "$scratch/whole" || fail "another result, killed after $delay s"
done
mv cell.before cell.c
for delay in 0.05 0.1 0.2; do
  "$autofix" merge "$plan" > /dev/null 2>&1 &
  sleep "$delay"
  kill -9 $! 2> /dev/null || true
  wait $! 2> /dev/null || true
done

# the same bytes, however often it is merged
for time in 1 2; do
  expect 2 '^autofix night 1: 1 new \(2 modules, seed 1\)$' "$autofix" merge "$plan"
  diff -r -x '*.sqlite' -x lock -x 'report.*' -x '*.old' "$scratch/one/.autofix" .autofix >&2 \
    || fail "the results differ, merge $time"
  for side in one many; do sed '/^took /d' "$scratch/$side/.autofix/report.txt" > "$scratch/$side.txt"; done
  cmp "$scratch/one.txt" "$scratch/many.txt" || fail "report.txt differs, merge $time"
done

# the next night knows it: sized by the time it took, a module of two routines divided, further seeds; nothing new
expect 0 '^plan: [5-7] units' "$autofix" nightly --plan "$scratch/second" --slice 1 --seeds 2
grep -q '"routines":\["cell_clamp"\]' "$scratch/second/plan.json" || fail "cell is not divided"
expect 0 'unit 5: done' "$autofix" work "$scratch/second"
expect 0 '^autofix night 2: nothing new; 1 known' "$autofix" merge "$scratch/second"

# a module that cannot be tested is a result; a failing unit is one after three tries, with its last words
printf '[module broken]\nsources = broken.c\nflags =\n' >> .autofix.conf
touch tests-fail
expect 0 '^plan: 3 units' "$autofix" nightly --plan "$scratch/third"
other=$(sed -n 's/^{"unit":\([0-9]*\),.*"module":"other".*/\1/p' "$scratch/third/plan.json")
rm -r "$scratch/third/tree"
expect 3 'failed 3 times: .*tree.*No such file' "$autofix" work "$scratch/third" "$other"
[ "$(grep -c '^failed: ' "$scratch/third/units/$other.log")" = 3 ] || fail "not three tries"
expect 3 - "$autofix" work "$scratch/third"
expect 3 "unit $other failed 3 times: .*No such file" "$autofix" merge "$scratch/third"
grep -q '^module broken: not tested: ' .autofix/report.txt || fail "the broken module"
grep -q "^the project's tests .*fail with status 1" .autofix/report.txt || fail "the project's tests"
grep -q '^module other: not done$' .autofix/report.txt || fail "the missing module"

# plans of others
sed 's/"format":1/"format":9/' "$plan/plan.json" > "$scratch/second/plan.json"
expect 1 'format 9' "$autofix" merge "$scratch/second"
sed 's/"build":"/"build":"0/' "$plan/plan.json" > "$scratch/second/plan.json"
expect 1 'another build' "$autofix" work "$scratch/second" 1
echo '{' > "$scratch/second/plan.json"
expect 1 'is no plan' "$autofix" work "$scratch/second" 1
# folders that may not be written to; root may, so it becomes nobody
anybody=
[ "$(id -u)" != 0 ] || anybody="setpriv --reuid=65534 --regid=65534 --clear-groups"
chmod 755 "$scratch"
if $anybody "$autofix" --version > /dev/null 2>&1; then
  rm -f "$plan/units/$cell.json" "$plan/units/$cell.log"
  chmod a-w "$plan" "$plan/units" "$scratch"
  expect 1 'cannot be written: Permission denied' $anybody "$autofix" work "$plan" "$cell"
  expect 1 'cannot be written to: Permission denied' $anybody "$autofix" nightly --plan "$scratch/denied"
  chmod u+w "$plan" "$plan/units" "$scratch"
fi
[ -z "$(ls "$scratch/tmp")" ] || fail "left in TMPDIR: $(ls "$scratch/tmp")"
finish

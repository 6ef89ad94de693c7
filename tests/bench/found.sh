#!/bin/sh
# A slice of `make nightly-self`, which asks three seeds: loops that stand still are found, by the plan of
# `autofix test`; and what is missed, or found where nothing is wrong, ends with status 2.
set -eu
. "${AUTOFIX_SRCDIR:-.}/tests/e2e/lib.sh"
cd "$scratch"
found() { "$build/bench/autofix-bench-found" --effort 1 --require "$@"; }

expect 0 '^median +2 +100.0% ' found --corpus "$top/examples/corpus" --seeds 1 --only calendar/01 --only str_buf/06

# A fault whose routine no test calls, and a correct module that is wrong.
mkdir -p none/ring/faults
cp "$top"/examples/corpus/ring/ring.[ch] "$top"/examples/corpus/ring/oracle.c none/ring/
cp "$top"/examples/corpus/ring/faults/01-* none/ring/faults/
chmod -R u+w none
sed -i 's/^routine: .*/routine: ring_free/' none/ring/faults/01-*.txt
expect 2 '^missed: ring/01 with seed 1$' found --corpus none --seeds 1 --only ring/01 --output missed
expect 0 - found --corpus none --seeds 1 --only ring/01 --except ring/01 --output missed
finish

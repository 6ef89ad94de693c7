#!/bin/sh
# Tests that are kept between runs, and factories that the user names: files read, added to, refused.
set -eu
. "$(dirname "$0")/lib.sh"
cd "$scratch"

plant ring 02 work
cd work
expect 2 'F-[0-9a-f]*' "$autofix" test --quiet --seed 1 --corpus kept/ ring.c
[ -s kept/ring.tests ] || fail "nothing is kept"
lines=$(wc -l < kept/ring.tests)
# The smallest failing test is among them: it is found again where nothing else is tried.
expect 2 'ring_push_overwrite' "$autofix" test --quiet --seed 9 --routine ring_push_overwrite --corpus kept/ring.tests \
  ring.c
[ "$(wc -l < kept/ring.tests)" -ge "$lines" ] || fail "tests are lost"
[ "$(sort kept/ring.tests | uniq -d | wc -l)" = 0 ] || fail "a test is kept twice"
cp ring.c before.c
expect 1 'ring.c:1: not a test' "$autofix" test --quiet --corpus ring.c ring.c
cmp -s ring.c before.c || fail "a source was overwritten"
expect 1 "'nobody' cannot be a factory: there is no such routine" "$autofix" test --quiet --factory nobody ring.c
expect 1 "'ring_count' cannot be a factory: it returns no object" "$autofix" test --quiet --factory ring_count ring.c
finish

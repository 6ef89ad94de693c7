#!/bin/sh
# The speed benchmark measures a little of everything, and both ways of validation give the same verdicts.  No time is
# checked: machines are busy.
set -eu
. "${AUTOFIX_SRCDIR:-.}/tests/e2e/lib.sh"
cd "$scratch"
expect 0 - "$build/bench/autofix-bench-speed" --quick --output out
for line in '^validation +plant .* verdicts equal ([0-9]+) of \1; build .* runs per second$' '^tracing +plant +ratio ' \
  '^checks +plant +ratio ' \
    '^calls .* per second' '^module size, finding faults: time exponent' \
      '^number of candidates, screen: time exponent' \
    '^number of tests, screen: time exponent' '^ +10 candidates ' '^ +20 tests '; do
  grep -qE -e "$line" "$scratch/output" || fail "no line like: $line"
done
for member in '"validation"' '"tracing"' '"checks"' '"calls_per_second"' '"memory_exponent"' '"unit" : "routines"' \
  '"unit" : "tests"'; do
  grep -q -e "$member" out/speed.json || fail "speed.json has no $member"
done
expect 1 'no part' "$build/bench/autofix-bench-speed" --only nothing
expect 1 'unexpected argument' "$build/bench/autofix-bench-speed" nothing
expect 1 'missing|no such|No such' "$build/bench/autofix-bench-speed" --build "$scratch/nowhere"
finish

#!/bin/sh
# What a run makes a person wait for is measured: the first fix before the end, every process counted once.
set -eu
. "$(dirname "$0")/../e2e/lib.sh"
cd "$scratch"
measure() { python3 "$top/bench/waits/measure.py" "$autofix" "$top/examples/corpus" "$@" > "$scratch/output" 2>&1; }
measure --only ring/01 --output waits.json || fail "it ended with $?: $(cat output)"
python3 - <<'END' || fail "the figures do not fit: $(cat waits.json output)"
import json
r = json.load(open('waits.json'))['ring/01']
assert 0 < r['first'] <= r['whole'], 'the first fix'
assert min(r['program'], r['compilers'], r['subjects']) > 0 and r['compilations'] > 5, 'processes'
assert sum(r['stages'].values()) <= r['whole'] + 0.5 and r['stages']['screen'] > 0, 'stages'
assert 0 < r['steps']['observe'] < sum(r['steps'].values()) <= r['whole'], 'steps'
END
grep -q '^median .* [0-9]' output && grep -q '^of the processor time: the program' output \
  || fail "no sums: $(cat output)"
! measure --only ring/99 || fail 'a fault that does not exist'
grep -q 'no such fault' output || fail "no word of the fault that does not exist: $(cat output)"
finish

#!/bin/sh
# correct.sh [FILE...]: correct functions in the idioms of C, of tests/correct, tested with little effort: no fault, and
# nothing left untested, unwoven or undecided.  Without files a slice of them; `make check-correct` has all.
set -eu
. "$(dirname "$0")/lib.sh"
[ $# -gt 0 ] || set -- library sizes macros counted getters arena sorting growing splitting codes files packed
for name; do
  name=$(basename "$name" .c)
  mkdir -p "$scratch/$name"
  got=0
  "$autofix" test --quiet --effort 1 --seed 1 --cc "$cc" --output "$scratch/$name/out" "$top/tests/correct/$name.c" \
    > "$scratch/$name/said" 2>&1 || got=$?
  [ "$got" = 0 ] && grep -q '^[a-z]*: 0 faults found by [1-9]' "$scratch/$name/said" \
    || { fail "$name: status $got"; cat "$scratch/$name/said" >&2; }
  if grep -E 'is not tested|not checked|undecided|left as it is' "$scratch/$name/said" >&2; then
    fail "$name: something is left out"
  fi
done
finish

#!/bin/sh
# Same seed, same bytes: with one worker and with two.
set -eu
. "$(dirname "$0")/lib.sh"
plant ring 01 "$scratch/work"
cd "$scratch/work"
for run in "1 -j1" "2 -j2"; do
  # shellcheck disable=SC2086 # a number and an option
  set -- $run
  "$autofix" run --quiet --seed 7 --records "$2" --output "$scratch/out$1" ring.c > "$scratch/report$1" \
    2> "$scratch/err" || [ $? = 2 ] || fail "run $1: $(cat "$scratch/err")"
done
grep -q ': fault: ' "$scratch/report1" || fail "no fault reported"
shown=$(cat "$scratch"/out1/records/F-*.json | grep -c '"verdict" : "shown"' || true)
[ "$shown" -gt 0 ] && [ "$shown" = "$(ls "$scratch/out1/patches" | wc -l)" ] \
  || fail "the records show $shown fixes, and there are others"
sed "s,$scratch/out2,OUT,g" "$scratch/report2" > "$scratch/b"
sed "s,$scratch/out1,OUT,g" "$scratch/report1" > "$scratch/a"
cmp "$scratch/a" "$scratch/b" || fail "the report of run 2 differs"
for file in results.json patches tests records; do
  diff -r "$scratch/out1/$file" "$scratch/out2/$file" > "$scratch/diff" \
    || { fail "$file of run 2 differs"; head -5 "$scratch/diff" >&2; }
done
finish

#!/bin/sh
# Ctrl-C and SIGTERM: status 130, and what is known by then is printed and written; before that nothing is.  No process,
# no temporary folder, no half-written output is left.  Files that cannot be written, and a closed pipe.
set -eu
. "$(dirname "$0")/lib.sh"
mkdir "$scratch/tmp"
TMPDIR=$scratch/tmp; export TMPDIR

# nothing_left WHEN WHAT: no temporary folder, no subject; the working folder holds WHAT alone.
nothing_left() {
  sleep 0.3
  left=$(ls "$scratch/tmp")
  [ -z "$left" ] || fail "left in TMPDIR $1: $left"
  [ "$(ls -A | tr '\n' ' ')" = "$2 " ] || fail "left in the working folder $1: $(ls -A)"
  if grep -lsz "$scratch/tmp" /proc/[0-9]*/cmdline /proc/[0-9]*/environ 2>/dev/null | grep -v "/proc/$$/" \
    | xargs -r -n1 dirname |
      while read -r process; do { tr "\0" " " < "$process/cmdline"; } 2>/dev/null; done | grep -q "^$scratch/tmp"; then
    fail "a subject is still running $1"
  fi
}

# interrupt SIGNALS PATTERN [SECONDS] WORD...: sends them when standard error has a line that matches; the status is in
# $status, the milliseconds from there to the end in $took.
interrupt() {
  signals=$1; pattern=$2; delay=$3; shift 3
  status=0
  : > "$scratch/err"
  "$autofix" "$@" > "$scratch/out" 2> "$scratch/err" &
  run=$!
  until grep -q "$pattern" "$scratch/err" || ! kill -0 $run 2> /dev/null; do sleep 0.05; done
  sleep "$delay"
  begun=$(date +%s%3N)
  for signal in $signals; do kill -s "$signal" $run 2> /dev/null || true; done
  wait $run || status=$?
  took=$(($(date +%s%3N) - begun))
}

plant sorted_set 01 "$scratch/work"
cd "$scratch/work"
sources='sorted_set.c sorted_set.h'

# Nothing is known yet.
interrupt TERM '^build' 0.2 run --seed 1 sorted_set.c
[ "$status" = 130 ] || fail "status $status while building: $(tail -1 "$scratch/err")"
[ ! -s "$scratch/out" ] || fail "printed while building: $(head -1 "$scratch/out")"
nothing_left 'while building' "$sources"

# known_is_told WHEN: the fault is printed and written, in time.
known_is_told() {
  [ "$status" = 130 ] || fail "status $status $1: $(tail -1 "$scratch/err")"
  [ "$took" -lt 2000 ] || fail "it took $took ms $1"
  grep -q "^sorted_set.c:.*: fault: .*'sset_move_item'" "$scratch/out" || fail "no fault printed $1"
  grep -q '^interrupted: this is what was known by then' "$scratch/out" || fail "not said that it was interrupted $1"
  grep -q '"interrupted" *: *true' autofix.out/results.json || fail "not in results.json $1"
  "$autofix" report --format=text | grep -q "'sset_move_item'" || fail "the results are not read $1"
}

# In the middle of testing, and when the faults are known.
interrupt INT '^test' 0.4 run --seed 1 --effort 20 sorted_set.c
known_is_told 'while testing'
nothing_left 'while testing' "autofix.out $sources"
rm -r autofix.out
interrupt TERM '^localize' 0.1 run --seed 1 sorted_set.c
known_is_told 'while localizing'
nothing_left 'while localizing' "autofix.out $sources"

# A second signal ends it at once.
interrupt 'INT INT' '^localize' 0.1 run --seed 1 sorted_set.c
[ "$status" = 130 ] || fail "status $status after two signals: $(tail -1 "$scratch/err")"
[ "$took" -lt 1000 ] || fail "two signals took $took ms"
rm -rf autofix.out.old
nothing_left 'after two signals' "autofix.out $sources"

# A run that was interrupted before it found anything leaves the results that there are.
cp autofix.out/results.json "$scratch/before"
plant sorted_set 00 "$scratch/correct"
cp "$scratch/correct/sorted_set.c" .
interrupt INT '^test' 0.4 test --seed 1 --effort 20 sorted_set.c
[ "$status" = 130 ] || fail "status $status without faults: $(tail -1 "$scratch/err")"
grep -q '; no files were written$' "$scratch/out" || fail "without faults: $(tail -2 "$scratch/out")"
cmp autofix.out/results.json "$scratch/before" || fail 'the results of the run before are gone'
nothing_left 'without faults' "autofix.out $sources"
rm -r autofix.out

# Files that cannot be written at the end: everything is printed all the same.
mkdir "$scratch/gone"
plant sorted_set 01 "$scratch/work"
(until grep -q '^test' "$scratch/told" 2> /dev/null; do sleep 0.05; done; rmdir "$scratch/gone") &
status=0
"$autofix" test --seed 1 --output "$scratch/gone/out" sorted_set.c > "$scratch/out" 2> "$scratch/told" || status=$?
wait
[ "$status" = 1 ] || fail "status $status without a folder: $(tail -1 "$scratch/told")"
grep -q "^sorted_set.c:.*: fault: .*'sset_move_item'" "$scratch/out" || fail 'no fault printed without a folder'
grep -q '; no files were written$' "$scratch/out" || fail "not said that there are no files: $(tail -1 "$scratch/out")"
grep -q "^autofix: .*$scratch/gone" "$scratch/told" || fail "not said why: $(tail -1 "$scratch/told")"
nothing_left 'without a folder' "$sources"

# A reader that leaves early (| head): the run ends all the same, with its results and without its folder.
{ "$autofix" run --seed 1 --routine sset_move_item --max-candidates 40 sorted_set.c 2>&1 || echo $? > status; } \
  | head -1 > printed
[ "$(cat status)" = 1 ] || fail "a closed pipe: status $(cat status)"
[ -f autofix.out/results.json ] || fail "a closed pipe: no results"
left=$(ls "$scratch/tmp")
[ -z "$left" ] || fail "a closed pipe: left in TMPDIR: $left"
finish

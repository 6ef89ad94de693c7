#!/bin/sh
# Ctrl-C in the middle: status 130, no process, no temporary folder, no half-written output.  And a closed pipe.
set -eu
. "$(dirname "$0")/lib.sh"
mkdir "$scratch/tmp"
TMPDIR=$scratch/tmp; export TMPDIR
plant sorted_set 01 "$scratch/work"
cd "$scratch/work"
for delay in 0.3 1.5 4; do
  status=0
  timeout --preserve-status --signal=INT "$delay" "$autofix" run --effort 20 sorted_set.c > "$scratch/out" \
    2> "$scratch/err" || status=$?
  [ "$status" = 130 ] || fail "status $status after $delay s: $(tail -1 "$scratch/err")"
  sleep 0.3
  left=$(ls "$scratch/tmp")
  [ -z "$left" ] || fail "left in TMPDIR after $delay s: $left"
  [ "$(ls)" = "$(printf 'sorted_set.c\nsorted_set.h')" ] || fail "left in the working folder: $(ls)"
  if grep -lsz "$scratch/tmp" /proc/[0-9]*/cmdline /proc/[0-9]*/environ 2>/dev/null | grep -v "/proc/$$/" \
    | xargs -r -n1 dirname |
      while read -r process; do { tr "\0" " " < "$process/cmdline"; } 2>/dev/null; done | grep -q "^$scratch/tmp"; then
    fail "a subject is still running"
  fi
done

# A reader that leaves early (| head): the run ends all the same, with its results and without its folder.
{ "$autofix" run --seed 1 --routine sset_move_item --max-candidates 40 sorted_set.c 2>&1 || echo $? > status; } \
  | head -1 > printed
[ "$(cat status)" = 1 ] || fail "a closed pipe: status $(cat status)"
[ -f autofix.out/results.json ] || fail "a closed pipe: no results"
left=$(ls "$scratch/tmp")
[ -z "$left" ] || fail "a closed pipe: left in TMPDIR: $left"
finish

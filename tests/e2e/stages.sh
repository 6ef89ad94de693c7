#!/bin/sh
# Golden dumps of every stage, of small modules with a mistake in them: tests/golden/stages/CASE.d holds the module and
# expected-STAGE for each; UPDATE_GOLDEN=1 rewrites them.  Of long dumps the beginning and a checksum are kept.
set -eu
. "$(dirname "$0")/lib.sh"
for case in "$top"/tests/golden/stages/*.d; do
  name=$(basename "$case" .d)
  mkdir "$scratch/$name"
  cp "$case"/*.[ch] "$scratch/$name/"
  cd "$scratch/$name"
  for stage in module test trace localize synthesize screen confirm; do
    status=0
    "$autofix" run --quiet --seed 1 --effort 1 --dump=$stage --stop-after=$stage "$name.c" > dump 2> errors || status=$?
    case $status in 0|2) ;; *) fail "$name, $stage: status $status: $(head -1 errors)" ;; esac
    { head -60 dump; [ "$(wc -l < dump)" -le 60 ] \
      || echo "... $(wc -l < dump) lines, checksum $(cksum < dump | cut -d' ' -f1)"; } > got
    [ -z "${UPDATE_GOLDEN:-}" ] || cp got "$case/expected-$stage"
    cmp -s got "$case/expected-$stage" \
      || { fail "$name: the dump of $stage differs"; diff "$case/expected-$stage" got | head -10 >&2; }
  done
done
finish

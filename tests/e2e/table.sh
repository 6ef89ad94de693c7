#!/bin/sh
# table.sh [SEED...]: the whole corpus, one line per fault and seed, and totals.  FAULTS="sorted_set/01 ring/03" limits it.
set -eu
cd "$(dirname "$0")/../.."
AUTOFIX_SRCDIR=${AUTOFIX_SRCDIR:-$PWD}; AUTOFIX_BUILDDIR=${AUTOFIX_BUILDDIR:-$PWD}
export AUTOFIX_SRCDIR AUTOFIX_BUILDDIR
[ $# -gt 0 ] || set -- 1
faults=${FAULTS:-$(cd examples/corpus && ls */faults/*.patch | sed 's,/faults/\([0-9]*\)-.*,/\1,')}
lines=$(mktemp)
trap 'rm -f "$lines"' EXIT
for seed in "$@"; do
  for fault in $faults; do
    sh tests/e2e/proper.sh "${fault%/*}" "${fault#*/}" "$seed" 2>&1 | tail -1 | tee -a "$lines"
  done
done
awk '/ faults=/ { n++; if ($4 != "faults=0") found++; if ($5 != "valid=0") valid++; split($6, p, "="); if (p[2] != "-") { proper++; if (p[2] == 1) first++ } }
  END { printf "%d runs: found %d, valid %d, proper in the first ten %d, proper first %d\n", n, found, valid, proper, first }' "$lines"

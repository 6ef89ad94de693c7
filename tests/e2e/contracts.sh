#!/bin/sh
# Every form of contract, right and wrong: tests/golden/contracts/FORM.d holds modules, and in `expected` what lint says
# of each and which faults the tests find, with nothing assumed (--strict); UPDATE_GOLDEN=1 rewrites it.  Flags for the
# compiler stand in a first line `/* options: ... */`.  Kept of a fault: place, kind, clause, whether it was undefined.
set -eu
. "$(dirname "$0")/lib.sh"

# judge FILE: lint, and the faults of a module that lint accepts.
judge() {
  status=0
  options=$(sed -n '1s,^/\* options: \(.*\) \*/$,\1,p' "$1")
  "$autofix" lint "$1" -- $cflags $options > out 2>&1 || status=$?
  echo "lint $1: status $status"
  sed "s,$scratch/[a-z]*/,,; s/^/  /" out
  [ "$status" = 0 ] || return 0
  "$autofix" test --strict --seed 1 --effort 1 -j1 $links "$1" -- $cflags $options > out 2> errors || status=$?
  echo "test $1: status $status"
  grep '^notice' errors | sed 's/^/  /' || true
  [ "$status" = 0 ] || [ "$status" = 2 ] || sed 's/^/  /' errors
  awk '
    /: fault: / { sub(/ \[F-[0-9a-f-]*\]/, ""); fault = $0 }
    /^  clause / { sub(/^  clause */, ""); print "  " fault " | " $0 }
    /^  also / { gsub(/ \[F-[0-9a-f-]*\]/, ""); print "  " $2 " also:" substr($0, index($0, $2) + length($2)) }' out \
    | LC_ALL=C sort -t: -k2,2n -k3,3n
}

for case in "$top"/tests/golden/contracts/${1:-*}.d; do
  name=$(basename "$case" .d)
  mkdir "$scratch/$name"
  cp "$case"/*.[ch] "$scratch/$name/"
  [ ! -f "$case/.autofix.conf" ] || cp "$case/.autofix.conf" "$scratch/$name/"
  chmod -R u+w "$scratch/$name"
  cd "$scratch/$name"
  # What pkg-config must know for the case; without it there is nothing to compare.
  cflags= links=
  if [ -f "$case/packages" ]; then
    packages=$(cat "$case/packages")
    pkg-config --exists $packages || continue
    cflags=$(pkg-config --cflags $packages)
    for word in $(pkg-config --libs $packages); do links="$links --link $word"; done
  fi
  for file in *.c; do
    judge "$file"
  done > got
  [ -z "${UPDATE_GOLDEN:-}" ] || cp got "$case/expected"
  cmp -s got "$case/expected" || { fail "$name: not as expected"; diff "$case/expected" got | head -20 >&2; }
done
finish

# Helpers of the end-to-end tests; sourced.
top=${AUTOFIX_SRCDIR:-$(pwd)}
build=${AUTOFIX_BUILDDIR:-$(pwd)}
autofix=$build/src/autofix
cc=${CC:-cc}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

fail() { echo "FAIL: $*" >&2; failures=$((failures + 1)); }
finish() { [ "$failures" = 0 ] || { echo "$failures failed" >&2; exit 1; }; echo "all passed"; exit 0; }

# expect STATUS PATTERN COMMAND...: exit status, and a pattern that the output (both streams) must match; - for none.
expect() {
  want=$1; pattern=$2; shift 2
  got=0
  "$@" > "$scratch/output" 2>&1 || got=$?
  [ "$got" = "$want" ] || { fail "status $got, expected $want: $*"; tail -5 "$scratch/output" >&2; }
  [ "$pattern" = - ] || grep -qE -e "$pattern" "$scratch/output" \
    || { fail "no /$pattern/ in the output of: $*"; tail -5 "$scratch/output" >&2; }
}

# plant MODULE FAULT DIR: a copy of a corpus module with one planted fault (00: none), without its oracle.
plant() {
  mkdir -p "$3"
  cp "$top/examples/corpus/$1/$1.c" "$top/examples/corpus/$1/$1.h" "$3/"
  chmod u+w "$3"/*
  [ "$2" = 00 ] || (cd "$3" && patch -s -p1 < "$(ls "$top/examples/corpus/$1/faults/$2"-*.patch)")
}

# oracle MODULE DIR: does the module in DIR pass its oracle, five seeds, with sanitizers?
oracle() {
  $cc -std=gnu11 -O1 -w -fsanitize=address,undefined -fno-sanitize-recover=all -I"$2" -I"$top/contracts" \
    -o "$2/oracle" "$top/examples/corpus/$1/oracle.c" "$2/$1.c" 2> "$2/oracle.log" || return 1
  for oracle_seed in 1 2 3 4 5; do
    timeout 20 "$2/oracle" "$oracle_seed" > "$2/oracle.log" 2>&1 || return 1
  done
}

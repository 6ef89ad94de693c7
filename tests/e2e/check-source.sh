#!/bin/sh
# The program that is written for each fault: it compiles without a warning by the command in its head, and fails; where
# the module is correct it passes.
set -eu
. "$(dirname "$0")/lib.sh"
pkg-config --exists check || { echo "SKIP: no check" >&2; exit 77; }

# Runs both commands in the head of program $1, with the contract header; its status is the program's.
build_and_run() {
  command=$(sed -n 's,^ \* *cc \(.* DIR/.*\) && .*,\1,p' "$1" | sed "s,DIR/,$(dirname "$1")/,")
  [ -n "$command" ] || { fail "$1 names no command"; return 0; }
  eval "$cc -Wall -Wextra -Werror -I$top/contracts $command" > "$scratch/build.log" 2>&1 || {
    fail "$1 does not compile"; head -5 "$scratch/build.log" >&2; return 0; }
  start=$(sed -n "s,^ \* *cc .* DIR/.* && \(.*\),\1,p" "$1")
  eval "timeout 20 env $start" > "$scratch/run.log" 2>&1
}

# a precondition, memory that was freed, null: what a plain build or the sanitizer sees, too; a postcondition, which the
# program asserts
for fault in sorted_set/01 hash_map/02 int_matrix/05 fraction/01; do
  module=${fault%/*}
  work=$scratch/$(echo "$fault" | tr / -)
  plant "$module" "${fault#*/}" "$work"
  cd "$work"
  "$autofix" test --quiet --seed 1 "$module.c" > report 2> errors || [ $? = 2 ] || fail "$fault: $(cat errors)"
  n=0
  for program in "$work"/autofix.out/tests/F-*.c; do
    [ -f "$program" ] || continue
    n=$((n + 1))
    if build_and_run "$program"; then fail "$fault: $(basename "$program") passes"; sed -n '/START_TEST/,/END_TEST/p' \
      "$program" >&2; fi
    cp "$top/examples/corpus/$module/$module.c" "$work/"
    build_and_run "$program" \
      || { fail "$fault: $(basename "$program") fails on the correct module"; tail -3 "$scratch/run.log" >&2; }
    plant "$module" "${fault#*/}" "$work"
  done
  [ "$n" -gt 0 ] || fail "$fault: no program was written"
done

# a header that leaves to its users what it needs of the system, as the source shows
mkdir "$scratch/needs"
cd "$scratch/needs"
cat > lines.h <<'C'
int lines_count (FILE *in, uint8_t end);
int lines_share (int32_t n);
C
cat > lines.c <<'C'
#include <stdint.h>
#include <stdio.h>
#include "lines.h"
#include <ctype.h>
int lines_count (FILE *in, uint8_t end)
{
    int n = 0;
    if (in)
        for (int c = getc (in); c != EOF; c = getc (in))
            n += c == end;
    return n;
}
int lines_share (int32_t n)
{
    static const int shares[4] = { 1, 2, 3, 4 };
    return n < 0 || n > 4 || !isdigit ('0') ? 0 : shares[n];
}
C
expect 2 '^lines: 1 fault found' "$autofix" test --seed 1 --effort 1 lines.c
for program in autofix.out/tests/F-*.c; do
  if build_and_run "$program"; then fail "needs: $program passes"; fi
  [ "$(grep -c '^#include <stdint.h>' "$program")" = 1 ] || fail "needs: $(grep include "$program")"
  ! grep -q ctype.h "$program" || fail "needs: what comes after the header is included, too"
done
finish

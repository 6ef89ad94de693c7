#!/bin/sh
# `autofix contracts --strength` lists what weak contracts let pass, and nothing of strong ones.
set -eu
. "${AUTOFIX_SRCDIR:-.}/tests/e2e/lib.sh"
cd "$scratch"

cat > pick.h <<'H'
#include <autofix/contract.h>
int larger(int a, int b);
H
# $1: what larger promises
pick() {
  printf '#include "pick.h"\nint larger(int a, int b)\n{\n    %s\n' "$1" > pick.c
  printf '    if (a < b)\n        return b;\n    return a;\n}\n' >> pick.c
}

pick 'ENSURE(RESULT >= a);'
cp pick.c before.c
expect 2 '^larger \(line 2\): [0-9]+ of [0-9]+ noticed, [1-9][0-9]* survived' \
  "$autofix" contracts --strength --quiet pick.c
cp output weak
grep -qE '^  pick.c:[5-7]:[0-9]+: survived: .*line [5-7]' weak || fail "no place of a survivor"
grep -q '^    test     .*larger(' weak || fail "no test of a survivor"
grep -qE '^    differs  larger.* returns -?[0-9]+; without the change: ' weak || fail "no difference of a survivor"
grep -q '^hint: .*autofix infer pick.c' weak || fail "no hint"
cmp -s pick.c before.c && [ ! -e autofix.out ] && [ ! -e autofix.infer ] || fail "something was written"

# the same at any number of workers, and for programs
expect 2 - "$autofix" contracts --strength --quiet -j1 pick.c
cmp -s output weak || fail "other bytes with -j1"
expect 2 '"fate" : "survived"' "$autofix" contracts --strength --quiet --format=json pick.c
n=$(grep -c '"fate" : "survived"' output)
[ "$n" = "$(grep -c ': survived: ' weak)" ] || fail "text and JSON differ"

# what the project's own tests notice is no survivor
cat > check.sh <<'S'
echo '#include "pick.h"' > main.c
echo 'int main(void) { return larger(1, 2) != 2 || larger(2, 1) != 2 || larger(-5, -5) != -5; }' >> main.c
${CC:-cc} -I"$CONTRACTS" -o main main.c pick.c && ./main
S
CONTRACTS=$top/contracts; export CONTRACTS
got=0
"$autofix" contracts --strength --quiet --test-command 'sh check.sh' pick.c > tested 2>&1 || got=$?
grep -qE "[1-9][0-9]* the project's own tests" tested \
  || { fail "the project's own tests notice nothing"; tail -5 tested >&2; }
[ "$(grep -c ': survived: ' tested)" -lt "$n" ] || fail "as many survive the project's own tests"
expect 2 'fails without any change' "$autofix" contracts --strength --quiet --test-command false pick.c

# contracts that say all: nothing survives
pick 'ENSURE(RESULT >= a \&\& RESULT >= b \&\& (RESULT == a || RESULT == b));'
sed -i 's/\\&/\&/g' pick.c
expect 0 '^pick: [1-9][0-9]* changes in [1-9][0-9]* tests \(seed 1\): [1-9][0-9]* violate a contract' \
  "$autofix" contracts --strength --quiet pick.c
! grep -q survived output || fail "a survivor of strong contracts"

# bad input
expect 1 'no source file' "$autofix" contracts --strength
expect 1 'hint: autofix contracts --strength FILE.c' "$autofix" contracts pick.c
expect 1 'missing.c' "$autofix" contracts --strength missing.c
expect 1 'no such|no routine' "$autofix" contracts --strength --routine nothing pick.c
expect 1 'Unknown option' "$autofix" contracts --stong pick.c
printf 'static int f(void) { return 1; }\n' > none.c
expect 3 '^none: ' "$autofix" contracts --strength --quiet none.c
expect 0 '^  ENSURE \(c\) ' "$autofix" contracts
finish

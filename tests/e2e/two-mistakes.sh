#!/bin/sh
# Two mistakes in one function violate one clause, and for one of them there is no repair: the other is repaired, the
# tests of the first fail as before, and the report says so.
set -eu
. "$(dirname "$0")/lib.sh"
cat > "$scratch/score.c" <<'END'
#include <autofix/contract.h>

int score(int kind, int n)
{
  REQUIRE(n >= 0 && n < 100 && (kind == 0 || kind == 1));
  ENSURE(RESULT == (kind == 0 ? 3 * n + 1 : (n * n * 3 + 5) % 23));
  int sum = 3 * n;
  if (kind == 0)
    return sum + 2;
  return n * 31 % 17;
}
END
cd "$scratch"
expect 2 '^  fix 1 +\[X-[0-9a-f]+-1\]  medium confidence' "$autofix" run --quiet --seed 1 --effort 1 score.c --
grep -qE '^  why +[0-9]+ failing and .* tests pass; [0-9]+ other failing tests fail as before: another mistake' output \
  || fail "the other mistake is not told"
grep -qE '^ +-    return sum \+ 2;|^ +-  int sum = 3 \* n;' output || fail "another line is changed"
expect 2 '^  no fix ' "$autofix" run --quiet --seed 1 --effort 1 --parts=-clusters score.c --

finish

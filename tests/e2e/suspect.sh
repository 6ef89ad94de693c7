#!/bin/sh
# Where every fix would discard work, or there is none, a contract may be what is wrong: too strong, or missing.
set -eu
. "$(dirname "$0")/lib.sh"
cd "$scratch"
cat > ratio.h <<'END'
int ratio (int a, int b);
END
cat > ratio.c <<'END'
#include "ratio.h"
#include <autofix/contract.h>

int ratio (int a, int b)
{
  REQUIRE (a >= 0 && a < 1000 && b > -1000 && b < 1000);
  ENSURE (RESULT * b + a % b == a);
  return a / b;
}
END
advice="contract +'ratio' may lack the precondition REQUIRE\(b != 0\)"
expect 2 "$advice \([0-9]+ failing and [0-9]+ passing tests agree\)" \
  "$autofix" run --quiet ratio.c
grep -q '"contract_suspected" : "' autofix.out/results.json || fail "results.json does not say so"

cat > cut.h <<'END'
int cut (int n, int limit);
int half_cut (int n, int limit);
END
cat > cut.c <<'END'
#include "cut.h"
#include <autofix/contract.h>

int cut (int n, int limit)
{
  REQUIRE (limit > 0);
  ENSURE (RESULT <= limit);
  ENSURE (RESULT <= n);
  return n > limit ? limit : n;
}

int half_cut (int n, int limit)
{
  REQUIRE (limit >= 0);
  ENSURE (RESULT <= limit && RESULT <= n / 2);
  ENSURE (RESULT == limit || RESULT == n / 2);
  return cut (n / 2, limit);
}
END
expect 2 "contract +the precondition 'limit > 0' of 'cut' may be too strong: 'limit >= 0' would suffice" "$autofix" \
  run --quiet cut.c

finish

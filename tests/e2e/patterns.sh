#!/bin/sh
# Patterns of a file bring a fix that no operator makes, are tried only where they are asked for, and a file that is
# none is refused before anything runs.
set -eu
. "$(dirname "$0")/lib.sh"
cd "$scratch"
cat > room.h <<'END'
#include <stdbool.h>
#include <autofix/contract.h>
QUERY bool room_holds (int n, int pairs);
int room_pairs (int n);
END
cat > room.c <<'END'
#include "room.h"

bool room_holds (int n, int pairs)
{
  REQUIRE (n >= 0 && n <= 100);
  int sum = 0;
  for (int i = 1; i <= n; i++)
    sum += 3 * i * (i + 1);
  return sum == pairs;
}

int room_pairs (int n)
{
  REQUIRE (n >= 0 && n <= 100);
  ENSURE (room_holds (n, RESULT));
  int m = n + 1;
  return m;
}
END
{
  echo "autofix patterns 1"
  echo '9 4 open block@0(expression@1(0.h0:call@2)) -> block@0(if(0.h1:?, expression@1(0.h0:call@2)))'
  printf '5 3 closed binary"+"@0(0.h0:name@1, 1.h1:number@2) -> '
  printf 'binary"*"@0(0.h0:name@1, 1.binary"*"(0.paren(0.binary"+"(0.h0:name, 1.h1:number@2)), '
  echo '1.paren(0.binary"+"(0.h0:name, 1.number"2"))))'
} > product
run() { "$autofix" run --quiet --seed 1 --effort 1 -j1 "$@" room.c --; }
expect 2 '^    \+  int m = n \* \(n \+ 1\) \* \(n \+ 2\);' run --patterns product
grep -q '"rule" : "pattern-2"' autofix.out/results.json || fail "results.json does not name the pattern"
expect 2 - run
grep -q pattern- autofix.out/results.json && fail "patterns that nobody asked for"
printf '[run]\npatterns = product\n' > .autofix.conf
run --stop-after=synthesize --dump=synthesize > one 2>&1 || true
grep -q 'pattern-2: `+ 1` → ' one || fail "the configuration does not bring the patterns"
run --stop-after=synthesize --dump=synthesize -j2 > two 2>&1 || true
cmp -s one two || fail "-j2 gives something else"
rm .autofix.conf

# what is no file of patterns
expect 1 'nowhere: .*no file of patterns' run --patterns nowhere
expect 1 'room.h:1: .*holds no patterns' run --patterns room.h
sed 1s/1/2/ product > later
expect 1 'later:1: .*another version' run --patterns later
sed '2s/(0.h1/(/' product > damaged
expect 1 'damaged:2: .*is no pattern' run --patterns damaged
echo 'autofix patterns 1' > none
expect 2 - run --patterns none --stop-after=synthesize
finish

#!/bin/sh
# A mistake that was made twice needs a change in two places; the paper's tool makes none, and holds no tests out.
set -eu
. "$(dirname "$0")/lib.sh"
cd "$scratch"
cat > span.h <<'END'
#include <autofix/contract.h>
typedef struct { unsigned low, high; } Span;
QUERY unsigned span_low (const Span *s);
QUERY unsigned span_high (const Span *s);
void span_shift (Span *s, unsigned by);
END
cat > span.c <<'END'
#include "span.h"

unsigned span_low (const Span *s)
{
  REQUIRE (s != 0);
  return s->low;
}

unsigned span_high (const Span *s)
{
  REQUIRE (s != 0);
  return s->high;
}

void span_shift (Span *s, unsigned by)
{
  REQUIRE (s != 0);
  ENSURE (span_low (s) == OLD (span_low (s)) + by);
  ENSURE (span_high (s) == OLD (span_high (s)) + by);
  s->low -= by;
  s->high -= by;
}
END
expect 2 "^    \+  s->high \+= by;" "$autofix" run --quiet span.c
grep -q "held-out tests pass" "$scratch/output" || fail "no test was held out"
grep -q '^    +  s->low += by;' "$scratch/output" || fail "the first place is not changed"
expect 2 "no fix" "$autofix" run --quiet --faithful span.c

# In the paper, passing T_r is all that a fix has to do: no test was held out.
plant account 02 account
expect 2 "tests pass" "$autofix" run --quiet --faithful account/account.c
grep -q "held-out" "$scratch/output" && fail "held-out tests in faithful mode"
finish

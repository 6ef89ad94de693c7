#!/bin/sh
# Tests shrink to a local minimum: numbers, fields of records, letters, enumerators and functions.
set -eu
. "$(dirname "$0")/lib.sh"
cd "$scratch"
cat > date.h <<'END'
typedef struct { long day; } Date;
typedef struct { int from, to, step; } Span;
typedef enum { DAY, WEEK, MONTH } Unit;
typedef int (*Rule) (int day);
void date_add_days (Date *d, int days);
int date_span (Span span, Unit unit);
int date_last (const Date *d, Rule rule);
END
cat > date.c <<'END'
#include "date.h"
#include <autofix/contract.h>

void date_add_days (Date *d, int days)
{
  REQUIRE (d != NULL && d->day == 0 && days > -100000 && days < 100000);
  ENSURE (d->day / 37 > -41);
  d->day += days;
}

int date_span (Span span, Unit unit)
{
  REQUIRE (span.from > -100000 && span.from < 100000 && span.to > -100000 && span.to < 100000);
  ENSURE (RESULT / 41 < 7);
  return unit >= WEEK ? span.from : 0;
}

int date_last (const Date *d, Rule rule)
{
  REQUIRE (d != NULL && rule != NULL);
  ENSURE (RESULT < 2);
  return rule (3) >= 0 ? 2 : 0;
}
END
expect 2 . "$autofix" test --quiet --seed 1 date.c
grep -q 'date_add_days(&d, -1517)$' "$scratch/output" || fail "days are not the least"
grep -qE 'date_span\(.*, WEEK\)$' "$scratch/output" || fail "the unit is not the first that fails"
grep -qE 'Span [a-z0-9]+ = \{287, 0, 0\}' "$scratch/output" || fail "the record is not the least"
grep -q 'date_last(.*, afx_callback_0)$' "$scratch/output" || fail "the function is not the first that fails"
[ "$failures" = 0 ] || cat "$scratch/output" >&2
finish

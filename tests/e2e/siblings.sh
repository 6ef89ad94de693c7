#!/bin/sh
# One mistake made in two sibling routines, under other names, is one report: the change that repairs the first comes
# first in the second, and the report names both.  A third routine with a mistake of its own keeps its report.
set -eu
. "$(dirname "$0")/lib.sh"
mkdir "$scratch/work"
cd "$scratch/work"
cat > row.h <<'END'
#include <autofix/contract.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct {
  int n;
  int cells[6];
} Row;

INVARIANT bool row_ok(const Row *r);
void row_init(Row *r);
void row_add(Row *r, int cell);
int row_least(const Row *r);
int row_most(const Row *row);
int row_nth(const Row *r, int i);
END
cat > row.c <<'END'
#include "row.h"

bool row_ok(const Row *r)
{
  return r->n >= 0 && r->n <= 6;
}

void row_init(Row *r)
{
  REQUIRE(r != NULL);
  r->n = 0;
}

void row_add(Row *r, int cell)
{
  REQUIRE(r != NULL && r->n < 6);
  r->cells[r->n++] = cell;
}

int row_least(const Row *r)
{
  REQUIRE(r != NULL && r->n > 0);
  int least = r->cells[0];
  for (int i = 1; i <= r->n; i++)
    if (r->cells[i] < least)
      least = r->cells[i];
  return least;
}

int row_most(const Row *row)
{
  REQUIRE(row != NULL && row->n > 0);
  int most = row->cells[0];
  for (int k = 1; k <= row->n; k++)
    if (row->cells[k] > most)
      most = row->cells[k];
  return most;
}

int row_nth(const Row *r, int i)
{
  REQUIRE(r != NULL && i >= 0 && i <= r->n);
  return 100 / i;
}
END
status=0
"$autofix" run --seed 1 row.c -- > report 2>&1 || status=$?
[ "$status" = 2 ]
# The report of the two stands in the text when both are repaired, and not before; the third fault is repaired after it.
id=$(sed -n "s/^found \(F-[0-9a-f]*\),.*'row_nth'$/\1/p" report)
order=$(grep -oE "^(repaired|row.c:.*'row_(least|most)'|localize $id)" report | cut -c1-3 | tr '\n' ' ')
[ "$order" = 'rep rep row loc rep ' ] || { echo "order: $order" >&2; exit 1; }
"$autofix" report --format=text > again
progress='module|build|test|found|focus|localize|synthesize|screen|confirm|a fix for|repaired|report$|stages:|row: '
grep -vE "^($progress)" report | cmp - again
# Which of the two is found first is chance.
other=row_most
grep -q "^row.c:[0-9:]* fault: .*'row_least'" report || other=row_least
grep -q "^  also .*'$other' \\[F-[0-9a-f]*\\]: the same change repairs it: autofix apply X-" report
if [ "$(grep -cE "^row.c:[0-9:]* fault: .*'row_(least|most)'" report)" != 1 ]; then
  echo "two reports of one mistake" >&2
  exit 1
fi
grep -q "^row.c:[0-9:]* fault: .*'row_nth'" report
grep -q '^row: 2 faults in 3 places' report
grep -q '"same_change" : "X-' autofix.out/results.json

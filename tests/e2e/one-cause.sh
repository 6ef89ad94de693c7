#!/bin/sh
# One mistake that shows in three routines, in four places: the others stand after the first and name a fix that repairs
# them, too; the last is not repaired again.  A fault of its own keeps a fix of its own.
set -eu
. "$(dirname "$0")/lib.sh"
mkdir "$scratch/work"
cd "$scratch/work"
cat > row.c <<'END'
#include <autofix/contract.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct {
  unsigned n, room;
  int *cells;
} Row;

static INVARIANT bool row_ok(const Row *r) { return r->n <= r->room; }

Row *row_new(unsigned room)
{
  REQUIRE(room > 0 && room < 50);
  Row *r = malloc(sizeof *r);
  if (!r)
    return NULL;
  r->cells = malloc(room * sizeof *r->cells);
  if (!r->cells) {
    free(r);
    return NULL;
  }
  r->n = 0;
  r->room = room;
  return r;
}

void row_free(Row *r)
{
  REQUIRE(r != NULL);
  free(r->cells);
  free(r);
}

bool row_is_full(const Row *r)
{
  return r->n > r->room;
}

int row_mean(const Row *r)
{
  long sum = 0;
  for (unsigned i = 0; i < r->n; i++)
    sum += r->cells[i];
  return sum / r->n;
}

bool row_add(Row *r, int cell)
{
  if (row_is_full(r))
    return false;
  r->cells[r->n++] = cell;
  return true;
}

bool row_add_two(Row *r, int cell)
{
  if (row_is_full(r) || r->n + 1 == r->room)
    return false;
  r->cells[r->n++] = cell;
  r->cells[r->n++] = cell;
  return true;
}

bool row_insert(Row *r, unsigned at, int cell)
{
  REQUIRE(at <= r->n);
  if (row_is_full(r))
    return false;
  r->n++;
  for (unsigned i = r->n - 1; i > at; i--)
    r->cells[i] = r->cells[i - 1];
  r->cells[at] = cell;
  return true;
}
END
expect 2 'fix 1 .*X-' "$autofix" run --quiet --seed 1 row.c
cp "$scratch/output" "$scratch/report"
python3 - "$scratch/work/autofix.out/results.json" > "$scratch/summary" <<'END'
import json, sys
faults = json.load(open(sys.argv[1]))["faults"]
memory = [f for f in faults if f["kind"] == "heap"]
first = memory[0]
assert len(memory) == 4, [f["title"] for f in faults]
assert faults[:4] == memory, "memory comes first, what has one cause side by side"
assert first["repaired_by"] is None and first["fixes"]
shown = {x["id"]: x for f in memory for x in f["fixes"]}
for other in memory[1:]:
    assert other["id"] in shown[other["repaired_by"]]["evidence"]["also"], other["repaired_by"]
last = memory[3]
assert not last["fixes"] and not last["snapshots"] and last["repaired_by"] in last["no_fix"], "three looks at one cause"
alone = [f for f in faults if f["kind"] == "arithmetic"]
assert len(alone) == 1 and alone[0]["repaired_by"] is None and alone[0]["fixes"], alone
print("as expected")
END
grep -q "as expected" "$scratch/summary" || fail "not one cause: $(grep -E 'fault:|^  fix' "$scratch/report")"
grep -qE '^  see also +X-[0-9a-f-]+ repairs this fault, too$' "$scratch/report" \
  || fail "the second does not name the fix"
grep -qE '^  fix +X-[0-9a-f-]+ repairs this fault, too$' "$scratch/report" \
  || fail "the last does not name the fix"

finish

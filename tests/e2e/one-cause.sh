#!/bin/sh
# One mistake that shows in three routines, in four places, is one report: the others stand in the report of the first
# and name the fix that repairs them, too; the last two are not repaired again.  A fault of its own keeps a fix of its
# own.
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
assert first["repaired_by"] is None and first["fixes"] and first["part_of"] is None
assert [p["id"] for p in first["parts"]] == [f["id"] for f in memory[1:]], first["parts"]
assert all(f["part_of"] == first["id"] and not f["parts"] for f in memory[1:])
shown = {x["id"]: x for f in memory for x in f["fixes"]}
for other in memory[1:]:
    assert other["id"] in shown[other["repaired_by"]]["evidence"]["also"], other["repaired_by"]
for last in memory[2:]:
    assert not last["fixes"] and not last["snapshots"] and last["repaired_by"] in last["no_fix"], "two looks"
alone = [f for f in faults if f["kind"] == "arithmetic"]
assert len(alone) == 1 and alone[0]["repaired_by"] is None and alone[0]["fixes"], alone
print("as expected")
END
grep -q "as expected" "$scratch/summary" || fail "not one cause: $(grep -E 'fault:|^  fix' "$scratch/report")"
[ "$(grep -c ' fault: ' "$scratch/report")" = 2 ] || fail "one mistake is not one report"
grep -qE '^  also +row.c:[0-9]+:[0-9]+: .* \[F-[0-9a-f-]+\]: X-[0-9a-f-]+ repairs it, too; ' "$scratch/report" \
  || fail "the report does not say what the fix repairs, too"
grep -q '^row: 2 faults in 5 places found by ' "$scratch/report" || fail "the places are not counted"
last=$(python3 -c 'import json; print(json.load(open("autofix.out/results.json"))["faults"][3]["id"])')
expect 0 '^  fix +X-[0-9a-f-]+ repairs this fault, too$' "$autofix" show "$last"
expect 0 '^  part of +F-[0-9a-f-]+$' "$autofix" show "$last"
for format in 'lines warning:' 'sarif "ruleId"' 'junit <failure'; do
  "$autofix" report --format="${format%% *}" > "$scratch/output"
  [ "$(grep -c "${format#* }" "$scratch/output")" = 2 ] || fail "$format: not two"
done
[ "$("$autofix" report --format=lines | grep -c 'note: also ')" = 3 ] || fail "editors do not see the other places"

# Two mistakes: a fix of the first that lets hardly anything in keeps the second from showing, and is not its cause.
cat > stack.h <<'END'
#ifndef STACK_H
#define STACK_H
#include <stdbool.h>
#include <stddef.h>
typedef struct Stack { int *items; size_t count, capacity; } Stack;
Stack *stack_new (size_t capacity);
void stack_free (Stack *s);
bool stack_push (Stack *s, int v);
int stack_pop (Stack *s);
size_t stack_count (const Stack *s);
bool stack_is_empty (const Stack *s);
void stack_reverse (Stack *s);
#endif
END
cat > stack.c <<'END'
#include "stack.h"
#include <stdlib.h>
#include <autofix/contract.h>

INVARIANT static bool stack_valid (const Stack *s)
{
  return s->count <= s->capacity && (s->capacity == 0 || s->items != NULL);
}

Stack *stack_new (size_t capacity)
{
  REQUIRE (capacity <= 1000);
  ENSURE (IMPLIES (RESULT != NULL, RESULT->capacity == capacity && RESULT->count == 0));
  Stack *s = malloc (sizeof *s);
  if (!s)
    return NULL;
  s->items = capacity ? malloc (capacity * sizeof *s->items) : NULL;
  s->count = 0;
  s->capacity = capacity;
  if (capacity && !s->items) {
    free (s);
    return NULL;
  }
  return s;
}

void stack_free (Stack *s)
{
  if (s) {
    free (s->items);
    free (s);
  }
}

bool stack_push (Stack *s, int v)
{
  ENSURE (IMPLIES (RESULT, s->count == OLD (s->count) + 1 && s->items[s->count - 1] == v));
  ENSURE (IMPLIES (!RESULT, s->count == OLD (s->count)));
  if (s->count > s->capacity)
    return false;
  s->items[s->count++] = v;
  return true;
}

int stack_pop (Stack *s)
{
  REQUIRE (!stack_is_empty (s));
  ENSURE (s->count == OLD (s->count) - 1);
  return s->items[--s->count];
}

size_t stack_count (const Stack *s) { return s->count; }
bool stack_is_empty (const Stack *s) { return s->count == 0; }

void stack_reverse (Stack *s)
{
  ENSURE (s->count == OLD (s->count));
  ENSURE (IMPLIES (s->count > 0, s->items[0] == OLD (s->count ? s->items[s->count - 1] : 0)));
  for (size_t i = 0; i < s->count / 2; i++) {
    int t = s->items[i];
    s->items[i] = s->items[s->count - i];
    s->items[s->count - i] = t;
  }
}
END
expect 2 "fault: .* in 'stack_push'" "$autofix" run --quiet --seed 1 stack.c
grep -qE "^stack.c:[0-9]+:[0-9]+: fault: .* 'stack_reverse'" "$scratch/output" \
  || fail "a fix of stack_push hides stack_reverse's mistake"
python3 - autofix.out/results.json > "$scratch/summary" <<'END'
import json, sys
faults = json.load(open(sys.argv[1]))["faults"]
own = {f["routine"]: f for f in faults if f["part_of"] is None}
assert set(own) == {"stack_push", "stack_reverse"}, sorted(own)
for other in faults:
    whole = next((f for f in faults if f["id"] == other["part_of"]), other)
    assert whole["routine"] == other["routine"], "one mistake is taken for the cause of the other"
fixes = [fix for f in faults if f["routine"] == "stack_reverse" for fix in f["fixes"]]
elsewhere = [fix for fix in fixes if "line 39" in fix["summary"]]
assert elsewhere and all(fix["last_resort"] for fix in elsewhere), "changes of stack_push repair stack_reverse"
print("as expected")
END
grep -q "as expected" "$scratch/summary" || fail "two mistakes are mixed up"

# The same clause at two places, without any fix, is one report; a verdict on it is one on both, a baseline names both.
cat > twice.c <<'END'
#include <stdbool.h>
#include <stdlib.h>

typedef struct {
  int n, cells[4];
} Twice;

Twice *twice_new(void)
{
  return calloc(1, sizeof(Twice));
}

void twice_grow(Twice *t)
{
  t->n = t->n < 5 ? t->n + 1 : t->n;
}

int twice_last(const Twice *t, bool twice)
{
  if (twice)
    return t->cells[t->n] / 2;
  return t->cells[t->n];
}

void twice_free(Twice *t)
{
  free(t);
}
END
expect 2 '^twice: 1 fault in 2 places found' "$autofix" test --quiet --seed 1 --effort 1 twice.c
grep -qE '^  also +twice.c:(21|22):[0-9]+: .* \[F-[0-9a-f]{6}-2\]$' "$scratch/output" \
  || fail "the second place is not told"
expect 0 '^twice: 0 faults found .* 2 silenced' \
  "$autofix" test --quiet --seed 1 --effort 1 --baseline known --update-baseline twice.c
[ "$(grep -c '^F-' known)" = 2 ] || fail "the baseline does not name both"
id=$("$autofix" report --format=json | grep -oE 'F-[0-9a-f]{6}' | head -1)
expect 0 - "$autofix" mark "$id" wontfix
expect 0 '^twice: 0 faults found .* 2 silenced \(2 by mark\)' "$autofix" test --quiet --seed 1 --effort 1 twice.c
finish

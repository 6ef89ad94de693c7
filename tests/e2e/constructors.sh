#!/bin/sh
# What makes an object violates its own contract: the fault has a test, and a program for it.  What runs before any call
# has none; it is named.
. "$(dirname "$0")/lib.sh"
cd "$scratch"
cat > box.h <<'C'
#include <stdbool.h>
#include <autofix/contract.h>
typedef struct Box { int n, room; } Box;
Box *box_new(int n);
void box_add(Box *b);
INVARIANT bool box_valid(const Box *b);
C
cat > box.c <<'C'
#include "box.h"
#include <stdlib.h>
bool box_valid(const Box *b)
{
    return b->n <= b->room;
}
Box *box_new(int n)
{
    Box *b = malloc(sizeof *b);
    if (!b)
        return NULL;
    b->n = n;
    b->room = 10;
    return b;
}
void box_add(Box *b)
{
    REQUIRE(b);
    if (b->n < b->room)
        b->n++;
}
C
# It never makes a sound object.
cat > pair.c <<'C'
#include <autofix/contract.h>
#include <stdlib.h>
typedef struct Pair { int a, b; } Pair;
Pair *pair_new(int a)
{
    ENSURE(RESULT == NULL || RESULT->a == RESULT->b);
    Pair *p = malloc(sizeof *p);
    if (!p)
        return NULL;
    p->a = a;
    p->b = ~a;
    return p;
}
int pair_sum(const Pair *p)
{
    REQUIRE(p);
    return p->a % 100 + p->b % 100;
}
C
for module in box pair; do
  expect 2 "^$module: 1 fault found" "$autofix" test --seed 1 $module.c
  ! grep 'dropped' "$scratch/output" >&2 || fail "$module: something is dropped"
  expect 0 "test     1 call: ${module}_new" "$autofix" report --format text
  [ "$(ls autofix.out/tests | wc -l)" = 1 ] || fail "$module: no program for the test"
done

cat > early.c <<'C'
#include <autofix/contract.h>
static int count;
static void __attribute__((constructor)) set_up(void)
{
    ENSURE(count == 1);
    count = 2;
}
int next(void)
{
    return count;
}
C
expect 4 "before any call \(a constructor\) violates the contract 'count == 1' of 'set_up' \(postcondition\)" \
  "$autofix" test --seed 1 early.c

# A `static inline` function of the header makes the object; zeroed storage would be a null buffer.
cat > lent.h <<'C'
typedef struct { char *bytes; unsigned room, n; } Lent;
static inline void lent_init (Lent *l, char *bytes, unsigned room)
{
    l->bytes = bytes;
    l->room = room;
    l->n = 0;
}
int lent_put (Lent *l, char c);
C
cat > lent.c <<'C'
#include "lent.h"

#include <autofix/contract.h>

int lent_put (Lent *l, char c)
{
    REQUIRE(l != NULL && l->n <= l->room);
    if (l->n > l->room)
        return 0;
    CHECK(l->n < l->room);
    l->bytes[l->n++] = c;
    return 1;
}
C
expect 2 "lent_init\(&" "$autofix" test --quiet --seed 1 lent.c -- -I.
expect 2 "lent: 1 fault found" "$autofix" test --quiet --seed 1 lent.c -- -I.

# What the user's function frees is gone: an item that was freed and not forgotten is freed again.
sed 's/  l->at\[i\] = item;$/  if (item) l->at[i] = item;/' "$top/tests/correct/released.c" > released.c
expect 2 "released twice in 'items_(set|free)'" "$autofix" test --quiet --seed 1 released.c
# ... and the test that is left does not free its own arrays, but counts
grep -q 'ck_assert_msg(released\[i\] != a0, "released twice");' autofix.out/tests/*.c || fail "the test says nothing"
finish

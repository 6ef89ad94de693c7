#!/bin/sh
# A module that hides its record behind `void *`: tests make one, hand it to the routines that take it, and end it. The
# right module has no fault; a mistake in it is the first fault, and the test says what was called.
. "$(dirname "$0")/lib.sh"
cd "$scratch"
cat > bag.h <<'C'
#include <stddef.h>
typedef void *bag_t;
bag_t bag_new(size_t room);
int bag_put(bag_t bag, void *item);
void *bag_take(bag_t bag);
size_t bag_count(bag_t bag);
void bag_free(bag_t bag);
C
cat > bag.c <<'C'
#include "bag.h"
#include <stdlib.h>
#include <autofix/contract.h>
struct bag { void **items; size_t count, room; };
bag_t bag_new(size_t room)
{
    struct bag *b;
    if (room == 0 || room > 1000)
        return NULL;
    b = malloc(sizeof *b);
    if (!b)
        return NULL;
    b->items = malloc(room * sizeof *b->items);
    if (!b->items) {
        free(b);
        return NULL;
    }
    b->room = room;
    b->count = 0;
    return b;
}
int bag_put(bag_t bag, void *item)
{
    struct bag *b = bag;
    if (b->count == b->room)
        return -1;
    b->items[b->count++] = item;
    return 0;
}
void *bag_take(bag_t bag)
{
    struct bag *b = (struct bag *)bag;
    return b->count ? b->items[--b->count] : NULL;
}
size_t bag_count(bag_t bag)
{
    return ((struct bag *)bag)->count;
}
void bag_free(bag_t bag)
{
    struct bag *b = bag;
    if (!b)
        return;
    free(b->items);
    free(b);
}
C
expect 0 '^bag: 0 faults found' "$autofix" test --seed 1 bag.c
! grep -q 'not tested' "$scratch/output" || fail "something is not tested"
# One item too many.
sed 's/b->count == b->room/b->count > b->room/' bag.c > full.c
expect 2 '^full: 1 fault found' "$autofix" test --seed 1 full.c
grep -q 'bag_new' "$scratch/output" && grep -q 'bag_put' "$scratch/output" || fail "the test does not make a bag"
expect 2 '^    [+]    if .b->count >= b->room.' "$autofix" run --quiet --seed 1 full.c
# The end of a bag is known: what it leaves is lost.
sed '/free(b->items);/{N;s/free(b->items);//;}' bag.c > lost.c
grep -c 'free(b->items)' lost.c > count || true
expect 2 '^lost: 1 fault found' "$autofix" test --seed 1 lost.c
grep -q 'leak' "$scratch/output" || fail "no leak"
finish

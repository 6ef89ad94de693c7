#!/bin/sh
# A module in one file, without a header: what callers keep and hand in is made for the tests as if a header showed it.
# What comes from a constructor is not filled with numbers that the constructor would never choose.
set -eu
. "$(dirname "$0")/lib.sh"
cd "$scratch"
cat > bag.c <<'C'
#include <stdbool.h>
#include <stdio.h>
#include <autofix/contract.h>
typedef struct { int items[4]; int n; } Bag;
void bag_init(Bag *b) { ENSURE(b->n == 0); b->n = 0; }
bool bag_add(Bag *b, int x)
{
    if (b->n > 4)
        return false;
    b->items[b->n++] = x;
    return true;
}
int main(void)
{
    Bag b;
    bag_init(&b);
    printf("%d\n", bag_add(&b, 1));
    return 0;
}
C
expect 2 '^  test     .* Bag b = \{0\}; bag_init\(&b\);' "$autofix" test --quiet --effort 1 bag.c
grep -q "index out of bounds in 'bag_add'" "$scratch/output" || fail "bag: the fault is not found"
grep -q '^bag: 1 fault ' "$scratch/output" || fail "bag: another fault"

# Days in a table that is static and const: it remains a query.
cat > date.c <<'C'
#include <stdbool.h>
#include <autofix/contract.h>
struct date { int month, day; };
int days(int month)
{
    static const int n[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    REQUIRE(month >= 1 && month <= 12);
    return n[month - 1];
}
bool date_valid(struct date d)
{
    return d.month >= 1 && d.month <= 12 && d.day >= 1 && d.day <= days(d.month);
}
struct date date_next(struct date d)
{
    REQUIRE(date_valid(d));
    ENSURE(date_valid(RESULT));
    if (++d.day > days(d.month)) {
        d.day = 1;
        d.month++;
    }
    return d;
}
C
expect 2 '^  test     .*struct date d = \{12, .*date_next\(d\)' "$autofix" test --quiet --effort 1 date.c

# 100 / n fails for numbers that nothing but a test that fills the record would give.
cat > meter.c <<'C'
#include <stdlib.h>
typedef struct { int n; } Meter;
Meter *meter_new(void)
{
    Meter *m = malloc(sizeof *m);
    if (m)
        m->n = 4;
    return m;
}
int meter_share(const Meter *m) { return 100 / m->n; }
C
expect 0 '^meter: 0 faults ' "$autofix" test --quiet --effort 1 meter.c

# Filled by a call from numbers, not at its first parameter: no test begins with zeros, or fills it twice.
cat > span.c <<'C'
#include <stdlib.h>
typedef struct { int *values; int len; } Span;
int span_open(int len, Span *out)
{
    if (len <= 0 || len > 50)
        return -1;
    out->len = len;
    out->values = calloc((size_t)len, sizeof(int));
    return out->values ? 0 : -1;
}
int span_last(const Span *s) { return s->values[s->len]; }
void span_free(Span *s) { free(s->values); }
C
expect 2 '^  test     3 calls: Span s = \{0\}; span_open\(1, &s\); span_last\(&s\)' \
  "$autofix" test --quiet --effort 1 span.c
grep -q '^span: 1 fault ' "$scratch/output" || fail "span: another fault"

# Nothing that others can link.
cat > closed.c <<'C'
static int half(int n) { return n / 2; }
int main(void) { return half(2); }
C
expect 3 "^notice: nothing of 'closed' is tested: its functions are static" "$autofix" test --quiet --effort 1 closed.c
grep -q '^never called: half$' "$scratch/output" || fail "closed: the routine is not named"
finish

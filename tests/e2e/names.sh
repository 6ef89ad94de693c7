#!/bin/sh
# Names that our own code, which stands beside the module's, might use: args, result, value, object, hash, bits.
. "$(dirname "$0")/lib.sh"
cd "$scratch"
cat > names.h <<'C'
typedef struct args { int n; } args;
typedef struct object object;
typedef struct { int value; double number; } hash;
typedef enum { result_none, result_some } result;
object *object_new (int value);
void object_free (object *object);
int value (const object *o);
result state (const args *a);
int hash_of (hash h);
int bits (const args *a);
C
cat > names.c <<'C'
#include "names.h"
#include <stdlib.h>
#include <autofix/contract.h>
struct object { int value; };
object *object_new (int value)
{
    object *o = malloc (sizeof *o);
    if (!o)
        abort ();
    o->value = value;
    return o;
}
void object_free (object *o) { free (o); }
int value (const object *o) { return o->value; }
result state (const args *a)
{
    REQUIRE (a != NULL);
    ENSURE (RESULT == result_some || a->n <= 0);
    return a->n > 1 ? result_some : result_none;
}
int hash_of (hash h) { return h.value == 3 ? 0 : 1; }
int bits (const args *a) { return a->n & 7; }
C
expect 2 '^names: 1 fault found' "$autofix" run --seed 1 --effort 1 names.c
grep -q '^    +.*return a->n >[= 0-9]* ? result_some' "$scratch/output" || fail "no fix: $(cat "$scratch/output")"
grep -q 'test     2 calls: args a = {1}; state(&a)' "$scratch/output" || fail 'another test'

# Symbols with versions, as a library has for programs that were linked with an older one.
cat > versions.h <<'C'
int twice (int n);
int twice_old (int n);
int half (int n);
int half_old (int n);
int third (int n);
int third_old (int n);
int fourth_old (int n);
C
cat > versions.c <<'C'
#include "versions.h"
#include <autofix/contract.h>
#define versioned(name, text) __asm__ (".symver " #name "," text)
int twice_old (int n) { REQUIRE (n > -99 && n < 99); return n * 2; }
__asm__ (".symver twice_old,twice@@LIB_1.0");
int half_old (int n) { ENSURE (RESULT == n / 2); return n / 2 + (n == 50); }
versioned (half_old, "half@LIB_1.1");
int half (int n) { return n / 2; }
#ifndef __has_attribute
#define __has_attribute(name) 0
#endif
#if __has_attribute (symver)
__attribute__ ((__symver__ ("third@LIB_1.2")))
#define V(version) __attribute__ ((symver (version)))
#else
#define V(version)
#endif
int third_old (int n) { ENSURE (RESULT == n / 3); return n / 3 + (n == 60); }
int third (int n) { REQUIRE (n > -9 && n < 9); return twice (n) / 6; }
V ("fourth@@LIB_2.0") int fourth_old (int n) { ENSURE (RESULT == n / 4); return n / 4 + (n == 70); }
C
expect 2 '^versions: 3 faults found' "$autofix" test --seed 1 --effort 1 --output versions.out versions.c
for name in half third fourth; do
  grep -q "postcondition of '${name}_old' violated" "$scratch/output" || fail "nothing said of ${name}_old"
done
! grep -q 'left as it is' "$scratch/output" || fail "$(grep 'left as it is' "$scratch/output")"

# Types that have no name, or one within a function alone: nothing can be said of them at the end of the file.
cat > nameless.h <<'C'
#define unaligned(p) ({ struct __attribute__ ((packed)) { __typeof__ (*(p)) v; } *q = (__typeof__ (q))(p); q->v; })
#define in_pair(p) ({ struct pair { char a, b; }; const struct pair *q = (const void *)(p); q->a + q->b; })
extern struct { int low; struct { int high; } more; } limits;
int sum (const char *key, int n);
int both (const char *key, int n);
C
cat > nameless.c <<'C'
#include "nameless.h"
#include <autofix/contract.h>
__typeof__ (limits) limits = { 1, { 2 } };
int sum (const char *key, int n)
{
    REQUIRE (n >= 4 && READABLE (key, n));
    ENSURE (n < 7);
    return unaligned ((short *)key) + unaligned ((short *)(key + 2)) + limits.low;
}
int both (const char *key, int n)
{
    REQUIRE (n >= 2 && READABLE (key, n));
    ENSURE (n < 9);
    return in_pair (key) + limits.more.high;
}
C
expect 2 '^nameless: 2 faults found' "$autofix" test --seed 1 --effort 1 --output nameless.out nameless.c
finish

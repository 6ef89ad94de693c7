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
finish

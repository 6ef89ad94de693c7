/* What a test can call, by number: the same numbering in the driver's tables and in AfTest.
 *
 * Thunk i is routine i for i < number of routines (absent if the routine is neither public nor named as a factory,
 * static, variadic, skipped or an invariant function); after the routines come the factories: one for each public
 * record type that holds only numbers, enums and such records, and for each other one that routines take and none makes
 * but in storage of its caller: that is made of zeros.  After them one for each type T * that a routine gives through a
 * T **: a null pointer, the *place* in which the object will be. */
#pragma once

#include "model/module.h"

/* Whether tests may call the routine. */
gboolean af_driver_callable (const AfRoutine *routine);
/* When there is an object after the call of a routine with `initialises`: what its result says.  (Where a pointer was
 * to be set, it must also not be null.) */
typedef enum {
  AF_MAKES_ALWAYS,     /* nothing that could say otherwise */
  AF_MAKES_WHERE_TRUE, /* a truth value, a pointer */
  AF_MAKES_WHERE_ZERO  /* a number: an error, or 0 */
} AfMakes;
AfMakes af_driver_makes (const AfRoutine *routine);
/* Whether tests can call routines that make a @record in their caller's storage: then one that comes from a factory of
 * zeros is raw, and no test uses it before it has been made. */
gboolean af_driver_initialised (const AfModule *module, const AfType *record);

/* Types with a factory, in thunk order, records and then pointers to records: array of AfType, not owned. */
GPtrArray *af_driver_factories (const AfModule *module);
/* The fields that a factory of @record gives values to, in order, nested records flattened: array of AfType, not owned.
 * They are the factory's parameters; its result is the record.  Of a record of numbers all; of one with pointers to
 * functions that no routine makes or initialises (callbacks, a configuration) these, and if it holds no other data also
 * its numbers and texts; the rest is zero.  Empty for a record that is made of zeros. */
GPtrArray *af_driver_factory_params (const AfModule *module, const AfType *record);
/* Whether a factory that has parameters gives @field of @record a value. */
gboolean af_driver_gives (const AfType *record, const AfField *field);
/* The function that a pointer of @type leads to, if tests can pass one; else null. */
const AfType *af_driver_function_of (const AfType *type);
/* `const char *` and its like. */
gboolean af_driver_is_text (const AfType *type);
/* Whether the record holds only numbers, enums and such records. */
gboolean af_driver_is_plain (const AfType *record);

/* Fields of @record whose tests for zero or null (of a truth value: itself) belong to an object's abstract state,
 * after the Boolean observers of its type: array of AfField, not owned; empty for a record that no routine takes from
 * tests. */
GPtrArray *af_driver_state_fields (const AfModule *module, const AfType *record);

/* Functions that can be passed for a function pointer: public routines of the module, then generated ones
 * (afx_callback_<n>, small pure functions of their scalar arguments). */
typedef enum {
  AF_CALLBACK_OF_MODULE,
  AF_CALLBACK_ORDER,   /* -1, 0 or 1 as the first of two numbers, texts or items is less, equal, greater */
  AF_CALLBACK_REVERSE, /* the other way round */
  AF_CALLBACK_LESS,    /* whether the first of two is less */
  AF_CALLBACK_GREATER, /* the other way round */
  AF_CALLBACK_EQUAL,   /* whether the two are equal */
  AF_CALLBACK_SUM,     /* of its numbers, modulo 100, or 2 where the result is a truth value */
  AF_CALLBACK_ZERO,    /* false, null: stop, or go on, or equal */
  AF_CALLBACK_ONE,     /* 1, true */
  AF_CALLBACK_FEW,     /* 1 the first two times in a test, then 0: stops early, or skips */
  AF_CALLBACK_LATE,    /* 0 the first two times in a test, then 1: the same for who stops at the truth */
  AF_CALLBACK_HASH,    /* of its numbers, texts and items, spread over all bits: the same for equal keys, whenever it is
                          asked */
  AF_CALLBACK_RELEASE, /* frees the block that it is given */
  AF_CALLBACK_ALLOCATE, /* malloc, calloc or realloc */
  AF_CALLBACK_ASK /* 1, and calls back into the module: its queries, on the objects that the test's call was given */
} AfCallbackKind;

typedef struct {
  char *symbol;
  AfType *type; /* AF_TYPE_FUNCTION */
  AfCallbackKind kind;
  int block;             /* RELEASE: which parameter is freed; ALLOCATE: which is made larger or smaller, or -1 */
  int size, count;       /* ALLOCATE: which parameter says how large; of calloc the other one, else -1 */
  gboolean is_allocated; /* RELEASE: some function allocates what it frees */
} AfCallback;
void af_callback_free (AfCallback *callback);
/* What an ALLOCATE gives, `malloc(a0)`, with @prefix before the name; owned by the caller. */
char *af_callback_allocation (const AfCallback *callback, const char *prefix);
/* What generated functions see of what a pointer of @type leads to. */
typedef enum {
  AF_BEHIND_UNKNOWN,
  AF_BEHIND_TEXT, /* up to its zero */
  AF_BEHIND_ITEM  /* the first byte: of `void *`, of a number, of a record that begins with one */
} AfBehind;
AfBehind af_callback_behind (const AfType *type);
/* What a function that compares makes of `order`, -1, 0 or 1; null for other kinds. */
const char *af_callback_of_order (AfCallbackKind kind);
/* The module's table of callbacks: array of AfCallback. */
GPtrArray *af_driver_callbacks (const AfModule *module);

/* The repertoire: what tests can call, and with which values.  What the files of testgen/values read in the module for
 * it. */
#pragma once

#include "model/given.h"
#include "model/module.h"
#include "model/test.h"
#include "weave/driver.h"

typedef enum {
  AF_PARAM_SCALAR,    /* bool, integer, enum, float */
  AF_PARAM_STRING,    /* NUL-terminated text */
  AF_PARAM_BUFFER,    /* pointer to n elements; n is another parameter */
  AF_PARAM_OUT,       /* pointer to one scalar or pointer */
  AF_PARAM_OBJECT,    /* pointer to a record */
  AF_PARAM_RECORD,    /* a record by value */
  AF_PARAM_STREAM,    /* FILE * */
  AF_PARAM_CALLBACK,  /* pointer to function */
  AF_PARAM_OPAQUE,    /* void * */
  AF_PARAM_END,       /* goes with a BUFFER, whose `length` it is: where that ends, or where its count is noted */
  AF_PARAM_IMPOSSIBLE /* no value can be made: the routine is not tested */
} AfParamKind;

typedef struct AfTestValue AfTestValue;

typedef struct {
  AfParamKind kind;
  const AfType *type;
  const char *name;           /* of the parameter or field, not owned; "": it has none */
  const AfTestValue *values;  /* what is written when it is not given a variable; null: its kind has no such values */
  const AfGiven *given;       /* values of the user's, mostly written; null: none */
  const AfType *element;      /* what a pointer parameter points to; else null */
  int length;                 /* BUFFER: parameter that counts its elements; -1 */
  gsize noted_size;           /* BUFFER: its `length` leads to the number, of so many bytes; else 0 */
  gboolean is_guessed;        /* BUFFER: only names or the use say that it is counted: it is ended by a zero, too */
  gboolean is_ended;          /* BUFFER: its `length` is an END */
  gboolean is_last;           /* BUFFER that is_ended: the END points to the last element, not behind it */
  gboolean is_returned;       /* BUFFER that is_ended: the routine returns a pointer into it */
  gboolean is_hinted;         /* BUFFER: only a name says that it is counted, and in what the code does not show it */
  gboolean is_writable;       /* STRING that may be written to: spare bytes after its end */
  guint room;                 /* STRING, OUT: elements that a contract demands there; 0: it does not say */
  guint spare;                /* the same of what the code does there, 0: no more than one element */
  gboolean has_low, has_high; /* bounds that the precondition (or, for a factory, any comparison of the field) gives */
  gint64 low, high;
  gboolean is_size;    /* of an object or a block that the call makes: large values are slow and rarely tell more */
  GArray *callbacks;   /* CALLBACK: of guint, entries of the callback table that fit */
  gboolean is_fronted; /* STRING: a record is in front of it, so that only the module makes it */
  gboolean is_cursor;  /* OUT: leads to a pointer into a text, which the routine reads on from */
  gboolean
    is_threaded;      /* OBJECT, OUT: the call gives the object back, maybe as another one, by its result or in place */
  gboolean may_start; /* null is an empty one, or the call makes the first of these */
  gboolean needs_root;  /* OBJECT that is threaded, or ended where others of its type are: no part of another one */
  gboolean is_led;      /* OBJECT: a record of the caller's that no routine makes, and that what is passed besides leads
                           somewhere: an iterator */
  gboolean is_item;     /* OPAQUE: a callback compares what is given here */
  gboolean is_field;    /* of a record that a factory makes */
  gboolean is_optional; /* CALLBACK of a record: the module asks whether it is null */
  /* BUFFER that is_guessed: what search/ends.c has found out between rounds */
  gboolean needs_end;     /* the zero after the end is read */
  guint n_exact, n_short; /* calls with texts that nothing comes after; those that ran beyond the end */
} AfParam;

typedef struct {
  guint thunk;
  const AfRoutine *routine; /* null for a factory */
  const AfType *result;
  const AfType *made; /* record type of the result, held by pointer or by value; else null */
  gboolean made_by_value;
  const AfType *given; /* record type of the object that it gives through a T **; else null */
  int place;           /* then: that parameter; else -1 */
  gboolean is_place;   /* a factory of pointers that are null until a call has given them an object */
  gboolean is_raw;     /* the same, or of zeros that a call of the module makes an object of */
  GArray *params;      /* of AfParam */
  guint level;         /* 0: not callable; n: all it needs is there after n-1 rounds of creation */
  gboolean is_creator; /* of `made`, and needs none of it */
  /* what values/preconditions.c has found out, between rounds; null: nothing yet */
  GArray *solutions;       /* of gint64, a row of params->len for each: numbers with which the precondition may hold */
  gboolean *solved;        /* by parameter: in the rows */
  GArray *breaks;          /* of gint64, rows alike: numbers that violate C's conditions on them */
  GArray *breaks_speak_of; /* of guint64, by row: set of the parameters that the row determines */
  guint n_breaks;
  GArray *leads; /* of guint, thunks: commands after which the precondition holds more often */
  /* what search/schedule.c has found out, between rounds */
  gboolean is_dear; /* its calls take all the time: many do not end or crash, or they are long */
} AfCallable;

typedef struct {
  const AfModule *module;
  GPtrArray *callables; /* of AfCallable by thunk; null: never called */
  GPtrArray *targets;   /* of AfCallable, not owned: the public routines that can be tested */
  GPtrArray *callbacks; /* of AfCallback */
  gboolean is_exact;    /* texts that names alone say are counted now and then have nothing after them */
  GPtrArray *words;     /* of char *: string literals of the module, and words of the user */
  char *letters;        /* that its text compares with, each once; may be empty */
  GArray *reals;        /* of double: floating constants of the module, each once */
  guint null_odds;      /* one object or string in so many is null */
  GPtrArray *notices;   /* of char * */
} AfRepertoire;

AfRepertoire *af_repertoire_new (const AfModule *module);
void af_repertoire_free (AfRepertoire *repertoire);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfRepertoire, af_repertoire_free)
/* The callable of a thunk, or null. */
const AfCallable *af_repertoire_callable (const AfRepertoire *repertoire, guint thunk);
const AfParam *af_callable_param (const AfCallable *callable, guint index);
/* Whether objects of the type are threaded through calls: then those that queries give are parts of them. */
gboolean af_type_is_threaded (const AfModule *module, const AfType *type);
/* The record whose object a pointer parameter leads to, also one that is threaded in its place; else null. */
const AfType *af_param_object (const AfParam *param);
/* STRING, OUT: elements that tests give it at least; 0: no matter how many. */
guint af_param_room (const AfParam *param);
/* Whether the parameter is the length of a buffer that is another one. */
gboolean af_callable_counts (const AfCallable *callable, guint index);
/* Whether a parameter is a @record or a pointer to one, or to a pointer to one that the call ends. */
gboolean af_callable_takes (const AfCallable *callable, const AfType *record);
/* The record of the object that the call ends through a T ** at parameter @index; else null. */
const AfType *af_callable_ends (const AfCallable *callable, guint index);
/* Whether it creates objects of type @record, held by value where @by_value says so. */
gboolean af_callable_creates (const AfCallable *callable, const AfType *record, gboolean by_value);
/* Targets whose call may run @routine, by the static call graph; the routine itself first if it is one.  Array of
 * AfCallable. */
GPtrArray *af_repertoire_reaching (const AfRepertoire *repertoire, const AfRoutine *routine);

/* --- reading.c: what the module's text says about values --- */

/* Whether people give such a name to a number of elements or bytes. */
gboolean af_reading_is_count_name (const char *name);
/* Parameter that counts the elements of pointer parameter @index, by a contract, its name or its use; or -1.
 * *@is_guessed: elements may be meant to end before that, with a zero. */
int af_reading_length (const AfModule *module, const AfRoutine *routine, guint index, gboolean *is_guessed);
/* Whether only its name says that parameter @length counts the elements of pointer parameter @index: one that is named
 * after it (`key_len`) does, unless it only chooses. */
gboolean af_reading_is_hint (const AfModule *module, const AfRoutine *routine, guint index, int length);
/* Whether an assumed precondition demands memory in front of pointer parameter @index (contracts/assumed/front.c). */
gboolean af_reading_is_fronted (const AfRoutine *routine, guint index);
/* Bounds that the preconditions put on an integer parameter. */
void af_reading_param_bounds (const AfRoutine *routine, guint index, AfParam *param);
/* Bounds that any comparison in the module puts on a field. */
void af_reading_field_bounds (const AfModule *module, const AfType *record, const char *name, AfParam *param);
/* The ranges that the fields of the system's records of time have; values beyond come, too, but rarely. */
void af_reading_time_bounds (AfParam *param);
/* Whether the module's code asks if a field of that name is null. */
gboolean af_reading_asks_for (const AfModule *module, const char *field);
/* String literals of contracts and code, each once, then the words that the user gave: array of char *. */
GPtrArray *af_reading_words (const AfModule *module);
/* Floating constants of contracts and code, each once: array of double. */
GArray *af_reading_reals (const AfModule *module);

/* --- noted.c --- */

/* The parameter after pointer parameter @index that leads to the number of its elements; -1: there is none. */
int af_noted_count (const AfModule *module, const AfRoutine *routine, guint index);
/* The same; notes in @param, which is for the pointer, how wide the number is. */
int af_noted_apply (const AfModule *module, const AfRoutine *routine, guint index, AfParam *param);
/* What the argument of @args that counts the one for @param says: a number, a pointer behind the last element, or a
 * number that it leads to.  False: it is none of these. */
gboolean af_arg_count (const AfParam *param, const AfArg *args, gint64 *n);
/* Makes it, which counts, say @n; the second one whatever it was, for argument @arg of @args. */
void af_arg_put_count (const AfParam *param, AfArg *args, gint64 n);
void af_arg_set_count (const AfParam *param, AfArg *args, const AfArg *arg, gint64 n);

/* --- counting.c --- */

/* Integer parameter that the routine uses as the number of elements at pointer parameter @index, or -1. */
int af_counting_param (const AfRoutine *routine, guint index);
/* Whether parameter @count says how much is read at another pointer, while pointer parameter @index is filled at places
 * of its own. */
gboolean af_counting_is_of_another (const AfRoutine *routine, guint index, guint count);
/* Whether the variable with @id occurs. */
gboolean af_counting_mentions (AfExpr *expr, guint id);
/* Whether parameter @index is filled only at places that no loop's condition limits (sizes/output.c). */
gboolean af_output_is_filled_freely (const AfRoutine *routine, guint index);

/* --- rows.c --- */

/* Whether a test can make an array of such elements: records that callers can write down. */
gboolean af_row_is_possible (const AfModule *module, const AfType *element);
/* Whether pointer parameter @index is an array of records, and not one object. */
gboolean af_param_is_row (const AfModule *module, const AfRoutine *routine, guint index);

/* --- handed.c --- */

/* By variable, whether it is a local that holds pointer parameter @index and nothing else, with elements as large.
 * Owned by the caller. */
gboolean *af_handed_copies (const AfRoutine *routine, guint index);

/* The same, also where @routine hands both on to another one that counts so. */
int af_handed_count (const AfModule *module, const AfRoutine *routine, guint index);
/* Whether number @index is only compared with constants for equality, in routines that it is handed on to, too: the
 * size of a key in bits, a mode. */
gboolean af_handed_chooses (const AfModule *module, const AfRoutine *routine, guint index);
/* The parameter of @called that becomes the pointer in @place, which is of @routine, or of which that is an element;
 * -1: none. */
int af_handed_origin (const AfModule *module, const AfRoutine *called, const AfRoutine *routine, const AfExpr *place);

/* --- bytes.c --- */

/* Whether `const uint8_t *` parameter @index is no text: nobody who reads it asks where it ends. */
gboolean af_param_is_bytes (const AfModule *module, const AfRoutine *routine, guint index);

/* --- spare.c --- */

/* Elements that the code of @routine, or of one that it hands pointer parameter @index on to, comes to by numbers: 0 if
 * it is no more than the first one. */
guint af_spare_elements (const AfModule *module, const AfRoutine *routine, guint index);

/* --- items.c --- */

/* Whether `void *` parameter @index of @routine is an item that the module only hands to comparison or hash functions
 * among @callbacks (of AfCallback). */
gboolean af_param_is_item (const GPtrArray *callbacks, const AfRoutine *routine, guint index);
/* The same of a field of a record that callers make: a key, which the module hands to one of them. */
gboolean af_field_is_item (const AfModule *module, const GPtrArray *callbacks, const AfType *record, const char *field);
/* Of @callbacks those that parameter or field @param can be given, of guint, owned by the caller: where its name says
 * that what it is given frees, one that does. */
GArray *af_param_callbacks (const GPtrArray *callbacks, const AfParam *param);

/* --- capacity.c --- */

/* Whether integer parameter @index contributes to the size of a block that the routine, or a callee, allocates. */
gboolean af_param_is_capacity (const AfModule *module, const AfRoutine *routine, guint index);

/* --- values/pairs.c --- */

/* Of a pointer to bytes: the parameter that says where they end, or -1. */
typedef struct {
  int end;
  gboolean is_last;     /* it points to the last byte, not behind it */
  gboolean is_returned; /* one of the two, or where it was stepped to */
  gboolean is_end;      /* of another one */
} AfPair;

/* For each parameter of @routine, owned by the caller. */
AfPair *af_param_pairs (const AfModule *module, const AfRoutine *routine);
/* The end of @pair, or -1; says of @param, of which no contract gives the length, whether and how it is ended. */
int af_pair_apply (const AfPair *pair, AfParam *param);
/* Gives @arg a byte, where one of it is read by its end. */
void af_arg_fill_last (const AfParam *param, AfArg *arg);

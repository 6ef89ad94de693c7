/* Tests as data: a sequence of calls on variables; what came of running them; and the corpus of a run.
 *
 * A test is a test for the routine of its last call and can only fail in that call.  As generated ("script"), it may
 * hold calls whose precondition does not hold; the runtime leaves such a call out, and so does the kept test. */
#pragma once

#include "model/module.h"

typedef enum {
  AF_ARG_INT, /* integer, cut to the parameter's width */
  AF_ARG_FLOAT,
  AF_ARG_NULL,
  AF_ARG_VARIABLE, /* value of test variable `index` */
  AF_ARG_ADDRESS,  /* address of test variable `index` (a record held by value, or a scalar for an out parameter) */
  AF_ARG_STRING,   /* pointer to a fresh copy of `bytes`, NUL appended */
  AF_ARG_BUFFER,   /* pointer to a fresh heap block holding exactly `bytes` */
  AF_ARG_FUNCTION, /* entry `index` of the module's table of callbacks (weave/driver.h) */
  AF_ARG_STREAM,   /* FILE * to read and write, in memory, at the beginning of `bytes` */
  AF_ARG_TEXTS, /* pointer to a fresh array of pointers to texts, each of which ends in a zero in `bytes`; then a null
                   pointer, if anything comes after the last zero */
  AF_ARG_END    /* pointer to byte `integer` of argument `index` of the same call, which is a BUFFER */
} AfArgKind;

typedef struct {
  AfArgKind kind;
  gint64 integer;
  gint64 step; /* what each repetition of the call adds, -1 to 1; of a STRING 1: its number at the end, k0, k1, ... */
  double real;
  guint index;
  GBytes *bytes; /* STRING, BUFFER, STREAM, TEXTS; else null */
} AfArg;
/* Whether it is a test variable, or the address of one. */
gboolean af_arg_is_variable (const AfArg *arg);

typedef struct {
  guint thunk; /* entry of the module's thunk table: routines by id, then record factories (weave/driver.h) */
  int result;  /* test variable that takes the result, or -1 */
  guint
    times; /* 1 .. AF_MAX_TIMES: so often in a row, or until its precondition does not hold; once in the last call */
  guint n_args;
  AfArg *args;
} AfCall;

typedef struct {
  guint n_variables;
  GPtrArray *calls; /* of AfCall */
} AfTest;

AfCall *af_call_new (guint thunk, int result, guint n_args); /* arguments all INT 0; once */
/* The call as repetition @turn makes it, alone. */
AfCall *af_call_turn (const AfCall *call, guint turn);
AfCall *af_call_copy (const AfCall *call);
void af_call_free (AfCall *call);
AfTest *af_test_new (void);
AfTest *af_test_copy (const AfTest *test);
void af_test_free (AfTest *test);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfTest, af_test_free)
/* Thunk of the last call; the test must not be empty. */
guint af_test_target (const AfTest *test);
gboolean af_test_equal (const AfTest *a, const AfTest *b);
guint af_test_hash (const AfTest *test);
/* A copy with only the calls whose bit in @keep is set and the variables renumbered.  Calls that use the result of a
 * dropped call are dropped too. */
AfTest *af_test_project (const AfTest *test, const gboolean *keep);

typedef enum {
  AF_OUTCOME_PASS,    /* every call that was made kept its contracts */
  AF_OUTCOME_FAIL,    /* a contract was violated by the module (clause, routine, location say which) */
  AF_OUTCOME_INVALID, /* the last call's precondition does not hold: no test at all */
  AF_OUTCOME_UNKNOWN  /* not run, or the subject died without a word; never success */
} AfOutcomeKind;

/* What a comparison compared last, and found different: numbers, lowest byte first, or the beginnings of texts. */
typedef struct {
  gboolean is_text;
  guint8 sizes[2];
  guint8 bytes[2][16];
} AfComparison;

/* A mark of coverage: a step from one location of a routine to the next one that control comes to, or (highest bit set)
 * the hash of an abstract state in which a call was made, or (the two highest bits set) of a step that was made so
 * often, or of how near a comparison came to what was wanted. Routines and locations with larger numbers have no steps.
 */
#define AF_MARK_STATE 0x80000000u
#define AF_MARK_TIMES 0xc0000000u
#define AF_MARK_IS_STATE(mark) (((mark)&AF_MARK_TIMES) == AF_MARK_STATE)
#define AF_MARK_ROUTINES 2048u
#define AF_MARK_LOCATIONS 1024u
#define AF_MARK_STEP(routine, from, to) ((guint32)(routine) << 20 | (guint32)(from) << 10 | (guint32)(to))

#define AF_MAX_CALLS 64
#define AF_MAX_TIMES 1024
#define AF_MAX_VALUES 6

typedef struct {
  AfOutcomeKind kind;
  guint failing_call; /* FAIL: index of the call; always the last one in a kept test */
  guint clause;       /* FAIL: AfClause id */
  int routine;        /* FAIL: blamed routine, -1 unknown */
  int location;       /* FAIL: location in it, -1 unknown */
  gboolean undefined; /* FAIL: the clause could not be evaluated (null, freed, out of bounds) */
  int detail;         /* signal number, system call number for SANDBOX, bytes for LEAK; for HANG the system call that it
                         waits in for ever, plus one, or 0: it computes */
  guint64 executed;   /* bit i: call i was made (its precondition held) */
  guint16 turns[AF_MAX_CALLS]; /* how often; of the failing call, without the time that failed */
  guint n_values;              /* FAIL: values of af_clause_operands, in that order */
  gint64 values[AF_MAX_VALUES];
  guint values_defined; /* bit mask */
  guint64 observation;  /* hash of results, out parameters and all observers of all objects after the last call */
  guint64 inside; /* hash of the data that the objects hold then, however deep, whether a caller can see it or not */
  guint64 steps;  /* locations passed */
  guint progress; /* FAIL: locations that queries passed while the violated clause was evaluated: how far it was true */
  GArray *reached;  /* of guint: routines entered during the last call, sorted; null when not asked for */
  GArray *covered;  /* of guint32: marks, each once, in the order of discovery; null when not asked for */
  GArray *compared; /* of AfComparison, with COVER; null: none */
} AfOutcome;

void af_outcome_clear (AfOutcome *outcome);
/* @n outcomes, all zero: array of AfOutcome that clears its elements; owned by the caller. */
GArray *af_outcomes_new (guint n);

typedef enum { AF_NOTED_RESULT, AF_NOTED_ARGUMENT, AF_NOTED_OBSERVER } AfNoted;
typedef enum {
  AF_SEEN_NOTHING, /* nothing can be said of it */
  AF_SEEN_INTEGER,
  AF_SEEN_FLOAT,
  AF_SEEN_NULL,
  AF_SEEN_POINTER, /* not null */
  AF_SEEN_TEXT,
  AF_SEEN_BYTES,     /* of a block, or all fields of a record: only equal or not */
  AF_SEEN_UNDEFINED, /* the observer could not be evaluated */
  AF_SEEN_DEAD       /* memory that must not be read */
} AfSeen;

/* One thing that was observed at the end of a test; all of them together make outcome.observation. */
typedef struct {
  AfNoted what;
  guint index;  /* ARGUMENT: which one; OBSERVER: index in module->observers, after them contents of records */
  int variable; /* OBSERVER: test variable that it looked at; -1: the result */
  AfSeen seen;
  gint64 integer; /* INTEGER; of results and arguments zero-extended */
  double real;    /* FLOAT */
  char text[40];  /* TEXT: its beginning */
  guint64 hash;   /* of all of it: equal if the same was seen */
} AfNote;

/* An object's abstract state before and after a top-level call, for the behavioural model. */
typedef struct {
  guint type;            /* AfType id of the record */
  guint routine;         /* called routine */
  guint param;           /* which parameter the object was */
  guint64 before, after; /* bit i: Boolean observer i of this type (order of module->observers) was true; after them
                          * the tests of fields (weave/driver.h) */
  guint64 before_defined, after_defined; /* bit i: it could be evaluated */
  guint count;
} AfTransition;

/* Values of expressions at locations, one row per visit, as the trace build recorded them. */
typedef struct {
  guint n_columns;    /* expressions, in the order given to the weaver */
  GArray *location;   /* of guint, per row */
  GArray *test;       /* of guint, per row: index in the list of tests that was run */
  GArray *values;     /* of gint64, row-major; pointers as numbers */
  GArray *defined;    /* of guint8, row-major */
  gboolean truncated; /* some visits were left out */
} AfTrace;

AfTrace *af_trace_new (guint n_columns);
void af_trace_free (AfTrace *trace);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfTrace, af_trace_free)
void af_trace_add (AfTrace *trace, guint location, guint test, const gint64 *values, const guint8 *defined);
/* A line per row; @notes: what stands after the values of each row, or null.  Owned by the caller. */
char *af_trace_dump (const AfTrace *trace, const char *const *notes);

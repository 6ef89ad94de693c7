/* The wire between the supervisor (src/subject) and the driver (libafrt.a, which loads the subject).
 *
 * Two channels.  Messages go over a stream socket: a frame of eight bytes (length, kind), then a payload packed
 * little-endian by the functions here; both sides compile the same afrt-wire.c.  Bulk results go through a shared
 * memory file whose layout is struct afrt_shared: a child writes them as it goes, so that a dead child loses only its
 * current test.
 *
 *     supervisor  HELLO          driver  READY
 *                 LOAD tests             READY
 *                 RUN a batch            DONE          (outcomes, rows and transitions are in the shared memory)
 *
 * The driver answers ERROR with a text when a message does not fit it; the end of the stream ends the driver.
 * What is read may be garbage (the other side runs foreign code): every reader checks lengths, counts and indices. */
#ifndef AFRT_WIRE_H
#define AFRT_WIRE_H

#include <stddef.h>
#include <stdint.h>

#define AFRT_WIRE_VERSION 8u
#define AFRT_WIRE_MAGIC 0x41465254u /* "AFRT" */

#define AFRT_SOCKET_ENV "AFRT_SOCKET" /* number of the inherited socket */
#define AFRT_SHARED_ENV "AFRT_SHARED" /* number of the inherited shared memory file */

/* kind, meaning */
#define AFRT_MESSAGES(X)                                                                                               \
  X (HELLO, "to the driver: version and sandbox")                                                                      \
  X (READY, "from the driver: version and what it holds")                                                              \
  X (LOAD, "to the driver: tests that following runs refer to")                                                        \
  X (RUN, "to the driver: run some of the loaded tests")                                                               \
  X (DONE, "from the driver: the batch is over")                                                                       \
  X (ERROR, "from the driver: the message does not fit; payload is text")

enum afrt_message {
  AFRT_MESSAGE_NONE,
#define X(kind, meaning) AFRT_MESSAGE_##kind,
  AFRT_MESSAGES (X)
#undef X
    AFRT_N_MESSAGES
};

#define AFRT_FRAME_SIZE 8u
#define AFRT_MAX_PAYLOAD (256u << 20)
#define AFRT_MAX_CALLS 64u
#define AFRT_MAX_TIMES 1024u
#define AFRT_MAX_ARGS 64u
#define AFRT_MAX_VARIABLES 1024u
#define AFRT_MAX_VALUES 6u

/* --- packing --- */

/* Growing bytes; `failed` once memory ran out.  All zero to begin with. */
struct afrt_writer {
  unsigned char *bytes;
  size_t length, capacity;
  int failed;
};
void afrt_writer_clear (struct afrt_writer *writer);
void afrt_put_u8 (struct afrt_writer *writer, uint8_t value);
void afrt_put_u32 (struct afrt_writer *writer, uint32_t value);
void afrt_put_u64 (struct afrt_writer *writer, uint64_t value);
void afrt_put_f64 (struct afrt_writer *writer, double value);
void afrt_put_bytes (struct afrt_writer *writer, const void *bytes, size_t length);

/* A position in bytes that are not owned; reading past the end gives zeros and sets `failed`. */
struct afrt_reader {
  const unsigned char *bytes;
  size_t length, offset;
  int failed;
};
uint8_t afrt_get_u8 (struct afrt_reader *reader);
uint32_t afrt_get_u32 (struct afrt_reader *reader);
uint64_t afrt_get_u64 (struct afrt_reader *reader);
double afrt_get_f64 (struct afrt_reader *reader);
/* Points into the reader's bytes; null on failure. */
const unsigned char *afrt_get_bytes (struct afrt_reader *reader, size_t *length);

/* --- messages --- */

void afrt_pack_frame (unsigned char frame[AFRT_FRAME_SIZE], enum afrt_message kind, size_t length);
/* 0 when the frame is none of ours. */
int afrt_unpack_frame (const unsigned char frame[AFRT_FRAME_SIZE], enum afrt_message *kind, size_t *length);

/* Of the flags of open (): with none of them set, nothing is changed. */
#define AFRT_CHANGING_FLAGS (O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND | (O_TMPFILE & ~O_DIRECTORY))

/* The driver can look at what is to be opened, and opens it in the module's place: it knows the registers in which the
 * kernel takes arguments.  Elsewhere modules open what they like, to read it. */
#if defined __x86_64__ || defined __aarch64__
#define AFRT_CHECKS_OPENS 1
#else
#define AFRT_CHECKS_OPENS 0
#endif
#define AFRT_PASS_ARGUMENT 5 /* of openat (), which has only four: the filter lets it pass with hello.pass there */

struct afrt_hello {
  uint32_t version;
  uint64_t pass;                /* a number that the module is not told */
  const unsigned char *sandbox; /* struct sock_filter array for each child; empty: no sandbox */
  size_t sandbox_length;
};

/* What came of loading the module. */
enum afrt_load_end {
  AFRT_LOAD_UNKNOWN,
  AFRT_LOAD_DONE,
  AFRT_LOAD_REFUSED,  /* by the dynamic linker, which says why */
  AFRT_LOAD_VIOLATED, /* an initialiser violates a contract; detail: the clause */
  AFRT_LOAD_CRASHED,  /* detail: the signal */
  AFRT_LOAD_HUNG,
  AFRT_LOAD_FORBIDDEN, /* an initialiser makes a forbidden system call; detail: its number, or -1 */
  AFRT_N_LOAD_ENDS
};

struct afrt_ready {
  uint32_t version;
  uint32_t load_end; /* enum afrt_load_end; if it is not DONE, there is nothing to be run */
  uint32_t load_detail;
  uint32_t n_thunks, n_routines, n_columns;
  uint32_t n_tests; /* loaded */
};

enum afrt_run_flag {
  AFRT_RUN_STOP = 1,        /* a candidate ends at its first FAIL or UNKNOWN */
  AFRT_RUN_ISOLATE = 2,     /* one process per test */
  AFRT_RUN_OBSERVE = 4,     /* compute the observation hash */
  AFRT_RUN_REACH = 8,       /* note the routines entered by the last call */
  AFRT_RUN_TRACE = 16,      /* record rows in the last call */
  AFRT_RUN_LEARN = 32,      /* record transitions */
  AFRT_RUN_COVER = 64,      /* note what each test covers */
  AFRT_RUN_TELL = 128,      /* with OBSERVE: note what was observed; of TRACE, LEARN, COVER and TELL at most one */
  AFRT_RUN_TRACE_ALL = 256, /* with TRACE: in every call */
  AFRT_RUN_PLACES = 512,    /* with COVER: of steps only where they lead, and nothing of states or of how often */
  AFRT_RUN_ALL_FLAGS = 1023
};

/* Each candidate runs the tests first .. first + n - 1: position p of the run is candidate p / n, test first + p % n.
 */
#define AFRT_CANDIDATES 256u /* in one run */
struct afrt_run {
  uint32_t n_candidates; /* at least one; n_candidates * n <= AFRT_BATCH, and times n_routines <= AFRT_REACHED_SIZE with
                            REACH */
  uint32_t candidates[AFRT_CANDIDATES];
  uint32_t first, n;
  uint32_t flags;
  uint64_t budget;      /* locations that one call may pass */
  uint32_t deadline_ms; /* processor time of one test */
};

struct afrt_done {
  uint32_t n_done;     /* positions that are done with: they have an outcome, or their candidate ended before */
  uint32_t n_children; /* processes that it took */
};

void afrt_pack_hello (struct afrt_writer *writer, const struct afrt_hello *hello);
void afrt_pack_ready (struct afrt_writer *writer, const struct afrt_ready *ready);
void afrt_pack_run (struct afrt_writer *writer, const struct afrt_run *run);
void afrt_pack_done (struct afrt_writer *writer, const struct afrt_done *done);
/* 0 when the bytes are not exactly such a message; what is unpacked points into the reader's bytes. */
int afrt_unpack_hello (struct afrt_reader *reader, struct afrt_hello *hello);
int afrt_unpack_ready (struct afrt_reader *reader, struct afrt_ready *ready);
int afrt_unpack_run (struct afrt_reader *reader, struct afrt_run *run);
int afrt_unpack_done (struct afrt_reader *reader, struct afrt_done *done);

/* --- tests --- */

/* The same as AfArgKind (model/test.h). */
enum afrt_arg_kind {
  AFRT_ARG_INT,
  AFRT_ARG_FLOAT,
  AFRT_ARG_NULL,
  AFRT_ARG_VARIABLE,
  AFRT_ARG_ADDRESS,
  AFRT_ARG_STRING,
  AFRT_ARG_BUFFER,
  AFRT_ARG_FUNCTION,
  AFRT_ARG_STREAM,
  AFRT_ARG_TEXTS,
  AFRT_ARG_END,
  AFRT_N_ARG_KINDS
};

struct afrt_arg {
  enum afrt_arg_kind kind;
  int64_t integer;            /* INT, END */
  int64_t step;               /* INT: added by each repetition of the call; STRING, not 0: its number is appended */
  double real;                /* FLOAT */
  uint32_t index;             /* VARIABLE, ADDRESS, FUNCTION; END: another argument of the call */
  const unsigned char *bytes; /* STRING, BUFFER; not owned */
  size_t length;
};

struct afrt_test_call {
  uint32_t thunk;
  int32_t result; /* variable, or -1 */
  uint32_t times; /* 1 .. AFRT_MAX_TIMES: in a row, or until the call is left out */
  uint32_t n_args;
  struct afrt_arg *args;
};

/* A test with room for any: it is large, and there is one per process.  Nothing is allocated, because every page that
 * the server has touched makes each of its forks slower. */
struct afrt_test {
  uint32_t n_variables;
  uint32_t n_calls; /* 1 .. AFRT_MAX_CALLS */
  struct afrt_test_call calls[AFRT_MAX_CALLS];
  struct afrt_arg room[AFRT_MAX_CALLS * AFRT_MAX_ARGS]; /* where calls[].args may point to */
};

/* Positions of a run, and the one that comes after @position, where @kind (enum afrt_kind) was the outcome. */
uint32_t afrt_run_length (const struct afrt_run *run);
uint32_t afrt_run_after (const struct afrt_run *run, uint32_t position, uint32_t kind);

void afrt_pack_test (struct afrt_writer *writer, const struct afrt_test *test);
/* 0 when malformed.  Strings and buffers stay in the reader's bytes. */
int afrt_unpack_test (struct afrt_reader *reader, struct afrt_test *test);

/* --- shared memory --- */

#define AFRT_BATCH 1024u             /* outcomes in one run */
#define AFRT_REACHED_SIZE (4u << 20) /* bytes: one per (test, routine) */
#define AFRT_BULK_SIZE (64u << 20)   /* bytes: rows or transitions */
#define AFRT_VISITS 32u              /* rows kept per test and location: the first half and the last half */
#define AFRT_MAX_TRANSITIONS (AFRT_BULK_SIZE / (uint32_t)sizeof (struct afrt_transition))

enum afrt_kind { AFRT_UNKNOWN, AFRT_PASS, AFRT_FAIL, AFRT_INVALID, AFRT_N_KINDS };

/* AfOutcome, in fixed widths. */
struct afrt_outcome {
  uint32_t kind;
  uint32_t failing_call;
  uint32_t clause;
  int32_t routine, location;
  uint32_t undefined;
  int32_t detail;
  uint32_t n_values;
  uint32_t values_defined;
  uint32_t progress; /* FAIL: locations passed in queries while the violated clause was evaluated */
  uint64_t executed, observation, inside, steps;
  int64_t values[AFRT_MAX_VALUES];
  uint16_t turns[AFRT_MAX_CALLS]; /* how often each call was made; of the failing one, without the time that failed */
};

struct afrt_transition {
  uint32_t type, routine, param, unused;
  uint64_t before, after, before_defined, after_defined;
};

/* A row of a trace in the bulk area: this, then n_columns values (int64_t), then n_columns flags (a byte each), padded
 * to 8. */
struct afrt_row {
  uint32_t location;
  uint32_t test;     /* index in the loaded tests */
  uint64_t sequence; /* time of the visit within the test */
};
size_t afrt_row_size (uint32_t n_columns);

/* What a test has covered, in the bulk area: AFRT_BATCH slots of a count and marks, each at most once.  A mark is a
 * step from one location of a routine to the next, or, with the highest bit set, the hash of an abstract state that a
 * call was made in, or of a step that was made 2, 4, 8, ... times, or of how near a comparison came.  With
 * AFRT_RUN_PLACES it is a step from location 0 to a place that control came to. */
#define AFRT_COVER_MARKS 4095u
/* What a comparison compared last, and found different: numbers of a size, lowest byte first, or the beginnings of
 * texts. */
#define AFRT_COVER_PAIRS 64u
#define AFRT_PAIR_BYTES 16u
struct afrt_pair {
  uint8_t is_text, sizes[2];
  unsigned char bytes[2][AFRT_PAIR_BYTES];
};
struct afrt_cover {
  uint32_t n;
  uint32_t marks[AFRT_COVER_MARKS];
  uint32_t n_pairs;
  struct afrt_pair pairs[AFRT_COVER_PAIRS];
};
/* What a test has observed, in the bulk area: AFRT_BATCH slots of a count and notes, in the order of observation. */
#define AFRT_NOTES 127u
#define AFRT_NOTE_TEXT 40u
#define AFRT_NO_VARIABLE UINT32_MAX /* the observer looked at the result */
enum afrt_noted { AFRT_NOTED_RESULT, AFRT_NOTED_ARGUMENT, AFRT_NOTED_OBSERVER, AFRT_N_NOTED };
enum afrt_seen {
  AFRT_SEEN_NOTHING,
  AFRT_SEEN_INTEGER,
  AFRT_SEEN_FLOAT,
  AFRT_SEEN_NULL,
  AFRT_SEEN_POINTER,
  AFRT_SEEN_TEXT,
  AFRT_SEEN_BYTES,
  AFRT_SEEN_UNDEFINED,
  AFRT_SEEN_DEAD,
  AFRT_N_SEEN
};
struct afrt_note {
  uint32_t what;     /* enum afrt_noted */
  uint32_t index;    /* of the argument, of the observer */
  uint32_t variable; /* that the observer looked at */
  uint32_t seen;     /* enum afrt_seen */
  int64_t integer;   /* zero-extended, but for observers */
  double real;
  uint64_t hash;             /* of all of it: equal if the same was seen */
  char text[AFRT_NOTE_TEXT]; /* the beginning of a string; ends with NUL */
};
struct afrt_notes {
  uint32_t n, unused;
  struct afrt_note notes[AFRT_NOTES];
};

#define AFRT_MARK_STATE 0x80000000u
#define AFRT_MARK_TIMES 0xc0000000u /* the two highest bits set: the hash of a step and how often it was made */
#define AFRT_MARK_ROUTINES 2048u
#define AFRT_MARK_LOCATIONS 1024u
#define AFRT_MARK_STEP(routine, from, to) ((uint32_t)(routine) << 20 | (uint32_t)(from) << 10 | (uint32_t)(to))

/* What the server must know of the module, which may be loaded in the children only; in the bulk area. */
#define AFRT_MAX_THUNKS 65536u
#define AFRT_NO_THUNK 255u
struct afrt_shape {
  uint32_t n_thunks, n_routines, n_columns;
  uint32_t clause_crash, clause_hang, clause_sandbox;
  unsigned char n_args[AFRT_MAX_THUNKS]; /* AFRT_NO_THUNK: not callable */
};

#define AFRT_LOAD_TEXT 240u

struct afrt_shared {
  uint32_t magic, version;
  uint32_t next;           /* position of this run that is to be run next */
  uint32_t current_call;   /* of the test that runs */
  int32_t current_routine; /* routine of that call, or -1 */
  uint32_t n_rows, n_transitions;
  uint32_t truncated; /* rows were left out */
  uint32_t sandboxed; /* the child has entered its sandbox: from here on an exit status is the module's */
  uint32_t load_end;
  int32_t load_detail;
  char load_text[AFRT_LOAD_TEXT]; /* REFUSED: why; ends with NUL */
  struct afrt_outcome outcomes[AFRT_BATCH];
  unsigned char reached[AFRT_REACHED_SIZE];
  _Alignas(8) unsigned char bulk[AFRT_BULK_SIZE];
};

#endif

/* What the files of the runtime share: the private half of its state and the functions between them.
 *
 * A process of the driver is one of three: the server (serve/), which holds the loaded tests and forks; a child
 * (afrt-child.c), which runs tests until the batch is over or one ends abnormally; or, without a supervisor, the
 * process that runs the one test of a file (afrt-main.c). */
#ifndef AFRT_INTERNAL_H
#define AFRT_INTERNAL_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
/* Fortified longjmp refuses the jump off the alternate signal stack. */
#undef _FORTIFY_SOURCE

#include "afrt-wire.h"
#include "afrt.h"

#include <setjmp.h>
#include <stddef.h>

_Static_assert(sizeof (jmp_buf) <= sizeof (afrt_jump), "afrt_jump has room for a jmp_buf");
/* Back to where the evaluation began: its value is undefined. */
#define AFRT_GIVE_UP(evaluation) longjmp ((void *)&(evaluation)->back, 1)

/* Why control came back to the interpreter. */
enum afrt_stop { AFRT_STOP_NONE, AFRT_STOP_LEFT_OUT, AFRT_STOP_FAILED };

/* A test variable: what a call's result, or an out parameter, is kept in. */
struct afrt_variable {
  void *storage; /* exact size, from the allocator; null: its call was not made */
  size_t size;
  unsigned char value; /* enum afrt_value */
  int type;            /* AfType id of the record pointed to or held, or -1 */
  unsigned char can_be_raw,
    is_raw; /* storage for an object that some routine makes there; it has not been made, or is gone */
};

#define AFRT_MAX_AGAIN 32

struct afrt_private {
  const struct afrt_driver *driver; /* the module's tables; null: it is not loaded in this process */
  struct afrt_shared *shared;
  struct afrt_outcome *outcome; /* of the test that runs; null between tests */
  uint32_t turn;                /* repetition of the call at hand */
  const struct afrt_test *test;
  const struct afrt_run *run;
  uint32_t test_index, position; /* in the loaded tests; in the run */
  uint32_t flags;                /* of the run */
  unsigned call;                 /* index of the call that runs */
  int routine;                   /* its routine, or -1 */
  unsigned char in_call;         /* `stop` may be jumped to */
  unsigned char is_sandboxed;    /* system calls are filtered */
  unsigned char loading;         /* initialisers of the module run, in the sandbox */
  uint64_t pass;                 /* with it, openat () gets through the filter */
  jmp_buf stop;
  int64_t notes[AFRT_MAX_VALUES];
  unsigned n_notes, notes_defined, noting;
  unsigned progress; /* steps made in the last evaluation, notes excluded */
  unsigned long long evaluated_from;
  unsigned n_turns;                           /* of the test's functions that count */
  unsigned n_endless;                         /* contracts of this test that did not end */
  unsigned n_brief;                           /* watched values of this test that did not */
  unsigned n_inner;                           /* calls inside of the module at which values were watched */
  unsigned char is_brief;                     /* values are watched: no module makes these steps */
  unsigned long long kept_budget, kept_steps; /* before that */
  unsigned n_again;                           /* pointers that the test had from the module and handed over again */
  const void *again[AFRT_MAX_AGAIN];          /* the first of them */
  struct afrt_variable variables[AFRT_MAX_VARIABLES];
  struct afrt_test unpacked; /* the test at hand */
};
extern struct afrt_private afrt_private __attribute__ ((visibility ("hidden")));

#pragma GCC visibility push(hidden)

/* afrt.c */
/* Fills the outcome of the current test with a failure at the top frame; no memory is allocated, safe in signal
 * handlers. */
/* Before a hang is recorded: makes the frame with the loop the top one. */
void afrt_blame_lasting_frame (void);
void afrt_record_failure (unsigned clause, int undefined, int detail);
/* Ends the test with this failure and goes back to the interpreter; returns where no call runs. */
void afrt_fail (unsigned clause, int detail);
/* Before the first question about memory: where the sanitizer keeps what it knows. */
void afrt_find_shadow (void);
/* Forgets frames, evaluations and notes, as before the first call. */
void afrt_state_reset (void);

/* afrt-run.c */
/* Runs a test in this process; the outcome is filled as far as things went, so that it is right whenever the process
 * dies. */
void afrt_run_test (const struct afrt_test *test, uint64_t budget, struct afrt_outcome *outcome);
/* The variable that is passed, or whose address is; null where an argument is something else. */
struct afrt_variable *afrt_argument_variable (const struct afrt_arg *arg);
/* The object of a variable that points to or holds a record and is live; else null. */
const void *afrt_variable_object (const struct afrt_variable *variable);

/* observe/afrt-observe.c */
uint64_t afrt_observe (const struct afrt_test *test, const struct afrt_test_call *last, void *const *args,
                       const struct afrt_thunk *thunk, const void *result);
/* FNV-1a, begun with AFRT_HASH_START. */
#define AFRT_HASH_START 0xcbf29ce484222325u
void afrt_hash_bytes (uint64_t *hash, const void *bytes, size_t length);
/* observe/afrt-inside.c: what the objects of the test hold, at any depth. */
uint64_t afrt_observe_inside (const struct afrt_test *test);
/* The number in a float, double or long double of @size bytes. */
double afrt_float (const void *bytes, size_t size);
/* Abstract states of the arguments of a call: taken before it, compared after it. */
struct afrt_vector {
  int type;
  unsigned param;
  const void *object;
  uint64_t bits, defined;
};
unsigned afrt_learn_before (const struct afrt_test_call *call, struct afrt_vector vectors[AFRT_MAX_ARGS]);
void afrt_learn_after (int routine, const struct afrt_vector *vectors, unsigned n);
/* Notes in which abstract states the call meets its objects. */
void afrt_cover_states (const struct afrt_test_call *call);

/* observe/afrt-tell.c */
/* Before a test whose observations are told. */
void afrt_tell_reset (void);
/* Keeps a copy, as long as there is space. */
void afrt_tell_add (const struct afrt_note *note);
/* Fills in what is seen in a scalar, in a string. */
void afrt_tell_scalar (struct afrt_note *note, const void *bytes, size_t size, unsigned char value);
void afrt_tell_text (struct afrt_note *note, const char *text);

/* afrt-leak.c */
/* Registers for every allocation from now on; 0 when the sanitizer refuses. */
int afrt_leak_install (void);
/* Before a test: what an earlier one leaked is not its fault. */
void afrt_leak_begin (void);
/* The caller's block of memory refers to nothing any more that the caller must free. */
void afrt_leak_drop (const void *storage);
/* After a call that was made: what it lost; none of it is counted again. */
struct afrt_lost {
  size_t bytes;
  unsigned files; /* left open */
};
struct afrt_lost afrt_leak_check (void);
/* After a call that was skipped: what it allocated before that is not the module's fault. */
void afrt_leak_forgive (void);

/* values/afrt-blocks.c: null without memory. */

/* A new block with exactly these bytes, and a NUL when asked for. */
void *afrt_copy_block (const unsigned char *bytes, size_t length, int terminated);
/* The text with the number of the repetition after it. */
void *afrt_copy_numbered (const struct afrt_arg *arg);
/* An array of the texts in @bytes, see AFRT_ARG_TEXTS. */
void *afrt_copy_texts (const unsigned char *bytes, size_t length);
/* A FILE * that reads these bytes, and what is written. */
void *afrt_copy_stream (const unsigned char *bytes, size_t length);

/* afrt-open.c */
/* Descriptors that are looked at, as bits: numbers that are seldom anything else. */
#define AFRT_FIRST_FILE 401
#define AFRT_MOST_FILES 64
/* Whether the module opens files at all. */
int afrt_open_is_asked (void);
/* In a child: takes all lower descriptors. */
void afrt_open_prepare (void);
/* Before a test: none is its own. */
void afrt_open_begin (void);
/* Before a call. */
void afrt_open_call (void);
/* After it: those that calls of the test have opened and that are open still. */
uint64_t afrt_open_opened (void);
/* The caller has been given them, and may forget them. */
void afrt_open_give (uint64_t files);
/* What the test has opened, given ones among it, as last seen. */
uint64_t afrt_open_left (void);
/* Those to be found in memory; a search takes away what it finds, as an aligned int or as one at any byte. */
void afrt_open_want (uint64_t files);
uint64_t afrt_open_wanted (void);
void afrt_open_search (uintptr_t begin, uintptr_t end, int at_bytes);
/* Closes them; how many they are. */
unsigned afrt_open_close (uint64_t files);
/* Takes libc's list of all streams apart, as far as they are blocks of the table, and puts it together again. */
void afrt_open_hide_streams (int (*is_block) (const void *p, size_t size));
void afrt_open_show_streams (void);

/* afrt-trace.c */
void afrt_trace_reset (void);
/* Before a test that is covered: nothing is noted of it yet. */
void afrt_cover_reset (void);
/* Adds a mark to what is noted of the test, once. */
void afrt_cover_add (uint32_t mark);
/* What is noted of the test. */
struct afrt_cover *afrt_cover_of_test (void);

/* observe/afrt-compare.c */
/* Before a test that is covered: nothing was compared yet. */
void afrt_compare_reset (struct afrt_cover *cover);

/* afrt-child.c */
/* The loaded tests, packed.  They lie in a shared mapping, whose page tables a fork need not copy, and are unpacked one
 * by one. */
struct afrt_tests {
  unsigned char *bytes; /* payload of LOAD; null: none */
  size_t length;
  uint32_t *offsets; /* of each test in bytes */
  uint32_t n;
};
/* How large a child may become: bytes of address space, and of memory that it may write to. */
struct afrt_room {
  uint64_t all, data;
};
/* What a child begins with. */
struct afrt_setting {
  struct afrt_room room;
  const char *module; /* path; loaded if it is not yet */
  struct afrt_hello hello;
  struct afrt_tests tests;
  uint32_t n_calls; /* of each test only so many; 0: all */
};
/* Runs positions [position, end) of the run and leaves by _exit. */
void afrt_child_run (const struct afrt_setting *setting, const struct afrt_run *run, uint32_t position, uint32_t end)
  __attribute__ ((noreturn));
/* Loads the module, leaves its shape in the shared memory, and leaves by _exit. */
void afrt_child_load (const struct afrt_setting *setting) __attribute__ ((noreturn));
/* Ends the child: the current test cannot continue.  Safe in signal handlers. */
void afrt_child_die (unsigned clause, int detail) __attribute__ ((noreturn));

/* Ends a child in which the module is loaded. */
void afrt_child_unloaded (enum afrt_load_end end, int detail) __attribute__ ((noreturn));

/* afrt-load.c */
/* Whether code of the module would run while it is loaded; also when that cannot be told. */
int afrt_load_runs_code (const char *path);
/* Loads the module for good; null, or a text that says why it cannot be. */
const char *afrt_load (const char *path);
/* Whether no code of the module sets handlers or masks of signals, as far as its file tells. */
int afrt_load_leaves_signals (void);
/* Whether @address is in the module's own code.  Safe in signal handlers. */
int afrt_load_has_code (uintptr_t address);
/* So many objects of the process were there before the module and its libraries. */
unsigned afrt_load_n_before (void);
/* Describes the module that is loaded; 0: it is too large. */
int afrt_load_shape (struct afrt_shape *shape);

/* serve/afrt-restore.c */
/* Keeps the static data of the module, which has just been loaded. */
void afrt_restore_keep (void);
/* 0: there is more, and each test needs a process of its own. */
int afrt_restore_is_possible (void);
/* Puts it back. */
void afrt_restore (void);

/* serve/afrt-libc.c */
/* Before the names of the functions that the module calls are noted; @is_unknown: they cannot be read. */
void afrt_libc_begin (int is_unknown);
void afrt_libc_note (const char *name);
/* Keeps what they may change, before the module runs. */
void afrt_libc_keep (void);
/* 0: they leave what cannot be put back. */
int afrt_libc_is_restorable (void);
/* Puts it back. */
void afrt_libc_restore (void);

/* afrt-sandbox.c */
/* The room of children that are forked from this process now. */
struct afrt_room afrt_sandbox_room (void);
/* Limits and filters for this process, permanently.  0 when a filter was asked for and could not be installed. */
int afrt_sandbox_enter (const struct afrt_setting *setting);
/* In the handler of SIGSYS.  Arguments, from 0, of the call that the filter did not let pass; 0 where the machine's
 * registers are unknown. */
long afrt_sandbox_argument (const void *context, int index);
/* In a handler: the address of the instruction that was not done; 0 where the machine's registers are unknown. */
uintptr_t afrt_sandbox_place (const void *context);
/* Opens in the module's place what it may open, where the filter leaves that to the driver: the module goes on with
 * what open () gives.  0: it is another call, or it may not be made.  errno is preserved. */
int afrt_sandbox_open (int call, void *context);

/* serve/afrt-serve.c */
/* Answers the supervisor until the socket closes; gives the exit status of the process. */
int afrt_serve (const char *module, int socket, int shared_file);

#pragma GCC visibility pop

/* The part of the sanitizer's interface that the runtime uses. */
void __sanitizer_set_death_callback (void (*callback) (void));
int __sanitizer_install_malloc_and_free_hooks (void (*malloc_hook) (const volatile void *, size_t),
                                               void (*free_hook) (const volatile void *));
size_t __sanitizer_get_current_allocated_bytes (void);
void __asan_poison_memory_region (const volatile void *begin, size_t size);
void *__asan_region_is_poisoned (void *begin, size_t size);
void __asan_get_shadow_mapping (size_t *scale, size_t *offset);
int __sanitizer_get_ownership (const volatile void *p);
size_t __sanitizer_get_allocated_size (const volatile void *p);
const char *__asan_locate_address (void *address, char *name, size_t name_size, void **begin, size_t *size);

#endif

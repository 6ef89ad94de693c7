/* Runs a helper program (compiler, linker) with a deadline, in its own process group.
 *
 * The child dies with us (PDEATHSIG) and its whole group is killed at the deadline or when
 * @cancel is cancelled.  Signals that we block are unblocked in the child. */
#pragma once

#include <gio/gio.h>

typedef enum {
  AF_PROCESS_EXITED,   /* ended by itself: exit_status is valid */
  AF_PROCESS_SIGNALED, /* killed by a signal: term_signal is valid */
  AF_PROCESS_TIMED_OUT /* killed by us at the deadline */
} AfProcessEnd;

typedef struct {
  AfProcessEnd end;
  int exit_status;
  int term_signal;
  gint64 worked; /* microseconds of processor time, of the child and of what it has waited for */
  char *out;     /* standard output, NUL-terminated, owned */
  char *err;     /* standard error, NUL-terminated, owned */
} AfProcessResult;

void af_process_result_clear (AfProcessResult *result);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AfProcessResult, af_process_result_clear)

/* Runs @argv (null-terminated; argv[0] looked up in PATH) in folder @cwd (nullable: ours).
 * @deadline_ms 0 means none; @cancel nullable.  True when the child was started and reaped, however
 * it ended; false with AF_ERROR_IO (cannot start) or AF_ERROR_INTERRUPTED (cancelled). */
gboolean af_process_run (const char *const *argv, const char *cwd, guint deadline_ms, GCancellable *cancel,
                         AfProcessResult *result, GError **error);
/* The same, in our folder, for a program that reads the file @input as its standard input. */
gboolean af_process_run_on (const char *const *argv, const char *input, guint deadline_ms, GCancellable *cancel,
                            AfProcessResult *result, GError **error);
/* How long a program may take that tidies up when it is asked to end. */
typedef struct {
  guint deadline_ms; /* 0: none */
  guint grace_ms;    /* from SIGTERM, at the deadline and on cancellation, to SIGKILL */
} AfProcessTime;

/* The same as af_process_run for such a program. */
gboolean af_process_run_gently (const char *const *argv, const char *cwd, const AfProcessTime *time,
                                GCancellable *cancel, AfProcessResult *result, GError **error);

/* Adds a blank, and @before and @word as one word that a shell reads back.  A star and a slash never meet in what is
 * quoted, so that the line may stand in a comment of C.  With a @before, an option, a word that the line has is not
 * added again. */
void af_shell_add_word (GString *line, const char *before, const char *word);

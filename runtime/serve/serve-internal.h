/* What the files of the server share. */
#ifndef AFRT_SERVE_INTERNAL_H
#define AFRT_SERVE_INTERNAL_H

#include "afrt-internal.h"

#include <sys/types.h>

#define AFRT_RUN_BYTES (AFRT_CANDIDATES * 4 + 256)
#define AFRT_ANSWER_BYTES 256 /* more than that of any but an error */

struct server {
  int socket;
  int child_ended;             /* signalfd of SIGCHLD */
  unsigned char *hello_bytes;  /* what hello points into */
  struct afrt_outcome *kept;   /* AFRT_BATCH outcomes of children that have ended; no child has this memory */
  struct afrt_setting setting; /* of the children */
  struct afrt_shape shape;     /* of the module */
  uint32_t load_end;           /* enum afrt_load_end: of the module */
  int32_t load_detail;
  unsigned char run_bytes[AFRT_RUN_BYTES]; /* the message of the run */
  unsigned char answer_bytes[AFRT_ANSWER_BYTES];
};

#pragma GCC visibility push(hidden)

/* afrt-wait.c */
/* What was seen of a child that makes no progress; all zero to begin with. */
struct afrt_sleep {
  int seen;       /* times in a row that it slept in the same call */
  long worked;    /* ticks of processor time that it had used */
  char line[200]; /* of /proc/PID/syscall */
};
#define AFRT_SIGHTINGS 3 /* so often in a row is for ever */
/* Looks at the child once more; the number of the system call in which it waits for ever, plus one, or 0. */
int afrt_waits (struct afrt_sleep *sleep, pid_t child);

/* afrt-watch.c */
enum afrt_watched {
  AFRT_WATCHED_FINE,
  AFRT_WATCHED_HUNG,   /* no progress for too long, or none for ever */
  AFRT_WATCHED_LARGE,  /* more memory than a child may have */
  AFRT_WATCHED_DAMAGED /* the shared memory says what cannot be */
};
struct afrt_watch {
  pid_t child;
  uint32_t seen;       /* position of the run */
  long patience, work; /* ms on the wall clock and of processor time that one position may take */
  long waited;         /* ms without progress */
  long worked;         /* ms of processor time up to the last progress */
  struct afrt_sleep sleep;
  int asked; /* to report where it waits for ever */
  int call;  /* HUNG: the system call in which it waits for ever, plus one; else 0 */
};
/* @deadline_ms: processor time that the child grants itself for a position. */
struct afrt_watch afrt_watch_begin (pid_t child, uint32_t deadline_ms);
/* One more time slice of @slice ms is over. */
enum afrt_watched afrt_watch_slice (struct afrt_watch *watch, int slice);

/* afrt-children.c */
/* Loads the module in a child, to see that it can be; fills the server's shape.  1: server->load_end says what came of
 * it; 0: the supervisor is gone; -1: @why. */
int afrt_try_loading (struct server *server, const char **why);
/* Runs what is left of the run, in as many children as it takes.  1: done; 0: the supervisor is gone; -1: @why. */
int afrt_run_children (struct server *server, const struct afrt_run *run, struct afrt_done *done, const char **why);

#pragma GCC visibility pop

#endif

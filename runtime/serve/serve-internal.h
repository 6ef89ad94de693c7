/* What the files of the server share. */
#ifndef AFRT_SERVE_INTERNAL_H
#define AFRT_SERVE_INTERNAL_H

#include "afrt-internal.h"

#define AFRT_RUN_BYTES (AFRT_CANDIDATES * 4 + 256)
#define AFRT_ANSWER_BYTES 256 /* more than that of any but an error */

struct server {
  int socket;
  int child_ended;                         /* signalfd of SIGCHLD */
  unsigned char *hello_bytes;              /* what hello points into */
  struct afrt_setting setting;             /* of the children */
  struct afrt_shape shape;                 /* of the module */
  unsigned char run_bytes[AFRT_RUN_BYTES]; /* the message of the run */
  unsigned char answer_bytes[AFRT_ANSWER_BYTES];
};

#pragma GCC visibility push(hidden)

/* afrt-children.c */
/* Loads the module in a child, to see that it can be; fills the server's shape.  1: shared->load_end says what came of
 * it; 0: the supervisor is gone; -1: @why. */
int afrt_try_loading (struct server *server, const char **why);
/* Runs what is left of the run, in as many children as it takes.  1: done; 0: the supervisor is gone; -1: @why. */
int afrt_run_children (struct server *server, const struct afrt_run *run, struct afrt_done *done, const char **why);

#pragma GCC visibility pop

#endif

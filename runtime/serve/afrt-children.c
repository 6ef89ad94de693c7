/* The server's children: forked, waited for, and judged by how they ended.
 *
 * In:  a run.   Out: outcomes in the shared memory, by the children, and by the server for those that died silently.
 *
 * A run is a row of tests for each of some candidates.  A child runs them in order and may exit at any time; the server
 * looks how far it got, gives the test that killed it silently its outcome, and forks the next child to continue after
 * it.
 *
 * Nothing survives the supervisor: the end of the socket ends the server, also while a child runs, and a child dies
 * with the server. */
#include "afrt-child.h"
#include "serve-internal.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define AFRT_SLICE_MS 5

/* The outcome of a test whose process ended silently. */
static void blame_last_call (uint32_t position, unsigned clause, int detail)
{
  struct afrt_shared *shared = afrt_private.shared;
  struct afrt_outcome *outcome = &shared->outcomes[position];
  uint32_t call = shared->current_call < AFRT_MAX_CALLS ? shared->current_call : 0;
  outcome->kind = AFRT_FAIL;
  outcome->failing_call = call;
  outcome->clause = clause;
  outcome->routine = shared->current_routine;
  outcome->location = -1;
  outcome->detail = detail;
  outcome->executed |= (uint64_t)1 << call;
}

/* Waits for the child; 0 when the supervisor is gone.  A child that may not go on is killed, and @watched says why. */
static int await_child (const struct server *server, struct afrt_watch *watch, int *status, enum afrt_watched *watched)
{
  pid_t child = watch->child;
  *watched = AFRT_WATCHED_FINE;
  for (;;) {
    struct pollfd polls[] = { { .fd = server->child_ended, .events = POLLIN },
                              { .fd = server->socket, .events = POLLRDHUP } };
    int n = poll (polls, 2, AFRT_SLICE_MS);
    struct signalfd_siginfo info;
    /* also when both came at once: the signal may be of an earlier child, and this one asleep */
    if (n > 0 && polls[1].revents)
      kill (child, SIGKILL);
    if (n > 0 && polls[0].revents)
      n = (int)read (server->child_ended, &info, sizeof info);
    if (waitpid (child, status, polls[1].revents ? 0 : WNOHANG) == child)
      return !polls[1].revents;
    if (n == 0 && (*watched = afrt_watch_slice (watch, AFRT_SLICE_MS)) != AFRT_WATCHED_FINE) {
      kill (child, SIGKILL);
      return waitpid (child, status, 0) == child;
    }
  }
}

/* A child that has run positions [position, end) of a run, or part of them. */
struct ended {
  uint32_t position, end;
  int status;
  enum afrt_watched watched;
  int call; /* HUNG: the system call that it waited in for ever, plus one; else 0 */
};

/* The outcome of a test that ended without leaving one. */
static void blame (const struct afrt_shape *shape, uint32_t position, const struct ended *ended)
{
  if (ended->watched == AFRT_WATCHED_HUNG)
    blame_last_call (position, shape->clause_hang, ended->call);
  else if (!WIFSIGNALED (ended->status))
    blame_last_call (position, shape->clause_sandbox, SYS_exit_group);
  else if (WTERMSIG (ended->status) == SIGSYS)
    /* with all signals blocked, as posix_spawn () does: which call it was nobody could tell */
    blame_last_call (position, shape->clause_sandbox, -1);
  else
    blame_last_call (position, shape->clause_crash, WTERMSIG (ended->status));
}

/* Looks how a child ended; 0: it left the shared memory damaged. */
static int judge_end (const struct server *server, const struct afrt_run *run, const struct ended *ended)
{
  struct afrt_shared *shared = afrt_private.shared;
  uint32_t next = shared->next;
  int code = WIFEXITED (ended->status) ? WEXITSTATUS (ended->status) : -1;
  /* our own ends are between calls: in one it is the module that said _exit () */
  int is_in_call = shared->sandboxed && shared->current_routine >= 0;
  if (ended->watched == AFRT_WATCHED_DAMAGED || shared->magic != AFRT_WIRE_MAGIC || next < ended->position
      || next > afrt_run_length (run) || shared->current_routine < -1
      || shared->current_routine >= (int64_t)server->shape.n_routines)
    return 0;
  if (next == afrt_run_length (run) || (code == AFRT_EXIT_MORE && next > ended->position))
    return 1;
  if (shared->outcomes[next].kind == AFRT_UNKNOWN && (code != AFRT_EXIT_BROKEN || is_in_call))
    blame (&server->shape, next, ended);
  shared->next = afrt_run_after (run, next, shared->outcomes[next].kind);
  return 1;
}

/* In the child 0, and nothing of the server's is left but what the child works on. */
static pid_t fork_child (const struct server *server)
{
  pid_t server_id = getpid ();
  pid_t child = fork ();
  if (child != 0)
    return child;
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (getppid () != server_id)
    _exit (AFRT_EXIT_BROKEN);
  close (server->socket);
  close (server->child_ended);
  return 0;
}

static void judge_loading (struct server *server, int status, int is_hung)
{
  const struct afrt_shared *shared = afrt_private.shared;
  int code = WIFEXITED (status) ? WEXITSTATUS (status) : -1;
  uint32_t end = server->load_end = shared->load_end;
  server->load_detail = shared->load_detail;
  if ((code == AFRT_EXIT_MORE && end == AFRT_LOAD_DONE)
      || (code == AFRT_EXIT_UNLOADED && end > AFRT_LOAD_DONE && end < AFRT_N_LOAD_ENDS))
    return;
  server->load_end = is_hung ? AFRT_LOAD_HUNG : AFRT_LOAD_FORBIDDEN;
  server->load_detail = WIFSIGNALED (status) ? -1 : SYS_exit_group;
  if (!is_hung && WIFSIGNALED (status) && WTERMSIG (status) != SIGSYS) {
    server->load_end = AFRT_LOAD_CRASHED;
    server->load_detail = WTERMSIG (status);
  }
}

/* Only as much as there is: every page that the server has touched makes each of its forks slower. */
static void take_shape (struct afrt_shape *shape)
{
  const struct afrt_shape *left = (const struct afrt_shape *)(const void *)afrt_private.shared->bulk;
  memcpy (shape, left, offsetof (struct afrt_shape, n_args));
  if (shape->n_thunks > AFRT_MAX_THUNKS)
    shape->n_thunks = 0;
  memcpy (shape->n_args, left->n_args, shape->n_thunks);
}

int afrt_try_loading (struct server *server, const char **why)
{
  struct afrt_shared *shared = afrt_private.shared;
  int status = 0;
  enum afrt_watched watched;
  shared->load_end = AFRT_LOAD_UNKNOWN;
  shared->next = shared->sandboxed = 0;
  server->setting.room = afrt_sandbox_room ();
  pid_t child = fork_child (server);
  if (child == 0)
    afrt_child_load (&server->setting);
  *why = "no process could be forked";
  if (child < 0)
    return -1;
  struct afrt_watch watch = afrt_watch_begin (child, AFRT_LOAD_MS);
  if (!await_child (server, &watch, &status, &watched))
    return 0;
  *why = "the sandbox could not be installed";
  if (WIFEXITED (status) && WEXITSTATUS (status) == AFRT_EXIT_NO_SANDBOX && !shared->sandboxed)
    return -1;
  judge_loading (server, status, watched == AFRT_WATCHED_HUNG);
  take_shape (&server->shape);
  *why = shared->load_text;
  shared->load_text[AFRT_LOAD_TEXT - 1] = '\0';
  return server->load_end == AFRT_LOAD_REFUSED ? -1 : 1;
}

/* Runs one child; as afrt_run_children (). */
static int run_child (struct server *server, const struct afrt_run *run, struct ended *ended, const char **why)
{
  struct afrt_shared *shared = afrt_private.shared;
  shared->current_call = 0;
  shared->current_routine = -1;
  shared->sandboxed = 0;
  pid_t child = fork_child (server);
  if (child == 0)
    afrt_child_run (&server->setting, run, ended->position, ended->end);
  *why = "no process could be forked";
  if (child < 0)
    return -1;
  struct afrt_watch watch = afrt_watch_begin (child, run->deadline_ms);
  if (!await_child (server, &watch, &ended->status, &ended->watched))
    return 0;
  ended->call = watch.call;
  *why = "the sandbox could not be installed";
  int is_open = WIFEXITED (ended->status) && WEXITSTATUS (ended->status) == AFRT_EXIT_NO_SANDBOX && !shared->sandboxed;
  return is_open ? -1 : 1;
}

/* --- damage --- */

/* Forgets what a child has left. */
static void forget (const struct afrt_run *run, uint32_t position)
{
  struct afrt_shared *shared = afrt_private.shared;
  memset (&shared->outcomes[position], 0, (afrt_run_length (run) - position) * sizeof *shared->outcomes);
  shared->magic = AFRT_WIRE_MAGIC;
  shared->next = position;
}

/* A test that damages the shared memory when it runs alone, run again with its first call, its first two, and so on:
 * the call with which the damage comes has crashed. */
static int find_scribbler (struct server *server, const struct afrt_run *run, struct ended *ended, const char **why)
{
  struct afrt_shared *shared = afrt_private.shared;
  const struct afrt_tests *tests = &server->setting.tests;
  uint32_t position = ended->position, test = run->first + position % run->n;
  struct afrt_reader reader = { tests->bytes, tests->length, tests->offsets[test], 0 };
  uint64_t executed = 0;
  int is_whole = 1, result = 1;
  if (!afrt_unpack_test (&reader, &afrt_private.unpacked))
    return 1;
  uint32_t n = afrt_private.unpacked.n_calls;
  for (uint32_t k = 1; k <= n && is_whole && result == 1; k++) {
    forget (run, position);
    server->setting.n_calls = k;
    result = run_child (server, run, ended, why);
    is_whole = result != 1 || judge_end (server, run, ended);
    if (is_whole) {
      executed = shared->outcomes[position].executed;
      continue;
    }
    uint32_t thunk = afrt_private.unpacked.calls[k - 1].thunk;
    forget (run, position);
    shared->current_call = k - 1;
    shared->current_routine = thunk < server->shape.n_routines ? (int32_t)thunk : -1;
    blame_last_call (position, server->shape.clause_crash, SIGSEGV);
    shared->outcomes[position].executed |= executed;
    shared->next = afrt_run_after (run, position, AFRT_FAIL);
  }
  server->setting.n_calls = 0;
  return result;
}

/* The module has written over the shared memory, and whose outcomes these are nobody knows: they are forgotten, and the
 * tests are run again, one by one. */
static int mend (struct server *server, const struct afrt_run *run, struct ended *ended, const char **why)
{
  if (ended->end == ended->position + 1)
    return find_scribbler (server, run, ended, why);
  forget (run, ended->position);
  return 1;
}

int afrt_run_children (struct server *server, const struct afrt_run *run, struct afrt_done *done, const char **why)
{
  struct afrt_shared *shared = afrt_private.shared;
  uint32_t length = afrt_run_length (run);
  int isolate = (run->flags & AFRT_RUN_ISOLATE) != 0;
  server->setting.room = afrt_sandbox_room ();
  while (shared->next < length) {
    struct ended ended = { .position = shared->next, .end = isolate ? shared->next + 1 : length };
    int result = run_child (server, run, &ended, why);
    if (result <= 0)
      return result;
    done->n_children++;
    if (!judge_end (server, run, &ended)) {
      isolate = 1;
      result = mend (server, run, &ended, why);
      if (result <= 0)
        return result;
    }
    /* out of reach of the children to come */
    for (uint32_t i = ended.position; i < shared->next; i++)
      server->kept[i] = shared->outcomes[i];
  }
  memcpy (shared->outcomes, server->kept, length * sizeof *shared->outcomes);
  done->n_done = shared->next;
  return 1;
}

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

#define AFRT_SLICE_MS 20
#define AFRT_LONGEST_LOCK_MS 80
#define AFRT_LOAD_PATIENCE_MS 20000

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

/* Whether the child, which has one thread, waits for a lock.  If that cannot be read, it counts as working. */
static int waits_for_lock (pid_t child)
{
  char path[40], text[32];
  snprintf (path, sizeof path, "/proc/%d/syscall", (int)child);
  int file = open (path, O_RDONLY | O_CLOEXEC);
  ssize_t n = file >= 0 ? read (file, text, sizeof text - 1) : -1;
  if (file >= 0)
    close (file);
  text[n > 0 ? n : 0] = '\0';
  return n > 0 && text[0] >= '0' && text[0] <= '9' && strtol (text, NULL, 10) == SYS_futex;
}

struct wait {
  int waited; /* ms without progress */
  int locked; /* of these the last ones, for a lock that nobody else could give back */
};

/* One more time slice is over; whether to give up on the child. */
static int is_over (struct wait *wait, pid_t child, int patience)
{
  wait->waited += AFRT_SLICE_MS;
  wait->locked = waits_for_lock (child) ? wait->locked + AFRT_SLICE_MS : 0;
  return wait->waited >= patience || wait->locked >= AFRT_LONGEST_LOCK_MS;
}

/* Waits for the child; 0 when the supervisor is gone.  A child that makes no progress for @patience ms, or has locked
 * itself out, is killed. */
static int await_child (const struct server *server, pid_t child, int patience, int *status, int *hung)
{
  uint32_t seen = afrt_private.shared->next;
  struct wait wait = { 0 };
  *hung = 0;
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
    if (seen != afrt_private.shared->next)
      wait = (struct wait){ 0 };
    else if (n == 0 && is_over (&wait, child, patience)) {
      *hung = 1;
      kill (child, SIGKILL);
      return waitpid (child, status, 0) == child;
    }
    seen = afrt_private.shared->next;
  }
}

/* Looks how a child ended; 0 with a text when the run cannot go on. */
static int judge_end (const struct afrt_shape *shape, const struct afrt_run *run, uint32_t position, int status,
                      int hung, const char **why)
{
  struct afrt_shared *shared = afrt_private.shared;
  uint32_t next = shared->next;
  int code = WIFEXITED (status) ? WEXITSTATUS (status) : -1;
  /* our own ends are between calls: in one it is the module that said _exit () */
  int is_in_call = shared->sandboxed && shared->current_routine >= 0;
  if (code == AFRT_EXIT_NO_SANDBOX && !shared->sandboxed) {
    *why = "the sandbox could not be installed";
    return 0;
  }
  if (next < position || next > afrt_run_length (run)) {
    *why = "the shared memory is damaged";
    return 0;
  }
  if (next == afrt_run_length (run) || (code == AFRT_EXIT_MORE && next > position))
    return 1;
  if (shared->outcomes[next].kind == AFRT_UNKNOWN && (code != AFRT_EXIT_BROKEN || is_in_call)) {
    if (hung)
      blame_last_call (next, shape->clause_hang, 0);
    else if (!WIFSIGNALED (status))
      blame_last_call (next, shape->clause_sandbox, SYS_exit_group);
    else if (WTERMSIG (status) == SIGSYS)
      /* with all signals blocked, as posix_spawn () does: which call it was nobody could tell */
      blame_last_call (next, shape->clause_sandbox, -1);
    else
      blame_last_call (next, shape->clause_crash, WTERMSIG (status));
  }
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

static void judge_loading (int status, int hung)
{
  struct afrt_shared *shared = afrt_private.shared;
  int code = WIFEXITED (status) ? WEXITSTATUS (status) : -1;
  uint32_t end = shared->load_end;
  if ((code == AFRT_EXIT_MORE && end == AFRT_LOAD_DONE)
      || (code == AFRT_EXIT_UNLOADED && end > AFRT_LOAD_DONE && end < AFRT_N_LOAD_ENDS))
    return;
  shared->load_end = hung ? AFRT_LOAD_HUNG : AFRT_LOAD_FORBIDDEN;
  shared->load_detail = WIFSIGNALED (status) ? -1 : SYS_exit_group;
  if (!hung && WIFSIGNALED (status) && WTERMSIG (status) != SIGSYS) {
    shared->load_end = AFRT_LOAD_CRASHED;
    shared->load_detail = WTERMSIG (status);
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
  int status = 0, hung = 0;
  shared->load_end = AFRT_LOAD_UNKNOWN;
  shared->sandboxed = 0;
  pid_t child = fork_child (server);
  if (child == 0)
    afrt_child_load (&server->setting);
  *why = "no process could be forked";
  if (child < 0)
    return -1;
  if (!await_child (server, child, AFRT_LOAD_PATIENCE_MS, &status, &hung))
    return 0;
  *why = "the sandbox could not be installed";
  if (WIFEXITED (status) && WEXITSTATUS (status) == AFRT_EXIT_NO_SANDBOX && !shared->sandboxed)
    return -1;
  judge_loading (status, hung);
  take_shape (&server->shape);
  *why = shared->load_text;
  shared->load_text[AFRT_LOAD_TEXT - 1] = '\0';
  return shared->load_end == AFRT_LOAD_REFUSED ? -1 : 1;
}

int afrt_run_children (struct server *server, const struct afrt_run *run, struct afrt_done *done, const char **why)
{
  struct afrt_shared *shared = afrt_private.shared;
  /* processor time is counted in the child; waiting is not, and is granted more under load */
  int patience = run->deadline_ms < 100000u ? (int)run->deadline_ms * 5 + 1000 : 500000;
  while (shared->next < afrt_run_length (run)) {
    uint32_t position = shared->next, end = run->flags & AFRT_RUN_ISOLATE ? position + 1 : afrt_run_length (run);
    int status = 0, hung = 0;
    shared->current_call = 0;
    shared->current_routine = -1;
    shared->sandboxed = 0;
    pid_t child = fork_child (server);
    if (child == 0)
      afrt_child_run (&server->setting, run, position, end);
    if (child < 0) {
      *why = "no process could be forked";
      return -1;
    }
    done->n_children++;
    if (!await_child (server, child, patience, &status, &hung))
      return 0;
    if (!judge_end (&server->shape, run, position, status, hung, why))
      return -1;
  }
  done->n_done = shared->next;
  return 1;
}

/* The server: the driver's long-lived process, which answers the supervisor and forks the children that run tests.
 *
 * In:  messages on the socket.   Out: answers; outcomes in the shared memory, by the children.
 *
 * A run is a row of tests for each of some candidates.  A child runs them in order and may exit at any time; the server
 * looks how far it got, gives the test that killed it silently its outcome, and forks the next child to continue after
 * it.
 *
 * Children inherit the server's heap, and a module may compute with addresses (order by them, hash them).  So the
 * server allocates nothing for a run: what ran before, which is a matter of which worker was free, moves no object.
 *
 * Nothing survives the supervisor: the end of the socket ends the server, also while a child runs, and a child dies
 * with the server.  (The server itself cannot ask for a parent-death signal: that fires when the *thread* that forked
 * it ends.) */
#include "afrt-child.h"
#include "afrt-internal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define AFRT_SLICE_MS 5
#define AFRT_RUN_BYTES (AFRT_CANDIDATES * 4 + 256)
#define AFRT_ANSWER_BYTES 256 /* more than that of any but an error */

struct server {
  int socket;
  int child_ended;            /* signalfd of SIGCHLD */
  unsigned char *hello_bytes; /* what hello points into */
  struct afrt_hello hello;
  struct afrt_tests tests;
  unsigned char run_bytes[AFRT_RUN_BYTES]; /* the message of the run */
  unsigned char answer_bytes[AFRT_ANSWER_BYTES];
};

/* --- messages --- */

static int transfer (int socket, unsigned char *bytes, size_t length, int sending)
{
  while (length > 0) {
    ssize_t n = sending ? send (socket, bytes, length, MSG_NOSIGNAL) : recv (socket, bytes, length, 0);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return 0;
    bytes += n;
    length -= (size_t)n;
  }
  return 1;
}

/* Writes into the server's own bytes. */
static struct afrt_writer answer_writer (struct server *server)
{
  return (struct afrt_writer){ .bytes = server->answer_bytes, .capacity = sizeof server->answer_bytes };
}

static int answer (const struct server *server, enum afrt_message kind, const struct afrt_writer *writer)
{
  unsigned char frame[AFRT_FRAME_SIZE];
  afrt_pack_frame (frame, kind, writer->length);
  return !writer->failed && transfer (server->socket, frame, sizeof frame, 1)
         && transfer (server->socket, writer->bytes, writer->length, 1);
}

static int answer_error (const struct server *server, const char *text)
{
  struct afrt_writer writer = { 0 };
  afrt_put_bytes (&writer, text, strlen (text));
  int sent = answer (server, AFRT_MESSAGE_ERROR, &writer);
  afrt_writer_clear (&writer);
  return sent;
}

static int answer_ready (struct server *server)
{
  struct afrt_writer writer = answer_writer (server);
  struct afrt_ready ready = { AFRT_WIRE_VERSION, afrt_driver.n_thunks, afrt_driver.n_routines, afrt_driver.n_columns,
                              server->tests.n };
  afrt_pack_ready (&writer, &ready);
  return answer (server, AFRT_MESSAGE_READY, &writer);
}

/* --- children --- */

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

/* What the server knows of a child that makes no progress. */
struct wait {
  int waited; /* ms without progress */
  struct afrt_watch watch;
  int asked; /* to report where it waits for ever */
};

/* How a child ended. */
struct end {
  int status;
  int hung; /* it was killed, because it made no progress */
  int call; /* HUNG: the system call that it waited in for ever, plus one; else 0 */
};

/* One more time slice is over; whether to kill the child.  One that waits for ever is asked first, with a signal that
 * says in which call: only its own frames tell the place. */
static int is_over (struct wait *wait, pid_t child, int patience, struct end *end)
{
  wait->waited += AFRT_SLICE_MS;
  int call = afrt_waits (&wait->watch, child);
  if (call == 0)
    return wait->waited >= patience;
  end->call = call;
  if (wait->asked++ > 0)
    return 1;
  return sigqueue (child, SIGPROF, (union sigval){ .sival_int = call }) != 0;
}

/* Waits for the child; 0 when the supervisor is gone.  A child that makes no progress for @patience ms, or waits for
 * ever, is killed. */
static int await_child (const struct server *server, pid_t child, int patience, struct end *end)
{
  uint32_t seen = afrt_private.shared->next;
  struct wait wait = { 0 };
  *end = (struct end){ 0 };
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
    if (waitpid (child, &end->status, polls[1].revents ? 0 : WNOHANG) == child)
      return !polls[1].revents;
    if (seen != afrt_private.shared->next)
      wait = (struct wait){ 0 };
    else if (n == 0 && is_over (&wait, child, patience, end)) {
      end->hung = 1;
      kill (child, SIGKILL);
      return waitpid (child, &end->status, 0) == child;
    }
    seen = afrt_private.shared->next;
  }
}

/* Looks how a child ended; 0 with a text when the run cannot go on. */
static int judge_end (const struct afrt_run *run, uint32_t position, const struct end *end, const char **why)
{
  struct afrt_shared *shared = afrt_private.shared;
  uint32_t next = shared->next;
  int status = end->status, code = WIFEXITED (status) ? WEXITSTATUS (status) : -1;
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
    if (end->hung)
      blame_last_call (next, afrt_driver.clause_hang, end->call);
    else if (!WIFSIGNALED (status))
      blame_last_call (next, afrt_driver.clause_sandbox, SYS_exit_group);
    else if (WTERMSIG (status) == SIGSYS)
      /* with all signals blocked, as posix_spawn () does: which call it was nobody could tell */
      blame_last_call (next, afrt_driver.clause_sandbox, -1);
    else
      blame_last_call (next, afrt_driver.clause_crash, WTERMSIG (status));
  }
  shared->next = afrt_run_after (run, next, shared->outcomes[next].kind);
  return 1;
}

static pid_t fork_child (const struct server *server, const struct afrt_run *run, uint32_t position, uint32_t end)
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
  afrt_child_run (&server->tests, run, position, end, &server->hello);
}

/* 1: continue; 0: the supervisor is gone; -1: @why. */
static int run_children (struct server *server, const struct afrt_run *run, struct afrt_done *done, const char **why)
{
  struct afrt_shared *shared = afrt_private.shared;
  /* processor time is counted in the child; waiting is not, and is granted more under load */
  int patience = run->deadline_ms < 100000u ? (int)run->deadline_ms * 5 + 1000 : 500000;
  while (shared->next < afrt_run_length (run)) {
    uint32_t position = shared->next, end = run->flags & AFRT_RUN_ISOLATE ? position + 1 : afrt_run_length (run);
    struct end how;
    shared->current_call = 0;
    shared->current_routine = -1;
    shared->sandboxed = 0;
    pid_t child = fork_child (server, run, position, end);
    if (child < 0) {
      *why = "no process could be forked";
      return -1;
    }
    done->n_children++;
    if (!await_child (server, child, patience, &how))
      return 0;
    if (!judge_end (run, position, &how, why))
      return -1;
  }
  done->n_done = shared->next;
  return 1;
}

/* --- commands --- */

static int on_hello (struct server *server, struct afrt_reader *reader)
{
  if (!afrt_unpack_hello (reader, &server->hello) || server->hello.version != AFRT_WIRE_VERSION)
    return answer_error (server, "wire protocol of another version");
  return answer_ready (server);
}

static void *map_shared (size_t size)
{
  void *block = mmap (NULL, size > 0 ? size : 1, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return block == MAP_FAILED ? NULL : block;
}

static void forget_tests (struct server *server)
{
  struct afrt_tests *tests = &server->tests;
  if (tests->bytes)
    munmap (tests->bytes, tests->length > 0 ? tests->length : 1);
  if (tests->offsets)
    munmap (tests->offsets, tests->n > 0 ? tests->n * sizeof *tests->offsets : 1);
  *tests = (struct afrt_tests){ 0 };
}

/* Whether each call of the test is one that the driver can make. */
static int test_fits (const struct afrt_test *test)
{
  for (uint32_t i = 0; i < test->n_calls; i++) {
    const struct afrt_test_call *call = &test->calls[i];
    if (call->thunk >= afrt_driver.n_thunks || !afrt_driver.thunks[call->thunk]
        || afrt_driver.thunks[call->thunk]->n_args != call->n_args)
      return 0;
  }
  return 1;
}

/* Finds where each test begins; a text if one is malformed, or null. */
static const char *index_tests (struct server *server)
{
  struct afrt_tests *tests = &server->tests;
  struct afrt_reader reader = { tests->bytes, tests->length, 0, 0 };
  uint32_t n = afrt_get_u32 (&reader);
  if (reader.failed || n > tests->length / 8)
    return "malformed list of tests";
  tests->offsets = map_shared (n * sizeof *tests->offsets);
  if (!tests->offsets)
    return "out of memory for the tests";
  tests->n = n;
  for (uint32_t i = 0; i < n; i++) {
    tests->offsets[i] = (uint32_t)reader.offset;
    if (!afrt_unpack_test (&reader, &afrt_private.unpacked))
      return "malformed test";
    if (!test_fits (&afrt_private.unpacked))
      return "a test calls what the driver does not have";
  }
  return NULL;
}

static int on_load (struct server *server)
{
  const char *why = index_tests (server);
  if (!why)
    return answer_ready (server);
  forget_tests (server);
  return answer_error (server, why);
}

static int on_run (struct server *server, struct afrt_reader *reader)
{
  struct afrt_shared *shared = afrt_private.shared;
  struct afrt_run run;
  if (!afrt_unpack_run (reader, &run) || run.first > server->tests.n || run.n > server->tests.n - run.first
      || ((run.flags & AFRT_RUN_REACH)
          && (uint64_t)afrt_run_length (&run) * afrt_driver.n_routines > AFRT_REACHED_SIZE))
    return answer_error (server, "malformed run");
  uint32_t length = afrt_run_length (&run);
  shared->next = shared->n_rows = shared->n_transitions = shared->truncated = 0;
  memset (shared->outcomes, 0, length * sizeof *shared->outcomes);
  if (run.flags & AFRT_RUN_REACH)
    memset (shared->reached, 0, (size_t)length * afrt_driver.n_routines);
  for (uint32_t i = 0; (run.flags & AFRT_RUN_COVER) && i < length; i++)
    ((struct afrt_cover *)(void *)shared->bulk)[i].n = 0;
  for (uint32_t i = 0; (run.flags & AFRT_RUN_TELL) && i < length; i++)
    ((struct afrt_notes *)(void *)shared->bulk)[i].n = 0;
  struct afrt_done done = { 0 };
  const char *why = NULL;
  int result = run_children (server, &run, &done, &why);
  if (result < 0)
    return answer_error (server, why);
  struct afrt_writer writer = answer_writer (server);
  afrt_pack_done (&writer, &done);
  return result && answer (server, AFRT_MESSAGE_DONE, &writer);
}

/* Reads a payload and handles the message; 0 when the supervisor is gone. */
static int handle_load (struct server *server, size_t length)
{
  forget_tests (server);
  server->tests.bytes = map_shared (length);
  server->tests.length = length;
  return server->tests.bytes && transfer (server->socket, server->tests.bytes, length, 0) && on_load (server);
}

static int handle (struct server *server, enum afrt_message kind, size_t length)
{
  if (kind == AFRT_MESSAGE_LOAD)
    return handle_load (server, length);
  int is_small = kind == AFRT_MESSAGE_RUN && length <= sizeof server->run_bytes;
  unsigned char *allocated = is_small ? NULL : malloc (length > 0 ? length : 1),
                *payload = is_small ? server->run_bytes : allocated;
  struct afrt_reader reader = { payload, length, 0, 0 };
  int handled = 0;
  if (!payload || !transfer (server->socket, payload, length, 0)) {
    free (allocated);
    return 0;
  }
  switch (kind) {
  case AFRT_MESSAGE_HELLO:
    free (server->hello_bytes);
    server->hello_bytes = payload;
    return on_hello (server, &reader);
  case AFRT_MESSAGE_RUN:
    handled = on_run (server, &reader);
    break;
  case AFRT_MESSAGE_LOAD:
  case AFRT_MESSAGE_NONE:
  case AFRT_MESSAGE_READY:
  case AFRT_MESSAGE_DONE:
  case AFRT_MESSAGE_ERROR:
  case AFRT_N_MESSAGES:
    handled = answer_error (server, "unexpected message");
    break;
  }
  free (allocated);
  return handled;
}

static int silence_standard_streams (void)
{
  int null = open ("/dev/null", O_RDWR);
  return null >= 0 && dup2 (null, 0) >= 0 && dup2 (null, 1) >= 0 && dup2 (null, 2) >= 0
         && (null < 3 || close (null) == 0);
}

int afrt_serve (int socket, int shared_file)
{
  struct server server = { .socket = socket };
  sigset_t ended;
  sigemptyset (&ended);
  sigaddset (&ended, SIGCHLD);
  sigprocmask (SIG_BLOCK, &ended, NULL);
  server.child_ended = signalfd (-1, &ended, SFD_CLOEXEC | SFD_NONBLOCK);
  void *shared =
    mmap (NULL, sizeof (struct afrt_shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, shared_file, 0);
  if (server.child_ended < 0 || shared == MAP_FAILED || close (shared_file) != 0 || !silence_standard_streams ())
    return 70;
  afrt_private.shared = shared;
  afrt_private.shared->magic = AFRT_WIRE_MAGIC;
  afrt_private.shared->version = AFRT_WIRE_VERSION;
  for (;;) {
    unsigned char frame[AFRT_FRAME_SIZE];
    enum afrt_message kind;
    size_t length;
    if (!transfer (socket, frame, sizeof frame, 0) || !afrt_unpack_frame (frame, &kind, &length))
      return 0;
    if (!handle (&server, kind, length))
      return 0;
  }
}

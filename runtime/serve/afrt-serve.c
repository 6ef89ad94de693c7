/* The server: the driver's long-lived process, which answers the supervisor and forks the children that run tests.
 *
 * In:  messages on the socket.   Out: answers; outcomes in the shared memory, by the children.
 *
 * Children inherit the server's heap, and a module may compute with addresses (order by them, hash them).  So the
 * server allocates nothing for a run: what ran before, which is a matter of which worker was free, moves no object.
 *
 * The end of the socket ends the server.  (It cannot ask for a parent-death signal: that fires when the *thread* that
 * forked it ends.) */
#include "serve-internal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

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
  const struct afrt_shape *shape = &server->shape;
  const struct afrt_ready ready = { .version = AFRT_WIRE_VERSION,
                                    .load_end = server->load_end,
                                    .load_detail = (uint32_t)server->load_detail,
                                    .n_thunks = shape->n_thunks,
                                    .n_routines = shape->n_routines,
                                    .n_columns = shape->n_columns,
                                    .n_tests = server->setting.tests.n };
  afrt_pack_ready (&writer, &ready);
  return answer (server, AFRT_MESSAGE_READY, &writer);
}

/* --- commands --- */

/* 1: server->load_end says what came of it; 0: the supervisor is gone; -1: @why. */
static int load (struct server *server, const char **why)
{
  if (!afrt_private.driver && afrt_load_runs_code (server->setting.module))
    return afrt_try_loading (server, why);
  *why = afrt_private.driver ? NULL : afrt_load (server->setting.module);
  if (*why)
    return -1;
  server->load_end = AFRT_LOAD_DONE;
  *why = "the module has too many routines";
  return afrt_load_shape (&server->shape) ? 1 : -1;
}

static int on_hello (struct server *server, struct afrt_reader *reader)
{
  if (!afrt_unpack_hello (reader, &server->setting.hello) || server->setting.hello.version != AFRT_WIRE_VERSION)
    return answer_error (server, "wire protocol of another version");
  const char *why = NULL;
  int result = load (server, &why);
  if (result < 0)
    return answer_error (server, why);
  return result && answer_ready (server);
}

static void *map_shared (size_t size)
{
  void *block = mmap (NULL, size > 0 ? size : 1, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return block == MAP_FAILED ? NULL : block;
}

static void forget_tests (struct server *server)
{
  struct afrt_tests *tests = &server->setting.tests;
  if (tests->bytes)
    munmap (tests->bytes, tests->length > 0 ? tests->length : 1);
  if (tests->offsets)
    munmap (tests->offsets, tests->n > 0 ? tests->n * sizeof *tests->offsets : 1);
  *tests = (struct afrt_tests){ 0 };
}

/* Whether each call of the test is one that the driver can make. */
static int test_fits (const struct afrt_shape *shape, const struct afrt_test *test)
{
  for (uint32_t i = 0; i < test->n_calls; i++) {
    const struct afrt_test_call *call = &test->calls[i];
    if (call->thunk >= shape->n_thunks || shape->n_args[call->thunk] == AFRT_NO_THUNK
        || shape->n_args[call->thunk] != call->n_args)
      return 0;
  }
  return 1;
}

/* Finds where each test begins; a text if one is malformed, or null. */
static const char *index_tests (struct server *server)
{
  struct afrt_tests *tests = &server->setting.tests;
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
    if (!test_fits (&server->shape, &afrt_private.unpacked))
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
  if (!afrt_unpack_run (reader, &run) || run.first > server->setting.tests.n
      || run.n > server->setting.tests.n - run.first
      || ((run.flags & AFRT_RUN_REACH)
          && (uint64_t)afrt_run_length (&run) * server->shape.n_routines > AFRT_REACHED_SIZE))
    return answer_error (server, "malformed run");
  uint32_t length = afrt_run_length (&run);
  shared->next = shared->n_rows = shared->n_transitions = shared->truncated = 0;
  memset (shared->outcomes, 0, length * sizeof *shared->outcomes);
  if (run.flags & AFRT_RUN_REACH)
    memset (shared->reached, 0, (size_t)length * server->shape.n_routines);
  struct afrt_cover *covers = (struct afrt_cover *)(void *)shared->bulk;
  for (uint32_t i = 0; (run.flags & AFRT_RUN_COVER) && i < length; i++)
    covers[i].n = covers[i].n_pairs = 0;
  for (uint32_t i = 0; (run.flags & AFRT_RUN_TELL) && i < length; i++)
    ((struct afrt_notes *)(void *)shared->bulk)[i].n = 0;
  struct afrt_done done = { 0 };
  const char *why = NULL;
  int result = afrt_run_children (server, &run, &done, &why);
  if (result < 0)
    return answer_error (server, why);
  struct afrt_writer writer = answer_writer (server);
  afrt_pack_done (&writer, &done);
  return result && answer (server, AFRT_MESSAGE_DONE, &writer);
}

/* Children share the loaded tests, and run foreign code: what writes there dies of it. */
static void protect_tests (const struct afrt_tests *tests)
{
  if (tests->length > 0)
    mprotect (tests->bytes, tests->length, PROT_READ);
  if (tests->offsets && tests->n > 0)
    mprotect (tests->offsets, tests->n * sizeof *tests->offsets, PROT_READ);
}

/* Reads a payload and handles the message; 0 when the supervisor is gone. */
static int handle_load (struct server *server, size_t length)
{
  forget_tests (server);
  server->setting.tests.bytes = map_shared (length);
  server->setting.tests.length = length;
  int result = server->setting.tests.bytes && transfer (server->socket, server->setting.tests.bytes, length, 0)
               && on_load (server);
  protect_tests (&server->setting.tests);
  return result;
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

int afrt_serve (const char *module, int socket, int shared_file)
{
  struct server server = { .socket = socket, .setting.module = module };
  sigset_t ended;
  sigemptyset (&ended);
  sigaddset (&ended, SIGCHLD);
  sigprocmask (SIG_BLOCK, &ended, NULL);
  server.child_ended = signalfd (-1, &ended, SFD_CLOEXEC | SFD_NONBLOCK);
  void *shared =
    mmap (NULL, sizeof (struct afrt_shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, shared_file, 0);
  if (server.child_ended < 0 || shared == MAP_FAILED || close (shared_file) != 0 || !silence_standard_streams ())
    return 70;
  size_t size = AFRT_BATCH * sizeof *server.kept;
  server.kept = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (server.kept == MAP_FAILED || madvise (server.kept, size, MADV_DONTFORK) != 0)
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

/* The link to a driver: starting it, talking to it, ending it.
 *
 * In:  the driver and its module, messages.   Out: answers, or the news that it is gone.
 *
 * The driver gets its own process group, a clean environment (so that neither the user's ASAN_OPTIONS nor his locale
 * change results), addresses that do not move, a socket and a shared memory file.  The socket does not block on our
 * side: every wait watches the GCancellable and the clock, and looks at the progress that the shared memory shows,
 * because a run of a thousand slow tests is fine and one silent minute is not. */
#include "subject/subject-internal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/error.h"

#define DRIVER_SOCKET 3
#define DRIVER_SHARED 4
#define DRIVER_STACK (8u << 20)
#define PROGRESS_LOOK_MS 500

typedef struct {
  const char *const *argv;
  char *const *environment;
  int socket, file;
  int failure; /* errno of the child */
} Launch;

/* Nothing but the two ends is inherited, whatever we have open. */
static gboolean keep_descriptors (const Launch *launch)
{
  int null = open ("/dev/null", O_RDWR);
  int socket = fcntl (launch->socket, F_DUPFD, DRIVER_SHARED + 1),
      file = fcntl (launch->file, F_DUPFD, DRIVER_SHARED + 1);
  for (int standard = 0; standard < DRIVER_SOCKET; standard++)
    if (null < 0 || dup2 (null, standard) < 0)
      return FALSE;
  if (socket < 0 || file < 0 || dup2 (socket, DRIVER_SOCKET) < 0 || dup2 (file, DRIVER_SHARED) < 0)
    return FALSE;
  if (close_range (DRIVER_SHARED + 1, ~0u, 0) == 0)
    return TRUE;
  for (long other = DRIVER_SHARED + 1, end = sysconf (_SC_OPEN_MAX); other < end; other++)
    close ((int)other);
  return TRUE;
}

/* Between vfork and exec: only async-signal-safe calls. */
static void prepare_driver (void)
{
  struct rlimit stack = { DRIVER_STACK, DRIVER_STACK }, core = { 0, 0 };
  sigset_t none;
  setpgid (0, 0);
  personality (ADDR_NO_RANDOMIZE);
  setrlimit (RLIMIT_STACK, &stack);
  setrlimit (RLIMIT_CORE, &core);
  sigemptyset (&none);
  sigprocmask (SIG_SETMASK, &none, NULL);
}

static GStrv driver_environment (void)
{
  GStrv environment = NULL;
  const char *libraries = g_getenv ("LD_LIBRARY_PATH");
  environment = g_environ_setenv (environment, "LC_ALL", "C", TRUE);
  environment = g_environ_setenv (environment, "TZ", "UTC0", TRUE);
  environment = g_environ_setenv (environment, AFRT_SOCKET_ENV, G_STRINGIFY (DRIVER_SOCKET), TRUE);
  environment = g_environ_setenv (environment, AFRT_SHARED_ENV, G_STRINGIFY (DRIVER_SHARED), TRUE);
  if (libraries)
    environment = g_environ_setenv (environment, "LD_LIBRARY_PATH", libraries, TRUE);
  return environment;
}

/* In the child, which shares our memory; never returns. */
static void become_driver (Launch *launch)
{
  if (keep_descriptors (launch)) {
    prepare_driver ();
    execve (launch->argv[0], (char *const *)launch->argv, launch->environment);
  }
  launch->failure = errno;
  _exit (127);
}

static pid_t launch_driver (Launch *launch)
{
  pid_t pid = vfork ();
  if (pid == 0)
    become_driver (launch);
  return pid;
}

static gboolean spawn (AfLink *link, const AfBuild *build, int socket, int file, GError **error)
{
  g_auto (GStrv) environment = driver_environment ();
  const char *argv[] = { build->driver, build->module, NULL };
  Launch launch = { argv, environment, socket, file, 0 };
  link->pid = launch_driver (&launch);
  int code = link->pid < 0 ? errno : launch.failure;
  if (code == 0)
    return TRUE;
  while (link->pid > 0 && waitpid (link->pid, NULL, 0) < 0 && errno == EINTR)
    ;
  link->pid = 0;
  af_error (error, AF_ERROR_SUBJECT, "the driver could not be started: %s", g_strerror (code));
  return FALSE;
}

static int make_shared_file (void)
{
  int file = memfd_create ("autofix-shared", MFD_CLOEXEC);
  if (file >= 0 && ftruncate (file, sizeof (struct afrt_shared)) == 0)
    return file;
  if (file >= 0)
    close (file);
  return -1;
}

gboolean af_link_open (AfLink *link, const AfBuild *build, GCancellable *cancel, GError **error)
{
  int pair[2];
  *link = (AfLink){ .socket = -1, .cancel = cancel, .deadline = link->deadline, .stop = link->stop };
  int file = make_shared_file ();
  if (file < 0 || socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) {
    af_error (error, AF_ERROR_SUBJECT, "no channel to the driver: %s", g_strerror (errno));
    if (file >= 0)
      close (file);
    return FALSE;
  }
  link->socket = pair[0];
  fcntl (pair[0], F_SETFL, O_NONBLOCK);
  void *shared = mmap (NULL, sizeof (struct afrt_shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file, 0);
  link->shared = shared == MAP_FAILED ? NULL : shared;
  gboolean started = link->shared && spawn (link, build, pair[1], file, error);
  if (!link->shared)
    af_error (error, AF_ERROR_SUBJECT, "no shared memory with the driver: %s", g_strerror (errno));
  close (pair[1]);
  close (file);
  if (!started)
    af_link_close (link);
  return started;
}

void af_link_close (AfLink *link)
{
  if (link->pid > 0) {
    kill (-link->pid, SIGKILL);
    while (waitpid (link->pid, NULL, 0) < 0 && errno == EINTR)
      ;
    /* those that were forked in between */
    kill (-link->pid, SIGKILL);
    g_spawn_close_pid (link->pid);
  }
  if (link->socket >= 0)
    close (link->socket);
  if (link->shared)
    munmap (link->shared, sizeof *link->shared);
  *link = (AfLink){ .socket = -1, .deadline = link->deadline, .stop = link->stop };
}

gboolean af_link_is_late (const AfLink *link)
{
  return g_cancellable_is_cancelled (link->stop) || (link->deadline > 0 && g_get_monotonic_time () >= link->deadline);
}

static void set_interrupted (GError **error)
{
  af_error (error, AF_ERROR_INTERRUPTED, "interrupted");
}

/* How long to sleep before the next look at progress and clock. */
static int look_ms (const AfLink *link)
{
  if (link->deadline == 0)
    return PROGRESS_LOOK_MS;
  return (int)CLAMP ((link->deadline - g_get_monotonic_time () + 999) / 1000, 0, PROGRESS_LOOK_MS);
}

/* Adds what tells that @cancel (nullable) is cancelled to @polls; given back with g_cancellable_release_fd. */
static gboolean add_poll (GCancellable *cancel, GPollFD *polls, guint *n_polls)
{
  if (!cancel || !g_cancellable_make_pollfd (cancel, &polls[*n_polls]))
    return FALSE;
  ++*n_polls;
  return TRUE;
}

/* Waits until the socket is ready for @events. */
static AfLinkResult await (AfLink *link, short events, guint patience_ms, GError **error)
{
  gint64 deadline = g_get_monotonic_time () + (gint64)patience_ms * 1000;
  guint32 seen = link->shared->next;
  GPollFD polls[3] = { { .fd = link->socket, .events = (gushort)events } };
  guint n_polls = 1;
  gboolean has_cancel = add_poll (link->cancel, polls, &n_polls), has_stop = add_poll (link->stop, polls, &n_polls);
  AfLinkResult result = AF_LINK_DEAD;
  for (;;) {
    int n = g_poll (polls, n_polls, look_ms (link));
    if (g_cancellable_is_cancelled (link->cancel)) {
      set_interrupted (error);
      result = AF_LINK_REFUSED;
      break;
    }
    if (n > 0 && polls[0].revents) {
      result = AF_LINK_OK;
      break;
    }
    if (af_link_is_late (link)) {
      result = AF_LINK_LATE;
      break;
    }
    if (link->shared->next != seen) {
      seen = link->shared->next;
      deadline = g_get_monotonic_time () + (gint64)patience_ms * 1000;
    }
    if (g_get_monotonic_time () >= deadline)
      break;
  }
  if (has_cancel)
    g_cancellable_release_fd (link->cancel);
  if (has_stop)
    g_cancellable_release_fd (link->stop);
  return result;
}

static AfLinkResult transfer (AfLink *link, guint8 *bytes, gsize length, gboolean sending, guint patience_ms,
                              GError **error)
{
  while (length > 0) {
    ssize_t n = sending ? send (link->socket, bytes, length, MSG_NOSIGNAL) : recv (link->socket, bytes, length, 0);
    if (n > 0) {
      bytes += n;
      length -= (gsize)n;
    } else if (n < 0 && errno == EAGAIN) {
      AfLinkResult result = await (link, sending ? POLLOUT : POLLIN, patience_ms, error);
      if (result != AF_LINK_OK)
        return result;
    } else if (n == 0 || errno != EINTR) {
      return AF_LINK_DEAD;
    }
  }
  return AF_LINK_OK;
}

static AfLinkResult refuse (const GByteArray *answer, GError **error)
{
  struct afrt_reader reader = { answer->data, answer->len, 0, 0 };
  size_t length;
  const unsigned char *text = afrt_get_bytes (&reader, &length);
  g_autofree char *printable =
    text ? g_utf8_make_valid ((const char *)text, (gssize)length) : g_strdup ("no reason given");
  af_error (error, AF_ERROR_SUBJECT, "the driver refused: %s", printable);
  return AF_LINK_REFUSED;
}

static AfLinkResult receive (AfLink *link, enum afrt_message expected, guint patience_ms, GByteArray *answer,
                             GError **error)
{
  guint8 frame[AFRT_FRAME_SIZE];
  enum afrt_message kind;
  size_t length;
  AfLinkResult result = transfer (link, frame, sizeof frame, FALSE, patience_ms, error);
  if (result != AF_LINK_OK)
    return result;
  if (!afrt_unpack_frame (frame, &kind, &length))
    return AF_LINK_DEAD;
  g_byte_array_set_size (answer, (guint)length);
  result = transfer (link, answer->data, length, FALSE, patience_ms, error);
  if (result != AF_LINK_OK)
    return result;
  if (kind == AFRT_MESSAGE_ERROR)
    return refuse (answer, error);
  return kind == expected ? AF_LINK_OK : AF_LINK_DEAD;
}

AfLinkResult af_link_call (AfLink *link, const AfLinkCall *call, GByteArray *answer, GError **error)
{
  guint8 frame[AFRT_FRAME_SIZE];
  if (g_cancellable_is_cancelled (link->cancel)) {
    set_interrupted (error);
    return AF_LINK_REFUSED;
  }
  if (af_link_is_late (link))
    return AF_LINK_LATE;
  afrt_pack_frame (frame, call->kind, call->payload->length);
  AfLinkResult result = transfer (link, frame, sizeof frame, TRUE, call->patience_ms, error);
  if (result == AF_LINK_OK)
    result = transfer (link, call->payload->bytes, call->payload->length, TRUE, call->patience_ms, error);
  if (result == AF_LINK_OK)
    result = receive (link, call->expected, call->patience_ms, answer, error);
  return result;
}

/* utime, stime, cutime and cstime are the 14th to 17th word of the line, the 2nd of which may hold anything in
 * parentheses. */
gint64 af_link_worked (const AfLink *link)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", (int)link->pid);
  g_autofree char *text = NULL;
  unsigned long long ticks[4] = { 0 };
  const char *rest;

  if (link->pid <= 0 || !g_file_get_contents (path, &text, NULL, NULL) || (rest = strrchr (text, ')')) == NULL
      || sscanf (rest + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu %llu %llu", &ticks[0], &ticks[1],
                 &ticks[2], &ticks[3])
           != 4)
    return 0;
  return (gint64)((ticks[0] + ticks[1] + ticks[2] + ticks[3]) * G_USEC_PER_SEC
                  / (unsigned long long)sysconf (_SC_CLK_TCK));
}

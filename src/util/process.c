/* A helper program with a deadline.
 *
 * In:  argv, a folder, a deadline, perhaps a GCancellable.
 * Out: how it ended, and all it wrote.
 *
 * The child leads a process group of its own.  The parent polls both pipes (so neither can fill up while it reads the
 * other), the cancellable and the clock, and asks with WNOWAIT whether the child has ended: while it is a zombie its
 * group number cannot be given away, so the whole group can still be killed safely, grandchildren that keep the pipes
 * open included.
 *
 * Between fork and exec the child calls async-signal-safe functions only, for the tool has threads. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/error.h"
#include "util/process.h"

#define MAX_OUTPUT (16u << 20) /* what a runaway program writes beyond this is read and dropped */

typedef struct {
  pid_t pid;
  int out, err; /* our ends; -1 once closed */
  GString *text[2];
  gint64 worked;
} Child;

void af_process_result_clear (AfProcessResult *result)
{
  g_clear_pointer (&result->out, g_free);
  g_clear_pointer (&result->err, g_free);
}

static void close_fd (int *fd)
{
  if (*fd >= 0)
    close (*fd);
  *fd = -1;
}

typedef struct {
  const char *program;
  const char *const *argv;
  const char *input, *cwd;
  int out, err, failure; /* the child's ends */
  pid_t parent;
} Launch;

/* In the child; never returns. */
static void become (const Launch *launch)
{
  sigset_t none;
  sigemptyset (&none);
  setpgid (0, 0);
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  int input = open (launch->input, O_RDONLY);
  gboolean ready = getppid () == launch->parent && input >= 0 && dup2 (input, 0) >= 0 && dup2 (launch->out, 1) >= 0
                   && dup2 (launch->err, 2) >= 0 && (!launch->cwd || chdir (launch->cwd) == 0);
  if (ready) {
    signal (SIGPIPE, SIG_DFL);
    sigprocmask (SIG_SETMASK, &none, NULL);
    execv (launch->program, (char *const *)launch->argv);
  }
  int code = errno;
  ssize_t written = write (launch->failure, &code, sizeof code);
  _exit (written == sizeof code ? 127 : 126);
}

/* The child shares our memory until it becomes the program: copying the page tables of a large process takes longer
 * than many a compiler runs. */
static pid_t launch_child (const Launch *launch)
{
  pid_t pid = vfork ();
  if (pid == 0)
    become (launch);
  return pid;
}

/* 0, or the errno with which the child failed before or in exec. */
static int await_exec (int fd)
{
  int code = 0;
  ssize_t n;
  do
    n = read (fd, &code, sizeof code);
  while (n < 0 && errno == EINTR);
  return n == sizeof code ? code : 0;
}

static gboolean make_pipes (int pipes[3][2])
{
  for (guint i = 0; i < 3; i++)
    if (pipe2 (pipes[i], O_CLOEXEC) != 0)
      return FALSE;
  return TRUE;
}

/* 0 or an errno. */
static int start (Child *child, const char *program, const char *const *argv, const char *input, const char *cwd)
{
  int pipes[3][2] = { { -1, -1 }, { -1, -1 }, { -1, -1 } };
  int code = make_pipes (pipes) ? 0 : errno;
  Launch launch = { program, argv, input, cwd, pipes[0][1], pipes[1][1], pipes[2][1], getpid () };
  child->pid = code ? -1 : launch_child (&launch);
  if (!code && child->pid < 0)
    code = errno;
  for (guint i = 0; i < 3; i++)
    close_fd (&pipes[i][1]);
  if (!code) {
    setpgid (child->pid, child->pid); /* both do it, whoever comes first */
    code = await_exec (pipes[2][0]);
    if (code)
      waitpid (child->pid, NULL, 0);
  }
  close_fd (&pipes[2][0]);
  if (code) {
    close_fd (&pipes[0][0]);
    close_fd (&pipes[1][0]);
  }
  child->out = pipes[0][0];
  child->err = pipes[1][0];
  return code;
}

/* Takes what is there without waiting; closes at the end of the stream. */
static void drain (int *fd, GString *text)
{
  char buffer[16384];
  while (*fd >= 0) {
    ssize_t n = read (*fd, buffer, sizeof buffer);
    if (n > 0) {
      gsize room = text->len < MAX_OUTPUT ? MAX_OUTPUT - text->len : 0;
      g_string_append_len (text, buffer, (gssize)MIN ((gsize)n, room));
    } else if (n < 0 && errno == EINTR) {
      continue;
    } else {
      if (n == 0 || errno != EAGAIN)
        close_fd (fd);
      return;
    }
  }
}

static gboolean has_ended (pid_t pid)
{
  siginfo_t info = { 0 };
  return waitid (P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == pid;
}

typedef enum {
  WATCH_ENDED, /* by itself */
  WATCH_TIMED_OUT,
  WATCH_CANCELLED
} Watch;

/* Milliseconds to sleep at most: until the deadline, and not for long, since the child's end wakes no poll by itself.
 */
static int patience (const Child *child, gint64 deadline)
{
  gint64 wait = child->out < 0 && child->err < 0 ? 1 : 20;
  if (deadline)
    wait = MIN (wait, MAX ((deadline - g_get_monotonic_time () + 999) / 1000, 0));
  return (int)wait;
}

/* @cancel_fd: becomes readable when cancelled, or -1. */
static Watch watch (Child *child, gint64 deadline, GCancellable *cancel, int cancel_fd)
{
  for (;;) {
    struct pollfd fds[] = { { child->out, POLLIN, 0 }, { child->err, POLLIN, 0 }, { cancel_fd, POLLIN, 0 } };
    poll (fds, G_N_ELEMENTS (fds), patience (child, deadline));
    drain (&child->out, child->text[0]);
    drain (&child->err, child->text[1]);
    if (g_cancellable_is_cancelled (cancel))
      return WATCH_CANCELLED;
    if (has_ended (child->pid))
      return WATCH_ENDED;
    if (deadline && g_get_monotonic_time () >= deadline)
      return WATCH_TIMED_OUT;
  }
}

/* Asks a child that is to end to do so by itself, and waits. */
static void persuade (Child *child, guint grace_ms)
{
  kill (child->pid, SIGTERM);
  watch (child, g_get_monotonic_time () + (gint64)grace_ms * 1000, NULL, -1);
}

/* Kills what is left of the group, takes the last output, reaps. */
static int finish (Child *child)
{
  int status = 0;
  struct rusage used = { 0 };
  kill (-child->pid, SIGKILL);
  while (wait4 (child->pid, &status, 0, &used) < 0 && errno == EINTR)
    continue;
  child->worked =
    (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * G_USEC_PER_SEC + used.ru_utime.tv_usec + used.ru_stime.tv_usec;
  drain (&child->out, child->text[0]);
  drain (&child->err, child->text[1]);
  close_fd (&child->out);
  close_fd (&child->err);
  return status;
}

static void fill_result (AfProcessResult *result, Watch end, int status, Child *child)
{
  memset (result, 0, sizeof *result);
  if (end == WATCH_TIMED_OUT)
    result->end = AF_PROCESS_TIMED_OUT;
  else if (WIFSIGNALED (status))
    result->end = AF_PROCESS_SIGNALED;
  else
    result->end = AF_PROCESS_EXITED;
  if (result->end == AF_PROCESS_EXITED)
    result->exit_status = WEXITSTATUS (status);
  else if (WIFSIGNALED (status))
    result->term_signal = WTERMSIG (status);
  result->worked = child->worked;
  result->out = g_string_free (g_steal_pointer (&child->text[0]), FALSE);
  result->err = g_string_free (g_steal_pointer (&child->text[1]), FALSE);
}

static gboolean fail_cancelled (GError **error, const char *program)
{
  af_error (error, AF_ERROR_INTERRUPTED, "interrupted while '%s' was running", program);
  return FALSE;
}

/* What is to be run, and for how long. */
typedef struct {
  const char *const *argv;
  const char *input, *cwd; /* cwd null: ours */
  guint deadline_ms, grace_ms;
} Order;

/* All that the public ones do. */
static gboolean run (const Order *order, GCancellable *cancel, AfProcessResult *result, GError **error)
{
  const char *const *argv = order->argv;
  memset (result, 0, sizeof *result);
  if (g_cancellable_is_cancelled (cancel))
    return fail_cancelled (error, argv[0]);
  g_autofree char *program = strchr (argv[0], '/') ? g_strdup (argv[0]) : g_find_program_in_path (argv[0]);
  Child child = { .pid = -1, .out = -1, .err = -1 };
  int code = program ? start (&child, program, argv, order->input, order->cwd) : ENOENT;
  if (code) {
    af_error (error, AF_ERROR_IO, "cannot run '%s': %s", argv[0], g_strerror (code));
    return FALSE;
  }
  gint64 deadline = order->deadline_ms ? g_get_monotonic_time () + (gint64)order->deadline_ms * 1000 : 0;
  fcntl (child.out, F_SETFL, O_NONBLOCK);
  fcntl (child.err, F_SETFL, O_NONBLOCK);
  child.text[0] = g_string_new (NULL);
  child.text[1] = g_string_new (NULL);
  int cancel_fd = cancel ? g_cancellable_get_fd (cancel) : -1;
  Watch end = watch (&child, deadline, cancel, cancel_fd);
  if (cancel_fd >= 0)
    g_cancellable_release_fd (cancel);
  if (end != WATCH_ENDED && order->grace_ms > 0)
    persuade (&child, order->grace_ms);
  int status = finish (&child);
  fill_result (result, end, status, &child);
  if (end != WATCH_CANCELLED)
    return TRUE;
  af_process_result_clear (result);
  return fail_cancelled (error, argv[0]);
}

gboolean af_process_run_gently (const char *const *argv, const char *cwd, const AfProcessTime *time,
                                GCancellable *cancel, AfProcessResult *result, GError **error)
{
  const Order order = { argv, "/dev/null", cwd, time->deadline_ms, time->grace_ms };
  return run (&order, cancel, result, error);
}

gboolean af_process_run_on (const char *const *argv, const char *input, guint deadline_ms, GCancellable *cancel,
                            AfProcessResult *result, GError **error)
{
  const Order order = { argv, input, NULL, deadline_ms, 0 };
  return run (&order, cancel, result, error);
}

gboolean af_process_run (const char *const *argv, const char *cwd, guint deadline_ms, GCancellable *cancel,
                         AfProcessResult *result, GError **error)
{
  const Order order = { argv, "/dev/null", cwd, deadline_ms, 0 };
  return run (&order, cancel, result, error);
}

void af_shell_add_word (GString *line, const char *before, const char *word)
{
  g_autofree char *whole = g_strconcat (before, word, NULL);
  gboolean is_plain = *whole && strspn (whole, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "./_-+=@%:,") == strlen (whole);
  g_autofree char *quoted = is_plain ? g_strdup (whole) : g_shell_quote (whole);
  g_auto (GStrv) parts = g_strsplit (quoted, "*", -1);
  /* 'a*b' → 'a*''b' */
  g_autofree char *apart = g_strjoinv ("*''", parts);
  g_autofree char *spaced = g_strconcat (" ", apart, NULL);
  if (*before == '\0' || strstr (line->str, spaced) == NULL)
    g_string_append (line, spaced);
}

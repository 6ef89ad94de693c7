/* Children: the real compiler, and the process that weaves.
 *
 * Their input and output are ours.  Signals that end us are kept back while children run, handed on to the child that
 * is being waited for, and obeyed when the temporary files are gone: the shell then sees what it would have seen of the
 * real compiler. */
#include "cc/cc-internal.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

void af_cc_signals_hold (AfCcSignals *signals)
{
  signals->caught = 0;
  /* an ignored SIGCHLD would take the children's statuses away */
  signal (SIGCHLD, SIG_DFL);
  sigemptyset (&signals->held);
  sigaddset (&signals->held, SIGINT);
  sigaddset (&signals->held, SIGTERM);
  sigaddset (&signals->held, SIGHUP);
  sigaddset (&signals->held, SIGCHLD);
  sigprocmask (SIG_BLOCK, &signals->held, &signals->before);
}

void af_cc_signals_release (AfCcSignals *signals)
{
  sigprocmask (SIG_SETMASK, &signals->before, NULL);
  if (signals->caught != 0)
    raise (signals->caught);
}

void af_cc_become (char *const *argv)
{
  execvp (argv[0], argv);
  int status = errno == ENOENT ? 127 : 126;
  g_printerr ("autofix: compiler '%s' cannot be run: %s\n", argv[0], g_strerror (errno));
  _exit (status);
}

pid_t af_cc_fork (const AfCcSignals *signals)
{
  pid_t parent = getpid ();
  pid_t child = fork ();
  if (child != 0)
    return child;
  sigprocmask (SIG_SETMASK, &signals->before, NULL);
  prctl (PR_SET_PDEATHSIG, SIGTERM);
  if (getppid () != parent)
    _exit (1);
  return 0;
}

void af_cc_redirect (const char *input, const char *output)
{
  int in = open (input ? input : "/dev/null", O_RDONLY | O_CLOEXEC);
  int out = open (output ? output : "/dev/null", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (in < 0 || out < 0 || dup2 (in, 0) < 0 || dup2 (out, 1) < 0 || dup2 (out, 2) < 0)
    _exit (1);
}

pid_t af_cc_start (const AfCcSignals *signals, char *const *argv, gboolean quiet)
{
  pid_t child = af_cc_fork (signals);
  if (child != 0)
    return child;
  if (quiet)
    af_cc_redirect (NULL, NULL);
  af_cc_become (argv);
}

int af_cc_wait (AfCcSignals *signals, pid_t child, gint64 *used_ms)
{
  struct rusage usage = { 0 };
  int status = 0;
  for (;;) {
    pid_t ended = child < 0 ? -1 : wait4 (child, &status, WNOHANG, &usage);
    if (ended == child && child > 0)
      break;
    if (ended < 0 && errno != EINTR)
      return 1;
    int number = sigwaitinfo (&signals->held, NULL);
    if (number > 0 && number != SIGCHLD) {
      signals->caught = number;
      kill (child, SIGTERM);
    }
  }
  if (used_ms)
    *used_ms +=
      (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000 + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000;
  return WIFEXITED (status) ? WEXITSTATUS (status) : 128 + WTERMSIG (status);
}

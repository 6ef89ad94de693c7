/* What ends the tests when autofix itself is killed.
 *
 * In:  the groups of the tests that run, in shared memory.   Out: none of them is left when we are gone.
 *
 * Nobody can catch SIGKILL, and the kernel's word for a parent's death reaches the first process of a test and not what
 * that has started.  So a process beside ours reads from a pipe of which we alone have the other end: when the pipe
 * ends so do the groups. */
#include "suite/process/warden.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

struct AfWarden {
  guint n;
  pid_t *groups; /* shared */
  gsize size;
  int pipe;
  pid_t pid;
};

/* Never returns; system calls only, as other threads may hold locks. */
static void guard (const AfWarden *warden, int in)
{
  static const int ignored[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE };
  char byte;
  for (guint i = 0; i < G_N_ELEMENTS (ignored); i++)
    signal (ignored[i], SIG_IGN);
  setpgid (0, 0);
  prctl (PR_SET_NAME, "autofix-warden");
  close (warden->pipe);
  /* whoever reads our output must not wait for us */
  for (int i = 0; i < 3; i++)
    close (i);
  gssize n;
  do
    n = read (in, &byte, 1);
  while (n < 0 && errno == EINTR);
  for (guint i = 0; n == 0 && i < warden->n; i++)
    if (warden->groups[i] > 1)
      kill (-warden->groups[i], SIGKILL);
  _exit (0);
}

AfWarden *af_warden_new (guint n)
{
  int ends[2];
  gsize size = n * sizeof (pid_t);
  void *shared = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED)
    return NULL;
  if (pipe2 (ends, O_CLOEXEC) != 0) {
    munmap (shared, size);
    return NULL;
  }
  AfWarden *warden = g_new0 (AfWarden, 1);
  *warden = (AfWarden){ n, shared, size, ends[1], -1 };
  warden->pid = fork ();
  if (warden->pid == 0)
    guard (warden, ends[0]);
  close (ends[0]);
  return warden;
}

void af_warden_free (AfWarden *warden)
{
  if (!warden)
    return;
  for (guint i = 0; i < warden->n; i++)
    warden->groups[i] = 0;
  close (warden->pipe);
  while (warden->pid > 0 && waitpid (warden->pid, NULL, 0) < 0 && errno == EINTR)
    continue;
  munmap (warden->groups, warden->size);
  g_free (warden);
}

pid_t *af_warden_slot (const AfWarden *warden, guint worker)
{
  return warden && worker < warden->n ? &warden->groups[worker] : NULL;
}

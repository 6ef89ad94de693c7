/* Ctrl-C as a GCancellable.
 *
 * In:  SIGINT, SIGTERM, SIGHUP.   Out: a cancellable that is cancelled.
 *
 * The signals are blocked before any other thread exists, so all threads inherit the mask, and one thread reads them
 * from a signalfd: no code runs in a signal handler.  An eventfd tells that thread to end.
 *
 * What does not end soon after a signal, or when another one comes, waits where nobody looks at the cancellable: then
 * the thread ends the process itself, and takes the temporary folders along.
 *
 * SIGPIPE is blocked, too: a reader that has closed its end (`| head`) makes a write fail, and the results are written
 * and temporary folders removed all the same. */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "util/error.h"
#include "util/interrupt.h"
#include "util/limits/limit.h"

#define GRACE_MS 800    /* from a signal to the end at the latest */
#define INTERRUPTED 130 /* exit status */

struct AfInterrupt {
  GCancellable *cancellable;
  GThread *thread;
  sigset_t old_mask; /* of the thread that made us */
  int signals;       /* signalfd */
  int end;           /* eventfd */
};

static gpointer wait_for_signals (gpointer data)
{
  AfInterrupt *interrupt = data;
  gint64 end = 0; /* when the process must have ended by itself; 0: no signal came */
  for (;;) {
    struct pollfd fds[] = { { interrupt->signals, POLLIN, 0 }, { interrupt->end, POLLIN, 0 } };
    gint64 left = end > 0 ? MAX (end - g_get_monotonic_time (), 0) / 1000 : -1;
    if (poll (fds, G_N_ELEMENTS (fds), (int)left) < 0 && errno != EINTR)
      return NULL;
    if (fds[1].revents)
      return NULL;
    struct signalfd_siginfo info;
    gboolean came = fds[0].revents && read (interrupt->signals, &info, sizeof info) == sizeof info;
    if (end > 0 && (came || g_get_monotonic_time () >= end))
      af_give_up ("interrupted", INTERRUPTED);
    if (!came)
      continue;
    g_cancellable_cancel (interrupt->cancellable);
    end = g_get_monotonic_time () + GRACE_MS * 1000;
  }
}

AfInterrupt *af_interrupt_new (void)
{
  AfInterrupt *interrupt = g_new0 (AfInterrupt, 1);
  sigset_t set;
  sigemptyset (&set);
  sigaddset (&set, SIGINT);
  sigaddset (&set, SIGTERM);
  sigaddset (&set, SIGHUP);
  pthread_sigmask (SIG_BLOCK, &set, &interrupt->old_mask);
  sigset_t pipes;
  sigemptyset (&pipes);
  sigaddset (&pipes, SIGPIPE);
  pthread_sigmask (SIG_BLOCK, &pipes, NULL);
  interrupt->cancellable = g_cancellable_new ();
  interrupt->signals = signalfd (-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
  interrupt->end = eventfd (0, EFD_CLOEXEC);
  g_assert (interrupt->signals >= 0 && interrupt->end >= 0);
  interrupt->thread = g_thread_new ("af-interrupt", wait_for_signals, interrupt);
  return interrupt;
}

GCancellable *af_interrupt_cancellable (AfInterrupt *interrupt)
{
  return interrupt->cancellable;
}

void af_interrupt_free (AfInterrupt *interrupt)
{
  if (!interrupt)
    return;
  guint64 one = 1;
  while (write (interrupt->end, &one, sizeof one) < 0 && errno == EINTR)
    continue;
  g_thread_join (interrupt->thread);
  close (interrupt->signals);
  close (interrupt->end);
  /* one that is pending would end us now, although the write that it is about has been dealt with */
  sigset_t pipes;
  sigemptyset (&pipes);
  sigaddset (&pipes, SIGPIPE);
  while (sigtimedwait (&pipes, NULL, &(struct timespec){ 0 }) == SIGPIPE)
    continue;
  pthread_sigmask (SIG_SETMASK, &interrupt->old_mask, NULL);
  g_object_unref (interrupt->cancellable);
  g_free (interrupt);
}

gboolean af_interrupted (GCancellable *cancel, GError **error)
{
  if (!g_cancellable_is_cancelled (cancel))
    return FALSE;
  af_error (error, AF_ERROR_INTERRUPTED, "interrupted");
  return TRUE;
}

/* What the server sees of a child from outside, where the module cannot reach.
 *
 * In:  a child that runs, every time slice.   Out: whether it may go on.
 *
 * The child has a timer and counts its memory itself, which is exact and can be repeated; but the module shares the
 * process with both.  It may block the timer's signal, write into shadow memory that was never allocated, or read its
 * way through address space until page tables fill the machine.  So the clock of its processor time and the pages that
 * it holds are read here, with more room than the child gives itself. */
#include "serve-internal.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define RESIDENT_LIMIT_KB (1l << 20)

/* The beginning of a file of /proc/PID; "" when it cannot be read. */
static void read_about (pid_t child, const char *name, char *text, size_t size)
{
  char path[48];
  snprintf (path, sizeof path, "/proc/%d/%s", (int)child, name);
  int file = open (path, O_RDONLY | O_CLOEXEC);
  ssize_t n = file >= 0 ? read (file, text, size - 1) : -1;
  if (file >= 0)
    close (file);
  text[n > 0 ? n : 0] = '\0';
}

static long kilobytes (const char *status, const char *name)
{
  const char *line = strstr (status, name);
  return line ? strtol (line + strlen (name), NULL, 10) : 0;
}

static int is_too_large (pid_t child)
{
  char status[2048];
  read_about (child, "status", status, sizeof status);
  return kilobytes (status, "\nVmRSS:") + kilobytes (status, "\nVmPTE:") + kilobytes (status, "\nVmSwap:")
         > RESIDENT_LIMIT_KB;
}

static long worked_ms (pid_t child)
{
  clockid_t clock;
  struct timespec time;
  if (clock_getcpuclockid (child, &clock) != 0 || clock_gettime (clock, &time) != 0)
    return 0;
  return (long)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

struct afrt_watch afrt_watch_begin (pid_t child, uint32_t deadline_ms)
{
  long deadline = deadline_ms < 100000u ? (long)deadline_ms : 100000;
  /* processor time is counted in the child; waiting is not, and is granted more under load */
  return (struct afrt_watch){
    .child = child, .seen = afrt_private.shared->next, .patience = deadline * 5 + 1000, .work = deadline * 2 + 500
  };
}

/* A child that waits for ever is asked first, with a signal that says in which call: only its own frames tell the
 * place. Whether there is hope for an answer. */
static int ask (struct afrt_watch *watch)
{
  return watch->asked++ == 0 && sigqueue (watch->child, SIGPROF, (union sigval){ .sival_int = watch->call }) == 0;
}

enum afrt_watched afrt_watch_slice (struct afrt_watch *watch, int slice)
{
  uint32_t next = afrt_private.shared->next;
  if (is_too_large (watch->child))
    return AFRT_WATCHED_LARGE;
  if (next < watch->seen)
    return AFRT_WATCHED_DAMAGED;
  if (next != watch->seen) {
    watch->seen = next;
    watch->waited = watch->asked = 0;
    watch->sleep = (struct afrt_sleep){ 0 };
    watch->worked = worked_ms (watch->child);
    return AFRT_WATCHED_FINE;
  }
  watch->waited += slice;
  watch->call = afrt_waits (&watch->sleep, watch->child);
  if (watch->call != 0)
    return ask (watch) ? AFRT_WATCHED_FINE : AFRT_WATCHED_HUNG;
  return watch->waited >= watch->patience || worked_ms (watch->child) - watch->worked >= watch->work
           ? AFRT_WATCHED_HUNG
           : AFRT_WATCHED_FINE;
}
